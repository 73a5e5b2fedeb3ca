"""Compress the outputs of executed notebooks: ``python -m rullo_core.reports.compact notebooks/*/*.ipynb``.

`rullo_core.reports.notebook` writes it so; the command is for notebooks that were executed before, or in JupyterLab.
"""

from __future__ import annotations

import re
import struct
import sys
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Any

import nbformat
from PIL import Image

from rullo_core.files import write_if_changed
from rullo_core.terminal import say

INLINE_IMAGE = re.compile(r"(?<=data:image/png;base64,)[\w+/]+=*")
"""A PNG within HTML."""

STYLED_CELL = re.compile(
    r'(?<=<t[dh])(?: id="(T_[^"]+)")? class="(?:data|blank|index_name|(?:row|col)_heading)(?: (?:level|row|col)\d+)+"'
    r"(?: (?=>))?"
)
"""The name of a cell in a table that pandas has styled, and its classes, which say where it is."""

OF_CLASSES = re.compile(r"#T_[^,{]*\.")
"""A style for classes of cells."""

SIGNATURE = b"\x89PNG\r\n\x1a\n"

RGB, RGBA = 2, 6
"""Types of colour, as a PNG has them."""

ALLOWED, LEFT_OUT = {"dpi"}, {"Software"}
"""Metadata of a picture, in Pillow's names: a picture with any other metadata is not changed."""


def compact(png: bytes) -> bytes:
    """Return a PNG with the same pixels that is no larger, and the same bytes for the same picture.

    Before rows of pixels are compressed, a PNG can have them replaced by differences between neighbours, and drawing
    libraries do so: it suits photographs. Charts and boards have large areas of one colour and the same digits many
    times, which are found again only where the rows are left as they are. Nor are opacities stored where all are full.
    """
    picture: Image.Image = Image.open(BytesIO(png))
    depth, colour = png[24], png[25]
    if depth != 8 or colour not in (RGB, RGBA) or picture.info.keys() - ALLOWED - LEFT_OUT:
        return png
    if picture.mode == "RGBA" and picture.getchannel("A").getextrema() == (255, 255):
        picture = picture.convert("RGB")
    width, height = picture.size
    bytes_each = len(picture.getbands())
    # Pillow filters no rows of a picture whose pixels are numbers of colours, and these are compressed as any others.
    rows = Image.frombytes("P", (width * bytes_each, height), picture.tobytes())
    colour = RGB if picture.mode == "RGB" else RGBA
    chunks = [(b"IHDR", struct.pack(">2I5B", width, height, 8, colour, 0, 0, 0))]
    if "dpi" in picture.info:
        chunks.append((b"pHYs", struct.pack(">2IB", *(round(number / 0.0254) for number in picture.info["dpi"]), 1)))
    chunks += [(b"IDAT", rows.tobytes("zip", "P", False, 9, -1, b"")), (b"IEND", b"")]
    return min(png, SIGNATURE + b"".join(_chunk(*chunk) for chunk in chunks), key=len)


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def compact_outputs(cells: Iterable[Any]) -> None:
    """Make what cells of a notebook show compact: pictures, also those within HTML, and tables."""
    for data in (output.get("data", {}) for cell in cells for output in cell.get("outputs", [])):
        if "image/png" in data:
            data["image/png"] = _in_base64(data["image/png"])
        if "text/html" in data:
            data["text/html"] = INLINE_IMAGE.sub(lambda match: _in_base64(match[0]), _compact_tables(data["text/html"]))


def _compact_tables(html: str) -> str:
    """Leave out of tables that pandas has styled the names and classes of cells to which no style refers."""
    styles = "".join(re.findall(r"<style.*?</style>", html, re.DOTALL))
    if OF_CLASSES.search(styles):
        return html
    return STYLED_CELL.sub(lambda match: match[0] if match[1] and f"#{match[1]}" in styles else "", html)


def _in_base64(png: str) -> str:
    return b64encode(compact(b64decode(png))).decode()


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        notebook = nbformat.read(path, as_version=4)
        size = path.stat().st_size
        compact_outputs(notebook.cells)
        write_if_changed(path, f"{nbformat.writes(notebook)}\n".encode())
        say(f"{path}: {size:,} bytes before, {path.stat().st_size:,} now")
