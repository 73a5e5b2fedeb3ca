"""How fast Sudokus are solved, made and rated, in processor time of one thread, compared with a plain solver.

python -m benchmarks.sudoku benchmarks/sudoku.csv [--count 1000]
"""

import argparse
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pandas as pd
from tqdm import tqdm

import rullo_core as rc
import rullo_studies as rs
from benchmarks import milliseconds_of_calls
from rullo_core.sudoku import Sudoku

PUBLISHED = Path(__file__).parent.parent / "data" / "published" / "sudoku" / "pytudes.txt"

TIMES = ("what", "calls", "median_ms", "mean_ms", "most_ms")
"""Columns of what is written."""

ROWS = [tuple(range(first, first + 9)) for first in range(0, 81, 9)]
COLUMNS = [tuple(range(first, 81, 9)) for first in range(9)]
BOXES = [
    tuple(top + column + 9 * r + c for r in range(3) for c in range(3)) for top in (0, 27, 54) for column in (0, 3, 6)
]
UNITS = [*ROWS, *COLUMNS, *BOXES]
PEERS = [sorted({peer for unit in UNITS if cell in unit for peer in unit} - {cell}) for cell in range(81)]
UNITS_OF = [[unit for unit in UNITS if cell in unit] for cell in range(81)]


def plain_solutions(puzzle: Sudoku, limit: int) -> int:
    """Count solutions in Python alone: sets of digits, naked and hidden singles, cells with the fewest digits first."""

    def place(can: list[set[int]], cell: int, digit: int) -> bool:
        return all(take(can, cell, candidate) for candidate in can[cell] - {digit})

    def take(can: list[set[int]], cell: int, digit: int) -> bool:
        if digit not in can[cell]:
            return True
        can[cell] = can[cell] - {digit}
        if not can[cell]:
            return False
        if len(can[cell]) == 1:
            (last,) = can[cell]
            if not all(take(can, peer, last) for peer in PEERS[cell]):
                return False
        for unit in UNITS_OF[cell]:
            places = [place_in_unit for place_in_unit in unit if digit in can[place_in_unit]]
            if not places or (len(places) == 1 and not place(can, places[0], digit)):
                return False
        return True

    def count(can: list[set[int]], remaining: int) -> int:
        if all(len(candidates) == 1 for candidates in can):
            return 1
        _, cell = min((len(candidates), cell) for cell, candidates in enumerate(can) if len(candidates) > 1)
        number = 0
        for digit in sorted(can[cell]):
            copy = list(can)
            if place(copy, cell, digit):
                number += count(copy, remaining - number)
            if number >= remaining:
                break
        return number

    can = [set(range(1, 10)) for _ in range(81)]
    if all(place(can, cell, digit) for cell, digit in enumerate(puzzle.cells) if digit):
        return count(can, limit)
    return 0


def all_at_once(work: Callable[[], object], number: int) -> list[float]:
    """The same of many calls in one."""
    work()
    begin = time.process_time()
    work()
    return [1e3 * (time.process_time() - begin) / number]


def solving(name: str, puzzles: Sequence[Sudoku]) -> dict[str, list[float]]:
    """Puzzles solved, and that there is no other solution proved."""
    arrays = rc.sudoku.to_arrays(puzzles)
    times = all_at_once(lambda: rc.sudoku.solve_arrays(arrays, threads=1), len(puzzles))
    assert (rc.sudoku.solve_arrays(arrays)["solutions"] == 1).all()
    plain = milliseconds_of_calls(lambda i: plain_solutions(puzzles[i], 2), len(puzzles))
    return {f"solve, {name}": times, f"solve in plain Python, {name}": plain}


def counting(experiment: str, number: int) -> list[float]:
    """Puzzles of an experiment, with its dataset written."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "puzzles.parquet")
        return all_at_once(partial(rc.run, experiment, path=path, threads=1, size=9, count=number), number)


def making(side: int, number: int) -> dict[str, list[float]]:
    """Fill boards, and dig puzzles that singles solve."""
    rs.sudoku.fill(1, side, threads=1)  # compiles
    grids = rs.sudoku.fill(number, side, threads=1, timed=True)
    boards = rc.sudoku.from_arrays({"cells": np.stack(grids.loc[grids["filled"], "board"])})

    def dig(i: int) -> None:
        rs.sudoku.dig(boards=boards[i : i + 1], level="hidden", seed=i, threads=1)

    return {
        f"fill {side}x{side}": grids["milliseconds"].tolist(),
        f"dig {side}x{side} by singles": milliseconds_of_calls(dig, len(boards)),
    }


def main() -> None:
    """Measure, and write a row for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    options = parser.parse_args()
    dug = rs.sudoku.dig(options.count)
    times: dict[str, list[float]] = {}
    bar = tqdm(total=5)
    for name, puzzles in {"dug": dug, "published": rc.sudoku.read(PUBLISHED)}.items():
        times |= solving(name, puzzles)
        bar.update()
    times["fill, dig and rate a minimal 9x9"] = counting("sudoku study", options.count)
    times["draw, weigh and rate a minimal 9x9"] = counting("sudoku population", options.count)
    count_passes = partial(rs.sudoku.count_passes, dug, threads=1)
    times["passes of all levels"] = all_at_once(count_passes, len(dug))
    times["all that rate computes"] = all_at_once(partial(rc.sudoku.rate, dug, threads=1), len(dug))
    bar.update()
    for side, number in ((16, 100), (25, 20)):
        times |= making(side, number)
        bar.update()
    rows = [
        [task, len(ms), *(f"{statistic(ms):.4g}" for statistic in (np.median, np.mean, np.max))]
        for task, ms in times.items()
    ]
    pd.DataFrame(rows, columns=TIMES).to_csv(options.out, index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
