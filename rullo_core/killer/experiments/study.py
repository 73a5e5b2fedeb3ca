"""The Killer study: generate Killer Sudokus, and rate each at every level and at levels without one of their parts."""

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
from rullo_core.killer.gordon import ANY_CAGES, SHAPE, STRATEGIES
from rullo_core.killer.kernels import levels
from rullo_core.killer.kernels import study as kernel
from rullo_core.killer.levels import SOLVERS
from rullo_core.killer.request import CLASSES, METHODS, SEEDS, UNGROWABLE, Bounds, Request, classes_of
from rullo_core.killer.workspace import cage_request, prepare_workspace, puzzle_from
from rullo_core.parameters import check_choice
from rullo_core.passes.levels import SEARCH
from rullo_core.runs.collection import Collected, PuzzleStream, the_hardest
from rullo_core.runs.experiment import Found

SEARCHED = "CH"
"""The level that searches filter with after each guess."""

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
"""By level: the parts that are left out, one at a time. OW is rated without sums only together with windows, which
contain them."""

WITHOUT["OW"]["sums"] = PARTS["sums"] | PARTS["windows"]

GROWN = Request(singles=(0, 81))
"""Cages of at most nine cells, any number of them of one cell."""


def column(what: str, name: str) -> str:
    """Return the name of a column, such as strategy_count_hidden_singles, about a strategy or a part of a level."""
    return f"{what}_{name.replace(' ', '_').replace('-', '_')}"


COLUMNS = (
    "cages", "single_cell_cages", "largest_cage", "cages_in_several_boxes", "draws", "draws_cut_off",
    "draws_with_repeats", "draws_ambiguous", "solutions", "nodes", "cages_first", "strategy_passes",
    *(column("strategy_count", name) for name in STRATEGIES),
    *(column("eliminated_by", name) for name in STRATEGIES),
    *(f"solved_cells_{level}" for level in RULES),
    *(f"passes_{level}" for level in RULES),
    *(column(f"solved_cells_{level}_without", name) for level, parts in WITHOUT.items() for name in parts),
)  # fmt: skip
"""The columns that each puzzle has, in the order of `rullo_core.killer.kernels.study`; levels and ``cages_first``, the
passes of cages and units by turns, as in `rullo_core.killer.api.KillerApi.rate_many`."""

HARDEST = pa.schema(
    [("kind", pa.string()), ("difficulty", pa.float64()), ("cages", pa.int64()), ("puzzle", pa.string())]
)


@dataclass(frozen=True)
class Study(PuzzleStream):
    """Generated and rated Killer Sudokus of 9x9.

    Puzzle i is of class i modulo 3; the classes are thirds of the range of the number of cages. Ungrowable cages stay
    single cells with the report's method.
    """

    number: int
    method: str = METHODS[0]
    cages: Bounds = SEEDS
    ungrowable: int = UNGROWABLE
    seed: int = 1

    name: ClassVar[str] = "killer study"
    shard: ClassVar[int] = 96

    def __post_init__(self) -> None:
        object.__setattr__(self, "cages", tuple(self.cages))
        self.check_stream()
        check_choice("method", self.method, METHODS)
        fewest, most = self.cages
        if not 17 <= fewest <= most <= 81 or most - fewest < len(CLASSES) - 1:
            raise BadInput(f"cages {fewest}-{most}: take three numbers or more from 17 to 81")
        if self.method == "report" and not 0 <= self.ungrowable < fewest:
            raise BadInput(f"{self.ungrowable} ungrowable cages: take fewer than the {fewest} that there are")
        if self.method != "report" and self.ungrowable != UNGROWABLE:
            raise BadInput(f"{self.ungrowable} ungrowable cages: only the report's method has these; leave it out")

    @property
    def title(self) -> str:
        """The study in words."""
        of = f", {self.ungrowable} ungrowable" if self.method == "report" else ""
        return f"Killer Sudokus {self._how[0]}, {self._how[1]} cages{of}, seed {self.seed}"

    @property
    def _how(self) -> tuple[str, str]:
        return self.method, "-".join(map(str, self.cages))

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters that determine the result, for the manifest of the dataset."""
        own = {"method": self.method, "cages": list(self.cages)}
        report = {"ungrowable": self.ungrowable} if self.method == "report" else {}
        return own | report | {"puzzles": self.number, "seed": self.seed}

    @property
    def stem(self) -> str:
        """The name of the dataset in the data folder, without its suffix."""
        return "-".join(["killer-study", *self._how])

    @property
    def asked(self) -> kernel.StudyRequest:
        """The request in the form that the kernel reads."""
        left_out = [RULES[level] & ~one for level, parts in WITHOUT.items() for one in parts.values()]
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
        """Generate and rate puzzles from an index on; return a row of `COLUMNS` for each, and its cages and digits."""
        rows, encoding = np.zeros((number, len(COLUMNS)), np.int64), np.zeros((2, number, 81), np.int64)
        workspace, seeds = prepare_workspace(SHAPE), (np.uint64(self.seed), np.uint64(first))
        made = kernel.generate_and_rate(workspace, self.asked, *seeds, stop, rows, encoding[0], encoding[1])
        return rows[:made], np.concatenate(encoding[:, :made], axis=1)

    def count(self, shard: tuple[int, int], stop: np.ndarray) -> Collected:
        """Generate and rate the puzzles of a shard, given by its first index and its end."""
        first, end = shard
        rows, encoding = self.make(first, end - first, stop)
        found = Collected({name: [rows[:, i].astype(np.int32)] for i, name in enumerate(COLUMNS)})
        for kind, level in enumerate(SOLVERS):
            found.hardest[kind] = the_hardest(found[f"passes_{level}"], encoding)
        found.hardest[len(SOLVERS)] = the_hardest(found["cages_first"], encoding)
        return found

    def finish(self, total: Collected) -> Found:
        """Turn the results of all shards into tables.

        The tally's ``kind`` is the first of `SOLVERS` that solves the puzzle, else ``search`` or ``ambiguous``;
        ``difficulty`` is the passes of cages and units by turns. The hardest puzzles are those with the most passes,
        for each level as ``kind`` and for ``turns``. By puzzle, passes that do not solve it are null, and so are all
        ratings of an ambiguous one.
        """
        classes = np.array(CLASSES, object)[np.arange(total.puzzles) % len(CLASSES)]
        columns = {name: total[name] for name in COLUMNS}
        solved = np.array([columns[f"passes_{level}"] >= 0 for level in SOLVERS])
        kinds = np.array([*SOLVERS, SEARCH], object)[np.where(solved.any(axis=0), solved.argmax(axis=0), len(SOLVERS))]
        kinds[columns["solutions"] > 1] = "ambiguous"
        passes = columns["cages_first"].astype(float)
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
            name: pa.array(values, mask=values < 0) for name, values in columns.items()
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
        return Found(
            Tally.from_frame(tally), pa.Table.from_pylist(hardest, schema=HARDEST), by_puzzle=pa.table(by_puzzle)
        )

    def count_unique(self, threads: int | None = None) -> list[int] | None:
        """Return the number of puzzles with one solution: all of them, but unknown (None) if they are only grown."""
        return None if self.method == "grown" else [self.number]
