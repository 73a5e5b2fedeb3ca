"""What passes leave unknown in random Rullos, against the definition and the readable solver."""

from collections import Counter
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

import rullo_studies as rs
from rullo_core.rullo.predicting import pool_of
from rullo_core.rullo.puzzle import Rullo
from rullo_studies.rullo.rests import NAMES, mean_of, parts_of, rests_of, shapes_in


def points(*pairs):
    return pd.DataFrame(pairs, columns=["size", "values"])


def masks_of(cells, height):
    return np.array([sum(1 << c for r, c in cells if r == row) for row in range(height)], np.uint64)


def closed(numbers, cells):
    """The cells of some that lines leave unknown, by the definition."""
    while True:
        stay = set(cells)
        for axis in (0, 1):
            for line in {cell[axis] for cell in cells}:
                own = [cell for cell in cells if cell[axis] == line]
                ways = [way for n in range(1, len(own) + 1) for way in combinations(own, n)]
                stay -= set(own) - {cell for way in ways if sum(numbers[c] for c in way) == 0 for cell in way}
        if stay == cells:
            return cells
        cells = stay


def minimal_shapes(numbers, cells):
    """The shapes of all minimal stopping sets, among all sets of cells."""
    stopping = []
    for number in range(1, len(cells) + 1):
        for part in map(set, combinations(sorted(cells), number)):
            if closed(numbers, part) == part and not any(smaller < part for smaller in stopping):
                stopping.append(part)
    return Counter(tuple(sorted(len({cell[axis] for cell in part}) for axis in (0, 1))) for part in stopping)


@pytest.mark.parametrize(("height", "width", "most"), [(4, 4, 2), (3, 5, 2), (5, 6, 4)])
def test_minimal_sets_are_those_of_the_definition(height, width, most):
    (rests,) = rests_of(height, width, tuple(range(1, most + 1)), 60, 3)
    looked_at = Counter()
    for numbers, unknown in zip(rests.numbers, rests.unknown, strict=True):
        cells = {(r, c) for r in range(height) for c in range(width) if int(unknown[r]) >> c & 1}
        if len(cells) <= 12:
            shapes = Counter(shapes_in(numbers, unknown))
            assert shapes == minimal_shapes(numbers, cells)
            looked_at[shapes.total()] += 1
    assert looked_at[0] > 0
    assert looked_at[1] > 0


def test_rests_are_those_of_the_readable_solver():
    (rests,) = rests_of(5, 6, (1, 2, 3, 4), 40, 3)
    for numbers, unknown in zip(rests.numbers, rests.unknown, strict=True):
        puzzle = Rullo.from_solution(np.abs(numbers).tolist(), (numbers < 0).tolist())
        assert puzzle.rate().open_cells == sum(int(mask).bit_count() for mask in unknown)


def test_parts_are_connected_by_lines():
    cells = {(0, 0), (0, 1), (1, 0), (1, 1), (3, 3), (3, 4), (4, 3), (4, 4)}
    parts = [set(part.cells) for part in parts_of(np.ones((5, 5), np.int64), masks_of(cells, 5))]
    assert sorted(map(min, parts)) == [(0, 0), (3, 3)]
    assert set().union(*parts) == cells
    (whole,) = parts_of(np.ones((5, 5), np.int64), masks_of(cells | {(1, 3)}, 5))
    assert len(whole.cells) == 9


