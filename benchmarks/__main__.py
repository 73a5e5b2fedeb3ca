"""Puzzles a second of the three experiments, beside the thesis's way of solving, measured in one run.

The thesis's way is too slow for a whole experiment. It gets a part of the same puzzles, which the kernels go through as
well, and both must find the same.
"""

import os
import platform
import time

import numpy as np

from benchmarks import thesis_way
from rullo_core.rullo.experiments import census as module_of_census
from rullo_core.rullo.experiments.census import Census
from rullo_core.rullo.experiments.classes import classes_of
from rullo_core.rullo.experiments.grids import Grids, Solutions
from rullo_core.rullo.experiments.sample import Sample
from rullo_core.rullo.kernels.counting import grid as kernel_grid
from rullo_core.rullo.kernels.counting import sample as kernel_sample
from rullo_core.rullo.kernels.lines.counts import empty_counts
from rullo_core.runs.run import run
from rullo_core.runs.shards import default_threads

DIGITS = tuple(range(1, 10))
CENSUS = Census(3, 3, (2, 3, 4))
LARGE_CENSUS = Census(3, 3, DIGITS)
GRIDS = Grids(5, 5, DIGITS, 24, 1)
SAMPLE = Sample(7, 7, DIGITS, 4_000_000, 1, 20)
REPEATS = 3
THESIS_WAY = "  the thesis's way, 1 thread"


def seconds_on(experiment, threads):
    """Seconds for an experiment on so many threads, the best of several."""
    seconds = []
    for _ in range(REPEATS):
        begin = time.perf_counter()
        run(experiment, threads)
        seconds.append(time.perf_counter() - begin)
    return min(seconds)


def check(found, expected):
    """Stop if the two ways do not find the same."""
    assert np.array_equal(found.puzzles[:, :2], expected[:, :2]), "the kernels and the thesis's way do not agree"


def census_the_thesis_s_way():
    """Puzzles a second: all of them."""
    counts = empty_counts(CENSUS.cells, 0)
    values = np.array(CENSUS.values, np.int64)
    thesis_way.census(CENSUS.height, CENSUS.width, values, 0, 0, counts.puzzles)  # compiles
    begin = time.perf_counter()
    thesis_way.census(CENSUS.height, CENSUS.width, values, 0, len(values) ** CENSUS.cells, counts.puzzles)
    seconds = time.perf_counter() - begin
    assert np.array_equal(run(CENSUS).tally.frame["puzzles"], counts.puzzles[counts.puzzles > 0])
    return CENSUS.puzzles / seconds


def grids_the_thesis_s_way(blocks_of_each=12):
    """Puzzles a second: of blocks of solutions spread evenly over each grid."""
    size = kernel_grid.block_size(GRIDS.height, GRIDS.width)
    above = GRIDS.cells - size.bit_length()
    last = 2 ** (GRIDS.cells - 1) // size
    counts, found = empty_counts(GRIDS.cells, 0).puzzles, empty_counts(GRIDS.cells, 0)
    seconds = 0.0
    for index in range(GRIDS.number):
        numbers = GRIDS.grid(index)[0]
        for block in range(last // (2 * blocks_of_each), last, last // blocks_of_each):
            masks = np.arange(size) << above | block
            thesis_way.grid(numbers, masks[:0], counts)  # compiles
            begin = time.perf_counter()
            thesis_way.grid(numbers, masks, counts)
            seconds += time.perf_counter() - begin
            part = Solutions(range(index, index + 1), block * size, (block + 1) * size)
            GRIDS.count_into(found, part, np.zeros(1, np.uint8))
    check(found, counts)
    return int(counts.sum()) / seconds


def sample_the_thesis_s_way(number=6000):
    """Puzzles a second: the first of them."""
    counts = empty_counts(SAMPLE.cells, 0).puzzles
    digits, coin = np.empty(SAMPLE.cells, np.uint16), kernel_sample.FAIR
    words = np.empty(kernel_sample.words_needed(len(DIGITS), SAMPLE.cells, coin), np.uint64)
    values = np.array(DIGITS, np.int64)
    seconds = 0.0
    for index in range(number):
        of_puzzle = np.uint64(SAMPLE.seed), np.uint64(index)
        coins = kernel_sample.draw(*of_puzzle, len(DIGITS), SAMPLE.cells, coin, digits, words)
        numbers = values[digits].reshape(SAMPLE.height, SAMPLE.width)
        if not index:
            thesis_way.puzzle(numbers, np.uint64(coins), 0, np.zeros_like(counts))  # compiles
        begin = time.perf_counter()
        thesis_way.puzzle(numbers, np.uint64(coins), SAMPLE.guess_limit, counts)
        seconds += time.perf_counter() - begin
    check(SAMPLE.count((0, number), np.zeros(1, np.uint8)).counts, counts)
    return number / seconds


def main():
    """Measure, make sure that all find the same, and print a table."""
    print(f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}")
    print("Exhaustive difficulties included.\n")
    print(f"{'':<44}{'puzzles/s':>14}{'ratio':>9}")
    module_of_census.ALIKE = False  # each grid by itself, as the thesis does it; together below
    for experiment, the_thesis_s_way in (
        (CENSUS, census_the_thesis_s_way),
        (GRIDS, grids_the_thesis_s_way),
        (SAMPLE, sample_the_thesis_s_way),
    ):
        baseline = the_thesis_s_way()  # compiles the kernels as well
        print(f"{experiment.title}, {experiment.puzzles:,} puzzles")
        print(f"{THESIS_WAY:<44}{baseline:>14,.0f}{1:>9.1f}")
        for threads in sorted({1, default_threads()}):
            speed = experiment.puzzles / seconds_on(experiment, threads)
            print(f"{f'  kernels, {threads} thread' + 's' * (threads > 1):<44}{speed:>14,.0f}{speed / baseline:>9.1f}")
    module_of_census.ALIKE = True
    for census in (CENSUS, LARGE_CENSUS):
        threads = default_threads()
        classes_of.cache_clear()
        begin = time.perf_counter()
        run(census, threads)
        seconds = time.perf_counter() - begin
        print(f"{census.title}, {census.puzzles:,} puzzles")
        label = f"  with grids alike together, {threads} threads"
        print(f"{label:<44}{census.puzzles / seconds:>18,.0f}, {seconds:.2f} s")
    print("\nOf the puzzles that both went through, they found the same of every number required, kind and difficulty.")


if __name__ == "__main__":
    main()
