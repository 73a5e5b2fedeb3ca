"""Levels in kernels against the readable solver: passes of each, where they are stuck, and all of a unit."""

import numpy as np
import pytest

from rullo_core import passes
from rullo_core.constraints.distinct import Hall, different
from rullo_core.passes import levels
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import Unit
from rullo_core.puzzles.boxes import units_of, usual_box
from rullo_core.sudoku.batch import RULES, rate_many, to_array
from rullo_core.sudoku.kernels import levels as kernel
from rullo_core.sudoku.kernels.board import board_for, set_up
from rullo_core.sudoku.levels import LEVELS, quick_levels
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.solver import count_passes, game, reach, solutions, start_of
from tests.sudoku.puzzles import dug, published

OTHER_BOXES = {(2, 3): 12, (3, 2): 6, (2, 4): 4, (4, 2): 2, (1, 5): 4, (6, 1): 4}
"""Boxes whose height and width differ, and the number of minimal puzzles with each."""

IMPOSSIBLE = Sudoku((2, 2), (1, 2, 3, 0, 0, 0, 0, 4, *[0] * 8))


@pytest.fixture(scope="module")
def puzzles():
    """Puzzles of all sorts: easy, hard, minimal, 4x4, with other boxes, with several solutions."""
    puzzles = [*published()[:6], *published()[50:53], *published()[61:65], *dug(3, 6), *dug(2, 12)]
    puzzles += [puzzle for box, number in OTHER_BOXES.items() for puzzle in dug(box, number)]
    puzzles += dug((3, 4), 2, "locked")
    puzzles.append(Sudoku((3, 3), tuple(0 if cell % 5 else digit for cell, digit in enumerate(puzzles[0].cells))))
    return puzzles


