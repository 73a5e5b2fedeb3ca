"""Naked and hidden singles and cages, filtered from cell to cell on boards up to 9x9.

The result is that of `board.reach` with these rules, which filters whole units and takes more than twice as long.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, inner, kernel
from rullo_core.compiled.hashing import GOLDEN
from rullo_core.constraints.kernels import different
from rullo_core.constraints.kernels.different import DIGITS, EVERY, LOWEST
from rullo_core.killer.kernels.board import Frame, cells_of

FIELD = 7
"""Bits of a digit in a word of places: those of its number of places, that of `PLACED`, and the highest for comparing
all digits at once.
"""

SPREAD = np.array([sum(1 << FIELD * i for i in range(DIGITS) if digits >> i & 1) for digits in range(EVERY + 1)])
"""For each set of digits, the word with one place of each."""

ONE_EACH, TWO_EACH, HIGHEST = (np.int64(count * SPREAD[EVERY]) for count in (1, 2, 1 << FIELD - 1))

PLACED = 1 << FIELD - 2
"""Added to the number of places of a digit that a fixed cell has: more than any number of places."""

OPEN = 6
"""Greatest number of unfixed cells of a cage whose filtering is remembered: a word has room for no more domains."""

SLOT = 14
"""Number of bits of a slot of `memory`."""

FIXED, CAGES, FIRST = range(3)


class Singles(NamedTuple):
    """Working memory for filtering.

    Places has, for each depth of a search and each unit, a word with the number of places of each digit. Peers are the
    cells that each cell sees, then -1; selection has those that have a digit, or the unfixed cells of a cage. Fixed has
    the fixed cells whose digit their peers may still have, and cages those to be filtered, the next one at FIRST;
    number has how many there are of both. Memory has a cage before it was filtered, and its domains after, 0 if it has
    none.
    """

    places: np.ndarray
    peers: np.ndarray
    selection: np.ndarray
    fixed: np.ndarray
    cages: np.ndarray
    number: np.ndarray
    memory: np.ndarray


def singles_for(frame: Frame) -> Singles:
    """Return working memory for boards of a frame's shape, empty for those larger than 9x9."""
    size = int(frame.side) ** 2 if frame.side <= DIGITS else 0
    peer_sets = [np.flatnonzero(frame.sees[cell]) for cell in range(size)]
    peers = np.full((size, max(map(len, peer_sets), default=0)), -1, np.int64)
    for cell, peer_set in enumerate(peer_sets):
        peers[cell, : len(peer_set)] = peer_set
    selection, fixed, cages = np.zeros((3, size), np.int64)
    return Singles(
        places=np.zeros((size + 1, frame.units), np.int64),
        peers=peers,
        selection=selection,
        fixed=fixed,
        cages=cages,
        number=np.zeros(3, np.int64),
        memory=np.zeros((1 << SLOT, 2) if size else (0, 2), np.int64),
    )


@kernel
def reach(domains, places, frame, desk, singles):
    """Filter any state, and count its places; False if there is no solution."""
    clear(desk, singles)
    places[:] = SPREAD[EVERY >> frame.side << frame.side] * PLACED
    for cell in range(len(domains)):
        domain = domains[cell]
        if domain & (domain - 1) == 0:
            if domain == 0:
                return False
            push_fixed(singles, cell)
        add_places(places, frame, cell, SPREAD[domain])
    for cage in range(frame.units, frame.number[0]):
        push_cage(desk, singles, cage)
    return filter_all(domains, places, frame, desk, singles)


@kernel
def fix(domains, places, frame, desk, singles, cell, digit):
    """Fix an unfixed cell of a filtered state, and filter that; False if there is no solution."""
    clear(desk, singles)
    eliminate(domains, places, frame, desk, singles, cell, domains[cell] ^ digit)
    return filter_all(domains, places, frame, desk, singles)


@inlined
def clear(desk, singles):
    """Forget what a contradiction left to be done."""
    desk.waiting[:] = 0
    singles.number[:] = 0


@inlined
def push_fixed(singles, cell):
    """Add a fixed cell to those whose digit has to be eliminated."""
    singles.fixed[singles.number[FIXED]] = cell
    singles.number[FIXED] += 1


@inlined
def push_cage(desk, singles, cage):
    """Add a cage to those to be filtered, as the last."""
    end, size = singles.number[FIRST] + singles.number[CAGES], len(singles.cages)
    singles.cages[end if end < size else end - size] = cage
    singles.number[CAGES] += 1
    desk.waiting[cage] = 1


@inlined
def take_cage(singles):
    """Take the first of the cages to be filtered."""
    first = singles.number[FIRST]
    singles.number[FIRST] = first + 1 if first + 1 < len(singles.cages) else 0
    singles.number[CAGES] -= 1
    return singles.cages[first]


