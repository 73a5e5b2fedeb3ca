"""The hardest puzzles of a dataset, sorted out by what makes two puzzles the same (thesis, section 6.1)."""

from __future__ import annotations

from collections.abc import Iterable

from rullo_core.puzzle import Puzzle, flat
from rullo_core.store import Dataset, RatedPuzzle


def hardest(dataset: Dataset, kind: str, every_number: bool = False) -> list[RatedPuzzle]:
    """The puzzles of one kind that nothing in the dataset exceeds in difficulty.

    Parameters
    ----------
    dataset : Dataset
    kind : {'simple', 'exhaustive'}
    every_number : bool
        Among the puzzles whose grid holds every number of the range only.

    Returns
    -------
    list of RatedPuzzle
        As many of them as are kept beside the dataset; empty if there are none.
    """
    size = len(dataset.manifest["parameters"]["values"])
    found = [
        rated
        for rated in dataset.hardest
        if rated.kind == kind and (not every_number or len(set(flat(rated.puzzle.numbers))) == size)
    ]
    greatest = max((rated.difficulty for rated in found), default=0)
    return [rated for rated in found if rated.difficulty == greatest]


def classes(puzzles: Iterable[Puzzle], *, transpose: bool = False, invert: bool = False) -> list[Puzzle]:
    """One puzzle of each class: its canonical form.

    Puzzles are in one class if rows and columns can be put in such an order that one becomes the other; where
    `transpose` or `invert` say so, after transposing or inverting it.
    """
    return sorted({puzzle.canonical(transpose=transpose, invert=invert) for puzzle in puzzles})
