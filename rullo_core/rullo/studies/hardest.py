"""The hardest puzzles of a dataset, as puzzles."""

from __future__ import annotations

from typing import Literal

from rullo_core.datasets.store import Dataset
from rullo_core.puzzles.results import Puzzles
from rullo_core.rullo.api import API
from rullo_core.rullo.hardest import hardest
from rullo_core.rullo.puzzle import Rullo


def hardest_puzzles(
    data: Dataset, kind: Literal["simple", "exhaustive"] = "simple", every_number: bool = False
) -> Puzzles[Rullo]:
    """Return the puzzles of the greatest difficulty that a dataset keeps, different up to the order of their lines.

    Parameters
    ----------
    data : Dataset
        Of a census, of random grids, or of a sample of Rullos.
    kind : {'simple', 'exhaustive'}
        Which puzzles to consider.
    every_number : bool
        Consider only puzzles whose grid contains every number of the range.

    Returns
    -------
    Puzzles
        Their ``solution`` is the one that they were rated with. At most 1,000; none if there is no such puzzle.

    Raises
    ------
    BadInput
        If it is a dataset of other puzzles.

    Examples
    --------
    >>> import rullo_core as rc
    >>> data = rc.run("census", size="2x2", range="1-3")  # doctest: +SKIP
    >>> rc.rullo.studies.hardest_puzzles(data)[0].rate().difficulty  # doctest: +SKIP
    2.0
    """
    return Puzzles(API.with_solution(one.puzzle, one.solution) for one in hardest(data, kind, every_number))
