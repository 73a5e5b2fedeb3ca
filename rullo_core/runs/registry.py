"""Registry of puzzles and experiments, each with a declaration of its own.

A puzzle is a folder of the package with ``experiments``; what is declared there is in the command line, in sweeps, in
datasets and their figures, and is listed nowhere else. A package beside this one, such as `rullo_studies`, may have a
folder of the same name, with experiments, commands and figures of its own.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from rullo_core.arguments import no_such
from rullo_core.errors import BadInput
from rullo_core.lazy import folders_with, packages
from rullo_core.parameters import parse_count, parse_seed

if TYPE_CHECKING:
    from rullo_core.runs.experiment import Experiment


OWN = "rullo"
"""The first puzzle, whose commands and experiments have no name before them."""


@dataclass(frozen=True)
class Key:
    """A parameter of an experiment, in its command and in its sweeps."""

    name: str  # the option, and the parameter in a dataset's manifest
    fields: tuple[str, ...]  # the fields of the experiment that it fills; a value for each, or the one value
    read: Callable[[str], Any]  # reads text; raises BadInput
    help: str
    metavar: str
    in_sweep: str  # its other name in a sweep, such as sizes
    example: str  # its values in a sweep, or the one that is usual
    default: Any = None  # None if it must be given
    write: Callable[[Mapping[str, Any]], str] | None = None  # its text, from a manifest's parameters
    is_list: bool = False  # whether a single value may be written as a list in a sweep

    @property
    def flag(self) -> str:
        """The option, as it is written."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def names_in_sweep(self) -> list[str]:
        """Its names in a sweep, of which one is used: its own, and the other one if that differs."""
        return list(dict.fromkeys((self.name, self.in_sweep)))

    @property
    def default_text(self) -> str:
        """Its default, as it is written in a command; empty if it must be given."""
        if self.default is None:
            return ""
        if self.write is not None:
            values = self.default if len(self.fields) > 1 else (self.default,)
            return self.write(dict(zip(self.fields, values, strict=True)))
        return "x".join(map(str, self.default)) if isinstance(self.default, tuple) else str(self.default)

    @property
    def is_required(self) -> bool:
        """Whether it must be given."""
        return self.default is None

    def option(self, parameters: Mapping[str, Any]) -> str:
        """Return the option of the command that makes a dataset with these parameters; empty if it is left out."""
        if self.write is not None:
            return f"{self.flag} {self.write(parameters)}"
        return f"{self.flag} {parameters[self.name]}" if self.name in parameters else ""


def choice(name: str, plural: str, known: Sequence[str], meaning: str) -> Key:
    """Return the key for one of some words, the first by default."""
    return Key(name, (name,), str, meaning, f"[{'|'.join(known)}]", plural, f"[{known[0]}, {known[1]}]", known[0])


PUZZLES = Key(
    "puzzles",
    ("number",),
    parse_count,
    "Number of puzzles to generate and count, from 1, e.g. --puzzles 1e6, 1_000_000 or 1000000.",
    "COUNT",
    "puzzles",
    "1e4",
)
SEED = Key(
    "seed",
    ("seed",),
    parse_seed,
    "Random seed, from 0 to 2^64 - 1: the same seed and options give the same dataset, e.g. --seed 7.",
    "SEED",
    "seeds",
    "[1, 2]",
    1,
)


@dataclass(frozen=True)
class Declaration:
    """Declaration of an experiment; functions and classes are written as module:name, and imported when needed."""

    name: str  # as in the command: census; for other puzzles than Rullo with theirs, such as kakuro census
    experiment: str  # its class
    keys: tuple[Key, ...]  # its parameters, in the order in which they are listed
    help: str  # for the command
    example: str  # options to show the command with
    words: str  # one such experiment, in words
    drawn: Literal["nothing", "grids", "puzzles"]  # what was drawn independently, for standard errors
    figures: str  # draws a dataset into a folder, and returns the files
    notebook_of_point: str  # executed for each point of a sweep, where that is wanted
    puzzle_text: str = f"{__name__}:text_in"  # writes one of its hardest puzzles, a row, as text

    def make(self, given: Mapping[str, Any]) -> Experiment:
        """Return the experiment with a value for each key, by name; its default where none is given."""
        filled: dict[str, Any] = {}
        for key in self.keys:
            value = given.get(key.name, key.default)
            filled |= zip(key.fields, value if len(key.fields) > 1 else (value,), strict=True)
        made: Experiment = named(self.experiment)(**filled)
        return made

    def command(self, parameters: Mapping[str, Any]) -> str:
        """Return the command that computes a dataset with these parameters again."""
        options = (key.option(parameters) for key in self.keys)
        return " ".join(["rullo", self.name, *filter(None, options)])


def text_in(row: Mapping[str, Any]) -> str:
    """Return the text of the puzzle in a row of the hardest ones."""
    return str(row["puzzle"])


def puzzles() -> list[str]:
    """Return the folders of the package with a puzzle: those with commands."""
    return folders_with("commands.py", "commands/__init__.py")


def modules_of(puzzle: str, name: str) -> list[ModuleType]:
    """Return the modules of this name about a puzzle: its own, then those of packages beside this one."""
    folders = [f"{package}.{puzzle}" for package in packages()]
    places = [f"{folder}.{name}" for folder in folders if importlib.util.find_spec(folder)]
    return [importlib.import_module(place) for place in places if importlib.util.find_spec(place)]


def declarations() -> dict[str, Declaration]:
    """Return every experiment by name: Rullo's first, which have no puzzle before theirs.

    Modules in which experiments are declared may have ``FIGURES_OF``: by name of an experiment, which may be declared
    elsewhere, what draws its datasets.
    """
    modules = [module for puzzle in puzzles() for module in modules_of(puzzle, "experiments")]
    drawing = {name: place for module in modules for name, place in getattr(module, "FIGURES_OF", {}).items()}
    every = [declared for module in modules for declared in getattr(module, "DECLARATIONS", ())]
    return {
        declared.name: replace(declared, figures=drawing.get(declared.name, declared.figures))
        for declared in sorted(every, key=lambda declared: " " in declared.name)
    }


def declaration(name: str) -> Declaration:
    """Return the declaration of one experiment."""
    every = declarations()
    if name not in every:
        raise BadInput(no_such("experiment", name, every, has="there are"))
    return every[name]


def named(place: str) -> Any:
    """Import the object that module:name stands for."""
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)
