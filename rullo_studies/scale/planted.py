"""Planted puzzles of four kinds: a random board that obeys the rules, and clues that are read off it.

Rullo: numbers 1 to R, and a coin for each cell. Sudoku: some cells of a board are given. Killer Sudoku: adjacent cells
with different digits are joined to cages. Kakuro: a random layout, and digits that are
drawn again and again. The board of a Sudoku is filled by search in the cells with the fewest candidates, in random
order: not all boards are equally probable.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.parameters import parse_size
from rullo_core.puzzles.boxes import Box, side_of, units_of, usual_box
from rullo_core.sudoku.filling import fill_board
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.request import FillSpec
from rullo_studies.scale.fillings import (
    DIGITS,
    WALKED,
    WEIGHED,
    draw_fillings,
    draw_layout,
    estimate_fillings,
    stream,
)
from rullo_studies.scale.information import board_bits
from rullo_studies.scale.puzzle import Planted, Sum

KINDS = ("rullo", "kakuro", "killer", "sudoku")

FILLING = FillSpec(method="fewest")

MOST_FAILURES = 20_000
"""Pairs of cells that cannot be joined, after which cages are laid again."""


def draw_planted(kind: str, size: str, knob: int, seed: int = 1, index: int = 0, reach: int | None = None) -> Planted:
    """Draw a random puzzle from its solution.

    Parameters
    ----------
    kind : str
        ``"rullo"``, ``"kakuro"``, ``"killer"`` or ``"sudoku"``.
    size : str
        Height x width in cells, such as ``"8x9"``.
    knob : int
        What the information of the clues grows with: the greatest number of a Rullo, the number of givens of a Sudoku,
        the number of cages of a Killer Sudoku. In a Kakuro fillings have the weights 2 ** (knob * the information of
        their sums), so that 0 makes all fillings of a layout equally probable.
    seed, index : int
        Both determine the puzzle.
    reach : int, optional
        Cells of each sum of a Rullo: lines are cut into segments of this length, cyclically, where each line is cut
        beside the lines next to it, so that segments of three cells and more are connected. Without it, each sum has a
        whole line.

    Returns
    -------
    Planted
        The puzzle.

    Raises
    ------
    BadInput
        If there is no such kind, size, knob or reach.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> puzzle = rs.scale.draw_planted("rullo", "3x4", 9, seed=1)
    >>> len(puzzle.sums), puzzle.bits
    (7, 12.0)
    >>> len(rs.scale.draw_planted("killer", "6x6", 12, seed=1).sums)
    12
    """
    if kind not in KINDS:
        raise BadInput(f"kind {kind!r}: take {', '.join(KINDS)}")
    if knob < 0:
        raise BadInput(f"knob {knob}: write 0 or more")
    height, width = parse_size(size)
    if reach is not None and kind != "rullo":
        raise BadInput(f"reach {reach}: only the lines of a Rullo are cut")
    rng = np.random.default_rng([seed, index, height, width, knob, reach or 0])
    if kind == "rullo":
        return _draw_rullo(height, width, knob, reach, rng)
    if kind == "kakuro":
        return _draw_kakuro(height, width, knob, rng)
    if height != width or height > 9:
        raise BadInput(f"size {size}: write that of a Sudoku, up to 9x9")
    return DRAWERS[kind](usual_box(height), knob, rng)


def cut_lines(height: int, width: int, reach: int | None = None) -> Iterable[tuple[int, ...]]:
    """Yield the cells of each sum of a Rullo: of lines, or of segments of as many cells as the reach."""
    cells = np.arange(height * width).reshape(height, width)
    for lines, step, start in ((cells, 1, 0), (cells.T, 2, 1)):
        for i, line in enumerate(lines):
            length = reach or len(line)
            rolled = np.roll(line, -((step * i + start) % length)) if reach else line
            for first in range(0, len(line), length):
                yield tuple(rolled[first : first + length].tolist())


def _draw_rullo(height: int, width: int, largest: int, reach: int | None, rng: np.random.Generator) -> Planted:
    if largest < 1:
        raise BadInput(f"knob {largest}: the greatest number is at least 1")
    if reach is not None and (reach < 1 or height % reach or width % reach):
        raise BadInput(f"reach {reach}: it divides both sides")
    numbers = rng.integers(1, largest + 1, height * width)
    included = rng.integers(0, 2, height * width)
    sums = tuple(
        Sum(cells, tuple(numbers[list(cells)].tolist()), int((numbers * included)[list(cells)].sum()))
        for cells in cut_lines(height, width, reach)
    )
    return Planted(included, 2, (), sums, (), board_bits("rullo", height, width), np.eye(height * width) / 4)


@cache
def covariance_of(box: Box) -> np.ndarray:
    """Return the covariance of the digits of a random board of a Sudoku, all boards equally probable.

    It follows from symmetry: two cells of a unit hold any two different digits, and the digits of a unit add up to a
    constant, so that their covariances with any cell add up to 0.
    """
    height, width = box
    side = side_of(box)
    variance = (side * side - 1) / 12
    covariance = np.zeros((side * side, side * side))
    for (r, c), (s, d) in product(product(range(side), repeat=2), repeat=2):
        same_band, same_stack = r // height == s // height, c // width == d // width
        if (r, c) == (s, d):
            factor = 1.0
        elif r == s or c == d or (same_band and same_stack):
            factor = -1 / (side - 1)
        elif same_band:
            factor = width / ((side - 1) * (side - width))
        else:
            factor = height / ((side - 1) * (side - height)) if same_stack else 0.0
        covariance[r * side + c, s * side + d] = variance * factor
    covariance.setflags(write=False)
    return covariance


def _draw_board(box: Box, rng: np.random.Generator) -> np.ndarray:
    """Draw a board of a Sudoku."""
    empty = Sudoku(box, (0,) * side_of(box) ** 2)
    grid = fill_board(FILLING, empty, int(rng.integers(2**62)), 0).grid
    return np.array(grid.cells, np.int64)


def _plant(box: Box, board: np.ndarray, sums: Sequence[Sum], givens: Sequence[int]) -> Planted:
    side, units = side_of(box), tuple(cells for _, cells in units_of(box))
    bits = board_bits("sudoku", side, side)
    return Planted(board, side, units, tuple(sums), tuple(givens), bits, covariance_of(box))


def _draw_sudoku(box: Box, givens: int, rng: np.random.Generator) -> Planted:
    cells = side_of(box) ** 2
    if not 0 <= givens <= cells:
        raise BadInput(f"knob {givens}: there are 0 to {cells} givens")
    return _plant(box, _draw_board(box, rng), (), rng.permutation(cells)[:givens].tolist())


def _draw_killer(box: Box, cages: int, rng: np.random.Generator) -> Planted:
    side = side_of(box)
    if not side <= cages <= side * side:
        raise BadInput(f"knob {cages}: there are {side} to {side * side} cages")
    while True:
        board = _draw_board(box, rng)
        parts = join_cells(side, board.tolist(), cages, rng)
        if len(parts) == cages:
            return _plant(box, board, [Sum(part, None, int(board[list(part)].sum())) for part in parts], ())


def join_cells(side: int, board: Sequence[int], cages: int, rng: np.random.Generator) -> list[tuple[int, ...]]:
    """Join adjacent cells of different digits at random until so many cages remain, or none can be joined any more."""
    of_cell = list(range(side * side))
    members = {cell: [cell] for cell in of_cell}
    digits = {cell: 1 << board[cell] for cell in of_cell}
    failures = 0
    while len(members) > cages and failures < MOST_FAILURES:
        draws = rng.integers(2 * side * side, size=256).tolist()
        for cell, is_down in (divmod(draw, 2) for draw in draws):
            step = side if is_down else 1
            if cell + step >= side * side or (not is_down and (cell + 1) % side == 0):
                continue
            first, second = of_cell[cell], of_cell[cell + step]
            if first == second or digits[first] & digits[second]:
                failures += 1
                continue
            for member in members[second]:
                of_cell[member] = first
            members[first] += members.pop(second)
            digits[first] |= digits.pop(second)
            if len(members) == cages:
                break
    return [tuple(sorted(part)) for _, part in sorted(members.items())]


def _draw_kakuro(height: int, width: int, strength: int, rng: np.random.Generator) -> Planted:
    layout, words = draw_layout(height, width, int(rng.integers(2**62))), stream(int(rng.integers(2**62)))
    bits = estimate_fillings(layout, WEIGHED, words).bits
    covariance = np.cov(draw_fillings(layout, 0, WALKED, words).T)
    board = draw_fillings(layout, strength, 1, words)[0]
    sums = tuple(Sum(cells, None, int(board[list(cells)].sum())) for cells in layout.entries)
    return Planted(board, DIGITS, (), sums, (), bits, covariance)


DRAWERS = {"sudoku": _draw_sudoku, "killer": _draw_killer}
