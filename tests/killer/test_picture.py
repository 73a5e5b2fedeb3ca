"""Drawings of cages: neighbouring colours differ, and an outline surrounds each cage."""

from rullo_core.killer.generation import generate_puzzle
from rullo_core.killer.picture import INSET, Board, _digits, outline, panel_of, tints_of
from rullo_core.killer.puzzle import Killer
from rullo_core.killer.request import Request
from rullo_core.puzzles.boxes import neighbours
from tests.killer.examples import examples


def test_neighbours_differ():
    puzzles = [
        *examples().values(),
        *(generate_puzzle(Request(size=6, single_cell_cages=(0, 9)), 1, index).puzzle for index in range(5)),
    ]
    for puzzle in puzzles:
        tints, labels = tints_of(puzzle), puzzle.labels()
        assert len(tints) == puzzle.side**2
        for cell in range(puzzle.side**2):
            for neighbour in neighbours(cell, puzzle.side):
                assert (tints[cell] == tints[neighbour]) == (labels[cell] == labels[neighbour])
    loose = Killer.parse("killer 4x4 boxes 2x2 diagonals\na a . .\n. . . .\n. . . .\n. . . .\na=3")
    assert tints_of(loose)[2] == "white"
    assert tints_of(loose)[3] == tints_of(loose)[5] != "white"


def test_outlines_close():
    """Each line begins where another ends; at an inner corner, a little beyond the edge of a cell."""
    for cells in ((0,), (0, 1, 4), (1, 4, 5, 6, 9), (0, 1, 2, 4, 6)):
        lines = list(outline(cells, 4))
        ends = [(round(x, 3), round(y, 3)) for line in lines for x, y in (line[:2], line[2:])]
        assert all(ends.count(end) == 2 for end in ends)
        xs = [x for x, _ in ends]
        assert min(xs) == min(cell % 4 for cell in cells) + INSET
    assert len(list(outline((0,), 4))) == 4


def test_labels():
    puzzle = examples()["four-five-cages"]
    state = (frozenset({1, 2}), frozenset({3}), *(frozenset({1, 2, 3, 4}),) * 14)
    panel = panel_of(Board(puzzle, state, "four", frozenset({6})))
    texts = [label.text for label in panel.labels]
    assert texts[:5] == ["6", "7", "10", "8", "9"]
    assert sorted(texts[5:]) == ["1", "2", "3"]
    assert panel.caption == "four"
    (frame,) = (square for square in panel.squares if square.edge == "#d62728")
    assert 2 < frame.x < frame.x + frame.width < 3
    assert 1 < frame.y < frame.y + frame.height < 2


def test_candidates_are_in_reading_order_below_the_sum_of_their_cell():
    """Of a cell in the second row, fifth column: all but the 9."""
    labels = list(_digits(Killer(9, (3, 3), ()), frozenset(range(1, 9)), 13))
    places = [sorted({getattr(label, axis) for label in labels}) for axis in "yx"]
    assert [(int(label.text), places[0].index(label.y), places[1].index(label.x)) for label in labels] == [
        (digit, *divmod(digit - 1, 3)) for digit in range(1, 9)
    ]
    assert all(4 < label.x < 5 and 1.4 < label.y < 2 for label in labels)
