"""Benchmarks go on to run: what they measure against finds the same, and they write what notebooks read."""

import ast
import re
import sys

import pandas as pd
import pytest

import rullo_studies as rs
from benchmarks import arrays, fillers, models, peers, sweeps, versions
from benchmarks.__main__ import sample_the_thesis_s_way
from rullo_core import paths
from rullo_core.paths import PUBLISHED, ROOT


@pytest.mark.slow
def test_the_thesis_s_way_still_runs_and_agrees():
    assert sample_the_thesis_s_way(number=20) > 0


@pytest.mark.slow
def test_what_is_written_is_read(tmp_path, monkeypatch):
    """By the functions that notebooks call; with the solvers that come with the environment."""
    path = tmp_path / "times.csv"

    def run(benchmark, *options):
        path.unlink(missing_ok=True)
        monkeypatch.setattr(sys, "argv", ["benchmark", str(path), *options])
        benchmark.main()
        return path

    times = rs.sudoku.load_times(run(fillers, "--boards", "1"), "fillers")
    assert len(times) == sum(map(len, fillers.FILLERS_OF_SIDE.values()))
    assert (times["median_ms"] > 0).all()
    collection = str(PUBLISHED / "kakuro" / "minizinc.txt")
    table = rs.kakuro.load_models(run(models, "--file", collection, "--models", "ours,cp-sat"))
    assert set(table["solutions"]) == {1}
    assert table.groupby("model").size().to_dict() == {"cp-sat": 12, "ours": 6}
    times_of_arrays = pd.read_csv(run(arrays, "--part", "0.003"))
    assert (times_of_arrays["kernels_us"] >= times_of_arrays["search_us"]).all()
    assert (times_of_arrays["search_us"] > 0).all()
    decided = rs.rullo.load_times(run(peers, "--puzzles", "1", "--sizes", "4,5", "--solvers", "ours,cp-sat"))
    assert decided.groupby(["side", "range", "index"])["solutions"].nunique().eq(1).all()
    assert len(decided) == 2 * len(peers.RANGES) * 2


@pytest.mark.slow
def test_points_of_a_sweep_are_measured(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "DATA", tmp_path)
    times = pd.DataFrame([sweeps.measure(3, 300, repeat) for repeat in range(2)])
    assert (times > 0).all(axis=None)
    assert len(list((tmp_path / "sweeps").glob("*.hardest.parquet"))) == 2 * (3 + 1)
    ratios = sweeps.ratios(pd.Series({"small": 0.02, "again": 0.01, "large": 2.0, "estimate": 0.001}))
    assert list(ratios.values()) == [0.01, 0.005, 0.0005]


@pytest.mark.slow
def test_versions_solve_rate_and_generate_the_same_puzzles():
    table = versions.compare(ROOT, 0.001, 1)
    assert len(table) == 5 * len(versions.PUZZLES) + len(versions.EXPERIMENTS)
    assert (table["ratio"] > 0).all()


@pytest.mark.slow
def test_a_puzzle_that_takes_too_long_is_undecided():
    assert peers.with_ours(peers.draw(4, "1-9", 0), 600.0) in (1, 2)
    assert peers.with_ours(peers.draw(30, "1-99", 0), 0.2) is None


@pytest.mark.parametrize("path", sorted((ROOT / "benchmarks").glob("*.py")), ids=lambda path: path.stem)
def test_options_that_are_read_are_declared(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    flags = re.findall(r'add_argument\(\s*"(?:--)?([\w-]+)"', path.read_text(encoding="utf-8"))
    attributes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    read = {node.attr for node in attributes if isinstance(node.value, ast.Name) and node.value.id == "options"}
    assert read == {flag.replace("-", "_") for flag in flags}
