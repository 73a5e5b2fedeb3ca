"""The declaration of a kind of puzzle, from which its functions and commands follow."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic

import numpy as np

from rullo_core.arguments import no_such_word
from rullo_core.columns import SCALE_TYPES, Column, types_of
from rullo_core.constraints.network import Network
from rullo_core.errors import BadInput, quoted
from rullo_core.limits import answering
from rullo_core.passes.solver import Contradiction, Found
from rullo_core.puzzles.base import P
from rullo_core.puzzles.formats import Format
from rullo_core.puzzles.lookup import register
from rullo_core.puzzles.results import Answers, Hint, Rating, Values
from rullo_core.puzzles.steps import Steps
from rullo_core.views.panels import Panel

Arrays = Mapping[str, np.ndarray]
"""Puzzles of one size as arrays by name, the puzzles along the first axis of each."""


class PuzzleKind(ABC, Generic[P]):
    """The declaration of a kind of puzzle.

    `name` is the name of its folder, `title` the name to show. `levels` are sorted from weak to strong; `base_level`
    is the level of all deductions from single units (default: the first); `explained_level` is the level that
    `explain` uses by default. The format ``text`` is this project's own. `rating_columns` are the columns of
    ratings that only this kind has. Arrays of values have `empty_value` where a cell has none; `cell_size` is in
    inches, for pictures of several puzzles. `arrays` are the names of the arrays that hold puzzles, each with its type
    and number of dimensions: the first one has shape (puzzles, rows, columns).
    """

    name: str
    title: str
    puzzle: type[P]
    levels: tuple[str, ...]
    formats: ClassVar[Mapping[str, Format[Any]]]
    rating_columns: ClassVar[Sequence[Column]]
    arrays: ClassVar[Mapping[str, tuple[str, int]]]
    empty_value: int = 0
    base_level: str = ""
    explained_level: str
    cell_size: float = 0.34

    def __init__(self) -> None:
        register(self.puzzle, self)

    def reader(self, format: str | None) -> Callable[[str, str], list[P]]:  # noqa: A002
        """Return the reader of a format; for None, the one that recognises the format from the text."""
        if format is None:
            return self.parse_text
        read = self.formats[format].read if format in self.formats else None
        if read is None:
            names = ", ".join(name for name, form in self.formats.items() if form.read)
            raise BadInput(f"format {quoted(format)}: {self.title} is read from {names}")
        return read

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
        columns: Collection[str] | None = None,
    ) -> Iterator[Rating]:
        """Rate puzzles, in order; values of columns that are not requested, if any columns are, may be missing."""

    @abstractmethod
    def pack(self, puzzle: P) -> tuple[Any, ...]:
        """Return what each of `arrays` holds of a puzzle; BadInput if they cannot hold it."""

    @abstractmethod
    def unpack(self, *parts: np.ndarray) -> P:
        """Return the puzzle whose parts are in `arrays`; BadInput if they are not a puzzle."""

    def network(self, puzzle: P) -> Network:
        """Return the puzzle as cells and constraints that are the same for all kinds; BadInput if it has others."""
        raise BadInput(f"{self.title}: has other constraints than different digits and sums of included numbers")

    def usual(self, first: np.ndarray) -> Mapping[str, Any]:
        """Return what arrays that may be left out hold of each puzzle then, given the first array."""
        return {}

    @abstractmethod
    def solve_path(self, puzzle: P, level: str | None, number: int = 1) -> Steps[P]:
        """Return the steps to a solution of one of `number` puzzles, by a level or by the first that solves it."""

    @abstractmethod
    def find_hint(self, puzzle: P, values: np.ndarray) -> Hint:
        """Return the easiest next step from the values that are written."""

    @abstractmethod
    def state_with(self, puzzle: P, values: np.ndarray) -> Any:
        """Return the state of the cells with these values written; BadInput if a cell cannot have its value."""

    @abstractmethod
    def state_after(self, puzzle: P, level: str) -> Any:
        """Return the state after passes of a level; Contradiction if the puzzle has no solution."""

    @abstractmethod
    def panel_of(self, puzzle: P, state: Any | None, caption: str) -> Panel:
        """Return the drawing of a puzzle, with the state of its cells unless that is None."""

    @abstractmethod
    def board_for(self, puzzle: P, state: Any | None) -> str:
        """Return a puzzle drawn as text, with the state of its cells unless that is None."""

    @abstractmethod
    def explain(self, puzzle: P, level: str) -> Iterator[str]:
        """Return the passes to a solution with their reasons, in paragraphs."""

    def parse_written(self, text: str, source: str) -> list[tuple[P, np.ndarray]]:
        """Read all puzzles in a text, and what a player has written in each; see `find_hint`."""
        return [(puzzle, self.checked_values(puzzle, None)) for puzzle in self.parse_text(text, source)]

    def state_for(self, puzzle: P, values: Values | None = None, level: str | None = None) -> Any | None:
        """Return the state of the cells with these values, or after passes of a level; None without either."""
        if values is not None:
            return self.state_with(puzzle, np.asarray(values))
        if level is None:
            return None
        try:
            return self.state_after(puzzle, level)
        except Contradiction as failure:
            raise BadInput(f"{name_of(puzzle) or 'the puzzle'} has no solution: {failure}") from None

    def solve_many(self, puzzles: Sequence[P], limit: int, threads: int | None) -> Iterator[Found]:
        """Search for solutions of puzzles, in order."""
        for puzzle in puzzles:
            with answering():
                result = self.find_solutions(puzzle, limit)
            yield result

    def solve_packed(self, arrays: Arrays, answers: Answers, limit: int, threads: int | None) -> Iterator[int]:
        """Search for solutions of the puzzles that arrays hold and write the answers, which are 0 before; yield the
        numbers of puzzles that are done, some at a time.
        """
        puzzles = self.unpack_all(arrays)
        for i, (puzzle, result) in enumerate(zip(puzzles, self.solve_many(puzzles, limit, threads), strict=True)):
            answers.solutions[i], answers.complete[i] = len(result.solutions), result.complete
            answers.nodes[i] = result.nodes or 0
            if result.solutions:
                answers.solution[i] = self.to_array(puzzle, result.solutions[0])
            yield 1

    def rate_packed(
        self,
        arrays: Arrays,
        max_solutions: int,
        nodes: int | None,
        threads: int | None,
        columns: Collection[str] | None = None,
    ) -> Iterator[Rating]:
        """Rate the puzzles that arrays hold, in order, as `rate_many` does; names and sizes may be missing."""
        return self.rate_many(self.unpack_all(arrays), max_solutions, nodes, threads, columns)

    @cached_property
    def own_columns(self) -> dict[str, str]:
        """The columns of ratings that only this kind has, with their types."""
        return types_of(self.rating_columns)

    @property
    def costly_columns(self) -> frozenset[str]:
        """The columns that are computed only on request."""
        own = (name for column in self.rating_columns if column.is_costly for name in column.names)
        return frozenset((*self.scale_columns, *own))

    @property
    def scale_columns(self) -> Mapping[str, str]:
        """The columns of how far constraints get, with their types; none for a kind with other constraints."""
        return {} if type(self).network is PuzzleKind.network else SCALE_TYPES

    @property
    def public_name(self) -> str:
        """The name that errors use for the module that has these functions."""
        return self.name

    @abstractmethod
    def shape_of(self, puzzle: P) -> tuple[int, int]:
        """Return the shape of arrays of values."""

    def checked_level(self, level: str | None) -> str | None:
        """Return a level, or raise BadInput if there is no such one."""
        if level is not None and level not in self.levels:
            raise BadInput(no_such_word("level", level, self.levels, f"{self.title} has"))
        return level

    def checked_shown(self, level: str) -> str:
        """Return a level whose candidates can be shown: `checked_level`, unless a kind can show others, too."""
        self.checked_level(level)
        return level

    def checked_values(self, puzzle: P, values: Values | None) -> np.ndarray:
        """Return the values written in the cells as an array, which may be empty values only."""
        shape = self.shape_of(puzzle)
        if values is None:
            return np.full(shape, self.empty_value, np.int64)
        try:
            array = np.asarray(values)
        except ValueError:
            raise BadInput(f"values: their rows are not of the same length; write {shape[0]} of {shape[1]}") from None
        if array.shape != shape or array.dtype.kind not in "iub":
            raise BadInput(f"values: {array.shape} of {array.dtype}; write whole numbers, an array of shape {shape}")
        return array.astype(np.int64)

    def unpack_at(self, arrays: Arrays, number: int) -> P:
        """Return one of the puzzles that arrays hold, by its number from 0."""
        try:
            return self.unpack(*(array[number] for array in arrays.values()))
        except BadInput as error:
            raise BadInput(error.reason, f"puzzle {number}") from None

    def unpack_all(self, arrays: Arrays) -> list[P]:
        """Return the puzzles that arrays hold."""
        return [self.unpack_at(arrays, number) for number in range(len(next(iter(arrays.values()))))]


def name_of(puzzle: object) -> str:
    """Return the name of a puzzle, empty if it has none."""
    return str(getattr(puzzle, "name", ""))
