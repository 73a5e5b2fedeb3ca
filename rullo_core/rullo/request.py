"""Requests that generated Rullos have to satisfy."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from rullo_core.declaration import (
    SECONDS,
    TOTAL_SECONDS,
    Climbing,
    Count,
    OptionalCount,
    OptionalFlag,
    Seconds,
    Share,
    Stream,
    Truth,
    Word,
    changes,
)
from rullo_core.errors import BadInput
from rullo_core.parameters import check_choice, format_range, format_size
from rullo_core.ranges import Bounds, RealBounds, Size, Values
from rullo_core.rullo import rand
from rullo_core.rullo.bounds import most_difficult, most_difficult_exhaustive
from rullo_core.rullo.puzzle import Rullo, Solution, flat
from rullo_core.rullo.solver import game, is_simple, rate

FAIR = 0.5
"""Share of included cells that a fair coin gives."""

PHILOX, RAND, RAND_NUMBERS, RAND_COINS = "philox", "rand", "rand-numbers", "rand-coins"
"""Generators: Philox; the C library's rand(), as in the thesis; or rand() only for the numbers, or only for the coins,
and Philox for the rest."""

GENERATORS = (PHILOX, RAND, RAND_NUMBERS, RAND_COINS)

LONGEST_CLIMBED = 16
"""Longest side of puzzles that are climbed to: that of the boards of `rullo_core.rullo.kernels.lines.memory`."""

LONGEST_PREDICTED = 64
"""Longest side of boards whose passes are predicted."""

LARGEST_CLIMBED = 2**31 - 1
"""Largest absolute value of their numbers."""


def check_difficulty(height: int, width: int, simple: bool, difficulty: tuple[float, float]) -> None:
    """Refuse a difficulty that no puzzle of a size can have."""
    maximum = most_difficult(height, width) if simple else most_difficult_exhaustive(height, width)
    if difficulty[0] > maximum:
        kind = "simple puzzle" if simple else "puzzle"
        size = format_size(height, width)
        raise BadInput(
            f"difficulty {difficulty[0]:g}: no {kind} of {size} has more than {maximum:g}; ask for less, or for "
            "a larger size"
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
class Condition:
    """Condition on a generated puzzle; BadInput is raised if no puzzle can meet it."""

    simple: bool | None = None  # whether lines alone solve it
    unique: bool = False  # it has one solution only
    difficulty: tuple[float, float] | None = None  # the least and the greatest
    required: tuple[int, int] | None = None  # the least and the greatest number of cells that its solution includes

    def is_satisfied_by(self, puzzle: Rullo, solution: Solution) -> bool:
        """Return whether a puzzle satisfies the condition; the cheapest parts are checked first."""
        if self.required is not None and not self.required[0] <= sum(flat(solution)) <= self.required[1]:
            return False
        simple = is_simple(puzzle) if self.unique or self.simple is not None else False
        if self.simple not in (None, simple):
            return False
        if self.unique and not simple and len(game(puzzle).find_solutions(2).solutions) != 1:
            return False
        if self.difficulty is None:
            return True
        difficulty = rate(puzzle, max_solutions=1).difficulty
        return difficulty is not None and self.difficulty[0] <= difficulty <= self.difficulty[1]


def check_generator(generator: str, seed: int, included: float = FAIR) -> None:
    """Check that a generator exists and supports the seed and the share of included cells."""
    check_choice("generator", generator, GENERATORS)
    if generator != PHILOX and seed > rand.LARGEST_SEED:
        raise BadInput(f"seed {seed}: with the generator {generator}, take one from 0 to {rand.LARGEST_SEED}")
    if generator != PHILOX and included != FAIR:
        raise BadInput(f"included {included:g}: with the generator {generator}, leave it at {FAIR:g}")


@dataclass(frozen=True)
class Request(Stream):
    """Parameters of generated Rullos."""

    size: Size = Size("5x5", "Height x width of the grid in cells", "4x5")
    _: KW_ONLY
    values: Values = Values(
        "1-9",
        "Numbers that may stand in the grid, the first and the last or all of them; a 0 makes cells without number",
        "2,3,5,7",
    )
    simple: OptionalFlag = OptionalFlag("Accept only puzzles that lines alone solve, or only others", "both")
    unique: Truth = Truth("Accept only puzzles with one solution")
    difficulty: RealBounds = RealBounds(
        None, "Accept only puzzles whose difficulty, in passes, lies in this range", "4-6", "any"
    )
    required: Bounds = Bounds(
        None, "Accept only puzzles whose number of included cells lies in this range", "10-15", "any"
    )
    included: Share = Share(FAIR, "Probability that a cell is included, from 0 to 1", "0.3", maximum=1)
    generator: Word = Word(
        GENERATORS,
        PHILOX,
        "Use this random number generator; rand is the C library's, as in the thesis, of which rand-numbers and "
        "rand-coins take only the numbers or the coins",
        "rand",
    )
    climb: Truth = Truth(
        "Find puzzles up to 16x16 by hill climbing if random ones are rarely as difficult as requested: they are "
        "changed cell by cell, and are no random ones of their kind; those that are not simple have any number of "
        "solutions"
    )
    max_tries: Count = Count(
        100_000, "Give up after this many random puzzles in a row of which none is accepted", "100"
    )
    seconds: Seconds = SECONDS

    def __post_init__(self) -> None:
        check_generator(self.generator, self.seed, self.included)
        height, width = self.size
        if self.required is not None and self.required[0] > height * width:
            raise BadInput(f"required {self.required[0]}: there are {height * width} cells; ask for fewer")
        if self.difficulty is not None:
            check_difficulty(height, width, bool(self.simple), self.difficulty)

    @property
    def condition(self) -> Condition:
        """The condition that a puzzle has to meet."""
        return Condition(self.simple, self.unique, self.difficulty, self.required)

    @property
    def can_climb(self) -> bool:
        """Whether puzzles may be found by hill climbing, which makes none that is unique and not simple."""
        is_usual = (self.included, self.generator) == (FAIR, PHILOX) and not (self.simple is False and self.unique)
        return self.climb and self.difficulty is not None and is_usual and not why_not(*self.size, self.values)


@dataclass(frozen=True)
class HardestRequest(Climbing):
    """Parameters of Rullos that are climbed to."""

    size: Size = Size("5x5", "Height x width of the grid in cells, up to 16x16", "4x5")
    _: KW_ONLY
    values: Values = Values(
        "1-9", "Numbers that may stand in the grid, the first and the last or all of them, without 0", "2,3,5,7"
    )
    simple: OptionalFlag = OptionalFlag(
        "Whether lines alone have to solve the puzzles; others need guesses, and may have several solutions",
        "true",
    )
    steps: Count = changes(100_000)

    def __post_init__(self) -> None:
        check_climb(*self.size, self.values)


@dataclass(frozen=True)
class PredictionRequest:
    """Parameters of a prediction."""

    size: Size = Size("5x5", "Height x width of the grid in cells, up to 64x64", "12x12")
    _: KW_ONLY
    values: Values = Values(
        "1-9", "Numbers that may stand in the grid, the first and the last or all of them, without 0", "2,3,5,7"
    )
    included: Share = Share(FAIR, "Probability that a cell is included, more than 0 and less than 1", "0.3", maximum=1)
    accuracy: Share = Share(
        0.004, "Standard error of the share of simple puzzles, as far as it comes from random boards", "0.01", maximum=1
    )
    classes: OptionalCount = OptionalCount(
        None,
        "Number of size classes of numbers; with as many as numbers, the boards are Rullos",
        "2",
        "4, or half of the numbers if these are fewer",
    )
    seed: Count = Count(1, "Random seed of the boards, from 0 to 2^64 - 1", "7", minimum=0, maximum=2**64 - 1)
    seconds: Seconds = TOTAL_SECONDS

    def __post_init__(self) -> None:
        if max(self.size) > LONGEST_PREDICTED:
            raise BadInput(
                f"size {format_size(*self.size)}: lines have up to {LONGEST_PREDICTED} cells here; take a smaller size"
            )
        if 0 in self.values:
            raise BadInput("values: a prediction is for grids without holes; leave out the 0")
        if min(self.values) < 0 and self.included != FAIR:
            raise BadInput(f"included {self.included:g}: with negative numbers, leave it at {FAIR:g}")
        if self.included in (0, 1):
            raise BadInput(f"included {self.included:g}: every puzzle is simple then; take more than 0 and less than 1")
