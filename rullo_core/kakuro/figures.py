"""Pictures of puzzles and of how far reasoning gets with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from matplotlib.figure import Figure

from rullo_core.kakuro.picture import Board, draw
from rullo_core.kakuro.puzzle import Kakuro, Solution
from rullo_core.kakuro.solver import reach, solutions
from rullo_core.kakuro.studies.generation import Stage
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


def steps(stages: Sequence[Stage]) -> Figure:
    """A draft after each step; cells that are open then stand out, but for the first."""
    boards = [
        Board(
            stage.puzzle,
            stage.state,
            f"step {stage.step}: {stage.bits:.1f} bits",
            stuck(stage.state) if stage.step > 1 else (),
        )
        for stage in stages
    ]
    return draw(boards, columns=3)


def exchangeable(puzzle: Kakuro, solution: Solution, other: Solution) -> Figure:
    """Two solutions of the same clues; where they differ stands out."""
    differ = [cell for cell, (one, two) in enumerate(zip(solution, other, strict=True)) if one != two]
    return draw(
        [
            replace(Board.solved(puzzle, solution, "a filling, with its sums"), marked=differ),
            replace(Board.solved(puzzle, other, "another with the same sums"), marked=differ),
        ]
    )
