"""The public names, as they are now; and what notebooks and benchmarks import beside them, which is nothing.

The names are written in a file beside this one, and a test compares them. `python -m tests.public_names` writes them
anew after a change that is meant.
"""

import ast
import inspect
import json
from dataclasses import fields, is_dataclass
from functools import cache, cached_property
from types import FunctionType

from numpydoc.docscrape import NumpyDocString

from rullo_core.lazy import public_modules
from rullo_core.paths import NOTEBOOKS, ROOT

NAMES = ROOT / "tests" / "public_names.txt"

PACKAGES = ("rullo_core", "rullo_studies")

KINDS = ("rullo", "kakuro", "killer", "sudoku")

STUDIES = tuple(f"rullo_studies.{part}" for part in (*KINDS, "scale"))

PUBLIC = ("rullo_core", *(f"rullo_core.{kind}" for kind in KINDS), *STUDIES, "rullo_core.uncertainty")
"""The public modules."""

PROPERTY = (property, cached_property)
"""What is read of an object without a call."""

MODULES = {name: {*public_modules()[name]} for name in PUBLIC}
"""The public names of each public module."""

MODULES["rullo_core"] |= {*KINDS, "uncertainty", "__version__"}
MODULES["rullo_studies"] = {name.partition(".")[2] for name in PUBLIC if name.startswith("rullo_studies.")}


class Verbatim(str):
    """A text that is shown in a signature as it is."""

    __slots__ = ()

    def __repr__(self):
        return str(self)


def members(thing):
    """The public methods and properties of a class, its own and those of other classes of the packages, by name."""
    bases = [base for base in reversed(thing.__mro__) if base.__module__.startswith(PACKAGES)]
    defined = {name: value for base in bases for name, value in vars(base).items() if not name.startswith("_")}
    plain = {name: value.__func__ if isinstance(value, staticmethod) else value for name, value in defined.items()}
    return {name: plain[name] for name in sorted(plain) if isinstance(plain[name], (FunctionType, *PROPERTY))}


def type_of(thing):
    """The type of a property."""
    function = thing.fget if isinstance(thing, property) else thing.func
    return str(inspect.signature(function).return_annotation)


def signature(thing):
    """The signature of a function, method or class as called; defaults that are no plain values are dots."""
    actual = inspect.signature(thing)
    plain = (str, int, float, tuple, type(None), type)  # the last of a parameter without default
    parameters = [
        parameter.replace(
            default=parameter.default if isinstance(parameter.default, plain) else Verbatim("..."),
            annotation=Verbatim(parameter.annotation) if parameter.annotation is not actual.empty else actual.empty,
        )
        for parameter in actual.parameters.values()
        if parameter.name != "self"
    ]
    is_told = actual.return_annotation is not actual.empty and not inspect.isclass(thing)
    return actual.replace(
        parameters=parameters, return_annotation=Verbatim(actual.return_annotation) if is_told else actual.empty
    )


@cache
def doc_of(thing):
    """A docstring in its sections."""
    return NumpyDocString(inspect.getdoc(thing))


@cache
def entries():
    """Functions, classes, methods and properties by their places; what several kinds share, once."""
    places = {}
    for module in PUBLIC:
        for name, thing in public_modules()[module].items():
            places[f"{module}.{name}"] = thing
            if inspect.isclass(thing):
                places |= {f"{module}.{name}.{member_name}": member for member_name, member in members(thing).items()}
    distinct = {id(getattr(thing, "__func__", thing)): place for place, thing in reversed(places.items())}
    return {place: places[place] for place in places if place in distinct.values()}


def names():
    """A line for each public name: functions, methods and classes with signatures, attributes with types."""
    lines = []
    for module in PUBLIC:
        for name, thing in public_modules()[module].items():
            place = f"{module}.{name}"
            if not inspect.isclass(thing):
                lines.append(f"{place}{signature(thing)}")
                continue
            doc = doc_of(thing)
            is_made = bool(doc["Parameters"])
            lines.append(f"class {place}{signature(thing) if is_made else ''}")
            attributes = {attribute: kind for group, kind, _ in doc["Attributes"] for attribute in group.split(", ")}
            if is_dataclass(thing) and is_made:
                attributes |= {attribute_field.name: str(attribute_field.type) for attribute_field in fields(thing)}
            lines += [f"{place}.{attribute}: {kind}".removesuffix(": ") for attribute, kind in attributes.items()]
            for member_name, member in members(thing).items():
                is_property = isinstance(member, PROPERTY)
                lines.append(
                    f"{place}.{member_name}" + (f": {type_of(member)}" if is_property else str(signature(member)))
                )
    return lines


def internal(code):
    """The modules that a text of Python imports, or reaches through the package, beside the public ones."""
    places, aliases = set(), {}
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                package = alias.name.split(".")[0]
                if package in PACKAGES:
                    aliases[alias.asname or package] = alias.name if alias.asname else package
                    places |= {alias.name} - set(MODULES)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module.split(".")[0] in PACKAGES:
            for alias in node.names:
                place = f"{node.module}.{alias.name}"
                if place in MODULES:
                    aliases[alias.asname or alias.name] = place
                elif node.module not in MODULES:
                    places.add(node.module)
                elif alias.name not in MODULES[node.module]:
                    places.add(place)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            first, *attributes = ast.unparse(node).split(".")
            place = aliases.get(first)
            for attribute in attributes if place and all(map(str.isidentifier, attributes)) else ():
                if place in MODULES and attribute not in MODULES[place]:
                    places.add(f"{place}.{attribute}")
                place = f"{place}.{attribute}"
    return places


def code_of(path):
    """The Python of a file: all of it, or of a notebook its cells, but for what is meant for the shell."""
    if path.suffix == ".py":
        return path.read_text()
    cells = [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
    lines = "\n".join("".join(cell["source"]) for cell in cells).splitlines()
    return "\n".join(line for line in lines if not line.lstrip().startswith(("%", "!")))


def internal_imports():
    """What each notebook and benchmark imports beside public names, by its place."""
    paths = sorted([*NOTEBOOKS.glob("*/*.ipynb"), *(ROOT / "benchmarks").glob("*.py")])
    by_place = {path.relative_to(ROOT).as_posix(): internal(code_of(path)) for path in paths}
    return {place: imported for place, imported in by_place.items() if imported}


if __name__ == "__main__":
    NAMES.write_text("\n".join(names()) + "\n")
