"""Results of the Killer study beside those of M. Gordon's report, as sentences of Markdown and tables."""

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
"""Probability below which another cause is suggested."""

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
"""Significance level of a change between classes."""


def percent(share: float, error: float | None = None) -> str:
    """Return a share as a percentage, with two standard errors if one is given."""
    return f"{share:.1%}" if error is None else f"{with_error(100 * share, 100 * error)} %"


def contents(dataset: Dataset) -> str:
    """Return a sentence on the puzzles of a study, and what the report's strategies and full filtering solve."""
    content, table = dataset.manifest["parameters"], dataset.by_puzzle
    how = {"report": "drawn as in the report", "grown": "grown", "repaired": "grown and repaired"}[content["method"]]
    filled, given = (table[name].mean() / studies.CELLS for name in ("solved_cells_G", "single_cell_cages"))
    solved = studies.share(table["solved_cells_G"] == studies.CELLS)[0]
    simple = studies.share(table["cages_first"].notna())[0]
    return (
        f"**{len(table):,} Killer Sudokus** of {_cages(table)}, {how}. The report's strategies fill "
        f"{percent(filled)} of the grid on average ({percent(given)} are given, as cages of one cell) and solve "
        f"{percent(solved)}; passes of cages and units by turns, both filtered fully, solve **{percent(simple)}**."
    )


def _cages(table: pd.DataFrame) -> str:
    """Return the range of the number of cages in words."""
    least, most = table["cages"].min(), table["cages"].max()
    return f"{least} cages" if least == most else f"{least} to {most} cages"


def with_cages(table: pd.DataFrame) -> str:
    """Return a sentence on the rank correlation of cages and passes."""
    found = studies.correlations(table).loc["cages"]
    if pd.isna(found["low"]):
        return "Too few of these puzzles are solved by passes for a rank correlation with the number of cages."
    return (
        f"Between the number of cages and the passes of these the rank correlation is {found['correlation']:+.2f} "
        f"({found['low']:+.2f} to {found['high']:+.2f})."
    )


def source(dataset: Dataset) -> str:
    """Return the checksum of a dataset, and the command that computes it again."""
    manifest = dataset.manifest
    command = declaration(manifest["experiment"]).command(manifest["parameters"])
    return (
        f"From a dataset whose rows have the SHA-256 `{manifest['sha256']}`. This command computes it again:\n\n"
        f"    {command} --out study.parquet"
    )


def split(dataset: Dataset, published: pd.Series) -> str:
    """Return a sentence that compares the shares of classes with those of the report's hundred puzzles."""
    if dataset.manifest["parameters"]["method"] != "report":
        return "(These puzzles are not drawn as in the report; none was discarded.)"
    table = dataset.by_puzzle
    shares, errors = studies.split(table), studies.error_of_split(table)
    content = ", ".join(f"{percent(shares[name], errors[name])} {name}" for name in CLASSES)
    theirs = published[list(CLASSES)]
    expected = shares * theirs.sum()
    distance = float(((theirs - expected) ** 2 / expected).sum())
    near = "this is consistent with random sampling" if distance < 5.99 else "this is hardly due to random sampling"
    return (
        f"If each number of cages is drawn equally often, {content}. The report has "
        f"{', '.join(f'{number} {name}' for name, number in theirs.items())}: {near} "
        f"(χ² = {distance:.1f}, 2 degrees of freedom)."
    )


def draws(dataset: Dataset) -> pd.DataFrame:
    """Return, by class, the draws for each puzzle and the shares discarded; empty unless drawn as in the report."""
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
    """Return the orders of classes in Figures 11 to 14: those of the report's text, and ours where significant.

    Parameters
    ----------
    table : pandas.DataFrame
        The puzzles of a study.
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
    """Return the order of the classes by a measure; ≈ for changes that are not significant."""
    words = []
    for step, row in studies.trend(table, name).iterrows():
        one, other = str(step).split(" to ")
        if pd.isna(row["p"]):
            return "too few to tell"
        sign = ">" if row["change"] < 0 else "<"
        words.append(f"{one} {sign} {other}" if row["p"] < SURE else f"{one} ≈ {other}")
    return ", ".join(words)


def dips(table: pd.DataFrame) -> str:
    """Return a sentence on whether uses dip at medium, as the report found against its expectation."""
    found = []
    for name in ("elimination", "hidden singles"):
        trends = studies.trend(table, column("strategy_count", name))
        if trends["p"].isna().any():
            return "There are too few puzzles here to say whether uses dip at medium."
        down, up = trends.iloc[0], trends.iloc[1]
        there = down["change"] < 0 < up["change"] and max(down["p"], up["p"]) < SURE
        found.append(
            f"{'a dip' if there else 'no dip'} in uses of {name} (from class to class {down['change']:+.2f} and "
            f"{up['change']:+.2f}, p = {down['p']:.1g} and {up['p']:.1g})"
        )
    return f"Here there is {' and '.join(found)}. (≈ above is a change with p above {SURE:g}.)"


def levels(table: pd.DataFrame) -> pd.DataFrame:
    """Return the share of each class that each level solves."""
    return studies.how_far(table).map("{:.2%}".format).rename_axis("level")


def correlations(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rank correlations of attributes with passes, with 95 % confidence intervals."""
    shown = studies.correlations(table)

    def content(row: pd.Series, name: str, low: str, high: str, none: str) -> str:
        return none if pd.isna(row[low]) else f"{row[name]:+.3f} ({row[low]:+.3f} to {row[high]:+.3f})"

    columns = {
        "rank correlation with passes": [
            content(row, "correlation", "low", "high", "–") for _, row in shown.iterrows()
        ],
        "controlled for cages": [content(row, "alike", "alike low", "alike high", "") for _, row in shown.iterrows()],
    }
    return pd.DataFrame(columns, index=shown.index.map(ATTRIBUTES).rename("attribute"))


