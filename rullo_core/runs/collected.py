"""What is known of each puzzle that an experiment has made, column by column, and the hardest of them."""

from __future__ import annotations

import io
from dataclasses import dataclass, field

import numpy as np

KEEP = 10
"""How many of the hardest puzzles are kept, of each kind."""


@dataclass(frozen=True)
class Collected:
    """What a part of an experiment has come to.

    Attributes
    ----------
    columns : dict of str to list of array
        By what it is: of each shard, an array with a row for each puzzle.
    hardest : dict of int to list of (int, int64 array)
        By number of the kind: difficulty and whatever tells the puzzle, of the hardest; the hardest first.
    """

    columns: dict[str, list[np.ndarray]] = field(default_factory=dict)
    hardest: dict[int, list[tuple[int, np.ndarray]]] = field(default_factory=dict)

    @property
    def puzzles(self) -> int:
        """Number of puzzles gone through."""
        return sum(map(len, next(iter(self.columns.values()), [])))

    @property
    def shard(self) -> np.ndarray:
        """By puzzle, the number of its shard."""
        sizes = [len(some) for some in next(iter(self.columns.values()), [])]
        return np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)

    def __getitem__(self, name: str) -> np.ndarray:
        """A column, of all shards together."""
        return np.concatenate(self.columns[name])

    def add(self, other: Collected) -> None:
        """Add what the next shard has come to; of equally hard puzzles, the first stay first."""
        for name, some in other.columns.items():
            self.columns.setdefault(name, []).extend(some)
        for kind, met in other.hardest.items():
            both = [*self.hardest.get(kind, []), *met]
            self.hardest[kind] = sorted(both, key=lambda one: -one[0])[:KEEP]

    def to_bytes(self) -> bytes:
        """Write down that of one shard; see `from_bytes`."""
        met = [(kind, difficulty, told) for kind, some in self.hardest.items() for difficulty, told in some]
        file, columns = io.BytesIO(), {f"column {name}": self[name] for name in self.columns}
        np.savez_compressed(
            file,
            hardest=np.array([one[:2] for one in met], np.int64).reshape(-1, 2),
            told=np.array([told for _, _, told in met], np.int64),
            **columns,  # type: ignore[arg-type]
        )
        return file.getvalue()

    @staticmethod
    def from_bytes(data: bytes) -> Collected:
        """Read one that was written down."""
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            found = Collected(
                {name.removeprefix("column "): [file[name]] for name in file.files if name.startswith("column ")}
            )
            for (kind, difficulty), told in zip(file["hardest"].tolist(), file["told"], strict=True):
                found.hardest.setdefault(kind, []).append((difficulty, told))
        return found


def the_hardest(difficulty: np.ndarray, told: np.ndarray) -> list[tuple[int, np.ndarray]]:
    """The hardest of some puzzles, the first ones of equals; those with a difficulty below 0 have none.

    Parameters
    ----------
    difficulty : int array of shape (n,)
    told : int64 array of shape (n, cells)
        What tells each.
    """
    order = np.argsort(-difficulty, kind="stable")[:KEEP]
    return [(int(difficulty[i]), told[i]) for i in order if difficulty[i] >= 0]
