"""Sentences of Markdown about what is known of Rullos and what is open."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from rullo_core.parameters import format_range, format_size
from rullo_core.rullo.bounds import PassCounts, most_difficult, most_difficult_exhaustive
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.records.hard_search import Found
from rullo_core.rullo.solver import difficulty
from rullo_core.rullo.theory.single_value import Verdicts, construct, without_minus
from rullo_core.rullo.thesis import published


def answer(found: Sequence[Found | None]) -> str:
    """Describe how hard Rullos are to solve, and how close a search comes to the bound on simple puzzles."""
    text = [
        f"{format_size(one.puzzle.height, one.puzzle.width)}, at most "
        f"{most_difficult(one.puzzle.height, one.puzzle.width):g}, found {one.difficulty:g}"
        for one in found
        if one is not None and min(one.puzzle.height, one.puzzle.width) > 2
    ]
    return (
        "Deciding whether a puzzle has a solution is **NP-complete**, as others have proved and this notebook shows "
        f"again. The difficulty of a simple puzzle has a bound for each size: {'; '.join(text)} by a search here, and "
        "more by longer ones ([the hardest found](17-hardest-known.ipynb))."
    )


def reduction(table: pd.DataFrame, bins: int, most: int) -> str:
    """Describe the results of `studies.three_partition.compare_partitions`."""
    differ = int(table["differ"].sum())
    cut = f" (of each capacity the first {most})" if (table["instances"] == most).any() else ""
    return (
        f"Of **{table['instances'].sum():,} instances** with {bins} bins{cut}, {table['can be partitioned'].sum():,} "
        "can be partitioned. Partitions were found by trying triples of numbers, and by solving the puzzles: "
        + ("**the two agree in every instance**, partition by partition." if not differ else f"{differ} differ.")
    )


def single_value(verdicts: Sequence[Verdicts]) -> str:
    """Describe whether three methods to decide puzzles over {1} agree."""
    differ = sum(one.differ for one in verdicts)
    text = "\n".join(
        f"* {format_size(one.height, one.width)}: {one.puzzles:,} puzzles, {one.with_solution:,} with a solution"
        for one in verdicts
    )
    agree = "**The three agree on all of them.**" if not differ else f"They do not agree on {differ} of them."
    return f"{text}\n\n{agree}"


def large_picture(side: int, seed: int) -> str:
    """Generate a puzzle over {1} from a random picture, and construct a solution of it."""
    picture = np.random.Generator(np.random.Philox(key=seed)).random((side, side)) < 0.5
    puzzle = Rullo.from_solution(np.ones((side, side), int).tolist(), picture.tolist())
    made = construct(puzzle.row_targets, puzzle.column_targets)
    solved = made is not None and puzzle.is_solved_by(made)
    same = int((np.array(made) == picture).sum()) if solved else 0
    return (
        f"A random puzzle of {format_size(side, side)} over {{1}}, with {side * side:,} cells, is "
        f"**{'solved' if solved else 'not solved'}** by this construction. Its picture has {same / side**2:.0%} of "
        "its cells in common with the one the puzzle was generated from, so it is another solution."
    )


def pass_counts(counts: PassCounts) -> str:
    """Describe the difference between the two pass counts of every puzzle of a size and range."""
    total = sum(counts.simple.values())
    far = max(map(abs, counts.simple), default=0)
    text = ", ".join(f"{number:,} with a difference of {apart:+d}" for apart, number in sorted(counts.simple.items()))
    return (
        f"Of the {total:,} simple puzzles of {format_size(counts.height, counts.width)} over "
        f"{format_range(counts.values)}: {text.replace('+0', '0')} (columns first minus rows first). The two are "
        f"**never further apart than {far}**, and {counts.only_one or 'no'} puzzle{'s are' * (counts.only_one > 1)}"
        f"{' is' * (counts.only_one <= 1)} solved by one order only."
    )


def minus_signs(side: int, seed: int) -> str:
    """Generate a puzzle over {1, -1}, and solve it as one over {1}."""
    random = np.random.Generator(np.random.Philox(key=seed))
    numbers = random.choice((-1, 1), (side, side))
    chosen = random.random((side, side)) < 0.5
    puzzle = Rullo.from_solution(numbers.tolist(), chosen.tolist())
    plain = without_minus(puzzle)
    made = construct(plain.row_targets, plain.column_targets)
    solved = made is not None and puzzle.is_solved_by(
        tuple(
            tuple(bool(cell) == (number > 0) for cell, number in zip(*two, strict=True))
            for two in zip(made, numbers, strict=True)
        )
    )
    return (
        f"A random puzzle of {format_size(side, side)} over {{1, −1}} is **{'solved' if solved else 'not solved'}** "
        "by this reduction."
    )


def exhaustive_bound() -> str:
    """Compare the thesis's hardest exhaustive puzzle with the bound on exhaustive puzzles."""
    puzzle = published.puzzles()["figure 20"]
    size = puzzle.height, puzzle.width
    return (
        f"The hardest exhaustive puzzle in the thesis, Figure 20, has a difficulty of **{difficulty(puzzle):g}**, "
        f"and the bound for puzzles of {format_size(*size)} is {most_difficult_exhaustive(*size):g}."
    )
