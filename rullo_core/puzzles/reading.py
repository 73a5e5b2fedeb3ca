"""Puzzles of a kind are read from text and files, and written."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from rullo_core.arguments import checked
from rullo_core.docstrings import documented_like
from rullo_core.errors import BadInput, quoted
from rullo_core.files import written_whole
from rullo_core.parameters import only_one
from rullo_core.puzzles.base import P
from rullo_core.puzzles.formats import PuzzleInput, as_puzzles, check_text, naming, source_of, text_of
from rullo_core.puzzles.kind import PuzzleKind
from rullo_core.puzzles.results import Puzzles
from rullo_core.puzzles.texts import read_argument, read_texts

if TYPE_CHECKING:
    import pandas as pd


class Readable(PuzzleKind[P]):
    """The functions that read and write puzzles of a kind."""

    @checked
    def parse(self, text: str) -> P:
        """Return the one puzzle in a text.

        Parameters
        ----------
        text : str
            A puzzle in any format that is recognised from the text. `read` takes a text of several.

        Returns
        -------
        puzzle
            An object of this kind's class, such as `Sudoku`.

        Raises
        ------
        BadInput
            If the text is not one puzzle; a ValueError with ``line`` and ``column``.

        Examples
        --------
        >>> import rullo_core as rc
        >>> rc.sudoku.parse(".4...32....3....")
        <Sudoku 4x4>
        """
        return only_one(read_argument(self.parse_text, check_text(text), "puzzle"), "puzzle")

    @checked
    def read(self, path: str | Path | TextIO, format: str | None = None) -> Puzzles[P]:  # noqa: A002
        r"""Read the puzzles of a file, or of a text in memory.

        Parameters
        ----------
        path : str, pathlib.Path or file object
            A file of puzzles, UTF-8 text or Parquet; or an open file, such as ``io.StringIO(text)``. A table, as
            `generate_frame` and others write it, in CSV, JSON, JSON lines or Parquet, has a column ``text`` with a
            puzzle's text in each row.
        format : str, optional
            The name of a format, of the texts in a table too; default: recognised from the text.

        Returns
        -------
        Puzzles
            In the order of the file.

        Raises
        ------
        BadInput
            If the file cannot be read, or is not of this format; with ``line`` and ``column`` where they are known.

        Examples
        --------
        >>> import rullo_core as rc
        >>> puzzles = rc.kakuro.read("data/published/kakuro/example.txt")
        >>> puzzles[0]
        <Kakuro 7x7 'simonis'>
        >>> import io
        >>> rc.sudoku.read(io.StringIO(".4...32....3....\n1.........3.4..."))
        <2 puzzles>
        """
        return Puzzles(read_texts(self.reader(format), text_of(path), source_of(path)))

    @checked
    def to_text(self, puzzles: P | str | Iterable[P | str] | pd.DataFrame, format: str = "text") -> str:  # noqa: A002
        r"""Return puzzles as text.

        Parameters
        ----------
        puzzles : puzzle, str, iterable of these or DataFrame
            The puzzles, all of this kind, or their texts; of a table, those in its column ``text``.
        format : str
            The name of a format that this kind writes.

        Returns
        -------
        str
            The text, without a newline at its end.

        Raises
        ------
        BadInput
            If there is no such format, or it cannot hold one of the puzzles.

        Examples
        --------
        >>> import rullo_core as rc
        >>> puzzle = rc.killer.parse("killer 4x4 boxes 2x2\na a a b\nc c b b\nd c c e\nd d e e\na=6 b=7 c=10 d=8 e=9")
        >>> print(rc.killer.to_text(puzzle, "csv").splitlines()[1])
        1,4,2x2,0,a,6,r1c1 r1c2 r1c3
        """
        write = self.formats[format].write if format in self.formats else None
        if write is None:
            names = ", ".join(name for name, form in self.formats.items() if form.write)
            raise BadInput(f"format {quoted(format)}: {self.title} is written as {names}")
        puzzle_list = self.as_puzzles(puzzles)
        if not puzzle_list:
            raise BadInput("no puzzles to write; give one at least")
        return write(puzzle_list)

    @checked
    @documented_like(to_text)
    def write(
        self,
        puzzles: P | str | Iterable[P | str] | pd.DataFrame,
        path: str | Path,
        format: str | None = None,  # noqa: A002
    ) -> None:
        """Write puzzles to a file, whole or not at all.

        Parameters
        ----------
        path : str or pathlib.Path
            The file to write; it is replaced if it exists.
        format : str, optional
            The name of a format; default: the format of the file's suffix, or ``text`` if it has none.

        Raises
        ------
        BadInput
            As `to_text` does; or if no format has that suffix, or the file cannot be written.

        Examples
        --------
        >>> import rullo_core as rc
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     rc.sudoku.write(rc.sudoku.generate(3, size=4), f"{folder}/sudokus.txt")
        ...     rc.sudoku.read(f"{folder}/sudokus.txt")
        <3 puzzles>
        """
        path = Path(path)
        text = self.to_text(puzzles, format or self._format_of(path))
        with naming(path), written_whole(path) as temporary:
            temporary.write_text(text + "\n", encoding="utf-8", newline="\n")

    def _format_of(self, path: Path) -> str:
        names = {suffix: name for name, form in self.formats.items() if form.write for suffix in form.suffixes}
        suffix = path.suffix.lower()
        if suffix and suffix not in names:
            raise BadInput(
                f"{path}: {self.title} is not written as {suffix}: take {', '.join(names)}, or name a format"
            )
        return names.get(suffix, "text")

    def as_puzzles(self, puzzles: PuzzleInput) -> list[P]:
        """Return the input as a list of puzzles of this kind."""
        expected = f"puzzles of {self.title}"
        puzzle_list: list[Any] = as_puzzles(puzzles, self.parse_text, expected)
        for number, puzzle in enumerate(puzzle_list):
            if not isinstance(puzzle, self.puzzle):
                raise BadInput(f"puzzle {number} is of type {type(puzzle).__name__}: give {expected}, or their texts")
        return puzzle_list
