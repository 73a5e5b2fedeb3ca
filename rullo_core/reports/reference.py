"""The reference: a page for each public module in `docs/reference`, written as Markdown from docstrings.

Docstrings are in numpydoc's form, and numpydoc reads them; it is needed only to write the pages. What all kinds of
puzzle share is on one page; the page of a kind has what only that kind has. One more page lists all experiments with
their parameters, from their declarations.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from functools import cache, cached_property
from types import FunctionType
from typing import Any

from rullo_core.files import written_whole
from rullo_core.lazy import packages
from rullo_core.paths import ROOT
from rullo_core.puzzles.lookup import apis
from rullo_core.puzzles.methods import PuzzleMethods
from rullo_core.runs.registry import Declaration, declarations

FOLDER = ROOT / "docs" / "reference"

KINDS = ("rullo", "kakuro", "killer", "sudoku")
"""The kinds of puzzle, each a public module."""

STUDIES = tuple(
    f"{package}.{kind}"
    for package in packages()
    for kind in KINDS
    if package != "rullo_core" and importlib.util.find_spec(f"{package}.{kind}")
)
"""The public modules of packages beside this one."""

DECLARED = "experiments"
"""The page that is written from the declarations of experiments."""

PAGES = ("rullo_core", "shared", *KINDS, *STUDIES, "uncertainty", DECLARED)
"""The pages, in their order."""

MODULES = tuple(
    one if one.startswith("rullo_") else f"rullo_core.{one}" for one in PAGES if one not in ("shared", DECLARED)
)
"""The public modules."""

SHARED = """\
# Functions and methods of every kind of puzzle

`rc.rullo`, `rc.kakuro`, `rc.killer` and `rc.sudoku` have these functions, with the same parameters and results; `rc` is
`rullo_core`, and `Puzzle` any of the classes `Rullo`, `Kakuro`, `Killer` and `Sudoku`. What `generate` takes differs,
and is on the page of each kind: [Rullo](rullo.md), [Kakuro](kakuro.md), [Killer Sudoku](killer.md) and
[Sudoku](sudoku.md). Terms are in the [glossary](../glossary.md)."""

OF_A_KIND = """\
All functions but `generate`, and the methods of a puzzle that are not listed here, are
[those of every kind](shared.md). What levels, formats and columns mean is [on one page](../columns.md)."""

EXPERIMENTS = """\
# Experiments

