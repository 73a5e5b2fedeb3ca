import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from itertools import permutations, product
from math import comb
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from rullo_core.datasets.tally import Tally
from rullo_core.errors import BadInput
from rullo_core.paths import ROOT
from rullo_core.rullo import hard_puzzles
from rullo_core.rullo.experiments import census as module
from rullo_core.rullo.experiments import counting
from rullo_core.rullo.experiments.census import Census
from rullo_core.rullo.experiments.classes import Classes
from rullo_core.rullo.experiments.results import numbers_of
from rullo_core.rullo.hard_puzzles import classes, rated_puzzles
from rullo_core.rullo.kernels.lines.counts import empty_counts
from rullo_core.rullo.puzzle import Rullo, flat
from rullo_core.rullo.solver import difficulty, is_simple, reach
from rullo_core.runs import experiment
from rullo_core.runs.run import run, run_and_store
from rullo_studies.rullo.exact_censuses import count_each_grid
from rullo_studies.rullo.thesis import published
from rullo_studies.rullo.thesis.symmetry import folded

# The larger grids represent sizes, holes and negative numbers; the last needs lines of more than one word of a table.
SMALL = [
    (1, 1, (0, 1)),
    (2, 2, (1,)),
    (2, 2, (1, 2, 3)),
    (2, 2, (-1, 0, 1)),
    (2, 3, (1, 2)),
    (3, 2, (1, 2)),
    (2, 3, (0, 1)),
    (1, 5, (1, 2)),
    (4, 1, (-2, 1, 3)),
    (2, 2, (2**31 - 1, 1)),
]


def rate_readably(grids):
    """Rate every solution on the grids with the readable solver: kind, difficulty, puzzle and solution."""
    for grid in grids:
        for choices in product(*((False, True) if number else (False,) for number in flat(grid))):
            width = len(grid[0])
            solution = tuple(tuple(choices[i : i + width]) for i in range(0, len(choices), width))
            puzzle = Rullo.from_solution(grid, solution)
            yield "simple" if is_simple(puzzle) else "exhaustive", difficulty(puzzle, solution), puzzle, solution


def as_tally(ratings):
    rows = [(sum(flat(solution)), kind, hard, 1) for kind, hard, _, solution in ratings]
    return Tally.from_frame(
        pd.DataFrame(rows, columns=["required", "outcome", "passes", "puzzles"]).astype({"required": "int16"})
    )


def count_readably(grids):
    """Return the tally of every solution on the grids."""
    return as_tally(rate_readably(grids))


@cache
def readable_census(height, width, values):
    """Return the counts of the readable solver, and for each kind the greatest difficulty and its puzzles."""
    grids = (
        tuple(tuple(cells[r * width : (r + 1) * width]) for r in range(height))
        for cells in product(values, repeat=height * width)
    )
    ratings = list(rate_readably(grids))
    by_sort = {}
    for kind, hard, puzzle, solution in ratings:
        every_number = set(flat(puzzle.numbers)) == set(values)
        by_sort.setdefault((kind, every_number), []).append((kind, hard, puzzle, solution))
    greatest = {sort: max(hard for _, hard, _, _ in puzzles) for sort, puzzles in by_sort.items()}
    return as_tally(ratings), {
        (kind, hard, *least_order(puzzle, solution))
        for sort, puzzles in by_sort.items()
        for kind, hard, puzzle, solution in puzzles
        if hard == greatest[sort]
    }


def least_order(puzzle, solution):
    """Return the least form of a puzzle and its solution over all orders of rows and columns."""

    def permuted(rows, columns):
        return puzzle.permuted(rows, columns), tuple(tuple(solution[r][c] for c in columns) for r in rows)

    orders = (permutations(range(puzzle.height)), permutations(range(puzzle.width)))
    by_columns = puzzle.height <= puzzle.width
    return min((permuted(*order) for order in product(*orders)), key=lambda pair: marked(*pair, by_columns))


def marked(puzzle, solution, by_columns):
    rows = [
        [2 * n + is_included for n, is_included in zip(*two, strict=True)]
        for two in zip(puzzle.numbers, solution, strict=True)
    ]
    return list(zip(*rows, strict=True)) if by_columns else rows


