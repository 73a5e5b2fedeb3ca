"""Charts of experiments, and of puzzles solved pass by pass."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from rullo_core.datasets.tally import Tally
from rullo_core.parameters import check_choice, check_whole
from rullo_core.passes.units import UnitsPass
from rullo_core.puzzles.boxes import sides_of
from rullo_core.rullo.picture import FILLS, INKS, Board, panel_of
from rullo_core.rullo.puzzle import Rullo, Solution
from rullo_core.rullo.solver import Lines, game, run, solve_steps
from rullo_core.views.boards import draw_on
from rullo_core.views.charts import COLOURS, MARKERS, axes_or_new, say_empty, styled
from rullo_core.views.panels import Label, Panel, Square
from rullo_studies.rullo.constructions import follow, pattern_of
from rullo_studies.rullo.stopping_sets import commonest, read_numbers

MARKERS_OF_CURVES = "os^Dv*Phx" * 9

FRAME = 4.2
"""The width of what is drawn around a board, in cells."""

OUTSIDE = "#f2f2f2"
"""The colour of cells of the box that are not in the set."""

MARKS = ("#D55E00", "#0072B2")
"""Colours of the frames around cells that a pass fixes, and around a guess."""


def plot_by_required(counts: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Plot the mean difficulty against the number of included cells (thesis, Figures 13, 16 and 18).

    For either kind there is a line for the mean, bars from the 5th to the 95th percentile, and a dotted line for the
    greatest difficulty.

    Parameters
    ----------
    counts : pandas.DataFrame
        The counts of an experiment: ``required``, ``outcome``, ``passes`` and ``puzzles``.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; default: those of a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the drawing.

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> data = rc.run("census", size="2x2", values="1-3")  # doctest: +SKIP
    >>> ax = rs.rullo.plot_by_required(data.counts)  # doctest: +SKIP
    """
    tally = Tally.from_frame(counts)
    with styled():
        ax = axes_or_new(ax, 6.4, 4.0)
        if not tally.without_skipped.total:
            say_empty(ax)
            return ax
        kinds = [kind for kind in COLOURS if tally.of_outcome(kind).total]
        for kind, shift in zip(kinds, (-0.06, 0.06) if len(kinds) > 1 else (0,), strict=True):
            table = tally.of_outcome(kind).passes_by("required")
            colour = COLOURS[kind]
            x = table.index.to_numpy() + shift
            ax.vlines(x, table["low"], table["high"], color=colour, linewidth=5, alpha=0.3)
            ax.plot(x, table["mean"], color=colour, marker=MARKERS[kind], label=f"{kind}, mean")
            ax.plot(
                x,
                table["greatest"],
                color=colour,
                marker=MARKERS[kind],
                markersize=9,
                markerfacecolor="white",
                zorder=1.9,
                linestyle=":",
                label=f"{kind}, greatest",
            )
        ax.plot([], [], color="grey", linewidth=5, alpha=0.4, label="5th to 95th percentile")
        ax.set_xlabel("required cells")
        ax.set_ylabel("difficulty (passes, iterations)")
        required = sorted(tally.frame["required"].unique())
        ax.set_xticks(required)
        if len(required) == 1:
            ax.set_xlim(required[0] - 1, required[0] + 1)
        ax.set_ylim(bottom=0)
        ax.legend(fontsize="small", ncols=2, loc="upper left")
        ax.set_ylim(top=ax.get_ylim()[1] * 1.25)
    return ax


