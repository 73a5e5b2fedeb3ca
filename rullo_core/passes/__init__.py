"""How far propagation gets with a puzzle, whatever the puzzle: passes, guesses, solutions, difficulty, and the telling.

`solver` says what is measured, of any `Game`. `units` is such a game, made of cells with small domains and of units
whose rule is an automaton over their cells; a puzzle may also bring its own. `words` tells what was found.
"""

from rullo_core.passes.solver import (
    Contradiction,
    Game,
    Rating,
    Run,
    Step,
    difficulty,
    find_way,
    is_simple,
    make_step,
    rate,
    run,
    solutions,
    walkthrough,
)
from rullo_core.passes.units import Automaton, Unit, Units
from rullo_core.passes.words import UnitWords, Words

__all__ = [
    "Automaton",
    "Contradiction",
    "Game",
    "Rating",
    "Run",
    "Step",
    "Unit",
    "UnitWords",
    "Units",
    "Words",
    "difficulty",
    "find_way",
    "is_simple",
    "make_step",
    "rate",
    "run",
    "solutions",
    "walkthrough",
]
