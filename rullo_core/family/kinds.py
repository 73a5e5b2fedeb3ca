"""The kinds of puzzle that are compared: how each is generated, rated, and made consistent by passes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from rullo_core.kakuro import solver as kakuro_solver
from rullo_core.kakuro.request import nearest_share
from rullo_core.killer import solver as killer_solver
from rullo_core.passes.solver import Game
from rullo_core.paths import PUBLISHED
from rullo_core.puzzles.api import PuzzleApi
from rullo_core.puzzles.front import generate
from rullo_core.puzzles.lookup import apis
from rullo_core.rullo.solver import Lines
from rullo_core.sudoku import solver as sudoku_solver

TRIES = 10_000
"""Largest number of random Rullos to draw until one is unique."""


@dataclass(frozen=True)
class PuzzleKind:
    """A kind of puzzle.

    Attributes
    ----------
    name : str
        The folder of the kind.
    units : str
        Names of the units that passes filter one by one.
    together : str
        Names of strategies that use several units; empty if there are none.
    generated : str
        Description of the generator of unique puzzles.
    usual : int
        The side of the boards that are compared, in cells.
    sides : sequence of int
        The sides for which the share of simple puzzles is measured, in cells.
    game : callable
        Returns a puzzle as a `rullo_core.passes.solver.Game`.
    orders : tuple of str
        Columns of a rating: the number of passes for each order of the groups, missing if they are stuck.
    helped : callable
        Returns from ratings which puzzles are solved by strategies that use several units together.
    request : callable
        Returns from a side what ``generate`` takes beside size, seed and index.
    stride : int
        Difference of the indices of two puzzles.
    files : tuple of str
        Published puzzles that may be redistributed.
    """

    name: str
    units: str
    together: str
    generated: str
    usual: int
    sides: Sequence[int]
    game: Callable[[Any], Game]
    orders: tuple[str, ...]
    helped: Callable[[pd.DataFrame], pd.Series]
    request: Callable[[int], dict[str, Any]] = lambda _: {}
    stride: int = 1
    files: tuple[str, ...] = ()

    @property
    def api(self) -> PuzzleApi[Any]:
        """The functions of the kind."""
        api: PuzzleApi[Any] = apis()[self.name]
        return api

    def make(self, side: int, seed: int, index: int) -> Any:
        """Generate a unique puzzle, which knows its solution."""
        return generate(self.name, size=side, seed=seed, first=index * self.stride, **self.request(side))[0]

    def published(self) -> list[Any]:
        """Return published puzzles that may be redistributed."""
        return [puzzle for name in self.files for puzzle in self.api.read(PUBLISHED / self.name / name)]


PUZZLE_KINDS: Mapping[str, PuzzleKind] = {
    "Rullo": PuzzleKind(
        "rullo", "lines", "", "random numbers from 1 to 9 and coins, kept if there is one solution",
        8, (3, 4, 5, 6, 7, 8, 9, 10), Lines, ("columns_first", "rows_first"),
        lambda rated: rated["kind"].eq("simple"), lambda _: {"unique": True, "max_tries": TRIES}, TRIES,
    ),
    "Kakuro": PuzzleKind(
        "kakuro", "entries", "rectangles", "digits are changed until there is one solution (parting), 30 % black",
        10, (4, 6, 8, 10, 12), kakuro_solver.game, ("difficulty",),
        lambda rated: rated["kind"].isin(("simple", "rectangular")),
        lambda side: {"black": nearest_share(0.3, side, side), "method": "parting"},
        files=("example.txt", "minizinc.txt"),
    ),
    "Killer Sudoku": PuzzleKind(
        "killer", "cages, rows, columns and boxes", "lines and boxes, required digits, rule of 45",
        "cages are repaired until there is one solution",
        9, (4, 6, 8, 9), killer_solver.game, ("cages_first", "units_first"),
        lambda rated: rated["cages_first"].notna() | rated["level"].isin(("CH", "CG", "CA", "CP", "O1")),
    ),
    "Sudoku": PuzzleKind(
        "sudoku", "rows, columns and boxes", "lines and boxes", "numbers are dug out as long as there is one solution",
        9, (4, 9, 16), lambda puzzle: sudoku_solver.game(puzzle, "gac"), ("passes_gac",),
        lambda rated: rated["passes_gac-locked"].notna(), files=("pytudes.txt",),
    ),
}  # fmt: skip
"""The kinds by name, in the order of the notebook."""
