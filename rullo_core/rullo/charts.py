"""Charts specific to Rullo: by kinds of puzzles, number of cells and range."""

from __future__ import annotations

from matplotlib.axes import Axes


def _finish_by_cells(axes: Axes) -> None:
    axes.set_xlabel("cells")
    axes.set_ylabel("difficulty of a simple puzzle (passes)")
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    axes.legend(fontsize="small", loc="upper left")
