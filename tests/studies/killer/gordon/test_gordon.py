"""M. Gordon's system: strategies against the readable loop, draws, backtracking, and its results."""

import numpy as np
import pytest

from rullo_core.killer.batch import RULES, find_solutions, set_up, shape_of, stack_of
from rullo_core.killer.generation import begin
from rullo_core.killer.kernels import levels
from rullo_core.killer.puzzle import Cage, Killer
from rullo_core.killer.solver import Reasoner
from rullo_core.killer.workspace import prepare_workspace
from rullo_studies.killer.gordon.strategies import (
    ANY_CAGES,
    SHAPE,
    STRATEGIES,
    count_choices,
    draw_puzzle,
    game_of,
    solve_by_strategies,
)
from rullo_studies.killer.kernels import gordon as kernel
from tests.killer.examples import SOLUTIONS, examples

GO_ON = np.zeros(1, np.uint8)


def by_kernel(puzzle):
    """Return outcome, passes, uses, eliminated candidates and remaining candidates."""
    stack = stack_of(shape_of(puzzle))
    set_up(stack, puzzle)
    domains, room = stack.domains[0], stack.reasoning
    assert levels.begin(domains, room, RULES["G"])
    uses, removed = np.zeros(4, np.int64), np.zeros(4, np.int64)
    outcome, sweeps = kernel.solve(domains, room, uses, removed)
    return outcome, sweeps, uses.tolist(), removed.tolist(), room.desk.sets.size[domains].tolist()


def test_strategies():
    for name, puzzle in examples().items():
        read = solve_by_strategies(puzzle)
        outcome, sweeps, uses, removed, sizes = by_kernel(puzzle)
        assert sweeps == len(read.passes)
        assert uses == [read.strategy_counts[strategy] for strategy in STRATEGIES]
        assert removed == [read.eliminated[strategy] for strategy in STRATEGIES]
        assert sizes == list(map(len, read.state))
        # All strategies at once lead to the same state.
        assert read.state == Reasoner(puzzle).reach("G").state
        assert (outcome == levels.SOLVED) == (name == "four-five-cages")


def test_pointing_and_box_line_differ():
    game = game_of(examples()["nine-easy"])
    digits = frozenset(range(1, 10))
    state = [digits] * 81
    for cell in (3, 4, 5, 12, 13, 14):
        state[cell] = digits - {7}
    # In the second box, 7 has places in its third row only: it leaves the rest of that row.
    new_state = game.make_pass("pointing", tuple(state)).state
    assert {cell for cell in range(81) if new_state[cell] != state[cell]} == {18, 19, 20, 24, 25, 26}
    assert game.make_pass("box-line", tuple(state)).state == tuple(state)
    state = [digits] * 81
    for cell in (0, 1, 2, 6, 7, 8):
        state[cell] = digits - {7}
    # In the first row, 7 has places in the second box only.
    new_state = game.make_pass("box-line", tuple(state)).state
    assert {cell for cell in range(81) if new_state[cell] != state[cell]} == {12, 13, 14, 21, 22, 23}
    assert game.make_pass("pointing", tuple(state)).state == tuple(state)


def test_backtracking():
    puzzle = examples()["four-five-cages"]
    stack = stack_of(shape_of(puzzle))
    set_up(stack, puzzle)
    frame, givens, digits = stack.reasoning.frame, np.zeros(16, np.int64), np.zeros(16, np.int64)
    expected = SOLUTIONS["four-five-cages"]
    for backward in (False, True):
        is_solved, choices = kernel.backtrack(frame, givens, backward, 10**6, GO_ON, digits)
        assert is_solved
        assert "".join(map(str, digits)) == expected
        assert choices == by_hand(puzzle, backward)
        assert count_choices(puzzle, tuple(map(int, expected)), backward) == 0
        half = tuple(int(digit) if i % 2 else 0 for i, digit in enumerate(expected))
        assert 8 <= count_choices(puzzle, half, backward) < choices
    assert kernel.backtrack(frame, givens, False, 5, GO_ON, digits) == (False, 6)
    # Given digits count from the start, even those of later cells.
    assert kernel.backtrack(frame, np.array([*map(int, expected[:12]), 0, 0, 0, 0]), True, 99, GO_ON, digits)[0]
    assert not kernel.backtrack(frame, np.array([4, *givens[1:]]), False, 10**6, GO_ON, digits)[0]
    last = int(expected[15])
    late = np.array([*givens[:15], last % 4 + 1])
    is_solved, choices = kernel.backtrack(frame, late, False, 10**6, GO_ON, digits)
    assert not is_solved
    assert choices == by_hand(puzzle, False, {15: last % 4 + 1}, solvable=False)


