"""How much reasoning puzzles need, in sentences of Markdown."""

from __future__ import annotations

import pandas as pd

from rullo_core.kakuro.puzzle import Kakuro, place
from rullo_core.kakuro.solver import Rating
from rullo_core.kakuro.studies.blocks import Census
from rullo_core.kakuro.studies.layouts import Count
from rullo_core.passes.explain import counted, listed
from rullo_core.passes.units import Deduction

COUNTED = ("layouts", "fillings", "clues", "one solution", "simple", "rectangular", "exhaustive")
"""Of small layouts."""

MEANING = {
    "B+FC": "sums too small or too great, digits of fixed cells",
    "R+B+FC": "and digits of no combination with the sum: setup",
    "P3": "and entries of up to three cells filtered completely",
    "P5": "and entries of up to five cells filtered completely",
    "G": "every entry filtered completely",
    "G+Q": "and two across and two down filtered together",
}
"""What the levels that are shown eliminate."""


def answer(ratings: dict[str, Rating], small: list[Count]) -> str:
    """What all puzzles of a collection need, and the smallest layouts whose puzzles need more."""
    kinds = pd.Series([rating.kind for rating in ratings.values()]).value_counts()
    parts = listed(f"{number} {'is' if number == 1 else 'are'} {kind}" for kind, number in kinds.items())
    text = f"Of the {len(ratings)} puzzles here, {parts}."
    first = next((one for one in small if one.examples), None)
    if first is not None:
        others = sum(number for kind, number in first.kinds.items() if kind != "simple")
        text += (
            f" And **{len(first.layout.cells)} white cells are enough** for a puzzle with one solution that entries "
            f"one by one do not solve: of the {first.unique:,} puzzles with one solution in the smallest layout that "
            f"has such ones, {others:,} are not simple."
        )
    return text


def by_cells(small: list[Count]) -> pd.DataFrame:
    """Small layouts by number of cells: how many there are, fillings, and kinds of puzzles with one solution."""
    rows: dict[int, dict[str, int]] = {}
    for count in small:
        row = rows.setdefault(len(count.layout.cells), dict.fromkeys(COUNTED, 0))
        for name, number in (
            ("layouts", 1),
            ("fillings", count.fillings),
            ("clues", count.clues),
            ("one solution", count.unique),
            *count.kinds.items(),
        ):
            row[name] += number
    frame = pd.DataFrame.from_dict(rows, orient="index")
    frame.index.name = "cells"
    return frame


def crossed(counts: list[Count]) -> str:
    """The smallest layouts with such a puzzle whose cells all are in two entries."""
    first = next((one for one in counts if one.examples), None)
    if first is None:
        return "Where each cell has to be in two entries, none of these layouts has such a puzzle."
    cells = len(first.layout.cells)
    same = [one for one in counts if one.examples and len(one.layout.cells) == cells]
    parts = listed(f"{one.unique - one.kinds['simple']:,} of {one.unique:,}" for one in same)
    return (
        f"Where each cell has to be in two entries, {cells} cells are needed; not simple are {parts} puzzles with one "
        f"solution, in {counted(len(same), 'layout')} of so many."
    )


def passes(puzzle: Kakuro, rating: Rating) -> str:
    """How a simple puzzle is solved."""
    return (
        f"The puzzle has {len(puzzle.cells)} white cells and {len(puzzle.entries)} entries. Passes fix them all, "
        f"{counted(rating.across_first or 0, 'pass', 'passes')} if one starts across and {rating.down_first} if one "
        f"starts down: its difficulty is **{rating.difficulty:g}**, and its grade **{rating.grade}**."
    )


def rectangle(puzzle: Kakuro, deduction: Deduction) -> str:
    """Describe the deductions of the first rectangle that allows any."""
    gone = [f"{listed(sorted(values))} in {place(puzzle.cells[cell])}" for cell, values in deduction.removed.items()]
    *others, last = deduction.unit.name.split(", ")
    return (
        f"The four entries are {', '.join(others)}, {last}. No filling of all four has {'; nor '.join(gone)}: so that "
        "goes, though each entry by itself would allow it."
    )


def in_blocks(blocks: list[Census]) -> pd.DataFrame:
    """Full blocks: fillings, vectors of clues, those with one filling, and their kinds."""
    rows = {
        f"{block.height}x{block.width}": {
            "fillings": block.fillings,
            "clues": block.clues,
            "one solution": block.unique,
            **{kind: block.kinds.get(kind, 0) for kind in ("simple", "rectangular", "exhaustive")},
        }
        for block in blocks
    }
    frame = pd.DataFrame.from_dict(rows, orient="index")
    frame.index.name = "block"
    return frame


def levels(shares: pd.DataFrame) -> pd.DataFrame:
    """Return the share of cells that each level fixes, and what its last rule eliminates."""
    shown = shares.map(lambda share: f"{share:.0%}")
    shown.insert(0, "eliminates", [MEANING.get(str(name), "") for name in shown.index])
    shown.index.name = "level"
    return shown


def weakest(shares: pd.DataFrame) -> str:
    """How little the first level sees."""
    first = shares.iloc[0]
    return (
        f"{shares.index[0]} fixes nothing in {(first == 0).sum()} of the {len(first)} puzzles, and {first.max():.0%} "
        f"of the cells at most; with the table of combinations, {shares.index[1]}, it is all cells of "
        f"{(shares.iloc[1] == 1).sum()} of them."
    )


def wide(block: Census) -> str:
    """That the widest block has no puzzle with one solution."""
    if block.unique:
        return ""
    return (
        f"In {block.height}x{block.width} each row has all nine digits, so that their sums say nothing: of "
        f"{block.fillings:,} fillings none is the only one with its clues."
    )
