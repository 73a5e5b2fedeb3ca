"""Boards whose lines are cut into segments: which of these cross, and in how many places a pattern of cells is there.

A segment is a row or a column of the board's own, shorter than those of the grid, so that not all of them cross. A
pattern says which cells of a box belong to a set; its *places* are the choices of as many rows and columns, in the
order of the box, that cross wherever it has a cell. In a grid whose lines are whole all choices are places.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from math import perm

import numpy as np

from rullo_core.constraints.kernels.reachable import MOST_CELLS
from rullo_core.rullo.kernels.predicting.boards import Lines, lines_of
from rullo_studies.scale.kernels.places import find_places
from rullo_studies.scale.planted import cut_lines

Cut = tuple[int, int, int]
"""Rows, columns and the cells of a segment, 0 for whole lines."""


@lru_cache(maxsize=64)
def segments_of(cut: Cut) -> Lines:
    """Return the segments of a grid as lines, horizontal ones first."""
    height, width, reach = cut
    if not reach:
        return lines_of(height, width)
    segments = list(cut_lines(height, width, reach))
    lines_by_cell = np.full((height * width, 2), -1)
    place_by_cell = np.full((height * width, 2), -1)
    rows = len(segments) // 2
    for line, cells in enumerate(segments):
        lines_by_cell[list(cells), int(line >= rows)] = line
        place_by_cell[list(cells), int(line >= rows)] = np.arange(reach)
    across, place = np.zeros((2, len(segments), reach), np.int64)
    for line, cells in enumerate(segments):
        across[line] = lines_by_cell[list(cells), int(line < rows)]
        place[line] = place_by_cell[list(cells), int(line < rows)]
    return Lines(rows, np.full(len(segments), reach), across, place)


@lru_cache(maxsize=64)
def cells_of(cut: Cut) -> np.ndarray:
    """Return for each two lines which cell of the first is in the second, -1 if they do not cross."""
    lines = segments_of(cut)
    number = len(lines.length)
    cell_of = np.full((number, number), -1)
    for line, length in enumerate(lines.length):
        cell_of[line, lines.across[line, :length]] = np.arange(length)
    return cell_of


def canonical_order(pattern: np.ndarray) -> tuple[list[int], list[int]]:
    """Return orders of the rows and of the columns of a pattern, in which it is the same whatever their orders were."""
    candidates = []
    for rows in map(list, permutations(range(len(pattern)))):
        columns = np.lexsort(pattern[rows][::-1]).tolist()
        candidates.append((pattern[rows][:, columns].tobytes(), rows, columns))
    _, rows, columns = max(candidates)
    return rows, columns


def _order(pattern: np.ndarray) -> list[int]:
    """Return the lines of a pattern, rows first, in an order in which each crosses as many earlier ones as possible."""
    rows, columns = pattern.shape
    crosses = np.zeros((rows + columns, rows + columns), bool)
    crosses[:rows, rows:], crosses[rows:, :rows] = pattern, pattern.T
    order = [0]
    while len(order) < rows + columns:
        rest = [line for line in range(rows + columns) if line not in order]
        order.append(max(rest, key=lambda line: int(crosses[line, order].sum())))
    return order


def _find(pattern: np.ndarray, cut: Cut, ranks: np.ndarray) -> tuple[int, np.ndarray]:
    """Return the number of places, and the lines of the pattern at those with some numbers."""
    rows, order = len(pattern), _order(pattern)
    crosses = np.zeros((len(order), len(order)), bool)
    for i, line in enumerate(order):
        for j, earlier in enumerate(order[:i]):
            row, column = min(line, earlier), max(line, earlier) - rows
            crosses[i, j] = row < rows and column >= 0 and pattern[row, column]
    images = np.zeros((len(ranks), len(order)), np.int64)
    tables = segments_of(cut), cells_of(cut), common_of(cut)
    number = find_places(*tables, crosses.argmax(axis=1), crosses, ranks, images)
    return number, images[:, np.argsort(order)]


@lru_cache(maxsize=64)
def common_of(cut: Cut) -> np.ndarray:
    """Return for each two lines how many cross both."""
    crosses = (cells_of(cut) >= 0).astype(np.int64)
    return crosses @ crosses


@lru_cache(maxsize=4096)
def _count(pattern: bytes, rows: int, cut: Cut) -> int:
    return _find(np.frombuffer(pattern, bool).reshape(rows, -1), cut, np.zeros(0, np.int64))[0]


def count_places(pattern: np.ndarray, cut: Cut) -> int:
    """Return in how many places a connected pattern is: one for each order of its rows and columns that gives it."""
    rows, columns = pattern.shape
    if not cut[2]:
        return perm(cut[0], rows) * perm(cut[1], columns)
    return _count(pattern.tobytes(), rows, cut)


def draw_places(pattern: np.ndarray, cut: Cut, number: int, rng: np.random.Generator) -> np.ndarray:
    """Return random places of a pattern that has any, all equally probable, as `plant` of the predictor takes them."""
    rows, columns = pattern.shape
    lines, cell_of = segments_of(cut), cells_of(cut)
    if cut[2]:
        ranks = np.sort(rng.integers(count_places(pattern, cut), size=number))
        images = rng.permutation(_find(pattern, cut, ranks)[1])
    else:
        images = np.array(
            [
                [*rng.permutation(lines.rows)[:rows], *(lines.rows + rng.permutation(cut[1])[:columns])]
                for _ in range(number)
            ]
        )
    of_rows, of_columns = images[:, :rows, None], images[:, None, rows:]
    places: np.ndarray = np.where(pattern, MOST_CELLS * of_rows + cell_of[of_rows, of_columns], 0)
    return places
