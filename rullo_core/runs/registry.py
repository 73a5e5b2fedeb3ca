"""Registry of puzzles and experiments: each declares itself what others need to know of it.

A puzzle is a folder of the package with ``experiments``; what is declared there is in the command line, in sweeps, in
datasets and their figures, and nothing else has to name it.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from rullo_core.errors import BadInput
from rullo_core.lazy import folders_with

if TYPE_CHECKING:
    from rullo_core.runs.experiment import Experiment


OWN = "rullo"
"""The puzzle that comes first, whose commands and experiments stand without its name before them."""

HELP_OF_PUZZLES = "Number of puzzles to generate and count, from 1, e.g. --puzzles 1e6, 1_000_000 or 1000000."
HELP_OF_SEED = "Random seed, from 0 to 2^64 - 1: the same seed and options give the same dataset, e.g. --seed 7."


@dataclass(frozen=True)
class Key:
    """A parameter of an experiment, as its command and its sweeps ask for it.

    Attributes
    ----------
    name : str
        The option, and the parameter in a dataset's manifest.
    fields : tuple of str
        What it fills of the experiment; a value for each, or the one value.
    read : callable
        What text is read with; raises BadInput.
    help, metavar : str
        In the command.
    in_sweep, example : str
        Its name in a sweep, and how it is written there; in brackets, if there may be several.
    default : object
        The value that it has if it is left out; None if it must not be.
    write : callable, optional
        The text of it, from all parameters of a manifest; that of the parameter itself unless given.
    is_list : bool
        Whether a single value may be written as a list in a sweep.
    """

    name: str
    fields: tuple[str, ...]
    read: Callable[[str], Any]
    help: str
    metavar: str
    in_sweep: str
    example: str
    default: Any = None
    write: Callable[[Mapping[str, Any]], str] | None = None
    is_list: bool = False

    @property
    def flag(self) -> str:
        """The option, as it is written."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def may_be_several(self) -> bool:
        """Whether a sweep may have several values of it."""
        return self.example.endswith("]")

    @property
    def is_required(self) -> bool:
        """Whether it must be given."""
        return self.default is None

    def option(self, parameters: Mapping[str, Any]) -> str:
        """Return the option of the command that makes a dataset with these parameters; empty if it is left out."""
        if self.write is not None:
            return f"{self.flag} {self.write(parameters)}"
        return f"{self.flag} {parameters[self.name]}" if self.name in parameters else ""


@dataclass(frozen=True)
class Declaration:
    """Declaration of an experiment.

    Attributes
    ----------
    name : str
        As in the command: census; of other puzzles than Rullo with theirs before it, such as kakuro census.
    experiment : str
        Its class, as module:name, so that nothing is imported before it is asked for.
    keys : tuple of Key
        Its parameters, in the order in which they are listed.
    help : str
        What the command says of it.
    example : str
        Options to show the command with.
    words : str
        One such experiment, in words.
    drawn : {'nothing', 'grids', 'puzzles'}
        What was drawn at random, each for itself, and is what a standard error rests on.
    figures : str
        What draws a dataset, as module:name: called with a dataset and a folder, it returns the files.
    notebook_of_point, notebook_of_sweep : str
        What is executed for each point of a sweep, and for all of them.
    puzzle_text : str
        What writes one of its hardest puzzles as text, as module:name: called with a row. The column ``puzzle`` unless
        given.
    """

    name: str
    experiment: str
    keys: tuple[Key, ...]
    help: str
    example: str
    words: str
    drawn: Literal["nothing", "grids", "puzzles"]
    figures: str
    notebook_of_point: str
    notebook_of_sweep: str
    puzzle_text: str = f"{__name__}:text_in"

    def make(self, given: Mapping[str, Any]) -> Experiment:
        """Return the experiment with a value for each key, by name; its default where none is given.

        Raises
        ------
        BadInput
            If the experiment refuses one.
        """
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
    """Return the folders of the package that hold a puzzle: those with commands."""
    return folders_with("commands.py", "commands/__init__.py")


def experiments_of(puzzle: str) -> ModuleType | None:
    """Return the module in which a puzzle declares its experiments, if it has any."""
    name = f"rullo_core.{puzzle}.experiments"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def declarations() -> dict[str, Declaration]:
    """Return every experiment there is, by name: Rullo's first, which have no puzzle before theirs."""
    modules = filter(None, map(experiments_of, puzzles()))
    every = [one for module in modules for one in module.DECLARATIONS]
    return {one.name: one for one in sorted(every, key=lambda one: " " in one.name)}


def declaration(name: str) -> Declaration:
    """Return the declaration of one experiment."""
    every = declarations()
    if name not in every:
        raise BadInput(f"experiment {name!r}: is not known here; there are {', '.join(every)}")
    return every[name]


def named(place: str) -> Any:
    """Import the object that module:name stands for."""
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)
