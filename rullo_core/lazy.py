"""Public names that are imported when they are first used."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any


def attach(
    package: str, names: Mapping[str, Sequence[str]], packages: Sequence[str] = ()
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package whose names are imported when they are first used (PEP 562).

    Parameters
    ----------
    package : str
        The package's name.
    names : mapping of str to sequence of str
        The public names of each of its modules.
    packages : sequence of str
        Packages inside it that are public themselves.

    Examples
    --------
    >>> getattribute, _ = attach("rullo_core", {"errors": ["BadInput"]})
    >>> getattribute("BadInput").__name__
    'BadInput'
    """
    places = {name: f"{package}.{module}" for module, some in names.items() for name in some}

    def getattribute(name: str) -> Any:
        if name in packages:
            return importlib.import_module(f"{package}.{name}")
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(importlib.import_module(places[name]), name)

    def names_of() -> list[str]:
        return sorted({*places, *packages})

    return getattribute, names_of
