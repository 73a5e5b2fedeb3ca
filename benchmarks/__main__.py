"""Puzzles a second of the three experiments, compared with the thesis's way of solving, measured in one run.

The thesis's way is too slow for a whole experiment but the census. It gets some puzzles of the same grids or of the
same sample; and in each size both must find the same of the first puzzles of a sample, or of the whole census.
"""

import os
import platform
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import rullo_core as rc
import rullo_studies as rs
from benchmarks import thesis_way

DIGITS = "1-9"
CENSUS: dict[str, Any] = {"size": "3x3", "values": "2-4"}
LARGE_CENSUS: dict[str, Any] = {"size": "3x3", "values": DIGITS}
GRIDS: dict[str, Any] = {"size": "5x5", "values": DIGITS, "grids": 24}
SAMPLE: dict[str, Any] = {"size": "7x7", "values": DIGITS, "count": 4_000_000}
GUESS_LIMIT = 20
KINDS = ("simple", "exhaustive")
REPEATS = 3
THESIS_WAY = "  the thesis's way, 1 thread"


def counts_of(experiment, threads=None, **parameters):
    """The counts of an experiment, with its dataset in a folder that is gone afterwards."""
    with TemporaryDirectory() as folder:
        return rc.run(experiment, path=Path(folder, "counts.parquet"), threads=threads, **parameters).counts


def count_census(threads=None):
    """The counts of a census that rates each grid separately, as the thesis does."""
    return rs.rullo.count_each_grid(CENSUS["size"], CENSUS["values"], threads=threads)


def count_grids(threads=None):
    """The counts of all puzzles on random grids."""
    return counts_of("grids", threads, **GRIDS)


def count_sample(threads=None):
    """The counts of random puzzles."""
    return counts_of("sample", threads, **SAMPLE)


def no_counts(cells):
    """Counts by number required, kind and twice the difficulty, of no puzzles."""
    return np.zeros((cells + 1, len(KINDS) + 1, 8 * cells), np.int64)


def check(table, counts):
    """Stop if the two ways do not find the same."""
    required, kind, halves = np.nonzero(counts[:, : len(KINDS)])
    expected = zip(required, np.array(KINDS)[kind], halves / 2, counts[required, kind, halves], strict=True)
    rows = table.loc[table["outcome"].isin(KINDS), ["required", "outcome", "passes", "puzzles"]]
    assert set(rows.itertuples(index=False, name=None)) == set(expected), "the kernels and the thesis's way differ"


def census_the_thesis_s_way():
    """Puzzles a second: all of them."""
    values, counts = np.array([2, 3, 4]), no_counts(9)
    thesis_way.census(3, 3, values, 0, 0, counts)  # compiles
    begin = time.perf_counter()
    thesis_way.census(3, 3, values, 0, len(values) ** 9, counts)
    seconds = time.perf_counter() - begin
    check(count_census(), counts)
    return int(counts.sum()) / seconds


def grids_the_thesis_s_way(number=20_000):
    """Puzzles a second: of so many random solutions of each grid, and of their inverses."""
    sample_the_thesis_s_way(3000, size=GRIDS["size"])
    counts, seconds, draw = no_counts(25), 0.0, np.random.default_rng(1)
    for puzzle in rc.rullo.generate(GRIDS["grids"], GRIDS["size"], values=DIGITS):
        numbers, masks = np.array(puzzle.numbers), draw.integers(2**24, size=number)
        thesis_way.grid(numbers, masks[:0], counts)  # compiles
        begin = time.perf_counter()
        thesis_way.grid(numbers, masks, counts)
        seconds += time.perf_counter() - begin
    return int(counts.sum()) / seconds


def sample_the_thesis_s_way(number=6000, size=SAMPLE["size"]):
    """Puzzles a second: the first of a sample, which the kernels go through as well."""
    puzzles = rc.rullo.generate(number, size, values=DIGITS)
    cells = puzzles[0].height * puzzles[0].width
    counts, seconds = no_counts(cells), 0.0
    for i, puzzle in enumerate(puzzles):
        numbers = np.array(puzzle.numbers)
        mask = np.uint64(int.from_bytes(np.packbits(np.array(puzzle.solution), bitorder="little").tobytes(), "little"))
        if not i:
            thesis_way.puzzle(numbers, mask, 0, no_counts(cells))  # compiles
        begin = time.perf_counter()
        thesis_way.puzzle(numbers, mask, GUESS_LIMIT, counts)
        seconds += time.perf_counter() - begin
    check(counts_of("sample", size=size, values=DIGITS, count=number, guess_limit=GUESS_LIMIT), counts)
    return number / seconds


def fewest_seconds(count, threads):
    """The number of puzzles that a way counts on so many threads, and the seconds, the fewest of several times."""
    seconds = []
    for _ in range(REPEATS):
        begin = time.perf_counter()
        counts = count(threads)
        seconds.append(time.perf_counter() - begin)
    return int(counts["puzzles"].sum()), min(seconds)


def main():
    """Measure, make sure that all find the same, and print a table."""
    threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    print(f"{platform.machine()}, {threads} processors, Python {platform.python_version()}")
    print("Exhaustive difficulties included.\n")
    print(f"{'':<44}{'puzzles/s':>14}{'ratio':>9}")
    for title, count, the_thesis_s_way in (
        ("census of {size} over {values}, each grid by itself".format(**CENSUS), count_census, census_the_thesis_s_way),
        ("{grids} grids of {size} over {values}".format(**GRIDS), count_grids, grids_the_thesis_s_way),
        ("sample of {size} over {values}".format(**SAMPLE), count_sample, sample_the_thesis_s_way),
    ):
        baseline = the_thesis_s_way()  # compiles the kernels as well
        print(title)
        print(f"{THESIS_WAY:<44}{baseline:>14,.0f}{1:>9.1f}")
        for number in sorted({1, threads}):
            puzzles, seconds = fewest_seconds(count, number)
            speed = puzzles / seconds
            label = f"  kernels, {number} thread{'s' * (number > 1)}, {puzzles:,} puzzles"
            print(f"{label:<44}{speed:>14,.0f}{speed / baseline:>9.1f}")
    for census in (CENSUS, LARGE_CENSUS):
        begin = time.perf_counter()
        puzzles = int(counts_of("census", threads, **census)["puzzles"].sum())
        seconds = time.perf_counter() - begin
        print("census of {size} over {values}, {puzzles:,} puzzles".format(**census, puzzles=puzzles))
        label = f"  with grids alike together, {threads} threads"
        print(f"{label:<44}{puzzles / seconds:>18,.0f}, {seconds:.2f} s")
    print("\nOf the puzzles that both went through, they found the same of every number required, kind and difficulty.")


if __name__ == "__main__":
    main()