def domains_of(board, side):
    """Return the board of a kernel as candidates of the readable solver."""
    return tuple(
        frozenset(d + 1 for d in range(side) if board.can[d, cell // side] >> (cell % side) & 1)
        for cell in range(side * side)
    )


@pytest.mark.parametrize("level", LEVELS)
def test_passes_and_orders_against_the_readable_solver(puzzles, level):
    stuck = 0
    for puzzle in puzzles:
        board, order = board_for(puzzle.box), np.empty(puzzle.side**2, np.int64)
        room = kernel.room_for(puzzle.box)
        kernel_passes = kernel.count_passes(board, puzzle.box, to_array(puzzle), RULES[level], room, order)
        assert kernel_passes == (-1 if (count := count_passes(puzzle, level)) is None else count)
        stuck += kernel_passes < 0
        run = passes.run(game(puzzle, level))
        assert domains_of(board, puzzle.side) == run.state
        expected = [0 if digit else -1 for digit in puzzle.cells]
        for number, one_pass in enumerate(run.passes, start=1):
            for cell, domain in enumerate(one_pass.state):
                if expected[cell] < 0 and len(domain) == 1:
                    expected[cell] = number
        assert order.tolist() == expected
    assert 0 < stuck < len(puzzles)


def test_what_is_settled_last_has_to_agree():
    """Two cells may be fixed to the same digit in the last pass: no pass has seen that they exclude each other."""
    random, disagreements = np.random.default_rng(3), 0
    room, board, order = kernel.room_for((2, 2)), board_for((2, 2)), np.empty(16, np.int64)
    for _ in range(3000):
        cells = np.zeros(16, np.int64)
        for cell in random.permutation(16)[: random.integers(6, 15)]:
            cells[cell] = random.integers(1, 5)
            if set_up(board_for((2, 2)), (2, 2), cells) >= 0:
                cells[cell] = 0
        kernel_passes = kernel.count_passes(board, (2, 2), cells, RULES["naked"], room, order)
        puzzle = Sudoku((2, 2), tuple(cells.tolist()))
        if kernel_passes < 0 and board.unfixed.sum() == 0:
            disagreements += 1
        if kernel_passes >= 0 or board.unfixed.sum() == 0:
            assert kernel_passes == (-1 if (count := count_passes(puzzle, "naked")) is None else count)
    assert disagreements > 0


@pytest.mark.parametrize("level", ["hidden", "locked", "subsets", "gac-locked"])
def test_as_far_as_levels_go_however_they_get_there(puzzles, level):
    """Digits that are eliminated at once as they are placed lead to the same end."""
    contradictions = 0
    for puzzle in [*puzzles, IMPOSSIBLE]:
        board, room = board_for(puzzle.box), kernel.room_for(puzzle.box)
        assert set_up(board, puzzle.box, to_array(puzzle)) == -1
        rules = RULES[level] | RULES["hidden"]
        is_consistent = kernel.reach(board, puzzle.box, rules, room)
        try:
            state = reach(puzzle, level).state
        except Contradiction:
            state = None
        assert is_consistent == (state is not None)
        contradictions += not is_consistent
        if is_consistent:
            assert domains_of(board, puzzle.side) == state
    assert contradictions == 1


def test_everything_of_a_unit_is_all_subsets_of_it():
    """Naked sets of every size are what rows of different digits allow: two programs for one thing."""
    random = np.random.default_rng(1)
    digits, changes = frozenset(range(1, 7)), 0
    for _ in range(300):
        domains = tuple(
            frozenset(int(d) for d in random.choice(6, random.integers(1, 5), replace=False) + 1) for _ in digits
        )
        answers = []
        for rule in (Hall(), different()):
            try:
                answers.append(rule.filter(domains))
            except Contradiction:
                answers.append(None)
        assert answers[0] == answers[1]
        changes += answers[0] != domains
    assert 100 < changes <= 300


@pytest.mark.parametrize("side", [4, 9, 16, 25])
def test_everything_of_a_unit_in_kernels(side):
    """Up to nine digits against the readable rule; the matching, against a search for each digit of each cell."""
    random, room = np.random.default_rng(side), kernel.room_for(usual_box(side))
    rule, failures = Hall() if side > 9 else different(), 0
    rounds = 40 if side > 9 else 200
    for _ in range(rounds):
        filling = random.permutation(side)
        domains = []
        for i in range(side):
            extra = random.choice(side, random.integers(0, 3), replace=False)
            domains.append({int(d) + 1 for d in extra} | ({int(filling[i]) + 1} if random.random() < 0.95 else {1}))
        room.domains[:] = [sum(1 << (d - 1) for d in domain) for domain in domains]
        is_consistent = kernel.filter_all(room, side)
        if side > 9:
            expected = by_search(domains)
        else:
            try:
                expected = rule.filter(tuple(map(frozenset, domains)))
            except Contradiction:
                expected = None
        assert is_consistent == (expected is not None)
        failures += not is_consistent
        if is_consistent:
            kernel_domains = tuple(
                frozenset(d + 1 for d in range(side) if word >> d & 1) for word in room.domains.tolist()
            )
            assert kernel_domains == expected
    assert rounds / 20 < failures < rounds * 0.9


def by_search(domains):
    """The digits of each cell that some filling has: each is tried, and the rest matched by going along paths."""

    def can_be_filled(domains):
        owner = {}

        def give(i, visited):
            for digit in domains[i]:
                if digit not in visited:
                    visited.add(digit)
                    if digit not in owner or give(owner[digit], visited):
                        owner[digit] = i
                        return True
            return False

        return all(give(i, set()) for i in range(len(domains)))

    possible = []
    for i, domain in enumerate(domains):
        possible.append(frozenset(d for d in domain if can_be_filled([*domains[:i], {d}, *domains[i + 1 :]])))
    return tuple(possible) if all(possible) else None


def test_levels_of_published_ones_as_the_frame_has_them():
    """46 of the 50 easy puzzles and 2 of the 11 hardest, as tests/passes states for units filtered completely."""
    ratings = list(rate_many(published()[:61]))
    assert sum(rating.passes_by_level["gac"] is not None for rating in ratings[:50]) == 46
    assert sum(rating.passes_by_level["gac"] is not None for rating in ratings[50:]) == 2


def test_on_large_boards_only_levels_that_are_soon_done_are_tried():
    assert quick_levels(9) == tuple(LEVELS)
    assert quick_levels(16) == ("naked", "hidden", "locked")


def test_levels_hold_every_solution():
    for puzzle in dug(2, 4):
        (solution,) = solutions(puzzle)
        for level in LEVELS:
            assert all(digit in domain for digit, domain in zip(solution, reach(puzzle, level).state, strict=True))


def test_frame_and_levels_come_to_the_same_end():
    puzzle = published()[50]
    units = [Unit(name, cells, different()) for name, cells in units_of((3, 3))]
    assert levels.reach(start_of(puzzle), units).state == reach(puzzle, "gac").state
