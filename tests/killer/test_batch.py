"""The kernels against the readable solver, node by node, and against CP-SAT."""

from collections import Counter
from itertools import islice

import numpy as np
import pytest

from rullo_core.killer import batch
from rullo_core.killer.batch import find_solutions, rate_many, solve_many
from rullo_core.killer.puzzle import Killer
from rullo_core.killer.solver import NodeCounter, solutions
from tests.killer.examples import NODES, SOLUTIONS, examples
from tests.killer.puzzles import generated_or_nearly, number_by_cp_sat, random_killer, solutions_by_trying

SIZES = ((4, (2, 2), 14), (4, (2, 2), 10), (6, (2, 3), 45), (6, (3, 2), 60))


def random_killers(seed, number, sizes=SIZES):
    draw = np.random.default_rng(seed)
    return [random_killer(draw, *sizes[i % len(sizes)]) for i in range(number)]


@pytest.mark.parametrize("level", ["CH", "CA"])
def test_examples(level):
    for (name, puzzle), answer in zip(examples().items(), solve_many(examples().values(), 2, level), strict=True):
        assert ["".join(map(str, solution)) for solution in answer.solutions] == [SOLUTIONS[name]]
        assert answer.complete
        assert answer.nodes == NODES[name][("CH", "CA").index(level)]
        assert puzzle.is_solved_by(answer.solutions[0])


@pytest.mark.parametrize("level", ["C", "CH", "CG", "CA", "CP", "O1", "OW"])
def test_solutions_in_order_and_nodes(level):
    puzzles, numbers = random_killers(1, 20 if level in ("C", "CH", "CA") else 8), []
    for puzzle, answer in zip(puzzles, solve_many(puzzles, 3, level), strict=True):
        counter, expected = NodeCounter(), []
        for solution in solutions(puzzle, level, counter):
            expected.append(solution)
            if len(expected) == 4:
                break
        assert list(answer.solutions) == expected[:3]
        assert answer.complete == (len(expected) < 4)
        if answer.complete:
            assert answer.nodes == counter.nodes
        numbers.append(len(expected))
    assert {1, 4} <= set(numbers)


@pytest.mark.slow
def test_5_000_puzzles_against_the_readable_solver_and_cp_sat():
    """Puzzles have no, one, two or more solutions; levels C, CH, CA and O1 alternate. Those of 4x4 try all boards."""
    draw = np.random.default_rng(2)
    puzzles = [
        *random_killers(2, 3_800, SIZES[:2]),
        *random_killers(3, 900, SIZES[2:]),
        *(generated_or_nearly(draw, i) for i in range(300)),
    ]
    frequencies: Counter[tuple[int, int]] = Counter()
    for i, level in enumerate(("C", "CH", "CA", "O1")):
        for puzzle, answer in zip(puzzles[i::4], solve_many(puzzles[i::4], 2, level), strict=True):
            number = len(answer.solutions) + (not answer.complete)
            readable = list(islice(solutions(puzzle, "CH"), 3))
            if puzzle.side == 4:
                all_solutions = solutions_by_trying(puzzle)
                assert number == min(len(all_solutions), 3), str(puzzle)
                assert all_solutions.issuperset(readable), str(puzzle)
            else:
                assert number == number_by_cp_sat(puzzle, 3), str(puzzle)
            assert len(readable) == number, str(puzzle)
            assert set(answer.solutions) == set(readable[:2]) or number == 3
            assert all(puzzle.is_solved_by(solution) for solution in answer.solutions)
            frequencies[puzzle.side, min(number, 2)] += 1
    assert all(
        frequencies[side, number] > minimum for side, minimum in ((4, 500), (6, 15), (9, 20)) for number in (0, 1, 2)
    ), frequencies


def test_long_search_restarts_with_the_strongest_level(monkeypatch):
    puzzle = examples()[max(NODES, key=NODES.get)]
    single_level = {level: next(solve_many([puzzle], 2, level, threads=1)) for level in ("CH", "OW")}
    assert single_level["CH"].nodes > 10
    monkeypatch.setattr(batch, "PATIENCE", 3)
    restarted = next(solve_many([puzzle], 2, "CH", threads=1))
    assert (restarted.solutions, restarted.complete) == (single_level["CH"].solutions, True)
    assert restarted.nodes == 3 + single_level["OW"].nodes
    # The limits of the call hold before and after the change of level.
    (limited,) = rate_many([puzzle], nodes=2)
    assert (limited.solutions, limited.complete, limited.nodes) == (0, False, 2)
    monkeypatch.setattr(batch, "RULES", {**batch.RULES, "OW": batch.RULES["CH"]})
    (interrupted,) = rate_many([puzzle], nodes=5)
    assert (interrupted.complete, interrupted.nodes) == (False, 5)


def test_large_boards():
    puzzle = Killer(16, (4, 4), ())
    answer = find_solutions(puzzle, 1)
    assert (len(answer.solutions), answer.complete) == (1, False)
    assert puzzle.is_solved_by(answer.solutions[0])
