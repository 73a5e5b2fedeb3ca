"""Formats of puzzle files, and what functions take for puzzles: objects, texts, tables, files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TextIO

from rullo_core.errors import BadInput
from rullo_core.parameters import only_one
from rullo_core.paths import to_read
from rullo_core.puzzles.base import P, Puzzle
from rullo_core.puzzles.texts import column_of, read_argument, read_texts

PuzzleInput = Any
"""Puzzles as functions take them: a puzzle or several; the text of some, or several texts of one puzzle each, as a list
or a Series; a table, such as a DataFrame, with such texts in its column ``text``, or else ``puzzle``.
"""


@dataclass(frozen=True)
class Format(Generic[P]):
    """A format of puzzle files: a reader of a text and its source, which errors name, and a writer; None without it.

    `separator` stands between two puzzles.
    """

    read: Callable[[str, str], list[P]] | None = None
    write: Callable[[Sequence[P]], str] | None = None
    suffixes: tuple[str, ...] = ()
    separator: str = "\n\n"


def as_puzzles(puzzles: Any, read: Callable[[str, str], list[Any]], expected: str) -> list[Any]:
    """Return puzzles, given as `PuzzleInput` says, as a list; texts of them are read by a function of text and source.

    A text is never taken for the name of a file. Of several texts, each has one puzzle.
    """
    if isinstance(puzzles, Puzzle):
        return [puzzles]
    if isinstance(puzzles, str):
        return read_argument(read, puzzles, "puzzle")
    if hasattr(puzzles, "columns"):
        puzzles = column_of(puzzles)
    if not isinstance(puzzles, Iterable) or isinstance(puzzles, bytes):
        reason = f"is no puzzle, no text of one and no list of them; give {expected}"
        raise BadInput(f"{type(puzzles).__name__}: {reason}")
    return [
        only_one(read_texts(read, item, f"puzzle {number}"), f"puzzle {number}") if isinstance(item, str) else item
        for number, item in enumerate(puzzles)
    ]


def check_text(text: str) -> str:
    """Return a text, or raise BadInput if it is something else."""
    if not isinstance(text, str):
        raise BadInput(f"{type(text).__name__}: is no text; give the text of a puzzle, or read a file")
    return text


def text_format(read: Callable[[str, str], list[P]], separator: str = "\n\n") -> Format[P]:
    """Return the format ``text`` of a kind: texts of puzzles below their names, with a separator between them."""

    def write(puzzles: Sequence[Any]) -> str:
        return separator.join(f"# {puzzle.name}\n{puzzle}" if puzzle.name else str(puzzle) for puzzle in puzzles)

    return Format(read, write, (".txt",), separator)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name the file in the error if it cannot be written."""
    try:
        yield
    except BadInput:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it has no name"
        raise BadInput(f"{path}: cannot be written ({reason}); name a file in a folder that is there") from None


def source_of(path: str | Path | TextIO) -> str:
    """Return what errors call a file: its name, if it has one."""
    return str(getattr(path, "name", "the text") if hasattr(path, "read") else path)


def text_of(path: str | Path | TextIO) -> str:
    """Return the text of a file, also of an open one; of the puzzles in a Parquet file with a column of them."""
    if hasattr(path, "read"):
        try:
            text = path.read()
            return text.decode("utf-8-sig") if isinstance(text, bytes) else check_text(text)
        except UnicodeDecodeError:
            raise BadInput(f"{source_of(path)}: is not text; give the name of a file of puzzles, or text") from None
    if str(path).endswith(".parquet"):
        from rullo_core.puzzles.stored import texts_in

        return "\n\n".join(texts_in(Path(path)))
    try:
        return to_read(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{path}: is not text; give a file of puzzles") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}); give a file of puzzles") from None
