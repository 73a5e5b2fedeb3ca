"""Requests that generated Rullos have to satisfy."""

from __future__ import annotations

from dataclasses import dataclass

from rullo_core.errors import BadInput
from rullo_core.parameters import format_range, format_size
from rullo_core.rullo.bounds import most_difficult, most_difficult_exhaustive
from rullo_core.rullo.puzzle import Rullo, Solution, flat
from rullo_core.rullo.solver import game, is_simple, rate

LONGEST_CLIMBED = 16
"""Longest side of puzzles that are climbed to: that of the boards of `rullo_core.rullo.kernels.lines.memory`."""

LARGEST_CLIMBED = 2**31 - 1
"""Largest absolute value of their numbers."""


def check_difficulty(height: int, width: int, simple: bool, difficulty: tuple[float, float]) -> None:
    """Refuse a difficulty that no puzzle of a size can have."""
    most = most_difficult(height, width) if simple else most_difficult_exhaustive(height, width)
    if difficulty[0] > most:
        kind = "simple puzzle" if simple else "puzzle"
        size = format_size(height, width)
        raise BadInput(
            f"difficulty {difficulty[0]:g}: no {kind} of {size} has more than {most:g}; ask for less, or for a larger "
            "size"
        )


def check_climb(height: int, width: int, values: tuple[int, ...]) -> None:
    """Check that hill climbing supports a size and range."""
    reason = why_not(height, width, values)
    if reason:
        raise BadInput(f"{format_size(height, width)} over {format_range(values)}: {reason}")


def why_not(height: int, width: int, values: tuple[int, ...]) -> str | None:
    """Return why hill climbing does not support a size and range; None if it does."""
    if max(height, width) > LONGEST_CLIMBED:
        return f"puzzles are climbed to up to {LONGEST_CLIMBED}x{LONGEST_CLIMBED}; take a smaller size"
    if 0 in values:
        return "puzzles with holes are not climbed to; leave out the 0"
    if max(map(abs, values)) > LARGEST_CLIMBED:
        return f"puzzles are climbed to with numbers up to {LARGEST_CLIMBED}"
    return None


@dataclass(frozen=True)
class Request:
    """What a generated puzzle has to be like; BadInput is raised if no puzzle can be."""

    simple: bool = False  # lines alone solve it
    unique: bool = False  # it has one solution only
    difficulty: tuple[float, float] | None = None  # the least and the greatest
    exhaustive: bool = False  # lines alone do not solve it
    required: tuple[int, int] | None = None  # the least and the greatest number of cells that its solution includes

    def __post_init__(self) -> None:
        if self.simple and self.exhaustive:
            raise BadInput("no puzzle is simple and exhaustive: it is one or the other; ask for one")

    def is_satisfied_by(self, puzzle: Rullo, solution: Solution) -> bool:
        """Return whether a puzzle satisfies the request; the cheapest conditions are checked first."""
        if self.required is not None and not self.required[0] <= sum(flat(solution)) <= self.required[1]:
            return False
        simple = is_simple(puzzle) if self.simple or self.unique or self.exhaustive else False
        if (self.simple and not simple) or (self.exhaustive and simple):
            return False
        if self.unique and not simple and len(game(puzzle).find_solutions(2).solutions) != 1:
            return False
        if self.difficulty is None:
            return True
        difficulty = rate(puzzle, max_solutions=1).difficulty
        return difficulty is not None and self.difficulty[0] <= difficulty <= self.difficulty[1]
