import json

import pytest

import rullo_core as rc
from rullo_core.cli.errors import STOPPED
from rullo_core.kakuro.experiments import polyominoes
from rullo_core.kakuro.reading import parse_puzzles
from rullo_core.paths import PUBLISHED
from tests.kakuro.puzzles import EXAMPLE, MINIZINC

SQUARE = "# mine\n3 3\n- 4, 6,\n,7 0 0\n,3 0 0\n"
AMBIGUOUS = "3 3\n- 5, 5,\n,5 0 0\n,5 0 0\n"


@pytest.fixture
def square(tmp_path):
    path = tmp_path / "square.txt"
    path.write_text(SQUARE + "\n" + AMBIGUOUS)
    return path


def test_solve(rullo, square):
    status, out, err = rullo("kakuro", "solve", square)
    assert (status, err) == (0, "")
    assert out.startswith("# mine\nPass 1, across: 0 cells\n  7 across from row 2, column 2, only 1+6")
    assert "\nSolved with 1 guess. There are other solutions: in one, 4 cells differ.\n" in out
    status, out, _ = rullo("kakuro", "solve", square, "--limit", "9")
    assert "That is the only solution." in out
    assert out.endswith("Solution 4\n\n#  5\\ 5\\\n\\5 4  1\n\\5 1  4\n\n4 solutions.\n")
    first, *ambiguous_rows = json.loads(rullo("kakuro", "solve", square, "--limit", "9", "--format", "json")[1])
    solution = [[0, 0, 0], [0, 3, 4], [0, 1, 2]]
    assert first == {
        "name": "mine", "size": "2x2", "solutions": 1, "complete": True, "nodes": 0, "solution": solution,
    }  # fmt: skip
    assert [row["solutions"] for row in ambiguous_rows] == [4] * 4
    rows = json.loads(rullo("kakuro", "solve", square, "--format", "json")[1])
    assert {row["index"] for row in rows} == {0, 1}
    assert any(row["group"] == "guess" for row in rows)
    output = rullo("kakuro", "solve", "--level", "G", EXAMPLE)[1]
    assert "rectangles" not in output


def test_levels(rullo, tmp_path):
    """With rectangles this takes no guess, and without them it does."""
    path = tmp_path / "rectangular.txt"
    path.write_text("3 4\n- 3, 7, -\n,6 0 0 0\n,6 0 0 -\n")
    assert rullo("kakuro", "solve", path)[1].endswith("Solved with 1 round of rectangles. That is the only solution.\n")
    out = rullo("kakuro", "solve", path, "--level", "G")[1]
    assert "Guess: " in out
    assert "rectangle" not in out.partition("\n")[2]


def test_hint(rullo, tmp_path):
    path = tmp_path / "written.txt"
    path.write_text(SQUARE.replace("0 0\n,3", "0 4\n,3"))
    status, out, err = rullo("kakuro", "hint", path)
    assert (status, err) == (0, "")
    assert out.endswith("\nSo 3 goes in row 2, column 2 (G).\n")
    (output,) = json.loads(rullo("kakuro", "hint", "--format", "json", path)[1])
    assert (output["name"], output["values"]) == ("mine", [{"row": 2, "column": 2, "value": 3}])
    status, out, err = rullo("kakuro", "solve", path)
    assert (status, out) == (2, "")
    assert err.endswith("(mine), row 2, column 3: '4' is no cell; write 0, -, 16, or ,24 or 17,24\n")


def test_show(rullo, square, tmp_path):
    status, out, _ = rullo("kakuro", "show", square, "--solution")
    solved = ["# mine", "#  4\\ 6\\", "\\7 3  4", "\\3 1  2", "", "#  5\\ 5\\", "\\5 1  4", "\\5 4  1"]
    assert (status, out.splitlines()) == (0, solved)
    assert rullo("kakuro", "show", square, "--level", "G")[1].splitlines()[:4] == solved[:4]
    for name in ("board.svg", "board.png", "board.pdf"):
        status, out, err = rullo("kakuro", "show", square, "--out", tmp_path / name)
        assert (status, out, err) == (0, "", "")
        assert (tmp_path / name).stat().st_size > 1000
    assert rullo("kakuro", "show", square, "--sheet", "--out", tmp_path / "sheet.svg")[0] == 0
    assert (tmp_path / "sheet.svg").stat().st_size > (tmp_path / "board.svg").stat().st_size
    for options, message in (
        (("--out", tmp_path / "board.txt"), "a picture is a .svg, .png or .pdf file"),
        (("--sheet",), "--sheet needs --out"),
        (("--level", "Z"), "level 'Z': there is no rule Z"),
        (("--level", "G", "--solution"), "exclude each other"),
    ):
        status, out, err = rullo("kakuro", "show", square, *options)
        assert (status, out, message in err, err.count("\n")) == (2, "", True, 1)


