"""Calcudoku: each digit once in every row and column, and cages whose digits add up, or multiply, to a target."""

from rullo_core.calcudoku.api import API
from rullo_core.cli import verbs

PUZZLES = "calcudoku.txt"

COMMANDS = (
    *(verb(API, "Passes go over lines and cages.", PUZZLES) for verb in (verbs.solve, verbs.hint, verbs.rate)),
    verbs.generate(API, "Generate Calcudokus with one solution.", ("--size 4 --count 2",)),
)
