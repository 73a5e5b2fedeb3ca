"""Draw independent random puzzles from seed and index, and rate them."""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.bits import NONE, all_ones, count_ones
from rullo_core.compiled.rng import WORDS, fill_words, high_word
from rullo_core.rullo.kernels.counting.rand import draw_next
from rullo_core.rullo.kernels.lines.board import rate, turn
from rullo_core.rullo.kernels.lines.counts import SKIPPED, holds_every_number, keep
from rullo_core.rullo.kernels.lines.lanes import LINES, MOST, MOST_IF_NARROW, fit

BITS_USED = 40
"""Number of bits of a word used for numbers; the others keep the bias of the last number below 2**-24."""

ALL_OF_STREAM, NUMBERS_OF_STREAM, COINS_OF_STREAM = map(np.int64, range(3))
"""What is drawn from a stream, if there is one; the rest is drawn from seed and index."""

FAIR = np.uint64(2**31)
"""Fair coin: a coin is the number of 32-bit values that mean "included"."""


class SampleSpec(NamedTuple):
    """Parameters of a sample of puzzles with up to 64 cells."""

    height: int
    width: int
    values: np.ndarray  # the range, ascending
    seed: np.uint64
    coin: np.uint64  # share of included cells, as a multiple of 2**-32
    taken: np.int64  # what is drawn from a stream, if there is one: ALL_, NUMBERS_ or COINS_OF_STREAM


class Lines(NamedTuple):
    """The numbers of a puzzle's lines, as arrays and, if they may fit, as `rullo_core.rullo.kernels.lines.lanes`."""

    rows: np.ndarray
    columns: np.ndarray
    row_lanes: np.ndarray
    column_lanes: np.ndarray


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
    return 1 if coin == FAIR else (cells + 1) // 2


@kernel
def words_needed(base, cells, coin):
    """Return the number of words for the coins and numbers of a puzzle, each in whole blocks."""
    needed = words_of_coins(cells, coin) + (cells - 1) // numbers_per_word(base) + 1
    return (needed + WORDS - 1) // WORDS * WORDS


