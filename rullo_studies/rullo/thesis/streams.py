"""Puzzles of the thesis in the streams of rand(), whatever the seed and wherever they begin.

To draw the streams of many seeds would take too long. But the difference between a number and those 3 and 31 before it,
modulo 9, tells whether the words of these two both had a lowest bit that is set, for each of the last 18 numbers of a
7x7 puzzle. The lowest bits obey a recurrence of their own, in which each register, 31 bits in a row, comes up once in
2**31 - 1 words. Some 300,000 registers agree with the 18 differences: so many places in a period remain to be tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import pandas as pd

from rullo_core.rullo import rand
from rullo_core.rullo.puzzle import flat
from rullo_core.runs.shards import run_on_threads
from rullo_studies.rullo.kernels import streams as kernel
from rullo_studies.rullo.thesis import published

BASE = int(kernel.RANGE)
"""Number of different numbers; each is an output modulo this."""

WRAP = 2**rand.BITS % BASE
"""The loss, modulo the base, of a sum of two outputs that is too large for an output."""

ZEROS = 7
"""Number of lowest bits that are 0 in a register with a phase in the table."""

LOW_BITS = 16
"""Bits of a number of steps that one table of powers covers; the other has the rest."""

SEEDS, COLUMNS = 2**12, 256
"""Seeds in one unit of work of a thread, and places searched at once, whose powers fit in the first-level cache."""

ROOM = 64
"""Number of finds of a unit of work that are kept."""


class Tables(NamedTuple):
    """What does not depend on the puzzle."""

    phases: np.ndarray
    low: np.ndarray
    high: np.ndarray


def find_in_streams(figures: Sequence[str], seeds: range, calls: int, stride: int = 1) -> pd.DataFrame:
    """Find 7x7 puzzles of the thesis in the streams of ``rand()`` of the GNU C library, wherever they begin.

    Parameters
    ----------
    figures : sequence of str
        Their names, such as ``"figure 20"``.
    seeds : range
        The seeds, consecutive; a program that sets none has seed 1.
    calls : int
        A puzzle is searched for after fewer calls of ``rand()`` than this.
    stride : int
        Only after a multiple of so many calls: 98 if the program calls ``rand()`` for nothing but 7x7 puzzles, a number
        and a coin for each cell.

    Returns
    -------
    pandas.DataFrame
        Index ``figure``; ``places`` (int64, number of places in a period of 2**31 - 1 calls where it can begin by its
        lowest bits), ``seed`` and ``skipped`` (Int64, the seed and the number of calls before its first number; missing
        if it is not found). A puzzle that is found more than once has a row for each time.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> finds = rs.rullo.find_in_streams(["figure 20"], range(1, 2), 10**12)  # doctest: +SKIP
    >>> finds["places"].tolist(), finds["seed"].isna().tolist()  # doctest: +SKIP
    ([327680], [True])
    """
    rows: list[tuple[str, int, int | None, int | None]] = []
    for name in figures:
        digits = np.array(flat(published.puzzles()[name].numbers), np.uint32) - np.uint32(1)
        places, finds = search(digits, seeds, calls, stride)
        rows += [(name, places, *find) for find in finds] or [(name, places, None, None)]
    frame = pd.DataFrame(rows, columns=["figure", "places", "seed", "skipped"]).set_index("figure")
    return frame.astype({"seed": "Int64", "skipped": "Int64"})


def search(digits: np.ndarray, seeds: range, calls: int, stride: int) -> tuple[int, list[tuple[int, int]]]:
    """Find numbers, given by their indices in the range, in consecutive streams; see `find_in_streams`.

    Return the number of places in a period where they can begin, and the seed and the calls skipped of each find.
    """
    tables = _tables()
    registers = registers_of(digits)
    phases = np.empty(len(registers), np.int64)
    kernel.find_phases(registers, ZEROS, tables.phases, phases)
    phases.sort()
    rests = phases % stride
    by_rest = np.split(phases[rests.argsort(kind="stable")], np.bincount(rests, minlength=stride).cumsum()[:-1])
    blocks = [
        (rest, group, _powers_at(group, tables))
        for rest, of_rest in enumerate(by_rest)
        for group in np.split(of_rest, range(COLUMNS, len(of_rest), COLUMNS))
        if len(group)
    ]
    start = _power_of_x(rand.DISCARDED + rand.WORDS - kernel.PERIOD)
    period = _power_of_x(kernel.PERIOD)
    periods = -(-calls // kernel.PERIOD) + 1

    def work(shard: range, stop: np.ndarray) -> list[tuple[int, int]]:
        calls_before = np.empty(len(shard) * periods, np.int64)
        words = np.empty((len(calls_before), rand.WORDS + len(digits)), np.uint32)
        kernel.align(shard[0], len(shard), ZEROS, *tables, start, period, calls_before, words)
        of_rest = [np.flatnonzero(calls_before % stride == -rest % stride) for rest in range(stride)]
        finds, places = [], np.empty((ROOM, 2), np.int64)
        for rest, group, polynomials in blocks:
            if stop[0]:
                break
            rows = of_rest[rest]
            rows = rows[(calls_before[rows] + group[-1] >= 0) & (calls_before[rows] + group[0] < calls)]
            number = kernel.find_numbers(polynomials, words, rows, digits, places)
            finds += [
                (shard[row // periods], int(calls_before[row] + group[column]))
                for row, column in places[:number].tolist()
            ]
        return finds

    shards = (seeds[first : first + SEEDS] for first in range(0, len(seeds), SEEDS))
    finds = [find for part in run_on_threads(shards, work) for find in part if 0 <= find[1] < calls]
    return len(phases), sorted(finds)


def registers_of(digits: np.ndarray) -> np.ndarray:
    """Return the registers that agree with the numbers: a few more than 31, given as indices in the range.

    The words of the register are those of the first numbers. Each later word is the sum of those 3 and 31 before; with
    bit j for the word of number j, the two are bits j + 28 and j of a register.
    """
    signed, gap = digits.astype(np.int64), rand.WORDS - rand.SHORT_LAG
    differences = signed[rand.WORDS :] - signed[gap : -rand.SHORT_LAG] - signed[: -rand.WORDS]
    bits = np.arange(2**rand.SHORT_LAG, dtype=np.uint64) << np.uint64(gap)
    for j, difference in enumerate(differences.tolist()):
        bits = np.concatenate([bits, bits | np.uint64(1 << j)])
        low, high = bits >> np.uint64(j) & np.uint64(1), bits >> np.uint64(gap + j) & np.uint64(1)
        carry = (low & high).astype(np.int64)  # from the lowest bit of the words, which outputs do not have
        fits = np.isin((difference - carry) % BASE, [0, -WRAP % BASE])
        bits = (bits | (low ^ high) << np.uint64(rand.WORDS + j))[fits]
    free = np.arange(2 ** (gap - len(differences)), dtype=np.uint64) << np.uint64(len(differences))
    registers = (bits[:, None] | free).ravel() & np.uint64(2**rand.WORDS - 1)
    return np.asarray(registers[registers != 0], np.uint32)


def _powers_at(phases: np.ndarray, tables: Tables) -> np.ndarray:
    """Return the powers of x that step from phase 0 to others, a column for each."""
    powers = np.empty((len(phases), rand.WORDS), np.uint32)
    kernel.powers_at(phases, tables.low, tables.high, powers)
    return np.ascontiguousarray(powers.T)


@cache
def _tables() -> Tables:
    phases = np.empty(2 ** (rand.WORDS - ZEROS), np.uint32)
    kernel.tabulate_phases(ZEROS, phases)
    return Tables(phases, _powers(1, 2**LOW_BITS), _powers(2**LOW_BITS, 2 ** (rand.WORDS - LOW_BITS)))


def _powers(exponent: int, number: int) -> np.ndarray:
    powers = np.zeros((number, rand.WORDS), np.uint32)
    powers[0, 0] = 1
    powers[1] = _power_of_x(exponent)
    kernel.tabulate_powers(powers)
    return powers


def _power_of_x(exponent: int) -> np.ndarray:
    """Return a power of x, also of a negative exponent; the words repeat after 2**31 periods."""
    return np.array(rand.power_of_x(exponent % (kernel.PERIOD * 2**rand.BITS)), np.uint32)
