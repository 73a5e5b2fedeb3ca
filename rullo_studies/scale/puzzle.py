"""A puzzle of any kind as clues on cells, with the board that it was drawn from."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rullo_core.constraints.network import Constraint, Network, network_of


@dataclass(frozen=True)
class Sum:
    """The sum of some cells: of their digits, all different, or of the numbers of those that are included."""

    cells: tuple[int, ...]
    numbers: tuple[int, ...] | None
    total: int


@dataclass(frozen=True)
class Planted:
    """A puzzle with a board that solves it.

    Parameters
    ----------
    board : int array of shape (N,)
        The value of each cell: its digit or, of a Rullo, whether it is included.
    values : int
        The number of values of a cell.
    units : tuple
        The cells of each unit whose digits all differ.
    sums : tuple of Sum
        Lines with their targets, cages, entries.
    givens : tuple of int
        Cells whose values are clues.
    bits : float
        Log2 of the number of boards that obey the rules.
    covariance : float array of shape (N, N)
        Of the values of a random board that obeys the rules.
    """

    board: np.ndarray
    values: int
    units: tuple[tuple[int, ...], ...]
    sums: tuple[Sum, ...]
    givens: tuple[int, ...]
    bits: float
    covariance: np.ndarray

    @property
    def solution(self) -> np.ndarray:
        """The domains that are left when every cell has its value."""
        return 1 << (self.board - (self.values > 2))

    @property
    def network(self) -> Network:
        """The puzzle as a network, where given cells have a single value."""
        domains = np.full(len(self.board), 2**self.values - 1)
        domains[list(self.givens)] = self.solution[list(self.givens)]
        sums = (Constraint(sum_.cells, sum_.total, sum_.numbers) for sum_ in self.sums)
        return network_of(domains.tolist(), [*map(Constraint, self.units), *sums])

    def dropping(self, clue: Sum | int) -> Planted:
        """Return the puzzle without a sum, whose digits still differ, or without a given."""
        if isinstance(clue, int):
            return replace(self, givens=tuple(cell for cell in self.givens if cell != clue))
        units = self.units if clue.numbers else (*self.units, clue.cells)
        return replace(self, units=units, sums=tuple(sum_ for sum_ in self.sums if sum_ is not clue))

    def giving(self, cell: int) -> Planted:
        """Return the puzzle with the value of one more cell as a clue."""
        return replace(self, givens=(*self.givens, cell))
