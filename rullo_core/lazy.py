"""Public names that are imported when they are first used."""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from rullo_core.extras import naming_the_extra

Lazy = tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]
"""``__all__``, ``__getattr__`` and ``__dir__`` of a package."""


def packages() -> dict[str, list[Path]]:
    """Return the folders of this package, and of each beside it whose name begins with rullo_, by name, this one first.

    Those beside it have experiments, commands and kernels for puzzles in folders of the same names.
    """
    folders = {"rullo_core": [*map(Path, sys.modules["rullo_core"].__path__)]}
    for root in folders["rullo_core"]:
        for path in sorted(root.parent.glob("rullo_*/__init__.py")):
            folders.setdefault(path.parent.name, [path.parent])
    return folders


def public_modules() -> dict[str, dict[str, Any]]:
    """Return the public modules of all packages by name, each with the functions and classes that it offers by name."""
    modules: dict[str, dict[str, Any]] = {}

    def visit(module: str) -> None:
        offered = importlib.import_module(module)
        things = {name: getattr(offered, name) for name in offered.__all__}
        modules[module] = {name: thing for name, thing in things.items() if not isinstance(thing, ModuleType)}
        for name in things.keys() - modules[module].keys():
            visit(f"{module}.{name}")

    for package in packages():
        visit(package)
    return {module: things for module, things in sorted(modules.items()) if things}


def folder_of(name: str) -> Path:
    """Return a folder of the package, or of what has been added to its ``__path__``."""
    return next(Path(root) / name for root in sys.modules["rullo_core"].__path__ if (Path(root) / name).is_dir())


def folders_with(*patterns: str) -> list[str]:
    """Return the folders of the package, or added to its ``__path__``, with such files, in order: one for a puzzle."""
    roots = map(Path, sys.modules["rullo_core"].__path__)
    return sorted(
        path.relative_to(root).parts[0] for root in roots for pattern in patterns for path in root.glob(f"*/{pattern}")
    )


def modules_of_kinds(name: str) -> Iterator[ModuleType]:
    """Yield the module of that name of every kind of puzzle that has one."""
    kinds = set(folders_with("puzzle.py")) & set(folders_with(f"{name}.py"))
    return (importlib.import_module(f"rullo_core.{folder}.{name}") for folder in sorted(kinds))


MOVED = {"studies": "rullo_studies"}
"""Names that have moved from the package of a kind of puzzle, and the package that has them now, by kind."""


def attach_kind(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__``, which knows ``__all__``, too, and ``__dir__`` of the package of a kind of puzzle.

    Its names are those of ``API`` in its module ``api``: the class of its puzzles, and the methods that are public, as
    `rullo_core.arguments.checked` makes them. Modules inside are left to Python, which may be importing ``api``.
    """

    def is_public(method: object) -> bool:
        return getattr(method, "is_public", False)

    @cache
    def submodules() -> set[str]:
        return {module.name for module in pkgutil.iter_modules(importlib.import_module(package).__path__)}

    def api() -> Any:
        return importlib.import_module(f"{package}.api").API

    def getattribute(name: str) -> Any:
        if name == "__all__":
            return names_of()
        if name in MOVED:
            place = f"{MOVED[name]}.{package.rpartition('.')[2]}"
            raise AttributeError(f"{package}.{name} is {place} since version 2.0: import {MOVED[name]}")
        if not name.startswith("_") and name not in submodules():
            if is_public(getattr(type(api()), name, None)):
                return getattr(api(), name)
            if name == api().puzzle.__name__:
                return api().puzzle
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def names_of() -> list[str]:
        of_class = type(api())
        return [api().puzzle.__name__, *(name for name in dir(of_class) if is_public(getattr(of_class, name)))]

    return getattribute, names_of


def attach(
    package: str, packages: Callable[[], Sequence[str]] = tuple, convert: Callable[[Any], Any] = lambda value: value
) -> Lazy:
    """Return what makes a package import its names when they are first used (PEP 562).

    These names are the ones that its ``__init__.py`` imports for type checkers, each on a line of its own and as
    itself. ``packages`` returns the public packages inside it, and ``convert`` gets the object of a name and returns
    the object to use instead.
    """
    source = Path(str(sys.modules[package].__file__)).read_text(encoding="utf-8")
    imported = re.findall(r"^    from (\S+) import (\w+) as \2$", source, re.MULTILINE)
    places = {name: module for module, name in imported if module != package}

    def getattribute(name: str) -> Any:
        if name in places:
            with naming_the_extra():
                return convert(getattr(importlib.import_module(places[name]), name))
        if name in packages():
            return importlib.import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def names_of() -> list[str]:
        return sorted({*places, *packages()})

    return sorted(name for _, name in imported), getattribute, names_of
