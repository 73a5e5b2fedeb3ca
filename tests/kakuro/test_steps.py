"""Clues that are chosen one by one."""

import numpy as np
import pytest

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.kakuro.generation import puzzle_of
from rullo_core.kakuro.kernels.draft import draft_for, lay_out, measure
from rullo_core.kakuro.kernels.steps import choose_clues
from rullo_core.kakuro.solver import reach


@pytest.mark.parametrize("size", [2, 3], ids=str)
def test_chosen_clues_balance(size):
    """The digits of a puzzle add up to its clues across, and to those down; entries alone find no contradiction."""
    count = 0
    for seed in range(12):
        draft = draft_for(size, size)
        draft.white[:] = 1
        lay_out(draft)
        measure(draft, draft.domains[0])
        if choose_clues(draft, rng_from_seed(seed, 0)):
            count += 1
            puzzle, _ = puzzle_of(draft)
            clues = np.array([entry.clue for entry in puzzle.entries])
            assert clues.min() > 0
            assert clues[:size].sum() == clues[size:].sum()
            domains = reach(puzzle, "G").state
            assert [sum(1 << digit - 1 for digit in domain) for domain in domains] == draft.domains[0].tolist()
    assert count > 3
