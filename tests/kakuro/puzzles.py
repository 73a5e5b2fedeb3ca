"""Small Kakuros for tests: random ones, with one solution or several or none, and with much left out."""

from dataclasses import replace

import numpy as np

from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.paths import PUBLISHED

MINIZINC = PUBLISHED / "kakuro" / "minizinc.txt"
EXAMPLE = PUBLISHED / "kakuro" / "example.txt"

NEEDS_SUMS = Kakuro.parse("""7 7
- 15, 10, - - 8, 14,
,9 0 0 24, 10,8 0 0
,37 0 0 0 0 0 0
- ,6 0 0 0 14, -
- 12, 8,19 0 0 0 12,
,23 0 0 0 0 0 0
,12 0 0 - ,13 0 0""")
"""One that was made in five steps: 26 cells, which rectangles do not solve."""


def random_digits(random, height, width, black):
    """Random digits, all different in each run of white cells; 0 is black."""
    while True:
        digits = np.zeros((height, width), int)
        for r in range(height):
            for c in range(width):
                if random.random() < black:
                    continue
                used_digits = set()
                for dr, dc in ((-1, 0), (0, -1)):
                    y, x = r + dr, c + dc
                    while y >= 0 and x >= 0 and digits[y, x]:
                        used_digits.add(int(digits[y, x]))
                        y, x = y + dr, x + dc
                candidates = sorted(set(range(1, 10)) - used_digits)
                digits[r, c] = random.choice(candidates) if candidates else 0
        if digits.any():
            return digits.tolist()


def some_puzzles(number, seed=1, max_side=5):
    """Puzzles of up to so many rows and columns; one in three has other clues, and one in three leaves some out."""
    random = np.random.default_rng(seed)
    for i in range(number):
        height, width = (int(n) for n in random.integers(2, max_side + 1, 2))
        puzzle = Kakuro.from_digits(random_digits(random, height, width, random.uniform(0.1, 0.5)))
        numbers = range(len(puzzle.entries))
        if i % 3 == 1:
            # Both entries of some cells are one more: sometimes that is another puzzle, and sometimes none.
            entries = list(puzzle.entries)
            for cell in random.permutation(len(puzzle.cells))[: random.integers(1, 4)]:
                for entry in puzzle.of_cells[cell]:
                    entries[entry] = replace(entries[entry], clue=entries[entry].clue + 1)
            puzzle = replace(puzzle, entries=tuple(entries))
        if i % 3 == 2:
            puzzle = puzzle.without_clues(n for n in numbers if random.random() < 0.2)
            dropped = [n for n in numbers if random.random() < 0.15]
            if all(set(members) - set(dropped) for members in puzzle.of_cells):
                puzzle = puzzle.without_entries(dropped)
        yield puzzle
