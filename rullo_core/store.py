"""Tallies and puzzles as Parquet files, each with a manifest that says where it comes from.

A dataset is a tally in one file and the hardest puzzles met in another beside it, ``<name>.hardest.parquet``; where
grids are the sampling unit, the tally of each is in a third one, ``<name>.grids.parquet``. A file is written under
another name and then renamed, the tally last: there is no half a dataset.
"""

from __future__ import annotations

import hashlib
import json
import platform
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from rullo_core import __version__
from rullo_core.errors import BadInput
from rullo_core.files import temporary_name, written_whole
from rullo_core.puzzle import Puzzle, Solution, flat
from rullo_core.tally import Tally, whole_numbers

LIBRARIES = ("numba", "llvmlite", "numpy", "pandas", "pyarrow")

KEEP = 1000
"""How many of the hardest puzzles are kept beside a tally, of each sort."""

CHECKSUMS = Path(__file__).parent.parent / "data" / "checksums.json"
"""What the values of datasets must be, by experiment and parameters."""

TALLY_SCHEMA = pa.schema(
    [("required", pa.int16()), ("kind", pa.string()), ("difficulty", pa.float64()), ("puzzles", pa.int64())]
)
LARGE_TALLY_SCHEMA = TALLY_SCHEMA.set(3, pa.field("puzzles", pa.decimal128(38)))
"""Where there are 2**63 puzzles or more."""

GRIDS_SCHEMA = pa.schema([("grid", pa.int32()), *TALLY_SCHEMA])
PUZZLE_SCHEMA = pa.schema(
    [
        ("kind", pa.string()),
        ("difficulty", pa.float64()),
        ("numbers", pa.list_(pa.int64())),
        ("row_targets", pa.list_(pa.int64())),
        ("column_targets", pa.list_(pa.int64())),
        ("solution", pa.list_(pa.bool_())),
    ]
)


@dataclass(frozen=True)
class RatedPuzzle:
    """A puzzle with the solution it was made from, and its difficulty for that solution."""

    kind: str
    difficulty: float
    puzzle: Puzzle
    solution: Solution

    @property
    def required(self) -> int:
        """Number of included cells."""
        return sum(flat(self.solution))


@dataclass(frozen=True)
class Dataset:
    """What an experiment found.

    Attributes
    ----------
    tally : Tally
    manifest : dict
        Experiment, parameters, totals, checksum of the values, versions, machine, time.
    path : pathlib.Path
        Where it was read from.
    hardest : list of RatedPuzzle
        The hardest puzzles of every sort, the first `KEEP` of each.
    """

    tally: Tally
    manifest: dict[str, Any]
    path: Path
    hardest: list[RatedPuzzle]

    @property
    def counted_once(self) -> Tally:
        """Each puzzle and its inverse counted once, as the thesis does.

        Of a sample, which does not hold the inverses of its puzzles, each puzzle as itself or its inverse, whichever
        has fewer cells required. Where there are holes, all puzzles: the inverse of a hole is a hole.
        """
        parameters = self.manifest["parameters"]
        cells = parameters["height"] * parameters["width"]
        if 0 in parameters["values"]:
            return self.tally
        return self.tally.mirrored(cells) if self.manifest["experiment"] == "sample" else self.tally.folded(cells)

    @cached_property
    def by_grid(self) -> pd.DataFrame:
        """The tally of each grid, of an experiment on random grids; read when it is first asked for.

        Columns ``grid`` (int32) and those of a tally.

        Raises
        ------
        BadInput
            If it is not there, damaged, or does not belong to the dataset.
        """
        return _as_frame(_read_beside(self.path, "grids", GRIDS_SCHEMA, self.manifest))


def beside(path: Path, what: str) -> Path:
    """Where the hardest puzzles of a dataset are, or the tallies of its grids.

    Parameters
    ----------
    path : pathlib.Path
        The dataset.
    what : {'hardest', 'grids'}
    """
    return path.with_name(f"{path.name.removesuffix('.parquet')}.{what}.parquet")


