"""Killer Sudoku: Sudoku with cages of different digits.

Puzzle text: a line "killer 9x9 boxes 3x3", with "diagonals" behind it where these have all digits, too; a line of cage
labels for each row, . for a cell without a cage; and label=sum for each cage. Below a line "digits" a row of
digits for each row, . for none, is what a player has written. Blank lines part puzzles; a line # name right above one
names it.
"""

from rullo_core.killer.commands.generation import generate, hardest
from rullo_core.killer.commands.solving import convert, hint, list_combinations, rate, show, solve

COMMANDS = (solve, hint, rate, show, convert, list_combinations, generate, hardest)

TRIALS = (
    "generate --count 2",
    "rate {shelf}",
    "solve --limit 2 {shelf}",
    "hint {shelf}",
    "census --cage-sizes 2-4 --out {out}",
)
"""Common commands on tiny inputs, for whose kernels `rullo_core.cli.compiling` runs them."""
