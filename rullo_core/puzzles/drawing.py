"""Puzzles of a kind are drawn, printed and played."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from rullo_core.arguments import checked
from rullo_core.docstrings import documented_like
from rullo_core.errors import BadInput
from rullo_core.limits import SECONDS, Limits, seconds_of
from rullo_core.puzzles.base import P, Puzzle, solution_within
from rullo_core.puzzles.formats import naming
from rullo_core.puzzles.kind import name_of
from rullo_core.puzzles.results import Values
from rullo_core.puzzles.solving import Solvable
from rullo_core.views.panels import Panel

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from rullo_core.player.widget import Player

PER_ROW = 4
"""Boards beside each other in a picture of several."""


class Drawable(Solvable[P]):
    """The functions that draw puzzles of a kind, and let them be played."""

    def panel(self, puzzle: P, values: Values | None = None, level: str | None = None, caption: str = "") -> Panel:
        """Return a puzzle as it is drawn, with values or with the candidates that a level leaves."""
        return self.panel_of(puzzle, self.state_for(puzzle, values, level), caption)

    @checked
    @documented_like(Puzzle.plot, Solvable.to_text)
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
        columns : int, optional
            Boards in a row of the picture; default: at most 4.
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

        puzzle_list = self.as_puzzles(puzzles)
        width = max(1, min(columns or PER_ROW, len(puzzle_list)))
        height = max(1, -(-len(puzzle_list) // width))
        _, axes = plt.subplots(height, width, squeeze=False, figsize=(3 * width, 3 * height), layout="constrained")
        for axis in axes.flat[len(puzzle_list) :]:
            axis.set_axis_off()
        for axis, puzzle in zip(axes.flat, puzzle_list, strict=False):
            puzzle.plot(solved=solved, ax=axis, seconds=seconds)
        return list(axes.flat[: len(puzzle_list)])

    @checked
    @documented_like(plot, Solvable.to_text)
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
        path : str or pathlib.Path
            A file that ends in ``.pdf``, for pages of A4, or in ``.svg``, for one picture. The same puzzles give the
            same bytes.

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
        for number, puzzle in enumerate(self.as_puzzles(puzzles), start=1):
            solution = solution_within(puzzle, Limits(seconds=seconds_of(seconds)))
            if solution is None:
                raise BadInput(f"{name_of(puzzle) or f'puzzle {number}'}: has no solution to show; leave it out")
            to_solve.append(self.panel(puzzle, caption=f"Puzzle {number}"))
            solved.append(self.panel(puzzle, solution, caption=f"Solution {number}"))
        if not solved:
            raise BadInput("no puzzles to write; give one at least")
        with naming(Path(path)):
            write_sheet(Path(path), to_solve, solved)

    @checked
    @documented_like(Puzzle.play)
    def play(self, puzzles: P | str | Iterable[P | str] | pd.DataFrame | None = None) -> Player:
        """Return a board to play on, a widget of JupyterLab, with these puzzles to choose from.

        Parameters
        ----------
        puzzles : puzzle, str, iterable of these or DataFrame, optional
            The puzzles, all of this kind, or their texts; of a table, those in its column ``text``; default:
            the puzzles that come with the kind.

        Examples
        --------
        >>> import rullo_core as rc
        >>> board = rc.sudoku.play(rc.sudoku.parse(".4...32....3...."))
        """
        from rullo_core.player.widget import Player

        return Player(self if puzzles is None else self.as_puzzles(puzzles))
