"""Every puzzle of a size and range: every grid, and every solution on it (thesis, section 6.1)."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from rullo_core.errors import BadInput
from rullo_core.kernels import board as kernel_board
from rullo_core.kernels import census as kernel
from rullo_core.parameters import LARGEST_NUMBER, format_range, format_size, parse_range
from rullo_core.puzzle import Puzzle
from rullo_core.shards import default_threads, run_shards
from rullo_core.store import Dataset, RatedPuzzle, load, save
from rullo_core.tally import KINDS, Tally

DATA = Path(__file__).parent.parent / "data"
"""Where datasets are kept."""

MOST_CELLS = 64
"""Cells that a mask of the kernels holds."""

KEEP = 1000
"""How many of the hardest puzzles are kept of each sort."""

SHARD = 2**19
"""Solutions in a shard, each of which stands for its inverse as well: a small part of a second."""

LARGEST_TABLES = 2**23
"""Entries, of 8 bytes, that the tables of all lines may have; with more, each line is solved whenever it is met."""


@dataclass(frozen=True)
class Census:
    """What to count.

    Parameters
    ----------
    height, width : int
        Size, at most 64 cells.
    values : tuple of int
        The range, ascending; 0 is a hole.

    Raises
    ------
    BadInput
        If the kernels cannot hold it.
    """

    height: int
    width: int
    values: tuple[int, ...]

    def __post_init__(self) -> None:
        if not 1 <= self.cells <= MOST_CELLS:
            raise BadInput(
                f"size {format_size(self.height, self.width)}: {self.cells} cells, but a census goes up to {MOST_CELLS}"
                " (8x8); take a smaller size"
            )
        if not self.values or list(self.values) != sorted(set(self.values)):
            raise BadInput(f"range {self.values}: give at least one number, each once, ascending")
        if max(map(abs, self.values)) > LARGEST_NUMBER:
            raise BadInput(f"range {self.values}: numbers may go from {-LARGEST_NUMBER} to {LARGEST_NUMBER}")

    @property
    def cells(self) -> int:
        """Number of cells."""
        return self.height * self.width

    @property
    def puzzles(self) -> int:
        """Number of puzzles: a hole has no choice, any other number is included or not."""
        choices = sum(2 if value else 1 for value in self.values)
        return int(choices**self.cells)

    @staticmethod
    def read(height: int, width: int, values: str | Sequence[int]) -> Census:
        """Make one of a notebook's parameters: the range as text, such as 2-4, or as a list of numbers."""
        for name, side in (("height", height), ("width", width)):
            if not isinstance(side, int) or isinstance(side, bool) or side < 1:
                raise BadInput(f"{name} = {side!r}: write a whole number, at least 1, such as {name} = 3")
        text = values if isinstance(values, str) else ",".join(map(str, values))
        return Census(height, width, parse_range(text))

    @property
    def parameters(self) -> dict[str, Any]:
        """All that the result is a function of, as a dataset's manifest has it."""
        return {"height": self.height, "width": self.width, "values": list(self.values)}

    @property
    def title(self) -> str:
        """What it is, in words."""
        return f"census of {format_size(self.height, self.width)} over {self.range}"

    @property
    def range(self) -> str:
        """The range, as it is written."""
        return format_range(self.values)


def take_census(census: Census, threads: int | None = None, progress: bool = False) -> tuple[Tally, list[RatedPuzzle]]:
    """Count every puzzle by required, kind and difficulty, and keep the hardest.

    Parameters
    ----------
    census : Census
    threads : int, optional
        All processors, unless given.
    progress : bool
        Show a bar on a terminal, once the run has taken a second.

    Returns
    -------
    tally : Tally
    hardest : list of RatedPuzzle
        The hardest simple and the hardest exhaustive puzzles, among the grids that hold every number of the range and
        among those that do not: of each of these four sorts the first `KEEP`.
    """
    threads = threads or default_threads()
    row_forms, column_forms = _forms(census)

    def work(stretch: _Stretch, stop: np.ndarray) -> kernel.Counts:
        return stretch.count(census, row_forms, column_forms, stop)

    total = kernel.empty_counts(census.cells, KEEP)
    with tqdm(
        total=census.puzzles, unit=" puzzles", unit_scale=True, delay=1, disable=None if progress else True
    ) as bar:
        for counts in run_shards(_stretches(census), work, threads):
            _add(total, counts)
            bar.update(int(counts.done[0]))
    return Tally.from_counts(total.puzzles), _hardest(census, total)


def store_census(census: Census, path: Path, threads: int | None = None, progress: bool = False) -> Dataset:
    """Take a census and write it as a dataset."""
    threads = threads or default_threads()
    begin = time.perf_counter()
    tally, hardest = take_census(census, threads, progress)
    seconds = round(time.perf_counter() - begin, 3)
    return save(path, tally, hardest, "census", census.parameters, threads=threads, seconds=seconds)


def stored_census(census: Census, path: Path | str = "") -> Dataset:
    """Read a census, or take it if it is not there.

    Parameters
    ----------
    census : Census
    path : pathlib.Path or str
        Where it is; unless given its place in the project's data folder, and then it is taken if it is not there.

    Raises
    ------
    BadInput
        If the file is no dataset, or is another census.
    """
    place = Path(path) if path else DATA / f"census-{format_size(census.height, census.width)}-{census.range}.parquet"
    if not path and not place.exists():
        return store_census(census, place)
    dataset = load(place)
    if dataset.manifest["experiment"] != "census" or dataset.manifest["parameters"] != census.parameters:
        raise BadInput(
            f"{place}: is a {dataset.manifest['experiment']} with {dataset.manifest['parameters']}, not the "
            f"{census.title}; name its dataset, or none to have it taken"
        )
    return dataset


