"""Tallies as tables, and tables as files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd

from rullo_core.datasets.tally import MEASURES, Tally
from rullo_core.escaping import as_latex, as_markdown
from rullo_core.files import written_whole


def distribution(tally: Tally, key: str, published: pd.DataFrame | None = None) -> pd.DataFrame:
    """Return puzzles by difficulty or required cells, beside half of a table of the thesis, with ours less theirs."""
    counts = tally.count_by(key)
    return counts if published is None else compared_with(counts, published)


def compared_with(counts: pd.DataFrame, published: pd.DataFrame) -> pd.DataFrame:
    """Return our counts, the thesis's and the difference; see `distribution`."""
    index = counts.index.union(published.index)
    thesis = published.reindex(index, fill_value=0)
    counts = counts.reindex(index, fill_value=0)
    return pd.concat(
        [counts, thesis.add_suffix(", published"), (counts - thesis).add_suffix(", difference")],
        axis=1,
    ).rename_axis(index=published.index.name)


def words_for(name: str) -> str:
    """Return what a column that puzzles are counted by is called in figures and tables for readers."""
    return {"outcome": "kind", **dict.fromkeys(MEASURES, "difficulty")}.get(name, name)


def titled(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the frame for readers: words for names, its index first, thousands marked, shares in %, - for none."""
    table = frame.reset_index()
    words = []
    for name, column in table.items():
        share = name != frame.index.name and column.dtype.kind == "f"
        word = words_for(str(name)) if name == frame.index.name else str(name)
        words.append(word[0].upper() + word[1:] + (" (%)" if share else ""))
    for name in frame.columns:
        table[name] = [_entry(value) for value in frame[name]]
    if frame.index.name is not None:
        table[frame.index.name] = [value if isinstance(value, str) else format(value, "g") for value in frame.index]
    return table.set_axis(words, axis=1)


def _entry(value: object) -> str:
    if pd.isna(value):
        return "–"
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return format(100 * value, "#.4g") if value else "0"
    return format(value, ",")


def _escaped(frame: pd.DataFrame, escape: Callable[[object], str]) -> pd.DataFrame:
    """Return the frame for readers of another format, in which all of it is text."""
    return titled(frame).map(escape).rename(columns=escape)


def to_markdown(frame: pd.DataFrame) -> str:
    """Return a Markdown table, numbers to the right."""
    table = _escaped(frame, as_markdown)
    return str(table.to_markdown(index=False, disable_numparse=True, colalign=["right"] * len(table.columns)))


def to_latex(frame: pd.DataFrame) -> str:
    """Return a LaTeX tabular, for the booktabs package."""
    table = _escaped(frame, as_latex)
    return str(table.style.hide(axis="index").to_latex(hrules=True, column_format="r" * len(table.columns)))


def write(frame: pd.DataFrame, stem: Path) -> list[Path]:
    """Write a table as Markdown, LaTeX and CSV (with plain numbers) under a name without suffix; return the files."""
    texts = {
        ".md": to_markdown(frame) + "\n",
        ".tex": to_latex(frame),
        ".csv": frame.to_csv(lineterminator="\n", float_format="%.6g"),
    }
    paths = []
    for suffix, text in texts.items():
        path = stem.with_name(stem.name + suffix)
        with written_whole(path) as temporary:
            temporary.write_text(text, encoding="utf-8", newline="\n")
        paths.append(path)
    return paths