@pytest.mark.parametrize(("height", "width", "values"), SMALL)
@pytest.mark.parametrize("way", ["classes", "tables", "numbers"])
def test_census_matches_the_readable_solver(monkeypatch, height, width, values, way):
    """Equivalent grids are counted together, each separately, and with lines solved each time."""
    if way == "numbers":
        monkeypatch.setattr(counting, "LARGEST_TABLES", 0)
    counting.forms_of_lines.cache_clear()
    values = tuple(sorted(values))
    census = Census(height, width, values, uses_classes=way == "classes")
    outcome = run(census, threads=2)
    expected, hardest_expected = readable_census(height, width, values)
    assert outcome.tally.frame.equals(expected.frame)
    assert outcome.tally.total == census.puzzles
    hardest = {
        (rating.kind, rating.difficulty, rating.puzzle, rating.solution) for rating in rated_puzzles(outcome.hardest)
    }
    assert hardest == hardest_expected
    assert len(outcome.hardest) == len(hardest_expected)


@pytest.mark.parametrize(
    ("height", "width", "values", "all_hardest"),
    [
        (2, 2, (1, 2, 3, 4, 5), True),
        (2, 2, (-3, -2, 0, 1, 5), True),
        (2, 3, (1, 2, 3), True),
        (3, 2, (0, 1, 2), True),
        (3, 3, (1, 2), True),
        (2, 2, tuple(range(1, 20)), False),
        (2, 3, tuple(range(1, 8)), False),
        (2, 4, (-1, 0, 2, 3), False),
        (4, 2, (1, 2, 3), False),
        (2, 5, (1, 2), False),
        (3, 3, (2, 3, 4), False),
        (3, 3, (-1, 0, 1), False),
        (3, 4, (1, 3), False),
        pytest.param(4, 4, (3,), False, marks=pytest.mark.slow),
    ],
)
def test_counting_grids_together_gives_the_same_results(monkeypatch, height, width, values, all_hardest):
    """The counts are the same, and so are all hardest puzzles of each kind."""
    monkeypatch.setattr(hard_puzzles, "KEEP", 10**5 if all_hardest else 1)
    census = Census(height, width, values)
    assert census.classes() is not None
    by_classes = run(census, threads=2)
    separate_census = replace(census, uses_classes=False)
    if len(values) * height * width < 20:
        assert count_each_grid((height, width), values, threads=2).equals(by_classes.tally.frame)
    assert separate_census.classes() is None
    separate = run(separate_census, threads=2)
    assert by_classes.tally == separate.tally
    assert by_classes.tally.total == census.puzzles
    if all_hardest:
        assert by_classes.hardest == separate.hardest


def test_census_of_3x3_over_1_to_9():
    """There are 198 billion puzzles; those over 2-4 among them are no more difficult."""
    census = Census(3, 3, tuple(range(1, 10)))
    outcome = run(census)
    assert outcome.tally.total == census.puzzles == 198_359_290_368
    assert outcome.tally.of_outcome("simple").frame["passes"].max() == 4.5
    table = outcome.tally.count_by("required").to_numpy()
    assert (table == table[::-1]).all()
    binomials = [9**9 * comb(9, required) for required in range(10)]
    assert table.sum(axis=1).tolist() == binomials


@pytest.mark.parametrize("shard", [1, 4, 2**6])
@pytest.mark.parametrize("uses_classes", [True, False])
def test_census_does_not_depend_on_shards_or_threads(monkeypatch, shard, uses_classes):
    census = Census(2, 3, (0, 1, 2), uses_classes=uses_classes)
    expected = run(census, threads=1)
    monkeypatch.setattr(module, "SHARD", shard)
    monkeypatch.setattr(module, "PARTS", shard)
    monkeypatch.setattr(module, "SHARD_OF_CLASSES", 32 * shard)
    outcome = run(census, threads=3)
    assert outcome.tally == expected.tally
    assert outcome.hardest == expected.hardest


def test_number_of_hardest_puzzles_is_limited(monkeypatch):
    census = Census(2, 3, (1, 2))
    all_puzzles = rated_puzzles(run(census, threads=1).hardest)
    monkeypatch.setattr(hard_puzzles, "KEEP", 2)
    for shard in (2**3, 2**19):
        monkeypatch.setattr(module, "SHARD_OF_CLASSES", shard)
        puzzles = rated_puzzles(run(census, threads=2).hardest)
        assert set(puzzles) <= set(all_puzzles)
        sorts = [(rating.kind, len(set(flat(rating.puzzle.numbers)))) for rating in puzzles]
        assert all(sorts.count(sort) <= 2 for sort in sorts)
        assert set(sorts) == {(rating.kind, len(set(flat(rating.puzzle.numbers)))) for rating in all_puzzles}


@pytest.mark.parametrize("key", ["passes", "required"])
def test_counts_match_table_1(thesis_census, key):
    counts = folded(thesis_census.tally, 9).count_by(key)
    published_counts = published.published_table(1, key)
    assert list(counts.index) == list(published_counts.index)
    assert (counts.to_numpy() == published_counts.to_numpy()).all()
    assert thesis_census.tally.total == 10_077_696


