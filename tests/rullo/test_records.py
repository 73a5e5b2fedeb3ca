"""Records: puzzles match their comments, searches continue where they ended, damaged files are refused."""

import re
import time

import pytest
from click.testing import CliRunner

from rullo_core.errors import BadInput
from rullo_core.paths import ROOT
from rullo_core.rullo import commands, records
from rullo_core.rullo.bounds import most_difficult, most_difficult_exhaustive
from rullo_core.rullo.records import EXHAUSTIVE, SIMPLE, continue_search, kept_records, path_of, read_record
from rullo_core.rullo.solver import difficulty, is_simple, rate

RECORDS = sorted((ROOT / "data" / "records").glob("*.txt"))
DIGITS = tuple(range(1, 10))


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_record_matches_its_comments(path):
    """The readable solver confirms it, and that the solution is unique; no record exceeds the bound."""
    size, smallest, largest, kind = re.fullmatch(r"(\d+x\d+)-(\d+)-(\d+)(-exhaustive)?", path.stem).groups()
    height, width = map(int, size.split("x"))
    values = tuple(range(int(smallest), int(largest) + 1))
    record = read_record(path, height, width, values, EXHAUSTIVE if kind else SIMPLE)
    if kind:
        assert record.difficulty == difficulty(record.puzzle, record.solution)
        assert not is_simple(record.puzzle)
        assert record.difficulty <= most_difficult_exhaustive(height, width)
    else:
        rating = rate(record.puzzle)
        assert (rating.simple, rating.solutions, rating.difficulty) == (True, 1, record.difficulty)
        assert record.difficulty <= most_difficult(height, width)
    assert record.puzzle.is_solved_by(record.solution)
    assert 0 <= record.attempt < record.attempts
    assert str(record) == path.read_text()


def test_an_attempt_on_a_larger_board_has_fewer_changes(tmp_path):
    """So many that changes times cells are the same, a fiftieth where guesses are evaluated."""
    steps = {n: read_record(tmp_path / "none.txt", n, n, DIGITS).steps for n in (5, 8, 16)}
    assert steps == {5: 10_000_000, 8: 2**29 // 64, 16: 2**29 // 256}
    assert read_record(tmp_path / "none.txt", 16, 16, DIGITS, EXHAUSTIVE).steps == steps[16] // 50


def test_records_exist_for_all_sizes():
    difficulties = {(record.height, record.width, record.kind): record.difficulty for record in kept_records()}
    sizes = {(height, width) for width in range(2, 9) for height in range(2, width + 1)}
    assert difficulties.keys() >= {
        (*size, kind) for size in sizes | {(10, 10), (12, 12), (16, 16)} for kind in (SIMPLE, EXHAUSTIVE)
    }
    assert all(most_difficult(*size) == difficulties[*size, SIMPLE] for size in sizes)


def test_search_continues_where_it_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(records, "STEPS", 3000)  # stored in the record
    path = tmp_path / "deep" / "4x4-1-9.txt"
    at_once = list(zip(range(12), continue_search(read_record(path, 4, 4, DIGITS), tmp_path / "at-once", 1000, 2)))  # noqa: B905
    for _ in range(4):
        record = read_record(path, 4, 4, DIGITS)
        for number, _record in enumerate(continue_search(record, path, 1000, 2), start=1):
            if number == 3:
                break
    record = read_record(path, 4, 4, DIGITS)
    assert record == at_once[-1][1]
    assert record.attempts == 12
    assert record.difficulty >= 7
    assert [attempt.attempts for _, attempt in at_once] == list(range(1, 13))
    hardest_first = [attempt.difficulty for _, attempt in at_once]
    assert hardest_first == sorted(hardest_first)


def test_records_of_exhaustive_puzzles_are_separate(tmp_path):
    arguments = ["--size", "3x3", "--values", "1-4", "--seconds", "1", "--folder", str(tmp_path)]
    outcome = CliRunner().invoke(commands.record, [*arguments, "--no-simple"])
    assert outcome.exit_code == 0, outcome.output
    path = path_of(tmp_path, 3, 3, (1, 2, 3, 4), EXHAUSTIVE)
    record = read_record(path, 3, 3, (1, 2, 3, 4), EXHAUSTIVE)
    assert (record.difficulty, is_simple(record.puzzle)) == (5, False)  # none is more difficult, as a census shows
    assert kept_records(tmp_path) == [record]
    with pytest.raises(BadInput, match="is no record of simple puzzles of 3x3 over 1-4"):
        read_record(path, 3, 3, (1, 2, 3, 4))


def test_search_respects_its_time_limit_and_writes_whole_files(tmp_path, monkeypatch):
    begin = time.monotonic()
    outcome = CliRunner().invoke(commands.record, ["--size", "16x16", "--seconds", "0.5", "--folder", str(tmp_path)])
    assert "0 attempts" in outcome.stdout
    assert not list(tmp_path.iterdir())
    assert time.monotonic() - begin < 60  # most of which is for compiling; an attempt alone takes as long
    monkeypatch.setattr(records, "STEPS", 30_000)
    outcome = CliRunner().invoke(
        commands.record, ["--size", "4x4", "--seconds", "0.5", "--folder", str(tmp_path), "--threads", "2"]
    )
    assert outcome.exit_code == 0, outcome.output
    record = read_record(tmp_path / "4x4-1-9.txt", 4, 4, DIGITS)
    assert f"{record.attempts} attempts, the most difficult is {record.difficulty:g}" in outcome.stdout
    printed = re.findall(r"^attempt (\d+): difficulty (\S+)$", outcome.stderr, re.M)
    assert printed[-1] == (str(record.attempt), f"{record.difficulty:g}")
    difficulties = [float(difficulty) for _, difficulty in printed]
    assert difficulties == sorted(set(difficulties))
    assert record.difficulty >= 9.5
    resumed = CliRunner().invoke(commands.record, ["--size", "4x4", "--seconds", "0.5", "--folder", str(tmp_path)])
    assert read_record(tmp_path / "4x4-1-9.txt", 4, 4, DIGITS).attempts > record.attempts, resumed.output
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("difficulty ", "difficulty 1", "does not match its comments"),
        ("over 1-9", "over 1-8", "is no record of simple puzzles of 4x4 over 1-9"),
        ("steps each", "steps", "is no record of"),
        ("[", "(", r"is not a whole number"),
    ],
)
def test_damaged_record_is_refused(tmp_path, monkeypatch, old, new, message):
    monkeypatch.setattr(records, "STEPS", 30_000)
    path = tmp_path / "4x4-1-9.txt"
    CliRunner().invoke(commands.record, ["--size", "4x4", "--seconds", "0.1", "--folder", str(tmp_path)])
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(BadInput, match=message):
        read_record(path, 4, 4, DIGITS)


def test_records_of_unsupported_ranges_are_refused(tmp_path):
    for size, values in (("17x2", "1-9"), ("4x4", "0-5")):
        outcome = CliRunner().invoke(commands.record, ["--size", size, "--values", values, "--folder", str(tmp_path)])
        assert isinstance(outcome.exception, BadInput)
    assert not list(tmp_path.iterdir())
