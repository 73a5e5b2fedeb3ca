"""Random fillings of Kakuros, compared with all fillings of small layouts."""

from itertools import product
from math import log2

import numpy as np
import pytest

from rullo_core.errors import BadInput
from rullo_studies.scale.fillings import SURPRISE, draw_fillings, draw_layout, estimate_fillings, layout_of, stream

SQUARE = np.ones((2, 2), bool)
STEPS = np.array([[1, 1, 0], [1, 1, 1], [0, 1, 1]], bool)


def all_fillings(layout, digits=range(1, 10)):
    """Every filling, cell by cell."""
    boards = [()]
    for cell in range(len(layout.row_entry)):
        peers = [
            peer
            for peer in range(cell)
            if layout.row_entry[peer] == layout.row_entry[cell]
            or layout.column_entry[peer] == layout.column_entry[cell]
        ]
        boards = [(*b, d) for b, d in product(boards, digits) if all(b[peer] != d for peer in peers)]
    return np.array(boards)


def test_entries_are_those_of_the_layout():
    layout = layout_of(STEPS)
    assert layout.entries == [(0, 1), (2, 3, 4), (5, 6), (0, 2), (1, 3, 5), (4, 6)]
    assert all(cell in layout.entries[entry] for cell, entry in enumerate(layout.row_entry))
    assert all(cell in layout.entries[entry] for cell, entry in enumerate(layout.column_entry))


def test_layouts_have_short_entries_without_a_single_cell():
    for seed in range(20):
        layout = draw_layout(7, 7, seed)
        assert {*map(len, layout.entries)} <= {*range(2, 8)}
        assert len(layout.row_entry) <= 0.65 * 49


@pytest.mark.parametrize("white", [SQUARE, STEPS])
def test_the_number_of_fillings_is_estimated_within_its_error(white):
    layout = layout_of(white)
    exact = log2(len(all_fillings(layout)))
    estimates = [estimate_fillings(layout, 500, stream(seed)) for seed in range(40)]
    away = np.array([(estimate.bits - exact) / estimate.error for estimate in estimates])
    assert abs(away.mean()) < 0.6
    assert 0.6 < away.std() < 1.5


def test_fillings_are_equally_probable_without_weights():
    layout = layout_of(SQUARE)
    walk = draw_fillings(layout, 0, 200_000, stream(1))
    boards, counts = np.unique(walk, axis=0, return_counts=True)
    fillings = all_fillings(layout)
    assert len(boards) == len(fillings)
    assert np.allclose(np.cov(walk.T), np.cov(fillings.T), atol=0.15)
    assert counts.min() > 0
    assert counts.max() < 3 * 200_000 / len(fillings)


def test_weights_are_those_of_the_sums():
    """Of a square, whose fillings filling has a probability that can be computed."""
    layout = layout_of(SQUARE)
    fillings = all_fillings(layout)
    bits = sum(SURPRISE[2, fillings[:, list(cells)].sum(axis=1)] for cells in layout.entries)
    walk = draw_fillings(layout, 1.0, 100_000, stream(1))
    bits_drawn = sum(SURPRISE[2, walk[:, list(cells)].sum(axis=1)] for cells in layout.entries)
    expected = bits @ 2.0**bits / (2.0**bits).sum()
    assert expected > bits.mean() + 1
    assert abs(bits_drawn.mean() - expected) < 0.1


def test_a_layout_without_fillings_is_refused():
    layout = layout_of(np.ones((1, 12), bool))
    with pytest.raises(BadInput, match="no filling was found"):
        estimate_fillings(layout, 50, stream(1))
