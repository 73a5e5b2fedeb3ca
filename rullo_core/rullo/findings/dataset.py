"""Sentences of Markdown about the results of any experiment, with all numbers computed from the data.

Every function takes a dataset, its counts or objects derived from them, and returns a str, which is empty if it does
not apply. Sentences that apply to random grids and puzzles only are in `rullo_core.rullo.findings.random`.
"""

from __future__ import annotations

import pandas as pd

from rullo_core.datasets.store import Dataset
from rullo_core.datasets.tally import KINDS, Tally
from rullo_core.parameters import format_range, format_size
from rullo_core.passes.explain import counted
from rullo_core.rullo.hardest import KEEP, classes, hardest
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.solver import run
from rullo_core.rullo.thesis import published
from rullo_core.runs.registry import declaration


def totals(dataset: Dataset) -> str:
    """Describe how many puzzles a census has, and how many of them need a guess."""
    parameters = dataset.manifest["parameters"]
    values = parameters["values"]
    puzzles = dataset.tally.total
    simple, exhaustive = (dataset.tally.of_kind(kind).total for kind in ("simple", "exhaustive"))
    grids = len(values) ** (parameters["height"] * parameters["width"])
    size = format_size(parameters["height"], parameters["width"])
    there = "There is one grid" if grids == 1 else f"There are {grids:,} grids"
    return (
        f"{there} of {size} over {format_range(tuple(values))}, with **{puzzles:,} puzzles** in all. Lines alone "
        f"solve {simple:,} of them, **{simple / puzzles:.2%}**; for the other {exhaustive:,}, "
        f"{exhaustive / puzzles:.2%}, a guess is needed."
    )


def contents(dataset: Dataset) -> str:
    """Describe a dataset of any experiment: the number of puzzles of each kind, and of unique ones if that is known."""
    manifest = dataset.manifest
    parameters, total = manifest["parameters"], dataset.tally.total
    size = format_size(parameters["height"], parameters["width"])
    kinds = [
        f"{number:,} {kind} ({number / total:.2%})" for kind in KINDS if (number := dataset.tally.of_kind(kind).total)
    ]
    text = (
        f"**{total:,} puzzles** of {size} over {format_range(tuple(parameters['values']))}, from "
        f"{declaration(manifest['experiment']).words}: {', '.join(kinds)}."
    )
    if "included" in parameters:
        text += f" A cell is included with probability {parameters['included']:g}."
    if "generator" in parameters:
        text += f" They were drawn with {parameters['generator']}."
    if manifest.get("unique"):
        text += f" {sum(manifest['unique']):,} ({sum(manifest['unique']) / total:.2%}) have one solution only."
    return text


def comparison(number: int | None, left: pd.DataFrame, right: pd.DataFrame) -> str:
    """Describe the differences between our tables and the thesis's.

    Parameters
    ----------
    number : int or None
        Number of the thesis's table; None if it has no such table.
    left, right : pandas.DataFrame
        Both halves of that table beside ours, as `tables.distribution` returns them.
    """
    if number is None:
        return "The thesis prints no table for this size and range, so there is nothing to compare these counts with."
    differences = [table.filter(like="difference").abs().to_numpy().max() for table in (left, right)]
    return (
        f"These are both halves of the thesis's Table {number}: our counts, the published ones, and the difference. "
        f"The largest difference in the left half is **{differences[0]}**, in the right half **{differences[1]}**."
    )


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


