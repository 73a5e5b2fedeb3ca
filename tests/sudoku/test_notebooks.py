"""What the notebooks say, as committed and with other parameters."""

import pytest

from rullo_core.places import NOTEBOOKS, PUBLISHED, ROOT
from rullo_core.reports.notebook import execute
from tests.outcomes import told

FILLING = NOTEBOOKS / "sudoku" / "01-filling.ipynb"
DIGGING = NOTEBOOKS / "sudoku" / "02-digging.ipynb"


def test_as_committed():
    text = told(FILLING)
    assert "takes **3,330 dead ends** in the median" in text
    assert "|     9x9, in rows |  20,000 |       71 |             17 |        34 |       50 |   81 of 81 |" in text
    text = told(DIGGING)
    assert "Of 2,000 minimal puzzles, singles solve 41.5%, in 9 to 28 passes." in text
    assert "**85,632 are minimal**" in text


@pytest.mark.slow
def test_with_other_parameters(tmp_path):
    times = str(ROOT / "benchmarks" / "sudoku-fillers.csv")
    execute(FILLING, tmp_path / "filling.ipynb", {"boards": 5, "tries": 100, "limit": 3000, "times": times})
    assert "100% of 5" in told(tmp_path / "filling.ipynb")
    published = str(PUBLISHED / "sudoku" / "pytudes.txt")
    execute(DIGGING, tmp_path / "out.ipynb", {"puzzles": 40, "each": 4, "large": 2, "published": published})
    assert "Of 40 minimal puzzles" in told(tmp_path / "out.ipynb")
