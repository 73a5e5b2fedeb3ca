"""Results of experiments that go through all puzzles: added, stored, and the hardest chosen."""

from types import SimpleNamespace
from typing import ClassVar

import pyarrow as pa

from rullo_core.runs import experiment
from rullo_core.runs.collection import KEEP
from rullo_core.runs.enumeration import Enumeration, EnumerationResult


class MadeUp(Enumeration):
    """Puzzles that are made up."""

    name = "some"
    schema = pa.schema([("outcome", pa.string()), ("passes", pa.float64()), ("open_cells", pa.int64())])
    title = stem = ""
    parameters: ClassVar = {}
    shards_counted: ClassVar = []

    def shards(self, threads=None):
        return iter(range(500))

    def count(self, shard, stop):
        """Take as many seconds of a clock as the shard says, and a long time once, to compile."""
        MadeUp.shards_counted.append(1000 if not MadeUp.shards_counted else shard)
        return EnumerationResult()


def part(*rows, **numbers):
    single = [{"outcome": kind, "passes": difficulty, "open_cells": unfixed} for kind, difficulty, unfixed in rows]
    counts = [{"outcome": row["outcome"], "passes": row["passes"], "puzzles": 2} for row in single]
    return EnumerationResult(counts, single, numbers)


def test_results_are_added_and_stored():
    experiment = MadeUp()
    total = experiment.empty_result()
    for shard in (part(("simple", 2.0, 0), of={"3": 4}), part(("stuck", None, 5), of={"3": 1, "4": 2}, more={"a": 1})):
        total.add(experiment.read_result(shard.to_bytes()))
    assert total.puzzles == 4
    result = experiment.finish(total)
    assert result.tally.frame[["outcome", "puzzles"]].values.tolist() == [["simple", 2], ["stuck", 2]]
    assert result.extra_counts == {"of": {"3": 5, "4": 2}, "more": {"a": 1}}
    assert result.by_puzzle is None


def test_the_hardest_of_each_kind_are_kept():
    rows = [("simple", float(n % 20), 0) for n in range(40)] + [("stuck", None, n % 15) for n in range(30)]
    hardest = MadeUp().finish(part(*rows)).hardest.to_pandas()
    stuck, simple = (hardest[hardest["outcome"] == kind] for kind in ("stuck", "simple"))
    assert hardest["outcome"].tolist() == KEEP * ["stuck"] + KEEP * ["simple"]
    assert simple["passes"].tolist() == sorted((row[1] for row in rows[:40]), reverse=True)[:KEEP]
    assert stuck["open_cells"].tolist() == sorted((row[2] for row in rows[40:]), reverse=True)[:KEEP]


def test_the_time_is_estimated_from_a_hundredth_of_the_shards(monkeypatch):
    monkeypatch.setattr(experiment, "time", SimpleNamespace(perf_counter=lambda: sum(MadeUp.shards_counted)))
    monkeypatch.setattr(MadeUp, "shards_counted", [])
    seconds = MadeUp().estimate_seconds(2)
    assert len(MadeUp.shards_counted) == 1 + 5
    assert len(set(MadeUp.shards_counted)) == len(MadeUp.shards_counted)
    assert seconds == sum(MadeUp.shards_counted[1:]) / 5 * 500 / 2
    truth = sum(range(500)) / 2
    assert truth / 2 < seconds < 2 * truth
    assert f"{KEEP} hardest" in MadeUp().identity