def hardest_of(dataset: Dataset) -> pd.DataFrame:
    """Return, for each level, the most passes that it takes to solve a puzzle of a dataset."""
    rows: dict[str, dict[str, object]] = {}
    for row in dataset.hardest_table.to_pylist():
        rows.setdefault(row["kind"], {"passes": int(row["difficulty"]), "its cages": row["cages"]})
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("level")


# -- why, and what for ------------------------------------------------------------------------------------------------


def why(table: pd.DataFrame) -> str:
    """Return a paragraph on what the report's strategies lack."""
    once, again = (studies.share(table[f"solved_cells_{level}"] == studies.CELLS) for level in ("G", "CG"))
    singles = studies.share(table["solved_cells_CH"] == studies.CELLS)
    by_class = studies.how_far(table).loc["G"]
    hundred = 1.0
    for name, number in zip(CLASSES, (60, 33, 7), strict=True):
        hundred *= (1 - by_class[name]) ** number
    content = (
        f"They filter cages only **once**. Of {len(table):,} puzzles of {_cages(table)}, as many of each class, they "
        f"solve {percent(*once)}. With the same strategies and cages filtered in every pass, it is "
        f"**{percent(*again)}**; with cages and singles alone {percent(*singles)}."
    )
    if hundred < UNLIKELY:
        content += (
            " Even so, by our reading of the report the probability that none of 60 easy, 33 medium and 7 hard puzzles "
            f"is solved is only {hundred:.1%}: its program did less than its text says, or something that it does not "
            "say matters."
        )
    return content


def needed(made: pd.DataFrame, drawn: pd.DataFrame) -> str:
    """Return a sentence on how many puzzles need the rule of 45."""
    parts = []
    for table in (made, drawn):
        before, single, several = (
            (table[f"solved_cells_{level}"] == studies.CELLS).sum() for level in ("CP", "O1", "OW")
        )
        parts.append(
            f"of {len(table):,} puzzles of {_cages(table)}, cages and units by themselves, crossings of lines and "
            f"boxes, and required digits solve {before:,}; with the rule of 45 for single rows, columns and boxes "
            f"it is **{single:,}**, and for several of them **{several:,}**"
        )
    return f"{parts[0].capitalize()}. {parts[1].capitalize()}."


# -- a sweep ----------------------------------------------------------------------------------------------------------


def all_of(points: Sequence[Point]) -> pd.DataFrame:
    """Return the puzzles of all points of a sweep that have a dataset, with their ``method``."""
    frames = [
        point.dataset.by_puzzle.assign(method=point.experiment.parameters["method"])
        for point in points
        if point.dataset is not None
    ]
    return pd.concat(frames, ignore_index=True)


def overview(points: Sequence[Point]) -> str:
    """Return the numbers of points and puzzles of a sweep, and which points are missing."""
    there = [point.dataset for point in points if point.dataset is not None]
    content = f"{counted(len(there), 'point')}, {sum(dataset.tally.total for dataset in there):,} puzzles together."
    missing = [point.failure for point in points if point.dataset is None]
    if not missing:
        return content
    return (
        f"{content} {len(missing)} of {len(points)} points are left out: {'; '.join(map(str, dict.fromkeys(missing)))}."
    )


def cages_table(table: pd.DataFrame) -> pd.DataFrame:
    """Return, by number of cages, the puzzles, the share of unique ones, and what passes solve of these."""
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
    """Return how uniqueness depends on cages of one cell and in several boxes, at equal numbers of cages."""
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
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("at equal numbers of cages")


FEWEST = 200
"""Least number of puzzles for which `extremes` gives a share."""


def extremes(table: pd.DataFrame) -> str:
    """Return a sentence on unique puzzles with the fewest and the most cages, among numbers with enough puzzles."""
    shown = studies.over_cages(table)
    shown = shown[shown["puzzles"] >= min(FEWEST, shown["puzzles"].max())]
    first, last = shown.iloc[0], shown.iloc[-1]
    unique = round(first["unique"] * first["puzzles"])
    return (
        f"With {shown.index[0]} cages {unique} of {first['puzzles']:.0f} puzzles {'has' if unique == 1 else 'have'} "
        f"one solution, with {shown.index[-1]} cages {percent(last['unique'])}."
    )
