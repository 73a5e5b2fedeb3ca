r"""RULLO, a puzzle of sums, and its relatives: solve, rate and generate them, and measure how difficult they are.

>>> import rullo_core as rc
>>> puzzle = rc.rullo.parse("5 7\n4 1 4\n8 5 3")
>>> puzzle.solve().unique
True

`rullo`, `kakuro`, `killer` and `sudoku` have the same functions; those of this package take any kind of puzzle. Nothing
is imported before it is used.
"""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach, folders_with

__version__ = "1.0.0"

if TYPE_CHECKING:
    from rullo_core import kakuro as kakuro
    from rullo_core import killer as killer
    from rullo_core import rullo as rullo
    from rullo_core import sudoku as sudoku
    from rullo_core import uncertainty as uncertainty
    from rullo_core.datasets.store import Dataset as Dataset
    from rullo_core.errors import BadInput as BadInput
    from rullo_core.limits import time_limit as time_limit
    from rullo_core.paths import find_file as find_file
    from rullo_core.puzzles.front import generate as generate
    from rullo_core.puzzles.front import hint as hint
    from rullo_core.puzzles.front import parse as parse
    from rullo_core.puzzles.front import play as play
    from rullo_core.puzzles.front import plot as plot
    from rullo_core.puzzles.front import rate as rate
    from rullo_core.puzzles.front import read as read
    from rullo_core.puzzles.front import solve as solve
    from rullo_core.puzzles.front import steps as steps
    from rullo_core.puzzles.results import Climbed as Climbed
    from rullo_core.puzzles.results import Hint as Hint
    from rullo_core.puzzles.results import Puzzles as Puzzles
    from rullo_core.puzzles.results import Rating as Rating
    from rullo_core.puzzles.results import Solutions as Solutions
    from rullo_core.puzzles.steps import Step as Step
    from rullo_core.puzzles.steps import Steps as Steps
    from rullo_core.runs.front import experiments as experiments
    from rullo_core.runs.front import load as load
    from rullo_core.runs.front import run as run
    from rullo_core.runs.front import sweep as sweep
    from rullo_core.runs.front import sweep_puzzles as sweep_puzzles
    from rullo_core.views.choice import choose as choose
    from rullo_core.views.prose import save_numbers as save_numbers
    from rullo_core.views.prose import written_for as written_for

__all__, __getattr__, __dir__ = attach(__name__, lambda: [*folders_with("puzzle.py"), "uncertainty"])
