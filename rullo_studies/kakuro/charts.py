"""Pictures of how far levels get with a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rullo_core.kakuro.picture import Board, panel_of
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.solver import reach

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_unfixed(puzzle: Kakuro, level: str = "G", *, ax: Axes | None = None) -> Axes:
    """Draw the candidates that a level leaves, with the cells marked that it does not fix.

    Parameters
    ----------
    puzzle : Kakuro
        The puzzle.
    level : str
        Any level of `propagate`.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; default: those of a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the drawing; its title is the level.

    Raises
    ------
    BadInput
        If there is no such level.

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> puzzle = rc.kakuro.read("data/published/kakuro/example.txt")[0]
    >>> ax = rs.kakuro.plot_unfixed(puzzle, "R+B+FC")
    """
    from rullo_core.views.boards import draw_on
    from rullo_core.views.charts import axes_or_new, styled

    state = reach(puzzle, level).state
    with styled():
        ax = axes_or_new(ax, 4, 4, None)
    unfixed = [cell for cell, domain in enumerate(state) if len(domain) > 1]
    draw_on(ax, panel_of(Board(puzzle, state, "", unfixed)))
    ax.set_title(f"after {level}: {len(unfixed)} unfixed")
    return ax
