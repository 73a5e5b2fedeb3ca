"""What is in the pictures: black cells with their clues, digits, and what is still possible."""

import matplotlib.pyplot as plt

from rullo_core.kakuro.api import API
from rullo_core.kakuro.picture import BLACK, FIXED, OPEN, Board, panel_of
from rullo_core.kakuro.puzzle import Kakuro
from tests.drawn import texts_of

SQUARE = Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0")


def test_a_puzzle_and_its_solution():
    panel = panel_of(Board(SQUARE, caption="to solve"))
    assert (panel.width, panel.height, panel.caption) == (3, 3, "to solve")
    assert [(one.x, one.y) for one in panel.squares if one.fill == BLACK] == [(0, 0), (1, 0), (2, 0), (0, 1), (0, 2)]
    # Clues down stand on the left below, those across on the right above.
    assert {(one.text, round(one.x, 2), round(one.y, 2)) for one in panel.labels} == {
        ("4", 1.32, 0.74),
        ("6", 2.32, 0.74),
        ("7", 0.68, 1.28),
        ("3", 0.68, 2.28),
    }
    assert sorted(panel.strokes) == [(0, 1, 1, 2), (0, 2, 1, 3), (1, 0, 2, 1), (2, 0, 3, 1)]
    solved = panel_of(Board(SQUARE, tuple(frozenset({digit}) for digit in (3, 4, 1, 2))))
    digits = {(one.x, one.y): one.text for one in solved.labels if one.size == 1}
    assert digits == {(1.5, 1.5): "3", (2.5, 1.5): "4", (1.5, 2.5): "1", (2.5, 2.5): "2"}
    assert sum(one.fill == FIXED for one in solved.squares) == 4


def test_what_is_still_possible():
    everything = frozenset(range(1, 10))
    panel = panel_of(Board(SQUARE, (everything, frozenset({1, 9}), frozenset({1}), frozenset({5})), marked=[1]))
    small = {(one.text, round(one.x, 2), round(one.y, 2)) for one in panel.labels if one.size < 0.5}
    assert small == {("1", 2.22, 1.22), ("9", 2.78, 1.78)}
    assert [one.fill for one in panel.squares[-4:]] == ["white", OPEN, FIXED, FIXED]


def test_a_sheet(tmp_path):
    for name in ("one.svg", "two.svg", "one.pdf"):
        API.write_sheet([SQUARE] * 2, tmp_path / name)
    output = (tmp_path / "one.svg").read_text()
    assert output == (tmp_path / "two.svg").read_text()
    assert [f"<!-- {what} {n} -->" in output for what in ("Puzzle", "Solution") for n in (1, 2, 3)] == [
        True,
        True,
        False,
    ] * 2
    assert (tmp_path / "one.pdf").read_bytes().startswith(b"%PDF")


def test_a_puzzle_is_drawn_with_what_any_level_leaves():
    """Also for levels that no puzzle is rated by: one that leaves two candidates in each cell, and one that solves."""
    more, fewer = (SQUARE.plot(level=level) for level in ("B+FC", "R+B+FC"))
    assert len(texts_of(more).get_paths()) == len(texts_of(fewer).get_paths()) + 4
    plt.close("all")
