"""Sentences of Markdown about where random Rullos are hard to compute, and where they are hard to reason."""

from __future__ import annotations

import pandas as pd

from rullo_core.parameters import format_range, format_size, parse_range

LONG = 10.0
"""Time in milliseconds above which the overhead of a call is negligible."""


def where_hard_to_compute(ours: pd.DataFrame, survey: pd.DataFrame) -> str:
    """Describe which points take longest, and how many solutions are expected there."""
    hard = ours[(ours["median"] > LONG) | (ours["decided"] < 1)]
    if hard.empty:
        return "None of these puzzles takes longer than some milliseconds."
    expected = survey.loc[hard.index, "expected"]
    easy = survey.loc[ours.index.difference(hard.index), "expected"]
    shown = (
        f"**Of {len(ours)} points, {len(hard)} are hard to compute**: half of their puzzles take "
        f"more than {LONG:g} ms, or some stay undecided: "
        + "; ".join(f"{_range(values)} from {_sizes(group)}" for values, group in hard.groupby(level=0, sort=False))
        + "."
    )
    least, most = float(expected.min()), float(expected.max())
    beyond = int((easy > 0).sum())
    return (
        f"{shown} If lines were independent, between 2^{least:.0f} and 2^{most:.0f} solutions would be "
        f"expected there. But many solutions alone do not make a puzzle hard: at {beyond} of the {len(easy)} easy "
        "points, more than one is expected, too."
    )


def _range(values: str) -> str:
    return format_range(parse_range(values))


def _side(side: int) -> str:
    return format_size(side, side)


def _sizes(group: pd.DataFrame) -> str:
    sides = group.index.get_level_values(1)
    least, most = _side(sides.min()), _side(sides.max())
    return least if least == most else f"{least} to {most}"


def where_hard_to_reason(survey: pd.DataFrame, puzzles: int) -> str:
    """List for each range the sizes at which lines alone solve most of the puzzles, and those at which none."""
    shown = []
    for values in dict.fromkeys(survey.index.get_level_values(0)):
        simple = survey.loc[values, "simple"]
        most = simple[simple > 0.5]
        none = simple[simple == 0]
        first = simple.index.min()
        if len(none) == len(simple):
            text = "none at any size"
        else:
            text = (
                f"most up to {_side(most.index.max())}"
                if len(most)
                else f"{simple[first] * puzzles:.0f} at {_side(first)}, the smallest, and nowhere more than half"
            )
            text += f", none from {_side(none.index.min())} on" if len(none) else ""
        shown.append(f"* {_range(values)}: {text}")
    counted = "the puzzle" if puzzles == 1 else f"the {puzzles} puzzles"
    return "\n".join([f"Of {counted} drawn of each size and range, lines alone solve", "", *shown])


def beside_peer(ours: pd.DataFrame, other: pd.DataFrame, name: str, faster: tuple[int, int]) -> str:
    """Compare another solver with ours on the same puzzles.

    Parameters
    ----------
    ours, other : pandas.DataFrame
        As `rullo_core.rullo.studies.ridge.both_by_point` returns them.
    name : str
        Name of the other solver.
    faster : (int, int)
        On how many single puzzles it was faster, and how many were given to both.
    """
    both = ours.join(other.add_suffix(" other"), how="inner")
    decided = both[(both["decided"] > 0.5) | (both["decided other"] > 0.5)]
    ratio = decided["median other"] / decided["median"]
    long = decided[(decided["median"] > LONG) & (decided["median other"] > LONG)]
    ridge = both[(both["decided"] < 1) | (both["decided other"] < 1)]
    shown = (
        f"**{name}**, with {_counted(both['puzzles'])} a point: at {len(decided)} of {len(both)} points one of the two "
        f"decides most puzzles; there its median is from {ratio.min():.2g} to at least {ratio.max():,.0f} times ours "
        f"(a stopped solver counts with the time it had used), and less than ours at {(ratio < 1).sum()}."
    )
    if len(long):
        ratio = long["median other"] / long["median"]
        shown += f" Where both medians are over {LONG:g} ms, it is at least {ratio.min():.2g} times ours."
    if len(ridge):
        shown += (
            f" At {len(ridge)} points one or both leave puzzles undecided: ours decides more at "
            f"{(ridge['decided'] > ridge['decided other']).sum()} of them, {name} at "
            f"{(ridge['decided'] < ridge['decided other']).sum()}."
        )
    return f"{shown} It is faster on {faster[0]:,} of {faster[1]:,} single puzzles."


def _counted(puzzles: pd.Series) -> str:
    least, most = puzzles.min(), puzzles.max()
    return f"{most} puzzles" if least == most else f"{least} to {most} puzzles"
