"""Tables and sentences of Markdown about how the thesis drew its puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from rullo_core.datasets.store import Dataset
from rullo_core.passes.explain import listed
from rullo_core.rullo import rand
from rullo_core.rullo.generation import PHILOX, RAND, RAND_COINS, RAND_NUMBERS
from rullo_core.rullo.puzzle import Rullo, flat
from rullo_core.rullo.thesis import published
from rullo_core.rullo.thesis.comparison import (
    PUBLISHED_PUZZLES,
    exhaustive_of_sample,
    in_sampling_errors,
    in_standard_errors,
)
from rullo_core.rullo.thesis.draws import TRIED_BITS, Tried, find, name_of_bit
from rullo_core.uncertainty import with_error

LARGE = ("figure 19", "figure 20")
"""The puzzles of the thesis with more cells than rand() has words in its state."""

OFF = {0, 1, 7, 8}
"""What such a number may be off the sum of two earlier ones, modulo 9: 1 if both had a lowest bit, which rand() drops,
and 2 less if the sum was 2**31 or more."""

SHOWN = (8, 9, 12, 15, 18, 24)
"""Required counts for which the table of coins says how the thesis's counts are to what is expected."""


def coins(tried: Sequence[Tried]) -> pd.DataFrame:
    """Coins that were tried beside the thesis's counts by required; see `studies.thesis_draws.try_all`.

    Returns
    -------
    pandas.DataFrame
        Index ``coin``; text: ``fits best with``, for some required counts what the thesis counted of what is expected,
        and χ².
    """
    rows = {
        one.name: {"fits best with": one.best or "–"}
        | {f"{required} required": f"{one.ratio[required]:.1%}" for required in SHOWN}
        | {f"{len(one.ratio)} counts, χ²": f"{one.chi_square:,.0f}"}
        for one in tried
    }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("coin")


FITS = 34.8
"""χ² of 18 counts that the right coin exceeds with probability 1/100."""

CLEARLY, HARDLY = 3, 2
"""Differences in standard errors: above the first two shares differ, below the second no difference is detected."""


NOT_BY_CHANCE = 4
"""Difference in standard errors that is not expected even once among some sixty counts."""


def bits_that_fit(tried: Sequence[Tried]) -> str:
    """Which bits of rand() can have been the coin."""
    bits = {bit: next((one for one in tried if one.name == name_of_bit(bit)), None) for bit in TRIED_BITS}
    fit = [f"{bit} (χ² = {one.chi_square:.0f})" for bit, one in bits.items() if one and one.chi_square < FITS]
    if not fit:
        return "No bit of `rand()` that was tried fits these counts."
    return f"Of the bits of `rand()` that were tried, the counts fit {listed(fit)}, but do not show which it was."


def four_runs(runs: Mapping[str, Dataset]) -> pd.DataFrame:
    """The share of exhaustive puzzles by what numbers and coins are drawn with.

    Parameters
    ----------
    runs : mapping of str to Dataset
        By generator, of `rullo_core.rullo.generation.GENERATORS`.

    Returns
    -------
    pandas.DataFrame
        Index ``numbers``; ``coins``, ``puzzles``, the ``exhaustive`` share with two standard errors on either side, and
        how many standard errors it is from that of the good generator, of all puzzles and for some difficulties.
    """
    shares = {generator: exhaustive_of_sample(dataset) for generator, dataset in runs.items()}
    rows = []
    for generator, dataset in runs.items():
        apart = _apart(shares[generator], shares[PHILOX]).map(lambda far: f"{far:+.1f}" if np.isfinite(far) else "–")
        if generator == PHILOX:
            apart[:] = "–"
        share, error = shares[generator].loc["all"]
        columns = {"apart, all": "all"} | {f"apart at {difficulty}": difficulty for difficulty in (7, 8, 9)}
        rows.append(
            {
                "numbers": "rand()" if generator in (RAND, RAND_NUMBERS) else "good",
                "coins": "rand()" if generator in (RAND, RAND_COINS) else "good",
                "puzzles": f"{dataset.tally.total:,}",
                "exhaustive": f"{with_error(100 * share, 100 * error, '{:.3f}'.format)} %",
                **{name: apart.get(place, "–") for name, place in columns.items()},
            }
        )
    return pd.DataFrame(rows).set_index("numbers")


def _apart(one: pd.DataFrame, other: pd.DataFrame) -> pd.Series:
    """How many standard errors shares are apart, by difficulty."""
    return (one["share"] - other["share"]) / np.hypot(one["error"], other["error"])


