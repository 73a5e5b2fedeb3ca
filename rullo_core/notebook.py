"""Execute notebooks, all or nothing, and check the parameters they are given."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import nbformat
import papermill
import yaml
from papermill.exceptions import PapermillExecutionError

from rullo_core.errors import BadInput

SHELL_NAMES = {"In", "Out", "exit", "quit", "get_ipython", "open"}
"""What stands in a notebook's namespace before its first cell."""


def read_parameters(path: Path | None) -> dict[str, Any]:
    """Read notebook parameters from a YAML file; none for None."""
    if path is None:
        return {}
    try:
        given = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: is not YAML ({' '.join(str(error).split())}); write lines of name: value") from None
    if not isinstance(given, dict):
        raise BadInput(f"{path}: holds no names and values; write lines of name: value")
    return given


def execute(notebook: Path, out: Path, parameters: Mapping[str, Any] | None = None) -> None:
    """Execute a notebook through papermill, in the notebook's folder.

    What depends on the moment, times and the like, is left out: executed again, the file has the same bytes.

    Parameters
    ----------
    notebook, out : pathlib.Path
        May be the same. The result appears under its name only once all cells have run.
    parameters : mapping, optional
        Values for names in the cell tagged ``parameters``.

    Raises
    ------
    BadInput
        If the notebook knows no such parameter, or a cell refuses its value.
    """
    known = set(papermill.inspect_notebook(notebook))
    if unknown := set(parameters or {}) - known:
        raise BadInput(f"{notebook}: {_unknown(unknown, known)}")
    temporary = out.with_name(f".{out.name}.{os.getpid()}.tmp.ipynb")
    try:
        papermill.execute_notebook(
            notebook,
            temporary,
            dict(parameters or {}),
            kernel_name="python3",
            cwd=notebook.parent,
            progress_bar=False,
            log_output=False,
        )
        _leave_out_the_moment(temporary)
        os.replace(temporary, out)
    except PapermillExecutionError as error:
        if error.ename == "BadInput":
            raise BadInput(f"{notebook}: {error.evalue}") from None
        raise
    finally:
        temporary.unlink(missing_ok=True)


def _leave_out_the_moment(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    notebook.metadata.pop("papermill", None)
    notebook.metadata.get("language_info", {}).pop("version", None)
    for cell in notebook.cells:
        for key in ("papermill", "execution"):
            cell.metadata.pop(key, None)
    nbformat.write(notebook, path)


def check_parameters(namespace: Mapping[str, Any], *known: str) -> None:
    """Refuse parameters that a notebook does not know; called in the cell after ``parameters``, with ``globals()``.

    papermill itself only warns of them.

    Raises
    ------
    BadInput
        Naming them, and those that the notebook knows.
    """
    given = {
        name
        for name, value in namespace.items()
        if not name.startswith("_") and name not in SHELL_NAMES and not isinstance(value, ModuleType | type)
        and not callable(value)
    }  # fmt: skip
    if unknown := given - set(known):
        raise BadInput(_unknown(unknown, set(known)))


def _unknown(names: set[str], known: set[str]) -> str:
    return f"unknown parameter {', '.join(sorted(names))}; this notebook knows {', '.join(sorted(known))}"
