"""Chains of constraints that lead from an assumption to a contradiction, and the length of the longest one needed.

A *whip* of length k begins with a value that is assumed, and has k steps. In a step one constraint, from what the chain
holds so far, fixes one cell or excludes one value of one cell; it contains the cell of the step before, at first that
of the assumption. In the last step it has no tuple. All chains are tried, the shorter ones first, without those that
come to the same domains at the same cell. Domains are int64.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, kernel
from rullo_core.compiled.arrays import copy
from rullo_core.constraints.kernels.consistency import (
    CONTRADICTION,
    REACHED,
    STOPPED,
    count_open,
    filter_constraint,
    reach,
    rounds_to_refute,
)

CAPPED = np.int64(3)
"""What comes of it where there are more chains than there is room for."""

NO_WHIP, TOO_MANY = np.int64(0), np.int64(-1)
"""In place of the length of a whip: there is none so short, or that is not known."""

START, FACTOR = np.uint64(0xCBF29CE484222325), np.uint64(0x100000001B3)
"""Where a hash begins, and what it is multiplied by (FNV)."""


class Chains(NamedTuple):
    """Working memory: the domains that chains of one length, and of the next, come to; their last cells; hashes of all
    of them, 0 for none, in a table of a power of two; and for each cell the values that whips remove, as bits.
    """

    domains: np.ndarray  # int64[2, most, cells]
    last: np.ndarray  # int64[2, most]
    hashes: np.ndarray  # uint64[power of two]
    removed: np.ndarray  # int64[cells]


def chains_for(cells: int, most: int) -> Chains:
    """Return working memory for up to this number of chains of a length."""
    size = 1 << (4 * most - 1).bit_length()
    return Chains(
        np.zeros((2, most, cells), np.int64),
        np.zeros((2, most), np.int64),
        np.zeros(size, np.uint64),
        np.zeros(cells, np.int64),
    )


@inlined
def is_new(hashes, domains, cell):
    """Remember domains with the last cell of a chain, by a hash of 64 bits; return whether they are new."""
    value = START ^ np.uint64(cell)
    for member in range(len(domains)):
        value = (value ^ np.uint64(domains[member])) * FACTOR
        value ^= value >> np.uint64(29)
    value |= np.uint64(1)
    last_place = len(hashes) - 1
    place = np.int64(value >> np.uint64(20)) & last_place
    while hashes[place] != np.uint64(0):
        if hashes[place] == value:
            return False
        place = (place + 1) & last_place
    hashes[place] = value
    return True


@kernel
def shortest_whip(table, chains, domains, cell, bit, longest):
    """Return the length of a shortest whip that begins with a value of a cell, `NO_WHIP` or `TOO_MANY`."""
    hashes, most = chains.hashes, chains.domains.shape[1]
    for place in range(len(hashes)):
        hashes[place] = np.uint64(0)
    copy(domains, chains.domains[0, 0])
    chains.domains[0, 0, cell] = bit
    chains.last[0, 0] = cell
    number, now, total = 1, 0, 1
    for length in range(1, longest + 1):
        new_number, new = 0, 1 - now
        is_full = False
        for chain in range(number):
            held, last = chains.domains[now, chain], chains.last[now, chain]
            for k in range(table.at_first[last], table.at_first[last + 1]):
                constraint = table.at[k]
                if not filter_constraint(table, constraint, held):
                    return length
                if length == longest or is_full:
                    continue
                begin = table.first[constraint]
                for j in range(table.first[constraint + 1] - begin):
                    member = table.cells[begin + j]
                    old, kept = held[member], table.filtered[j]
                    lost = old & ~kept
                    while lost:
                        # A cell that is fixed says more than one of its values that is excluded.
                        held[member] = kept if kept & (kept - 1) == 0 else old & ~(lost & -lost)
                        lost = 0 if kept & (kept - 1) == 0 else lost & (lost - 1)
                        if is_new(hashes, held, member):
                            if total == most:
                                is_full = True
                            else:
                                copy(held, chains.domains[new, new_number])
                                chains.last[new, new_number] = member
                                new_number += 1
                                total += 1
                        held[member] = old
                        if is_full:
                            break
        if is_full:
            # The next length is known only if all of its chains are.
            return TOO_MANY
        number, now = new_number, new
    return NO_WHIP


@kernel
def remove_by_whips(table, chains, domains, longest, stop):
    """Remove the values of the shortest whips, then what every constraint implies by itself, until nothing changes.

    Domains are what `reach` has left. At a time, all values go that have whips of the least length of any. Return
    `CONTRADICTION`, `REACHED`, `STOPPED` or `CAPPED`, and the length of the longest whip that was needed.
    """
    greatest = 0
    while count_open(domains) > 0:
        length = 1
        is_removing = False
        while not is_removing and length < longest:
            length += 1
            for cell in range(len(domains)):
                chains.removed[cell] = 0
                candidates = domains[cell]
                if candidates & (candidates - 1) == 0:
                    continue
                while candidates:
                    if stop[0]:
                        return STOPPED, greatest
                    bit = candidates & -candidates
                    candidates ^= bit
                    # Rounds do in one what steps do one after the other.
                    if rounds_to_refute(table, domains, cell, bit, length) > 0:
                        outcome = shortest_whip(table, chains, domains, cell, bit, length)
                        if outcome == TOO_MANY:
                            return CAPPED, greatest
                        if outcome != NO_WHIP:
                            chains.removed[cell] |= bit
                            is_removing = True
        if not is_removing:
            return REACHED, greatest
        greatest = max(greatest, length)
        for cell in range(len(domains)):
            domains[cell] &= ~chains.removed[cell]
        if not reach(table, domains, np.int64(-1)):
            return CONTRADICTION, greatest
    return REACHED, greatest
