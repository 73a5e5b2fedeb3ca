import json

import pytest

import rullo_core as rc
from rullo_core.sudoku.puzzle import Sudoku, parse_puzzles
from tests.sudoku.puzzles import PYTUDES

SMALL = "# mine\n1...............\n"
EASY = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."


@pytest.fixture
def easy(tmp_path):
    path = tmp_path / "easy.txt"
    path.write_text(f"# easy\n{EASY}\n")
    return path


def test_solve(rullo, easy, tmp_path):
    status, out, err = rullo("sudoku", "solve", easy)
    assert (status, err) == (0, "")
    assert out.startswith("# easy\nPass 1, units: ")
    assert out.endswith("\nSolved by passes alone: 5 passes of gac-locked.\n")
    status, out, _ = rullo("sudoku", "solve", "--limit", "3", easy)
    assert out.startswith("# easy\nSolution 1\n\n4 8 3 | 9 2 1 | 6 5 7\n")
    assert out.endswith("\nThat is the only solution.\n")
    (text,) = json.loads(rullo("sudoku", "solve", "--format", "json", "--limit", "3", easy)[1])
    assert (text["name"], text["solutions"], text["complete"]) == ("easy", 1, True)
    assert text["solution"][0] == [4, 8, 3, 9, 2, 1, 6, 5, 7]
    rows = json.loads(rullo("sudoku", "solve", "--format", "json", "--level", "hidden", easy)[1])
    for row in rows:
        assert row["value"] in (None, text["solution"][row["row"] - 1][row["column"] - 1])
    assert rullo("sudoku", "hint", easy)[1].startswith("# easy\n")
    assert json.loads(rullo("sudoku", "hint", "--format", "jsonl", easy)[1])["level"] == "naked"
    path = tmp_path / "small.txt"
    path.write_text(SMALL)
    assert rullo("sudoku", "solve", "--limit", "5", path)[1].endswith("\n5 solutions, and there may be others.\n")
    assert "There are other solutions: in one, 4 cells differ.\n" in rullo("sudoku", "solve", path)[1]
    path.write_text("123....4........\n")
    assert rullo("sudoku", "solve", path)[1].startswith("There is no solution: ")
    assert rullo("sudoku", "show", "--solution", path)[0] == 2


def test_rate_and_show(rullo, easy):
    rows = [json.loads(line) for line in rullo("sudoku", "rate", easy, PYTUDES, "--threads", "2")[1].splitlines()]
    assert len(rows) == 157
    assert rows[0] == rows[1] | {"name": "easy"}
    assert (rows[0]["level"], rows[0]["clues"], rows[0]["solutions"], rows[0]["complete"]) == ("naked", 32, 1, True)
    out = rullo("sudoku", "show", easy)[1]
    assert out.splitlines()[1] == ". . 3 | . 2 . | 6 . ."
    assert rullo("sudoku", "show", easy, "--solution")[1].splitlines()[1] == "4 8 3 | 9 2 1 | 6 5 7"


def test_pictures(rullo, easy, tmp_path):
    assert rullo("sudoku", "show", easy, "--level", "naked")[1] == rullo("sudoku", "show", easy, "--solution")[1]
    for name, *options in (("board.svg", "--level", "hidden"), ("board.png",), ("board.pdf", "--solution"),
                        ("sheet.pdf", "--sheet")):  # fmt: skip
        assert rullo("sudoku", "show", easy, "--out", tmp_path / name, *options) == (0, "", "")
        assert (tmp_path / name).stat().st_size > 1000
    for arguments, message in (
        (("--sheet",), "--sheet needs --out"),
        (("--level", "gac", "--solution"), "exclude each other"),
        (("--out", tmp_path / "x.txt"), "a picture is a .svg"),
    ):
        status, out, err = rullo("sudoku", "show", easy, *arguments)
        assert (status, out, message in err) == (2, "", True)
    bad = tmp_path / "bad.txt"
    bad.write_text("123....4........\n")
    for option in ("--solution", "--level=gac"):
        assert rullo("sudoku", "show", bad, option)[0] == 2


@pytest.mark.slow
def test_making(rullo, tmp_path):
    status, out, err = rullo("sudoku", "fill", "--size", "16", "--count", "2", "--seed", "3")
    assert (status, err) == (0, "")
    boards = parse_puzzles(out)
    assert all(board.is_filled and board.side == 16 for board in boards)
    assert rullo("sudoku", "fill", "--size", "16x16", "--first", "1", "--seed", "3")[1] == out.splitlines()[1] + "\n"
    path = tmp_path / "boards.txt"
    path.write_text(rullo("sudoku", "fill", "--fill-method", "swaps")[1])
    puzzle = Sudoku.parse(rullo("sudoku", "dig", path, "--level", "hidden")[1])
    assert 20 < puzzle.clues < 30
    (text,) = json.loads(rullo("sudoku", "generate", "--level", "hidden", "--passes", "12-15", "--format", "json")[1])
    assert 12 <= rc.sudoku.rate(Sudoku.parse(text["text"])).passes_hidden[0] <= 15
    words = tmp_path / "words.txt"
    words.write_text("...." + "." * 77)
    assert rullo("sudoku", "fill", "--given", words)[0] == 0
    assert rullo("sudoku", "fill", "--given", words, "--size", "16")[0] == 2


def test_a_limit_that_is_reached_is_told_with_its_numbers(rullo, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("12.............." + "\n")
    single_attempt = "3 placements; raise fill_limit, to 1,000,000,000,000 at most, or take another fill_method"
    repeated_attempts = "3 placements in each of 2 attempts; raise fill_limit or fill_attempts, to 1,000,000,000,000"
    for method, text in (("rows", single_attempt), ("exact-cover", single_attempt), ("bail-out", repeated_attempts)):
        limits = ("--fill-limit", "3", "--fill-attempts", "2", "--fill-method", method)
        status, out, err = rullo("sudoku", "fill", "--given", words, *limits)
        assert (status, out, err.count("\n")) == (1, "", 1)
        assert err.startswith(f"rullo: index 0 of seed 1: limit reached: {text}")
    for method in ("permuted", "shifted"):
        status, out, err = rullo("sudoku", "fill", "--given", words, "--fill-method", method)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert f"{method!r}: takes no digits that are set before; take rows, bail-out, solver" in err
    status, out, err = rullo(
        "sudoku", "fill", "--size", "4", "--fill-method", "swaps", "--fill-limit", 10**12, "--fill-attempts", 10**12
    )
    assert (status, len(out), err) == (0, 17, "")


def test_bad_input(rullo, tmp_path):
    path = tmp_path / "bad.txt"
    path.write_text("11..............\n")
    for command, message in (
        (("rate", path), "row 1, column 2: 1 is in row 1 already"),
        (("fill", "--size", "3"), "size '3': write a number from 4 to 49"),
        (("generate", "--passes", "12"), "passes are those of a level"),
        (("generate", "--level", "gac", "--passes", "x"), "passes 'x': write the least and the greatest"),
        (("generate", "--level", "one-solution"), "'--level': 'one-solution': take one of naked, hidden"),
        (("generate", "--criterion", "gac"), "no option '--criterion'; did you mean '--level'"),
        (("hardest", "--criterion", "gac"), "no option '--criterion'; did you mean '--level'"),
        (("dig", tmp_path / "none.txt"), "none.txt: there is no such file, and as text, line 1"),
    ):
        status, out, err = rullo("sudoku", *command)
        assert (status, out, message in err, err.count("\n")) == (2, "", True, 1), err
