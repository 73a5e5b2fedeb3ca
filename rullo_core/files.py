"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def temporary_name(path: Path) -> Path:
    """Return a new path to write a file to before it gets its name: beside it, hidden, with the same suffix."""
    return path.with_name(f".{path.stem}.{secrets.token_hex(4)}.tmp{path.suffix}")


@contextmanager
def written_whole(path: Path, *, on_disk: bool = True) -> Iterator[Path]:
    """Give a name to write under: the file gets its own once its contents are on the disk, or nothing is left.

    A file whose contents need not be on the disk then may be damaged by a power cut, but not by anything less.
    """
    temporary = temporary_name(path)
    try:
        yield temporary
        if on_disk:
            with temporary.open("r+b") as file:  # Windows refuses it for a file that is open for reading only
                os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def write_if_changed(path: Path, content: bytes) -> None:
    """Write a file whole, unless it has this content already."""
    if not path.is_file() or path.read_bytes() != content:
        with written_whole(path) as temporary:
            temporary.write_bytes(content)
