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
from rullo_core.killer.experiments.rows import HARDEST_BY_LEVEL
from rullo_core.killer.generation import LARGEST_SEARCHED, MOVES, TRIES, KillerGeneration, goal_of
from rullo_core.killer.kernels import levels
from rullo_core.killer.levels import SOLVERS
from rullo_core.killer.request import NO_SINGLES, SIDE, SPREADS, SYMMETRIES, Range, Request
from rullo_core.killer.workspace import cage_request, prepare_workspace, puzzle_from
from rullo_core.parameters import check_choice, format_size
from rullo_core.passes.explain import listed
from rullo_core.passes.levels import SEARCH
from rullo_core.puzzles.boxes import Box
from rullo_core.runs.collection import PuzzleStream, StreamResult, select_hardest
from rullo_core.runs.experiment import Findings
from rullo_studies.killer.experiments import ANY_LEVEL, METHODS, USUAL
from rullo_studies.killer.gordon.classes import CLASSES, SEEDS, UNGROWABLE, classes_of
from rullo_studies.killer.gordon.strategies import ANY_CAGES, STRATEGIES
from rullo_studies.killer.kernels import study as kernel

SEARCHED = "CH"
"""The level that searches filter with after each guess."""

LEFT_OUT_PARTS = {
    "G": {
        "combinations": PARTS["start"],
        "elimination": PARTS["naked"] | PARTS["cage_singles"],
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

LEFT_OUT_PARTS["OW"]["sums"] = PARTS["sums"] | PARTS["windows"]

FEWEST_CAGES = 17
"""Fewest cages on 9x9 for which puzzles are drawn until one is unique."""

REPORT, *GROWING = METHODS
UNIQUE = METHODS[-1]

ONLY_OF = {
    "ungrowable": (REPORT,),
    **dict.fromkeys(("cage_sizes", "spread", "symmetry"), GROWING),
    **dict.fromkeys(("single_cell_cages", "level"), (UNIQUE,)),
}
"""Parameters that only some methods have."""

NO_PUZZLE = "none"
"""The kind, and in the counts the class, of an index for which no puzzle was found."""


def column(measure: str, name: str) -> str:
    """Return the name of a column, such as strategy_count_hidden_singles, about a strategy or a part of a level."""
    return f"{measure}_{name.replace(' ', '_').replace('-', '_')}"


COLUMNS = (
    "cages", "single_cell_cage_count", "largest_cage", "cages_in_several_boxes", "draws", "draws_cut_off",
    "draws_with_repeats", "draws_ambiguous", "solutions", "nodes", "passes_cages_first", "strategy_passes",
    *(column("strategy_count", name) for name in STRATEGIES),
    *(column("eliminated_by", name) for name in STRATEGIES),
    *(f"solved_cells_{level}" for level in RULES),
    *(f"passes_{level}" for level in RULES),
    *(column(f"solved_cells_{level}_without", name) for level, parts in LEFT_OUT_PARTS.items() for name in parts),
)  # fmt: skip
"""The columns that each puzzle has, in the order of `rullo_studies.killer.kernels.study`; levels and
``passes_cages_first``, the alternate passes over cages and units, as in `rullo_core.killer.api.KillerApi.rate_many`."""


@dataclass(frozen=True)
class Study(PuzzleStream):
    """Generated and rated Killer Sudokus.

    Of the first methods, puzzle i is of class i modulo 3; the classes are thirds of the range of the number of cages.
    Ungrowable cages stay single cells with the report's method. The other fields are parameters of `Request`, which
    determines the puzzles of the last method. Their defaults depend on the size of the board.
    """

    number: int
    method: str = METHODS[0]
    cages: Range | str = USUAL
    ungrowable: int | str = USUAL
    seed: int = 1
    side: int = SIDE
    box: Box | str = USUAL
    diagonals: bool = False
    cage_sizes: Range | str = USUAL
    single_cell_cages: Range | str = USUAL
    spread: str = SPREADS[0]
    symmetry: str = SYMMETRIES[0]
    level: str = ANY_LEVEL

    name: ClassVar[str] = "killer study"
    shard: ClassVar[int] = 96

    def __post_init__(self) -> None:
        self.check_stream()
        check_choice("method", self.method, METHODS)
        for name, methods in ONLY_OF.items():
            value = getattr(self, name)
            if self.method not in methods and value != _default(name):
                raise BadInput(f"{name} {_text(value)}: is of the method {listed(methods, 'or')} only; leave it out")
        request, cells = self.request, self.side**2
        (min_cages, max_cages), _, _ = request.in_full
        lowest = round(FEWEST_CAGES * cells / SIDE**2)
        if self.method != UNIQUE and self.side > LARGEST_SEARCHED:
            raise BadInput(
                f"size {self.side}, method {self.method}: to search for a second solution may take for ever on boards "
                f"larger than {LARGEST_SEARCHED}x{LARGEST_SEARCHED}; take the method {UNIQUE}"
            )
        if self.method != UNIQUE and (min_cages < lowest or max_cages - min_cages < len(CLASSES) - 1):
            raise BadInput(f"cages {min_cages}-{max_cages}: take three numbers or more from {lowest} to {cells}")
        ungrowable = round(UNGROWABLE * cells / SIDE**2) if isinstance(self.ungrowable, str) else self.ungrowable
        if self.method == REPORT and not 0 <= ungrowable < min_cages:
            raise BadInput(f"{ungrowable} ungrowable cages: take fewer than the {min_cages} that there are")
        usual = Request(size=self.side)
        resolved: dict[str, Any] = {"cages": (min_cages, max_cages)}
        if self.method == REPORT:
            resolved["ungrowable"] = ungrowable
        defaults = {"box": usual.shape[1], "cage_sizes": usual.in_full[1], "single_cell_cages": NO_SINGLES}
        for name, value in defaults.items():
            resolved |= {name: USUAL} if getattr(self, name) == value else {}
        for name, value in resolved.items():
            object.__setattr__(self, name, value)

    @property
    def request(self) -> Request:
        """The board, and how cages grow; those of one cell are any number but for the last method."""
        cells, is_unique = self.side**2, self.method == UNIQUE
        cages = None if isinstance(self.cages, str) else self.cages
        if cages is None and not is_unique:
            cages = round(SEEDS[0] * cells / SIDE**2), round(SEEDS[1] * cells / SIDE**2)
        singles = NO_SINGLES if isinstance(self.single_cell_cages, str) else self.single_cell_cages
        return Request(
            seed=self.seed,
            size=self.side,
            level=None if self.level == ANY_LEVEL else self.level,
            box=None if isinstance(self.box, str) else self.box,
            diagonals=self.diagonals,
            cages=cages,
            cage_sizes=None if isinstance(self.cage_sizes, str) else self.cage_sizes,
            single_cell_cages=singles if is_unique else (0, cells),
            spread=self.spread,
            symmetry=self.symmetry,
            max_tries=TRIES,
        )

    @property
    def bounds(self) -> tuple[Range, ...]:
        """The range of the number of cages of each class."""
        return classes_of(self.request.in_full[0])

    @property
    def title(self) -> str:
        """The study in words."""
        of = f", {self.ungrowable} ungrowable" if self.method == REPORT else ""
        options = "".join(
            f", {name}" if value is True else f", {name} {value}" for name, value in self._optional_parameters.items()
        )
        return f"Killer Sudokus {self.method}, {_text(self.cages)} cages{of}{options}, seed {self.seed}"

    @property
    def _optional_parameters(self) -> dict[str, Any]:
        """The parameters that are left out of a manifest where they have their usual values."""
        names = ("side", "box", "diagonals", "cage_sizes", "single_cell_cages", "spread", "symmetry", "level")
        values = {name: getattr(self, name) for name in names if getattr(self, name) != _default(name)}
        return {
            "size" if name == "side" else name: _text(value, "x" if name == "box" else "-")
            for name, value in values.items()
        }

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters that determine the result, for the manifest of the dataset."""
        common = {"method": self.method, "cages": list(self.cages)}
        report = {"ungrowable": self.ungrowable} if self.method == REPORT else {}
        return common | report | self._optional_parameters | {"count": self.number, "seed": self.seed}

    @property
    def stem(self) -> str:
        """The name of the dataset in the data folder, without its suffix."""
        size = [] if self.side == SIDE else [format_size(self.side, self.side)]
        return "-".join(["killer-study", *size, self.method, _text(self.cages)])

    @property
    def kernel_request(self) -> kernel.StudyRequest:
        """The request in the form that the kernel reads."""
        left_out = [RULES[level] & ~part for level, parts in LEFT_OUT_PARTS.items() for part in parts.values()]
        return kernel.StudyRequest(
            method=np.int64(METHODS.index(self.method)),
            bounds=np.array(self.bounds, np.int64),
            ungrowable=np.int64(0 if isinstance(self.ungrowable, str) else self.ungrowable),
            request=ANY_CAGES if self.method == REPORT else cage_request(self.request),
            search=RULES[SEARCHED] if self.side <= LARGEST_SEARCHED else goal_of(self.request).parts,
            moves=MOVES,
            parts=np.array([*RULES.values(), *left_out], np.int64),
            levels=np.int64(len(RULES)),
            strategies=RULES["G"],
        )

    def make(self, first: int, number: int, stop: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Generate and rate puzzles from an index on; return a row of `COLUMNS` for each, and its cages and digits.

        Where the last method finds no puzzle, only its draws are known, and the others are -1.
        """
        rows, encoding = np.zeros((number, len(COLUMNS)), np.int64), np.zeros((2, number, self.side**2), np.int64)
        workspace, request = prepare_workspace(self.request.shape, self.symmetry), self.kernel_request
        if self.method != UNIQUE:
            seeds = np.uint64(self.seed), np.uint64(first)
            generated = kernel.generate_and_rate(workspace, request, *seeds, stop, rows, encoding[0], encoding[1])
            return rows[:generated], np.concatenate(encoding[:, :generated], axis=1)
        generation = KillerGeneration(request=self.request)
        for i, row in enumerate(rows):
            outcome = generation.generate_in(workspace, first + i, stop)
            if outcome is None:
                row[:] = -1
            else:
                kernel.rate_draft(workspace, request, stop, row)
                encoding[:, i] = workspace.draft.owner, workspace.draft.solution
            row[kernel.DRAWS] = TRIES if outcome is None else outcome.tries
            if stop[0]:
                return rows[:i], np.concatenate(encoding[:, :i], axis=1)
        return rows, np.concatenate(encoding, axis=1)

    def count(self, shard: tuple[int, int], stop: np.ndarray) -> StreamResult:
        """Generate and rate the puzzles of a shard, given by its first index and its end."""
        first, end = shard
        rows, encoding = self.make(first, end - first, stop)
        collected = StreamResult({name: [rows[:, i].astype(np.int32)] for i, name in enumerate(COLUMNS)})
        for kind, level in enumerate(SOLVERS):
            collected.hardest[kind] = select_hardest(collected[f"passes_{level}"], encoding)
        collected.hardest[len(SOLVERS)] = select_hardest(collected["passes_cages_first"], encoding)
        return collected

    def finish(self, total: StreamResult) -> Findings:
        """Turn the results of all shards into tables.

        The tally's ``outcome`` is the first of `SOLVERS` that solves the puzzle, else search, ambiguous or none;
        ``passes_cages_first`` is the number of alternate passes over cages and units. The hardest puzzles have the most
        passes, ``by_level`` and for ``turns``. By puzzle, passes that do not solve it are null, and so are all
        ratings of an ambiguous one.
        """
        columns = {name: total[name] for name in COLUMNS}
        cages, has_puzzle = columns["cages"], columns["solutions"] > 0
        numbers = np.arange(total.puzzles) % len(CLASSES)
        if self.method == UNIQUE:
            numbers = np.sum([cages < fewest for fewest, _ in self.bounds[:-1]], axis=0)
        classes = np.where(has_puzzle, np.array(CLASSES, object)[numbers], NO_PUZZLE)
        solved = np.array([columns[f"passes_{level}"] >= 0 for level in SOLVERS])
        kinds = np.array([*SOLVERS, SEARCH], object)[np.where(solved.any(axis=0), solved.argmax(axis=0), len(SOLVERS))]
        kinds[columns["solutions"] > 1] = "ambiguous"
        kinds[~has_puzzle] = NO_PUZZLE
        passes = columns["passes_cages_first"].astype(float)
        tally = pd.DataFrame(
            {
                "class": classes,
                "cages": np.maximum(cages, 0),
                "outcome": kinds,
                "passes_cages_first": np.where(passes >= 0, passes, np.nan),
                "puzzles": 1,
            }
        )
        by_puzzle = {"class": pa.array(classes.tolist(), pa.string(), mask=~has_puzzle)} | {
            name: pa.array(values, mask=values < 0) for name, values in columns.items()
        }
        cells = self.side**2
        records = [
            (name, pass_count, puzzle_from(encoding[:cells], encoding[cells:], self.request.shape))
            for kind, name in enumerate((*SOLVERS, "turns"))
            for pass_count, encoding in total.hardest.get(kind, [])
        ]
        hardest = [
            {"by_level": name, "by_passes": float(pass_count), "cages": len(puzzle.cages), "text": str(puzzle)}
            for name, pass_count, puzzle in records
        ]
        return Findings(
            Tally.from_frame(tally),
            pa.Table.from_pylist(hardest, schema=HARDEST_BY_LEVEL),
            by_puzzle=pa.table(by_puzzle),
        )

    def count_unique(self, threads: int | None = None) -> list[int] | None:
        """Return the number of puzzles with one solution: all of them, but unknown (None) where they are only grown, or
        where for some none may be found.
        """
        return None if self.method in ("grown", UNIQUE) else [self.number]


def _default(name: str) -> Any:
    """Return the default of a parameter of a study."""
    return Study.__dataclass_fields__[name].default


def _text(value: Any, separator: str = "-") -> Any:
    """Return two numbers as they are written, and anything else as it is."""
    return separator.join(map(str, value)) if isinstance(value, tuple) else value
