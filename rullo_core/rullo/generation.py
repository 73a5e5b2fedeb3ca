"""Random puzzles, each determined by its seed and index, and requests that they have to satisfy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.parameters import check_choice, format_size
from rullo_core.rullo import rand
from rullo_core.rullo.puzzle import Rullo, Solution, flat
from rullo_core.rullo.solver import Lines, is_simple, rate

FAIR = 0.5
"""Share of included cells that a fair coin gives."""


PHILOX, RAND, RAND_NUMBERS, RAND_COINS = "philox", "rand", "rand-numbers", "rand-coins"
"""Generators: Philox; the C library's rand(), as in the thesis; or rand() only for the numbers, or only for the coins,
and Philox for the rest."""

GENERATORS = (PHILOX, RAND, RAND_NUMBERS, RAND_COINS)


def check_generator(generator: str, seed: int, included: float = FAIR) -> None:
    """Check that a generator exists and supports the seed and the share of included cells."""
    check_choice("generator", generator, GENERATORS)
    if generator != PHILOX and seed > rand.LARGEST_SEED:
        raise BadInput(f"seed {seed}: with the generator {generator}, take one from 0 to {rand.LARGEST_SEED}")
    if generator != PHILOX and included != FAIR:
        raise BadInput(f"included {included:g}: with the generator {generator}, leave it at {FAIR:g}")


def parse_generator(text: str) -> str:
    """Check the name of a generator and return it."""
    check_generator(text, 0)
    return text


def stream_name(seed: int, generator: str = PHILOX) -> str:
    """Describe a stream of random puzzles, for example "seed 1 of rand"."""
    return f"seed {seed}" if generator == PHILOX else f"seed {seed} of {generator}"


def coin_of(included: float) -> int:
    """Convert a share of included cells to a multiple of 2**-32."""
    return round(included * 2**32)


def draw_puzzle(
    height: int,
    width: int,
    values: tuple[int, ...],
    seed: int,
    index: int,
    included: float = FAIR,
    generator: str = PHILOX,
) -> tuple[Rullo, Solution]:
    """Draw a random puzzle: a uniform number and a coin for every cell (thesis, section 5.2.1); and its solution.

    A 0 in the range makes holes, which are always excluded. `RAND` gives the puzzle of `rullo_core.rullo.rand.draw`,
    which the thesis's program would have drawn; `RAND_NUMBERS` and `RAND_COINS` take only the numbers or only the coins
    from it.

    `PHILOX` uses the words of Philox4x64-10 with the key (seed, index) in order. The first words give one bit per cell,
    lowest bit first, in reading order. If the coin is not fair, they give half a word per cell, the high half first;
    the cell is included if the half word is less than the share times 2**32. Each further word gives several numbers:
    the high word of word times range size is one, and the low word gives the next. At most 40 bits of a word are used,
    so that the bias stays below 2**-24.
    """
    check_generator(generator, seed, included)
    cells, base = height * width, len(values)
    drawn_with_philox = _draw_with_philox(seed, index, base, cells, coin_of(included))
    drawn_with_rand = drawn_with_philox if generator == PHILOX else rand.draw(seed, index, base, cells)
    digits = (drawn_with_rand if generator in (RAND, RAND_NUMBERS) else drawn_with_philox)[0]
    coins = (drawn_with_rand if generator in (RAND, RAND_COINS) else drawn_with_philox)[1]
    numbers = [values[digit] for digit in digits]
    chosen = [coins[i] and numbers[i] != 0 for i in range(cells)]
    solution = tuple(tuple(chosen[r * width : (r + 1) * width]) for r in range(height))
    return Rullo.from_solution([numbers[r * width : (r + 1) * width] for r in range(height)], solution), solution


def _draw_with_philox(seed: int, index: int, base: int, cells: int, coin: int) -> tuple[list[int], list[bool]]:
    """Draw for each cell the index of its number in the range, and whether it is included."""
    bits = max(1, (base - 1).bit_length())
    per_word = 40 // bits
    is_fair = coin == coin_of(FAIR)
    coin_words = -(-cells // 64) if is_fair else -(-cells // 2)
    words = (
        np.random.Philox(key=np.array([seed, index], np.uint64)).random_raw(coin_words - (-cells // per_word)).tolist()
    )
    digits = []
    for word in words[coin_words:]:
        for _ in range(per_word):
            digit, word = divmod(word * base, 2**64)
            digits.append(digit)
    if is_fair:
        coins = [bool(words[i // 64] >> i % 64 & 1) for i in range(cells)]
    else:
        coins = [half < coin for word in words[:coin_words] for half in divmod(word, 2**32)]
    return digits[:cells], coins[:cells]


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
