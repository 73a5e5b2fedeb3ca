"""How far a level gets without each of its parts."""

import numpy as np
import pandas as pd
import pytest

from rullo_core.errors import BadInput
from rullo_studies.killer.charts import plot_left_out
from rullo_studies.killer.left_out_parts import leave_out_parts


def test_shares_without_a_part():
    """Of two puzzles one is solved, whatever is left out, but for units."""
    parts = ("cages", "units", "locked", "required", "sums", "windows")
    puzzles = pd.DataFrame({f"solved_cells_OW_without_{part}": [81, 27] for part in parts}).assign(
        solved_cells_OW=[81, 27]
    )
    puzzles["solved_cells_OW_without_units"] = [54, 0]
    shares = leave_out_parts(puzzles, "OW")
    assert shares.index.tolist() == ["nothing left out", *parts]
    assert shares.loc["nothing left out"].tolist() == [0.5, pytest.approx(2 / 3)]
    assert shares.loc["units"].tolist() == [0, pytest.approx(1 / 3)]
    with pytest.raises(BadInput, match="level 'E': take one of G, CG, OW"):
        leave_out_parts(puzzles, "E")


@pytest.mark.parametrize(
    ("solves", "fills", "label", "labels"),
    [
        ([0.9, 0.5], [1.0, 1.0], "puzzles solved, %", [" 90.0", " 50.0"]),
        ([0.1, 0.0], [0.9999, 0.25], "share of the grid filled, %", [" 99.99", " 25.0"]),
        ([0.0, 0.0], [np.nan, np.nan], "share of the grid filled, %", []),
    ],
)
def test_bars_of_shares(solves, fills, label, labels):
    ax = plot_left_out(pd.DataFrame({"solves": solves, "fills": fills}, index=["nothing left out", "units"]))
    assert ax.get_xlabel() == label
    assert [text.get_text() for text in ax.texts] == labels
    assert [text.get_text() for text in ax.get_yticklabels()] == ["everything", "without units"]
