"""The Kakuro study: generate Kakuros by one method, and rate them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pandas as pd
import pyarrow as pa

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.datasets.tally import Tally
from rullo_core.errors import BadInput
from rullo_core.kakuro.batch import rate_packed
from rullo_core.kakuro.experiments import FILL, STUDIED, TRIES
from rullo_core.kakuro.experiments.rows import HARDEST
from rullo_core.kakuro.generation import Plan, draw_into, solution_of
from rullo_core.kakuro.kernels.draft import Draft, draft_for, fill, set_clues
from rullo_core.kakuro.levels import GRADES, STUCK
from rullo_core.kakuro.puzzle import LONGEST, Kakuro, Solution
from rullo_core.kakuro.request import BLACK, Condition, LayoutSpec, nearest_share
from rullo_core.kakuro.solver import Rating
from rullo_core.parameters import check_choice, format_size
from rullo_core.runs.attempts import first_until
from rullo_core.runs.collection import PuzzleStream, StreamResult, select_hardest
from rullo_core.runs.experiment import Findings

NODES = 100_000
"""Nodes of a search for solutions of a puzzle that was filled at random, after which the search ends."""

NO_PUZZLE = "none"
"""The kind of an index for which no puzzle was found."""

KINDS = ("simple", "rectangular", "exhaustive", "ambiguous", "undecided", NO_PUZZLE)
"""Kinds of puzzles; the first three are unique."""

COLUMNS = (
    "outcome", "grade", "cells", "entries", "passes_across_first", "passes_down_first", "open_cells", "solutions",
    "nodes", "layouts",
)  # fmt: skip
"""The columns of each puzzle, -1 for unknown values: outcome and grade by number, columns of ratings, and how many
layouts were tried."""


@dataclass(frozen=True)
class Study(PuzzleStream):
    """Kakuros that one method generates, with as many black cells as are nearest to a share."""

    height: int
    width: int
    number: int
    black: float = BLACK
    symmetry: str = "half-turn"
    longest: int = LONGEST
    method: str = STUDIED[0]
    max_tries: int = TRIES
    seed: int = 1

    name: ClassVar[str] = "kakuro study"
    shard: ClassVar[int] = 32

    def __post_init__(self) -> None:
        self.check_stream()
        check_choice("method", self.method, STUDIED)
        if self.max_tries > 10**9:
            raise BadInput(f"{self.max_tries} tries: take 1,000,000,000 at most")
        _ = self.layout  # refuses impossible layouts

    @property
    def layout(self) -> LayoutSpec:
        """The rules for the layouts."""
        share = nearest_share(self.black, self.height, self.width)
        return LayoutSpec(self.height, self.width, share, self.longest, self.symmetry)

    @property
    def title(self) -> str:
        """The study in words."""
        size = format_size(self.height, self.width)
        return f"Kakuros of {size}, {', '.join(self._settings)}, seed {self.seed}"

    @property
    def _settings(self) -> list[str]:
        settings = [f"{self.black:g} black", self.method]
        settings += [self.symmetry] if self.symmetry != "half-turn" else []
        settings += [f"entries of {self.longest} cells at most"] if self.longest != LONGEST else []
        return settings + ([f"{self.max_tries} tries"] if self.max_tries != TRIES else [])

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters that determine the result, for the manifest of the dataset."""
        return {
            "size": format_size(self.height, self.width),
            "black": self.black,
            "symmetry": self.symmetry,
            "longest": self.longest,
            "method": self.method,
            "max_tries": self.max_tries,
            "count": self.number,
            "seed": self.seed,
        }

    @property
    def stem(self) -> str:
        """The name of the dataset in the data folder, without its suffix."""
        return f"kakuro-study-{format_size(self.height, self.width)}-{self.black:g}-{self.method}"

    @property
    def plan(self) -> Plan:
        """How puzzles are generated, except those that are filled at random."""
        return Plan(self.layout, Condition(), self.seed, (self.method,), tries=self.max_tries)

    def make(self, draft: Draft, index: int, stop: np.ndarray) -> tuple[Solution, Rating, int] | None:
        """Generate the puzzle of an index; return its solution, its rating and the tries; None if none was found."""
        if self.method != FILL:
            generated = self.plan.generate_in(draft, index, stop)
            return None if generated is None else (generated.solution, generated.rating, generated.log["tries"])
        rng, fixed = rng_from_seed(self.seed, index), np.zeros(self.height * self.width, np.int64)

        def attempt(number: int, stop: np.ndarray) -> tuple[Solution, Rating, int] | None:
            draw_into(draft, self.layout, rng)
            if not fill(draft, 0.0, fixed, rng):
                return None
            set_clues(draft)
            return solution_of(draft), rate_packed(draft.puzzle, stop, NODES), number + 1

        return first_until(stop, self.max_tries, attempt)

    def count(self, shard: tuple[int, int], stop: np.ndarray) -> StreamResult:
        """Generate and rate the puzzles of a shard, given by its first index and its end."""
        draft, first = draft_for(self.height, self.width), shard[0]
        rows = np.full((shard[1] - first, len(COLUMNS)), -1, np.int32)
        encoding = np.zeros((len(rows), self.height * self.width), np.int64)
        for row, index in enumerate(range(*shard)):
            generated = self.make(draft, index, stop)
            if stop[0]:
                rows, encoding = rows[:row], encoding[:row]
                break
            if generated is None:
                rows[row, [COLUMNS.index("outcome"), COLUMNS.index("layouts")]] = KINDS.index(NO_PUZZLE), self.max_tries
                continue
            solution, rating, tries = generated
            rows[row] = _numbers(rating, tries)
            encoding[row, draft.white.ravel() == 1] = solution
        collected = StreamResult({name: [rows[:, i]] for i, name in enumerate(COLUMNS)})
        collected.columns["digits"] = [encoding.astype(np.uint8)]
        passes, open_cells = collected["passes_across_first"] + collected["passes_down_first"], collected["open_cells"]
        for kind in range(3):
            measure = passes if kind == KINDS.index("simple") else open_cells
            collected.hardest[kind] = select_hardest(np.where(collected["outcome"] == kind, measure, -1), encoding)
        return collected

    def finish(self, total: StreamResult) -> Findings:
        """Turn the results of all shards into tables.

        The tally has ``cells``, 0 where no puzzle was found, ``outcome`` and ``passes``, the mean of both
        orders. The hardest are the simple ones with the most passes, and those with the most unfixed cells of the
        other unique kinds.
        """
        kinds = np.array(KINDS, object)[total["outcome"]]
        passes = (total["passes_across_first"] + total["passes_down_first"]) / 2
        tally = pd.DataFrame(
            {
                "cells": np.maximum(total["cells"], 0),
                "outcome": kinds,
                "passes": np.where(kinds == "simple", passes, np.nan),
                "puzzles": 1,
            }
        )
        grades = np.array([*GRADES, STUCK], object)[total["grade"]]
        by_puzzle = {
            "outcome": pa.array(kinds.tolist(), pa.string()),
            "grade": pa.array(grades.tolist(), pa.string(), mask=total["grade"] < 0),
        }
        for name in COLUMNS[2:]:
            by_puzzle[name] = pa.array(total[name], mask=total[name] < 0)
        digits = [row.tobytes().decode() for row in total["digits"] + np.uint8(ord("0"))]
        by_puzzle["digits"] = pa.array(digits, pa.string(), mask=kinds == NO_PUZZLE)
        hardest = [
            self._row(KINDS[kind], measure, encoding)
            for kind in range(3)
            for measure, encoding in total.hardest.get(kind, [])
        ]
        return Findings(
            Tally.from_frame(tally), pa.Table.from_pylist(hardest, schema=HARDEST), by_puzzle=pa.table(by_puzzle)
        )

    def _row(self, kind: str, measure: int, encoding: np.ndarray) -> dict[str, Any]:
        is_simple, digits = kind == "simple", encoding.reshape(self.height, self.width)
        return {
            "outcome": kind,
            "passes": measure / 2 if is_simple else None,
            "open_cells": 0 if is_simple else measure,
            "cells": np.count_nonzero(digits),
            "text": str(Kakuro.from_digits(digits.tolist())),
        }


def _numbers(rating: Rating, layouts: int) -> list[int]:
    """Return the numbers of `COLUMNS`."""
    passes = [
        -1 if count is None else count
        for count in (rating.passes_across_first, rating.passes_down_first, rating.open_cells)
    ]
    grade = -1 if rating.grade is None else [*GRADES, STUCK].index(rating.grade)
    kind = KINDS.index(rating.kind)
    return [kind, grade, rating.cells, rating.entries, *passes, rating.solutions, rating.nodes, layouts]
