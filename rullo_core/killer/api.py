"""The public functions for Killer Sudokus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Literal

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.killer.explain import KillerExplainer, solutions_of
from rullo_core.killer.formats import WRITERS, parse_any, write_puzzles
from rullo_core.killer.hints import ASKED, find_hint, find_solution
from rullo_core.killer.picture import Board, panel_of
from rullo_core.killer.puzzle import Killer, parse_puzzles
from rullo_core.killer.request import Request
from rullo_core.killer.solver import LEVELS, SOLVERS, Reasoner
from rullo_core.passes.solver import Found
from rullo_core.passes.stages import explain_failure
from rullo_core.passes.units import State
from rullo_core.puzzles.api import Format, check_word, sides_of, span_of, state_of_digits
from rullo_core.puzzles.results import Hint, Puzzles, Rating, Steps
from rullo_core.puzzles.squares import SOLVED, SquareApi, kind_of_rating
from rullo_core.views.panels import Panel

SUFFIXES = {"text": (".txt",), "csv": (".csv",), "f-puzzles": (".json",)}


class KillerApi(SquareApi[Killer]):
    """The functions for Killer Sudokus."""

    name, title, puzzle, levels = "killer", "Killer Sudoku", Killer, tuple(LEVELS)
    formats: ClassVar[Mapping[str, Format[Any]]] = {
        form: Format(
            parse_puzzles if form == "text" else parse_any, partial(write_puzzles, form=form), SUFFIXES.get(form, ())
        )
        for form in (*WRITERS, "csv")
    }

    def parse_text(self, text: str, source: str) -> list[Killer]:
        """Read all puzzles in a text."""
        return parse_any(text, source)

    def find_solutions(self, puzzle: Killer, limit: int) -> Found:
        """Search by passes alone, and with the compiled solver only where they are stuck."""
        return solutions_of(puzzle, ASKED[0], limit)

    def solve_many(self, puzzles: Sequence[Killer], limit: int, threads: int | None) -> Iterator[Found]:
        """Search with the compiled solver."""
        # Imported here: other functions do not wait for the compiler.
        from rullo_core.killer.batch import solve_many

        return solve_many(puzzles, limit, threads=threads)

    def rate_many(
        self, puzzles: Sequence[Killer], max_solutions: int, nodes: int | None, threads: int | None
    ) -> Iterator[Rating]:
        """Rate puzzles with the kernels."""
        from rullo_core.killer.batch import rate_many

        for puzzle, one in zip(puzzles, rate_many(puzzles, max_solutions, nodes, threads), strict=True):
            # No digit is given: with units first, their first pass reveals nothing, and the others are those of cages
            # first. So it takes one more.
            units_first = None if one.passes is None else one.passes + 1
            passes = one.passes_by_level[one.level] if one.level in SOLVERS else None
            yield Rating(
                puzzle.name,
                self.size_of(puzzle),
                kind_of_rating(one.solutions, one.complete, one.level in SOLVERS),
                one.level,
                None if passes is None else float(passes),
                passes,
                one.solutions,
                one.complete,
                one.nodes,
                {
                    "cages": one.cages,
                    "cages_first": one.passes,
                    "units_first": units_first,
                    **{f"passes_{level}": count for level, count in one.passes_by_level.items()},
                    **{f"solved_cells_{level}": count for level, count in one.solved_cells.items()},
                    **{f"candidates_{level}": count for level, count in one.candidates.items()},
                },
            )

    def solve_path(self, puzzle: Killer, level: str | None) -> Steps[Killer]:
        """Return the passes of a level, and a guess wherever they are stuck."""
        return self.path_of_passes(puzzle, level, SOLVERS, partial(KillerExplainer, puzzle))

    def find_hint(self, puzzle: Killer, values: np.ndarray) -> Hint:
        """Return the next digit that the lowest level finds."""
        written = self.digits_of(puzzle, values)
        solution, wrong = find_solution(puzzle, written)
        if solution is None:
            return Hint("infeasible", reason=explain_failure(Reasoner(puzzle).game(ASKED[-1])))
        if wrong:
            return self.hint_of_wrong(puzzle, {cell: str(written[cell]) for cell in wrong})
        found = find_hint(puzzle, written, solution)
        if found is None:
            return SOLVED
        return self.hint_with_reason(puzzle, found, partial(KillerExplainer, puzzle), ASKED[0])

    def state_with(self, puzzle: Killer, values: np.ndarray) -> State:
        """Return what is written."""
        return state_of_digits(self.digits_of(puzzle, values))

    def state_after(self, puzzle: Killer, level: str) -> State:
        """Return the candidates that a level leaves."""
        return Reasoner(puzzle).reach(level).state

    def panel_of(self, puzzle: Killer, state: State | None, caption: str) -> Panel:
        """Return the puzzle as it is drawn."""
        return panel_of(Board(puzzle, state, caption))

    def generate(
        self,
        count: int = 1,
        size: str | int | tuple[int, int] = "9x9",
        *,
        seed: int = 1,
        first: int = 0,
        level: Literal["CH", "CG", "CA", "CP", "O1", "OW"] | None = None,
        passes: tuple[int, int] | int | None = None,
        box: tuple[int, int] | None = None,
        diagonals: bool = False,
        cages: tuple[int, int] | int | None = None,
        cage_sizes: tuple[int, int] | int | None = None,
        single_cell_cages: tuple[int, int] | int = 0,
        spread: Literal["random", "lines", "boxes"] = "random",
        symmetry: Literal["none", "half-turn", "quarter-turn", "mirror"] = "none",
        max_tries: int = 24,
    ) -> Puzzles[Killer]:
        """Generate Killer Sudokus with one solution: grow cages on a filled grid, and change them until there is one.

        Parameters
        ----------
        count : int
            Number of puzzles.
        size : str, int or (int, int)
            Rows and columns of the grid, 4 to 16, such as 9 or ``"9x9"``.
        seed : int
            Random seed, from 0: the same seed and index give the same puzzle everywhere.
        first : int
            Index of the first puzzle of this seed, from 0.
        level : {'CH', 'CG', 'CA', 'CP', 'O1', 'OW'}, optional
            Accept only puzzles that this level is the first to solve.
        passes : (int, int) or int, optional
            Accept only puzzles that take this many passes of the level; without one, of cages and units in turns, cages
            first.
        box : (int, int), optional
            Height and width of a box; as square as possible unless given.
        diagonals : bool
            Whether both long diagonals have all digits.
        cages : (int, int) or int, optional
            Number of cages; 28 to 34 on 9x9 unless given.
        cage_sizes : (int, int) or int, optional
            Cells of a cage of more than one cell; 2 to 9 unless given.
        single_cell_cages : (int, int) or int
            Number of cages of one cell.
        spread : {'random', 'lines', 'boxes'}
            Where cages begin: anywhere, or as many in each row and column, or in each box.
        symmetry : {'none', 'half-turn', 'quarter-turn', 'mirror'}
            Symmetry of the cages, not of their sums.
        max_tries : int
            Give up a puzzle after this many grids.

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
        >>> rc.killer.generate(size=4, seed=2)[0]
        <Killer 4x4>
        """
        from rullo_core.killer.generation import generate_puzzle

        check_word("seed", seed)
        height, width = sides_of(size)
        if height != width:
            raise BadInput(f"size {height}x{width}: grids of Killer Sudokus are square")
        singles = span_of("single_cell_cages", single_cell_cages) or (0, 0)
        request = Request(
            height, None if box is None else sides_of(box), diagonals, span_of("cages", cages),
            span_of("cage_sizes", cage_sizes), singles, spread,
            symmetry, level, span_of("passes", passes),
        )  # fmt: skip
        return self.generated(count, first, lambda index: generate_puzzle(request, seed, index, max_tries))


API = KillerApi()

parse, read, write, to_text = API.parse, API.read, API.write, API.to_text
solve, steps, hint, rate = API.solve, API.steps, API.hint, API.rate
generate, plot, play, write_sheet = API.generate, API.plot, API.play, API.write_sheet
