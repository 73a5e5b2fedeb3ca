"""How far levels of reasoning get with a Sudoku, pass by pass: readable code that kernels are tested against."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rullo_core import passes
from rullo_core.constraints.distinct import Forward, Hall
from rullo_core.parameters import check_choice
from rullo_core.passes import levels
from rullo_core.passes.levels import LevelRating, Propagation
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import Domain, Rule, State, Unit, Units, with_digits
from rullo_core.puzzles.boxes import Box, side_of, units_of
from rullo_core.sudoku.levels import BASE, LEVELS
from rullo_core.sudoku.puzzle import Cells, Sudoku
from rullo_core.sudoku.rules import Hidden, Locked, Subsets

STRATEGIES = ("naked", "hidden", "locked", "subsets", "everything")
"""Names of strategies in `Rating.strategy_count`, in the order of `rullo_core.sudoku.kernels.measures.TECHNIQUES`."""

LARGEST_SUBSET = 3

EARLY = 20
"""Positions of a solution that count as early."""

UNITS = "units"
"""The one group of passes: all units at once."""


def digits_of(puzzle: Sudoku) -> Domain:
    """Return all digits."""
    return frozenset(range(1, puzzle.side + 1))


def start_of(puzzle: Sudoku) -> State:
    """Return the state with the givens, and nothing that follows from them."""
    return with_digits((digits_of(puzzle),) * len(puzzle.cells), puzzle.cells)


def units_at(puzzle: Sudoku, level: str) -> list[Unit]:
    """Return the units of a level: each rule for each unit, or for each line and box that cross."""
    check_choice("level", level, LEVELS)
    digits = digits_of(puzzle)
    rules: dict[str, Rule] = {
        "naked": Forward(),
        "hidden": Hidden(digits),
        "subsets": Subsets(digits, LARGEST_SUBSET),
        "gac": Hall(),
    }
    units = []
    for name in LEVELS[level].strategies:
        if name == "locked":
            units += list(_crossings(puzzle.box))
        else:
            units += [Unit(text, cells, rules[name]) for text, cells in units_of(puzzle.box)]
    return units


def _crossings(box: Box) -> Iterator[Unit]:
    units = units_of(box)
    lines, boxes = units[: 2 * side_of(box)], units[2 * side_of(box) :]
    for line, in_line in lines:
        for box_name, in_box in boxes:
            if set(in_line) & set(in_box):
                cells = tuple(sorted({*in_line, *in_box}))
                number = {cell: i for i, cell in enumerate(cells)}
                rule = Locked(tuple(number[cell] for cell in in_line), tuple(number[cell] for cell in in_box))
                yield Unit(f"{line} and {box_name}", cells, rule)


def reach(puzzle: Sudoku, level: str) -> Propagation:
    """Propagate with a level until it is stuck."""
    return levels.reach(start_of(puzzle), units_at(puzzle, level))


def game(puzzle: Sudoku, level: str) -> Units:
    """Return the puzzle as passes of a level see it: every rule of every unit, all from the state before the pass."""
    return Units(start_of(puzzle), {UNITS: units_at(puzzle, level)}, ((UNITS,),))


def count_passes(puzzle: Sudoku, level: str) -> int | None:
    """Return the passes of a level until every cell is fixed; None if it is stuck or finds a contradiction.

    Examples
    --------
    >>> puzzle = Sudoku.parse(".4.. .32. ...3 ....")
    >>> [count_passes(puzzle, level) for level in ("naked", "hidden", "gac")]
    [5, 4, 3]
    """
    try:
        run = passes.run(game(puzzle, level))
    except Contradiction:
        return None
    return len(run.passes) if run.is_solved else None


def solutions(puzzle: Sudoku) -> Iterator[Cells]:
    """Yield every solution: propagate by singles, then try each digit of the first cell with the fewest."""
    units = units_at(puzzle, "hidden")
    for state in levels.solutions(start_of(puzzle), lambda state: levels.reach(state, units).state):
        yield tuple(digit for (digit,) in state)


@dataclass(frozen=True)
class Rating(LevelRating):
    """Rating of a puzzle; fields are named as columns of the public rating, where there are such.

    What was not asked for may be None, or empty.

    Counts of passes are None where they are stuck: passes_pairs with singles and pairs only; passes_after_first those
    of the level that solves the puzzle from the cells of its first pass that fixes any. Strategy_count says how often
    each of `STRATEGIES` is used, on all units at once, if the first that deduces anything is applied each time;
    strategies_weighted sums a weight that doubles with each strategy, from 1, and grows by a tenth with each earlier
    use of the same.

    Forced_cells is in how many cells singles force a digit, on average over the positions on the way, when one after
    the other is placed at random, and forced_cells_early over the first `EARLY` positions: the fewer, the harder; None
    if none is forced. Units_to_spare is without how many of the units, one at a time, singles solve it, None where they
    do not. (Any one of these rules follows from the others, but singles may need it.) Finishing_cells is how many empty
    cells let singles finish a unique puzzle, if their digit is known: few where a guess hardly helps.

    Cells are those without a given, and open_cells those that `BASE` leaves unfixed. Fixed_by_pass and
    candidates_by_pass are those of the level that solves the puzzle, or else of the strongest.
    """

    clues: int
    cells: int
    open_cells: int | None = None
    passes_pairs: int | None = None
    passes_after_first: int | None = None
    strategy_count: dict[str, int] = field(default_factory=lambda: dict.fromkeys(STRATEGIES, 0))
    strategies_weighted: float | None = None
    forced_cells: float | None = None
    forced_cells_early: float | None = None
    units_to_spare: int | None = None
    finishing_cells: int | None = None
    fixed_by_pass: tuple[int, ...] = ()
    candidates_by_pass: tuple[int, ...] = ()

    @property
    def simple(self) -> bool:
        """Whether `BASE` solves the puzzle."""
        return self.passes_by_level[BASE] is not None

    @property
    def passes(self) -> float | None:
        """The passes of `BASE`, as there is only one group of units."""
        passes = self.passes_by_level[BASE]
        return None if passes is None else float(passes)
