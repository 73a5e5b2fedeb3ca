"""How fast Killer Sudokus are solved and made, in processor time of one thread in one run; beside CP-SAT.

python -m benchmarks.killer benchmarks/killer.csv [--puzzles 100] [--file FILE]
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from ortools.sat.python import cp_model

from benchmarks import ask_for_another, taken
from rullo_core.killer.batch import RULES, rate_many, set_up, shape_of, solve, solve_many, stack_of
from rullo_core.killer.generation import MOVES, NODES, begin, generate_puzzle
from rullo_core.killer.kernels import generation
from rullo_core.killer.puzzle import Killer, parse_puzzles
from rullo_core.killer.request import Request
from rullo_core.killer.studies import count_4x4
from rullo_core.killer.workspace import cage_request, prepare_workspace

GO_ON = np.zeros(1, np.uint8)


def model_of(puzzle: Killer) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """All different in units and cages, and sums."""
    model = cp_model.CpModel()
    cells = [model.new_int_var(1, puzzle.side, "") for _ in range(puzzle.side**2)]
    for _, inside in puzzle.units:
        model.add_all_different(cells[cell] for cell in inside)
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


def solving(name: str, puzzles: Sequence[Killer], levels: Sequence[str]) -> dict[str, list[float]]:
    """Puzzles solved, and that there is no other solution proved; putting cages into a board that is there included."""
    stacks = {shape: stack_of(shape) for shape in set(map(shape_of, puzzles))}
    found = {}
    for level in levels:

        def ours(i: int, level: str = level) -> None:
            answer = solve(stacks[shape_of(puzzles[i])], puzzles[i], 1, GO_ON, level)
            assert answer.complete
            assert len(answer.solutions) == 1

        found[f"solve, {name}, {level}"] = taken(ours, len(puzzles))
        list(solve_many(puzzles[:1], 2, level, threads=1))
        begun = time.process_time()
        list(solve_many(puzzles, 2, level, threads=1))
        whole = 1e3 * (time.process_time() - begun)
        found[f"solve {len(puzzles)} at once, {name}, {level}"] = [whole]

    def theirs(i: int) -> None:
        assert by_cp_sat(puzzles[i])

    found[f"solve by CP-SAT, {name}"] = taken(theirs, len(puzzles))
    return found


def growing(seeds: int, number: int) -> list[float]:
    """Puzzles with one solution, grown from so many seeds and repaired."""
    shape, text = Request().shape, cage_request(Request(singles=(0, 81)))
    workspace = prepare_workspace(shape)

    def make(i: int) -> None:
        begin(workspace, 1, i * 2**32)
        generation.lay_cages(workspace, np.int64(seeds), text, GO_ON)
        assert generation.generate_unique(workspace, text, RULES["CH"], NODES, MOVES, np.int64(81), GO_ON)

    return taken(make, number)


def main() -> None:
    """Measure, and write a row for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--puzzles", type=int, default=100)
    parser.add_argument("--file", type=Path, help="puzzles with one solution to solve, too")
    options = parser.parse_args()
    request = Request(cages=(24, 41), singles=(0, 3))
    made = [one.puzzle for i in range(options.puzzles) if (one := generate_puzzle(request, 1, i)) is not None]
    measured = solving("made", made, ("CH", "O1"))
    if options.file is not None:
        measured |= solving("published", parse_puzzles(options.file.read_text(), str(options.file)), ("CH", "O1"))
    for seeds in (46, 40, 35, 28, 24):
        measured[f"make from {seeds} seeds"] = growing(seeds, 3 * options.puzzles)
    stack = stack_of(shape_of(made[0]))
    measured["set up"] = taken(lambda i: set_up(stack, made[i]), len(made))
    list(rate_many(made[:1], threads=1))
    begun = time.process_time()
    list(rate_many(made, threads=1))
    measured["all that rate computes"] = [1e3 * (time.process_time() - begun) / len(made)]
    count_4x4(1)
    begun = time.process_time()
    count_4x4(1)
    measured["all puzzles of 4x4"] = [1e3 * (time.process_time() - begun)]
    rows = [
        {"what": name, "calls": len(some), "median_ms": np.median(some), "mean_ms": np.mean(some), "most_ms": max(some)}
        for name, some in measured.items()
    ]
    table = pd.DataFrame(rows)
    table.to_csv(options.out, index=False, float_format="%.4g", lineterminator="\n")
    print(table.to_string(index=False, float_format="%.4g"))


if __name__ == "__main__":
    main()
