"""What is said of a puzzle's difficulty, by definitions to be read."""

from dataclasses import replace

import numpy as np
import pytest

from rullo_core import passes
from rullo_core.constraints.distinct import Forward
from rullo_core.passes import levels
from rullo_core.passes.units import Unit, Units
from rullo_core.puzzles.boxes import units_of
from rullo_core.puzzles.results import Climbed
from rullo_core.sudoku import climb
from rullo_core.sudoku.batch import rate_many, to_array
from rullo_core.sudoku.climb import SudokuClimb, climb_to
from rullo_core.sudoku.kernels import measures
from rullo_core.sudoku.kernels.search import stack_for
from rullo_core.sudoku.request import HardestRequest
from rullo_core.sudoku.rules import Hidden, Subsets
from rullo_core.sudoku.solver import STRATEGIES, UNITS, count_passes, digits_of, game, reach, start_of, units_at
from tests.sudoku.puzzles import dug, published, rng


@pytest.fixture(scope="module")
def puzzles():
    """Puzzles of every level, small and large; with one solution."""
    return [
        *published()[:4],
        *published()[47:52],
        *dug(3, 14),
        *dug(2, 4),
        *dug((2, 3), 8),
        *dug((3, 2), 4),
        *dug((1, 5), 2),
    ]


@pytest.fixture(scope="module")
def ratings(puzzles):
    return list(rate_many(puzzles))


def level_of(rating):
    return "gac-locked" if rating.level == "search" else rating.level


def test_what_passes_leave(puzzles, ratings):
    for puzzle, rating in zip(puzzles, ratings, strict=True):
        way = [sum(map(len, one_pass.state)) for one_pass in passes.run(game(puzzle, level_of(rating))).passes]
        # Where passes get stuck, the last one eliminates nothing.
        assert list(rating.candidates_by_pass) == way[: len(way) - (rating.level == "search")]


def test_the_rest_once_the_first_are_played(puzzles, ratings):
    for puzzle, rating in zip(puzzles, ratings, strict=True):
        if rating.level == "search":
            assert rating.passes_after_first is None
            continue
        state = start_of(puzzle)
        for one_pass in passes.run(game(puzzle, rating.level)).passes:
            if sum(len(domain) == 1 for domain in one_pass.state) > puzzle.clues:
                state = one_pass.state
                break
        played = puzzle.with_cells(min(domain) if len(domain) == 1 else 0 for domain in state)
        assert rating.passes_after_first == count_passes(played, rating.level) <= rating.passes_by_level[rating.level]


def test_pairs(puzzles, ratings):
    for puzzle, rating in zip(puzzles, ratings, strict=True):
        digits = digits_of(puzzle)
        rules = (Forward(), Hidden(digits), Subsets(digits, 2))
        units = [Unit(name, cells, rule) for rule in rules for name, cells in units_of(puzzle.box)]
        way = passes.run(Units(start_of(puzzle), {UNITS: units}, ((UNITS,),)))
        assert rating.passes_pairs == (len(way.passes) if way.is_solved else None)


def test_what_singles_can_do_without(puzzles, ratings):
    for puzzle, rating in zip(puzzles, ratings, strict=True):
        units = units_at(puzzle, "hidden")
        if not all(len(domain) == 1 for domain in reach(puzzle, "hidden").state):
            assert rating.units_to_spare is None
            continue
        spare = 0
        for name, _ in units_of(puzzle.box):
            remaining = [unit for unit in units if unit.name != name]
            spare += all(len(domain) == 1 for domain in levels.reach(start_of(puzzle), remaining).state)
        assert rating.units_to_spare == spare


def forced_at(puzzle):
    """Empty cells that can have one digit only, or hold the only place of one in a unit; by the given digits alone."""
    units = [cells for _, cells in units_of(puzzle.box)]
    can = {
        cell: digits_of(puzzle) - {puzzle.cells[peer] for cells in units if cell in cells for peer in cells}
        for cell, digit in enumerate(puzzle.cells)
        if digit == 0
    }
    forced = {cell for cell, candidates in can.items() if len(candidates) == 1}
    for cells in units:
        for digit in digits_of(puzzle):
            places = [cell for cell in cells if digit in can.get(cell, ())]
            forced |= set(places) if len(places) == 1 else set()
    return forced


