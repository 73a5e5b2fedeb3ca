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
    three = Grids(height, width, values, 2, 6)
    drawn = [draw_puzzle(height, width, values, 6, index)[0].numbers for index in range(2)]
    assert [three.grid(index)[0].tolist() for index in range(2)] == [[list(row) for row in grid] for grid in drawn]
    found = run(three)
    assert found.tally.frame.equals(count_readably(drawn).frame)
    assert found.tally.total == three.puzzles
    for index, grid in enumerate(drawn):
        of_grid = found.by_grid[found.by_grid["grid"] == index].drop(columns="grid").reset_index(drop=True)
        assert of_grid.equals(count_readably([grid]).frame)
    for rated in rated_puzzles(found.hardest):
        assert difficulty(rated.puzzle, rated.solution) == rated.difficulty


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
    one = Grids(height, width, values, 1, 4)
    part = grids.Solutions(range(1), 0, 2 ** (height * width - 1))
    stop = np.zeros(1, np.uint8)
    found = []
    for fewest in (1, 26):
        monkeypatch.setattr(blocks, "FEWEST_CELLS", fewest)
        found.append(one.count(part, stop))
    together, single = (result.counts for result in found)
    assert together.puzzles.sum() == together.done[0] == single.done[0] == 2 * (part.last - part.first)
    assert np.array_equal(together.puzzles, single.puzzles)
    assert np.array_equal(together.hardest, single.hardest)
    assert np.array_equal(together.met, single.met)
    for sort in np.argwhere(together.met <= hard_puzzles.KEEP):
        both = [set(counts.solutions[tuple(sort)][: counts.met[tuple(sort)]].tolist()) for counts in (together, single)]
        assert both[0] == both[1]
    assert np.array_equal(found[0].by_grid, found[1].by_grid)


@pytest.mark.parametrize(
    ("height", "width"),
    [(5, 5), pytest.param(6, 5, marks=pytest.mark.slow), pytest.param(3, 10, marks=pytest.mark.slow)],
)
def test_block_of_larger_grids_matches_single_solutions(height, width):
    """All solutions would be too many for a test."""
    one = Grids(height, width, (1, 2, 3, 4), 1, 4)
    size = kernel.block_size(height, width)
    cells = height * width
    block = 0x5A3C96 % (2 ** (cells - 1) // size)
    counts = one.count(grids.Solutions(range(1), block * size, (block + 1) * size), np.zeros(1, np.uint8)).counts
    puzzles = np.zeros_like(counts.puzzles)
    numbers = one.grid(0)[0].tolist()
    for part in range(size):
        mask = part << cells - size.bit_length() | block
        solution = [[bool(mask >> r * width + c & 1) for c in range(width)] for r in range(height)]
        known, difficult = rate(Rullo.from_solution(numbers, solution), solution)
        kind = int(known != 2**cells - 1)
        for required in (mask.bit_count(), cells - mask.bit_count()):
            puzzles[required, kind, int(2 * difficult)] += 1
    assert puzzles[:, 1].any()
    assert np.array_equal(counts.puzzles, puzzles)


def test_grids_do_not_depend_on_shards_or_threads(monkeypatch):
    four = Grids(4, 4, (1, 2, 3, 5), 4, 1)
    expected = run(four, threads=1)
    for shard, threads in ((2**9, 3), (2**14, 2), (2**16, 5)):
        monkeypatch.setattr(grids, "SHARD", shard)
        found = run(four, threads=threads)
        assert found.tally == expected.tally
        assert found.hardest == expected.hardest
        assert found.by_grid.equals(expected.by_grid)


def test_shares_of_a_5x5_grid_match_the_thesis():
    """Section 6.2: of the 2**25 puzzles of a 5x5 grid over 1-9, some are trivial and most take 2 to 3 passes."""
    found = run(Grids(5, 5, DIGITS, 1, 3))
    tally, worst = found.tally, rated_puzzles(found.hardest)
    assert tally.total == 2**25
    simple = tally.count_by("passes")["simple"]
    assert simple[2.0] + simple[2.5] > 2**24
    table = tally.count_by("required").to_numpy()
    assert (table == table[::-1]).all()
    assert all(sum(flat(rated.solution)) == rated.required for rated in worst)


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
    philox, other = Grids(2, 3, (3, 5, 8), 4, 7), Grids(2, 3, (3, 5, 8), 4, 7, generator="rand")
    assert other.stem == f"{philox.stem}-rand"
    assert "philox" not in philox.stem


def test_grids_of_rand_are_those_that_the_thesis_drew():
    """Each takes the numbers of a puzzle, whose coins are thrown away."""
    values = (3, 5, 8)
    drawn = Grids(2, 3, values, 4, 7, generator="rand")
    for index in range(4):
        numbers, _ = rand.draw(7, index, len(values), 6)
        assert drawn.grid(index)[0].ravel().tolist() == [values[number] for number in numbers]
