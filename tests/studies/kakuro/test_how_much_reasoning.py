import pytest

from rullo_core.errors import BadInput
from rullo_core.kakuro.levels import GRADES
from rullo_core.kakuro.reading import parse_puzzles
from rullo_core.kakuro.solver import reach, shave, solutions
from rullo_core.passes.solver import Contradiction
from rullo_studies.kakuro import how_much_reasoning
from tests.kakuro.puzzles import EXAMPLE, MINIZINC, some_puzzles

LADDER = ("B+FC", "B+H", "R", "R+FC", "R+B+FC", "R+B+H", "C+FC", "R+C+B+H", "G", "G+D", "G+Q", "G+Q+D")


@pytest.fixture(scope="module")
def puzzles():
    return [*parse_puzzles(EXAMPLE.read_text()), *parse_puzzles(MINIZINC.read_text()), *some_puzzles(60, seed=31)]


def row_of(go, *arguments):
    try:
        state = go(*arguments)
    except Contradiction:
        return -1, -1
    return sum(len(domain) > 1 for domain in state), sum(map(len, state))


@pytest.mark.parametrize("name", [*LADDER, *GRADES[1:]])
def test_levels_against_the_readable_solver(puzzles, name):
    table = how_much_reasoning.propagate(puzzles, name, threads=2).fillna(-1)
    expected = [row_of(lambda puzzle: reach(puzzle, name).state, puzzle) for puzzle in puzzles]
    assert list(zip(table["unfixed"], table["candidates"], strict=True)) == expected
    assert {-1, 0} <= set(table["unfixed"]) or name in ("B+FC", "R")


@pytest.mark.parametrize("name", ["B+FC", "R+B+FC", "G"])
def test_shaving_and_search_against_it(puzzles, name):
    sample = puzzles[:30]
    table = how_much_reasoning.propagate(sample, name, shaving=True).fillna(-1)
    assert list(zip(table["unfixed"], table["candidates"], strict=True)) == [
        row_of(shave, puzzle, name) for puzzle in sample
    ]
    searched = how_much_reasoning.search(sample, name)
    assert list(searched["answer"]) == [int(next(solutions(puzzle), None) is not None) for puzzle in sample]
    assert (searched["nodes"] >= searched["backtracks"] + searched["answer"]).all()


def test_limits(monkeypatch, puzzles):
    monkeypatch.setattr(how_much_reasoning, "NODES", 1)
    assert list(how_much_reasoning.search(puzzles[3:4], "G")["answer"]) == [-1]


@pytest.mark.parametrize("name", ["Q", "P1", "B+P3", "X"])
def test_no_such_level(name):
    with pytest.raises(BadInput, match="join some of B, FC, H, R, C, G by"):
        how_much_reasoning.level_of(name)


@pytest.mark.parametrize("name", ["G+D", "G+Q+Q6"])
def test_levels_that_do_not_shave(name):
    with pytest.raises(BadInput, match="shaving is for levels without Q6 and D"):
        how_much_reasoning.propagate([], name, shaving=True)
