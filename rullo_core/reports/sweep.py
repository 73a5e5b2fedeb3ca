"""The notebooks of a sweep: one for all points together, and one for each of them where that is wanted."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from rullo_core.bars import Bar
from rullo_core.lazy import packages
from rullo_core.paths import NOTEBOOKS
from rullo_core.reports.kernels import forking_manager
from rullo_core.reports.notebook import execute, is_made_from
from rullo_core.runs.registry import declaration
from rullo_core.runs.sweep import Point, place_of

SUMMARY = NOTEBOOKS / "family/05-any-sweep.ipynb"
"""The notebook about all points of a sweep, whatever experiment it is of."""

MOST_AT_ONCE = 4
"""Notebooks to execute at once, each in a process of some 250 MB."""


def write_notebooks(points: Sequence[Point], folder: Path, threads: int) -> Iterator[tuple[Point, str]]:
    """Execute a notebook for each counted point where that is not up to date, and yield each that failed, and why."""

    def write(point: Point) -> str:
        place = place_of(point.experiment)
        assert point.dataset is not None
        parameters = {"dataset": f"{place.parent.name}/{place.name}"}
        try:
            notebook = NOTEBOOKS / declaration(point.experiment.name).notebook_of_point
            _execute(notebook, folder / f"{place.stem}.ipynb", parameters, point.dataset.manifest["sha256"])
        except Exception as error:  # whatever it is, the others can still be executed
            return f"{type(error).__name__}: {error}"
        return ""

    completed = [point for point in points if point.dataset]
    with ThreadPoolExecutor(min(threads, MOST_AT_ONCE)) as pool:
        try:
            bar = Bar(pool.map(write, completed), total=len(completed), unit=" notebooks")
            for point, failure in zip(completed, bar, strict=True):
                if failure:
                    yield point, failure
        finally:
            pool.shutdown(cancel_futures=True)


def write_summary(spec: Path, points: Sequence[Point], folder: Path) -> Path:
    """Execute the notebook about all points of a sweep, unless it is up to date, and return its path."""
    place = folder / "summary.ipynb"
    sources = [point.dataset.manifest["sha256"] if point.dataset else point.failure for point in points]
    _execute(
        SUMMARY, place, {"sweep": str(spec.resolve()), "compute": False}, spec.read_text(encoding="utf-8"), *sources
    )
    return place


@cache
def _hash_of_code() -> str:
    """Return a hash of all code that a notebook may import from our packages."""
    digest = hashlib.sha256()
    for folder in (folder for folders in packages().values() for folder in folders):
        for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.mplstyle")]):
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _execute(notebook: Path, out: Path, parameters: dict[str, Any], *data: str) -> None:
    """Execute a notebook, unless its output was made by the same code from the same parameters and data."""
    content = json.dumps([parameters, *data, _hash_of_code()]).encode() + notebook.read_bytes()
    source = hashlib.sha256(content).hexdigest()
    if not is_made_from(out, source):
        execute(notebook, out, parameters, source, forking_manager())
