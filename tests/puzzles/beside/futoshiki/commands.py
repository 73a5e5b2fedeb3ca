"""Futoshiki: each digit once in every row and column, and signs of order between neighbours."""

from rullo_core.cli import verbs
from rullo_core.futoshiki.api import API

PUZZLES = "futoshiki.txt"

COMMANDS = (
    *(verb(API, "Passes go over rows, columns and signs.", PUZZLES) for verb in (verbs.solve, verbs.hint, verbs.rate)),
    verbs.generate(API, "Generate Futoshikis with one solution.", ("--size 4 --count 2",)),
)
