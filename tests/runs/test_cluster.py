"""The same counts on a Dask cluster: a scheduler and workers that are processes of their own, and may be killed."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError
from types import SimpleNamespace

import pytest

from rullo_core.datasets import store
from rullo_core.errors import BadInput
from rullo_core.paths import ROOT
from rullo_core.rullo.experiments import sample
from rullo_core.rullo.experiments.census import Census
from rullo_core.rullo.experiments.grids import Grids
from rullo_core.rullo.experiments.sample import Sample
from rullo_core.runs import cluster as module
from rullo_core.runs.cluster import Cluster, ClusterLost
from rullo_core.runs.run import run, run_and_store
from tests.outcomes import assert_equal, finished_shards
from tests.processes import running

pytestmark = pytest.mark.slow

DIGITS = tuple(range(1, 10))

LOST = 15
"""Seconds after which a cluster counts as lost; a busy machine needs several to answer."""


class Processes:
    """A scheduler and workers of one thread each."""

    def __init__(self, folder, workers=2):
        self.environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}
        place = folder / "scheduler.json"
        self.scheduler = self.start("scheduler", "--port", "0", "--no-dashboard", "--host", "127.0.0.1",
                                    "--scheduler-file", str(place))  # fmt: skip
        while not place.exists() or not place.read_text():
            assert self.scheduler.poll() is None
            time.sleep(0.05)
        self.address = json.loads(place.read_text())["address"]
        self.workers = [self.start_worker() for _ in range(workers)]

    def start(self, command, *arguments):
        return subprocess.Popen([sys.executable, "-m", f"distributed.cli.dask_{command}", *arguments],
                                cwd=ROOT, env=self.environment, stderr=subprocess.DEVNULL)  # fmt: skip

    def start_worker(self):
        return self.start("worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard")

    def wait_for(self, workers):
        """Until so many are there, however long the machine takes to start them."""
        with Cluster(self.address, timeout=60) as cluster:
            while cluster.threads < workers:
                time.sleep(0.05)

    def end(self):
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


@pytest.fixture
def processes(tmp_path):
    started = Processes(tmp_path)
    yield started
    started.end()


def act_when(condition, act):
    """Act as soon as a condition holds, in another thread; after two minutes in any case, and some assertion fails."""

    def watch():
        deadline = time.monotonic() + 120
        while not condition() and time.monotonic() < deadline:
            time.sleep(0.01)
        act()

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    return thread


def test_a_killed_worker_costs_its_shard_and_a_lost_cluster_keeps_what_is_finished(tmp_path, processes):
    experiment = Sample(7, 7, DIGITS, 40 * sample.SHARD, 1, 20)
    expected = run_and_store(experiment, tmp_path / "threads.parquet")
    path = tmp_path / "cluster.parquet"

    processes.wait_for(2)
    with Cluster(processes.address, timeout=LOST) as cluster:
        killed = act_when(lambda: len(finished_shards(path)) >= 4, processes.workers[0].kill)
        all_gone = act_when(lambda: len(finished_shards(path)) >= 16, processes.workers[1].kill)
        with pytest.raises(ClusterLost, match=f"has had no workers, for {LOST} s; what is finished is kept"):
            run_and_store(experiment, path, cluster=cluster)
        killed.join()
        all_gone.join()
    finished = len(finished_shards(path))
    assert 16 <= finished < 40
    assert not path.exists()

    processes.workers.append(processes.start_worker())
    processes.wait_for(1)
    with Cluster(processes.address, timeout=LOST) as cluster:
        scheduler_end = act_when(lambda: len(finished_shards(path)) >= finished + 6, processes.scheduler.kill)
        with pytest.raises(ClusterLost, match=f"{processes.address}: has not answered"):
            run_and_store(experiment, path, cluster=cluster)
        scheduler_end.join()
    finished_in_all = len(finished_shards(path))
    assert finished + 6 <= finished_in_all < 40

    dataset = run_and_store(experiment, path)
    assert dataset.manifest["shards"] == {"all": 40, "taken up from before": finished_in_all}
    assert dataset.manifest["sha256"] == expected.manifest["sha256"]
    assert store.path_beside(path, "hardest").read_bytes() == store.path_beside(expected.path, "hardest").read_bytes()


def test_a_worker_that_is_killed_is_done_without(tmp_path, processes):
    experiment = Sample(7, 7, DIGITS, 24 * sample.SHARD, 1, 20)
    path = tmp_path / "cluster.parquet"
    with Cluster(processes.address, timeout=30) as cluster:
        while cluster.threads < 2:
            time.sleep(0.05)
        killed = act_when(lambda: len(finished_shards(path)) >= 3, processes.workers[0].kill)
        dataset = run_and_store(experiment, path, cluster=cluster)
        killed.join()
        assert cluster.threads == 1
    assert dataset.tally == run(experiment).tally


def test_a_scheduler_without_workers(tmp_path):
    started = Processes(tmp_path, workers=0)
    with pytest.raises(ClusterLost, match=r"has had no workers for 0\.5 s; start some \(dask worker tcp://"):
        Cluster(started.address, timeout=0.5)
    started.end()


def test_somebody_answers_who_is_no_scheduler():
    """A socket that takes connections and says nothing, as a frozen scheduler does."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        begin = time.monotonic()
        with pytest.raises(ClusterLost, match="does not answer within 1 s"):
            Cluster(f"tcp://127.0.0.1:{silent.getsockname()[1]}", timeout=1)
        assert time.monotonic() - begin < 20


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf")])
def test_what_is_no_timeout(timeout):
    with pytest.raises(BadInput, match="take a number of seconds"):
        Cluster("local", timeout=timeout)


