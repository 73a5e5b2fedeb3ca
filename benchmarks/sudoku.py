"""How fast Sudokus are solved, made and rated, in processor time of one thread in one run; beside a plain solver.

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
from benchmarks import taken
from rullo_core.sudoku import Sudoku

PUBLISHED = Path(__file__).parent.parent / "data" / "published" / "sudoku" / "pytudes.txt"

TIMES = ("what", "calls", "median_ms", "mean_ms", "most_ms")
"""Columns of what is written."""

ROWS = [tuple(range(first, first + 9)) for first in range(0, 81, 9)]
COLUMNS = [tuple(range(first, 81, 9)) for first in range(9)]
BOXES = [tuple(top + left + 9 * r + c for r in range(3) for c in range(3)) for top in (0, 27, 54) for left in (0, 3, 6)]
UNITS = [*ROWS, *COLUMNS, *BOXES]
PEERS = [sorted({other for unit in UNITS if cell in unit for other in unit} - {cell}) for cell in range(81)]
UNITS_OF = [[unit for unit in UNITS if cell in unit] for cell in range(81)]


def plain_solutions(puzzle: Sudoku, enough: int) -> int:
    """Count solutions in Python alone: sets of digits, naked and hidden singles, cells with the fewest digits first."""

    def place(can: list[set[int]], cell: int, digit: int) -> bool:
        return all(take(can, cell, other) for other in can[cell] - {digit})

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
            places = [other for other in unit if digit in can[other]]
            if not places or (len(places) == 1 and not place(can, places[0], digit)):
                return False
        return True

    def count(can: list[set[int]], left: int) -> int:
        if all(len(one) == 1 for one in can):
            return 1
        _, cell = min((len(one), cell) for cell, one in enumerate(can) if len(one) > 1)
        found = 0
        for digit in sorted(can[cell]):
            after = list(can)
            if place(after, cell, digit):
                found += count(after, left - found)
            if found >= left:
                break
        return found

    can = [set(range(1, 10)) for _ in range(81)]
    if all(place(can, cell, digit) for cell, digit in enumerate(puzzle.cells) if digit):
        return count(can, enough)
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
    ours = all_at_once(lambda: rc.sudoku.solve_arrays(arrays, threads=1), len(puzzles))
    assert (rc.sudoku.solve_arrays(arrays)["solutions"] == 1).all()
    plain = taken(lambda i: plain_solutions(puzzles[i], 2), len(puzzles))
    return {f"solve, {name}": ours, f"solve in plain Python, {name}": plain}


def counting(experiment: str, number: int) -> list[float]:
    """Puzzles of an experiment, with its dataset written."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "puzzles.parquet")
        return all_at_once(partial(rc.run, experiment, path=path, threads=1, size=9, count=number), number)


def making(side: int, number: int) -> dict[str, list[float]]:
    """Boards filled, and puzzles dug out of them that singles solve."""
    rs.sudoku.fill(1, side, threads=1)  # compiles
    filled = rs.sudoku.fill(number, side, threads=1, timed=True)
    boards = rc.sudoku.from_arrays({"cells": np.stack(filled.loc[filled["filled"], "board"])})

    def dig(i: int) -> None:
        rs.sudoku.dig(boards=boards[i : i + 1], level="hidden", seed=i, threads=1)

    return {
        f"fill {side}x{side}": filled["milliseconds"].tolist(),
        f"dig {side}x{side} by singles": taken(dig, len(boards)),
    }


def main() -> None:
    """Measure, and write a row for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    options = parser.parse_args()
    dug = rs.sudoku.dig(options.puzzles)
    measured: dict[str, list[float]] = {}
    shown = tqdm(total=5)
    for name, puzzles in {"dug": dug, "published": rc.sudoku.read(PUBLISHED)}.items():
        measured |= solving(name, puzzles)
        shown.update()
    measured["fill, dig and rate a minimal 9x9"] = counting("sudoku study", options.puzzles)
    measured["draw, weigh and rate a minimal 9x9"] = counting("sudoku population", options.puzzles)
    count_passes = partial(rs.sudoku.count_passes, dug, threads=1)
    measured["passes of all levels"] = all_at_once(count_passes, len(dug))
    measured["all that rate computes"] = all_at_once(partial(rc.sudoku.rate, dug, threads=1), len(dug))
    shown.update()
    for side, number in ((16, 100), (25, 20)):
        measured |= making(side, number)
        shown.update()
    rows = [
        [what, len(ms), *(f"{one(ms):.4g}" for one in (np.median, np.mean, np.max))] for what, ms in measured.items()
    ]
    pd.DataFrame(rows, columns=TIMES).to_csv(options.out, index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