def plot_shares(shares: pd.DataFrame, outcome: str = "exhaustive", ax: Axes | None = None) -> Axes:
    """Plot the share of one outcome by the number of included cells, ours and the thesis's (Tables 2 and 3, right).

    Parameters
    ----------
    shares : pandas.DataFrame
        What `compare_shares` returns, by required.
    outcome : {'simple', 'exhaustive'}
        Whose share to plot.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; default: those of a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        Ours as a line with two standard errors of the difference on either side, the thesis's as crosses.

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> data = rc.run("grids", size="5x5", values="1-9", grids=20)  # doctest: +SKIP
    >>> shares = rs.rullo.compare_shares(data, "required")  # doctest: +SKIP
    >>> ax = rs.rullo.plot_shares(shares)  # doctest: +SKIP
    """
    computed, published = (100 * shares[f"{outcome}, {source}"] for source in ("ours", "published"))
    error = 200 * shares[f"{outcome}, standard error"].fillna(0)
    with styled():
        ax = axes_or_new(ax, 6.4, 3.4)
        ax.fill_between(
            computed.index,
            computed - error,
            computed + error,
            color=COLOURS[outcome],
            alpha=0.2,
            linewidth=0,
            label="two standard errors of the difference",
        )
        ax.plot(computed.index, computed, color=COLOURS[outcome], marker=MARKERS[outcome], label="ours")
        ax.plot(published.index, published, color="black", marker="x", linestyle="", zorder=3, label="thesis")
        ax.set_xlabel("required cells")
        ax.set_ylabel(f"{outcome} (% of puzzles)")
        ax.set_xticks(shares.index)
        ax.set_ylim(bottom=0)
        ax.legend(fontsize="small", loc="upper left")
    return ax


MEASURES = {
    "simple": "simple (% of puzzles)",
    "unique": "one solution only (% of puzzles)",
    "mean": "mean difficulty (passes)",
}
"""Measures of a sweep that are plotted, by what an axis says of them."""

PLACES = {"size": "size", "included": "probability that a cell is included"}
"""Parameters of a sweep along which measures are plotted."""

MOST_SKIPPED = 0.01
"""Greatest share of puzzles that may be skipped for a mean difficulty to be shown."""


def plot_measure(
    points: pd.DataFrame,
    measure: str = "simple",
    *,
    parameter: str = "size",
    by: Sequence[str] = ("values",),
    ax: Axes | None = None,
) -> Axes:
    """Plot a measure of a sweep along one parameter, with two standard errors on either side.

    Parameters
    ----------
    points : pandas.DataFrame
        What `measure_sweep` returns.
    measure : {'simple', 'unique', 'mean'}
        What to plot. A mean has a gap where more than 1 % of the puzzles were skipped.
    parameter : {'size', 'included'}
        The parameter on the horizontal axis.
    by : sequence of str
        The other parameters: there is a curve for each combination of their values.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; default: those of a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the drawing, without a legend; the curves have labels.

    Raises
    ------
    BadInput
        If there is no such measure or parameter.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> points = rs.rullo.measure_sweep("sweeps/shape.yaml")  # doctest: +SKIP
    >>> ax = rs.rullo.plot_measure(points, "mean")  # doctest: +SKIP
    """
    check_choice("measure", measure, MEASURES)
    check_choice("parameter", parameter, PLACES)
    scale = 1 if measure == "mean" else 100
    with styled():
        ax = axes_or_new(ax, 6.4, 4.0)
        for (curve, group), marker in zip(points.groupby(list(by), sort=False), MARKERS_OF_CURVES, strict=False):
            error = (2 * scale * group[f"{measure} ±"]).fillna(0)
            values = scale * group[measure].where((measure != "mean") | (group["skipped"] <= MOST_SKIPPED))
            ax.errorbar(
                group[parameter], values, yerr=error, marker=marker, capsize=2, label=" over ".join(map(str, curve))
            )
        ax.set(xlabel=PLACES[parameter], ylabel=MEASURES[measure], ylim=(0, None if measure == "mean" else 105))
        ax.tick_params(axis="x", labelsize="small")
    return ax


def plot_others(
    points: pd.DataFrame, measure: str = "simple", *, by: Sequence[str] = ("values",), ax: Axes | None = None
) -> Axes:
    """Plot a share against the mean number of other solutions, beside one over the mean number of solutions.

    Parameters
    ----------
    points : pandas.DataFrame
        What `measure_sweep` returns; points without other solutions are left out.
    measure : {'simple', 'unique'}
        The share to plot.
    by : sequence of str
        There is a curve for each combination of the values of these parameters.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; default: those of a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The axes with the drawing, without a legend; the curves have labels.

    Raises
    ------
    BadInput
        If there is no such share.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> points = rs.rullo.measure_sweep("sweeps/shape.yaml")  # doctest: +SKIP
    >>> ax = rs.rullo.plot_others(points, "unique")  # doctest: +SKIP
    """
    check_choice("measure", measure, ("simple", "unique"))
    with_others = points[points["others"] > 0]
    with styled():
        ax = axes_or_new(ax, 6.4, 4.0)
        for (curve, group), marker in zip(with_others.groupby(list(by), sort=False), MARKERS_OF_CURVES, strict=False):
            ordered = group.sort_values("others", kind="stable")
            ax.plot(ordered["others"], 100 * ordered[measure], marker=marker, label=" over ".join(map(str, curve)))
        m = np.geomspace(with_others["others"].min(), with_others["others"].max()) if len(with_others) else np.ones(1)
        ax.plot(m, 100 / (1 + m), color="0.4", linestyle=":", zorder=0, label="1/(1 + m)")
        ax.set(xscale="log", xlabel="m, mean number of other solutions", ylabel=MEASURES[measure], ylim=(0, 105))
    return ax


