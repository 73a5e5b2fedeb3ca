"""Kakuro beside CP-SAT: solutions with proof, in processor time, in one run.

Every so-many-th puzzle of a collection, ours unless a file is named. Ours is the kernel's search; CP-SAT is asked for a
solution, and then for another, on one worker, in the plain way and with domains reduced to digits of some combination.

    python -m benchmarks.kakuro [FILE] [--every 20]

Needs OR-tools, which the environment for development has.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np
from ortools.sat.python import cp_model

from benchmarks import ask_for_another
from rullo_core.constraints.distinct import DIGITS, combinations
from rullo_core.kakuro.batch import pack
from rullo_core.kakuro.kernels.board import desk_for
from rullo_core.kakuro.kernels.search import search
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.studies import load_collection


def by_kernel(puzzles: list[Kakuro]) -> tuple[list[float], list[int]]:
    """Seconds for each puzzle, and the number of solutions, up to two."""
    packed = pack(puzzles)
    most = max(len(puzzle.cells) for puzzle in puzzles)
    desk, depths, stop = desk_for(packed), np.empty((most + 1, most), np.int64), np.zeros(1, np.uint8)
    found, last = np.zeros((2, most), np.int64), np.zeros(most, np.int64)
    seconds, numbers = [], []
    for p in range(len(puzzles)):
        begin = time.process_time()
        # Once takes less than the clock tells.
        for _ in range(20):
            number, _, _ = search(packed, p, found, 2, last, sys.maxsize, stop, depths, desk)
        seconds.append((time.process_time() - begin) / 20)
        numbers.append(int(number))
    return seconds, numbers


def by_cp_sat(puzzle: Kakuro, reduced: bool) -> tuple[float, int]:
    """The same of one puzzle, of CP-SAT: each solution is forbidden before the next."""
    begin = time.process_time()
    model = cp_model.CpModel()
    domains = [set(DIGITS) for _ in puzzle.cells]
    for entry in puzzle.entries if reduced else ():
        for cell in entry.cells:
            domains[cell] &= frozenset().union(*combinations(len(entry), entry.clue))
    cells = [model.new_int_var_from_domain(cp_model.Domain.from_values(sorted(one)), "") for one in domains]
    for entry in puzzle.entries:
        inside = [cells[cell] for cell in entry.cells]
        model.add_all_different(inside)
        if entry.clue is not None:
            model.add(sum(inside) == entry.clue)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    number = 0
    while number < 2:
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            break
        assert status == cp_model.OPTIMAL
        number += 1
        ask_for_another(model, solver, cells)
    return time.process_time() - begin, number


def main() -> None:
    """Measure, and print ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--every", type=int, default=20)
    options = parser.parse_args()
    puzzles = load_collection(options.file or "")["puzzle"].tolist()[:: options.every]
    by_kernel(puzzles[:1])
    ours, numbers = by_kernel(puzzles)
    print(f"{len(puzzles)} puzzles, ours: mean {1e6 * np.mean(ours):.0f} us, median {1e6 * np.median(ours):.0f} us")
    for name, reduced in (("CP-SAT", False), ("CP-SAT, domains reduced", True)):
        theirs, found = zip(*(by_cp_sat(puzzle, reduced) for puzzle in puzzles), strict=True)
        assert list(found) == numbers, "they disagree"
        ratios = np.array(theirs) / np.array(ours)
        print(f"{name}: mean {1e3 * np.mean(theirs):.1f} ms, median {1e3 * np.median(theirs):.1f} ms, "
              f"ratio of means {np.mean(theirs) / np.mean(ours):.0f}, median ratio {np.median(ratios):.0f}, "
              f"least {ratios.min():.0f}")  # fmt: skip


if __name__ == "__main__":
    main()
