"""Write puzzles as text, as `rullo_core.rullo.puzzle.Rullo` does, many at once."""

import numpy as np

from rullo_core.compiled import inner, kernel

BLANK, NEWLINE, MINUS, ZERO = np.uint8(32), np.uint8(10), np.uint8(45), np.uint8(48)
"""Characters."""

TEN = np.uint64(10)
"""Division of numbers without sign is quicker."""


@inner
def length_of(number):
    """Return the number of characters of a number."""
    length = 1 + (number < 0)
    remaining = np.uint64(abs(number))
    while remaining >= TEN:
        remaining //= TEN
        length += 1
    return length


@inner
def entry_at(numbers, rows, columns, r, c):
    """Return the number in a line and column of the text, in which targets come first."""
    if r == 0:
        return columns[c - 1]
    return rows[r - 1] if c == 0 else numbers[r - 1, c - 1]


@kernel
def write_texts(numbers, rows, columns, out, ends):
    """Write puzzles, given by their numbers and the targets of rows and columns, one after the other into `out`.

    `ends` gets the place after each. The upper left corner is blank, and columns are aligned to the right.
    """
    _, height, width = numbers.shape
    widths = np.empty(width + 1, np.int64)
    position = 0
    for i in range(len(numbers)):
        for c in range(width + 1):
            widths[c] = 0
            for r in range(height + 1):
                if r or c:
                    widths[c] = max(widths[c], length_of(entry_at(numbers[i], rows[i], columns[i], r, c)))
        for r in range(height + 1):
            for c in range(width + 1):
                if c:
                    out[position] = BLANK
                    position += 1
                end = position + widths[c]
                last = end
                if r or c:
                    number = entry_at(numbers[i], rows[i], columns[i], r, c)
                    remaining = np.uint64(abs(number))
                    while True:
                        last -= 1
                        out[last] = ZERO + np.uint8(remaining % TEN)
                        remaining //= TEN
                        if remaining < np.uint64(1):
                            break
                    if number < 0:
                        last -= 1
                        out[last] = MINUS
                for place in range(position, last):
                    out[place] = BLANK
                position = end
            if r < height:
                out[position] = NEWLINE
                position += 1
        ends[i] = position
