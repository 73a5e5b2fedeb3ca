"""Results of solving, rating and generating, and hints, the same for every kind of puzzle; see also `steps`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, SupportsIndex, TypeVar, overload

import numpy as np

from rullo_core.columns import RATING_COLUMNS, RENAMED, types_of
from rullo_core.escaping import as_html
from rullo_core.limits import bound_after
from rullo_core.puzzles.lookup import api_of
from rullo_core.views.svg import gallery_of

Values = np.ndarray | Sequence[Sequence[int]]
"""A value for each cell, row by row: see `Solutions` for what they mean."""

P = TypeVar("P")

Cell = tuple[int, int]
"""Row and column of a cell, from 1, as in reasons of steps."""

MOST_SHOWN = 12
"""Puzzles of a collection, or solutions, that are drawn in a notebook."""


class Answers(NamedTuple):
    """The results of searches of puzzles in arrays, as `PuzzleApi.solve_arrays` returns them."""

    solutions: np.ndarray
    complete: np.ndarray
    nodes: np.ndarray
    solution: np.ndarray

    def subset(self, places: slice) -> Answers:
        """Return the parts of the arrays for some of the puzzles."""
        return Answers(*(array[places] for array in self))


@dataclass(frozen=True, eq=False)
class Solutions(Sequence[np.ndarray], Generic[P]):
    r"""The solutions that a search found.

    A sequence of the solutions; drawn as boards in a notebook.

    Attributes
    ----------
    puzzle : puzzle
        The puzzle that was solved.
    solutions : tuple of int64 array of shape (rows, columns)
        The solutions, no more than were asked for; read-only. Digits, or for a Rullo 1 for an included cell and 0 for
        an excluded one. Cells that hold no digit, such as the black ones of a Kakuro, are 0.
    complete : bool
        Whether there are no other solutions.
    nodes : int or None
        Values that the search tried; 0 if propagation alone solved the puzzle, None if they were not counted.
    bound : {'nodes', 'seconds', 'states'} or None
        The limit that ended the search before it had found all solutions, or as many as asked for, if one did.

    Examples
    --------
    >>> import rullo_core as rc
    >>> found = rc.rullo.parse("5 7\n4 1 4\n8 5 3").solve()
    >>> found[0].tolist(), found.unique
    ([[0, 1], [1, 1]], True)
    """

    puzzle: P
    solutions: tuple[np.ndarray, ...]
    complete: bool
    nodes: int | None = None
    bound: str | None = None

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for array in self.solutions:
            array.setflags(write=False)

    @property
    def unique(self) -> bool:
        """Whether there is exactly one solution."""
        return self.complete and len(self.solutions) == 1

    @overload
    def __getitem__(self, index: int) -> np.ndarray: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[np.ndarray, ...]: ...
    def __getitem__(self, index: int | slice) -> np.ndarray | tuple[np.ndarray, ...]:
        return self.solutions[index]

    def __len__(self) -> int:
        return len(self.solutions)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Solutions)
            and (self.puzzle, self.complete, self.nodes) == (other.puzzle, other.complete, other.nodes)
            and len(self) == len(other)
            and all(map(np.array_equal, self.solutions, other.solutions))
        )

    def __hash__(self) -> int:
        return hash((self.puzzle, self.complete, tuple(array.tobytes() for array in self.solutions)))

    def __repr__(self) -> str:
        prefix = "" if self.complete else "at least "
        return f"<{prefix}{quantity(len(self), 'solution')}: {self.puzzle!r}>"

    def _repr_html_(self) -> str:
        api = api_of(self.puzzle)
        panels = [api.panel(self.puzzle, solution) for solution in self.solutions[:MOST_SHOWN]]
        parts = quantity(len(self), "solution") + ("" if self.complete else ", and there may be others")
        return f"{gallery_of(panels, len(self) - len(panels))}<p>{parts}</p>"


@dataclass(frozen=True)
class Hint:
    """The easiest next step from what a player has written, or why there is none.

    Attributes
    ----------
    verdict : {'step', 'guess', 'wrong', 'solved', 'infeasible', 'undecided'}
        ``step``: a value follows; ``guess``: none follows without a guess; ``wrong``: something that is written is
        wrong; ``solved``: nothing is left to do; ``infeasible``: there is no solution; ``undecided``: a limit was
        reached before that was known.
    values : dict of (int, int) to int
        Row and column, from 1, of the cells whose values follow, with these values.
    level : str or None
        The lowest level that finds the step, where the puzzle has levels.
    wrong : tuple of (int, int)
        The cells whose values are wrong.
    reason : str
        The hint in sentences.

    Examples
    --------
    >>> import rullo_core as rc
    >>> hint = rc.sudoku.parse(".4...32....3....").hint()
    >>> hint.verdict, hint.values, hint.level
    ('step', {(2, 1): 1}, 'naked')
    """

    verdict: str
    values: Mapping[Cell, int] = field(default_factory=dict, hash=False)
    level: str | None = None
    wrong: tuple[Cell, ...] = ()
    reason: str = ""

    def __str__(self) -> str:
        return self.reason

    def _repr_html_(self) -> str:
        return "".join(f"<p>{as_html(line)}</p>" for line in self.reason.splitlines() if line)


@dataclass(frozen=True)
class Climbed(Generic[P]):
    """A puzzle that hill climbing has found.

    Attributes
    ----------
    puzzle : puzzle
        The puzzle, which has one solution, but for a Rullo that need not be simple.
    worth : float
        What was climbed for: the passes that it takes, its difficulty, or minus the number of its cages.
    solution : tuple of int
        The solution that it was made from: the values of its cells, in reading order.

    Examples
    --------
    >>> import rullo_core as rc
    >>> climbed = rc.rullo.hardest("3x3", attempts=2, steps=1000)[-1]
    >>> climbed.worth == climbed.puzzle.rate().passes
    True
    """

    puzzle: P
    worth: float
    solution: Any = field(default=(), repr=False)


@dataclass(frozen=True, kw_only=True)
class Rating:
    r"""The rating of a puzzle: what solves it, and in how many passes.

    Attributes
    ----------
    puzzle, text : str
        The kind of puzzle, such as ``sudoku``, and the puzzle as text.
    simple : bool or None
        Whether passes of the base level fix every cell; None if a limit ended them. The base level makes all deductions
        from single units: ``lines`` of a Rullo, ``G`` of a Kakuro, ``CA`` of a Killer Sudoku, ``gac`` of a Sudoku.
    level : str or None
        The first level that solves it, or ``search``; None if it has no solution, or none was found within the limits.
    passes : float or None
        The number of passes of the base level until every cell is fixed, averaged over the orders in which groups of
        units can take turns. For Rullos that are not simple, iterations and passes with the best guesses (thesis,
        section 5.2.4). None if it is not defined.
    cells : int
        The cells to fill.
    open_cells : int or None
        Those that passes of the base level leave unfixed; None if they show that there is no solution.
    solutions : int
        The number of solutions that were found, counted up to a limit.
    nodes : int or None
        Values that the search for solutions tried; None if it was not needed, or did not count them.
    complete : bool
        Whether there are no other solutions.
    size : str
        Its size, such as ``9x9``.
    bound : {'nodes', 'seconds', 'states', 'max_solutions'} or None
        The limit that left something of this undecided, if one did.
    name : str
        The puzzle's name, empty if it has none.
    own : dict of str to object
        The measures that only this kind of puzzle has, by the names of their columns.

    Examples
    --------
    >>> import rullo_core as rc
    >>> rating = rc.rullo.parse("5 7\n4 1 4\n8 5 3").rate()
    >>> rating.simple, rating.passes, rating.own["required"], rating.is_undecided
    (True, 1.0, 3, False)
    """

    puzzle: str
    text: str = field(repr=False)
    simple: bool | None
    level: str | None
    passes: float | None
    cells: int
    open_cells: int | None
    solutions: int
    nodes: int | None
    complete: bool
    size: str
    bound: str | None = None
    name: str = ""
    own: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __getattr__(self, name: str) -> Any:
        if name in RENAMED:
            raise AttributeError(f"a Rating has no {name}; read {RENAMED[name]}")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def is_undecided(self) -> bool:
        """Whether a limit was reached before it was known how many solutions there are."""
        return not (self.simple or self.complete) and self.solutions <= 1

    def to_dict(self) -> dict[str, Any]:
        r"""Return all fields in one dict, the common ones first.

        Returns
        -------
        dict of str to object
            The common fields and then those of ``own``, by the names of their columns.

        Examples
        --------
        >>> import rullo_core as rc
        >>> list(rc.rullo.parse("5 7\n4 1 4\n8 5 3").rate().to_dict())[-2:]
        ['passes_columns_first', 'passes_rows_first']
        """
        return {name: getattr(self, name) for name in RATING_TYPES} | dict(self.own)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th>{as_html(name)}</th><td>{'' if value is None else as_html(str(value))}</td></tr>"
            for name, value in self.to_dict().items()
            if name != "text"
        )
        return f"<table><tbody>{rows}</tbody></table>"


RATING_TYPES = types_of(RATING_COLUMNS)
"""The first columns of a table of ratings, whatever the puzzle, with their types."""


def with_bound(rating: Rating, max_solutions: int) -> Rating:
    """Return a rating with the limit that left it undecided, if any; it counts at most `max_solutions` solutions."""
    if not rating.is_undecided or rating.bound:
        return rating
    bound = "max_solutions" if rating.solutions == max_solutions else bound_after(rating.nodes or 0)
    return replace(rating, bound=bound)


class Puzzles(list[P], Generic[P]):
    """Puzzles: a list that is shown as a gallery in a notebook.

    Parameters
    ----------
    iterable : iterable of puzzle, optional
        The puzzles; default: none.

    Examples
    --------
    >>> import rullo_core as rc
    >>> puzzles = rc.sudoku.generate(3, size=4)
    >>> puzzles, puzzles[1:]
    (<3 puzzles>, <2 puzzles>)
    """

    def __add__(self, other: list[Any]) -> Puzzles[Any]:
        return Puzzles([*self, *other])

    def copy(self) -> Puzzles[P]:
        """Return another list of the same puzzles.

        Returns
        -------
        Puzzles
            A new list.

        Examples
        --------
        >>> import rullo_core as rc
        >>> rc.Puzzles([rc.sudoku.parse(".4...32....3....")]).copy()
        <1 puzzle>
        """
        return Puzzles(self)

    def __repr__(self) -> str:
        return f"<{quantity(len(self), 'puzzle')}>"

    def _repr_html_(self) -> str:
        panels = [api_of(puzzle).panel(puzzle, caption=getattr(puzzle, "name", "")) for puzzle in self[:MOST_SHOWN]]
        return gallery_of(panels, len(self) - len(panels))

    @overload
    def __getitem__(self, index: SupportsIndex) -> P: ...
    @overload
    def __getitem__(self, index: slice) -> Puzzles[P]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> P | Puzzles[P]:
        return Puzzles(list.__getitem__(self, index)) if isinstance(index, slice) else list.__getitem__(self, index)


def quantity(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number, with commas between thousands, and its noun in the singular or plural."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
