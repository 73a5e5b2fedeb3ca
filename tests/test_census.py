import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from rullo_core import census as module
from rullo_core import published, store
from rullo_core.census import Census
from rullo_core.errors import BadInput
from rullo_core.hardest import classes, hardest
from rullo_core.puzzle import Puzzle, flat
from rullo_core.runs import run
from rullo_core.solver import difficulty, is_simple
from rullo_core.tally import Tally

# The larger ones stand for sizes, holes and negative numbers; the last needs lines of more than one word of a table.
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
    """Every solution on the grids by the readable solver: kind, difficulty, puzzle and solution."""
    for grid in grids:
        for choices in product(*((False, True) if number else (False,) for number in flat(grid))):
            width = len(grid[0])
            solution = tuple(tuple(choices[i : i + width]) for i in range(0, len(choices), width))
            puzzle = Puzzle.from_solution(grid, solution)
            yield "simple" if is_simple(puzzle) else "exhaustive", difficulty(puzzle, solution), puzzle, solution


def as_tally(rated):
    rows = [(sum(flat(solution)), kind, hard, 1) for kind, hard, _, solution in rated]
    return Tally.from_frame(pd.DataFrame(rows, columns=["required", "kind", "difficulty", "puzzles"]))


def count_readably(grids):
    """The tally of every solution on the grids."""
    return as_tally(rate_readably(grids))


def readable_census(height, width, values):
    """Every puzzle by the readable solver: its counts, and for each sort the greatest difficulty and its puzzles."""
    grids = (
        tuple(tuple(cells[r * width : (r + 1) * width]) for r in range(height))
        for cells in product(values, repeat=height * width)
    )
    rated = list(rate_readably(grids))
    found = {}
    for kind, hard, puzzle, solution in rated:
        every_number = set(flat(puzzle.numbers)) == set(values)
        found.setdefault((kind, every_number), []).append((kind, hard, puzzle, solution))
    greatest = {sort: max(hard for _, hard, _, _ in puzzles) for sort, puzzles in found.items()}
    return as_tally(rated), {one for sort, puzzles in found.items() for one in puzzles if one[1] == greatest[sort]}


@pytest.mark.parametrize(("height", "width", "values"), SMALL)
@pytest.mark.parametrize("tables", [True, False], ids=["tables", "numbers"])
def test_census_is_that_of_the_readable_solver(monkeypatch, height, width, values, tables):
    if not tables:
        monkeypatch.setattr(module, "LARGEST_TABLES", 0)
    module.forms_of_lines.cache_clear()
    values = tuple(sorted(values))
    census = Census(height, width, values)
    outcome = run(census, threads=2)
    expected, hardest_expected = readable_census(height, width, values)
    assert outcome.tally.frame.equals(expected.frame)
    assert outcome.tally.total == census.puzzles
    found = {(rated.kind, rated.difficulty, rated.puzzle, rated.solution) for rated in outcome.hardest}
    assert found == hardest_expected
    assert len(outcome.hardest) == len(hardest_expected)


@pytest.mark.parametrize("shard", [1, 4, 2**6])
def test_shards_and_threads_change_nothing(monkeypatch, shard):
    census = Census(2, 3, (0, 1, 2))
    expected = run(census, threads=1)
    monkeypatch.setattr(module, "SHARD", shard)
    found = run(census, threads=3)
    assert found.tally == expected.tally
    assert found.hardest == expected.hardest


def test_the_first_of_the_hardest_are_kept_whatever_the_shards(monkeypatch):
    census = Census(2, 3, (1, 2))
    everything = run(census, threads=1).hardest
    monkeypatch.setattr(store, "KEEP", 2)
    for shard in (2**3, 2**19):
        monkeypatch.setattr(module, "SHARD", shard)
        found = run(census, threads=2).hardest
        kept = {}
        for rated in everything:
            sort = rated.kind, len(set(flat(rated.puzzle.numbers)))
            kept.setdefault(sort, []).append(rated)
        assert found == [rated for sort in kept.values() for rated in sort[:2]]


