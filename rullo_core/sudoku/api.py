"""The public functions for Sudokus."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from rullo_core.columns import Column, own_of
from rullo_core.constraints.network import Constraint, Network, network_of
from rullo_core.limits import time_limit
from rullo_core.passes.solver import Found
from rullo_core.passes.units import State, Units
from rullo_core.player.play import Unit
from rullo_core.puzzles.asking import asking, asking_of, climbing, generating
from rullo_core.puzzles.boxes import units_of, usual_box
from rullo_core.puzzles.climbing import Climb
from rullo_core.puzzles.formats import Format, PuzzleInput, text_format
from rullo_core.puzzles.generation import Generation
from rullo_core.puzzles.hinting import Digits
from rullo_core.puzzles.kind import Arrays
from rullo_core.puzzles.results import Answers, Puzzles, Rating
from rullo_core.puzzles.units import Rater, UnitsApi
from rullo_core.runs.shards import first_of_each
from rullo_core.sudoku.explain import SudokuExplainer, solutions_of
from rullo_core.sudoku.levels import BASE, LEVELS, STRONGEST, quick_levels
from rullo_core.sudoku.picture import Board, panel_of
from rullo_core.sudoku.playing import SudokuPlayed
from rullo_core.sudoku.puzzle import Sudoku, parse_puzzles
from rullo_core.sudoku.request import DigRequest, GridRequest, HardestRequest, Request
from rullo_core.sudoku.solver import STRATEGIES, game
from rullo_core.views.panels import Panel


class SudokuApi(SudokuPlayed, UnitsApi[Sudoku]):
    """The functions for Sudokus."""

    name, title, puzzle, levels = "sudoku", "Sudoku", Sudoku, tuple(LEVELS)
    base_level, explained_level, cell_size = BASE, STRONGEST, 0.3
    formats: ClassVar[Mapping[str, Format[Any]]] = {"text": text_format(parse_puzzles, "\n")}

    rating_columns: ClassVar[Sequence[Column]] = own_of("sudoku", passes=LEVELS, strategy_count=STRATEGIES)
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
        digits = np.array([ord(sign) for sign in ".123456789"], np.uint8)[cells.reshape(len(cells), -1)]
        return [line.decode("ascii") for line in digits.view(f"S{side**2}")[:, 0].tolist()]

    def solve_packed(self, arrays: Arrays, answers: Answers, limit: int, threads: int | None) -> Iterator[int]:
        """Search with the compiled solver, without an object for each puzzle."""
        from rullo_core.sudoku.batch import solve_cells

        return solve_cells(*self.checked_cells(arrays), answers, limit, threads)

    def checked_cells(self, arrays: Arrays) -> tuple[np.ndarray, np.ndarray]:
        """Return the cells and boxes of puzzles in arrays; BadInput if any is none."""
        cells, boxes = arrays["cells"], arrays["box"]
        invalid = np.flatnonzero(((cells < 0) | (cells > cells.shape[1])).any(axis=(1, 2)))
        self.check_some(arrays, (*first_of_each(boxes), *invalid))
        return cells, boxes

    def rate_many(
        self,
        puzzles: Sequence[Sudoku],
        max_solutions: int,
        nodes: int | None,
        threads: int | None,
        columns: Collection[str] | None = None,
    ) -> Iterator[Rating]:
        """Rate puzzles with the kernels."""
        from rullo_core.sudoku.batch import rate_many

        for puzzle, rating in zip(puzzles, rate_many(puzzles, max_solutions, nodes, threads, columns), strict=True):
            yield self.rating_from(puzzle, rating)

    def rater_of(self, arrays: Arrays) -> Rater:
        """Return the kernels that rate puzzles without an object for each."""
        from rullo_core.sudoku.batch import rate_cells

        return partial(rate_cells, *self.checked_cells(arrays))

    def network(self, puzzle: Sudoku) -> Network:
        """Return the givens, and the units."""
        every = 2**puzzle.side - 1
        domains = (1 << digit - 1 if digit else every for digit in puzzle.cells)
        return network_of(domains, (Constraint(cells) for _, cells in units_of(puzzle.box)))

    def game(self, puzzle: Sudoku, level: str) -> Units:
        """Return the puzzle as passes of a level see it."""
        return game(puzzle, level)

    def explainer_at(self, puzzle: Sudoku, level: str) -> SudokuExplainer:
        """Return how the puzzle is explained as a level sees it."""
        return SudokuExplainer(puzzle, level)

    def symbol(self, puzzle: Sudoku, digit: int) -> str:
        """Return a digit, or a letter on boards larger than 9x9."""
        return puzzle.symbol(digit)

    def solutions_with(self, puzzle: Sudoku, digits: Digits, limit: int) -> Found:
        """Search for solutions with the digits that are written, as if they were given."""
        cells = tuple(digit or cell_digit for digit, cell_digit in zip(digits, puzzle.cells, strict=True))
        return self.find_solutions(puzzle.with_cells(cells), limit)

    def levels_to_try(self, puzzle: Sudoku) -> tuple[str, ...]:
        """Return all levels, or only the quick levels on boards larger than 9x9."""
        return quick_levels(puzzle.side)

    def panel_of(self, puzzle: Sudoku, state: State | None, caption: str) -> Panel:
        """Return the puzzle as it is drawn."""
        return panel_of(Board(puzzle, state, caption))

    def units_played(self, puzzle: Sudoku) -> Iterator[Unit]:
        """Give rows, columns and boxes."""
        return (Unit(name, cells) for name, cells in units_of(puzzle.box))

    def markings(self, puzzle: Sudoku) -> dict[str, Any]:
        """Return the boxes."""
        return {"regions": tuple(cells for name, cells in units_of(puzzle.box) if name.startswith("box"))}

    def board_for(self, puzzle: Sudoku, state: State | None) -> str:
        """Return the puzzle in its boxes."""
        digits = puzzle.cells if state is None else (min(domain) if len(domain) == 1 else 0 for domain in state)
        return puzzle.with_cells(digits).board()

    @generating(Request)
    def generate(self, request: Request) -> Generation[Sudoku]:
        """Generate Sudokus: fill a grid, then remove digits as long as there is one solution, or a level finds it.

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

        return SudokuGeneration(request=request)

    @asking(GridRequest)
    def fill(self, request: GridRequest) -> Puzzles[Sudoku]:
        """Fill grids at random.

        Returns
        -------
        Puzzles
            Sudokus all of whose cells have digits, in the order of their indices.

        Raises
        ------
        BadInput
            If a parameter is out of its range, or a grid is not filled within its limits.

        Examples
        --------
        >>> import rullo_core as rc
        >>> print(rc.sudoku.fill(size=4, seed=1)[0])
        4132234114233214
        """
        from rullo_core.sudoku.filling import fill_grid

        indices = range(request.first, request.first + request.count)
        with time_limit(request.seconds):
            return Puzzles([fill_grid(request, index).grid for index in indices])

    @asking_of(DigRequest)
    def dig(self, grids: PuzzleInput, request: DigRequest) -> Puzzles[Sudoku]:
        """Dig puzzles out of filled grids: remove digits as long as there is one solution, or a level finds it.

        After one round nothing more can be removed: a digit that could not be removed once cannot be removed later.

        Parameters
        ----------
        grids : puzzle, str, iterable of these or DataFrame
            The filled grids, or their texts; of a table, those in its column ``text``.

        Returns
        -------
        Puzzles
            Of each grid as many as are asked for, in the order of their indices.

        Raises
        ------
        BadInput
            If a parameter is out of its range, or a grid is not filled.

        Examples
        --------
        >>> import rullo_core as rc
        >>> (puzzle,) = rc.sudoku.dig("1234341221434321", level="naked")
        >>> puzzle.clues, puzzle.solve().unique
        (5, True)
        """
        from rullo_core.sudoku.digging import dig_puzzle

        spec, indices = request.dig_spec, range(request.first, request.first + request.count)
        with time_limit(request.seconds):
            return Puzzles(
                [
                    self.with_solution(dig_puzzle(grid, spec, request.seed, index).puzzle, grid.cells)
                    for grid in self.as_puzzles(grids)
                    for index in indices
                ]
            )

    @climbing(HardestRequest)
    def hardest(self, request: HardestRequest) -> Climb[Sudoku, Any]:
        """Search by hill climbing, digit by digit, for Sudokus for which a level takes the most passes.

        Returns
        -------
        list of Climbed
            The puzzle of each attempt that is harder than all before: the last one is the hardest. There may be harder
            ones.

        Raises
        ------
        BadInput
            If a parameter is out of its range.
        NotFound
            If no puzzle is found in time.

        Examples
        --------
        >>> import rullo_core as rc
        >>> climbed = rc.sudoku.hardest(4, attempts=2, steps=100)[-1]
        >>> climbed.worth == climbed.puzzle.rate().own["passes_hidden"]
        True
        """
        from rullo_core.sudoku.climb import SudokuClimb

        return SudokuClimb(request)


API = SudokuApi()

if TYPE_CHECKING:  # the public names of the package
    parse, read, write, to_text = API.parse, API.read, API.write, API.to_text
    solve, steps, hint, rate = API.solve, API.steps, API.hint, API.rate
    generate, generate_frame = API.generate, API.generate_frame
    hardest, fill, dig = API.hardest, API.fill, API.dig
    plot, play, write_sheet = API.plot, API.play, API.write_sheet
    to_arrays, from_arrays = API.to_arrays, API.from_arrays
    solve_arrays, rate_arrays = API.solve_arrays, API.rate_arrays
