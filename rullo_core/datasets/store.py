"""Tallies and puzzles as Parquet files, each with a manifest that says where it comes from.

A dataset is a tally in one file and the hardest puzzles met in another beside it, ``<name>.hardest.parquet``. If grids
are the sampling unit, the tally of each is in ``<name>.grids.parquet``; if there is more to know of each puzzle than
can be counted, that is in ``<name>.puzzles.parquet``. A file is written under another name and then renamed, the tally
last: there is never half a dataset.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from rullo_core import paths
from rullo_core.datasets.card import Card, Column, write_card
from rullo_core.datasets.circumstances import circumstances
from rullo_core.datasets.columns import stored_names
from rullo_core.datasets.tally import Tally, whole_numbers
from rullo_core.datasets.tidy import counts_of, hardest_of, puzzles_of
from rullo_core.errors import BadInput, quoted
from rullo_core.escaping import as_html, as_line, as_markdown, is_plain
from rullo_core.files import temporary_name, written_whole
from rullo_core.paths import CHECKSUMS

TYPES = {"int16": pa.int16(), "int32": pa.int32(), "float64": pa.float64(), "str": pa.string()}
"""Types of the keys of a tally."""

RENAMED = {
    "puzzles": "count", "criterion": "level", "tries": "max_tries", "singles": "single_cell_cages",
    "solutions": "max_solutions", "nodes": "max_nodes",
}  # fmt: skip
"""Parameters in the manifests of version 1, with their names now."""

CONTENTS = ("hardest", "grids", "puzzles")
"""Contents of the files beside a dataset."""

TABLE_OF = {"grids": "by_grid"}
"""The tables that are called otherwise than the files beside a dataset."""

LARGE_NUMBER = pa.decimal128(38)
"""Type of the numbers of puzzles from 2**63; below it is int64."""


class NoDataset(BadInput):
    """A dataset that is not there."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path}: there is no such file; make it, with the command of an experiment")
        self.path = path


