"""Every figure and table of a dataset, as files.

The data are held against the committed checksums before anything is drawn from them.
"""

from __future__ import annotations

import json
from pathlib import Path

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

from rullo_core import charts, published, store, tables
from rullo_core.board import Board, draw
from rullo_core.errors import BadInput
from rullo_core.hardest import classes, hardest
from rullo_core.puzzle import Puzzle
from rullo_core.solver import Orientation, run
from rullo_core.tally import Tally

CHECKSUMS = Path(__file__).parent.parent / "data" / "checksums.json"


def check_sums(dataset: store.Dataset) -> None:
    """Hold a dataset against the committed checksum of its name, if there is one.

    Raises
    ------
    BadInput
        If its values are others.
    """
    wanted = json.loads(CHECKSUMS.read_text()).get(dataset.path.name)
    if wanted is not None and wanted != dataset.manifest["sha256"]:
        raise BadInput(
            f"{dataset.path}: its counts are not those of {CHECKSUMS.name} (SHA-256 {dataset.manifest['sha256']}, not "
            f"{wanted}); find out what changed them before anything is drawn from them"
        )


def solved_board_by_board(puzzle: Puzzle, first: Orientation = "columns") -> list[Board]:
    """The puzzle, and what is known of it after each pass."""
    way = run(puzzle, first)
    return [Board(puzzle, way.start, "the puzzle")] + [
        Board(puzzle, one_pass.state, f"pass {i}: {one_pass.orientation}\n{one_pass.found} found")
        for i, one_pass in enumerate(way.passes, start=1)
    ]


def counted_once(dataset: store.Dataset) -> Tally:
    """Each puzzle and its inverse counted once, as the thesis does; all puzzles where there are holes."""
    parameters = dataset.manifest["parameters"]
    if 0 in parameters["values"]:
        return dataset.tally
    return dataset.tally.folded(parameters["height"] * parameters["width"])


def hardest_boards(dataset: store.Dataset) -> Figure:
    """The hardest simple puzzles up to symmetry, solved pass by pass (thesis, Figure 14)."""
    puzzles = classes((rated.puzzle for rated in hardest(dataset, "simple")), transpose=True, invert=True)
    ways = [solved_board_by_board(puzzle) for puzzle in puzzles[:4]]
    length = max(map(len, ways))
    boards = [board for way in ways for board in (*way, *[None] * (length - len(way)))]
    return draw(boards, columns=length)


def render_census(dataset: store.Dataset, folder: Path) -> list[Path]:
    """Write the figures and tables of a census."""
    tally = counted_once(dataset)
    number = published.table_of(dataset.manifest["experiment"], dataset.manifest["parameters"])
    stem = dataset.path.name.removesuffix(".parquet")
    paths = []
    for key in ("difficulty", "required"):
        theirs = None if number is None else published.table(number, key)
        paths += tables.write(tables.distribution(tally, key, theirs), folder / f"{stem}-by-{key}")
    for name, figure in {
        "average-difficulty": charts.difficulty_by_required(tally),
        "distribution": charts.difficulty_distribution(tally),
        "hardest": hardest_boards(dataset),
    }.items():
        paths += charts.save(figure, folder / f"{stem}-{name}")
        plt.close(figure)
    return paths


def render_worked_example(folder: Path) -> list[Path]:
    """Write the picture of the worked example (thesis, section 2.2)."""
    figure = draw(solved_board_by_board(published.puzzles()["figure 1"]))
    paths = charts.save(figure, folder / "worked-example")
    plt.close(figure)
    return paths


def render(dataset: store.Dataset, folder: Path) -> list[Path]:
    """Write every figure and table of a dataset.

    Raises
    ------
    BadInput
        If the dataset is not what the committed checksum says.
    """
    check_sums(dataset)
    return render_census(dataset, folder) + render_worked_example(folder)
