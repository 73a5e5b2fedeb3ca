"""Where random Rullos are hard to compute, and where hard to reason, in sentences of Markdown."""

from __future__ import annotations

import pandas as pd

from rullo_core.parameters import format_range, format_size, parse_range

LONG = 10.0
"""Milliseconds that are more than a matter of overheads."""


def where_hard_to_compute(ours: pd.DataFrame, survey: pd.DataFrame) -> str:
    """Which points take longest, and what is to be expected there."""
    hard = ours[(ours["median"] > LONG) | (ours["decided"] < 1)]
    if hard.empty:
        return "None of these puzzles takes longer than some milliseconds."
    expected = survey.loc[hard.index, "expected"]
    easy = survey.loc[ours.index.difference(hard.index), "expected"]
    shown = (
        f"**Of {len(ours)} points, {len(hard)} are hard to compute**, which is to say that half of their puzzles take "
        f"more than {LONG:g} ms or some stay undecided: "
        + "; ".join(f"{_range(values)} from {_sizes(group)}" for values, group in hard.groupby(level=0, sort=False))
        + "."
    )
    least, most = float(expected.min()), float(expected.max())
    beyond = int((easy > 0).sum())
    return (
        f"{shown} If lines knew nothing of each other, between 2^{least:.0f} and 2^{most:.0f} solutions would be "
        f"expected there. But many solutions alone do not make it hard: at {beyond} of the {len(easy)} easy points, "
        "too, more than one is expected."
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
    """Where lines alone solve most of the puzzles drawn of each size and range, and where none of them."""
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
    """How another solver does on the same puzzles.

    Parameters
    ----------
    ours, other : pandas.DataFrame
        As `rullo_core.rullo.studies.ridge.both_by_point` gives them.
    name : str
        Of the other solver.
    faster : (int, int)
        Of how many single puzzles it was the faster one, and of how many that were given to both.
    """
    both = ours.join(other.add_suffix(" other"), how="inner")
    decided = both[(both["decided"] > 0.5) | (both["decided other"] > 0.5)]
    ratio = decided["median other"] / decided["median"]
    long = decided[(decided["median"] > LONG) & (decided["median other"] > LONG)]
    ridge = both[(both["decided"] < 1) | (both["decided other"] < 1)]
    shown = (
        f"**{name}**, with {_counted(both['puzzles'])} a point: at {len(decided)} of {len(both)} points one of the two "
        f"decides most; there its median is from {ratio.min():.2g} to at least {ratio.max():,.0f} times ours (where it "
        f"was stopped, the time it had got counts), and less than ours at {(ratio < 1).sum()}."
    )
    if len(long):
        ratio = long["median other"] / long["median"]
        shown += f" Where also both medians are over {LONG:g} ms, it is {ratio.min():.2g} times or more."
    if len(ridge):
        shown += (
            f" At {len(ridge)} points one or both leave puzzles undecided: ours decides more at "
            f"{(ridge['decided'] > ridge['decided other']).sum()} of them, {name} at "
            f"{(ridge['decided'] < ridge['decided other']).sum()}."
        )
    return f"{shown} Of single puzzles it is the faster one at {faster[0]:,} of {faster[1]:,}."


def _counted(puzzles: pd.Series) -> str:
    least, most = puzzles.min(), puzzles.max()
    return f"{most} puzzles" if least == most else f"{least} to {most} puzzles"
