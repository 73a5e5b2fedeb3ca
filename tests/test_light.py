"""The repository is light to clone: no picture is committed twice, or with more bytes than it needs."""

import json
import subprocess
from base64 import b64decode
from collections import defaultdict
from hashlib import sha256

import nbformat
import pytest

from rullo_core.paths import NOTEBOOKS, ROOT
from rullo_core.reports.compact import INLINE_IMAGE, compact_outputs

OUTPUTS = 300_000
"""Bytes that what a notebook shows may take."""

TREE = 21_000_000
"""Bytes that all committed files may take."""

PICTURES = {".svg", ".png", ".jpg", ".gif", ".webp", ".pdf"}

SHOWN_TWICE = {"sudoku/03-difficulty", "sudoku/04-one-study"}
"""Two notebooks that draw the passes of the same dataset."""

NAMES = [path.relative_to(NOTEBOOKS).with_suffix("").as_posix() for path in sorted(NOTEBOOKS.glob("*/*.ipynb"))]


def outputs(name):
    cells = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text("utf-8"))["cells"]
    return [output for cell in cells for output in cell.get("outputs", [])]


def pictures(name):
    """The pictures that a notebook shows."""
    for data in (output.get("data", {}) for output in outputs(name)):
        if "image/png" in data:
            yield b64decode("".join(data["image/png"]))
        if "image/svg+xml" in data:
            yield "".join(data["image/svg+xml"]).encode()
        yield from map(b64decode, INLINE_IMAGE.findall("".join(data.get("text/html", ""))))


@pytest.mark.parametrize("name", NAMES)
def test_what_a_notebook_shows_is_below_its_limit(name):
    size = len(json.dumps(outputs(name), ensure_ascii=False).encode())
    assert size < OUTPUTS


def test_the_work_tree_is_below_its_limit():
    output = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    paths = [ROOT / name for name in output.split("\0") if name and (ROOT / name).is_file()]
    if not paths:
        pytest.skip("no git repository")
    assert sum(path.stat().st_size for path in paths) < TREE
    rasters = [path.name for path in paths if path.suffix in PICTURES - {".svg"}]
    assert rasters == [], "figures are SVG, and pictures of notebooks are in these alone"


def test_no_picture_is_there_twice():
    """By its bytes in files and notebooks; and no figure is there in two formats."""
    places = defaultdict(list)
    for name in NAMES:
        for content in pictures(name):
            places[sha256(content).digest()].append(name)
    files = [path for path in (ROOT / "figures").rglob("*") if path.suffix in PICTURES]
    for path in [*files, *(ROOT / "docs").rglob("*.svg")]:
        places[sha256(path.read_bytes()).digest()].append(path.name)
    assert len(places) > 150
    assert [set(names) for names in places.values() if len(names) > 1] == [SHOWN_TWICE]
    assert len({path.with_suffix("") for path in files}) == len(files)


def test_committed_notebooks_are_compact():
    """As `rullo notebook` leaves them; the command of `rullo_core.reports.compact` makes others so."""
    not_compact = []
    for name in NAMES:
        notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
        committed = nbformat.writes(notebook)
        compact_outputs(notebook.cells)
        if nbformat.writes(notebook) != committed:
            not_compact.append(name)
    assert not_compact == []