@inlined
def add_places(places, frame, cell, word):
    """Add to the numbers of places in each unit of a cell."""
    for i in range(1, frame.of_cell.shape[1]):
        unit = frame.of_cell[cell, i]
        if unit < 0:
            break
        places[unit] += word


@inlined
def eliminate(domains, places, frame, desk, singles, cell, digits):
    """Eliminate candidates of a cell, and note what has to be done then; False if none is left."""
    domain = domains[cell] ^ digits
    domains[cell] = domain
    if domain & (domain - 1) == 0:
        push_fixed(singles, cell)
    add_places(places, frame, cell, -SPREAD[digits])
    cage = frame.of_cell[cell, 0]
    if cage >= 0 and not desk.waiting[cage]:
        push_cage(desk, singles, cage)
    return domain != 0


@inner
def filter_all(domains, places, frame, desk, singles):
    """Do what has to be done until nothing is left; False if there is no solution."""
    remaining = desk.nine.domains
    is_changed = True
    while True:
        if is_changed and not place_singles(domains, places, frame, desk, singles):
            return False
        if singles.number[CAGES] == 0:
            return True
        # Until it is filtered, the cage counts as waiting: its own changes do not put it into the queue again.
        cage = take_cage(singles)
        count = filter_cage(domains, cells_of(frame, cage), frame.totals[cage], desk, singles)
        if count < 0:
            return False
        is_changed = False
        for i in range(count):
            cell = singles.selection[i]
            if domains[cell] != remaining[i]:
                is_changed = True
                eliminate(domains, places, frame, desk, singles, cell, domains[cell] ^ remaining[i])
        desk.waiting[cage] = 0


@inner
def place_singles(domains, places, frame, desk, singles):
    """Eliminate the digits of fixed cells and place digits with one place until nothing changes; False after a
    contradiction.
    """
    while True:
        while singles.number[FIXED]:
            singles.number[FIXED] -= 1
            cell = singles.fixed[singles.number[FIXED]]
            digit = domains[cell]
            add_places(places, frame, cell, SPREAD[digit] * PLACED)
            count = 0
            for peer in singles.peers[cell]:
                if peer < 0:
                    break
                singles.selection[count] = peer
                count += domains[peer] & digit != 0
            for i in range(count):
                if not eliminate(domains, places, frame, desk, singles, singles.selection[i], digit):
                    return False
        absent = hidden = 0
        for unit in range(frame.units):
            absent |= ~((places[unit] | HIGHEST) - ONE_EACH)
            hidden |= ~((places[unit] | HIGHEST) - TWO_EACH)
        if absent & HIGHEST:
            return False
        if hidden & HIGHEST == 0:
            return True
        for unit in range(frame.units):
            hidden = ~((places[unit] | HIGHEST) - TWO_EACH) & HIGHEST
            if hidden and not place_hidden(domains, places, frame, desk, singles, cells_of(frame, unit)):
                return False


@inlined
def place_hidden(domains, places, frame, desk, singles, cells):
    """Place the digits that are candidates of one unfixed cell of a unit; False if that is the only place of two."""
    present = repeated = 0
    for cell in cells:
        repeated |= present & domains[cell]
        present |= domains[cell]
    for cell in cells:
        domain = domains[cell]
        hidden = domain & present & ~repeated
        if hidden and domain & (domain - 1):
            if hidden & (hidden - 1):
                return False
            eliminate(domains, places, frame, desk, singles, cell, domain ^ hidden)
    return True


@inlined
def filter_cage(domains, cells, total, desk, singles):
    """Filter a cage into `desk`; return the number of its unfixed cells, which are then selected; -1 if infeasible."""
    remaining, memory = desk.nine.domains, singles.memory
    n = fixed = 0
    for cell in cells:
        domain = domains[cell]
        if domain & (domain - 1):
            singles.selection[n] = cell
            n += 1
        elif fixed & domain:
            return -1
        else:
            fixed |= domain
            total -= LOWEST[domain]
    if n == 0 or not 0 < total <= different.MAX_SUM:
        return -1 if n or total else 0
    key = total
    for i in range(n):
        remaining[i] = domains[singles.selection[i]] & ~fixed
        key = key << DIGITS | remaining[i]
    if n > OPEN:
        return n if different.filter_candidates(n, total, desk.nine) else -1
    slot = np.int64(np.uint64(key) * GOLDEN >> np.uint64(64 - SLOT))
    if memory[slot, 0] != key:
        is_consistent = different.filter_candidates(n, total, desk.nine)
        word = 0
        for i in range(n):
            word = word << DIGITS | remaining[i]
        memory[slot, 0], memory[slot, 1] = key, word if is_consistent else 0
    word = memory[slot, 1]
    for i in range(n - 1, -1, -1):
        remaining[i] = word & EVERY
        word >>= DIGITS
    return n if remaining[0] else -1
