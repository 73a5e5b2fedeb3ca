"""Passes of a level in a kernel: every rule of every unit and cage, each from the state at the start of the pass.

`rullo_core.killer.solver.Reasoner` is the same in readable Python, part by part. Domains are filtered in place.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, inner, kernel
from rullo_core.compiled.arrays import copy
from rullo_core.constraints.kernels import sets
from rullo_core.killer.kernels.board import Desk, Frame, cells_of, desk_for, filter_group, set_cages, wake, wake_all
from rullo_core.killer.kernels.sums import Sums, filter_sum, make_sums, sums_for

START, NAKED, CAGE_SINGLES, HIDDEN, POINTING, BOX_LINE, CAGES, UNITS, REQUIRED, SUMS, WINDOWS = (
    np.int64(1 << i) for i in range(11)
)
"""Parts of a level, as bits."""

LOCKED = POINTING | BOX_LINE

NO_PARTS = np.int64(0)

OF_UNITS, OF_CAGES = NAKED | HIDDEN | UNITS, CAGE_SINGLES | CAGES | REQUIRED

SOLVED, STUCK, INFEASIBLE = map(np.int64, (1, 0, -1))
"""Outcomes of passes: every cell is fixed; nothing more can be eliminated; no solution."""


class Reasoning(NamedTuple):
    """Working memory for passes: candidates after a pass, whether it changed each cell, and states of trials."""

    frame: Frame
    desk: Desk
    sums: Sums
    output: np.ndarray
    is_changed: np.ndarray
    trials: np.ndarray


def reasoning_for(frame: Frame) -> Reasoning:
    """Return working memory for boards of a frame's shape."""
    side, size = int(frame.side), int(frame.side) ** 2
    return Reasoning(
        frame,
        desk_for(side, len(frame.ends)),
        sums_for(side, int(frame.height), int(frame.width)),
        np.zeros(size, np.int64),
        np.zeros(size, np.uint8),
        np.zeros((2, size), np.int64),
    )


@kernel
def put_cages(room, owner, totals, number):
    """Put cages into the frame; the sums of their parts are found when a level first uses them."""
    set_cages(room.frame, owner, totals, number)
    room.sums.number[0] = -1


@kernel
def begin(domains, room, parts):
    """Set the state before the first pass: all digits, or with START those of the cage sums; False if a cage has no
    set.
    """
    frame, table = room.frame, room.desk.sets
    all_digits = (1 << frame.side) - 1
    domains[:] = all_digits
    if parts & START:
        sums_per_size = len(table.first) // (frame.side + 1)
        for cage in range(frame.units, frame.number[0]):
            cells, total, digits = cells_of(frame, cage), frame.totals[cage], 0
            if total < sums_per_size:
                index = len(cells) * sums_per_size + total
                for k in range(table.first[index], table.first[index + 1]):
                    digits |= table.sets[k]
            if digits == 0:
                return False
            for cell in cells:
                domains[cell] = digits
    wake_everything(room)
    return True


@inlined
def wake_everything(room):
    """Mark every rule to be applied."""
    wake_all(room.frame, room.desk.waiting)
    room.is_changed[:] = 1


@inlined
def keep_digits_apart(domains, cells, output):
    """Eliminate the digits of fixed cells from the others; False if two fixed cells have the same digit."""
    fixed = 0
    for cell in cells:
        domain = domains[cell]
        if domain & (domain - 1) == 0:
            if fixed & domain:
                return False
            fixed |= domain
    for cell in cells:
        domain = domains[cell]
        if domain & (domain - 1):
            output[cell] &= ~fixed
    return True


@inlined
def place_digits(domains, cells, output):
    """Fix each digit that is a candidate of one cell only; False if a digit has no cell."""
    present = repeated = 0
    for cell in cells:
        repeated |= present & domains[cell]
        present |= domains[cell]
    if present != (1 << len(cells)) - 1:
        return False
    for cell in cells:
        hidden = domains[cell] & ~repeated
        if hidden:
            if hidden & (hidden - 1):
                return False
            output[cell] &= hidden
    return True


