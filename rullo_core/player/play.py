"""Data of the player: a board, the rules of its units, and the solve path of passes, step by step."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from rullo_core.errors import BadInput
from rullo_core.interpreted import at_once
from rullo_core.lazy import folder_of

Mask = int
"""Values that a cell may still have: bit i for the i-th symbol."""

MOST_SOLUTIONS = 50
"""The greatest number of solutions to search for, to show a player mistakes."""

SHELF = "shelf.txt"
"""Has the puzzles that come with a kind, in its folder: what has one is played."""

CHOICE_MARK = "# "
"""Begins the line with a choice in a stock."""


@dataclass(frozen=True)
class Unit:
    """Cells with a rule: their total, whether they are all different, or increase from cell to cell."""

    name: str
    cells: tuple[int, ...]
    total: int | None = None
    distinct: bool = True
    increasing: bool = False


@dataclass(frozen=True)
class Step:
    """A deduction from the state before, or a guess.

    `number` is the pass, 0 for a guess; `unit` has the cells of the unit, `candidates` those that stay for each cell
    that loses some. The script does not need the `name` of the unit.
    """

    number: int
    group: str
    text: str
    unit: tuple[int, ...]
    candidates: Mapping[int, Mask]
    name: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return what the script takes."""
        return {
            "number": self.number,
            "group": self.group,
            "said": self.text,
            "unit": self.unit,
            "left": sorted(self.candidates.items()),
        }


