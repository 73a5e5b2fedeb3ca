"""Texts of puzzles that are stored in a Parquet file, and their checksum."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from rullo_core.datasets.card import digest_in_card, file_digest
from rullo_core.errors import BadInput
from rullo_core.puzzles.texts import column_among

TEXTS = b"rullo.sha256"
"""The key of its metadata that holds the SHA-256 of the texts, each with a newline."""


def texts_in(path: Path) -> list[str]:
    """Return the texts of the puzzles in a Parquet file; BadInput if they were changed since they were written."""
    try:
        file = pq.ParquetFile(path, page_checksum_verification=True)
        name = column_among(file.schema_arrow.names)
        column = file.read(columns=[name])[name]
        texts: list[str] = column.to_pylist()
        expected = (file.metadata.metadata or {}).get(TEXTS)
        is_as_written = expected in (None, hashlib.sha256(lines_of_texts(column)).hexdigest().encode())
    except (pa.ArrowException, OSError, KeyError, ValueError, TypeError, MemoryError):
        raise BadInput(
            f"{path}: is no Parquet file with a column text, or a damaged one; give one that the command generate "
            "has written"
        ) from None
    if not is_as_written or digest_in_card(path) not in (None, file_digest(path)):
        raise BadInput(
            f"{path}: is not as it was written: its puzzles do not have their checksum, or the file not that of its "
            "card; make it again, or remove the card beside a file that you have changed"
        )
    return texts


def lines_of_texts(texts: pa.ChunkedArray) -> pa.Buffer:
    """Return texts with a newline after each."""
    ended = pc.binary_join_element_wise(texts.combine_chunks(), "\n", "")
    list_array = pa.ListArray.from_arrays(pa.array([0, len(ended)], pa.int32()), ended)
    return pc.binary_join(list_array, "")[0].as_buffer()
