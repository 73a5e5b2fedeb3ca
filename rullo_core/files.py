"""Files that are there whole or not at all, and what runs that were killed have left of them."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

if sys.platform != "win32":
    import fcntl

MARK = "in-use"
"""A file in a temporary folder that its process holds."""


def temporary_name(path: Path) -> Path:
    """Return a new path to write a file to before it gets its name: beside it, hidden, with the same suffix."""
    return path.with_name(f".{path.stem}.{secrets.token_hex(4)}.tmp{path.suffix}")


@contextmanager
def written_whole(path: Path, *, on_disk: bool = True) -> Iterator[Path]:
    """Give a name to write under: the file gets its own once its contents are on the disk, or nothing is left.

    A file whose contents need not be on the disk then may be damaged by a power cut, but not by anything less. What
    killed runs have left of other files is removed first.
    """
    if on_disk:
        remove_left(path.parent, path)
    temporary, mark = _temporary_file(path)
    try:
        yield temporary
        if on_disk:
            with temporary.open("r+b") as file:  # Windows refuses it for a file that is open for reading only
                os.fsync(file.fileno())
        if sys.platform == "win32":
            mark.close()  # it refuses a new name for a file that is open
        os.replace(temporary, path)
    finally:
        mark.close()
        temporary.unlink(missing_ok=True)


@contextmanager
def folder_beside(path: Path) -> Iterator[Path]:
    """Create a folder beside a path, in which the file or folder of that path can be prepared; remove it in the end.

    Such folders of the same path that killed runs have left behind are removed first.
    """
    remove_left(path.parent, path)

    def make() -> Path:
        folder = temporary_name(path)
        folder.mkdir()
        return folder

    temporary, mark = held_folder(make)
    try:
        yield temporary
    finally:
        mark.close()
        shutil.rmtree(temporary, ignore_errors=True)


def held_folder(make: Callable[[], Path]) -> tuple[Path, IO[bytes]]:
    """Make a folder, and hold it: while the second result, a file in it, is open, nobody takes it for one left behind.

    `remove_folder` removes one that is left behind.
    """
    while True:
        folder = make()
        if mark := _begin_held(folder / MARK):
            return folder, mark


def remove_folder(folder: Path) -> None:
    """Remove a folder that was held; OSError if a process still holds it."""
    with (folder / MARK).open("r+b") as mark:
        if not hold(mark):
            raise BlockingIOError
    (folder / MARK).unlink()  # Windows refuses it for a file that is open
    shutil.rmtree(folder)


def _temporary_file(path: Path) -> tuple[Path, IO[bytes]]:
    """Begin a temporary file, and hold it: while the second result is open, nobody takes it for one left behind."""
    while True:
        temporary = temporary_name(path)
        if file := _begin_held(temporary):
            return temporary, file


def _begin_held(path: Path) -> IO[bytes] | None:
    """Begin a file, and hold it; None if another process has removed it before it was held."""
    file = path.open("xb")
    hold(file, wait=True)
    if os.fstat(file.fileno()).st_nlink:
        return file
    file.close()
    return None


def hold(file: IO[bytes], *, wait: bool = False) -> bool:
    """Return whether nobody else holds an open file; if so, this process does, until it closes the file or ends."""
    if sys.platform == "win32":  # there nobody can remove a file that is open
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:  # another process holds it, or the file system cannot tell
        return False
    return True


def remove_left(folder: Path, path: Path | None = None) -> list[Path]:
    """Remove temporary files and folders in a folder, of one path or of any, that no process holds; return them."""
    stem, suffix = (r"[^/]+", r"(\.[^./]*)?") if path is None else (re.escape(path.stem), re.escape(path.suffix))
    temporary = re.compile(rf"\.{stem}\.[0-9a-f]{{8}}\.tmp{suffix}")
    removed = []
    with suppress(OSError):
        for name in filter(temporary.fullmatch, os.listdir(folder)):
            with suppress(OSError):
                _remove_unless_held(folder / name)
                removed.append(folder / name)
    return removed


def _remove_unless_held(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        remove_folder(path)
    elif sys.platform != "win32":
        with path.open("r+b") as file:
            if not hold(file):
                raise OSError
            path.unlink()
    else:
        path.unlink()


def write_if_changed(path: Path, content: bytes) -> None:
    """Write a file whole, unless it has this content already."""
    if not path.is_file() or path.read_bytes() != content:
        with written_whole(path) as temporary:
            temporary.write_bytes(content)
