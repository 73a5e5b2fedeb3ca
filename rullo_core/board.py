"""Puzzles and what is known of them as pictures, in the thesis's colours."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.collections import PatchCollection, PathCollection
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Rectangle
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from rullo_core.charts import STYLE, closed
from rullo_core.line import EXCLUDED, INCLUDED, UNKNOWN, Cell, LineState
from rullo_core.puzzle import Puzzle
from rullo_core.solver import Position

FILLS: dict[Cell, str] = {UNKNOWN: "white", INCLUDED: "#8fd18f", EXCLUDED: "#1a1a1a"}
INKS: dict[Cell, str] = {UNKNOWN: "black", INCLUDED: "black", EXCLUDED: "white"}


@dataclass(frozen=True)
class Board:
    """A puzzle, what is known of it, and a caption.

    Parameters
    ----------
    puzzle : Puzzle
    state : sequence of sequence of bool or None, optional
        INCLUDED, EXCLUDED or UNKNOWN for each cell; a solution will do, and nothing is known unless given.
    caption : str
        Stands below.
    is_line : bool
        A single row, whose columns have no target-sums to show.
    marks : mapping of (row, column) to str
        Cells to be framed, and in which colour.
    ends : tuple of (row ends, column ends), optional
        For each line what stands at its near end, and at its far end if anything, in place of its target-sum.
    """

    puzzle: Puzzle
    state: Sequence[Sequence[Cell]] | None = None
    caption: str = ""
    is_line: bool = False
    marks: Mapping[Position, str] = field(default_factory=dict)
    ends: tuple[Ends, Ends] | None = None

    @staticmethod
    def of_line(numbers: tuple[int, ...], target: int, state: LineState, caption: str = "") -> Board:
        """A line alone (thesis, Figures 10 and 11)."""
        any_targets = (target, *[0] * (len(numbers) - 1))  # not shown
        return Board(Puzzle((numbers,), (target,), any_targets), (state,), caption, is_line=True)


def draw(boards: Sequence[Board | None], columns: int | None = None, cell: float = 0.34) -> Figure:
    """Draw boards side by side.

    Parameters
    ----------
    boards : sequence of Board or None
        None leaves a place empty.
    columns : int, optional
        Boards in a row of the picture; all of them unless given.
    cell : float
        Side of a cell, in inches.

    Returns
    -------
    matplotlib.figure.Figure
        Unknown cells are white, included ones green, excluded ones black, and the target-sum of a line whose cells are
        all known is green.
    """
    columns = min(columns or len(boards), len(boards))
    rows = math.ceil(len(boards) / columns)
    drawn = [board for board in boards if board is not None]
    caption_lines = max(board.caption.count("\n") + 1 if board.caption else 0 for board in drawn)
    beyond = any(len(ends) > 1 for board in drawn for ends in itertools.chain(*board.ends or ()))
    width = max(board.puzzle.width for board in drawn) + LEFT + 0.4 + beyond
    height = max(board.puzzle.height for board in drawn) + ABOVE + 0.1 + 0.62 * caption_lines + beyond
    with plt.style.context(STYLE):
        # One set of axes for all, laid out by hand: one for each board takes ten times as long.
        figure = plt.figure(figsize=(columns * width * cell, rows * height * cell))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_xlim(0, columns * width)
        axes.set_ylim(rows * height, 0)
        squares: list[Square] = []
        numbers: Lettering = defaultdict(list)
        for i, board in enumerate(boards):
            if board is not None:
                row, column = divmod(i, columns)
                left, top = column * width + LEFT, row * height + ABOVE
                squares += _squares_of(board, left, top)
                _note_numbers(board, left, top, numbers)
                middle, below = left + board.puzzle.width / 2, top + board.puzzle.height + 0.25 + beyond
                axes.text(middle, below, board.caption, ha="center", va="top", fontsize=22 * cell)
        axes.add_collection(
            PatchCollection(
                [Rectangle(*square[:3]) for square in squares],
                facecolors=[square[3] for square in squares],
                edgecolors=[square[4] for square in squares],
                linewidths=[square[5] for square in squares],
            )
        )
        for (text, ink, weight), places in numbers.items():
            axes.add_collection(_written(figure, axes, text, ink, weight, places, 26 * cell))
    return closed(figure)


Square = tuple[tuple[float, float], float, float, str, str, float]
"""Corner, width and height, colour of the inside and of the edge, and how thick that is."""

Ends = Sequence[tuple[Any, ...]]
"""Of each line: what stands at its near end, and what at its far end if anything."""

Lettering = dict[tuple[str, str, str], list[tuple[float, float]]]
"""Where each text stands, by text, colour and weight."""

LEFT, ABOVE = 1.2, 1.0
"""Room for target-sums, in cells."""


def _state(board: Board) -> Sequence[Sequence[Cell]]:
    return board.state or ((UNKNOWN,) * board.puzzle.width,) * board.puzzle.height


def _targets(board: Board) -> Iterator[tuple[float, float, Any, bool]]:
    """Middle of each target-sum, the target-sum, and whether its line is done."""
    state, puzzle = _state(board), board.puzzle
    rows, columns = board.ends or (
        [(target,) for target in targets] for targets in (puzzle.row_targets, puzzle.column_targets)
    )
    for r, numbers in enumerate(rows):
        for x, number in zip((-0.65, puzzle.width + 0.65), numbers, strict=False):
            yield x, r + 0.5, number, UNKNOWN not in state[r]
    for c, numbers in enumerate(() if board.is_line else columns):
        for y, number in zip((-0.55, puzzle.height + 0.55), numbers, strict=False):
            yield c + 0.5, y, number, UNKNOWN not in [row[c] for row in state]


def _squares_of(board: Board, left: float, top: float) -> Iterator[Square]:
    for r, row in enumerate(board.puzzle.numbers):
        for c, number in enumerate(row):
            fill = _state(board)[r][c] if number else EXCLUDED
            yield (left + c, top + r), 1, 1, FILLS[fill], "#555555", 0.8
    for (r, c), colour in board.marks.items():
        yield (left + c + 0.09, top + r + 0.09), 0.82, 0.82, "none", colour, 2.5
    for x, y, _, done in _targets(board):
        if done:
            yield (left + x - 0.42, top + y - 0.38), 0.84, 0.76, FILLS[INCLUDED], "none", 0


def _note_numbers(board: Board, left: float, top: float, numbers: Lettering) -> None:
    for r, row in enumerate(board.puzzle.numbers):
        for c, number in enumerate(row):
            if number:
                numbers[str(number), INKS[_state(board)[r][c]], "normal"].append((left + c + 0.5, top + r + 0.5))
    for x, y, target, _ in _targets(board):
        numbers[str(target), "black", "bold"].append((left + x, top + y))


def _written(
    figure: Figure, axes: Axes, text: str, ink: str, weight: str, places: list[tuple[float, float]], size: float
) -> PathCollection:
    """A text written in many places at once: as texts of their own they take ten times as long to draw."""
    font = FontProperties(weight=weight)
    path = TextPath((0, 0), text, size=size, prop=font)
    across, down = path.get_extents(), TextPath((0, 0), "0", size=size, prop=font).get_extents()
    middle = -(across.x0 + across.x1) / 2, -(down.y0 + down.y1) / 2
    collection = PathCollection(
        [path.transformed(Affine2D().translate(*middle))],
        offsets=places,
        offset_transform=axes.transData,
        facecolors=ink,
        linewidths=0,
        label=text,
    )
    collection.set_transform(Affine2D().scale(1 / 72) + figure.dpi_scale_trans)
    return collection
