"""The commands that all puzzles have: what they write is what the Python functions return."""

import csv
import io
import json

import pandas as pd
import pytest

import rullo_core as rc
from rullo_core.cli.verbs import TEXT_COLUMNS
from rullo_core.paths import PACKAGE
from rullo_core.puzzles.lookup import apis

APIS = apis()
SMALL = {"rullo": ("4x4", {}), "kakuro": ("4x4", {}), "killer": ("4", {}), "sudoku": ("4", {})}


@pytest.fixture(params=APIS)
def kind(request):
    return request.param


@pytest.fixture
def file(kind, tmp_path):
    """The small puzzles of a kind, one of them named, and one that passes do not solve."""
    puzzles = APIS[kind].read(PACKAGE / kind / "shelf.txt")[:2]
    path = tmp_path / "puzzles.txt"
    APIS[kind].write(puzzles, path)
    return path


def plain(frame):
    """The rows of a table as JSON has them."""
    rows = frame.astype("object").where(frame.notna(), None).to_dict("records")
    return json.loads(json.dumps(rows, default=lambda value: value.tolist()))


def test_ratings_are_the_table_of_python(kind, file, rullo):
    frame = APIS[kind].rate(APIS[kind].read(file))
    expected = plain(frame)
    status, out, err = rullo(kind, "rate", file)
    rows = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (0, "")
    assert rows == expected
    assert [list(row) for row in rows] == [list(frame.columns)] * len(rows)
    assert json.loads(rullo(kind, "rate", file, "--format", "json")[1]) == expected
    read = list(csv.reader(io.StringIO(rullo(kind, "rate", file, "--format", "csv")[1])))
    assert read[0] == list(frame.columns)
    assert read[1:] == [["" if value is None else str(value) for value in row.values()] for row in expected]
    head, *lines = rullo(kind, "rate", file, "--format", "text")[1].splitlines()
    assert head.split() == list(TEXT_COLUMNS)
    assert len(lines) == len(expected)


def test_steps_hints_and_solutions_are_the_tables_of_python(kind, file, rullo):
    api = APIS[kind]
    puzzles = api.read(file)
    frame = api.steps(puzzles, level=api.explained_level)
    rows = json.loads(rullo(kind, "solve", file, "--format", "json")[1])
    assert rows == plain(frame)
    assert list(rows[0]) == list(frame.columns)
    weakest = api.levels[0]
    out = rullo(kind, "solve", file, "--level", weakest, "--format", "json")[1]
    assert json.loads(out) == plain(api.steps(puzzles, level=weakest))
    status, out, err = rullo(kind, "solve", file, "--level", weakest, "--limit", "1")
    assert (status, out, "--level and --limit exclude each other" in err) == (2, "", True)
    frame = api.solve(puzzles, limit=1)
    rows = json.loads(rullo(kind, "solve", file, "--limit", "1", "--format", "json")[1])
    assert rows == plain(frame)
    assert list(rows[0]) == list(frame.columns)
    frame = api.hint(puzzles)
    rows = [json.loads(line) for line in rullo(kind, "hint", file, "--format", "jsonl")[1].splitlines()]
    assert [list(row) for row in rows] == [list(frame.columns)] * len(puzzles)
    for row, expected in zip(rows, frame.to_dict("records"), strict=True):
        assert {(cell["row"], cell["column"]): cell["value"] for cell in row["values"]} == expected["values"]
        assert (row["verdict"], row["reason"]) == (expected["verdict"], expected["reason"])
        assert row["level"] == (None if pd.isna(expected["level"]) else expected["level"])
    assert rows[0]["reason"] in rullo(kind, "hint", file)[1]


def test_puzzles_are_those_that_python_generates(kind, tmp_path, rullo):
    api, (size, options) = APIS[kind], SMALL[kind]
    expected = api.generate(3, size=size, seed=5, **options)
    sheet = tmp_path / "sheet.svg"
    arguments = (kind, "generate", "--size", size, "--seed", "5")
    status, out, err = rullo(*arguments, "--count", "3", "--format", "jsonl", "--sheet", sheet)
    rows = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (0, "")
    assert [row["text"] for row in rows] == list(map(str, expected))
    assert [row["solution"] for row in rows] == [puzzle.solution.tolist() for puzzle in expected]
    assert [(row["seed"], row["index"]) for row in rows] == [(5, 0), (5, 1), (5, 2)]
    assert "Solution 3" in sheet.read_text()
    ratings = plain(api.rate(expected))
    shared = [name for name in rows[0] if name in ratings[0] and name != "nodes"]
    assert shared[:5] == ["puzzle", "text", "simple", "level", "passes"]
    assert [[row[name] for name in shared] for row in rows] == [[row[name] for name in shared] for row in ratings]
    (row,) = json.loads(rullo(*arguments, "--first", "1", "--format", "json")[1])
    assert row["text"] == rows[1]["text"]
    path = tmp_path / "made.txt"
    path.write_text(rullo(*arguments, "--count", "3")[1])
    assert [str(puzzle) for puzzle in api.read(path)] == list(map(str, expected))


