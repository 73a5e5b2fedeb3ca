"""The collection as a frame: strata from names, and the first puzzles of each."""

import numpy as np
import pandas as pd
import pytest

import rullo_core as rc
from rullo_core import paths
from rullo_core.errors import BadInput
from rullo_core.kakuro.studies import collections
from tests.kakuro.puzzles import MINIZINC

TWO = "# 6x6, 40% black, steps, 0\n3 3\n- 4, 6,\n,7 0 0\n,3 0 0\n\n# other\n3 3\n- 4, 6,\n,7 0 0\n,3 0 0\n"


def test_strata_and_ratings(tmp_path):
    (tmp_path / "two.txt").write_text(TWO)
    found = rc.kakuro.studies.load_collection(tmp_path / "two.txt")
    assert found[["side", "black", "method"]].values.tolist()[0] == [6, 0.4, "steps"]
    assert found[["side", "black", "method"]].isna().all(axis=1).tolist() == [False, True]
    rated = rc.kakuro.rate(found["puzzle"])
    pd.testing.assert_frame_equal(found[rated.columns], rated)


def test_the_first_of_each(tmp_path):
    found = rc.kakuro.studies.load_collection(MINIZINC, each=2)
    assert found["name"].tolist() == [f"kakuro_{side}_{side}_{grade}" for side in (6, 8) for grade in ("easy", "hard")]
    with pytest.raises(BadInput, match="each = 0: write a whole number, at least 1"):
        rc.kakuro.studies.load_collection(MINIZINC, each=0)
    with pytest.raises(BadInput, match=r"none\.txt"):
        rc.kakuro.studies.load_collection(tmp_path / "none.txt")


def test_where_it_is_kept(monkeypatch, tmp_path):
    monkeypatch.setattr(paths, "DATA", tmp_path / "data")
    written = []
    monkeypatch.setattr(collections, "write_collection", lambda place: written.append(place) or place.write_text(TWO))
    for _ in range(2):
        assert len(rc.kakuro.studies.load_collection()) == 2
    assert written == [tmp_path / "data" / "kakuro-collection.txt"]


def test_no_method_of_other_puzzles():
    found = rc.kakuro.studies.load_collection(MINIZINC)
    assert found["kind"].tolist().count("rectangular") == 2
    assert found["method"].isna().all()
    assert np.isnan(found["black"]).all()
