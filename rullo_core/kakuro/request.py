"""Parameters of generated Kakuros: layout, level, difficulty and method; see `rullo_core.kakuro.generation`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np

from rullo_core.declaration import (
    SECONDS,
    TOTAL_SECONDS,
    Climbing,
    Count,
    OptionalCount,
    OptionalShare,
    OptionalWord,
    Parameter,
    Seconds,
    Share,
    Stream,
    Truth,
    Word,
    parameters,
)
from rullo_core.errors import BadInput
from rullo_core.kakuro.levels import LEVEL_OF_KIND
from rullo_core.kakuro.puzzle import LONGEST, Kakuro, place
from rullo_core.kakuro.reading import parse_written
from rullo_core.kakuro.solver import Rating
from rullo_core.parameters import format_size, only_one
from rullo_core.ranges import OptionalSize, RealBounds

SYMMETRIES = ("none", "half-turn", "quarter-turn", "mirror")
"""Symmetries of a layout, in the order of `rullo_core.kakuro.kernels.layout`."""

METHODS = ("check", "steps", "repair", "constructor", "parting", "parting-at-random")
"""Fill and check; five steps; repair; set one clue after the other, as a constructor does; change digits where two
solutions differ, by the best change of twelve cells, or by any."""

WITHOUT_DIGITS = ("steps", "constructor")
"""Methods that choose clues, and know no digits before."""

IN_TURN = (*("steps",) * 8, "repair")
"""Default methods, in turn: five steps are much quicker than repair, and their puzzles are easier."""

FOR_OTHERS = ("parting",)
"""Methods for requests of a kind that is not simple."""

LARGEST_SIDE = 64

BLACK = 0.4
"""Default share of black cells."""


@dataclass(frozen=True)
class LayoutSpec:
    """Rules for which cells are white.

    The size is without the row and column for clues. Black is the least share of black cells, rounded up to whole
    cells; by default the share nearest to `BLACK`, because with a cell more small boards have no layout. Single allows
    entries of one cell; in_blocks puts every white cell into a white square of four.
    """

    height: int
    width: int
    black: float | None = None
    longest: int = LONGEST
    symmetry: str = "half-turn"
    single: bool = False
    in_blocks: bool = False

    def __post_init__(self) -> None:
        size = format_size(self.height, self.width)
        if not (1 <= self.height <= LARGEST_SIDE and 1 <= self.width <= LARGEST_SIDE):
            raise BadInput(f"{size}: layouts are drawn from 1x1 to {LARGEST_SIDE}x{LARGEST_SIDE}; take a smaller size")
        if self.black is None:
            object.__setattr__(self, "black", nearest_share(BLACK, self.height, self.width))
        if min(self.height, self.width) < 2 and not self.single:
            raise BadInput(
                f"{size}: every entry across it has one cell; allow entries of one cell (single), or take a larger size"
            )
        if not 0 <= self.share_of_black < 1:
            raise BadInput(f"{self.black:g} black cells: write a share from 0 to less than 1")
        if not 2 - self.single <= self.longest <= LONGEST:
            raise BadInput(f"entries of {self.longest} cells at most: write {2 - self.single} to {LONGEST}")
        if self.symmetry not in SYMMETRIES:
            raise BadInput(f"symmetry {self.symmetry!r}: write one of {', '.join(SYMMETRIES)}")
        if self.symmetry == "quarter-turn" and self.height != self.width:
            raise BadInput(f"{size}: a quarter turn needs a square")

    @property
    def share_of_black(self) -> float:
        """The least share of black cells."""
        assert self.black is not None
        return self.black

    @property
    def black_cells(self) -> int:
        """The least number of black cells."""
        # A share such as 14 / 36 may round to slightly more than 14 cells.
        return math.ceil(self.share_of_black * self.height * self.width - 1e-9)

    @property
    def rules(self) -> tuple[int, int, int]:
        """Rules as `rullo_core.kakuro.kernels.layout.blacken` takes them."""
        return SYMMETRIES.index(self.symmetry), 1 if self.single else 2, int(self.in_blocks)


def nearest_share(black: float, height: int, width: int) -> float:
    """Return the nearest share that is a whole number of cells, for strata that are named by their share."""
    return round(black * height * width) / (height * width)


@dataclass(frozen=True)
class Condition:
    """Condition on a generated puzzle: its level, None for any that is unique; the range of its difficulty."""

    level: str | None = None
    difficulty: tuple[float, float] | None = None

    def is_satisfied_by(self, rating: Rating) -> bool:
        """Whether a puzzle with this rating satisfies the condition."""
        if rating.level is None or self.level not in (None, rating.level):
            return False
        if self.difficulty is None:
            return True
        return rating.difficulty is not None and self.difficulty[0] <= rating.difficulty <= self.difficulty[1]


def _is_kept(cell: Any) -> bool:
    """Whether a cell of a layout is black, or white with a digit from 0 to 9."""
    is_number = isinstance(cell, int | np.integer) and not isinstance(cell, bool)
    return cell is None or bool(is_number and 0 <= cell <= 9)


class Layout(Parameter[Any, "tuple[tuple[int | None, ...], ...] | None"]):
    """A layout with digits that are kept: 0 for a white cell with any digit, None for a black cell."""

    annotation, doc_type, metavar = (
        "Kakuro | str | Sequence[Sequence[int | None]]",
        "Kakuro, str or nested sequence",
        "FILE",
    )
    parse = staticmethod(parse_written)

    def read(self, text: str) -> Any:
        """Read one puzzle without clues, with digits in place of 0."""
        return self.check(only_one(parse_written(text, self.name), self.name))

    def check(self, value: Any) -> Any:
        """Return the digits of each row, given so, as a puzzle or as a puzzle and its digits."""
        if isinstance(value, Kakuro):
            value = value, (0,) * len(value.cells)
        if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], Kakuro):
            puzzle, cell_digits = value
            if not puzzle.cells:
                raise BadInput(f"{self.name}: all cells are black; write 0 for each white one")
            self._refuse_repeated(puzzle, cell_digits)
            digits = dict(zip(puzzle.cells, cell_digits, strict=True))
            return tuple(tuple(digits.get((r, c)) for c in range(1, puzzle.columns)) for r in range(1, puzzle.rows))
        rows = value.tolist() if isinstance(value, np.ndarray) else value
        if not isinstance(rows, Sequence) or not all(isinstance(row, Sequence | np.ndarray) for row in rows):
            raise self.refusal(value)
        width = len(rows[0]) if rows else 0
        if (
            not width
            or any(len(row) != width for row in rows)
            or not all(_is_kept(cell) for row in rows for cell in row)
        ):
            raise self.refusal(value)
        # Read as text, so that the same digits are refused as in a text.
        lines = [f"{len(rows) + 1} {width + 1}", "- " * (width + 1)]
        lines += ["- " + " ".join("-" if cell is None else str(int(cell)) for cell in row) for row in rows]
        return self.read("\n".join(lines))

    def _refuse_repeated(self, puzzle: Kakuro, cell_digits: Sequence[int]) -> None:
        for _, cells in puzzle.runs():
            entry_digits = [cell_digits[cell] for cell in cells if cell_digits[cell]]
            repeated = next((digit for digit in entry_digits if entry_digits.count(digit) > 1), None)
            if repeated:
                location = place(puzzle.cells[cells[0]])
                raise BadInput(
                    f"{self.name}, {location}: {repeated} is twice in the entry that begins there; change one"
                )

    @property
    def expected(self) -> str:
        """What a value has to be."""
        return "one Kakuro, its text, or rows of digits from 0 to 9, and None for black cells"


@dataclass(frozen=True)
class LayoutParameters:
    """Parameters that determine which cells are white."""

    size: OptionalSize = OptionalSize(
        None,
        "Rows x columns of cells that may be white; the text of such a puzzle has one more row and column, for clues",
        "10x10",
        "8x8",
    )
    _: KW_ONLY
    black: OptionalShare = OptionalShare(
        None,
        "Least share of black cells, from 0 to less than 1",
        "0.25",
        "as near to 0.4 as possible",
        maximum=1,
        open_above=True,
    )
    longest: Count = Count(LayoutSpec.longest, "Greatest number of cells of an entry", "6", maximum=LONGEST)
    symmetry: Word = Word(SYMMETRIES, LayoutSpec.symmetry, "Give the layout this symmetry", "none")
    single_cell_entries: Truth = Truth("Whether entries of one cell are allowed")
    in_blocks: Truth = Truth("Whether every white cell has to lie in a square of four white ones")

    def __post_init__(self) -> None:
        _ = self.layout_spec  # refuses impossible layouts

    @property
    def layout_spec(self) -> LayoutSpec:
        """The rules for which cells are white."""
        return LayoutSpec(
            *(self.size or (8, 8)), self.black, self.longest, self.symmetry, self.single_cell_entries, self.in_blocks
        )


@dataclass(frozen=True)
class LayoutRequest(LayoutParameters, Stream):
    """Parameters of layouts."""

    _: KW_ONLY
    seconds: Seconds = TOTAL_SECONDS


@dataclass(frozen=True)
class HardestRequest(Climbing, LayoutParameters):
    """Parameters of Kakuros that are climbed to, on a layout of its own in each attempt."""


@dataclass(frozen=True, kw_only=True)
class ReduceRequest:
    """Parameters of puzzles with fewer clues."""

    complete: Truth = Truth("Remove whole entries, their sums and that their digits are different, not only sums")
    seed: OptionalCount = OptionalCount(
        None,
        "Random seed, from 0 to 2^64 - 1, of the order in which clues are tried",
        "1",
        "reading order",
        minimum=0,
        maximum=2**64 - 1,
    )
    nodes: OptionalCount = OptionalCount(
        None, "Give up a test after this many steps of the search, and keep the clue", "1000", "no limit"
    )
    seconds: Seconds = TOTAL_SECONDS


@dataclass(frozen=True, kw_only=True)
class RepairRequest:
    """Parameters of repairs."""

    seed: Count = Count(
        1, "Random seed, from 0 to 2^64 - 1, of the changes that are tried", "7", minimum=0, maximum=2**64 - 1
    )
    seconds: Seconds = TOTAL_SECONDS


@dataclass(frozen=True)
class Request(LayoutRequest):
    """Parameters of generated Kakuros."""

    _: KW_ONLY
    level: OptionalWord = OptionalWord(
        tuple(LEVEL_OF_KIND.values()),
        None,
        "Accept only puzzles that this level solves, and no weaker one; for search, only those that none solves",
        "G+Q",
        "any with one solution",
    )
    difficulty: RealBounds = RealBounds(
        None,
        "Accept only puzzles that G solves and whose difficulty, in passes, lies in this range",
        "20-30",
        "any",
    )
    method: OptionalWord = OptionalWord(
        METHODS,
        None,
        "Find the clues with this method: check fills a layout at random and keeps it if it has one solution; repair "
        "changes digits of a random filling until entries alone solve it; parting changes digits where two solutions "
        "differ until there is one, by the best of twelve cells, and parting-at-random by any of them; steps and "
        "constructor choose clues, not digits, in five steps or one at a time",
        "repair",
        "suits the other parameters",
    )
    layout: Layout = Layout(
        None,
        "Use the layout of this puzzle without clues, and keep the digits that stand in place of 0",
        "layout.txt",
        "a generated layout",
    )
    push: Share = Share(
        0.0, "Make large digits this much more likely in some entries, and small ones in others", "2", maximum=10
    )
    max_tries: Count = Count(900, "Give up a puzzle after this many layouts", "100")
    seconds: Seconds = SECONDS

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.level not in (None, "G") and (self.difficulty or self.method in (*WITHOUT_DIGITS, "repair")):
            raise BadInput(f"level {self.level}: needs the method parting, and has no difficulty; leave that out")
        if self.layout is not None:
            self._refuse_rules_of_layouts()
        if self.layout is not None and self.method in WITHOUT_DIGITS:
            raise BadInput(f"method {self.method}: chooses clues, not digits; leave it out, or the layout")

    def _refuse_rules_of_layouts(self) -> None:
        for name, parameter in parameters(LayoutParameters).items():
            if getattr(self, name) != parameter.take(parameter.default):
                raise BadInput(f"{name}: the layout that is given decides that; leave {name} out, or the layout")

    @property
    def layout_spec(self) -> LayoutSpec:
        """The rules for which cells are white."""
        if self.layout is None:
            return super().layout_spec
        return LayoutSpec(len(self.layout), len(self.layout[0]), single=True)
