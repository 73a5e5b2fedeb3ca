"""Complete docstrings with parts of others, so that what several functions share is documented once."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

SHARED = ("Returns", "Raises")
"""Sections that a docstring may leave to another."""

ORDER = ("", "Parameters", *SHARED)
"""Sections that come first, after what has no heading; others follow as they stand."""


def sections_of(text: str) -> dict[str, str]:
    """Return the sections of a docstring by their headings; what comes before them has none."""
    first, *sections = re.split(r"\n\n(?=\w+\n-+\n)", text)
    return {"": first} | {section.partition("\n")[0]: section for section in sections}


def descriptions_of(text: str) -> dict[str, str]:
    r"""Return what a docstring says of parameters, by name.

    >>> descriptions_of("Solve.\n\nParameters\n----------\na : int\n    Size.\nb : str\n\nReturns\n-------\nint")
    {'a': 'a : int\n    Size.', 'b': 'b : str'}
    """
    _, _, *parts = re.split(r"\n(?=\S)", sections_of(text).get("Parameters", "\n-"))
    return {re.split(" : |\n", part)[0].lstrip("*"): part for part in parts}


def with_parameters(text: str, names: Iterable[str], descriptions: Mapping[str, str]) -> str:
    """Return a docstring that describes parameters in the order of `names`; its own descriptions take precedence."""
    descriptions = {**descriptions, **descriptions_of(text)}
    parts = [descriptions[name] for name in names if name in descriptions]
    return _join(sections_of(text) | ({"Parameters": "\n".join(["Parameters", "-" * 10, *parts])} if parts else {}))


def documented_like(*sources: Callable[..., Any]) -> Callable[[F], F]:
    """Return what completes the docstring of a function with those of others, the first that has what it leaves out:
    parameters, what is returned if anything is, and what is raised.
    """
    texts = [inspect.getdoc(source) or "" for source in reversed(sources)]

    def decorate(function: F) -> F:
        if function.__doc__:  # there is none where Python was asked to leave them out
            signature, text = inspect.signature(function), inspect.cleandoc(function.__doc__)
            shared = SHARED[signature.return_annotation == "None" :]
            descriptions = {name: part for docstring in texts for name, part in descriptions_of(docstring).items()}
            sections = {
                name: part for docstring in texts for name, part in sections_of(docstring).items() if name in shared
            }
            function.__doc__ = with_parameters(_join(sections | sections_of(text)), signature.parameters, descriptions)
        return function

    return decorate


def _join(sections: Mapping[str, str]) -> str:
    return "\n\n".join(sections[name] for name in dict.fromkeys((*ORDER, *sections)) if name in sections)