@pytest.mark.parametrize("key", ["difficulty", "required"])
def test_table_1(thesis_census, key):
    ours = thesis_census.tally.folded(9).count_by(key)
    theirs = published.table(1, key)
    assert list(ours.index) == list(theirs.index)
    assert (ours.to_numpy() == theirs.to_numpy()).all()
    assert thesis_census.tally.total == 10_077_696


def test_inverses_mirror_the_counts(thesis_census):
    table = thesis_census.tally.count_by("required").to_numpy()
    assert (table == table[::-1]).all()


def test_hardest_simple_puzzles(thesis_census, figures):
    """Section 6.1 and Figure 14: 108 puzzles of difficulty 4.5, 216 with their inverses, two that differ."""
    found = hardest(thesis_census, "simple")
    puzzles = [rated.puzzle for rated in found]
    assert {rated.difficulty for rated in found} == {4.5}
    assert len(set(puzzles)) == len(found) == 216
    assert sum(rated.required <= 4 for rated in found) == 108
    assert len(classes(puzzles)) == 8
    assert len(classes(puzzles, transpose=True)) == 4
    assert len(classes(puzzles, invert=True)) == 4
    two = classes(puzzles, transpose=True, invert=True)
    assert two == classes([figures["figure 14, left"], figures["figure 14, right"]], transpose=True, invert=True)
    assert len(two) == 2


def test_hardest_puzzle_that_uses_every_number(thesis_census, figures):
    found = hardest(thesis_census, "simple", every_number=True)
    assert {rated.difficulty for rated in found} == {4}
    assert figures["figure 15"].canonical() in classes(rated.puzzle for rated in found)
    assert all(set(flat(rated.puzzle.numbers)) == {2, 3, 4} for rated in found)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((9, 9, (1, 2)), "81 cells, but rullo census goes up to 64"),
        ((3, 3, ()), "at least one number"),
        ((3, 3, (2, 1)), "ascending"),
        ((3, 3, (1, 2**31)), "numbers may go from"),
    ],
)
def test_what_a_census_refuses(arguments, says):
    with pytest.raises(BadInput, match=says):
        Census(*arguments)


def test_estimate_is_of_the_right_size():
    """It only has to tell seconds from hours here; how near it comes depends on what else the machine does."""
    assert Census(2, 2, (1, 2, 3)).estimate_seconds(1) < 60
    assert Census(3, 3, tuple(range(1, 10))).estimate_seconds(1) > 60
    assert Census(8, 8, tuple(range(1, 10))).estimate_seconds(1, longest=0.2) > 1e60


def test_stop_ends_a_stretch_at_once():
    census = Census(5, 5, (1, 2))
    assert census.count(next(census.shards()), np.ones(1, np.uint8)).puzzles == 0


SCRIPT = """
import warnings
from rullo_core.census import Census
from rullo_core.runs import run
from rullo_core.generate import draw_puzzle
from rullo_core.solver import difficulty
from tests.kernels.rating import rate
warnings.simplefilter("error")
warnings.filterwarnings("ignore", "overflow encountered in scalar")  # masks wrap around, as they do when compiled
for height, width, values in ((2, 2, (1, 2)), (1, 3, (-1, 0, 1)), (2, 3, (1,))):
    found = run(Census(height, width, values), threads=1)
    print(found.tally.frame.to_csv(), [str(rated) for rated in found.hardest])
for index in range(12):
    puzzle, solution = draw_puzzle(5, 5, tuple(range(1, 10)), 9, index)
    known, difficult = rate(puzzle, solution)
    assert difficult == difficulty(puzzle, solution)
    print(known, difficult)
"""


def test_kernels_find_the_same_without_the_compiler():
    def output(**environment):
        return subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env=os.environ | environment,
            cwd=Path(__file__).parent.parent,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    assert output(NUMBA_DISABLE_JIT="1") == output()
