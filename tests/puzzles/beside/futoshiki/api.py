"""The public functions for Futoshikis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

import numpy as np

from rullo_core.columns import Column
from rullo_core.constraints.distinct import Forward, Hall
from rullo_core.futoshiki.puzzle import Futoshiki, parse_puzzles
from rullo_core.futoshiki.request import Request
from rullo_core.passes.solver import run
from rullo_core.passes.units import Automaton, State, Unit, Units, with_digits
from rullo_core.player.play import Option, Preset
from rullo_core.player.play import Unit as Played
from rullo_core.puzzles.asking import generating
from rullo_core.puzzles.formats import Format, text_format
from rullo_core.puzzles.generation import GeneratedPuzzle, Generation, columns_of
from rullo_core.puzzles.units import UnitsApi
from rullo_core.views.panels import Label, Panel

RULES = {"naked": Forward(), "gac": Hall()}
"""What a level sees of rows and columns; of a sign each sees all."""

INCREASING = Automaton(0, lambda last, place, digit: digit if digit > last else None, lambda last: True)


class FutoshikiApi(UnitsApi[Futoshiki]):
    """The functions for Futoshikis."""

    name, title, puzzle, levels, explained_level = "futoshiki", "Futoshiki", Futoshiki, tuple(RULES), "gac"
    titles: ClassVar[Mapping[str, str]] = {"naked": "single digits", "gac": "whole lines"}
    requests: ClassVar[Mapping[str, Preset]] = {title: Preset(level) for level, title in titles.items()}
    options = (
        Option("size", "size", ("4x4", "5x5"), "4x4"),
        Option("difficulty", "solved by", tuple(requests), titles["naked"]),
    )
    rules = "Fill in digits: every row and column has each of them once, and signs point to the lesser of two."
    formats: ClassVar[Mapping[str, Format[Any]]] = {"text": text_format(parse_puzzles)}
    arrays: ClassVar[Mapping[str, tuple[str, int]]] = {"cells": ("uint8", 3), "inequalities": ("uint8", 3)}
    rating_columns: ClassVar[Sequence[Column]] = (
        Column(
            "passes_{}", "Int64", "passes", "the passes in which each level solves the puzzle", variants=tuple(RULES)
        ),
    )

    def game(self, puzzle: Futoshiki, level: str) -> Units:
        """Return rows and columns, and signs, which take turns."""
        lines = [Unit(name, cells, RULES[level]) for name, cells in puzzle.lines]
        signs = [Unit(name, cells, INCREASING) for name, cells in puzzle.signs]
        start = with_digits((frozenset(range(1, puzzle.side + 1)),) * puzzle.side**2, puzzle.cells)
        return Units(start, {"lines": lines, "signs": signs}, (("lines", "signs"), ("signs", "lines")))

    def pack(self, puzzle: Futoshiki) -> tuple[Any, ...]:
        """Return the digits, and pairs of cells of which the first has the lesser digit, with zeros behind them."""
        padding = [(0, 0)] * (2 * puzzle.side * (puzzle.side - 1) - len(puzzle.inequalities))
        return self.to_array(puzzle, puzzle.cells), [*puzzle.inequalities, *padding]

    def unpack(self, cells: Any, inequalities: Any) -> Futoshiki:
        """Return the puzzle of digits and pairs."""
        return Futoshiki(
            len(cells), tuple(cells.ravel().tolist()), tuple((a, b) for a, b in inequalities.tolist() if a != b)
        )

    def panel_of(self, puzzle: Futoshiki, state: State | None, caption: str) -> Panel:
        """Return the grid with signs on its lines."""
        panel, places = super().panel_of(puzzle, state, caption), self.places_of(puzzle)
        pairs = [(places[first], places[second], sign) for first, second, sign in self.markings(puzzle)["signs"]]
        signs = [Label((c + x + 1) / 2, (r + y + 1) / 2, sign, size=0.5) for (r, c), (y, x), sign in pairs]
        return replace(panel, labels=[*panel.labels, *signs])

    def units_played(self, puzzle: Futoshiki) -> Iterator[Played]:
        """Give rows, columns and signs."""
        yield from (Played(name, cells) for name, cells in puzzle.lines)
        yield from (Played(name, cells, increasing=True) for name, cells in puzzle.signs)

    def markings(self, puzzle: Futoshiki) -> dict[str, Any]:
        """Return the signs between cells."""
        pairs = [(min(pair), max(pair), pair[0] > pair[1]) for pair in puzzle.inequalities]
        return {
            "signs": tuple(
                (first, second, ("<>" if second == first + 1 else "∧∨")[is_greater])
                for first, second, is_greater in pairs
            )
        }

    @generating(Request)
    def generate(self, request: Request) -> Generation[Futoshiki]:
        """Generate Futoshikis with one solution: digits and signs are removed from a filled grid."""
        return FutoshikiGeneration(request=request)


@dataclass(frozen=True, kw_only=True)
class FutoshikiGeneration(Generation[Futoshiki]):
    """Futoshikis to be generated."""

    request: Request

    puzzle: ClassVar[type[Futoshiki]] = Futoshiki

    def make_one(self, room: Any, index: int, stop: np.ndarray) -> GeneratedPuzzle:
        """Generate the puzzle of an index."""
        side, level, rng = self.request.side, self.request.level, Random(f"{self.seed} {index}")
        rows, columns, digits = (rng.sample(range(side), side) for _ in range(3))
        solution = tuple(digits[(r + c) % side] + 1 for r in rows for c in columns)
        pairs = [(cell, cell + 1) for cell in range(side**2) if (cell + 1) % side]
        pairs += [(cell, cell + side) for cell in range(side**2 - side)]
        inequalities = [
            pair if solution[pair[0]] < solution[pair[1]] else pair[::-1] for pair in rng.sample(pairs, len(pairs))
        ]
        puzzle = Futoshiki(side, solution, tuple(inequalities[::2]))
        for part in [*rng.sample(range(side**2), side**2), *inequalities[::2]]:
            cells = tuple(0 if cell == part else digit for cell, digit in enumerate(puzzle.cells))
            reduced = replace(
                puzzle, cells=cells, inequalities=tuple(pair for pair in puzzle.inequalities if pair != part)
            )
            if run(API.game(reduced, level)).is_solved if level else len(API.find_solutions(reduced, 2).solutions) == 1:
                puzzle = reduced
        return GeneratedPuzzle(index, puzzle, solution, columns_of(puzzle.rate()))


API = FutoshikiApi()
