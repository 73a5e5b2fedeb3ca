"""Reading and writing puzzles, and errors of invalid ones."""

import pytest

from rullo_core.errors import BadInput
from rullo_core.killer.puzzle import Cage, Killer, parse_puzzles, units_of
from tests.killer.examples import SOLUTIONS, examples

SMALL = "killer 4x4 boxes 2x2\na a a b\nc c b b\nd c c e\nd d e e\na=6 b=7 c=10 d=8 e=9"


def test_round_trip_of_text():
    puzzles = examples()
    assert [len(puzzle.cages) for puzzle in puzzles.values()] == [33, 32, 29, 30, 28, 33, 5]
    for name, puzzle in puzzles.items():
        assert Killer.parse(str(puzzle)) == puzzle
        assert puzzle.is_covered
        solution = tuple(map(int, SOLUTIONS[name]))
        assert puzzle.is_solved_by(solution)
        assert not puzzle.is_solved_by((solution[1], solution[0], *solution[2:]))


def test_cages_have_their_sum_and_no_digit_twice():
    board = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
    for cells, total, holds in (((0, 1), 3, True), ((0, 1), 4, False), ((1, 5, 4), 9, True), ((0, 4, 5, 6), 9, False)):
        assert Killer(4, (2, 2), (Cage("a", cells, total),)).is_solved_by(board) == holds


def test_solutions_diagonals_and_cells_without_a_cage():
    text = (
        "# one\nkiller 6x6 boxes 2x3 diagonals\n"
        + "a a . . . .\n. . . . . .\n" * 3
        + "a=3\n\n# two\n"
        + SMALL
        + "\nsolution\n2 1 3 4\n3 4 2 1\n4 2 1 3\n1 3 4 2\n"
    )
    text = (
        text.replace("a a . . . .\n", "a a . . . .\n", 1)
        .replace("a a . . . .", ". . . . . .")
        .replace(". . . . . .", "a a . . . .", 1)
    )
    first, second = parse_puzzles(text)
    assert (first.name, first.diagonals, first.is_covered) == ("one", True, False)
    assert first.cages == (Cage("a", (0, 1), 3),)
    assert second.name == "two"
    assert "diagonals" in str(first)
    assert Killer.parse(str(first)) == first


@pytest.mark.parametrize(("side", "box"), [(4, (2, 2)), (6, (2, 3)), (6, (3, 2)), (8, (2, 4)), (12, (3, 4))])
def test_units(side, box):
    units = units_of(side, box, diagonals=True)
    assert len(units) == 3 * side + 2
    assert all(len(set(cells)) == side for _, cells in units)
    for kind in range(3):
        cells = [cell for _, members in units[kind * side : (kind + 1) * side] for cell in members]
        assert sorted(cells) == list(range(side * side))
    _, first = units[2 * side]
    assert {cell // side for cell in first} == set(range(box[0]))
    assert {cell % side for cell in first} == set(range(box[1]))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("killer 4x4 boxes 2x2", "killer 4x5 boxes 2x2", "line 1: 'killer 4x5 boxes 2x2' begins no puzzle"),
        ("boxes 2x2", "boxes 2x3", "boxes 2x3: have 6 cells, a row has 4; write such as boxes 2x2"),
        ("c c b b", "c c b", "line 3: row 2 has 3 labels; write 4"),
        ("e=9", "", "cage e, at row 3, column 4, has no sum; add e= and its sum"),
        ("e=9", "e=nine", "'e=nine' is no sum; write label=sum such as a=12"),
        ("e=9", "e=9 f=3", "'f=3': there is no cage f; label its cells"),
        ("e=9", "e=9 e=8", "'e=8': cage e has the sum 9 already"),
        ("e=9", "e=8", "no solution: the sums add up to 39, all cells to 40; change one"),
        ("a=6", "a=10", "no solution: cage a, at row 1, column 1: no 3 different digits from 1 to 4 add up to 10"),
        ("d c c e", "d c c a", "cage a: row 3, column 4 does not touch row 1, column 1 and the cells connected"),
        ("e=9", "e=9\nsolution\n1 2 3 4", "a solution: 1 rows; write 4"),
        ("e=9", "e=9\nsolution\n1 2 3 x\n", "'1 2 3 x' is no row of a solution; write 4 digits"),
    ],
)
def test_bad_input(old, new, reason):
    with pytest.raises(BadInput) as caught:
        Killer.parse(SMALL.replace(old, new), "puzzle.txt")
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("puzzle.txt, line") or "a solution has" in reason


def test_wrong_solutions_and_empty_texts():
    invalid = SMALL + "\nsolution\n2 1 3 4\n3 4 1 2\n4 2 1 3\n1 3 4 2"
    with pytest.raises(BadInput, match="its solution breaks a rule"):
        Killer.parse(invalid)
    with pytest.raises(BadInput, match="holds no puzzle; begin one with"):
        parse_puzzles("# nothing\n\n")
    with pytest.raises(BadInput, match="has 3 rows of labels; write 4"):
        Killer.parse("\n".join(SMALL.splitlines()[:4]))
    with pytest.raises(BadInput, match=r"row 1, column 1: is in cages a and b; leave it out of one"):
        Killer(4, (2, 2), (Cage("a", (0, 1), 3), Cage("b", (0, 4), 4)))
    with pytest.raises(BadInput, match="boards go up to 16x16"):
        Killer(17, (1, 17), ())


@pytest.mark.parametrize("label", ["", ".", "a b", "a\nb", "#a", "a#", "\x1b[2J", "a" * 21, "a\u2028b", "\ud800"])
def test_a_label_that_would_be_read_as_something_else_is_refused(label):
    with pytest.raises(BadInput, match="the label '") as error:
        Killer(4, (2, 2), (Cage(label, (0, 1), 3),))
    assert str(error.value).isprintable()


def test_a_label_of_any_other_word_is_read_as_it_was_written():
    puzzle = Killer(4, (2, 2), (Cage("a=1", (0, 1), 3), Cage("é.", (2, 3), 7)))
    assert Killer.parse(str(puzzle)) == puzzle
    with pytest.raises(BadInput, match="two cages have the label a"):
        Killer(4, (2, 2), (Cage("a", (0, 1), 3), Cage("a", (2, 3), 7)))


@pytest.mark.parametrize("heading", ["solution", "digits"])
def test_a_heading_that_is_there_twice_is_refused_at_its_second_place(heading):
    rows = "\n".join(["1 2 3 4", "3 4 1 2", "2 1 4 3", "4 3 2 1"])
    text = "killer 4x4 boxes 2x2\na a . .\n. . . .\n. . . .\n. . . .\na=3"
    with pytest.raises(BadInput, match=f"line 12: {heading} is there twice; remove one"):
        Killer.parse(f"{text}\n{heading}\n{rows}\n{heading}\n{rows}")
