"""Puzzles generated in batches: the same whatever the threads, the parts and the file, and after an interruption."""

import csv
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from distributed import LocalCluster

import rullo_core as rc
from rullo_core.datasets.card import path_of_card
from rullo_core.declaration import Stream
from rullo_core.errors import BadInput, NotFound
from rullo_core.interpreted import Stopwatch, running
from rullo_core.paths import ROOT
from rullo_core.puzzles import generation
from rullo_core.puzzles.dataset import write_puzzles
from rullo_core.puzzles.generation import Generation
from rullo_core.puzzles.lookup import apis
from rullo_core.puzzles.stored import texts_in

APIS = apis()
REQUESTS = {
    "rullo": {"size": "4x4", "values": "-3-9", "unique": True},
    "kakuro": {"size": "5x5"},
    "killer": {"size": 4, "single_cell_cages": (0, 4)},
    "sudoku": {"size": 6, "symmetry": "half-turn"},
}


def generation_of(kind, number=40, **options):
    """A request for puzzles of a kind, in parts of a few indices."""
    generation = type(APIS[kind]).generate.to_generation(APIS[kind], number, **REQUESTS[kind] | {"seed": 3} | options)
    object.__setattr__(generation, "smallest_shard", 7)
    return generation


@pytest.fixture(params=REQUESTS)
def kind(request):
    return request.param


@pytest.fixture(scope="module")
def tables():
    """A table of each kind, of puzzles that are generated one at a time."""
    frames = {}
    for kind, request in REQUESTS.items():
        rows, first = [], 0
        while len(rows) < 40:
            rows.append(APIS[kind].generate_frame(1, first=first, seed=3, **request).iloc[0])
            first = int(rows[-1]["index"]) + 1
        frames[kind] = pd.DataFrame(rows).reset_index(drop=True)
    return frames


def equal_rows(frame, expected):
    """Whether two tables have the same rows, whatever holds their solutions."""
    plain = [
        [[np.stack([np.asarray(row) for row in value]).tolist() if name == "solution" else value for value in column]
         for name, column in table.astype(object).where(table.notna(), None).items()]
        for table in (frame, expected)
    ]  # fmt: skip
    return list(frame.columns) == list(expected.columns) and plain[0] == plain[1]


@pytest.mark.parametrize("threads", [1, 3])
def test_puzzles_are_those_that_are_generated_one_at_a_time(kind, threads, tables, tmp_path):
    generation = generation_of(kind)
    rows = [row for batch in generation.batches(threads) for row in generation.rows_of(batch)]
    assert equal_rows(pd.DataFrame(rows).astype(tables[kind].dtypes.to_dict()), tables[kind])
    write_puzzles(generation, tmp_path / "puzzles.parquet", threads=threads)
    assert equal_rows(pd.read_parquet(tmp_path / "puzzles.parquet").astype(tables[kind].dtypes.to_dict()), tables[kind])


def test_values_are_those_of_ratings(kind, tables):
    table = tables[kind]
    puzzles = [APIS[kind].parse(text) for text in table["text"]]
    ratings = APIS[kind].rate(puzzles)
    unique = ratings["solutions"].eq(1) & ratings["complete"]
    shared = [name for name in table if name in ratings and name not in ("level", "nodes")]
    assert len(shared) >= 11
    for name in shared:
        assert table[name].equals(ratings[name].astype(table[name].dtype)), name
    levels = ratings["level"].replace("shave", "search")
    assert table["level"].equals(levels)
    assert unique.all()
    for puzzle, solution in zip(puzzles, table["solution"], strict=True):
        assert np.array_equal(puzzle.solve()[0], solution)


def test_sudokus_that_no_level_solves():
    table = rc.sudoku.generate_frame(60, seed=4)
    ratings = rc.sudoku.rate(list(map(rc.sudoku.parse, table["text"])))
    for name in ("simple", "level", "passes", "open_cells", "level_passes", "clues"):
        assert table[name].equals(ratings[name].astype(table[name].dtype)), name
    assert {True, False} == set(table["simple"])
    assert len(set(table["level"])) > 3


