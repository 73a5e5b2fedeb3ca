"""The kinds of puzzle that are compared: how each is generated and rated, and its state as passes use it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rullo_core.kakuro import batch as kakuro_batch
from rullo_core.kakuro import generation as kakuro_generate
from rullo_core.kakuro import puzzle as kakuro_puzzle
from rullo_core.kakuro import solver as kakuro_solver
from rullo_core.kakuro.request import LayoutSpec, nearest_share
from rullo_core.kakuro.request import Request as KakuroRequest
from rullo_core.killer import batch as killer_batch
from rullo_core.killer import generation as killer_generate
from rullo_core.killer import solver as killer_solver
from rullo_core.killer.request import Request as KillerRequest
from rullo_core.passes.solver import Game
from rullo_core.passes.solver import run as run_passes
from rullo_core.paths import PUBLISHED
from rullo_core.rullo import generation as rullo_generate
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.search import find_solutions
from rullo_core.rullo.solver import Lines
from rullo_core.sudoku import batch as sudoku_batch
from rullo_core.sudoku import generation as sudoku_generate
from rullo_core.sudoku import puzzle as sudoku_puzzle
from rullo_core.sudoku import solver as sudoku_solver
from rullo_core.sudoku.request import DigSpec, FillSpec

ONE_TO_NINE = tuple(range(1, 10))

TRIES = 10_000
"""Largest number of random Rullos to draw until one is unique."""


@dataclass(frozen=True)
class Rated:
    """How far propagation solves a puzzle.

    Attributes
    ----------
    passes : float or None
        The mean number of passes over all orders of its groups of units, if these fix every cell; None if they are
        stuck.
    together : bool
        Whether strategies that use several units together solve it.
    """

    passes: float | None
    together: bool


def _none() -> Sequence[tuple[Any, Any]]:
    return ()


@dataclass(frozen=True)
class PuzzleKind:
    """A kind of puzzle.

    Attributes
    ----------
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
    make : callable
        Generates a puzzle and its solution from side, seed and index.
    rate : callable
        Rates puzzles, in order.
    game : callable
        Returns a puzzle as a `rullo_core.passes.solver.Game`.
    known : callable
        Returns a solution as a state of the game.
    published : callable
        Returns published puzzles that may be redistributed, with their solutions.
    """

    units: str
    together: str
    generated: str
    usual: int
    sides: Sequence[int]
    make: Callable[[int, int, int], tuple[Any, Any]]
    rate: Callable[[Sequence[Any]], Iterator[Rated]]
    game: Callable[[Any], Game]
    known: Callable[[Any], Any]
    published: Callable[[], Sequence[tuple[Any, Any]]] = _none


def _digits_known(solution: Iterable[int]) -> tuple[frozenset[int], ...]:
    return tuple(frozenset({int(digit)}) for digit in solution)


def _make_rullo(side: int, seed: int, index: int) -> tuple[Any, Any]:
    for number in range(TRIES):
        puzzle, solution = rullo_generate.draw_puzzle(side, side, ONE_TO_NINE, seed, index * TRIES + number)
        if len(find_solutions(puzzle, 2).solutions) == 1:
            return puzzle, solution
    raise AssertionError(f"none of {TRIES} Rullos of side {side} has one solution")


def _rate_rullo(puzzles: Sequence[Rullo]) -> Iterator[Rated]:
    for puzzle in puzzles:
        game = Lines(puzzle)
        runs = [run_passes(game, order) for order in game.orders]
        simple = runs[0].is_solved
        yield Rated(sum(len(run.passes) for run in runs) / len(runs) if simple else None, simple)


def _make_kakuro(side: int, seed: int, index: int) -> tuple[Any, Any]:
    layout = LayoutSpec(side, side, nearest_share(0.3, side, side))
    generated = kakuro_generate.generate_puzzle(layout, KakuroRequest(), seed, index, ("parting",))
    assert generated is not None
    return generated.puzzle, generated.solution


def _rate_kakuro(puzzles: Sequence[Any]) -> Iterator[Rated]:
    for rating in kakuro_batch.rate_many(puzzles):
        yield Rated(rating.difficulty, rating.kind in ("simple", "rectangular"))


def _published_kakuro() -> list[tuple[Any, Any]]:
    puzzles = [
        puzzle
        for name in ("example", "minizinc")
        for puzzle in kakuro_puzzle.parse_puzzles((PUBLISHED / "kakuro" / f"{name}.txt").read_text(), name)
    ]
    return [(puzzle, next(kakuro_solver.solutions(puzzle))) for puzzle in puzzles]


def _make_killer(side: int, seed: int, index: int) -> tuple[Any, Any]:
    generated = killer_generate.generate_puzzle(KillerRequest(side=side), seed, index)
    assert generated is not None
    return generated.puzzle, generated.solution


def _rate_killer(puzzles: Sequence[Any]) -> Iterator[Rated]:
    for rating in killer_batch.rate_many(puzzles):
        simple = rating.cages_first is not None
        together = simple or rating.level in killer_solver.SOLVERS[: killer_solver.SOLVERS.index("O1") + 1]
        # With units first it takes one pass more: see `units_first`.
        yield Rated(None if rating.cages_first is None else rating.cages_first + 0.5, together)


def _make_sudoku(side: int, seed: int, index: int) -> tuple[Any, Any]:
    empty = sudoku_puzzle.Sudoku.parse("." * side**2)
    generated = sudoku_generate.generate_puzzle(FillSpec(), DigSpec(), empty, seed, index)
    assert generated is not None
    return generated.puzzle, generated.board.cells


def _rate_sudoku(puzzles: Sequence[Any]) -> Iterator[Rated]:
    for rating in sudoku_batch.rate_many(puzzles):
        yield Rated(rating.passes_by_level["gac"], rating.passes_by_level["gac-locked"] is not None)


def _game_of_sudoku(puzzle: Any) -> Game:
    return sudoku_solver.game(puzzle, "gac")


def _published_sudoku() -> list[tuple[Any, Any]]:
    text = (PUBLISHED / "sudoku" / "pytudes.txt").read_text()
    puzzles = sudoku_puzzle.parse_puzzles(text, "pytudes.txt")
    answers = sudoku_batch.solve_many(puzzles, 1)
    return [(puzzle, answer.solutions[0]) for puzzle, answer in zip(puzzles, answers, strict=True)]


PUZZLE_KINDS: Mapping[str, PuzzleKind] = {
    "Rullo": PuzzleKind(
        "lines", "", "random numbers from 1 to 9 and coins, kept if there is one solution",
        8, (3, 4, 5, 6, 7, 8, 9, 10), _make_rullo, _rate_rullo, Lines, lambda solution: solution,
    ),
    "Kakuro": PuzzleKind(
        "entries", "rectangles", "digits are changed until there is one solution (parting), 30 % black",
        10, (4, 6, 8, 10, 12), _make_kakuro, _rate_kakuro, kakuro_solver.game, _digits_known, _published_kakuro,
    ),
    "Killer Sudoku": PuzzleKind(
        "cages, rows, columns and boxes", "lines and boxes, required digits, rule of 45",
        "cages are repaired until there is one solution",
        9, (4, 6, 8, 9), _make_killer, _rate_killer, killer_solver.game, _digits_known,
    ),
    "Sudoku": PuzzleKind(
        "rows, columns and boxes", "lines and boxes", "numbers are dug out as long as there is one solution",
        9, (4, 9, 16), _make_sudoku, _rate_sudoku, _game_of_sudoku, _digits_known, _published_sudoku,
    ),
}  # fmt: skip
"""The kinds by name, in the order of the notebook."""
