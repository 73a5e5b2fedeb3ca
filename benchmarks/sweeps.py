"""What each point of a sweep takes in addition to counting, and a point of a second, in processor time of one thread.

RULLO_DATA=$(mktemp -d) python -m benchmarks.sweeps [--points 1000] [--count 2000000]

Points of a single puzzle take hardly more than what any point takes: to be looked for, run, stored and put into the
table. Datasets go to the data folder, which must not have them yet. All is timed in turns, several times, with other
seeds each time, and the least times count. The ratios that are printed stand in `docs/speed.md`.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import pandas as pd

import rullo_core as rc

REPEATS = 3

SAMPLE: dict[str, Any] = {"experiment": "sample", "size": "5x5", "values": "1-9"}

POINTS = 1000
"""Points whose time is estimated, without counting them."""


def seconds_of(work: Callable[[], object]) -> float:
    """Processor time of a call."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def estimate_many(puzzles: int) -> None:
    """Estimate the time of many points, which is more than none."""
    try:
        rc.sweep(SAMPLE | {"count": puzzles, "seed": list(range(POINTS))}, threads=1, seconds=0)
    except rc.BadInput:
        return
    raise AssertionError(f"{POINTS} points are there already")


def measure(points: int, puzzles: int, repeat: int) -> dict[str, float]:
    """Seconds of points of one puzzle, of reading them again, of one point of many, and of an estimate for many."""
    first = POINTS + repeat * points
    small = SAMPLE | {"count": 1, "seed": list(range(first, first + points))}
    large = SAMPLE | {"count": puzzles, "seed": first}
    return {
        "small": seconds_of(lambda: rc.sweep(small, threads=1)) / points,
        "again": seconds_of(lambda: rc.sweep(small, threads=1)) / points,
        "large": seconds_of(lambda: rc.sweep(large, threads=1)),
        "estimate": seconds_of(lambda: estimate_many(puzzles)) / POINTS,
    }


def ratios(seconds: pd.Series) -> dict[str, float]:
    """The times of a point without counting, of a cached one and of an estimate, in units of a large point's time."""
    return {
        "a point beside counting": seconds["small"] / seconds["large"],
        "a point that is there": seconds["again"] / seconds["large"],
        f"a point's part of the estimate for {POINTS:,}": seconds["estimate"] / seconds["large"],
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=int, default=1000, help="Points of one puzzle.")
    parser.add_argument(
        "--count", type=int, default=2_000_000, help="Puzzles of the point that they are compared with."
    )
    options = parser.parse_args()
    rc.sweep(SAMPLE | {"count": 1}, threads=1)  # compiles
    seconds = pd.DataFrame([measure(options.points, options.count, repeat) for repeat in range(REPEATS)]).min()
    print(f"a point of {options.count:,} puzzles: {seconds['large']:.2f} s; of this")
    for name, value in ratios(seconds).items():
        print(f"{name}: {value:.2%}")


if __name__ == "__main__":
    main()
