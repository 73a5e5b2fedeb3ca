"""Each puzzle and its inverse counted once (thesis, section 5.3)."""

from __future__ import annotations

from rullo_core.datasets.store import Dataset
from rullo_core.datasets.tally import Tally
from rullo_core.runs.registry import declaration


def counted_once(dataset: Dataset) -> Tally:
    """Each puzzle and its inverse counted once, as the thesis does.

    Of a sample, which does not hold the inverses of its puzzles, each puzzle as itself or its inverse, whichever has
    fewer cells required. Where there are holes, all puzzles: the inverse of a hole is a hole.
    """
    parameters = dataset.manifest["parameters"]
    cells = parameters["height"] * parameters["width"]
    if 0 in parameters["values"]:
        return dataset.tally
    drawn = declaration(dataset.manifest["experiment"]).drawn
    return (mirrored if drawn == "puzzles" else folded)(dataset.tally, cells)


def folded(tally: Tally, cells: int) -> Tally:
    """One of each puzzle and its inverse, of a tally that has both: at most half of the cells required.

    Parameters
    ----------
    tally : Tally
    cells : int
        Cells of the grid, none of them a hole. Where the number is even, a puzzle with just half of them required has
        an inverse with as many, and of such puzzles half are counted.
    """
    frame = tally.frame[2 * tally.frame["required"] <= cells]
    in_the_middle = 2 * frame["required"] == cells
    return Tally.from_frame(frame.assign(puzzles=frame["puzzles"] // (1 + in_the_middle)))


def mirrored(tally: Tally, cells: int) -> Tally:
    """Each puzzle as itself or as its inverse, whichever has fewer cells required; no less of them for that.

    Parameters
    ----------
    tally : Tally
    cells : int
        Cells of the grid, none of them a hole.
    """
    required = tally.frame["required"]
    return Tally.from_frame(tally.frame.assign(required=required.where(2 * required <= cells, cells - required)))
