"""The parameters of generated Calcudokus."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from rullo_core.declaration import SECONDS, Count, OptionalWord, Seconds, Stream
from rullo_core.ranges import Side


@dataclass(frozen=True)
class Request(Stream):
    """Parameters of generated Calcudokus; every try gives one."""

    size: Side = Side("Number of rows of the grid", "4", "5", 2, 9)
    _: KW_ONLY
    level: OptionalWord = OptionalWord(
        ("naked", "gac"), None, "Join cages as long as this level solves the puzzle", "gac",
        "as long as there is one solution",
    )  # fmt: skip
    max_tries: Count = Count(1, "Give up after this many tries", "1")
    seconds: Seconds = SECONDS

    @property
    def side(self) -> int:
        """Number of rows of the grid."""
        return self.size or 5
