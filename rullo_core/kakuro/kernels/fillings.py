"""Every filling of a small layout by its clues, and the clues with one filling that entries alone do not find."""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.constraints.kernels.different import ALL, EVERY, LOWEST
from rullo_core.kakuro.kernels.board import ANYWHERE, FIRST, NONE, count_open, reach

CLUE = np.uint64(6)
"""Bits of a clue in a key, which is 45 at most; so that a key holds ten."""


@kernel
def list_clues(puzzles, keys):
    """Fill keys with the clues of every filling, the first entry in the highest bits, and return how many fillings
    there are.

    It is for a puzzle with at most ten entries, whose own clues do not matter.
    """
    cells, entries = puzzles.cells[1], puzzles.entries[1]
    taken = np.zeros(entries + 1, np.int64)
    steps = np.zeros(entries + 1, np.uint64)  # the last for cells that are in one entry only
    for entry in range(entries):
        steps[entry] = np.uint64(1) << CLUE * np.uint64(entries - 1 - entry)
    across, down = np.empty(cells, np.int64), np.empty(cells, np.int64)
    for cell in range(cells):
        across[cell] = puzzles.across[cell] if puzzles.across[cell] >= 0 else entries
        down[cell] = puzzles.down[cell] if puzzles.down[cell] >= 0 else entries
    left = np.zeros(cells, np.int64)
    digits = np.zeros(cells, np.int64)
    key = np.uint64(0)
    number = at = 0
    left[0] = EVERY
    while at >= 0:
        i, j = across[at], down[at]
        if digits[at]:
            bit = 1 << (digits[at] - 1)
            taken[i] ^= bit
            taken[j] ^= bit
            key -= np.uint64(digits[at]) * (steps[i] + steps[j])
            digits[at] = 0
        if left[at] == 0:
            at -= 1
            continue
        digit = LOWEST[left[at]]
        left[at] &= left[at] - 1
        if at == cells - 1:
            if number < len(keys):
                keys[number] = key + np.uint64(digit) * (steps[i] + steps[j])
            number += 1
            continue
        digits[at] = digit
        taken[i] ^= 1 << (digit - 1)
        taken[j] ^= 1 << (digit - 1)
        key += np.uint64(digit) * (steps[i] + steps[j])
        taken[entries] = 0
        at += 1
        left[at] = EVERY & ~taken[across[at]] & ~taken[down[at]]
    return number


@kernel
def find_stuck(puzzles, keys, stuck, desk):
    """Fill stuck with the clues, of sorted keys, that have one filling but are not solved by entries.

    Returns how many clues there are, how many of them with one filling, and how many of these are stuck.
    """
    entries = puzzles.entries[1]
    domains = np.empty(puzzles.cells[1], np.int64)
    clues = unique = number = 0
    n = len(keys)
    for k in range(n):
        clues += k == 0 or keys[k] != keys[k - 1]
        if (k and keys[k] == keys[k - 1]) or (k < n - 1 and keys[k] == keys[k + 1]):
            continue
        unique += 1
        for entry in range(entries):
            puzzles.clues[entry] = keys[k] >> CLUE * np.uint64(entries - 1 - entry) & np.uint64(63)
        domains[:] = EVERY
        reach(puzzles, FIRST, domains, ALL, NONE, ANYWHERE, desk)
        if count_open(domains):
            if number < len(stuck):
                stuck[number] = keys[k]
            number += 1
    return clues, unique, number