def plot_passes(puzzle: Rullo, solution: Sequence[Sequence[int]] | None = None, columns: int = 6) -> list[Axes]:
    r"""Plot a puzzle solved pass by pass, columns first, with a board for each pass and each guess.

    Unknown cells are white, included ones green, excluded ones black. The cells that a pass fixes are framed, and so is
    a guess: the best possible one, made where lines are stuck.

    Parameters
    ----------
    puzzle : Rullo
        The puzzle.
    solution : sequence of sequence of int, optional
        The solution that every guess agrees with, 1 for an included cell and 0 for an excluded cell; default: the
        solution with the least difficulty.
    columns : int
        Boards in a row of the picture.

    Returns
    -------
    list of matplotlib.axes.Axes
        The axes of each board, in order, in one new figure.

    Examples
    --------
    >>> import rullo_core as rc
    >>> import rullo_studies as rs
    >>> axes = rs.rullo.plot_passes(rc.rullo.parse("5 7\n4 1 4\n8 5 3"))
    >>> len(axes)
    2
    """
    choices = None if solution is None else tuple(tuple(map(bool, row)) for row in solution)
    boards = guessed_board_by_board(puzzle, choices)
    return _plot_boards(boards, columns, (1.6, 1.9))


def plot_pattern(*letters: int, columns: int = 5) -> list[Axes]:
    """Plot a pattern, and the state after each cell on its path (thesis, Figures 22 and 23).

    Of the ways to complete the pattern the first is plotted. The newest cell is framed, and above each board stands the
    line that determines it. The targets of rows of two different numbers are left open.

    Parameters
    ----------
    *letters : int
        The numbers a and b of the zigzag, or a, b and c of its extension downwards, as `follow_pattern` takes them.
    columns : int
        Boards in a row of the picture.

    Returns
    -------
    list of matplotlib.axes.Axes
        The axes of each board, in order, in one new figure.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> len(rs.rullo.plot_pattern(1, 2))
    9
    """
    pattern = pattern_of(letters)
    steps = follow(pattern, next(pattern.solutions()))
    puzzle = Rullo.from_solution(pattern.numbers, steps[-1].state)  # type: ignore[arg-type]
    rows = [(target,) if r in pattern.pairs else () for r, target in enumerate(puzzle.row_targets)]
    ends = (rows, [(target,) for target in pattern.column_targets])
    boards = [Board(puzzle, ends=ends, caption="the pattern")]
    for step in steps:
        r, c = step.cell
        line = {"column": f"column {c + 1}", "pair": f"row {r + 1}", "padding": "the padding"}[step.reason]
        boards.append(Board(puzzle, step.state, line, ends=ends, marks={step.cell: MARKS[0]}))
    return _plot_boards(boards, columns, (1.3, 0.8 + 0.35 * pattern.height))