def check_writable(path: Path) -> None:
    """Refuse a place where no dataset can be written, before any work is done.

    Raises
    ------
    BadInput
        If the folder does not exist, cannot be written to, or the path is itself a folder.
    """
    folder = path.parent
    if not folder.is_dir():
        raise BadInput(f"{path}: there is no folder {folder}; make it first, or choose another place")
    if path.is_dir():
        raise BadInput(f"{path}: is a folder; name a file in it, such as {path / 'census.parquet'}")
    if path.suffix != ".parquet" or path.name.endswith((".hardest.parquet", ".grids.parquet")):
        raise BadInput(f"{path}: a dataset's name ends in .parquet, such as census.parquet")
    temporary = temporary_name(beside(path, "hardest"))
    try:
        temporary.touch()
        temporary.unlink()
    except OSError as error:
        raise BadInput(f"{path}: cannot be written to {folder} ({error.strerror}); choose another place") from None


def save(
    path: Path,
    tally: Tally,
    hardest: list[RatedPuzzle],
    experiment: str,
    parameters: dict[str, Any],
    by_grid: pd.DataFrame | None = None,
    **run: Any,
) -> Dataset:
    """Write a dataset.

    Parameters
    ----------
    path : pathlib.Path
        The Parquet file; the hardest puzzles go beside it.
    tally : Tally
    hardest : list of RatedPuzzle
    experiment : str
        Its name: census, grids, sample.
    parameters : dict
        All that the result is a function of.
    by_grid : pandas.DataFrame, optional
        The tally of each grid, as `rullo_core.tally.frame_by_grid` makes it.
    **run
        What else is to be known of the run: threads, seconds.
    """
    is_large = tally.frame["puzzles"].dtype == object
    frame = tally.frame.assign(puzzles=tally.frame["puzzles"].map(Decimal)) if is_large else tally.frame
    schema = LARGE_TALLY_SCHEMA if is_large else TALLY_SCHEMA
    table = pa.Table.from_pandas(frame, schema=schema, preserve_index=False)
    manifest = {
        "experiment": experiment,
        "parameters": parameters,
        "totals": {"puzzles": tally.total}
        | {kind: tally.of_kind(kind).total for kind in sorted(set(tally.frame["kind"]), reverse=True)},
        "sha256": _checksum(table),
        "versions": {"rullo": __version__, "python": platform.python_version()}
        | {library: version(library) for library in LIBRARIES},
        "commit": _commit(),
        "processor": _processor(),
        **run,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    puzzles = pa.Table.from_pylist([_row_from_puzzle(puzzle) for puzzle in hardest], schema=PUZZLE_SCHEMA)
    _write_beside(path, "hardest", puzzles, manifest)
    if by_grid is not None:
        grids = pa.Table.from_pandas(by_grid, schema=GRIDS_SCHEMA, preserve_index=False)
        _write_beside(path, "grids", grids, manifest)
    _write(path, table, manifest)
    return Dataset(tally, manifest, path, hardest)


def load(path: Path | str) -> Dataset:
    """Read a dataset, and the hardest puzzles beside it.

    Parameters
    ----------
    path : pathlib.Path or str

    Raises
    ------
    BadInput
        If there is no such file, it is no dataset of ours, its values do not have the checksum of its manifest, or they
        are not those that the project's checksums say such a dataset has.
    """
    path = Path(path)
    table, manifest = _read(path, TALLY_SCHEMA)
    for known in json.loads(CHECKSUMS.read_text()) if CHECKSUMS.exists() else []:
        if all(manifest[key] == known[key] for key in ("experiment", "parameters")):
            _check_sum(path, manifest["sha256"], known["sha256"])
    puzzles = _read_beside(path, "hardest", PUZZLE_SCHEMA, manifest)
    return Dataset(Tally(_as_frame(table)), manifest, path, [_puzzle_from_row(row) for row in puzzles.to_pylist()])


def _check_sum(path: Path, found: str, expected: str) -> None:
    if found != expected:
        raise BadInput(
            f"{path}: its counts are not those of {CHECKSUMS.name} (SHA-256 {found}, not {expected}); make it again, "
            "and if they stay so, find out what changed them"
        )


# -- files ------------------------------------------------------------------------------------------------------------


def _write(path: Path, table: pa.Table, manifest: dict[str, Any]) -> None:
    text = json.dumps(manifest).encode()
    metadata = {b"rullo": text, b"rullo.sha256": hashlib.sha256(text).hexdigest().encode()}
    with written_whole(path) as temporary:
        pq.write_table(table.replace_schema_metadata(metadata), temporary)


def _write_beside(path: Path, what: str, table: pa.Table, manifest: dict[str, Any]) -> None:
    _write(beside(path, what), table, {"of": _identity(manifest), "sha256": _checksum(table)})


def _read_beside(path: Path, what: str, schema: pa.Schema, manifest: dict[str, Any]) -> pa.Table:
    place = beside(path, what)
    table, of = _read(place, schema)
    if of.get("of") != _identity(manifest):
        raise BadInput(f"{place}: does not belong to {path}; make both again")
    return table


def _read(path: Path, schema: pa.Schema) -> tuple[pa.Table, dict[str, Any]]:
    if not path.is_file():
        raise BadInput(f"{path}: there is no such file; make it, with rullo census, grids or sample")
    damaged = f"{path}: is no Parquet file, or a damaged one; make it again"
    try:
        table = pq.read_table(path)
    except (pa.ArrowException, OSError, ValueError):
        raise BadInput(damaged) from None
    metadata = table.schema.metadata or {}
    if b"rullo" not in metadata:
        raise BadInput(
            f"{path}: is a Parquet file, but no dataset of rullo; make one with rullo census, grids or sample"
        )
    text = metadata[b"rullo"]
    if hashlib.sha256(text).hexdigest().encode() != metadata.get(b"rullo.sha256"):
        raise BadInput(f"{path}: is damaged: the manifest does not have its checksum; make it again")
    manifest: dict[str, Any] = json.loads(text)
    if ("experiment" in manifest) != (schema is TALLY_SCHEMA):
        raise BadInput(
            f"{path}: holds the hardest puzzles of a dataset or its grids, or should; name the dataset itself"
        )
    try:
        schemas = (schema, LARGE_TALLY_SCHEMA) if schema is TALLY_SCHEMA else (schema,)
        as_written = any(map(table.schema.equals, schemas)) and _checksum(table) == manifest["sha256"]
    except (TypeError, ValueError):
        as_written = False
    if not as_written:
        raise BadInput(f"{path}: is damaged: the values do not have the manifest's checksum; make it again")
    return table, manifest


def _identity(manifest: dict[str, Any]) -> dict[str, Any]:
    """What the hardest puzzles must share with the tally they stand beside."""
    return {key: manifest[key] for key in ("experiment", "parameters", "sha256")}


def _checksum(table: pa.Table) -> str:
    """SHA-256 of the rows, each as a line of JSON: the same whatever wrote the file, and whatever compressed it."""
    digest = hashlib.sha256()
    for batch in table.to_batches(max_chunksize=2**14):
        for row in batch.to_pylist():
            digest.update(json.dumps(row, default=int).encode() + b"\n")
    return digest.hexdigest()


def _as_frame(table: pa.Table) -> pd.DataFrame:
    frame = table.to_pandas().astype({"kind": "str"})
    return frame.assign(puzzles=whole_numbers(frame["puzzles"])) if frame["puzzles"].dtype == object else frame


def _row_from_puzzle(rated: RatedPuzzle) -> dict[str, Any]:
    return {
        "kind": rated.kind,
        "difficulty": rated.difficulty,
        "numbers": flat(rated.puzzle.numbers),
        "row_targets": list(rated.puzzle.row_targets),
        "column_targets": list(rated.puzzle.column_targets),
        "solution": flat(rated.solution),
    }


def _puzzle_from_row(row: dict[str, Any]) -> RatedPuzzle:
    width = len(row["column_targets"])

    def rows_of(cells: list[Any]) -> tuple[tuple[Any, ...], ...]:
        return tuple(tuple(cells[i : i + width]) for i in range(0, len(cells), width))

    puzzle = Puzzle(rows_of(row["numbers"]), tuple(row["row_targets"]), tuple(row["column_targets"]))
    return RatedPuzzle(row["kind"], row["difficulty"], puzzle, rows_of(row["solution"]))


# -- where a run took place -------------------------------------------------------------------------------------------


def _commit() -> str | None:
    """The commit of the source, with a plus sign where it has been changed since; None outside a checkout."""
    try:
        described = subprocess.run(
            ["git", "describe", "--always", "--abbrev=40", "--exclude=*", "--dirty=+"],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return described.stdout.strip()


def _processor() -> str:
    """The processor's name, as far as the system tells."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
