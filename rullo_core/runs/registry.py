"""Registry of puzzles and experiments, each with a declaration of its own.

A puzzle is a folder of the package with ``experiments``; what is declared there is in the command line, in sweeps, in
datasets and their figures, and is listed nowhere else. A package beside this one, such as `rullo_studies`, may have a
folder of the same name, with experiments, commands and figures of its own.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from rullo_core.arguments import no_such
from rullo_core.declaration import Count, Parameter, Stream, parameters
from rullo_core.errors import BadInput
from rullo_core.lazy import folders_with, packages
from rullo_core.ranges import Values

if TYPE_CHECKING:
    from rullo_core.runs.experiment import Experiment


UNNAMED = "rullo"
"""The first puzzle, whose commands and experiments have no name before them."""


@dataclass(frozen=True)
class Key:
    """A parameter of an experiment, in its command, in its sweeps and in the manifest of a dataset."""

    parameter: Parameter[Any, Any]
    fields: tuple[str, ...]  # the fields of the experiment that it sets; a value for each, or a single value
    values: str  # its values in a sweep, or its usual value
    default: Any = None  # None if it must be given
    usual: str = ""  # the word for a default that depends on other parameters
    help_suffix: str = ""  # an addition to the help of the parameter

    @property
    def name(self) -> str:
        """The name, the same in Python, commands and manifests."""
        return self.parameter.name

    @property
    def flag(self) -> str:
        """The option, as it is written."""
        return self.parameter.flag

    @property
    def metavar(self) -> str:
        """The placeholder of a value in the help of the command."""
        return self.parameter.metavar

    @property
    def help(self) -> str:
        """The help of the option."""
        return f"{self.parameter.help}, e.g. {self.flag} {self.parameter.example}{self.help_suffix}."

    @property
    def is_list(self) -> bool:
        """Whether a single value may be written as a list in a sweep."""
        return isinstance(self.parameter, Values)

    @property
    def default_text(self) -> str:
        """Its default, as it is written in a command; empty if it must be given."""
        return "" if self.default is None else self.text_of(self.default)

    @property
    def is_required(self) -> bool:
        """Whether it must be given."""
        return self.default is None

    def take(self, value: Any) -> Any:
        """Return the value that is given as text, or as a value; BadInput if it is none."""
        is_usual = isinstance(value, str) and self.usual and value == self.usual
        return value if is_usual else self.parameter.take(value)

    def text_of(self, value: Any) -> str:
        """Return the text of a value, as the experiment or a manifest has it."""
        if isinstance(value, str):
            return value
        return self.parameter.write(tuple(value) if isinstance(value, list) else value)

    def option(self, parameters: Mapping[str, Any]) -> str:
        """Return the option of the command that makes a dataset with these parameters; empty if it is left out."""
        if self.name in parameters:
            return f"{self.flag} {self.text_of(parameters[self.name])}"
        values = [parameters[field] for field in self.fields if field in parameters]
        return f"{self.flag} {self.text_of(values[0] if len(values) == 1 else values)}" if values else ""


COUNT = Key(Count(1, "Number of puzzles to generate and count", "1e6").with_name("count"), ("number",), "1e4")
SEED = Key(
    parameters(Stream)["seed"], ("seed",), "[1, 2]", 1, help_suffix="; the same options then give the same dataset, too"
)


@dataclass(frozen=True)
class Declaration:
    """Declaration of an experiment; functions and classes are written as module:name, and imported when needed."""

    name: str  # as in the command: census; for other puzzles than Rullo with theirs, such as kakuro census
    experiment: str  # its class
    keys: tuple[Key, ...]  # its parameters, in the order in which they are listed
    help: str  # for the command
    example: str  # options to show the command with
    words: str  # the noun for such an experiment
    sampling_unit: Literal["nothing", "grids", "puzzles"]  # the unit that was drawn independently, for standard errors
    figures: str  # draws a dataset into a folder, and returns the files
    notebook_of_point: str  # executed for each point of a sweep, where that is wanted
    puzzle_text: str = f"{__name__}:text_in"  # writes one of its hardest puzzles, a row, as text

    def make(self, values: Mapping[str, Any]) -> Experiment:
        """Return the experiment with a value for each key, by name; its default where none is given."""
        fields: dict[str, Any] = {}
        for key in self.keys:
            value = values.get(key.name, key.default)
            fields |= zip(key.fields, value if len(key.fields) > 1 else (value,), strict=True)
        experiment: Experiment = load_object(self.experiment)(**fields)
        for key in self.keys:
            defaults = key.default if len(key.fields) > 1 and not key.is_required else (key.default,)
            is_usual = all(
                getattr(experiment, field) == value for field, value in zip(key.fields, defaults, strict=False)
            )
            if not is_usual and not key.option(experiment.parameters):
                raise TypeError(f"{self.name}: {key.name} is missing in the parameters of its datasets")
        return experiment

    def command(self, parameters: Mapping[str, Any]) -> str:
        """Return the command that computes a dataset with these parameters again."""
        options = (key.option(parameters) for key in self.keys)
        return " ".join(["rullo", self.name, *filter(None, options)])


def text_in(row: Mapping[str, Any]) -> str:
    """Return the text of the puzzle in a row of the hardest ones."""
    return str(row["text"])


def puzzles() -> list[str]:
    """Return the folders of the package that define a kind of puzzle: those with commands."""
    return folders_with("commands.py", "commands/__init__.py")


def modules_of(puzzle: str, name: str) -> list[ModuleType]:
    """Return the modules of this name for a kind of puzzle: its own, then the modules of other packages."""
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
    all_declarations = [experiment for module in modules for experiment in getattr(module, "DECLARATIONS", ())]
    return {
        experiment.name: replace(experiment, figures=drawing.get(experiment.name, experiment.figures))
        for experiment in sorted(all_declarations, key=lambda experiment: " " in experiment.name)
    }


def declaration(name: str) -> Declaration:
    """Return the declaration of one experiment."""
    by_name = declarations()
    if name not in by_name:
        raise BadInput(no_such("experiment", name, by_name, has="there are"))
    return by_name[name]


def load_object(place: str) -> Any:
    """Import the object that is named module:name."""
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)
