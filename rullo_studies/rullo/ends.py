"""How the last passes of a long simple puzzle can go, whatever its size.

A puzzle that takes nearly as many passes as it has cells has many passes that fix a single cell. Its *end* is the
passes after the last of these, each of which fixes two cells or more. The *excess* of a pass that fixes x cells is
x - 1. Ends of little excess have few cells, so all of them can be enumerated. They are the ends that obey two rules:

- The first pass of an end has news of a single cell, so it fixes cells in one line only. Any other fixes cells only in
  lines where the pass before has fixed some.
- Count the number in an included cell as positive and in an excluded one as negative. Then the choices in a set of
  unknown cells of a line can be changed together if these numbers add up to zero. When a line is filtered, the cells
  that stay unknown are those in such a set.

Whether there are numbers with these sums is decided by linear algebra, as in `rullo_studies.rullo.realisable`, but
each may be negative here.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache

import numpy as np

from rullo_studies.rullo.kernels.flats import add_equation, rest_of

ROWS, COLUMNS = 0, 1
"""The kinds of lines, by which part of a position is the line's number."""

Cell = tuple[int, int]
Cells = frozenset[Cell]
End = tuple[Cells, ...]
"""The cells that each pass fixes, by row and column; the last pass is over the columns."""


@cache
def ends_of(excess: int) -> tuple[End, ...]:
    """Return the ends whose passes have this excess together, each once up to the order of rows and columns."""
    ends = {}
    for passes in range(1, excess + 1):
        for sizes in itertools.product(range(2, excess + 2), repeat=passes):
            if sum(sizes) - passes == excess:
                ends.update(dict.fromkeys(standard(end) for end in _ways_to_fix(sizes) if has_numbers(end)))
    return tuple(ends)


def _ways_to_fix(sizes: tuple[int, ...], fixed: End = ()) -> Iterator[End]:
    """Yield the ways in which further passes fix so many cells each, by the first rule; new lines follow the others."""
    if not sizes:
        yield fixed
        return
    kind = len(sizes) % 2
    fixed_cells = _all_of(fixed)
    with_news = {cell[kind] for cell in fixed[-1]} if fixed else {0}
    crossing_count = len({cell[1 - kind] for cell in fixed_cells})
    crossing_lines = range(crossing_count + sizes[0])
    cells = [
        (line, crossing) if kind == ROWS else (crossing, line) for line in with_news for crossing in crossing_lines
    ]
    for choice in itertools.combinations([cell for cell in cells if cell not in fixed_cells], sizes[0]):
        new = {cell[1 - kind] for cell in choice} - set(range(crossing_count))
        if new == set(range(crossing_count, crossing_count + len(new))):
            yield from _ways_to_fix(sizes[1:], (*fixed, frozenset(choice)))


def _all_of(end: End) -> Cells:
    return frozenset[Cell]().union(*end)


def _filtered_lines(end: End) -> Iterator[tuple[Cells, Cells]]:
    """Yield the unknown cells of each line before and after it is filtered, in an end and in the two passes before.

    The single cell of the pass before the end is in the line that is filtered next. That its other line fixes it, and
    what else the two passes before fix, is left out: with fewer conditions, no end is missed.
    """
    kind, unknown = len(end) % 2, _all_of(end)
    open_before = unknown | {(0, -1) if kind == ROWS else (-1, 0)}
    passes = [(kind, open_before, open_before), (1 - kind, unknown, unknown)]
    for fixed in end:
        passes.append((kind, unknown, unknown - fixed))
        kind, unknown = 1 - kind, unknown - fixed
    for kind, unknown_before, unknown_after in passes:
        for line in {cell[kind] for cell in unknown_before}:
            yield _in_line(unknown_before, kind, line), _in_line(unknown_after, kind, line)


def _in_line(cells: Cells, kind: int, line: int) -> Cells:
    return frozenset(cell for cell in cells if cell[kind] == line)


def has_numbers(end: End) -> bool:
    """Return whether there are numbers, none of them 0, with which the lines of an end keep the second rule.

    For each cell that stays unknown, one of the sets with it is chosen to add up to zero. If then no set with a cell
    that becomes known has to, almost all of the numbers keep the rule.
    """
    lines = list(_filtered_lines(end))
    if any(len(unknown_after) == 1 for _, unknown_after in lines):
        return False
    cells = sorted(_all_of(tuple(unknown_before for unknown_before, _ in lines)))
    forbidden, required = [*np.eye(len(cells), dtype=np.int64)], []
    for unknown_before, unknown_after in lines:
        forbidden += [_sum_over(subset, cells) for subset in _sets_in(unknown_before) if subset - unknown_after]
        required += [
            [_sum_over(subset, cells) for subset in _sets_in(unknown_after) if cell in subset] for cell in unknown_after
        ]
    required.sort(key=len)

    def choose(place: int, *equations: np.ndarray, rank: int) -> bool:
        def follows(equation: np.ndarray) -> bool:
            return not rest_of(equation, *equations, rank).any()

        if any(map(follows, forbidden)):
            return False
        while place < len(required) and any(map(follows, required[place])):
            place += 1
        if place == len(required):
            return True
        for equation in required[place]:
            extended = [array.copy() for array in equations]
            if choose(place + 1, *extended, rank=add_equation(equation, *extended, rank)):
                return True
        return False

    return choose(0, np.zeros((len(cells), len(cells)), np.int64), np.zeros(len(cells), np.int64), rank=0)


def _sets_in(line: Cells) -> Iterator[Cells]:
    """Yield the sets of two cells or more."""
    for size in range(2, len(line) + 1):
        yield from map(frozenset, itertools.combinations(line, size))


def _sum_over(subset: Cells, cells: list[Cell]) -> np.ndarray:
    return np.array([cell in subset for cell in cells], np.int64)


def standard(end: End) -> End:
    """Return an end that is the same for all that differ in the order of rows and columns only."""
    pass_of = {cell: number for number, cells in enumerate(end) for cell in cells}
    rows, columns = ({cell[kind] for cell in pass_of} for kind in (ROWS, COLUMNS))
    grid = min(
        sorted([pass_of.get((r, c), -1) for c in order] for r in rows) for order in itertools.permutations(columns)
    )
    return tuple(
        frozenset((r, c) for r, row in enumerate(grid) for c, pass_number in enumerate(row) if pass_number == number)
        for number in range(len(end))
    )


def paths_through(end: End) -> list[tuple[Cell, ...]]:
    """Return all ways to go back from the last pass: to a cell of each in the line by which the next fixes its cell."""
    paths: list[tuple[Cell, ...]] = [(cell,) for cell in end[-1]]
    for distance, cells in enumerate(end[-2::-1]):
        kind = COLUMNS if distance % 2 == 0 else ROWS
        paths = [(*path, cell) for path in paths for cell in cells if cell[kind] == path[-1][kind]]
    return paths


def odd_lines(cells: Cells, kind: int) -> set[int]:
    """Return the rows, or the columns, that have an odd number of some cells."""
    return {line for line in {cell[kind] for cell in cells} if len(_in_line(cells, kind, line)) % 2}
