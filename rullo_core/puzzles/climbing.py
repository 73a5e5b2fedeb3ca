"""Hill climbing to the hardest puzzles: from a grid of its own in each attempt, which its number alone determines."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from rullo_core.declaration import Climbing
from rullo_core.puzzles.base import P
from rullo_core.puzzles.results import Climbed
from rullo_core.runs.attempts import improvements

R = TypeVar("R", bound=Climbing)


@dataclass(frozen=True)
class Climb(ABC, Generic[P, R]):
    """Hill climbing for a request; each kind of puzzle defines the moves and the worth of a puzzle."""

    request: R

    @abstractmethod
    def climb_once(self, attempt: int, stop: np.ndarray) -> Climbed[P] | None:
        """Return the best puzzle of an attempt, if it finds any, until ``stop`` is set."""

    def hardest(self) -> Iterator[Climbed[P]]:
        """Yield the puzzle of each attempt whose worth exceeds that of all puzzles before."""
        request = self.request
        return improvements(request.attempts, self.climb_once, lambda climbed: climbed.worth, request.threads)
