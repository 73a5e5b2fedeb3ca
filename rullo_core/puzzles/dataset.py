"""Generated puzzles as tables: in memory, or written to a file as they come."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from rullo_core.bars import Bar
from rullo_core.columns import as_types
from rullo_core.datasets.card import Card, Column, write_card
from rullo_core.errors import BadInput
from rullo_core.files import written_whole
from rullo_core.puzzles.generation import Generation, Rows, chunks_of
from rullo_core.puzzles.stored import TEXTS, lines_of_texts
from rullo_core.runs.run import results_of, shards_of

if TYPE_CHECKING:
    from rullo_core.runs.cluster import Cluster

SUFFIXES = {".parquet": "parquet", ".jsonl": "jsonl", ".json": "json", ".csv": "csv", ".txt": "text"}
"""Suffixes of files, with the form that is written into them."""


LOOK = 10
"""Rows of a file that are returned."""


PUZZLES = b"rullo.puzzles"
"""The key of a Parquet file's metadata that holds what determines its puzzles."""


def frame_of(generation: Generation[Any], threads: int | None = None, progress: bool = False) -> pd.DataFrame:
    """Return generated puzzles as a table, in which solutions are arrays."""
    columns: dict[str, list[Any]] = {name: [] for name in generation.types}
    with _bar(generation, progress) as bar:
        for batch in generation.batches(threads):
            for name, values in generation.values_of(batch).items():
                columns[name].extend(values)
            bar.update(len(batch))
    frame = as_types(pd.DataFrame(columns), generation.types, generation.kind)
    frame.attrs = {"puzzle": generation.kind} | generation.parameters
    return frame


def _bar(generation: Generation[Any], progress: bool) -> Any:
    hidden = None if progress else True
    return Bar(total=generation.number, unit=" puzzles", unit_scale=True, smoothing=0, disable=hidden)


def write_puzzles(
    generation: Generation[Any],
    path: Path,
    *,
    form: str | None = None,
    threads: int | None = None,
    cluster: Cluster | None = None,
    progress: bool = False,
) -> pd.DataFrame:
    """Generate puzzles into a file, whole or not at all, and return its first rows.

    Finished parts are kept beside it until all are, and a run that was stopped goes on from there.
    """
    write = WRITERS[form_of(path, form)]
    check_place(path)
    finished, begin = shards_of(generation, path), time.perf_counter()
    first: list[pa.Table] = []
    digest = hashlib.sha256()

    def come(bar: Any) -> Iterator[pa.Table]:
        def results() -> Iterator[Rows]:
            for rows, was_there in results_of(generation, threads, finished, cluster):
                if was_there and not bar.disable:
                    bar.initial += rows.puzzles
                yield rows

        for table in generation.tables(results()):
            if not first:
                first.append(table.slice(0, LOOK))
            digest.update(lines_of_texts(table["text"]))
            bar.update(table.num_rows)
            yield table

    try:
        with _bar(generation, progress) as bar, written_whole(path) as temporary:
            write(generation, come(bar), temporary)
            if form_of(path, form) == "parquet":
                seconds = round(time.perf_counter() - begin, 3)
                write_card(path, _card_of(generation, path, digest.hexdigest(), seconds), temporary)
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput(f"{path}: cannot be written ({reason}); mend that, and give the same command again") from None
    finished.remove()
    look = first[0].to_pandas()
    return as_types(look, generation.types, generation.kind)


def form_of(path: Path, requested: str | None = None) -> str:
    """Return the form in which a file is written: by its suffix, which must not contradict the one that is wanted."""
    by_suffix = SUFFIXES.get(path.suffix.lower())
    if requested is not None and by_suffix not in (None, requested):
        raise BadInput(f"{path}: its suffix means {by_suffix}, but {requested} is asked for; change one of the two")
    form = requested or by_suffix
    if form is None:
        raise BadInput(f"{path}: puzzles are written as {', '.join(SUFFIXES)}; give the file one of these suffixes")
    return form


def check_place(path: Path) -> None:
    """Refuse a path where nothing can be written, before any work is done."""
    if not path.parent.is_dir():
        raise BadInput(f"{path}: there is no folder {path.parent}; make it first, or choose another place")
    if path.is_dir():
        raise BadInput(f"{path}: is a folder; name a file in it, such as {path / 'puzzles.parquet'}")
    try:
        with written_whole(path) as temporary:
            temporary.touch()
            raise _CheckPassed
    except _CheckPassed:
        pass
    except OSError as error:
        raise BadInput(f"{path}: cannot be written to {path.parent} ({error.strerror}); choose another place") from None


class _CheckPassed(Exception):
    """The file can be written."""


def holds_puzzles(path: Path) -> bool:
    """Return whether a Parquet file holds generated puzzles."""
    try:
        return PUZZLES in (pq.read_schema(path).metadata or {})
    except (pa.ArrowException, OSError, UnicodeEncodeError):  # of a name that is no UTF-8
        return False


def _card_of(generation: Generation[Any], path: Path, digest: str, seconds: float) -> Card:
    columns = [Column(field.name, str(field.type), generation.meanings[field.name]) for field in generation.schema]
    return Card(
        generation.title,
        "A row for each puzzle, in the order of their indices.",
        {"kind": generation.kind} | generation.parameters,
        columns,
        [path],
        {"the texts of all puzzles, each with a newline": digest},
        {"seconds": seconds},
    )


def _write_parquet(generation: Generation[Any], tables: Iterator[pa.Table], path: Path) -> None:
    schema = generation.schema.with_metadata({PUZZLES: json.dumps(generation.parameters)})
    digest = hashlib.sha256()
    with pq.ParquetWriter(path, schema, write_page_checksum=True) as writer:
        for table in tables:
            writer.write_table(table.replace_schema_metadata(schema.metadata))
            digest.update(lines_of_texts(table["text"]))
        writer.add_key_value_metadata({TEXTS: digest.hexdigest()})


def _write_text(form: str) -> Callable[[Generation[Any], Iterator[pa.Table], Path], None]:
    def write(generation: Generation[Any], tables: Iterator[pa.Table], path: Path) -> None:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            for chunk in chunks_of(generation, (table.to_pylist() for table in tables), form):
                file.write(chunk)

    return write


WRITERS = {"parquet": _write_parquet, **{form: _write_text(form) for form in ("text", "json", "jsonl", "csv")}}
"""The writer of each format."""
