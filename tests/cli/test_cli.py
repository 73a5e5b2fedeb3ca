import json
import os
import shlex
import signal
import subprocess
import sys
import time

import pytest

import rullo_core as rc
from rullo_core import __main__ as main
from rullo_core.datasets import store
from rullo_core.paths import PUBLISHED, ROOT
from rullo_core.runs.registry import declaration
from rullo_studies.rullo.thesis import published
from tests.processes import running

PUZZLES = PUBLISHED / "puzzles.txt"


@pytest.fixture
def figure_1(tmp_path, figures):
    path = tmp_path / "figure-1.txt"
    path.write_text(str(figures["figure 1"]))
    return path


def command(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "rullo_core", *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, **options
    )


def test_help_names_every_command(rullo):
    status, out, _ = rullo("--help")
    assert status == 0
    assert all(
        name in out
        for name in (
            "solve",
            "rate",
            "generate",
            "census",
            "grids",
            "sample",
            "show",
            "figures",
            "notebook",
            "lab",
            "site",
        )
    )


def test_the_name_of_the_puzzle_may_stand_before_its_commands(rullo, figure_1):
    commands = main.command().commands
    shared = {"solve", "hint", "rate", "show", "convert", "generate"}
    own = {"hardest", "record", "predict", "census", "grids", "sample", "search", "phases"}
    assert set(commands["rullo"].commands) == shared | own
    assert all(commands["rullo"].commands[name] is commands[name] for name in commands["rullo"].commands)
    assert rullo("rullo", "solve", figure_1) == rullo("solve", figure_1)
    for puzzle in ("kakuro", "killer", "sudoku"):
        assert shared <= set(commands[puzzle].commands)