def test_every_form_has_the_same_puzzles(kind, tmp_path):
    generation, texts = generation_of(kind, 12), {}
    for suffix in ("parquet", "jsonl", "json", "csv", "txt"):
        write_puzzles(generation, tmp_path / f"puzzles.{suffix}")
    table = pd.read_parquet(tmp_path / "puzzles.parquet")
    rows = [json.loads(line) for line in (tmp_path / "puzzles.jsonl").read_text().splitlines()]
    texts["jsonl"] = [row["text"] for row in rows]
    assert json.loads((tmp_path / "puzzles.json").read_text()) == rows
    with (tmp_path / "puzzles.csv").open(newline="") as file:
        read = list(csv.DictReader(file))
    texts["csv"] = [row["text"] for row in read]
    texts["txt"] = list(map(str, APIS[kind].read(tmp_path / "puzzles.txt")))
    assert all(form_texts == table["text"].tolist() for form_texts in texts.values())
    assert [list(row) for row in rows] == [list(table.columns)] * 12
    assert list(read[0]) == list(table.columns)
    assert [json.loads(row["solution"]) for row in read] == [row["solution"] for row in rows]
    assert not list(tmp_path.glob("*.shards"))


def test_the_card_describes_the_file(kind, tmp_path):
    place = tmp_path / "puzzles.parquet"
    write_puzzles(generation_of(kind, 9), place)
    card = path_of_card(place).read_text()
    table = pq.read_table(place)
    assert card.startswith("---\nlicense: mit\n")
    assert all(f"| `{name}` | " in card for name in table.column_names)
    texts = "".join(f"{text}\n" for text in table["text"].to_pylist())
    for content in (place.read_bytes(), texts.encode()):
        assert hashlib.sha256(content).hexdigest() in card
    assert "| seed | 3 |" in card
    assert json.loads(table.schema.metadata[b"rullo.puzzles"])["seed"] == 3


def test_puzzles_of_a_parquet_file_are_read(kind, tmp_path, rullo):
    place = tmp_path / "puzzles.parquet"
    write_puzzles(generation_of(kind, 5), place)
    texts = pd.read_parquet(place)["text"].tolist()
    assert list(map(str, APIS[kind].read(place))) == list(map(str, rc.read(place))) == texts
    rows = [json.loads(line) for line in rullo(kind, "rate", place, "--only", "level")[1].splitlines()]
    assert [row["level"] for row in rows] == pd.read_parquet(place)["level"].tolist()
    assert rullo("show", place)[1].count(APIS[kind].title) == 5
    (tmp_path / "other.parquet").write_text("text")
    with pytest.raises(BadInput, match="is no Parquet file with a column text"):
        APIS[kind].read(tmp_path / "other.parquet")


def test_what_is_finished_is_not_generated_again(kind, tmp_path, monkeypatch):
    """The same command goes on where an earlier one was stopped, with the same bytes in the end."""
    place, generation, parts = tmp_path / "puzzles.parquet", generation_of(kind), []
    make = type(generation).make

    def counting_make(self, first, end, stop):
        parts.append(first)
        if len(parts) == 4:
            raise KeyboardInterrupt
        return make(self, first, end, stop)

    monkeypatch.setattr(type(generation), "make", counting_make)
    with pytest.raises(KeyboardInterrupt):
        write_puzzles(generation, place, threads=1)
    assert not place.exists()
    assert list(tmp_path.glob("puzzles.shards/*/*.shard"))
    finished = parts[:3]
    parts.clear()
    parts.extend([0] * 4)
    write_puzzles(generation, place, threads=1)
    assert len(parts) > 4
    assert not set(finished) & set(parts[4:])
    assert not list(tmp_path.glob("*.shards"))
    write_puzzles(generation_of(kind), at_once := tmp_path / "other.parquet", threads=2)
    assert place.read_bytes() == at_once.read_bytes()


def test_as_many_as_asked_for_and_no_more(kind):
    for number in (1, 6, 7, 8, 15):
        generation = generation_of(kind, number, first=2)
        index = [place for batch in generation.batches(2) for place in batch.columns["index"]]
        assert len(index) == number
        assert index[0] >= 2
        assert index == sorted(set(index))


