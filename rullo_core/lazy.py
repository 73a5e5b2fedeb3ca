"""Public names that are imported when they are first used."""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

Lazy = tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]
"""``__all__``, ``__getattr__`` and ``__dir__`` of a package."""

FUNCTIONS = (
    "from_arrays", "generate", "generate_frame", "hint", "parse", "play", "plot", "rate", "rate_arrays", "read",
    "solve", "solve_arrays", "steps", "to_arrays", "to_text", "write", "write_sheet",
)  # fmt: skip
"""The public functions of every kind of puzzle."""


def folder_of(name: str) -> Path:
    """Return a folder of the package, or of what has been added to its ``__path__``."""
    return next(Path(root) / name for root in sys.modules["rullo_core"].__path__ if (Path(root) / name).is_dir())


def folders_with(*patterns: str) -> list[str]:
    """Return the folders of the package, or added to its ``__path__``, with such files, in order: one for a puzzle."""
    roots = map(Path, sys.modules["rullo_core"].__path__)
    return sorted(
        path.relative_to(root).parts[0] for root in roots for one in patterns for path in root.glob(f"*/{one}")
    )


CLIMBING = "hardest"
"""The public function of those kinds that have a module ``climb``."""

PARTS = ("studies",)
"""The public packages inside that of a kind of puzzle."""


def attach_kind(package: str, puzzle: str) -> Lazy:
    """Return what `attach` does for the folder of a kind of puzzle.

    The class of its puzzles is in its module ``puzzle``; `FUNCTIONS`, and `CLIMBING` if it has a module ``climb``, are
    methods of ``API`` in its module ``api``.
    Packages that it has of `PARTS` are attributes, too.
    """
    climbing = [CLIMBING] if importlib.util.find_spec(f"{package}.climb") else []
    functions = [*FUNCTIONS, *climbing]
    public = [puzzle, *functions]

    def getattribute(name: str) -> Any:
        if name == puzzle:
            return getattr(importlib.import_module(f"{package}.puzzle"), name)
        if name in functions:
            return getattr(importlib.import_module(f"{package}.api").API, name)
        if name in PARTS and importlib.util.find_spec(f"{package}.{name}"):
            return importlib.import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def names_of() -> list[str]:
        return sorted([*public, *(name for name in PARTS if importlib.util.find_spec(f"{package}.{name}"))])

    return public, getattribute, names_of


def attach(
    package: str, packages: Callable[[], Sequence[str]] = tuple, each: Callable[[Any], Any] = lambda one: one
) -> Lazy:
    """Return what makes a package import its names when they are first used (PEP 562).

    They are those that its ``__init__.py`` imports for type checkers, each on a line of its own and as itself;
    ``packages`` returns the packages inside it that are public themselves, and ``each`` gets what a name stands for and
    returns what is in its place.
    """
    source = Path(str(sys.modules[package].__file__)).read_text(encoding="utf-8")
    imported = re.findall(r"^    from (\S+) import (\w+) as \2$", source, re.MULTILINE)
    places = {name: module for module, name in imported if module != package}

    def getattribute(name: str) -> Any:
        if name in places:
            return each(getattr(importlib.import_module(places[name]), name))
        if name in packages():
            return importlib.import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def names_of() -> list[str]:
        return sorted({*places, *packages()})

    return sorted(name for _, name in imported), getattribute, names_of
