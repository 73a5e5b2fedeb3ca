"""Many Kakuro puzzles in arrays, and propagation by one entry at a time at any level.

Cells and entries are numbered through all puzzles; domains are those of one puzzle: int64, bit d - 1 for digit d.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, inner, kernel
from rullo_core.constraints.kernels.different import (
    ALL,
    BOUNDS,
    COUNT,
    EVERY,
    FORWARD,
    MAX_SUM,
    UNION,
    UNIONS,
    Room,
    filter_by,
    filter_candidates,
    make_room,
)

SETUP = UNION | BOUNDS | FORWARD

ACROSS, DOWN = np.bool_(False), np.bool_(True)
"""The direction whose entries come first in `make_passes`."""

FIRST = np.int64(0)
"""The number of the puzzle in arrays that hold a single puzzle."""

ANYWHERE, WAITING = map(np.int64, (-1, -2))
"""In place of a start cell: filter all entries, or the entries that are waiting on the desk."""

NO_LENGTH = np.int64(0)
"""A greatest length that no entry has: rules filter all entries, and none is filtered completely."""


class Puzzles(NamedTuple):
    """Puzzles in arrays. Puzzle p has cells[p] to cells[p + 1], entries[p] to entries[p + 1], and from downs[p] on
    entries down. Entry e has the cells member[members[e]:members[e + 1]] and the clue clues[e]: 0 if it is not set,
    negative if the entry was removed. across and down are the entries of each cell, -1 for none; order has the entries
    of each puzzle, short ones first.
    """

    cells: np.ndarray
    entries: np.ndarray
    downs: np.ndarray
    members: np.ndarray
    member: np.ndarray
    clues: np.ndarray
    across: np.ndarray
    down: np.ndarray
    order: np.ndarray


class Desk(NamedTuple):
    """Room to work on one puzzle at a time: a ring of entries to filter, and for each whether it is in it, by its
    number within the puzzle.
    """

    room: Room
    queue: np.ndarray
    waits: np.ndarray


def desk_for(puzzles: Puzzles) -> Desk:
    """Make a desk for the largest of some puzzles."""
    largest = int(np.diff(puzzles.entries).max(initial=1))
    return Desk(make_room(), np.zeros(largest, np.int64), np.zeros(largest, np.uint8))


@inlined
def filter_unit(puzzles, entry, base, domains, rules, longest, room):
    """Filter an entry by rules, or completely if it has at most `longest` cells; the result is in the room. False if
    empty.
    """
    first = puzzles.members[entry]
    count = puzzles.members[entry + 1] - first
    for i in range(count):
        room.domains[i] = domains[puzzles.member[first + i] - base]
    if puzzles.clues[entry] < 0:
        return True
    if count <= longest or rules == ALL:
        return filter_candidates(count, puzzles.clues[entry], room)
    return filter_by(rules, count, puzzles.clues[entry], room)


@inner
def take_clues(puzzles, p, domains):
    """Start each domain with the digits that the sets of its clues have."""
    base = puzzles.cells[p]
    for i in range(len(domains)):
        domains[i] = EVERY
    for entry in range(puzzles.entries[p], puzzles.entries[p + 1]):
        first, end, clue = puzzles.members[entry], puzzles.members[entry + 1], puzzles.clues[entry]
        if clue >= 0:
            possible = UNIONS[end - first, clue] if clue <= MAX_SUM else 0
            for i in range(first, end):
                domains[puzzles.member[i] - base] &= possible


@kernel
def reach(puzzles, p, domains, rules, longest, start, desk):
    """Filter entries until nothing changes, the longest waiting first; False if an entry cannot be filled.

    The queue starts with the entries of the cell start. Short entries first, it starts with all entries if start is
    ANYWHERE, and with the waiting entries if start is WAITING.
    """
    base, first, number = puzzles.cells[p], puzzles.entries[p], puzzles.entries[p + 1] - puzzles.entries[p]
    queue, waits, room = desk.queue, desk.waits, desk.room
    head = size = 0
    if start < 0:
        for i in range(number):
            entry = puzzles.order[first + i]
            if start == ANYWHERE or waits[entry - first]:
                queue[size] = entry
                waits[entry - first] = 1
                size += 1
    else:
        for i in range(number):
            waits[i] = 0
        for entry in (puzzles.across[base + start], puzzles.down[base + start]):
            if entry >= 0:
                queue[size] = entry
                waits[entry - first] = 1
                size += 1
    while size:
        entry = queue[head]
        head += 1
        if head == number:
            head = 0
        size -= 1
        waits[entry - first] = 0
        if not filter_unit(puzzles, entry, base, domains, rules, longest, room):
            return False
        begin = puzzles.members[entry]
        count = puzzles.members[entry + 1] - begin
        has_changed = False
        for i in range(count):
            cell = puzzles.member[begin + i]
            if domains[cell - base] == room.domains[i]:
                continue
            domains[cell - base] = room.domains[i]
            has_changed = True
            for crossing in (puzzles.across[cell], puzzles.down[cell]):
                if crossing >= 0 and crossing != entry and not waits[crossing - first]:
                    waits[crossing - first] = 1
                    slot = head + size
                    queue[slot - number if slot >= number else slot] = crossing
                    size += 1
        # A complete filter deduces nothing more the second time; other rules may.
        if has_changed and rules != ALL and count > longest and not waits[entry - first]:
            waits[entry - first] = 1
            slot = head + size
            queue[slot - number if slot >= number else slot] = entry
            size += 1
    return True


@inlined
def count_open(domains):
    """Count the cells that are not fixed."""
    number = 0
    for i in range(len(domains)):
        number += COUNT[domains[i]] > 1
    return number


@inner
def make_passes(puzzles, p, down_first, desk):
    """Return the passes until entries solve a puzzle, or the last that changed something; -1 if they find a
    contradiction.
    """
    base, room = puzzles.cells[p], desk.room
    domains = np.full(puzzles.cells[p + 1] - base, EVERY)
    number = last = 0
    is_down = down_first
    while number - last < 2:
        number += 1
        first = puzzles.downs[p] if is_down else puzzles.entries[p]
        end = puzzles.entries[p + 1] if is_down else puzzles.downs[p]
        for entry in range(first, end):
            if not filter_unit(puzzles, entry, base, domains, ALL, NO_LENGTH, room):
                return -1
            begin = puzzles.members[entry]
            for i in range(puzzles.members[entry + 1] - begin):
                cell = puzzles.member[begin + i] - base
                if domains[cell] != room.domains[i]:
                    domains[cell] = room.domains[i]
                    last = number
        if count_open(domains) == 0:
            for entry in range(puzzles.entries[p], puzzles.entries[p + 1]):
                if not filter_unit(puzzles, entry, base, domains, ALL, NO_LENGTH, room):
                    return -1
            return number
        is_down = not is_down
    return last
