"""Parameters of filling a board and of removing givens. The generators are in `filling` and `digging`."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any

from rullo_core.declaration import (
    SECONDS,
    TOTAL_SECONDS,
    Climbing,
    Count,
    OptionalCount,
    OptionalWord,
    Parameter,
    Seconds,
    Stream,
    Word,
)
from rullo_core.errors import BadInput
from rullo_core.parameters import check_choice, only_one
from rullo_core.puzzles.boxes import Box, check_box, shape_text, side_of, usual_box
from rullo_core.ranges import Bounds, OptionalSize, Side
from rullo_core.sudoku.levels import LEVELS
from rullo_core.sudoku.puzzle import LARGEST, SMALLEST, Sudoku, check_side, parse_puzzles

METHODS = ("rows", "bail-out", "solver", "fewest", "anew", "exact-cover", "swaps", "permuted", "shifted")
"""Row by row without a solver; the same, begun anew after some placements; a solver that places all it finds after each
digit, row by row; the same, cells with the fewest digits first; the same, begun anew at each dead end; exact cover;
cells exchanged; one board permuted; rows shifted."""

ONLY_ONCE = ("rows", "exact-cover")
"""Methods that have a limit, and do not begin anew after it."""

OF_NOTHING = ("permuted", "shifted")
"""Methods that take no digits that are set before."""

FILL_LEVELS = ("look-ahead", "naked", "hidden")
"""The levels of a solver in the loop."""

FILL_ORDERS = ("usual", "random", "anywhere")
"""Which cell is next: as the method says, or a random order that stays; and exchanges anywhere, not in boxes."""

SYMMETRIES = ("none", "half-turn", "quarter-turn", "mirror")

ORDERS = ("random", "rows", "boxes", "digits", "candidates")
"""In which cells are emptied."""

CRITERIA = ("one-solution", *LEVELS)
"""Remove givens as long as there is one solution, or as long as a level solves the puzzle."""

LIMITS = {4: 1000, 9: 100_000, 16: 3000, 25: 800, 36: 1500, 49: 3000}
"""Placements of an attempt on boards up to each side; of methods that begin anew."""

SINGLE_ATTEMPT_LIMIT = 10_000_000
"""Placements of methods that do not."""


@dataclass(frozen=True)
class FillSpec:
    """How a board is filled; by default, the limit on the placements of an attempt suits the size."""

    method: str = "fewest"
    level: str = "hidden"
    order: str = "usual"
    limit: int | None = None
    attempts: int = 1000

    def __post_init__(self) -> None:
        check_choice("method", self.method, METHODS)
        check_choice("level", self.level, FILL_LEVELS)
        check_choice("order", self.order, FILL_ORDERS)

    def limit_of(self, side: int) -> int:
        """Return the placements of an attempt."""
        if self.limit is not None:
            return self.limit
        if self.method not in ("bail-out", "solver", "fewest", "anew"):
            return SINGLE_ATTEMPT_LIMIT
        return next(limit for largest, limit in LIMITS.items() if side <= largest)


@dataclass(frozen=True)
class DigSpec:
    """How to dig: to a number of clues, symmetric cells together, which stay if a search exceeds `nodes`."""

    criterion: str = "one-solution"
    order: str = "random"
    symmetry: str = "none"
    clues: int = 0
    nodes: int | None = None

    def __post_init__(self) -> None:
        check_choice("criterion", self.criterion, CRITERIA)
        check_choice("order", self.order, ORDERS)
        check_choice("symmetry", self.symmetry, SYMMETRIES)


class GivenDigits(Parameter[Sudoku | str | None, Sudoku | None]):
    """A Sudoku whose digits are kept; a command reads it from a file."""

    annotation, doc_type, metavar = "Sudoku | str", "Sudoku or str", "FILE"
    parse = staticmethod(parse_puzzles)

    def read(self, text: str) -> Sudoku:
        """Read one puzzle."""
        return only_one(parse_puzzles(text, self.name), self.name)

    def check(self, value: Any) -> Sudoku:
        """Return a Sudoku."""
        if not isinstance(value, Sudoku):
            raise self.refusal(value)
        return value

    @property
    def expected(self) -> str:
        """What a value has to be."""
        return "one Sudoku, or its text"


@dataclass(frozen=True)
class GridParameters:
    """Parameters of grids."""

    size: Side = Side(
        "Number of rows, of columns and of digits of the grid",
        "6",
        "9, or the number of cells of the box",
        SMALLEST,
        LARGEST,
    )
    _: KW_ONLY
    box: OptionalSize = OptionalSize(
        None, "Height x width of a box in cells", "2x3", "as square as possible, and not higher than wide"
    )

    def __post_init__(self) -> None:
        check_side(self.side)
        check_box(self.side, self.shape, LARGEST)

    @property
    def side(self) -> int:
        """Number of rows of the grid."""
        return self.size or (side_of(self.box) if self.box else 9)

    @property
    def shape(self) -> Box:
        """Height and width of a box."""
        return self.box or usual_box(self.side)


@dataclass(frozen=True)
class GridRequest(GridParameters, Stream):
    """Parameters of filled grids."""

    _: KW_ONLY
    given: GivenDigits = GivenDigits(
        None, "Keep the digits of this Sudoku, and fill its grid", "words.txt", "an empty grid"
    )
    fill_method: Word = Word(
        METHODS,
        FillSpec.method,
        "Fill grids with this method, of which none draws all grids with the same probability; `rullo sudoku fill "
        "--help` explains them",
        "rows",
    )
    fill_level: Word = Word(
        FILL_LEVELS, FillSpec.level, "Let the solver between the placements of a filling use this level", "naked"
    )
    fill_order: Word = Word(
        FILL_ORDERS,
        FillSpec.order,
        "Choose the next cell to fill in this order; for the method swaps, swap anywhere, not in boxes",
        "random",
    )
    fill_limit: OptionalCount = OptionalCount(
        FillSpec.limit, "Give up an attempt to fill a grid after this many placements", "1000", "suits the size"
    )
    fill_attempts: Count = Count(FillSpec.attempts, "Begin to fill a grid at most this many times", "10")
    seconds: Seconds = TOTAL_SECONDS

    def __post_init__(self) -> None:
        if self.given is None:
            super().__post_init__()
            return
        if self.size is not None and self.size != self.given.side:
            side = self.given.side
            raise BadInput(f"given: is {side}x{side}, not {self.size}x{self.size}; leave the size out")
        box = super().shape
        if self.box is not None and box != self.given.box:
            raise BadInput(f"given: is {shape_text(self.given.box)}, not {'x'.join(map(str, box))}; leave the box out")

    @property
    def side(self) -> int:
        """Number of rows of the grid."""
        return self.given.side if self.given else super().side

    @property
    def shape(self) -> Box:
        """Height and width of a box."""
        return self.given.box if self.given else super().shape

    @property
    def puzzle(self) -> Sudoku:
        """The digits that are kept."""
        return self.given or Sudoku(self.shape, (0,) * self.side**2)

    @property
    def fill_spec(self) -> FillSpec:
        """The parameters of filling grids."""
        return FillSpec(self.fill_method, self.fill_level, self.fill_order, self.fill_limit, self.fill_attempts)


@dataclass(frozen=True)
class DigRequest(Stream):
    """Parameters of puzzles that are generated by digging, from filled grids."""

    _: KW_ONLY
    level: OptionalWord = OptionalWord(
        tuple(LEVELS),
        None,
        "Remove digits as long as this level solves the puzzle, which a weaker one may do, too",
        "hidden",
        "as long as there is one solution",
    )
    order: Word = Word(ORDERS, DigSpec.order, "Remove digits in this order of the cells", "rows")
    symmetry: Word = Word(SYMMETRIES, DigSpec.symmetry, "Give the given cells this symmetry", "half-turn")
    clues: Count = Count(DigSpec.clues, "Stop at this number of givens", "30", minimum=0)
    nodes: OptionalCount = OptionalCount(
        DigSpec.nodes,
        "Give up a search for a second solution after trying this many digits, and keep that cell",
        "1000",
        "no limit",
    )
    seconds: Seconds = TOTAL_SECONDS

    @property
    def dig_spec(self) -> DigSpec:
        """The parameters of digging."""
        return DigSpec(self.level or CRITERIA[0], self.order, self.symmetry, self.clues, self.nodes)


@dataclass(frozen=True)
class Request(DigRequest, GridRequest):
    """Parameters of generated Sudokus."""

    _: KW_ONLY
    passes: Bounds = Bounds(
        None,
        "Accept only puzzles that take a number of passes of the level in this range",
        "12-15",
        "any",
    )
    max_tries: Count = Count(1000, "Give up a puzzle, or climb to one, after this many grids", "100")
    seconds: Seconds = SECONDS

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.passes is not None and self.level is None:
            raise BadInput("passes are those of a level: give a level such as hidden")
        if self.clues > self.side**2:
            raise BadInput(f"clues {self.clues}: write 0 to {self.side**2}")


@dataclass(frozen=True)
class HardestRequest(Climbing, GridParameters):
    """Parameters of Sudokus that are climbed to, on a grid of its own in each attempt."""

    _: KW_ONLY
    level: Word = Word(tuple(LEVELS), "hidden", "Maximise the passes of this level, which solves the puzzles", "locked")
