"""How fast Killer Sudokus are solved and made, in processor time of one thread in one run; compared with CP-SAT.

python -m benchmarks.killer benchmarks/killer.csv [--count 100] [--file FILE]
"""

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
from ortools.sat.python import cp_model

import rullo_core as rc
import rullo_studies as rs
from benchmarks import ask_for_another, milliseconds_of_calls
from rullo_core.killer import Killer

SEEDS = (46, 40, 35, 28, 24)
"""Numbers of cells where cages begin to grow."""


def model_of(puzzle: Killer) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """All different in units and cages, and sums."""
    model = cp_model.CpModel()
    cells = [model.new_int_var(1, puzzle.side, "") for _ in range(puzzle.side**2)]
    for _, cells_of_unit in puzzle.units:
        model.add_all_different(cells[cell] for cell in cells_of_unit)
    for cage in puzzle.cages:
        model.add_all_different(cells[cell] for cell in cage.cells)
        model.add(sum(cells[cell] for cell in cage.cells) == cage.total)
    return model, cells


def by_cp_sat(puzzle: Killer) -> bool:
    """Find a solution, and prove that there is no other."""
    model, cells = model_of(puzzle)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    ask_for_another(model, solver, cells)
    return bool(solver.solve(model) == cp_model.INFEASIBLE)


def milliseconds_of_call(work: Callable[[], object]) -> list[float]:
    """Milliseconds of one call, after another one that compiles."""
    return milliseconds_of_calls(lambda _: work(), 1)


def solving(name: str, puzzles: Sequence[Killer], levels: Sequence[str]) -> dict[str, list[float]]:
    """Puzzles solved, and that there is no other solution proved; putting cages into a board that is there included."""
    times = {}
    for level in levels:
        solve = partial(rs.killer.solve_by_level, puzzles, level, threads=1, timed=True)
        solve()  # compiles
        answers = solve()
        assert answers["complete"].all()
        assert (answers["solutions"] == 1).all()
        times[f"solve, {name}, {level}"] = answers["milliseconds"].tolist()
        times[f"solve {len(puzzles)} at once, {name}, {level}"] = milliseconds_of_call(solve)

    def solve_by_cp_sat(i: int) -> None:
        assert by_cp_sat(puzzles[i])

    times[f"solve by CP-SAT, {name}"] = milliseconds_of_calls(solve_by_cp_sat, len(puzzles))
    return times


def main() -> None:
    """Measure, and write a row for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--file", type=Path, help="puzzles with one solution to solve, too")
    options = parser.parse_args()
    puzzles = rc.killer.generate(options.count, cages=(24, 41), single_cell_cages=(0, 3))
    times = solving("made", puzzles, ("CH", "O1"))
    if options.file is not None:
        times |= solving("published", rc.killer.read(options.file), ("CH", "O1"))
    rs.killer.repair_puzzles(1, seeds=SEEDS[:1])  # compiles
    repaired = rs.killer.repair_puzzles(3 * options.count, seeds=SEEDS, timed=True)
    of_seeds = repaired[repaired["cells_may_move"]].groupby("seeds")["milliseconds"]
    times |= {f"make from {seeds} seeds": of_seeds.get_group(seeds).tolist() for seeds in SEEDS}
    rate, count = partial(rc.killer.rate, puzzles, threads=1), partial(rs.killer.count_4x4, 1)
    times["all that rate computes"] = [milliseconds_of_call(rate)[0] / len(puzzles)]
    times["all puzzles of 4x4"] = milliseconds_of_call(count)
    rows = [
        {
            "what": name,
            "calls": len(milliseconds),
            "median_ms": np.median(milliseconds),
            "mean_ms": np.mean(milliseconds),
            "most_ms": max(milliseconds),
        }
        for name, milliseconds in times.items()
    ]
    table = pd.DataFrame(rows)
    table.to_csv(options.out, index=False, float_format="%.4g", lineterminator="\n")
    print(table.to_string(index=False, float_format="%.4g"))


if __name__ == "__main__":
    main()