def test_inverses_mirror_the_counts(thesis_census):
    table = thesis_census.tally.count_by("required").to_numpy()
    assert (table == table[::-1]).all()


def test_hardest_simple_puzzles_match_the_thesis(thesis_census, figures):
    """Section 6.1 and Figure 14: 108 puzzles of difficulty 4.5, 216 with their inverses, two that differ."""
    ratings = hard_puzzles.hardest(thesis_census, "simple")
    puzzles = [rating.puzzle for rating in ratings]
    assert {rating.difficulty for rating in ratings} == {4.5}
    in_any_order = {
        puzzle.permuted(rows, columns)
        for puzzle in puzzles
        for rows in permutations(range(3))
        for columns in permutations(range(3))
    }
    assert len(in_any_order) == 216
    assert sum(sum(flat(reach(puzzle))) <= 4 for puzzle in in_any_order) == 108
    assert len(classes(puzzles)) == len(puzzles) == 8
    assert len(classes(puzzles, transpose=True)) == 4
    assert len(classes(puzzles, invert=True)) == 4
    two = classes(puzzles, transpose=True, invert=True)
    assert two == classes([figures["figure 14, left"], figures["figure 14, right"]], transpose=True, invert=True)
    assert len(two) == 2


def test_hardest_puzzle_with_every_number_matches_the_thesis(thesis_census, figures):
    ratings = hard_puzzles.hardest(thesis_census, "simple", every_number=True)
    assert {rating.difficulty for rating in ratings} == {4}
    assert figures["figure 15"].canonical() in classes(rating.puzzle for rating in ratings)
    assert all(set(flat(rating.puzzle.numbers)) == {2, 3, 4} for rating in ratings)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((9, 9, (1, 2)), "81 cells, but rullo census goes up to 64"),
        ((3, 3, ()), "at least one number"),
        ((3, 3, (2, 1)), "ascending"),
        ((3, 3, (1, 2**31)), "numbers may go from"),
    ],
)
def test_invalid_parameters_of_a_census_are_refused(arguments, says):
    with pytest.raises(BadInput, match=says):
        Census(*arguments)


@pytest.mark.parametrize(
    ("height", "width", "values"),
    [
        (3, 3, (1,)),
        (3, 3, (0, 1)),
        (3, 3, (1, 2)),
        (2, 3, (0, 1, 2, 3)),
        (2, 4, (1, 2, 3)),
        (3, 4, (1,)),
        (3, 4, (1, 2)),
        pytest.param(4, 4, (1, 2), marks=pytest.mark.slow),  # forty seconds
        (1, 6, (1, 2)),
        (1, 4, (0, 1, 2)),
    ],
)
def test_the_time_is_estimated_within_a_factor_of_two(monkeypatch, height, width, values):
    """On a clock that stands still but for a second for each solution that is rated."""
    clock = rating_clock(monkeypatch)
    census = Census(height, width, values)
    estimate = census.estimate_seconds(4, longest=600)
    spent, clock[0] = clock[0], 0
    for shard in census.shards():
        census.count(shard, np.zeros(1, np.uint8))
    assert clock[0] / 2 < 4 * estimate < clock[0] * 2
    assert spent < max(clock[0] / 20, 2 * module.SOLUTIONS_TO_TIME)


