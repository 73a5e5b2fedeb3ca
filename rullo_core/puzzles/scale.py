"""Ratings of how far the consistency of constraints gets, the same for every kind of puzzle; see `SCALE_COLUMNS`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rullo_core.columns import ALWAYS, SCALE_TYPES
from rullo_core.errors import BadInput
from rullo_core.limits import Undecided
from rullo_core.puzzles.base import P
from rullo_core.puzzles.kind import PuzzleKind, name_of
from rullo_core.puzzles.results import Rating
from rullo_core.runs.shards import run_by_shape

if TYPE_CHECKING:
    import numpy as np


def ratings_with_scale(
    kind: PuzzleKind[P],
    rate: Callable[[], Iterator[Rating]],
    puzzles: Callable[[], Sequence[P]],
    columns: Collection[str] | None,
    threads: int | None,
) -> Iterator[Rating]:
    """Return what `rate` returns of puzzles, in order, with those of `SCALE_COLUMNS` that are asked for.

    If nothing else is asked for, ratings have nothing else, and `rate` is not called.
    """
    wanted = set(columns or ())
    names = [name for name in SCALE_TYPES if name in wanted]
    if not names:
        return rate()
    listed = puzzles()
    ratings = rate() if wanted - {*names, *ALWAYS} else (_empty_rating(kind, puzzle) for puzzle in listed)

    def work(_: None, puzzle: P, stop: np.ndarray) -> tuple[dict[str, Any], str | None]:
        return measure(kind, puzzle, names, stop)

    measured = run_by_shape(listed, lambda _: None, lambda _: None, work, threads)
    return (
        replace(rating, own={**values, **rating.own}, bound=rating.bound or bound)
        for rating, (values, bound) in zip(ratings, measured, strict=True)
    )


def measure(
    kind: PuzzleKind[P], puzzle: P, names: Sequence[str], stop: np.ndarray
) -> tuple[dict[str, Any], str | None]:
    """Return the values of some of `SCALE_COLUMNS`, None where they are not known, and the limit that was reached."""
    # Imported here: other functions do not wait for the compiler.
    from rullo_core.constraints.consistency import Consistency, is_solved

    measures: dict[str, Callable[[Consistency], Any]] = {
        "g1": lambda consistency: is_solved(consistency.g1()),
        "g2": lambda consistency: is_solved(consistency.g2()),
        "s": lambda consistency: is_solved(consistency.s()),
        "depth": Consistency.depth,
        "w": Consistency.w,
    }
    values, bound = dict.fromkeys(names), None
    try:
        consistency = Consistency(kind.network(puzzle), stop)
    except BadInput:  # it is no such network
        return values, None
    except Undecided as limit:
        return values, limit.bound
    for name in names:
        try:
            values[name] = measures[name](consistency)
        except Undecided as limit:
            bound = bound or limit.bound
    return values, bound


def _empty_rating(kind: PuzzleKind[P], puzzle: P) -> Rating:
    """Return a rating for measures only; that nothing is undecided is no answer."""
    return Rating(
        puzzle=kind.name,
        text=str(puzzle),
        simple=None,
        level=None,
        passes=None,
        cells=0,
        open_cells=None,
        solutions=0,
        nodes=None,
        complete=True,
        size=kind.size_of(puzzle),
        name=name_of(puzzle),
    )
