"""What passes leave unknown in random Rullos: a small minimal stopping set, several, or a large part of the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb, log, nan, sqrt
from typing import NamedTuple

import numpy as np
import pandas as pd

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.parameters import format_range, parse_range, parse_size
from rullo_core.rullo.kernels.predicting import boards as boards_kernel
from rullo_core.rullo.predicting import POOL_SEED, Ends, Floor, Process, classes_of, floors, pool_of, usual_classes
from rullo_core.runs.shards import run_on_threads
from rullo_studies.rullo.kernels.rests import find_rests
from rullo_studies.rullo.stopping_sets import LONGEST, LONGEST_STRIP, count_by_size, sample_means

COIN = 0.5
"""The probability that a cell is included."""

MOST_COUNTED = 12
"""The greatest number of values for which sets are counted exactly, all but those of 4x4."""

TRIES = 1_000_000
"""How often all columns of a box but the last are drawn where sets are sampled."""

PART = 500
"""Boards that a thread takes at a time."""

Cell = tuple[int, int]

Shape = tuple[int, int]

STRIPS, BLOCKS = (
    [(2, length) for length in range(2, LONGEST_STRIP + 1)],
    [(side, longer) for side in range(3, LONGEST + 1) for longer in range(side, LONGEST + 1)],
)


class Rests(NamedTuple):
    """Boards and the cells that passes leave unknown."""

    numbers: np.ndarray  # int64[boards, rows, columns]: minus where they are included
    unknown: np.ndarray  # uint64[boards, rows]
    small: np.ndarray  # bool[boards]: whether only small sets stay unknown


def rests_of(height: int, width: int, values: tuple[int, ...], puzzles: int, seed: int) -> Iterator[Rests]:
    """Yield the rests of random puzzles, some at a time."""
    classes = classes_of(values, len(values))

    def work(first: int, stop: np.ndarray) -> Rests:
        count = min(PART, puzzles - first)
        rests = Rests(
            np.empty((count, height, width), np.int64), np.empty((count, height), np.uint64), np.empty(count, np.bool_)
        )
        board, rng = boards_kernel.board_for(boards_kernel.lines_of(height, width), values[-1]), rng_from_seed(0, 0)
        find_rests(board, height, width, classes, COIN, np.uint64(2 * seed), np.int64(first), rng, *rests, stop)
        return rests

    return run_on_threads(range(0, puzzles, PART), work)


class Part:
    """The unknown cells of a board, or of a connected part of it, with the ways of their lines, as bits."""

    def __init__(self, numbers: np.ndarray, cells: list[Cell]) -> None:
        self.cells, self.every_cell = cells, (1 << len(cells)) - 1
        self.lines: list[tuple[int, list[int]]] = []
        for axis in (0, 1):
            for line in sorted({cell[axis] for cell in cells}):
                members = [i for i, cell in enumerate(cells) if cell[axis] == line]
                self.lines.append((sum(1 << i for i in members), self._ways(numbers, members)))

    def _ways(self, numbers: np.ndarray, members: list[int]) -> list[int]:
        sums = [(0, 0)]
        for i in members:
            number = int(numbers[self.cells[i]])
            sums += [(way | 1 << i, total + number) for way, total in sums]
        return [way for way, total in sums if way and total == 0]

    def closed(self, cells: int) -> int:
        """Return the cells of some that stay unknown if all others are known."""
        while True:
            cells_before = cells
            for line, ways in self.lines:
                changing = 0
                for way in ways:
                    if way & ~cells == 0:
                        changing |= way
                cells &= ~line | changing
            if cells == cells_before:
                return cells

    def minimal_sets(self) -> list[int]:
        """Return the minimal stopping sets among the cells."""
        waiting, closed_sets, minimal = [self.closed(self.every_cell)], set(), []
        while waiting:
            cells = waiting.pop()
            if cells == 0 or cells in closed_sets:
                continue
            closed_sets.add(cells)
            smaller = {self.closed(cells & ~(1 << i)) for i in range(len(self.cells)) if cells >> i & 1}
            if smaller == {0}:
                minimal.append(cells)
            waiting += smaller
        return minimal

    def shape_of(self, cells: int) -> Shape:
        """Return how many rows and columns some cells touch, the fewer first."""
        members = [cell for i, cell in enumerate(self.cells) if cells >> i & 1]
        rows, columns = ({cell[axis] for cell in members} for axis in (0, 1))
        return min(len(rows), len(columns)), max(len(rows), len(columns))


def parts_of(numbers: np.ndarray, unknown: np.ndarray) -> Iterator[Part]:
    """Yield the parts of the unknown cells that lines connect."""
    remaining = {(r, c) for r, mask in enumerate(unknown.tolist()) for c in range(numbers.shape[1]) if mask >> c & 1}
    while remaining:
        part: set[Cell] = set()
        waiting = {min(remaining)}
        while waiting:
            part |= waiting
            rows, columns = {r for r, _ in waiting}, {c for _, c in waiting}
            waiting = {cell for cell in remaining - part if cell[0] in rows or cell[1] in columns}
        remaining -= part
        yield Part(numbers, sorted(part))


def shapes_in(numbers: np.ndarray, unknown: np.ndarray) -> list[Shape]:
    """Return the shapes of the minimal stopping sets of a board."""
    return [part.shape_of(cells) for part in parts_of(numbers, unknown) for cells in part.minimal_sets()]


def name_of(shapes: list[Shape]) -> str:
    """Return what to call a rest with minimal stopping sets of these shapes."""
    if len(shapes) > 1:
        return "several sets"
    (shape,) = shapes
    return f"{shape[0]}x{shape[1]}" if shape in [*STRIPS[:3], *BLOCKS] else "another set"


NAMES = [*(f"{a}x{b}" for a, b in [*STRIPS[:3], *BLOCKS]), "another set", "several sets", "bulk"]
"""What stays unknown in puzzles that are not simple."""


def classify_rests(points: pd.DataFrame, puzzles: int = 10_000, seed: int = 2) -> pd.DataFrame:
    """Classify random puzzles by what passes leave unknown.

    Parameters
    ----------
    points : pandas.DataFrame
        ``size`` and ``values`` of each point, such as ``"8x8"`` and ``"1-10"``.
    puzzles : int
        The number of random puzzles of each.
    seed : int
        Random seed.

    Returns
    -------
    pandas.DataFrame
        ``size`` and ``values`` (str), ``puzzles`` (int), ``stuck``, the share of puzzles that are not simple, and of
        these the shares (float) in which all that stays unknown is small: a minimal stopping set of ``2x2``, ``2x3``,
        ``2x4``, ``3x3``, ``3x4`` or ``4x4``, also with rows and columns exchanged, ``another set``, or
        ``several sets``; ``bulk`` is the share of the others.

    Examples
    --------
    >>> import pandas as pd
    >>> import rullo_studies as rs
    >>> rests = rs.rullo.classify_rests(pd.DataFrame({"size": ["6x6"], "values": ["1-9"]}), puzzles=500)
    >>> bool(rests["2x2"].item() > 0.5)
    True
    """
    rows = []
    for point in points.itertuples():
        (height, width), values = parse_size(point.size), parse_range(point.values)
        names: Counter[str] = Counter()
        for rests in rests_of(height, width, values, puzzles, seed):
            is_stuck = rests.unknown.any(axis=1)
            names["bulk"] += int((~rests.small).sum())
            for board in np.flatnonzero(is_stuck & rests.small):
                names[name_of(shapes_in(rests.numbers[board], rests.unknown[board]))] += 1
        shares = [names[name] / max(names.total(), 1) for name in NAMES]
        rows.append((point.size, format_range(values), puzzles, names.total() / puzzles, *shares))
    return pd.DataFrame(rows, columns=["size", "values", "puzzles", "stuck", *NAMES])


def compare_clumps(points: pd.DataFrame, puzzles: int = 10_000, seed: int = 2) -> pd.DataFrame:
    """Compare how often no small set stays unknown with the numbers of sets, and of clumps of sets, that do.

    If a Poisson number of sets, or of clumps, stays unknown, there is none in a share e^-mean of the puzzles.

    Parameters
    ----------
    points : pandas.DataFrame
        ``size`` and ``values`` of each point.
    puzzles : int
        The number of random puzzles of each.
    seed : int
        Random seed.

    Returns
    -------
    pandas.DataFrame
        A row for each point, ``size`` and ``values`` (str); ``small``, the share of puzzles of which only small sets
        stay unknown, or none; and of these (float) ``none``, how many are simple, as minus the logarithm of their
        share, with its standard error ``error``; ``clumps``, the mean number of parts of the unknown cells that no line
        connects; and ``sets``, the mean number of minimal stopping sets.

    Examples
    --------
    >>> import pandas as pd
    >>> import rullo_studies as rs
    >>> row = rs.rullo.compare_clumps(pd.DataFrame({"size": ["5x5"], "values": ["1-3"]}), puzzles=1000).iloc[0]
    >>> bool(row["none"] < row["sets"]), bool(row["clumps"] < row["sets"])
    (True, True)
    """
    rows = []
    for point in points.itertuples():
        (height, width), values = parse_size(point.size), parse_range(point.values)
        small = simple = clumps = sets = 0
        for rests in rests_of(height, width, values, puzzles, seed):
            is_stuck = rests.unknown.any(axis=1)
            small += int(rests.small.sum())
            simple += int((~is_stuck).sum())
            for board in np.flatnonzero(rests.small & is_stuck):
                for part in parts_of(rests.numbers[board], rests.unknown[board]):
                    clumps += 1
                    sets += len(part.minimal_sets())
        share = simple / small if small else nan
        exponent, error = (-log(share), sqrt((1 - share) / simple)) if simple else (nan, nan)
        number = max(small, 1)
        rows.append(
            (point.size, format_range(values), small / puzzles, exponent, error, clumps / number, sets / number)
        )
    return pd.DataFrame(rows, columns=["size", "values", "small", "none", "error", "clumps", "sets"])


def compare_stopping_sets(
    points: pd.DataFrame, puzzles: int = 10_000, boards: int = 10_000, seed: int = 2
) -> pd.DataFrame:
    """Compare the stopping sets of random puzzles with those that are expected, shape by shape.

    If only small sets stay unknown, the mean number of minimal ones is the number expected in any puzzle times the
    hold-up, by which factor such a set in a puzzle changes how often only small sets stay unknown. This is an identity
    for the hold-up in Rullos; `rullo_core.rullo.predict` takes that of boards with decoupled lines.

    Parameters
    ----------
    points : pandas.DataFrame
        ``size`` and ``values`` of each point.
    puzzles : int
        The number of random puzzles of each.
    boards : int
        The number of boards with a planted set of each shape, and as many without, of Rullos and of decoupled lines.
    seed : int
        Random seed.

    Returns
    -------
    pandas.DataFrame
        A row for each point and shape, with fewer rows than columns, for both orientations: ``size``, ``values`` and
        ``shape`` (str); ``expected``, the mean number of these sets in a puzzle, exact where it can be counted soon and
        sampled otherwise, ``error_expected``, and ``pool``, what `rullo_core.rullo.predict` takes in its place;
        ``hold_up`` in Rullos and ``hold_up_decoupled``; and ``counted``, the mean number in puzzles of which only small
        sets stay unknown, beside ``predicted``, which is ``expected`` times ``hold_up`` (float). Standard errors have
        ``error_`` before the names.

    Examples
    --------
    >>> import pandas as pd
    >>> import rullo_studies as rs
    >>> points = pd.DataFrame({"size": ["5x5"], "values": ["1-4"]})
    >>> rs.rullo.compare_stopping_sets(points, puzzles=200, boards=200)["shape"].tolist()
    ['2x2', '2x3', '2x4', '2x5', '3x3', '3x4']
    """
    rows = []
    for point in points.itertuples():
        (height, width), values = parse_size(point.size), parse_range(point.values)
        counts_by_shape = count_shapes(height, width, values, puzzles, seed)
        rullo, decoupled = (
            Process(height, width, classes_of(values, classes), COIN, seed)
            for classes in (len(values), usual_classes(values))
        )
        bare = [share_of(process.run(range(boards))) for process in (rullo, decoupled)]
        shapes: dict[Shape, list[Floor]] = {}
        for floor in floors(height, width, values, COIN):
            shapes.setdefault((min(floor.shape), max(floor.shape)), []).append(floor)
        for shape, of_shape in shapes.items():
            mean, error = mean_of(shape, values)
            places = sum(comb(height, floor.shape[0]) * comb(width, floor.shape[1]) for floor in of_shape)
            hold_up, hold_up_decoupled = (
                hold_up_of(process, of_shape, boards, share)
                for process, share in zip((rullo, decoupled), bare, strict=True)
            )
            rows.append(
                {
                    "size": point.size,
                    "values": format_range(values),
                    "shape": f"{shape[0]}x{shape[1]}",
                    "expected": places * mean,
                    "error_expected": places * error,
                    "pool": sum(floor.expected for floor in of_shape),
                    "hold_up": hold_up.value,
                    "error_hold_up": hold_up.error,
                    "hold_up_decoupled": hold_up_decoupled.value,
                    "error_hold_up_decoupled": hold_up_decoupled.error,
                    "counted": counts_by_shape[shape].value,
                    "error_counted": counts_by_shape[shape].error,
                    "predicted": places * mean * hold_up.value,
                    "error_predicted": places * sqrt((mean * hold_up.error) ** 2 + (error * hold_up.value) ** 2),
                }
            )
    return pd.DataFrame(rows)


class Estimate(NamedTuple):
    """A number with its standard error."""

    value: float
    error: float


def count_shapes(height: int, width: int, values: tuple[int, ...], puzzles: int, seed: int) -> dict[Shape, Estimate]:
    """Return the mean number of minimal stopping sets of each shape in puzzles where only small sets stay unknown."""
    sums, squares, small = Counter[Shape](), Counter[Shape](), 0
    for rests in rests_of(height, width, values, puzzles, seed):
        small += int(rests.small.sum())
        for board in np.flatnonzero(rests.small & rests.unknown.any(axis=1)):
            for shape, number in Counter(shapes_in(rests.numbers[board], rests.unknown[board])).items():
                sums[shape] += number
                squares[shape] += number**2
    means = {shape: sums[shape] / max(small, 1) for shape in [*STRIPS, *BLOCKS]}
    return {
        shape: Estimate(mean, sqrt(max(squares[shape] / max(small, 1) - mean**2, 0) / max(small, 1)))
        for shape, mean in means.items()
    }


def mean_of(shape: Shape, values: tuple[int, ...], solutions: int | None = None) -> Estimate:
    """Return the mean number of minimal stopping sets in a box, if given of those with one or with two solutions.

    It is exact where it can be counted soon.
    """
    if len(values) <= MOST_COUNTED and min(shape) < LONGEST:
        boxes = count_by_size(*shape, values)
        number = boxes.sum(axis=1) if solutions is None else boxes[:, solutions - 1]
        return Estimate(float(number @ (2.0 * len(values)) ** -np.arange(len(boxes))), 0.0)
    if shape[0] == 2:
        pool = pool_of(shape, values, COIN)
        mean = pool.probability if solutions != 1 else 0.0
        return Estimate(mean, mean * pool.relative_error)
    means, errors = sample_means(*shape, values, TRIES, POOL_SEED)
    place = 2 if solutions is None else solutions - 1
    return Estimate(float(means[place]), float(errors[place]))


def share_of(ends: Ends) -> Estimate:
    """Return the share of boards on which only small sets stay unknown."""
    share = float(ends.small.mean())
    return Estimate(share, sqrt(share * (1 - share) / len(ends.small)))


def hold_up_of(process: Process, orientations: Sequence[Floor], boards: int, bare: Estimate) -> Estimate:
    """Return by which factor a set of a shape changes how often only small sets stay unknown.

    Orientations have weights: how many sets of each are expected.
    """
    if not bare.value:
        return Estimate(nan, nan)
    total = sum(floor.expected for floor in orientations)
    share = variance = 0.0
    for floor in orientations:
        planted, weight = share_of(process.run(range(boards), floor.sets)), floor.expected / total
        share += weight * planted.value
        variance += (weight * planted.error) ** 2
    value = share / bare.value
    return Estimate(value, sqrt(variance + (value * bare.error) ** 2) / bare.value)
