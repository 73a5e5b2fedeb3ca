"""The function of a kind of puzzle that draws boards side by side; loading it loads no drawing library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rullo_core.views.panels import Panel

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def drawing(panel_of: Callable[[Any], Panel], size: float = 0.34) -> Callable[..., Figure]:
    """Return the function that draws boards of a kind side by side; see `rullo_core.views.boards.lay_out`."""

    def draw(boards: Sequence[Any | None], columns: int | None = None, cell: float = size) -> Figure:
        # Imported here: matplotlib takes a second.
        from rullo_core.views.boards import lay_out

        return lay_out([None if board is None else panel_of(board) for board in boards], columns, cell)

    return draw
