"""How far levels of reasoning get with a Killer Sudoku, in readable Python; the kernels are tested against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rullo_core import passes
from rullo_core.constraints.distinct import Forward, Hall, Union
from rullo_core.constraints.sums import SignedSum, pairs_apart
from rullo_core.killer.levels import LEVELS
from rullo_core.killer.puzzle import Cage, Killer, Solution
from rullo_core.killer.rules import InCage, Required
from rullo_core.limits import limits
from rullo_core.parameters import check_choice
from rullo_core.passes import levels
from rullo_core.passes.levels import LevelRating, Propagation
from rullo_core.passes.solver import Contradiction, Run
from rullo_core.passes.units import State, Unit, Units, with_digits
from rullo_core.sudoku.rules import Hidden, Locked

GROUP = "all"
"""The only group of units in the passes of a level."""

CAGES, UNITS = "cages", "units"
"""The groups whose passes alternate when difficulty is measured."""

MOST_SUMMED, MOST_IN_WINDOWS = 4, 20
"""Greatest number of cells of a sum, for one unit and for several."""


class Reasoner:
    """The units of a puzzle by the rule that filters them, computed when first used."""

    def __init__(self, puzzle: Killer) -> None:
        self.puzzle = puzzle
        self.digits = tuple(range(1, puzzle.side + 1))

    @cached_property
    def start(self) -> State:
        """Every digit as a candidate of every cell."""
        return (frozenset(self.digits),) * self.puzzle.side**2

    @cached_property
    def combined(self) -> State:
        """For each cell, the digits of the combinations with the sum of its cage."""
        units = [Unit(f"cage {cage.label}", cage.cells, Union(cage.total, self.digits)) for cage in self.puzzle.cages]
        return levels.reach(self.start, units).state

    @cached_property
    def sees(self) -> dict[int, frozenset[int]]:
        """For each cell, the cells that share a unit or a cage with it."""
        found: dict[int, set[int]] = {cell: set() for cell in range(self.puzzle.side**2)}
        for cells in [*(cells for _, cells in self.puzzle.units), *(cage.cells for cage in self.puzzle.cages)]:
            for cell in cells:
                found[cell] |= set(cells) - {cell}
        return {cell: frozenset(others) for cell, others in found.items()}

    @cached_property
    def cages(self) -> list[Unit]:
        """Cages, filtered fully: different digits with the sum."""
        return [Unit(f"cage {cage.label}", cage.cells, InCage(cage.total, self.digits)) for cage in self.puzzle.cages]

    @cached_property
    def alike(self) -> list[Unit]:
        """Cages, from whose cells the digits of fixed cells are eliminated."""
        return [Unit(f"cage {cage.label}", cage.cells, Forward()) for cage in self.puzzle.cages]

    @cached_property
    def naked(self) -> list[Unit]:
        """Rows, columns and boxes, from whose cells the digits of fixed cells are eliminated."""
        return [Unit(name, cells, Forward()) for name, cells in self.puzzle.units]

    @cached_property
    def hidden(self) -> list[Unit]:
        """Rows, columns and boxes with the rule of hidden singles."""
        return [Unit(name, cells, Hidden(frozenset(self.digits))) for name, cells in self.puzzle.units]

    @cached_property
    def units(self) -> list[Unit]:
        """Rows, columns and boxes, filtered fully."""
        return [Unit(name, cells, Hall()) for name, cells in self.puzzle.units]

    @cached_property
    def locked(self) -> list[Unit]:
        """Lines and the boxes that they cross: a digit confined to the crossing leaves the rest of both."""
        side = self.puzzle.side
        lines, boxes = self.puzzle.units[: 2 * side], self.puzzle.units[2 * side : 3 * side]
        found = []
        for line, in_line in lines:
            for box, in_box in boxes:
                if set(in_line) & set(in_box):
                    cells = tuple(sorted({*in_line, *in_box}))
                    number = {cell: i for i, cell in enumerate(cells)}
                    rule = Locked(tuple(number[cell] for cell in in_line), tuple(number[cell] for cell in in_box))
                    found.append(Unit(f"{line} and {box}", cells, rule))
        return found

    @cached_property
    def required(self) -> list[Unit]:
        """Cages with the cells that see them: a cell loses a required digit if it sees all places of it in the cage."""
        found = []
        for cage in self.puzzle.cages:
            inside = set(cage.cells)
            seen = {
                cell: frozenset(i for i, one in enumerate(cage.cells) if one in others)
                for cell, others in self.sees.items()
                if cell not in inside and others & inside
            }
            rule = Required(cage.total, self.digits, tuple(seen.values()))
            found.append(Unit(f"cage {cage.label} and what sees it", (*cage.cells, *seen), rule))
        return found

    @cached_property
    def sums(self) -> list[Unit]:
        """Signed sums by the rule of 45 for each row, column and box."""
        side = self.puzzle.side
        regions = [(name, frozenset(cells), 1) for name, cells in self.puzzle.units[: 3 * side]]
        return [unit for unit in self._sums(regions, mixed=False) if len(unit.cells) <= MOST_SUMMED]

    @cached_property
    def windows(self) -> list[Unit]:
        """Signed sums by the rule of 45 for adjacent rows or columns, and for rectangles of boxes."""
        found = self._sums(self._windows(), mixed=True)
        return [unit for unit in found if len(unit.cells) <= MOST_IN_WINDOWS]

    def _windows(self) -> Iterator[tuple[str, frozenset[int], int]]:
        side = self.puzzle.side
        high, wide = self.puzzle.box
        for kind, first in (("row", 0), ("column", side)):
            lines = self.puzzle.units[first : first + side]
            for begin in range(side):
                for end in range(begin + 1, side + 1):
                    if end - begin < side:
                        cells = frozenset(cell for _, inside in lines[begin:end] for cell in inside)
                        name = f"{kind}s {begin + 1} to {end}" if end - begin > 1 else f"{kind} {end}"
                        yield name, cells, end - begin
        down, across = side // high, side // wide
        boxes = self.puzzle.units[2 * side : 3 * side]
        for top in range(down):
            for bottom in range(top + 1, down + 1):
                for left in range(across):
                    for right in range(left + 1, across + 1):
                        some = [boxes[r * across + c] for r in range(top, bottom) for c in range(left, right)]
                        if len(some) < side:
                            name = f"{some[0][0]} to {some[-1][0]}" if len(some) > 1 else some[0][0]
                            yield name, frozenset(cell for _, inside in some for cell in inside), len(some)

    def _sums(self, regions: Iterator[tuple[str, frozenset[int], int]] | Sequence[tuple[str, frozenset[int], int]],
              mixed: bool) -> list[Unit]:  # fmt: skip
        made: dict[tuple[tuple[int, ...], tuple[int, ...]], Unit] = {}
        every = sum(self.digits)
        for name, region, number in regions:
            whole = [cage for cage in self.puzzle.cages if set(cage.cells) <= region]
            crossing = [cage for cage in self.puzzle.cages if set(cage.cells) & region and cage not in whole]
            alone = region - {cell for cage in self.puzzle.cages for cell in cage.cells}
            inner = every * number - sum(cage.total for cage in whole)
            choices = [("inside", crossing, []), ("outside", [], crossing)]
            if mixed:
                out = [cage for cage in crossing if 2 * len(region & set(cage.cells)) > len(cage)]
                choices.append(("across", [cage for cage in crossing if cage not in out], out))
            for how, inside, outside in choices:
                unit = self._sum(f"{name}, {how}", region, inside, outside, alone, inner)
                if unit is not None:
                    made.setdefault((unit.cells, unit.rule.signs), unit)  # type: ignore[attr-defined]
        return list(made.values())

    def _sum(
        self,
        name: str,
        region: frozenset[int],
        inside: Sequence[Cage],
        outside: Sequence[Cage],
        alone: frozenset[int],
        inner: int,
    ) -> Unit | None:
        """Return the sum of the parts of cages inside a region, less parts of others outside; None if it is empty."""
        plus = sorted({cell for cage in inside for cell in cage.cells if cell in region} | alone)
        minus = sorted(cell for cage in outside for cell in cage.cells if cell not in region)
        total = inner - sum(cage.total for cage in outside)
        if not plus:
            plus, minus, total = minus, [], -total
        if not plus:
            return None
        cells = (*plus, *minus)
        signs = (1,) * len(plus) + (-1,) * len(minus)
        return Unit(name, cells, SignedSum(total, signs, pairs_apart(cells, self.sees)))

    def at(self, level: str) -> list[Unit]:
        """Return the units that a level filters."""
        check_choice("level", level, LEVELS)
        return [unit for part in LEVELS[level].strategies if part != "start" for unit in getattr(self, part)]

    def begun(self, level: str) -> State:
        """Return the candidates before the first pass of a level."""
        return self.combined if "start" in LEVELS[level].strategies else self.start

    def game(self, level: str) -> Units:
        """Return the puzzle for the passes of a level: all units in one group."""
        units = self.at(level)
        return Units(self.begun(level), {GROUP: units}, ((GROUP,),))

    def reach(self, level: str) -> Propagation:
        """Propagate by a level until it is stuck."""
        return levels.reach(self.begun(level), self.at(level))


@lru_cache(maxsize=1)
def reasoner_of(puzzle: Killer) -> Reasoner:
    """Return the units of a puzzle; those of one that is asked for at several levels are computed once."""
    return Reasoner(puzzle)


def run_level(puzzle: Killer, level: str) -> Run:
    """Make passes of a level until every cell is fixed or nothing is eliminated."""
    return passes.run(reasoner_of(puzzle).game(level))


def game(puzzle: Killer) -> Units:
    """Return the puzzle for measuring difficulty: passes of cages and of units by turns, both filtered fully."""
    reasoner = Reasoner(puzzle)
    return Units(reasoner.start, {CAGES: reasoner.cages, UNITS: reasoner.units}, ((CAGES, UNITS), (UNITS, CAGES)))


def shave(reasoner: Reasoner, state: State, level: str) -> tuple[State, int]:
    """Eliminate what a level refutes where it is stuck, apply it, and repeat; return the state, and rounds of use."""
    units, rounds = reasoner.at(level), 0
    while True:
        refuted = [
            (cell, digit)
            for cell, left in enumerate(state)
            for digit in (left if len(left) > 1 else ())
            if not _holds((*state[:cell], frozenset({digit}), *state[cell + 1 :]), units)
        ]
        if not refuted:
            return state, rounds
        rounds += 1
        state = levels.reach(
            tuple(left - {digit for one, digit in refuted if one == cell} for cell, left in enumerate(state)), units
        ).state


def _holds(state: State, units: Sequence[Unit]) -> bool:
    try:
        levels.reach(state, units)
    except Contradiction:
        return False
    return True


@dataclass(frozen=True)
class Rating(LevelRating):
    """The rating of a puzzle; fields are named as columns of the public rating.

    The level is the first of `killer.levels.SOLVERS`, or shave, or search. Passes_cages_first is the number of passes
    over cages and units by turns, None if they are stuck, and open_cells are those that they leave unfixed. By level,
    the passes that eliminate something, the cells that it solves, and the candidates of all cells after it are None if
    the level shows that there is no solution.
    """

    cages: int
    cells: int
    open_cells: int | None
    passes_cages_first: int | None
    solved_cells: dict[str, int | None]
    candidates: dict[str, int | None]

    @property
    def simple(self) -> bool:
        """Whether passes by turns solve the puzzle."""
        return self.passes_cages_first is not None

    @property
    def passes_units_first(self) -> int | None:
        """The same, units first: one more, as no digit is given, so that their first pass eliminates nothing."""
        return None if self.passes_cages_first is None else self.passes_cages_first + 1

    @property
    def passes(self) -> float | None:
        """The mean of the passes of both orders."""
        return None if self.passes_cages_first is None else self.passes_cages_first + 0.5


@dataclass
class Counted:
    """A counter of the nodes of a search."""

    nodes: int = 0


def solutions(
    puzzle: Killer, level: str = "CA", counted: Counted | None = None, written: Solution | None = None
) -> Iterator[Solution]:
    """Yield every solution: propagate by a level, then branch on the first cell with the fewest candidates.

    With `written`, yield only solutions that have these digits, 0 for none.
    """
    reasoner, counted = Reasoner(puzzle), counted or Counted()
    units = reasoner.at(level)

    def reach(state: State) -> State:
        counted.nodes += 1
        return levels.reach(state, units).state

    counted.nodes -= 1
    begun = reasoner.begun(level)
    start = begun if written is None else with_digits(begun, written)
    for state in levels.solutions(start, levels.NodeCounter(reach, limits().nodes)):
        yield tuple(digit for (digit,) in state)
