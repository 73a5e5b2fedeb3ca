"""Passes, guesses and solutions of games that are small enough to enumerate."""

from dataclasses import replace
from itertools import islice, product

import pytest

from rullo_core import passes
from rullo_core.passes.units import Automaton, Unit, Units
from tests.passes.sudoku import EASY, HARDEST, sudoku


def total_of(target):
    """Return the rule that the values add up to a number."""
    return Automaton(0, lambda total, place, value: total + value, lambda total: total == target)


def square(rows, columns, domain=(0, 1, 2)):
    """Return a game of n x n cells whose rows and columns have sums."""
    n = len(rows)
    start = (frozenset(domain),) * (n * n)
    groups = {
        "rows": [Unit(f"row {r}", tuple(range(r * n, r * n + n)), total_of(rows[r])) for r in range(n)],
        "columns": [Unit(f"column {c}", tuple(range(c, n * n, n)), total_of(columns[c])) for c in range(n)],
    }
    return Units(start, groups, orders=[["rows", "columns"], ["columns", "rows"]])


def all_solutions(rows, columns, domain=(0, 1, 2)):
    """Enumerate all assignments and yield those that are solutions."""
    n = len(rows)
    for values in product(domain, repeat=n * n):
        lines = [values[r * n : r * n + n] for r in range(n)]
        if [*map(sum, lines)] == list(rows) and [*map(sum, zip(*lines, strict=True))] == list(columns):
            yield values


SUMS = [((0, 4), (2, 2)), ((4, 4), (4, 4)), ((1, 3), (2, 2)), ((2, 2), (2, 2)), ((3, 4), (4, 3)), ((5, 0), (3, 2))]


@pytest.mark.parametrize(("rows", "columns"), SUMS)
def test_all_solutions_are_found_once(rows, columns):
    game = square(rows, columns)
    assignments = [tuple(next(iter(domain)) for domain in solution) for solution in passes.solutions(game)]
    assert sorted(assignments) == sorted(all_solutions(rows, columns))
    assert len(set(assignments)) == len(assignments)


@pytest.mark.parametrize(("rows", "columns"), SUMS)
def test_simple_puzzles_have_one_solution_and_ratings_agree(rows, columns):
    game = square(rows, columns)
    number = len(list(all_solutions(rows, columns)))
    rating = passes.rate(game, guess_limit=20, max_solutions=100)
    assert (len(rating.solutions), rating.complete) == (number, True)
    assert rating.simple == passes.is_simple(game)
    assert not rating.simple or number == 1
    assert (rating.difficulty is None) == (number == 0)
    if rating.simple:
        counts = [len(passes.run(game, order).passes) for order in game.orders]
        assert rating.passes == tuple(counts)
        assert rating.difficulty == sum(counts) / 2
        assert rating.unknown == 0
    assert passes.rate(game, 20, 1).complete == (number <= 1)


def test_pass_filters_units_from_the_state_at_its_start():
    """Two units of one group share a cell: neither uses what the other eliminates in the same pass."""
    start = (frozenset({0, 1, 2}),) * 3
    units = [Unit("left", (0, 1), total_of(4)), Unit("right", (1, 2), total_of(2))]
    game = Units(start, {"both": units}, orders=[["both"]])
    first = game.make_pass("both", start)
    assert first.state == (frozenset({2}), frozenset({2}), frozenset({0, 1, 2}))
    assert [deduction.unit.name for deduction in first.deductions] == ["left"]
    assert [len(one_pass.deductions) for one_pass in passes.run(game).passes] == [1, 1]
    assert passes.run(game).is_solved


def test_eliminations_of_all_units_of_a_group_count():
    """A cell that two units share keeps the values that both allow; if there is none, that is a contradiction."""
    two = [Unit("a", (0, 1), total_of(1)), Unit("b", (1, 2), total_of(3))]
    game = Units((frozenset({0, 1, 2}),) * 3, {"both": two}, orders=[["both"]])
    assert game.make_pass("both", game.start).state[1] == frozenset({1})
    contradictory = [Unit("a", (0, 1), total_of(4)), Unit("b", (1, 2), total_of(0))]
    game = Units((frozenset({0, 1, 2}),) * 3, {"both": contradictory}, orders=[["both"]])
    with pytest.raises(passes.Contradiction, match="both: cell 1, counted from 0, has no candidate left"):
        game.make_pass("both", game.start)


def test_all_units_are_checked_once_the_last_cell_is_fixed():
    """The rows fix every cell; only the columns show that this is no solution."""
    game = square((4, 4), (4, 3))
    with pytest.raises(passes.Contradiction):
        passes.run(game)
    assert list(passes.solutions(game)) == []
    assert passes.rate(game, 20, 2).solutions == ()


