"""What solving puzzles in arrays takes in addition to its kernels, in processor time of one thread in one run.

python -m benchmarks.arrays benchmarks/arrays.csv [--part 1]

A whole call of `solve_arrays` and the compiled functions in it are timed in turns, several times, and the lower
quartiles count: now and then the system counts the time of a thread too late. Python's profiler tells when a compiled
function is called and when it returns. The kernel that searches is also timed separately: others check puzzles, and
pack Kakuros. The table that is printed stands in `docs/speed.md`.
"""

import argparse
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pandas as pd
from tqdm import tqdm

import rullo_core as rc

REPEATS, SECONDS = 7, 2.0
"""How often a call is timed, at least; and so long, since short calls differ more."""

SEARCH = "search_each"
"""The name of the kernel that searches, in every kind of puzzle."""

TASKS: tuple[tuple[str, str, int, dict[str, Any]], ...] = (
    ("rullo", "Rullo, 5x5 over 1-9", 1_000, {"size": "5x5"}),
    ("rullo", "Rullo, 5x5 over 1-9", 20_000, {"size": "5x5"}),
    ("rullo", "Rullo, 7x7 over 1-9", 1_000, {"size": "7x7"}),
    ("rullo", "Rullo, 12x12 over 1-9", 1_000, {"size": "12x12"}),
    ("kakuro", "Kakuro, 10x10", 1_000, {"size": "10x10"}),
    ("killer", "Killer Sudoku, 28 to 34 cages", 1_000, {"cages": (28, 34)}),
    ("killer", "Killer Sudoku, 36 or 37 cages", 1_000, {"cages": (36, 37)}),
    ("sudoku", "Sudoku, minimal", 1_000, {}),
)
"""Kind, description, number and what else is asked of generated puzzles."""


def seconds_of(work: Callable[[], object]) -> float:
    """Processor time of a call."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def seconds_in_kernels(work: Callable[[], object]) -> dict[str, float]:
    """Processor time in a call of the compiled functions that Python calls, by name."""
    spent: dict[str, float] = defaultdict(float)
    beginnings: dict[int, float] = {}

    def watch(frame: FrameType, event: str, _: object) -> None:
        # The frame of a compiled function belongs to no module.
        if "__name__" in frame.f_globals:
            return
        if event == "call":
            beginnings[threading.get_ident()] = time.thread_time()
        elif event == "return":
            spent[frame.f_code.co_name] += time.thread_time() - beginnings.pop(threading.get_ident())

    threading.setprofile(watch)
    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return spent


def measure(kind: str, number: int, options: dict[str, Any]) -> dict[str, float]:
    """Microseconds for a puzzle: of the whole call, of all kernels in it, and of the one that searches."""
    module = getattr(rc, kind)
    arrays = module.to_arrays(module.generate(number, **options))

    def work() -> dict[str, Any]:
        solutions: dict[str, Any] = module.solve_arrays(arrays, threads=1)
        return solutions

    assert (work()["solutions"] > 0).all()  # compiles
    calls: list[float] = []
    kernels: list[float] = []
    search: list[float] = []
    begin = time.perf_counter()
    while len(calls) < REPEATS or time.perf_counter() - begin < SECONDS:
        calls.append(seconds_of(work))
        spent = seconds_in_kernels(work)
        kernels.append(sum(spent.values()))
        search.append(spent[SEARCH])
    return {
        name: 1e6 * float(np.quantile(times, 0.25)) / number
        for name, times in (("whole_us", calls), ("kernels_us", kernels), ("search_us", search))
    }


def markdown(table: pd.DataFrame) -> str:
    """Write the table of `docs/speed.md`."""
    lines = ["| | Puzzles | Whole call, µs | Kernels, µs | Search alone, µs | Ratio to kernels | to search |"]
    lines.append("| --- |" + " ---: |" * 6)
    for row in table.itertuples():
        times = [f"{microseconds:.3g}" for microseconds in (row.whole_us, row.kernels_us, row.search_us)]
        ratios = [f"{ratio:.2f}" for ratio in (row.whole_us / row.kernels_us, row.whole_us / row.search_us)]
        lines.append(f"| {' | '.join([row.puzzles, f'{row.number:,}', *times, *ratios])} |")
    return "\n".join(lines)


def main() -> None:
    """Measure, write a row for each task, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--part", type=float, default=1.0, help="take this part of the puzzles of each task")
    options = parser.parse_args()
    rows = []
    for kind, puzzles, count, request in tqdm(TASKS):
        number = max(2, round(options.part * count))
        rows.append({"kind": kind, "puzzles": puzzles, "number": number, **measure(kind, number, request)})
    pd.DataFrame(rows).to_csv(options.out, index=False, float_format="%.4g", lineterminator="\n")
    print(markdown(pd.read_csv(options.out)))


if __name__ == "__main__":
    main()
