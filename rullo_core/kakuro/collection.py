"""The project's collection: puzzles of several sizes, generated in several ways, the same everywhere.

They are free, and notebooks are about them. None is a random puzzle of its size: together they show what each way to
generate leads to.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rullo_core import paths
from rullo_core.files import written_whole
from rullo_core.kakuro.generation import generate_puzzle
from rullo_core.kakuro.request import LayoutSpec, Request, nearest_share
from rullo_core.runs.shards import run_on_threads

SEED = 1
EACH = 100
"""Puzzles of each size, share of black cells, and method."""

NAME = "collection"


@dataclass(frozen=True)
class Stratum:
    """Puzzles generated alike, with as many black cells as are nearest to the share."""

    size: int
    black: float
    method: str

    def __str__(self) -> str:
        """Return how their names begin: 8x8, 40% black, repair."""
        return f"{self.size}x{self.size}, {self.black:.0%} black, {self.method}"


STRATA = (
    *(Stratum(size, black, "steps") for size in (6, 8, 10, 12, 15, 20) for black in (0.25, 0.4)),
    *(Stratum(size, 0.25, "repair") for size in (6, 8, 10)),
    *(Stratum(size, 0.4, "repair") for size in (6, 8, 10, 12, 15, 20)),
    *(Stratum(size, black, "parting") for size in (6, 8, 10) for black in (0.25, 0.4)),
    *(Stratum(size, 0.25, "constructor") for size in (6, 8, 10, 12)),
    *(Stratum(size, 0.4, "constructor") for size in (6, 8, 10, 12, 15, 20)),
)
"""Where a method takes seconds for a large one with few black cells, it is left out; parting stops at 10x10."""


def generate_collection(each: int, threads: int | None = None) -> Iterator[str]:
    """Yield the text of every puzzle, so many of each stratum, with its name in the line above."""

    def work(task: tuple[Stratum, int], _: np.ndarray) -> str:
        stratum, index = task
        size = stratum.size
        layout = LayoutSpec(size, size, nearest_share(stratum.black, size, size))
        made = generate_puzzle(layout, Request(), SEED, index, (stratum.method,), tries=100)
        assert made is not None
        return f"# {stratum}, {index}\n{made.puzzle}\n"

    tasks = ((stratum, index) for stratum in STRATA for index in range(each))
    return run_on_threads(tasks, work, threads)


def write_collection(path: Path, each: int = EACH, threads: int | None = None) -> str:
    """Write the collection, whole or not at all, and return its SHA-256, which the project's list has to confirm."""
    with written_whole(path) as temporary:
        text = "\n".join(generate_collection(each, threads))
        digest = hashlib.sha256(text.encode()).hexdigest()
        if each == EACH and digest != checksum():
            raise AssertionError(f"the collection has the SHA-256 {digest}, not {checksum()} as in {paths.CHECKSUMS}")
        temporary.write_text(text, encoding="utf-8")
    return digest


def checksum() -> str:
    """Return the SHA-256 of the whole collection in the project's list."""
    listed = json.loads(paths.CHECKSUMS.read_text())
    return str(next(one["sha256"] for one in listed if one["experiment"] == f"kakuro {NAME}"))
