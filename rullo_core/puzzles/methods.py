"""The methods that every puzzle has: what it can say of itself."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Self

from rullo_core.arguments import checked
from rullo_core.errors import one_line
from rullo_core.limits import SECONDS, STATES, USUAL, limits_of
from rullo_core.parameters import only_one
from rullo_core.puzzles.lookup import api_of

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes

    from rullo_core.player.widget import Player
    from rullo_core.puzzles.api import Values
    from rullo_core.puzzles.results import Hint, Rating, Solutions
    from rullo_core.puzzles.steps import Steps


class PuzzleMethods:
    """The methods of a puzzle; each is the function of the same name for this puzzle alone."""

    name: str

    def __post_init__(self) -> None:
        """Make the name one clean line, as readers do: in any file it stays a name."""
        object.__setattr__(self, "name", one_line(self.name))

    @classmethod
    @checked
    def parse(cls, text: str, source: str = "puzzle") -> Self:
        """Return the one puzzle in a text.

        Parameters
        ----------
        text : str
            A puzzle in the format ``text`` of its kind.
        source : str
            What errors name as the place that the text comes from.

        Returns
        -------
        Self
            The puzzle.

        Raises
        ------
        BadInput
            If the text is no puzzle, or holds several.

        Examples
        --------
        >>> from rullo_core.sudoku import Sudoku
        >>> Sudoku.parse(".4...32....3....").clues
        4
        """
        found: list[Self] = importlib.import_module(cls.__module__).parse_puzzles(text, source)
        return only_one(found, source)

    @checked
    def solve(
        self,
        limit: int = 2,
        *,
        nodes: int | None = None,
        seconds: float | None = SECONDS,
        states: int = STATES,
    ) -> Solutions[Self]:
        """Search for the solutions of the puzzle.

        Parameters
        ----------
        limit : int
            The largest number of solutions to find; 2 are enough to know whether there is one only.
        nodes : int, optional
            Give up a search for solutions of a puzzle after it has tried so many values; no such limit unless given.
        seconds : float or None
            Give up a puzzle after so many seconds; never for None.
        states : int
            Give up deductions that need more partial results at a time than this; a million take up to 200 MB.

        Returns
        -------
        Solutions
            The solutions, as int64 arrays of shape (rows, columns), and whether there are no others.

        Raises
        ------
        BadInput
            If the limit is below 1.

        Examples
        --------
        >>> import rullo_core as rc
        >>> rc.sudoku.parse(".4...32....3....").solve().unique
        True
        """
        return api_of(self).solutions_of(self, limit, limits_of(nodes, seconds, states))

    @property
    def solution(self) -> np.ndarray | None:
        """A solution, as in `Solutions`: the one it was generated from, or the first that is found; None if none is.

        BadInput is raised if none is found within the usual limits of `solve`; that takes others.

        Examples
        --------
        >>> import rullo_core as rc
        >>> rc.sudoku.parse(".4...32....3....").solution.tolist()
        [[2, 4, 3, 1], [1, 3, 2, 4], [4, 2, 1, 3], [3, 1, 4, 2]]
        """
        found: np.ndarray | None = api_of(self).solution_of(self, USUAL)
        return found

    @checked
    def steps(
        self,
        level: str | None = None,
        *,
        nodes: int | None = None,
        seconds: float | None = SECONDS,
        states: int = STATES,
    ) -> Steps[Self]:
        """Explain the way to a solution, step by step.

        Parameters
        ----------
        level : str, optional
            The strategies that are used; those of the first level that solves the puzzle unless given. Where they are
            stuck, the value of a cell is guessed as in a solution.
        nodes : int, optional
            Give up a search for solutions of a puzzle after it has tried so many values; no such limit unless given.
        seconds : float or None
            Give up a puzzle after so many seconds; never for None.
        states : int
            Give up deductions that need more partial results at a time than this; a million take up to 200 MB.

        Returns
        -------
        Steps
            The steps, in order, each with its reason.

        Raises
        ------
        BadInput
            If the puzzle has no solution, none is found within the limits, or there is no such level.

        Examples
        --------
        >>> import rullo_core as rc
        >>> rc.sudoku.parse(".4...32....3....").steps("hidden").passes
        4
        """
        return api_of(self).steps_of(self, level, limits_of(nodes, seconds, states))

    @checked
    def hint(
        self,
        values: Values | None = None,
        *,
        nodes: int | None = None,
        seconds: float | None = SECONDS,
        states: int = STATES,
    ) -> Hint:
        """Return the easiest next step.

        Parameters
        ----------
        values : int array of shape (rows, columns), optional
            What a player has written: digits, 0 for none; for a Rullo 1 for included, 0 for excluded, -1 for neither.
            Nothing unless given.
        nodes : int, optional
            Give up a search for solutions of a puzzle after it has tried so many values; no such limit unless given.
        seconds : float or None
            Give up a puzzle after so many seconds; never for None.
        states : int
            Give up deductions that need more partial results at a time than this; a million take up to 200 MB.

        Returns
        -------
        Hint
            The cells whose values follow, the lowest level that finds them, and the reason.

        Raises
        ------
        BadInput
            If the array has another shape, or values that no cell can have.

        Examples
        --------
        >>> import rullo_core as rc
        >>> hint = rc.sudoku.parse(".4...32....3....").hint()
        >>> hint.values, hint.level
        ({(2, 1): 1}, 'naked')
        """
        return api_of(self).hint_of(self, values, limits_of(nodes, seconds, states))

    @checked
    def rate(
        self,
        *,
        max_solutions: int = 2,
        nodes: int | None = None,
        seconds: float | None = SECONDS,
        states: int = STATES,
    ) -> Rating:
        """Rate how difficult the puzzle is.

        Parameters
        ----------
        max_solutions : int
            Count no more solutions than this.
        nodes : int, optional
            Give up a search for solutions of a puzzle after it has tried so many values; no such limit unless given.
        seconds : float or None
            Give up a puzzle after so many seconds; never for None.
        states : int
            Give up deductions that need more partial results at a time than this; a million take up to 200 MB.

        Returns
        -------
        Rating
            Its kind, the first level that solves it, its difficulty in passes, and what only its kind of puzzle has.

        Raises
        ------
        BadInput
            If a limit is below 1.

        Examples
        --------
        >>> import rullo_core as rc
        >>> rc.sudoku.parse(".4...32....3....").rate().level
        'naked'
        """
        return api_of(self).rating_of(self, max_solutions, limits_of(nodes, seconds, states))

    @checked
    def plot(
        self,
        values: Values | None = None,
        *,
        level: str | None = None,
        solved: bool = False,
        ax: Axes | None = None,
        seconds: float | None = SECONDS,
    ) -> Axes:
        """Draw the puzzle.

        Parameters
        ----------
        values : int array of shape (rows, columns), optional
            What is written in its cells, such as a solution.
        level : str, optional
            Draw the candidates that propagation with this level leaves.
        solved : bool
            Whether to draw the first solution.
        ax : matplotlib.axes.Axes, optional
            Where to draw; on axes of a new figure unless given.
        seconds : float or None
            Give up the search for the solution, and the propagation, after so many seconds; never for None.

        Returns
        -------
        matplotlib.axes.Axes
            The axes with the drawing.

        Raises
        ------
        BadInput
            If more than one of values, level and solved is given, or there is no such level, or no solution.

        Examples
        --------
        >>> import rullo_core as rc
        >>> ax = rc.sudoku.parse(".4...32....3....").plot(level="naked")
        """
        return api_of(self).plot_one(self, values, level=level, solved=solved, ax=ax, seconds=seconds)

    @checked
    def play(self) -> Player:
        """Return a board to play on, a widget of JupyterLab.

        Returns
        -------
        anywidget.AnyWidget
            The board; a notebook shows it where it stands at the end of a cell.

        Raises
        ------
        BadInput
            If the puzzle has no solution.

        Examples
        --------
        >>> import rullo_core as rc
        >>> board = rc.sudoku.parse(".4...32....3....").play()
        """
        return api_of(self).play(self)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if "_solution" in state:
            state["_solution"].setflags(write=False)

    def _repr_svg_(self) -> str:
        return api_of(self).svg_of(self)

    def __repr__(self) -> str:
        named = f" {self.name!r}" if self.name else ""
        return f"<{type(self).__name__} {api_of(self).size_of(self)}{named}>"
