"""What studies tell beside M. Gordon's report, in sentences of Markdown and tables to show."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from rullo_core.datasets.store import Dataset
from rullo_core.killer.experiments.study import column
from rullo_core.killer.request import CLASSES
from rullo_core.killer.studies import inspection as studies
from rullo_core.passes.explain import counted
from rullo_core.runs.registry import declaration
from rullo_core.runs.sweep import Point
from rullo_core.uncertainty import with_error

UNLIKELY = 0.01
"""A chance below which it is told that something else must be the reason."""

MEASURES = {
    "passes of strategies": "strategy_passes",
    "share of the grid filled": "filled",
    "uses of elimination": "strategy_count_elimination",
    "uses of hidden singles": "strategy_count_hidden_singles",
    "uses of pointing": "strategy_count_pointing",
    "uses of box-line": "strategy_count_box_line",
}
"""The measures that stand for those of the report's Figures 11 to 14, in their order: a label, and its column."""

ATTRIBUTES = {
    "cages": "cages",
    "single_cell_cages": "cages of one cell",
    "largest_cage": "cells of the largest cage",
    "cages_in_several_boxes": "cages in several boxes",
    "share_in_several_boxes": "share of cages in several boxes",
}
"""Labels of the attributes that are correlated with passes."""

SURE = 0.001
"""A change is told as one if chance alone makes so large a one less often than this."""


def percent(share: float, error: float | None = None) -> str:
    """A share, with two standard errors on either side."""
    return f"{share:.1%}" if error is None else f"{with_error(100 * share, 100 * error)} %"


def contents(dataset: Dataset) -> str:
    """What a study holds, and how far the report's strategies and full consistency get."""
    content, table = dataset.manifest["parameters"], dataset.by_puzzle
    how = {"report": "drawn as the report does", "grown": "grown", "repaired": "grown and repaired"}[content["method"]]
    filled, given = (table[name].mean() / studies.CELLS for name in ("solved_cells_G", "single_cell_cages"))
    solved = studies.share(table["solved_cells_G"] == studies.CELLS)[0]
    simple = studies.share(table["cages_first"].notna())[0]
    return (
        f"**{len(table):,} Killer Sudokus** of {_cages(table)}, {how}. The report's strategies fill "
        f"{percent(filled)} of the grid on average ({percent(given)} are given, as cages of one cell) and solve "
        f"{percent(solved)}; everything that cages and units reveal by turns solves **{percent(simple)}**."
    )


def _cages(table: pd.DataFrame) -> str:
    """How many cages puzzles have."""
    least, most = table["cages"].min(), table["cages"].max()
    return f"{least} cages" if least == most else f"{least} to {most} cages"


def with_cages(table: pd.DataFrame) -> str:
    """Whether fewer cages go with more passes."""
    found = studies.correlations(table).loc["cages"]
    if pd.isna(found["low"]):
        return "Too few of these puzzles are solved by passes to say whether the number of cages goes with them."
    return (
        f"Between the number of cages and the passes of these the rank correlation is {found['correlation']:+.2f} "
        f"({found['low']:+.2f} to {found['high']:+.2f})."
    )


def source(dataset: Dataset) -> str:
    """Where a dataset comes from, and what makes it again."""
    manifest = dataset.manifest
    command = declaration(manifest["experiment"]).command(manifest["parameters"])
    return (
        f"From a dataset whose rows have the SHA-256 `{manifest['sha256']}`. This makes it again:\n\n"
        f"    {command} --out study.parquet"
    )


def split(dataset: Dataset, published: pd.Series) -> str:
    """The shares of classes beside the report's hundred puzzles; of puzzles that are drawn as it does."""
    if dataset.manifest["parameters"]["method"] != "report":
        return "(These puzzles are not drawn as the report draws them; none was thrown away.)"
    table = dataset.by_puzzle
    shares, errors = studies.split(table), studies.error_of_split(table)
    content = ", ".join(f"{percent(shares[name], errors[name])} {name}" for name in CLASSES)
    theirs = published[list(CLASSES)]
    expected = shares * theirs.sum()
    distance = float(((theirs - expected) ** 2 / expected).sum())
    near = "that is within what chance allows" if distance < 5.99 else "chance alone would hardly do that"
    return (
        f"If each number of cages is drawn as often, {content}. The report has "
        f"{', '.join(f'{number} {name}' for name, number in theirs.items())}: {near} "
        f"(χ² = {distance:.1f}, 2 degrees of freedom)."
    )


