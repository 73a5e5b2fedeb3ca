"""What experiments and the outcomes by which they count puzzles say of these, in the words of all tables."""

from __future__ import annotations

from rullo_core.lazy import folders_with

SIMPLE = {
    "simple": True, "exhaustive": False, "skipped": False, "rectangular": False, "ambiguous": False, "search": False,
    "naked": True, "hidden": True, "subsets": True, "gac": True, "gac-locked": False,
    "CH": True, "CA": True, "CP": False, "O1": False, "OW": False,
}  # fmt: skip
"""Whether passes of the base level solve the puzzles of an outcome, where that says so: the first level that solves
them need not be a weaker one, as neither locked nor CG is.
"""


def puzzle_of(experiment: str) -> str:
    """Return the kind of puzzle that an experiment is about.

    >>> puzzle_of("kakuro study"), puzzle_of("census")
    ('kakuro', 'rullo')
    """
    first = experiment.split()[0]
    return first if first in folders_with("puzzle.py") else "rullo"


def is_simple(outcome: str) -> bool | None:
    """Return whether passes of the base level solve the puzzles of an outcome; None where it does not say so.

    >>> is_simple("exhaustive"), is_simple("O1"), is_simple("CG"), is_simple("unique")
    (False, False, None, None)
    """
    return SIMPLE.get(outcome)
