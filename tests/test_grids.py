import pytest

from rullo_core import grids
from rullo_core.errors import BadInput
from rullo_core.generate import draw_puzzle
from rullo_core.grids import Grids
from rullo_core.puzzle import flat
from rullo_core.runs import run
from rullo_core.solver import difficulty
from tests.test_census import count_readably


@pytest.mark.parametrize(
    ("height", "width", "values"),
    [
        (2, 2, (1, 2)),
        (3, 3, (1, 2, 3)),
        (2, 5, (2, 3, 5)),
        (5, 2, (-1, 2, 4)),
        (1, 6, (1, 2)),
        (6, 1, (1, 2)),
        (1, 1, (7,)),
        (3, 3, (0, 1, 2)),
        (1, 12, (1, 2)),
    ],
    ids=str,
)
def test_grids_are_those_of_the_readable_solver(height, width, values):
    """In blocks and, where there are holes or the tables of a line would be too large, without."""
    three = Grids(height, width, values, 2, 6)
    drawn = [draw_puzzle(height, width, values, 6, index)[0].numbers for index in range(2)]
    assert [three.grid(index)[0].tolist() for index in range(2)] == [[list(row) for row in grid] for grid in drawn]
    found = run(three)
    assert found.tally.frame.equals(count_readably(drawn).frame)
    assert found.tally.total == three.puzzles
    for index, grid in enumerate(drawn):
        of_grid = found.by_grid[found.by_grid["grid"] == index].drop(columns="grid").reset_index(drop=True)
        assert of_grid.equals(count_readably([grid]).frame)
    for rated in found.hardest:
        assert difficulty(rated.puzzle, rated.solution) == rated.difficulty


def test_shards_and_threads_change_nothing(monkeypatch):
    four = Grids(4, 4, (1, 2, 3, 5), 4, 1)
    expected = run(four, threads=1)
    for shard, threads in ((2**9, 3), (2**14, 2), (2**16, 5)):
        monkeypatch.setattr(grids, "SHARD", shard)
        found = run(four, threads=threads)
        assert found.tally == expected.tally
        assert found.hardest == expected.hardest
        assert found.by_grid.equals(expected.by_grid)


def test_a_thesis_grid_has_shares_like_the_thesis_s():
    """Section 6.2: a 5x5 grid over 1-9 has 2**25 puzzles; some are trivial, most take 2 to 3, and nothing is lost."""
    found = run(Grids(5, 5, tuple(range(1, 10)), 1, 3))
    tally, hardest = found.tally, found.hardest
    assert tally.total == 2**25
    simple = tally.count_by("difficulty")["simple"]
    assert simple[2.0] + simple[2.5] > 2**24
    table = tally.count_by("required").to_numpy()
    assert (table == table[::-1]).all()
    assert all(sum(flat(rated.solution)) == rated.required for rated in hardest)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((6, 6, (1, 2), 1, 1), "36 cells, but rullo grids goes up to 30; rullo sample goes up to 64"),
        ((2, 2, (1, 2), 0, 1), "0 grids: take from 1"),
        ((2, 2, (1, 2), 1, -1), "seed -1"),
    ],
)
def test_what_grids_refuse(arguments, says):
    with pytest.raises(BadInput) as error:
        Grids(*arguments)
    assert says in str(error.value)
