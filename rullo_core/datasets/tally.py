"""How many puzzles there are of each outcome, of each difficulty, and by whatever else they are distinguished.

Every experiment ends in a tally, and tables and charts are views of it. Tallies can be added, in any order.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

OUTCOMES = ("simple", "exhaustive", "skipped")
"""Solved by passes alone; by guesses; left out because passes leave too many cells unfixed. Others come after these."""

RATED_OUTCOMES = OUTCOMES[:2]
"""Outcomes that have a difficulty."""

MEASURES = ("passes", "level_passes", "passes_cages_first")
"""The columns that may have the difficulty: an experiment has one of them."""


@dataclass(frozen=True, eq=False)
class Tally:
    """Numbers of puzzles, sorted by keys: ``outcome``, one of `MEASURES` (float64, null for skipped), and what else
    their experiment distinguishes; ``puzzles`` (int64, or Python's int from 2**63 on) is never 0.
    """

    frame: pd.DataFrame

    @staticmethod
    def from_frame(frame: pd.DataFrame) -> Tally:
        """Sort a frame with keys and puzzles, and add up rows with the same keys."""
        keys = [str(name) for name in frame if name != "puzzles"]
        other_outcomes = sorted(set(frame["outcome"]) - set(OUTCOMES))
        outcomes = pd.Categorical(frame["outcome"], categories=[*OUTCOMES, *other_outcomes], ordered=True)
        typed = frame.assign(puzzles=whole_numbers(frame["puzzles"]))
        typed = typed.astype({key: _type_of(frame[key]) for key in keys}).assign(outcome=outcomes)
        summed = typed.groupby(keys, dropna=False, observed=True)["puzzles"].sum().reset_index()
        nonzero = summed[summed["puzzles"] != 0].reset_index(drop=True)
        return Tally(nonzero.assign(outcome=nonzero["outcome"].astype("str"))[[*keys, "puzzles"]])

    def __eq__(self, other: object) -> bool:
        """Return whether every count is the same."""
        return isinstance(other, Tally) and self.frame.equals(other.frame)

    @property
    def measure(self) -> str:
        """The column of `MEASURES` that the tally has."""
        return next(name for name in MEASURES if name in self.frame)

    @property
    def numeric_keys(self) -> list[str]:
        """The numeric columns by which puzzles are counted, without those that no puzzle has."""
        numeric = self.frame.drop(columns="puzzles").select_dtypes("number")
        return [str(name) for name, column in numeric.items() if column.notna().any()]

    @property
    def total(self) -> int:
        """Number of puzzles."""
        return int(self.frame["puzzles"].sum())

    def of_outcome(self, outcome: str) -> Tally:
        """Return the puzzles of one outcome alone."""
        return Tally(self.frame[self.frame["outcome"] == outcome].reset_index(drop=True))

    @property
    def without_skipped(self) -> Tally:
        """All but the skipped puzzles."""
        return Tally(self.frame[self.frame["outcome"] != "skipped"].reset_index(drop=True))

    def count_by(self, key: str) -> pd.DataFrame:
        """Return counts with a row for each value of a key and a column for each outcome, `RATED_OUTCOMES` first."""
        frame = self.without_skipped.frame
        table = frame.pivot_table(index=key, columns="outcome", values="puzzles", aggfunc="sum", fill_value=0)
        other_outcomes = sorted(set(table) - set(RATED_OUTCOMES))
        outcomes = [*(outcome for outcome in RATED_OUTCOMES if outcome in table or not other_outcomes), *other_outcomes]
        table = table.reindex(columns=outcomes, fill_value=0)
        return table.astype(frame["puzzles"].dtype).rename_axis(columns=None)

    def passes_by(self, key: str) -> pd.DataFrame:
        """Return by a key the mean and greatest passes, and the least that 5 % and 95 % of them do not exceed."""
        rows = {}
        for value, group in self.frame.dropna(subset=[self.measure]).groupby(key, sort=True):
            ordered = group.groupby(self.measure)["puzzles"].sum()
            halves = (2 * ordered.index.to_numpy()).round().astype("int64")
            counts = ordered.to_numpy().astype(object)  # twenty times a count may exceed an int64
            total = int(counts.sum())
            cumulative = counts.cumsum()
            rows[value] = [
                sum(int(h) * int(n) for h, n in zip(halves, counts, strict=True)) / total / 2,
                halves[np.searchsorted(cumulative * 20, total)] / 2,
                halves[np.searchsorted(cumulative * 20, total * 19)] / 2,
                halves[-1] / 2,
                total,
            ]
        columns = ["mean", "low", "high", "greatest", "puzzles"]
        table = pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis(key)
        return table.astype({"puzzles": self.frame["puzzles"].dtype})


def _type_of(column: pd.Series) -> str:
    """Return the type of a key in a tally: whole numbers stay int16 if they need no more."""
    if column.name in MEASURES or column.dtype.kind == "f":
        return "float64"
    return "int16" if column.dtype == "int16" else "int32" if column.dtype.kind in "iu" else "str"


def whole_numbers(numbers: pd.Series) -> pd.Series:
    """Return numbers of puzzles as int64, or as Python's int if that cannot hold their total."""
    integers = [int(number) for number in numbers]
    return pd.Series(integers, numbers.index, "int64" if sum(integers) < 2**63 else "object")
