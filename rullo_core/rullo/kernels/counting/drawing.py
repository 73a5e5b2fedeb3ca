"""Draw independent random puzzles from seed and index, or from a stream of the C library's rand()."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.bits import NONE, ONE, all_ones
from rullo_core.compiled.instructions import high_word
from rullo_core.compiled.rng import WORDS, fill_words
from rullo_core.rullo.kernels.counting.rand import advance, coins_drawn, set_digits

BITS_USED = 40
"""Number of bits of a word used for numbers; the others keep the bias of the last number below 2**-24."""

ALL_OF_STREAM, NUMBERS_OF_STREAM, COINS_OF_STREAM = map(np.int64, range(3))
"""The parts that are drawn from a stream, if there is one; the rest is drawn from seed and index."""

TWO = np.uint64(2)

FAIR = np.uint64(2**31)
"""Fair coin: a coin is the number of 32-bit values that mean "included"."""


class SampleSpec(NamedTuple):
    """Parameters of a sample of puzzles."""

    height: int
    width: int
    values: np.ndarray  # the range, ascending
    seed: np.uint64
    coin: np.uint64  # share of included cells, as a multiple of 2**-32
    stream_use: np.int64  # what is drawn from a stream, if there is one: ALL_, NUMBERS_ or COINS_OF_STREAM


@inner
def numbers_per_word(base):
    """Return how many numbers of a range of this size one word gives."""
    bits = 1
    while 1 << bits < base:
        bits += 1
    return max(1, BITS_USED // bits)


@inner
def words_of_coins(cells, coin):
    """Return the number of words for the coins: one bit per cell if they are fair, else half a word."""
    return (cells + 63) // 64 if coin == FAIR else (cells + 1) // 2


@kernel
def words_needed(base, cells, coin):
    """Return the number of words for the coins and numbers of a puzzle, each in whole blocks."""
    words = words_of_coins(cells, coin) + (cells - 1) // numbers_per_word(base) + 1
    return (words + WORDS - 1) // WORDS * WORDS


@kernel
def draw(seed, index, base, cells, coin, digits, words):
    """Draw a puzzle like `rullo_core.rullo.generation.draw_puzzle`, with up to 64 cells; return its coins as bits.

    `digits` receives the index of each cell's number in the range; `words` are working memory of `words_needed` words.
    """
    draw_digits(seed, index, base, cells, coin, digits, words)
    return coins_of(words, cells, coin)


@kernel
def draw_digits(seed, index, base, cells, coin, digits, words):
    """Draw the words of a puzzle with any number of cells, and the indices of its numbers; see `draw`."""
    fill_words(seed, index, words)
    per_word = np.uint64(numbers_per_word(base))
    size = np.uint64(base)
    position = words_of_coins(cells, coin)
    cell, end = np.uint64(0), np.uint64(cells)
    while cell + TWO * per_word <= end:  # two words at a time, as each number has to wait for the one before it
        word, next_word = words[position], words[position + 1]
        for _ in range(per_word):
            digits[cell], digits[cell + per_word] = high_word(word, size), high_word(next_word, size)
            word *= size
            next_word *= size
            cell += ONE
        cell += per_word
        position += 2
    while cell < end:
        word = words[position]
        for _ in range(min(per_word, end - cell)):
            digits[cell] = high_word(word, size)
            word *= size
            cell += ONE
        position += 1


@inner
def is_included(words, cell, coin):
    """Return the coin of a cell, from the first words of its puzzle."""
    if coin == FAIR:
        return words[cell // 64] >> np.uint64(cell % 64) & ONE != NONE
    return words[cell // 2] >> np.uint64(32 * (1 - cell % 2)) & np.uint64(2**32 - 1) < coin


@inner
def coins_of(words, cells, coin):
    """Return the coins of a puzzle with up to 64 cells as bits, from its first words."""
    if coin == FAIR:
        return words[0] & all_ones(cells)
    coins = NONE
    for cell in range(cells):
        coins |= np.uint64(is_included(words, cell, coin)) << np.uint64(cell)
    return coins


@kernel
def draw_arrays(spec, index, words, digits, grid, rows, columns):
    """Draw the puzzle of an index, with any number of cells: its grid, and the targets of its rows and columns.

    Holes are excluded, and add nothing to targets. `words` and `digits` are working memory, as for `draw`.
    """
    height, width = grid.shape
    draw_digits(spec.seed, np.uint64(index), len(spec.values), height * width, spec.coin, digits, words)
    rows[:] = 0
    columns[:] = 0
    for r in range(height):
        for c in range(width):
            cell = r * width + c
            grid[r, c] = spec.values[digits[cell]]
            if is_included(words, cell, spec.coin):
                rows[r] += grid[r, c]
                columns[c] += grid[r, c]


@kernel
def draw_either(spec, index, stream, digits, words):
    """Draw a puzzle of a sample from a stream, from seed and index, or from both; return the coins like `draw`."""
    _, _, values, seed, coin, stream_use = spec
    base, cells = len(values), len(digits)
    if stream is None:
        return draw(seed, np.uint64(index), base, cells, coin, digits, words)
    advance(stream, cells)
    if stream_use == COINS_OF_STREAM:
        draw(seed, np.uint64(index), base, cells, coin, digits, words)
        return coins_drawn(stream, cells)
    set_digits(stream, base, digits)
    if stream_use == NUMBERS_OF_STREAM:
        fill_words(seed, np.uint64(index), words[:WORDS])  # enough for coins, which are fair where there is a stream
        return coins_of(words, cells, coin)
    return coins_drawn(stream, cells)
