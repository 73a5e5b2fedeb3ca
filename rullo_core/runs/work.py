"""The interface of work that is cut into shards: experiments that count puzzles, and puzzles to be generated."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar

import numpy as np

from rullo_core.sources import source_hash


class Work(ABC):
    """Puzzles to be counted or generated, in shards whose results depend on them alone."""

    name: ClassVar[str]
    """The name of the experiment: census; for other kinds than Rullo with the name of the kind, as in kakuro census."""

    @property
    @abstractmethod
    def puzzles(self) -> int | None:
        """Number of puzzles; None where only counting them tells."""

    @property
    @abstractmethod
    def title(self) -> str:
        """Description in words."""

    @property
    @abstractmethod
    def parameters(self) -> dict[str, Any]:
        """Everything that determines the result, as it stands in a dataset's manifest."""

    @property
    def source(self) -> str:
        """Checksum of all source that the result of a shard depends on."""
        return source_hash(*(kind.__module__ for kind in type(self).__mro__))

    @property
    def identity(self) -> str:
        """Everything that determines the result of a shard."""
        return f"{self.name} {json.dumps(self.parameters)}, source {self.source}"

    @abstractmethod
    def shards(self, threads: int | None = None) -> Iterable[Any]:
        """Return the parts of the work, found on a number of threads; the same parts each time."""

    @abstractmethod
    def count(self, shard: Any, stop: np.ndarray) -> Any:
        """Do the puzzles of a shard, until `stop`, a uint8 array of shape (1,), is set by another thread."""

    @abstractmethod
    def read_result(self, data: bytes) -> Any:
        """Read a stored result."""
