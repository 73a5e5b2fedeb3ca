"""Tables and sentences of Markdown about the results of a sweep."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from rullo_core.parameters import read_range
from rullo_core.rullo.generation import FAIR
from rullo_core.rullo.studies.sweeps import (
    MEASURES,
    MOST_SKIPPED,
    SHARES,
    axis_of,
    crossing,
    grid_of,
    power_of_others,
    series_of,
    takeover,
)
from rullo_core.rullo.theory.related import poly_bernoulli
from rullo_core.runs.registry import declaration
from rullo_core.runs.sweep import Point
from rullo_core.views import tables

FEWEST_MET = 25
"""Least number of puzzles behind a share that is reported as a multiple of another."""

NEAR, FAR = 0.12, 0.2
"""Curves coincide if they are never further apart than the first, and do not if further than the second."""

MOST_NAMED = 4
"""Largest number of points to name if they share an extreme."""


# -- what varies ------------------------------------------------------------------------------------------------------


def maps(measured: pd.DataFrame) -> dict[str, tuple[pd.DataFrame, pd.DataFrame]]:
    """Return every measure as a grid of numbers and one of text, by its title.

    A star marks means over the easier puzzles alone, and the greatest difficulty if any puzzle was skipped.
    """
    skipped = grid_of(measured, "skipped")
    both = {}
    for measure, title in MEASURES.items():
        grid = grid_of(measured, measure)
        text = grid.map(_share if measure in SHARES else lambda value: _difficulty(value, 2))
        if measure not in SHARES:
            starred = grid.notna() & (skipped > (MOST_SKIPPED if measure == "mean" else 0))
            text += starred.map(lambda star: "*" if star else "")
        both[title] = grid, text
    return both


def _share(per_cent: float) -> str:
    """Format a percentage with three digits, or with as many as distinguish it from 100."""
    if np.isnan(per_cent):
        return "–"
    if per_cent < 99 or per_cent == 100:
        return f"{per_cent:.3g}"
    return f"{per_cent:.4g}" if per_cent < 99.995 else f"{per_cent:.8g}"


def points_table(measured: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each point: shares as numbers, difficulties and means as text."""
    shown = pd.DataFrame(index=(measured["size"] + " over {" + measured["range"] + "}").rename("puzzles of"))
    shown["included"] = measured["included"].map("{:g}".format).to_numpy()
    shown["puzzles"] = measured["puzzles"].to_numpy()
    for name in ("simple", "simple ±", "unique", "unique ±", "skipped"):
        shown[name.replace("unique", "one solution")] = measured[name].to_numpy()
    shown["mean difficulty"] = [_difficulty(value, 2) for value in measured["mean"]]
    shown["greatest"] = [_difficulty(value, 1) for value in measured["greatest"]]
    shown["other solutions, mean"] = [_others(row) for _, row in measured.iterrows()]
    return shown.drop(columns=[name for name in ("included", "skipped") if _is_idle(measured[name])])


def _is_idle(column: pd.Series) -> bool:
    return bool((column == (FAIR if column.name == "included" else 0)).all())


def _difficulty(value: float, digits: int) -> str:
    """Format a difficulty with at most the given number of decimals."""
    return "–" if np.isnan(value) else f"{round(value, digits):g}"


def _number(value: float) -> str:
    """Format a number with three digits; large and small numbers with a power of ten."""
    if value == 0 or 0.001 <= value < 1e6:
        return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
    power = int(np.floor(np.log10(value)))
    return f"{value / 10.0**power:.2f} · 10^{power}"


# -- sentences --------------------------------------------------------------------------------------------------------


def overview(points: Sequence[Point], measured: pd.DataFrame) -> str:
    """Describe the points of a sweep, and those that failed."""
    failed = [point for point in points if point.dataset is None]
    experiment = points[0].experiment
    sizes, ranges = (list(measured[name].unique()) for name in ("size", "range"))
    content = (
        f"**{measured['puzzles'].sum():,} puzzles** in {_counted(len(points) - len(failed))}, each "
        f"{declaration(experiment.name).words}: "
        f"{_list(sizes)} over {_list([f'{{{one}}}' for one in ranges])}"
    )
    if axis_of(measured) == "included":
        content += (
            f", a cell being included with probability {_list([f'{one:g}' for one in measured['included'].unique()])}"
        )
    for point in failed:
        content += f"; **the {point.experiment.title} failed** ({point.failure})"
    return content + "."


