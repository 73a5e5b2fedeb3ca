"""The public functions for Kakuros."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from rullo_core.columns import Column, own_of
from rullo_core.constraints.network import Constraint, Network, network_of
from rullo_core.errors import BadInput
from rullo_core.kakuro.explain import KakuroExplainer, picture_in_text
from rullo_core.kakuro.formats import READERS, read_collection
from rullo_core.kakuro.levels import LEVELS
from rullo_core.kakuro.picture import Board, panel_of
from rullo_core.kakuro.playing import KakuroPlayed
from rullo_core.kakuro.puzzle import ACROSS, DOWN, LONGEST, NO_ENTRY, Direction, Kakuro, Position, clue_cell, place
from rullo_core.kakuro.reading import parse_written, with_entries
from rullo_core.kakuro.request import HardestRequest, LayoutRequest, ReduceRequest, RepairRequest, Request
from rullo_core.kakuro.solver import game, reach, reacher, start_of
from rullo_core.limits import time_limit
from rullo_core.passes import levels
from rullo_core.passes.solver import Found
from rullo_core.passes.units import State, Units
from rullo_core.player.play import Unit
from rullo_core.puzzles.asking import asking, asking_of, climbing, generating
from rullo_core.puzzles.climbing import Climb
from rullo_core.puzzles.formats import Format, PuzzleInput, text_format
from rullo_core.puzzles.generation import Generation
from rullo_core.puzzles.hinting import Digits
from rullo_core.puzzles.kind import Arrays
from rullo_core.puzzles.results import Answers, Puzzles, Rating
from rullo_core.puzzles.units import Rater, UnitsApi
from rullo_core.views.panels import Panel

DIRECTIONS: tuple[Direction, ...] = (DOWN, ACROSS)
"""The order of a cell's two clues, as in the text."""


