"""Pictures of puzzles and of how far reasoning gets with them."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from rullo_core.kakuro.picture import Board, draw
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.solver import reach, solutions
from rullo_core.passes.units import State


def stuck(state: State) -> list[int]:
    """The cells with several digits."""
    return [cell for cell, left in enumerate(state) if len(left) > 1]


def far(puzzle: Kakuro, levels: Sequence[str]) -> Figure:
    """A puzzle, and what levels leave of it; open cells stand out."""
    states = {level: reach(puzzle, level).state for level in levels}
    boards = [Board(puzzle, caption="to solve")]
    boards += [Board(puzzle, state, f"after {level}", stuck(state)) for level, state in states.items()]
    return draw(boards, columns=3)


def unsolved(puzzle: Kakuro) -> Figure:
    """A puzzle, what entries alone leave of it, and its solution."""
    state = reach(puzzle, "G").state
    solution = next(solutions(puzzle))
    return draw(
        [
            Board(puzzle, caption="to solve"),
            Board(puzzle, state, "entries filtered completely", stuck(state)),
            Board.solved(puzzle, solution, "the only solution"),
        ]
    )


def cores(puzzles: Sequence[Kakuro], columns: int = 2) -> Figure | None:
    """What entries alone leave of puzzles; nothing of none.

    Returns
    -------
    matplotlib.figure.Figure or None
    """
    boards = []
    for puzzle in puzzles:
        state = reach(puzzle, "G").state
        opened = stuck(state)
        boards.append(Board(puzzle, state, f"{puzzle.name.replace('_', ' ')}: {len(opened)} open", opened))
    return draw(boards, columns=columns) if boards else None
