"""Kakuro beside CP-SAT: solutions with proof, in processor time, in one run.

Every so-many-th puzzle of a collection, ours unless a file is named. `rullo_core.kakuro.solve_arrays` is measured;
CP-SAT is asked for a solution, and then for another, on one worker, in the plain way and with domains reduced to digits
of some combination.

    python -m benchmarks.kakuro [FILE] [--every 20]

Needs OR-tools, which the environment for development has.
"""

import argparse
import time
from pathlib import Path

import numpy as np
from ortools.sat.python import cp_model

import rullo_core as rc
from benchmarks import ask_for_another
from benchmarks.models import by_ours, cp_sat_model, domains_of
from rullo_core.kakuro import Kakuro


def by_cp_sat(puzzle: Kakuro, reduced: bool) -> tuple[float, int]:
    """Seconds for a puzzle, and the number of solutions, up to two: each is forbidden before the next."""
    begin = time.process_time()
    model, cells = cp_sat_model(puzzle, domains_of(puzzle, reduced))
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
    puzzles = rc.kakuro.studies.load_collection(options.file or "")["puzzle"].tolist()[:: options.every]
    by_ours(puzzles[0], [])  # compiles
    numbers, _, _, _, milliseconds, _ = zip(*(by_ours(puzzle, []) for puzzle in puzzles), strict=True)
    ours = np.array(milliseconds) / 1e3
    print(f"{len(puzzles)} puzzles, ours: mean {1e6 * np.mean(ours):.0f} us, median {1e6 * np.median(ours):.0f} us")
    for name, reduced in (("CP-SAT", False), ("CP-SAT, domains reduced", True)):
        theirs, found = zip(*(by_cp_sat(puzzle, reduced) for puzzle in puzzles), strict=True)
        assert found == numbers, "they disagree"
        ratios = np.array(theirs) / ours
        print(f"{name}: mean {1e3 * np.mean(theirs):.1f} ms, median {1e3 * np.median(theirs):.1f} ms, "
              f"ratio of means {np.mean(theirs) / np.mean(ours):.0f}, median ratio {np.median(ratios):.0f}, "
              f"least {ratios.min():.0f}")  # fmt: skip


if __name__ == "__main__":
    main()