class KakuroApi(KakuroPlayed, UnitsApi[Kakuro]):
    """The functions for Kakuros."""

    name, title, puzzle, levels = "kakuro", "Kakuro", Kakuro, tuple(LEVELS)
    base_level, explained_level = "G", list(LEVELS)[-1]
    mend = "Mend a clue"
    formats: ClassVar[Mapping[str, Format[Any]]] = {
        "text": text_format(READERS["text"]),
        "json": Format(READERS["json"]),
        "dzn": Format(READERS["dzn"]),
        "gecode": Format(READERS["gecode"]),
    }
    rating_columns: ClassVar[Sequence[Column]] = own_of("kakuro")

    arrays: ClassVar[Mapping[str, tuple[str, int]]] = {"white": ("bool", 3), "clues": ("int64", 4)}

    def parse_text(self, text: str, source: str) -> list[Kakuro]:
        """Read all puzzles in a text."""
        return read_collection(text, source)

    def parse_written(self, text: str, source: str) -> list[tuple[Kakuro, np.ndarray]]:
        """Read puzzles with digits in place of 0; and puzzles in other formats, which have no digits."""
        try:
            return [(puzzle, self.to_array(puzzle, digits)) for puzzle, digits in parse_written(text, source)]
        except BadInput as error:
            try:
                return super().parse_written(text, source)
            except BadInput as second_error:
                raise max(error, second_error, key=lambda failure: (failure.line or 0, failure.column or 0)) from None

    def size_of(self, puzzle: Kakuro) -> str:
        """Return the size without the row and column for clues."""
        return f"{puzzle.rows - 1}x{puzzle.columns - 1}"

    def shape_of(self, puzzle: Kakuro) -> tuple[int, int]:
        """Return the numbers of rows and columns of the text, including the row and column for clues."""
        return puzzle.rows, puzzle.columns

    def network(self, puzzle: Kakuro) -> Network:
        """Return the white cells, and the entries."""
        entries = (Constraint(entry.cells, entry.clue) for entry in puzzle.entries)
        return network_of([2**LONGEST - 1] * len(puzzle.cells), entries)

    def game(self, puzzle: Kakuro, level: str) -> Units:
        """Return the puzzle as passes see it, with what a level has beyond them."""
        return game(puzzle, level)

    def explainer_at(self, puzzle: Kakuro, level: str) -> KakuroExplainer:
        """Return how the puzzle is explained as a level sees it."""
        return KakuroExplainer(puzzle, level)

    def places_of(self, puzzle: Kakuro) -> Sequence[tuple[int, int]]:
        """Return the white cells."""
        return puzzle.cells

    def givens(self, puzzle: Kakuro) -> Digits:
        """Return 0 for every cell: no digit is given."""
        return (0,) * len(puzzle.cells)

    def greatest_digit(self, puzzle: Kakuro) -> int:
        """Return 9."""
        return LONGEST

    def find_solutions(self, puzzle: Kakuro, limit: int) -> Found:
        """Search with everything that entries reveal after each digit."""
        return levels.search(start_of(puzzle), reacher(puzzle, "G"), limit)

    def solve_many(self, puzzles: Sequence[Kakuro], limit: int, threads: int | None) -> Iterator[Found]:
        """Search with the kernels, which find the same; but for a single puzzle, as they have to be compiled."""
        if len(puzzles) == 1:
            return super().solve_many(puzzles, limit, threads)
        from rullo_core.kakuro.batch import solve_many

        return solve_many(puzzles, limit, threads)

    def pack(self, puzzle: Kakuro) -> tuple[Any, ...]:
        """Return which cells are white, and the clues down and across after each: 0 for none, -1 for no entry."""
        white = np.zeros(self.shape_of(puzzle), bool)
        clues = np.zeros((*white.shape, 2), np.int64)
        for cell in puzzle.cells:
            white[cell] = True
        entry_clues = {(entry.direction, entry.cells): entry.clue or 0 for entry in puzzle.entries}
        for direction, run in puzzle.runs():
            clue = entry_clues.get((direction, run), -1 if len(run) > 1 else 0)
            clues[clue_cell(direction, puzzle.cells[run[0]])][DIRECTIONS.index(direction)] = clue
        return white, clues

    def unpack(self, *parts: np.ndarray) -> Kakuro:
        """Return the puzzle with these white cells and clues."""
        white, numbers = parts
        if numbers.shape != (*white.shape, 2):
            raise BadInput(f"clues: {numbers.shape}; write two for each cell, down and across")
        clues: dict[tuple[Direction, Position], str] = {}
        for r, c, is_across in np.argwhere(numbers).tolist():
            clue = int(numbers[r, c, is_across])
            first = (r, c + 1) if is_across else (r + 1, c)
            clues[DIRECTIONS[is_across], first] = NO_ENTRY if clue == -1 else str(clue)
        (rows, columns), cells = white.shape, tuple((r, c) for r, c in np.argwhere(white).tolist())
        return with_entries(
            Kakuro(rows, columns, cells, ()),
            clues,
            lambda reason, cell, detail="", _=None: BadInput(f"{place(cell)}{detail}: {reason}"),
        )

    def solve_packed(self, arrays: Arrays, answers: Answers, limit: int, threads: int | None) -> Iterator[int]:
        """Search with the kernels, without an object for each puzzle; only puzzles that may be invalid are checked."""
        from rullo_core.kakuro.batch import solve_grids

        return solve_grids(*self.grids(arrays), answers, limit, threads)

    def grids(self, arrays: Arrays) -> tuple[np.ndarray, np.ndarray, Callable[[Iterable[int]], None]]:
        """Return the white cells and clues of puzzles in arrays, and a function that checks the puzzles of given
        numbers; BadInput if the arrays are not of the same shape.
        """
        white, clues = arrays["white"], arrays["clues"]
        if clues.shape != (*white.shape, 2):
            self.check_some(arrays, range(len(white))[:1])
        return white, clues, partial(self.check_some, arrays)

    def rate_many(
        self,
        puzzles: Sequence[Kakuro],
        max_solutions: int,
        nodes: int | None,
        threads: int | None,
        columns: Collection[str] | None = None,
    ) -> Iterator[Rating]:
        """Rate puzzles with the kernels."""
        # Imported here: other functions do not wait for the compiler.
        from rullo_core.kakuro.batch import rate_many

        for puzzle, rating in zip(puzzles, rate_many(puzzles, max_solutions, nodes, threads), strict=True):
            yield self.rating_from(puzzle, rating)

    def rater_of(self, arrays: Arrays) -> Rater:
        """Return the kernels that rate puzzles without an object for each."""
        from rullo_core.kakuro.batch import rate_grids

        grids = self.grids(arrays)
        return lambda max_solutions, nodes, threads, _: rate_grids(*grids, max_solutions, nodes, threads)

    def levels_to_play(self, puzzle: Kakuro) -> Sequence[str]:
        """Return the levels that the board has."""
        return tuple(self.titles)

    def checked_shown(self, level: str) -> str:
        """Return any level: `reach` knows many more, such as ``R+B+FC``, and refuses others itself."""
        return level

    def state_after(self, puzzle: Kakuro, level: str) -> State:
        """Return the candidates that a level leaves."""
        return reach(puzzle, level).state

    def panel_of(self, puzzle: Kakuro, state: State | None, caption: str) -> Panel:
        """Return the puzzle as it is drawn."""
        return panel_of(Board(puzzle, state, caption))

    def units_played(self, puzzle: Kakuro) -> Iterator[Unit]:
        """Give the entries."""
        return (Unit(puzzle.entry_text(entry), entry.cells, entry.clue) for entry in puzzle.entries)

    def markings(self, puzzle: Kakuro) -> dict[str, Any]:
        """Return the clues."""
        clues = (
            (place, str(cell_clues.get(DOWN, "")), str(cell_clues.get(ACROSS, "")))
            for place, cell_clues in puzzle.clues.items()
        )
        return {"clues": tuple((r, c, down_clue, across_clue) for (r, c), down_clue, across_clue in sorted(clues))}

    def board_for(self, puzzle: Kakuro, state: State | None) -> str:
        """Return the puzzle as people write it."""
        return picture_in_text(puzzle, start_of(puzzle) if state is None else state)

    @generating(Request)
    def generate(self, request: Request) -> Generation[Kakuro]:
        """Generate Kakuros with one solution.

        A puzzle is not a random one of its kind: each method generates puzzles of its own kind, and five steps far
        easier ones than repair.

        Returns
        -------
        Puzzles
            In the order of their indices. They are no random sample of all puzzles: each method favours some.

        Raises
        ------
        BadInput
            If a parameter is out of its range, or no such puzzle was found.

        Examples
        --------
        >>> import rullo_core as rc
        >>> (puzzle,) = rc.kakuro.generate(size="4x4", seed=3)
        >>> puzzle
        <Kakuro 4x4>
        """
        from rullo_core.kakuro.generation import KakuroGeneration

        return KakuroGeneration(request=request)

    @asking(LayoutRequest)
    def layout(self, request: LayoutRequest) -> Puzzles[Kakuro]:
        """Draw layouts at random: which cells are white.

        Returns
        -------
        Puzzles
            Kakuros without clues, in the order of their indices; their white cells are connected.

        Raises
        ------
        BadInput
            If a parameter is out of its range, or no such layout was found.

        Examples
        --------
        >>> import rullo_core as rc
        >>> (layout,) = rc.kakuro.layout(size="3x3", black=0, seed=1)
        >>> len(layout.cells)
        9
        """
        from rullo_core.kakuro.generation import draw_draft, layout_of

        indices = range(request.first, request.first + request.count)
        with time_limit(request.seconds):
            return Puzzles([layout_of(draw_draft(request.layout_spec, request.seed, index)) for index in indices])

    @asking_of(ReduceRequest)
    def reduce(self, puzzles: PuzzleInput, request: ReduceRequest) -> Puzzles[Kakuro]:
        """Remove clues one after the other, as long as a puzzle has one solution.

        Parameters
        ----------
        puzzles : puzzle, str, iterable of these or DataFrame
            Puzzles with one solution, or their texts; of a table, those in its column ``text``.

        Returns
        -------
        Puzzles
            The puzzles with the clues that are needed.

        Raises
        ------
        BadInput
            If a puzzle has not just one solution.

        Examples
        --------
        >>> import rullo_core as rc
        >>> (puzzle,) = rc.kakuro.generate(size="4x4", seed=3)
        >>> (reduced,) = rc.kakuro.reduce(puzzle)
        >>> sum(entry.clue is None for entry in reduced.entries) > 0, reduced.solve().unique
        (True, True)
        """
        from rullo_core.kakuro.reduction import reduce_by

        with time_limit(request.seconds):
            return Puzzles([reduce_by(request, puzzle, i).puzzle for i, puzzle in enumerate(self.as_puzzles(puzzles))])

    @asking_of(RepairRequest)
    def repair(self, puzzles: PuzzleInput, request: RepairRequest) -> Puzzles[Kakuro]:
        r"""Change digits of puzzles with several solutions until entries alone solve them.

        Parameters
        ----------
        puzzles : puzzle, str, iterable of these or DataFrame
            The puzzles, or their texts; of a table, those in its column ``text``.

        Returns
        -------
        Puzzles
            Each puzzle with the clues that it has then; one that entries solve already stays as it is.

        Raises
        ------
        BadInput
            If a puzzle has no solution or lacks a clue, or no such changes were found.

        Examples
        --------
        >>> import rullo_core as rc
        >>> square = rc.kakuro.parse("3 3\n- 4, 4,\n,4 0 0\n,4 0 0")
        >>> (repaired,) = rc.kakuro.repair(square)
        >>> square.solve().unique, repaired.solve().unique
        (False, True)
        """
        from rullo_core.kakuro.repair_suggestions import repaired

        with time_limit(request.seconds):
            return Puzzles([repaired(puzzle, request.seed) for puzzle in self.as_puzzles(puzzles)])

    @climbing(HardestRequest)
    def hardest(self, request: HardestRequest) -> Climb[Kakuro, Any]:
        """Search by hill climbing, digit by digit, for simple Kakuros that take the most passes.

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
        >>> climbed = rc.kakuro.hardest("4x4", attempts=2, steps=200)[-1]
        >>> climbed.worth == climbed.puzzle.rate().passes
        True
        """
        from rullo_core.kakuro.climb import KakuroClimb

        return KakuroClimb(request)


API = KakuroApi()

if TYPE_CHECKING:  # the public names of the package
    parse, read, write, to_text = API.parse, API.read, API.write, API.to_text
    solve, steps, hint, rate = API.solve, API.steps, API.hint, API.rate
    generate, generate_frame = API.generate, API.generate_frame
    hardest, layout, reduce, repair = API.hardest, API.layout, API.reduce, API.repair
    plot, play, write_sheet = API.plot, API.play, API.write_sheet
    to_arrays, from_arrays = API.to_arrays, API.from_arrays
    solve_arrays, rate_arrays = API.solve_arrays, API.rate_arrays
