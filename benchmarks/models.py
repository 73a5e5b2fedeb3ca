"""General solvers on Kakuros: the models that H. Simonis compares, in one run (Kakuro as a constraint problem).

0/1 variables say which digit a cell has: one for each cell; each digit once at most in an entry; and the sum of each
entry. With domains reduced, digits of no combination with the sum are left out before. The models are given to HiGHS
(mixed integer programming), to MiniSat 2.2 (clauses, each sum as a decision diagram of the sums so far) and, with a
variable for each cell, to CP-SAT (constraint programming); our solver is compared with them.
Each is asked for a solution, then, with that forbidden, a proof that there is no other. Ours answers both in
one search. Limits are steps, not seconds, so that what is counted is exact; times are of the processor.

    pip install ortools python-sat scipy
    python -m benchmarks.models benchmarks/kakuro-models.csv
        [--file puzzles.txt] [--each 20] [--models ours,cp-sat,milp,sat]
"""

import argparse
import csv
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

import rullo_core as rc
import rullo_studies as rs
from benchmarks import ask_for_another
from rullo_core.kakuro import Kakuro

DIGITS = range(1, 10)

COLUMNS = (
    *("name", "cells", "model", "reduced", "solutions", "restarts", "conflicts", "decisions"),
    *("solve_ms", "prove_ms"),
)
"""Columns of what is written."""

LIMITS = {"milp": 1000, "sat": 1_000_000, "cp-sat": 1_000_000}
"""Nodes, conflicts and conflicts, for each of the two questions."""

REPEATS = 100
"""Times that our kernels solve a puzzle, as once takes less than the clock tells."""

Answer = tuple[int, int, int, int, float, float]
"""Solutions, 1 or 2, or 0 if undecided; restarts, conflicts or nodes, decisions, until the first; both times, in ms."""

Domains = list[list[int]]


@cache
def digits_of(cells: int, total: int | None) -> frozenset[int]:
    """The digits of all combinations of so many cells with a sum, or with any."""
    return frozenset(
        digit
        for combination in combinations(DIGITS, cells)
        if total in (None, sum(combination))
        for digit in combination
    )


def domains_of(puzzle: Kakuro, reduced: bool) -> Domains:
    """The digits of each cell: all, or those of some combination with the sum of each of its entries."""
    domains = [set(DIGITS) for _ in puzzle.cells]
    for entry in puzzle.entries if reduced else ():
        for cell in entry.cells:
            domains[cell] &= digits_of(len(entry), entry.clue)
    return [sorted(domain) for domain in domains]


def clock() -> float:
    """Milliseconds of the processor."""
    return 1e3 * time.process_time()


def by_ours(puzzle: Kakuro, _domains: Domains) -> Answer:
    """Our kernels; they answer both questions in one search, whose time and nodes stand with the first."""
    arrays = {name: np.repeat(array, REPEATS, axis=0) for name, array in rc.kakuro.to_arrays(puzzle).items()}
    begin = clock()
    answer = rc.kakuro.solve_arrays(arrays, limit=1, threads=1)
    milliseconds = (clock() - begin) / REPEATS
    return 1 if answer["complete"][0] else 2, 0, int(answer["nodes"][0]), 0, milliseconds, 0.0


