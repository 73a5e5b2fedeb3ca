"""Arrays that hold puzzles of a kind are made, solved and rated."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from rullo_core.arguments import checked
from rullo_core.docstrings import documented_like
from rullo_core.errors import BadInput
from rullo_core.interpreted import each_at_once
from rullo_core.limits import SECONDS, STATES, limited, limits_of
from rullo_core.parameters import at_least_one
from rullo_core.puzzles.base import P
from rullo_core.puzzles.kind import Arrays
from rullo_core.puzzles.results import Answers, Puzzles, Rating
from rullo_core.puzzles.scale import ratings_with_scale
from rullo_core.puzzles.solving import Solvable, bar_of, optional_limit

if TYPE_CHECKING:
    import pandas as pd


class InArrays(Solvable[P]):
    """The functions for puzzles of a kind that arrays hold."""

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
        puzzle_list = self.as_puzzles(puzzles)
        sizes = sorted({self.size_of(puzzle) for puzzle in puzzle_list})
        if len(sizes) != 1:
            raise BadInput(f"puzzles of {len(sizes)} sizes ({', '.join(sizes)}): arrays hold puzzles of one size")
        parts = zip(*map(self.pack, puzzle_list), strict=True)
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
        return Puzzles(self.unpack_all(self.checked_arrays(arrays)))

    @checked
    @documented_like(from_arrays, Solvable.solve)
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
        valid_arrays = self.checked_arrays(arrays)
        options = at_least_one("limit", limit), optional_limit("threads", threads)
        number, *shape = next(iter(valid_arrays.values())).shape
        solutions, node_counts = np.zeros((2, number), np.int64)
        answers = Answers(solutions, np.zeros(number, np.bool_), node_counts, np.zeros((number, *shape), np.int64))
        with limited(limits_of(nodes, seconds, states)), bar_of(number, progress) as bar:
            for finished in each_at_once(number, lambda: self.solve_packed(valid_arrays, answers, *options)):
                bar.update(finished)
        return answers._asdict()

    @checked
    @documented_like(solve_arrays, Solvable.rate)
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

        Returns
        -------
        pandas.DataFrame
            A row for each puzzle, in order: the columns that `rate` returns, but ``text``, ``size`` and ``name``.

        Examples
        --------
        >>> import rullo_core as rc
        >>> arrays = rc.rullo.to_arrays(rc.rullo.generate(4, size="3x3"))
        >>> rc.rullo.rate_arrays(arrays)["passes"].tolist()
        [2.0, 1.5, 1.5, 1.5]
        """
        valid_arrays = self.checked_arrays(arrays)
        number = len(next(iter(valid_arrays.values())))

        def rate(limit: int, nodes: int | None, threads: int | None, columns: Collection[str]) -> Iterator[Rating]:
            packed = partial(self.rate_packed, valid_arrays, limit, nodes, threads, columns)
            return ratings_with_scale(self, packed, partial(self.unpack_all, valid_arrays), columns, threads)

        with limited(limits_of(nodes, seconds, states)):
            table = self.rating_table(rate, number, only, max_solutions, threads, progress)
        return table.drop(columns=["text", "size", "name"], errors="ignore")

    def checked_arrays(self, arrays: Any) -> dict[str, np.ndarray]:
        """Return the arrays that hold puzzles, in their order; BadInput for others, or other shapes."""
        first, *other_names = self.arrays
        if not isinstance(arrays, Mapping) or first not in arrays or not set(arrays) <= set(self.arrays):
            raise BadInput(f"arrays: {self.title} is held by a dict with {', '.join(self.arrays)}; give one")
        result = {first: np.asarray(arrays[first])}
        usual = self.usual(result[first])
        for name in other_names:
            if name not in arrays and name not in usual:
                raise BadInput(f"arrays: {name} is missing; give {', '.join(self.arrays)}")
            values = np.asarray(arrays[name] if name in arrays else usual[name])
            result[name] = values if name in arrays else np.broadcast_to(values, (len(result[first]), *values.shape))
        for (name, array), (_, dimensions) in zip(result.items(), self.arrays.values(), strict=True):
            if array.ndim != dimensions or array.dtype.kind not in "iub" or len(array) != len(result[first]):
                raise BadInput(
                    f"arrays, {name}: {array.shape} of {array.dtype}; write whole numbers in {dimensions} dimensions, "
                    "the first of them for puzzles"
                )
        return result

    def check_some(self, arrays: Arrays, numbers: Iterable[int]) -> None:
        """Raise BadInput if one of some puzzles that arrays hold is none, for the first such puzzle."""
        for number in sorted({*numbers}):
            self.unpack_at(arrays, number)

    def texts(self, arrays: Arrays) -> list[str]:
        """Return the texts of the puzzles that arrays hold."""
        return list(map(str, self.unpack_all(arrays)))

    def with_solution(self, puzzle: P, solution: Any) -> P:
        """Let a puzzle remember the solution that it was generated from, an array or as the kind has it."""
        array = np.array(solution) if isinstance(solution, np.ndarray) else self.to_array(puzzle, solution)
        array.setflags(write=False)
        object.__setattr__(puzzle, "_solution", array)
        return puzzle
