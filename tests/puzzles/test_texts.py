"""What the package writes, it reads: puzzles of every kind, in every form, through every door."""

import inspect
import io
import json
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd
import pyarrow.parquet as pq
import pytest

import rullo_core as rc
from rullo_core.errors import BadInput
from rullo_core.puzzles.texts import is_name

SIZES = {"rullo": "3x3", "kakuro": "4x4", "killer": 4, "sudoku": 4}
FORMS = ("csv", "jsonl", "json", "parquet", "txt")
TEXT = ".4...32....3...."


def module(kind):
    return getattr(rc, kind)


@pytest.fixture(scope="module")
def generated_files(tmp_path_factory):
    """A folder with three puzzles of each kind in a file of each form, as they are generated; and these puzzles."""
    folder = tmp_path_factory.mktemp("made")
    for kind, size in SIZES.items():
        for form in FORMS:
            module(kind).generate_frame(3, size, path=folder / f"{kind}.{form}")
    return folder, {kind: module(kind).generate(3, size) for kind, size in SIZES.items()}


def texts(puzzles):
    """The texts of puzzles, without their names."""
    return list(map(str, puzzles))


@pytest.mark.parametrize("kind", SIZES)
@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_read_through_every_door(generated_files, rullo, monkeypatch, kind, form):
    folder, puzzles = generated_files
    path, expected = folder / f"{kind}.{form}", texts(puzzles[kind])
    for read in (module(kind).read, rc.read):
        assert texts(read(path)) == expected
        if form != "parquet":
            with path.open(encoding="utf-8") as opened:
                assert texts(read(opened)) == expected
            assert texts(read(io.StringIO(path.read_text()))) == expected
    rows = [json.loads(line) for line in rullo(kind, "rate", "--only", "level", path)[1].splitlines()]
    assert [row["level"] for row in rows] == module(kind).rate(puzzles[kind])["level"].tolist()
    drawing = rullo("show", path)[1]
    assert drawing.count("# ") >= 3
    if form != "parquet":
        monkeypatch.setattr("sys.stdin", io.StringIO(path.read_text()))
        assert rullo("show", "-")[1] == drawing
        assert rullo("show", path.read_text())[1] == drawing


@pytest.mark.parametrize("kind", SIZES)
def test_frames_and_texts_are_taken_by_every_function(generated_files, tmp_path, kind):
    folder, puzzles = generated_files
    puzzles_of_kind = puzzles[kind]
    frame = pd.read_csv(folder / f"{kind}.csv")
    api = module(kind)
    forms = {
        "frame": frame,
        "series": frame["text"],
        "list": frame["text"].tolist(),
        "text": "\n\n".join(frame["text"]),
        "read": pq.read_table(folder / f"{kind}.parquet").to_pandas(),
        "one by one": (text for text in frame["text"]),
    }
    expected = [api.parse(str(generated)) for generated in puzzles_of_kind]
    for name, form in forms.items():
        form = list(form) if name == "one by one" else form
        assert api.rate(form).equals(api.rate(expected)), name
        assert rc.rate(form).equals(rc.rate(expected)), name
        assert api.steps(form).equals(api.steps(expected))
        assert rc.steps(form).equals(rc.steps(expected))
        assert api.hint(form).equals(api.hint(expected))
        assert api.solve(form).drop(columns="solution").equals(api.solve(expected).drop(columns="solution"))
        assert rc.solve(form)["solutions"].tolist() == [1, 1, 1] or kind == "rullo"
        assert api.to_text(form) == api.to_text(expected)
        assert {name: array.tolist() for name, array in api.to_arrays(form).items()} == {
            name: array.tolist() for name, array in api.to_arrays(expected).items()
        }
        for write in (api.write, api.write_sheet):
            suffix = "txt" if write == api.write else "svg"
            for stem, argument in (("text", form), ("object", expected)):
                write(argument, tmp_path / f"{stem}.{suffix}")
            assert (tmp_path / f"text.{suffix}").read_bytes() == (tmp_path / f"object.{suffix}").read_bytes()
    assert len(api.plot(frame)) == len(rc.plot(frame)) == 3
    plt.close("all")
    assert api.play(frame).shelf == api.play(expected).shelf == rc.play(frame["text"]).shelf


def test_no_function_of_puzzles_is_left_out():
    """All that take puzzles are among those tried above."""
    expected = {"rate", "steps", "hint", "solve", "to_text", "to_arrays", "write", "write_sheet", "plot", "play"}
    takes = {name for name in rc.sudoku.__all__ if "puzzles" in inspect.signature(getattr(rc.sudoku, name)).parameters}
    assert takes == expected