def numbers_or_coins(runs: Mapping[str, Dataset]) -> str:
    """Describe whether the numbers or the coins of rand() change the share of exhaustive puzzles."""
    shares = {generator: exhaustive_of_sample(dataset) for generator, dataset in runs.items()}
    numbers, coins = (float(_apart(shares[name], shares[PHILOX])["all"]) for name in (RAND_NUMBERS, RAND_COINS))
    both = float(_apart(shares[RAND], shares[RAND_NUMBERS])["all"])
    parts = (
        f"With the numbers of `rand()` and good coins the share is {numbers:+.1f} standard errors from that with good "
        f"numbers and coins; with good numbers and the coins of `rand()` it is {coins:+.1f}. With the numbers of "
        f"`rand()`, its coins instead of good ones make {both:+.1f}."
    )
    if abs(numbers) > CLEARLY and abs(coins) < HARDLY and abs(both) < HARDLY:
        return f"{parts} So it is the 49 **numbers in a row** that make more puzzles need a guess, with either coin."
    return f"{parts} This sample is too small to show whether numbers or coins make a difference."


def off_the_sum(puzzle: Rullo) -> list[int]:
    """What each number from the 32nd on is off the sum of those 3 and 31 before it, counted from 0 and modulo 9."""
    digits = [number - 1 for number in flat(puzzle.numbers)]
    return [(digits[i] - digits[i - rand.NEAR] - digits[i - rand.FAR]) % 9 for i in range(rand.WORDS, len(digits))]


def printed_puzzles() -> str:
    """Whether the thesis's large puzzles can come from rand()."""
    every = [off for name in LARGE for off in off_the_sum(published.puzzles()[name])]
    kept = sum(off in OFF for off in every)
    digit, power = f"{(9 / len(OFF)) ** len(every):.0e}".split("e+")
    rng = f"one case in {digit} · 10^{int(power)}"
    verdict = (
        f"**All of them are**; with independent numbers, {rng} would agree." if kept == len(every) else f"{kept} are."
    )
    return (
        f"In its Figures 19 and 20 there are {len(every)} numbers that have one 31 places before them. Drawn so, each "
        "of them is the sum of that one and the one 3 places before, all counted from 0 and modulo 9, or "
        f"{', '.join(map(str, sorted(OFF - {0})))} more. {verdict}"
    )


def places_of_large_ones(puzzles: int) -> str:
    """Where the thesis's hardest 7x7 puzzles stand in that stream."""
    places = find(list(LARGE), 1, puzzles)
    parts = [
        f"{name.capitalize()} is {'not among them' if index is None else f'number {index + 1:,} of them'}"
        for name, index in zip(LARGE, places, strict=True)
    ]
    return f"{', '.join(parts)} (the first {puzzles:,})."


def as_text(table: pd.DataFrame) -> pd.DataFrame:
    """What `rullo_core.rullo.thesis.comparison.in_sampling_errors` gives, for readers: distances with one digit."""
    shown = table.copy()
    for name in table.filter(like="apart"):
        shown[name] = ["–" if np.isnan(value) else f"{value:+.1f}" for value in table[name]]
    return shown


def with_its_generator(dataset: Dataset) -> str:
    """How far all of Table 3 is from puzzles drawn as the thesis drew them."""
    parts = []
    most = 0.0
    for key in ("difficulty", "required"):
        table = in_sampling_errors(dataset, key)
        if table is None:
            return ""
        apart = table.filter(like="apart").stack().dropna()
        if apart.empty:
            return "There are too few puzzles here to compare them with the thesis's."
        most = max(most, apart.abs().max())
        parts.append(
            f"by {key} {len(apart)} counts, the furthest {apart.abs().max():.1f} standard deviations apart, χ² = "
            f"{(apart**2).sum():.0f}"
        )
    rated = round(dataset.tally.rated.total * PUBLISHED_PUZZLES / dataset.tally.total)
    theirs = int(published.published_table(3, "required").to_numpy().sum())
    verdict = (
        " So the weak generator alone explains the differences, in the number of required cells and in "
        "the share of puzzles that need a guess, and every count agrees."
        if most < NOT_BY_CHANCE and dataset.tally.total >= PUBLISHED_PUZZLES
        else ""
    )
    return (
        f"Beside the thesis's: {'; '.join(parts)}. Rated, as lines leave at most 20 cells unknown, are {rated:,} here, "
        f"and {theirs:,} there.{verdict}"
    )


def furthest(by_difficulty: pd.DataFrame | None) -> str:
    """List the shares of exhaustive puzzles that differ significantly from the thesis's; see `compare_shares`."""
    if by_difficulty is None:
        return ""
    distance = in_standard_errors(by_difficulty)["exhaustive"].dropna()
    far = distance[distance.abs() > NOT_BY_CHANCE]
    if far.empty:
        return ""
    listed = ", ".join(f"{value:+.1f} standard errors at {difficulty:g}" for difficulty, value in far.items())
    return (
        f"Of the exhaustive shares by difficulty, {len(far)} differ significantly, by more than four standard errors: "
        f"{listed}."
    )
