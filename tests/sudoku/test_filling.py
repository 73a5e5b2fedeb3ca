"""Boards filled with a solver after each digit, what dead ends lead to; and each kernel against plain Python."""

from collections import Counter
from dataclasses import replace
from math import exp, log

import numpy as np
import pytest

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.errors import BadInput
from rullo_core.puzzles.boxes import units_of
from rullo_core.sudoku.batch import SINGLES
from rullo_core.sudoku.filling import IMPOSSIBLE, LIMIT, SUCCESS, fill_board, shifted
from rullo_core.sudoku.kernels import filling
from rullo_core.sudoku.kernels.board import set_up
from rullo_core.sudoku.kernels.levels import NAKED
from rullo_core.sudoku.kernels.search import at_depth, stack_for
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.request import FillSpec
from rullo_core.sudoku.solver import solutions
from tests.sudoku.puzzles import empty


@pytest.mark.parametrize("method", ["rows", "bail-out", "solver", "fewest"])
def test_given_digits_are_completed_where_that_is_possible(method):
    """Of 4x4 boards with six digits at random; on some, a digit that the first cell may have leads nowhere."""
    draw, answers = np.random.default_rng(1), []
    while len(answers) < 60:
        cells = np.zeros(16, np.int64)
        cells[draw.permutation(16)[:6]] = draw.integers(1, 5, 6)
        puzzle = Sudoku((2, 2), tuple(cells.tolist()))
        try:
            result = fill_board(FillSpec(method, attempts=9), puzzle, 1, len(answers))
        except BadInput:
            continue  # a digit is repeated
        answers.append(next(solutions(puzzle), None) is not None)
        assert result.status == (SUCCESS if answers[-1] else IMPOSSIBLE)
    assert 5 < sum(answers) < 55


def test_the_same_board_is_the_same_result_however_long_it_took():
    first, second = (fill_board(FillSpec("fewest"), empty((2, 2)), 1, 0) for _ in range(2))
    assert replace(first, seconds=9.0, log={}) == second
    assert replace(first, status=LIMIT) != second


@pytest.mark.parametrize("method", ["solver", "fewest", "anew"])
def test_dead_ends(method):
    """With a way back they do not end the one attempt that there is; without it all but those before a choice do."""
    dead_ends = 0
    for index in range(8):
        result = fill_board(FillSpec(method, "look-ahead", attempts=1), empty(3), 1, index)
        log = result.log
        dead_ends += log["dead ends"] > 0
        assert result.status == (LIMIT if method == "anew" and log["dead ends"] else SUCCESS)
    assert dead_ends
    impossible = Sudoku((2, 2), (1, 2, 3, 0, 0, 0, 0, 4, *(0,) * 8))
    result = fill_board(FillSpec(method, "look-ahead", attempts=3), impossible, 1, 0)
    assert (result.status, result.log["attempts"], result.log["dead ends"]) == (IMPOSSIBLE, 1, 1)


# -- kernels against plain Python, with the same random numbers -------------------------------------------------------

BOXES = ((2, 2), (2, 3), (3, 2), (1, 4), (4, 1))
STOP = np.zeros(1, np.uint8)
GIVEN_UP, REFUTED, COMPLETED = -1, 0, 1


