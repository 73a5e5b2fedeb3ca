import numpy as np
import pytest

from rullo_core.errors import BadInput
from rullo_core.kakuro.puzzle import ACROSS, DOWN, Kakuro
from rullo_core.kakuro.reading import parse_puzzles
from tests.kakuro.puzzles import EXAMPLE, MINIZINC, some_puzzles

SMALL = "4 4\n- 4, 7, -\n,7 0 0 11,\n,6 0 0 0\n- ,9 0 0"


def test_the_example():
    """Simonis, Table 1: 36 white cells."""
    puzzle = Kakuro.parse(EXAMPLE.read_text())
    assert (puzzle.rows, puzzle.columns, len(puzzle.cells), puzzle.name) == (8, 8, 36, "simonis")
    first, last = puzzle.entries[0], puzzle.entries[-1]
    assert (first.direction, puzzle.entry_text(first), len(first)) == (ACROSS, "16 across from row 2, column 2", 2)
    assert (last.direction, puzzle.entry_text(last), len(last)) == (DOWN, "10 down from row 7, column 3", 2)
    assert puzzle.components() == [list(range(len(puzzle.entries)))]


def test_text_comes_back():
    for puzzle in [*parse_puzzles(MINIZINC.read_text()), *some_puzzles(300)]:
        try:
            copy = Kakuro.parse(str(puzzle))
        except BadInput as error:  # other clues may be impossible, and it is told
            assert "add up to" in str(error)
            continue
        assert copy == puzzle
    names = [puzzle.name for puzzle in parse_puzzles(MINIZINC.read_text())]
    assert names[0] == "kakuro_6_6_easy"
    assert len(set(names)) == 6


def test_others_of_its_kind():
    for puzzle in some_puzzles(200):
        transposed = puzzle.transposed()
        assert transposed.transposed() == puzzle
        assert (transposed.rows, transposed.columns) == (puzzle.columns, puzzle.rows)
        assert puzzle.complemented().complemented() == puzzle
    digits = [[3, 4, 0], [1, 2, 3], [0, 1, 8]]
    solution = [digit for row in digits for digit in row if digit]
    puzzle = Kakuro.from_digits(digits)
    assert str(puzzle) == SMALL
    assert puzzle.is_solved_by(solution)
    assert puzzle.complemented().is_solved_by([10 - digit for digit in solution])
    assert puzzle.transposed().is_solved_by([d for column in zip(*digits, strict=True) for d in column if d])
    assert not puzzle.is_solved_by([4, 3, *solution[2:]])
    assert puzzle.without_clues([0]).is_solved_by(solution)
    assert [entry.clue for entry in puzzle.without_clues([0]).entries] == [None, 6, 9, 4, 7, 11]
    assert puzzle.rows_of(solution)[1:] == [[0, *row] for row in digits]


def test_entries_left_out():
    puzzle = Kakuro.from_digits([[3, 4], [1, 2]])
    assert str(puzzle.without_entries([1, 3])) == "3 3\n- 4, *,\n,7 0 0\n,* 0 0"
    assert str(puzzle.without_clues([1, 3])) == "3 3\n- 4, -\n,7 0 0\n- 0 0"
    loose = Kakuro.parse("3 3\n- 4, *,\n,7 0 0\n,3 0 0")
    assert [(entry.direction, entry.clue) for entry in loose.entries] == [(ACROSS, 7), (ACROSS, 3), (DOWN, 4)]
    assert loose == puzzle.without_entries([3])
    assert loose.is_solved_by([3, 4, 1, 2])
    single = Kakuro.from_digits([[3, 0, 4], [1, 0, 0]])
    assert [entry.clue for entry in single.entries] == [3, 4, 1, 4, 4]
    assert len(single.components()) == 2
    assert Kakuro.parse(str(single)) == single


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "holds no puzzle"),
        ("3 x\n", "line 1: '3 x' is no size"),
        ("0 3\n", "'0 3' is no size"),
        ("2 3\n- 4, -", "line 1: has 1 rows where it says 2"),
        ("# a name\n2 3\n- 4, -\n,1 0", r"line 2 \(a name\), row 2: has 2 cells where there are 3"),
        ("2 3\n- 4, -\n,x 0 -", "row 2, column 1: ',x' is no cell; write 0, -, 16, or ,24 or 17,24"),
        ("2 3\n- 4, 5\n,9 0 0", "row 1, column 3: '5' is no cell"),
        ("2 3\n- 4, 5,\n,18 0 0", "row 2, column 2, across: no 2 different digits add up to 18; write 3 to 17"),
        ("2 3\n- 4, 5,\n,0 0 0", "row 2, column 2, across: no 2 different digits add up to 0"),
        ("2 11\n" + "- " * 11 + "\n," + "45" + " 0" * 10, "row 2, column 2: 10 cells across; there are 9 digits"),
        ("2 3\n- 4, 5,\n,8 0 0", "the clues across come to 8 and those down to 9: no solution can exist; mend a clue"),
        ("2 3\n- 4, 5,\n,9 0 -", "row 1, column 3: the clue 5 down has no white cell after it"),
        ("2 2\n- -\n- 0", "row 2, column 2: this white cell is in no entry"),
        ("3 3\n- *, *,\n,* 0 0\n,7 0 0", "row 2, column 2: this white cell is in no entry"),
    ],
)
def test_bad_input(text, says):
    with pytest.raises(BadInput, match=says):
        parse_puzzles(text, "file")


def test_pieces_balance_each_for_itself():
    """Two squares that share no entry: one has too much across, the other as much too much down."""
    balanced = "6 6\n- 4, 6, - - -\n,7 0 0 - - -\n,3 0 0 - 4, 6,\n- - - ,7 0 0\n- - - ,3 0 0\n- - - - - -"
    assert len(Kakuro.parse(balanced).components()) == 2
    unbalanced = (
        balanced.replace(",7 0 0 - - -", ",8 0 0 - - -")
        .replace("- - - ,3", "- - - ,4")
        .replace("- 4, 6,\n", "- 5, 7,\n")
    )
    with pytest.raises(BadInput, match="row 2, column 2: in the entries connected there the clues across come to 11"):
        Kakuro.parse(unbalanced)


def test_random_digits_solve_their_puzzle():
    random = np.random.default_rng(3)
    for _ in range(20):
        digits = random.permutation(9)[:6].reshape(2, 3) + 1
        assert Kakuro.from_digits(digits.tolist()).is_solved_by(digits.ravel().tolist())