@pytest.mark.parametrize(("kind", "number"), [("rullo", 2), ("sudoku", 1)])
def test_puzzles_alone_are_not_rated(kind, number, monkeypatch):
    request = {"size": "16x16", "values": "1-99"} if kind == "rullo" else {"size": 4}
    expected = APIS[kind].generate_frame(number, **request)["text"].tolist()
    for name in ("rullo.puzzle.Rullo.rate", "sudoku.generation._levels"):
        monkeypatch.setattr(f"rullo_core.{name}", None)
    assert list(map(str, APIS[kind].generate(number, **request))) == expected
    with pytest.raises(TypeError):
        APIS[kind].generate_frame(number, **request)


def test_parts_end_with_the_last_puzzle(kind):
    generation = generation_of(kind, 15, first=2)
    parts = list(generation.shards()) if not generation.is_sparse else [next(generation.shards())]
    assert parts[0] == (2, 9)
    assert generation.is_sparse or parts == [(2, 9), (9, 16), (16, 17)]


@pytest.mark.parametrize(
    ("kind", "options", "is_interpreted"),
    [
        ("sudoku", {"size": 12}, True),
        ("sudoku", {"size": 16, "level": "hidden"}, True),
        ("sudoku", {"size": 16}, False),
        ("killer", {"size": 9}, True),
        ("killer", {"size": 12}, False),
    ],
)
def test_kernels_are_interpreted_unless_a_puzzle_is_large(kind, options, is_interpreted, monkeypatch):
    def make(*_):
        raise NotFound(str(running.get() is not None))

    monkeypatch.setattr(Stopwatch, "spent", 0.0)
    single = generation_of(kind, 1, **options)
    monkeypatch.setattr(type(single), "make", make)
    with pytest.raises(NotFound, match=str(is_interpreted)):
        next(single.batches())


def test_what_is_soon_found_is_not_looked_for_on_threads(monkeypatch):
    texts = list(map(str, rc.rullo.generate(count=200, simple=True, seed=3)))
    run = generation.run_on_threads
    monkeypatch.setattr(generation, "run_on_threads", lambda shards, work, threads: run(shards, work, {1: 1}[threads]))
    assert list(map(str, rc.rullo.generate(count=5, simple=True, seed=3))) == texts[:5]


def test_a_gap_ends_the_search():
    """Rullos are tried so many times in a row, from the first index and after each that was found."""
    request = {"size": "3x3", "values": "1-9", "simple": False, "seed": 1}
    places = rc.rullo.generate_frame(5, **request)["index"].tolist()
    longest = int(max(np.diff([-1, *places])))
    assert len(rc.rullo.generate(5, **request, max_tries=longest)) == 5
    with pytest.raises(NotFound, match=f"of 5 puzzles found, and no other in {longest - 1:,} tries"):
        rc.rullo.generate(5, **request, max_tries=longest - 1)


def test_puzzles_before_the_one_that_is_not_found_are_given(rullo):
    command = ("kakuro", "generate", "--size", "6x6", "--difficulty", "3-5", "--max-tries", "2", "--count", "20")
    status, out, err = rullo(*command, "--format", "jsonl")
    assert status == 1
    number = len(out.splitlines())
    assert 0 < number < 20
    assert err == f"rullo: index {number}: no such puzzle was found in 2 tries; ask for less, or allow more\n"


def test_texts_of_many_rullos_are_those_of_each():
    random = np.random.default_rng(1)
    for low, high in ((0, 1), (1, 10), (-120, 1000), (-(2**40), 2**40)):
        numbers = random.integers(low, high, (150, 3, 5))
        included = random.integers(0, 2, numbers.shape)
        arrays = {"numbers": numbers}
        arrays |= {"row_targets": (numbers * included).sum(2), "column_targets": (numbers * included).sum(1)}
        assert APIS["rullo"].texts(arrays) == list(map(str, rc.rullo.from_arrays(arrays)))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere/puzzles.parquet", "there is no folder"),
        ("puzzles.xlsx", "puzzles are written as .parquet, .jsonl, .json, .csv, .txt"),
        ("folder.csv", "is a folder"),
    ],
)
def test_where_nothing_can_be_written(tmp_path, name, message):
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(BadInput, match=message):
        rc.sudoku.generate_frame(2, size=4, path=tmp_path / name)


