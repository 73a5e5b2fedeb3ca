"""Killer Sudokus made by the thousand, and looked into at every level and without each part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pandas as pd
import pyarrow as pa

from rullo_core.datasets.tally import Tally
from rullo_core.errors import BadInput
from rullo_core.killer.batch import PARTS, RULES
from rullo_core.killer.generation import MOVES
from rullo_core.killer.kernels import levels
from rullo_core.killer.kernels import study as kernel
from rullo_core.killer.report import ANY_CAGES, SHAPE, STRATEGIES
from rullo_core.killer.request import CLASSES, METHODS, SEEDS, UNGROWABLE, Request, Stretch, classes_of
from rullo_core.killer.solver import SOLVERS
from rullo_core.killer.workspace import cage_request, prepare_workspace, puzzle_from
from rullo_core.passes.levels import SEARCH
from rullo_core.runs.collection import Collected, PuzzleStream, the_hardest
from rullo_core.runs.experiment import Found

SEARCHED = "CH"
"""The level of searches."""

WITHOUT = {
    "G": {
        "combinations": PARTS["start"],
        "elimination": PARTS["naked"] | PARTS["alike"],
        "hidden singles": PARTS["hidden"],
        "pointing": levels.POINTING,
        "box-line": levels.BOX_LINE,
    },
    "CG": {
        "elimination": PARTS["naked"],
        "hidden singles": PARTS["hidden"],
        "pointing": levels.POINTING,
        "box-line": levels.BOX_LINE,
    },
    "OW": {part: PARTS[part] for part in ("cages", "units", "locked", "required", "sums", "windows")},
}
"""By level: what is left out, one part at a time. Of OW, sums are left out with windows, which contain them."""

WITHOUT["OW"]["sums"] = PARTS["sums"] | PARTS["windows"]

GROWN = Request(singles=(0, 81))
"""Cages of up to nine cells, and as many single ones as come."""

PLAIN = (
    "cages", "singles", "largest", "crossing", "draws", "cut off", "repeats", "several", "solutions", "nodes", "passes",
    "sweeps",
)  # fmt: skip

COLUMNS = (
    *PLAIN,
    *(f"uses of {name}" for name in STRATEGIES),
    *(f"removed by {name}" for name in STRATEGIES),
    *(f"settled by {level}" for level in RULES),
    *(f"passes of {level}" for level in RULES),
    *(f"settled by {level} without {name}" for level, parts in WITHOUT.items() for name in parts),
)
"""What is known of each puzzle, in the order of `rullo_core.killer.kernels.study`."""

TOLD = pa.schema([("kind", pa.string()), ("difficulty", pa.float64()), ("cages", pa.int64()), ("puzzle", pa.string())])


@dataclass(frozen=True)
class Study(PuzzleStream):
    """Killer Sudokus of 9x9, made and looked into.

    Parameters
    ----------
    number : int
        Those with the indices 0 to number - 1; number i is of class i modulo 3.
    method : str
        Of `METHODS`.
    cages : (int, int)
        From and to; the classes are thirds of it.
    ungrowable : int
        For the report's method, cages that stay single cells.
    seed : int
        From 0 to 2**64 - 1.

    Raises
    ------
    BadInput
        If there is no such thing.
    """

    number: int
    method: str = METHODS[0]
    cages: Stretch = SEEDS
    ungrowable: int = UNGROWABLE
    seed: int = 1

    name: ClassVar[str] = "killer study"
    shard: ClassVar[int] = 96

    def __post_init__(self) -> None:
        object.__setattr__(self, "cages", tuple(self.cages))
        self.check_stream()
        if self.method not in METHODS:
            raise BadInput(f"method {self.method!r}: take one of {', '.join(METHODS)}")
        fewest, most = self.cages
        if not 17 <= fewest <= most <= 81 or most - fewest < len(CLASSES) - 1:
            raise BadInput(f"cages {fewest}-{most}: take three numbers or more from 17 to 81")
        if self.method == "report" and not 0 <= self.ungrowable < fewest:
            raise BadInput(f"{self.ungrowable} ungrowable cages: take fewer than the {fewest} that there are")
        if self.method != "report" and self.ungrowable != UNGROWABLE:
            raise BadInput(f"{self.ungrowable} ungrowable cages: only the report's method has these; leave it out")

    @property
    def title(self) -> str:
        """What it is, in words."""
        of = f", {self.ungrowable} ungrowable" if self.method == "report" else ""
        return f"Killer Sudokus {self._how[0]}, {self._how[1]} cages{of}, seed {self.seed}"

    @property
    def _how(self) -> tuple[str, str]:
        return self.method, "-".join(map(str, self.cages))

    @property
    def parameters(self) -> dict[str, Any]:
        """All that the result is a function of, as a dataset's manifest has it."""
        own = {"method": self.method, "cages": list(self.cages)}
        report = {"ungrowable": self.ungrowable} if self.method == "report" else {}
        return own | report | {"puzzles": self.number, "seed": self.seed}

    @property
    def stem(self) -> str:
        """The name of its dataset in the data folder, less the suffix."""
        return "-".join(["killer-study", *self._how])

    @property
    def asked(self) -> kernel.StudyRequest:
        """What the kernel is told."""
        left_out = [RULES[level] & ~parts for level, some in WITHOUT.items() for parts in some.values()]
        return kernel.StudyRequest(
            method=np.int64(METHODS.index(self.method)),
            bounds=np.array(classes_of(self.cages), np.int64),
            ungrowable=np.int64(self.ungrowable),
            request=ANY_CAGES if self.method == "report" else cage_request(GROWN),
            search=RULES[SEARCHED],
            moves=MOVES,
            parts=np.array([*RULES.values(), *left_out], np.int64),
            levels=np.int64(len(RULES)),
            strategies=RULES["G"],
        )

    def make(self, first: int, number: int, stop: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Make and look into puzzles from one index on: rows as `COLUMNS` says, and by puzzle cages and digits."""
        rows, encoding = np.zeros((number, len(COLUMNS)), np.int64), np.zeros((2, number, 81), np.int64)
        workspace, seeds = prepare_workspace(SHAPE), (np.uint64(self.seed), np.uint64(first))
        made = kernel.generate_and_rate(workspace, self.asked, *seeds, stop, rows, encoding[0], encoding[1])
        return rows[:made], np.concatenate(encoding[:, :made], axis=1)

    def count(self, shard: tuple[int, int], stop: np.ndarray) -> Collected:
        """Make and look into the puzzles of a stretch."""
        first, end = shard
        rows, encoding = self.make(first, end - first, stop)
        found = Collected({name: [rows[:, i].astype(np.int32)] for i, name in enumerate(COLUMNS)})
        for kind, level in enumerate(SOLVERS):
            found.hardest[kind] = the_hardest(found[f"passes of {level}"], encoding)
        found.hardest[len(SOLVERS)] = the_hardest(found["passes"], encoding)
        return found

    def finish(self, total: Collected) -> Found:
        """What all shards together have come to.

        Returns
        -------
        Found
            The tally: ``class``, ``cages``, ``kind``, the first of `SOLVERS` that solves a puzzle with one solution, or
            search, or several, and ``difficulty``, its passes by turns. The hardest puzzles: for each level as
            ``kind``, and for turns, those with the most passes. By puzzle: ``class`` and `COLUMNS`; null in place of
            passes that do not solve it, and of all that is asked of puzzles with one solution only.
        """
        classes = np.array(CLASSES, object)[np.arange(total.puzzles) % len(CLASSES)]
        columns = {name: total[name] for name in COLUMNS}
        solved = np.array([columns[f"passes of {level}"] >= 0 for level in SOLVERS])
        kinds = np.array([*SOLVERS, SEARCH], object)[np.where(solved.any(axis=0), solved.argmax(axis=0), len(SOLVERS))]
        kinds[columns["solutions"] > 1] = "several"
        passes = columns["passes"].astype(float)
        tally = pd.DataFrame(
            {
                "class": classes,
                "cages": columns["cages"],
                "kind": kinds,
                "difficulty": np.where(passes >= 0, passes, np.nan),
                "puzzles": 1,
            }
        )
        by_puzzle = {"class": pa.array(classes.tolist())} | {
            name: pa.array(some, mask=some < 0) for name, some in columns.items()
        }
        hardest = [
            {
                "kind": name,
                "difficulty": float(difficulty),
                "cages": len(puzzle_from(encoding[:81], encoding[81:], SHAPE).cages),
                "puzzle": str(puzzle_from(encoding[:81], encoding[81:], SHAPE)),
            }
            for kind, name in enumerate((*SOLVERS, "turns"))
            for difficulty, encoding in total.hardest.get(kind, [])
        ]
        return Found(Tally.from_frame(tally), pa.Table.from_pylist(hardest, schema=TOLD), by_puzzle=pa.table(by_puzzle))

    def count_unique(self, threads: int | None = None) -> list[int] | None:
        """How many puzzles have one solution only: all, but of those that are only grown."""
        return None if self.method == "grown" else [self.number]
