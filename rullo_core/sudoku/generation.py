"""Generate Sudokus: fill a board and dig, until the puzzle meets the request; or climb to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from rullo_core.columns import Column, made_of
from rullo_core.compiled.rng import stream_of
from rullo_core.passes.levels import SEARCH
from rullo_core.puzzles.boxes import Box
from rullo_core.puzzles.generation import Batch, GeneratedPuzzle, Generation
from rullo_core.sudoku.batch import RULES, base_of, count_passes, to_array
from rullo_core.sudoku.climb import climb_to
from rullo_core.sudoku.digging import dig_puzzle, kernel_arguments
from rullo_core.sudoku.filling import fill_board
from rullo_core.sudoku.kernels import study as kernel
from rullo_core.sudoku.kernels.search import stack_for
from rullo_core.sudoku.puzzle import Cells, Sudoku
from rullo_core.sudoku.request import DigSpec, FillSpec, Request

LARGEST_INTERPRETED = 12
"""Most rows of boards on which kernels that are not compiled search for a second solution."""


@dataclass(frozen=True)
class Generated:
    """A generated puzzle, dug or climbed to, the board that it was dug out of, and the number of boards filled."""

    puzzle: Sudoku
    board: Sudoku
    tries: int
    climbed: bool = False

    @property
    def solution(self) -> Cells:
        """The digits of the board."""
        return self.board.cells


def generate_puzzle(
    fill_spec: FillSpec,
    dig_spec: DigSpec,
    puzzle: Sudoku,
    seed: int,
    index: int,
    passes: tuple[int, int] | None = None,
    tries: int = 1000,
) -> Generated | None:
    """Generate a puzzle whose given digits stay; None if none was found, which does not mean that there is none.

    Seed and index determine it. Passes are a range for the level that is the criterion. After so many tries, a board
    each, puzzles without locked cells, symmetry or a number of clues are climbed to.
    """
    locked = frozenset(cell for cell, digit in enumerate(puzzle.cells) if digit)
    for number in range(tries):
        word = stream_of(index, number)
        fill_result = fill_board(fill_spec, puzzle, seed, word)
        if fill_result.board is None:
            return None
        dug = dig_puzzle(fill_result.board, dig_spec, seed, word, locked)
        passes_needed = None if passes is None else count_passes(dug.puzzle, dig_spec.criterion)
        if passes is None or (passes_needed is not None and passes[0] <= passes_needed <= passes[1]):
            return Generated(dug.puzzle, fill_result.board, number + 1)
    if passes is None or locked or dig_spec != DigSpec(dig_spec.criterion):
        return None
    climbed = climb_to(dig_spec.criterion, passes, puzzle.box, seed, index)
    if climbed is None:
        return None
    return Generated(climbed.puzzle, puzzle.with_cells(climbed.solution), tries, climbed=True)


def fill_rows(
    rows: kernel.Rows,
    box: Box,
    fill_spec: FillSpec,
    dig_spec: DigSpec,
    seed: int,
    first: int,
    stop: np.ndarray,
    *,
    all_levels: bool = False,
) -> int:
    """Generate and rate puzzles by a kernel, one for each row, from an index on; return how many were made.

    They are those of `generate_puzzle`, where boards are filled as is usual and nothing more is asked for. They are
    rated at all levels for which the rows have columns, or until one solves them.
    """
    ordering, symmetry, rules, _ = kernel_arguments(dig_spec)
    numbers = dig_spec.clues, fill_spec.limit_of(box[0] * box[1]), fill_spec.attempts, all_levels
    request = kernel.StudyRequest(ordering, symmetry, rules, *map(np.int64, numbers))
    levels = np.array(list(RULES.values())[: rows.passes.shape[1]], np.int64)
    desk, words = kernel.desk_for(box), (np.uint64(seed), np.uint64(first))
    return int(kernel.generate_and_rate(desk, box, request, levels, *words, stop, rows))


@dataclass(frozen=True, kw_only=True)
class SudokuGeneration(Generation[Sudoku]):
    """Sudokus to be generated; see `generate_puzzle`."""

    request: Request

    puzzle: ClassVar[type[Sudoku]] = Sudoku
    columns: ClassVar[Sequence[Column]] = made_of("sudoku")
    smallest_shard: ClassVar[int] = 256

    @property
    def is_large(self) -> bool:
        """Whether searches for a second solution take long without compiled kernels."""
        return self.request.side > LARGEST_INTERPRETED and self.request.level is None

    @property
    def is_plain(self) -> bool:
        """Whether the kernel for many puzzles generates just these: no digits, passes or way to fill are asked for."""
        request, spec = self.request, self.request.fill_spec
        usual = FillSpec(limit=spec.limit, attempts=spec.attempts)
        return request.passes is None and not request.puzzle.clues and (spec, request.nodes) == (usual, None)

    def make(self, first: int, end: int, stop: np.ndarray) -> Batch:
        """Generate puzzles, most of them by one kernel; see `Generation`."""
        if not self.is_plain:
            return super().make(first, end, stop)
        box, side, request = self.request.shape, self.request.side, self.request
        rows = kernel.rows_for(box, end - first, len(RULES) if self.is_rated else 0)
        number = fill_rows(rows, box, request.fill_spec, request.dig_spec, self.seed, first, stop)
        shape = (number, side, side)
        return Batch(
            rows.solutions[:number].reshape(shape),
            {
                "index": np.arange(first, first + number, dtype=np.uint64),
                **(_levels(rows.passes[:number]) | _base(box, rows.cells[:number]) if self.is_rated else {}),
                "clues": rows.clues[:number],
                "tries": np.ones(number, np.int64),
                "climbed": np.zeros(number, bool),
            },
            arrays={
                "cells": rows.cells[:number].reshape(shape).astype(np.uint8),
                "box": np.full((number, 2), box, np.uint8),
            },
        )

    def make_one(self, room: Any, index: int, stop: np.ndarray) -> GeneratedPuzzle | None:
        """Generate the puzzle of an index; see `Generation`."""
        request = self.request
        specs = request.fill_spec, request.dig_spec, request.puzzle
        generated = generate_puzzle(*specs, self.seed, index, request.passes, self.tries)
        if generated is None:
            return None
        puzzle = generated.puzzle
        if not self.is_rated:
            return GeneratedPuzzle(index, puzzle, generated.solution, {})
        passes = ((level, count_passes(puzzle, level)) for level in RULES)
        level, number = next((pair for pair in passes if pair[1] is not None), (SEARCH, None))
        base = {name: values[0] for name, values in _base(puzzle.box, to_array(puzzle)[None]).items()}
        fields = {"clues": puzzle.clues, "level": level, "level_passes": number}
        tries = {"tries": generated.tries, "climbed": generated.climbed}
        return GeneratedPuzzle(index, puzzle, generated.solution, base | fields | tries)


def _levels(passes: np.ndarray) -> dict[str, list[Any]]:
    """Return the first level that solves each puzzle, and its passes, given a row of passes by level, -1 if stuck."""
    names, solved = list(RULES), passes >= 0
    first = np.where(solved.any(axis=1), solved.argmax(axis=1), -1).tolist()
    return {
        "level": [SEARCH if level < 0 else names[level] for level in first],
        "level_passes": [None if level < 0 else row[level] for level, row in zip(first, passes.tolist(), strict=True)],
    }


def _base(box: Box, cells: np.ndarray) -> dict[str, list[Any]]:
    """Return what passes of the base level find of unique puzzles, given a row of cells for each."""
    stack = stack_for(box)
    results = [base_of(stack, box, row) for row in cells.astype(np.int64)]
    return {
        "simple": [passes is not None for passes, _ in results],
        "passes": [None if passes is None else float(passes) for passes, _ in results],
        "cells": (cells == 0).sum(axis=1).tolist(),
        "open_cells": [unfixed for _, unfixed in results],
        "solutions": [1] * len(results),
        "complete": [True] * len(results),
    }