def test_several_sets_in_one_part_are_told_apart():
    """Two rectangles that share a row."""
    numbers = np.array([[1, -1, 2, -2], [-1, 1, 7, 7], [7, 7, -2, 2]])
    cells = {(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (0, 3), (2, 2), (2, 3)}
    assert shapes_in(numbers, masks_of(cells, 3)) == [(2, 2), (2, 2)]


def test_puzzles_are_classified_by_their_rests():
    table = rs.rullo.classify_rests(points(("6x6", "1-4"), ("5x5", "1-9")), puzzles=1000, seed=4)
    assert table[NAMES].sum(axis=1).tolist() == pytest.approx([1, 1])
    for row, (side, most) in zip(table.itertuples(), [(6, 4), (5, 9)], strict=True):
        counts = Counter()
        for rests in rests_of(side, side, tuple(range(1, most + 1)), 1000, 4):
            for numbers, unknown, small in zip(*rests, strict=True):
                if unknown.any():
                    shapes = shapes_in(numbers, unknown) if small else []
                    counts["bulk" if not small else shapes[0] if len(shapes) == 1 else "several"] += 1
        assert row.stuck == counts.total() / 1000
        assert table.loc[row.Index, "2x2"] == pytest.approx(counts[2, 2] / counts.total())
        assert table.loc[row.Index, "3x3"] == pytest.approx(counts[3, 3] / counts.total())
        assert table.loc[row.Index, "several sets"] == pytest.approx(counts["several"] / counts.total())
        assert row.bulk == pytest.approx(counts["bulk"] / counts.total())


def test_without_stuck_puzzles_all_shares_are_0():
    table = rs.rullo.classify_rests(points(("2x2", "100-900")), puzzles=50)
    assert table[["stuck", *NAMES]].to_numpy().tolist() == [[0.0] * (len(NAMES) + 1)]


def test_the_sets_of_random_puzzles_are_as_many_as_expected():
    """An identity with the hold-up in Rullos, at sizes where sets are common; decoupled lines are an approximation."""
    table = rs.rullo.compare_stopping_sets(points(("6x6", "1-7"), ("4x6", "1-5")), puzzles=20_000, boards=10_000)
    error = np.hypot(table["error_counted"], table["error_predicted"])
    assert (abs(table["counted"] - table["predicted"]) < 4 * error + 1e-3).all()
    rectangles = table[table["shape"] == "2x2"]
    assert rectangles["expected"].tolist() == pytest.approx([15 * 15 / (8 * 7**3), 6 * 15 / (8 * 5**3)])
    assert (abs(table["hold_up"] - table["hold_up_decoupled"]) < 0.15).all()
    assert (table["error_hold_up"] < 0.02).all()
    assert (rectangles["counted"] > 0.05).all()


def test_clumps_are_parts_and_no_more_than_sets():
    row = rs.rullo.compare_clumps(points(("5x6", "1-4")), puzzles=1500, seed=4).iloc[0]
    small, simple, parts, sets = 0, 0, 0, 0
    for rests in rests_of(5, 6, (1, 2, 3, 4), 1500, 4):
        small += rests.small.sum()
        simple += (~rests.unknown.any(axis=1)).sum()
        for numbers, unknown in zip(rests.numbers[rests.small], rests.unknown[rests.small], strict=True):
            parts += sum(1 for _ in parts_of(numbers, unknown))
            sets += len(shapes_in(numbers, unknown))
    assert row.small == small / 1500
    assert row["none"] == pytest.approx(-np.log(simple / small))
    assert (row.clumps, row.sets) == (parts / small, sets / small)
    assert row.clumps < row["none"] < row.sets


def test_the_error_of_a_share_is_the_spread_of_several():
    tables = [rs.rullo.compare_clumps(points(("5x5", "1-4")), puzzles=300, seed=seed) for seed in range(200)]
    none = [table["none"].item() for table in tables]
    assert 0.85 < np.mean([table["error"].item() for table in tables]) / np.std(none) < 1.15


def test_without_simple_puzzles_a_logarithm_is_missing():
    row = rs.rullo.compare_clumps(points(("8x8", "1-2")), puzzles=50).iloc[0]
    assert (row.small, row.clumps, row.sets) == (0, 0, 0)
    assert np.isnan([row["none"], row.error]).all()


def test_means_are_exact_or_sampled():
    exact = rs.rullo.count_stopping_sets("4x4", "1-3").attrs["probability"]
    sampled = mean_of((4, 4), (1, 2, 3))
    assert abs(sampled.value - float(exact)) < 4 * sampled.error
    assert mean_of((3, 4), (1, 2, 3)) == (float(rs.rullo.count_stopping_sets("3x4", "1-3").attrs["probability"]), 0)
    values = tuple(range(1, 41))
    assert mean_of((2, 5), values).value == pool_of((2, 5), values, 0.5).probability
