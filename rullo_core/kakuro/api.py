"""The public functions for Kakuros."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Literal

import numpy as np

from rullo_core.arguments import checked
from rullo_core.errors import BadInput
from rullo_core.kakuro.explain import KakuroExplainer, picture_in_text
from rullo_core.kakuro.formats import READERS, read_collection
from rullo_core.kakuro.levels import LEVEL_OF_KIND, LEVELS
from rullo_core.kakuro.picture import Board, panel_of
from rullo_core.kakuro.puzzle import (
    ACROSS,
    DOWN,
    LONGEST,
    NOTHING,
    Direction,
    Kakuro,
    Position,
    before,
    parse_written,
    place,
    with_entries,
)
from rullo_core.kakuro.request import METHODS, LayoutSpec, Request
from rullo_core.kakuro.solver import game, reach, reacher, start_of
from rullo_core.limits import BETWEEN, HOUR, seconds_of
from rullo_core.parameters import at_least_one, check_choice
from rullo_core.passes import levels
from rullo_core.passes.solver import Found
from rullo_core.passes.units import State, Units
from rullo_core.player.play import Unit
from rullo_core.puzzles.api import Arrays, Format, bounds_of, generating, sides_of, text_format
from rullo_core.puzzles.generation import Generation
from rullo_core.puzzles.results import Answers, Climbed, Rating
from rullo_core.puzzles.units import Digits, Rater, UnitsApi
from rullo_core.views.panels import Panel

DIRECTIONS: tuple[Direction, ...] = (DOWN, ACROSS)
"""The order of a cell's two clues, as in the text."""


