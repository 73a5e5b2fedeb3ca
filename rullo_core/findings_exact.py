"""What there is to tell of complete censuses beside each other, in tables and sentences; see `rullo_core.findings`."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
import pandas as pd

from rullo_core.alike import lines_of
from rullo_core.census import Census
from rullo_core.errors import BadInput
from rullo_core.experiment import duration
from rullo_core.hardest import classes
from rullo_core.parameters import format_size
from rullo_core.puzzle import Puzzle
from rullo_core.realisable import combinations_of, hardest_puzzles
from rullo_core.runs import LONGEST_UNASKED, Outcome, run
from rullo_core.shards import default_threads
from rullo_core.store import KEEP
from rullo_core.tally import Tally


@cache
def take(census: Census) -> Outcome:
    """Take a census, once."""
    return run(census)


def many(censuses: Sequence[Census]) -> dict[Census, Outcome]:
    """Take some censuses.

    Raises
    ------
    BadInput
        If one of them would take long.
    """
    for census in censuses:
        seconds = census.estimate_seconds(default_threads())
        if seconds > LONGEST_UNASKED:
            raise BadInput(f"the {census.title} would take about {duration(seconds)}; take a smaller size or range")
    return {census: take(census) for census in censuses}


def classes_told(census: Census) -> str:
    """How many grids of a census had to be gone through, and why so few."""
    found = census.classes()
    if found is None:
        return f"The {census.title} cannot be taken so: each grid is gone through by itself."
    kinds = {lines_of(census.values, cells).kinds for cells in (census.height, census.width)}
    return (
        f"Over {census.range} the lines of a {census.size} grid have {' and '.join(map(str, sorted(kinds)))} patterns. "
        f"The {len(census.values) ** census.cells:,} grids fall into **{len(found):,} classes**, and one grid of each "
        f"is gone through in place of {census.puzzles:,} puzzles."
    )


def overview(taken: Mapping[Census, Outcome]) -> pd.DataFrame:
    """Censuses beside each other.

    Parameters
    ----------
    taken : mapping of Census to Outcome

    Returns
    -------
    pandas.DataFrame
        Index ``every puzzle of``; int ``puzzles``; float ``simple``, the share; and of either kind the greatest
        difficulty, how many puzzles have it, and how many of them differ by more than the order of rows and columns,
        transposing and inverting (of simple ones; at least so many where only the first `KEEP` are known).
    """
    rows = {}
    for census, outcome in taken.items():
        row: dict[str, object] = {
            "puzzles": outcome.tally.total,
            "simple": outcome.tally.of_kind("simple").total / outcome.tally.total,
        }
        for kind in ("simple", "exhaustive"):
            most, number = _greatest(outcome.tally, kind)
            row[f"greatest, {kind}"] = most
            row[f"have it, {kind}"] = number
            if kind == "simple":
                different = f"{len(hardest_simple(outcome)):,}"
                row["different ones"] = different if number_kept(outcome) < KEEP else f"at least {different}"
        rows[f"{census.size} over {census.range}"] = row
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("every puzzle of")


def _greatest(tally: Tally, kind: str) -> tuple[str, int]:
    by_difficulty = tally.of_kind(kind).count_by("difficulty")
    if by_difficulty.empty:
        return "–", 0
    return f"{by_difficulty.index[-1]:g}", int(by_difficulty[kind].iloc[-1])


def greatest(outcome: Outcome) -> str:
    """The greatest difficulty of a simple puzzle, as text."""
    return _greatest(outcome.tally, "simple")[0]


def hardest_simple(outcome: Outcome) -> list[Puzzle]:
    """The hardest simple puzzles that differ by more than order, transposing and inverting; of the first `KEEP`."""
    return _different(_hardest_kept(outcome))


def _different(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """One of each sort; only squares stay what they are when they are transposed."""
    square = bool(puzzles) and puzzles[0].height == puzzles[0].width
    return classes(puzzles, transpose=square, invert=True)


def number_kept(outcome: Outcome) -> int:
    """How many of the hardest simple puzzles are kept; if `KEEP`, there may be more."""
    return len(_hardest_kept(outcome))


def _hardest_kept(outcome: Outcome) -> list[Puzzle]:
    most = greatest(outcome)
    return [one.puzzle for one in outcome.hardest if one.kind == "simple" and f"{one.difficulty:g}" == most]


def growth(height: int, width: int, largest: int) -> pd.DataFrame:
    """The censuses over 1 to n, for n up to the largest.

    Returns
    -------
    pandas.DataFrame
        Index ``n``; int ``puzzles``; float ``simple`` and ``exhaustive``, the shares; ``greatest``, the greatest
        difficulty of a simple puzzle, as text.
    """
    rows = {}
    for n in range(1, largest + 1):
        tally = take(Census(height, width, tuple(range(1, n + 1)))).tally
        shares = [tally.of_kind(kind).total / tally.total for kind in ("simple", "exhaustive")]
        rows[n] = [tally.total, *shares, _greatest(tally, "simple")[0]]
    columns = ["puzzles", "simple", "exhaustive", "greatest"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("n")


def over_any_numbers(sizes: Sequence[tuple[int, int]]) -> pd.DataFrame:
    """How difficult puzzles can be over any positive integers.

    Returns
    -------
    pandas.DataFrame
        Index ``size``; int ``combinations`` of patterns, and ``numbers up to``, the largest that one of them needs; of
        either kind the greatest difficulty, as text; ``hardest simple ones``, how many of the simple ones on those
        grids, one for each combination, differ by more than order, transposing and inverting.
    """
    rows = {}
    for size in sizes:
        grids, hardest = combinations_of(*size).grids, hardest_puzzles(*size)
        different = _different([one.puzzle for one in hardest["simple"]])
        most = {
            f"greatest, {kind}": f"{of_kind[0].difficulty:g}" if of_kind else "–" for kind, of_kind in hardest.items()
        }
        rows[format_size(*size)] = (
            {"combinations": len(grids), "numbers up to": int(grids.max())}
            | most
            | {"hardest simple ones": len(different)}
        )
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("size")


def settled_by(height: int, width: int) -> str:
    """What going through all combinations of patterns settles for a size."""
    every, hardest = combinations_of(height, width), hardest_puzzles(height, width)
    largest = every.grids.max()
    alike = "the order of rows and columns" + " and transposing" * (height == width)
    told = (
        f"Up to {alike}, {every.closed:,} combinations of patterns hang together for {format_size(height, width)}. "
        f"{every.closed - len(every.grids):,} of them would need a number of 0 or less, so **{len(every.grids):,}** "
        f"can be realised, all of them with numbers up to {largest}"
    )
    most = [f"{of_kind[0].difficulty:g} for {kind} ones" for kind, of_kind in hardest.items() if of_kind]
    return told + (
        f": a census over 1–{largest} misses nothing. Whatever positive integers it holds, the greatest difficulty of "
        f"a {format_size(height, width)} puzzle is **{' and '.join(most)}**."
    )


def one_pass(cells: int, largest: Sequence[int]) -> str:
    """In how many lines over 1 to n no two subsets have equal sums, for some n: such a line is solved in one pass."""
    told = []
    for n in largest:
        lines = np.array(list(itertools.product(range(1, n + 1), repeat=cells)), np.int64)
        sums = np.sort(lines @ np.array(list(itertools.product((0, 1), repeat=cells)), np.int64).T, axis=1)
        told.append(f"**{(np.diff(sums, axis=1) > 0).all(axis=1).mean():.1%}** of the lines over 1–{n}")
    return f"No two subsets have equal sums in {', in '.join(told)} (of {cells} cells)."
