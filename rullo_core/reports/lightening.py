"""Pages of the site that are fast to load: pictures in files, which wait until they are seen, and scripts that wait."""

from __future__ import annotations

import hashlib
import re
import struct
from base64 import b64decode
from pathlib import Path

PICTURE = re.compile(r"<img\b[^>]*>")

SOURCE = re.compile(r'src="([^"]+)"')

INLINE_IMAGE = re.compile(r"data:image/(png|svg\+xml);base64,(.+)")

SVG_SIZE = re.compile(rb'<svg [^>]*width="([0-9.]+)pt" height="([0-9.]+)pt"')
"""An SVG whose size is in points, as matplotlib writes it."""

POINT = 3 / 4
"""Points in a pixel, as browsers have it."""

SCRIPT = re.compile(r'<script (?=src=")')


def lighten(folder: Path) -> None:
    """Make all pages in a folder light; what they show stays the same."""
    for page in sorted(folder.rglob("*.html")):
        page.write_text(_lighten_page(page, folder), encoding="utf-8", newline="\n")


def _lighten_page(page: Path, folder: Path) -> str:
    to_root = "../" * len(page.relative_to(folder).parent.parts)
    number = 0

    def picture(match: re.Match[str]) -> str:
        nonlocal number
        number += 1
        tag = SOURCE.sub(lambda source: f'src="{_in_file(source[1], folder, to_root)}"', match[0])
        attributes = []
        if number > 1 and "loading=" not in tag:
            attributes.append('loading="lazy"')
        if source := SOURCE.search(tag):
            attributes += _size(page.parent / source[1], tag)
        return tag.replace("<img", " ".join(["<img", *attributes]), 1)

    return SCRIPT.sub('<script defer="defer" ', PICTURE.sub(picture, page.read_text(encoding="utf-8")))


def _in_file(source: str, folder: Path, to_root: str) -> str:
    """Write a picture that is inlined in a page to a file, named by its content, and return its path."""
    inlined = INLINE_IMAGE.fullmatch(source)
    if inlined is None:
        return source
    data = b64decode(inlined[2])
    name = f"_images/{hashlib.sha256(data).hexdigest()[:32]}.{inlined[1][:3]}"
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_bytes(data)
    return to_root + name


def _size(path: Path, tag: str) -> list[str]:
    """Return the width and height of a picture as attributes, for which a page keeps room; none where it has some."""
    if not path.is_file() or " width=" in tag or "style=" in tag:
        return []
    with path.open("rb") as file:
        head = file.read(1000)
    if path.suffix == ".png":
        size = list(struct.unpack(">II", head[16:24]))
    else:
        size = [round(float(number) / POINT) for numbers in SVG_SIZE.findall(head)[:1] for number in numbers]
    return [f'{name}="{number}"' for name, number in zip(("width", "height"), size, strict=False)]
