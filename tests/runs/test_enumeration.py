"""Results of experiments that go through all puzzles: added, stored, and the hardest chosen."""

from typing import ClassVar

import pyarrow as pa

from rullo_core.runs.collection import KEEP
from rullo_core.runs.enumeration import Enumerated, Enumeration


class Some(Enumeration):
    """Puzzles that are made up."""

    name = "some"
    schema = pa.schema([("kind", pa.string()), ("difficulty", pa.float64()), ("unfixed", pa.int64())])
    title = stem = ""
    parameters: ClassVar = {}
    shards = count = estimate_seconds = None


def part(*rows, **others):
    single = [{"kind": kind, "difficulty": difficulty, "unfixed": unfixed} for kind, difficulty, unfixed in rows]
    counts = [{"kind": row["kind"], "difficulty": row["difficulty"], "puzzles": 2} for row in single]
    return Enumerated(counts, single, others)


def test_results_are_added_and_stored():
    some = Some()
    total = some.nothing()
    for one in (part(("simple", 2.0, 0), of={"3": 4}), part(("stuck", None, 5), of={"3": 1, "4": 2}, more={"a": 1})):
        total.add(some.read_result(one.to_bytes()))
    assert total.puzzles == 4
    found = some.finish(total)
    assert found.tally.frame[["kind", "puzzles"]].values.tolist() == [["simple", 2], ["stuck", 2]]
    assert found.others == {"of": {"3": 5, "4": 2}, "more": {"a": 1}}
    assert found.by_puzzle is None


def test_the_hardest_of_each_kind_are_kept():
    rows = [("simple", float(n % 20), 0) for n in range(40)] + [("stuck", None, n % 15) for n in range(30)]
    found = Some().finish(part(*rows)).hardest.to_pandas()
    stuck, simple = (found[found["kind"] == kind] for kind in ("stuck", "simple"))
    assert found["kind"].tolist() == KEEP * ["stuck"] + KEEP * ["simple"]
    assert simple["difficulty"].tolist() == sorted((row[1] for row in rows[:40]), reverse=True)[:KEEP]
    assert stuck["unfixed"].tolist() == sorted((row[2] for row in rows[40:]), reverse=True)[:KEEP]
