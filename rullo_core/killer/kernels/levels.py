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

START, NAKED, ALIKE, HIDDEN, POINTING, BOX_LINE, CAGES, UNITS, REQUIRED, SUMS, WINDOWS = (
    np.int64(1 << i) for i in range(11)
)
"""Parts of a level, as bits."""

LOCKED = POINTING | BOX_LINE

NOTHING = np.int64(0)

OF_UNITS, OF_CAGES = NAKED | HIDDEN | UNITS, ALIKE | CAGES | REQUIRED

SOLVED, STUCK, NONE = map(np.int64, (1, 0, -1))
"""Outcomes of passes: every cell is fixed; nothing more can be eliminated; no solution."""


class Reasoning(NamedTuple):
    """Working memory for passes: candidates after a pass, cells changed by the last pass, and states of trials."""

    frame: Frame
    desk: Desk
    sums: Sums
    after: np.ndarray
    changed: np.ndarray
    tried: np.ndarray


def reasoning_for(frame: Frame) -> Reasoning:
    """Return working memory for boards of a frame's shape."""
    side, size = int(frame.side), int(frame.side) ** 2
    return Reasoning(
        frame,
        desk_for(side, len(frame.ends)),
        sums_for(side, int(frame.high), int(frame.wide)),
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
    every = (1 << frame.side) - 1
    domains[:] = every
    if parts & START:
        most = len(table.first) // (frame.side + 1)
        for cage in range(frame.units, frame.number[0]):
            cells, total, some = cells_of(frame, cage), frame.totals[cage], 0
            if total < most:
                at = len(cells) * most + total
                for k in range(table.first[at], table.first[at + 1]):
                    some |= table.sets[k]
            if some == 0:
                return False
            for cell in cells:
                domains[cell] = some
    wake_everything(room)
    return True


@inlined
def wake_everything(room):
    """Mark every rule to be applied."""
    wake_all(room.frame, room.desk.waiting)
    room.changed[:] = 1


@inlined
def keep_digits_apart(domains, cells, after):
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
            after[cell] &= ~fixed
    return True


@inlined
def place_digits(domains, cells, after):
    """Fix each digit that is a candidate of one cell only; False if a digit has no cell."""
    once = twice = 0
    for cell in cells:
        twice |= once & domains[cell]
        once |= domains[cell]
    if once != (1 << len(cells)) - 1:
        return False
    for cell in cells:
        alone = domains[cell] & ~twice
        if alone:
            if alone & (alone - 1):
                return False
            after[cell] &= alone
    return True


@inner
def apply_crossings(domains, frame, parts, after):
    """Eliminate a digit that a box has only in a line from the line (POINTING), or a line only in a box (BOX_LINE)."""
    side, high, wide = frame.side, frame.high, frame.wide
    # By line and box: candidates of the cells where they cross, and those that the line, or the box, has only there.
    crossed, in_line, in_box = np.empty((3, side, side), np.int64)
    for along in range(2):
        crossed[:] = 0
        for cell in range(side * side):
            line, box = where(cell, side, high, wide, along)
            crossed[line, box] |= domains[cell]
        for i in range(side):
            find_alone(crossed[i], in_line[i])
            find_alone(crossed[:, i], in_box[:, i])
        for cell in range(side * side):
            line, box = where(cell, side, high, wide, along)
            if parts & POINTING:
                after[cell] &= ~in_others(in_box[line], box)
            if parts & BOX_LINE:
                after[cell] &= ~in_others(in_line[:, box], line)


@inlined
def where(cell, side, high, wide, along):
    """Return the line, a row or with `along` a column, and the box of a cell."""
    row, column = cell // side, cell % side
    return (column if along else row), row // high * (side // wide) + column // wide


@inlined
def find_alone(some, alone):
    """Fill `alone` with the digits of each set that no other set has."""
    once = twice = 0
    for one in some:
        twice |= once & one
        once |= one
    for i in range(len(some)):
        alone[i] = some[i] & ~twice


@inlined
def in_others(some, but):
    """Return the union of all sets except the one with index `but`."""
    union = 0
    for i in range(len(some)):
        if i != but:
            union |= some[i]
    return union


@inner
def apply_required(domains, frame, desk, cage, after):
    """Eliminate a digit that a cage must contain from cells outside that see all its places in the cage."""
    room = desk.sets
    cells = cells_of(frame, cage)
    n = len(cells)
    for i in range(n):
        room.domains[i] = domains[cells[i]]
    some, needed = sets.filter_by_sets(n, frame.totals[cage], room)
    if not some:
        return False
    places = np.empty(n, np.int64)
    while needed:
        digit = needed & -needed
        needed ^= digit
        many = 0
        for i in range(n):
            if room.domains[i] & digit:
                places[many] = cells[i]
                many += 1
        for other in range(len(domains)):
            if frame.sees[places[0], other] and frame.of_cell[other, 0] != cage:
                all_seen = True
                for i in range(1, many):
                    all_seen &= frame.sees[places[i], other] != 0
                if all_seen:
                    after[other] &= ~digit
    return True


@inner
def make_pass(domains, room, parts):
    """Apply every rule of some parts once from the same state; return the cells that lost candidates, or -1.

    Rules whose cells have not changed since are skipped; -1 is for no solution.
    """
    frame, desk, sums, after, changed = room.frame, room.desk, room.sums, room.after, room.changed
    copy(domains, after)
    for group in range(frame.number[0]):
        of_cage = group >= frame.units
        if not desk.waiting[group] or not parts & (OF_CAGES if of_cage else OF_UNITS):
            continue
        desk.waiting[group] = 0
        cells = cells_of(frame, group)
        if parts & (ALIKE if of_cage else NAKED) and not keep_digits_apart(domains, cells, after):
            return -1
        if not of_cage and parts & HIDDEN and not place_digits(domains, cells, after):
            return -1
        if parts & (CAGES if of_cage else UNITS) and not filter_group(domains, frame, group, desk, after):
            return -1
        if of_cage and parts & REQUIRED and not apply_required(domains, frame, desk, group, after):
            return -1
    if parts & LOCKED:
        apply_crossings(domains, frame, parts, after)
    if parts & (SUMS | WINDOWS):
        windows = parts & WINDOWS != 0
        if sums.number[0] < 0 or (windows and not sums.number[1]):
            make_sums(frame, sums, windows)
        for k in range(sums.number[0]):
            if windows or sums.single[k]:
                touched = False
                for i in range(sums.size[k]):
                    touched |= changed[sums.cells[k, i]] != 0
                if touched and not filter_sum(sums, k, domains, after):
                    return -1
    filtered = 0
    for cell in range(len(domains)):
        changed[cell] = after[cell] != domains[cell]
        if changed[cell]:
            if after[cell] == 0:
                return -1
            filtered += 1
            domains[cell] = after[cell]
            wake(cell, frame, desk.waiting)
    return filtered


@inlined
def is_fixed(domains):
    """Whether every cell has one candidate."""
    several = 0
    for domain in domains:
        several |= domain & (domain - 1)
    return several == 0


@kernel
def run_level(domains, counted, parts):
    """Make passes until solved or stuck; return SOLVED, STUCK or NONE, and the last pass that eliminated something.

    Starts from the state of `begin`, or one with fewer candidates and all changed groups marked.
    """
    passes = 0
    while True:
        filtered = make_pass(domains, counted, parts)
        if filtered < 0:
            return NONE, passes
        if filtered == 0:
            # This pass checks what the one before, which may have fixed the last cells, could not see.
            return (SOLVED if is_fixed(domains) else STUCK), passes
        passes += 1


@kernel
def run_by_turns(domains, room, first, second):
    """Make passes of two parts by turns; return SOLVED, STUCK or NONE, and the passes, if stuck with the idle last
    ones.
    """
    begin(domains, room, NOTHING)
    passes = idle = 0
    while True:
        filtered = make_pass(domains, room, first if passes % 2 == 0 else second)
        passes += 1
        if filtered < 0:
            return NONE, passes
        if is_fixed(domains):
            if make_pass(domains, room, first) < 0 or make_pass(domains, room, second) < 0:
                return NONE, passes
            return SOLVED, passes
        idle = idle + 1 if filtered == 0 else 0
        if idle >= 2 and passes % 2 == 0:
            return STUCK, passes


@kernel
def shave(domains, room, parts, stop):
    """Eliminate candidates that a level refutes, apply the level, and repeat; return the outcome and the number of
    rounds.

    Starts where the level is stuck, with nothing marked; only rounds that eliminated something count. It is stuck in
    the middle of a round where another thread sets stop.
    """
    now, kept = room.tried[0], room.tried[1]
    rounds = 0
    while True:
        copy(domains, kept)
        some = False
        for cell in range(len(domains)):
            left = domains[cell]
            if left & (left - 1) == 0:
                continue
            while left:
                if stop[0]:
                    return STUCK, rounds
                digit = left & -left
                left ^= digit
                copy(domains, now)
                now[cell] = digit
                touch(room, cell)
                if run_level(now, room, parts)[0] == NONE:
                    kept[cell] ^= digit
                    some = True
        if not some:
            return STUCK, rounds
        rounds += 1
        room.desk.waiting[:] = 0
        room.changed[:] = 0
        for cell in range(len(domains)):
            if kept[cell] == 0:
                return NONE, rounds
            if kept[cell] != domains[cell]:
                domains[cell] = kept[cell]
                room.changed[cell] = 1
                wake(cell, room.frame, room.desk.waiting)
        outcome, _ = run_level(domains, room, parts)
        if outcome != STUCK:
            return outcome, rounds


@inlined
def touch(room, cell):
    """Mark only the groups of a cell to be filtered."""
    room.desk.waiting[:] = 0
    room.changed[:] = 0
    room.changed[cell] = 1
    wake(cell, room.frame, room.desk.waiting)
