from itertools import combinations

import pytest

from rullo_core.errors import BadInput
from rullo_core.kakuro.puzzle import Kakuro, parse_puzzles
from rullo_core.kakuro.solver import solutions
from rullo_core.kakuro.studies import reduced
from rullo_core.kakuro.studies.reduced import most_gone, reduce_some, solved_by_level, solved_by_method
from tests.kakuro.puzzles import EXAMPLE, MINIZINC


def has_one(puzzle):
    return all(puzzle.of_cells) and len(list(zip(range(2), solutions(puzzle), strict=False))) == 1


@pytest.mark.parametrize("complete", [False, True])
def test_the_most_that_can_go_by_all_sets(complete):
    puzzle = parse_puzzles(MINIZINC.read_text())[1]
    take = puzzle.without_entries if complete else puzzle.without_clues
    sizes = {
        size: sum(has_one(take(some)) for some in combinations(range(len(puzzle.entries)), size)) for size in (1, 2, 3)
    }
    most, number = most_gone(puzzle, complete)
    assert number == sizes[most]
    assert sizes[most + 1] == 0


def test_no_order_takes_more_than_the_most():
    puzzle = Kakuro.parse(EXAMPLE.read_text())
    for complete, most in ((False, 6), (True, 4)):
        found = reduce_some([puzzle], complete, orders=40, threads=2)
        assert found["gone"].max() == most == most_gone(puzzle, complete)[0]
        assert found["gone"].nunique() > 2
        assert (found["share"] == found["gone"] / 24).all()


@pytest.mark.slow
def test_levels_of_reduced_puzzles():
    puzzles = parse_puzzles(MINIZINC.read_text())
    found = reduce_some(puzzles, complete=False, orders=2)
    solved = solved_by_level(list(found["reduced"]))
    assert solved["G"] < solved["G+Q"] <= solved["G+Q+Q6"] <= solved["S(G)"] == 12
    assert solved["nodes"] > 1
    methods = ["one", "one", "other", "other", "other", "other"]
    by_method = solved_by_method(found, methods)
    assert by_method["one"]["G"] + by_method["other"]["G"] == solved["G"]
    assert by_method["one"] == {"G": solved_by_level(list(found["reduced"][:4]))["G"]}


def test_too_many_clues(monkeypatch):
    monkeypatch.setattr(reduced, "MOST_CLUES", 20)
    with pytest.raises(BadInput, match="simonis: has 24 clues; their sets are looked at up to 20"):
        most_gone(Kakuro.parse(EXAMPLE.read_text(), "x"), complete=True)
