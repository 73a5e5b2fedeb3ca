import numpy as np
import pytest

from rullo_core.errors import BadInput
from rullo_core.rullo import hard_puzzles, rand
from rullo_core.rullo.experiments import blocks, grids
from rullo_core.rullo.experiments.grids import Grids
from rullo_core.rullo.generation import draw_puzzle
from rullo_core.rullo.hard_puzzles import rated_puzzles
from rullo_core.rullo.kernels.counting import grid as kernel
from rullo_core.rullo.puzzle import Rullo, flat
from rullo_core.rullo.solver import difficulty
from rullo_core.runs.run import run
from tests.rullo.experiments.test_census import count_readably
from tests.rullo.kernels.rating import rate

DIGITS = tuple(range(1, 10))


@pytest.mark.parametrize(
    ("height", "width", "values"),
    [
        (2, 2, (1, 2)),
        (3, 3, (1, 2, 3)),
        (2, 4, (1, 3)),
        (2, 5, (2, 3, 5)),
        (5, 2, (-1, 2, 4)),
        (1, 6, (1, 2)),
        (6, 1, (1, 2)),
        (1, 1, (7,)),
        (3, 3, (0, 1, 2)),
        pytest.param(1, 12, (1, 2), marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_grids_match_the_readable_solver(height, width, values):
    experiment = Grids(height, width, values, 2, 6)
    grids = [draw_puzzle(height, width, values, 6, index)[0].numbers for index in range(2)]
    assert [experiment.grid(index)[0].tolist() for index in range(2)] == [[list(row) for row in grid] for grid in grids]
    outcome = run(experiment)
    assert outcome.tally.frame.equals(count_readably(grids).frame)
    assert outcome.tally.total == experiment.puzzles
    for index, grid in enumerate(grids):
        of_grid = outcome.by_grid[outcome.by_grid["grid"] == index].drop(columns="grid").reset_index(drop=True)
        assert of_grid.equals(count_readably([grid]).frame)
    for rating in rated_puzzles(outcome.hardest):
        assert difficulty(rating.puzzle, rating.solution) == rating.difficulty


@pytest.mark.parametrize(
    ("height", "width", "values"),
    [
        pytest.param(1, 1, (3,), marks=pytest.mark.slow),
        pytest.param(2, 5, (2, 3, 5), marks=pytest.mark.slow),
        (5, 2, (-1, 2, 4)),
        pytest.param(4, 4, (1, 2, 3), marks=pytest.mark.slow),
        pytest.param(4, 5, (1, 2, 3, 4), marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_block_kernel_matches_the_kernel_for_single_solutions(monkeypatch, height, width, values):
    """The latter is compared with the readable solver above."""
    experiment = Grids(height, width, values, 1, 4)
    part = grids.Solutions(range(1), 0, 2 ** (height * width - 1))
    stop = np.zeros(1, np.uint8)
    results = []
    for fewest in (1, 26):
        monkeypatch.setattr(blocks, "FEWEST_CELLS", fewest)
        results.append(experiment.count(part, stop))
    by_block, single = (result.counts for result in results)
    assert by_block.puzzles.sum() == by_block.completed[0] == single.completed[0] == 2 * (part.last - part.first)
    assert np.array_equal(by_block.puzzles, single.puzzles)
    assert np.array_equal(by_block.hardest, single.hardest)
    assert np.array_equal(by_block.hardest_counts, single.hardest_counts)
    for sort in np.argwhere(by_block.hardest_counts <= hard_puzzles.KEEP):
        solution_sets = [
            set(counts.solutions[tuple(sort)][: counts.hardest_counts[tuple(sort)]].tolist())
            for counts in (by_block, single)
        ]
        assert solution_sets[0] == solution_sets[1]
    assert np.array_equal(results[0].by_grid, results[1].by_grid)


@pytest.mark.parametrize(
    ("height", "width"),
    [(5, 5), pytest.param(6, 5, marks=pytest.mark.slow), pytest.param(3, 10, marks=pytest.mark.slow)],
)
def test_block_of_larger_grids_matches_single_solutions(height, width):
    """All solutions would be too many for a test."""
    experiment = Grids(height, width, (1, 2, 3, 4), 1, 4)
    size = kernel.block_size(height, width)
    cells = height * width
    block = 0x5A3C96 % (2 ** (cells - 1) // size)
    counts = experiment.count(grids.Solutions(range(1), block * size, (block + 1) * size), np.zeros(1, np.uint8)).counts
    puzzles = np.zeros_like(counts.puzzles)
    numbers = experiment.grid(0)[0].tolist()
    for part in range(size):
        mask = part << cells - size.bit_length() | block
        solution = [[bool(mask >> r * width + c & 1) for c in range(width)] for r in range(height)]
        known_cells, difficult = rate(Rullo.from_solution(numbers, solution), solution)
        kind = int(known_cells != 2**cells - 1)
        for required in (mask.bit_count(), cells - mask.bit_count()):
            puzzles[required, kind, int(2 * difficult)] += 1
    assert puzzles[:, 1].any()
    assert np.array_equal(counts.puzzles, puzzles)


def test_grids_do_not_depend_on_shards_or_threads(monkeypatch):
    experiment = Grids(4, 4, (1, 2, 3, 5), 4, 1)
    expected = run(experiment, threads=1)
    for shard, threads in ((2**9, 3), (2**14, 2), (2**16, 5)):
        monkeypatch.setattr(grids, "SHARD", shard)
        outcome = run(experiment, threads=threads)
        assert outcome.tally == expected.tally
        assert outcome.hardest == expected.hardest
        assert outcome.by_grid.equals(expected.by_grid)


def test_shares_of_a_5x5_grid_match_the_thesis():
    """Section 6.2: of the 2**25 puzzles of a 5x5 grid over 1-9, some are trivial and most take 2 to 3 passes."""
    outcome = run(Grids(5, 5, DIGITS, 1, 3))
    tally, worst = outcome.tally, rated_puzzles(outcome.hardest)
    assert tally.total == 2**25
    simple = tally.count_by("difficulty")["simple"]
    assert simple[2.0] + simple[2.5] > 2**24
    table = tally.count_by("required").to_numpy()
    assert (table == table[::-1]).all()
    assert all(sum(flat(rating.solution)) == rating.required for rating in worst)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((6, 6, (1, 2), 1, 1), "36 cells, but rullo grids goes up to 30; rullo sample goes up to 64"),
        ((2, 2, (1, 2), 0, 1), "0 grids: take from 1"),
        ((2, 2, (1, 2), 1, -1), "seed -1"),
    ],
)
def test_invalid_parameters_of_grids_are_refused(arguments, says):
    with pytest.raises(BadInput) as error:
        Grids(*arguments)
    assert says in str(error.value)


def test_the_greatest_number_of_grids():
    assert Grids(2, 2, (1, 2), 2**31 - 1, 1).number == 2**31 - 1
    with pytest.raises(BadInput, match="2147483648 grids: take from 1 to 2147483647"):
        Grids(2, 2, (1, 2), 2**31, 1)


def test_another_generator_is_in_the_name_of_the_dataset():
    philox_grids, rand_grids = Grids(2, 3, (3, 5, 8), 4, 7), Grids(2, 3, (3, 5, 8), 4, 7, generator="rand")
    assert rand_grids.stem == f"{philox_grids.stem}-rand"
    assert "philox" not in philox_grids.stem


def test_grids_of_rand_are_those_that_the_thesis_drew():
    """Each takes the numbers of a puzzle, whose coins are thrown away."""
    values = (3, 5, 8)
    experiment = Grids(2, 3, values, 4, 7, generator="rand")
    for index in range(4):
        numbers, _ = rand.draw(7, index, len(values), 6)
        assert experiment.grid(index)[0].ravel().tolist() == [values[number] for number in numbers]
