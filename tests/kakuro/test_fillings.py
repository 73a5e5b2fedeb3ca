"""Fillings of small layouts by their clues, against those that are listed digit by digit."""

from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from rullo_core.kakuro.batch import pack
from rullo_core.kakuro.kernels.board import desk_for
from rullo_core.kakuro.kernels.fillings import find_stuck, list_clues
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.solver import rate

LAYOUTS = {
    "square": "3 3\n- 4, 6,\n,7 0 0\n,3 0 0",
    "row": "2 4\n- - - -\n,6 0 0 0",
    "column and a cell in one entry": "3 3\n- 3, -\n,3 0 0\n- 0 -",
    "staircase": "3 4\n- 3, 4, -\n,3 0 0 -\n- 0 0 -",
}


def clues_of_fillings(layout):
    """The clues of every filling, in plain words: no digit twice in an entry."""
    cells = len(layout.of_cells)
    for digits in product(range(1, 10), repeat=cells):
        entries = [[digits[cell] for cell in entry.cells] for entry in layout.entries]
        if all(len(set(entry)) == len(entry) for entry in entries):
            yield tuple(map(sum, entries))


def key_of(clues):
    key = 0
    for clue in clues:
        key = key << 6 | clue
    return key


@pytest.mark.parametrize("name", LAYOUTS)
def test_clues_of_all_fillings_and_those_that_entries_do_not_solve(name):
    layout = Kakuro.parse(LAYOUTS[name])
    expected = Counter(clues_of_fillings(layout))
    keys = np.zeros(expected.total() + 1, np.uint64)
    assert list_clues(pack([layout]), keys) == expected.total()
    assert keys[-1] == 0
    keys = np.sort(keys[:-1])
    assert Counter(keys.tolist()) == Counter({key_of(clues): number for clues, number in expected.items()})
    two_keys = np.zeros(2, np.uint64)
    assert list_clues(pack([layout]), two_keys[:1]) == expected.total()  # where there is less room, too
    assert two_keys[1] == 0
    # Those with one filling that entries leave open, where there is room for them and where there is not.
    unique = {key_of(clues): clues for clues, number in expected.items() if number == 1}
    stuck_keys = [key for key, clues in sorted(unique.items()) if not is_simple(layout, clues)]
    for room in (len(stuck_keys) + 1, 0):
        stuck = np.zeros(room + 1, np.uint64)
        counts = find_stuck(pack([layout]), keys, stuck[:room], desk_for(pack([layout])))
        assert tuple(counts) == (len(expected), len(unique), len(stuck_keys))
        assert stuck[:room].tolist() == ([*stuck_keys, 0] if room else [])
        assert stuck[room] == 0


def is_simple(layout, clues):
    entries = tuple(replace(entry, clue=clue) for entry, clue in zip(layout.entries, clues, strict=True))
    return rate(replace(layout, entries=entries)).kind == "simple"
