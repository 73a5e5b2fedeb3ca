"""The floor of boards of segments: probabilities of sets by their patterns, and how many there are on a board."""

from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from rullo_core.rullo.predicting import floors
from rullo_studies.rullo.stopping_sets import patterns_of, probability_of, sample_boxes
from rullo_studies.scale.floor import boxes_of, floor_of, floors_of
from rullo_studies.scale.segments import cells_of, segments_of


@pytest.mark.parametrize(("shape", "largest"), [((3, 3), 2), ((3, 3), 9), ((3, 4), 4), ((4, 4), 2)])
def test_sets_of_each_number_of_cells_are_as_probable_as_they_are_counted(shape, largest):
    values = tuple(range(1, largest + 1))
    boxes, means = sample_boxes(*shape, values, 200_000, 1)
    exact = np.zeros(17)
    for pattern in patterns_of(*shape, values):
        exact[pattern.cells] += float(probability_of(pattern.boxes, pattern.cells, values))
    cells = np.count_nonzero(boxes, axis=(1, 2))
    for number in np.flatnonzero(exact):
        of_parts = means[:, cells == number].sum(axis=1)
        error = of_parts.std(ddof=1) / len(of_parts) ** 0.5
        assert abs(of_parts.mean() - exact[number]) < 4.5 * error + 1e-12
    assert not means[:, exact[cells] == 0].any()


def test_boxes_of_a_pattern_have_it_in_the_same_order():
    boxes, pattern_of, means = boxes_of((3, 4), 4)
    assert means.shape[1] == len(boxes) == len(pattern_of)
    patterns = [np.unique(boxes[pattern_of == i] != 0, axis=0) for i in range(pattern_of.max() + 1)]
    assert all(len(of_pattern) == 1 for of_pattern in patterns)
    assert len(np.unique(np.concatenate(patterns), axis=0)) == len(patterns) > 4


@pytest.mark.parametrize(("shape", "largest"), [((2, 2), 5), ((2, 4), 3), ((3, 2), 4)])
def test_whole_lines_have_the_strips_of_the_predictor(shape, largest):
    floor = floor_of(shape, largest, (6, 7, 0))
    expected = {one.shape: one for one in floors(6, 7, tuple(range(1, largest + 1)), 0.5)}[shape]
    assert floor.expected == pytest.approx(expected.expected)
    assert (floor.sets == expected.sets).all()


def signed_boards(cut, largest, number, rng):
    """Random signed numbers of the cells of each segment across."""
    lines = segments_of(cut)
    numbers = rng.integers(1, largest + 1, (number, lines.rows, cut[2]))
    return numbers * rng.choice([-1, 1], numbers.shape)


def squares_of(cut):
    """Every two segments across and two down that cross each other, as two cells of each of the former."""
    lines, cell_of = segments_of(cut), cells_of(cut)
    return [
        (rows, [[cell_of[r, c] for c in columns] for r in rows])
        for rows in combinations(range(lines.rows), 2)
        for columns in combinations(range(lines.rows, len(lines.length)), 2)
        if all(cell_of[r, c] >= 0 for r, c in product(rows, columns))
    ]


@pytest.mark.parametrize(("cut", "largest"), [((6, 6, 3), 1), ((8, 8, 4), 2)])
def test_squares_of_four_cells_are_as_many_as_on_random_boards(cut, largest):
    boards = signed_boards(cut, largest, 3000, np.random.default_rng(1))
    number = np.zeros(len(boards))
    for (first, second), (of_first, of_second) in squares_of(cut):
        top, bottom = boards[:, first, of_first], boards[:, second, of_second]
        number += (top.sum(axis=1) == 0) & (top + bottom == 0).all(axis=1)
    floor = floor_of((2, 2), largest, cut)
    assert abs(number.mean() - floor.expected) < 4 * number.std() / len(boards) ** 0.5
    assert number.mean() > 0.05


def hexagons_by_listing(cut):
    """How many sixes of cells, two in each of three segments across and three down, a board has."""
    lines, number = segments_of(cut), 0
    for rows in combinations(range(lines.rows), 3):
        for cells in product(*(combinations(lines.across[r].tolist(), 2) for r in rows)):
            columns = sorted(sum(cells, ()))
            number += columns[::2] == columns[1::2] and len(set(columns)) == 3
    return number


def test_hexagons_are_as_many_as_they_are_listed():
    """On boards of equal numbers, only hexagons are minimal sets of 3x3: each with two choices of signs in 2^6."""
    cut = (6, 6, 3)
    floor = floor_of((3, 3), 1, cut)
    hexagons = hexagons_by_listing(cut)
    assert hexagons > 0
    assert abs(floor.expected - hexagons / 32) < 4 * floor.error
    assert set(np.count_nonzero(floor.sets, axis=(1, 2)).tolist()) == {6}


def test_all_sets_are_planted_where_lines_cross():
    for floor in floors_of(3, (10, 10, 5)):
        assert floor.sets.shape[1:] == floor.places.shape[1:] == floor.shape
        assert floor.expected > 0 <= floor.error
        lines = segments_of((10, 10, 5))
        for box, places in zip(floor.sets[:40], floor.places[:40], strict=False):
            rows, cells = places // 64, places % 64
            columns = lines.across[rows, cells]
            for i, j in product(range(floor.shape[0]), range(floor.shape[1])):
                is_of_line = box[i] != 0, box[:, j] != 0
                assert len(set(rows[i, is_of_line[0]])) == len(set(columns[is_of_line[1], j])) == 1
            of_set = box != 0
            assert len(np.unique(rows[of_set])) == floor.shape[0]
            assert len(np.unique(columns[of_set])) == floor.shape[1]


def test_shapes_fit_into_half_of_the_board():
    assert [floor.shape for floor in floors_of(3, (4, 6, 0))] == [
        *[(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (2, 5), (3, 3), (3, 4), (4, 3)]
    ]
    (square, *_) = floors_of(3, (4, 6, 0))
    assert square.expected == pytest.approx(comb(4, 2) * comb(6, 2) / (8 * 27))
