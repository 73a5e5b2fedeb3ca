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

__version__ = "0.1.0"

if TYPE_CHECKING:
    from rullo_core import kakuro, killer, rullo, sudoku, uncertainty
    from rullo_core.datasets.store import Dataset
    from rullo_core.errors import BadInput
    from rullo_core.puzzles.front import generate, hint, parse, play, plot, rate, read, solve, steps
    from rullo_core.puzzles.results import Hint, Puzzles, Rating, Solutions, Step, Steps
    from rullo_core.runs.front import experiments, load, run, sweep
    from rullo_core.views.choice import choose

__all__ = [
    "BadInput",
    "Dataset",
    "Hint",
    "Puzzles",
    "Rating",
    "Solutions",
    "Step",
    "Steps",
    "choose",
    "experiments",
    "generate",
    "hint",
    "kakuro",
    "killer",
    "load",
    "parse",
    "play",
    "plot",
    "rate",
    "read",
    "rullo",
    "run",
    "solve",
    "steps",
    "sudoku",
    "sweep",
    "uncertainty",
]

__getattr__, __dir__ = attach(
    __name__,
    {
        "datasets.store": ["Dataset"],
        "errors": ["BadInput"],
        "puzzles.front": ["generate", "hint", "parse", "play", "plot", "rate", "read", "solve", "steps"],
        "puzzles.results": ["Hint", "Puzzles", "Rating", "Solutions", "Step", "Steps"],
        "runs.front": ["experiments", "load", "run", "sweep"],
        "views.choice": ["choose"],
    },
    packages=lambda: [*folders_with("puzzle.py"), "uncertainty"],
)