[`run`](rullo_core.md#run), [`sweep`](rullo_core.md#sweep) and the commands take these experiments and parameters. In a
[sweep](../sweeps.md), each parameter may be a list, under its own name or the other one that the table has; in a
command it is an option, such as `--guess-limit` for `guess_limit`. `rc.experiments()` returns the same as a table.
[Columns and formats](../columns.md#datasets) says what an experiment finds."""

DRAWN = {
    "nothing": "Every puzzle is counted: there are no standard errors.",
    "grids": "Grids are drawn independently: standard errors come from the variation between them.",
    "puzzles": "Puzzles are drawn independently of each other: standard errors are those of independent items.",
}
"""What standard errors in the table of a sweep rest on, by what is drawn."""

SECTIONS = ("Parameters", "Attributes", "Returns", "Raises", "Warns")
"""Sections of a docstring that are shown as lists, in this order."""

WIDEST = 100
"""Characters of a call that stands on one line."""

PROPERTY = (property, cached_property)
"""What is read of an object without a call."""


def module_of(page: str) -> str:
    """Return the module that a page is about."""
    return page if page in MODULES else f"rullo_core.{page}"


def public_names(module: str) -> dict[str, Any]:
    """Return what a public module offers by name, other public modules left out."""
    found = importlib.import_module(module)
    return {name: getattr(found, name) for name in found.__all__ if name not in (*KINDS, "uncertainty")}


def members(thing: type) -> dict[str, Any]:
    """Return the public methods and properties of a class, its own and those of other classes of the package."""
    inside = [base for base in reversed(thing.__mro__) if base.__module__.startswith("rullo_")]
    found = {name: value for base in inside for name, value in vars(base).items() if not name.startswith("_")}
    plain = {name: value.__func__ if isinstance(value, staticmethod) else value for name, value in found.items()}
    return {name: plain[name] for name in sorted(plain) if isinstance(plain[name], (FunctionType, *PROPERTY))}


def type_of(thing: Any) -> str:
    """Return the type of a property."""
    function: Any = thing.fget if isinstance(thing, property) else thing.func
    return str(inspect.signature(function).return_annotation)


class Verbatim(str):
    """A text that is shown in a signature as it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def signature(thing: Any, *, types: bool = True) -> inspect.Signature:
    """Return the signature of a function, method or class as called; defaults that are no plain values are dots."""
    given = inspect.signature(thing)
    shown = [one for one in given.parameters.values() if one.name != "self"]
    plain = (str, int, float, tuple, type(None), type)  # the last of a parameter without default
    shown = [one if isinstance(one.default, plain) else one.replace(default=Verbatim("...")) for one in shown]

    def typed(annotation: Any) -> Any:
        return Verbatim(annotation) if types and annotation is not given.empty else given.empty

    shown = [one.replace(annotation=typed(one.annotation)) for one in shown]
    returned = given.empty if inspect.isclass(thing) else typed(given.return_annotation)
    return given.replace(parameters=shown, return_annotation=returned)


@cache
def doc_of(thing: Any) -> Any:
    """Return a docstring in its sections, as numpydoc reads them."""
    from numpydoc.docscrape import NumpyDocString

    return NumpyDocString(inspect.getdoc(thing))


@cache
def entries() -> dict[str, dict[str, Any]]:
    """Return what is documented on each page: functions and classes, each with its methods and properties, by name."""
    kinds = {kind: public_names(f"rullo_core.{kind}") for kind in KINDS}
    functions = {name: one.__func__ for name, one in kinds[KINDS[0]].items() if inspect.ismethod(one)}
    shared = {
        name: one for name, one in functions.items() if all(names[name].__func__ is one for names in kinds.values())
    }
    found = {"rullo_core": public_names("rullo_core"), "shared": {**shared, "Puzzle": PuzzleMethods}, DECLARED: {}}
    found |= {kind: {name: one for name, one in names.items() if name not in shared} for kind, names in kinds.items()}
    found |= {page: public_names(module_of(page)) for page in PAGES if page not in found}
    of_all = members(PuzzleMethods)
    for page, names in found.items():
        for name, thing in [*names.items()]:
            if inspect.isclass(thing):
                own = members(thing).items() if thing is PuzzleMethods else members(thing).items() - of_all.items()
                names |= {f"{name}.{one}": member for one, member in sorted(own, key=lambda pair: pair[0])}
        found[page] = dict(sorted(names.items(), key=lambda pair: (pair[0][0].isupper(), pair[0])))
    return found


def heading(name: str) -> str:
    """Return the heading of a name; classes are marked, as names of functions may differ in a capital only."""
    return f"### `{name}`" if "." in name else f"## class `{name}`" if name[0].isupper() else f"## `{name}`"


def anchor(name: str) -> str:
    """Return the anchor of the heading of a name, as GitHub and MyST make it."""
    return re.sub(r"[^\w -]", "", heading(name).lstrip("# ").lower()).replace(" ", "-")


def page_of(page: str) -> str:
    """Return the text of a page."""
    if page == DECLARED:
        parts = [EXPERIMENTS, *(part for declared in declarations().values() for part in _experiment(declared))]
        return "\n\n".join(parts) + "\n"
    parts = [SHARED] if page == "shared" else [*_module(page)]
    summary = {name: _linked(" ".join(doc_of(one)["Summary"]), page) for name, one in entries()[page].items()}
    rows = [f"| [`{name}`](#{anchor(name)}) | {content} |" for name, content in summary.items()]
    parts.append("\n".join(["| Name | |", "| --- | --- |", *rows]))
    parts += [part for name, thing in entries()[page].items() for part in _entry(name, thing, page)]
    return "\n\n".join(parts) + "\n"


def example_of_sweep(declared: Declaration) -> str:
    """Return the specification of a sweep over an experiment: what must be given, and the first two other lists."""
    lists = [key for key in declared.keys if not key.is_required and key.values.startswith("[")][:2]
    keys = [key for key in declared.keys if key.is_required or key in lists]
    return "\n".join([f"experiment: {declared.name}", *(f"{key.name}: {key.values}" for key in keys)])


def _experiment(declared: Declaration) -> Iterator[str]:
    yield f"## `{declared.name}`"
    yield from (" ".join(paragraph.split()) for paragraph in inspect.cleandoc(declared.help).split("\n\n"))
    yield DRAWN[declared.drawn]
    rows = ["| Parameter | Values | Default | Meaning |", "| --- | --- | --- | --- |"]
    for key in declared.keys:
        values, default = (f"`{one}`".replace("|", "\\|") for one in (key.metavar, key.default_text))
        shown = "must be given" if key.is_required else default
        rows.append(f"| `{key.name}` | {values} | {shown} | {_of_options(key.help)} |")
    yield "\n".join(rows)
    yield f"As a command, and as a sweep:\n\n    rullo {declared.name} {declared.example}"
    yield f"```yaml\n{example_of_sweep(declared)}\n```"


def _of_options(text: str) -> str:
    """Return a help text with the options that it has as examples as code."""
    return re.sub(r"--[\w-]+(?: (?:'[^']+'|[^\s;]*[^\s,;.]))?", lambda one: f"`{one[0]}`", text).replace("|", "\\|")


def _module(page: str) -> Iterator[str]:
    module = importlib.import_module(module_of(page))
    yield f"# `{module.__name__}`"
    yield from _text(doc_of(module), page)
    if page in KINDS:
        api = apis()[page]
        rows = {
            "Levels": api.levels,
            "Formats that are read": [name for name, one in api.formats.items() if one.read],
            "Formats that are written": [name for name, one in api.formats.items() if one.write],
            "Suffixes of files that are written": [suffix for one in api.formats.values() for suffix in one.suffixes],
        }
        content = [f"| {what} | {', '.join(f'`{one}`' for one in some)} |" for what, some in rows.items()]
        yield OF_A_KIND
        yield "\n".join(["| | |", "| --- | --- |", *content])


def _entry(name: str, thing: Any, page: str) -> Iterator[str]:
    doc, parameters = doc_of(thing), {}
    yield heading(name)
    if isinstance(thing, PROPERTY):
        yield f"Property, `{type_of(thing)}`."
    elif doc["Parameters"] or not inspect.isclass(thing):  # others are classes that nobody has to make
        parameters = dict(signature(thing).parameters)
        call = f"{name}{signature(thing, types=False)}".replace("'", '"')
        if len(call) > WIDEST:
            call = call[:-1].replace("(", "(\n    ", 1).replace(", ", ",\n    ") + ",\n)"
        yield _example(call)
    yield from _text(doc, page)
    for section in SECTIONS:
        lines = []
        for one, kind, description in doc[section]:
            default = parameters[one].default if one in parameters else None
            is_plain = isinstance(default, str | int | float | tuple) and not isinstance(default, Verbatim)
            shown = [f"default `{default!r}`".replace("'", '"')] if is_plain else []
            types = ", ".join([_link(kind, page).strip("`")] * bool(kind) + shown)
            names = ", ".join(f"`{part}`" for part in one.split(", ") if part)
            what = f"{names} ({types})" if names and types else names or types
            lines.append(f"- {what}: {_linked(' '.join(description), page)}")
        if lines:
            yield f"**{section}**"
            yield "\n".join(lines)
    if is_dataclass(thing) and parameters:
        yield "The parameters are attributes, too; they cannot be set."
    if doc["Examples"]:
        yield "**Examples**"
        yield _example("\n".join(doc["Examples"]))


def _text(doc: Any, page: str) -> Iterator[str]:
    for paragraph in "\n".join([*doc["Summary"], "", *doc["Extended Summary"]]).split("\n\n"):
        if paragraph.strip():
            is_example = paragraph.startswith(">>>")
            yield _example(paragraph) if is_example else _linked(" ".join(paragraph.split()), page)


def _example(text: str) -> str:
    return f"```python\n{text.strip().replace('  # doctest: +SKIP', '')}\n```"


def _linked(text: str, page: str) -> str:
    parts = re.split(r"``(.+?)``", text)
    plain = [re.sub(r"`([^`]+)`", lambda one: _link(one[1], page), part) for part in parts]
    return "".join(f"`{parts[i]}`" if i % 2 else part for i, part in enumerate(plain))


def _link(name: str, page: str) -> str:
    """Return a name as code, as a link where it is documented, on this page or else on the first that has it."""
    there = next((one for one in (page, *PAGES) if name in entries()[one]), None)
    place = "" if there == page else f"{there}.md"
    return f"`{name}`" if there is None else f"[`{name}`]({place}#{anchor(name)})"


def write() -> None:
    """Write all pages."""
    FOLDER.mkdir(exist_ok=True)
    for page in PAGES:
        with written_whole(FOLDER / f"{page}.md") as temporary:
            temporary.write_text(page_of(page), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write()