def test_shells_complete_commands_and_values():
    def completed(*words):
        environment = {**os.environ, "_RULLO_COMPLETE": "bash_complete", "COMP_WORDS": shlex.join(["rullo", *words])}
        environment["COMP_CWORD"] = str(len(words))
        process = subprocess.run(
            [sys.executable, "-m", "rullo_core"], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        return {line.partition(",")[2] for line in process.stdout.splitlines()}

    assert {"kakuro", "killer", "sudoku", "rullo"} <= completed("")
    assert completed("killer", "generate", "--level", "C") == {"CH", "CG", "CA", "CP"}


def test_lab_is_jupyterlab_with_its_own_options():
    process = command("lab", "--version")
    is_root = getattr(os, "geteuid", lambda: 1)() == 0
    warning = "rullo: JupyterLab runs as root, as you do, with --allow-root\n" if is_root else ""
    assert (process.returncode, process.stderr) == (0, warning)
    assert process.stdout.count(".") == 2


def test_solve(rullo, figure_1):
    status, out, err = rullo("solve", figure_1)
    assert (status, err) == (0, "")
    assert out.startswith(
        "Pass 1, columns: 6 cells\n  column 1 reaches 10 only with 2 + 8: the 7 in row 2 is excluded\n"
    )
    assert out.endswith("difficulty 3.5.\n")


def test_solve_reads_standard_input(figure_1):
    for files in (("-",), ()):
        process = command("solve", *files, input=figure_1.read_text())
        assert (process.returncode, process.stderr) == (0, "")
        assert process.stdout.endswith("difficulty 3.5.\n")


def test_steps_as_data(rullo, figure_1):
    status, out, _ = rullo("solve", figure_1, "--format", "jsonl")
    rows = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [sum(row["pass"] == number for row in rows) for number in range(5)] == [0, 6, 10, 7, 2]
    values = {(row["row"], row["column"]): row["value"] for row in rows}
    assert [values[1, column] for column in range(1, 6)] == [0, 1, 1, 0, 1]


def test_solve_every_solution(rullo):
    status, out, _ = rullo("solve", PUZZLES, "--limit", "9", "--format", "jsonl")
    rows = [json.loads(line) for line in out.splitlines()]
    number = [1, 1, 2, 4, 1, 1, 1, 1, 1, 4]
    assert status == 0
    assert [row["solutions"] for row in rows] == [n for n in number for _ in range(n)]
    assert len({(row["name"], str(row["solution"])) for row in rows}) == sum(number)
    text = rullo("solve", PUZZLES, "--limit", "3")[1]
    assert text.count("That is the only solution.\n") == number.count(1)
    assert text.count("\n3 solutions, and there may be others.\n") == number.count(4)
    assert "\n2 solutions.\n" in text


@pytest.mark.parametrize("puzzle", ["rullo", "kakuro", "killer", "sudoku"])
def test_a_word_of_before_is_refused_with_the_new_one(rullo, puzzle):
    prefix = "rullo" if puzzle == "rullo" else f"rullo {puzzle}"
    for flag, output in (
        ("--hint", f"{prefix} hint FILE"),
        ("--all", "--limit N"),
        ("--count", f"{prefix} rate --max-solutions N FILE"),
    ):
        status, out, err = rullo(puzzle, "solve", flag, "none.txt")
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert err.startswith(f"rullo: {flag} is no option any more: write {output}")


def test_a_puzzle_without_a_solution_is_not_bad_input(rullo, tmp_path):
    path = tmp_path / "none.txt"
    path.write_text("3 3\n3 1 1\n3 1 1\n")
    assert rullo("solve", path) == (0, "There is no solution: the numbers of column 1 cannot reach 3.\n", "")
    assert rullo("solve", path, "--limit", "2") == (0, "There is no solution.\n", "")
    status, out, err = rullo("solve", path, "--format", "csv")
    assert (status, out) == (2, "")
    assert err.startswith("rullo: puzzle 1: the puzzle: There is no solution: the numbers of column 1 cannot reach 3")
    (row,) = json.loads(rullo("solve", path, "--limit", "2", "--format", "json")[1])
    assert (row["solutions"], row["complete"], row["solution"]) == (0, True, None)
    status, out, _ = rullo("rate", path)
    assert (status, json.loads(out)["solutions"]) == (0, 0)


def test_rate(rullo, figure_1):
    status, out, err = rullo("rate", figure_1, PUZZLES)
    assert (status, err) == (0, "")
    ratings = [json.loads(line) for line in out.splitlines()]
    assert len(ratings) == 11
    assert ratings[0] == {
        "puzzle": "rullo",
        "text": str(rc.rullo.read(figure_1)[0]),
        "simple": True,
        "level": "lines",
        "passes": 3.5,
        "cells": 25,
        "open_cells": 0,
        "solutions": 1,
        "nodes": None,
        "complete": True,
        "size": "5x5",
        "bound": None,
        "name": "",
        "required": 13,
        "passes_columns_first": 4,
        "passes_rows_first": 3,
    }
    assert ratings[-1]["passes"] == 16
    assert ratings[-1]["open_cells"] == 8
    assert (ratings[-1]["solutions"], ratings[-1]["complete"]) == (2, False)
    out = rullo("rate", PUZZLES, "--max-solutions", "9", "--guess-limit", "3")[1]
    assert (json.loads(out.splitlines()[-1])["solutions"], json.loads(out.splitlines()[-1])["passes"]) == (4, None)


def test_rate_says_nothing_if_one_file_is_bad(rullo, figure_1, tmp_path):
    bad = tmp_path / "bad.txt"
    bad.write_text("3\n3 x\n")
    assert rullo("rate", figure_1, bad) == (
        2,
        "",
        f"rullo: {bad}:2:3: 'x' is not a whole number; write one, such as 7\n",
    )


def test_generate_and_rate(rullo, tmp_path):
    arguments = ("generate", "--size", "4x4", "--values", "1-9", "--seed", "2", "--count", "3", "--difficulty", "2-3")
    status, out, _ = rullo(*arguments, "--simple", "--unique")
    assert status == 0
    assert rullo(*arguments, "--simple", "--unique")[1] == out
    path = tmp_path / "generated.txt"
    path.write_text(out)
    ratings = [json.loads(line) for line in rullo("rate", path)[1].splitlines()]
    assert len(ratings) == 3
    assert all(rating["simple"] and 2 <= rating["passes"] <= 3 for rating in ratings)


def test_generate_gives_up(rullo):
    status, out, err = rullo("generate", "--size", "3x3", "--values", "1-9", "--difficulty", "7", "--max-tries", "20")
    assert (status, out) == (1, "")
    advice = "ask for less, allow more, or find puzzles by hill climbing (climb)"
    assert err == f"rullo: 0 of 1 puzzles found, and no other in 20 tries; {advice}\n"


def test_generate_refuses_what_there_cannot_be(rullo):
    """No simple puzzle of 3x3 has more than 4.5, none of n cells more than n + 1/2; of two cells, 1.5 is possible."""
    arguments = ("generate", "--size", "3x3", "--values", "1-9", "--max-tries", "5", "--difficulty")
    assert rullo(*arguments, "9.5-20")[0] == rullo(*arguments, "4.5", "--simple")[0] == 1
    for size, difficulty, simple, greatest in (("3x3", "9.6-20", [], "9.5"), ("3x3", "4.6-9", ["--simple"], "4.5")):
        status, out, err = rullo("generate", "--size", size, "--values", "1-9", "--difficulty", difficulty, *simple)
        assert (status, out) == (2, "")
        assert f"no {'simple ' if simple else ''}puzzle of {size} has more than {greatest}; ask for less" in err
    assert rullo("generate", "--size", "1x2", "--values", "1", "--difficulty", "1.5", "--simple")[0] == 0


@pytest.mark.slow
def test_puzzles_as_the_thesis_drew_them(rullo, tmp_path):
    """Figure 17 is on its grid 127; a dataset tells how it was drawn, and how to make it again."""
    arguments = ("--size", "5x5", "--values", "1-9", "--generator", "rand")
    status, out, _ = rullo("generate", *arguments, "--first", "127")
    assert status == 0
    title, *rows = out.splitlines()
    assert title.startswith("# 5x5 over 1-9, seed 1 of rand, index 127: ")
    figure = published.puzzles()["figure 17"].numbers
    assert [tuple(map(int, row.split()[1:])) for row in rows[1:]] == list(figure)
    path = tmp_path / "drawn.parquet"
    assert "seed 1 of rand" in rullo("sample", *arguments, "--count", "300", "--out", path)[1]
    dataset = store.load(path)
    command = declaration("sample").command(dataset.manifest["parameters"])
    assert "rullo sample --size 5x5 --values 1-9 --count 300 --seed 1 --generator rand" in command
    assert dataset.manifest["parameters"]["generator"] == "rand"


def test_census_and_show(rullo, tmp_path):
    out_file = tmp_path / "small.parquet"
    status, out, err = rullo("census", "--size", "2x2", "--values", "1-3", "--out", out_file)
    assert (status, err) == (0, "")
    assert out.startswith(f"{out_file}: census of 2x2 over 1-3, 1,296 puzzles: ")
    assert store.load(out_file).tally.total == 1296
    status, out, _ = rullo("show", out_file)
    assert status == 0
    assert '"values": [1, 2, 3]' in out
    assert "A hardest exhaustive puzzle" in out
    assert rullo("figures", out_file, tmp_path)[0] == 0
    assert (tmp_path / "small-by-difficulty.csv").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["solve", "none.txt"], "none.txt: there is no such file, and as text:1:1: "),
        (["solve", "missing.txt"], "missing.txt:3:7: a row here is its target-sum and 3 numbers"),
        (["solve", "word.txt"], "word.txt:2:5: 'two' is not a whole number"),
        (["solve", "totals.txt"], "the row target-sums total 6 and the column target-sums 7: no solution can exist"),
        (["solve", "empty.txt"], "empty.txt: no puzzle"),
        (["solve", "binary.txt"], "binary.txt: is not text"),
        (["solve", "fine.txt", "--limit", "0"], "--limit"),
        (["solve", "fine.txt", "--level", "hidden"], "'--level': 'hidden': take one of lines"),
        (["show", "fine.txt", "--level", "hidden"], "level 'hidden': Rullo has lines"),
        (["show", "word.txt"], "word.txt:2:5: 'two' is not a whole number"),
        (["rate", "missing.txt"], "missing.txt:3:7"),
        (["rate", "fine.txt", "--guess-limit", "-1"], "--guess-limit"),
        (["generate", "--size", "3x", "--values", "1-9"], "size '3x': write height x width"),
        (["generate", "--size", "3x3", "--values", "1-9", "--difficulty", "6-4"], "write the smaller one first"),
        (["generate", "--size", "3x3", "--values", "1-9", "--seed", "x"], "--seed"),
        (
            ["generate", "--size", "3x3", "--values", "1-9", "--generator", "dice"],
            "'--generator': 'dice': take one of philox, rand",
        ),
        (
            ["generate", "--size", "3x3", "--values", "1-9", "--generator", "rand", "--seed", "4294967296"],
            "seed 4294967296: with the generator rand, take one from 0 to 4294967295",
        ),
        (
            ["sample", "--size", "3x3", "--values", "1-9", "--count", "9", "--out", "x.parquet", "--generator", "rand"]
            + ["--included", "0.3"],
            "included 0.3: with the generator rand, leave it at 0.5",
        ),
        (["census", "--size", "0x3", "--values", "1-9", "--out", "o.parquet"], "size '0x3'"),
        (
            ["census", "--size", "9x9", "--values", "1-9", "--out", "o.parquet"],
            "81 cells, but rullo census goes up to 64",
        ),
        (["census", "--size", "3x3", "--values", "4-2", "--out", "o.parquet"], "write the smaller first: 2-4"),
        (["census", "--size", "3x3", "--values", "a-b", "--out", "o.parquet"], "values 'a-b'"),
        (["census", "--size", "3x3", "--values", "", "--out", "o.parquet"], "values '' is empty"),
        (["census", "--size", "3x3", "--values", "1-2", "--out", "no/o.parquet"], "there is no folder no"),
        (["census", "--size", "3x3", "--values", "1-2", "--out", "."], "is a folder"),
        (["census", "--size", "3x3", "--values", "1-2", "--out", "o.csv"], "o.csv: a dataset's name ends in .parquet"),
        (["generate", "--size", "3x3", "--values", "1-9", "--difficulty", "nan"], "difficulty 'nan'"),
        (["generate", "--size", "3x3", "--values", "1-9", "--difficulty", "4-"], "difficulty '4-'"),
        (
            ["grids", "--size", "6x6", "--values", "1-9", "--grids", "2", "--out", "o.parquet"],
            "rullo sample goes up to 64",
        ),
        (["sample", "--size", "9x9", "--values", "1-9", "--count", "10", "--out", "o.parquet"], "goes up to 64"),
        (["sample", "--size", "7x7", "--values", "1-9", "--count", "1.5", "--out", "o.parquet"], "count '1.5'"),
        (
            ["sample", "--size", "7x7", "--values", "1-9", "--count", "9", "--seed", "x", "--out", "o.parquet"],
            "--seed",
        ),
        (["notebook", "fine.txt", "o.ipynb"], "fine.txt: is no notebook"),
        (["notebook", "fine.ipynb", "no/o.ipynb"], "no/o.ipynb: there is no folder no"),
        (["notebook", "fine.ipynb", "o.ipynb", "-p", "values", "[2"], "-p values '[2'"),
        (["show", "fine.parquet"], "fine.parquet: is no Parquet file, or a damaged one"),
        (["show", "none.parquet"], "none.parquet: there is no such file"),
        (["figures", "fine.txt", "."], "fine.txt: is no Parquet file"),
        (["notebook", "none.ipynb", "o.ipynb"], "none.ipynb"),
        (["cencus"], "cencus"),
    ],
)
def test_bad_input(rullo, tmp_path, monkeypatch, arguments, says):
    """One line that says what, where and how to mend it; status 2; nothing written."""
    texts = {
        "fine.txt": "3 3\n6 3 3\n",
        "missing.txt": "1 2 3\n3 1 2 3\n  3 1 2\n",
        "word.txt": "1 2 3\n3 1 two 3\n",
        "totals.txt": "3 4\n6 3 3\n",
        "empty.txt": "# only a comment\n",
        "fine.parquet": "3 3\n6 3 3\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "fine.ipynb").write_text('{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}')
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00")
    monkeypatch.chdir(tmp_path)
    paths = sorted(tmp_path.iterdir())
    status, out, err = rullo(*arguments)
    assert (status, out) == (2, "")
    assert says in err
    assert err.startswith("rullo: ")
    assert err.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == paths


def test_a_reader_who_goes_away_ends_it_quietly(figure_1):
    text = figure_1.read_text()
    process = subprocess.run(
        f"{sys.executable} -m rullo_core rate | head -n 1", shell=True, cwd=ROOT, capture_output=True, text=True,
        input="\n\n".join([text] * 3000),
    )  # fmt: skip
    assert process.stdout.count("\n") == 1
    assert process.stderr == ""


@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_an_interrupted_census_stops_soon_and_writes_no_dataset(tmp_path, number):
    """It says beforehand what it will take, and goes on until it is told to stop."""
    out = tmp_path / "long.parquet"
    arguments = [sys.executable, "-m", "rullo_core", "census", "--size", "3x3", "--values", "1-40", "--out", str(out)]
    with running(arguments, cwd=ROOT, stderr=subprocess.PIPE, text=True, env=os.environ) as process:
        announced = process.stderr.readline()
        assert announced.startswith("census of 3x3 over 1-40: 134,217,728,000,000,000 puzzles, about ")
        time.sleep(0.5)
        assert process.poll() is None
        process.send_signal(getattr(signal, number))
        _, output = process.communicate(timeout=30)
        assert process.returncode == 1
    assert output.strip() == "rullo: stopped; what is finished is kept, and the same command goes on from there"
    assert not list(tmp_path.glob("*.parquet"))


def test_ctrl_c_while_modules_are_imported_is_one_line(tmp_path):
    """The module that is imported first of all but a few sends the signal itself."""
    (tmp_path / "click").mkdir()
    (tmp_path / "click/__init__.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    with running(
        [sys.executable, "-m", "rullo_core", "solve"],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])},
    ) as process:
        _, output = process.communicate(timeout=30)
    assert (process.returncode, output) == (1, "rullo: stopped\n")


@pytest.mark.parametrize(
    ("error", "says"),
    [(OSError("the disk is full"), "the disk is full"), (OSError(), "OSError"), (MemoryError(), "MemoryError")],
)
def test_what_the_system_refuses_is_said_in_a_line(error, says, rullo, monkeypatch):
    """By the name of the error, if it has no words."""

    def fail(*_, **__):
        raise error

    monkeypatch.setattr("rullo_core.cli.errors.at_work", fail)
    assert rullo("solve") == (1, "", f"rullo: {says}\n")
