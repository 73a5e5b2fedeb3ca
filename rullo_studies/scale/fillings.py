"""Random fillings of layouts of Kakuros: how many there are, how their digits vary, and planted puzzles."""

from __future__ import annotations

from math import e, log2
from typing import NamedTuple

import numpy as np

from rullo_core.compiled.rng import Rng, rng_from_seed
from rullo_core.errors import BadInput
from rullo_core.kakuro.generation import draw_draft
from rullo_core.kakuro.request import LayoutSpec
from rullo_studies.scale.information import sums_of_digits
from rullo_studies.scale.kernels.fillings import redraw_digits, try_filling, weigh_fillings

DIGITS = 9

BLACK = 0.35
"""The least share of black cells in layouts."""

LONGEST = 7
"""The longest entry of layouts: with two digits to spare, each cell can change by itself in most fillings."""

WEIGHED = 1000
"""Random fillings that the number of fillings is estimated from."""

SWEEPS, WALKED = 100, 2000
"""How often each cell is drawn again on average before a filling is taken, and fillings that covariances come from."""


class Layout(NamedTuple):
    """The entries of each white cell, in its row and in its column, and the cells of each entry."""

    row_entry: np.ndarray
    column_entry: np.ndarray
    entries: list[tuple[int, ...]]


class Estimate(NamedTuple):
    """Log2 of the number of fillings, and its standard error."""

    bits: float
    error: float


def layout_of(white: np.ndarray) -> Layout:
    """Return the entries of a layout, whose white cells are True, counted in reading order."""
    numbers = np.full(white.shape, -1)
    numbers[white] = np.arange(white.sum())
    entries: list[tuple[int, ...]] = []
    of_cell = np.zeros((2, white.sum()), np.int64)
    for direction, lines in enumerate((numbers, numbers.T)):
        for line in lines:
            for run in np.split(line, np.flatnonzero(line < 0)):
                members = run[run >= 0]
                if len(members):
                    of_cell[direction, members] = len(entries)
                    entries.append(tuple(members.tolist()))
    return Layout(of_cell[0], of_cell[1], entries)


def draw_layout(height: int, width: int, seed: int) -> Layout:
    """Draw a layout without symmetry: its white cells are connected, in entries of 2 to `LONGEST` cells."""
    spec = LayoutSpec(height, width, BLACK, LONGEST, "none")
    return layout_of(draw_draft(spec, seed, 0).white.astype(bool))


def estimate_fillings(layout: Layout, samples: int, rng: Rng) -> Estimate:
    """Estimate how many fillings a layout has, by random ones, each weighed with the choices that it had."""
    weights = np.zeros(samples)
    room = np.zeros(len(layout.entries), np.int64), np.zeros(len(layout.row_entry), np.int64)
    weigh_fillings(layout.row_entry, layout.column_entry, *room, rng, weights)
    if (weights < 0).all():
        raise BadInput("no filling was found")
    largest = weights.max()
    scaled = np.where(weights < 0, 0, 2.0 ** (weights - largest))
    mean = scaled.mean()
    return Estimate(float(largest + log2(mean)), float(scaled.std(ddof=1) / samples**0.5 / mean * log2(e)))


def draw_fillings(layout: Layout, strength: float, samples: int, rng: Rng) -> np.ndarray:
    """Draw fillings one after the other, each by `redraw_digits` from the one before; `SWEEPS` come before the first.

    Parameters
    ----------
    layout : Layout
        The layout.
    strength : float
        The exponent of weights, which are 2 ** (strength * the information of the sums); 0 for equal weights.
    samples : int
        The number of fillings.
    rng : Rng
        The random stream.

    Returns
    -------
    int array of shape (samples, cells)
        The digits.
    """
    entries = len(layout.entries)
    digit_sets, total, digits = (
        np.zeros(entries, np.int64),
        np.zeros(entries, np.int64),
        np.zeros(len(layout.row_entry), np.int64),
    )
    while try_filling(layout.row_entry, layout.column_entry, digit_sets, digits, rng) < 0:
        pass
    walk = np.zeros((samples, len(digits)), np.int64)
    length = np.array([len(cells) for cells in layout.entries])
    redraw_digits(
        layout.row_entry,
        layout.column_entry,
        length,
        total,
        digit_sets,
        digits,
        SURPRISE,
        float(strength),
        rng,
        SWEEPS + samples,
        walk,
    )
    return walk


def _surprise() -> np.ndarray:
    """Return -log2 of the probability of each sum, by number of cells; a great number for sums that there are not."""
    table = np.full((DIGITS + 1, DIGITS * (DIGITS + 1) // 2 + 1), 99.0)
    for cells in range(1, DIGITS + 1):
        shares = sums_of_digits(cells, DIGITS)
        table[cells, shares > 0] = -np.log2(shares[shares > 0])
    return table


SURPRISE = _surprise()


def stream(seed: int) -> Rng:
    """Return the random stream of fillings."""
    return rng_from_seed(seed, 0)