def test_grade(rullo, square):
    status, out, _ = rullo("kakuro", "grade", square)
    first, second = map(json.loads, out.splitlines())
    assert status == 0
    assert (first["name"], first["level"], first["weakest_level"], first["forced"], first["digits_left"]) == (
        "mine", "G", "setup", 1, 1)  # fmt: skip
    assert (second["level"], second["weakest_level"], second["digits_left"]) == (None, "search", 4)


def test_digits_that_a_puzzle_is_to_have(rullo, tmp_path):
    path = tmp_path / "digits.txt"
    path.write_text("5 5\n- - - - -\n- 1 9 - -\n- 0 0 0 -\n- - 0 7 2\n- - - 0 0\n")
    status, out, err = rullo("kakuro", "generate", "--layout", path, "--format", "json")
    assert (status, err) == (0, "")
    (output,) = json.loads(out)
    assert (output["level"], output["method"]) == ("G", "repair")
    assert (output["solution"][1][1:3], output["solution"][3][3:]) == ([1, 9], [7, 2])
    path.write_text("3 3\n- - -\n- 1 1\n- 0 0\n")
    status, out, err = rullo("kakuro", "generate", "--layout", path)
    assert (status, out) == (2, "")
    assert "layout, row 2, column 2: 1 is twice in the entry that begins there; change one" in err
    assert rullo("kakuro", "generate", "--layout", path, "--size", "3x3")[0] == 2


def test_rate(rullo, square):
    status, out, _ = rullo("kakuro", "rate", square, EXAMPLE, MINIZINC, "--threads", "2")
    rows = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert rows[0] == {
        "puzzle": "kakuro",
        "text": rows[0]["text"],
        "simple": True,
        "level": "G",
        "passes": 2.5,
        "cells": 4,
        "open_cells": 0,
        "solutions": 1,
        "nodes": 0,
        "complete": True,
        "size": "2x2",
        "bound": None,
        "name": "mine",
        "grade": "setup",
        "passes_across_first": 3,
        "passes_down_first": 2,
        "entries": 4,
    }
    assert rows[1]["name"] == ""
    assert (rows[1]["level"], rows[1]["solutions"], rows[1]["complete"]) == (None, 2, False)
    assert [row["name"] for row in rows[2:5]] == ["simonis", "kakuro_6_6_easy", "kakuro_6_6_hard"]
    status, out, _ = rullo("kakuro", "rate", square, "--max-solutions", "9")
    assert json.loads(out.splitlines()[1])["solutions"] == 4


def test_combinations(rullo):
    assert rullo("kakuro", "combinations", "3", "8") == (0, "8: 125 134\n", "")
    status, out, _ = rullo("kakuro", "combinations", "9")
    assert (status, out) == (0, "45: 123456789\n")
    status, out, err = rullo("kakuro", "combinations", "3", "30")
    assert (status, out) == (2, "")
    assert err == "rullo: no 3 different digits add up to 30; write 6 to 24\n"


def test_convert(rullo, tmp_path):
    path = tmp_path / "collection.json"
    path.write_text(json.dumps({"data": {"a": {"problem": SQUARE}, "b": {"problem": AMBIGUOUS}}}))
    status, out, _ = rullo("kakuro", "convert", path)
    assert status == 0
    assert [puzzle.name for puzzle in parse_puzzles(out)] == ["a", "b"]
    assert out == f"{SQUARE.replace('mine', 'a')}\n# b\n{AMBIGUOUS}"


def test_bad_input(rullo, tmp_path):
    path = tmp_path / "bad.txt"
    path.write_text("3 3\n- 4, 6,\n,7 0 0\n,4 0 0\n")
    status, out, err = rullo("kakuro", "rate", path)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "row 2, column 2: in the entries connected there the clues across come to 11 and those down to 10" in err


