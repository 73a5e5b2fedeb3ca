"""Other programs compared with ours: fakes replace them, so that requests to each are tested wherever it is missing."""

import sys
from argparse import Namespace
from dataclasses import replace

import pandas as pd
import pytest

import rullo_core as rc
from benchmarks import side_by_side
from rullo_core.paths import PUBLISHED

FAKE = """#!{python}
import json, shutil, sys
from pathlib import Path

known, name, arguments = {known}, Path(sys.argv[0]).name, sys.argv[1:]
if arguments == ["--version"]:
    print({{"clingo": "clingo version 0.1", "sgt-solo": "Solo\\nVersion 0.1 (fake)", "qqwing": "qqwing 0.1"}}[name])
elif name == "c++":
    shutil.copy(sys.argv[0], arguments[-1])
elif name == "tdoku":
    for line in sys.stdin:
        print(1, known[line.strip()] if arguments == ["1"] else "")
elif name == "qqwing" and "--generate" in arguments:
    print("\\n".join([*known][: int(arguments[1])]))
elif name == "qqwing":
    for line in sys.stdin:
        if "--solution" in arguments:
            print(known[line.strip()])
        if "--count-solutions" in arguments:
            print("The solution to the puzzle is unique.")
elif name == "sgt-solo":
    for i, game in enumerate(sys.stdin):
        Path(arguments[1] + str(i)).write_text("SOLVE :9:S" + ",".join(known[game.strip()]))
elif name == "clingo":
    print(json.dumps({{"Models": {{"Number": 2}}}}))
elif name == "minisat":
    Path(arguments[2]).write_text("UNSAT" if "others" in arguments[1] else "SAT 1")
"""


class GivenPuzzles(side_by_side.Task):
    """Puzzles that are there."""

    def make(self):
        return self.request

    def generate_frame(self):
        return rc.sudoku.generate_frame(self.number, size=4, threads=1)


@pytest.fixture
def puzzles():
    return rc.sudoku.read(PUBLISHED / "sudoku" / "pytudes.txt")[:4]


@pytest.fixture
def compare_with(tmp_path, monkeypatch, puzzles, capsys):
    """Run the program with fake peers, or none but those that are named, and return the table and what was said."""
    solutions = ["".join(map(str, puzzle.solve()[0].ravel())) for puzzle in puzzles]

    def compare(*names, wrong_indices=(), options=()):
        answers = [solution[::-1] if i in wrong_indices else solution for i, solution in enumerate(solutions)]
        lines, games = (
            side_by_side.lines_of(puzzles).split(),
            [side_by_side.game_of(puzzle.cells) for puzzle in puzzles],
        )
        answer_of = dict(zip([*lines, *games], [*answers, *answers], strict=True))
        for name in names:
            path = tmp_path / name
            path.write_text(FAKE.format(python=sys.executable, known=answer_of))
            path.chmod(0o755)
        checkout = tmp_path / "checkout"
        checkout.mkdir(exist_ok=True)
        if "c++" in names:
            (checkout / "libtdoku_static.a").touch()
            (checkout / "CMakeLists.txt").write_text("project(tdoku VERSION 0.1)")
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.setattr(side_by_side, "GAMES", "")
        monkeypatch.setattr(side_by_side, "AT_LEAST", 1)
        kakuros = rc.kakuro.read(PUBLISHED / "kakuro" / "minizinc.txt")[:3]
        rullos = [rc.rullo.parse("1 1\n1 1 1\n1 1 1")]
        monkeypatch.setattr(
            side_by_side,
            "TASKS",
            (
                GivenPuzzles("solve_sudoku", "published", 4, puzzles),
                GivenPuzzles("generate_sudoku", "published", 4, puzzles),
                GivenPuzzles("solve_kakuro", "published", 3, kakuros),
                GivenPuzzles("solve_rullo", "smallest", 1, rullos),
            ),
        )
        out = tmp_path / "out.csv"
        monkeypatch.setattr(sys, "argv", ["side_by_side", str(out), "--tdoku", str(checkout), *options])
        side_by_side.main()
        table = pd.read_csv(out)
        output = capsys.readouterr()
        assert side_by_side.markdown(table) in output.out
        return table, output.err

    return compare