def test_ctrl_c_on_a_local_cluster(tmp_path):
    """A terminal sends it to all processes; one line is said, beside what it will take if the machine is slow."""
    out = tmp_path / "sample.parquet"
    command = [sys.executable, "-m", "rullo_core", "sample", "--size", "7x7", "--values", "1-9", "--count", "1e8"]
    command += ["--out", str(out), "--cluster", "local"]
    with running(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and len(finished_shards(out)) < 4:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        _, output = process.communicate(timeout=60)
    assert process.returncode == 1
    *announced, output = output.splitlines()
    assert output == "rullo: stopped; what is finished is kept, and the same command goes on from there"
    assert all(", about " in line for line in announced)
    assert len(finished_shards(out)) >= 4


def test_nobody_answers():
    with pytest.raises(ClusterLost, match=r"tcp://127\.0\.0\.1:9: does not answer within 0\.5 s"):
        Cluster("tcp://127.0.0.1:9", timeout=0.5)


@pytest.mark.parametrize(
    "address", ["nowhere", "tcp://", "http://127.0.0.1:1", "tls://127.0.0.1:1", "tcp://127.0.0.1:many", ""]
)
def test_what_is_no_address(address):
    with pytest.raises(BadInput, match="write tcp://host:port, or local"):
        Cluster(address, timeout=0.5)


def test_workers_with_other_kernels_are_refused():
    with pytest.raises(BadInput, match="of another version; install the same on all machines"):
        module.count_shard(Sample(3, 3, (1, 2), 10, 1, 20), (0, 10), "another")


def test_without_dask_the_command_that_installs_it_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadInput, match=r"distributed, .* pip install .*\[cluster\]"):
        Cluster("local", timeout=1)


def test_on_the_command_line(tmp_path, rullo):
    """A run on workers of this machine says no more than one on threads."""
    out = tmp_path / "census.parquet"
    command = ["census", "--size", "2x3", "--values", "1-3", "--out", str(out)]
    local = [sys.executable, "-m", "rullo_core", *command, "--cluster", "local", "--threads", "2"]
    completed = subprocess.run(local, cwd=ROOT, capture_output=True, text=True)
    assert (completed.returncode, completed.stderr) == (0, "")
    assert completed.stdout.startswith(f"{out}: census of 2x3 over 1-3, 46,656 puzzles: ")
    dataset = store.load(out)
    assert dataset.manifest["cluster"] is True
    assert dataset.tally == run(Census(2, 3, (1, 2, 3))).tally
    status, _, err = rullo(*command, "--cluster", "tcp://127.0.0.1:9", "--cluster-timeout", "0.5")
    assert status == 1
    assert err.count("\n") == 1
    assert err.startswith("rullo: cluster tcp://127.0.0.1:9: does not answer within 0.5 s; start a scheduler")
    assert store.load(out).manifest == dataset.manifest
    status, _, err = rullo(*command, "--cluster", "")
    assert status == 2
    assert "write tcp://host:port, or local" in err


def test_the_arithmetic_of_the_docs():
    """docs/cluster.md, at the speed that it names."""
    page = (ROOT / "docs" / "cluster.md").read_text()
    shards = list(Sample(7, 7, DIGITS, 10**12, 1, 20).shards())
    size = shards[0][1]
    assert f"2²⁸ = {size:,}" in page
    assert f"| shards | {len(shards):,} |" in page
    speed = 1.2e6
    assert f"{10**12 / speed / 3600:.0f} hours of one thread" in page
    assert f"{10**12 / speed / 2 / 86400:.1f} days" in page
    assert f"{10**12 / speed / 64 / 3600:.1f} hours" in page
    assert f"{-(-len(shards) // 1024) * size / speed / 60:.0f} minutes | four rounds" in page
    assert f"{size / speed / 60:.1f} minutes" in page
    assert f"{10**12 / 2**25:,.0f} grids" in page


@pytest.mark.parametrize(
    ("status", "outcome", "expected"),
    [
        ("error", BadInput("another version"), BadInput),
        ("error", ValueError("what a shard met"), ClusterLost),
        ("lost", OSError("gone"), None),
        ("lost", TimeoutError(), None),
        ("cancelled", CancelledError(), None),
        ("finished", bytearray(b"found"), b"found"),
    ],
)
def test_what_becomes_of_a_shard(status, outcome, expected):
    """A worker of another version is named as it names itself; what was lost on the way is counted again."""

    def result(timeout):
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    cluster = object.__new__(Cluster)
    cluster.address, cluster.timeout = "tcp://127.0.0.1:9", 1
    future = SimpleNamespace(status=status, exception=lambda timeout: outcome, result=result)
    if status == "error":
        with pytest.raises(expected, match=str(outcome)):
            cluster._fetch(future)
    else:
        assert cluster._fetch(future) == expected


@pytest.fixture(scope="module")
def local_cluster():
    """Two processes on this machine, started once."""
    with Cluster("local", timeout=60, threads=2) as cluster:
        yield cluster


@pytest.mark.parametrize(
    "experiment",
    [Census(2, 3, (1, 2, 3)), Grids(3, 3, (1, 2, 5), 70, 2), Sample(5, 5, DIGITS, 3000, 3, 20)],
    ids=lambda experiment: experiment.name,
)
def test_every_experiment_on_workers_of_this_machine(monkeypatch, local_cluster, experiment):
    monkeypatch.setattr(sys.modules[type(experiment).__module__], "SHARD", 2**8)
    expected = run(experiment)  # kernels are compiled once, and not by every worker
    assert local_cluster.threads == 2
    assert_equal(run(experiment, cluster=local_cluster), expected)
