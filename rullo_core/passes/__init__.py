"""How far propagation gets with a puzzle of any kind: passes, guesses, solutions, difficulty, reasons.

`solver` says what is measured, of any `Game`. `units` is such a game, made of cells with small domains and of units
whose rule is an automaton over their cells; a puzzle may also bring its own. `explain` puts it into sentences.
"""

from rullo_core.passes.explain import UnitExplainer
from rullo_core.passes.solver import (
    Contradiction,
    Game,
    Rating,
    Run,
    Step,
    difficulty,
    is_simple,
    make_step,
    rate,
    run,
    solutions,
    solve_path,
    solve_steps,
)
from rullo_core.passes.units import Automaton, Unit, Units

__all__ = [
    "Automaton",
    "Contradiction",
    "Game",
    "Rating",
    "Run",
    "Step",
    "Unit",
    "UnitExplainer",
    "Units",
    "difficulty",
    "is_simple",
    "make_step",
    "rate",
    "run",
    "solutions",
    "solve_path",
    "solve_steps",
]
