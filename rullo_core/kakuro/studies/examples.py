"""Single puzzles: how far each level gets, and the first rectangle that allows a deduction."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from rullo_core.errors import BadInput
from rullo_core.kakuro.puzzle import Kakuro, parse_puzzles
from rullo_core.kakuro.rectangle import rectangles
from rullo_core.kakuro.solver import reach
from rullo_core.kakuro.studies.blocks import Census
from rullo_core.kakuro.studies.ladder import propagate
from rullo_core.passes.units import Deduction, Units, UnitsPass

SHOWN = ("B+FC", "R+B+FC", "P3", "P5", "G", "G+Q")


def read_folder(folder: Path) -> dict[str, Kakuro]:
    """The puzzles of all text files of a folder, by name.

    Raises
    ------
    BadInput
        If there is none, or a file is no puzzle text.
    """
    found = [puzzle for path in sorted(folder.glob("*.txt")) for puzzle in parse_puzzles(path.read_text(), str(path))]
    if not found:
        raise BadInput(f"puzzles = {str(folder)!r}: there is no puzzle text in this folder; name one with .txt files")
    return {puzzle.name or f"puzzle {number}": puzzle for number, puzzle in enumerate(found, start=1)}


def chosen(puzzles: Mapping[str, Kakuro], name: str, parameter: str) -> Kakuro:
    """One of them.

    Raises
    ------
    BadInput
        If there is none of that name.
    """
    if name not in puzzles:
        raise BadInput(f"{parameter} = {name!r}: take one of {', '.join(puzzles)}")
    return puzzles[name]


def shares_fixed(puzzles: Mapping[str, Kakuro]) -> pd.DataFrame:
    """Return the share of cells that each level fixes: a row for each level, a column for each puzzle."""
    found = {level: propagate(puzzles.values(), level) for level in SHOWN}
    rows = {level: 1 - frame["unfixed"] / frame["cells"] for level, frame in found.items()}
    return pd.DataFrame(rows, index=range(len(puzzles))).T.set_axis(
        [name.replace("_", " ") for name in puzzles], axis=1
    )


def first_rectangle(puzzle: Kakuro) -> Deduction:
    """Return the first rectangle that allows a deduction where entries alone are stuck.

    Raises
    ------
    BadInput
        If none does.
    """
    state = reach(puzzle, "G").state
    found: UnitsPass = Units(state, {"rectangles": list(rectangles(puzzle))}).make_pass("rectangles", state)
    if not found.deductions:
        raise BadInput(f"{puzzle.name}: no rectangle allows a deduction; take a puzzle that is rectangular")
    return found.deductions[0]


def not_simple(blocks: list[Census]) -> Kakuro | None:
    """A puzzle of the first block that has one with one solution that is not simple."""
    for block in blocks:
        if set(block.kinds) - {"simple"}:
            opened = propagate(block.puzzles, "G")["unfixed"]
            return block.puzzles[int(opened.argmax())]
    return None
