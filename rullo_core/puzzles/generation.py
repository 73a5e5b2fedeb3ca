"""Puzzles generated in batches, on all processors, in the order of their indices."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Any, ClassVar, Generic

import numpy as np

from rullo_core.columns import FIRST_COLUMNS, LAST_GENERATED_COLUMNS, Column, meanings_of, types_of
from rullo_core.errors import NotFound
from rullo_core.interpreted import few_at_once
from rullo_core.limits import Answer, Undecided, part_of
from rullo_core.puzzles.base import P
from rullo_core.puzzles.lookup import api_for
from rullo_core.runs.shards import run_on_threads, shard_size, stopping_in_time
from rullo_core.runs.work import Work
from rullo_core.tables import cell_text, csv_line

if TYPE_CHECKING:
    import pyarrow as pa

    from rullo_core.puzzles.arrays import InArrays
    from rullo_core.puzzles.results import Rating


Shard = tuple[int, int]
"""First index and end of a part of the stream."""


@dataclass(frozen=True)
class GeneratedPuzzle:
    """A single generated puzzle: its index, the solution that it was made from, and its other columns."""

    index: int
    puzzle: Any
    solution: Any
    columns: Mapping[str, Any]


@dataclass(frozen=True)
class Batch:
    """Generated puzzles, in the order of their indices.

    `solutions` has shape (puzzles, rows, columns). `columns` has by name a value for each puzzle: ``index``, and what
    `Generation.types` declares, except what is the same for all of them. The puzzles are objects, or held by `arrays`
    as by `InArrays.to_arrays`.
    """

    solutions: np.ndarray
    columns: Mapping[str, Sequence[Any] | np.ndarray]
    puzzles: Sequence[Any] | None = None
    arrays: Mapping[str, np.ndarray] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.solutions)

    def until(self, end: int) -> Batch:
        """Return the first puzzles."""
        return Batch(
            self.solutions[:end],
            {name: values[:end] for name, values in self.columns.items()},
            None if self.puzzles is None else self.puzzles[:end],
            {name: values[:end] for name, values in self.arrays.items()},
        )


@dataclass(frozen=True)
class Rows:
    """The puzzles of a shard as a table."""

    table: pa.Table

    @property
    def puzzles(self) -> int:
        """Number of puzzles."""
        return int(self.table.num_rows)

    def to_bytes(self) -> bytes:
        """Return the table as bytes."""
        import pyarrow as pa

        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, self.table.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as writer:
            writer.write_table(self.table)
        return bytes(sink.getvalue())


@dataclass(frozen=True, kw_only=True)
class Generation(Work, Generic[P]):
    """A number of puzzles of one kind, with the indices of a seed from a first one on.

    Seed and index determine a puzzle, or that there is none: of some kinds each index gives one, within so many tries;
    of others only some indices do, and so many tries in a row may give none. Neither may it take so many seconds
    until there is another puzzle: all of this is in the request, a class of parameters with those of `Stream`. Where
    rating is extra work, it is left out unless `is_rated` is set.
    """

    request: Any
    is_rated: bool = True

    puzzle: ClassVar[type[Any]]
    """The class of the puzzles."""

    columns: ClassVar[Sequence[Column]] = (*FIRST_COLUMNS, *LAST_GENERATED_COLUMNS)
    """The columns of the table, in order."""

    smallest_shard: ClassVar[int] = 64
    """Indices in a shard, but for large numbers of puzzles."""

    tried_alone: ClassVar[int] = 0
    """Most indices in a part that is tried before threads are started, if only some give a puzzle."""

    @property
    def number(self) -> int:
        """Number of puzzles."""
        return int(self.request.count)

    @property
    def seed(self) -> int:
        """The seed of the stream."""
        return int(self.request.seed)

    @property
    def first(self) -> int:
        """The first index."""
        return int(self.request.first)

    @property
    def tries(self) -> int:
        """After how many tries a puzzle is given up."""
        return int(self.request.max_tries)

    @property
    def seconds(self) -> float | None:
        """After how many seconds without a puzzle all are given up."""
        seconds: float | None = self.request.seconds
        return seconds

    def make(self, first: int, end: int, stop: np.ndarray) -> Batch:
        """Generate the puzzles of the indices from a first one up to an end, until `stop` is set.

        Where every index gives a puzzle, the batch ends before the first index for which none was found.
        """
        room, puzzles = self.room(), []
        for index in range(first, end):
            try:
                puzzle = None if stop[0] else self.make_one(room, index, stop)
            except Undecided:
                break
            if puzzle is not None and not stop[0]:
                puzzles.append(puzzle)
            elif stop[0] or not self.is_sparse:
                break
        return self.batch_of(puzzles)

    def room(self) -> Any:
        """Return working memory for `make_one`, which serves for one puzzle after the other."""
        return None

    def make_one(self, room: Any, index: int, stop: np.ndarray) -> GeneratedPuzzle | None:
        """Generate the puzzle of an index; None if none was found. A kind that does more at once overrides `make`."""
        raise NotImplementedError

    def heading(self, row: Mapping[str, Any]) -> str:
        """Return the text to write above a puzzle, given its columns; empty by default."""
        return ""

    @property
    def name(self) -> str:  # type: ignore[override]
        """The name of the command."""
        return f"{self.kind} generate"

    @property
    def api(self) -> InArrays[P]:
        """The functions of this kind of puzzle."""
        api: InArrays[P] = api_for(self.puzzle)
        return api

    @property
    def kind(self) -> str:
        """The name of the kind of puzzle."""
        return self.api.name

    @property
    def puzzles(self) -> int:
        """Number of puzzles."""
        return self.number

    @property
    def title(self) -> str:
        """Description in words."""
        return f"{self.number:,} puzzles of {self.api.title}, seed {self.seed}"

    @property
    def parameters(self) -> dict[str, Any]:
        """Everything that determines the puzzles."""
        parameters = asdict(self.request)
        del parameters["seconds"]
        return parameters

    @property
    def types(self) -> dict[str, str]:
        """The columns of the table, with their types."""
        return types_of(self.columns)

    @property
    def meanings(self) -> dict[str, str]:
        """The columns of the table, with their meanings."""
        return meanings_of(self.columns)

    @property
    def is_sparse(self) -> bool:
        """Whether only some indices give a puzzle."""
        return False

    @property
    def advice(self) -> str:
        """Advice for a request for which too few puzzles were found."""
        return "ask for less, or allow more"

    @property
    def is_large(self) -> bool:
        """Whether a puzzle is so large that kernels are sooner compiled than interpreted for it."""
        return False

    def shards(self, threads: int | None = None) -> Iterator[Shard]:
        """Yield first index and end of each part; without end where only some indices give a puzzle."""
        first, size = self.first, shard_size(self.number, self.smallest_shard)
        # If nearly every index gives a puzzle, a few puzzles are soon found; otherwise, parts grow.
        step = min(size, self.number)
        while self.is_sparse or first < self.first + self.number:
            end = first + step if self.is_sparse else min(first + step, self.first + self.number)
            yield first, end
            first, step = end, min(2 * step, size) if self.is_sparse else step

    def count(self, shard: Shard, stop: np.ndarray) -> Rows:
        """Generate the puzzles of a shard as a table; NotFound if they take too long."""
        import pyarrow as pa

        answer, (first, end) = Answer.begin(self.seconds), shard
        # Of large puzzles, each has its time.
        pieces = [(i, i + 1) for i in range(first, end)] if self.is_large else [shard]
        tables = [self.table_of(self._make(answer, piece, stop)) for piece in pieces]
        if answer.is_late:
            raise NotFound(f"indices {first} to {end - 1}: {self._too_long}")
        return Rows(pa.concat_tables(tables))

    def _make(self, answer: Answer, shard: Shard, stop: np.ndarray) -> Batch:
        """Run `make` within the time limit of an answer, which starts anew after each puzzle."""
        with part_of(answer), stopping_in_time(stop) as timed_stop:
            batch = self.make(*shard, timed_stop)
        if len(batch) and not answer.is_late:
            answer.renew()
        return batch

    @property
    def _too_long(self) -> str:
        return f"no other in {self.seconds:g} seconds; ask for less, or allow more"

    def read_result(self, data: bytes) -> Rows:
        """Read a stored table."""
        import pyarrow as pa

        return Rows(pa.ipc.open_stream(data).read_all())

    def batches(self, threads: int | None = None) -> Iterator[Batch]:
        """Yield the puzzles in batches, in order; BadInput is raised after the last one if there are too few."""
        answer = Answer.begin(self.seconds)
        with closing(self.parts(threads, answer)) as parts:
            yield from self.requested_parts(parts, lambda batch: batch.columns["index"], Batch.until, answer)

    def parts(self, threads: int | None, answer: Answer) -> Generator[tuple[Shard, Batch], None, None]:
        """Yield the parts of the stream, each with its puzzles, as long as the answer has time.

        Threads take parts in advance, for which kernels may have to be compiled. So the first parts are computed
        before: a few single puzzles, and attempts without kernels where only some indices give a puzzle.
        """

        def generate_part(shard: Shard) -> Batch:
            (batch,) = run_on_threads([shard], partial(self._make, answer), 1)
            return batch

        shards_done, first = 0, self.first
        if self.is_sparse:
            for shard in takewhile(lambda shard: shard[1] - shard[0] <= self.tried_alone, self.shards()):
                yield shard, generate_part(shard)
                shards_done += 1
        elif not self.is_large:
            for batch in few_at_once(self.number, lambda i: generate_part((self.first + i, self.first + i + 1))):
                yield (first, first + 1), batch
                first += 1
        number = self.first + self.number - first
        if number:
            rest = replace(self, request=replace(self.request, first=first, count=number))
            shards = [islice(rest.shards(), shards_done, None) for _ in range(2)]
            with closing(run_on_threads(shards[0], partial(self._make, answer), threads)) as batches:
                yield from zip(shards[1], batches, strict=False)

    def tables(self, results: Iterable[Rows]) -> Iterator[pa.Table]:
        """Yield tables with the puzzles of the results of all shards, in order; see `batches`."""
        tables = (rows.table for rows in results)
        return self.requested_parts(
            zip(self.shards(), tables, strict=False),
            lambda table: table["index"].to_numpy(),
            lambda table, end: table.slice(0, end),
        )

    def requested_parts(
        self, parts: Iterable[tuple[Shard, Any]], indices: Any, until: Any, answer: Answer | None = None
    ) -> Iterator[Any]:
        """Yield parts of the stream up to the number of puzzles, or until a number of tries, or seconds, gave none."""
        total, last = 0, self.first - 1
        for (first, end), part in parts:
            places = np.asarray(indices(part)).astype(object)
            if self.is_sparse:
                gaps = np.diff(np.array([last, *places, end], object)) > self.tries
                is_over, size = bool(gaps.any()), int(gaps.argmax()) if gaps.any() else len(places)
            else:
                is_over, size = len(places) < end - first, len(places)
            size = min(size, self.number - total)
            total += size
            last = places[size - 1] if size else last
            if size:
                yield until(part, size)
            if total == self.number:
                return
            if answer is not None and answer.is_late:
                raise NotFound(f"{total:,} of {self.number:,} puzzles found, and {self._too_long}")
            if is_over:
                break
        reason = f"{total:,} of {self.number:,} puzzles found, and no other"
        if not self.is_sparse:
            reason = f"index {self.first + total}: no such puzzle was found"
        tries = "1 try" if self.tries == 1 else f"{self.tries:,} tries"
        raise NotFound(f"{reason} in {tries}; {self.advice}")

    def batch_of(self, puzzles: Sequence[GeneratedPuzzle]) -> Batch:
        """Return single generated puzzles as a batch."""
        names = ["index", *(name for name in self.types if puzzles and name in puzzles[0].columns)]
        rows = [{"index": puzzle.index, **puzzle.columns} for puzzle in puzzles]
        return Batch(
            np.array([self.api.to_array(puzzle.puzzle, puzzle.solution) for puzzle in puzzles], np.int64),
            {name: [row[name] for row in rows] for name in names},
            [puzzle.puzzle for puzzle in puzzles],
        )

    def puzzles_of(self, batch: Batch) -> list[P]:
        """Return the puzzles of a batch, each of which knows its solution."""
        api = self.api
        puzzles = api.from_arrays(batch.arrays) if batch.puzzles is None else batch.puzzles
        return list(map(api.with_solution, puzzles, batch.solutions))

    def rows_of(self, batch: Batch) -> Iterator[dict[str, Any]]:
        """Yield the columns of each puzzle, as plain values."""
        columns = {name: _plain(values) for name, values in self.values_of(batch).items()}
        for values in zip(*columns.values(), strict=True):
            yield dict(zip(columns, values, strict=True))

    def table_of(self, batch: Batch) -> pa.Table:
        """Return a row for each puzzle."""
        import pyarrow as pa

        schema = self.schema
        if not len(batch):
            return schema.empty_table()
        columns = self.values_of(batch)
        _, rows, row_length = batch.solutions.shape
        flat = pa.array(batch.solutions.astype(np.int8).ravel())
        lists = pa.FixedSizeListArray.from_arrays(pa.FixedSizeListArray.from_arrays(flat, row_length), rows)
        arrays = [
            lists.cast(field.type) if field.name == "solution" else pa.array(columns[field.name], field.type)
            for field in schema
        ]
        return pa.Table.from_arrays(arrays, schema=schema)

    @property
    def schema(self) -> pa.Schema:
        """The types of a table."""
        import pyarrow as pa

        types = {
            "str": pa.string(),
            "boolean": pa.bool_(),
            "category": pa.string(),
            "object": pa.list_(pa.list_(pa.int8())),
            "Int64": pa.int64(),
        }
        return pa.schema([(name, types.get(kind) or pa.from_numpy_dtype(kind)) for name, kind in self.types.items()])

    def values_of(self, batch: Batch) -> dict[str, Any]:
        """Return all columns of the table, each with a value for each puzzle."""
        if not len(batch):
            return dict.fromkeys(self.types, ())
        api, puzzles = self.api, batch.puzzles
        columns = {
            **batch.columns,
            "puzzle": [self.kind] * len(batch),
            "text": api.texts(batch.arrays) if puzzles is None else list(map(str, puzzles)),
            "nodes": [None] * len(batch),
            "solution": batch.solutions,
            "size": [api.size_of(api.unpack_at(batch.arrays, 0) if puzzles is None else puzzles[0])] * len(batch),
            "seed": [self.seed] * len(batch),
        }
        return {name: columns[name] for name in self.types}


def columns_of(rating: Rating) -> dict[str, Any]:
    """Return the columns of a generated puzzle with a rating: those of all kinds, and those of its own kind."""
    names = ("simple", "level", "passes", "cells", "open_cells", "solutions", "complete")
    return {name: getattr(rating, name) for name in names} | dict(rating.own)


def _plain(values: Any) -> list[Any]:
    plain_values: list[Any] = values.tolist() if isinstance(values, np.ndarray) else list(values)
    return [None if isinstance(value, float) and np.isnan(value) else value for value in plain_values]


def chunks_of(generation: Generation[Any], parts: Iterable[Iterable[Mapping[str, Any]]], form: str) -> Iterator[str]:
    """Yield the text of rows that come in parts."""
    number, separator = 0, generation.api.formats["text"].separator[1:]
    if form == "csv":
        yield csv_line(generation.types) + "\n"
    for rows in parts:
        lines = []
        for row in rows:
            if form == "text":
                heading = generation.heading(row)
                lines.append(separator * (number > 0) + (f"# {heading}\n" if heading else "") + row["text"])
            elif form == "csv":
                lines.append(csv_line(map(cell_text, row.values())))
            else:
                lines.append((("[", ",\n ")[number > 0] if form == "json" else "") + json.dumps(row))
            number += 1
        yield "".join(f"{line}\n" for line in lines) if form != "json" else "".join(lines)
    if form == "json":
        yield "]\n"
