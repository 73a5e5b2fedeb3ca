import pytest

from rullo_core.errors import BadInput
from rullo_core.kakuro.puzzle import parse_puzzles
from rullo_core.kakuro.solver import GRADES, reach, shave, solutions
from rullo_core.kakuro.studies import ladder
from rullo_core.passes.solver import Contradiction
from tests.kakuro.puzzles import EXAMPLE, MINIZINC, some_puzzles


@pytest.fixture(scope="module")
def puzzles():
    return [*parse_puzzles(EXAMPLE.read_text()), *parse_puzzles(MINIZINC.read_text()), *some_puzzles(60, seed=31)]


def row_of(go, *arguments):
    try:
        state = go(*arguments)
    except Contradiction:
        return -1, 0
    return sum(len(domain) > 1 for domain in state), sum(map(len, state))


@pytest.mark.parametrize("name", [*ladder.LADDER, *GRADES[1:]])
def test_levels_against_the_readable_solver(puzzles, name):
    found = ladder.look(puzzles, name, threads=2)
    expected = [row_of(lambda one: reach(one, name).state, puzzle) for puzzle in puzzles]
    assert list(zip(found["open"], found["left"], strict=True)) == expected
    assert {-1, 0} <= set(found["open"]) or name in ("B+FC", "R")


@pytest.mark.parametrize("name", ["B+FC", "R+B+FC", "G"])
def test_shaving_and_search_against_it(puzzles, name):
    some = puzzles[:30]
    found = ladder.look(some, name, shaving=True)
    assert list(zip(found["open"], found["left"], strict=True)) == [row_of(shave, puzzle, name) for puzzle in some]
    searched = ladder.search(some, name)
    assert list(searched["answer"]) == [int(next(solutions(puzzle), None) is not None) for puzzle in some]
    assert (searched["nodes"] >= searched["backtracks"] + searched["answer"]).all()


def test_limits(monkeypatch, puzzles):
    monkeypatch.setattr(ladder, "NODES", 1)
    assert list(ladder.search(puzzles[3:4], "G")["answer"]) == [-1]


def test_the_ladder(puzzles):
    climbed = ladder.climb(puzzles[:7])
    assert dict(climbed["solved"])["G"] == 5
    assert dict(climbed["solved"])["G+Q"] == dict(climbed["solved"])["S(G)"] == 7
    assert climbed.loc["G+Q", "fixed"] == 1
    assert climbed.loc["G+Q", "left"] == sum(len(puzzle.cells) for puzzle in puzzles[:7])


@pytest.mark.parametrize("name", ["Q", "P1", "B+P3", "X"])
def test_no_such_level(name):
    with pytest.raises(BadInput, match="join some of B, FC, H, R, C, G by"):
        ladder.level_of(name)


def test_of_puzzles_without_a_solution_no_cell_is_open(puzzles):
    """A level that shows that there is none has nothing left to settle."""
    none, good = puzzles[0], puzzles[0]
    none = next(one for one in puzzles if ladder.look([one], "G")["open"].item() == -1)
    climbed = ladder.climb([none, good])
    assert climbed.loc["G", "fixed"] == 1 - (ladder.look([good], "G")["open"].item()) / (
        len(none.cells) + len(good.cells)
    )
    assert climbed["fixed"].between(0, 1).all()
