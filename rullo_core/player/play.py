"""Data of the player: a board, the rules of its units, and the solve path of passes, step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rullo_core.errors import BadInput
from rullo_core.interpreted import at_once

Mask = int
"""Values that a cell may still have: bit i for the i-th symbol."""

MOST_SOLUTIONS = 50
"""Solutions that are searched for, to show a player what is wrong."""


@dataclass(frozen=True)
class Unit:
    """Cells with a rule.

    Attributes
    ----------
    name : str
        Such as row 2.
    total : int or None
        What included numbers, or digits, add up to.
    distinct : bool
        Whether no digit may be there twice.
    increasing : bool
        Whether each digit is greater than the one before it.
    """

    name: str
    cells: tuple[int, ...]
    total: int | None = None
    distinct: bool = True
    increasing: bool = False


@dataclass(frozen=True)
class Step:
    """A deduction from what was known before, or a guess.

    Attributes
    ----------
    number : int
        The pass, from 1; 0 for a guess.
    group : str
        Whose pass it is, such as columns.
    said : str
        What follows, and why.
    unit : tuple of int
        The cells that it looks at.
    left : dict of int to Mask
        What each cell that loses values has left.
    name : str
        The name of the unit; empty for a guess. The script does not need it.
    """

    number: int
    group: str
    said: str
    unit: tuple[int, ...]
    left: Mapping[int, Mask]
    name: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return what the script takes."""
        return {
            "number": self.number,
            "group": self.group,
            "said": self.said,
            "unit": self.unit,
            "left": sorted(self.left.items()),
        }