@dataclass(frozen=True)
class Play:
    """A puzzle as it is played.

    `kind` is the folder of the puzzle, and `text` is what its parser reads. `cells` have row and column, from 0, and
    `start` says what is known at first: a cell with one value is given. `solutions`, at most `MOST_SOLUTIONS`, have the
    index of the symbol of each cell.

    `numbers` are in the cells of a Rullo. `clues` are in cells where nothing is played: row, column, sum of the cells
    below and of those to the right. `regions` have thick outlines, `cages` dashed ones with a sum in the first cell;
    `shaded` cells are emphasized. A sign stands between two neighbouring cells.
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
        units = [dict(vars(unit)) for unit in self.units]
        data = vars(self) | {"units": units, "trace": [step.as_json() for step in self.trace]}
        for record, name in ((data, "signs"), *((unit, "increasing") for unit in data["units"])):
            if not record[name]:
                del record[name]
        return data


GUESS = "beyond these strategies"
"""Shown in place of the title of a level if none solves the puzzle."""


@dataclass(frozen=True)
class Level:
    """The units that a pass filters. The scripts make the same passes, as they are given the same levels.

    The title is for a puzzle that this level is the first to solve; empty if it is called by its difficulty, the mean
    passes of all orders. Groups have the names of their rules; the first order is the one that is played. Those of the
    fallback are used once, each time that passes are stuck.
    """

    name: str
    title: str
    groups: Mapping[str, tuple[str, ...]]
    orders: tuple[tuple[str, ...], ...]
    fallback: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Preset:
    """The request for a new puzzle that one choice of the player makes.

    The level is the first that solves the puzzle, None if none does though it is unique. Givens of a Sudoku are removed
    as long as the criterion, the name of a level, solves it, or for None as long as it is unique.
    """

    level: str | None
    difficulty: tuple[float, float] | None = None
    criterion: str | None = None


@dataclass(frozen=True)
class Option:
    """An option of new puzzles: its name in code, its label, its choices, the default, and choices that need Python.

    `impossible` has, for choices of the first option, choices of this option that provably no puzzle meets.
    """

    name: str
    label: str
    choices: tuple[str, ...]
    usual: str
    needs_python: tuple[str, ...] = ()
    impossible: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def as_json(self, with_python: bool = True) -> dict[str, Any]:
        """Return what the script takes."""
        choices = [choice for choice in self.choices if with_python or choice not in self.needs_python]
        data = {"name": self.name, "label": self.label, "choices": choices, "usual": self.usual}
        impossible = {of: list(excluded) for of, excluded in self.impossible.items()}
        return data | ({"impossible": impossible} if impossible else {})


WORDS = ("easy", "medium", "hard", "very hard", "expert")
"""Words for requests, the easiest first; the last word is also for puzzles that no level solves."""

DIGITS = "Choose a cell, then a digit. With Pencil, you note what a cell may be."
"""How puzzles of digits are played."""


class Playable(ABC):
    """The functions for playing a kind of puzzle: a base class, which most kinds extend in their `playing.py`.

    `rules` is a sentence, and `moves` says how to move on the board. `titles` are what a puzzle is called by the first
    level that solves it, empty for its difficulty. `requests` are the choices of the last option, and `strategies` what
    rules are called in explanations. `played_levels`, sorted, the weaker first, are those that the scripts know, and
    `search_level` the one that their search propagates with.
    """

    name: str
    title: str
    puzzle: type[Any]
    rules: ClassVar[str] = ""
    moves: ClassVar[str] = DIGITS
    titles: ClassVar[Mapping[str, str]] = {}
    options: ClassVar[tuple[Option, ...]] = ()
    requests: ClassVar[Mapping[str, Preset]] = {}
    played_levels: ClassVar[tuple[Level, ...]] = ()
    search_level: ClassVar[str] = ""
    strategies: ClassVar[Mapping[str, str]] = {}

    @abstractmethod
    def read_play(self, text: str, source: str) -> Play:
        """Return a play of the one puzzle in a text."""

    @abstractmethod
    def make(self, choices: Mapping[str, str], number: int) -> str | None:
        """Return the text of a new puzzle for a choice of each option and a number, None if none was found."""

    @cached_property
    def shelf(self) -> Sequence[str]:
        """The puzzles that come with the kind, in its ``shelf.txt``, separated by blank lines."""
        text = (folder_of(self.name) / SHELF).read_text(encoding="utf-8")
        return tuple(part.strip("\n") for part in text.split("\n\n"))

    @cached_property
    def stock(self) -> Mapping[str, Sequence[str]]:
        """Puzzles for choices for which the scripts take too long, by those of all options: see `stock_in`."""
        return stock_in(folder_of(self.name) / "stock.txt")

    def for_scripts(self) -> dict[str, Any]:
        """Return what the scripts need where there is no Python."""
        return {
            "title": self.title,
            "levels": [asdict(level) for level in self.played_levels],
            "stuck": GUESS,
            "search": self.search_level,
            "options": self.options_for_scripts(with_python=False),
            "requests": {name: asdict(request) for name, request in self.requests.items()},
            "parts": dict(self.strategies),
            "stock": dict(self.stock),
        }

    def options_for_scripts(self, with_python: bool = True) -> list[dict[str, Any]]:
        """Return the options as the scripts take them, with words for the choices of the last, which are requests."""
        options = [option.as_json(with_python) for option in self.options]
        words = {
            name: WORDS[-1 if request.level is None else min(rank, len(WORDS) - 1)]
            for rank, (name, request) in enumerate(self.requests.items())
        }
        return [*options[:-1], options[-1] | {"words": words}] if options else []

    def new_play(self, choices: Mapping[str, str], number: int) -> Play:
        """Generate a puzzle."""
        for option in self.options:
            if choices.get(option.name) not in option.choices:
                raise BadInput(
                    f"{option.label} {choices.get(option.name)!r}: choose one of {', '.join(option.choices)}"
                )
        choice_text = ", ".join(choices[option.name] for option in self.options)
        for option in self.options:
            if choices[option.name] in option.impossible.get(choices[self.options[0].name], ()):
                raise BadInput(f"{choice_text}: there is no such puzzle; choose something else")
        text = at_once(lambda: self.make(choices, number))
        if text is None:
            raise BadInput(f"{choice_text}: none was found; choose something else")
        return self.read_play(text, "the new puzzle")


def stock_in(path: Path) -> dict[str, tuple[str, ...]]:
    """Return the puzzles of a stock by choice, such as ``9x9, crossings of entries``; none without such a file.

    `CHOICE_MARK` begins the line with a choice, before its puzzles, which are separated by blank lines.
    """
    sections = path.read_text(encoding="utf-8").split(CHOICE_MARK)[1:] if path.exists() else []
    parts = [[part.strip("\n") for part in section.split("\n\n")] for section in sections]
    return {choice: tuple(filter(None, texts)) for choice, *texts in parts}