def test_each_peer_is_compared(compare_with, monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy", None)
    table, output = compare_with("qqwing", "sgt-solo", "c++", "clingo", "minisat")
    assert list(zip(table["kind"], table["task"], table["peer"], strict=True)) == [
        *(("sudoku", "solve", peer) for peer in ("tdoku", "qqwing", "Solo")),
        ("sudoku", "generate", "qqwing"),
        *(("kakuro", "solve", peer) for peer in ("CP-SAT", "MiniSat")),
        *(("rullo", "solve", peer) for peer in ("CP-SAT", "clingo")),
    ]
    assert (table["ours_ms"] > 0).all()
    assert (table["wrong"] == 0).all()
    assert (table["its_ms"] >= 0).all()
    assert table.loc[table["peer"] == "CP-SAT", "ratio"].gt(0).all()
    (row,) = table[table["task"] == "generate"].itertuples()
    assert row.our_clues == row.its_clues > 17
    assert row.our_minimal == row.its_minimal < 1
    assert "HiGHS is skipped: needs pip install scipy" in output
    assert output.count("is skipped") == 1


def test_what_is_not_there_is_skipped(compare_with, monkeypatch):
    for package in ("scipy", "ortools"):
        monkeypatch.setitem(sys.modules, package, None)
    table, output = compare_with("qqwing")
    assert set(table["peer"]) == {"qqwing"}
    for name in ("tdoku", "Solo", "CP-SAT", "HiGHS", "MiniSat", "clingo"):
        assert f"{name} is skipped: " in output


@pytest.mark.parametrize("name", ["qqwing", "sgt-solo", "c++"])
def test_wrong_solutions_are_found(compare_with, name):
    table, output = compare_with(name, wrong_indices=(1, 2))
    (row,) = table[(table["kind"] == "sudoku") & (table["task"] == "solve")].itertuples()
    assert row.wrong == 2
    assert row.ours_ms > 0
    assert f"{row.peer}: 2 of 4 wrong (published)" in output


def test_a_peer_that_is_always_wrong_has_no_times(compare_with):
    table, _ = compare_with("qqwing", wrong_indices=range(4))
    row = table.iloc[0]
    assert row["wrong"] == 4
    assert row[["ours_ms", "its_ms", "ratio"]].isna().all()


def test_peers_and_puzzles_are_chosen(compare_with, tmp_path, puzzles):
    path = tmp_path / "more.txt"
    rc.sudoku.write(puzzles, path)
    table, output = compare_with(
        "qqwing", "sgt-solo", options=["--peers", "Solo", "--puzzles", str(path), "--part", "0.5"]
    )
    assert table[["puzzles", "number", "peer"]].values.tolist() == [["published", 4, "Solo"], ["more", 2, "Solo"]]
    assert output.count("skipped") == 0


def test_games_of_solo_are_read_and_written(puzzles):
    for puzzle in (*puzzles, rc.sudoku.parse("." * 80 + "1")):
        game = side_by_side.game_of(puzzle.cells)
        assert side_by_side.line_of(game) + "\n" == side_by_side.lines_of([puzzle])
    assert game == "3x3:zzzb1"
    assert side_by_side.game_of((1, 2, 0, 3)) == "3x3:1_2a3"


@pytest.mark.slow
@pytest.mark.parametrize("kind", side_by_side.PEERS, ids=lambda kind: kind.name)
def test_a_peer_that_is_there_is_right(kind, tmp_path, monkeypatch):
    monkeypatch.setattr(side_by_side, "AT_LEAST", 1)
    try:
        peer = kind(Namespace(tdoku=None), tmp_path)
    except side_by_side.Missing as reason:
        pytest.skip(str(reason))
    tasks = [replace(task, number=3) for task in side_by_side.TASKS]
    table = side_by_side.compare(tasks, [peer])
    assert len(table) >= 1
    assert (table["wrong"] == 0).all()