def hardest_simple(dataset: Dataset) -> str:
    """Describe how many hardest simple puzzles there are, and how many classes they form."""
    found = hardest(dataset, "simple")
    if not found:
        return "There are no simple puzzles of this size and range."
    parameters = dataset.manifest["parameters"]
    cells = parameters["height"] * parameters["width"]
    by_count = dataset.tally.of_kind("simple").frame
    by_count = by_count[by_count["difficulty"] == found[0].difficulty].set_index("required")["puzzles"]
    number = int(by_count.sum())
    few = int(by_count[by_count.index <= cells // 2].sum())
    text = (
        f"The greatest difficulty of a simple puzzle is **{found[0].difficulty:g}**. {number:,} puzzles have it, "
        f"{few:,} of them with at most {counted(cells // 2, 'cell')} required."
    )
    if len(found) == KEEP:
        return text + f" Only the first {KEEP:,} different ones are kept, so the number of classes is not known here."
    puzzles = [rated.puzzle for rated in found]
    permuted, all_alike = classes(puzzles), classes(puzzles, transpose=True, invert=True)
    return text + (
        f" They fall into {_classes(permuted)} if rows and columns may be permuted, and into "
        f"**{_classes(all_alike)}** if the grid may also be transposed and the puzzle inverted."
    )


def figure_14(dataset: Dataset) -> str:
    """Describe whether the puzzles of the thesis's Figure 14 are the hardest simple ones; "" for other censuses."""
    if published.table_of(dataset.manifest["experiment"], dataset.manifest["parameters"]) != 1:
        return ""
    printed = [published.puzzles()[f"figure 14, {side}"] for side in ("left", "right")]
    ours = classes((rated.puzzle for rated in hardest(dataset, "simple")), transpose=True, invert=True)
    same = classes(printed, transpose=True, invert=True) == ours
    verdict = "represent exactly these classes" if same else "represent other classes"
    return f"The two puzzles of the thesis's Figure 14 {verdict}."


def found_per_pass(puzzles: list[Rullo]) -> str:
    """Return a Markdown table of the number of cells that each pass fixes, in either order."""
    lines = ["| Puzzle | Columns first | Rows first |", "| ---: | :--- | :--- |"]
    for i, puzzle in enumerate(puzzles, start=1):
        orders = (
            ", ".join(str(one_pass.found) for one_pass in run(puzzle, first).passes) for first in ("columns", "rows")
        )
        lines.append(f"| {i} | {' | '.join(orders)} |")
    return "\n".join(lines)


def hardest_with_every_number(dataset: Dataset) -> str:
    """Describe the hardest simple puzzles that use the whole range; for Table 1, whether Figure 15 is one of them."""
    values = format_range(tuple(dataset.manifest["parameters"]["values"]))
    found = hardest(dataset, "simple", every_number=True)
    if not found:
        return f"No simple puzzle of this size holds every number of {values}."
    ours = classes((rated.puzzle for rated in found), transpose=True, invert=True)
    which = f"The first {KEEP:,}" if len(found) == KEEP else f"{len(found):,}"
    text = (
        f"With every number of {values} in the grid, the greatest difficulty of a simple puzzle is "
        f"**{found[0].difficulty:g}**. {which} puzzles have it, up to the order of rows and columns; they fall into "
        f"{_classes(ours)} if the grid may also be transposed and the puzzle inverted."
    )
    if published.table_of(dataset.manifest["experiment"], dataset.manifest["parameters"]) == 1:
        printed = published.puzzles()["figure 15"].canonical(transpose=True, invert=True)
        text += f" The thesis's Figure 15 is {'one of them' if printed in ours else 'none of them'}."
    return text


def hardest_exhaustive(dataset: Dataset) -> str:
    """Describe the greatest difficulty of a puzzle that needs a guess."""
    table = dataset.tally.of_kind("exhaustive").count_by("difficulty")["exhaustive"]
    if table.empty:
        return "There are none: lines alone solve every puzzle of this size and range."
    return (
        f"The greatest difficulty of an exhaustive puzzle is **{table.index.max():g}**; {table.iloc[-1]:,} puzzles "
        "have it, inverses counted. Here is one where lines are stuck, and with the solution it was generated from."
    )


def source(dataset: Dataset) -> str:
    """Describe the dataset's checksum, and the command that computes it again."""
    experiment = dataset.manifest["experiment"]
    command = declaration(experiment).command(dataset.manifest["parameters"])
    return (
        f"From a dataset whose rows have the SHA-256 `{dataset.manifest['sha256']}`. To compute it again:\n\n"
        f"    {command} --out {experiment.replace(' ', '-')}.parquet"
    )


def _classes(puzzles: list[Rullo]) -> str:
    return "1 class" if len(puzzles) == 1 else f"{len(puzzles):,} classes"