class KakuroApi(UnitsApi[Kakuro]):
    """The functions for Kakuros."""

    name, title, puzzle, levels = "kakuro", "Kakuro", Kakuro, tuple(LEVELS)
    explained_level = list(LEVELS)[-1]
    titles: ClassVar[Mapping[str, str]] = {"G": "", "G+Q": "crossings of entries"}
    mend = "Mend a clue"
    formats: ClassVar[Mapping[str, Format[Any]]] = {
        "text": text_format(READERS["text"]),
        "json": Format(READERS["json"]),
        "dzn": Format(READERS["dzn"]),
        "gecode": Format(READERS["gecode"]),
    }
    own_columns: ClassVar[Mapping[str, str]] = {
        "grade": "str",
        **dict.fromkeys(("across_first", "down_first", "unfixed"), "Int64"),
        **dict.fromkeys(("cells", "entries"), "int64"),
    }

    arrays: ClassVar[Mapping[str, tuple[str, int]]] = {"white": ("bool", 3), "clues": ("int64", 4)}

    def parse_text(self, text: str, source: str) -> list[Kakuro]:
        """Read all puzzles in a text."""
        return read_collection(text, source)

    def parse_written(self, text: str, source: str) -> list[tuple[Kakuro, np.ndarray]]:
        """Read puzzles with digits in place of 0; and those of other formats, which have none."""
        try:
            return [(one, self.to_array(one, digits)) for one, digits in parse_written(text, source)]
        except BadInput as error:
            try:
                return super().parse_written(text, source)
            except BadInput as other:
                raise max(error, other, key=lambda one: (one.line or 0, one.column or 0)) from None

    def size_of(self, puzzle: Kakuro) -> str:
        """Return the size without the row and column for clues."""
        return f"{puzzle.rows - 1}x{puzzle.columns - 1}"

    def shape_of(self, puzzle: Kakuro) -> tuple[int, int]:
        """Return rows and columns of the text, those for clues among them."""
        return puzzle.rows, puzzle.columns

    def game(self, puzzle: Kakuro, level: str) -> Units:
        """Return the puzzle as passes see it, with what a level has beyond them."""
        return game(puzzle, level)

    def explainer_at(self, puzzle: Kakuro, level: str) -> KakuroExplainer:
        """Return how the puzzle is explained as a level sees it."""
        return KakuroExplainer(puzzle, level)

    def places_of(self, puzzle: Kakuro) -> Sequence[tuple[int, int]]:
        """Return the white cells."""
        return puzzle.cells

    def given(self, puzzle: Kakuro) -> Digits:
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
        there = {(entry.direction, entry.cells): entry.clue or 0 for entry in puzzle.entries}
        for direction, run in puzzle.runs():
            clue = there.get((direction, run), -1 if len(run) > 1 else 0)
            clues[before(direction, puzzle.cells[run[0]])][DIRECTIONS.index(direction)] = clue
        return white, clues

    def unpack(self, *parts: np.ndarray) -> Kakuro:
        """Return the puzzle with these white cells and clues."""
        white, numbers = parts
        if numbers.shape != (*white.shape, 2):
            raise BadInput(f"clues: {numbers.shape}; write two for each cell, down and across")
        clues: dict[tuple[Direction, Position], str] = {}
        for r, c, across in np.argwhere(numbers).tolist():
            clue = int(numbers[r, c, across])
            after = (r, c + 1) if across else (r + 1, c)
            clues[DIRECTIONS[across], after] = NOTHING if clue == -1 else str(clue)
        (rows, columns), cells = white.shape, tuple((r, c) for r, c in np.argwhere(white).tolist())
        return with_entries(
            Kakuro(rows, columns, cells, ()),
            clues,
            lambda reason, cell, shown="", _=None: BadInput(f"{place(cell)}{shown}: {reason}"),
        )

    def solve_packed(self, arrays: Arrays, answers: Answers, limit: int, threads: int | None) -> Iterator[int]:
        """Search with the kernels, without an object for each puzzle; those that may break a rule are looked at."""
        from rullo_core.kakuro.batch import solve_grids

        return solve_grids(*self.grids(arrays), answers, limit, threads)

    def grids(self, arrays: Arrays) -> tuple[np.ndarray, np.ndarray, Callable[[Iterable[int]], None]]:
        """Return the white cells and clues of puzzles in arrays, and what checks some of these; BadInput if they are
        not of the same shape.
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
        wanted: Collection[str] | None = None,
    ) -> Iterator[Rating]:
        """Rate puzzles with the kernels."""
        # Imported here: other functions do not wait for the compiler.
        from rullo_core.kakuro.batch import rate_many

        for puzzle, one in zip(puzzles, rate_many(puzzles, max_solutions, nodes, threads), strict=True):
            yield self.rating_from(puzzle, one)

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

    def layout(self, puzzle: Kakuro) -> dict[str, Any]:
        """Return the clues."""
        shown = ((place, str(both.get(DOWN, "")), str(both.get(ACROSS, ""))) for place, both in puzzle.clues.items())
        return {"clues": tuple((r, c, down, across) for (r, c), down, across in sorted(shown))}

    def board_for(self, puzzle: Kakuro, state: State | None) -> str:
        """Return the puzzle as people write it."""
        return picture_in_text(puzzle, start_of(puzzle) if state is None else state)

    @generating
    def generate(
        self,
        count: int = 1,
        size: str | int | tuple[int, int] = "8x8",
        *,
        seed: int = 1,
        first: int = 0,
        kind: Literal["simple", "rectangular", "exhaustive"] | None = None,
        difficulty: tuple[float, float] | float | None = None,
        black: float | None = None,
        longest: int = LONGEST,
        symmetry: Literal["none", "half-turn", "quarter-turn", "mirror"] = "half-turn",
        single_cell_entries: bool = False,
        in_blocks: bool = False,
        method: str | None = None,
        max_tries: int = 900,
        seconds: float | None = BETWEEN,
    ) -> Generation[Kakuro]:
        """Generate Kakuros with one solution.

        Parameters
        ----------
        count : int
            Number of puzzles.
        size : str, int or (int, int)
            Height and width without the row and column for clues, such as ``"8x8"``, 8 or (8, 8).
        seed : int
            Random seed, from 0: the same seed and index give the same puzzle everywhere.
        first : int
            Index of the first puzzle of this seed, from 0.
        kind : {'simple', 'rectangular', 'exhaustive'}, optional
            Accept only puzzles of this kind; any with one solution unless given.
        difficulty : (float, float) or float, optional
            Accept only simple puzzles whose difficulty lies in this range.
        black : float, optional
            Least share of black cells, from 0 to less than 1; as near to 0.4 as whole cells come to it unless given.
        longest : int
            Most cells of an entry, up to 9.
        symmetry : {'none', 'half-turn', 'quarter-turn', 'mirror'}
            Symmetry of the layout.
        single_cell_entries : bool
            Whether entries of one cell are allowed.
        in_blocks : bool
            Whether every white cell has to lie in a square of four white ones.
        method : {'check', 'steps', 'repair', 'constructor', 'parting', 'parting-at-random'}, optional
            How the clues are found; a method that suits the other parameters unless given. ``check`` fills a layout at
            random and keeps it if it has one solution; ``repair`` changes digits of a random filling until entries
            alone solve it; ``parting`` changes digits where two solutions differ until there is one, by the best of
            twelve cells, and ``parting-at-random`` by any of them; ``steps`` and ``constructor`` choose clues, not
            digits: all in five steps, which gives easier puzzles, or one at a time.
        max_tries : int
            Give up a puzzle after this many layouts.
        seconds : float or None
            Give up when so many seconds bring no further puzzle; never for None.

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

        if kind is not None and kind not in LEVEL_OF_KIND:
            raise BadInput(f"kind {kind!r}: take {', '.join(LEVEL_OF_KIND)}")
        if method is not None:
            check_choice("method", method, METHODS)
        return KakuroGeneration(
            number=count,
            seed=seed,
            first=first,
            tries=max_tries,
            seconds=seconds_of(seconds),
            layout=LayoutSpec(*sides_of(size), black, longest, symmetry, single_cell_entries, in_blocks),
            request=Request(kind, bounds_of("difficulty", difficulty)),
            methods=(method,) if method else (),
        )

    @checked
    def hardest(
        self,
        size: str | int | tuple[int, int] = "8x8",
        *,
        black: float | None = None,
        longest: int = LONGEST,
        symmetry: Literal["none", "half-turn", "quarter-turn", "mirror"] = "half-turn",
        single_cell_entries: bool = False,
        in_blocks: bool = False,
        seed: int = 1,
        attempts: int = 10,
        steps: int = 20_000,
        threads: int | None = None,
        seconds: float | None = HOUR,
    ) -> list[Climbed[Kakuro]]:
        """Search by hill climbing, digit by digit, for simple Kakuros that take the most passes.

        Parameters
        ----------
        size : str, int or (int, int)
            Height and width without the row and column for clues, such as ``"8x8"``, 8 or (8, 8).
        black : float, optional
            Least share of black cells, from 0 to less than 1; as near to 0.4 as whole cells come to it unless given.
        longest : int
            Most cells of an entry, up to 9.
        symmetry : {'none', 'half-turn', 'quarter-turn', 'mirror'}
            Symmetry of the layouts.
        single_cell_entries : bool
            Whether entries of one cell are allowed.
        in_blocks : bool
            Whether every white cell has to lie in a square of four white ones.
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
        >>> climbed = rc.kakuro.hardest("4x4", attempts=2, steps=200)[-1]
        >>> climbed.worth == climbed.puzzle.rate().difficulty
        True
        """
        from rullo_core.kakuro.climb import KakuroClimb

        layout = LayoutSpec(*sides_of(size), black, longest, symmetry, single_cell_entries, in_blocks)
        climb = KakuroClimb(
            layout=layout, seed=seed, attempts=at_least_one("attempts", attempts), steps=at_least_one("steps", steps)
        )
        return self.climbed(climb, threads, seconds)


API = KakuroApi()

parse, read, write, to_text = API.parse, API.read, API.write, API.to_text
solve, steps, hint, rate = API.solve, API.steps, API.hint, API.rate
generate, generate_frame = API.generate, API.generate_frame
plot, play, write_sheet = API.plot, API.play, API.write_sheet
to_arrays, from_arrays = API.to_arrays, API.from_arrays
solve_arrays, rate_arrays = API.solve_arrays, API.rate_arrays
