"""The public functions for Calcudokus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import prod
from random import Random
from typing import Any, ClassVar

import numpy as np

from rullo_core.calcudoku.puzzle import OPERATIONS, Cage, Calcudoku, parse_puzzles
from rullo_core.calcudoku.request import Request
from rullo_core.columns import Column
from rullo_core.constraints.distinct import Forward, Hall
from rullo_core.errors import BadInput
from rullo_core.limits import check_time
from rullo_core.passes.solver import run
from rullo_core.passes.units import Automaton, State, Unit, Units, with_digits
from rullo_core.player.play import Option, Preset
from rullo_core.player.play import Unit as Played
from rullo_core.puzzles.asking import generating
from rullo_core.puzzles.boxes import neighbours, place, rows_and_columns
from rullo_core.puzzles.formats import Format, text_format
from rullo_core.puzzles.generation import GeneratedPuzzle, Generation, columns_of
from rullo_core.puzzles.units import UnitsApi
from rullo_core.views.panels import INK, Label, Panel, Square

RULES = {"naked": Forward(), "gac": Hall()}
"""What a level sees of rows and columns; of a cage each sees all."""

SIGNS = "".join(OPERATIONS)

MAX_CELLS = 4
"""Of a cage that is generated."""


@cache
def rule_of(sign: str, target: int, line_mates: tuple[tuple[int, ...], ...]) -> Automaton:
    """Return the complete filter of a cage, given for each of its cells those before it in its row or column.

    It is a sum filtered by the layers of its partial results (M. Trick, 2003), as an automaton (G. Pesant, 2004), which
    takes other operations as well; a state has the digits so far, since those of cells that are apart may be the same.
    """

    def step(digits: tuple[int, ...], position: int, digit: int) -> tuple[int, ...] | None:
        check_time()
        next_digits = (*digits, digit)
        fits = sum(next_digits) <= target if sign == "+" else sign != "*" or target % prod(next_digits) == 0
        return next_digits if fits and all(digits[earlier] != digit for earlier in line_mates[position]) else None

    return Automaton((), step, lambda digits: OPERATIONS[sign](digits) == target)


class CalcudokuApi(UnitsApi[Calcudoku]):
    """The functions for Calcudokus."""

    name, title, puzzle, levels, explained_level = "calcudoku", "Calcudoku", Calcudoku, tuple(RULES), "gac"
    titles: ClassVar[Mapping[str, str]] = {"naked": "single digits", "gac": "whole lines"}
    requests: ClassVar[Mapping[str, Preset]] = {title: Preset(level) for level, title in titles.items()}
    options = (
        Option("size", "size", ("4x4", "5x5", "6x6"), "4x4"),
        Option("difficulty", "solved by", tuple(requests), titles["naked"]),
    )
    rules = "Fill in digits: every row and column has each of them once, and those of a cage make its target."
    formats: ClassVar[Mapping[str, Format[Any]]] = {"text": text_format(parse_puzzles)}
    arrays: ClassVar[Mapping[str, tuple[str, int]]] = {
        "cages": ("uint8", 3), "signs": ("uint8", 3), "targets": ("int64", 3),
    }  # fmt: skip
    rating_columns: ClassVar[Sequence[Column]] = (
        Column(
            "passes_{}", "Int64", "passes", "the passes in which each level solves the puzzle", variants=tuple(RULES)
        ),
    )

    def game(self, puzzle: Calcudoku, level: str) -> Units:
        """Return rows and columns, and cages, which take turns."""
        lines = [Unit(name, cells, RULES[level]) for name, cells in rows_and_columns(puzzle.side)]
        cages = []
        for cage in puzzle.cages:
            lines_at = [{("row", cell // puzzle.side), ("column", cell % puzzle.side)} for cell in cage.cells]
            line_mates = tuple(
                tuple(i for i in range(n) if lines_at[i] & lines_of_cell) for n, lines_of_cell in enumerate(lines_at)
            )
            name = f"cage {cage} at {place(cage.cells[0], puzzle.side)}"
            cages.append(Unit(name, cage.cells, rule_of(cage.sign, cage.target, line_mates)))
        start = with_digits((frozenset(range(1, puzzle.side + 1)),) * puzzle.side**2, puzzle.cells)
        return Units(start, {"lines": lines, "cages": cages}, (("lines", "cages"), ("cages", "lines")))

    def pack(self, puzzle: Calcudoku) -> tuple[Any, ...]:
        """Return of each cell the number of its cage, its sign and its target."""
        signs = [SIGNS.index(cage.sign) for cage in puzzle.cages]
        of_cell = {cell: (i, signs[i], cage.target) for i, cage in enumerate(puzzle.cages) for cell in cage.cells}
        parts = zip(*(of_cell[cell] for cell in sorted(of_cell)), strict=True)
        return tuple(self.to_array(puzzle, part) for part in parts)

    def unpack(self, *parts: Any) -> Calcudoku:
        """Return the puzzle in which cells of a cage have its number, sign and target."""
        cells: dict[tuple[int, int, int], list[int]] = {}
        for cell, shared in enumerate(zip(*(part.ravel().tolist() for part in parts), strict=True)):
            cells.setdefault(shared, []).append(cell)
        if max(sign for _, sign, _ in cells) >= len(SIGNS):
            raise BadInput(f"signs: write 0 to {len(SIGNS) - 1}, for {' '.join(SIGNS)}")
        cages = (Cage(tuple(members), SIGNS[sign], target) for (_, sign, target), members in cells.items())
        return Calcudoku(len(parts[0]), tuple(cages))

    def panel_of(self, puzzle: Calcudoku, state: State | None, caption: str) -> Panel:
        """Return the grid with walls between cages, and targets in the first cells."""
        panel, places = super().panel_of(puzzle, state, caption), self.places_of(puzzle)
        owner = {places[cell]: cage for cage in puzzle.cages for cell in cage.cells}
        walls = [
            Square(c + column_step - 0.03, r + row_step - 0.03, 0.06 + row_step, 0.06 + column_step, INK)
            for (r, c), cage in owner.items()
            for row_step, column_step in ((0, 1), (1, 0))
            if owner.get((r + row_step, c + column_step), cage) != cage
        ]
        labels = [
            label if label.size == 1 else replace(label, y=label.y + 0.3 * (1 - label.y % 1)) for label in panel.labels
        ]
        corners = [(*places[cage.cells[0]], str(cage)) for cage in puzzle.cages]
        targets = [Label(c + 0.1 + 0.07 * len(target), r + 0.2, target, size=0.36) for r, c, target in corners]
        return replace(panel, squares=[*panel.squares, *walls], labels=[*labels, *targets])

    def units_played(self, puzzle: Calcudoku) -> Iterator[Played]:
        """Give rows and columns, and cages with a sum; of others, the board knows the solutions alone."""
        yield from (Played(name, cells) for name, cells in rows_and_columns(puzzle.side))
        sums = (cage for cage in puzzle.cages if cage.sign == "+")
        yield from (Played("cage", cage.cells, cage.target, distinct=False) for cage in sums)

    def markings(self, puzzle: Calcudoku) -> dict[str, Any]:
        """Return cages and their targets."""
        return {"cages": tuple((cage.cells, str(cage)) for cage in puzzle.cages)}

    @generating(Request)
    def generate(self, request: Request) -> Generation[Calcudoku]:
        """Generate Calcudokus with one solution: in a filled grid, cages are joined, of one cell at first."""
        return CalcudokuGeneration(request=request)


@dataclass(frozen=True, kw_only=True)
class CalcudokuGeneration(Generation[Calcudoku]):
    """Calcudokus to be generated."""

    request: Request

    puzzle: ClassVar[type[Calcudoku]] = Calcudoku

    def make_one(self, room: Any, index: int, stop: np.ndarray) -> GeneratedPuzzle:
        """Generate the puzzle of an index."""
        side, level, rng = self.request.side, self.request.level, Random(f"{self.seed} {index}")
        rows, columns, digits = (rng.sample(range(side), side) for _ in range(3))
        solution = tuple(digits[(r + c) % side] + 1 for r in rows for c in columns)
        puzzle = Calcudoku(side, tuple(Cage((cell,), "=", digit) for cell, digit in enumerate(solution)))
        pairs = [
            (cell, neighbour) for cell in range(side**2) for neighbour in neighbours(cell, side) if cell < neighbour
        ]
        for pair in rng.sample(pairs, len(pairs)):
            joined = [cage for cage in puzzle.cages if {*pair} & {*cage.cells} and cage.sign not in "-/"]
            cells = tuple(sorted(cell for cage in joined for cell in cage.cells))
            if len(joined) == 2 and len(cells) <= MAX_CELLS:
                values = [solution[cell] for cell in cells]
                signs = [sign for sign in ("+*-/" if len(cells) == 2 else "+*") if OPERATIONS[sign](values) % 1 == 0]
                sign = rng.choice(signs)
                untouched = (cage for cage in puzzle.cages if cage not in joined)
                merged = replace(puzzle, cages=(*untouched, Cage(cells, sign, int(OPERATIONS[sign](values)))))
                if (
                    run(API.game(merged, level)).is_solved
                    if level
                    else len(API.find_solutions(merged, 2).solutions) == 1
                ):
                    puzzle = merged
        return GeneratedPuzzle(index, puzzle, solution, columns_of(puzzle.rate()))


API = CalcudokuApi()
