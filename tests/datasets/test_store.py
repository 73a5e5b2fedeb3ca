import hashlib
import json

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rullo_core.datasets import store
from rullo_core.datasets.card import path_of_card
from rullo_core.datasets.tally import Tally
from rullo_core.errors import BadInput
from rullo_core.rullo.experiments.census import Census
from rullo_core.runs.run import run, run_and_store


@pytest.fixture
def dataset(tmp_path):
    return run_and_store(Census(2, 2, (1, 2)), tmp_path / "small.parquet", threads=1)


def test_what_is_read_is_what_was_written(dataset):
    loaded = store.load(dataset.path)
    assert loaded.tally == dataset.tally
    assert loaded.manifest == dataset.manifest
    assert loaded.hardest_table == run(Census(2, 2, (1, 2))).hardest
    assert not list(dataset.path.parent.glob(".*"))


def test_manifest(dataset):
    manifest = dataset.manifest
    assert manifest["totals"] == {"puzzles": 256, "simple": 252, "exhaustive": 4}
    assert {
        "experiment",
        "parameters",
        "sha256",
        "versions",
        "commit",
        "processor",
        "threads",
        "seconds",
        "date",
    } <= set(manifest)
    rows = dataset.tally.frame.rename(columns={"outcome": "kind", "passes": "difficulty"}).to_dict("records")
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    assert manifest["sha256"] == hashlib.sha256(lines.encode()).hexdigest()


def test_the_file_is_plain_parquet(dataset):
    frame = pd.read_parquet(dataset.path)
    assert list(frame.columns) == ["required", "kind", "difficulty", "puzzles"]
    assert frame["puzzles"].sum() == 256


def test_other_values_are_noticed(dataset):
    table = pq.read_table(dataset.path)
    frame = table.to_pandas()
    frame.loc[0, "puzzles"] += 1
    altered = pa.Table.from_pandas(frame, schema=table.schema.remove_metadata(), preserve_index=False)
    pq.write_table(altered.replace_schema_metadata(table.schema.metadata), dataset.path)
    with pytest.raises(BadInput, match="is damaged: the values"):
        store.load(dataset.path)


def test_another_manifest_is_noticed(dataset):
    table = pq.read_table(dataset.path)
    metadata = dict(table.schema.metadata)
    metadata[b"rullo"] = metadata[b"rullo"].replace(b'"height": 2', b'"height": 3')
    pq.write_table(table.replace_schema_metadata(metadata), dataset.path)
    with pytest.raises(BadInput, match="is damaged: the manifest"):
        store.load(dataset.path)


@pytest.mark.parametrize(
    ("path_of", "flip"),
    [
        pytest.param(
            path_of, flip, id=f"{content}-{flip}", marks=[pytest.mark.slow] if (content, flip) != ("tally", 1) else []
        )
        for content, path_of in (
            ("tally", lambda path: path),
            ("hardest", lambda path: store.path_beside(path, "hardest")),
        )
        for flip in (0x01, 0x80)
    ],
)
def test_every_damaged_byte_is_noticed_or_harmless(dataset, path_of, flip):
    """Whatever byte is flipped: either the same is read, or the damage is named."""
    path = path_of(dataset.path)
    content = path.read_bytes()
    noticed = 0
    for place in range(flip % 3, len(content), 3):
        path.write_bytes(content[:place] + bytes([content[place] ^ flip]) + content[place + 1 :])
        try:
            loaded = store.load(dataset.path)
        except BadInput as error:
            noticed += 1
            assert "\n" not in str(error)
        else:
            assert loaded.tally == dataset.tally
            assert loaded.hardest_table == dataset.hardest_table
    assert noticed > len(content) / 3 / 2


def test_the_tally_of_each_grid_stands_beside(some_grids, dataset, tmp_path):
    by_grid = some_grids.by_grid
    assert by_grid["grid"].dtype == "int32"
    assert Tally.from_frame(by_grid.drop(columns="grid")) == some_grids.tally
    assert by_grid.groupby("grid")["puzzles"].sum().tolist() == [2**25] * 20
    with pytest.raises(BadInput, match="keeps counts, and no grids"):
        _ = dataset.by_grid
    path = tmp_path / "grids.parquet"
    path.write_bytes(some_grids.path.read_bytes())
    for content in ("hardest", "grids"):
        store.path_beside(path, content).write_bytes(store.path_beside(some_grids.path, content).read_bytes())
    damaged = bytearray(store.path_beside(path, "grids").read_bytes())
    damaged[2000] ^= 1
    store.path_beside(path, "grids").write_bytes(damaged)
    with pytest.raises(BadInput, match="damaged"):
        _ = store.load(path).by_grid
    with pytest.raises(BadInput, match="name the dataset itself"):
        store.load(store.path_beside(some_grids.path, "grids"))


def test_columns_named_by_an_earlier_version_are_refused(dataset, tmp_path):
    for name, is_refused in (("solved_cells_G", False), ("settled by G", True)):
        path = tmp_path / f"{is_refused}.parquet"
        store.save(path, dataset.tally, dataset.hardest_table, "study", {}, by_puzzle=pa.table({name: [1]}))
        if not is_refused:
            assert store.load(path).by_puzzle[name].tolist() == [1]
            continue
        with pytest.raises(BadInput, match=r"an earlier version, such as 'settled by G'; compute the dataset again"):
            store.load(path)


def test_a_cut_file_is_noticed(dataset):
    dataset.path.write_bytes(dataset.path.read_bytes()[:-100])
    with pytest.raises(BadInput, match="no Parquet file, or a damaged one"):
        store.load(dataset.path)