def rating_clock(monkeypatch):
    """Return the seconds of a clock, which experiments look at, that goes on with the solutions that kernels rate."""
    clock = [0]
    monkeypatch.setattr(experiment, "time", SimpleNamespace(perf_counter=lambda: clock[0]))
    of_classes, of_blocks, of_stretch = counting.weighted.count, counting.blocks.count_in_blocks, counting.kernel.count

    def count_one_by_one(grids, first, last, forms, orders, *rest):
        of_classes(grids, first, last, forms, orders, *rest)
        height, width = len(orders.rows[0]), len(orders.columns[0])
        for digits in grids.digits:
            is_numbered = forms.values[digits] != 0
            half = range(first, min(last, max(1, 2 ** int(is_numbered.sum()) // 2)))
            moves = counting.symmetries(height, width, digits) if len(orders.rows) * len(orders.columns) > 1 else None
            clock[0] += len(half) if moves is None or len(moves) == 1 else different(moves, is_numbered)

    def count_in_blocks(grid, first, last, *rest):
        of_blocks(grid, first, last, *rest)
        clock[0] += last - first

    def count(height, width, forms, digits, of_stretch_, *rest):
        previous = int(rest[0].completed[0])
        of_stretch(height, width, forms, digits, of_stretch_, *rest)
        clock[0] += (int(rest[0].completed[0]) - previous) / 2

    monkeypatch.setattr(counting.weighted, "count", count_one_by_one)
    monkeypatch.setattr(counting.blocks, "count_in_blocks", count_in_blocks)
    monkeypatch.setattr(counting.kernel, "count", count)
    return clock


def different(moves, is_numbered):
    """Count the solutions that symmetries of a grid do not map to each other, or to each other's inverses."""
    solutions = np.array(list(product(*((0, 1) if cell else (0,) for cell in is_numbered))))
    bits = 1 << np.arange(len(is_numbered))
    images = solutions[:, moves] @ bits
    return len(np.unique(np.minimum(images.min(axis=1), (is_numbered @ bits - images).min(axis=1))))


def test_solutions_up_to_symmetry_are_counted():
    """Of all matrices of zeros and ones: 36 of 3x3 up to the order of rows and columns, and 317 of 4x4."""
    is_numbered = np.ones(16, bool)
    assert counting.count_orbits(counting.symmetries(3, 3, np.zeros(9, np.uint16)), is_numbered[:9]) == 36
    assert counting.count_orbits(counting.symmetries(4, 4, np.zeros(16, np.uint16)), is_numbered) == 317
    assert counting.count_orbits(counting.symmetries(2, 2, np.array([0, 1, 1, 2], np.uint16)), is_numbered[:4]) == 16


@pytest.mark.slow
def test_the_time_of_a_large_census_is_hours(monkeypatch):
    """However busy the machine is; few grids are sorted."""
    monkeypatch.setattr(module, "GRIDS_TO_SORT", 2**23)
    assert Census(5, 5, (1, 2)).estimate_seconds(2) > 3600
    assert Census(5, 5, (0, 1)).estimate_seconds(2) > 60
    with pytest.raises(BadInput, match="are counted one by one; take a smaller size or"):
        Census(8, 8, (1, 2)).estimate_seconds(1, longest=0.05)


def test_stop_ends_a_stretch_at_once():
    census = Census(5, 5, (1, 2))
    assert census.count(next(census.shards()), np.ones(1, np.uint8)).puzzles == 0


SCRIPT = """
import warnings
from rullo_core.rullo.experiments.census import Census
from rullo_core.runs.run import run
from rullo_core.rullo.generation import draw_puzzle
from rullo_core.rullo.hard_puzzles import rated_puzzles
from rullo_core.rullo.solver import difficulty
from tests.rullo.kernels.rating import rate
warnings.simplefilter("error")
warnings.filterwarnings("ignore", "overflow encountered in scalar")  # masks wrap around, as they do when compiled
for height, width, values in ((2, 2, (1, 2)), (1, 3, (-1, 0, 1)), (2, 3, (1,))):
    found = run(Census(height, width, values), threads=1)
    print(found.tally.frame.to_csv(), [str(rated) for rated in rated_puzzles(found.hardest)])
for index in range(12):
    puzzle, solution = draw_puzzle(5, 5, tuple(range(1, 10)), 9, index)
    known, difficult = rate(puzzle, solution)
    assert difficult == difficulty(puzzle, solution)
    print(known, difficult)
"""


def test_kernels_give_the_same_results_without_the_compiler():
    def output(**environment):
        return subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env=os.environ | environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    assert output(NUMBA_DISABLE_JIT="1") == output()


def test_census_of_4x4_has_its_checksum(tmp_path):
    """Nearly half of the puzzles over {1, 2} need guesses."""
    dataset = run_and_store(Census(4, 4, (1, 2)), tmp_path / "census.parquet")
    assert dataset.manifest["sha256"] == "c0b17a259b77c3fd8a84a64073221a7e21d02cb0d98af7a88fdd1cdf22d85c4c"


@pytest.mark.parametrize("seed", [2, 3])
def test_memory_is_cleared_between_grids(seed):
    """Count twelve 4x4 grids in one call, and each in a call of its own."""
    digits = np.random.Generator(np.random.Philox(key=seed)).integers(3, size=(12, 16)).astype(np.uint16)
    weights = np.ones(12, np.int64)
    all_grids = Classes(digits, np.ones(12, np.uint8), weights, 0 * weights)
    stop = np.zeros(1, np.uint8)

    def count(classes):
        counts = empty_counts(16, 0)
        counting.count_classes(4, 4, (1, 2, 3), classes, counts, stop)
        return numbers_of(counts)

    assert (count(all_grids) == sum(count(all_grids.part(i, i + 1)) for i in range(12))).all()
