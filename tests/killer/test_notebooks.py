"""The notebooks about Killer Sudoku, run in this process: their variables against printed numbers and kernels."""

import re

import pytest

from rullo_core.killer.report import count_choices
from rullo_core.paths import NOTEBOOKS
from tests import analysis
from tests.killer.examples import SOLUTIONS, examples
from tests.killer.studies.test_census import ROWS
from tests.outcomes import shown_markdown

RULES, REPORT, NONE_SOLVED, RULE_OF_45, MAKING, CENSUS = sorted((NOTEBOOKS / "killer").glob("*.ipynb"))


@pytest.fixture(scope="module")
def rules():
    return analysis.run(RULES, try_this=True)


def test_the_solver_in_cells_is_the_package(rules):
    """Passes, cells fixed after each and digits; and the number of passes of another puzzle."""
    assert (rules.compared["cells fixed here"] == rules.compared["by the package, level CA"]).all()
    assert "finds **the same solution**" in rules.text
    puzzle = examples()["nine-easy"]
    rating = puzzle.rate().own
    states = rules.solve(puzzle, rules.units_of(puzzle))
    assert sum(len(left) == 1 for left in states[-1].values()) == rating["solved_cells_CA"]
    assert len(states) - 1 == rating["passes_CA"]
    assert sum(map(len, states[-1].values())) == rating["candidates_CA"]


def test_backtracking_in_cells_is_the_kernel(rules):
    puzzle = examples()["four-five-cages"]
    choices = rules.list_choices(puzzle)
    assert len(choices) == count_choices(puzzle)
    path = [len(choices) - 1]
    while choices.before[path[0]] >= 0:
        path.insert(0, choices.before[path[0]])
    assert "".join(map(str, choices.digit[path])) == SOLUTIONS["four-five-cages"]


def test_examples_of_strategies(rules):
    assert rules.first_uses(rules.deductions).strategy.tolist() == [
        "elimination", "hidden singles", "pointing", "box-line"
    ]  # fmt: skip
    assert "rule of 45" in set(rules.first_uses(rules.stronger).strategy)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 7])
def test_rules_with_another_seed(seed):
    text = analysis.run(RULES, seed=seed).text
    assert "finds **the same solution**" in text
    assert not re.search(r"\bnan\b|(?<!\d)1 passes", text)


@pytest.mark.slow
def test_census():
    """On another number of threads; with the exercise's pieces of code."""
    found = analysis.run(CENSUS, try_this=True, threads=1)
    rows = [list(map(int, line.split())) for line in ROWS.splitlines()]
    assert [[int(cages), *row[:4]] for cages, *row in found.table.iloc[:-1].itertuples()] == rows
    assert found.table.loc["all"].tolist() == [435_902, 46_341_221, 30_211_840, 89_456, 30_209_856]
    assert found.by_passes.sum() == 30_209_856
    assert (found.by_passes[1], found.by_passes.index.max()) == (288, 12)
    assert found.text == shown_markdown(CENSUS)
