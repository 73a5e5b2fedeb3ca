"""Count each puzzle and its inverse once (thesis, section 5.3)."""

from __future__ import annotations

from rullo_core.datasets.store import Dataset
from rullo_core.datasets.tally import Tally
from rullo_core.runs.registry import declaration


def counted_once(dataset: Dataset) -> Tally:
    """Return the counts of a dataset with each puzzle and its inverse counted once, as in the thesis.

    A sample does not contain the inverses of its puzzles: each puzzle counts as itself or as its inverse, whichever has
    fewer required cells. With holes in the range, all puzzles count, because the inverse of a hole is a hole.
    """
    parameters = dataset.manifest["parameters"]
    cells = parameters["height"] * parameters["width"]
    if 0 in parameters["values"]:
        return dataset.tally
    drawn = declaration(dataset.manifest["experiment"]).drawn
    return (mirrored if drawn == "puzzles" else folded)(dataset.tally, cells)


def folded(tally: Tally, cells: int) -> Tally:
    """Keep of each puzzle and its inverse the one with fewer required cells, and half of those that have as many."""
    frame = tally.frame[2 * tally.frame["required"] <= cells]
    in_the_middle = 2 * frame["required"] == cells
    return Tally.from_frame(frame.assign(puzzles=frame["puzzles"] // (1 + in_the_middle)))


def mirrored(tally: Tally, cells: int) -> Tally:
    """Replace each puzzle by its inverse if that has fewer required cells, holes left out; the total stays the same."""
    required = tally.frame["required"]
    return Tally.from_frame(tally.frame.assign(required=required.where(2 * required <= cells, cells - required)))
