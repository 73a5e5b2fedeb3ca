"""Runs that are cut off, whatever by, and go on where they were."""

import errno
import random
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from rullo_core.datasets import store
from rullo_core.datasets.card import path_of_card
from rullo_core.paths import ROOT
from rullo_core.rullo.experiments import sample
from rullo_core.rullo.experiments.census import Census
from rullo_core.rullo.experiments.grids import Grids
from rullo_core.rullo.experiments.sample import Sample
from rullo_core.runs import checkpoint
from rullo_core.runs.checkpoint import FinishedShards
from rullo_core.runs.run import run, run_and_store, shards_of
from rullo_core.runs.shards import MOST_SHARDS, shard_size, stopped_after
from tests.outcomes import assert_equal, finished_shards

PUZZLES = 24 * sample.SHARD


def start(path, puzzles=PUZZLES, **options):
    command = [sys.executable, "-m", "rullo_core", "sample", "--size", "7x7", "--values", "1-9"]
    return subprocess.Popen([*command, "--count", str(puzzles), "--out", str(path)], cwd=ROOT,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)  # fmt: skip


def wait_for_shards(process, path, number):
    """Until so many are finished, or the process is."""
    while process.poll() is None and len(finished_shards(path)) < number:
        time.sleep(0.005)


@pytest.fixture(scope="module")
def never_cut_off(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "sample.parquet"
    return run_and_store(Sample(7, 7, tuple(range(1, 10)), PUZZLES, 1, 20), path)


def assert_same(path, dataset):
    """The same rows in the same order, and the same bytes of the hardest puzzles; and nothing else is left."""
    copy = store.load(path)
    assert copy.manifest["sha256"] == dataset.manifest["sha256"]
    assert copy.tally == dataset.tally
    assert store.path_beside(path, "hardest").read_bytes() == store.path_beside(dataset.path, "hardest").read_bytes()
    files = [path_of_card(path), store.path_beside(path, "hardest"), path]
    assert sorted(file.name for file in path.parent.iterdir()) == [file.name for file in files]


@pytest.mark.slow
def test_killed_at_random_moments(tmp_path, never_cut_off):
    moments = random.Random(7)
    path = tmp_path / "sample.parquet"
    finished = 0
    for _ in range(4):
        process = start(path)
        wait_for_shards(process, path, finished + moments.randint(1, 5))
        time.sleep(moments.uniform(0, 0.1))
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        assert not path.exists()
        count = len(finished_shards(path))
        assert count > finished  # it went on, and did not begin again
        finished = count
    process = start(path)
    _, output = process.communicate()
    assert process.returncode == 0, output
    assert_same(path, never_cut_off)
    assert store.load(path).manifest["shards"] == {"all": 24, "taken up from before": finished}


@pytest.mark.slow
def test_two_processes_with_the_same_command(tmp_path, never_cut_off):
    path = tmp_path / "sample.parquet"
    processes = [start(path), start(path)]
    for process in processes:
        _, output = process.communicate()
        assert process.returncode == 0, output
    assert_same(path, never_cut_off)


@pytest.mark.slow
def test_a_disk_that_takes_no_more(tmp_path, never_cut_off):
    """The system refuses to write; what was finished before stays and is taken up."""
    path = tmp_path / "sample.parquet"
    process = start(path)
    wait_for_shards(process, path, 3)
    process.kill()
    process.communicate()
    shards = {file: file.read_bytes() for file in tmp_path.rglob("[0-9]*.shard")}
    resource = pytest.importorskip("resource", reason="Windows limits no files")
    full = start(path, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
    _, output = full.communicate()
    assert full.returncode == 1
    assert output.count("\n") == 1
    assert (
        "File too large; when that is mended, the same command goes on from there: what is finished is kept" in output
    )
    assert {file: file.read_bytes() for file in tmp_path.rglob("[0-9]*.shard")} == shards
    assert not path.exists()
    process = start(path)
    assert process.wait() == 0
    process.communicate()
    assert_same(path, never_cut_off)


SMALL = [
    Census(2, 3, (1, 2, 3)),
    Grids(3, 4, (1, 2, 5), 5, 2),
    Sample(5, 5, tuple(range(1, 10)), 3000, 3, 20),
]


@pytest.fixture
def counted_shards(monkeypatch):
    """The shards that are counted from here on; small ones."""
    for experiment in SMALL:
        monkeypatch.setattr(sys.modules[type(experiment).__module__], "SHARD", 2**8)
    shards = []
    for kind in {type(experiment) for experiment in SMALL}:

        def count(self, shard, stop, kind_count=kind.count):
            shards.append(shard)
            return kind_count(self, shard, stop)

        monkeypatch.setattr(kind, "count", count)
    return shards


@pytest.mark.parametrize("experiment", SMALL, ids=lambda experiment: experiment.name)
def test_only_what_is_missing_or_damaged_is_counted_again(tmp_path, counted_shards, capsys, experiment):
    expected = run(experiment)
    shards = list(experiment.shards())
    finished = FinishedShards(tmp_path / "any.parquet", "this")
    assert_equal(run(experiment, finished=finished), expected)
    paths = sorted(tmp_path.rglob("[0-9]*.shard"))
    assert len(paths) == len(shards) >= 8
    bits = bytearray(paths[1].read_bytes())
    bits[-3] ^= 4
    paths[1].write_bytes(bits)
    paths[3].write_bytes(paths[3].read_bytes()[:-10])
    paths[4].write_bytes(b"")  # as a power cut may leave it
    paths[5].write_bytes(paths[6].read_bytes())  # whole, but another one
    paths[7].unlink()
    counted_shards.clear()
    outcome = run(experiment, threads=2, finished=finished)
    assert_equal(outcome, expected)
    assert sorted(counted_shards, key=shards.index) == [shards[i] for i in (1, 3, 4, 5, 7)]
    assert outcome.taken_up == len(shards) - 5
    output = capsys.readouterr().err
    assert output.count("is damaged; its puzzles are counted again") == 4
    counted_shards.clear()
    run(experiment, finished=finished)
    assert counted_shards == []


def test_other_parameters_under_the_same_name(tmp_path, monkeypatch):
    """Their shards do not mix, and those of a run that is not done stay."""
    path = tmp_path / "any.parquet"
    monkeypatch.setattr(sample, "SHARD", 100)
    interrupted = Sample(3, 3, (1, 2), 1000, 1, 20)
    write_whole = FinishedShards.write

    def write(self, number, shard, data):
        if number == 4:
            raise OSError(errno.ENOSPC, "No space left on device", str(self.path(number)))
        write_whole(self, number, shard, data)

    monkeypatch.setattr(FinishedShards, "write", write)
    with pytest.raises(OSError, match="No space left"):
        run_and_store(interrupted, path, threads=1)
    monkeypatch.setattr(FinishedShards, "write", write_whole)
    second = run_and_store(Sample(3, 3, (1, 2), 1000, 2, 20), path)
    assert second.tally == run(Sample(3, 3, (1, 2), 1000, 2, 20)).tally
    assert second.manifest["shards"]["taken up from before"] == 0
    dataset = run_and_store(interrupted, path)
    assert dataset.manifest["shards"]["taken up from before"] >= 4
    assert dataset.tally == run(interrupted).tally
    assert not list(tmp_path.glob("*.shards"))


def test_what_another_version_found_is_not_taken_up(tmp_path, monkeypatch):
    place = tmp_path / "any.parquet"
    sample = Sample(3, 3, (1, 2), 1000, 2, 20)
    shards_of(sample, place).write(0, "shard", b"data")
    assert shards_of(sample, place).read(0, "shard") == b"data"
    monkeypatch.setattr(Sample, "source", "another")
    assert shards_of(sample, place).read(0, "shard") is None


@pytest.mark.parametrize("failures", [99, 100])
def test_a_folder_that_others_remove_is_made_a_hundred_times(tmp_path, monkeypatch, failures):
    shards = FinishedShards(tmp_path / "numbers", "mine")
    paths, write = [], checkpoint.written_whole

    def fail(path, **options):
        paths.append(path)
        if len(paths) <= failures:
            raise FileNotFoundError(path)
        return write(path, **options)

    monkeypatch.setattr(checkpoint, "written_whole", fail)
    monkeypatch.setattr(checkpoint.time, "sleep", lambda seconds: None)
    if failures < 100:
        shards.write(0, "shard", b"data")
        assert shards.read(0, "shard") == b"data"
    else:
        with pytest.raises(FileNotFoundError):
            shards.write(0, "shard", b"data")
    assert len(paths) == 100


class Interrupted:
    """Is interrupted at its first shard, as soon as another is under way; that one ends early once it is told to."""

    def __init__(self, part):
        self.part, self.has_begun, self.description = part, threading.Event(), False

    def __call__(self, shard, stop):
        if shard == self.first:
            assert self.has_begun.wait(20)
            raise KeyboardInterrupt
        self.has_begun.set()
        until = time.monotonic() + 20
        while not stop[0] and time.monotonic() < until:
            time.sleep(0.001)
        self.description = bool(stop[0])
        return self.part


def test_a_shard_that_ends_early_is_not_kept(tmp_path, monkeypatch):
    experiment = SMALL[2]
    monkeypatch.setattr(sample, "SHARD", 2**8)
    work = Interrupted(experiment.empty_result())
    work.first = next(iter(experiment.shards()))
    monkeypatch.setattr(Sample, "count", lambda self, shard, stop: work(shard, stop))
    with pytest.raises(KeyboardInterrupt):
        run(experiment, 2, finished=FinishedShards(tmp_path / "any.parquet", "this"))
    assert work.description
    assert not list(tmp_path.rglob("*.shard"))


@pytest.mark.parametrize(("total", "size"), [(1, 8), (8 * 4096, 8), (8 * 4096 + 1, 16), (16 * 4096 + 1, 32)])
def test_there_are_as_many_shards_as_may_be_and_no_more(total, size):
    assert shard_size(total, 8) == size
    assert -(-total // size) <= MOST_SHARDS


def test_what_ends_in_time_is_not_stopped_afterwards():
    stop = np.zeros(1, np.uint8)
    with stopped_after(0.05, stop):
        pass
    with stopped_after(None, stop):
        time.sleep(0.2)
    assert stop[0] == 0
    with stopped_after(0.01, stop):
        time.sleep(0.2)
    assert stop[0] == 1
