"""Studies of puzzles: printed results of sources, recomputed, and what the notebooks count, compare and draw.

Functions are in a package for each kind of puzzle; `rullo_core` solves, rates and generates the puzzles.

>>> import rullo_studies as rs
>>> rs.sudoku.read_published("clues").percent.idxmax()
0
"""

from typing import TYPE_CHECKING

from rullo_core.lazy import attach

PARTS = ("rullo", "kakuro", "killer", "sudoku", "scale")

if TYPE_CHECKING:
    from rullo_studies import kakuro as kakuro
    from rullo_studies import killer as killer
    from rullo_studies import rullo as rullo
    from rullo_studies import scale as scale
    from rullo_studies import sudoku as sudoku

__all__, __getattr__, __dir__ = attach(__name__, lambda: PARTS)
