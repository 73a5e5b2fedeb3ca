"""Data of the player: a board, the rules of its units, and the solve path of passes, step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

from rullo_core.errors import BadInput
from rullo_core.interpreted import at_once

Mask = int
"""Values that a cell may still have: bit i for the i-th symbol."""

MOST_SOLUTIONS = 50
"""Solutions that are searched for, to show a player what is wrong."""


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
    """A deduction from what was known before, or a guess.

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
    passes of all orders. Groups have the names of their rules; the first order is the one that is played. Groups beyond
    are used once, each time that passes are stuck.
    """

    name: str
    title: str
    groups: Mapping[str, tuple[str, ...]]
    orders: tuple[tuple[str, ...], ...]
    beyond: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Preset:
    """The request for a new puzzle that one choice stands for.

    The level is the first that solves it, None if none does though it is unique. A Sudoku is dug as long as the
    criterion, the name of a level, solves it, or for None as long as it is unique.
    """

    level: str | None
    difficulty: tuple[float, float] | None = None
    criterion: str | None = None


@dataclass(frozen=True)
class Option:
    """An option of new puzzles: its name in code, its label, its choices, the usual one, and those that need Python.

    `impossible` has choices that no puzzle of a choice of the first option meets, which is proved.
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
"""Words for requests, the easiest first; the last one is also for those that no level solves."""

DIGITS = "Choose a cell, then a digit. With Pencil, you note what a cell may be."
"""How puzzles of digits are played."""


class Functions(Protocol):
    """What the functions of a kind of puzzle are asked for by a board: name of its folder, title, class, and plays."""

    @property
    def name(self) -> str:
        """The name of its folder."""

    @property
    def title(self) -> str:
        """What it is called."""

    @property
    def puzzle(self) -> type[Any]:
        """The class of its puzzles."""

    def read_play(self, text: str, source: str) -> Play:
        """Return a play of the one puzzle in a text."""


@dataclass(frozen=True)
class Kind:
    """How a kind of puzzle is played, beside what its functions, `api`, say.

    `rules` is a sentence, and `moves` says how to move on the board. `make` returns a new puzzle as text for a
    choice of each option and a number, None if none was found. `levels` are sorted, the weaker first; `search` is
    the level that a search propagates with. `requests` are the choices of the last option, and `strategies` what
    rules are called in explanations. `stock` has puzzles for choices for which the scripts take too long, by the
    choices of all options, such as ``9x9, crossings of entries``.
    """

    api: Functions
    rules: str
    options: tuple[Option, ...]
    make: Callable[[Mapping[str, str], int], str | None]
    shelf: Sequence[str] = field(default=())
    levels: tuple[Level, ...] = ()
    search: str = ""
    requests: Mapping[str, Preset] = field(default_factory=dict)
    strategies: Mapping[str, str] = field(default_factory=dict)
    moves: str = DIGITS
    stock: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of its folder."""
        return self.api.name

    @property
    def title(self) -> str:
        """What it is called."""
        return self.api.title

    @property
    def puzzle(self) -> type[Any]:
        """The class of its puzzles."""
        return self.api.puzzle

    def read(self, text: str, source: str) -> Play:
        """Return a play of the one puzzle in a text."""
        return self.api.read_play(text, source)

    def as_json(self) -> dict[str, Any]:
        """Return what the scripts need where there is no Python."""
        return {
            "title": self.title,
            "levels": [asdict(level) for level in self.levels],
            "stuck": GUESS,
            "search": self.search,
            "options": self.offered(with_python=False),
            "requests": {name: asdict(request) for name, request in self.requests.items()},
            "parts": dict(self.strategies),
            "stock": dict(self.stock),
        }

    def offered(self, with_python: bool = True) -> list[dict[str, Any]]:
        """Return the options as the scripts take them, with words for the choices of the last, which are requests."""
        options = [option.as_json(with_python) for option in self.options]
        words = {
            name: WORDS[-1 if request.level is None else min(rank, len(WORDS) - 1)]
            for rank, (name, request) in enumerate(self.requests.items())
        }
        return [*options[:-1], options[-1] | {"words": words}] if options else []

    def new(self, chosen: Mapping[str, str], number: int) -> Play:
        """Generate a puzzle."""
        for option in self.options:
            if chosen.get(option.name) not in option.choices:
                raise BadInput(f"{option.label} {chosen.get(option.name)!r}: choose one of {', '.join(option.choices)}")
        choice_text = ", ".join(chosen[option.name] for option in self.options)
        for option in self.options:
            if chosen[option.name] in option.impossible.get(chosen[self.options[0].name], ()):
                raise BadInput(f"{choice_text}: there is no such puzzle; choose something else")
        text = at_once(lambda: self.make(chosen, number))
        if text is None:
            raise BadInput(f"{choice_text}: none was found; choose something else")
        return self.read(text, "the new puzzle")


def shelf_beside(module: str) -> tuple[str, ...]:
    """Return the puzzles in shelf.txt beside a module, separated by blank lines."""
    text = Path(module).with_name("shelf.txt").read_text(encoding="utf-8")
    return tuple(part.strip("\n") for part in text.split("\n\n"))
