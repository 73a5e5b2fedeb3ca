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
    assert [(square.x, square.y) for square in panel.squares if square.fill == BLACK] == [
        (0, 0),
        (1, 0),
        (2, 0),
        (0, 1),
        (0, 2),
    ]
    # Clues down stand on the left below, those across on the right above.
    assert {(label.text, round(label.x, 2), round(label.y, 2)) for label in panel.labels} == {
        ("4", 1.32, 0.74),
        ("6", 2.32, 0.74),
        ("7", 0.68, 1.28),
        ("3", 0.68, 2.28),
    }
    assert sorted(panel.strokes) == [(0, 1, 1, 2), (0, 2, 1, 3), (1, 0, 2, 1), (2, 0, 3, 1)]
    solved = panel_of(Board(SQUARE, tuple(frozenset({digit}) for digit in (3, 4, 1, 2))))
    digits = {(label.x, label.y): label.text for label in solved.labels if label.size == 1}
    assert digits == {(1.5, 1.5): "3", (2.5, 1.5): "4", (1.5, 2.5): "1", (2.5, 2.5): "2"}
    assert sum(square.fill == FIXED for square in solved.squares) == 4


def test_what_is_still_possible():
    all_digits = frozenset(range(1, 10))
    panel = panel_of(Board(SQUARE, (all_digits, frozenset({1, 9}), frozenset({1}), frozenset({5})), marked=[1]))
    small = {(label.text, round(label.x, 2), round(label.y, 2)) for label in panel.labels if label.size < 0.5}
    assert small == {("1", 2.22, 1.22), ("9", 2.78, 1.78)}
    assert [square.fill for square in panel.squares[-4:]] == ["white", OPEN, FIXED, FIXED]


def test_a_sheet(tmp_path):
    for name in ("one.svg", "two.svg", "one.pdf"):
        API.write_sheet([SQUARE] * 2, tmp_path / name)
    output = (tmp_path / "one.svg").read_text()
    assert output == (tmp_path / "two.svg").read_text()
    assert [f"<!-- {title} {n} -->" in output for title in ("Puzzle", "Solution") for n in (1, 2, 3)] == [
        True,
        True,
        False,
    ] * 2
    assert (tmp_path / "one.pdf").read_bytes().startswith(b"%PDF")


def test_a_puzzle_is_drawn_with_what_any_level_leaves():
    """Also for levels that no puzzle is rated by: one that leaves two candidates in each cell, and one that solves."""
    weaker, stronger = (SQUARE.plot(level=level) for level in ("B+FC", "R+B+FC"))
    assert len(texts_of(weaker).get_paths()) == len(texts_of(stronger).get_paths()) + 4
    plt.close("all")
