"""Why random fillings do not do, and how puzzles come about, in sentences of Markdown and tables to show."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from rullo_core.kakuro.studies.generation import Stage
from rullo_core.passes.explain import counted

STEPS = {
    1: "The layout: nothing is said yet",
    2: "Clues that cross and share as few digits as can be",
    3: "The other clues, each so that it leaves the least",
    4: "An open cell made black, with its partner, and the clues around it chosen again",
    5: "Clues of an open cell changed together",
}


def answer(fillings: pd.DataFrame) -> str:
    """How many random fillings have one solution, and in how many four cells can be exchanged."""
    plain = fillings[fillings["push"] == 0]
    number, unique = int(plain["fillings"].sum()), int(plain["unique"].sum())
    undecided = int(plain["undecided"].sum())
    sides, shares = plain["size"], plain["with_rectangle"].map("{:.1%}".format)
    least, most = shares[plain["with_rectangle"].idxmin()], shares[plain["with_rectangle"].idxmax()]
    text = (
        f"Of {number:,} random fillings, of layouts from {sides.min()}x{sides.min()} to {sides.max()}x{sides.max()}, "
        f"**{unique or 'none'} {'has' if unique < 2 else 'have'} clues with one solution**. In "
        f"{least if least == most else f'{least} to {most}'} of those of a kind there are four cells that can be "
        "exchanged."
    )
    return text + (f" {undecided} were given up." if undecided else " None had to be given up.")


def fillings(table: pd.DataFrame) -> pd.DataFrame:
    """By size, share of black cells and how far digits are pushed."""
    shown = table.copy()
    shown.insert(
        0,
        "layout",
        [f"{size}x{size}, {black:.0%} black" for size, black in zip(table["size"], table["black"], strict=True)],
    )
    shown["pushed"] = ["yes" if push else "no" for push in table["push"]]
    shown["cells open"] = table["open"].map("{:.0%}".format)
    shown["with four to exchange"] = table["with_rectangle"].map("{:.1%}".format)
    shown["ways to, mean"] = table["rectangles"].map("{:.1f}".format)
    names = ["layout", "pushed", "fillings", "unique", "several", "undecided"]
    return shown[[*names, "cells open", "with four to exchange", "ways to, mean"]].set_index("layout")


def steps(stages: Sequence[Stage]) -> str:
    """What each step leaves."""
    return "\n".join(f"{stage.step}. {STEPS[stage.step]}: {stage.bits:.1f} bits are left." for stage in stages)


def moves(trace: pd.DataFrame) -> str:
    """How many moves repair takes."""
    last = trace.groupby(["size", "black", "index"]).agg(move=("move", "max"), bits=("bits", "last"))
    text = []
    for (size, black), some in last.groupby(["size", "black"]):
        done = some[some["bits"] == 0]
        after = f", after {done['move'].median():,.0f} moves in the median" if len(done) else ""
        ended = f"{len(done)} of {counted(len(some), 'filling')} came to an end{after}"
        text.append(f"{size}x{size} with {black:.0%} black: {ended}")
    return "; ".join(text) + "."