@pytest.mark.parametrize(
    "table",
    [
        f"id,puzzle,editor\n7,{TEXT},me\n",
        f",puzzle\r\n0,{TEXT}\r\n",
        f"\ufeffpuzzle\n{TEXT}\n",
        f'puzzle;remark\n{TEXT};"two\nlines"\n',
        f"puzzle\tremark\n{TEXT}\tfine\n\n",
        json.dumps([{"puzzle": TEXT, "more": [1, {"a": 2}]}], indent=2),
        f'\n{{"puzzle": "{TEXT}"}}\n\n',
    ],
)
def test_tables_of_others_are_read(table, rullo, tmp_path):
    (tmp_path / "own.csv").write_text(table, encoding="utf-8", newline="")
    for read in (rc.sudoku.read, rc.read):
        assert texts(read(io.StringIO(table))) == [TEXT]
        assert texts(read(tmp_path / "own.csv")) == [TEXT]
    assert rullo("sudoku", "rate", tmp_path / "own.csv")[0] == 0


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ("id,quiz\n1,..3", "the text: is a table without a column text"),
        ('{"quiz": "..3"}', "the text: is a table without a column text"),
        (f"id,puzzle\n1,{TEXT}\n2,..3", "the text, line 3, puzzle, line 1: has 3 cells"),
        (f'puzzle,a\n{TEXT},"x\ny"\n..3,a', "the text, line 4, puzzle, line 1: has 3 cells"),
        (f"id,puzzle\n1,{TEXT}\n2,{TEXT},x", "the text, line 3: has 3 cells, where the first line has 2"),
        (f"puzzle,puzzle\n{TEXT},{TEXT}", "the text, line 1: has 2 columns puzzle"),
        (f'puzzle,a\n{TEXT},"x', "the text, line 2: is no CSV"),
        (f'{{"puzzle": "{TEXT}"}}\n{{"puzzle": "{TEXT}", "puzzle": "{TEXT}"}}', "the text, line 2: is no line of JSON"),
        (f'{{"puzzle": "{TEXT}"}}\nmore', "the text, line 2: is no line of JSON"),
        (f'[{{"puzzle": "{TEXT}"}}, {{"puzzle": 3}}]', "the text, row 2: has no text in the column puzzle"),
        (f'puzzle,a\n"{TEXT}\n{TEXT}",1', "the text, line 2, puzzle: 2 puzzles where one is expected"),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_read_is_refused_with_the_place(table, says):
    with pytest.raises(BadInput) as error:
        rc.sudoku.read(io.StringIO(table))
    assert str(error.value).startswith(says)


def test_a_killer_csv_is_still_one(generated_files):
    _, puzzles = generated_files
    text = rc.killer.to_text(puzzles["killer"], "csv")
    assert text.startswith("puzzle,")
    assert texts(rc.killer.read(io.StringIO(text))) == texts(puzzles["killer"])


def test_a_text_is_never_the_name_of_a_file(generated_files, monkeypatch):
    """In Python, which says so; a command takes a file that is there, and anything else as a text."""
    folder, _ = generated_files
    monkeypatch.chdir(folder)
    for function in (rc.rate, rc.sudoku.rate, rc.parse, rc.sudoku.parse, rc.sudoku.to_arrays):
        for name in ("sudoku.txt", "none.csv"):
            with pytest.raises(BadInput, match=rf"^'{name}': is read as the text of puzzles, .*rc\.read\('{name}'\)"):
                function(name)
    with pytest.raises(BadInput, match=r"^puzzle, line 1: has 5 cells"):
        rc.sudoku.rate("53..7")
    assert not is_name("5 7\n4 1 4\n8 5 3.txt")


def test_a_command_takes_a_file_that_is_there_and_else_a_text(rullo, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert rullo("sudoku", "solve", "--limit", 2, TEXT)[0] == 0
    Path(TEXT).write_text("1" + "." * 15)
    assert "1 . | . ." in rullo("sudoku", "show", TEXT)[1]
    status, _, err = rullo("sudoku", "show", "." * 80)
    assert (status, err.count("\n")) == (2, 1)
    assert err.startswith(f"rullo: '{'.' * 40}…': there is no such file, and as text, line 1: has 80 cells")
    assert "Is a directory" in rullo("sudoku", "show", tmp_path)[2]


def test_what_is_no_puzzle_is_refused_by_name():
    for argument, says in [
        (pd.DataFrame({"quiz": [TEXT]}), r"the table needs a column text, .*; it has quiz"),
        ([TEXT, 3], "puzzle 1 is of type int"),
        ([TEXT, "..3"], "puzzle 1, line 1: has 3 cells"),
        (["\n".join([TEXT] * 2)], r"puzzle 0: 2 puzzles where one is expected; keep one, or .*read\(io\.StringIO"),
        (b"..3", "bytes: is no puzzle"),
    ]:
        with pytest.raises(BadInput, match=says):
            rc.sudoku.rate(argument)
    with pytest.raises(BadInput, match="is not text"):
        rc.sudoku.read(io.BytesIO(b"\xff\xfe"))
