"""Hill climbing to the hardest puzzles of every kind, from Python as in the shell."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pytest

import rullo_core as rc
from rullo_core.declaration import Climbing
from rullo_core.errors import NotFound
from rullo_core.limits import check_whole, time_limit
from rullo_core.puzzles.climbing import Climb
from rullo_core.rullo.api import API

REQUESTS = {
    "rullo": {"size": "4x4", "values": "1-4", "steps": 300},
    "kakuro": {"size": "4x4", "steps": 100},
    "killer": {"size": 4, "steps": 10},
    "sudoku": {"size": 4, "level": "naked", "steps": 50},
}
WORTH = {"rullo": "passes", "kakuro": "passes", "killer": "passes_cages_first", "sudoku": "passes_naked"}


@pytest.mark.parametrize("kind", REQUESTS)
def test_each_puzzle_is_harder_than_all_before(kind):
    hardest = getattr(rc, kind).hardest
    climbed = hardest(**REQUESTS[kind], attempts=6, threads=2)
    assert all(easier.worth < harder.worth for easier, harder in pairwise(climbed))
    assert climbed == hardest(**REQUESTS[kind], attempts=6, threads=1)
    assert climbed != hardest(**REQUESTS[kind], attempts=6, seed=2)
    for climbed_puzzle in climbed:
        assert "solution" not in repr(climbed_puzzle)
        assert climbed_puzzle.puzzle.rate().to_dict()[WORTH[kind]] == climbed_puzzle.worth
        assert any(
            np.array_equal(climbed_puzzle.puzzle.solution, solution) for solution in climbed_puzzle.puzzle.solve()
        )


@dataclass(frozen=True)
class Slow(Climb):
    """A climb that takes too long after some attempts."""

    number: int

    def climb_once(self, attempt, stop):
        raise AssertionError

    def hardest(self):
        for worth in range(self.number):
            puzzle, solution = rc.rullo.parse("5 7\n4 1 4\n8 5 3"), (0, 1, 1, 1)
            yield rc.Climbed(puzzle, worth, solution)
        while True:
            check_whole()


def test_what_is_found_until_the_time_is_over_is_returned():
    assert [climbed.worth for climbed in API.climb_puzzles(Slow(Climbing(seconds=0.01), number=2))] == [0, 1]
    with pytest.raises(NotFound, match=r"not done in 0\.01 seconds"):
        next(API.climb_puzzles(Slow(Climbing(seconds=0.01), number=0)))


def test_the_time_of_a_block_ends_a_climb_too():
    with time_limit(0.01), pytest.raises(NotFound):
        list(API.climb_puzzles(Slow(Climbing(seconds=None), number=2)))
