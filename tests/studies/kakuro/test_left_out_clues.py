from itertools import combinations

import pytest

from rullo_core.errors import BadInput
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.reading import parse_puzzles
from rullo_core.kakuro.solver import solutions
from rullo_studies.kakuro import left_out_clues
from rullo_studies.kakuro.left_out_clues import count_removable, reduce
from tests.kakuro.puzzles import EXAMPLE, MINIZINC


def has_one(puzzle):
    return all(puzzle.of_cells) and len(list(zip(range(2), solutions(puzzle), strict=False))) == 1


@pytest.mark.parametrize("complete", [False, True])
def test_the_most_that_can_go_by_all_sets(complete):
    puzzle = parse_puzzles(MINIZINC.read_text())[1]
    take = puzzle.without_entries if complete else puzzle.without_clues
    sizes = {
        size: sum(has_one(take(clue_set)) for clue_set in combinations(range(len(puzzle.entries)), size))
        for size in (1, 2, 3)
    }
    counts = count_removable(puzzle, complete=complete)
    expected = {size: number for size, number in sizes.items() if number}
    assert dict(counts.values.tolist()) == {0: 1} | expected
    assert len(counts) <= len(sizes)


def test_no_order_takes_more_than_the_most():
    puzzle = Kakuro.parse(EXAMPLE.read_text())
    for complete, maximum in ((False, 6), (True, 4)):
        reductions = reduce(puzzle, complete=complete, orders=40, threads=2)
        assert reductions["removed"].max() == maximum == count_removable(puzzle, complete=complete)["removed"].max()
        assert reductions["removed"].nunique() > 2
        assert (reductions["share"] == reductions["removed"] / 24).all()


def test_bad_requests():
    with pytest.raises(BadInput, match="no puzzles to reduce"):
        reduce([], complete=True)
    with pytest.raises(BadInput, match="orders = 0: write a whole number"):
        reduce(parse_puzzles(MINIZINC.read_text()), complete=True, orders=0)


def test_too_many_clues(monkeypatch):
    monkeypatch.setattr(left_out_clues, "MOST_CLUES", 20)
    with pytest.raises(BadInput, match="simonis: has 24 clues; their sets are looked at up to 20"):
        count_removable(Kakuro.parse(EXAMPLE.read_text(), "x"), complete=True)
