"""The functions that every kind of puzzle offers; a kind declares what is particular to it in its `api.py`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rullo_core.arguments import checked
from rullo_core.docstrings import documented_like
from rullo_core.errors import NotFound
from rullo_core.limits import check_whole, time_limit
from rullo_core.progress import how_many, report
from rullo_core.puzzles.arrays import InArrays
from rullo_core.puzzles.base import P
from rullo_core.puzzles.drawing import Drawable
from rullo_core.puzzles.results import Climbed, Puzzles
from rullo_core.puzzles.solving import optional_limit

if TYPE_CHECKING:
    import pandas as pd

    from rullo_core.puzzles.climbing import Climb
    from rullo_core.puzzles.generation import Generation


class PuzzleApi(InArrays[P], Drawable[P]):
    """The functions of a kind of puzzle: those inherited from its base classes, and those that generate."""

    @checked
    @documented_like(InArrays.solve)
    def generate_frame(
        self,
        count: int = 1,
        size: Any = None,
        *,
        path: str | Path | None = None,
        threads: int | None = None,
        progress: bool = False,
        **parameters: Any,
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
            Number of threads; default: the number of processors. They make no difference to the puzzles.
        **parameters
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

        size_parameter = {"size": size} if size is not None else {}
        generation = type(self).generate.to_generation(self, count, **size_parameter, **parameters)  # type: ignore[attr-defined]
        if path is None:
            return frame_of(generation, optional_limit("threads", threads), progress)
        return write_puzzles(generation, Path(path), threads=optional_limit("threads", threads), progress=progress)

    def climb_puzzles(self, climb: Climb[P, Any]) -> Iterator[Climbed[P]]:
        """Yield the puzzles of a climb, each harder than all before, that attempts find in time."""
        climbed = None
        try:
            with time_limit(climb.request.seconds):
                for climbed in climb.hardest():
                    self.with_solution(climbed.puzzle, climbed.solution)
                    yield climbed
        except NotFound:
            check_whole()  # the time of a block around this ends all
            if climbed is None:
                raise

    def generate_puzzles(self, generation: Generation[P]) -> Puzzles[P]:
        """Return the requested puzzles; BadInput if there are too few."""
        puzzles = Puzzles[P]()
        for batch in replace(generation, is_rated=False).batches():
            puzzles += generation.puzzles_of(batch)
            report(how_many(len(puzzles), generation.number, " puzzles"))
        return puzzles