def test_show_draws_any_kind_and_says_which(kind, file, rullo):
    api = APIS[kind]
    first, second = api.read(file)
    status, out, err = rullo("show", file)
    assert (status, err) == (0, "")
    assert out == rullo("rullo", "show", file)[1]
    assert out.startswith(f"# {api.title} {api.size_of(first)}: {first.name}\n{api.board_for(first, None)}\n\n# ")
    assert f"# {api.title} {api.size_of(second)}" in out
    solved = rullo("show", file, "--solution")[1]
    assert api.board_for(first, api.state_with(first, first.solution)) in solved
    if kind != "rullo":
        assert rullo(kind, "show", file)[1].startswith(f"# {first.name}\n{api.board_for(first, None)}\n")


def test_show_takes_several_files_of_several_kinds_and_datasets(rullo, tmp_path):
    assert rullo("census", "--size", "1x2", "--values", "1-2", "--out", tmp_path / "data.parquet")[0] == 0
    kakuro = tmp_path / "written.txt"
    kakuro.write_text("3 3\n- 4, 6,\n,7 0 4\n,3 0 0\n")
    shelves = [PACKAGE / name / "shelf.txt" for name in ("sudoku", "killer")]
    status, out, err = rullo("show", shelves[0], tmp_path / "data.parquet", kakuro, shelves[1])
    assert (status, err) == (0, "")
    assert out.startswith("experiment  census")
    assert "# Kakuro 2x2\n#  4\\ 6\\\n\\7 .  4\n\\3 .  .\n" in out
    assert out.index("# Sudoku") < out.index("# Kakuro") < out.index("# Killer Sudoku")
    picture = tmp_path / "boards.svg"
    assert rullo("show", kakuro, shelves[0], "--out", picture) == (0, "", "")
    assert picture.read_text().startswith("<?xml")


def test_other_formats_are_read_by_every_verb(rullo, tmp_path):
    killer, kakuro = tmp_path / "killer.json", tmp_path / "kakuro.json"
    rc.killer.write(rc.killer.read(PACKAGE / "killer" / "shelf.txt")[0], killer, format="f-puzzles")
    kakuro.write_text(json.dumps({"data": {"mine": {"problem": "3 3\n- 4, 6,\n,7 0 0\n,3 0 0\n"}}}))
    for name, path in (("killer", killer), ("kakuro", kakuro)):
        for verb in ("solve", "hint", "rate", "show", "convert"):
            status, out, err = rullo(name, verb, path)
            assert (status, err) == (0, ""), verb
            assert out
        title = APIS[name].title
        assert rullo("show", path)[1].startswith(f"# {title} ")
    status, _, err = rullo("kakuro", "hint", tmp_path / "none.txt")
    assert (status, err.count("\n")) == (2, 1)


def test_what_is_wrong_is_said_of_the_reading_that_got_furthest(rullo, tmp_path):
    path = tmp_path / "wrong.txt"
    path.write_text("3 3\n- 4, 6,\n,7 0 4\n,3 0 x\n")
    for command in (("kakuro", "hint"), ("show",)):
        status, out, err = rullo(*command, path)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert "row 3, column 3: 'x' is no cell" in err


def test_convert_writes_every_format_that_it_names(kind, file, rullo, tmp_path):
    api = APIS[kind]
    puzzles = api.read(file)
    for name, form in api.formats.items():
        if form.write is None:
            status, out, err = rullo(kind, "convert", file, "--to", name)
            assert (status, out, err.count("\n")) == (2, "", 1)
            continue
        try:
            text = api.to_text(puzzles, name)
        except rc.BadInput:  # such as 4x4 in a format for 9x9
            continue
        assert rullo(kind, "convert", file, "--to", name) == (0, f"{text}\n", "")
        path = tmp_path / "other"
        path.write_text(text)
        status, out, _ = rullo(kind, "convert", path, "--from", name)
        assert (status, [str(puzzle) for puzzle in api.parse_text(out, "")]) == (0, list(map(str, puzzles)))
