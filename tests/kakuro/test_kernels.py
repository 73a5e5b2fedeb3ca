"""Kernels called directly, on puzzles so small that all their digits can be gone through."""

import numpy as np
import pytest

from rullo_core.compiled import NO_LIMIT
from rullo_core.constraints.kernels.different import EVERY
from rullo_core.kakuro.batch import depths_for, pack
from rullo_core.kakuro.kernels.board import FIRST, desk_for
from rullo_core.kakuro.kernels.levels import search_level
from rullo_core.kakuro.kernels.reduction import NO_ENTRY, NOT_SAID, REMOVED, REQUIRED, reduce
from rullo_core.kakuro.kernels.search import search
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.solver import units_of
from rullo_core.passes import levels
from rullo_core.passes.solver import Contradiction
from rullo_studies.kakuro.how_much_reasoning import level_of
from rullo_studies.kakuro.kernels.block_reasoning import group_of, reach_together
from tests.kakuro.puzzles import some_puzzles
from tests.kakuro.test_together import NEEDS_FIVE

STOP = np.zeros(1, np.uint8)


def blocks(height, width, number, seed):
    """Random blocks of white cells; of one in four, a first clue is as large as it can be at the cost of the second."""
    draw = np.random.default_rng(seed)
    while number:
        digits = np.array([draw.permutation(9)[:width] + 1 for _ in range(height)])
        if any(len(set(column)) < height for column in digits.T):
            continue
        clues = [*digits.sum(axis=1).tolist(), *digits.sum(axis=0).tolist()]
        if number % 4 == 3 and height > 1:
            total = clues[0] + clues[1]
            clues[0] = min(width * (19 - width) // 2, total - width * (width + 1) // 2)
            clues[1] = total - clues[0]
        head = " ".join(["-", *(f"{clue}," for clue in clues[height:])])
        rows = [f",{clue} " + "0 " * width for clue in clues[:height]]
        number -= 1
        yield Kakuro.parse("\n".join([f"{height + 1} {width + 1}", head, *rows]))


def every_solution(puzzle):
    """All solutions, cell by cell, by nothing but the rules."""
    rows = [()]
    for cell in range(len(puzzle.cells)):
        rows = [(*row, digit) for row in rows for digit in range(1, 10)]
        for number in puzzle.of_cells[cell]:
            entry = puzzle.entries[number]
            cells = [c for c in entry.cells if c <= cell]
            is_whole = len(cells) == len(entry.cells)
            rows = [
                row
                for row in rows
                if len({row[c] for c in cells}) == len(cells)
                and (
                    entry.clue is None
                    or (not is_whole and sum(row[c] for c in cells) < entry.clue)
                    or (is_whole and sum(row[c] for c in cells) == entry.clue)
                )
            ]
    return rows


def bits(digits):
    return sum(1 << digit - 1 for digit in digits)


@pytest.mark.parametrize("size", [(2, 3), (3, 2), (3, 3)], ids=str)
def test_blocks_of_up_to_six_entries(size):
    """All entries together: a candidate stays where some solution has it, unless fewer than six cells are open."""
    outcomes = set()
    for puzzle in blocks(*size, 24 if size != (3, 3) else 8, 3):
        arrays, cells = pack([puzzle]), len(puzzle.cells)
        domains = np.full(cells, EVERY)
        alive = reach_together(arrays, FIRST, domains, desk_for(arrays), group_of())
        all_solutions = every_solution(puzzle)
        union = [bits(set(column)) for column in zip(*all_solutions, strict=True)]
        if not alive:
            assert not all_solutions
        elif all_solutions:
            assert all(domain & digits == digits for domain, digits in zip(domains.tolist(), union, strict=True))
            if all(domain & (domain - 1) for domain in domains.tolist()):
                assert domains.tolist() == union
                outcomes.add("open")
        outcomes.add((alive, bool(all_solutions)))
    assert outcomes >= {"open", (True, True), (False, False)}


def test_five_entries_that_four_of_them_do_not_solve():
    """With two entries across and three down, and the other way around; also with each digit d as 10 - d."""
    for puzzle in (NEEDS_FIVE, NEEDS_FIVE.complemented()):
        for variant in (puzzle, puzzle.transposed()):
            (solution,) = every_solution(variant)
            domains, arrays = np.full(len(solution), EVERY), pack([variant])
            assert reach_together(arrays, FIRST, domains, desk_for(arrays), group_of())
            assert domains.tolist() == [1 << digit - 1 for digit in solution]


def test_searches():
    """The same solutions in any order, the last as asked; as many as are enough; and limits around what is needed."""
    counts = set()
    for size in ((1, 1), (1, 3), (2, 2), (3, 2), (2, 3)):
        for puzzle in blocks(*size, 8, 5) if size != (1, 1) else [Kakuro.parse("2 2\n- 5,\n,5 0")]:
            arrays = pack([puzzle])
            desk, depths, cells = desk_for(arrays), depths_for(arrays), len(puzzle.cells)
            expected = sorted(tuple(1 << digit - 1 for digit in row) for row in every_solution(puzzle))
            counts.add(min(len(expected), 2))

            def find(max_solutions, last=(0,) * cells, limit=NO_LIMIT, room=2000, memory=(arrays, desk, depths)):
                arrays, desk, depths = memory
                solutions = np.zeros((room, len(last)), np.int64)
                last = np.array(last, np.int64)
                answer = search(arrays, FIRST, solutions, max_solutions, last, limit, STOP, depths, desk)
                return *answer, [tuple(row) for row in solutions[: min(answer[0], room)].tolist()]

            number, complete, nodes, solutions = find(len(expected) + 1)
            assert (number, complete, sorted(solutions)) == (len(expected), True, expected)
            assert find(len(expected) + 1, limit=nodes)[:3] == (number, True, nodes)
            for limit in {*range(min(nodes, 4)), nodes - 1}:
                count, is_complete, visited, first_solutions = find(len(expected) + 1, limit=limit)
                assert (is_complete, visited, first_solutions) == (False, limit, solutions[:count])
            for max_solutions in {*range(1, min(len(expected), 3) + 1), len(expected)} - {0}:
                assert find(max_solutions)[0::3] == (max_solutions, solutions[:max_solutions])
                assert not find(max_solutions)[1]
                assert find(max_solutions, room=1)[3] == solutions[:1]
            for last in expected[:: len(expected) // 3 + 1]:
                reordered = find(len(expected) + 1, last)
                assert (reordered[3][-1], sorted(reordered[3]), reordered[1]) == (last, expected, True)
    assert counts == {0, 1, 2}


class Limit(Exception):
    """More nodes than may be."""


def search_readably(puzzle, level, limit):
    """Search with a level after each guess; return what `search_level` does."""
    units, complete, counts = units_of(puzzle, level), units_of(puzzle, "G"), [0, 0]

    def go(state):
        if counts[0] == limit:
            raise Limit
        counts[0] += 1
        try:
            state = levels.reach(state, units).state
            sizes = [len(domain) if len(domain) > 1 else 10 for domain in state]
            if min(sizes) == 10:
                levels.reach(state, complete)
                return True
        except Contradiction:
            counts[1] += 1
            return False
        cell = sizes.index(min(sizes))
        return any(go((*state[:cell], frozenset({digit}), *state[cell + 1 :])) for digit in sorted(state[cell]))

    try:
        return int(go((frozenset(range(1, 10)),) * len(puzzle.cells))), *counts
    except Limit:
        return -1, *counts


@pytest.mark.parametrize("level", ["B+FC", "R+B+FC", "G"])
def test_searches_by_a_level(level):
    rules, longest, _ = level_of(level)
    outcomes = set()
    for puzzle in some_puzzles(25, seed=8, max_side=4):
        arrays = pack([puzzle])
        expected = search_readably(puzzle, level, 300)
        for limit in (300, expected[1] + 1, expected[1], expected[1] - 1):
            output = search_level(arrays, FIRST, rules, longest, limit, depths_for(arrays), desk_for(arrays))
            if limit >= expected[1]:
                assert output == expected
            else:
                assert output[:2] == (-1, limit)
        outcomes.add((expected[0], expected[2] > 0))
    assert outcomes >= {(1, False), (0, True)} | ({(1, True)} if level != "G" else set())


@pytest.mark.parametrize("instead", [NOT_SAID, NO_ENTRY])
def test_what_a_puzzle_can_do_without(instead):
    """Each clue or entry in its turn, where the others leave one solution without it."""
    outcomes, draw = set(), np.random.default_rng(7)
    for puzzle in [puzzle for size in ((2, 2), (2, 3)) for puzzle in blocks(*size, 30, 9)]:
        all_solutions = every_solution(puzzle)
        if len(all_solutions) != 1:
            continue
        arrays, answers = pack([puzzle]), np.zeros(len(puzzle.entries), np.int64)
        order = draw.permutation(len(puzzle.entries))
        solution = np.array([1 << digit - 1 for digit in all_solutions[0]])
        depths, desk = depths_for(arrays), desk_for(arrays)
        reduce(arrays, FIRST, solution, order, np.int64(instead), NO_LIMIT, STOP, depths, desk, answers)
        removed = []
        for number, answer in zip(order.tolist(), answers.tolist(), strict=True):
            removal = [*removed, number]
            dropped = {cell for cell, of in enumerate(puzzle.of_cells) if not set(of) - set(removal)}
            if instead == NO_ENTRY and dropped:
                expected = REQUIRED  # a cell in no entry may have any digit
            else:
                reduced = puzzle.without_clues(removal) if instead == NOT_SAID else puzzle.without_entries(removal)
                expected = REMOVED if len(every_solution(reduced)) == 1 else REQUIRED
            assert answer == expected
            removed = removal if answer == REMOVED else removed
            outcomes.add(answer)
    assert outcomes == {REMOVED, REQUIRED}
