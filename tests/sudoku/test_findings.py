"""Sentences about studies of few puzzles say no more than there is data for."""

import numpy as np
import pandas as pd
import pytest

from rullo_core.killer.findings import report as killer_report
from rullo_core.killer.studies import inspection


@pytest.mark.parametrize("puzzles", [3, 9, 60])
def test_killer_studies_of_few_puzzles(puzzles):
    """Three classes, so that the smallest study has one puzzle of each."""
    rng = np.random.default_rng(5)
    table = pd.DataFrame({"class": np.array(["easy", "medium", "hard"])[np.arange(puzzles) % 3]})
    for name in (
        "cages",
        "single_cell_cages",
        "largest_cage",
        "cages_in_several_boxes",
        "strategy_passes",
        "solved_cells_G",
        "solved_cells_CG",
        "solved_cells_CH",
    ):
        table[name] = rng.integers(1, 81, puzzles)
    for what in ("strategy_count", "eliminated_by"):
        for name in inspection.STRATEGIES:
            table[inspection.column(what, name)] = rng.integers(0, 9, puzzles)
    table["cages_first"] = rng.integers(5, 20, puzzles).astype(float)
    published = pd.DataFrame({"figure": range(6), "quantity": "q", "order_said_in_the_text": "x"})
    output = killer_report.with_cages(table) + killer_report.correlations(table).to_csv()
    output += killer_report.orders(table, published).to_csv() + killer_report.dips(table)
    assert "nan" not in output.lower()
    assert "± 0.00," not in output
    if puzzles < 30:
        assert "±" not in output
        assert "too few to tell" in output
