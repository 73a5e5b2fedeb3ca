"""Kakuro: entries of different digits add up to their clues.

Puzzle text: the numbers of rows and columns on the first line, then a line for each row: 0 for a white cell, - for a
black one, 16, for one with a clue down, ,24 across, 17,24 both. A clue that is not known is left out: its digits still
have to be different; with * in its place they may be alike. A line # name right above a puzzle names it.

The first row and column are for clues. A size such as 10x10, in --size and in tables, leaves them out: the text of
such a puzzle begins with 11 11.
"""

from rullo_core.kakuro.commands.generation import draw_layouts, generate, hardest, reduce, repair
from rullo_core.kakuro.commands.solving import convert, grade, hint, list_combinations, rate, show, solve

COMMANDS = (
    solve,
    hint,
    rate,
    grade,
    show,
    list_combinations,
    convert,
    draw_layouts,
    generate,
    hardest,
    repair,
    reduce,
)

TRIALS = (
    "generate --size 5x5 --count 2",
    "rate {shelf}",
    "solve --limit 2 {shelf}",
    "hint {shelf}",
    "study --size 5x5 --method fill --count 2 --out {out}",
    "census --size 2x2 --out {out}",
    "polyominoes --cells 5 --out {out}",
)
"""Common commands on tiny inputs, for whose kernels `rullo_core.cli.compiling` runs them."""