def cp_sat_model(puzzle: Kakuro, domains: Domains) -> tuple[Any, list[Any]]:
    """A model of CP-SAT, and its cells: a variable for each, all different, and sums."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = [model.new_int_var_from_domain(cp_model.Domain.from_values(domain), "") for domain in domains]
    for entry in puzzle.entries:
        cells_of_entry = [cells[cell] for cell in entry.cells]
        model.add_all_different(cells_of_entry)
        if entry.clue is not None:
            model.add(sum(cells_of_entry) == entry.clue)
    return model, cells


def by_cp_sat(puzzle: Kakuro, domains: Domains) -> Answer:
    """CP-SAT with one worker."""
    from ortools.sat.python import cp_model

    model, cells = cp_sat_model(puzzle, domains)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_number_of_conflicts = LIMITS["cp-sat"]
    begin = clock()
    if solver.solve(model) != cp_model.OPTIMAL:
        return 0, 0, solver.num_conflicts, solver.num_branches, clock() - begin, 0.0
    first_end, conflicts, branches = clock(), solver.num_conflicts, solver.num_branches
    ask_for_another(model, solver, cells)
    status = solver.solve(model)
    number = {cp_model.INFEASIBLE: 1, cp_model.OPTIMAL: 2}.get(status, 0)
    return number, 0, conflicts, branches, first_end - begin, clock() - first_end


def by_milp(puzzle: Kakuro, domains: Domains) -> Answer:
    """HiGHS, as SciPy brings it."""
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    variables, number = variables_of(domains)
    rows: list[tuple[dict[int, float], float, float]] = [
        (dict.fromkeys(of_cell.values(), 1.0), 1, 1) for of_cell in variables
    ]
    for entry in puzzle.entries:
        for digit in DIGITS:
            same_digit = [variables[cell][digit] for cell in entry.cells if digit in variables[cell]]
            if len(same_digit) > 1:
                rows.append((dict.fromkeys(same_digit, 1.0), 0, 1))
        if entry.clue is not None:
            terms = {variable: float(digit) for cell in entry.cells for digit, variable in variables[cell].items()}
            rows.append((terms, entry.clue, entry.clue))

    def solve() -> tuple[Any, float]:
        places = [(i, variable - 1) for i, (terms, _, _) in enumerate(rows) for variable in terms]
        values = [value for terms, _, _ in rows for value in terms.values()]
        matrix = csr_array((values, tuple(zip(*places, strict=True))), shape=(len(rows), number))
        limits = LinearConstraint(matrix, [low for _, low, _ in rows], [high for _, _, high in rows])
        begin = clock()
        result = milp(
            np.zeros(number),
            integrality=np.ones(number),
            bounds=Bounds(0, 1),
            constraints=limits,
            options={"node_limit": LIMITS["milp"]},
        )
        return result, clock() - begin

    first, solving = solve()
    nodes = int(first.mip_node_count or 0)
    if first.status != 0:
        return 0, 0, nodes, 0, solving, 0.0
    true_variables = [variable for cell in variables for variable in cell.values() if first.x[variable - 1] > 0.5]
    rows.append((dict.fromkeys(true_variables, 1.0), 0, len(true_variables) - 1))
    second, proving = solve()
    # 0 for a solution, 2 for none.
    return {2: 1, 0: 2}.get(second.status, 0), 0, nodes, 0, solving, proving


def variables_of(domains: Domains) -> tuple[list[dict[int, int]], int]:
    """A variable for each digit of each cell, from 1; and how many there are."""
    variables: list[dict[int, int]] = []
    number = 0
    for domain in domains:
        variables.append({digit: number + i for i, digit in enumerate(domain, start=1)})
        number += len(domain)
    return variables, number


def clauses_of(puzzle: Kakuro, domains: Domains) -> tuple[list[list[int]], list[dict[int, int]]]:
    """The clauses, and the variable of each digit of each cell."""
    variables, number = variables_of(domains)
    clauses = [list(of_cell.values()) for of_cell in variables]
    clauses += [[-a, -b] for of_cell in variables for a, b in combinations(of_cell.values(), 2)]
    for entry in puzzle.entries:
        for digit in DIGITS:
            same_digit = [variables[cell][digit] for cell in entry.cells if digit in variables[cell]]
            clauses += [[-a, -b] for a, b in combinations(same_digit, 2)]
        if entry.clue is None:
            continue
        # From the sum so far, by the digit of the next cell, to the next sum; at the end it has to be the clue.
        sums: dict[int, int | None] = {0: None}
        for place, cell in enumerate(entry.cells, start=1):
            next_sums: dict[int, int | None] = {}
            for so_far, reached_by in sums.items():
                for digit, variable in variables[cell].items():
                    total = so_far + digit
                    reason = [-variable] if reached_by is None else [-reached_by, -variable]
                    if total > entry.clue or (place == len(entry) and total != entry.clue):
                        clauses.append(reason)
                    elif place < len(entry):
                        if total not in next_sums:
                            number += 1
                            next_sums[total] = number
                        clauses.append([*reason, next_sums[total] or 0])
            sums = next_sums
    return clauses, variables


def by_sat(puzzle: Kakuro, domains: Domains) -> Answer:
    """MiniSat 2.2."""
    from pysat.solvers import Minisat22

    clauses, variables = clauses_of(puzzle, domains)
    begin = clock()
    with Minisat22(bootstrap_with=clauses) as solver:
        solver.conf_budget(LIMITS["sat"])
        answer = solver.solve_limited()
        statistics = solver.accum_stats()
        counts = [int(statistics[name]) for name in ("restarts", "conflicts", "decisions")]
        first_end = clock()
        if not answer:
            return 0, *counts, first_end - begin, 0.0  # type: ignore[return-value]
        true = set(solver.get_model())
        solver.add_clause([-variable for cell in variables for variable in cell.values() if variable in true])
        solver.conf_budget(LIMITS["sat"])
        has_second = solver.solve_limited()
        number = {None: 0, False: 1, True: 2}[has_second]
        return number, *counts, first_end - begin, clock() - first_end  # type: ignore[return-value]


MODELS: dict[str, Callable[[Kakuro, Domains], Answer]] = {
    "ours": by_ours,
    "cp-sat": by_cp_sat,
    "milp": by_milp,
    "sat": by_sat,
}


def measure(puzzles: list[Kakuro], models: list[str]) -> Iterator[tuple[object, ...]]:
    """A row for each puzzle, model, and whether domains are reduced before; ours reduces them itself."""
    for puzzle in tqdm(puzzles, unit=" puzzles"):
        numbers = set()
        for model in models:
            for reduced in (False, True) if model != "ours" else (True,):
                answer = MODELS[model](puzzle, domains_of(puzzle, reduced))
                numbers |= {answer[0]} - {0}
                times = [f"{milliseconds:.4g}" for milliseconds in answer[4:]]
                yield puzzle.name, len(puzzle.cells), model, int(reduced), *answer[:4], *times
        assert len(numbers) < 2, f"{puzzle.name}: they disagree"


def main() -> None:
    """Measure, and write a row for each question."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--file", default="sweeps/kakuro-collection.yaml")
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--models", default=",".join(MODELS))
    options = parser.parse_args()
    collection = rs.kakuro.load_collection(options.file, options.each)
    texts = zip(collection["text"], collection["name"], strict=True)
    puzzles = [replace(rc.kakuro.parse(text), name=name) for text, name in texts]
    models = options.models.split(",")
    by_ours(puzzles[0], [])
    with options.out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in measure(puzzles, models):
            writer.writerow(row)
            file.flush()


if __name__ == "__main__":
    main()
