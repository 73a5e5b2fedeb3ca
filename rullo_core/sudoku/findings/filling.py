"""What fillers of boards do, in sentences of Markdown and tables to show."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pandas as pd

from rullo_core.uncertainty import with_error

METHODS = {
    "rows": "row by row",
    "bail-out": "row by row, begun anew after some placements",
    "solver": "solver in the loop, row by row",
    "fewest": "solver in the loop, fewest digits first",
    "anew": "the same, begun anew at each dead end",
    "exact-cover": "exact cover",
    "swaps": "cells exchanged",
    "permuted": "shifted rows, permuted",
    "shifted": "rows shifted",
}
LEVELS = {"look-ahead": "no cell without a digit", "naked": "naked singles", "hidden": "and hidden singles"}


def number(one: float) -> str:
    """With three digits that count, at least."""
    return "–" if pd.isna(one) else f"{one:,.0f}" if one >= 100 else f"{one:.3g}"


def answer(loops: pd.DataFrame) -> str:
    """What a solver in the loop saves at 16x16."""
    at = loops.xs(16, level="side")
    first, last = at.loc[("solver", "look-ahead", "usual")], at.loc[("fewest", "hidden", "usual")]
    return (
        f"To fill a 16×16 board row by row, looking only whether a cell is without a digit, takes "
        f"**{number(first['dead_median'])} dead ends** in the median of {first['boards']:.0f} boards. With a solver "
        "that places naked and hidden "
        "singles after every digit, and cells with the fewest digits first, it takes "
        f"**{number(last['dead_median'])}**."
    )


def stuck(far: Mapping[tuple[int, bool], pd.Series]) -> pd.DataFrame:
    """Where fillers without a way back stick."""
    rows = {}
    for (box, in_rows), counts in far.items():
        cells, tries = box**4, int(counts.sum())
        share = counts.cumsum() / tries
        stops = [int(counts.index[(share >= part).argmax()]) for part in (0.1, 0.5, 0.9)]
        rows[f"{box * box}x{box * box}, {'in rows' if in_rows else 'at random'}"] = {
            "tries": tries,
            "filled": int(counts.get(cells, 0)),
            "10% stuck by": stops[0],
            "half by": stops[1],
            "90% by": stops[2],
            "farthest": f"{counts.index.max()} of {cells}",
        }
    frame = pd.DataFrame.from_dict(rows, orient="index")
    frame.index.name = "cells"
    return frame


def in_the_loop(table: pd.DataFrame) -> pd.DataFrame:
    """Dead ends by size, method and level."""
    rows = [
        {
            "size": f"{side}x{side}",
            "method": METHODS[method].replace(
                ", row by row", ", in a random order" if order == "random" else ", row by row"
            ),
            "solver sees": LEVELS[level] if method in ("solver", "fewest", "anew") else "nothing",
            "filled": f"{row['filled']:.0%} of {row['boards']:.0f}",
            "dead ends, median": number(row["dead_median"]),
            "mean": with_error(row["dead_mean"], row["dead_error"], number),
            "most": number(row["dead_most"]),
            "placements, median": number(row["placements"]),
        }
        for (side, method, level, order), row in table.iterrows()
    ]
    return pd.DataFrame(rows).set_index("size")


def choices(table: pd.DataFrame) -> pd.DataFrame:
    """Digits that nothing forces, by size; with the fewest digits first."""
    rows = {
        f"{side}x{side}, {LEVELS[level]}": {
            "cells": side * side,
            "filled": f"{row['filled']:.0%} of {int(row['boards'])}",
            "choices, mean": number(row["choices"]),
            "least": number(row["least"]),
            "most": number(row["most"]),
            "share": f"{row['choices'] / side**2:.0%}" if row["filled"] else "–",
        }
        for (side, method, level, order), row in table.iterrows()
        if method == "fewest" and order == "usual" and level != "look-ahead"
    }
    frame = pd.DataFrame.from_dict(rows, orient="index")
    frame.index.name = "board"
    return frame


def times(frame: pd.DataFrame) -> pd.DataFrame:
    """Milliseconds by size and filler, as they were measured."""
    rows = [
        {
            "size": f"{row.side}x{row.side}",
            "method": METHODS[row.method] + {"anywhere": ", anywhere", "usual": ""}.get(row.order, ""),
            "solver sees": LEVELS[row.level] if row.method in ("solver", "fewest", "anew") else "nothing",
            "ms, median": number(row.median_ms),
            "mean": number(row.mean_ms),
            "most": number(row.most_ms),
        }
        for row in frame.itertuples()
    ]
    return pd.DataFrame(rows).set_index("size")


def patterns(frame: pd.DataFrame) -> pd.DataFrame:
    """Repeated triples by method."""
    shown = pd.DataFrame({"boards": frame["boards"], "repeated triples, mean": frame["mean"].map(number)})
    shown["most"] = frame["most"]
    shown.index = pd.Index([METHODS[name] for name in frame.index], name="method")
    return shown


def odds(some: Mapping[str, Fraction]) -> str:
    """How likely a random board is right."""
    text = [f"{how}, {float(rng):.1e}" for how, rng in some.items()]
    return "A random 9×9 board is right with a probability of: " + "; ".join(text) + "."


def reported(far: Mapping[tuple[int, bool], pd.Series], table: pd.DataFrame, measured: pd.DataFrame) -> pd.DataFrame:
    """What the post and its readers reported, and what comes out here.

    Parameters
    ----------
    far, table, measured
        As in `stuck`, `in_the_loop` and `times`.
    """
    nine = far[3, True]
    ms = measured.set_index(["side", "method", "level", "order"])
    plain, looped = (ms.loc[(16, "solver", level, "usual"), "median_ms"] for level in ("look-ahead", "hidden"))
    bail_out, fewest, cover = (
        ms.loc[(16, method, "hidden", "usual")] for method in ("bail-out", "fewest", "exact-cover")
    )
    small, usual = (table.loc[(side, "fewest", level, "usual")] for side, level in ((4, "hidden"), (9, "hidden")))
    rows = (
        (
            "by hand the first 8/9 of a board is easy, the last ninth is not",
            "Shamus Young",
            "by hand tiles are exchanged, which is not done here; without a way back "
            f"{nine[nine.index >= 72].sum() / nine.sum():.1%} of boards come so far, and half are stuck by cell "
            f"{int(nine.index[(nine.cumsum() / nine.sum() >= 0.5).argmax()])} of 81",
        ),
        (
            "16x16 in 240 s without a solver, 30 s with one, slowed down: 8 to 1",
            "Shamus Young",
            "not the same, as all begin anew now and then: "
            f"{number(bail_out['median_ms'] / looped)} to 1 without a solver, {number(plain / looped)} to 1 looking "
            "ahead",
        ),
        (
            "a backtracker is stuck for an hour, exact cover takes less than a second",
            "Alda",
            f"exact cover {number(cover['median_ms'])} ms, {number(cover['most_ms'])} at most",
        ),
        (
            "16x16 in 3 ms on average, tens at worst, begun anew",
            "Chris Wellons",
            f"{number(bail_out['mean_ms'])} ms on average, {number(bail_out['most_ms'])} at worst",
        ),
        (
            "16x16 in less than 50 ms, fewest digits first",
            "Paul Spooner",
            f"{number(fewest['median_ms'])} ms; every board is checked",
        ),
        (
            "logic finishes 4x4 after 6 or 7 choices, 9x9 after 40 to 47",
            "Paul Spooner",
            f"{small['least']:.0f} to {small['most']:.0f}, and {usual['least']:.0f} to {usual['most']:.0f}",
        ),
    )
    return pd.DataFrame(rows, columns=["reported", "by", "here"]).set_index("reported")