def _counted(number: int) -> str:
    return f"{number} point{'s' * (number != 1)}"


def _list(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def answer(measured: pd.DataFrame) -> str:
    """Describe the share of simple puzzles along the axis, over each range; tall grids as their transposes."""
    by_coin = axis_of(measured) == "included"
    content = []
    for name, some in measured[measured["height"] <= measured["width"]].groupby(
        ["size", "range"] if by_coin else ["range"], sort=False
    ):
        points = some.sort_values("included") if by_coin else some
        ends = range(len(points)) if len(points) <= FEW else (0, len(points) // 2, len(points) - 1)
        shares = [
            (f"{_share(100 * row['simple'])}%" if row["simple"] else f"none of the {row['puzzles']:,} drawn")
            + (f" with {row['included']:g} included" if by_coin else f" of {row['size']}")
            for _, row in points.iloc[list(ends)].iterrows()
        ]
        where = f"of {name[0]} over {{{name[1]}}}" if by_coin else f"over {{{name[0]}}}"
        content.append(f"* {where}, {_list(shares)}")
    return "\n".join(["Lines alone solve", "", *content])


FEW = 4
"""Largest number of points that are all reported."""


def extremes(measured: pd.DataFrame) -> str:
    """Describe where most and fewest puzzles are simple, and where most and fewest are unique."""
    content = []
    for name, words in (("simple", "are simple"), ("unique", "have one solution only")):
        known = measured[measured[name].notna()]
        if len(known):
            if known[name].max() == known[name].min():
                content.append(f"Everywhere {_share(100 * known[name].max())}% of the puzzles {words}.")
            else:
                content.append(f"From {_extreme(known, name, least=True)} to {_extreme(known, name)} {words}.")
    gaps = measured["unique"] - measured["simple"]
    if gaps.max() > 0:
        where = measured.loc[gaps.idxmax()]
        content.append(
            "Every simple puzzle is unique. Unique puzzles that lines do not solve are most "
            f"common at {_named(where)}: **{_share(100 * gaps.max())}%** of all puzzles there."
        )
    elif gaps.notna().any():
        content.append("Lines solve every unique puzzle of these.")
    return " ".join(content)


def _extreme(measured: pd.DataFrame, name: str, least: bool = False) -> str:
    """Describe the greatest or the least share, and its points."""
    end = measured.loc[measured[name].idxmin() if least else measured[name].idxmax()]
    if end[name] == 0 and end[f"{name} ±"] > 0:
        return f"none of {end['puzzles']:,} puzzles ({_names(measured[measured[name] == 0])})"
    return f"{_share(100 * end[name])}% of the puzzles ({_names(_alike(measured, end, name))})"


def _alike(measured: pd.DataFrame, end: pd.Series, name: str) -> pd.DataFrame:
    """Return all points within two standard errors of an extreme."""
    error = np.hypot(measured[f"{name} ±"].fillna(0), np.nan_to_num(end[f"{name} ±"]))
    return measured[(measured[name] - end[name]).abs() <= 2 * error]


def _names(points: pd.DataFrame) -> str:
    """List points by name, at most `MOST_NAMED`."""
    names = [_named(row) for _, row in points.iterrows()]
    more = len(names) - MOST_NAMED
    return _list(names) if more <= 1 else f"{', '.join(names[:MOST_NAMED])} and {more} more"


def _with_means(points: pd.DataFrame) -> str:
    """List points by name with their mean difficulty, at most `MOST_NAMED`."""
    names = [f"{_named(row)} ({row['mean']:.2f})" for _, row in points.iterrows()]
    more = len(names) - MOST_NAMED
    return _list(names) if more <= 1 else f"{', '.join(names[:MOST_NAMED])} and {more} more"


def known_exactly(measured: pd.DataFrame) -> str:
    """Compare shares of a sample with their exact values, known over a single number with a fair coin."""
    content = []
    for _, row in measured.iterrows():
        values = read_range(row["range"])
        if len(values) == 1 and values[0] and row["included"] == FAIR and min(row["height"], row["width"]) > 1:
            share = poly_bernoulli(row["height"], row["width"]) / 2 ** (row["height"] * row["width"])
            if row["unique"] > 0 and row["unique ±"] > 0:
                away = (row["unique"] - share) / row["unique ±"]
                content.append(
                    f"{100 * share:.3f}% of {row['size']} (here {_share(100 * row['unique'])}%, {away:+.1f})"
                )
    if not content:
        return ""
    return (
        "Over a single number the share with one solution is a poly-Bernoulli number (M. Kaneko, 1997; of lonesum "
        "matrices, C. Brewbaker, 2008) over the number of choices: "
        f"{_list(content)}, in brackets what was drawn and how many standard errors that is away."
    )


def none_met(measured: pd.DataFrame) -> str:
    """Describe the exact share where a sample has no unique puzzle, known over a single number."""
    content = []
    for _, row in measured[(measured["unique"] == 0) & (measured["unique ±"] > 0)].iterrows():
        values = read_range(row["range"])
        if len(values) == 1 and values[0] and row["included"] == FAIR:
            share = poly_bernoulli(row["height"], row["width"]) / 2 ** (row["height"] * row["width"])
            content.append(f"{_number(100 * share)}% of those of {_named(row)}")
    if not content:
        return ""
    return (
        f"Such puzzles exist even where the sample has none: over a single number, {_list(content)} are unique, "
        "by the formula for [lonesum matrices](07-related-puzzles.ipynb), and as many are simple."
    )


def checks(measured: pd.DataFrame) -> str:
    """Compare results that must be equal: of a size and its transpose, and of a coin and the opposite one."""
    content = []
    transposed = _pairs(measured, lambda row: (row["width"], row["height"], row["range"], row["included"]))
    if transposed:
        content.append(
            "With rows and columns exchanged a puzzle stays simple or not, and has as many solutions. So sizes such as "
            f"{transposed[0][0]['size']} and {transposed[0][1]['size']} must have the same shares. "
            f"{_apart(transposed, ('simple',), 'shares of simple puzzles')}"
        )
        whole = [pair for pair in transposed if all(one["skipped"] <= MOST_SKIPPED for one in pair)]
        one, other = max(whole or transposed, key=lambda pair: np.nan_to_num(_errors_apart(pair[0], pair[1], "mean")))
        if whole and _errors_apart(one, other, "mean") > 4:
            content.append(
                "The mean difficulty need not be the same, because a puzzle with a guess counts its iterations columns "
                f"first: it is {one['mean']:.2f} at {_named(one)}, and {other['mean']:.2f} at {_named(other)}."
            )
    inverse = _pairs(measured, lambda row: (row["height"], row["width"], row["range"], round(1 - row["included"], 9)))
    if inverse:
        content.append(
            "Drawing a cell with probability 1 − *p* in place of *p* is to draw each puzzle in place of its "
            "[inverse](02-inversion.ipynb). So both must have the same shares and the same mean difficulty. "
            f"{_apart(inverse, ('simple', 'mean'), 'shares of simple puzzles and of mean difficulties')}"
        )
    return " ".join(content)


def _pairs(measured: pd.DataFrame, other: Callable[[pd.Series], tuple[Any, ...]]) -> list[tuple[pd.Series, pd.Series]]:
    """Return pairs of points: each with the one whose height, width, range and probability `other` returns."""
    rows = {
        (row["height"], row["width"], row["range"], round(row["included"], 9)): row for _, row in measured.iterrows()
    }
    return [(row, rows[other(row)]) for key, row in rows.items() if other(row) in rows and key < other(row)]


def _errors_apart(one: pd.Series, other: pd.Series, name: str) -> float:
    """Return the difference of two points in a measure, in standard errors of the difference."""
    error = np.hypot(one[f"{name} ±"], other[f"{name} ±"])
    return float(abs(one[name] - other[name]) / error) if error else np.nan


def _apart(pairs: Sequence[tuple[pd.Series, pd.Series]], names: Sequence[str], words: str) -> str:
    apart = np.array(
        [
            _errors_apart(one, other, name)
            for one, other in pairs
            for name in names
            if not one[name] == other[name] == 1  # Where all puzzles are simple there is nothing to compare.
        ]
    )
    apart = apart[~np.isnan(apart)]
    if not len(apart):
        return "They have."
    far = int((apart > 2).sum())
    counted = f"Of {len(apart)} pairs of {words}, {far} {'is' if far == 1 else 'are'}"
    if len(apart) == 1:
        counted = f"The one pair of {words} is {'' if far else 'not '}"
    return (
        f"{counted.strip()} more than two standard errors apart (one in 22 is expected), and none more than "
        f"{np.ceil(10 * apart.max()) / 10:.1f}."
    )


def most_difficult(measured: pd.DataFrame) -> str:
    """Describe where puzzles are most difficult."""
    known = measured[measured["mean"].notna()]
    if known.empty:
        return "No puzzle has been rated."
    content = []
    skipped = known["skipped"] > MOST_SKIPPED
    if not skipped.all():
        easier = known[~skipped]
        mean = easier.loc[easier["mean"].idxmax()]
        near = _alike(easier, mean, "mean").drop(mean.name)
        rng = f"; within two standard errors of it: {_with_means(near)}" if len(near) else ""
        content.append(
            f"Where at most {MOST_SKIPPED:.0%} were skipped, the mean difficulty is greatest at {_named(mean)}: "
            f"{mean['mean']:.2f}{rng}."
        )
    greatest = known.loc[known["greatest"].idxmax()]
    met = "of all that were rated" if (known["mean ±"].fillna(1) > 0).any() else "of all"
    content.append(f"The most difficult one {met}, {greatest['greatest']:g}, is one of {_named(greatest)}.")
    if met != "of all":
        content.append("(The greatest difficulty of a sample is that of a single puzzle: it varies between samples.)")
    if (known["skipped"] > 0).any():
        content.append(
            "Puzzles with too many unknown cells were skipped, so there may be more difficult ones than a greatest "
            "difficulty with a star."
        )
    if skipped.any():
        content.append(
            f"At {_counted(int(skipped.sum()))} more than {MOST_SKIPPED:.0%} were skipped: a mean with a star is that "
            "of the easier puzzles, and is not considered here."
        )
    return " ".join(content)


def _named(row: pd.Series) -> str:
    coin = "" if row["included"] == FAIR else f", {row['included']:g} included"
    return f"{row['size']} over {{{row['range']}}}{coin}"


def describe_takeover(measured: pd.DataFrame) -> str:
    """Return `takeover` as a Markdown table, or a sentence on why there is none."""
    found = takeover(measured)
    return (
        "The grids of this sweep have fewer than three numbers of cells."
        if found is None
        else tables.to_markdown(found)
    )


def collapse(measured: pd.DataFrame, level: float = 0.5) -> str:
    """Describe how far apart curves against the mean number of other solutions cross a level.

    Only curves that are above the level up to some mean, and below it from there on, are compared.
    """
    series, powers = series_of(measured, axis_of(measured)), power_of_others(measured)
    content = []
    for name, words in (("simple", "are simple"), ("unique", "have one solution only")):
        crossings, ends = {}, []
        for one in series.unique():
            curve = measured.assign(power=powers)[series == one].dropna(subset=[name, "power"])
            curve = curve.sort_values("power", kind="stable")
            at = crossing(curve["power"].to_numpy(), curve[name].to_numpy(), level)
            if at is not None:
                crossings[one] = at
            elif len(curve) and curve[name].iloc[-1] < (1 + level) / 2:
                last = curve.iloc[-1]
                ends.append(f"{one}, which ends at {last[name]:.1%} with {_others(last)} of them")
        if len(crossings) > 1:
            least, most = min(crossings, key=crossings.__getitem__), max(crossings, key=crossings.__getitem__)
            apart = crossings[most] - crossings[least]
            content.append(
                f"{len(crossings)} of the {series.nunique()} curves go from above to below {level:.0%} of puzzles that "
                f"{words}: the first where there are {_number(10 ** crossings[least])} other solutions on average "
                f"({least}), the last where there are {_number(10 ** crossings[most])} ({most}), "
                f"**{apart:.1f} powers of ten** later." + (f" Left out: {_list(ends)}." if ends else "")
            )
    content = content or [f"Fewer than two curves go from above to below {level:.0%} but once, so none are compared."]
    return " ".join([*content, fall_together(measured)]).strip()


def fall_together(measured: pd.DataFrame) -> str:
    """Describe for each measure whether curves coincide against the mean number of other solutions."""
    series, powers = series_of(measured, axis_of(measured)), power_of_others(measured)
    content, widest = [], {}
    for name, words in (("simple", "are simple"), ("unique", "have one solution only")):
        gap, where = widest_gap(measured[name], powers, series)
        if where is None:
            return ""
        one, other, power = where
        widest[name] = gap
        content.append(
            f"of puzzles that {words} by up to {100 * gap:.0f} points ({one} and {other}, where there are "
            f"{_number(10**power)} other solutions on average)"
        )
    verdict = (
        "The curves of unique puzzles nearly coincide, and those of simple puzzles do not: the mean number of other "
        "solutions predicts whether a puzzle is unique, and not whether lines solve it."
        if widest["unique"] < NEAR < FAR < widest["simple"]
        else ""
    )
    return f"At the same mean two curves differ, {' and '.join(content)}. {verdict}".strip()


def widest_gap(shares: pd.Series, powers: pd.Series, series: pd.Series) -> tuple[float, tuple[str, str, float] | None]:
    """Return the largest gap between two curves at a point of one of them, with both names and the place."""
    curves = {}
    for one in series.unique():
        points = pd.DataFrame({"x": powers, "y": shares})[series == one].dropna().sort_values("x", kind="stable")
        if len(points) > 1:
            curves[one] = points["x"].to_numpy(), points["y"].to_numpy()
    most, where = 0.0, None
    for one, (x, y) in curves.items():
        for other, (other_x, other_y) in curves.items():
            both = (x >= other_x[0]) & (x <= other_x[-1])
            if one != other and both.any():
                gaps = np.abs(np.interp(x[both], other_x, other_y) - y[both])
                if gaps.max() > most:
                    most, where = float(gaps.max()), (str(one), str(other), float(x[both][gaps.argmax()]))
    return most, where


def nearness(measured: pd.DataFrame) -> str:
    """Compare the share of unique puzzles with one over the mean number of solutions."""
    known = measured[measured["unique"].notna() & measured["others is exact"] & (measured["others"] > 0)]
    if known.empty:
        return ""
    off = known["unique"] - 1 / (1 + known["others"])
    largest = off.abs().idxmax()
    content = (
        f"Where *m*, the mean number of other solutions, is known exactly, the share of puzzles with one solution only "
        f"is nowhere further than **{100 * abs(off[largest]):.1f} percentage points** from 1/(1 + *m*), the dotted "
        f"line: {known['unique'][largest]:.1%} and {1 / (1 + known['others'][largest]):.1%} at "
        f"{_named(known.loc[largest])}."
    )
    met = known[known["unique"] * known["puzzles"] >= FEWEST_MET]
    times = met["unique"] * (1 + met["others"])
    if len(times) and times.max() > 1.5:
        most = times.idxmax()
        content += (
            f" Where *m* is large both are small, but the share is the larger one: {times[most]:.1f} times 1/(1 + *m*) "
            f"at {_named(met.loc[most])}."
        )
    gap = measured["unique"] - measured["simple"]
    widest = gap.idxmax()
    if gap[widest] > 0.01:
        content += (
            f" The share of simple puzzles is less than that of puzzles with one solution, by up to "
            f"{100 * gap[widest]:.1f} points ({_named(measured.loc[widest])})."
        )
    return content


def _others(row: pd.Series) -> str:
    """Format a mean number of other solutions, or a lower bound of it."""
    return f"{'' if row['others is exact'] else '≥ '}{_number(row['others'])}"


def origin(measured: pd.DataFrame) -> str:
    """Describe the share of other solutions due to rectangles, over each range, with the coin nearest to a fair one."""
    unfair = (measured["included"] - FAIR).abs()
    known = measured[(measured["others"] > 0) & (unfair == unfair.min())]
    shares = known["rectangles"] / known["others"]
    content = []
    for one in known["range"].unique():
        of_range = shares[known["range"] == one]
        ends = [of_range.idxmin(), of_range.idxmax()]
        parts = [
            f"{'' if known['others is exact'][end] else 'at most '}{_rough(of_range[end])} ({known['size'][end]})"
            for end in dict.fromkeys(ends)
        ]
        content.append(f"over {{{one}}} {' to '.join(parts)}")
    return f"Of the mean, rectangles of four equal numbers make {'; '.join(content)}." if content else ""


def _rough(share: float) -> str:
    return f"{share:.0%}" if share >= 0.005 else "next to nothing"