class Words:
    """Random numbers of a stream, from numpy's generator."""

    def __init__(self, seed, number):
        self.draw = np.random.Philox(key=np.array([seed, number], np.uint64)).random_raw

    def integer_below(self, n):
        return int(self.draw()) % n

    def fraction(self):
        return (int(self.draw()) >> 11) * 2.0**-53

    def shuffle(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.integer_below(i + 1)
            items[i], items[j] = items[j], items[i]


class Attempts:
    """Attempts to fill a board, as the kernels' docstrings define them; a board is a set of digits for each cell, and
    the cells that have one.
    """

    def __init__(self, box, limit, backtracks, words):
        self.units = [cells for _, cells in units_of(box)]
        self.digits = frozenset(range(1, box[0] * box[1] + 1))
        self.limit, self.backtracks, self.words = limit, backtracks, words
        self.log, self.ways, self.solution = Counter(), 0.0, None

    def with_digit(self, board, cell, digit):
        can, fixed = board
        peers = {peer for unit in self.units if cell in unit for peer in unit}
        can = {
            position: candidates - {digit} if position in peers else candidates for position, candidates in can.items()
        }
        return can | {cell: can[cell] if digit not in board[0][cell] else {digit}}, fixed | {cell}

    def with_givens(self, cells):
        board = dict.fromkeys(range(len(cells)), self.digits), frozenset()
        for cell, digit in enumerate(cells):
            board = self.with_digit(board, cell, digit) if digit else board
        return board

    def run(self, board, attempts, follow, choose):
        """After each digit, `follow` returns the board, or None where it cannot be filled; `choose` returns a cell."""
        for _ in range(attempts):
            self.log["attempts"] += 1
            self.placed, self.ways = 0, 0.0
            answer = self.go_on(board, 0, follow, choose)
            if answer != GIVEN_UP:
                return answer
        return GIVEN_UP

    def go_on(self, board, depth, follow, choose):
        board = follow(board)
        if board is None:
            return self.dead_end(depth)
        can, fixed = board
        if len(fixed) == len(can):
            self.solution, self.log["choices"] = [min(can[cell]) for cell in range(len(can))], depth
            return COMPLETED
        cell = choose(board)
        candidates = sorted(can[cell])
        if not candidates:
            return self.dead_end(depth)
        self.ways += log(len(candidates))
        while candidates:
            if self.placed == self.limit:
                return GIVEN_UP
            digit = candidates.pop(self.words.integer_below(len(candidates)))
            self.placed += 1
            self.log["placements"] += 1
            self.log["farthest"] = max(self.log["farthest"], depth + 1)
            answer = self.go_on(self.with_digit(board, cell, digit), depth + 1, follow, choose)
            if answer != REFUTED:
                return answer
        self.log["dead ends"] += 1
        return REFUTED

    def dead_end(self, depth):
        self.log["dead ends"] += 1
        return GIVEN_UP if depth and not self.backtracks else REFUTED

    def find_singles(self, board, hidden):
        """Place what only one digit of a cell, or one cell of a unit, leaves; None where a cell or a digit has none."""
        while True:
            can, fixed = board
            singles = [(cell, min(candidates)) for cell, candidates in can.items() if len(candidates) == 1]
            homes = [(digit, [c for c in unit if digit in can[c]]) for unit in self.units for digit in self.digits]
            if not all(can.values()) or (hidden and not all(places for _, places in homes)):
                return None
            singles += [(places[0], digit) for digit, places in homes if hidden and len(places) == 1]
            singles = [(cell, digit) for cell, digit in singles if cell not in fixed]
            if not singles:
                return board
            board = self.with_digit(board, *singles[0])

    def choose_fewest(self, board):
        can, fixed = board
        minimum = min(len(candidates) for cell, candidates in can.items() if cell not in fixed)
        cells = [cell for cell, candidates in can.items() if len(candidates) == minimum and cell not in fixed]
        return cells[self.words.integer_below(len(cells))]


def described(answer, cells, log):
    names = ("placements", "dead ends", "choices", "attempts", "farthest")
    counts = [log[name] for name in names] if isinstance(log, Counter) else log.counts.tolist()
    return answer, cells if answer == COMPLETED else None, dict(zip(names, counts, strict=True))


def some_givens(box, draw):
    """No digits, and random ones that break no rule at once."""
    yield [0] * (box[0] * box[1]) ** 2
    for share in (0.15, 0.3):
        cells = [0] * (box[0] * box[1]) ** 2
        for cell in np.flatnonzero(draw.random(len(cells)) < share):
            excluded = {cells[c] for _, unit in units_of(box) if cell in unit for c in unit}
            candidates = sorted(set(range(1, box[0] * box[1] + 1)) - excluded)
            cells[cell] = int(draw.choice(candidates)) if candidates else 0
        yield cells


def plainly(cells, box, order, limit, attempts, backtracks, number):
    """Compare the kernel with `Attempts` that see nothing before a cell's turn comes; return answer and dead ends."""
    expected = Attempts(box, limit, backtracks, Words(5, number))
    answer = expected.run(
        expected.with_givens(cells), attempts, lambda board: board,
        lambda board: next(cell for cell in order if cell not in board[1]),
    )  # fmt: skip
    expected.log["choices"] = len(order)
    output, log = np.array(cells), filling.log_of()
    kernel_answer = filling.fill_plain(
        output, box, np.array(order, np.int64), limit, attempts, backtracks, rng_from_seed(5, number), STOP, log
    )
    assert described(kernel_answer, output.tolist(), log) == described(answer, expected.solution, expected.log)
    return answer, expected.log["dead ends"]


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_plain_fillers(box):
    """Row by row or in a random order, with a way back or without, and with limits around what an attempt needs."""
    draw, answers = np.random.default_rng(1), set()
    for cells in some_givens(box, draw):
        order = [cell for cell, digit in enumerate(cells) if not digit]
        for number, limit in enumerate((300, len(order) - 1, len(order), 2, 0) * 2):
            order = draw.permutation(order).tolist() if number else order
            answers.add(plainly(cells, box, order, limit, 1 + number % 4, number % 3 != 2, number)[0])
    assert answers >= {COMPLETED, GIVEN_UP}


@pytest.mark.parametrize("backtracks", [True, False])
def test_the_second_cell_may_be_a_dead_end(backtracks):
    """The first may be 1 or 2, the second 1 only: without a way back, the attempt ends there, too."""
    cells = [0, 0, 3, 4, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0]
    order = [cell for cell in range(16) if not cells[cell]]
    answers = {plainly(cells, (2, 2), order, 2, 1, backtracks, number) for number in range(8)}
    assert answers == {(GIVEN_UP, 0), (GIVEN_UP, 1)}


RULES = {"look-ahead": filling.LOOK_AHEAD, "naked": NAKED, "hidden": SINGLES}


@pytest.mark.parametrize("level", RULES)
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_fillers_with_a_solver(box, level):
    draw, answers = np.random.default_rng(2), set()
    for cells in some_givens(box, draw):
        for number, limit in enumerate((300, 9, 4, 1, 0) * 2):
            cell_choice, backtracks, attempts = number % 3, number % 4 != 3, 1 + number % 2
            order = draw.permutation(len(cells)).tolist()
            expected = Attempts(box, limit, backtracks, Words(6, number))

            def follow(board, expected=expected):
                if level != "look-ahead":
                    return expected.find_singles(board, level == "hidden")
                return board if all(board[0].values()) else None

            def choose(board, expected=expected, cell_choice=cell_choice, order=order):
                if cell_choice == filling.FEWEST:
                    return expected.choose_fewest(board)
                return next(
                    cell for cell in (order if cell_choice == filling.FIXED else sorted(order)) if cell not in board[1]
                )

            answer = expected.run(expected.with_givens(cells), attempts, follow, choose)
            output, log, stack = np.array(cells), filling.log_of(), stack_for(box)
            set_up(at_depth(stack, 0), box, output)
            kernel_answer = filling.fill_with_solver(
                stack, box, RULES[level], cell_choice, np.array(order), limit, attempts, backtracks,
                rng_from_seed(6, number), STOP, log, output,
            )  # fmt: skip
            assert described(kernel_answer, output.tolist(), log) == described(answer, expected.solution, expected.log)
            assert log.ways[0] == pytest.approx(expected.ways)
            answers.add(answer)
    assert answers >= {COMPLETED, GIVEN_UP}


def exchanged(cells, box, in_boxes, heat, limit, words):
    """Fill a board by exchanges, and count all conflicts anew each time; return also the first, and what was tried."""
    units, size = [unit for _, unit in units_of(box)], len(cells)
    side, log = box[0] * box[1], Counter()
    groups = [unit for name, unit in units_of(box) if name.startswith("box")] if in_boxes else [range(size)]
    cells, free = list(cells), [[cell for cell in group if not cells[cell]] for group in groups]
    for group, empty_cells in zip(groups, free, strict=True):
        have = Counter(cells[cell] for cell in group)
        digits = [d for d in range(1, side + 1) for _ in range(len(group) // side - have[d])]
        words.shuffle(digits)
        for cell, digit in zip(empty_cells, digits, strict=True):
            cells[cell] = digit

    def conflicts():
        return sum(side - len({cells[cell] for cell in unit}) for unit in units)

    def offends(cell):
        return any(sum(cells[c] == cells[cell] for c in unit) > 1 for unit in units if cell in unit)

    first_conflicts, free_cells = conflicts(), [cell for group in free for cell in group]
    for _ in range(limit):
        if conflicts() == 0 or len(free_cells) < 2:
            break
        log["tried"] += 1
        first = free_cells[words.integer_below(len(free_cells))]
        members = next(group for group in free if first in group)
        second, previous_conflicts = members[words.integer_below(len(members))], conflicts()
        if cells[first] == cells[second] or not (offends(first) or offends(second)):
            continue
        cells[first], cells[second] = cells[second], cells[first]
        increase = conflicts() - previous_conflicts
        if increase > 0 and not (heat and words.fraction() < exp(-increase / heat)):
            cells[first], cells[second] = cells[second], cells[first]
            log["undone"] += 1
    return (COMPLETED if conflicts() == 0 else GIVEN_UP), first_conflicts, cells, log["tried"], log["undone"]


@pytest.mark.parametrize("in_boxes", [True, False])
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_fillers_by_exchange(box, in_boxes):
    """In boxes or anywhere, with heat or without, with limits around what is needed; few cells of some are empty."""
    draw, answers = np.random.default_rng(3), set()
    board = np.array(shifted(box).cells)
    half = board * (draw.random(board.size) < 0.6)
    two = [0, 0, *board[2:].tolist()]
    for number, cells in enumerate((*some_givens(box, draw), half.tolist(), board.tolist(), *[two] * 4)):
        for heat in (0.0, 0.6):
            limits = [40]
            for limit in limits:
                expected = exchanged(cells, box, in_boxes, heat, limit, Words(7, number))
                output, log = np.array(cells), filling.log_of()
                answer, first_conflicts = filling.fill_by_exchange(
                    output, box, in_boxes, heat, limit, rng_from_seed(7, number), STOP, log
                )
                exchanges, undone = log.counts[[filling.PLACEMENTS, filling.DEAD_ENDS]].tolist()
                assert (answer, first_conflicts, output.tolist(), exchanges, undone) == expected
                answers.add(answer)
                if limit == 40 and 0 < exchanges < 40:
                    limits += [exchanges - 1, exchanges, exchanges + 1]
    assert answers == {COMPLETED, GIVEN_UP}
