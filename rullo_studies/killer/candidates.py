"""Boards with candidates for studies, as SVG: no drawing library is needed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from rullo_core.killer.picture import Board, panel_of
from rullo_core.killer.puzzle import Killer
from rullo_core.views.svg import Gallery

Cell = tuple[int, int]
"""Row and column, from 1."""


def show_candidates(
    puzzle: Killer, boards: Iterable[tuple[str, Mapping[Cell, Iterable[int]], Collection[Cell]]]
) -> Gallery:
    """Show a puzzle several times, each time with candidates of its cells, as SVG.

    Parameters
    ----------
    puzzle : Killer
        The puzzle.
    boards : iterable of tuple
        Of each board the caption, and the candidates and the framed cells that `plot_candidates` takes.

    Returns
    -------
    Gallery
        The boards side by side, as a notebook shows them.

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> (puzzle,) = rc.killer.generate(size=4)
    >>> rs.killer.show_candidates(puzzle, [("at first", {}, []), ("later", {(1, 1): {1, 2}}, [(1, 1)])])
    <boards: at first, later>
    """
    return Gallery(panel_of(board_of(puzzle, *board)) for board in boards)


def board_of(puzzle: Killer, caption: str, candidates: Mapping[Cell, Iterable[int]], framed: Collection[Cell]) -> Board:
    """Return a puzzle with candidates by row and column, and framed cells, as it is drawn."""
    side = puzzle.side
    cells = [(row, column) for row in range(1, side + 1) for column in range(1, side + 1)]
    state = tuple(frozenset(candidates.get(cell, range(1, side + 1))) for cell in cells)
    return Board(puzzle, state, caption, frozenset(cells.index(cell) for cell in framed))
