"""Results of shards, which are added in the order of their shards and stored as bytes."""

from __future__ import annotations

import io
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from rullo_core.datasets.tally import OUTCOMES, Tally
from rullo_core.rullo.kernels.lines.counts import WORD, Counts, empty_counts

NO_GRIDS = np.zeros((0, 5), np.int64)


@dataclass(frozen=True)
class Result:
    """The result of a part; where grids are drawn, counts of grid, required, kind, halves of difficulty, puzzles."""

    counts: Counts  # counts of all its puzzles
    grids: list[np.ndarray] = field(default_factory=list)  # int64[n, 5] arrays

    @property
    def by_grid(self) -> np.ndarray:
        """The rows of all grids, an int64 array of shape (n, 5)."""
        return np.concatenate([NO_GRIDS, *self.grids])

    @property
    def puzzles(self) -> int:
        """Number of puzzles counted."""
        return number_done(self.counts)

    def add(self, result: Result) -> None:
        """Add the result of the next shard; of equally hard puzzles, the earlier ones come first."""
        add(self.counts, result.counts)
        self.grids.extend(result.grids)

    def to_bytes(self) -> bytes:
        """Return the result as bytes, without zero counts and empty slots; see `from_bytes`."""
        return to_bytes(self)


def number_done(counts: Counts) -> int:
    """Return the number of puzzles counted."""
    word, upper = counts.completed.tolist()
    return int(word + (upper << WORD))


def numbers_of(counts: Counts) -> np.ndarray:
    """Return the number of puzzles by required, kind and halves; as objects if the total exceeds an int64."""
    kind = np.int64 if number_done(counts) < 2**63 else object
    return np.asarray(counts.puzzles.astype(kind) + counts.upper_words.astype(kind) * 2**WORD)


def add(total: Counts, counts: Counts) -> None:
    """Add the counts of the next shard; of equally hard puzzles, the earlier ones come first."""
    for lower, upper, terms in (
        (total.puzzles, total.upper_words, (counts.puzzles, counts.upper_words)),
        (total.completed[:1], total.completed[1:], (counts.completed[:1], counts.completed[1:])),
    ):
        lower += terms[0]
        upper += terms[1] + (lower >> WORD)
        lower &= 2**WORD - 1
    keep = total.solutions.shape[2]
    for sort in np.ndindex(total.hardest.shape):
        if counts.hardest[sort] < total.hardest[sort]:
            continue
        if counts.hardest[sort] > total.hardest[sort]:
            total.hardest[sort] = counts.hardest[sort]
            total.hardest_counts[sort] = 0
        stored, new = (min(int(number), keep) for number in (total.hardest_counts[sort], counts.hardest_counts[sort]))
        new = min(new, keep - stored)
        total.grids[sort][stored : stored + new] = counts.grids[sort][:new]
        total.solutions[sort][stored : stored + new] = counts.solutions[sort][:new]
        total.hardest_counts[sort] += counts.hardest_counts[sort]


def rows_of_grid(grid: int, puzzles: np.ndarray) -> np.ndarray:
    """Return counts of one grid, of shape (required, kind, halves), as rows of `Result.by_grid`."""
    places = np.argwhere(puzzles)
    numbers = puzzles[tuple(places.T)]
    return np.column_stack([np.full(len(places), grid), places, numbers]).astype(np.int64)


def tally_of(puzzles: np.ndarray) -> Tally:
    """Return counts by required, kind and difficulty in halves, as `numbers_of` has them, as a tally."""
    required, kind, halves = np.nonzero(puzzles)
    return Tally.from_frame(_frame(required, kind, halves, puzzles[required, kind, halves]))


def frame_by_grid(rows: np.ndarray) -> pd.DataFrame:
    """Return rows of `Result.by_grid` as a sorted frame: ``grid`` (int32) and then the columns of a tally."""
    keys = ["grid", "required", "kind", "halves"]
    summed = pd.DataFrame(rows, columns=[*keys, "puzzles"]).groupby(keys, sort=True)["puzzles"].sum().reset_index()
    frame = _frame(*(summed[key].to_numpy() for key in (*keys[1:], "puzzles")))
    frame.insert(0, "grid", summed["grid"].astype("int32"))
    return frame


def _frame(required: np.ndarray, kind: np.ndarray, halves: np.ndarray, puzzles: np.ndarray) -> pd.DataFrame:
    """Return a tally's columns; skipped puzzles have no difficulty."""
    return pd.DataFrame(
        {
            "required": required.astype("int16"),
            "outcome": pd.Series(np.array(OUTCOMES, object)[kind], dtype="str"),
            "passes": np.where(kind < OUTCOMES.index("skipped"), halves / 2, np.nan),
            "puzzles": puzzles,
        }
    )


def to_bytes(result: Result) -> bytes:
    """Return a result as bytes, without zero counts and empty slots."""
    counts = result.counts
    keep = counts.solutions.shape[2]
    is_used = np.arange(keep) < counts.hardest_counts[..., None]
    is_nonzero = counts.puzzles | counts.upper_words != 0
    file = io.BytesIO()
    np.savez(
        file,
        places=np.argwhere(is_nonzero),
        puzzles=counts.puzzles[is_nonzero],
        beyond=counts.upper_words[is_nonzero],
        grids=counts.grids[is_used],
        solutions=counts.solutions[is_used],
        hardest=counts.hardest,
        met=counts.hardest_counts,
        done=counts.completed,
        by_grid=result.by_grid,
    )
    return file.getvalue()


def from_bytes(data: bytes, cells: int, keep: int) -> Result:
    """Read a result from bytes, of an experiment with `cells` cells that keeps `keep` puzzles of each kind."""
    counts = empty_counts(cells, keep)
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        places = tuple(file["places"].T)
        counts.puzzles[places], counts.upper_words[places] = file["puzzles"], file["beyond"]
        counts.hardest[...], counts.hardest_counts[...] = file["hardest"], file["met"]
        counts.completed[...] = file["done"]
        is_used = np.arange(keep) < counts.hardest_counts[..., None]
        counts.grids[is_used] = file["grids"]
        counts.solutions[is_used] = file["solutions"]
        return Result(counts, [file["by_grid"]])