@dataclass(frozen=True)
class Play:
    """A puzzle as it is played.

    Attributes
    ----------
    kind : str
        The folder of the puzzle, such as killer.
    title : str
        What it is, in a few words.
    text : str
        The puzzle, as it is read.
    rows, columns : int
        Of the board.
    symbols : tuple of str
        What a cell may be.
    cells : tuple of (int, int)
        Row and column of each, from 0.
    start : tuple of Mask
        What is known at first; a cell with one value is given.
    trace : tuple of Step
        To a solution.
    solutions : tuple of tuple of int
        For each cell the place of its symbol; no more than `MOST_SOLUTIONS`.
    complete : bool
        Whether there are no others.
    numbers : tuple of int
        In the cells of a Rullo.
    clues : tuple of (int, int, str, str)
        In cells where nothing is played: row, column, sum of the cells below and of those to the right.
    regions : tuple of tuple of int
        Cells that a thick line goes around, such as boxes.
    cages : tuple of (tuple of int, int)
        Cells that a dashed line goes around, and the sum in the first.
    shaded : tuple of int
        Cells that stand out, such as those of diagonals.
    signs : tuple of (int, int, str)
        Two cells beside or below each other, and what stands between them.
    """

    kind: str
    title: str
    text: str
    rows: int
    columns: int
    symbols: tuple[str, ...]
    cells: tuple[tuple[int, int], ...]
    start: tuple[Mask, ...]
    units: tuple[Unit, ...]
    trace: tuple[Step, ...]
    solutions: tuple[tuple[int, ...], ...]
    complete: bool
    numbers: tuple[int, ...] = ()
    clues: tuple[tuple[int, int, str, str], ...] = ()
    regions: tuple[tuple[int, ...], ...] = ()
    cages: tuple[tuple[tuple[int, ...], int], ...] = ()
    shaded: tuple[int, ...] = ()
    signs: tuple[tuple[int, int, str], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return what the script takes; entries that few kinds of puzzle have are left out where they are empty."""
        made = asdict(self) | {"trace": [step.as_json() for step in self.trace]}
        for one, name in ((made, "signs"), *((unit, "increasing") for unit in made["units"])):
            if not one[name]:
                del one[name]
        return made


GUESS = "one has to guess"
"""Shown in place of the title of a level if none solves the puzzle."""


@dataclass(frozen=True)
class Level:
    """The units that a pass filters. The scripts make the same passes, as they are given the same levels.

    Attributes
    ----------
    title : str
        What a puzzle is called that this level is the first to solve; empty if by its difficulty: the passes that it
        takes, in the mean of all orders.
    groups : mapping of str to tuple of str
        For each group the names of the rules that it uses.
    orders : tuple of tuple of str
        The orders in which groups take turns; the first is the one that is played.
    beyond : mapping of str to tuple of str
        Groups that are used once, each time that passes are stuck.
    """

    name: str
    title: str
    groups: Mapping[str, tuple[str, ...]]
    orders: tuple[tuple[str, ...], ...]
    beyond: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Preset:
    """Request for a new puzzle that one choice stands for.

    Attributes
    ----------
    level : str or None
        The name of the first level that solves it; None if none does, though it has one solution.
    difficulty : (float, float) or None
        Its least and its greatest.
    criterion : str or None
        As long as what a Sudoku is dug: the name of a level that solves it; None as long as it has one solution.
    """

    level: str | None
    difficulty: tuple[float, float] | None = None
    criterion: str | None = None


@dataclass(frozen=True)
class Option:
    """An option of new puzzles, with its choices.

    Attributes
    ----------
    name, label : str
        In code, and before the choices.
    usual : str
        Which is chosen at first.
    needs_python : tuple of str
        Choices that need Python.
    """

    name: str
    label: str
    choices: tuple[str, ...]
    usual: str
    needs_python: tuple[str, ...] = ()

    def as_json(self, with_python: bool = True) -> dict[str, Any]:
        """Return what the script takes."""
        choices = [one for one in self.choices if with_python or one not in self.needs_python]
        return {"name": self.name, "label": self.label, "choices": choices, "usual": self.usual}


@dataclass(frozen=True)
class Kind:
    """A kind of puzzle that can be played.

    Attributes
    ----------
    name : str
        Its folder.
    rules : str
        In a sentence.
    puzzle : type
        The class of its puzzles, which parses a text.
    make : callable
        A new puzzle as text, of a choice for each option and a number, of which each gives another one; None if none
        was found.
    read : callable
        A play of the one puzzle in a text, and of what it is called in errors.
    shelf : str
        Texts of puzzles to begin with, one after the other.
    levels : tuple of Level
        The weaker first.
    search : str
        The level that goes along with a search for solutions.
    requests : mapping of str to Request
        By what they are called; the choices of the last option.
    strategies : mapping of str to str
        What rules are called in explanations, where they are.
    """

    name: str
    title: str
    rules: str
    options: tuple[Option, ...]
    puzzle: type[Any]
    make: Callable[[Mapping[str, str], int], str | None]
    read: Callable[[str, str], Play]
    shelf: Sequence[str] = field(default=())
    levels: tuple[Level, ...] = ()
    search: str = ""
    requests: Mapping[str, Preset] = field(default_factory=dict)
    strategies: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return what the scripts go by where there is no Python."""
        return {
            "title": self.title,
            "levels": [asdict(level) for level in self.levels],
            "stuck": GUESS,
            "search": self.search,
            "options": [option.as_json(with_python=False) for option in self.options],
            "requests": {name: asdict(request) for name, request in self.requests.items()},
            "parts": dict(self.strategies),
        }

    def new(self, chosen: Mapping[str, str], number: int) -> Play:
        """Make a puzzle."""
        for option in self.options:
            if chosen.get(option.name) not in option.choices:
                raise BadInput(f"{option.label} {chosen.get(option.name)!r}: choose one of {', '.join(option.choices)}")
        text = at_once(lambda: self.make(chosen, number))
        if text is None:
            shown = ", ".join(chosen[option.name] for option in self.options)
            raise BadInput(f"{shown}: none was found; choose something else")
        return self.read(text, "the new puzzle")


def shelf_beside(module: str) -> tuple[str, ...]:
    """Return the puzzles in shelf.txt beside a module, parted by blank lines."""
    text = Path(module).with_name("shelf.txt").read_text(encoding="utf-8")
    return tuple(part.strip("\n") for part in text.split("\n\n"))
