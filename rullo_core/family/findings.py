"""What comes of all sorts of puzzles, as tables and sentences."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from rullo_core.family.kinds import PuzzleKind
from rullo_core.passes.explain import listed
from rullo_core.uncertainty import FEWEST_ITEMS, share_interval


def outcomes(rated: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """By sort the shares of puzzles that are ``simple``, solved by some units ``together``, and ``stuck`` there."""
    rows = {}
    for name, table in rated.items():
        simple = table["passes"].notna()
        rows[name] = {
            "simple": simple.mean(),
            "together": (table["together"] & ~simple).mean(),
            "stuck": (~table["together"] & ~simple).mean(),
        }
    return pd.DataFrame.from_dict(rows, orient="index")


def unfixed_share(stalls: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """By sort, where passes are stuck: how many puzzles were looked at, and shares of the cells to be found out.

    Returns
    -------
    pandas.DataFrame
        ``puzzles``; ``unknown`` and ``after a guess``, means of the shares left; ``finished``, the share of puzzles
        that passes solve after the guess.
    """
    rows = {}
    for name, table in stalls.items():
        if len(table):
            rows[name] = {
                "puzzles": len(table),
                "unknown": (table["unknown"] / table["open"]).mean(),
                "after a guess": ((table["unknown"] - table["found"]) / table["open"]).mean(),
                "finished": (table["found"] == table["unknown"]).mean(),
            }
    return pd.DataFrame.from_dict(rows, orient="index", columns=["puzzles", "unknown", "after a guess", "finished"])


def percent_of(hits: int, number: int) -> str:
    """A share in per cent, with its 95 % confidence interval; of few, how many of them, without one."""
    share = hits / number
    low, high = share_interval(share, number)
    if np.isnan(low):
        return f"{100 * share:.0f}% ({hits} of {number})"
    return f"{100 * share:.0f}% ({100 * low:.0f} to {100 * high:.0f})"


def answer(rated: Mapping[str, pd.DataFrame], left: pd.DataFrame, sides: Mapping[str, int]) -> str:
    """What the picture shows, of boards of these sides."""
    simple = {name: int(table["passes"].notna().sum()) for name, table in rated.items()}
    helped = {name: int(table["together"].sum()) - simple[name] for name, table in rated.items()}
    stuck = {name: len(table) - simple[name] for name, table in rated.items()}
    order = sorted(rated, key=lambda name: -simple[name] / len(rated[name]))
    shares = listed(
        f"{percent_of(simple[name], len(rated[name]))} of {sides[name]}×{sides[name]} {name}s" for name in order
    )
    each = max(map(len, rated.values()))
    few = min(map(len, rated.values())) < FEWEST_ITEMS
    brackets = "how many; too few for confidence intervals" if few else "95 % confidence intervals"
    text = [
        f"Of {each} {'puzzle' if each == 1 else 'puzzles'} of each sort with one solution, each made in the way told "
        f"below, passes solve **{shares}** (in brackets {brackets}). Other makers and other sizes of "
        "boards have other shares."
    ]
    tried = [name for name in rated if helped[name]]
    if tried:
        most, best = max(tried, key=helped.get), max(tried, key=lambda name: helped[name] / stuck[name])  # type: ignore[arg-type]
        text.append(
            f"To look at some units together solves another {helped[most]} of {len(rated[most])} {most}s, the most; of "
            f"those that are stuck it solves the greatest share of {best}s, {helped[best]} of {stuck[best]}."
        )
    if len(left):
        far, near = str(left["unknown"].idxmax()), str(left["unknown"].idxmin())
        text.append(
            f"Where passes are stuck, {100 * left['unknown'][far]:.0f}% of the cells are left in a {far} on average, "
            f"and {100 * left['unknown'][near]:.0f}% in a {near} (of the first {left['puzzles'][far]:.0f} and "
            f"{left['puzzles'][near]:.0f} that are stuck); one right guess finishes "
            f"{100 * left['finished'][far]:.0f}% of the ones and {100 * left['finished'][near]:.0f}% of the others."
        )
    return " ".join(text)


def what_is_compared(kinds: Mapping[str, PuzzleKind]) -> pd.DataFrame:
    """By sort: board, units, what is looked at together, and how puzzles are made."""
    rows = {
        name: {
            "board": f"{kind.usual}×{kind.usual}",
            "a pass makes consistent": kind.units,
            "together": kind.together or "–",
            "made": kind.generated,
        }
        for name, kind in kinds.items()
    }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("puzzle")


def in_numbers(outcomes: pd.DataFrame, rated: Mapping[str, pd.DataFrame], left: pd.DataFrame) -> pd.DataFrame:
    """By sort: shares, passes, and what is left where they are stuck."""
    rows = {}
    for name, table in rated.items():
        fixed, shares = table["passes"].dropna(), outcomes.loc[name]
        row = {
            "puzzles": len(table),
            "simple": percent_of(len(fixed), len(table)),
            "with some together": f"{100 * (shares['simple'] + shares['together']):.0f}%",
            "passes, median": f"{fixed.median():g}" if len(fixed) else "–",
            "most": f"{fixed.max():g}" if len(fixed) else "–",
        }
        if name in left.index:
            one = left.loc[name]
            row |= {
                "stuck, looked at": f"{one['puzzles']:.0f}",
                "left there": f"{100 * one['unknown']:.0f}%",
                "left after a guess": f"{100 * one['after a guess']:.0f}%",
                "finished by it": f"{100 * one['finished']:.0f}%",
            }
        rows[name] = row
    return pd.DataFrame.from_dict(rows, orient="index").fillna("–").rename_axis("puzzle")


def growth(grown: pd.DataFrame) -> pd.DataFrame:
    """By sort and side: cells, share simple with its interval, mean passes of these."""
    rows = {
        f"{row['sort']}, {row['side']}×{row['side']}": {
            "puzzles": row["puzzles"],
            "cells to be found out": f"{row['cells']:.0f}",
            "simple": percent_of(round(row["simple"] * row["puzzles"]), int(row["puzzles"])),
            "passes of these, mean": f"{row['passes']:.1f}" if row["simple"] else "–",
        }
        for row in grown.to_dict("records")
    }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("puzzle")
