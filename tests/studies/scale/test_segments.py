"""Boards of segments: which cross, where patterns are, and passes on them, against the definitions."""

from itertools import permutations, product

import numpy as np
import pytest

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.rullo.kernels.predicting import boards
from rullo_core.rullo.predicting import classes_of
from rullo_studies.scale.information import board_bits
from rullo_studies.scale.planted import cut_lines
from rullo_studies.scale.propagation import examine
from rullo_studies.scale.puzzle import Planted, Sum
from rullo_studies.scale.segments import canonical_order, cells_of, count_places, draw_places, segments_of

CUTS = [(4, 6, 2), (6, 6, 3), (8, 4, 4), (6, 9, 3), (8, 8, 4), (5, 6, 0)]

SQUARE = np.ones((2, 2), bool)

HEXAGON = np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1]], bool)

PATTERNS = [SQUARE, np.ones((2, 3), bool), HEXAGON, np.array([[1, 1, 1], [1, 1, 0], [1, 0, 1]], bool)]


def segments(cut):
    """The cells of each segment as sets, horizontal ones and vertical ones."""
    height, width, reach = cut
    sets = [set(cells) for cells in cut_lines(height, width, reach or None)]
    rows = sum(1 for cells in sets if len({cell // width for cell in cells}) == 1)
    return sets[:rows], sets[rows:]


@pytest.mark.parametrize("cut", CUTS)
def test_segments_cross_where_they_share_a_cell(cut):
    rows, columns = segments(cut)
    lines, cell_of = segments_of(cut), cells_of(cut)
    assert lines.rows == len(rows)
    assert lines.length.tolist() == list(map(len, rows + columns))
    for (r, row), (c, column) in product(enumerate(rows), enumerate(columns, len(rows))):
        assert len(row & column) <= 1
        assert (cell_of[r, c] >= 0) == (cell_of[c, r] >= 0) == bool(row & column)
        if row & column:
            assert lines.across[r, cell_of[r, c]] == c
            assert lines.place[r, cell_of[r, c]] == cell_of[c, r]
            assert lines.place[c, cell_of[c, r]] == cell_of[r, c]


def places_by_listing(pattern, cut):
    """All choices of rows and of columns, in the order of the pattern, that cross where it has a cell."""
    rows, columns = segments(cut)
    cells = [tuple(place) for place in np.argwhere(pattern)]
    return [
        (of_rows, of_columns)
        for of_rows in permutations(range(len(rows)), len(pattern))
        for of_columns in permutations(range(len(columns)), pattern.shape[1])
        if all(rows[of_rows[r]] & columns[of_columns[c]] for r, c in cells)
    ]


@pytest.mark.parametrize(("cut", "number"), [((6, 6, 3), 4), ((8, 4, 4), 4), ((5, 6, 0), 4)])
def test_places_are_those_of_a_list(cut, number):
    counts = [len(places_by_listing(pattern, cut)) for pattern in PATTERNS[:number]]
    assert counts == [count_places(pattern, cut) for pattern in PATTERNS[:number]]
    assert any(counts)


def test_places_of_larger_patterns_are_those_of_a_list():
    """Of four rows and columns, by choices of rows, and of the columns that may cross these."""
    cut = (6, 6, 3)
    rows, columns = segments(cut)
    numbers = []
    for pattern in (np.eye(4, dtype=bool) | np.roll(np.eye(4, dtype=bool), 1, axis=1), np.ones((4, 2), bool)):
        number = 0
        for of_rows in permutations(rows, 4):
            possible = [
                {c for c, column in enumerate(columns) if all(of_rows[r] & column for r in np.flatnonzero(cells))}
                for cells in pattern.T
            ]
            number += sum(len(set(chosen)) == len(chosen) for chosen in product(*possible))
        assert count_places(pattern, cut) == number
        numbers.append(number)
    assert numbers[0] > 0


def test_the_canonical_order_does_not_depend_on_the_order_of_lines():
    rng = np.random.default_rng(1)
    for pattern in PATTERNS:
        moved = pattern[rng.permutation(len(pattern))][:, rng.permutation(pattern.shape[1])]
        first, second = (one[np.ix_(*canonical_order(one))] for one in (moved, pattern))
        assert (first == second).all()
        assert count_places(moved, (6, 9, 3)) == count_places(pattern, (6, 9, 3))


@pytest.mark.parametrize("cut", [(6, 6, 3), (4, 4, 0)])
def test_places_are_drawn_with_equal_probability(cut):
    """Those of a hexagon: each of the places that are listed, about as often."""
    rows, _ = segments(cut)
    listed = places_by_listing(HEXAGON, cut)
    cell_of, number = cells_of(cut), 40 * len(listed)
    drawn = draw_places(HEXAGON, cut, number, np.random.default_rng(1))
    expected = {
        tuple(64 * r[i] + cell_of[r[i], len(rows) + c[j]] for i, j in np.argwhere(HEXAGON)): 0 for r, c in listed
    }
    for place in drawn:
        expected[tuple(place[HEXAGON].tolist())] += 1
    frequency = np.array([*expected.values()]) / 40
    assert frequency.mean() == 1
    assert 0.8 < frequency.std() * 40**0.5 < 1.2
    assert (drawn[:, ~HEXAGON] == 0).all()


def planted_of(board, cut):
    """The board of the predictor as a puzzle of the scale."""
    height, width, reach = cut
    numbers, included = np.zeros((2, height * width), np.int64)
    of_segments = list(cut_lines(height, width, reach))
    for row in range(board.lines.rows):
        for place, cell in enumerate(of_segments[row]):
            numbers[cell], included[cell] = board.numbers[row, place], int(board.included[row]) >> place & 1
    sums = tuple(
        Sum(cells, tuple(numbers[list(cells)].tolist()), int((numbers * included)[list(cells)].sum()))
        for cells in of_segments
    )
    return Planted(included, 2, (), sums, (), board_bits("rullo", height, width), np.eye(height * width) / 4)


@pytest.mark.parametrize(("cut", "largest"), [((6, 6, 3), 2), ((12, 12, 3), 2), ((8, 12, 4), 3), ((10, 10, 5), 4)])
def test_passes_on_segments_solve_what_single_constraints_solve(cut, largest):
    classes, solved = classes_of(range(1, largest + 1), largest), []
    board, rng = boards.board_for(segments_of(cut), largest), rng_from_seed(3, 0)
    for _ in range(40):
        boards.draw(board, classes, 0.5, rng)
        boards.count_passes(board, 0)
        puzzle = planted_of(board, cut)
        solved.append(not board.unknown.any())
        assert examine(puzzle, 10**5, False, np.zeros(1, np.uint8)).single == solved[-1]
    assert 0 < np.mean(solved) < 1


def test_components_of_segments_are_small_or_not():
    """A chain of cells along segments, one more at a time, by the definition."""
    cut = (12, 12, 3)
    lines, rng = segments_of(cut), np.random.default_rng(2)
    outcomes = set()
    for _ in range(300):
        unknown, cells = np.zeros(len(lines.length), np.uint64), set()
        for _ in range(rng.integers(1, 40)):
            cells.add((int(rng.integers(lines.rows)), int(rng.integers(3))))
        for row, cell in cells:
            unknown[row] |= np.uint64(1 << cell)
            unknown[lines.across[row, cell]] |= np.uint64(1 << lines.place[row, cell])
        groups = [[{row}, {int(lines.across[row, cell])}] for row, cell in cells]
        merged = True
        while merged:
            merged = False
            for first, second in permutations(groups, 2):
                if first[0] & second[0] or first[1] & second[1]:
                    first[0] |= second[0]
                    first[1] |= second[1]
                    groups.remove(second)
                    merged = True
                    break
        sizes = [sorted(map(len, group)) for group in groups]
        expected = all(2 * a * b <= 144 and (b <= 4 or a <= 2) for a, b in sizes)
        assert boards.is_small(unknown, lines) == expected
        outcomes.add(expected)
    assert outcomes == {True, False}
