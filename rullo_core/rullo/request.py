"""Requests that generated Rullos have to satisfy."""

from __future__ import annotations

from dataclasses import dataclass

from rullo_core.errors import BadInput
from rullo_core.parameters import format_size
from rullo_core.rullo.puzzle import Rullo, Solution, flat
from rullo_core.rullo.solver import Lines, is_simple, rate


def check_difficulty(height: int, width: int, simple: bool, difficulty: tuple[float, float]) -> None:
    """Refuse a difficulty that no puzzle of a size can have."""
    # Imported here: the bounds of small sizes are computed by a kernel.
    from rullo_core.rullo.bounds import most_difficult, most_difficult_exhaustive

    most = most_difficult(height, width) if simple else most_difficult_exhaustive(height, width)
    if difficulty[0] > most:
        kind = "simple puzzle" if simple else "puzzle"
        size = format_size(height, width)
        raise BadInput(
            f"difficulty {difficulty[0]:g}: no {kind} of {size} has more than {most:g}; ask for less, or for a larger "
            "size"
        )


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
        if self.unique and not simple and len(Lines(puzzle).find_solutions(2).solutions) != 1:
            return False
        if self.difficulty is None:
            return True
        difficulty = rate(puzzle, max_solutions=1).difficulty
        return difficulty is not None and self.difficulty[0] <= difficulty <= self.difficulty[1]
