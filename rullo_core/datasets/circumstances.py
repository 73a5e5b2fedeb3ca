"""The machine and the versions that a run used, for the manifest of its dataset."""

from __future__ import annotations

import platform
import subprocess
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rullo_core import __version__
from rullo_core.paths import PACKAGE

LIBRARIES = ("numba", "llvmlite", "numpy", "pandas", "pyarrow")


def circumstances() -> dict[str, Any]:
    """Versions, commit and processor."""
    versions = {"rullo": __version__, "python": platform.python_version()}
    return {
        "versions": versions | _versions(),
        "commit": _commit(),
        "processor": _processor(),
    }


@cache
def _versions() -> dict[str, str]:
    return {library: version(library) for library in LIBRARIES}


@cache
def _commit() -> str | None:
    """Return the commit of the source, with a plus sign where it has been changed since; None outside a checkout."""
    try:
        described = subprocess.run(
            ["git", "describe", "--always", "--abbrev=40", "--exclude=*", "--dirty=+"],
            cwd=PACKAGE,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return described.stdout.strip()


@cache
def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
