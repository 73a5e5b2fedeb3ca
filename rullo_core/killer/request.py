"""Requests for Killer Sudokus: board, cages, level; `rullo_core.killer.generation` generates them."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from rullo_core.declaration import SECONDS, Climbing, Count, OptionalWord, Seconds, Stream, Truth, Word, changes
from rullo_core.errors import BadInput
from rullo_core.killer.levels import LEVELS, SOLVERS
from rullo_core.killer.puzzle import LARGEST
from rullo_core.puzzles.boxes import check_box, side_of, usual_box
from rullo_core.ranges import Bounds, OptionalSize, RequiredBounds, Side

SYMMETRIES = ("none", "half-turn", "quarter-turn", "mirror")
"""Symmetries of the cages, not of their sums."""

SPREADS = ("random", "lines", "boxes")
"""Placement of the seeds of cages: anywhere; equally many in each row and column; equally many in each box."""

TURNS, FEWEST = "turns", "cages"
"""Goals of hill climbing other than a level: most passes, alternately over cages and units, and fewest cages."""

GOALS = (TURNS, FEWEST, *LEVELS)

SHARE, SHARE_ON_LARGE = (0.35, 0.42), (0.46, 0.52)
"""Default range of the number of cages divided by that of cells, on boards up to 9x9 and on larger ones."""

LARGEST_CAGE = 9
"""Default greatest number of cells of a cage."""

SMALLEST, SIDE, NO_SINGLES = 4, 9, (0, 0)
"""Smallest and default side of a board, and default number of cages of one cell."""

Range = tuple[int, int]
"""The least and the greatest number of something."""


@dataclass(frozen=True)
class CageParameters:
    """Parameters of grids and their cages."""

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
    diagonals: Truth = Truth("Whether both long diagonals have all digits, too")
    cages: Bounds = Bounds(
        None, "Number of cages, in this range", "28-34", "28-34 on 9x9, and the same share on other grids"
    )
    cage_sizes: Bounds = Bounds(None, "Number of cells of a cage of several cells, in this range", "2-5", "2-9")
    single_cell_cages: RequiredBounds = RequiredBounds(NO_SINGLES, "Number of cages of one cell, in this range", "0-4")
    spread: Word = Word(
        SPREADS, "random", "Begin cages anywhere, evenly over rows and columns, or evenly over boxes", "boxes"
    )
    symmetry: Word = Word(SYMMETRIES, "none", "Give the cages, not their sums, this symmetry", "half-turn")

    def __post_init__(self) -> None:
        check_box(self.side, self.shape[1], LARGEST)
        cells = self.side**2
        (min_cages, max_cages), (min_size, max_size), (min_singles, max_singles) = self.in_full
        if not 1 <= min_cages <= max_cages <= cells:
            raise BadInput(f"cages {min_cages}-{max_cages}: take from 1 to {cells}")
        if not 1 <= min_size <= max_size <= self.side:
            raise BadInput(f"cage_sizes {min_size}-{max_size}: a cage has from 1 to {self.side} cells")
        if max_cages * max_size < cells:
            raise BadInput(
                f"{max_cages} cages of up to {max_size} cells do not cover {cells}; allow more, or larger ones"
            )
        if min_singles > min_cages:
            raise BadInput(f"{min_singles} cages of one cell, and only {min_cages} cages: ask for more")
        if max_singles + (min_cages - max_singles) * max(min_size, 2) > cells > min_cages:
            raise BadInput(
                f"{min_cages} cages, {max_singles} of one cell and others of {max(min_size, 2)} or more, need more "
                f"than {cells} cells; ask for fewer, or allow more cages of one cell"
            )

    @property
    def side(self) -> int:
        """Number of rows of the grid."""
        return self.size or (side_of(self.box) if self.box else SIDE)

    @property
    def shape(self) -> tuple[int, tuple[int, int], bool]:
        """Side, box and whether there are diagonals."""
        return self.side, self.box or usual_box(self.side), self.diagonals

    @property
    def in_full(self) -> tuple[Range, Range, Range]:
        """The ranges of the numbers of cages, of cells of a cage, and of cages of one cell."""
        low, high = SHARE if self.side <= 9 else SHARE_ON_LARGE
        usual = round(low * self.side**2), round(high * self.side**2)
        sizes = self.cage_sizes or (2, min(self.side, LARGEST_CAGE))
        return self.cages or usual, sizes, self.single_cell_cages


@dataclass(frozen=True)
class Request(CageParameters, Stream):
    """Parameters of generated Killer Sudokus.

    The level has to be the first of `SOLVERS` that solves the puzzle; passes are its own, or without a level those of
    cages and units in turns.
    """

    _: KW_ONLY
    level: OptionalWord = OptionalWord(
        SOLVERS, None, "Accept only puzzles that this level solves, and no weaker one", "O1", "any"
    )
    passes: Bounds = Bounds(
        None,
        "Accept only puzzles that take a number of passes in this range, of the level, or without one, of cages and "
        "units in turns, cages first",
        "12-16",
        "any",
    )
    max_tries: Count = Count(24, "Give up a puzzle after this many grids", "100")
    seconds: Seconds = SECONDS


@dataclass(frozen=True)
class HardestRequest(Climbing, CageParameters):
    """Parameters of Killer Sudokus that are climbed to, from other cages in each attempt."""

    _: KW_ONLY
    goal: Word = Word(
        GOALS,
        TURNS,
        "Maximise the passes of cages and units in turns (turns), cages first, or of a level, or minimise the number "
        "of cages (cages)",
        "O1",
    )
    steps: Count = changes(10_000)