def test_hardest_puzzles_of_another_dataset(dataset, tmp_path):
    """Even one with the same counts."""
    second_dataset = run_and_store(Census(2, 2, (1, 3)), tmp_path / "other.parquet")
    assert second_dataset.tally == dataset.tally
    store.path_beside(second_dataset.path, "hardest").rename(store.path_beside(dataset.path, "hardest"))
    with pytest.raises(BadInput, match="does not belong to"):
        store.load(dataset.path)


def test_what_is_no_dataset(dataset, tmp_path):
    with pytest.raises(BadInput, match="there is no such file"):
        store.load(tmp_path / "none.parquet")
    (tmp_path / "text.parquet").write_text("3 3\n")
    with pytest.raises(BadInput, match="no Parquet file"):
        store.load(tmp_path / "text.parquet")
    pd.DataFrame({"a": [1]}).to_parquet(tmp_path / "other.parquet")
    with pytest.raises(BadInput, match="but no dataset of rullo"):
        store.load(tmp_path / "other.parquet")
    with pytest.raises(BadInput, match="name the dataset itself"):
        store.load(store.path_beside(dataset.path, "hardest"))


def test_places_that_cannot_be_written(tmp_path, monkeypatch):
    with pytest.raises(BadInput, match="there is no folder"):
        store.check_writable(tmp_path / "none" / "x.parquet")
    with pytest.raises(BadInput, match="is a folder; name a file in it"):
        store.check_writable(tmp_path)

    for name in ("x.csv", "x.hardest.parquet", "x.grids.parquet"):
        with pytest.raises(BadInput, match=r"ends in \.parquet"):
            store.check_writable(tmp_path / name)
    with pytest.raises(BadInput, match="File name too long"):
        store.check_writable(tmp_path / f"{'x' * 240}.parquet")

    def refuse(_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(store.Path, "touch", refuse)
    with pytest.raises(BadInput, match="Permission denied"):
        store.check_writable(tmp_path / "x.parquet")


def test_a_failed_write_leaves_the_old_dataset(dataset, monkeypatch):
    old_content = dataset.path.read_bytes()

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store.pq, "write_table", fail)
    with pytest.raises(OSError, match="No space left"):
        store.save(dataset.path, dataset.tally, dataset.hardest_table, "census", {})
    assert dataset.path.read_bytes() == old_content
    assert not list(dataset.path.parent.glob(".*"))


def test_the_tally_is_written_last(dataset, monkeypatch, tmp_path):
    """So that a dataset that is there has what belongs beside it."""
    file_names = []

    def write(path, *_):
        file_names.append(path.name)
        if len(file_names) == 2:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(store, "_write", write)
    with pytest.raises(OSError, match="No space left"):
        store.save(tmp_path / "new.parquet", dataset.tally, dataset.hardest_table, "census", {})
    assert file_names == ["new.hardest.parquet", "new.parquet"]


def test_a_dataset_is_not_there_without_its_card(dataset, monkeypatch, tmp_path):
    def fail(*_):
        raise OSError(28, "No space left on device")

    path = tmp_path / "new.parquet"
    with monkeypatch.context() as failing:
        failing.setattr(store, "write_card", fail)
        with pytest.raises(OSError, match="No space left"):
            store.save(path, dataset.tally, dataset.hardest_table, "census", {})
    assert not path.exists()
    store.save(path, dataset.tally, dataset.hardest_table, "census", {})
    digests = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in tmp_path.glob("new*.parquet")}
    card = path_of_card(path).read_text()
    assert len(digests) == 2
    assert all(f"| {name} | `{digest}` |" in card for name, digest in digests.items())


def test_other_counts_than_the_project_s_are_refused(thesis_census, monkeypatch, tmp_path):
    """Whatever the file is called."""
    assert store.load(thesis_census.path).tally == thesis_census.tally
    checksums = json.loads(store.CHECKSUMS.read_text())
    assert [entry["sha256"] for entry in checksums if entry["parameters"] == thesis_census.manifest["parameters"]] == [
        thesis_census.manifest["sha256"]
    ]
    frame = thesis_census.tally.frame.assign(puzzles=thesis_census.tally.frame["puzzles"] + 1)
    path = tmp_path / "other.parquet"
    store.save(
        path, Tally.from_frame(frame), thesis_census.hardest_table, "census", thesis_census.manifest["parameters"]
    )
    with pytest.raises(BadInput, match=r"its counts are not those of checksums\.json"):
        store.load(path)


def test_the_checksum_covers_every_row_of_a_large_table():
    numbers = np.arange(2**14 + 3)
    altered = numbers.copy()
    altered[-1] += 1
    assert store._checksum(pa.table({"n": numbers})) != store._checksum(pa.table({"n": altered}))


def test_files_of_runs_with_other_counts_do_not_belong_together():
    manifest = {"experiment": "census", "parameters": {"height": 2}, "sha256": "0", "date": "today"}
    assert store._identity(manifest) == store._identity(manifest | {"date": "tomorrow"})
    for name, value in (("experiment", "grids"), ("parameters", {"height": 3}), ("sha256", "1")):
        assert store._identity(manifest) != store._identity(manifest | {name: value})


def test_counts_from_two_to_the_63_on_are_read_as_written(tmp_path):
    frame = pd.DataFrame({"outcome": ["simple", "exhaustive"], "puzzles": np.array([2**63, 2**100], object)})
    frame = frame.astype({"outcome": "str"})
    store._write(
        tmp_path / "a.parquet",
        store._as_table(frame),
        {"experiment": "x", "sha256": store._checksum(store._as_table(frame))},
    )
    table, _ = store._read(tmp_path / "a.parquet", is_tally=True)
    assert store._as_frame(table)["puzzles"].tolist() == [2**63, 2**100]
