"""Every filling of a small layout by its clues, and the clues with one filling that entries alone do not find."""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.constraints.kernels.different import ALL, EVERY, LOWEST
from rullo_core.kakuro.kernels.board import ANYWHERE, FIRST, NO_LENGTH, count_open, reach

CLUE = np.uint64(6)
"""Bits of a clue in a key, which is 45 at most; so that a key holds ten."""


@kernel
def list_clues(puzzles, keys):
    """Fill keys with the clues of every filling, the first entry in the highest bits, and return how many fillings
    there are.

    It is for a puzzle with at most ten entries, whose own clues do not matter.
    """
    cells, entries = puzzles.cells[1], puzzles.entries[1]
    entry_digits = np.zeros(entries + 1, np.int64)
    steps = np.zeros(entries + 1, np.uint64)  # the last for cells that are in one entry only
    for entry in range(entries):
        steps[entry] = np.uint64(1) << CLUE * np.uint64(entries - 1 - entry)
    across_entries, down_entries = np.empty(cells, np.int64), np.empty(cells, np.int64)
    for cell in range(cells):
        across_entries[cell] = puzzles.across[cell] if puzzles.across[cell] >= 0 else entries
        down_entries[cell] = puzzles.down[cell] if puzzles.down[cell] >= 0 else entries
    candidates = np.zeros(cells, np.int64)
    digits = np.zeros(cells, np.int64)
    key = np.uint64(0)
    number = depth = 0
    candidates[0] = EVERY
    while depth >= 0:
        i, j = across_entries[depth], down_entries[depth]
        if digits[depth]:
            bit = 1 << (digits[depth] - 1)
            entry_digits[i] ^= bit
            entry_digits[j] ^= bit
            key -= np.uint64(digits[depth]) * (steps[i] + steps[j])
            digits[depth] = 0
        if candidates[depth] == 0:
            depth -= 1
            continue
        digit = LOWEST[candidates[depth]]
        candidates[depth] &= candidates[depth] - 1
        if depth == cells - 1:
            if number < len(keys):
                keys[number] = key + np.uint64(digit) * (steps[i] + steps[j])
            number += 1
            continue
        digits[depth] = digit
        entry_digits[i] ^= 1 << (digit - 1)
        entry_digits[j] ^= 1 << (digit - 1)
        key += np.uint64(digit) * (steps[i] + steps[j])
        entry_digits[entries] = 0
        depth += 1
        candidates[depth] = EVERY & ~entry_digits[across_entries[depth]] & ~entry_digits[down_entries[depth]]
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
        reach(puzzles, FIRST, domains, ALL, NO_LENGTH, ANYWHERE, desk)
        if count_open(domains):
            if number < len(stuck):
                stuck[number] = keys[k]
            number += 1
    return clues, unique, number
