"""The result of a prediction of random Rullos; `rullo_core.rullo.predicting` makes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any


@dataclass(frozen=True)
class StoppingSets:
    """The minimal stopping sets of a shape in random Rullos.

    Attributes
    ----------
    shape : tuple of int
        The numbers of rows and columns that such a set has cells in.
    expected : float
        The expected number of these sets in a Rullo, lambda.
    hold_up : float or None
        The factor by which such a set changes the probability that only small sets stay unknown, r; None if that
        probability is 0.

    Examples
    --------
    >>> import rullo_core as rc
    >>> sets = rc.rullo.predict("4x4", values="1-2", accuracy=0.02).sets[0]
    >>> sets.shape, round(sets.expected, 4)
    ((2, 2), 0.5625)
    """

    shape: tuple[int, int]
    expected: float
    hold_up: float | None


@dataclass(frozen=True, kw_only=True)
class Prediction:
    """What is predicted of random Rullos, without any Rullo being solved.

    Attributes
    ----------
    size, values : str
        The size of the grid and its numbers, as commands write them.
    included : float
        The probability that a cell is included.
    simple : float
        The share of simple puzzles, P(bulk) exp(-sum of lambda r).
    error : float
        The standard error of that share that comes from the number of random boards; the approximations add to it.
    passes : float or None
        The mean number of passes of simple puzzles; None if none is expected.
    passes_law : mapping of float to float
        The probability of each number of passes of a simple puzzle.
    open_cells : float
        The mean number of cells that passes leave unknown in puzzles that are not simple.
    bulk : float
        P(bulk): the share of boards with decoupled lines that leave only small sets of cells unknown, or none.
    sets : tuple of StoppingSets
        The minimal stopping sets by shape; empty where hardly any are expected.
    boards : int
        The number of random boards without a planted set.

    Examples
    --------
    >>> import rullo_core as rc
    >>> prediction = rc.rullo.predict("6x6", values="1-9", accuracy=0.01)
    >>> abs(prediction.simple - 0.954) < 0.01
    True
    """

    size: str
    values: str
    included: float
    simple: float
    error: float
    passes: float | None
    passes_law: Mapping[float, float] = field(repr=False)
    open_cells: float
    bulk: float
    sets: tuple[StoppingSets, ...] = field(repr=False)
    boards: int

    @property
    def stopping_sets(self) -> float:
        """The expected number of small minimal stopping sets in a Rullo, the sum of lambda."""
        return sum(of_shape.expected for of_shape in self.sets)

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers in one dict, for a row of a table.

        Returns
        -------
        dict of str to object
            All attributes but those by passes and by shape, with the expected number of stopping sets.

        Examples
        --------
        >>> import rullo_core as rc
        >>> list(rc.rullo.predict("4x4", values="1-2", accuracy=0.02).to_dict())[:5]
        ['size', 'values', 'included', 'simple', 'error']
        """
        names = [of_field.name for of_field in fields(self) if of_field.name not in ("passes_law", "sets")]
        return {**{name: getattr(self, name) for name in names}, "stopping_sets": self.stopping_sets}
