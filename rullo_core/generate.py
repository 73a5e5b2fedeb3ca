"""Random puzzles, each had on its own by seed and index, and the search for puzzles that are wanted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rullo_core.puzzle import Puzzle, Solution
from rullo_core.solver import Rating, is_simple, rate


def draw_puzzle(height: int, width: int, values: tuple[int, ...], seed: int, index: int) -> tuple[Puzzle, Solution]:
    """A random puzzle: a uniform number and a fair coin for every cell (thesis, section 5.2.1).

    Parameters
    ----------
    height, width : int
        Size, in cells.
    values : tuple of int
        The range; a 0 in it makes holes, which are excluded whatever the coin says.
    seed, index : int
        Of all puzzles of a seed, which one; both from 0 to 2**64 - 1.

    Returns
    -------
    puzzle : Puzzle
    solution : Solution
        The one it was made from.

    Notes
    -----
    The words of Philox4x64-10 with the key (seed, index) are used in order. The first give a bit a cell, lowest bit
    first, in reading order. Each of the others gives several numbers: the high word of word times range size is one,
    the low word is what the next is made of. At most 40 bits of a word are used up so: the bias stays below 2**-24.
    """
    cells = height * width
    base = len(values)
    bits = max(1, (base - 1).bit_length())
    per_word = 40 // bits
    coin_words = -(-cells // 64)
    words = np.random.Philox(key=[seed, index]).random_raw(coin_words - (-cells // per_word)).tolist()
    digits = []
    for word in words[coin_words:]:
        for _ in range(per_word):
            digit, word = divmod(word * base, 2**64)
            digits.append(digit)
    numbers = [values[digit] for digit in digits[:cells]]
    chosen = [bool(words[i // 64] >> i % 64 & 1) and numbers[i] != 0 for i in range(cells)]
    solution = tuple(tuple(chosen[r * width : (r + 1) * width]) for r in range(height))
    return Puzzle.from_solution([numbers[r * width : (r + 1) * width] for r in range(height)], solution), solution


@dataclass(frozen=True)
class Wish:
    """What a puzzle has to be like.

    Parameters
    ----------
    simple, unique : bool
        Solved by lines alone; with one solution only.
    difficulty : tuple of float, optional
        Least and greatest.
    """

    simple: bool = False
    unique: bool = False
    difficulty: tuple[float, float] | None = None

    def grants(self, puzzle: Puzzle) -> Rating | None:
        """The puzzle's rating if it is as wanted, else None."""
        if self.simple and not is_simple(puzzle):
            return None
        rating = rate(puzzle)
        if self.unique and not (rating.solutions == 1 and rating.complete):
            return None
        if self.difficulty is not None:
            least, greatest = self.difficulty
            if rating.difficulty is None or not least <= rating.difficulty <= greatest:
                return None
        return rating


def search(
    height: int, width: int, values: tuple[int, ...], seed: int, wish: Wish, tries: int
) -> Iterator[tuple[int, Puzzle, Rating]]:
    """Go through the puzzles of a seed and yield those that are as wanted.

    Yields
    ------
    index : int
        Where the puzzle stands in its seed; see `draw_puzzle`.
    puzzle : Puzzle
    rating : Rating
    """
    for index in range(tries):
        puzzle, _ = draw_puzzle(height, width, values, seed, index)
        if (rating := wish.grants(puzzle)) is not None:
            yield index, puzzle, rating
