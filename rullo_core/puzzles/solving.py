"""Puzzles of a kind are solved, explained and rated."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from rullo_core.arguments import checked, no_such
from rullo_core.columns import ALWAYS, RENAMED, STEP_COLUMNS, as_types, types_of
from rullo_core.docstrings import documented_like
from rullo_core.errors import BadInput
from rullo_core.interpreted import each_at_once
from rullo_core.limits import SECONDS, STATES, answering, limited, limits, limits_of
from rullo_core.parameters import at_least_one
from rullo_core.passes.solver import Found
from rullo_core.progress import Count, report_items
from rullo_core.puzzles.base import P, Puzzle
from rullo_core.puzzles.kind import name_of
from rullo_core.puzzles.reading import Readable
from rullo_core.puzzles.results import RATING_TYPES, Rating, Solutions, with_bound
from rullo_core.puzzles.scale import ratings_with_scale

if TYPE_CHECKING:
    import pandas as pd

T = TypeVar("T")


class Solvable(Readable[P]):
    """The functions that solve, explain and rate puzzles of a kind."""

    def solutions(self, puzzle: P, result: Found) -> Solutions[P]:
        """Return what a search found of a puzzle."""
        arrays = [self.to_array(puzzle, array) for array in result.solutions]
        for array in arrays:
            array.setflags(write=False)
        return Solutions(puzzle, tuple(arrays), result.complete, result.nodes, result.bound)

    @checked
    @documented_like(Puzzle.solve, Readable.to_text)
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
        threads : int, optional
            Number of threads; default: the number of processors.
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

        puzzle_list = self.as_puzzles(puzzles)
        rows = []
        with limited(limits_of(nodes, seconds, states)):
            results = self.solve_many(puzzle_list, at_least_one("limit", limit), optional_limit("threads", threads))
            for puzzle, result in with_progress(zip(puzzle_list, results, strict=True), len(puzzle_list), progress):
                solved = self.solutions(puzzle, result)
                first = solved[0] if len(solved) else None
                rows.append((name_of(puzzle), self.size_of(puzzle), len(solved), result.complete, result.nodes, first))
        frame = pd.DataFrame(rows, columns=["name", "size", "solutions", "complete", "nodes", "solution"]).astype(
            {"name": "str", "size": "str", "solutions": "int64", "complete": "bool", "nodes": "Int64"}
        )
        frame.attrs = {"puzzle": self.name, "limit": limit}
        return frame

    @checked
    @documented_like(Puzzle.steps, solve)
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

        Returns
        -------
        pandas.DataFrame
            A row for each cell from which a step eliminates candidates, and for each pass that eliminates none:
            ``puzzle`` (a category of the four kinds), ``index`` (int64, the number of the puzzle, from 0) and then the
            columns of `Steps.to_frame`.

        Examples
        --------
        >>> import rullo_core as rc
        >>> table = rc.sudoku.steps(rc.sudoku.parse(".4...32....3...."), level="hidden")
        >>> table[["pass", "unit", "row", "column", "candidates"]].values.tolist()[0]
        [1, 'row 1', 1, 1, '1 2 3']
        """
        import pandas as pd

        puzzle_list = self.as_puzzles(puzzles)
        with limited(limits_of(nodes, seconds, states)):
            frames = [
                self.steps_table(puzzle, level, place, len(puzzle_list)) for place, puzzle in enumerate(puzzle_list)
            ]
        if not frames:
            types = types_of(STEP_COLUMNS)
            frames = [as_types(pd.DataFrame(columns=list(types)), types, self.name)]
        frame = pd.concat(frames, ignore_index=True)
        frame.attrs = {"puzzle": self.name, "level": level}
        return frame

    def steps_table(self, puzzle: P, level: str | None, place: int, number: int) -> pd.DataFrame:
        """Return the steps to the solution of the puzzle in a place among a number of them; see `steps`."""
        with answering():
            frame = self.solve_path(puzzle, self.checked_level(level), number).to_frame()
        frame.insert(0, "puzzle", self.name)
        frame.insert(1, "index", np.int64(place))
        frame = as_types(frame, {"puzzle": "category"}, self.name)
        frame.attrs = {"puzzle": self.name, "level": level}
        return frame

    @checked
    @documented_like(Puzzle.hint, solve)
    def hint(
        self,
        puzzles: P | str | Iterable[P | str] | pd.DataFrame,
        *,
        nodes: int | None = None,
        seconds: float | None = SECONDS,
        states: int = STATES,
    ) -> pd.DataFrame:
        """Return the easiest next step of puzzles as they are printed.

        Returns
        -------
        pandas.DataFrame
            A row for each puzzle, in order: ``name`` and the fields of `Hint`; ``level`` is missing where there is
            none.

        Raises
        ------
        BadInput
            If anything other than puzzles of this kind is given.

        Examples
        --------
        >>> import rullo_core as rc
        >>> rc.sudoku.hint(rc.sudoku.parse(".4...32....3...."))[["verdict", "values", "level"]].values.tolist()
        [['step', {(2, 1): 1}, 'naked']]
        """
        import pandas as pd

        rows = [
            (name_of(puzzle), hint.verdict, dict(hint.values), hint.level, hint.wrong, hint.reason)
            for puzzle in self.as_puzzles(puzzles)
            for hint in [puzzle.hint(nodes=nodes, seconds=seconds, states=states)]
        ]
        columns = ["name", "verdict", "values", "level", "wrong", "reason"]
        return pd.DataFrame(rows, columns=columns).astype(dict.fromkeys(("name", "verdict", "level", "reason"), "str"))

    @checked
    @documented_like(Puzzle.rate, solve)
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
        only : str or sequence of str, optional
            The columns to compute, such as ``["level", "passes"]``, or ``"all"``; those that are soon computed unless
            given.

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
        puzzle_list = self.as_puzzles(puzzles)
        with limited(limits_of(nodes, seconds, states)):
            return self.rating_table(
                partial(self.ratings, puzzle_list), len(puzzle_list), only, max_solutions, threads, progress
            )

    def ratings(
        self,
        puzzles: Sequence[P],
        max_solutions: int,
        nodes: int | None,
        threads: int | None,
        columns: Collection[str] | None = None,
        **options: Any,
    ) -> Iterator[Rating]:
        """Rate puzzles as `rate_many` does, which has the options, with what is asked for of `SCALE_COLUMNS`, too."""
        rate = partial(self.rate_many, puzzles, max_solutions, nodes, threads, columns, **options)
        return ratings_with_scale(self, rate, lambda: puzzles, columns, threads)

    def rating_table(
        self,
        rate: Callable[..., Iterator[Rating]],
        number: int,
        columns: str | Sequence[str] | None,
        max_solutions: int,
        threads: int | None,
        progress: bool,
    ) -> pd.DataFrame:
        """Return the table of the puzzles that `rate` rates."""
        import pandas as pd

        limit, nodes, threads = (
            at_least_one("max_solutions", max_solutions),
            limits().nodes,
            optional_limit("threads", threads),
        )
        types = self.rated_columns(columns)
        ratings = each_at_once(number, lambda: rate(limit, nodes, threads, types))
        rows = [with_bound(rating, limit).to_dict() for rating in with_progress(ratings, number, progress)]
        frame = as_types(pd.DataFrame(rows, columns=list(types)), types, self.name)
        frame.attrs = {"puzzle": self.name, "max_solutions": max_solutions, "nodes": nodes}
        return frame

    def rated_columns(self, columns: str | Sequence[str] | None) -> dict[str, str]:
        """Return the columns of a table of ratings, with their types; see `rate`."""
        types = {**RATING_TYPES, **self.scale_columns, **self.own_columns}
        if columns is None:
            requested = set(types) - self.costly_columns
        elif isinstance(columns, str):
            requested = set(types) if columns == "all" else {columns}
        else:
            requested = set(columns)
        unknown = sorted(map(str, requested - set(types)))
        if unknown and unknown[0] in RENAMED:
            raise BadInput(f"column {unknown[0]!r}: is gone; take {RENAMED[unknown[0]]}")
        if unknown:
            raise BadInput(no_such("column", unknown[0], types, has=f"{self.title} has the columns"))
        return {name: kind for name, kind in types.items() if name in requested or name in ALWAYS}


def optional_limit(name: str, value: int | None) -> int | None:
    """Return a limit from 1 on, or None if there is none."""
    return None if value is None else at_least_one(name, value)


def with_progress(items: Iterable[T], total: int, progress: bool) -> Iterator[T]:
    """Yield items one after the other, with a progress bar if that is wanted."""
    if not progress:
        return report_items(items, total, " puzzles")
    from rullo_core.bars import Bar

    return iter(Bar(items, total=total, unit=" puzzles", delay=0, disable=False))


def bar_of(total: int, progress: bool) -> Any:
    """Return a context manager with a progress bar, or with a count if none is wanted: a hidden bar takes a while."""
    if not progress:
        return nullcontext(Count(total, " puzzles"))
    from rullo_core.bars import Bar

    return Bar(total=total, unit=" puzzles", delay=0, disable=False)
