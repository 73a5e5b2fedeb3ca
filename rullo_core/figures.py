"""Every figure and table of a dataset, as files."""

from __future__ import annotations

from pathlib import Path

from matplotlib.figure import Figure

from rullo_core import charts, published, store, tables
from rullo_core.board import Board, draw
from rullo_core.hardest import classes, hardest
from rullo_core.puzzle import Puzzle
from rullo_core.solver import run


def solved_board_by_board(puzzle: Puzzle, title: str = "the puzzle") -> list[Board]:
    """The puzzle, and what is known of it after each pass, columns first."""
    way = run(puzzle)
    return [Board(puzzle, way.start, title)] + [
        Board(puzzle, one_pass.state, f"pass {i}: {one_pass.orientation}\n{one_pass.found} found")
        for i, one_pass in enumerate(way.passes, start=1)
    ]


def hardest_boards(dataset: store.Dataset, most: int = 4) -> Figure:
    """The hardest simple puzzles up to symmetry, a few of them, solved pass by pass (thesis, Figure 14)."""
    puzzles = classes((rated.puzzle for rated in hardest(dataset, "simple")), transpose=True, invert=True)
    ways = [solved_board_by_board(puzzle, f"puzzle {i}") for i, puzzle in enumerate(puzzles[:most], start=1)]
    length = max(map(len, ways))
    return draw([board for way in ways for board in (*way, *[None] * (length - len(way)))], columns=length)


def every_number_boards(dataset: store.Dataset, most: int = 15) -> Figure:
    """The hardest simple puzzles up to symmetry that hold every number of the range, solved (thesis, Figure 15)."""
    found = (rated.puzzle for rated in hardest(dataset, "simple", every_number=True))
    printed = published.puzzles()["figure 15"].canonical(transpose=True, invert=True)
    boards = [
        Board(puzzle, run(puzzle).state, "thesis, Figure 15" if puzzle == printed else "")
        for puzzle in classes(found, transpose=True, invert=True)[:most]
    ]
    return draw(boards, columns=5)


def exhaustive_boards(dataset: store.Dataset) -> Figure:
    """A hardest exhaustive puzzle, as far as lines go and solved."""
    worst = hardest(dataset, "exhaustive")[0]
    stuck = Board(worst.puzzle, run(worst.puzzle).state, "lines alone")
    return draw([stuck, Board(worst.puzzle, worst.solution, "a solution")])


def render_census(dataset: store.Dataset, folder: Path) -> list[Path]:
    """Write the figures and tables of a census."""
    tally = dataset.counted_once
    number = published.table_of(dataset.manifest["experiment"], dataset.manifest["parameters"])
    stem = dataset.path.name.removesuffix(".parquet")
    paths = []
    for key in ("difficulty", "required"):
        theirs = None if number is None else published.table(number, key)
        paths += tables.write(tables.distribution(tally, key, theirs), folder / f"{stem}-by-{key}")
    drawn = {
        "average-difficulty": charts.difficulty_by_required(tally),
        "distribution": charts.difficulty_distribution(tally),
    }
    if hardest(dataset, "simple"):
        drawn["hardest"] = hardest_boards(dataset)
    if hardest(dataset, "simple", every_number=True):
        drawn["hardest-with-every-number"] = every_number_boards(dataset)
    if hardest(dataset, "exhaustive"):
        drawn["hardest-exhaustive"] = exhaustive_boards(dataset)
    for name, figure in drawn.items():
        paths += charts.save(figure, folder / f"{stem}-{name}")
    return paths


def render_worked_example(folder: Path) -> list[Path]:
    """Write the picture of the worked example (thesis, section 2.2)."""
    return charts.save(draw(solved_board_by_board(published.puzzles()["figure 1"])), folder / "worked-example")


def render(dataset: store.Dataset, folder: Path) -> list[Path]:
    """Write every figure and table of a dataset."""
    return render_census(dataset, folder) + render_worked_example(folder)
