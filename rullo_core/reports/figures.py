"""Write the outputs of executed notebooks, and the numbers that they save, to files.

`make figures` has their tables and numbers in ``figures/notebooks``.
"""

from __future__ import annotations

import csv
import html
import io
import re
import shutil
import sys
from base64 import b64decode
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

import nbformat

from rullo_core.files import folder_beside
from rullo_core.views.prose import NUMBERS, SAVED, as_json

PICTURES = {"image/png": ".png", "image/svg+xml": ".svg"}
"""Kinds of output that are pictures, and the suffixes of their files."""

FRAME = re.compile(r'<table (?:border="1" class="dataframe|id="T_).*?</table>', re.DOTALL)
"""A table as pandas writes it, and as it writes one that it has styled."""


class Item(NamedTuple):
    """A picture or a table of a notebook, and the heading above it, after which its file is named, or numbered."""

    file: str
    content: bytes
    heading: str
    cell: nbformat.NotebookNode


def items_of(notebook: nbformat.NotebookNode) -> list[Item]:
    """Return the pictures and tables of an executed notebook, in their order."""
    outputs, heading = [], ""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            heading = (re.findall(r"^#+ (.+)$", cell.source, re.MULTILINE) or [heading])[-1]
        stem = re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-")
        for output in cell.get("outputs", []):
            outputs += [(stem, suffix, content, heading, cell) for suffix, content in _files(output.get("data", {}))]
    counts, numbers = Counter(names[:2] for names in outputs), Counter[tuple[str, str]]()
    items = []
    for stem, suffix, *rest in outputs:
        numbers[stem, suffix] += 1
        number = f"_{numbers[stem, suffix]}" if counts[stem, suffix] > 1 else ""
        items.append(Item(f"{stem}{number}{suffix}", *rest))
    return items


def _files(data: dict[str, str]) -> Iterator[tuple[str, bytes]]:
    """The suffix and the content of each file that an output makes."""
    for kind, suffix in PICTURES.items():
        if kind in data:
            yield suffix, data[kind].encode() if suffix == ".svg" else b64decode(data[kind])
    for table in FRAME.findall(data.get("text/html", "")):
        yield ".csv", _as_csv(table)


def _as_csv(table: str) -> bytes:
    """A table as it is displayed, with what stands over several cells in each of them, below one row of headings."""
    head = table.partition("</thead>")[0].count("<tr")
    cells: dict[tuple[int, int], str] = {}
    for i, row in enumerate(re.findall(r"<tr.*?</tr>", table, re.DOTALL)):
        j = 0
        for tag, content in re.findall(r"<t[hd](.*?)>(.*?)</t[hd]>", row, re.DOTALL):
            while (i, j) in cells:
                j += 1
            spans = dict(re.findall(r'(row|col)span="(\d+)"', tag))
            for i_span, j_span in product(range(int(spans.get("row", 1))), range(int(spans.get("col", 1)))):
                cells[i + i_span, j + j_span] = html.unescape(re.sub(r"</?[a-z][^>]*>", " ", content)).strip()
    height, width = (1 + max(numbers) for numbers in zip(*cells, strict=True))
    rows = [[cells.get((i, j), "") for j in range(width)] for i in range(height)]
    headings = [" ".join(filter(None, column)) for column in zip(*rows[:head], strict=True)]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([headings, *rows[head:]])
    return text.getvalue().encode()


def is_text(name: str) -> bool:
    """Return whether a file of a notebook is a table or its numbers, and no picture."""
    return name.endswith((".csv", ".json"))


def files_of(notebook: nbformat.NotebookNode) -> dict[str, bytes]:
    """Return the files of an executed notebook: what it shows, and the numbers that it saves, if there are any."""
    numbers = notebook.metadata.get("rullo", {}).get(NUMBERS)
    return {item.file: item.content for item in items_of(notebook)} | ({SAVED: as_json(numbers)} if numbers else {})


def write(notebooks: Iterable[Path], folder: Path, *, pictures: bool = True) -> None:
    """Write the tables, numbers and pictures of notebooks, each into a folder of its own, in place of all it held."""
    with folder_beside(folder) as temporary:
        complete = temporary / folder.name
        complete.mkdir()
        for path in notebooks:
            for name, content in files_of(nbformat.read(path, as_version=4)).items():
                if not (pictures or is_text(name)):
                    continue
                place = complete / path.parent.name / path.stem / name
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content)
        shutil.rmtree(folder, ignore_errors=True)
        complete.rename(folder)


if __name__ == "__main__":
    write(map(Path, sys.argv[2:]), Path(sys.argv[1]), pictures=False)
