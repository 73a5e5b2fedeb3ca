"""Texts and files of puzzles of every kind are read as they are written."""

import pytest

import rullo_core as rc
from rullo_core.errors import BadInput
from rullo_core.puzzles.lookup import api_of, apis
from tests.puzzles.protocol import AMBIGUOUS, KINDS, TEXTS, module, puzzle

pytestmark = pytest.mark.usefixtures("more_kinds")


@pytest.mark.parametrize("kind", KINDS)
def test_text_there_and_back(kind, tmp_path):
    puzzles = [puzzle(kind), puzzle(kind, AMBIGUOUS)]
    path = tmp_path / "some.txt"
    module(kind).write(puzzles, path)
    parsed = module(kind).read(path)
    assert parsed == puzzles == rc.read(path) == module(kind).read(path, "text")
    assert [puzzle.name for puzzle in parsed] == ["first", ""]
    assert module(kind).to_text(puzzles[0]) == TEXTS[kind] == path.read_text()[: len(TEXTS[kind])]
    assert rc.parse(TEXTS[kind]) == puzzles[0]
    with pytest.raises(BadInput, match=r"format 'x': .* is read from text"):
        module(kind).read(path, "x")
    with pytest.raises(BadInput, match=r"format 'x': .* is written as text"):
        module(kind).to_text(puzzles, "x")


@pytest.mark.parametrize("kind", KINDS)
def test_every_format_there_and_back(kind, tmp_path):
    """All that is written can be read again, and is then the same puzzle: a format may leave out labels and names."""
    size = 9 if kind == "killer" else 4  # one of its formats is of 9x9 only
    formats, puzzles = api_of(puzzle(kind)).formats, module(kind).generate(2, size=size, seed=4)
    assert "text" in formats
    for name, form in formats.items():
        assert form.read or form.write
        if form.write:
            module(kind).write(puzzles, tmp_path / "some", name)
            parsed = module(kind).read(tmp_path / "some", name)
            assert [puzzle.solution.tolist() for puzzle in parsed] == [puzzle.solution.tolist() for puzzle in puzzles]
            assert module(kind).to_text(parsed, name) == module(kind).to_text(puzzles, name)


def test_formats_of_other_programs(tmp_path):
    killers = rc.killer.generate(2, size=6, seed=4)
    for form, suffix in (("f-puzzles", ".json"), ("csv", ".csv"), ("solo", ".txt")):
        path = tmp_path / f"some{suffix}"
        rc.killer.write(killers, path, form if suffix == ".txt" else None)
        assert [[cage.cells for cage in killer.cages] for killer in rc.killer.read(path)] == [
            [cage.cells for cage in killer.cages] for killer in killers
        ]


def test_a_format_that_is_named_counts_before_the_suffix(tmp_path):
    killer = puzzle("killer")
    rc.killer.write(killer, tmp_path / "one.csv", "text")
    assert (tmp_path / "one.csv").read_text() == rc.killer.to_text(killer) + "\n"


@pytest.mark.parametrize("kind", KINDS)
def test_a_mark_of_the_order_of_bytes_is_no_part_of_a_text(kind, tmp_path):
    (tmp_path / "one.txt").write_text(TEXTS[kind], encoding="utf-8-sig")
    assert rc.read(tmp_path / "one.txt") == module(kind).read(tmp_path / "one.txt") == [puzzle(kind)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_that_cannot_be_read(kind, tmp_path):
    with pytest.raises(ValueError, match=r"^puzzle") as failure:
        module(kind).parse("9x")
    assert (failure.value.line, failure.value.column) == (1, 1)
    with pytest.raises(BadInput, match=r"none\.txt: cannot be read \(No such file"):
        module(kind).read(tmp_path / "none.txt")
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="is not text"):
        rc.read(tmp_path / "bytes.txt")


def test_the_reason_of_the_kind_that_got_furthest():
    with pytest.raises(BadInput) as failure:
        rc.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 x")
    assert (failure.value.line, failure.value.column) == (4, 6)
    with pytest.raises(BadInput) as failure:
        rc.parse("1 2\n3 4 x")  # a Kakuro fails at the first column of that line
    assert (failure.value.line, failure.value.column) == (2, 5)


@pytest.mark.parametrize("text", ["", " \n\n"])
def test_text_without_a_puzzle_is_no_riddle(text):
    with pytest.raises(BadInput, match=r"^puzzle: holds no puzzle; write one"):
        rc.parse(text)


def test_kinds_that_got_equally_far_are_named(tmp_path):
    *titles, last = sorted(api.title for api in apis().values())
    reason = f"cannot be read as {', '.join(titles)} or {last}; to see why, name the kind"
    with pytest.raises(BadInput) as failure:
        rc.parse("hello")
    assert str(failure.value).startswith(f"puzzle, line 1: {reason}")
    assert (failure.value.line, failure.value.column) == (1, 1)
    path = tmp_path / "some.txt"
    path.write_text("hello\n")
    with pytest.raises(BadInput, match=f"some.txt, line 1: {reason}"):
        rc.read(path)
    with pytest.raises(BadInput, match="'hello' begins no puzzle"):  # the only kind that reads it
        rc.read(path, format="csv")
    with pytest.raises(BadInput, match=r"format 'tsv': puzzles are read from text, json, .*csv"):
        rc.read(path, format="tsv")
