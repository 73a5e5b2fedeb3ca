"""Sentences and tables of how hard Sudokus are: none says more than there is data for."""

import numpy as np
import pandas as pd
import pytest

from rullo_core.kakuro.findings import methods as kakuro_ways
from rullo_core.paths import PUBLISHED
from rullo_core.runs.sweep import Point
from rullo_core.sudoku.experiments.study import Study
from rullo_core.sudoku.findings import difficulty as findings
from rullo_core.sudoku.findings import digging
from rullo_core.sudoku.solver import LEVELS
from rullo_core.sudoku.studies import rated as studied

MEASURES = ("passes", "weighted", "forced", "clues", "guesses", "finishing")


def rated(puzzles, shards=None, share=0.5, seed=1):
    """Puzzles, of which levels solve a share; with a shard each, and weights, if they are a population."""
    rng = np.random.default_rng(seed)
    clues = rng.integers(23, 28, puzzles)
    solved = rng.random(puzzles) < share
    frame = pd.DataFrame({"clues": clues} | {level: np.where(solved, 40.0 - clues, np.nan) for level in LEVELS})
    if shards is None:
        return frame
    return frame.assign(weight=85 + rng.normal(size=puzzles) / 4, shard=np.arange(puzzles) % shards)


def everything_shown(dug, population):
    published = pd.read_csv(PUBLISHED / "sudoku" / "berthier-rates.csv", index_col="quantity")
    clues = pd.read_csv(PUBLISHED / "sudoku" / "berthier-clues.csv", index_col="clues")["percent"]
    measures = dug.assign(
        passes=dug["hidden"], weighted=dug["hidden"] ** 2, forced=-dug["clues"], guesses=0.0, finishing=1.0
    )
    texts = [
        findings.answer(dug, population),
        findings.number(population),
        findings.what_goes_with_passes(measures[list(MEASURES)]),
        digging.answer(dug, "hidden") if dug["hidden"].notna().any() else "",
    ]
    tables = [
        findings.levels(dug, population),
        findings.clues(dug, population, clues),
        findings.beside_published(population, published),
        findings.one_by_level(population),
        findings.passes_by_clues(dug),
    ]
    return "\n".join([*texts, *(table.to_csv() for table in tables)])


@pytest.mark.parametrize(("sides", "output"), [((9, 9), "hidden, random"), ((4, 9), "9x9, hidden, random")])
def test_points_are_told_with_their_size_where_sizes_differ(sides, output):
    points = [Point(Study(side, 3, 1, criterion="hidden"), None) for side in sides]
    assert findings.name_of(points[1], len(set(sides)) > 1) == output


@pytest.mark.parametrize("share", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("puzzles", [1, 2, 9, 10, 40, 400])
@pytest.mark.parametrize("shards", [1, 2, 29, 30])
def test_no_error_is_nothing_or_unknown(puzzles, shards, share):
    output = everything_shown(rated(puzzles, share=share), rated(puzzles, min(shards, puzzles), share, 2))
    assert "nan" not in output.lower()
    assert "± 0.0 " not in output.replace(",", " ").replace("\n", " ")
    assert "± 0.00 " not in output.replace(",", " ").replace("\n", " ")
    if shards < 30 or puzzles < 30:
        assert "±" not in findings.number(rated(puzzles, min(shards, puzzles), share, 2))


def test_a_few_shards_conclude_nothing():
    """However far apart the shares are; from thirty shards on an error is given."""
    dug = rated(1000, share=0.9)
    for shards in (1, 2, 29):
        text = findings.answer(dug, rated(1000, shards, 0.3))
        assert "easier" not in text
        assert f"(From {shards} shard" in text
    assert "what is dug is easier than what there is.\n" in findings.answer(dug, rated(1000, 30, 0.3)) + "\n"
    assert "easier" not in findings.answer(dug, rated(1000, 30, 0.9))


def test_classes_of_few_puzzles_have_no_error():
    population = rated(400, 40)
    population["clues"] = np.r_[np.full(9, 29), np.full(10, 28), np.full(381, 26)]
    shown = findings.clues(rated(100), population, pd.Series({29: 3.6}))["of all, estimated"]
    assert "±" not in shown["29"]
    assert "±" in shown["28"]


def test_distance_from_what_is_published():
    population = rated(3000, 100)
    published = pd.DataFrame({"value": [30.0], "unit": ["%"]}, index=["singles solve"])
    (row,) = findings.beside_published(population, published).to_dict("records")
    mean, away = map(float, row["here"].split(" ± "))
    assert float(row["errors apart"]) == pytest.approx((mean - 30) / (away / 2), abs=0.1)
    assert row["Berthier"] == "30"


def test_kakuro_grades_of_few_puzzles():
    unknown = float("nan")
    assert "too few" in kakuro_ways.rank_of_grade({"all": (unknown,) * 3, "alike": (unknown, unknown)})
    text = kakuro_ways.rank_of_grade({"all": (0.5, 0.4, 0.6), "alike": (0.3, unknown)})
    assert "0.50 (95 % confidence interval 0.40 to 0.60)" in text
    assert "it is 0.30 in the mean" in text


def test_what_stands_beside_published_values():
    """Each value by hand: the weights are those of all minimal puzzles."""
    population = rated(6000, shards=40)
    published = pd.read_csv(PUBLISHED / "sudoku" / "berthier-rates.csv", index_col="quantity")
    table = findings.beside_published(population, published)
    weights = np.exp(population["weight"] - population["weight"].max())
    mean = np.average(population["clues"], weights=weights)
    assert float(table.loc["clues on average", "here"].split(" ± ")[0]) == pytest.approx(mean, abs=0.006)
    share = 100 * np.average(population["hidden"].notna(), weights=weights)
    assert float(table.loc["singles solve, %", "here"].split(" ± ")[0]) == pytest.approx(share, abs=0.006)


def test_clues_and_passes_of_minimal_puzzles():
    output = digging.answer(rated(400), "hidden")
    assert "the rank correlation is **-1.00**" in output
    none = digging.answer(rated(400, share=0), "hidden")
    assert none.endswith("singles solve 0.0%.")


@pytest.mark.parametrize("weights", [None, (1.0, 1.0, 4.0, 2.0)])
def test_passes_by_clues_are_those_of_solved_puzzles(weights):
    """Each as often as it stands for others; none where none is solved."""
    frame = pd.DataFrame({"clues": [24, 24, 24, 25]} | {level: [10.0, np.nan, 13.0, np.nan] for level in LEVELS})
    if weights:
        frame = frame.assign(weight=np.log(weights) + 85, shard=range(4))
    table = studied.by_clues(frame)
    passes, solved, share = (11.5, 2 / 3, 3 / 4) if weights is None else (62 / 5, 5 / 6, 6 / 8)
    assert table.loc[24, "passes"] == pytest.approx(passes)
    assert table.loc[24, "hidden"] == pytest.approx(solved)
    assert table.loc[24, "share"] == pytest.approx(share)
    assert np.isnan(table.loc[25, "passes"])
    assert table["puzzles"].tolist() == [3, 1]