def _plot_boards(boards: Sequence[Board], columns: int, size: tuple[float, float]) -> list[Axes]:
    """Plot boards on axes of a new figure, of this width and height in inches each."""
    rows = -(-len(boards) // columns)
    with styled():
        _, axes = plt.subplots(
            rows, columns, squeeze=False, figsize=(size[0] * columns, size[1] * rows), layout="constrained"
        )
        for ax in axes.flat:
            ax.set_axis_off()
        for ax, board in zip(axes.flat, boards, strict=False):
            draw_on(ax, panel_of(board))
            ax.title.set_fontsize("small")
    return list(axes.flat[: len(boards)])


def _boards_after(lines: Lines, passes: Iterable[UnitsPass], passes_before: int = 0) -> list[Board]:
    """Return a board for the state after each pass with its cells framed, numbered after `passes_before`."""
    return [
        Board(
            lines.puzzle,
            lines.marks_of(one_pass.state),
            f"pass {i}: {one_pass.group}\n{len(one_pass.fixed)} found",
            marks={lines.places[cell]: MARKS[0] for deduction in one_pass.deductions for cell in deduction.removed},
        )
        for i, one_pass in enumerate(passes, start=passes_before + 1)
    ]


def solved_board_by_board(puzzle: Rullo, title: str = "the puzzle") -> list[Board]:
    """Return boards of the puzzle and of its state after each pass, columns first."""
    lines, way = game(puzzle), run(puzzle)
    return [Board(puzzle, lines.marks_of(way.start), title), *_boards_after(lines, way.passes)]


def guessed_board_by_board(puzzle: Rullo, solution: Solution | None = None) -> list[Board]:
    """Return boards of the puzzle, of its state after each pass, columns first, and of each best guess.

    Parameters
    ----------
    puzzle : Rullo
    solution : Solution, optional
        The solution that every guess agrees with; by default the one with the least difficulty.
    """
    lines, boards, passes = game(puzzle), [], 0
    for step in solve_steps(puzzle, solution):
        title, marks = "the puzzle", {}
        if step.guess is not None:
            r, c = lines.places[step.guess]
            title, marks = f"guess: row {r + 1},\ncolumn {c + 1}", {(r, c): MARKS[1]}
        boards.append(Board(puzzle, lines.marks_of(step.run.start), title, marks=marks))
        boards += _boards_after(lines, step.run.passes, passes)
        passes += len(step.run.passes)
    return boards


def _panel_of_set(box: np.ndarray, caption: str) -> Panel:
    """Return a stopping set as drawn: included cells green, excluded ones black, cells outside the set pale."""
    squares, labels = [], []
    for (r, c), number in np.ndenumerate(box):
        is_included = bool(number < 0)
        fill, ink = (FILLS[is_included], INKS[is_included]) if number else (OUTSIDE, "black")
        squares.append(Square(c, r, 1, 1, fill, "#555555", 0.8))
        if number:
            labels.append(Label(c + 0.5, r + 0.5, str(abs(number)), ink))
    return Panel(box.shape[1], box.shape[0], squares, labels, caption)


def plot_stopping_sets(
    size: str | int | tuple[int, int] = "8x8",
    values: str | int | Sequence[int] = "1-10",
    number: int = 12,
    columns: int = 6,
) -> list[Axes]:
    """Plot an example of each of the commonest patterns of minimal stopping sets, of up to three rows and four columns.

    Included cells are green, excluded ones black, and cells outside the set pale. The numbers are an example. Below
    each is how many sets of the pattern are expected in a random puzzle, also with rows and columns exchanged, and how
    many solutions its cells have.

    Parameters
    ----------
    size : str, int or (int, int)
        The size of the puzzles.
    values : str, int or sequence of int
        Their numbers, above 0.
    number : int
        How many patterns to draw.
    columns : int
        Boards in a row of the picture.

    Returns
    -------
    list of matplotlib.axes.Axes
        The axes of each board, in order, in one new figure.

    Raises
    ------
    BadInput
        If the size or the numbers cannot be read, or there are too many numbers.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> len(rs.rullo.plot_stopping_sets("5x5", "1-3", number=4))
    4
    """
    height, width = sides_of(size)
    check_whole("columns", columns)
    patterns = commonest(height, width, read_numbers(values), check_whole("number", number))
    rows = -(-len(patterns) // columns)
    with styled():
        _, axes = plt.subplots(rows, columns, squeeze=False, figsize=(1.5 * columns, 1.8 * rows), layout="constrained")
        for ax in axes.flat:
            ax.set_axis_off()
        for ax, (expected, pattern) in zip(axes.flat, patterns, strict=False):
            caption = f"{expected:.2g} expected\n{pattern.solutions} solution{'s' * (pattern.solutions > 1)}"
            draw_on(ax, _panel_of_set(pattern.example, caption))
            middle = pattern.example.shape[1] / 2
            ax.set(xlim=(middle - FRAME / 2, middle + FRAME / 2), ylim=(FRAME - 1.1, -0.1))  # cells of the same size
            ax.title.set_fontsize("small")
    return list(axes.flat[: len(patterns)])
