"""The functions that every kind of puzzle offers; a kind declares what is particular to it in its `api.py`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, Generic, ParamSpec, TextIO, TypeVar, cast

import numpy as np

from rullo_core.arguments import checked, no_such, no_such_word, refuse_call
from rullo_core.columns import RENAMED, Column, as_types, types_of
from rullo_core.declaration import docstring_of, signature_of
from rullo_core.errors import BadInput, NotFound, quoted
from rullo_core.files import written_whole
from rullo_core.interpreted import each_at_once
from rullo_core.limits import (
    SECONDS,
    STATES,
    Limits,
    answering,
    bound_after,
    check_whole,
    limited,
    limits,
    limits_of,
    seconds_of,
    within,
)
from rullo_core.parameters import at_least_one, only_one, parse_size
from rullo_core.passes.solver import Contradiction, Found
from rullo_core.paths import to_read
from rullo_core.progress import Count, counted, how_many, report
from rullo_core.puzzles.methods import PuzzleMethods
from rullo_core.puzzles.results import (
    RATING_TYPES,
    STEP_COLUMNS,
    STEP_TYPES,
    Answers,
    Climbed,
    Hint,
    Puzzles,
    Rating,
    Solutions,
    Steps,
)
from rullo_core.puzzles.texts import column_of, read_argument, read_texts
from rullo_core.views.panels import Panel
from rullo_core.views.svg import svg_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from rullo_core.player.widget import Player
    from rullo_core.puzzles.climbing import Climb
    from rullo_core.puzzles.generation import Generation

P = TypeVar("P")

Values = np.ndarray | Sequence[Sequence[int]]
"""A value for each cell, row by row: see `Solutions` for what they mean."""

Given = Any
"""Puzzles as functions take them: a puzzle or several; the text of some, or several texts of one puzzle each, as a list
or a Series; a table, such as a DataFrame, with such texts in its column ``text``, or else ``puzzle``.
"""

Arrays = Mapping[str, np.ndarray]
"""Puzzles of one size as arrays by name, the puzzles along the first axis of each."""

ALWAYS = ("puzzle", "size", "name")
"""Columns that a table of ratings always has."""

PER_ROW = 4
"""Boards beside each other in a picture of several."""


@dataclass(frozen=True)
class Format(Generic[P]):
    """A format of puzzle files: a reader of a text and its source, which errors name, and a writer; None without it.

    `between` is what stands between two puzzles.
    """

    read: Callable[[str, str], list[P]] | None = None
    write: Callable[[Sequence[P]], str] | None = None
    suffixes: tuple[str, ...] = ()
    between: str = "\n\n"


class PuzzleApi(ABC, Generic[P]):
    """The functions of a kind of puzzle.

    `name` is that of its folder, `title` what it is called. `levels` are sorted, the weaker first; `base_level` is the
    one of all that each unit by itself implies, the first unless a kind says another; `explained_level` is the one that
    `explain` uses by default. The format ``text`` is the one of this project. `declared` are the
    columns of ratings that only this kind has. Arrays of values
    have `nothing` where a cell has no value; `cell_size` is in inches, for pictures of several puzzles. `arrays` are
    the names of the arrays that hold puzzles, each with its type and number of dimensions: the first one has shape
    (puzzles, rows, columns).
    """

    name: str
    title: str
    puzzle: type[P]
    levels: tuple[str, ...]
    formats: ClassVar[Mapping[str, Format[Any]]]
    declared: ClassVar[Sequence[Column]]
    arrays: ClassVar[Mapping[str, tuple[str, int]]]
    nothing: int = 0
    base_level: str = ""
    explained_level: str
    cell_size: float = 0.34

    # -- what is particular to a kind ---------------------------------------------------------------------------------

    def parse_text(self, text: str, source: str) -> list[P]:
        """Read all puzzles in a text, in any format that is recognised from it; ``text`` unless a kind reads others."""
        return self.reader("text")(text, source)

    @abstractmethod
    def size_of(self, puzzle: P) -> str:
        """Return the size of a puzzle, such as ``9x9``."""

    @abstractmethod
    def to_array(self, puzzle: P, solution: Any) -> np.ndarray:
        """Return a solution as an int64 array of shape (rows, columns)."""

    @abstractmethod
    def find_solutions(self, puzzle: P, limit: int) -> Found:
        """Search for at most `limit` solutions of one puzzle, without the compiler where that is possible."""

    @abstractmethod
    def rate_many(
        self,
        puzzles: Sequence[P],
        max_solutions: int,
        nodes: int | None,
        threads: int | None,
        wanted: Collection[str] | None = None,
    ) -> Iterator[Rating]:
        """Rate puzzles, in order; what is not among the wanted columns, if these are given, may be missing."""

    @abstractmethod
    def pack(self, puzzle: P) -> tuple[Any, ...]:
        """Return what each of `arrays` holds of a puzzle; BadInput if they cannot hold it."""

    @abstractmethod
    def unpack(self, *parts: np.ndarray) -> P:
        """Return the puzzle of which each of `arrays` holds a part; BadInput if it is none."""

    def usual(self, first: np.ndarray) -> Mapping[str, Any]:
        """Return what arrays that may be left out hold of each puzzle then, given the first array."""
        return {}

    @abstractmethod
    def solve_path(self, puzzle: P, level: str | None, number: int = 1) -> Steps[P]:
        """Return the steps to a solution, of one level or of the first that solves it, of one of so many puzzles."""

    @abstractmethod
    def find_hint(self, puzzle: P, values: np.ndarray) -> Hint:
        """Return the easiest next step from the values that are written."""

    @abstractmethod
    def state_with(self, puzzle: P, values: np.ndarray) -> Any:
        """Return what is known of the cells where these values are written; BadInput if a cell cannot have one."""

    @abstractmethod
    def state_after(self, puzzle: P, level: str) -> Any:
        """Return the state after passes of a level; Contradiction if the puzzle has no solution."""

    @abstractmethod
    def panel_of(self, puzzle: P, state: Any | None, caption: str) -> Panel:
        """Return a puzzle as it is drawn, with what is known of its cells, if anything."""

    @abstractmethod
    def board_for(self, puzzle: P, state: Any | None) -> str:
        """Return a puzzle drawn as text, with what is known of its cells, if anything."""

    @abstractmethod
    def explain(self, puzzle: P, level: str) -> Iterator[str]:
        """Return the passes to a solution with their reasons, in paragraphs."""

    def parse_written(self, text: str, source: str) -> list[tuple[P, np.ndarray]]:
        """Read all puzzles in a text, and what a player has written in each; see `hint_of`."""
        return [(one, self.checked_values(one, None)) for one in self.parse_text(text, source)]

    def state_for(self, puzzle: P, values: Values | None = None, level: str | None = None) -> Any | None:
        """Return what is known of the cells with these values, or after passes of a level; None with neither."""
        if values is not None:
            return self.state_with(puzzle, np.asarray(values))
        if level is None:
            return None
        try:
            return self.state_after(puzzle, level)
        except Contradiction as failure:
            raise BadInput(f"{_name(puzzle) or 'the puzzle'} has no solution: {failure}") from None

    def solve_many(self, puzzles: Sequence[P], limit: int, threads: int | None) -> Iterator[Found]:
        """Search for solutions of puzzles, in order."""
        for one in puzzles:
            with answering():
                found = self.find_solutions(one, limit)
            yield found

    def solve_packed(self, arrays: Arrays, answers: Answers, limit: int, threads: int | None) -> Iterator[int]:
        """Search for solutions of the puzzles that arrays hold and write the answers, which are 0 before; yield the
        numbers of puzzles that are done, some at a time.
        """
        puzzles = self._unpacked(arrays)
        for i, (puzzle, found) in enumerate(zip(puzzles, self.solve_many(puzzles, limit, threads), strict=True)):
            answers.solutions[i], answers.complete[i] = len(found.solutions), found.complete
            answers.nodes[i] = found.nodes or 0
            if found.solutions:
                answers.solution[i] = self.to_array(puzzle, found.solutions[0])
            yield 1

    def rate_packed(
        self,
        arrays: Arrays,
        max_solutions: int,
        nodes: int | None,
        threads: int | None,
        wanted: Collection[str] | None = None,
    ) -> Iterator[Rating]:
        """Rate the puzzles that arrays hold, in order, as `rate_many` does; names and sizes may be missing."""
        return self.rate_many(self._unpacked(arrays), max_solutions, nodes, threads, wanted)

    @property
    def own_columns(self) -> dict[str, str]:
        """The columns of ratings that only this kind has, with their types."""
        return types_of(self.declared)

    @property
    def costly(self) -> frozenset[str]:
        """Those that are computed only if they are asked for."""
        return frozenset(name for column in self.declared if column.costly for name in column.names)

    @property
    def public_name(self) -> str:
        """What errors call the module that has these functions."""
        return self.name

    # -- text and files -----------------------------------------------------------------------------------------------

    @checked
    def parse(self, text: str) -> P:
        """Return the one puzzle in a text.

        Parameters
        ----------
        text : str
            A puzzle in any format that is recognised from the text. `read` takes a text of several.

        Returns
        -------
        puzzle
            An object of this kind's class, such as `Sudoku`.

        Raises
        ------
        BadInput
            If the text is not one puzzle; a ValueError with ``line`` and ``column``.

        Examples
        --------
        >>> import rullo_core as rc
        >>> rc.sudoku.parse(".4...32....3....")
        <Sudoku 4x4>
        """
        return only_one(read_argument(self.parse_text, check_text(text), "puzzle"), "puzzle")

    @checked
    def read(self, path: str | Path | TextIO, format: str | None = None) -> Puzzles[P]:  # noqa: A002
        r"""Read the puzzles of a file, or of a text in memory.

        Parameters
        ----------
        path : str, pathlib.Path or file object
            A file of puzzles, UTF-8 text or Parquet; or an open file, such as ``io.StringIO(text)``. A table, as
            `generate_frame` and others write it, in CSV, JSON, JSON lines or Parquet, has a column ``text`` with a
            puzzle's text in each row.
        format : str, optional
            The name of a format, of the texts in a table too; recognised from the text unless given.

        Returns
        -------
        Puzzles
            In the order of the file.

        Raises
        ------
        BadInput
            If the file cannot be read, or is not of this format; with ``line`` and ``column`` where they are known.

        Examples
        --------
        >>> import rullo_core as rc
        >>> puzzles = rc.kakuro.read("data/published/kakuro/example.txt")
        >>> puzzles[0]
        <Kakuro 7x7 'simonis'>
        >>> import io
        >>> rc.sudoku.read(io.StringIO(".4...32....3....\n1.........3.4..."))
        <2 puzzles>
        """
        return Puzzles(read_texts(self.reader(format), text_of(path), source_of(path)))

    def reader(self, format: str | None) -> Callable[[str, str], list[P]]:  # noqa: A002
        """Return the reader of a format; for None, the one that recognises the format from the text."""
        if format is None:
            return self.parse_text
        read = self.formats[format].read if format in self.formats else None
        if read is None:
            known = ", ".join(name for name, one in self.formats.items() if one.read)
            raise BadInput(f"format {quoted(format)}: {self.title} is read from {known}")
        return read

    @checked
    def to_text(self, puzzles: P | str | Iterable[P | str] | pd.DataFrame, format: str = "text") -> str:  # noqa: A002
        r"""Return puzzles as text.

        Parameters
        ----------
        puzzles : puzzle, str, iterable of these or DataFrame
            The puzzles, all of this kind, or their texts; of a table, those in its column ``text``.
        format : str
            The name of a format that this kind writes.

        Returns
        -------
        str
            The text, without a newline at its end.

        Raises
        ------
        BadInput
            If there is no such format, or it cannot hold one of the puzzles.

        Examples
        --------
        >>> import rullo_core as rc
        >>> puzzle = rc.killer.parse("killer 4x4 boxes 2x2\na a a b\nc c b b\nd c c e\nd d e e\na=6 b=7 c=10 d=8 e=9")
        >>> print(rc.killer.to_text(puzzle, "csv").splitlines()[1])
        1,4,2x2,0,a,6,r1c1 r1c2 r1c3
        """
        write = self.formats[format].write if format in self.formats else None
        if write is None:
            known = ", ".join(name for name, one in self.formats.items() if one.write)
            raise BadInput(f"format {quoted(format)}: {self.title} is written as {known}")
        given = self.listed(puzzles)
        if not given:
            raise BadInput("no puzzles to write; give one at least")
        return write(given)

    @checked
    def write(
        self,
        puzzles: P | str | Iterable[P | str] | pd.DataFrame,
        path: str | Path,
        format: str | None = None,  # noqa: A002
    ) -> None:
        """Write puzzles to a file, whole or not at all.

        Parameters
        ----------
        puzzles : puzzle, str, iterable of these or DataFrame
            The puzzles, all of this kind, or their texts; of a table, those in its column ``text``.
        path : str or pathlib.Path
            The file to write; it is replaced if it exists.
        format : str, optional
            The name of a format; that of the file's suffix unless given, ``text`` if it has none.

        Raises
        ------
        BadInput
            As `to_text` does; or if no format has that suffix, or the file cannot be written.

        Examples
        --------
        >>> import rullo_core as rc
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     rc.sudoku.write(rc.sudoku.generate(3, size=4), f"{folder}/sudokus.txt")
        ...     rc.sudoku.read(f"{folder}/sudokus.txt")
        <3 puzzles>
        """
        path = Path(path)
        text = self.to_text(puzzles, format or self._format_of(path))
        with _named_error(path), written_whole(path) as temporary:
            temporary.write_text(text + "\n", encoding="utf-8", newline="\n")

    def _format_of(self, path: Path) -> str:
        written = {suffix: name for name, one in self.formats.items() if one.write for suffix in one.suffixes}
        suffix = path.suffix.lower()
        if suffix and suffix not in written:
            raise BadInput(
                f"{path}: {self.title} is not written as {suffix}: take {', '.join(written)}, or name a format"
            )
        return written.get(suffix, "text")

    # -- solving, explaining and rating -------------------------------------------------------------------------------

    def solutions_of(self, puzzle: P, limit: int = 2, given: Limits | None = None) -> Solutions[P]:
        """Search for the solutions of one puzzle; see `solve`."""
        with limited(given), answering():
            return self._solutions(puzzle, self.find_solutions(puzzle, at_least_one("limit", limit)))

    def solution_of(self, puzzle: P, given: Limits | None = None) -> np.ndarray | None:
        """Return a solution that a puzzle knows, or the first that is found; Undecided if limits end the search."""
        known: np.ndarray | None = vars(puzzle).get("_solution")
        if known is None:
            with limited(given), answering():
                found = self._solutions(puzzle, self.find_solutions(puzzle, 1).decided())
            if len(found):
                known = found[0]
                object.__setattr__(puzzle, "_solution", known)
        return known

    def _solutions(self, puzzle: P, found: Found) -> Solutions[P]:
        arrays = [self.to_array(puzzle, one) for one in found.solutions]
        for one in arrays:
            one.setflags(write=False)
        return Solutions(puzzle, tuple(arrays), found.complete, found.nodes, found.bound)

    @checked
    def solve(
        self,
        puzzles: P | str | Iterable[P | str] | pd.DataFrame,
        *,
        limit: int = 2,
        nodes: int | None = None,
        seconds: float | None = SECONDS,
        states: int = STATES,
        threads: int | None = None,
        progress: bool = False,
    ) -> pd.DataFrame:
        r"""Search for the solutions of puzzles.

        Parameters
        ----------
        puzzles : puzzle, str, iterable of these or DataFrame
            The puzzles, all of this kind, or their texts; of a table, those in its column ``text``.
        limit : int
            The largest number of solutions to find of each puzzle; 2 are enough to know whether there is one only.
        nodes : int, optional
            Give up a search for solutions of a puzzle after it has tried so many values; no such limit unless given.
        seconds : float or None
            Give up a puzzle after so many seconds; never for None.
        states : int
            Give up deductions that need more partial results at a time than this; a million take up to 200 MB.
        threads : int, optional
            Threads to search with; as many as processors unless given.
        progress : bool
            Whether to show a progress bar.

        Returns
        -------
        pandas.DataFrame
            A row for each puzzle, in order: ``name``, ``size`` (str), ``solutions`` (int64, no more than the limit),
            ``complete`` (bool, whether there are no others), ``nodes`` (Int64, values that the search tried) and
            ``solution`` (the first one, an int64 array of shape (rows, columns), or None).

        Raises
        ------
        BadInput
            If anything other than puzzles of this kind is given, or a limit or a number of threads below 1.

        Examples
        --------
        >>> import rullo_core as rc
        >>> table = rc.rullo.solve([rc.rullo.parse("5 7\n4 1 4\n8 5 3"), rc.rullo.parse("1 1\n1 1 1\n1 1 1")])
        >>> table[["size", "solutions", "complete"]].values.tolist()
        [['2x2', 1, True], ['2x2', 2, True]]
        """
        import pandas as pd

        given = self.listed(puzzles)
        rows = []
        with limited(limits_of(nodes, seconds, states)):
            found = self.solve_many(given, at_least_one("limit", limit), _limit("threads", threads))
            for puzzle, one in _shown(zip(given, found, strict=True), len(given), progress):
                solved = self._solutions(puzzle, one)
                first = solved[0] if len(solved) else None
                rows.append((_name(puzzle), self.size_of(puzzle), len(solved), one.complete, one.nodes, first))
        frame = pd.DataFrame(rows, columns=["name", "size", "solutions", "complete", "nodes", "solution"]).astype(
            {"name": "str", "size": "str", "solutions": "int64", "complete": "bool", "nodes": "Int64"}
        )
        frame.attrs = {"puzzle": self.name, "limit": limit}
        return frame

    @checked
    def steps(
        self,
        puzzles: P | str | Iterable[P | str] | pd.DataFrame,
        *,
        level: str | None = None,
        nodes: int | None = None,
        seconds: float | None = SECONDS,
        states: int = STATES,
    ) -> pd.DataFrame:
        """Return the steps to the solution of puzzles.

        Parameters
        ----------
        puzzles : puzzle, str, iterable of these or DataFrame
            The puzzles, all of this kind, or their texts; of a table, those in its column ``text``.
        level : str, optional
            The strategies that are used; those of the first level that solves a puzzle unless given. Where they are
            stuck, the value of a cell is guessed as in a solution.
        nodes : int, optional
            Give up a search for solutions of a puzzle after it has tried so many values; no such limit unless given.
        seconds : float or None
            Give up a puzzle after so many seconds; never for None.
        states : int
            Give up deductions that need more partial results at a time than this; a million take up to 200 MB.

        Returns
        -------
        pandas.DataFrame
            A row for each cell from which a step eliminates candidates: ``puzzle`` (int64, the number of
            the puzzle, from 0) and then the columns of `Steps.to_frame`.

        Raises
        ------
        BadInput
            If a puzzle has no solution, none is found within the limits, or there is no such level.

        Examples
        --------
        >>> import rullo_core as rc
        >>> table = rc.sudoku.steps(rc.sudoku.parse(".4...32....3...."), level="hidden")
        >>> table[["pass", "unit", "row", "column", "candidates"]].values.tolist()[0]
        [1, 'row 1', 1, 1, '1 2 3']
        """
        import pandas as pd

        listed = self.listed(puzzles)
        with limited(limits_of(nodes, seconds, states)):
            frames = [self.steps_table(one, level, place, len(listed)) for place, one in enumerate(listed)]
        if not frames:
            types = {"puzzle": "int64", **dict(zip(STEP_COLUMNS, STEP_TYPES, strict=True))}
            frames = [pd.DataFrame(columns=list(types)).astype(types)]
        frame = pd.concat(frames, ignore_index=True)
        frame.attrs = {"puzzle": self.name, "level": level}
        return frame

    def steps_table(self, puzzle: P, level: str | None, place: int, number: int) -> pd.DataFrame:
        """Return the steps to the solution of the puzzle in a place among a number of them; see `steps`."""
        with answering():
            frame = self.solve_path(puzzle, self.checked_level(level), number).to_frame()
        frame.insert(0, "puzzle", np.int64(place))
        frame.attrs = {"puzzle": self.name, "level": level}
        return frame

    def steps_of(self, puzzle: P, level: str | None = None, given: Limits | None = None) -> Steps[P]:
        """Return the steps to the solution of one puzzle; see `steps`."""
        with limited(given), answering():
            return self.solve_path(puzzle, self.checked_level(level))

    def checked_level(self, level: str | None) -> str | None:
        """Return a level, or raise BadInput if there is no such one."""
        if level is not None and level not in self.levels:
            raise BadInput(no_such_word("level", level, self.levels, f"{self.title} has"))
        return level

    def checked_shown(self, level: str) -> str:
        """Return a level whose candidates can be shown: `checked_level`, unless a kind can show others, too."""
        self.checked_level(level)
        return level

    @checked
    def hint(
        self,
        puzzles: P | str | Iterable[P | str] | pd.DataFrame,
        *,
        nodes: int | None = None,
        seconds: float | None = SECONDS,
        states: int = STATES,
    ) -> pd.DataFrame:
        """Return the easiest next step of puzzles as they are printed.

        Parameters
        ----------
        puzzles : puzzle, str, iterable of these or DataFrame
            The puzzles, all of this kind, or their texts; of a table, those in its column ``text``.
        nodes : int, optional
            Give up a search for solutions of a puzzle after it has tried so many values; no such limit unless given.
        seconds : float or None
            Give up a puzzle after so many seconds; never for None.
        states : int
            Give up deductions that need more partial results at a time than this; a million take up to 200 MB.

        Returns
        -------
        pandas.DataFrame
            A row for each puzzle, in order: ``name`` and the fields of `Hint`; ``level`` is missing where there is
            none.

        Examples
        --------
        >>> import rullo_core as rc
        >>> rc.sudoku.hint(rc.sudoku.parse(".4...32....3...."))[["verdict", "values", "level"]].values.tolist()
        [['step', {(2, 1): 1}, 'naked']]
        """
        import pandas as pd

        given = limits_of(nodes, seconds, states)
        rows = [
            (_name(one), found.verdict, dict(found.values), found.level, found.wrong, found.reason)
            for one in self.listed(puzzles)
            for found in [self.hint_of(one, None, given)]
        ]
        columns = ["name", "verdict", "values", "level", "wrong", "reason"]
        return pd.DataFrame(rows, columns=columns).astype(dict.fromkeys(("name", "verdict", "level", "reason"), "str"))

    def hint_of(self, puzzle: P, values: Values | None = None, given: Limits | None = None) -> Hint:
        """Return the easiest next step of one puzzle; see `PuzzleMethods.hint`."""
        with limited(given), answering():
            return self.find_hint(puzzle, self.checked_values(puzzle, values))

    def checked_values(self, puzzle: P, values: Values | None) -> np.ndarray:
        """Return what is written in the cells as an array, also if nothing is."""
        shape = self.shape_of(puzzle)
        if values is None:
            return np.full(shape, self.nothing, np.int64)
        try:
            array = np.asarray(values)
        except ValueError:
            raise BadInput(f"values: their rows are not of the same length; write {shape[0]} of {shape[1]}") from None
        if array.shape != shape or array.dtype.kind not in "iub":
            raise BadInput(f"values: {array.shape} of {array.dtype}; write whole numbers, an array of shape {shape}")
        return array.astype(np.int64)

    @abstractmethod
    def shape_of(self, puzzle: P) -> tuple[int, int]:
        """Return the shape of arrays of values."""

    def rating_of(self, puzzle: P, max_solutions: int = 2, given: Limits | None = None) -> Rating:
        """Rate one puzzle; see `rate`."""
        most = at_least_one("max_solutions", max_solutions)
        with limited(given):
            (rating,) = each_at_once(1, lambda: self.rate_many([puzzle], most, limits().nodes, 1))
            return bounded(rating, most)

    @checked
    def rate(
        self,
        puzzles: P | str | Iterable[P | str] | pd.DataFrame,
        *,
        only: str | Sequence[str] | None = None,
        max_solutions: int = 2,
        nodes: int | None = None,
        seconds: float | None = SECONDS,
        states: int = STATES,
        threads: int | None = None,
        progress: bool = False,
    ) -> pd.DataFrame:
        r"""Rate puzzles: how far propagation gets, and how difficult they are.

        Parameters
        ----------
        puzzles : puzzle, str, iterable of these or DataFrame
            The puzzles, all of this kind, or their texts; of a table, those in its column ``text``.
        only : str or sequence of str, optional
            The columns to compute, such as ``["level", "passes"]``, or ``"all"``; those that are soon computed unless
            given.
        max_solutions : int
            Count no more solutions of each puzzle than this.
        nodes : int, optional
            Give up a search for solutions of a puzzle after it has tried so many values; no such limit unless given.
        seconds : float or None
            Give up a puzzle after so many seconds; never for None.
        states : int
            Give up deductions that need more partial results at a time than this; a million take up to 200 MB.
        threads : int, optional
            Threads to rate with; as many as processors unless given.
        progress : bool
            Whether to show a progress bar.

        Returns
        -------
        pandas.DataFrame
            A row for each puzzle, in order. Its first columns are the same for every kind of puzzle: see `Rating`.
            ``puzzle``, ``size`` and ``name`` are always there.

        Raises
        ------
        BadInput
            If anything other than puzzles of this kind is given, a column is not known, or a limit or a number of
            threads is below 1.

        Examples
        --------
        >>> import rullo_core as rc
        >>> rc.rullo.rate(rc.rullo.parse("5 7\n4 1 4\n8 5 3"))[["simple", "level", "passes"]].values.tolist()
        [[True, 'lines', 1.0]]
        """
        given = self.listed(puzzles)
        with limited(limits_of(nodes, seconds, states)):
            return self._rated(partial(self.rate_many, given), len(given), only, max_solutions, threads, progress)

    def _rated(
        self,
        rate: Callable[..., Iterator[Rating]],
        number: int,
        only: str | Sequence[str] | None,
        max_solutions: int,
        threads: int | None,
        progress: bool,
    ) -> pd.DataFrame:
        """Return the table of so many puzzles that `rate` rates."""
        import pandas as pd

        most, nodes, threads = at_least_one("max_solutions", max_solutions), limits().nodes, _limit("threads", threads)
        types = self.rated_columns(only)
        rated = each_at_once(number, lambda: rate(most, nodes, threads, types))
        rows = [bounded(one, most).to_dict() for one in _shown(rated, number, progress)]
        frame = as_types(pd.DataFrame(rows, columns=list(types)), types, self.name)
        frame.attrs = {"puzzle": self.name, "max_solutions": max_solutions, "nodes": nodes}
        return frame

    def rated_columns(self, only: str | Sequence[str] | None) -> dict[str, str]:
        """Return the columns of a table of ratings, with their types; see `rate`."""
        every = {**RATING_TYPES, **self.own_columns}
        if only is None:
            asked = set(every) - self.costly
        elif isinstance(only, str):
            asked = set(every) if only == "all" else {only}
        else:
            asked = set(only)
        unknown = sorted(map(str, asked - set(every)))
        if unknown and unknown[0] in RENAMED:
            raise BadInput(f"column {unknown[0]!r}: is gone; take {RENAMED[unknown[0]]}")
        if unknown:
            raise BadInput(no_such("column", unknown[0], every, has=f"{self.title} has the columns"))
        return {name: kind for name, kind in every.items() if name in asked or name in ALWAYS}

    # -- arrays -------------------------------------------------------------------------------------------------------

    @checked
    def to_arrays(self, puzzles: P | str | Iterable[P | str] | pd.DataFrame) -> dict[str, np.ndarray]:
        r"""Return puzzles of one size as arrays.

        Parameters
        ----------
        puzzles : puzzle, str, iterable of these or DataFrame
            The puzzles, all of this kind and size, or their texts; of a table, those in its column ``text``. Their
            names are left out.

        Returns
        -------
        dict of str to array
            Arrays of whole numbers by name, each with the puzzles along its first axis; which ones they are depends on
            the kind of puzzle. `numpy.savez` stores them and `numpy.load` reads them.

        Raises
        ------
        BadInput
            If there is no puzzle, their sizes differ, or arrays cannot hold one of them.

        Examples
        --------
        >>> import rullo_core as rc
        >>> arrays = rc.rullo.to_arrays(rc.rullo.parse("5 7\n4 1 4\n8 5 3"))
        >>> {name: array.tolist() for name, array in arrays.items()}
        {'numbers': [[[1, 4], [5, 3]]], 'row_targets': [[4, 8]], 'column_targets': [[5, 7]]}
        """
        given = self.listed(puzzles)
        sizes = sorted({self.size_of(one) for one in given})
        if len(sizes) != 1:
            raise BadInput(f"puzzles of {len(sizes)} sizes ({', '.join(sizes)}): arrays hold puzzles of one size")
        parts = zip(*map(self.pack, given), strict=True)
        return {name: np.array(part, kind) for (name, (kind, _)), part in zip(self.arrays.items(), parts, strict=True)}

    @checked
    def from_arrays(self, arrays: Arrays) -> Puzzles[P]:
        """Return the puzzles that arrays hold.

        Parameters
        ----------
        arrays : mapping of str to array
            What `to_arrays` returns, or the same in arrays of any integer type.

        Returns
        -------
        Puzzles
            In the order of the arrays, without names.

        Raises
        ------
        BadInput
            If an array is missing or of another shape, or what arrays hold is no puzzle.

        Examples
        --------
        >>> import rullo_core as rc
        >>> puzzles = rc.kakuro.generate(3, size="4x4")
        >>> rc.kakuro.from_arrays(rc.kakuro.to_arrays(puzzles)) == puzzles
        True
        """
        return Puzzles(self._unpacked(self.checked_arrays(arrays)))

    @checked
    def solve_arrays(
        self,
        arrays: Arrays,
        *,
        limit: int = 2,
        nodes: int | None = None,
        seconds: float | None = SECONDS,
        states: int = STATES,
        threads: int | None = None,
        progress: bool = False,
    ) -> dict[str, np.ndarray]:
        """Search for the solutions of puzzles in arrays, and count them.

        Parameters
        ----------
        arrays : mapping of str to array
            The puzzles, as `to_arrays` returns them, or the same in arrays of any integer type.
        limit : int
            The largest number of solutions to count of each puzzle; 2 are enough to know whether there is one only.
        nodes : int, optional
            Give up a search for solutions of a puzzle after it has tried so many values; no such limit unless given.
        seconds : float or None
            Give up a puzzle after so many seconds; never for None.
        states : int
            Give up deductions that need more partial results at a time than this; a million take up to 200 MB.
        threads : int, optional
            Threads to search with; as many as processors unless given.
        progress : bool
            Whether to show a progress bar.

        Returns
        -------
        dict of str to array
            For each puzzle, in order: ``solutions`` (int64, no more than the limit), ``complete`` (bool, whether there
            are no others), ``nodes`` (int64, values that the search tried) and ``solution`` (int64, of shape (puzzles,
            rows, columns): one solution, as in `Solutions`, or zeros if there is none).

        Raises
        ------
        BadInput
            As `from_arrays` does; or if a limit or a number of threads is below 1.

        Examples
        --------
        >>> import numpy as np
        >>> import rullo_core as rc
        >>> cells = np.zeros((2, 4, 4), np.uint8)
        >>> cells[0] = [[0, 4, 0, 0], [0, 3, 2, 0], [0, 0, 0, 3], [0, 0, 0, 0]]
        >>> found = rc.sudoku.solve_arrays({"cells": cells}, limit=1000)
        >>> found["solutions"].tolist(), found["solution"][0, 0].tolist()
        ([1, 288], [2, 4, 3, 1])
        """
        given = self.checked_arrays(arrays)
        asked = at_least_one("limit", limit), _limit("threads", threads)
        number, *shape = next(iter(given.values())).shape
        solutions, tried = np.zeros((2, number), np.int64)
        answers = Answers(solutions, np.zeros(number, np.bool_), tried, np.zeros((number, *shape), np.int64))
        with limited(limits_of(nodes, seconds, states)), _bar(number, progress) as bar:
            for done in each_at_once(number, lambda: self.solve_packed(given, answers, *asked)):
                bar.update(done)
        return answers._asdict()

    @checked
    def rate_arrays(
        self,
        arrays: Arrays,
        *,
        only: str | Sequence[str] | None = None,
        max_solutions: int = 2,
        nodes: int | None = None,
        seconds: float | None = SECONDS,
        states: int = STATES,
        threads: int | None = None,
        progress: bool = False,
    ) -> pd.DataFrame:
        """Rate puzzles in arrays.

        Parameters
        ----------
        arrays : mapping of str to array
            The puzzles, as `to_arrays` returns them, or the same in arrays of any integer type.
        only : str or sequence of str, optional
            The columns to compute, as `rate` takes them.
        max_solutions : int
            Count no more solutions of each puzzle than this.
        nodes : int, optional
            Give up a search for solutions of a puzzle after it has tried so many values; no such limit unless given.
        seconds : float or None
            Give up a puzzle after so many seconds; never for None.
        states : int
            Give up deductions that need more partial results at a time than this; a million take up to 200 MB.
        threads : int, optional
            Threads to rate with; as many as processors unless given.
        progress : bool
            Whether to show a progress bar.

        Returns
        -------
        pandas.DataFrame
            A row for each puzzle, in order: the columns that `rate` returns, but ``text``, ``size`` and ``name``.

        Raises
        ------
        BadInput
            As `from_arrays` does; or if a limit or a number of threads is below 1.

        Examples
        --------
        >>> import rullo_core as rc
        >>> arrays = rc.rullo.to_arrays(rc.rullo.generate(4, size="3x3"))
        >>> rc.rullo.rate_arrays(arrays)["passes"].tolist()
        [2.0, 1.5, 1.5, 1.5]
        """
        given = self.checked_arrays(arrays)
        number = len(next(iter(given.values())))
        rate = partial(self.rate_packed, given)
        with limited(limits_of(nodes, seconds, states)):
            table = self._rated(rate, number, only, max_solutions, threads, progress)
        return table.drop(columns=["text", "size", "name"], errors="ignore")

    def checked_arrays(self, arrays: Any) -> dict[str, np.ndarray]:
        """Return the arrays that hold puzzles, in their order; BadInput for others, or other shapes."""
        first, *others = self.arrays
        if not isinstance(arrays, Mapping) or first not in arrays or not set(arrays) <= set(self.arrays):
            raise BadInput(f"arrays: {self.title} is held by a dict with {', '.join(self.arrays)}; give one")
        given = {first: np.asarray(arrays[first])}
        usual = self.usual(given[first])
        for name in others:
            if name not in arrays and name not in usual:
                raise BadInput(f"arrays: {name} is missing; give {', '.join(self.arrays)}")
            one = np.asarray(arrays[name] if name in arrays else usual[name])
            given[name] = one if name in arrays else np.broadcast_to(one, (len(given[first]), *one.shape))
        for (name, array), (_, dimensions) in zip(given.items(), self.arrays.values(), strict=True):
            if array.ndim != dimensions or array.dtype.kind not in "iub" or len(array) != len(given[first]):
                raise BadInput(
                    f"arrays, {name}: {array.shape} of {array.dtype}; write whole numbers in {dimensions} dimensions, "
                    "the first of them for puzzles"
                )
        return given

    def unpack_at(self, arrays: Arrays, number: int) -> P:
        """Return one of the puzzles that arrays hold, by its number from 0."""
        try:
            return self.unpack(*(array[number] for array in arrays.values()))
        except BadInput as error:
            raise BadInput(error.reason, f"puzzle {number}") from None

    def check_some(self, arrays: Arrays, numbers: Iterable[int]) -> None:
        """Raise BadInput if one of some puzzles that arrays hold is none, for the first such puzzle."""
        for number in sorted({*numbers}):
            self.unpack_at(arrays, number)

    def _unpacked(self, arrays: Arrays) -> list[P]:
        return [self.unpack_at(arrays, number) for number in range(len(next(iter(arrays.values()))))]

    # -- generating ---------------------------------------------------------------------------------------------------

    @checked
    def generate_frame(
        self,
        count: int = 1,
        size: Any = None,
        *,
        path: str | Path | None = None,
        threads: int | None = None,
        progress: bool = False,
        **wanted: Any,
    ) -> pd.DataFrame:
        """Generate puzzles into a table, or into a file; a run that was stopped goes on from where it was.

        Parameters
        ----------
        count : int
            Number of puzzles.
        size : str, int or (int, int), optional
            As ``generate`` takes it.
        path : str or pathlib.Path, optional
            Write the table to this file, as Parquet, JSON lines, CSV or text, by its suffix. What is finished stays
            beside it until all is: the same call goes on from there. Beside Parquet, a card describes the data.
        threads : int, optional
            Threads to use; as many as processors unless given. They make no difference to the puzzles.
        progress : bool
            Whether to show a progress bar.
        **wanted
            What else ``generate`` takes, such as ``seed=1``.

        Returns
        -------
        pandas.DataFrame
            A row for each puzzle, in the order of their indices: the same first columns as in a table of `rate`, the
            columns of its kind, ``solution`` (the digits, or which cells are included, row by row), ``seed`` and
            ``index``. With a path, the first rows only, as a look at what was written.

        Raises
        ------
        BadInput
            As ``generate`` does; or if the file cannot be written.

        Examples
        --------
        >>> import rullo_core as rc
        >>> rc.sudoku.generate_frame(3, size=4, seed=2)[["level", "clues"]].values.tolist()
        [['naked', 4], ['naked', 4], ['naked', 4]]
        """
        from rullo_core.puzzles.dataset import frame_of, write_puzzles

        given = {"size": size} if size is not None else {}
        asked = type(self).generate.asked(self, count, **given, **wanted)  # type: ignore[attr-defined]
        if path is None:
            return frame_of(asked, _limit("threads", threads), progress)
        return write_puzzles(asked, Path(path), threads=_limit("threads", threads), progress=progress)

    def climbed(self, climb: Climb[P, Any]) -> Iterator[Climbed[P]]:
        """Yield the puzzles of a climb, each harder than all before, that attempts find in time."""
        climbed = None
        try:
            with within(climb.request.seconds):
                for climbed in climb.hardest():
                    self.with_solution(climbed.puzzle, climbed.solution)
                    yield climbed
        except NotFound:
            check_whole()  # the time of a block around this ends all
            if climbed is None:
                raise

    def generated(self, asked: Generation[P]) -> Puzzles[P]:
        """Return the puzzles that are asked for; BadInput if there are too few."""
        found = Puzzles[P]()
        for batch in replace(asked, rated=False).batches():
            found += asked.puzzles_of(batch)
            report(how_many(len(found), asked.number, " puzzles"))
        return found

    def texts(self, arrays: Arrays) -> list[str]:
        """Return the texts of the puzzles that arrays hold."""
        return list(map(str, self._unpacked(arrays)))

    def with_solution(self, puzzle: P, solution: Any) -> P:
        """Let a puzzle remember the solution that it was generated from, an array or as the kind has it."""
        array = np.array(solution) if isinstance(solution, np.ndarray) else self.to_array(puzzle, solution)
        array.setflags(write=False)
        object.__setattr__(puzzle, "_solution", array)
        return puzzle

    # -- showing and playing ------------------------------------------------------------------------------------------

    def panel(self, puzzle: P, values: Values | None = None, level: str | None = None, caption: str = "") -> Panel:
        """Return a puzzle as it is drawn, with values or with the candidates that a level leaves."""
        return self.panel_of(puzzle, self.state_for(puzzle, values, level), caption)

    @checked
    def plot(
        self,
        puzzles: P | str | Iterable[P | str] | pd.DataFrame,
        *,
        solved: bool = False,
        columns: int | None = None,
        seconds: float | None = SECONDS,
    ) -> list[Axes]:
        """Draw puzzles beside each other.

        Parameters
        ----------
        puzzles : puzzle, str, iterable of these or DataFrame
            The puzzles, all of this kind, or their texts; of a table, those in its column ``text``.
        solved : bool
            Whether to draw them with their first solution.
        columns : int, optional
            Boards in a row of the picture; 4 at most unless given.
        seconds : float or None
            Give up the search for the solution of a puzzle after so many seconds; never for None.

        Returns
        -------
        list of matplotlib.axes.Axes
            The axes of each puzzle, in order, in one new figure.

        Raises
        ------
        BadInput
            If ``solved`` is asked of a puzzle without a solution, or of which none is found in time.

        Examples
        --------
        >>> import rullo_core as rc
        >>> axes = rc.sudoku.plot(rc.sudoku.generate(2, size=4), solved=True)
        >>> len(axes)
        2
        """
        import matplotlib.pyplot as plt

        given = self.listed(puzzles)
        across = max(1, min(columns or PER_ROW, len(given)))
        down = max(1, -(-len(given) // across))
        _, axes = plt.subplots(down, across, squeeze=False, figsize=(3 * across, 3 * down), layout="constrained")
        for one in axes.flat[len(given) :]:
            one.set_axis_off()
        for one, puzzle in zip(axes.flat, given, strict=False):
            self.plot_one(puzzle, solved=solved, ax=one, seconds=seconds)
        return list(axes.flat[: len(given)])

    def plot_one(
        self,
        puzzle: P,
        values: Values | None = None,
        *,
        level: str | None = None,
        solved: bool = False,
        ax: Axes | None = None,
        seconds: float | None = SECONDS,
    ) -> Axes:
        """Draw one puzzle on axes; see `PuzzleMethods.plot`."""
        import matplotlib.pyplot as plt

        from rullo_core.views.boards import draw_on

        if (values is not None) + (level is not None) + solved > 1:
            raise BadInput("values, level and solved exclude each other; give one of them")
        given = Limits(seconds=seconds_of(seconds))
        if solved:
            values = self.solution_of(puzzle, given)
            if values is None:
                raise BadInput("the puzzle has no solution to draw")
        if ax is None:
            _, ax = plt.subplots(figsize=(4, 4))
        array = None if values is None else self.checked_values(puzzle, values)
        shown = None if level is None else self.checked_shown(level)
        with limited(given), answering():
            panel = self.panel(puzzle, array, shown, _name(puzzle))
        draw_on(ax, panel)
        return ax

    def svg_of(self, puzzle: P) -> str:
        """Return a picture of one puzzle, as it is printed, as SVG; the same puzzle gives the same bytes."""
        return svg_of(self.panel(puzzle, caption=_name(puzzle)))

    @checked
    def write_sheet(
        self,
        puzzles: P | str | Iterable[P | str] | pd.DataFrame,
        path: str | Path,
        *,
        seconds: float | None = SECONDS,
    ) -> None:
        """Write puzzles for print, followed by their solutions on pages of their own.

        Parameters
        ----------
        puzzles : puzzle, str, iterable of these or DataFrame
            The puzzles, all of this kind, or their texts; of a table, those in its column ``text``.
        path : str or pathlib.Path
            A file that ends in ``.pdf``, for pages of A4, or in ``.svg``, for one picture. The same puzzles give the
            same bytes.
        seconds : float or None
            Give up the search for the solution of a puzzle after so many seconds; never for None.

        Raises
        ------
        BadInput
            If the file has another suffix or cannot be written, there is no puzzle, or a puzzle has no solution, or
            none that is found in time.

        Examples
        --------
        >>> import rullo_core as rc
        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     rc.sudoku.write_sheet(rc.sudoku.generate(2, size=4), f"{folder}/sheet.svg")
        ...     Path(folder, "sheet.svg").read_text()[:5]
        '<?xml'
        """
        from rullo_core.views.sheets import check_sheet, write_sheet

        check_sheet(Path(path))
        to_solve, solved = [], []
        for number, puzzle in enumerate(self.listed(puzzles), start=1):
            solution = self.solution_of(puzzle, Limits(seconds=seconds_of(seconds)))
            if solution is None:
                raise BadInput(f"{_name(puzzle) or f'puzzle {number}'}: has no solution to show; leave it out")
            to_solve.append(self.panel(puzzle, caption=f"Puzzle {number}"))
            solved.append(self.panel(puzzle, solution, caption=f"Solution {number}"))
        if not solved:
            raise BadInput("no puzzles to write; give one at least")
        with _named_error(Path(path)):
            write_sheet(Path(path), to_solve, solved)

    @checked
    def play(self, puzzles: P | str | Iterable[P | str] | pd.DataFrame | None = None) -> Player:
        """Return a board to play on, a widget of JupyterLab, with these puzzles to choose from.

        Parameters
        ----------
        puzzles : puzzle, str, iterable of these or DataFrame, optional
            The puzzles, all of this kind, or their texts; of a table, those in its column ``text``. Those that come
            with the kind unless given.

        Returns
        -------
        anywidget.AnyWidget
            The board; a notebook shows it where it stands at the end of a cell.

        Raises
        ------
        BadInput
            If a puzzle has no solution.

        Examples
        --------
        >>> import rullo_core as rc
        >>> board = rc.sudoku.play(rc.sudoku.parse(".4...32....3...."))
        """
        from rullo_core.player.kinds import kinds
        from rullo_core.player.widget import Player

        return Player(kinds()[self.name] if puzzles is None else self.listed(puzzles))

    def listed(self, puzzles: Given) -> list[P]:
        """Return what is given as puzzles of this kind, as a list."""
        what = f"puzzles of {self.title}"
        given: list[Any] = listed(puzzles, self.parse_text, what)
        for number, one in enumerate(given):
            if not isinstance(one, self.puzzle):
                raise BadInput(f"puzzle {number} is of type {type(one).__name__}: give {what}, or their texts")
        return given


def listed(puzzles: Any, read: Callable[[str, str], list[Any]], what: str) -> list[Any]:
    """Return puzzles, given as `Given` says, as a list; texts of them are read by a function of text and source.

    A text is never taken for the name of a file. Of several texts, each has one puzzle.
    """
    if isinstance(puzzles, PuzzleMethods):
        return [puzzles]
    if isinstance(puzzles, str):
        return read_argument(read, puzzles, "puzzle")
    if hasattr(puzzles, "columns"):
        puzzles = column_of(puzzles)
    if not isinstance(puzzles, Iterable) or isinstance(puzzles, bytes):
        reason = f"is no puzzle, no text of one and no list of them; give {what}"
        raise BadInput(f"{type(puzzles).__name__}: {reason}")
    return [
        only_one(read_texts(read, one, f"puzzle {number}"), f"puzzle {number}") if isinstance(one, str) else one
        for number, one in enumerate(puzzles)
    ]


def check_text(text: str) -> str:
    """Return a text, or raise BadInput if it is something else."""
    if not isinstance(text, str):
        raise BadInput(f"{type(text).__name__}: is no text; give the text of a puzzle, or read a file")
    return text


def text_format(read: Callable[[str, str], list[P]], between: str = "\n\n") -> Format[P]:
    """Return the format ``text`` of a kind: texts of puzzles below their names, with something between them."""

    def write(puzzles: Sequence[Any]) -> str:
        return between.join(f"# {one.name}\n{one}" if one.name else str(one) for one in puzzles)

    return Format(read, write, (".txt",), between)


@contextmanager
def _named_error(path: Path) -> Iterator[None]:
    """Name the file in the error if it cannot be written."""
    try:
        yield
    except BadInput:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it has no name"
        raise BadInput(f"{path}: cannot be written ({reason}); name a file in a folder that is there") from None


def source_of(path: str | Path | TextIO) -> str:
    """Return what errors call a file: its name, if it has one."""
    return str(getattr(path, "name", "the text") if hasattr(path, "read") else path)


def text_of(path: str | Path | TextIO) -> str:
    """Return the text of a file, also of an open one; of the puzzles in a Parquet file with a column of them."""
    if hasattr(path, "read"):
        try:
            text = path.read()
            return text.decode("utf-8-sig") if isinstance(text, bytes) else check_text(text)
        except UnicodeDecodeError:
            raise BadInput(f"{source_of(path)}: is not text; give the name of a file of puzzles, or text") from None
    if str(path).endswith(".parquet"):
        from rullo_core.puzzles.dataset import texts_in

        return "\n\n".join(texts_in(Path(path)))
    try:
        return to_read(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{path}: is not text; give a file of puzzles") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}); give a file of puzzles") from None


def sides_of(size: str | int | tuple[int, int]) -> tuple[int, int]:
    """Return height and width of a size.

    >>> sides_of(9), sides_of("4x6"), sides_of((4, 6))
    ((9, 9), (4, 6), (4, 6))
    """
    if isinstance(size, str):
        return parse_size(size if "x" in size else f"{size}x{size}")
    sides: tuple[Any, ...] = tuple(size) if isinstance(size, Sequence | np.ndarray) else (size, size)
    if len(sides) != 2 or not all(isinstance(one, int | np.integer) and not isinstance(one, bool) for one in sides):
        raise BadInput(f"size {size!r}: write it as 9, (9, 9) or '9x9'")
    return parse_size(f"{sides[0]}x{sides[1]}")


def bounded(rating: Rating, most: int) -> Rating:
    """Return a rating, of so many solutions at most, with the limit that left it undecided, if one did."""
    if not rating.is_undecided or rating.bound:
        return rating
    return replace(rating, bound="max_solutions" if rating.solutions == most else bound_after(rating.nodes or 0))


def _limit(name: str, value: int | None) -> int | None:
    return None if value is None else at_least_one(name, value)


def _name(puzzle: object) -> str:
    return str(getattr(puzzle, "name", ""))


T = TypeVar("T")
R = TypeVar("R")
Wanted = ParamSpec("Wanted")


def asking(
    request: Callable[Wanted, R], returned: str = "Puzzles"
) -> Callable[[Callable[[Any, R], T]], Callable[Concatenate[Any, Wanted], T]]:
    """Return what makes a public method, with the parameters that a class declares, of one that takes an object of that
    class; ``returned`` is the type in its signature.
    """

    def decorate(work: Callable[[Any, R], T]) -> Callable[Concatenate[Any, Wanted], T]:
        @wraps(work)
        def ask(self: PuzzleApi[Any], *args: Wanted.args, **wanted: Wanted.kwargs) -> T:
            try:
                given = request(*args, **wanted)
            except TypeError as error:
                refuse_call(ask, error, (self, *args), wanted)
                raise
            return work(self, given)

        return cast("Callable[Concatenate[Any, Wanted], T]", documented(ask, request, work, returned))

    return decorate


def asking_of(
    request: Callable[Wanted, R],
) -> Callable[[Callable[[Any, Given, R], T]], Callable[Concatenate[Any, Given, Wanted], T]]:
    """Return what `asking` does for a method that works on puzzles, which come first; its parameters are named."""

    def decorate(work: Callable[[Any, Given, R], T]) -> Callable[Concatenate[Any, Given, Wanted], T]:
        @wraps(work)
        def ask(self: PuzzleApi[Any], puzzles: Given, /, *args: Wanted.args, **wanted: Wanted.kwargs) -> T:
            try:
                given = request(*args, **wanted)
            except TypeError as error:
                refuse_call(ask, error, (self, puzzles, *args), wanted)
                raise
            return work(self, puzzles, given)

        return cast("Callable[Concatenate[Any, Given, Wanted], T]", documented(ask, request, work))

    return decorate


def documented(public: Any, request: Any, work: Callable[..., Any], returned: str = "Puzzles") -> Any:
    """Return a public method with the signature and the docstring that its parameters give it."""
    public.__doc__, public.__signature__ = docstring_of(request, work), signature_of(request, work, returned)
    public.work, public.request = work, request
    return checked(public)


def generating(
    request: Callable[Wanted, R],
) -> Callable[[Callable[[Any, R], Generation[P]]], Callable[Concatenate[Any, Wanted], Puzzles[P]]]:
    """Return what makes the public ``generate`` of a kind of the class of its parameters, given a method that turns a
    request into a `Generation`.
    """

    def decorate(work: Callable[[Any, R], Generation[P]]) -> Callable[Concatenate[Any, Wanted], Puzzles[P]]:
        @asking(request)
        @wraps(work)
        def generate(self: PuzzleApi[P], given: R) -> Puzzles[P]:
            return self.generated(work(self, given))

        @asking(request)
        @wraps(work)
        def asked(self: PuzzleApi[P], given: R) -> Generation[P]:
            return work(self, given)

        public: Any = generate
        public.work, public.asked = work, asked
        return generate

    return decorate


def climbing(
    request: Callable[Wanted, R],
) -> Callable[[Callable[[Any, R], Climb[P, Any]]], Callable[Concatenate[Any, Wanted], list[Climbed[P]]]]:
    """Return what makes the public ``hardest`` of a kind, as `generating` does, given a method that turns a request
    into a `Climb`.
    """

    def decorate(work: Callable[[Any, R], Climb[P, Any]]) -> Callable[Concatenate[Any, Wanted], list[Climbed[P]]]:
        @asking(request, "list[Climbed]")
        @wraps(work)
        def hardest(self: PuzzleApi[P], given: R) -> list[Climbed[P]]:
            return list(self.climbed(work(self, given)))

        public: Any = hardest
        public.work = work
        return hardest

    return decorate


def _shown(items: Iterable[T], total: int, progress: bool) -> Iterator[T]:
    """Yield items one after the other, with a progress bar if that is wanted."""
    if not progress:
        return counted(items, total, " puzzles")
    from rullo_core.bars import Bar

    return iter(Bar(items, total=total, unit=" puzzles", delay=0, disable=False))


def _bar(total: int, progress: bool) -> Any:
    """Return a context manager with a progress bar, or with a count if none is wanted: a hidden bar takes a while."""
    if not progress:
        return nullcontext(Count(total, " puzzles"))
    from rullo_core.bars import Bar

    return Bar(total=total, unit=" puzzles", delay=0, disable=False)
