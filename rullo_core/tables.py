"""Tallies as tables, and tables as files."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from rullo_core.files import written_whole
from rullo_core.tally import Tally

TITLES = {
    "difficulty": "Difficulty",
    "required": "Required",
    "simple": "Simple",
    "exhaustive": "Exhaustive",
}


def distribution(tally: Tally, key: str, published: pd.DataFrame | None = None) -> pd.DataFrame:
    """Puzzles by difficulty or by required cells; the thesis's Table 1 is both of them.

    Parameters
    ----------
    tally : Tally
    key : {'difficulty', 'required'}
    published : pandas.DataFrame, optional
        The thesis's half table, to stand beside ours with the difference.

    Returns
    -------
    pandas.DataFrame
        int64; index named after the key; columns ``simple`` and ``exhaustive``, and then the same with ``published``
        and ``difference`` (ours less theirs).
    """
    ours = tally.count_by(key)
    if published is None:
        return ours
    both = ours.index.union(published.index)
    ours, theirs = (frame.reindex(both, fill_value=0) for frame in (ours, published))
    return pd.concat(
        [ours, theirs.add_suffix(", published"), (ours - theirs).add_suffix(", difference")], axis=1
    ).rename_axis(index=key)


def titled(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame as readers see it: words for names, thousands marked, the index as a first column."""
    shown = frame.reset_index()
    for name in shown.columns:
        form = "g" if name == "difficulty" else ","
        shown[name] = [format(value, form) for value in shown[name]]
    return shown.rename(columns=_title)


def _title(name: str) -> str:
    first, comma, rest = name.partition(",")
    return TITLES.get(first, first) + comma + rest


def to_markdown(frame: pd.DataFrame) -> str:
    """A Markdown table, numbers to the right."""
    shown = titled(frame)
    return str(shown.to_markdown(index=False, disable_numparse=True, colalign=["right"] * len(shown.columns)))


def to_latex(frame: pd.DataFrame) -> str:
    """A LaTeX tabular, for the booktabs package."""
    shown = titled(frame)
    return str(shown.style.hide(axis="index").to_latex(hrules=True, column_format="r" * len(shown.columns)))


def write(frame: pd.DataFrame, stem: Path) -> list[Path]:
    """Write a table as Markdown, LaTeX and CSV, the last with plain numbers.

    Parameters
    ----------
    frame : pandas.DataFrame
    stem : pathlib.Path
        Folder and name without suffix.

    Returns
    -------
    list of pathlib.Path
        The files.
    """
    texts = {
        ".md": to_markdown(frame) + "\n",
        ".tex": to_latex(frame),
        ".csv": frame.to_csv(lineterminator="\n"),
    }
    paths = []
    for suffix, text in texts.items():
        path = stem.with_name(stem.name + suffix)
        with written_whole(path) as temporary:
            temporary.write_text(text, encoding="utf-8", newline="\n")
        paths.append(path)
    return paths
