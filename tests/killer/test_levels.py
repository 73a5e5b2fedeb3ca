"""Passes of levels in kernels, against the readable solver and known results of seven puzzles."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from rullo_core import passes
from rullo_core.killer.batch import RULES, rate_many, set_up, shape_of, stack_of
from rullo_core.killer.kernels import levels as kernel
from rullo_core.killer.kernels import sums
from rullo_core.killer.levels import LEVELS, SOLVERS
from rullo_core.killer.puzzle import Cage, Killer
from rullo_core.killer.solver import Reasoner, game, run_level, shave, solutions
from rullo_core.passes.solver import Contradiction
from tests.killer.examples import COMES_TO, DIFFICULTY, examples
from tests.killer.puzzles import random_killer

SIZES = ((4, (2, 2), 14), (4, (2, 2), 10), (6, (2, 3), 45), (6, (3, 2), 60))


def comes_to(puzzle, level):
    """Return the passes that eliminate something, the solved cells and the candidates."""
    try:
        run = run_level(puzzle, level)
    except Contradiction:
        return None, None, None
    return run.last_that_changed, sum(len(domain) == 1 for domain in run.state), sum(map(len, run.state))


def output_for(rating, level):
    return rating.passes_by_level[level], rating.solved_cells[level], rating.candidates[level]


def by_turns(puzzle):
    try:
        run = passes.run(game(puzzle))
    except Contradiction:
        return None
    return len(run.passes) if run.is_solved else None


def test_examples():
    for (name, puzzle), rating in zip(examples().items(), rate_many(examples().values()), strict=True):
        text = []
        for level in LEVELS:
            last_pass, fixed, candidates = output_for(rating, level)
            text.append(f"{'solved' if fixed == puzzle.side**2 else 'stuck'}/{last_pass}/{fixed}/{candidates}")
        assert tuple(text) == COMES_TO[name]
        assert rating.passes_cages_first == DIFFICULTY[name]
        by_level = [level for level, outcome in zip(LEVELS, text, strict=True) if outcome.startswith("solved")]
        assert rating.level == next((level for level in SOLVERS if level in by_level), "shave")


def against_the_readable(puzzles):
    contradict = 0
    for puzzle, rating in zip(puzzles, rate_many(puzzles), strict=True):
        for level in LEVELS:
            assert output_for(rating, level) == comes_to(puzzle, level), (level, str(puzzle))
        assert rating.passes_cages_first == by_turns(puzzle)
        contradict += rating.solutions == 0
    assert 0 < contradict < len(puzzles) / 2


def test_small_boards():
    draw = np.random.default_rng(1)
    puzzles = [random_killer(draw, *SIZES[i % 4]) for i in range(40)]
    # Some have cells without a cage.
    puzzles[::5] = [replace(puzzle, cages=puzzle.cages[1:]) for puzzle in puzzles[::5]]
    against_the_readable(puzzles)


@pytest.mark.slow
def test_more_boards():
    draw = np.random.default_rng(2)
    small = [random_killer(draw, *SIZES[i % 4]) for i in range(160)]
    against_the_readable([*small, *(random_killer(draw, 9, (3, 3), 140 + 40 * i) for i in range(4))])


def test_infeasible_puzzles_have_no_level():
    """Even if only a search shows it: puzzles lack half of their cages, and two sums are changed."""
    draw, puzzles = np.random.default_rng(6), []
    for i in range(60):
        puzzle = random_killer(draw, 6, ((2, 3), (3, 2))[i % 2], 45)
        cages = [cage for cage in puzzle.cages if draw.random() < 0.5]
        for place, change in zip(draw.choice(len(cages), 2, replace=False), (1, -1), strict=True):
            cages[place] = replace(cages[place], total=max(cages[place].total + change, 1))
        puzzles.append(replace(puzzle, cages=tuple(cages)))
    infeasible = [rating for rating in rate_many(puzzles) if rating.complete and rating.solutions == 0]
    assert any(rating.passes_by_level["OW"] is not None for rating in infeasible)
    assert all(rating.level is None for rating in infeasible)


def test_result_of_a_level_is_independent_of_earlier_levels():
    """Sums of parts are computed once, by the first level that uses them, and more of them by a later one."""
    draw = np.random.default_rng(5)
    for puzzle in (*(random_killer(draw, *SIZES[i % 4]) for i in range(20)), examples()["nine-full"]):
        stack = stack_of(shape_of(puzzle))
        text = []
        for order in (tuple(RULES), tuple(reversed(RULES))):
            set_up(stack, puzzle)
            domains, results = stack.domains[0], {}
            for level in order:
                outcome, last_pass = kernel.INFEASIBLE, 0
                if kernel.begin(domains, stack.reasoning, RULES[level]):
                    outcome, last_pass = kernel.run_level(domains, stack.reasoning, RULES[level])
                results[level] = (
                    outcome,
                    (outcome != kernel.INFEASIBLE) * last_pass,
                    outcome == kernel.INFEASIBLE or domains.tolist(),
                )
            text.append(results)
        assert text[0] == text[1]


def test_sums_are_those_of_the_readable_solver():
    """Of 4x4, where most parts are short, and of 9x9 with few cages, where many have about the greatest length."""
    draw, lengths = np.random.default_rng(7), set()
    small = [random_killer(draw, *SIZES[i % 4]) for i in range(24)]
    small[::4] = [replace(puzzle, cages=puzzle.cages[3:]) for puzzle in small[::4]]
    for puzzle in (*small, *(random_killer(draw, 9, (3, 3), 20 + 60 * i) for i in range(3))):
        stack = stack_of(shape_of(puzzle))
        set_up(stack, puzzle)
        room, domains = stack.reasoning, stack.domains[0]
        readable, table = Reasoner(puzzle), room.sums
        for level in ("O1", "OW"):
            kernel.begin(domains, room, RULES[level])
            kernel.run_level(domains, room, RULES[level])
            if table.number[0] < 0:
                continue  # a cage had no filling
            number, windows, single = table.number[0], {}, {}
            for cells, size, plus, total, is_single in zip(
                *(part[:number].tolist() for part in table[1:6]), strict=True
            ):
                signs = (1,) * plus + (-1,) * (size - plus)
                (single if is_single else windows)[tuple(cells[:size]), signs] = total
            assert len(windows) + len(single) == number
            expected = {(unit.cells, unit.rule.signs): unit.rule.total for unit in readable.sums}
            assert single.keys() == expected.keys()
            if level == "OW":
                expected = {(unit.cells, unit.rule.signs): unit.rule.total for unit in readable.windows}
                assert len(expected) == number
                lengths.update(len(cells) for cells, _ in expected)
            assert {key: total for key, total in (windows | single).items() if key in expected} == expected
    assert {1, 4, 5, sums.MOST_CELLS} <= lengths


def test_large_boards():
    """There, combinations of digits are enumerated."""
    solution = next(solutions(Killer(10, (2, 5), ()), "CH"))
    cages = [(0, 1, 2), (3, 4), (10, 20, 30, 31), (50,), (51, 52, 62, 72), (99, 98, 97, 96, 95), (5, 6, 16)]
    puzzle = Killer(10, (2, 5), tuple(
        Cage(f"c{cells[0]}", tuple(sorted(cells)), sum(solution[cell] for cell in cells)) for cells in cages
    ))  # fmt: skip
    stack = stack_of(shape_of(puzzle))
    set_up(stack, puzzle)
    for level in ("H", "CG", "CA", "CP"):
        domains = stack.domains[0]
        assert kernel.begin(domains, stack.reasoning, RULES[level])
        outcome, last_pass = kernel.run_level(domains, stack.reasoning, RULES[level])
        sizes = stack.reasoning.desk.sets.size[domains]
        assert outcome == kernel.STUCK
        assert (last_pass, (sizes == 1).sum(), sizes.sum()) == comes_to(puzzle, level)


def test_shaving():
    """The level below it leaves many cells unfixed."""
    draw = np.random.default_rng(3)
    puzzles = [*(random_killer(draw, 4, (2, 2), 14) for _ in range(12)), examples()["nine-locked"]]
    rounds_made = set()
    for puzzle in puzzles:
        reasoner, level = Reasoner(puzzle), "CH"
        stack = stack_of(shape_of(puzzle))
        set_up(stack, puzzle)
        domains = stack.domains[0]
        kernel.begin(domains, stack.reasoning, RULES[level])
        if kernel.run_level(domains, stack.reasoning, RULES[level])[0] != kernel.STUCK:
            continue
        outcome, rounds = kernel.shave(domains, stack.reasoning, RULES[level], np.zeros(1, np.uint8))
        try:
            state, expected = shave(reasoner, reasoner.reach(level).state, level)
        except Contradiction:
            assert outcome == kernel.INFEASIBLE
            continue
        assert rounds == expected
        assert [bin(mask).count("1") for mask in domains.tolist()] == [len(domain) for domain in state]
        assert (outcome == kernel.SOLVED) == all(len(domain) == 1 for domain in state)
        rounds_made.add(rounds)
    assert {0, 1} <= rounds_made


def test_levels_are_ordered_and_keep_the_solution():
    """Each level contains the weaker ones; CA does not contain CG."""
    draw = np.random.default_rng(4)
    ladders = (("E", "H", "G"), ("C", "CH", "CG"), ("CA", "CP", "O1", "OW"), ("CH", "CA"), ("CG", "CP"))
    for puzzle in (*(random_killer(draw, *SIZES[i % 4]) for i in range(40)), *examples().values()):
        stack = stack_of(shape_of(puzzle))
        set_up(stack, puzzle)
        states = {}
        for level, rules in RULES.items():
            domains = stack.domains[0].copy()
            alive = kernel.begin(domains, stack.reasoning, rules)
            alive = alive and kernel.run_level(domains, stack.reasoning, rules)[0] != kernel.INFEASIBLE
            states[level] = domains if alive else np.zeros_like(domains)
        for ladder in ladders:
            for low, high in pairwise(ladder):
                assert not (states[high] & ~states[low]).any()
        solution = next(solutions(puzzle, "CH"), None)
        if solution is not None:
            bits = 1 << (np.array(solution) - 1)
            assert all((bits & ~domains == 0).all() for domains in states.values())
