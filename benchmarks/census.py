"""Puzzles a second of a census, beside the same census the thesis's way, measured in one run."""

import os
import platform
import time

import numpy as np

from benchmarks import thesis_way
from rullo_core.census import Census
from rullo_core.kernels.counts import halves_bound
from rullo_core.runs import run
from rullo_core.shards import default_threads
from rullo_core.tally import Tally

CENSUS = Census(3, 3, (2, 3, 4))
REPEATS = 5


def time_kernels(threads):
    """Seconds for the census, the best of several, and its tally."""
    seconds = []
    for _ in range(REPEATS):
        begin = time.perf_counter()
        tally = run(CENSUS, threads).tally
        seconds.append(time.perf_counter() - begin)
    return min(seconds), tally


def time_thesis_way():
    """Seconds for the census on one thread, and its tally."""
    counts = np.zeros((CENSUS.cells + 1, 2, halves_bound(CENSUS.cells)), np.int64)
    values = np.array(CENSUS.values, np.int64)
    thesis_way.census(CENSUS.height, CENSUS.width, values, 0, 0, counts)  # compiles
    begin = time.perf_counter()
    thesis_way.census(CENSUS.height, CENSUS.width, values, 0, len(values) ** CENSUS.cells, counts)
    return time.perf_counter() - begin, Tally.from_counts(counts)


def main():
    """Measure, make sure that all find the same, and print a table."""
    run(Census(1, 1, (1,)))  # compiles
    baseline, expected = time_thesis_way()
    rows = [("the thesis's way, 1 thread", baseline)]
    for threads in sorted({1, default_threads()}):
        seconds, tally = time_kernels(threads)
        assert tally == expected, "the kernels and the thesis's way do not agree"
        rows.append((f"kernels, {threads} thread{'s' * (threads > 1)}", seconds))
    print(f"{CENSUS.title}, {CENSUS.puzzles:,} puzzles, exhaustive difficulties included")
    print(f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}\n")
    print(f"{'':<28}{'seconds':>10}{'puzzles/s':>14}{'ratio':>8}")
    for name, seconds in rows:
        print(f"{name:<28}{seconds:>10.3f}{CENSUS.puzzles / seconds:>14,.0f}{baseline / seconds:>8.1f}")
    print("\nAll find the same puzzles of every number required, kind and difficulty.")


if __name__ == "__main__":
    main()