@inner
def apply_crossings(domains, frame, parts, output):
    """Eliminate a digit that a box has only in a line from the line (POINTING), or a line only in a box (BOX_LINE)."""
    side, height, width = frame.side, frame.height, frame.width
    # By line and box: candidates of the cells where they cross, and those that the line, or the box, has only there.
    crossed, in_line, in_box = np.empty((3, side, side), np.int64)
    for is_column in range(2):
        crossed[:] = 0
        for cell in range(side * side):
            line, box = line_and_box(cell, side, height, width, is_column)
            crossed[line, box] |= domains[cell]
        for i in range(side):
            find_exclusive(crossed[i], in_line[i])
            find_exclusive(crossed[:, i], in_box[:, i])
        for cell in range(side * side):
            line, box = line_and_box(cell, side, height, width, is_column)
            if parts & POINTING:
                output[cell] &= ~union_of_others(in_box[line], box)
            if parts & BOX_LINE:
                output[cell] &= ~union_of_others(in_line[:, box], line)


@inlined
def line_and_box(cell, side, height, width, is_column):
    """Return the line, a row or with `is_column` a column, and the box of a cell."""
    row, column = cell // side, cell % side
    return (column if is_column else row), row // height * (side // width) + column // width


@inlined
def find_exclusive(masks, exclusive):
    """Fill `exclusive` with the digits of each set that no other set has."""
    present = repeated = 0
    for mask in masks:
        repeated |= present & mask
        present |= mask
    for i in range(len(masks)):
        exclusive[i] = masks[i] & ~repeated


@inlined
def union_of_others(masks, index):
    """Return the union of all sets except that of an index."""
    union = 0
    for i in range(len(masks)):
        if i != index:
            union |= masks[i]
    return union


@inner
def apply_required(domains, frame, desk, cage, output):
    """Eliminate a digit that a cage must contain from cells outside that see all its places in the cage."""
    room = desk.sets
    cells = cells_of(frame, cage)
    n = len(cells)
    for i in range(n):
        room.domains[i] = domains[cells[i]]
    is_consistent, required = sets.filter_by_sets(n, frame.totals[cage], room)
    if not is_consistent:
        return False
    places = np.empty(n, np.int64)
    while required:
        digit = required & -required
        required ^= digit
        count = 0
        for i in range(n):
            if room.domains[i] & digit:
                places[count] = cells[i]
                count += 1
        for cell in range(len(domains)):
            if frame.sees[places[0], cell] and frame.of_cell[cell, 0] != cage:
                all_seen = True
                for i in range(1, count):
                    all_seen &= frame.sees[places[i], cell] != 0
                if all_seen:
                    output[cell] &= ~digit
    return True


@inner
def make_pass(domains, room, parts):
    """Apply every rule of some parts once from the same state; return the cells that lost candidates, or -1.

    Rules whose cells have not changed since are skipped; -1 is for no solution.
    """
    frame, desk, sums, output, is_changed = room.frame, room.desk, room.sums, room.output, room.is_changed
    copy(domains, output)
    for group in range(frame.number[0]):
        of_cage = group >= frame.units
        if not desk.waiting[group] or not parts & (OF_CAGES if of_cage else OF_UNITS):
            continue
        desk.waiting[group] = 0
        cells = cells_of(frame, group)
        if parts & (CAGE_SINGLES if of_cage else NAKED) and not keep_digits_apart(domains, cells, output):
            return -1
        if not of_cage and parts & HIDDEN and not place_digits(domains, cells, output):
            return -1
        if parts & (CAGES if of_cage else UNITS) and not filter_group(domains, frame, group, desk, output):
            return -1
        if of_cage and parts & REQUIRED and not apply_required(domains, frame, desk, group, output):
            return -1
    if parts & LOCKED:
        apply_crossings(domains, frame, parts, output)
    if parts & (SUMS | WINDOWS):
        windows = parts & WINDOWS != 0
        if sums.number[0] < 0 or (windows and not sums.number[1]):
            make_sums(frame, sums, windows)
        for k in range(sums.number[0]):
            if windows or sums.single[k]:
                touched = False
                for i in range(sums.size[k]):
                    touched |= is_changed[sums.cells[k, i]] != 0
                if touched and not filter_sum(sums, k, domains, output):
                    return -1
    changes = 0
    for cell in range(len(domains)):
        is_changed[cell] = output[cell] != domains[cell]
        if is_changed[cell]:
            if output[cell] == 0:
                return -1
            changes += 1
            domains[cell] = output[cell]
            wake(cell, frame, desk.waiting)
    return changes