@kernel
def draw(seed, index, base, cells, coin, digits, words):
    """Draw a puzzle like `rullo_core.rullo.generation.draw_puzzle`, with up to 64 cells; return its coins as bits.

    `digits` receives the index of each cell's number in the range; `words` are working memory of `words_needed` words.
    """
    fill_words(seed, index, words)
    per_word = numbers_per_word(base)
    size = np.uint64(base)
    coin_words = words_of_coins(cells, coin)
    cell = 0
    for at in range(coin_words, len(words)):
        word = words[at]
        for _ in range(min(per_word, cells - cell)):
            digits[cell] = high_word(word, size)
            word *= size
            cell += 1
    if coin == FAIR:
        return words[0] & all_ones(cells)
    chosen = NONE
    for cell in range(cells):
        value = words[cell // 2] >> np.uint64(32 * (1 - cell % 2)) & np.uint64(2**32 - 1)
        chosen |= np.uint64(value < coin) << np.uint64(cell)
    return chosen


@inner
def draw_either(spec, index, stream, digits, words):
    """Draw a puzzle of a sample from a stream, from seed and index, or from both; return the coins like `draw`."""
    _, _, values, seed, coin, taken = spec
    base, cells = len(values), len(digits)
    if stream is None:
        return draw(seed, np.uint64(index), base, cells, coin, digits, words)
    if taken == COINS_OF_STREAM:
        coins = draw_next(stream, base, digits)
        draw(seed, np.uint64(index), base, cells, coin, digits, words)
        return coins
    if taken == NUMBERS_OF_STREAM:
        coins = draw(seed, np.uint64(index), base, cells, coin, digits, words)
        draw_next(stream, base, digits)
        return coins
    return draw_next(stream, base, digits)


def all_fit(height: int, width: int, largest: int) -> bool:
    """Return whether every puzzle of a size, with numbers up to this absolute value, fits into narrow lanes."""
    longest = max(height, width)
    return longest <= int(LINES) and largest <= MOST_IF_NARROW and longest * largest <= 2 * MOST_IF_NARROW + 1


def room_for_lines(height: int, width: int, largest: int) -> tuple[Lines, int | None]:
    """Return working memory for the lines of puzzles of a size, with numbers up to an absolute value; and `wide`.

    If `all_fit`, lanes are narrow and `wide` is None, so that no kernel is compiled for what does not fit into them.
    """
    wide = None if all_fit(height, width, largest) else 1
    rows, columns = np.empty((height, width), np.int64), np.empty((width, height), np.int64)
    row_lanes, column_lanes = np.zeros((2, 64), np.uint32 if wide is None else np.uint64)
    return Lines(rows, columns, row_lanes, column_lanes), wide


@inner
def largest_in_lanes(height, width, values):
    """Return the largest absolute value of a range if puzzles of a size may fit into lanes, else 0."""
    largest = max(abs(values[0]), abs(values[-1]))
    return largest if max(height, width) <= LINES and largest <= MOST else 0


@inner
def set_lines(lines, values, digits):
    """Set the lines of a puzzle; return masks, by row, of the cells without a number and with a negative number."""
    rows, columns, row_lanes, column_lanes = lines
    height, width = rows.shape
    for_lanes = largest_in_lanes(height, width, values) != 0
    for r in range(height):
        for c in range(width):
            number = values[digits[r * width + c]]
            rows[r, c] = number
            columns[c, r] = number
            if for_lanes:
                row_lanes[8 * c + r] = abs(number)
                column_lanes[8 * r + c] = abs(number)
    holes = NONE
    negative = NONE
    if values[0] <= 0:
        for cell in range(height * width):
            number = values[digits[cell]]
            holes |= np.uint64(number == 0) << np.uint64(cell)
            negative |= np.uint64(number < 0) << np.uint64(cell)
    return holes, negative


@inner
def are_in_lanes(lines, values, chosen, chosen_by_column):
    """Return whether a puzzle fits into lanes of 64 bits, for its solution with cells of negative numbers inverted."""
    height, width = lines.rows.shape
    largest = largest_in_lanes(height, width, values)
    if largest == 0:
        return False
    return max(height, width) * largest <= 2 * MOST + 1 or (
        fit(lines.row_lanes, height, width, chosen) and fit(lines.column_lanes, width, height, chosen_by_column)
    )


@kernel
def count(spec, first, last, stream, guess_limit, lines, wide, counts, stop):
    """Draw and rate the puzzles from one index to before another.

    If a stream is given, puzzles are drawn from it as far as `spec` says. A puzzle that lines leave with more unknown
    cells than `guess_limit` is counted as skipped. `lines` and `wide` are those of `room_for_lines`.
    """
    height, width, values, _, coin, _ = spec
    cells = height * width
    digits = np.empty(cells, np.uint16)
    words = np.empty(words_needed(len(values), cells, coin), np.uint64)
    rows, columns, row_lanes, column_lanes = lines
    met = np.empty(len(values), np.bool_)
    bound = counts.puzzles.shape[2] - 1
    for index in range(first, last):
        solution = draw_either(spec, index, stream, digits, words)
        holes, negative = set_lines(lines, values, digits)
        solution &= ~holes
        chosen = solution ^ negative
        if wide is None or are_in_lanes(lines, values, chosen, turn(chosen, height, width)):
            kind, halves = rate(rows, row_lanes, column_lanes, chosen, holes, guess_limit, bound, stop)
        else:
            kind, halves = rate(rows, rows, columns, solution, holes, guess_limit, bound, stop)
        if stop[0] != 0:
            return
        counts.puzzles[count_ones(solution), kind, halves] += 1
        counts.done[0] += 1
        if kind != SKIPPED:
            every_number = holds_every_number(digits, met)
            if halves >= counts.hardest[kind, every_number]:
                keep(counts, kind, every_number, halves, digits, solution)
