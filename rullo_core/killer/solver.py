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
        peers: dict[int, set[int]] = {cell: set() for cell in range(self.puzzle.side**2)}
        for cells in [*(cells for _, cells in self.puzzle.units), *(cage.cells for cage in self.puzzle.cages)]:
            for cell in cells:
                peers[cell] |= set(cells) - {cell}
        return {cell: frozenset(cells) for cell, cells in peers.items()}

    @cached_property
    def cages(self) -> list[Unit]:
        """Cages, filtered fully: different digits with the sum."""
        return [Unit(f"cage {cage.label}", cage.cells, InCage(cage.total, self.digits)) for cage in self.puzzle.cages]

    @cached_property
    def cage_singles(self) -> list[Unit]:
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
        units = []
        for line, in_line in lines:
            for box, in_box in boxes:
                if set(in_line) & set(in_box):
                    cells = tuple(sorted({*in_line, *in_box}))
                    number = {cell: i for i, cell in enumerate(cells)}
                    rule = Locked(tuple(number[cell] for cell in in_line), tuple(number[cell] for cell in in_box))
                    units.append(Unit(f"{line} and {box}", cells, rule))
        return units

    @cached_property
    def required(self) -> list[Unit]:
        """Cages with the cells that see them: a cell loses a required digit if it sees all places of it in the cage."""
        units = []
        for cage in self.puzzle.cages:
            in_cage = set(cage.cells)
            visible = {
                cell: frozenset(i for i, member in enumerate(cage.cells) if member in peers)
                for cell, peers in self.sees.items()
                if cell not in in_cage and peers & in_cage
            }
            rule = Required(cage.total, self.digits, tuple(visible.values()))
            units.append(Unit(f"cage {cage.label} and what sees it", (*cage.cells, *visible), rule))
        return units

    @cached_property
    def sums(self) -> list[Unit]:
        """Signed sums by the rule of 45 for each row, column and box."""
        side = self.puzzle.side
        regions = [(name, frozenset(cells), 1) for name, cells in self.puzzle.units[: 3 * side]]
        return [unit for unit in self._sums(regions, mixed=False) if len(unit.cells) <= MOST_SUMMED]

    @cached_property
    def windows(self) -> list[Unit]:
        """Signed sums by the rule of 45 for adjacent rows or columns, and for rectangles of boxes."""
        units = self._sums(self._windows(), mixed=True)
        return [unit for unit in units if len(unit.cells) <= MOST_IN_WINDOWS]

    def _windows(self) -> Iterator[tuple[str, frozenset[int], int]]:
        side = self.puzzle.side
        height, width = self.puzzle.box
        for kind, first in (("row", 0), ("column", side)):
            lines = self.puzzle.units[first : first + side]
            for begin in range(side):
                for end in range(begin + 1, side + 1):
                    if end - begin < side:
                        cells = frozenset(cell for _, line in lines[begin:end] for cell in line)
                        name = f"{kind}s {begin + 1} to {end}" if end - begin > 1 else f"{kind} {end}"
                        yield name, cells, end - begin
        boxes_per_column, boxes_per_row = side // height, side // width
        boxes = self.puzzle.units[2 * side : 3 * side]
        for first_row in range(boxes_per_column):
            for last_row in range(first_row + 1, boxes_per_column + 1):
                for first_column in range(boxes_per_row):
                    for last_column in range(first_column + 1, boxes_per_row + 1):
                        window = [
                            boxes[r * boxes_per_row + c]
                            for r in range(first_row, last_row)
                            for c in range(first_column, last_column)
                        ]
                        if len(window) < side:
                            name = f"{window[0][0]} to {window[-1][0]}" if len(window) > 1 else window[0][0]
                            yield name, frozenset(cell for _, box in window for cell in box), len(window)

    def _sums(self, regions: Iterator[tuple[str, frozenset[int], int]] | Sequence[tuple[str, frozenset[int], int]],
              mixed: bool) -> list[Unit]:  # fmt: skip
        units: dict[tuple[tuple[int, ...], tuple[int, ...]], Unit] = {}
        digit_sum = sum(self.digits)
        for name, region, number in regions:
            contained = [cage for cage in self.puzzle.cages if set(cage.cells) <= region]
            crossing = [cage for cage in self.puzzle.cages if set(cage.cells) & region and cage not in contained]
            uncaged = region - {cell for cage in self.puzzle.cages for cell in cage.cells}
            inner = digit_sum * number - sum(cage.total for cage in contained)
            choices = [("inside", crossing, []), ("outside", [], crossing)]
            if mixed:
                out = [cage for cage in crossing if 2 * len(region & set(cage.cells)) > len(cage)]
                choices.append(("across", [cage for cage in crossing if cage not in out], out))
            for kind, inner_cages, outer_cages in choices:
                unit = self._sum(f"{name}, {kind}", region, inner_cages, outer_cages, uncaged, inner)
                if unit is not None:
                    units.setdefault((unit.cells, unit.rule.signs), unit)  # type: ignore[attr-defined]
        return list(units.values())

    def _sum(
        self,
        name: str,
        region: frozenset[int],
        inner_cages: Sequence[Cage],
        outer_cages: Sequence[Cage],
        uncaged: frozenset[int],
        inner: int,
    ) -> Unit | None:
        """Return the sum of the parts of cages inside a region, minus the parts of outer cages; None if it is empty."""
        plus = sorted({cell for cage in inner_cages for cell in cage.cells if cell in region} | uncaged)
        minus = sorted(cell for cage in outer_cages for cell in cage.cells if cell not in region)
        total = inner - sum(cage.total for cage in outer_cages)
        if not plus:
            plus, minus, total = minus, [], -total
        if not plus:
            return None
        cells = (*plus, *minus)
        signs = (1,) * len(plus) + (-1,) * len(minus)
        return Unit(name, cells, SignedSum(total, signs, pairs_apart(cells, self.sees)))

    def units_at(self, level: str) -> list[Unit]:
        """Return the units that a level filters."""
        check_choice("level", level, LEVELS)
        return [unit for part in LEVELS[level].strategies if part != "start" for unit in getattr(self, part)]

    def start_at(self, level: str) -> State:
        """Return the candidates before the first pass of a level."""
        return self.combined if "start" in LEVELS[level].strategies else self.start

    def game(self, level: str) -> Units:
        """Return the puzzle for the passes of a level: all units in one group."""
        units = self.units_at(level)
        return Units(self.start_at(level), {GROUP: units}, ((GROUP,),))

    def reach(self, level: str) -> Propagation:
        """Propagate by a level until it is stuck."""
        return levels.reach(self.start_at(level), self.units_at(level))