def test_stalled_run_ends_with_an_idle_iteration():
    stuck = passes.run(square((2, 2), (2, 2)))
    assert not stuck.is_solved
    assert [bool(one_pass.deductions) for one_pass in stuck.passes] == [False, False]
    assert stuck.iterations == 1


@pytest.mark.parametrize(("rows", "columns"), SUMS)
def test_solve_path_is_the_easiest(rows, columns):
    """Compare with every sequence of guesses."""
    game = square(rows, columns)

    def easiest(state, guess=None):
        try:
            step = passes.make_step(game, state, guess)
        except passes.Contradiction:
            return float("inf")
        if step.is_last:
            return step.difficulty
        stalled = step.run.state
        return step.difficulty + min(
            easiest(game.with_value(stalled, cell, value), cell)
            for cell in game.unknown(stalled)
            for value in game.choices(stalled, cell)
        )

    expected = easiest(game.start)
    if expected == float("inf"):
        with pytest.raises(passes.Contradiction):
            passes.difficulty(game)
    else:
        assert passes.difficulty(game) == expected
        _, solution = passes.solve_path(game, 20)
        assert game.unknown(solution) == []
        difficulty = min(passes.difficulty(game, target) for target in passes.solutions(game))
        assert difficulty == expected


def test_automaton_yields_accepted_rows_and_filters_domains():
    rule = total_of(3)
    domains = (frozenset({0, 2}), frozenset({1, 2}), frozenset({0, 1}))
    assert list(rule.rows(domains)) == [(0, 2, 1), (2, 1, 0)]
    assert rule.filter(domains) == domains
    assert rule.filter((frozenset({0, 1}), frozenset({2}))) == (frozenset({1}), frozenset({2}))
    assert list(total_of(9).rows(domains)) == []
    with pytest.raises(passes.Contradiction):
        total_of(9).filter(domains)


# -- Sudoku -----------------------------------------------------------------------------------------------------------


def test_passes_solve_46_of_50_easy_sudokus_and_all_have_one_solution():
    assert sum(passes.is_simple(sudoku(text)) for text in EASY) == 46
    assert all(len(list(islice(passes.solutions(sudoku(text)), 2))) == 1 for text in EASY)


def test_passes_solve_2_of_the_11_hardest_sudokus_and_all_have_one_solution():
    """Without the final check of all units, some would seem to have several solutions."""
    assert sum(passes.is_simple(sudoku(text)) for text in HARDEST) == 2
    for text in HARDEST:
        (solution,) = islice(passes.solutions(sudoku(text)), 2)
        digits = [next(iter(domain)) for domain in solution]
        assert all(sign in (".", "0", str(digit)) for sign, digit in zip(text, digits, strict=True))
        units = sudoku(text).groups["units"]
        assert all(len({digits[cell] for cell in unit.cells}) == 9 for unit in units)


def test_automaton_reads_cells_in_order_unless_any_order_will_do():
    """The order matters for ascending values, where the second cell has fewer candidates, but not for a sum."""
    rising = Automaton(0, lambda last, place, value: value if value > last else None, lambda last: True)
    domains = frozenset({1, 2, 3}), frozenset({2, 3})
    assert rising.filter(domains) == ({1, 2}, {2, 3})
    assert list(rising.rows(domains)) == [(1, 2), (1, 3), (2, 3)]
    four = replace(total_of(4), in_any_order=True)
    assert four.filter(domains) == total_of(4).filter(domains) == ({1, 2}, {2, 3})
    with pytest.raises(passes.Contradiction):
        replace(total_of(9), in_any_order=True).filter(domains)


@pytest.mark.parametrize(("rows", "columns"), [SUMS[1], SUMS[2], SUMS[4]])  # the first pass fixes cells
def test_rating_makes_passes_from_the_start_once_in_each_order(rows, columns, monkeypatch):
    game, make_pass, begun = square(rows, columns), Units.make_pass, []

    def noted(self, group, state):
        begun.extend([group] if state == game.start else [])
        return make_pass(self, group, state)

    monkeypatch.setattr(Units, "make_pass", noted)
    passes.rate(game, guess_limit=20, max_solutions=100)
    assert len(begun) == len(set(begun))


@pytest.mark.parametrize(("rows", "columns"), SUMS)
def test_solutions_are_the_same_from_the_state_that_passes_reach(rows, columns):
    game = square(rows, columns)
    if any(all_solutions(rows, columns)):
        state = passes.run(game).state
        assert game.find_solutions(100, state) == game.find_solutions(100)
