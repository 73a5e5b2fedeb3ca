"""Singles and cages filtered from cell to cell, against whole units and the readable solver."""

from dataclasses import replace

import numpy as np
import pytest

from rullo_core.killer.batch import RULES, set_up, shape_of, stack_of
from rullo_core.killer.kernels import board, levels, singles
from rullo_core.killer.puzzle import Cage, Killer
from rullo_core.killer.solver import run_level
from rullo_core.passes.solver import Contradiction
from tests.killer.puzzles import random_killer

SIZES = ((4, (2, 2), 10), (6, (2, 3), 45), (7, (1, 7), 60), (8, (2, 4), 80), (9, (3, 3), 130))


def by_units(domains, stack):
    """Return whether there may be a solution, and what is left of a state."""
    state, room = domains.copy(), stack.reasoning
    board.wake_all(room.frame, room.desk.waiting)
    return board.reach(state, room.frame, board.NAKED | board.HIDDEN, room.desk), state


def places_of(domains, frame, unit):
    """Return the number of cells of a unit that may have each digit; more where a fixed cell has it."""
    unit_domains = domains[board.cells_of(frame, unit)]
    number = (unit_domains[:, None] >> np.arange(frame.side) & 1).sum(axis=0)
    fixed = np.bitwise_or.reduce(unit_domains[unit_domains & (unit_domains - 1) == 0])
    return (number + (fixed >> np.arange(frame.side) & 1) * singles.PLACED).tolist()


@pytest.mark.parametrize(("side", "box", "grown"), SIZES)
def test_the_same_is_left_as_by_whole_units(side, box, grown):
    """Of random states, and of what a search makes of them: cell after cell is fixed until nothing is left to fix.

    Puzzles of a shape share what is remembered of cages.
    """
    draw, outcomes, stacks = np.random.default_rng(side), [], {}
    for _ in range(60):
        puzzle = random_killer(draw, side, box, grown)
        stack = stacks.setdefault(puzzle.diagonals, stack_of(shape_of(puzzle)))
        set_up(stack, puzzle)
        room = stack.reasoning
        domains = np.full(side * side, (1 << side) - 1)
        reduced = draw.random(side * side) < draw.choice([0, 0.3])
        domains[reduced] &= ~(1 << draw.integers(side, size=reduced.sum()))
        expected, state = by_units(domains, stack)
        is_consistent = singles.reach(domains, stack.singles.places[0], room.frame, room.desk, stack.singles)
        while True:
            outcomes.append(is_consistent)
            assert is_consistent == expected
            if not is_consistent:
                break
            assert domains.tolist() == state.tolist()
            words = stack.singles.places[0]
            for unit in range(room.frame.units):
                number = words[unit] >> singles.FIELD * np.arange(side) & ((1 << singles.FIELD) - 1)
                assert number.tolist() == places_of(domains, room.frame, unit)
            unfixed = np.flatnonzero(domains & (domains - 1))
            if not len(unfixed):
                break
            cell = draw.choice(unfixed)
            digit = draw.choice([1 << i for i in range(side) if domains[cell] >> i & 1])
            state[cell] = digit
            expected, state = by_units(state, stack)
            is_consistent = singles.fix(domains, words, room.frame, room.desk, stack.singles, cell, digit)
    assert 20 < outcomes.count(False) < len(outcomes) - 20


def test_the_same_is_left_as_by_the_readable_solver():
    """Cages and singles are the level CH."""
    draw, contradict = np.random.default_rng(1), 0
    for i in range(40):
        puzzle = random_killer(draw, *SIZES[i % 2])
        stack = stack_of(shape_of(puzzle))
        set_up(stack, puzzle)
        room, domains = stack.reasoning, stack.domains[0]
        levels.begin(domains, room, RULES["CH"])
        is_consistent = singles.reach(domains, stack.singles.places[0], room.frame, room.desk, stack.singles)
        try:
            state = run_level(puzzle, "CH").state
        except Contradiction:
            contradict += 1
            assert not is_consistent
            continue
        assert is_consistent
        assert domains.tolist() == [sum(1 << digit - 1 for digit in domain) for domain in state]
    assert 0 < contradict < 30


def by_singles(domains, units, hidden):
    """Return the digits that naked, and hidden, singles leave of each cell, in plain words; None if a cell has none."""
    state = [set(domain) for domain in domains]
    previous = None
    while state != previous:
        previous = [set(domain) for domain in state]
        for unit in units:
            for cell in unit:
                state[cell] = state[cell].difference(
                    *(state[peer] for peer in unit if peer != cell and len(state[peer]) == 1)
                )
            for digit in range(len(unit)) if hidden else ():
                places = [cell for cell in unit if digit in state[cell]]
                if not places:
                    return None
                if len(places) == 1:
                    state[places[0]] = {digit}
        if not all(state):
            return None
    return state


@pytest.mark.parametrize("rules", [board.NAKED, board.NAKED | board.HIDDEN], ids=["naked", "naked and hidden"])
def test_units_are_filtered_by_singles(rules):
    """Of random states of 4x4, many of which have a unit where other cells have all digits of a cell."""
    draw, outcomes, puzzle = np.random.default_rng(3), [], Killer(4, (2, 2), ())
    stack = stack_of(shape_of(puzzle))
    set_up(stack, puzzle)
    room, units = stack.reasoning, [cells for _, cells in puzzle.units]
    for _ in range(400):
        domains = np.bitwise_or(*(1 << draw.integers(4, size=(2, 16)))) | draw.choice([0, 15], 16, p=[0.4, 0.6])
        digit_lists = [[digit for digit in range(4) if domain >> digit & 1] for domain in domains.tolist()]
        expected = by_singles(digit_lists, units, rules != board.NAKED)
        board.wake_all(room.frame, room.desk.waiting)
        is_consistent = board.reach(domains, room.frame, rules, room.desk)
        outcomes.append(is_consistent)
        assert is_consistent == (expected is not None)
        if is_consistent:
            assert domains.tolist() == [sum(1 << digit for digit in digits) for digits in expected]
    assert 40 < sum(outcomes) < 360


def test_a_sum_that_is_too_large_is_not_taken_for_another():
    """Words in which cages are remembered have no room for it."""
    puzzle = Killer(9, (3, 3), (Cage("a", tuple(range(singles.OPEN)), 21),))
    stack = stack_of(shape_of(puzzle))
    for total, is_consistent in ((21, True), (21 + (1 << 64 - 9 * singles.OPEN), False), (22, True)):
        set_up(stack, replace(puzzle, cages=(replace(puzzle.cages[0], total=total),)))
        room, domains = stack.reasoning, np.full(81, 511)
        assert singles.reach(domains, stack.singles.places[0], room.frame, room.desk, stack.singles) == is_consistent