@dataclass(frozen=True, repr=False)
class Dataset:
    """Results of an experiment.

    Attributes
    ----------
    tally : Tally
        The counts; `counts` is their table.
    manifest : dict
        Experiment, parameters, totals, checksum of the values, versions, machine, time.
    path : pathlib.Path
        Where it was read from.
    hardest_table : pyarrow.Table
        The hardest puzzles met, as rows; `hardest` is their table.

    Examples
    --------
    >>> import rullo_core as rc
    >>> data = rc.run("census", size="2x2", values="1-3")  # doctest: +SKIP
    >>> data.counts.columns.tolist()  # doctest: +SKIP
    ['puzzle', 'simple', 'passes', 'required', 'outcome', 'puzzles']
    >>> float(data.hardest.passes.max())  # doctest: +SKIP
    3.0
    >>> data.parameters.to_dict("records")  # doctest: +SKIP
    [{'experiment': 'census', 'height': 2, 'width': 2, 'values': [1, 2, 3]}]
    """

    tally: Tally
    manifest: dict[str, Any]
    path: Path
    hardest_table: pa.Table

    @property
    def counts(self) -> pd.DataFrame:
        """The counts: ``puzzle``, ``simple``, passes, others to count by, ``outcome``, and ``puzzles``, how many.

        The parameters of the experiment are in its ``attrs``.

        Raises
        ------
        BadInput
            If the dataset holds a text that a notebook could show as markup; so do the other tables.
        """
        return self._with_parameters(counts_of(self._plain(self.tally.frame), self.manifest["experiment"]))

    @property
    def puzzles(self) -> pd.DataFrame:
        """A row for each puzzle, if the experiment stores results by puzzle.

        Raises
        ------
        BadInput
            If the experiment keeps counts only, or the file is damaged or does not belong to the dataset.

        Examples
        --------
        >>> import rullo_core as rc
        >>> data = rc.run("sudoku study", size=4, count=20)  # doctest: +SKIP
        >>> len(data.puzzles)  # doctest: +SKIP
        20
        """
        return self._with_parameters(puzzles_of(self.by_puzzle, self.manifest["experiment"]))

    @property
    def hardest(self) -> pd.DataFrame:
        """A row for each of the hardest puzzles that were found: its passes, its outcome and the puzzle."""
        hardest = self._plain(self.hardest_table.to_pandas())
        return self._with_parameters(hardest_of(hardest, self.manifest["experiment"]))

    @property
    def parameters(self) -> pd.DataFrame:
        """One row: the experiment and its parameters."""
        return self._plain(pd.DataFrame([{"experiment": self.manifest["experiment"]} | self.manifest["parameters"]]))

    def _plain(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Return a table, for notebooks that show it by functions of others; refuse texts that are markup there."""
        columns = [frame[name] for name in frame if not pd.api.types.is_numeric_dtype(frame[name])]
        description = json.dumps([self.manifest["experiment"], self.manifest["parameters"]], ensure_ascii=False)
        for text in (description, *frame, *(cell for column in columns for cell in column if isinstance(cell, str))):
            if not is_plain(text):
                raise BadInput(
                    f"{self.path}: holds {quoted(text)}, which a page could read as markup; make the dataset again"
                )
        return frame

    def _with_parameters(self, frame: pd.DataFrame) -> pd.DataFrame:
        frame.attrs = {"experiment": self.manifest["experiment"]} | dict(self.manifest["parameters"])
        return frame

    def __repr__(self) -> str:
        parameters = ", ".join(f"{name} {value}" for name, value in self.manifest["parameters"].items())
        return as_line(f"<{self.manifest['experiment']}, {parameters}: {self.tally.total:,} puzzles>")

    def _repr_html_(self) -> str:
        counts = self.tally.frame.groupby("outcome", sort=False)["puzzles"].sum()
        total = max(self.tally.total, 1)
        rows = "".join(
            f"<tr><th>{as_html(outcome)}</th><td>{n:,}</td><td>{n / total:.2%}</td></tr>"
            for outcome, n in counts.items()
        )
        return f"<p>{as_html(repr(self)[1:-1])}</p><table><tbody>{rows}</tbody></table>"

    @cached_property
    def by_grid(self) -> pd.DataFrame:
        """The counts of each grid, of an experiment on random grids; read at first use.

        Columns ``grid`` (int32) and those of a tally.

        Raises
        ------
        BadInput
            If it is not there, damaged, or does not belong to the dataset.

        Examples
        --------
        >>> import rullo_core as rc
        >>> data = rc.run("grids", size="2x2", values="1-3", grids=3)  # doctest: +SKIP
        >>> data.by_grid.groupby("grid").puzzles.sum().tolist()  # doctest: +SKIP
        [16, 16, 16]
        """
        return self._plain(_as_frame(_read_beside(self.path, "grids", self.manifest)))

    @cached_property
    def by_puzzle(self) -> pd.DataFrame:
        """A row for each puzzle, if the experiment stores results by puzzle; read at first use.

        `puzzles` begins with the columns of all tables, and has the parameters in its ``attrs``.

        Raises
        ------
        BadInput
            As `by_grid`.

        Examples
        --------
        >>> import rullo_core as rc
        >>> data = rc.run("sudoku study", size=4, count=20)  # doctest: +SKIP
        >>> len(data.by_puzzle)  # doctest: +SKIP
        20
        """
        return self._plain(_read_beside(self.path, "puzzles", self.manifest).to_pandas())


def path_beside(path: Path, content: str) -> Path:
    """Return the path of a file beside a dataset: of its hardest puzzles, its grids, or its puzzles."""
    return path.with_name(f"{path.name.removesuffix('.parquet')}.{content}.parquet")


def check_writable(path: Path) -> None:
    """Refuse a path where no dataset can be written, before any work is done."""
    folder = path.parent
    if folder == paths.DATA:
        folder.mkdir(parents=True, exist_ok=True)
    if not folder.is_dir():
        raise BadInput(f"{path}: there is no folder {folder}; make it first, or choose another place")
    if path.is_dir():
        raise BadInput(f"{path}: is a folder; name a file in it, such as {path / 'census.parquet'}")
    if path.suffix != ".parquet" or path.name.endswith(tuple(f".{content}.parquet" for content in CONTENTS)):
        raise BadInput(f"{path}: a dataset's name ends in .parquet, such as census.parquet")
    temporary = temporary_name(path_beside(path, "hardest"))
    try:
        temporary.touch()
        temporary.unlink()
    except OSError as error:
        raise BadInput(f"{path}: cannot be written to {folder} ({error.strerror}); choose another place") from None


def save(
    path: Path,
    tally: Tally,
    hardest: pa.Table,
    experiment: str,
    parameters: dict[str, Any],
    by_grid: pd.DataFrame | None = None,
    by_puzzle: pa.Table | None = None,
    **run: Any,
) -> Dataset:
    """Write a dataset: its tally, and beside it the hardest puzzles, the tallies of grids, and a row for each puzzle.

    The results depend only on the parameters. ``by_grid`` has ``grid`` (int32) and then the columns of a tally; ``run``
    is what else the manifest says of the run, such as threads and seconds.
    """
    table = _in_files(_as_table(tally.frame), "counts", experiment)
    manifest = {
        "experiment": experiment,
        "parameters": parameters,
        "totals": {"puzzles": tally.total}
        | {outcome: tally.of_outcome(outcome).total for outcome in sorted(set(tally.frame["outcome"]), reverse=True)},
        "sha256": _checksum(table),
        **circumstances(),
        **run,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    companions = {"hardest": hardest}
    if by_grid is not None:
        companions["grids"] = _as_table(by_grid)
    if by_puzzle is not None:
        companions["puzzles"] = by_puzzle
    companions = {
        content: _in_files(companion, TABLE_OF.get(content, content), experiment)
        for content, companion in companions.items()
    }
    for content, companion in companions.items():
        _write_beside(path, content, companion, manifest)
    tables = {path: table} | {path_beside(path, content): companion for content, companion in companions.items()}
    _write(path, table, manifest, _card_of(path, manifest, tables))
    return Dataset(tally, manifest, path, hardest)


def _card_of(path: Path, manifest: dict[str, Any], tables: dict[Path, pa.Table]) -> Card:
    columns = [
        Column(field.name, str(field.type), f"of {as_markdown(place.name)}")
        for place, table in tables.items()
        for field in table.schema
    ]
    return Card(
        f"{manifest['experiment']}: {manifest['totals']['puzzles']:,} puzzles",
        f"The file {as_markdown(path.name)} has counts of puzzles, and those beside it have what is known of single "
        "ones. The page *Columns and formats* of the project's documentation says what the columns mean.",
        {"experiment": manifest["experiment"]} | manifest["parameters"],
        columns,
        list(tables),
        {"the counts, a line of JSON for each row": manifest["sha256"]},
        {name: manifest[name] for name in ("threads", "seconds") if name in manifest},
    )


def load(path: Path | str) -> Dataset:
    """Read a dataset, and the hardest puzzles beside it.

    BadInput is raised if it is not one of ours, has columns of an earlier version, or if its values do not have the
    checksum of its manifest, or the one that the project has for it.
    """
    path = Path(path)
    table, manifest = _read(path, is_tally=True)
    for entry in json.loads(CHECKSUMS.read_text(encoding="utf-8")) if CHECKSUMS.exists() else []:
        if all(manifest[key] == entry[key] for key in ("experiment", "parameters")):
            _check_sum(path, manifest["sha256"], entry["sha256"])
    _check_names(path_beside(path, "puzzles"))
    table = _in_tables(table, "counts", manifest["experiment"])
    return Dataset(Tally(_as_frame(table)), manifest, path, _read_beside(path, "hardest", manifest))


def read_dataset(name: object, *experiments: str) -> Dataset:
    """Read the dataset, of one of the experiments, that a notebook's parameter names, in the data folder if need be."""
    if not isinstance(name, str | Path) or not str(name):
        raise BadInput(f"dataset {name!r}: write the name of a file, seen from the data folder, {paths.DATA}")
    dataset = load(name if paths.to_read(name).exists() else paths.DATA / name)
    experiment = dataset.manifest["experiment"]
    if experiments and experiment not in experiments:
        raise BadInput(f"{name}: is a dataset of the experiment {experiment}; name one of {' or '.join(experiments)}")
    return dataset


def _check_sum(path: Path, actual: str, expected: str) -> None:
    if actual != expected:
        raise BadInput(
            f"{path}: its counts are not those of {CHECKSUMS.name} (SHA-256 {actual}, not {expected}); make it again, "
            "and if they stay so, find out what changed them"
        )


def _check_names(place: Path) -> None:
    """Refuse columns of an earlier version, whose names contained spaces."""
    with suppress(pa.ArrowException, OSError):  # Whatever is wrong with the file, `Dataset.by_puzzle` says.
        if old := [name for name in pq.read_schema(place).names if " " in name]:
            raise BadInput(
                f"{place}: its columns have names of an earlier version, such as {old[0]!r}; compute the dataset again "
                "with the command of its experiment, or all of the project's with make data"
            )


# -- files ------------------------------------------------------------------------------------------------------------


def _write(path: Path, table: pa.Table, manifest: dict[str, Any], card: Card | None = None) -> None:
    text = json.dumps(manifest).encode()
    metadata = {b"rullo": text, b"rullo.sha256": hashlib.sha256(text).hexdigest().encode()}
    with written_whole(path) as temporary:
        pq.write_table(table.replace_schema_metadata(metadata), temporary)
        if card is not None:
            write_card(path, card, temporary)


def _write_beside(path: Path, content: str, table: pa.Table, manifest: dict[str, Any]) -> None:
    _write(path_beside(path, content), table, {"of": _identity(manifest), "sha256": _checksum(table)})


def _read_beside(path: Path, content: str, manifest: dict[str, Any]) -> pa.Table:
    place = path_beside(path, content)
    if content != "hardest" and not place.exists():
        raise BadInput(
            f"{path}: the experiment {manifest['experiment']} keeps counts, and no {content}: take counts or hardest; "
            f"if it kept some, {place.name} was removed: make the dataset again"
        )
    table, of = _read(place, is_tally=False)
    if of.get("of") != _identity(manifest):
        raise BadInput(f"{place}: does not belong to {path}; make both again")
    return _in_tables(table, TABLE_OF.get(content, content), manifest["experiment"])


def _read(path: Path, is_tally: bool) -> tuple[pa.Table, dict[str, Any]]:
    if not path.is_file():
        raise NoDataset(path)
    damaged = f"{path}: is no Parquet file, or a damaged one; make it again"
    try:
        table = pq.read_table(path)
    except (pa.ArrowException, OSError, ValueError):
        raise BadInput(damaged) from None
    metadata = table.schema.metadata or {}
    if b"rullo" not in metadata:
        raise BadInput(
            f"{path}: is a Parquet file, but no dataset of rullo; make one with the command of an experiment"
        )
    text = metadata[b"rullo"]
    if hashlib.sha256(text).hexdigest().encode() != metadata.get(b"rullo.sha256"):
        raise BadInput(f"{path}: is damaged: the manifest does not have its checksum; make it again")
    manifest: dict[str, Any] = json.loads(text)
    for part in (manifest, manifest.get("of", {})):
        if "parameters" in part:
            part["parameters"] = {RENAMED.get(name, name): value for name, value in part["parameters"].items()}
    if ("experiment" in manifest) != is_tally:
        raise BadInput(f"{path}: holds the puzzles of a dataset or its grids, or should; name the dataset itself")
    try:
        as_written = _checksum(table) == manifest["sha256"] and not (is_tally and table.schema != _schema_of(table))
    except (TypeError, ValueError):
        as_written = False
    if not as_written:
        raise BadInput(f"{path}: is damaged: the values do not have the manifest's checksum; make it again")
    return table, manifest


def _in_files(table: pa.Table, table_name: str, experiment: str) -> pa.Table:
    """Return a table of a dataset with the names that its columns have in files."""
    stored = stored_names(table_name, experiment)
    return table.rename_columns([stored.get(name, name) for name in table.schema.names])


def _in_tables(table: pa.Table, table_name: str, experiment: str) -> pa.Table:
    """Return a table of a file with the names that its columns have in tables."""
    names = {stored: name for name, stored in stored_names(table_name, experiment).items()}
    return table.rename_columns([names.get(name, name) for name in table.schema.names])


def _identity(manifest: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a manifest that the files beside a dataset must share with it."""
    return {key: manifest[key] for key in ("experiment", "parameters", "sha256")}


def _checksum(table: pa.Table) -> str:
    """Return the SHA-256 of the rows, each as a line of JSON, which does not depend on how the file was written."""
    digest, encode = hashlib.sha256(), json.JSONEncoder(default=int).encode
    for batch in table.to_batches(max_chunksize=2**14):
        digest.update("".join(f"{encode(row)}\n" for row in batch.to_pylist()).encode())
    return digest.hexdigest()


def _schema_of(table: pa.Table) -> pa.Schema:
    """Return the schema of a tally: keys of `TYPES`, and then the puzzles."""
    *keys, puzzles = zip(table.schema.names, table.schema.types, strict=True)
    key_fields = [(name, kind) for name, kind in keys if kind in TYPES.values()]
    return pa.schema([*key_fields, ("puzzles", LARGE_NUMBER if puzzles[1] == LARGE_NUMBER else pa.int64())])


def _as_table(frame: pd.DataFrame) -> pa.Table:
    is_large = frame["puzzles"].dtype == object
    schema = pa.schema(
        [(str(name), TYPES[str(column.dtype)]) for name, column in frame.items() if name != "puzzles"]
        + [("puzzles", LARGE_NUMBER if is_large else pa.int64())]
    )
    exact = frame.assign(puzzles=frame["puzzles"].map(Decimal)) if is_large else frame
    return pa.Table.from_pandas(exact, schema=schema, preserve_index=False)


def _as_frame(table: pa.Table) -> pd.DataFrame:
    frame = table.to_pandas()
    frame = frame.astype(
        {name: "str" for name, kind in zip(table.schema.names, table.schema.types, strict=True) if kind == pa.string()}
    )
    return frame.assign(puzzles=whole_numbers(frame["puzzles"])) if frame["puzzles"].dtype == object else frame