def test_what_is_forced(puzzles, ratings):
    forced = np.zeros(81, np.int64)
    for puzzle, rating in zip(puzzles, ratings, strict=True):
        positions = measures.count_forced(stack_for(puzzle.box), puzzle.box, to_array(puzzle), rng(1), forced)
        forced_cells = forced_at(puzzle)
        assert (positions > 0) == (len(forced_cells) > 0) == (rating.forced_cells is not None)
        if positions:
            assert forced[0] == len(forced_cells)
        assert (positions == puzzle.side**2 - puzzle.clues) == (rating.passes_by_level["hidden"] is not None)
    easy, hard = ratings[0], ratings[8]
    assert (easy.forced_cells, easy.forced_cells_early) == (13.91, 16.78)
    assert hard.forced_cells < easy.forced_cells


def test_strategies(puzzles, ratings):
    """The strongest that is used is what the level needs, and weaker ones come first."""
    for rating in ratings:
        strategies = [name for name in STRATEGIES if rating.strategy_count[name]]
        if rating.level in ("naked", "hidden", "locked"):
            assert strategies[-1] == rating.level
        assert (rating.strategies_weighted is None) == (rating.level == "search")
    easy = ratings[0]
    assert easy.strategy_count == {"naked": 10, "hidden": 0, "locked": 0, "subsets": 0, "everything": 0}
    assert easy.strategies_weighted == 10 + 45 / 10
    uses = next(rating.strategy_count for rating in ratings if rating.level == "locked")
    weighted = next(rating.strategies_weighted for rating in ratings if rating.level == "locked")
    grown = (2**i * sum(1 + n / 10 for n in range(number)) for i, number in enumerate(uses.values()))
    assert weighted == pytest.approx(sum(grown))


# -- climbing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "passes"), [("hidden", (31, 33)), ("gac-locked", (20, 22)), ("naked", (27, 30))])
def test_climbed_to(level, passes):
    climbed = climb_to(level, passes, (3, 3), 1, 2, attempts=6)
    assert count_passes(climbed.puzzle, level) == climbed.worth
    assert passes[0] <= climbed.worth <= passes[1]
    assert all(
        digit in (0, solution_digit)
        for digit, solution_digit in zip(climbed.puzzle.cells, climbed.solution, strict=True)
    )
    assert climb_to(level, passes, (3, 3), 1, 2, attempts=6) == climbed
    # And nothing more can go.
    for cell, digit in enumerate(climbed.puzzle.cells):
        if digit:
            reduced = climbed.puzzle.with_cells(0 if i == cell else d for i, d in enumerate(climbed.puzzle.cells))
            assert count_passes(reduced, level) is None


def test_attempts_have_numbers_and_steps_of_their_own(monkeypatch):
    """No attempt of an index is one of another's; every fourth time there are twice as many steps."""
    calls = []

    def note(level, box, seed, number, steps, stop, passes):
        calls.append((number, steps))
        return Climbed(None, passes[1] + 1)

    monkeypatch.setattr(climb, "climb_once", note)
    for index in range(3):
        assert climb_to("hidden", (8, 9), (3, 3), 1, index, attempts=10) is None
    assert [steps for _, steps in calls] == 3 * [2000 * factor for factor in (1, 1, 1, 1, 2, 2, 2, 2, 4, 4)]
    assert len({number for number, _ in calls}) == len(calls) == 30


def test_what_is_climbed_to_is_told_once(monkeypatch):
    """Only what takes more passes than all before, however many take the same."""
    passes = (12, 12, 15, 9, 15, 16)
    monkeypatch.setattr(climb, "climb_once", lambda *arguments: Climbed(None, passes[arguments[3]]))
    hardest = SudokuClimb(HardestRequest(attempts=len(passes), steps=10, threads=1)).hardest()
    assert [climbed.worth for climbed in hardest] == [12, 15, 16]


def test_each_is_harder_than_all_before():
    request = HardestRequest(attempts=6, steps=300, threads=2)
    hardest = list(SudokuClimb(request).hardest())
    assert [climbed.worth for climbed in hardest] == sorted({climbed.worth for climbed in hardest})
    assert hardest[-1].worth == max(climbed.worth for climbed in hardest) >= 24
    assert hardest == list(SudokuClimb(replace(request, threads=1)).hardest())
