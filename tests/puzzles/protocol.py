"""The kinds of puzzles that are held to the protocol, with puzzles of each: the four, and two more beside them.

These two, Futoshiki and Calcudoku, are folders below `BESIDE_FOLDER`; nothing outside a folder knows it. A file of
tests that takes them uses the fixture `more_kinds`.
"""

from math import prod
from pathlib import Path

import numpy as np

import rullo_core as rc

BESIDE_FOLDER = Path(__file__).with_name("beside")
"""A folder that is put beside those of the package's puzzles, with two more in it."""


FOUR, FIFTH, SIXTH = ("rullo", "kakuro", "killer", "sudoku"), "futoshiki", "calcudoku"


MORE_KINDS = (FIFTH, SIXTH)


KINDS = (*FOUR, *MORE_KINDS)


def with_more(script):
    """A program that knows the puzzles beside the four, too."""
    return f"import sys, rullo_core as rc\nrc.__path__.append({str(BESIDE_FOLDER)!r})\n{script}"


TEXTS = {
    "rullo": "# first\n  5 7\n4 1 4\n8 5 3",
    "kakuro": "# first\n3 3\n- 4, 6,\n,7 0 0\n,3 0 0",
    "killer": "# first\nkiller 4x4 boxes 2x2\na a a b\nc c b b\nd c c e\nd d e e\na=6 b=7 c=10 d=8 e=9",
    "sudoku": "# first\n.4...32....3....",
    "futoshiki": "# first\nfutoshiki 3x3\n. < . < .\n- - -\n. > . - .\n- ^ -\n. - . - .",
    "calcudoku": "# first\ncalcudoku 3x3\na a b\nc d b\nc e e\na=3+ b=1- c=6* d=1 e=3/",
}
"""One simple puzzle of each kind, with a name."""


SOLUTIONS = {
    "rullo": [[0, 1], [1, 1]],
    "kakuro": [[0, 0, 0], [0, 3, 4], [0, 1, 2]],
    "killer": None,
    "sudoku": None,
    "futoshiki": [[1, 2, 3], [3, 1, 2], [2, 3, 1]],
    "calcudoku": [[1, 2, 3], [3, 1, 2], [2, 3, 1]],
}
"""The solutions of those that can be checked by hand."""


AMBIGUOUS = {
    "rullo": "1 1 1\n1 1 1 1\n1 1 1 1\n1 1 1 1",
    "kakuro": "3 3\n- 5, 5,\n,5 0 0\n,5 0 0",
    "killer": "killer 4x4 boxes 2x2\na a b b\na a b b\nc c d d\nc c d d\na=10 b=10 c=10 d=10",
    "sudoku": "1...............",
    "futoshiki": "futoshiki 3x3\n. - . - .\n- - -\n. - . - .\n- - -\n. - . - 1",
    "calcudoku": "calcudoku 3x3\na a a\nb b b\nc c c\na=6+ b=6+ c=6*",
}
"""A puzzle with several solutions of each kind."""


INFEASIBLE = {
    "rullo": "2 4\n3 1 3\n3 1 3",
    "kakuro": "3 3\n- 4, 17,\n,13 0 0\n,8 0 0",
    "killer": "killer 4x4 boxes 2x2\na a b b\n. . . .\n. . . .\n. . . .\na=3 b=3",
    "sudoku": "12.. ..34 3... 4...",
    "futoshiki": "futoshiki 3x3\n. < . < .\n^ - -\n. < . - .\n- - -\n. - . - 3",
    "calcudoku": "calcudoku 3x3\na a b\nc c b\nd d b\na=1- b=7+ c=1- d=1-",
}
"""A puzzle without solution of each kind, as far as a parser can see."""


SIZES = dict.fromkeys(KINDS, "4x4")


def keeps_the_rules(kind, puzzle, solution):
    """Whether an array is a solution, by the rules of its kind alone."""
    if kind == "rullo":
        included = np.array(puzzle.numbers) * solution
        return (
            included.sum(axis=1).tolist() == list(puzzle.row_targets)
            and included.sum(axis=0).tolist() == list(puzzle.column_targets)
            and set(solution.flat) <= {0, 1}
        )
    flat = solution.ravel().tolist()
    if kind == "kakuro":
        entries = [[solution[puzzle.cells[cell]] for cell in entry.cells] for entry in puzzle.entries]
        return all(0 < digit < 10 for digits in entries for digit in digits) and all(
            len(set(digits)) == len(digits) and output.clue in (None, sum(digits))
            for digits, output in zip(entries, puzzle.entries, strict=True)
        )
    all_digits, side = set(range(1, puzzle.side + 1)), puzzle.side
    lines = [*solution, *solution.T]
    if kind not in MORE_KINDS:
        height, width = (2, 2) if side == 4 else (3, 3)
        lines += [
            solution[r : r + height, c : c + width].ravel()
            for r in range(0, side, height)
            for c in range(0, side, width)
        ]
    latin = all(set(line.tolist()) == all_digits for line in lines)
    givens = getattr(puzzle, "cells", (0,) * side**2)
    return (
        latin
        and all(value in (0, digit) for value, digit in zip(givens, flat, strict=True))
        and all(flat[smaller] < flat[larger] for smaller, larger in getattr(puzzle, "inequalities", ()))
        and all(
            makes(cage.sign, cage.target, [flat[cell] for cell in cage.cells])
            for cage in (puzzle.cages if kind == "calcudoku" else ())
        )
        and all(
            sum(digits) == cage.total and len(set(digits)) == len(digits)
            for cage in (puzzle.cages if kind == "killer" else ())
            for digits in [[flat[cell] for cell in cage.cells]]
        )
    )


def makes(sign, target, digits):
    """Whether the digits of a cage of a Calcudoku make its target."""
    low, high = min(digits), max(digits)
    results = {"-": low + target == high, "/": low * target == high, "*": prod(digits) == target}
    return results.get(sign, sum(digits) == target) and (sign not in "-/" or len(digits) == 2)


def module(kind):
    return getattr(rc, kind)


def puzzle(kind, texts=TEXTS):
    return module(kind).parse(texts[kind])