def estimate_seconds(census: Census, threads: int | None = None, longest: float = 2.0) -> float:
    """What a census will take, told from puzzles picked evenly from all over it.

    Parameters
    ----------
    census : Census
    threads : int, optional
        All processors, unless given.
    longest : float
        Seconds to spend on it, once compiled. A hundredth of what the census will take is enough.

    Returns
    -------
    float
        Seconds; infinite if not even the first few puzzles were done in time.
    """
    row_forms, column_forms = _forms(census)
    half = 2 ** (census.cells - 1)
    block_size = min(half, 64)
    blocks = half // block_size
    grids = len(census.values) ** census.cells
    counts = kernel.empty_counts(census.cells, 0)
    stop = np.zeros(1, np.uint8)
    _Stretch(0, 0, 0, block_size, blocks).count(census, row_forms, column_forms, stop, counts)  # compiles

    estimate = float("inf")
    timer = threading.Timer(longest, lambda: stop.fill(1))
    timer.daemon = True
    timer.start()
    begin = time.perf_counter()
    for i in itertools.count():
        # Multiples of the golden ratio, taken modulo 1, lie evenly however many are drawn.
        place = (i * 0x9E3779B97F4A7C15) % 2**64
        grid, block = divmod(grids * blocks * place >> 64, blocks)
        _Stretch(grid, block, 1, block_size, blocks).count(census, row_forms, column_forms, stop, counts)
        seconds = time.perf_counter() - begin
        if done := int(counts.done[0]):
            estimate = census.puzzles / done * seconds / (threads or default_threads())
        if stop[0] or (i >= 100 and seconds > estimate / 100):
            break
    timer.cancel()
    return estimate


# -- stretches of a census --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Stretch:
    """So many blocks of solutions in a row, from a block of a grid on; see `kernel.count`."""

    grid: int
    block: int
    units: int
    block_size: int
    blocks: int

    def count(
        self,
        census: Census,
        row_forms: np.ndarray,
        column_forms: np.ndarray,
        stop: np.ndarray,
        counts: kernel.Counts | None = None,
    ) -> kernel.Counts:
        base = len(census.values)
        digits = np.zeros(census.cells, np.uint16)
        rest = self.grid
        for cell in reversed(range(census.cells)):
            rest, digits[cell] = divmod(rest, base)
        counts = counts or kernel.empty_counts(census.cells, KEEP)
        kernel.count(
            census.height,
            census.width,
            np.array(census.values, np.int64),
            digits,
            self.block,
            self.units,
            self.block_size,
            self.blocks,
            row_forms,
            column_forms,
            counts,
            stop,
        )
        return counts


def _stretches(census: Census) -> Iterator[_Stretch]:
    half = 2 ** (census.cells - 1)
    block_size = min(half, SHARD)
    blocks = half // block_size
    units = len(census.values) ** census.cells * blocks
    step = SHARD // block_size
    for unit in range(0, units, step):
        grid, block = divmod(unit, blocks)
        yield _Stretch(grid, block, min(step, units - unit), block_size, blocks)


def _forms(census: Census) -> tuple[np.ndarray, np.ndarray]:
    """Tables for every row, and every column, that the range allows; numbers where the tables would be too large."""
    return (
        _forms_of_lines(census.values, census.height, census.width),
        _forms_of_lines(census.values, census.width, census.height),
    )


def _forms_of_lines(values: tuple[int, ...], lines: int, cells: int) -> np.ndarray:
    codes = len(values) ** cells
    if codes << 2 * cells > LARGEST_TABLES:
        return np.zeros((1, cells), np.int64)
    numbers = np.array(list(itertools.product(values, repeat=cells)), np.int64)
    tables = np.empty((codes, 1 << cells, 1 << cells), np.uint64)
    kernel_board.fill_tables(numbers, lines, tables)
    return tables


# -- adding up --------------------------------------------------------------------------------------------------------


def _add(total: kernel.Counts, counts: kernel.Counts) -> None:
    """Add the counts of the next stretch; of equally hard puzzles, the first stay first."""
    total.puzzles[...] += counts.puzzles
    total.done[...] += counts.done
    for sort in np.ndindex(total.hardest.shape):
        if counts.hardest[sort] < total.hardest[sort]:
            continue
        if counts.hardest[sort] > total.hardest[sort]:
            total.hardest[sort] = counts.hardest[sort]
            total.met[sort] = 0
        kept, new = (min(int(met), KEEP) for met in (total.met[sort], counts.met[sort]))
        new = min(new, KEEP - kept)
        total.grids[sort][kept : kept + new] = counts.grids[sort][:new]
        total.solutions[sort][kept : kept + new] = counts.solutions[sort][:new]
        total.met[sort] += counts.met[sort]


def _hardest(census: Census, total: kernel.Counts) -> list[RatedPuzzle]:
    values = np.array(census.values)
    shape = (census.height, census.width)
    found = []
    for kind, every_number in np.ndindex(total.hardest.shape):
        for i in range(min(int(total.met[kind, every_number]), KEEP)):
            numbers = values[total.grids[kind, every_number, i]].reshape(shape).tolist()
            bits = int(total.solutions[kind, every_number, i])
            chosen = np.array([bool(bits >> cell & 1) for cell in range(census.cells)]).reshape(shape).tolist()
            found.append(
                RatedPuzzle(
                    KINDS[kind],
                    float(total.hardest[kind, every_number]) / 2,
                    Puzzle.from_solution(numbers, chosen),
                    tuple(map(tuple, chosen)),
                )
            )
    return found
