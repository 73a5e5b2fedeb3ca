"""Collections as frames: puzzles of a sweep, equal to those generated one at a time, and puzzles of files."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import rullo_core as rc
import rullo_studies as rs
from rullo_core import paths
from rullo_core.errors import BadInput
from rullo_core.kakuro.request import nearest_share
from rullo_core.runs.sweep import read_sweep
from rullo_studies.kakuro import collections
from tests.kakuro.puzzles import MINIZINC

TWO = "# 6x6, 40% black, steps, 0\n3 3\n- 4, 6,\n,7 0 0\n,3 0 0\n\n# other\n3 3\n- 4, 6,\n,7 0 0\n,3 0 0\n"

SWEEP = """
sweeps:
  - {experiment: kakuro study, size: [4x5, 5x5], black: 0.4, method: steps, count: 2}
  - {experiment: kakuro study, size: [5x5], black: [0.3, 0.4], method: repair, count: 2}
"""


def test_puzzles_of_a_sweep(monkeypatch, tmp_path):
    monkeypatch.setattr(paths, "DATA", tmp_path / "data")
    (tmp_path / "mine.yaml").write_text(SWEEP)
    collection = rs.kakuro.load_collection(tmp_path / "mine.yaml")
    strata = [("4x5", 0.4, "steps")] * 2 + [("5x5", 0.4, "steps")] * 2
    strata += [("5x5", 0.3, "repair")] * 2 + [("5x5", 0.4, "repair")] * 2
    numbers = [0, 1] * 4
    for row, (size, black, method), number in zip(collection.itertuples(), strata, numbers, strict=True):
        assert (row.side, row.black, row.method) == (int(size[0]), black, method)
        assert row.name == f"{size}, {black:.0%} black, {method}, {number}"
        request = {"size": size, "black": nearest_share(black, int(size[0]), 5), "method": method, "max_tries": 100}
        (puzzle,) = rc.kakuro.generate(seed=1, first=number, **request)
        assert row.text == str(puzzle)
    ratings = rc.kakuro.rate(collection["text"])
    pd.testing.assert_frame_equal(collection[ratings.columns].assign(name=""), ratings, check_dtype=False)
    first = rs.kakuro.load_collection(tmp_path / "mine.yaml", each=1)
    assert first["name"].str.endswith(", 0").tolist() == [True] * 4


def test_indices_without_a_puzzle_are_left_out(monkeypatch, tmp_path):
    monkeypatch.setattr(paths, "DATA", tmp_path / "data")
    (tmp_path / "few.yaml").write_text(
        "{experiment: kakuro study, size: 7x7, black: 0.15, method: repair, max_tries: 1, count: 20}"
    )
    rows = rs.kakuro.load_sweep(tmp_path / "few.yaml")
    assert 0 < (rows["outcome"] != "none").sum() < 20
    collection = rs.kakuro.load_collection(tmp_path / "few.yaml")
    assert len(collection) == (rows["outcome"] != "none").sum()
    assert collection["cells"].tolist() == rows["cells"].dropna().tolist()


def test_points_of_an_earlier_version(monkeypatch, tmp_path):
    rows = pd.DataFrame({"outcome": ["simple", "none", "simple"], "digits": ["1234", None, None]})
    rows.attrs["missing"] = {}
    monkeypatch.setattr(collections, "load_sweep", lambda sweep: rows)
    with pytest.raises(BadInput, match="has points that an earlier version counted, without digits; remove them from"):
        rs.kakuro.load_collection("mine.yaml")
    del rows["digits"]
    with pytest.raises(BadInput, match="without digits"):
        rs.kakuro.load_collection("mine.yaml")


def test_a_sweep_that_cannot_be_counted(monkeypatch, tmp_path):
    monkeypatch.setattr(paths, "DATA", tmp_path / "data")
    (tmp_path / "none.yaml").write_text(
        "{experiment: kakuro study, size: 8x8, black: 0, longest: 2, method: steps, count: 1}"
    )
    with pytest.raises(BadInput, match=r"none\.yaml: Kakuros of 8x8, 0 black, .*: no layout found"):
        rs.kakuro.load_collection(tmp_path / "none.yaml")


def test_the_collection_of_the_notebooks():
    """Sizes, shares of black cells and methods that tests of the notebooks count on, a hundred puzzles of each."""
    points = read_sweep(Path("sweeps/kakuro-collection.yaml"), "kakuro study").experiments
    assert len(points) == 37
    assert {(point.number, point.seed, point.max_tries) for point in points} == {(100, 1, 100)}
    assert len({(point.height, point.black, point.method) for point in points}) == 37


def test_puzzles_of_a_file(tmp_path):
    (tmp_path / "two.txt").write_text(TWO)
    collection = rs.kakuro.load_collection(tmp_path / "two.txt")
    assert collection[["side", "black", "method"]].isna().all(axis=None)
    ratings = rc.kakuro.rate(rc.kakuro.read(tmp_path / "two.txt"))
    pd.testing.assert_frame_equal(collection[ratings.columns], ratings)
    assert collection.columns.tolist() == [*ratings.columns, "side", "black", "method"]


def test_the_first_of_each(tmp_path):
    collection = rs.kakuro.load_collection(MINIZINC, each=2)
    assert collection["name"].tolist() == [
        f"kakuro_{side}_{side}_{grade}" for side in (6, 8) for grade in ("easy", "hard")
    ]
    with pytest.raises(BadInput, match="each = 0: write a whole number, at least 1"):
        rs.kakuro.load_collection(MINIZINC, each=0)
    with pytest.raises(BadInput, match=r"none\.txt"):
        rs.kakuro.load_collection(tmp_path / "none.txt")


def test_no_method_of_other_puzzles():
    collection = rs.kakuro.load_collection(MINIZINC)
    assert collection["level"].tolist().count("G+Q") == 2
    assert collection["method"].isna().all()
    assert np.isnan(collection["black"]).all()
