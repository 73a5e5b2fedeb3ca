"""Tables and sentences of Markdown that compare all kinds of puzzle."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from rullo_core.family.kinds import PuzzleKind
from rullo_core.passes.explain import listed
from rullo_core.uncertainty import FEWEST_ITEMS, share_interval


def outcomes(rated: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Return for each kind the shares of puzzles: ``simple``, solved by units ``together``, and ``stuck``."""
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
    """Return for each kind the mean share of cells that are unfixed where passes are stuck.

    Returns
    -------
    pandas.DataFrame
        ``puzzles``, their number; ``unknown`` and ``after a guess``, mean shares of the unfixed cells; ``finished``,
        the share of puzzles that passes solve after the guess.
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
    """Return a share in per cent as text, with its 95 % confidence interval; if there are few items, with counts."""
    share = hits / number
    low, high = share_interval(share, number)
    if np.isnan(low):
        return f"{100 * share:.0f}% ({hits} of {number})"
    return f"{100 * share:.0f}% ({100 * low:.0f} to {100 * high:.0f})"


def answer(rated: Mapping[str, pd.DataFrame], left: pd.DataFrame, sides: Mapping[str, int]) -> str:
    """Summarise the figure for boards of the given sides."""
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
        f"Of {each} unique {'puzzle' if each == 1 else 'puzzles'} of each kind, generated as described "
        f"below, passes solve **{shares}** (in brackets {brackets}). The shares depend on the generator and the size "
        "of the board."
    ]
    tried = [name for name in rated if helped[name]]
    if tried:
        most, best = max(tried, key=helped.get), max(tried, key=lambda name: helped[name] / stuck[name])  # type: ignore[arg-type]
        text.append(
            f"Strategies that use several units together solve another {helped[most]} of {len(rated[most])} {most}s, "
            f"the most; of the stuck ones they solve the greatest share of {best}s, {helped[best]} of {stuck[best]}."
        )
    if len(left):
        far, near = str(left["unknown"].idxmax()), str(left["unknown"].idxmin())
        text.append(
            f"Where passes are stuck, {100 * left['unknown'][far]:.0f}% of cells are unfixed in a {far} on average, "
            f"and {100 * left['unknown'][near]:.0f}% in a {near} (of the first {left['puzzles'][far]:.0f} and "
            f"{left['puzzles'][near]:.0f} that are stuck); after one right guess passes solve "
            f"{100 * left['finished'][far]:.0f}% of the former and {100 * left['finished'][near]:.0f}% of the latter."
        )
    return " ".join(text)


def what_is_compared(kinds: Mapping[str, PuzzleKind]) -> pd.DataFrame:
    """Return for each kind the board, the units, the strategies with several units, and the generator."""
    rows = {
        name: {
            "board": f"{kind.usual}×{kind.usual}",
            "a pass makes consistent": kind.units,
            "together": kind.together or "–",
            "generated": kind.generated,
        }
        for name, kind in kinds.items()
    }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("puzzle")


def in_numbers(outcomes: pd.DataFrame, rated: Mapping[str, pd.DataFrame], left: pd.DataFrame) -> pd.DataFrame:
    """Return for each kind the shares, the passes, and the unfixed cells where they are stuck, as text."""
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
                "stuck, examined": f"{one['puzzles']:.0f}",
                "unfixed there": f"{100 * one['unknown']:.0f}%",
                "unfixed after a guess": f"{100 * one['after a guess']:.0f}%",
                "solved after it": f"{100 * one['finished']:.0f}%",
            }
        rows[name] = row
    return pd.DataFrame.from_dict(rows, orient="index").fillna("–").rename_axis("puzzle")


def growth(grown: pd.DataFrame) -> pd.DataFrame:
    """Return for each kind and side the cells, the share simple with its interval, and their mean passes."""
    rows = {
        f"{row['sort']}, {row['side']}×{row['side']}": {
            "puzzles": row["puzzles"],
            "cells to fill": f"{row['cells']:.0f}",
            "simple": percent_of(round(row["simple"] * row["puzzles"]), int(row["puzzles"])),
            "passes of these, mean": f"{row['passes']:.1f}" if row["simple"] else "–",
        }
        for row in grown.to_dict("records")
    }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("puzzle")
