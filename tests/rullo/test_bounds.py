from collections import Counter
from itertools import product

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rullo_core.errors import BadInput
from rullo_core.rullo.bounds import most_difficult, most_difficult_exhaustive
from rullo_core.rullo.climb import climb_to
from rullo_core.rullo.experiments.census import Census
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.request import Condition
from rullo_core.rullo.solver import difficulty, game, run
from rullo_core.runs.run import run as run_experiment
from rullo_studies.rullo.difficult_puzzles import search_difficult
from rullo_studies.rullo.proved_and_open import bound_difficulty, compare_pass_counts
from tests.rullo.puzzles import puzzles_with_solutions


@pytest.mark.parametrize(
    ("height", "width", "values"),
    [(2, 2, (1, 2, 3, 4)), (2, 3, (-1, 0, 2)), (1, 5, (1, 2)), (3, 3, (1, 2)), (2, 4, (1, 2)), (5, 2, (0, 1))],
)
def test_no_puzzle_exceeds_the_bound(height, width, values):
    tally = run_experiment(Census(height, width, values)).tally
    greatest = tally.of_kind("simple").frame["difficulty"].max()
    assert greatest <= most_difficult(height, width)


@given(puzzles_with_solutions(max_side=5, numbers=st.integers(-2, 4)))
def test_four_cells_are_unknown_two_passes_before_the_end(example):
    """This lemma proves the bound; and every pass but the first makes a deduction."""
    for first in ("columns", "rows"):
        way = run(example[0], first)
        if way.is_solved:
            unknown = [len(game(example[0]).unknown(one_pass.state)) for one_pass in way.passes]
            assert len(unknown) < 2 or unknown[-2] >= 2
            assert len(unknown) < 3 or unknown[-3] >= 4
            assert all(one_pass.fixed for one_pass in way.passes[1:])


@given(puzzles_with_solutions(max_side=3, numbers=st.integers(1, 2)))
def test_no_exhaustive_puzzle_exceeds_the_bound(example):
    puzzle, solution = example
    assert difficulty(puzzle, solution) <= most_difficult_exhaustive(puzzle.height, puzzle.width)


@pytest.mark.parametrize(("height", "width", "values"), [(2, 2, (1,)), (3, 3, (1, 2)), (2, 4, (1, 2)), (4, 4, (1,))])
def test_no_puzzle_of_a_census_exceeds_the_exhaustive_bound(height, width, values):
    frame = run_experiment(Census(height, width, values)).tally.of_kind("exhaustive").frame
    assert 0 < frame["difficulty"].max() <= most_difficult_exhaustive(height, width)


def test_known_difficult_puzzles_do_not_exceed_the_bound():
    records = pd.concat(search_difficult(n, steps=5000, tries=1, seeds=[n]) for n in range(2, 9)).dropna()
    assert (records["difficulty"] <= records["at_most"]).all()
    assert len(records) > 5


@pytest.mark.parametrize(
    ("size", "bound"),
    [((3, 3), 4.5), ((5, 5), 18.5), ((7, 7), 40.5), ((3, 5), 9.5), ((8, 5), 31.5), ((6, 7), 35.5), ((4, 7), 23.5),
     ((2, 2), 2), ((1, 5), 1.5), ((4, 4), 10.5), ((6, 8), 42.5), ((4, 6), 18.5), ((16, 16), 250.5), ((2, 9), 2.5),
     ((1, 1), 1), ((4, 3), 6.5)],
)  # fmt: skip
def test_bound_by_number_of_odd_lines(size, bound):
    assert most_difficult(*size) == most_difficult(*size[::-1]) == bound_difficulty(size) == bound


def rounds_of(puzzle, first):
    """Return, for each round of two passes, the lines of the second, and how many cells each gets and fixes.

    The passes before the first and after the last fix no cell.
    """
    way = run(puzzle, first)
    if not way.is_solved:
        return []
    fixed = [[game(puzzle).places[cell] for cell in one_pass.fixed] for one_pass in way.passes]
    kinds = [one_pass.group for one_pass in way.passes]
    kinds.append("rows" if kinds[-1] == "columns" else "columns")
    text = []
    for kind, previous, current in zip(kinds, [[], *fixed], [*fixed, []], strict=True):
        lines = Counter(cell[kind == "columns"] for cell in previous + current)
        fixing = {cell[kind == "columns"] for cell in current}
        odd = sum(number % 2 for number in lines.values())
        text.append((len(previous) + len(current), odd, len(fixing), [cell[kind == "columns"] for cell in previous]))
    return text


def check_rounds(puzzle):
    """Check the lemmas of the bound by odd lines; see the notes of `most_difficult`."""
    for first in ("columns", "rows"):
        text = rounds_of(puzzle, first)
        passes = len(text) - 1
        for t, (cells, odd, fixing, entered) in enumerate(text[2:passes], start=2):
            assert fixing <= len(set(entered)), t
            assert odd <= cells - 2, t
        if passes >= 4:
            (previous, odd_before, *_), (last, odd_last, *_), (final, odd_alone, *_) = text[-3:]
            assert odd_last <= last - 4
            assert odd_alone <= final - 2
            assert odd_before + odd_alone <= previous - 2 + final - 2 - 2


@given(puzzles_with_solutions(max_side=6, numbers=st.integers(-2, 9)))
def test_lemmas_of_the_bound_hold_for_random_puzzles(example):
    check_rounds(example[0])


def test_lemmas_of_the_bound_hold_for_difficult_puzzles():
    """Also for puzzles met while climbing: the first ones of each requested difficulty."""
    longest = 0
    for height, width in ((3, 3), (3, 5), (4, 4), (4, 5), (5, 5), (5, 6), (6, 6)):
        bound = most_difficult(height, width)
        for index, share in product(range(3), (0.3, 0.5, 0.7)):
            requested = Condition(difficulty=(share * bound, bound))
            climbed = climb_to(height, width, tuple(range(1, 10)), requested, 1, index, attempts=1)
            if climbed:
                check_rounds(climbed.puzzle)
                longest = max(longest, difficulty(climbed.puzzle))
    assert longest > 20


def test_two_cells_are_too_few_for_the_bound():
    """One of two equal numbers is included: columns fix all cells at once, the row none."""
    assert difficulty(Rullo.parse("1 0\n1 1 1", "")) == 1.5 > 2 - 1.5


def test_sizes_without_a_bound_are_refused():
    with pytest.raises(BadInput, match="a 0 is a hole, and a hole has no inverse; leave it out"):
        compare_pass_counts("2x2", "0-1")
    with pytest.raises(BadInput, match="1x20: no side may be longer than 8"):
        compare_pass_counts("1x20", 1)
    with pytest.raises(BadInput, match="too many to enumerate"):
        compare_pass_counts(4, "1-3")


def test_kinds_without_a_bound_are_refused():
    with pytest.raises(BadInput, match="easy"):
        bound_difficulty("3x3", "easy")
