"""Texts of commands about datasets: the contents of one, and the figures of several."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rullo_core.bars import Bar
from rullo_core.cli.options import examples
from rullo_core.errors import BadInput
from rullo_core.escaping import as_line
from rullo_core.extras import require
from rullo_core.files import written_whole
from rullo_core.runs.registry import Declaration, declaration, load_object, modules_of, puzzles
from rullo_core.terminal import say, show_lines

if TYPE_CHECKING:
    from rullo_core.datasets.store import Dataset


def _declaration_of(dataset: Dataset) -> Declaration:
    try:
        return declaration(dataset.manifest["experiment"])
    except BadInput as error:
        raise BadInput(f"{dataset.path}: {error}; show it with the version that made it") from None


def is_dataset(file: str) -> bool:
    """Say whether a file is meant as a dataset, by its name, or by how it begins, and does not hold puzzles."""
    path = Path(file)
    if path.suffix == ".parquet":
        from rullo_core.puzzles.dataset import holds_puzzles

        return not holds_puzzles(path)
    try:
        with path.open("rb") as opened:
            return opened.read(4) == b"PAR1"
    except OSError:
        return False


def describe(file: Path) -> None:
    """Write where a dataset comes from, its tables, and the hardest puzzles."""
    from rullo_core.datasets import store
    from rullo_core.runs.making import naming_the_command
    from rullo_core.views import tables

    with naming_the_command():
        dataset = store.load(file)
    text_of = load_object(_declaration_of(dataset).puzzle_text)
    for key, value in dataset.manifest.items():
        say(f"{key:<12}{value if isinstance(value, str) else json.dumps(value)}")
    for key in reversed(dataset.tally.numeric_keys):
        show_lines(f"\n{tables.to_markdown(tables.distribution(dataset.tally, key))}")
    rows = dataset.hardest_table.to_pylist()
    outcome, passes = dataset.hardest_table.schema.names[:2]
    for one in dict.fromkeys(row[outcome] for row in rows):
        hardest = max((row for row in rows if row[outcome] == one), key=lambda row: row[passes] or 0)
        suffix = "" if hardest[passes] is None else f", difficulty {hardest[passes]:g}"
        show_lines(f"\nA hardest {as_line(one)} puzzle{suffix}:\n\n{text_of(hardest)}")


@click.command(
    epilog=examples("rullo census --size 2x2 --values 1-3 --out census.parquet", "rullo figures census.parquet figures")
)
@click.argument("files", type=click.Path(path_type=Path), nargs=-1)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--list",
    "listing",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the names of all files that were drawn into this file, one a line, e.g. --list figures/list.txt.",
    show_default="no list",
)
def figures(files: tuple[Path, ...], folder: Path, listing: Path | None) -> None:
    """Draw the figures and write the tables of datasets.

    FILES are datasets, which end in .parquet; FOLDER is made if it does not exist. Figures that need no dataset are
    drawn as well.
    """
    require("figures")
    from rullo_core.datasets import store
    from rullo_core.runs.making import naming_the_command

    with naming_the_command():
        datasets = [store.load(file) for file in files]
    drawing = [load_object(_declaration_of(dataset).figures) for dataset in datasets]
    folder.mkdir(parents=True, exist_ok=True)
    paths: list[Path] = []
    for puzzle in puzzles():
        for module in modules_of(puzzle, "experiments"):
            if place := getattr(module, "FIGURES", ""):
                paths += load_object(place)(folder)
    for draw, dataset in Bar(list(zip(drawing, datasets, strict=True)), unit=" datasets"):
        paths += draw(dataset, folder)
    if listing is not None:
        with written_whole(listing) as temporary:
            temporary.write_text("".join(f"{path}\n" for path in paths), encoding="utf-8", newline="\n")
    say(f"{folder}: {len(paths)} files of figures and tables")