@lru_cache(maxsize=1)
def reasoner_of(puzzle: Killer) -> Reasoner:
    """Return the units of a puzzle; for several levels of the same puzzle, they are computed once."""
    return Reasoner(puzzle)


def run_level(puzzle: Killer, level: str) -> Run:
    """Make passes of a level until every cell is fixed or nothing is eliminated."""
    return passes.run(reasoner_of(puzzle).game(level))


def game(puzzle: Killer) -> Units:
    """Return the puzzle for measuring difficulty: passes alternate between cages and units, both filtered fully."""
    reasoner = Reasoner(puzzle)
    return Units(reasoner.start, {CAGES: reasoner.cages, UNITS: reasoner.units}, ((CAGES, UNITS), (UNITS, CAGES)))


def shave(reasoner: Reasoner, state: State, level: str) -> tuple[State, int]:
    """Where a level is stuck, eliminate candidates that it refutes, apply it, and repeat; return the state, and the
    number of rounds that eliminated something.
    """
    units, rounds = reasoner.units_at(level), 0
    while True:
        refuted = [
            (cell, digit)
            for cell, domain in enumerate(state)
            for digit in (domain if len(domain) > 1 else ())
            if not _holds((*state[:cell], frozenset({digit}), *state[cell + 1 :]), units)
        ]
        if not refuted:
            return state, rounds
        rounds += 1
        state = levels.reach(
            tuple(
                domain - {digit for refuted_cell, digit in refuted if refuted_cell == cell}
                for cell, domain in enumerate(state)
            ),
            units,
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

    The level is the first of `killer.levels.SOLVERS`, or shave, or search. Passes_cages_first is the number of passes,
    alternately over cages and units, None if they are stuck, and open_cells are the cells that they leave unfixed. By
    level, the passes that eliminate something, the cells that it solves, and the candidates of all cells after it are
    None if the level shows that there is no solution.
    """

    cages: int
    cells: int
    open_cells: int | None
    passes_cages_first: int | None
    solved_cells: dict[str, int | None]
    candidates: dict[str, int | None]

    @property
    def simple(self) -> bool:
        """Whether alternate passes over cages and units solve the puzzle."""
        return self.passes_cages_first is not None

    @property
    def passes_units_first(self) -> int | None:
        """The number of passes, units first: one more, because without givens the first pass eliminates nothing."""
        return None if self.passes_cages_first is None else self.passes_cages_first + 1

    @property
    def passes(self) -> float | None:
        """The mean of the passes of both orders."""
        return None if self.passes_cages_first is None else self.passes_cages_first + 0.5


@dataclass
class NodeCounter:
    """A counter of the nodes of a search."""

    nodes: int = 0


def solutions(
    puzzle: Killer, level: str = "CA", counter: NodeCounter | None = None, digits: Solution | None = None
) -> Iterator[Solution]:
    """Yield every solution: propagate by a level, then branch on the first cell with the fewest candidates.

    With `digits`, 0 for an empty cell, yield only solutions that have them.
    """
    reasoner, counter = Reasoner(puzzle), counter or NodeCounter()
    units = reasoner.units_at(level)

    def reach(state: State) -> State:
        counter.nodes += 1
        return levels.reach(state, units).state

    counter.nodes -= 1
    unfiltered = reasoner.start_at(level)
    start = unfiltered if digits is None else with_digits(unfiltered, digits)
    for state in levels.solutions(start, levels.NodeCounter(reach, limits().nodes)):
        yield tuple(digit for (digit,) in state)
