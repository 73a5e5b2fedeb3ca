"""How far levels of reasoning get with a Killer Sudoku; to be read, and what kernels are held against.

======= ==============================================================================================================
level   what a pass looks at
======= ==============================================================================================================
E       combinations of each cage's sum once, at the start; then a settled digit is nowhere else in its units and cage
H       and a digit with one place only in a unit is there
G       and what a line and a box reveal where they cross: the strategies of M. Gordon, Automatic puzzle solving (Leeds)
C       as E, with everything that each cage reveals, in every pass
CH, CG  the same with H and G
CA      everything that each cage and each unit reveals
CP      and lines with boxes, and digits that a cage has to have
O1      and the rule of 45 for a row, column or box: sums of up to four cells inside or outside
OW      and for windows of rows and columns and for rectangles of boxes, inside, outside and mixed
======= ==============================================================================================================
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rullo_core import passes
from rullo_core.constraints.distinct import Forward, Hall, Union
from rullo_core.constraints.sums import SignedSum, pairs_apart
from rullo_core.errors import BadInput
from rullo_core.killer.puzzle import Cage, Killer, Solution
from rullo_core.killer.rules import InCage, Required
from rullo_core.passes import levels
from rullo_core.passes.levels import Reached
from rullo_core.passes.solver import Contradiction, Run
from rullo_core.passes.units import State, Unit, Units
from rullo_core.sudoku.rules import Hidden, Locked

LEVELS = {
    "E": ("start", "naked", "alike"),
    "H": ("start", "naked", "alike", "hidden"),
    "G": ("start", "naked", "alike", "hidden", "locked"),
    "C": ("naked", "cages"),
    "CH": ("naked", "cages", "hidden"),
    "CG": ("naked", "cages", "hidden", "locked"),
    "CA": ("cages", "units"),
    "CP": ("cages", "units", "locked", "required"),
    "O1": ("cages", "units", "locked", "required", "sums"),
    "OW": ("cages", "units", "locked", "required", "sums", "windows"),
}
"""What each level looks at. E, H, G; C, CH, CG; and CA to OW are ladders; CG does not stand below CA."""

SOLVERS = ("CH", "CG", "CA", "CP", "O1", "OW")
"""Levels of which the first that solves a puzzle is told; after them comes shaving, and then search."""

SHAVE = "shave"
"""In place of a level: the strongest, and every digit tried that leads to a contradiction."""

GROUP = "all"
"""The one group of the passes of a level."""

CAGES, UNITS = "cages", "units"
"""The groups that take turns, for difficulty."""

MOST_SUMMED, MOST_IN_WINDOWS = 4, 20
"""Cells of a sum, of one unit and of several."""


class Reasoner:
    """The units of a puzzle, each made when it is first asked for.

    Parameters
    ----------
    puzzle : Killer
    """

    def __init__(self, puzzle: Killer) -> None:
        self.puzzle = puzzle
        self.digits = tuple(range(1, puzzle.side + 1))

    @cached_property
    def start(self) -> State:
        """Every digit everywhere."""
        return (frozenset(self.digits),) * self.puzzle.side**2

    @cached_property
    def combined(self) -> State:
        """Only digits that some set of different digits with the sum of their cage has."""
        units = [Unit(f"cage {cage.label}", cage.cells, Union(cage.total, self.digits)) for cage in self.puzzle.cages]
        return levels.reach(self.start, units).state

    @cached_property
    def sees(self) -> dict[int, frozenset[int]]:
        """For each cell, those that share a unit or a cage with it."""
        found: dict[int, set[int]] = {cell: set() for cell in range(self.puzzle.side**2)}
        for cells in [*(cells for _, cells in self.puzzle.units), *(cage.cells for cage in self.puzzle.cages)]:
            for cell in cells:
                found[cell] |= set(cells) - {cell}
        return {cell: frozenset(others) for cell, others in found.items()}

    @cached_property
    def cages(self) -> list[Unit]:
        """Everything that each cage reveals."""
        return [Unit(f"cage {cage.label}", cage.cells, InCage(cage.total, self.digits)) for cage in self.puzzle.cages]

    @cached_property
    def alike(self) -> list[Unit]:
        """In each cage, no digit of a settled cell."""
        return [Unit(f"cage {cage.label}", cage.cells, Forward()) for cage in self.puzzle.cages]

    @cached_property
    def naked(self) -> list[Unit]:
        """In each row, column and box, no digit of a settled cell."""
        return [Unit(name, cells, Forward()) for name, cells in self.puzzle.units]

    @cached_property
    def hidden(self) -> list[Unit]:
        """A digit with one place only."""
        return [Unit(name, cells, Hidden(frozenset(self.digits))) for name, cells in self.puzzle.units]

    @cached_property
    def units(self) -> list[Unit]:
        """Everything that each row, column and box reveals."""
        return [Unit(name, cells, Hall()) for name, cells in self.puzzle.units]

    @cached_property
    def locked(self) -> list[Unit]:
        """Lines and boxes that cross."""
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
        """Digits that a cage has to have."""
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
        """The rule of 45 for each row, column and box."""
        side = self.puzzle.side
        regions = [(name, frozenset(cells), 1) for name, cells in self.puzzle.units[: 3 * side]]
        return [unit for unit in self._sums(regions, mixed=False) if len(unit.cells) <= MOST_SUMMED]

    @cached_property
    def windows(self) -> list[Unit]:
        """The rule of 45 for rows and columns beside each other, and for rectangles of boxes."""
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
        """What parts of cages add up to: those inside a region, less those outside of others."""
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
        """What a level looks at.

        Raises
        ------
        BadInput
            If there is no such level.
        """
        if level not in LEVELS:
            raise BadInput(f"level {level!r}: take one of {', '.join(LEVELS)}")
        return [unit for part in LEVELS[level] if part != "start" for unit in getattr(self, part)]

    def begun(self, level: str) -> State:
        """The state before the first pass of a level."""
        return self.combined if "start" in LEVELS[level] else self.start

    def game(self, level: str) -> Units:
        """The puzzle as passes of a level see it: all units at once."""
        units = self.at(level)
        return Units(self.begun(level), {GROUP: units}, ((GROUP,),))

    def reach(self, level: str) -> Reached:
        """Go as far as a level does.

        Raises
        ------
        Contradiction
            If it shows that there is no solution.
        """
        return levels.reach(self.begun(level), self.at(level))


def run_level(puzzle: Killer, level: str) -> Run:
    """Make passes of a level, all units at once, until every cell is settled or nothing is revealed."""
    return passes.run(Reasoner(puzzle).game(level))


def game(puzzle: Killer) -> Units:
    """The puzzle as its difficulty is measured: everything that cages reveal, and that units reveal, by turns."""
    reasoner = Reasoner(puzzle)
    return Units(reasoner.start, {CAGES: reasoner.cages, UNITS: reasoner.units}, ((CAGES, UNITS), (UNITS, CAGES)))


def shave(reasoner: Reasoner, state: State, level: str) -> tuple[State, int]:
    """Try every digit of every open cell from one state, remove those that a level refutes; then the level; repeat.

    Parameters
    ----------
    reasoner : Reasoner
    state : tuple of frozenset
        Where the level is stuck.
    level : str

    Returns
    -------
    state : tuple of frozenset
    rounds : int
        Those that removed something.

    Raises
    ------
    Contradiction
        If there is no solution.
    """
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
class Rating:
    """What is to be said of a puzzle.

    Attributes
    ----------
    simple : bool
        Whether passes over cages and units by turns solve it.
    passes : int or None
        How many, cages first; None where they are stuck.
    level : str or None
        The first of `SOLVERS` that solves it, shave, or search; None if it has no solution, or none was found in time.
    settled, left : dict of str to (int or None)
        How many cells each level settles, and how many digits of all cells together it leaves; None where it shows
        that there is no solution.
    made : dict of str to (int or None)
        The passes of each level that reveal something; None where it shows that there is no solution.
    cages : int
    solutions : int
        That were found, up to a bound.
    complete : bool
        Whether there are no others.
    nodes : int
        Digits that a search tried, until then.
    """

    simple: bool
    passes: int | None
    level: str | None
    solved_cells: dict[str, int | None]
    candidates: dict[str, int | None]
    passes_by_level: dict[str, int | None]
    cages: int
    solutions: int
    complete: bool
    nodes: int


@dataclass
class Counted:
    """Digits that a search has tried."""

    nodes: int = 0


def with_written(state: State, written: Solution) -> State:
    """A state in which some cells have the digits that are written, 0 for none."""
    return tuple(frozenset({digit}) if digit else left for left, digit in zip(state, written, strict=True))


def solutions(
    puzzle: Killer, level: str = "CA", counted: Counted | None = None, written: Solution | None = None
) -> Iterator[Solution]:
    """Every solution: a level as far as it goes, then each digit of the first cell with the fewest, in order.

    Where digits are written, only those that have them.
    """
    reasoner, counted = Reasoner(puzzle), counted or Counted()
    units = reasoner.at(level)

    def reach(state: State) -> State:
        counted.nodes += 1
        return levels.reach(state, units).state

    counted.nodes -= 1
    begun = reasoner.begun(level)
    for state in levels.solutions(begun if written is None else with_written(begun, written), reach):
        yield tuple(digit for (digit,) in state)
