"""What the notebooks say, as committed and with other parameters."""

import pytest

from rullo_core.paths import DATA, NOTEBOOKS, PUBLISHED, ROOT
from rullo_core.reports.notebook import execute
from rullo_core.runs.run import run_and_store
from rullo_core.sudoku.experiments.population import Population
from rullo_core.sudoku.experiments.study import Study
from tests.outcomes import shown_markdown

FILLING = NOTEBOOKS / "sudoku" / "01-filling.ipynb"
DIGGING = NOTEBOOKS / "sudoku" / "02-digging.ipynb"
DIFFICULTY = NOTEBOOKS / "sudoku" / "03-difficulty.ipynb"
STUDY = NOTEBOOKS / "sudoku" / "04-one-study.ipynb"
WAYS = NOTEBOOKS / "sudoku" / "05-how-it-is-dug.ipynb"


def test_as_committed():
    text = shown_markdown(FILLING)
    assert "takes **3,330 dead ends** in the median" in text
    assert "|     9x9, in rows |  20,000 |       71 |             17 |        34 |       50 |   81 of 81 |" in text
    text = shown_markdown(DIGGING)
    assert (
        "24.4 numbers are left on average of 2,000 boards. Of these minimal puzzles, singles solve 40.5%, in 9 to 27"
        in text
    )
    assert "**85,632 are minimal**" in text
    text = shown_markdown(DIFFICULTY)
    assert "singles solve **41.9 ± 0.4 %**, in 15.9 passes on average and 31 at most" in text
    assert "Of *all* minimal puzzles it is an estimated **28.2 ± 4.5 %**: what is dug is easier" in text
    assert "(3.14 ± 0.33) · 10^37 minimal puzzles" in text
    text = shown_markdown(WAYS)
    assert "the fewest with *one-solution, digits* (34.3 ± 3.0 %)" in text
    assert "the most with *one-solution, candidates, quarter-turn* (87.6 ± 2.1 %)" in text


@pytest.mark.slow
def test_with_other_parameters(tmp_path):
    times = str(ROOT / "benchmarks" / "sudoku-fillers.csv")
    execute(FILLING, tmp_path / "filling.ipynb", {"boards": 5, "tries": 100, "limit": 3000, "times": times})
    assert "100% of 5" in shown_markdown(tmp_path / "filling.ipynb")
    published = str(PUBLISHED / "sudoku" / "pytudes.txt")
    measured = str(ROOT / "benchmarks" / "sudoku.csv")
    given = {"puzzles": 40, "each": 4, "large": 2, "published": published, "times": measured}
    execute(DIGGING, tmp_path / "out.ipynb", given)
    assert "numbers are left on average of 40 boards" in shown_markdown(tmp_path / "out.ipynb")


@pytest.mark.slow
def test_of_other_data(tmp_path):
    study, population = tmp_path / "study.parquet", tmp_path / "population.parquet"
    run_and_store(Study(9, 300, 2), study)
    run_and_store(Population(9, 2048, 2), population)
    out = tmp_path / "out.ipynb"
    given = {"study": str(study), "population": str(population), "compared": 20}
    folders = {"records": str(DATA / "records" / "sudoku"), "published": str(PUBLISHED / "sudoku")}
    execute(DIFFICULTY, out, given | folders)
    assert "Of 300 minimal puzzles that were dug" in shown_markdown(out)
    for dataset, command in (
        (study, "rullo sudoku study --size 9 --puzzles 300"),
        (population, "rullo sudoku population"),
    ):
        execute(STUDY, out, {"dataset": str(dataset)})
        assert command in shown_markdown(out)
    sweep = tmp_path / "sweep.yaml"
    sweep.write_text("experiment: sudoku study\nsizes: [4]\npuzzles: 10\norders: [random, rows]\nseeds: [1]\n")
    execute(WAYS, out, {"sweep": str(sweep), "count": False})
    assert "2 of 2 points are left out: it is not there" in shown_markdown(out)
