"""What a shard adds up to. Results add up in the order of their shards, and travel as bytes."""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np

from rullo_core.kernels.counts import Counts, empty_counts

NO_GRIDS = np.zeros((0, 5), np.int64)


@dataclass(frozen=True)
class Result:
    """What was found in a part of an experiment.

    Attributes
    ----------
    counts : Counts
        Of all its puzzles together.
    by_grid : int64 array of shape (n, 5)
        How many for each grid, required, kind and halves of difficulty: these four and the number in a row, without
        zero rows. Empty where grids are not the sampling unit.
    """

    counts: Counts
    by_grid: np.ndarray

    @property
    def puzzles(self) -> int:
        """Number of puzzles gone through."""
        return int(self.counts.done[0])


def add(total: Counts, counts: Counts) -> None:
    """Add the counts of the next shard; of equally hard puzzles, the first stay first."""
    total.puzzles[...] += counts.puzzles
    total.done[...] += counts.done
    keep = total.solutions.shape[2]
    for sort in np.ndindex(total.hardest.shape):
        if counts.hardest[sort] < total.hardest[sort]:
            continue
        if counts.hardest[sort] > total.hardest[sort]:
            total.hardest[sort] = counts.hardest[sort]
            total.met[sort] = 0
        kept, new = (min(int(met), keep) for met in (total.met[sort], counts.met[sort]))
        new = min(new, keep - kept)
        total.grids[sort][kept : kept + new] = counts.grids[sort][:new]
        total.solutions[sort][kept : kept + new] = counts.solutions[sort][:new]
        total.met[sort] += counts.met[sort]


def rows_of_grid(grid: int, puzzles: np.ndarray) -> np.ndarray:
    """Counts of one grid, of shape (required, kind, halves), as rows of `Result.by_grid`."""
    places = np.argwhere(puzzles)
    numbers = puzzles[tuple(places.T)]
    return np.column_stack([np.full(len(places), grid), places, numbers]).astype(np.int64)


def to_bytes(result: Result) -> bytes:
    """Write a result, zero counts and empty places left out."""
    counts = result.counts
    keep = counts.solutions.shape[2]
    taken = np.arange(keep) < counts.met[..., None]
    file = io.BytesIO()
    np.savez(
        file,
        places=np.argwhere(counts.puzzles),
        puzzles=counts.puzzles[counts.puzzles != 0],
        grids=counts.grids[taken],
        solutions=counts.solutions[taken],
        hardest=counts.hardest,
        met=counts.met,
        done=counts.done,
        by_grid=result.by_grid,
    )
    return file.getvalue()


def from_bytes(data: bytes, cells: int, keep: int) -> Result:
    """Read a result again, of an experiment with so many cells, of which so many puzzles of each sort were kept."""
    counts = empty_counts(cells, keep)
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        counts.puzzles[tuple(file["places"].T)] = file["puzzles"]
        for name in ("hardest", "met", "done"):
            getattr(counts, name)[...] = file[name]
        taken = np.arange(keep) < counts.met[..., None]
        counts.grids[taken] = file["grids"]
        counts.solutions[taken] = file["solutions"]
        return Result(counts, file["by_grid"])
