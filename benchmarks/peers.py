"""Rullos of any size, decided by this project's solver and by general ones, in processor time.

To decide a puzzle is to find two solutions, or to prove that there is one only. The peers are those that a reader would
take: clingo, an answer set solver (Gebser et al. 2019); CP-SAT, the constraint solver of OR-Tools; and Glucose 4, a
SAT solver, on the encoding of pseudo-Boolean constraints that PySAT chooses. They are not needed for anything else:

    pip install clingo ortools 'python-sat[pb]'
    python -m benchmarks.peers out.csv [--seconds 10] [--puzzles 20] [--processes 2] [--solvers ours,clingo]

What a solver takes to start, or to compile, is not counted; what it takes to read a puzzle is. Rows are added to what
stands in the file: what is there is not measured again, so that a run can be stopped and gone on with.
"""

import argparse
import csv
import signal
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from threading import Timer

import rullo_core as rc

COLUMNS = ("size", "range", "index", "solver", "solutions", "milliseconds")
"""Columns of what is written."""

SIZES = (8, 10, 12, 13, 14, 15, 16, 18, 20, 25, 30)
RANGES = ("1", "1-9", "-9-9", "1-29", "1-99")
SEED = 1
SOLUTIONS = 2


def draw(size, values, index):
    """A random puzzle, with as many rows as columns."""
    (puzzle,) = rc.rullo.generate(size=size, values=values, seed=SEED, first=index)
    return puzzle


class OutOfTime(Exception):
    """The time is over."""


def with_ours(puzzle, seconds):
    """The number of solutions found, two at most, by `rullo_core.rullo.solve_arrays`; None if undecided."""

    def stop(*_):
        raise OutOfTime

    handler = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        solutions = rc.rullo.solve_arrays(rc.rullo.to_arrays(puzzle), limit=1, threads=1)
        return int(solutions["solutions"][0]) + (not solutions["complete"][0])
    except OutOfTime:
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)


def clingo_program(puzzle):
    """A puzzle as a program whose answer sets say which cells are included."""
    cells = [(r, c, number) for r, row in enumerate(puzzle.numbers) for c, number in enumerate(row) if number]
    facts = [f"n({r},{c},{number})." for r, c, number in cells]
    facts += [f"row({r},{target})." for r, target in enumerate(puzzle.row_targets)]
    facts += [f"column({c},{target})." for c, target in enumerate(puzzle.column_targets)]
    rules = """
        {x(R,C)} :- n(R,C,V).
        :- row(R,T), not T = #sum{V,C: x(R,C), n(R,C,V)}.
        :- column(C,T), not T = #sum{V,R: x(R,C), n(R,C,V)}.
    """
    return " ".join(facts) + rules


def with_clingo(puzzle, seconds):
    """The same by clingo."""
    import clingo

    control = clingo.Control([str(SOLUTIONS)])
    control.add("base", [], clingo_program(puzzle))
    begin = time.process_time()
    control.ground([("base", [])])
    number = 0
    with control.solve(async_=True, yield_=True) as handle:
        while True:
            if not handle.wait(max(0.0, seconds - (time.process_time() - begin))):
                handle.cancel()
                return None
            if handle.model() is None:
                return number
            number += 1
            handle.resume()


