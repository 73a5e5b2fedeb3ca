"""Entries together: against rectangles, and a puzzle that needs six."""

import numpy as np
import pandas as pd
import pytest

from rullo_core.kakuro.batch import pack
from rullo_core.kakuro.puzzle import ACROSS, Kakuro
from rullo_core.kakuro.reading import parse_puzzles
from rullo_core.kakuro.rules import Block, rectangles, sixes
from rullo_core.kakuro.solver import reach, solutions
from rullo_core.passes.solver import Contradiction
from rullo_studies.kakuro.how_much_reasoning import propagate
from rullo_studies.kakuro.kernels.block_reasoning import NO_ENTRY, SIX, count_crossed, count_open_of, gather, group_of
from tests.kakuro.puzzles import MINIZINC, some_puzzles

NEEDS_FIVE = Kakuro.parse("3 5\n- 3, 7, 9, -\n,15 0 0 0 0\n,6 0 0 0 -")
NEEDS_SIX = Kakuro.parse("""7 7
- - - 13, 11, - -
- - 19,14 0 0 13, 22,
- 18,29 0 0 0 0 0
,15 0 0 - ,8 0 0
,3 0 0 12, ,12 0 0
,29 0 0 0 0 0 -
- - ,4 0 0 - -""")


def filter_state(rule, state):
    try:
        return rule.filtered(state)
    except Contradiction:
        return None


def test_four_entries_reveal_what_a_rectangle_does():
    for puzzle in parse_puzzles(MINIZINC.read_text())[2::3]:
        state = reach(puzzle, "G").state
        changes = 0
        for unit in rectangles(puzzle):
            domains = tuple(state[cell] for cell in unit.cells)
            block = Block(unit.rule.members, unit.rule.clues)
            assert filter_state(block, domains) == filter_state(unit.rule, domains)
            changes += filter_state(block, domains) != domains
        assert changes


def test_six_entries_solve_what_rectangles_do_not():
    # Five are among them, where two of one direction cross three of the other.
    assert [len(unit.rule.members) for unit in sixes(NEEDS_FIVE)] == [5]
    for puzzle in (NEEDS_FIVE, NEEDS_SIX):
        assert len(list(solutions(puzzle))) == 1
        assert any(len(domain) > 1 for domain in reach(puzzle, "G+Q").state)
        assert all(len(domain) == 1 for domain in reach(puzzle, "G+Q+Q6").state)


def test_crossings_are_counted_in_open_cells_only():
    """Of two or three entries across, with random domains of which half are fixed, against sets of cells."""
    draw, counts = np.random.default_rng(6), set()
    arrays = pack([NEEDS_FIVE, NEEDS_SIX])
    crossed, degree = np.zeros((2, 20), np.int64)
    group = group_of()
    for p, puzzle in enumerate((NEEDS_FIVE, NEEDS_SIX)):
        across_entries = [number for number, entry in enumerate(puzzle.entries) if entry.direction == ACROSS]
        for _ in range(200):
            domains = draw.choice([0b1, 0b100, 0b11, 0b110110], len(puzzle.cells), p=[0.25, 0.25, 0.25, 0.25])
            sample = sorted(
                draw.choice(across_entries, draw.integers(2, min(3, len(across_entries)), endpoint=True), replace=False)
            )
            opened = {
                cell for number in sample for cell in puzzle.entries[number].cells if domains[cell] not in (0b1, 0b100)
            }
            expected = {
                number: len(opened & set(entry.cells))
                for number, entry in enumerate(puzzle.entries)
                if entry.direction != ACROSS and len(opened & set(entry.cells)) > 1
            }
            six = np.array([arrays.entries[p] + number for number in sample] + [NO_ENTRY] * (SIX - len(sample)))
            count = count_crossed(arrays, p, domains, six, crossed, degree)
            numbers = (crossed[:count] - arrays.entries[p]).tolist()
            assert dict(zip(numbers, degree[:count].tolist(), strict=True)) == expected
            counts |= {*expected.values()}
            six[SIX // 2 :][: min(count, SIX // 2)] = crossed[: min(count, SIX // 2)]
            entries = [puzzle.entries[entry - arrays.entries[p]] for entry in six if entry != NO_ENTRY]
            number = gather(arrays, arrays.cells[p], six, group)
            assert sorted(group.cell[:number].tolist()) == sorted({cell for entry in entries for cell in entry.cells})
            for number in sample:
                cells = puzzle.entries[number].cells
                entry = arrays.entries[p] + number
                assert count_open_of(arrays, arrays.cells[p], domains, entry) == len(opened & {*cells})
    assert counts == {2, 3}


@pytest.mark.parametrize("number", [3, pytest.param(60, marks=pytest.mark.slow)], ids=str)
def test_kernels_against_the_readable_solver(number):
    printed = parse_puzzles(MINIZINC.read_text())[: number // 3]
    puzzles = [NEEDS_FIVE, NEEDS_SIX, *printed, *some_puzzles(number, seed=31)]
    table = propagate(puzzles, "G+Q+Q6", threads=2)
    improved = 0
    for puzzle, opened, candidates in zip(puzzles, table["unfixed"], table["candidates"], strict=True):
        try:
            state = reach(puzzle, "G+Q+Q6").state
        except Contradiction:
            assert opened is pd.NA
            continue
        assert (sum(len(domain) > 1 for domain in state), sum(map(len, state))) == (opened, candidates)
        improved += state != reach(puzzle, "G+Q").state
    assert improved > (2 if number > 3 else 1)
