"""What may be left out of puzzles, in sentences of Markdown and tables to show."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.studies.reduced import LEVELS
from rullo_core.passes.explain import counted

KINDS = {True: "complete", False: "partial"}
"""Titles: entries are removed, or only their sums."""


def answer(shares: dict[bool, pd.DataFrame], solved: dict[bool, dict[str, int]]) -> str:
    """How much goes, and what entries alone then solve."""
    gone = shares[False]["share"].mean()
    number = len(shares[False])
    puzzles, orders = (shares[False][column].nunique() for column in ("number", "order"))
    return (
        f"Of {counted(puzzles, 'puzzle')}, in {counted(orders, 'random order')} each, "
        f"**{gone:.1%} of the sums** can go, one after the other, before a puzzle would have a second solution; and "
        f"{shares[True]['share'].mean():.1%} of the entries. Then entries one by one solve "
        f"{solved[False]['G'] / number:.0%} and {solved[True]['G'] / number:.0%} of them."
    )


def by_size(shares: dict[bool, pd.DataFrame], sizes: Sequence[str]) -> pd.DataFrame:
    """Table 11 of ours: by size, the least, mean and greatest share of clues that go."""
    columns: dict[str, pd.Series] = {}
    for complete, found in sorted(shares.items(), reverse=True):
        some = found.assign(size=[sizes[number] for number in found["number"]])
        both = pd.concat([some, some.assign(size="all")]).groupby("size")["share"]
        if not columns:
            columns["puzzles"] = pd.concat([some, some.assign(size="all")]).groupby("size")["number"].nunique()
        for words, how in (("least", "min"), ("mean", "mean"), ("most", "max")):
            columns[f"{KINDS[complete]}, {words}"] = both.agg(how).map("{:.1%}".format)
    order = sorted(set(sizes), key=lambda size: [int(one) for one in size.split("x")])
    frame = pd.DataFrame(columns).reindex([*order, "all"])
    frame.index.name = "size"
    return frame


def by_method(
    shares: dict[bool, pd.DataFrame], solved: dict[bool, dict[str, dict[str, int]]], methods: Sequence[str]
) -> pd.DataFrame:
    """Return, by method of generation, the mean share of removed clues, and how many reduced puzzles entries solve."""
    columns: dict[str, pd.Series | dict[str, str]] = {}
    for complete, found in sorted(shares.items(), reverse=True):
        by = found.assign(method=[methods[number] for number in found["number"]]).groupby("method", sort=False)
        columns.setdefault("puzzles", by["number"].nunique())
        columns[f"{KINDS[complete]}, mean"] = by["share"].mean().map("{:.1%}".format)
        columns[f"{KINDS[complete]}, G solves"] = {
            method: f"{solved[complete][method]['G'] / len(some):.0%}" for method, some in by
        }
    frame = pd.DataFrame(columns)
    frame.index.name = "made by"
    return frame


def by_order(found: pd.DataFrame) -> str:
    """How much the order matters: the spread over the orders of each puzzle."""
    if found["order"].nunique() < 2:
        return ""
    spread = found.groupby("number")["gone"].agg(["min", "max"])
    apart = spread["max"] - spread["min"]
    return (
        f"The order matters: over {found['order'].nunique()} orders of the same puzzle the number of clues that go "
        f"differs by {apart.mean():.1f} on average, and by {apart.max()} at most."
    )


def hierarchy(solved: dict[bool, dict[str, int]], number: int) -> pd.DataFrame:
    """What share of the reduced puzzles each level solves."""
    rows = {
        level: {
            KINDS[complete]: f"{found[level] / number:.1%}" for complete, found in sorted(solved.items(), reverse=True)
        }
        for level in LEVELS
    }
    frame = pd.DataFrame.from_dict(rows, orient="index")
    frame.index.name = "level"
    return frame


def hardest(solved: dict[bool, dict[str, int]], number: int) -> str:
    """What circles of six add, and how long searches are."""
    text = []
    for complete in (True, False):
        found = solved[complete]
        left, six, shaved = number - found["G+Q"], found["G+Q+Q6"] - found["G+Q"], found["S(G)"] - found["G+Q+Q6"]
        text.append(
            f"{KINDS[complete].capitalize()}: of {counted(left, 'puzzle')} that rectangles do not solve, circles of "
            f"six solve {six}, and shaving {shaved} more; a search solves {found['search']} of all {number}, in "
            f"{found['nodes']:,} steps at most."
        )
    return " ".join(text)


def most(rows: dict[str, tuple[Kakuro, dict[bool, tuple[int, int]], dict[bool, int]]]) -> pd.DataFrame:
    """The most clues that can go at once, beside what random orders lead to."""
    table = {}
    for name, (puzzle, exact, met) in rows.items():
        text: dict[str, object] = {"clues": len(puzzle.entries)}
        for complete in (True, False):
            text[f"{KINDS[complete]}, most"] = exact[complete][0]
            text[f"{KINDS[complete]}, sets of so many"] = exact[complete][1]
            text[f"{KINDS[complete]}, by orders"] = met[complete]
        table[name.replace("_", " ")] = text
    frame = pd.DataFrame.from_dict(table, orient="index")
    frame.index.name = "puzzle"
    return frame