def cp_sat_model(puzzle):
    """A puzzle as a model of CP-SAT."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = [[model.new_bool_var("") if number else 0 for number in row] for row in puzzle.numbers]
    for variables, row, target in zip(cells, puzzle.numbers, puzzle.row_targets, strict=True):
        model.add(sum(number * x for number, x in zip(row, variables, strict=True)) == target)
    for variables, column, target in zip(zip(*cells, strict=True), puzzle.columns, puzzle.column_targets, strict=True):
        model.add(sum(number * x for number, x in zip(column, variables, strict=True)) == target)
    return model


def with_cp_sat(puzzle, seconds):
    """The same by CP-SAT, with one worker, as it lists solutions."""
    from ortools.sat.python import cp_model

    class Count(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        number = 0

        def on_solution_callback(self):
            self.number += 1
            if self.number == SOLUTIONS:
                self.stop_search()

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.max_time_in_seconds = seconds
    count = Count()
    status = solver.solve(cp_sat_model(puzzle), count)
    if count.number >= SOLUTIONS or status in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        return count.number
    return None


def with_sat(puzzle, seconds):
    """The same by Glucose: each solution that was found is forbidden, and the next is looked for."""
    from pysat.pb import PBEnc
    from pysat.solvers import Glucose4

    variables = [[r * puzzle.width + c + 1 for c in range(puzzle.width)] for r in range(puzzle.height)]
    top = puzzle.height * puzzle.width
    begin = time.process_time()
    with Glucose4() as solver:
        lines = zip(variables, puzzle.numbers, puzzle.row_targets, strict=True)
        lines_across = zip(zip(*variables, strict=True), puzzle.columns, puzzle.column_targets, strict=True)
        for cells, numbers, target in (*lines, *lines_across):
            if time.process_time() - begin > seconds:
                return None
            # A negative number counts the other way round.
            literals = [cell if number > 0 else -cell for cell, number in zip(cells, numbers, strict=True) if number]
            weights = [abs(number) for number in numbers if number]
            bound = target - sum(number for number in numbers if number < 0)
            encoded = PBEnc.equals(lits=literals, weights=weights, bound=bound, top_id=top)
            top = max(top, encoded.nv)
            solver.append_formula(encoded.clauses)
            solver.append_formula([[-cell] for cell, number in zip(cells, numbers, strict=True) if not number])
        timer = Timer(max(0.0, seconds - (time.process_time() - begin)), solver.interrupt)
        timer.start()
        try:
            for number in range(SOLUTIONS):
                is_satisfiable = solver.solve_limited(expect_interrupt=True)
                if is_satisfiable is None:
                    return None
                if not is_satisfiable:
                    return number
                solver.add_clause([-x for x in solver.get_model()[: puzzle.height * puzzle.width]])
            return SOLUTIONS
        finally:
            timer.cancel()


SOLVERS = {"ours": with_ours, "clingo": with_clingo, "cp-sat": with_cp_sat, "sat": with_sat}


def measure(solver, size, values, index, seconds):
    """A row: what a solver says of a puzzle, and the processor time that it took."""
    puzzle = draw(size, values, index)
    begin = time.process_time()
    number = SOLVERS[solver](puzzle, seconds)
    seconds_taken = time.process_time() - begin
    return {
        "size": size, "range": values, "index": index, "solver": solver,
        "solutions": "" if number is None else number, "milliseconds": f"{1000 * seconds_taken:.3f}",
    }  # fmt: skip


def warm_up(solvers):
    """Load and compile what a process needs."""
    for solver in solvers:
        SOLVERS[solver](draw(4, RANGES[1], 0), 600.0)


def main():
    """Measure all points, each with all solvers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--puzzles", type=int, default=20)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--solvers", default=",".join(SOLVERS))
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    options = parser.parse_args()
    solvers = options.solvers.split(",")
    sizes = [int(size) for size in options.sizes.split(",")]
    points = set()
    if options.out.exists():
        with options.out.open(newline="", encoding="utf-8") as file:
            points = {tuple(row[key] for key in COLUMNS[:4]) for row in csv.DictReader(file)}
    jobs = [
        (solver, size, values, index, options.seconds)
        for index in range(options.puzzles) for size in sizes for values in RANGES for solver in solvers
        if (str(size), values, str(index), solver) not in points
    ]  # fmt: skip
    with (
        ProcessPoolExecutor(options.processes, initializer=warm_up, initargs=(solvers,)) as pool,
        options.out.open("a", newline="", encoding="utf-8") as file,
    ):
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        if not points:
            writer.writeheader()
        for row in pool.map(measure, *zip(*jobs, strict=True)):
            writer.writerow(row)
            file.flush()


if __name__ == "__main__":
    main()
