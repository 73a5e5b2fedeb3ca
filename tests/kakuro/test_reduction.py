import pytest

from rullo_core.errors import BadInput
from rullo_core.kakuro import reduction
from rullo_core.kakuro.puzzle import DOWN, Kakuro
from rullo_core.kakuro.reading import parse_puzzles
from rullo_core.kakuro.reduction import random_order, reduce
from rullo_core.kakuro.solver import rate
from tests.kakuro.puzzles import MINIZINC


@pytest.fixture(scope="module")
def puzzles():
    """The three of 6x6, of 16 and 18 cells."""
    return parse_puzzles(MINIZINC.read_text())[:3]


@pytest.mark.parametrize("complete", [False, True])
def test_nothing_more_can_be_taken(puzzles, complete):
    """Each clue that stays is needed: without it there are several solutions; by the readable solver."""
    count = 0
    for puzzle in puzzles:
        reduced = reduce(puzzle, complete)
        assert (rate(reduced.puzzle).solutions, rate(reduced.puzzle).complete) == (1, True)
        assert reduced.undecided == 0
        assert reduced.clues == len(puzzle.entries)
        count += len(reduced.removed)
        remainder = reduced.puzzle
        for i, entry in enumerate(remainder.entries):
            if entry.clue is not None:
                smaller = remainder.without_entries([i]) if complete else remainder.without_clues([i])
                assert rate(smaller, 1).kind == "ambiguous"
        if complete:
            assert len(remainder.entries) == len(puzzle.entries) - len(reduced.removed)
        assert Kakuro.parse(str(remainder)) == remainder
    assert count > 3


def test_the_order_matters(puzzles):
    removals = {reduce(puzzles[0], False, random_order(puzzles[0], 1, index)).removed for index in range(10)}
    assert len(removals) > 3
    order = random_order(puzzles[0], 1, 0)
    assert sorted(order) == list(range(len(puzzles[0].entries)))
    assert order == random_order(puzzles[0], 1, 0)
    # A clue that is never asked about stays.
    single = reduce(puzzles[0], False, order[:1])
    assert (single.clues, len(single.removed) <= 1) == (1, True)


def test_clues_are_taken_in_reading_order_unless_it_is_said(puzzles, monkeypatch):
    """By the cell in which an entry begins, across before down."""
    orders = []

    def note(arrays, number, solution, order, instead, *rest):
        orders.append(order.tolist())

    monkeypatch.setattr(reduction.kernel, "reduce", note)
    for puzzle in puzzles:
        firsts = [puzzle.cells[entry.cells[0]] for entry in puzzle.entries]
        order = sorted(range(len(firsts)), key=lambda i: (firsts[i], puzzle.entries[i].direction == DOWN))
        assert order != list(range(len(order)))
        assert reduce(puzzle, False).removed == ()
        assert reduce(puzzle, False, order[::-1]).removed == ()
        assert orders[-2:] == [order, order[::-1]]


def test_limits_and_what_is_refused(puzzles):
    given_up = reduce(puzzles[0], False, nodes=1)
    assert given_up.undecided > 0
    assert rate(given_up.puzzle).kind == "simple"
    with pytest.raises(BadInput, match="the puzzle: has several solutions; clues are taken from puzzles with one"):
        reduce(Kakuro.parse("3 3\n- 5, 5,\n,5 0 0\n,5 0 0"), False)
    with pytest.raises(BadInput, match="has no solution"):
        reduce(Kakuro.parse("3 3\n- 17, 4,\n,17 0 0\n,4 0 0"), True)
