"""The public functions for Killer Sudokus."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from rullo_core.columns import Column, own_of
from rullo_core.constraints.network import Constraint, Network, network_of
from rullo_core.errors import BadInput
from rullo_core.killer.explain import KillerExplainer, solutions_of
from rullo_core.killer.formats import FORMATS, parse_any, write_puzzles
from rullo_core.killer.levels import LEVELS, SOLVERS
from rullo_core.killer.picture import Board, panel_of
from rullo_core.killer.playing import KillerPlayed
from rullo_core.killer.puzzle import Cage, Killer, check_sums, label_of, parse_puzzles, parse_written
from rullo_core.killer.request import HardestRequest, Request
from rullo_core.killer.solver import reasoner_of, solutions
from rullo_core.passes.solver import Found, collect
from rullo_core.passes.units import State, Units
from rullo_core.player.play import Unit
from rullo_core.puzzles.asking import climbing, generating
from rullo_core.puzzles.boxes import place, usual_box
from rullo_core.puzzles.climbing import Climb
from rullo_core.puzzles.formats import Format
from rullo_core.puzzles.generation import Generation
from rullo_core.puzzles.hinting import Digits, wrong_in
from rullo_core.puzzles.kind import Arrays
from rullo_core.puzzles.results import Answers, Rating
from rullo_core.puzzles.units import Rater, UnitsApi
from rullo_core.runs.shards import first_of_each
from rullo_core.views.panels import Panel

HINT_LEVELS = tuple(level for level, definition in LEVELS.items() if "start" not in definition.strategies)
"""Levels for hints, from weak to strong: those that filter cages in every pass."""

SUFFIXES = {"text": (".txt",), "csv": (".csv",), "f-puzzles": (".json",)}


class KillerApi(KillerPlayed, UnitsApi[Killer]):
    """The functions for Killer Sudokus."""

    name, title, puzzle, levels = "killer", "Killer Sudoku", Killer, tuple(LEVELS)
    base_level, explained_level, cell_size = "CA", "O1", 0.38
    formats: ClassVar[Mapping[str, Format[Any]]] = {
        form: Format(
            parse_puzzles if form == "text" else parse_any, partial(write_puzzles, form=form), SUFFIXES.get(form, ())
        )
        for form in FORMATS
    }
    rating_columns: ClassVar[Sequence[Column]] = own_of("killer", passes=LEVELS, solved_cells=LEVELS, candidates=LEVELS)
    arrays: ClassVar[Mapping[str, tuple[str, int]]] = {
        "cages": ("int16", 3),
        "sums": ("int64", 2),
        "box": ("uint8", 2),
        "diagonals": ("bool", 1),
    }
    mend, largest_played = "Change a sum", 9

    def parse_text(self, text: str, source: str) -> list[Killer]:
        """Read all puzzles in a text."""
        return parse_any(text, source)

    def parse_written(self, text: str, source: str) -> list[tuple[Killer, np.ndarray]]:
        """Read puzzles with digits below the word digits; and puzzles in other formats, which have no digits."""
        puzzles = parse_any(text, source)
        try:
            return [(puzzle, self.to_array(puzzle, digits)) for puzzle, digits in parse_written(text, source)]
        except BadInput:  # another format
            return [(puzzle, self.checked_values(puzzle, None)) for puzzle in puzzles]

    def find_solutions(self, puzzle: Killer, limit: int) -> Found:
        """Search by passes alone, and with the compiled solver only where they are stuck."""
        return solutions_of(puzzle, HINT_LEVELS[0], limit)

    def search(self, puzzle: Killer, limit: int, nodes: int | None = None) -> Found:
        """Search with the compiled solver."""
        return next(self.solve_many([puzzle], limit, threads=1))

    def solve_many(self, puzzles: Sequence[Killer], limit: int, threads: int | None) -> Iterator[Found]:
        """Search with the compiled solver."""
        # Imported here: other functions do not wait for the compiler.
        from rullo_core.killer.batch import solve_many

        return solve_many(puzzles, limit, threads=threads)

    def pack(self, puzzle: Killer) -> tuple[Any, ...]:
        """Return the number of each cell's cage, 0 for none, sums by number, boxes, and whether there are diagonals."""
        cages, sums = np.zeros(puzzle.side**2, np.int64), np.zeros(puzzle.side**2 + 1, np.int64)
        for number, cage in enumerate(puzzle.cages, start=1):
            cages[list(cage.cells)], sums[number] = number, cage.total
        return cages.reshape(puzzle.side, -1), sums, puzzle.box, puzzle.diagonals

    def unpack(self, *parts: np.ndarray) -> Killer:
        """Return the puzzle with these cages, sums, boxes, and diagonals if there are any."""
        grid, sums, box, diagonals = parts
        numbers, boxes = self.square(grid, box)
        cells: dict[int, list[int]] = {}
        for cell, number in enumerate(numbers):
            if not 0 <= number < len(sums):
                raise BadInput(f"{place(cell, len(grid))}: there is no sum of cage {number}; give one")
            cells.setdefault(number, []).append(cell)
        cages = [(members, int(sums[number])) for number, members in cells.items() if number]
        labelled = (Cage(label_of(i), tuple(members), total) for i, (members, total) in enumerate(cages))
        puzzle = Killer(len(grid), boxes, tuple(labelled), bool(diagonals))
        check_sums(puzzle)
        return puzzle

    def usual(self, first: np.ndarray) -> Mapping[str, Any]:
        """Return the usual boxes, and no diagonals."""
        return {"box": usual_box(first.shape[-1]), "diagonals": False}

    def solve_packed(self, arrays: Arrays, answers: Answers, limit: int, threads: int | None) -> Iterator[int]:
        """Search with the compiled solver, without an object for each puzzle."""
        from rullo_core.killer.batch import solve_cages

        return solve_cages(*self.checked_cages(arrays), answers, limit, threads)

    def rater_of(self, arrays: Arrays) -> Rater:
        """Return the kernels that rate puzzles without an object for each."""
        from rullo_core.killer.batch import rate_cages

        return partial(rate_cages, *self.checked_cages(arrays))

    def checked_cages(self, arrays: Arrays) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the cages, sums and shapes of puzzles in arrays; BadInput if any is none."""
        from rullo_core.killer.kernels.packing import find_invalid

        cages, sums, box, diagonals = (np.array(array, np.int64) for array in arrays.values())
        shapes = np.column_stack((np.full(len(cages), cages.shape[1]), box, diagonals))
        is_invalid = np.zeros(len(cages), np.bool_)
        find_invalid(cages, sums, is_invalid)
        self.check_some(arrays, (*first_of_each(shapes), *np.flatnonzero(is_invalid)))
        return cages, sums, shapes

    def rate_many(
        self,
        puzzles: Sequence[Killer],
        max_solutions: int,
        nodes: int | None,
        threads: int | None,
        columns: Collection[str] | None = None,
    ) -> Iterator[Rating]:
        """Rate puzzles with the kernels."""
        from rullo_core.killer.batch import rate_many

        for puzzle, rating in zip(puzzles, rate_many(puzzles, max_solutions, nodes, threads, columns), strict=True):
            yield self.rating_from(puzzle, rating)

    def network(self, puzzle: Killer) -> Network:
        """Return the cells, the cages and the units."""
        cages = (Constraint(cage.cells, cage.total) for cage in puzzle.cages)
        units = (Constraint(cells) for _, cells in puzzle.units)
        return network_of([2**puzzle.side - 1] * puzzle.side**2, (*cages, *units))

    def game(self, puzzle: Killer, level: str) -> Units:
        """Return the puzzle as passes of a level see it."""
        return reasoner_of(puzzle).game(level)

    def explainer_at(self, puzzle: Killer, level: str) -> KillerExplainer:
        """Return how the puzzle is explained as a level sees it."""
        return KillerExplainer(puzzle, level)

    def levels_to_try(self, puzzle: Killer) -> tuple[str, ...]:
        """Return the levels that say how difficult a puzzle is."""
        return SOLVERS

    def levels_of_hints(self, puzzle: Killer) -> tuple[str, ...]:
        """Return the levels that filter cages in every pass."""
        return HINT_LEVELS

    def solutions_with(self, puzzle: Killer, digits: Digits, limit: int) -> Found:
        """Search for solutions with the digits that are written: the first two without them are found sooner."""
        answer = solutions_of(puzzle, HINT_LEVELS[0], max(2, limit)).decided()
        agreeing = tuple(solution for solution in answer.solutions if not wrong_in(solution, digits))
        if answer.complete or agreeing:
            return replace(answer, solutions=agreeing).up_to(limit)
        return collect(islice(solutions(puzzle, digits=tuple(digits)), limit), limit)

    def known_cells(self, puzzle: Killer, digits: Digits) -> set[int]:
        """Return the cells with a digit, and cages of one cell."""
        return super().known_cells(puzzle, digits) | {cage.cells[0] for cage in puzzle.cages if len(cage) == 1}

    def panel_of(self, puzzle: Killer, state: State | None, caption: str) -> Panel:
        """Return the puzzle as it is drawn."""
        return panel_of(Board(puzzle, state, caption))

    def title_of(self, puzzle: Killer) -> str:
        """Return its size, and whether diagonals count."""
        return super().title_of(puzzle) + " with diagonals" * puzzle.diagonals

    def units_played(self, puzzle: Killer) -> Iterator[Unit]:
        """Give rows, columns, boxes, diagonals and cages."""
        yield from (Unit(name, cells) for name, cells in puzzle.units)
        yield from (Unit(f"cage {cage.label}", cage.cells, cage.total) for cage in puzzle.cages)

    def markings(self, puzzle: Killer) -> dict[str, Any]:
        """Return boxes, cages and diagonals."""
        diagonals = {cell for name, cells in puzzle.units if "diagonal" in name for cell in cells}
        return {
            "regions": tuple(cells for name, cells in puzzle.units if name.startswith("box")),
            "cages": tuple((cage.cells, cage.total) for cage in puzzle.cages),
            "shaded": tuple(sorted(diagonals)),
        }

    def board_for(self, puzzle: Killer, state: State | None) -> str:
        """Return the text of the puzzle, or digits in their boxes."""
        return str(puzzle) if state is None else KillerExplainer(puzzle, HINT_LEVELS[0]).board(state)

    @generating(Request)
    def generate(self, request: Request) -> Generation[Killer]:
        """Generate Killer Sudokus with one solution: grow cages on a filled grid, and repair them.

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
        from rullo_core.killer.generation import KillerGeneration

        return KillerGeneration(request=request)

    @climbing(HardestRequest)
    def hardest(self, request: HardestRequest) -> Climb[Killer, Any]:
        """Search by hill climbing for Killer Sudokus that take the most passes, or have the fewest cages.

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
        >>> climbed = rc.killer.hardest(4, attempts=1, steps=20)[-1]
        >>> climbed.worth == climbed.puzzle.rate().own["passes_cages_first"]
        True
        """
        from rullo_core.killer.climb import KillerClimb

        return KillerClimb(request)


API = KillerApi()

if TYPE_CHECKING:  # the public names of the package
    parse, read, write, to_text = API.parse, API.read, API.write, API.to_text
    solve, steps, hint, rate = API.solve, API.steps, API.hint, API.rate
    generate, generate_frame = API.generate, API.generate_frame
    hardest = API.hardest
    plot, play, write_sheet = API.plot, API.play, API.write_sheet
    to_arrays, from_arrays = API.to_arrays, API.from_arrays
    solve_arrays, rate_arrays = API.solve_arrays, API.rate_arrays
