"""Figures of solved puzzles, and all figures and tables of a dataset as files."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rullo_core.datasets import store
from rullo_core.rullo.hard_puzzles import classes, hardest
from rullo_core.rullo.picture import Board, draw
from rullo_core.rullo.puzzle import Rullo, Solution
from rullo_core.rullo.request import PHILOX
from rullo_core.rullo.solver import reach
from rullo_core.runs.registry import declaration
from rullo_core.views import tables
from rullo_core.views.charts import closed, difficulty_distribution, save
from rullo_studies.rullo.charts import (
    guessed_board_by_board,
    plot_by_required,
    plot_shares,
    solved_board_by_board,
)
from rullo_studies.rullo.thesis import published
from rullo_studies.rullo.thesis.comparison import compare_shares, counts_as_printed, in_sampling_errors
from rullo_studies.rullo.thesis.symmetry import counted_once

SOLVED_IN_THE_THESIS = ("figure 17", "figure 19", "figure 20")
"""The thesis's hardest puzzles of 5x5 and 7x7, which it shows solved."""


def pass_by_pass(puzzle: Rullo, solution: Solution | None = None) -> Figure:
    """Draw a solved puzzle, with a board for every pass and every guess (thesis, Figures 17, 19 and 20)."""
    columns = 5 if puzzle.width <= 5 else 6
    return draw(guessed_board_by_board(puzzle, solution), columns, cell=9 / columns / (puzzle.width + 1.6))


def hardest_boards(dataset: store.Dataset, max_puzzles: int = 4) -> Figure:
    """Draw the hardest simple puzzles up to symmetry, up to `max_puzzles`, pass by pass (thesis, Figure 14)."""
    puzzles = classes((hard_puzzle.puzzle for hard_puzzle in hardest(dataset, "simple")), transpose=True, invert=True)
    ways = [solved_board_by_board(puzzle, f"puzzle {i}") for i, puzzle in enumerate(puzzles[:max_puzzles], start=1)]
    length = max(map(len, ways))
    return draw([board for way in ways for board in (*way, *[None] * (length - len(way)))], columns=length)


def every_number_boards(dataset: store.Dataset, max_puzzles: int = 15) -> Figure:
    """Draw the hardest simple puzzles up to symmetry that hold every number of the range, solved (Figure 15)."""
    puzzles = (hard_puzzle.puzzle for hard_puzzle in hardest(dataset, "simple", every_number=True))
    printed = published.puzzles()["figure 15"].canonical(transpose=True, invert=True)
    boards = [
        Board(puzzle, reach(puzzle), "like the thesis's Figure 15" if puzzle == printed else "")
        for puzzle in classes(puzzles, transpose=True, invert=True)[:max_puzzles]
    ]
    return draw(boards, columns=5)


def exhaustive_boards(dataset: store.Dataset) -> Figure:
    """Draw a hardest exhaustive puzzle where lines are stuck, and solved."""
    worst = hardest(dataset, "exhaustive")[0]
    stuck = Board(worst.puzzle, reach(worst.puzzle), "lines alone")
    return draw([stuck, Board(worst.puzzle, worst.solution, "a solution")])


def render_census(dataset: store.Dataset, folder: Path) -> list[Path]:
    """Write every figure and table of a census, and return the paths."""
    stem = _stem(dataset)
    paths = _census_tables(dataset, folder / stem)
    return paths + _save(_pictures_of_all(dataset) | _census_pictures(dataset), folder / stem)


def render_drawn(dataset: store.Dataset, folder: Path) -> list[Path]:
    """Write figures and tables of random puzzles, of the thesis's generator only the comparison with its own tables."""
    stem = _stem(dataset)
    if dataset.manifest["parameters"].get("generator", PHILOX) != PHILOX:
        return _tables_as_drawn(dataset, folder / stem)
    shares = {key: compare_shares(dataset, key) for key in ("passes", "required")}
    paths = _random_tables(dataset, shares, folder / stem)
    return paths + _save(_pictures_of_all(dataset) | _random_pictures(dataset, shares["required"]), folder / stem)


def _stem(dataset: store.Dataset) -> str:
    return dataset.path.name.removesuffix(".parquet")


def _pictures_of_all(dataset: store.Dataset) -> dict[str, Figure]:
    tally = counted_once(dataset)
    return {
        "average-difficulty": _figure_of(plot_by_required(tally.frame)),
        "distribution": difficulty_distribution(tally),
    }


def _figure_of(axes: Axes) -> Figure:
    figure = axes.get_figure(root=True)
    assert figure is not None
    return closed(figure)


def _save(pictures: dict[str, Figure], stem: Path) -> list[Path]:
    paths = []
    for name, figure in pictures.items():
        paths += save(figure, stem.with_name(f"{stem.name}-{name}"))
    return paths


def render_published(folder: Path) -> list[Path]:
    """Write the worked example (thesis, section 2.2), and the thesis's hardest puzzles solved."""
    puzzles = published.puzzles()
    paths = save(draw(solved_board_by_board(puzzles["figure 1"])), folder / "worked-example")
    for name in SOLVED_IN_THE_THESIS:
        paths += save(pass_by_pass(puzzles[name]), folder / f"thesis-{name.replace(' ', '-')}")
    return paths


def _census_tables(dataset: store.Dataset, stem: Path) -> list[Path]:
    number = published.table_of(dataset.manifest["experiment"], dataset.manifest["parameters"])
    paths = []
    for key in ("passes", "required"):
        published_counts = None if number is None else published.published_table(number, key)
        table = tables.distribution(counted_once(dataset), key, published_counts)
        paths += tables.write(table, stem.with_name(f"{stem.name}-by-{tables.words_for(key)}"))
    return paths


def _census_pictures(dataset: store.Dataset) -> dict[str, Figure]:
    pictures = {}
    if hardest(dataset, "simple"):
        pictures["hardest"] = hardest_boards(dataset)
    if hardest(dataset, "simple", every_number=True):
        pictures["hardest-with-every-number"] = every_number_boards(dataset)
    if hardest(dataset, "exhaustive"):
        pictures["hardest-exhaustive"] = exhaustive_boards(dataset)
    return pictures


def _random_tables(dataset: store.Dataset, shares: dict[str, pd.DataFrame | None], stem: Path) -> list[Path]:
    paths = []
    for key, comparison in shares.items():
        counts = tables.distribution(counted_once(dataset), key)
        paths += tables.write(counts, stem.with_name(f"{stem.name}-by-{tables.words_for(key)}"))
        if comparison is not None:
            paths += tables.write(comparison, stem.with_name(f"{stem.name}-shares-by-{tables.words_for(key)}"))
    return paths


def _tables_as_drawn(dataset: store.Dataset, stem: Path) -> list[Path]:
    paths = []
    for key in ("passes", "required"):
        table = (
            counts_as_printed(dataset, key)
            if declaration(dataset.manifest["experiment"]).sampling_unit == "grids"
            else in_sampling_errors(dataset, key)
        )
        if table is not None:
            paths += tables.write(table, stem.with_name(f"{stem.name}-by-{tables.words_for(key)}"))
    return paths


def _random_pictures(dataset: store.Dataset, by_required: pd.DataFrame | None) -> dict[str, Figure]:
    pictures = {}
    if by_required is not None:
        pictures["share-exhaustive"] = _figure_of(plot_shares(by_required))
    for name, kind in (("hardest", "simple"), ("hardest-exhaustive", "exhaustive")):
        if puzzles := hardest(dataset, kind):
            pictures[name] = pass_by_pass(puzzles[0].puzzle, puzzles[0].solution)
    return pictures
