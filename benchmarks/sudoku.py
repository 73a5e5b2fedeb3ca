"""How fast Sudokus are solved, made and rated, in processor time of one thread in one run; beside a plain solver.

python -m benchmarks.sudoku benchmarks/sudoku.csv [--puzzles 1000]
"""

import argparse
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
from tqdm import tqdm

from benchmarks import taken
from rullo_core.paths import PUBLISHED
from rullo_core.sudoku.batch import RULES, rate_many, solve_many, to_array
from rullo_core.sudoku.dig import dig_puzzle
from rullo_core.sudoku.experiments.population import Population
from rullo_core.sudoku.experiments.study import Study
from rullo_core.sudoku.fill import fill_board
from rullo_core.sudoku.kernels.board import board_for
from rullo_core.sudoku.kernels.levels import count_passes, room_for
from rullo_core.sudoku.puzzle import Sudoku, parse_puzzles
from rullo_core.sudoku.request import DigSpec, FillSpec
from rullo_core.sudoku.studies import dig
from rullo_core.sudoku.studies.digging import empty

TIMES = ("what", "calls", "median_ms", "mean_ms", "most_ms")
"""Columns of what is written."""

BOX = (3, 3)
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
    ours = all_at_once(lambda: list(solve_many(puzzles, 2, threads=1)), len(puzzles))
    assert [len(found.solutions) for found in solve_many(puzzles, 2)] == [1] * len(puzzles)
    plain = taken(lambda i: plain_solutions(puzzles[i], 2), len(puzzles))
    return {f"solve, {name}": ours, f"solve in plain Python, {name}": plain}


def at_all_levels(puzzles: Sequence[Sudoku]) -> list[float]:
    """Passes of each level."""
    board, room, order, arrays = (
        board_for(BOX),
        room_for(BOX),
        np.empty(81, np.int64),
        [to_array(one) for one in puzzles],
    )
    rules = [np.int64(one) for one in RULES.values()]
    return all_at_once(
        lambda: [count_passes(board, BOX, cells, one, room, order) for cells in arrays for one in rules], len(puzzles)
    )


def making(side: str, number: int) -> dict[str, list[float]]:
    """Boards filled, and puzzles dug out of them that singles solve."""
    boards = [board for i in range(number) if (board := fill_board(FillSpec(), empty(side), 1, i).board) is not None]
    return {
        f"fill {side}": taken(lambda i: fill_board(FillSpec(), empty(side), 1, i), number),
        f"dig {side} by singles": taken(lambda i: dig_puzzle(boards[i], DigSpec("hidden"), 1, i), number),
    }


def main() -> None:
    """Measure, and write a row for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--puzzles", type=int, default=1000)
    options = parser.parse_args()
    dug = dig(options.puzzles)
    published = parse_puzzles((PUBLISHED / "sudoku" / "pytudes.txt").read_text())
    measured: dict[str, list[float]] = {}
    shown = tqdm(total=5)
    for lot in ({"dug": dug}, {"published": published}):
        for name, puzzles in lot.items():
            measured |= solving(name, puzzles)
        shown.update()
    stop = np.zeros(1, np.uint8)
    first, made = (
        (0, options.puzzles),
        {"fill, dig and rate": Study(9, 2**20), "draw, weigh and rate": Population(9, 2**20)},
    )
    for name, some in made.items():
        measured[f"{name} a minimal 9x9"] = all_at_once(partial(some.count, first, stop), options.puzzles)
    measured["passes of all levels"] = at_all_levels(dug)
    measured["all that rate computes"] = all_at_once(lambda: list(rate_many(dug, threads=1)), len(dug))
    shown.update()
    for side, number in (("16x16", 100), ("25x25", 20)):
        measured |= making(side, number)
        shown.update()
    rows = [
        [what, len(ms), *(f"{one(ms):.4g}" for one in (np.median, np.mean, np.max))] for what, ms in measured.items()
    ]
    pd.DataFrame(rows, columns=TIMES).to_csv(options.out, index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
