"""Sentences of Markdown about the results of any experiment, with all numbers computed from the data.

Every function takes a dataset, its counts or objects derived from them, and returns a str, which is empty if it does
not apply. Sentences that apply to random grids and puzzles only are in `rullo_core.rullo.findings.random`.
"""

from __future__ import annotations

from rullo_core.datasets.store import Dataset
from rullo_core.datasets.tally import Tally
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.solver import run
from rullo_core.runs.registry import declaration


def common_difficulty(tally: Tally) -> str:
    """Describe the most common difficulty of simple puzzles and the least difficulty of exhaustive ones."""
    table = tally.count_by("difficulty")
    text = []
    if table["simple"].any():
        text.append(f"The most common difficulty of a simple puzzle is **{table['simple'].idxmax():g}**.")
    if table["exhaustive"].any():
        least = table.index[table["exhaustive"] > 0].min()
        text.append(f"The easiest exhaustive ones have **{least:g}**.")
    return " ".join(text)


def averages(tally: Tally) -> str:
    """Describe how the average difficulty depends on the number of required cells."""
    text = []
    for kind in ("simple", "exhaustive"):
        table = tally.of_kind(kind).difficulty_by("required")
        if len(table):
            fewest, most = table.index.min(), table.index.max()
            if fewest == most:
                text.append(f"The {kind} puzzles all have {most} required and average {table['mean'][most]:.2f}.")
                continue
            text.append(
                f"The average over the {kind} puzzles goes from {table['mean'][fewest]:.2f} with {fewest} required to "
                f"{table['mean'][most]:.2f} with {most}, and is never more than **{table['mean'].max():.2f}**; the "
                f"greatest difficulty is {table['greatest'].max():g}."
            )
    return " ".join(text)


def found_per_pass(puzzles: list[Rullo]) -> str:
    """Return a Markdown table of the number of cells that each pass fixes, in either order."""
    lines = ["| Puzzle | Columns first | Rows first |", "| ---: | :--- | :--- |"]
    for i, puzzle in enumerate(puzzles, start=1):
        orders = (
            ", ".join(str(one_pass.found) for one_pass in run(puzzle, first).passes) for first in ("columns", "rows")
        )
        lines.append(f"| {i} | {' | '.join(orders)} |")
    return "\n".join(lines)


def source(dataset: Dataset) -> str:
    """Describe the dataset's checksum, and the command that computes it again."""
    experiment = dataset.manifest["experiment"]
    command = declaration(experiment).command(dataset.manifest["parameters"])
    return (
        f"From a dataset whose rows have the SHA-256 `{dataset.manifest['sha256']}`. To compute it again:\n\n"
        f"    {command} --out {experiment.replace(' ', '-')}.parquet"
    )
