"""The public functions for Sudokus."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Literal

import numpy as np

from rullo_core.arguments import checked
from rullo_core.errors import BadInput
from rullo_core.limits import BETWEEN, HOUR, seconds_of
from rullo_core.parameters import at_least_one
from rullo_core.passes.solver import Found
from rullo_core.passes.units import State, Units
from rullo_core.player.play import Unit
from rullo_core.puzzles.api import Arrays, Format, bounds_of, generating, text_format
from rullo_core.puzzles.boxes import check_box, units_of, usual_box
from rullo_core.puzzles.generation import Generation
from rullo_core.puzzles.results import Answers, Climbed, Rating
from rullo_core.puzzles.units import Digits, Rater, UnitsApi
from rullo_core.runs.shards import first_of_each
from rullo_core.sudoku.explain import SudokuExplainer, solutions_of
from rullo_core.sudoku.levels import LEVELS, STRONGEST, quick_levels
from rullo_core.sudoku.picture import Board, panel_of
from rullo_core.sudoku.puzzle import LARGEST, Sudoku, check_side, parse_puzzles
from rullo_core.sudoku.request import DigSpec, FillSpec
from rullo_core.sudoku.solver import STRATEGIES, game
from rullo_core.views.panels import Panel


class SudokuApi(UnitsApi[Sudoku]):
    """The functions for Sudokus."""

    name, title, puzzle, levels = "sudoku", "Sudoku", Sudoku, tuple(LEVELS)
    explained_level, cell_size = STRONGEST, 0.3
    formats: ClassVar[Mapping[str, Format[Any]]] = {"text": text_format(parse_puzzles, "\n")}

    titles: ClassVar[Mapping[str, str]] = {name: level.title for name, level in LEVELS.items()}
    own_columns: ClassVar[Mapping[str, str]] = {
        "clues": "int64",
        **dict.fromkeys([*(f"passes_{level}" for level in LEVELS), "passes_pairs", "passes_after_first"], "Int64"),
        **dict.fromkeys([f"strategy_count_{name}" for name in STRATEGIES], "int64"),
        **dict.fromkeys(("strategies_weighted", "forced_cells", "forced_cells_early"), "float64"),
        **dict.fromkeys(("units_to_spare", "finishing_cells"), "Int64"),
    }
    costly: ClassVar[frozenset[str]] = (
        frozenset(own_columns) - {"clues", "passes_pairs"} - {f"passes_{level}" for level in LEVELS}
    )
    arrays: ClassVar[Mapping[str, tuple[str, int]]] = {"cells": ("uint8", 3), "box": ("uint8", 2)}
    mend = "Change a digit"

    def find_solutions(self, puzzle: Sudoku, limit: int) -> Found:
        """Search by passes alone, and with the compiled solver only where they are stuck."""
        return solutions_of(puzzle, "hidden", limit)

    def search(self, puzzle: Sudoku, limit: int, nodes: int | None = None) -> Found:
        """Search with the compiled solver."""
        return next(self.solve_many([puzzle], limit, threads=1))

    def solve_many(self, puzzles: Sequence[Sudoku], limit: int, threads: int | None) -> Iterator[Found]:
        """Search with the compiled solver."""
        # Imported here: other functions do not wait for the compiler.
        from rullo_core.sudoku.batch import solve_many

        return solve_many(puzzles, limit, threads)

    def pack(self, puzzle: Sudoku) -> tuple[Any, ...]:
        """Return the digits row by row, 0 for none, and height and width of a box."""
        return self.to_array(puzzle, puzzle.cells), puzzle.box

    def unpack(self, *parts: np.ndarray) -> Sudoku:
        """Return the puzzle with these digits and boxes."""
        cells, box = self.square(*parts)
        return Sudoku(box, cells)

    def usual(self, first: np.ndarray) -> Mapping[str, Any]:
        """Return the usual box."""
        return {"box": usual_box(first.shape[-1])}

    def texts(self, arrays: Arrays) -> list[str]:
        """Return the texts of puzzles, those of digits without an object for each."""
        cells, boxes = arrays["cells"], arrays["box"]
        side = cells.shape[-1]
        if side > 9 or (boxes != usual_box(side)).any():
            return super().texts(arrays)
        digits = np.array([ord(one) for one in ".123456789"], np.uint8)[cells.reshape(len(cells), -1)]
        return [line.decode("ascii") for line in digits.view(f"S{side**2}")[:, 0].tolist()]

    def solve_packed(self, arrays: Arrays, answers: Answers, limit: int, threads: int | None) -> Iterator[int]:
        """Search with the compiled solver, without an object for each puzzle."""
        from rullo_core.sudoku.batch import solve_cells

        return solve_cells(*self.checked_cells(arrays), answers, limit, threads)

    def checked_cells(self, arrays: Arrays) -> tuple[np.ndarray, np.ndarray]:
        """Return the cells and boxes of puzzles in arrays; BadInput if any is none."""
        cells, boxes = arrays["cells"], arrays["box"]
        wrong = np.flatnonzero(((cells < 0) | (cells > cells.shape[1])).any(axis=(1, 2)))
        self.check_some(arrays, (*first_of_each(boxes), *wrong))
        return cells, boxes

    def rate_many(
        self,
        puzzles: Sequence[Sudoku],
        max_solutions: int,
        nodes: int | None,
        threads: int | None,
        wanted: Collection[str] | None = None,
    ) -> Iterator[Rating]:
        """Rate puzzles with the kernels."""
        from rullo_core.sudoku.batch import rate_many

        for puzzle, one in zip(puzzles, rate_many(puzzles, max_solutions, nodes, threads, wanted), strict=True):
            yield self.rating_from(puzzle, one)

    def rater_of(self, arrays: Arrays) -> Rater:
        """Return the kernels that rate puzzles without an object for each."""
        from rullo_core.sudoku.batch import rate_cells

        return partial(rate_cells, *self.checked_cells(arrays))

    def game(self, puzzle: Sudoku, level: str) -> Units:
        """Return the puzzle as passes of a level see it."""
        return game(puzzle, level)

    def explainer_at(self, puzzle: Sudoku, level: str) -> SudokuExplainer:
        """Return how the puzzle is explained as a level sees it."""
        return SudokuExplainer(puzzle, level)

    def symbol(self, puzzle: Sudoku, digit: int) -> str:
        """Return a digit, or a letter on boards larger than 9x9."""
        return puzzle.symbol(digit)

    def solutions_with(self, puzzle: Sudoku, written: Digits, limit: int) -> Found:
        """Search for solutions with the digits that are written, as if they were given."""
        cells = tuple(digit or given for digit, given in zip(written, puzzle.cells, strict=True))
        return self.find_solutions(puzzle.with_cells(cells), limit)

    def levels_to_try(self, puzzle: Sudoku) -> tuple[str, ...]:
        """Return all levels, on boards larger than 9x9 those that are soon done."""
        return quick_levels(puzzle.side)

    def panel_of(self, puzzle: Sudoku, state: State | None, caption: str) -> Panel:
        """Return the puzzle as it is drawn."""
        return panel_of(Board(puzzle, state, caption))

    def units_played(self, puzzle: Sudoku) -> Iterator[Unit]:
        """Give rows, columns and boxes."""
        return (Unit(name, cells) for name, cells in units_of(puzzle.box))

    def layout(self, puzzle: Sudoku) -> dict[str, Any]:
        """Return the boxes."""
        return {"regions": tuple(cells for name, cells in units_of(puzzle.box) if name.startswith("box"))}

    def board_for(self, puzzle: Sudoku, state: State | None) -> str:
        """Return the puzzle in its boxes."""
        known = puzzle.cells if state is None else (min(one) if len(one) == 1 else 0 for one in state)
        return puzzle.with_cells(known).board()

    @generating
    def generate(
        self,
        count: int = 1,
        size: str | int | tuple[int, int] | None = None,
        *,
        seed: int = 1,
        first: int = 0,
        level: Literal["naked", "hidden", "locked", "subsets", "gac", "gac-locked"] | None = None,
        passes: tuple[int, int] | int | None = None,
        box: str | tuple[int, int] | None = None,
        order: Literal["random", "rows", "boxes", "digits", "candidates"] = "random",
        symmetry: Literal["none", "half-turn", "quarter-turn", "mirror"] = "none",
        clues: int = 0,
        fill_method: str = "fewest",
        max_tries: int = 1000,
        seconds: float | None = BETWEEN,
    ) -> Generation[Sudoku]:
        """Generate Sudokus: fill a grid, then remove digits as long as there is one solution, or a level finds it.

        Parameters
        ----------
        count : int
            Number of puzzles.
        size : str, int or (int, int), optional
            Rows and columns of the grid, 4 to 49, such as 9 or ``"9x9"``; as many as a box has cells unless given.
        seed : int
            Random seed, from 0: the same seed and index give the same puzzle everywhere.
        first : int
            Index of the first puzzle of this seed, from 0.
        level : {'naked', 'hidden', 'locked', 'subsets', 'gac', 'gac-locked'}, optional
            Remove digits as long as this level solves the puzzle; as long as it has one solution unless given. A lower
            level may solve it, too.
        passes : (int, int) or int, optional
            Accept only puzzles that take this many passes of the level.
        box : str or (int, int), optional
            Height and width of a box, such as ``"2x3"``; as square as possible unless given, and not higher than wide.
        order : {'random', 'rows', 'boxes', 'digits', 'candidates'}
            Order in which cells are emptied.
        symmetry : {'none', 'half-turn', 'quarter-turn', 'mirror'}
            Symmetry of the given cells.
        clues : int
            Stop at this number of givens.
        fill_method : {'fewest', 'rows', 'bail-out', 'solver', 'anew', 'exact-cover', 'swaps', 'permuted', 'shifted'}
            How grids are filled. No method draws all grids with the same probability.
        max_tries : int
            Give up a puzzle, or climb to one, after this many grids.
        seconds : float or None
            Give up when so many seconds bring no further puzzle; never for None.

        Returns
        -------
        Puzzles
            In the order of their indices.

        Raises
        ------
        BadInput
            If a parameter is out of its range, or no such puzzle was found.

        Examples
        --------
        >>> import rullo_core as rc
        >>> rc.sudoku.generate(size=4, level="naked", seed=2)[0].clues
        4
        """
        from rullo_core.sudoku.generation import SudokuGeneration

        if passes is not None and level is None:
            raise BadInput("passes are those of a level: give level='hidden', or another one")
        self.checked_level(level)
        side, shape = self.side_and_box(size, box)
        check_side(side)
        check_box(side, shape, LARGEST)
        if not 0 <= clues <= side**2:
            raise BadInput(f"clues {clues}: write 0 to {side**2}")
        return SudokuGeneration(
            number=count,
            seed=seed,
            first=first,
            tries=max_tries,
            seconds=seconds_of(seconds),
            fill_spec=FillSpec(fill_method),
            dig_spec=DigSpec(level or "one-solution", order, symmetry, clues),
            given=Sudoku(shape, (0,) * side**2),
            passes=bounds_of("passes", passes),
        )

    @checked
    def hardest(
        self,
        size: str | int | tuple[int, int] | None = None,
        *,
        level: Literal["naked", "hidden", "locked", "subsets", "gac", "gac-locked"] = "hidden",
        box: str | tuple[int, int] | None = None,
        seed: int = 1,
        attempts: int = 10,
        steps: int = 20_000,
        threads: int | None = None,
        seconds: float | None = HOUR,
    ) -> list[Climbed[Sudoku]]:
        """Search by hill climbing, digit by digit, for Sudokus for which a level takes the most passes.

        Parameters
        ----------
        size : str, int or (int, int), optional
            Rows and columns of the grid, 4 to 49, such as 9 or ``"9x9"``; as many as a box has cells unless given.
        level : {'naked', 'hidden', 'locked', 'subsets', 'gac', 'gac-locked'}
            The level whose passes are counted, and which solves the puzzles.
        box : str or (int, int), optional
            Height and width of a box, such as ``"2x3"``; as square as possible unless given, and not higher than wide.
        seed : int
            Random seed, from 0: the same seed and attempt give the same puzzle everywhere.
        attempts : int
            Number of grids to climb from.
        steps : int
            Number of changes to try in each attempt.
        threads : int, optional
            Threads to search with; as many as processors unless given. They make no difference to the puzzles.
        seconds : float or None
            End the search after so many seconds; never for None.

        Returns
        -------
        list of Climbed
            The puzzle of each attempt that is harder than all before: the last one is the hardest. There may be harder
            ones.

        Raises
        ------
        BadInput
            If a parameter is out of its range, or no puzzle is found.

        Examples
        --------
        >>> import rullo_core as rc
        >>> climbed = rc.sudoku.hardest(4, attempts=2, steps=100)[-1]
        >>> climbed.worth == climbed.puzzle.rate().own["passes_hidden"]
        True
        """
        from rullo_core.sudoku.climb import SudokuClimb

        side, shape = self.side_and_box(size, box)
        check_side(side)
        check_box(side, shape, LARGEST)
        climb = SudokuClimb(
            level=self.checked_level(level) or level, box=shape, seed=seed,
            attempts=at_least_one("attempts", attempts), steps=at_least_one("steps", steps),
        )  # fmt: skip
        return self.climbed(climb, threads, seconds)


API = SudokuApi()

parse, read, write, to_text = API.parse, API.read, API.write, API.to_text
solve, steps, hint, rate = API.solve, API.steps, API.hint, API.rate
generate, generate_frame = API.generate, API.generate_frame
plot, play, write_sheet = API.plot, API.play, API.write_sheet
to_arrays, from_arrays = API.to_arrays, API.from_arrays
solve_arrays, rate_arrays = API.solve_arrays, API.rate_arrays