def test_a_size_leaves_out_the_row_and_column_for_clues(rullo):
    """The help says so, and it is so."""
    text = rullo("kakuro", "layout", "--size", "10x10")[1].splitlines()
    assert text[1] == "11 11"
    assert all(line.split()[0] in ("-", ",", "*,") or line.startswith(",") for line in text[2:])
    for command in (["generate"], ["layout"]):
        output = " ".join(rullo("kakuro", *command, "--help")[1].split())
        assert "one more row and column, for clues" in output
    assert "one more of both" in " ".join(rullo("kakuro", "census", "--help")[1].split())
    assert "10x10, in --size and in tables, leaves them out: the text of such a puzzle begins with 11 11" in " ".join(
        rullo("kakuro", "--help")[1].split()
    )
    (example, *_) = parse_puzzles((PUBLISHED / "kakuro/minizinc.txt").read_text(encoding="utf-8"))
    assert repr(example) == "<Kakuro 5x5 'kakuro_6_6_easy'>"


def test_layouts(rullo):
    status, out, err = rullo("kakuro", "layout", "--size", "6x7", "--count", "2", "--seed", "3")
    assert (status, err) == (0, "")
    first, second = out.split("\n\n")
    assert first.startswith("# layout 0 of seed 3: ")
    assert "% black, " in first
    assert rullo("kakuro", "layout", "--size", "6x7", "--first", "1", "--seed", "3")[1] == second
    assert len(parse_puzzles(out)) == 2
    status, out, err = rullo("kakuro", "layout", "--size", "6x7", "--symmetry", "quarter-turn")
    assert (status, out, err) == (2, "", "rullo: 6x7: a quarter turn needs a square\n")


@pytest.mark.slow
def test_generate_and_reduce(rullo, tmp_path):
    command = ("kakuro", "generate", "--size", "6x6", "--black", "0.3", "--seed", "4")
    status, out, _ = rullo(*command, "--count", "2")
    assert status == 0
    path = tmp_path / "made.txt"
    path.write_text(out)
    assert rullo(*command, "--first", "1")[1] == out.split("\n\n")[1]
    rows = [json.loads(line) for line in rullo("kakuro", "rate", path)[1].splitlines()]
    assert [row["name"].split(":")[0] for row in rows] == ["6x6, seed 4, index 0", "6x6, seed 4, index 1"]
    assert all(row["simple"] and f"difficulty {row['passes']:g}," in row["name"] for row in rows)
    status, out, _ = rullo("kakuro", "reduce", path, "--complete", "--seed", "1")
    assert status == 0
    assert out.count(" clues gone (") == 2
    path.write_text(out)
    rows = [json.loads(line) for line in rullo("kakuro", "rate", path)[1].splitlines()]
    assert all((row["solutions"], row["complete"]) == (1, True) for row in rows)
    status, out, _ = rullo(*command, "--format", "json")
    (output,) = json.loads(out)
    assert (output["method"], output["tries"]) == ("steps", 1)
    status, out, err = rullo(*command, "--difficulty", "90-99", "--max-tries", "3")
    assert (status, out) == (1, "")
    assert err == "rullo: index 0: no such puzzle was found in 3 tries; ask for less, or allow more\n"
    status, _, err = rullo(*command, "--level", "search", "--method", "steps")
    assert (status, "needs the method parting" in err) == (2, True)


def test_census(rullo, tmp_path):
    out = tmp_path / "block.parquet"
    status, text, _ = rullo("kakuro", "census", "--size", "2x2", "--out", out)
    assert (status, text.partition(";")[0]) == (
        0, f"{out}: full blocks of 2x2, 1,835 puzzles: 580 simple (31.61%), 1,255 ambiguous (68.39%)",
    )  # fmt: skip
    assert len(rc.load(out).puzzles) == 145
    assert rullo("kakuro", "census", "--size", "4x4")[0] == 2


def test_a_count_of_polyominoes_that_is_stopped_goes_on(rullo, tmp_path, monkeypatch):
    monkeypatch.setattr(polyominoes.Polyominoes, "estimate_seconds", lambda *_: 0.0)
    count, layouts = polyominoes.count_layout, []

    def interrupted(layout):
        layouts.append(str(layout))
        if len(layouts) == 3:
            raise KeyboardInterrupt
        return count(layout)

    monkeypatch.setattr(polyominoes, "count_layout", interrupted)
    command = ("kakuro", "polyominoes", "--cells", "6", "--threads", "1", "--out", tmp_path / "six.parquet")
    status, _, err = rullo(*command)
    assert (status, err.splitlines()[-1]) == (1, f"rullo: {STOPPED}")
    assert rullo(*command)[0] == 0
    # What was finished is not counted again; what the interrupt met is, and so is what may have begun by then.
    assert [layouts.count(layout) for layout in layouts[:3]] == [1, 1, 2]
    data = rc.load(tmp_path / "six.parquet")
    assert data.manifest["shards"]["taken up from before"] == 2
    assert set(data.counts["layout"]) == set(layouts)