def test_a_file_and_a_table_of_python(tmp_path):
    table = rc.killer.generate_frame(12, size=4, seed=2)
    look = rc.killer.generate_frame(12, size=4, seed=2, path=tmp_path / "killers.jsonl")
    assert equal_rows(look, table.head(10))
    assert table.attrs["puzzle"] == "killer"
    assert table["solution"][0].dtype == np.int64


def test_options_that_exclude_each_other(rullo, tmp_path):
    for options, message in (
        (("--format", "parquet"), "need --out"),
        (("--cluster", "local"), "need --out"),
        (("--out", tmp_path / "a.csv", "--format", "jsonl"), "its suffix means csv, but jsonl is asked for"),
        (("--out", tmp_path / "a.txt", "--sheet", tmp_path / "a.pdf"), "--sheet and --out exclude each other"),
    ):
        status, _, err = rullo("sudoku", "generate", "--size", "4", *options)
        assert status == 2
        assert message in err


@pytest.mark.slow
def test_ctrl_c_loses_nothing(tmp_path):
    place, command = tmp_path / "killers.parquet", [sys.executable, "-m", "rullo_core", "killer", "generate"]
    command += ["--count", "10000", "--out", str(place)]
    running = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    while running.poll() is None and len(list(tmp_path.glob("killers.shards/*/*.shard"))) < 3:
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate()
    assert running.returncode == 1
    assert err.splitlines()[-1].endswith("what is finished is kept, and the same command goes on from there")
    shards = list(tmp_path.glob("killers.shards/*/*.shard"))
    assert len(shards) >= 3
    assert os.listdir(tmp_path) == ["killers.shards"]


@pytest.fixture(scope="module")
def scheduler():
    """The address of two workers on this machine, started once."""
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:
        yield cluster.scheduler_address


@pytest.mark.slow
def test_a_cluster_gives_the_same(kind, tmp_path, rullo, tables, scheduler):
    options = {
        "rullo": ("--size", "4x4", "--values=-3-9", "--unique"),
        "kakuro": ("--size", "5x5"),
        "killer": ("--size", "4", "--single-cell-cages", "0-4"),
        "sudoku": ("--size", "6", "--symmetry", "half-turn"),
    }[kind]
    place = tmp_path / "puzzles.parquet"
    command = (kind, "generate", *options, "--seed", "3", "--count", "40", "--out", place)
    status, _, err = rullo(*command, "--cluster", scheduler)
    assert status == 0, err
    assert equal_rows(pd.read_parquet(place).astype(tables[kind].dtypes.to_dict()), tables[kind])


def test_a_kind_that_generates_nothing_says_so():
    class Incomplete(Generation):
        puzzle = rc.sudoku.Sudoku

    with pytest.raises(NotImplementedError):
        Incomplete(request=Stream()).make(0, 1, np.zeros(1, np.uint8))


@pytest.mark.parametrize("has_card", [True, False])
def test_no_flipped_bit_of_generated_puzzles_is_read_as_another_puzzle(has_card, tmp_path):
    """With the card beside it, every one is noticed; half of them are where the file says where its columns are."""
    place = tmp_path / "g.parquet"
    rc.sudoku.generate_frame(200, size=4, path=place)
    right, content, chance = texts_in(place), place.read_bytes(), random.Random(1)
    if not has_card:
        (tmp_path / "g.card.md").unlink()
    refusals = 0
    for number in range(1000):
        flipped = bytearray(content)
        bit = chance.randrange(8 * len(content)) if number % 2 else 8 * len(content) - 1 - chance.randrange(8 * 3000)
        flipped[bit // 8] ^= 1 << bit % 8
        place.write_bytes(flipped)
        try:
            assert texts_in(place) == right
        except BadInput as error:
            assert "\n" not in str(error)
            refusals += 1
    assert refusals == 1000 if has_card else refusals > 100