def draws(dataset: Dataset) -> pd.DataFrame:
    """By class: how many draws it takes, and what becomes of them; nothing where none is thrown away."""
    if dataset.manifest["parameters"]["method"] != "report":
        return pd.DataFrame()
    shown = studies.draws(dataset.by_puzzle)
    return pd.DataFrame(
        {
            "puzzles": shown["puzzles"],
            "draws for one": shown["draws"].map("{:.1f}".format),
            "cells cut off": shown["draws_cut_off"].map(percent),
            "a digit twice in a cage": shown["draws_with_repeats"].map(percent),
            "several solutions": shown["draws_ambiguous"].map(percent),
        }
    )


def orders(table: pd.DataFrame, published: pd.DataFrame) -> pd.DataFrame:
    """The orders of Figures 11 to 14: as the report's text has them, and ours, where they are sure.

    Parameters
    ----------
    table : pandas.DataFrame
        Of a study.
    published : pandas.DataFrame
        The report's figures, with ``figure``, ``quantity`` and ``order_said_in_the_text``.
    """
    mean, error = studies.by_class(table)
    rows = {}
    for (_, theirs), (label, name) in zip(published.iterrows(), MEASURES.items(), strict=True):
        rows[f"{theirs['figure']}: {theirs['quantity']}"] = {
            "the report": theirs["order_said_in_the_text"],
            "ours, counted": label,
            **{one: with_error(mean.loc[name, one], error.loc[name, one], "{:.2f}".format) for one in CLASSES},
            "order": _order(table, name),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("figure")


def _order(table: pd.DataFrame, name: str) -> str:
    """Which class has more, as far as that is no chance."""
    words = []
    for step, row in studies.trend(table, name).iterrows():
        one, other = str(step).split(" to ")
        if pd.isna(row["p"]):
            return "too few to tell"
        sign = ">" if row["change"] < 0 else "<"
        words.append(f"{one} {sign} {other}" if row["p"] < SURE else f"{one} ≈ {other}")
    return ", ".join(words)


def dips(table: pd.DataFrame) -> str:
    """Whether uses dip at medium, as the report found against its expectation."""
    found = []
    for name in ("elimination", "hidden singles"):
        trends = studies.trend(table, column("strategy_count", name))
        if trends["p"].isna().any():
            return "There are too few puzzles here to say whether uses dip at medium."
        down, up = trends.iloc[0], trends.iloc[1]
        there = down["change"] < 0 < up["change"] and max(down["p"], up["p"]) < SURE
        found.append(
            f"{'a dip' if there else 'no dip'} in uses of {name} (from class to class {down['change']:+.2f} and "
            f"{up['change']:+.2f}, which chance alone would bring with p = {down['p']:.1g} and {up['p']:.1g})"
        )
    return f"Here there is {' and '.join(found)}. (≈ above is a change with p above {SURE:g}.)"


def levels(table: pd.DataFrame) -> pd.DataFrame:
    """By level: the share of each class that it solves."""
    return studies.how_far(table).map("{:.2%}".format).rename_axis("level")


def correlations(table: pd.DataFrame) -> pd.DataFrame:
    """What goes with passes, with 95 % intervals."""
    shown = studies.correlations(table)

    def content(row: pd.Series, name: str, low: str, high: str, none: str) -> str:
        return none if pd.isna(row[low]) else f"{row[name]:+.3f} ({row[low]:+.3f} to {row[high]:+.3f})"

    columns = {
        "rank correlation with passes": [
            content(row, "correlation", "low", "high", "–") for _, row in shown.iterrows()
        ],
        "cages taken out": [content(row, "alike", "alike low", "alike high", "") for _, row in shown.iterrows()],
    }
    return pd.DataFrame(columns, index=shown.index.map(ATTRIBUTES).rename("attribute"))


def hardest_of(dataset: Dataset) -> pd.DataFrame:
    """For each level the most passes that it takes to solve a puzzle of a dataset."""
    rows: dict[str, dict[str, object]] = {}
    for row in dataset.hardest_table.to_pylist():
        rows.setdefault(row["kind"], {"passes": int(row["difficulty"]), "its cages": row["cages"]})
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("level")


# -- why, and what for ------------------------------------------------------------------------------------------------


def why(table: pd.DataFrame) -> str:
    """What the report's strategies lack, in one paragraph."""
    once, again = (studies.share(table[f"solved_cells_{level}"] == studies.CELLS) for level in ("G", "CG"))
    singles = studies.share(table["solved_cells_CH"] == studies.CELLS)
    by_class = studies.how_far(table).loc["G"]
    hundred = 1.0
    for name, number in zip(CLASSES, (60, 33, 7), strict=True):
        hundred *= (1 - by_class[name]) ** number
    content = (
        f"They look at cages **once**. On {len(table):,} puzzles of {_cages(table)}, as many of each class, they solve "
        f"{percent(*once)}. With the same strategies and cages looked at in every pass, it is "
        f"**{percent(*again)}**; with cages and singles alone {percent(*singles)}."
    )
    if hundred < UNLIKELY:
        content += (
            " Even so, with our reading of the report 60 easy, 33 medium and 7 hard puzzles would all be left unsolved "
            f"with a chance of {hundred:.1%} only: its program did less than its text says, or something that is not "
            "said matters."
        )
    return content


def needed(made: pd.DataFrame, drawn: pd.DataFrame) -> str:
    """For how many puzzles the rule of 45 is needed."""
    parts = []
    for table in (made, drawn):
        before, single, several = (
            (table[f"solved_cells_{level}"] == studies.CELLS).sum() for level in ("CP", "O1", "OW")
        )
        parts.append(
            f"of {len(table):,} puzzles of {_cages(table)}, cages and units by themselves, lines with boxes, and "
            f"digits that a cage has to have solve {before:,}; with the rule of 45 for single rows, columns and boxes "
            f"it is **{single:,}**, and for several of them **{several:,}**"
        )
    return f"{parts[0].capitalize()}. {parts[1].capitalize()}."


# -- a sweep ----------------------------------------------------------------------------------------------------------


def all_of(points: Sequence[Point]) -> pd.DataFrame:
    """The puzzles of all points of a sweep that are there, as one frame, with how they were made."""
    frames = [
        point.dataset.by_puzzle.assign(method=point.experiment.parameters["method"])
        for point in points
        if point.dataset is not None
    ]
    return pd.concat(frames, ignore_index=True)


def overview(points: Sequence[Point]) -> str:
    """What a sweep holds, and what of it is not there."""
    there = [point.dataset for point in points if point.dataset is not None]
    content = f"{counted(len(there), 'point')}, {sum(dataset.tally.total for dataset in there):,} puzzles together."
    missing = [point.failure for point in points if point.dataset is None]
    if not missing:
        return content
    return (
        f"{content} {len(missing)} of {len(points)} points are left out: {'; '.join(map(str, dict.fromkeys(missing)))}."
    )


def cages_table(table: pd.DataFrame) -> pd.DataFrame:
    """By number of cages: how many puzzles, what share has one solution, and how far passes get with these."""
    shown = studies.over_cages(table)
    error = np.sqrt(shown["unique"] * (1 - shown["unique"]) / shown["puzzles"])
    return pd.DataFrame(
        {
            "puzzles": shown["puzzles"].astype(int),
            "with one solution": [percent(p, e) for p, e in zip(shown["unique"], error, strict=True)],
            "of these simple": [percent(p) if p == p else "" for p in shown["simple"]],
            "by singles": [percent(p) if p == p else "" for p in shown["by singles"]],
            "passes": [f"{p:.1f}" if p == p else "" for p in shown["passes"]],
        },
        index=shown.index,
    )


def at_equal_cages(table: pd.DataFrame) -> pd.DataFrame:
    """What cages of one cell, and cages in several boxes, do to one solution where there are as many cages."""
    rows = {}
    for along, what in (
        ("single_cell_cages", "cages of one cell"),
        ("share_in_several_boxes", "cages in several boxes"),
    ):
        found = studies.at_equal_cages(table, along)
        rows[what] = {
            "puzzles": f"{found['puzzles']:,.0f}",
            "one solution, with fewer": percent(found["below"]),
            "with more": percent(found["above"]),
            "difference": with_error(100 * found["difference"], 100 * found["error"], "{:+.1f}".format),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("of as many cages")


FEWEST = 200
"""Puzzles, at least, of which a share is told."""


def extremes(table: pd.DataFrame) -> str:
    """Where one solution is rarest and most frequent, of numbers of cages that enough puzzles have."""
    shown = studies.over_cages(table)
    shown = shown[shown["puzzles"] >= min(FEWEST, shown["puzzles"].max())]
    first, last = shown.iloc[0], shown.iloc[-1]
    unique = round(first["unique"] * first["puzzles"])
    return (
        f"With {shown.index[0]} cages {unique} of {first['puzzles']:.0f} puzzles {'has' if unique == 1 else 'have'} "
        f"one solution, with {shown.index[-1]} cages {percent(last['unique'])}."
    )
