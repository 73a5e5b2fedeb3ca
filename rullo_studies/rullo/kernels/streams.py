"""Search the streams of many seeds of the C library's rand() for given numbers, wherever they may be.

The lowest bits of 31 words in a row are a register. In the stream of any seed, registers take all values but 0, one
after the other, and the first comes again after PERIOD words. The place of a register in that cycle, counted from the
one with the value 1, is its phase.

Let x denote a step of one word. A polynomial of degree 30 turns words into the words n steps later if it is x**n modulo
x**31 - x**28 - 1 and 2**32: each is the sum of 31 consecutive words times the coefficients.
"""

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.arrays import copy
from rullo_core.compiled.bits import NONE, count_ones
from rullo_core.rullo.kernels.counting.rand import SHORT_LAG, STATE

PERIOD = 2**31 - 1

LOWEST_BIT = np.uint32(1)

FULL = np.uint64(2**STATE - 1)
"""A register with all bits."""

RANGE = np.uint32(9)
"""Numbers are outputs modulo 9, as in the thesis; a constant, so that they are computed in parallel."""


@inner
def next_register(register):
    """Return the register one word later."""
    return np.uint32(
        register >> LOWEST_BIT
        | ((register ^ register >> np.uint32(STATE - SHORT_LAG)) & LOWEST_BIT) << np.uint32(STATE - 1)
    )


@inner
def state_later(register):
    """Return the register STATE words later: each bit is the sum modulo 2 of the bits STATE and SHORT_LAG before it."""
    register ^= register >> np.uint64(STATE - SHORT_LAG)
    distance = SHORT_LAG
    while distance < STATE:
        register ^= register << np.uint64(distance)
        distance *= 2
    return register & FULL


@inner
def starts_of_zeros(bits, number):
    """Return the places, as set bits, from which so many bits in a row are 0."""
    starts = ~bits
    length = 1
    while length < number:
        shift = min(length, number - length)
        starts &= starts >> np.uint64(shift)
        length += shift
    return starts


@kernel
def tabulate_phases(zeros, phases):
    """Set the phases of all registers whose lowest bits, a given number, are 0, at the index that the other bits make.

    STATE registers are searched at once, all of the period except the last, which is 2.
    """
    register = np.uint64(1)
    for phase in range(0, PERIOD - 1, STATE):
        later = state_later(register)
        bits = later << np.uint64(STATE) | register
        starts = starts_of_zeros(bits, zeros) & FULL
        while starts != NONE:
            rest = starts & (starts - np.uint64(1))
            place = count_ones((starts ^ rest) - np.uint64(1))
            phases[(bits >> np.uint64(place) & FULL) >> np.uint64(zeros)] = phase + place
            starts = rest
        register = later


@inner
def phase_of(register, zeros, phases):
    """Return the phase of a register, from that of the next one that is tabulated."""
    lowest = np.uint32((1 << zeros) - 1)
    steps = np.int64(0)
    while register & lowest != 0:
        register = next_register(register)
        steps += 1
    return (np.int64(phases[register >> np.uint32(zeros)]) - steps) % PERIOD


@kernel
def find_phases(registers, zeros, phases, register_phases):
    """Set the phases of registers."""
    for i in range(len(registers)):
        register_phases[i] = phase_of(registers[i], zeros, phases)


@inner
def multiply(a, b, product):
    """Multiply two polynomials; `product` has room for twice as many coefficients, and its first are the result."""
    product[:] = 0
    for i in range(STATE):
        for j in range(STATE):
            product[i + j] += a[i] * b[j]
    for i in range(len(product) - 1, STATE - 1, -1):
        product[i - SHORT_LAG] += product[i]
        product[i - STATE] += product[i]


@kernel
def tabulate_powers(powers):
    """Set powers[i] to the i-th power of powers[1], from i = 2 on."""
    product = np.empty(2 * STATE, np.uint32)
    for i in range(2, len(powers)):
        multiply(powers[i - 1], powers[1], product)
        copy(product[:STATE], powers[i])


@kernel
def powers_at(exponents, low, high, powers):
    """Set the powers of x; `low` has those below len(low), `high` those of x**len(low)."""
    product = np.empty(2 * STATE, np.uint32)
    for i in range(len(exponents)):
        multiply(low[exponents[i] % len(low)], high[exponents[i] // len(low)], product)
        copy(product[:STATE], powers[i])


@inner
def extend(words):
    """Set the words after the first 31."""
    for i in range(STATE, len(words)):
        words[i] = words[i - SHORT_LAG] + words[i - STATE]


@inner
def step(polynomial, words):
    """Replace words by those so many steps later."""
    extend(words)
    later = np.zeros(STATE, np.uint32)
    for i in range(STATE):
        for j in range(STATE):
            later[j] += np.uint32(polynomial[i] * words[i + j])
    copy(later, words)


@inner
def expand(seed, words):
    """Expand the seed to the first 31 words; see `rullo_core.rullo.rand`."""
    word = np.int64(seed) if seed != 0 else np.int64(1)
    if word >= 2**31:
        word -= 2**32
    for i in range(STATE):
        words[(i - SHORT_LAG) % STATE] = word
        word = abs(word) * 16807 % PERIOD * (1 if word > 0 else -1) % PERIOD


@kernel
def align(first, seeds, zeros, phases, low, high, start, period, calls_before, words):
    """Set words from phase 0 on, of consecutive seeds, and how many calls of rand() come before them.

    For each seed there are len(calls_before) // seeds places, at distances of a period. The first place is the last
    before the first output, so `calls_before` is negative there. `start` steps from the words that a seed expands to,
    to the words of the first outputs, less a period; `period` steps by a period.
    """
    places = len(calls_before) // seeds
    window = np.empty(2 * STATE, np.uint32)
    for i in range(seeds):
        expand(first + i, window)
        step(start, window)
        register = np.uint32(0)
        for j in range(STATE):
            register |= (window[j] & LOWEST_BIT) << np.uint32(j)
        ahead = PERIOD - phase_of(register, zeros, phases)
        step(low[ahead % len(low)], window)
        step(high[ahead // len(low)], window)
        for k in range(places):
            place = i * places + k
            calls_before[place] = ahead + (k - 1) * PERIOD
            copy(window[:STATE], words[place])
            extend(words[place])
            step(period, window)


@inner
def number_after(polynomials, column, words, first):
    """Return a number after a step: its index in the range."""
    word = np.uint32(0)
    for i in range(STATE):
        word = np.uint32(word + np.uint32(polynomials[i, column] * words[first + i]))
    return np.uint32(word >> LOWEST_BIT) % RANGE


@kernel
def find_numbers(polynomials, words, rows, digits, places):
    """Search for numbers after the steps of all polynomials, a column each, from the given rows of words.

    The numbers are given by `digits`, their indices in the range. `places` receives the row and the column, as often as
    it has room for. Return the number of finds.
    """
    columns = polynomials.shape[1]
    is_like = np.empty(columns, np.uint8)
    number = 0
    for row in rows:
        window = words[row]
        for column in range(columns):  # the first two numbers, in parallel: few have both
            first = number_after(polynomials, column, window, 0)
            second = number_after(polynomials, column, window, 1)
            is_like[column] = (first == digits[0]) & (second == digits[1])
        for column in range(columns):
            if is_like[column]:
                cell = 2
                while cell < len(digits) and number_after(polynomials, column, window, cell) == digits[cell]:
                    cell += 1
                if cell == len(digits):
                    if number < len(places):
                        places[number, 0], places[number, 1] = row, column
                    number += 1
    return number
