"""Populations represent all minimal puzzles, where all are counted; and are the same whatever draws them."""

import numpy as np
import pytest

from rullo_core.compiled import NO_LIMIT
from rullo_core.compiled.rng import shuffled
from rullo_core.errors import BadInput
from rullo_core.runs.run import run
from rullo_core.sudoku.batch import RULES, rate_many
from rullo_core.sudoku.experiments.population import Population
from rullo_core.sudoku.kernels import splitting
from rullo_core.sudoku.kernels.digging import ONE_SOLUTION, holds
from rullo_core.sudoku.kernels.search import stack_for
from rullo_core.sudoku.kernels.study import rows_for
from rullo_core.sudoku.levels import LEVELS
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.uncertainty import mean_error, weighted_mean_error
from rullo_studies.sudoku import difficulty
from tests.sudoku.puzzles import rng

STOP = np.zeros(1, np.uint8)


def number_of_minimal(rows):
    """How many minimal puzzles there are, of all boards together, and the standard error."""
    estimates = np.exp(rows["weight"]).groupby(rows["shard"]).sum().to_numpy()
    return estimates.mean(), mean_error(estimates, 30)


@pytest.mark.parametrize("criterion", ["one-solution", "naked"])
def test_4x4(criterion):
    """85,632 minimal puzzles, 25,728, 58,368 and 1,536 with 4, 5 and 6 clues; naked singles solve all of them."""
    rows = run(Population(4, 40_960, 1, criterion)).by_puzzle.to_pandas()
    number, error = number_of_minimal(rows)
    assert abs(number - 85_632) < 3 * error < 2500
    weights = difficulty.weights(rows).to_numpy()
    for clues, puzzles in ((4, 25_728), (5, 58_368), (6, 1_536)):
        is_so = (rows["clues"] == clues).to_numpy(float)
        error = weighted_mean_error(is_so, weights, rows["shard"].to_numpy())
        assert abs((weights * is_so).sum() - puzzles / 85_632) < 3 * error < 0.02


@pytest.mark.slow
def test_9x9():
    """About 3.1e37 puzzles with 26.6 clues on average, as D. Berthier has estimated; digging gives fewer clues."""
    rows = run(Population(9, 10_240, 1)).by_puzzle.to_pandas()
    number, error = number_of_minimal(rows)
    # Ten shards are too few to know an error from; over fifty it is some 4 % and 0.1 clues.
    assert np.isnan(error)
    assert number == pytest.approx(3.1e37, rel=0.3)
    mean = (difficulty.weights(rows) * rows["clues"]).sum()
    assert mean == pytest.approx(26.58, abs=0.5)
    assert rows["weight"].sum() == pytest.approx(763_565.633, abs=0.01)


def test_populations_are_drawn_of_boards_of_three_sizes():
    clues = run(Population(6, 40, 3)).by_puzzle["clues"].to_pylist()
    assert len(clues) == 40
    assert 7 <= min(clues) <= max(clues) <= 14
    for side in (5, 7, 8, 16):
        with pytest.raises(BadInput, match=f"size {side}: .*; take 4, 6 or 9"):
            Population(side, 40, 3)


def test_all_are_minimal_and_rated_as_others():
    population = run(Population(9, 200, 3))
    rows = population.by_puzzle.to_pylist()
    assert len(rows) == 200
    puzzles = [Sudoku.parse(row["text"]) for row in population.hardest.to_pylist()[:8]]
    for puzzle, row, rating in zip(puzzles, population.hardest.to_pylist(), rate_many(puzzles), strict=False):
        assert rating.passes_by_level[row["by_level"]] == row["by_passes"]
        assert rating.solutions == 1
        for cell, digit in enumerate(puzzle.cells):
            if digit:
                reduced = puzzle.with_cells(0 if i == cell else d for i, d in enumerate(puzzle.cells))
                assert next(rate_many([reduced], max_solutions=2)).solutions == 2
    assert {f"passes_{level}" for level in LEVELS} <= set(rows[0])


@pytest.mark.parametrize("side", [4, 6])
def test_the_same_on_any_threads(side):
    first, second = (run(Population(side, 3000, 2), threads=threads) for threads in (1, 2))
    assert first.by_puzzle.equals(second.by_puzzle)
    assert first.tally == second.tally


@pytest.mark.parametrize("rules", [int(ONE_SOLUTION), int(RULES["hidden"])])
def test_the_weight_of_half_a_board(rules):
    """By how many cells could go at each step, looked at step by step."""
    stack, solution = stack_for((2, 2)), np.array([int(digit) for digit in "1234341221434321"])
    for index in range(20):
        cells, free, order = solution.copy(), np.ones(16, np.uint8), shuffled(np.arange(16), rng(index))
        steps, weight = splitting.dig_half(stack, (2, 2), np.int64(rules), solution, cells, free, order, STOP)
        removed = [cell for cell in order if cells[cell] == 0]
        assert steps == len(removed) == 8
        current, expected = solution.copy(), 0.0
        for step in range(steps + 1):
            can = set()
            for cell in np.flatnonzero(current):
                reduced = current.copy()
                reduced[cell] = 0
                if holds(stack, (2, 2), reduced, solution, np.array([cell]), np.int64(rules), NO_LIMIT, STOP) == 1:
                    can.add(int(cell))
            if step == steps:
                assert {cell for cell in range(16) if cells[cell] and free[cell]} == can
                break
            expected += np.log(len(can) / (step + 1))
            assert removed[step] in can
            current[removed[step]] = 0
        assert weight == pytest.approx(expected)


def test_splitting_keeps_what_weighs_most():
    crowd = splitting.crowd_of((2, 2), 4)
    for row in range(4):
        crowd.cells[row] = crowd.solution[row] = crowd.free[row] = row
    crowd.weight[:] = np.log([1, 1, 1, 97])
    total = np.exp(crowd.weight).sum()
    splitting.split(crowd, 4, rng(1))
    assert list(crowd.cells[:, 0]).count(3) >= 3
    assert (crowd.cells == crowd.solution).all()
    assert np.exp(crowd.weight).sum() == pytest.approx(total)
    assert len(set(crowd.weight)) == 1
    # As it is where weights are much the same.
    crowd.weight[:] = np.log([1, 2, 1, 2])
    previous = crowd.cells.copy()
    splitting.split(crowd, 4, rng(2))
    assert (crowd.cells == previous).all()
    assert len(set(crowd.weight)) == 2


def test_bad_input(rullo, tmp_path):
    with pytest.raises(BadInput, match="take 4, 6 or 9"):
        Population(16, 10)
    status, _, text = rullo(
        "sudoku", "population", "--count", "10", "--level", "luck", "--out", str(tmp_path / "a.parquet")
    )
    assert (status, text.count("\n")) == (2, 1)
    assert "level 'luck': take one of one-solution, naked" in text


def test_nothing_is_drawn_once_it_is_stopped():
    population = Population(4, 64, 1)
    assert population.make(rows_for(population.box, 64, len(RULES)), 0, np.ones(1, np.uint8)) == 0