@inlined
def is_fixed(domains):
    """Whether every cell has one candidate."""
    unfixed = 0
    for domain in domains:
        unfixed |= domain & (domain - 1)
    return unfixed == 0


@kernel
def run_level(domains, room, parts):
    """Make passes until solved or stuck; return SOLVED, STUCK or INFEASIBLE, and the last pass that eliminated a
    candidate.

    Starts from the state of `begin`, or one with fewer candidates and all changed groups marked.
    """
    passes = 0
    while True:
        changes = make_pass(domains, room, parts)
        if changes < 0:
            return INFEASIBLE, passes
        if changes == 0:
            # This pass checks the last cells, which the pass before may have fixed.
            return (SOLVED if is_fixed(domains) else STUCK), passes
        passes += 1


@kernel
def run_by_turns(domains, room, first, second):
    """Make passes that alternate between two strategies; return SOLVED, STUCK or INFEASIBLE, and the number of passes,
    which includes the last passes, without eliminations, if stuck.
    """
    begin(domains, room, NO_PARTS)
    passes = idle = 0
    while True:
        changes = make_pass(domains, room, first if passes % 2 == 0 else second)
        passes += 1
        if changes < 0:
            return INFEASIBLE, passes
        if is_fixed(domains):
            if make_pass(domains, room, first) < 0 or make_pass(domains, room, second) < 0:
                return INFEASIBLE, passes
            return SOLVED, passes
        idle = idle + 1 if changes == 0 else 0
        if idle >= 2 and passes % 2 == 0:
            return STUCK, passes


@kernel
def shave(domains, room, parts, stop):
    """Eliminate candidates that a level refutes, apply the level, and repeat; return the outcome and the number of
    rounds.

    Starts where the level is stuck, with nothing marked; only rounds that eliminated something count. It is stuck in
    the middle of a round where another thread sets stop.
    """
    trial, remaining = room.trials[0], room.trials[1]
    rounds = 0
    while True:
        copy(domains, remaining)
        is_refuted = False
        for cell in range(len(domains)):
            untried = domains[cell]
            if untried & (untried - 1) == 0:
                continue
            while untried:
                if stop[0]:
                    return STUCK, rounds
                digit = untried & -untried
                untried ^= digit
                copy(domains, trial)
                trial[cell] = digit
                touch(room, cell)
                if run_level(trial, room, parts)[0] == INFEASIBLE:
                    remaining[cell] ^= digit
                    is_refuted = True
        if not is_refuted:
            return STUCK, rounds
        rounds += 1
        room.desk.waiting[:] = 0
        room.is_changed[:] = 0
        for cell in range(len(domains)):
            if remaining[cell] == 0:
                return INFEASIBLE, rounds
            if remaining[cell] != domains[cell]:
                domains[cell] = remaining[cell]
                room.is_changed[cell] = 1
                wake(cell, room.frame, room.desk.waiting)
        outcome, _ = run_level(domains, room, parts)
        if outcome != STUCK:
            return outcome, rounds


@inlined
def touch(room, cell):
    """Mark only the groups of a cell to be filtered."""
    room.desk.waiting[:] = 0
    room.is_changed[:] = 0
    room.is_changed[cell] = 1
    wake(cell, room.frame, room.desk.waiting)
