"""Random Killer Sudokus, and the solutions that CP-SAT finds."""

from dataclasses import replace
from functools import cache
from itertools import permutations

import numpy as np
from ortools.sat.python import cp_model

from benchmarks.killer import model_of
from rullo_core.killer.generation import generate_puzzle
from rullo_core.killer.puzzle import Cage, Killer
from rullo_core.killer.request import Request
from rullo_core.killer.solver import solutions


def random_killer(draw, side, box, grown):
    """Return random cages without repeated digits on a random board, some with changed sums."""
    rows, columns = (
        (draw.permutation(side // length)[:, None] * length + draw.permutation(length)).ravel() for length in box
    )
    digits = (draw.permutation(side) + 1)[filled_board(side, box)[rows][:, columns] - 1].ravel().tolist()
    owner = list(range(side * side))
    for _ in range(grown):
        cell = int(draw.integers(side * side))
        neighbour = cell + 1 if cell % side < side - 1 and draw.random() < 0.5 else cell + side
        if neighbour < side * side and owner[cell] != owner[neighbour]:
            joined = [i for i, cage in enumerate(owner) if cage in (owner[cell], owner[neighbour])]
            if len({digits[i] for i in joined}) == len(joined):
                for i in joined:
                    owner[i] = owner[cell]
    cages = []
    for number in sorted(set(owner)):
        cells = tuple(i for i, cage in enumerate(owner) if cage == number)
        cages.append(Cage(f"c{number}", cells, sum(digits[i] for i in cells) + int(draw.random() < 0.02)))
    return Killer(side, box, tuple(cages), diagonals=bool(draw.random() < 0.1))


def generated_or_nearly(draw, index):
    """Return a unique 9x9 puzzle; or one without a seventh of its cages; or one with a sum larger and one smaller."""
    generated = generate_puzzle(Request(cages=(30, 44), single_cell_cages=(0, 15)), 5, index)
    cages = list(generated.puzzle.cages)
    first, second, *rest = draw.permutation(len(cages))
    if index % 3 == 1:
        cages = [cages[i] for i in rest[len(cages) // 7 :]]
    elif index % 3 == 2:
        cages[first] = replace(cages[first], total=cages[first].total + 1)
        cages[second] = replace(cages[second], total=cages[second].total - 1)
    return replace(generated.puzzle, cages=tuple(cages))


@cache
def filled_board(side, box):
    """Return a board."""
    return np.array(next(solutions(Killer(side, box, ()), "CH"))).reshape(side, side)


@cache
def boards_of_4x4():
    """All 288 boards with every digit once in each row, column and box, row after row."""

    def extended(rows):
        if len(rows) == 4:
            yield sum(rows, ())
            return
        for row in permutations(range(1, 5)):
            partner = rows[-1][:2] if len(rows) % 2 else ()
            if not {*partner} & {*row[:2]} and all(row[i] != placed_row[i] for placed_row in rows for i in range(4)):
                yield from extended([*rows, row])

    return np.array(list(extended([])))


def solutions_by_trying(puzzle):
    """Every solution of a puzzle of 4x4 in boxes of 2x2: of all boards, those that its cages and diagonals allow."""
    boards = boards_of_4x4()
    fits = np.ones(len(boards), bool)
    for cells in [*(cells for _, cells in puzzle.units[12:]), *(cage.cells for cage in puzzle.cages)]:
        digits = 1 << boards[:, cells]
        fits &= digits.sum(axis=1) == np.bitwise_or.reduce(digits, axis=1)
    for cage in puzzle.cages:
        fits &= boards[:, cage.cells].sum(axis=1) == cage.total
    return set(map(tuple, boards[fits].tolist()))


def number_by_cp_sat(puzzle, limit):
    model, _ = model_of(puzzle)

    class Count(cp_model.CpSolverSolutionCallback):
        number = 0

        def on_solution_callback(self):
            self.number += 1
            if self.number == limit:
                self.stop_search()

    solver, count = cp_model.CpSolver(), Count()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(model, count)
    return count.number