@pytest.mark.parametrize("backward", [False, True])
@pytest.mark.parametrize("high", [2, 3, 4])
def test_backtracking_tries_no_digit_but_that_of_a_cage_of_one_cell(high, backward):
    side = high**2
    shifts = [high * (row % high) + row // high for row in range(side)]
    solution = [(shift + column) % side + 1 for shift in shifts for column in range(side)]
    cages = tuple(Cage(str(cell), (cell,), digit) for cell, digit in enumerate(solution))
    assert count_choices(Killer(side, (high, high), cages), backward=backward) == side**2


def by_hand(puzzle, backward, givens=(), solvable=True):
    """Count the choices until the first solution recursively."""
    order = range(4, 0, -1) if backward else range(1, 5)
    cage_of = {cell: cage for cage in puzzle.cages for cell in cage.cells}
    digits, choices = dict(givens), 0

    def go_on(cell):
        nonlocal choices
        if cell == 16:
            return True
        if cell in givens:
            return go_on(cell + 1)
        cage = cage_of[cell]
        cage_digits = [digits[member] for member in cage.cells if member in digits]
        unit_digits = {
            digits[member] for _, cells in puzzle.units if cell in cells for member in cells if member in digits
        }
        for digit in order:
            rest = cage.total - sum(cage_digits) - digit
            last = len(cage_digits) + 1 == len(cage)
            if digit in unit_digits or digit in cage_digits or (rest != 0 if last else rest <= 0):
                continue
            digits[cell] = digit
            choices += 1
            if go_on(cell + 1):
                return True
            del digits[cell]
        return False

    assert go_on(0) == solvable
    return choices


def test_draws():
    """Shares of draws with a digit twice and with cells cut off are about those of another implementation."""
    workspace = prepare_workspace(SHAPE)
    for seeds, share in ((35, 0.048), (46, 0.314)):
        begin(workspace, 1, 0)
        came = np.bincount([kernel.draw(workspace, seeds, 10, ANY_CAGES, GO_ON) for _ in range(2000)], minlength=3)
        assert abs(came[kernel.VALID] / 2000 - share) < 0.03
        assert 0.03 < came[kernel.CUT_OFF] / 2000 < 0.09
        begin(workspace, 1, 1)
        while kernel.draw(workspace, seeds, 10, ANY_CAGES, GO_ON) != kernel.VALID:
            pass
        sizes = workspace.draft.size[: workspace.draft.number[0]]
        assert (workspace.draft.number[0], sizes.sum()) == (seeds, 81)
        assert (sizes == 1).sum() >= 10


def test_puzzles_are_drawn():
    draw = draw_puzzle(1, 0)
    assert draw == draw_puzzle(1, 0)
    assert draw != draw_puzzle(1, 1)
    assert 35 <= len(draw.puzzle.cages) <= 46
    assert draw.draws == 1 + draw.cut_off + draw.with_repeats + draw.ambiguous
    assert find_solutions(draw.puzzle, 2).solutions == (draw.solution,)
    with_forty = draw_puzzle(1, 2, (40, 40), 0)
    assert len(with_forty.puzzle.cages) == 40


@pytest.mark.slow
def test_shares_of_the_report():
    """60 easy, 33 medium and 7 hard puzzles of a hundred, up to random variation: chi-squared below 9.2 (1 %)."""
    counts = np.array([len(draw_puzzle(5, index).puzzle.cages) for index in range(1000)])
    shares = np.histogram(counts, [35, 39, 43, 47])[0][::-1] / 10
    assert sum((shares - (60, 33, 7)) ** 2 / shares) < 9.2
