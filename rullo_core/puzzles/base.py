"""The methods that every puzzle has: what it can say of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self, TypeVar

from rullo_core.arguments import checked
from rullo_core.docstrings import documented_like
from rullo_core.errors import BadInput, one_line
from rullo_core.interpreted import each_at_once
from rullo_core.limits import SECONDS, STATES, USUAL, Limits, answering, limited, limits_of, seconds_of
from rullo_core.parameters import at_least_one, only_one
from rullo_core.puzzles.lookup import api_for, api_of
from rullo_core.puzzles.results import with_bound
from rullo_core.views.svg import svg_of

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes

    from rullo_core.player.widget import Player
    from rullo_core.puzzles.results import Hint, Rating, Solutions, Values
    from rullo_core.puzzles.steps import Steps


P = TypeVar("P", bound="Puzzle")


class Puzzle:
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
        puzzles: list[Self] = api_for(cls).reader("text")(text, source)
        return only_one(puzzles, source)

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
            The largest number of solutions to find of a puzzle; 2 are enough to know whether there is one only.
        nodes : int, optional
            Give up a search for solutions of a puzzle after it has tried so many values; default: no such limit.
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
        api = api_of(self)
        with limited(limits_of(nodes, seconds, states)), answering():
            solutions: Solutions[Self] = api.solutions(self, api.find_solutions(self, at_least_one("limit", limit)))
        return solutions

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
        return solution_within(self, USUAL)

    @checked
    @documented_like(solve)
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
            The strategies that are used; default: those of the first level that solves the puzzle. Where they are
            stuck, the value of a cell is guessed as in a solution.

        Returns
        -------
        Steps
            The steps, in order, each with its reason.

        Raises
        ------
        BadInput
            If a puzzle has no solution, none is found within the limits, or there is no such level.

        Examples
        --------
        >>> import rullo_core as rc
        >>> rc.sudoku.parse(".4...32....3....").steps("hidden").passes
        4
        """
        api = api_of(self)
        with limited(limits_of(nodes, seconds, states)), answering():
            steps: Steps[Self] = api.solve_path(self, api.checked_level(level))
        return steps

    @checked
    @documented_like(solve)
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
            Default: nothing.

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
        api = api_of(self)
        with limited(limits_of(nodes, seconds, states)), answering():
            hint: Hint = api.find_hint(self, api.checked_values(self, values))
        return hint

    @checked
    @documented_like(solve)
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
            Count no more solutions of a puzzle than this.

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
        limit = at_least_one("max_solutions", max_solutions)
        with limited(limits_of(nodes, seconds, states)):
            (rating,) = each_at_once(1, lambda: api_of(self).rate_many([self], limit, nodes, 1))
            return with_bound(rating, limit)

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
            Axes to draw on; default: those of a new figure.
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
        import matplotlib.pyplot as plt

        from rullo_core.views.boards import draw_on

        if (values is not None) + (level is not None) + solved > 1:
            raise BadInput("values, level and solved exclude each other; give one of them")
        api, limits = api_of(self), Limits(seconds=seconds_of(seconds))
        if solved:
            values = solution_within(self, limits)
            if values is None:
                raise BadInput("the puzzle has no solution to draw")
        if ax is None:
            _, ax = plt.subplots(figsize=(4, 4))
        array = None if values is None else api.checked_values(self, values)
        shown_level = None if level is None else api.checked_shown(level)
        with limited(limits), answering():
            panel = api.panel(self, array, shown_level, self.name)
        draw_on(ax, panel)
        return ax

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
            If a puzzle has no solution.

        Examples
        --------
        >>> import rullo_core as rc
        >>> board = rc.sudoku.parse(".4...32....3....").play()
        """
        board: Player = api_of(self).play(self)
        return board

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if "_solution" in state:
            state["_solution"].setflags(write=False)

    def _repr_svg_(self) -> str:
        return svg_of(api_of(self).panel(self, caption=self.name))

    def __repr__(self) -> str:
        suffix = f" {self.name!r}" if self.name else ""
        return f"<{type(self).__name__} {api_of(self).size_of(self)}{suffix}>"


def solution_within(puzzle: Puzzle, limits: Limits | None = None) -> np.ndarray | None:
    """Return the solution of a puzzle, searched for within limits; Undecided if these end the search."""
    solution: np.ndarray | None = vars(puzzle).get("_solution")
    if solution is None:
        api = api_of(puzzle)
        with limited(limits), answering():
            solutions = api.solutions(puzzle, api.find_solutions(puzzle, 1).decided())
        if len(solutions):
            solution = solutions[0]
            object.__setattr__(puzzle, "_solution", solution)
    return solution
