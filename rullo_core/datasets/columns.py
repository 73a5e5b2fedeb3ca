"""The columns of the tables of datasets, declared once: which experiments keep them, and their names in files.

Tables have the names that mean the same in all tables. Files have those of version 1, so that their bytes and their
checksums stay as they are: what is written gets these names, and what is read loses them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rullo_core.columns import FIRST, PUZZLES, Column, types_of

ALL = "all"
"""In place of experiments: every one of them."""

SUDOKU = "sudoku study, sudoku population"
KILLER = "killer study, killer census"
ENUMERATED = "kakuro census, kakuro polyominoes"
KAKURO = f"kakuro study, {ENUMERATED}"
RULLO = "census, grids, sample"
OF_PUZZLES = f"search, {SUDOKU}, {KAKURO}, killer study"
"""Experiments that keep what is known of each puzzle."""

SUDOKU_LEVELS = ("naked", "hidden", "locked", "subsets", "gac", "gac-locked")
KILLER_LEVELS = ("E", "H", "G", "C", "CH", "CG", "CA", "CP", "O1", "OW")
STRATEGIES = ("elimination", "hidden_singles", "pointing", "box_line")
PARTS = ("cages", "units", "locked", "required", "sums", "windows")

INT = "int32 or float64"
"""The type of whole numbers in a table that may lack some."""


@dataclass(frozen=True)
class Kept(Column):
    """A column of a table of datasets, the experiments that keep it, and its name in files, if that is another."""

    experiments: tuple[str, ...] = ()
    stored: str = ""

    @property
    def stored_names(self) -> tuple[str, ...]:
        """The names in files of the columns that it declares."""
        return replace(self, name=self.stored).names


def _kept(
    experiments: str, name: str, dtype: str, unit: str, meaning: str, stored: str = "", each: tuple[str, ...] = ()
) -> Kept:
    """Return the column that some experiments keep."""
    return Kept(name, dtype, unit, meaning, PUZZLES, each, False, tuple(experiments.split(", ")), stored)


def _first(experiments: str) -> Kept:
    """Return the column of the kind of puzzle."""
    return _kept(experiments, "puzzle", "category", "", "the kind of puzzle, as in all tables")


COUNTS = (
    _first(ALL),
    _kept(ALL, "simple", "boolean", "",
          "whether passes of the base level solve these puzzles; missing where the counts do not say so"),
    _kept(f"{RULLO}, search, {KAKURO}", "passes", "float64", "passes",
          "as in all tables; missing where there are none, of polyominoes and of searches always", "difficulty"),
    _kept("kakuro study", "cells", "int32", "cells", "the number of white cells, 0 where no puzzle was found"),
    _kept(ENUMERATED, "solutions", "int32", "solutions",
          "the number of solutions, so that the fillings are its products with `puzzles`"),
    _kept(RULLO, "required", "int16", "cells", "the number of included cells"),
    _kept(SUDOKU, "clues", "int32", "cells", "the number of givens"),
    _kept("killer study", "class", "str", "",
          "`easy`, `medium` or `hard`, by the number of cages, or `none` where no puzzle was found"),
    _kept(KILLER, "cages", "int32", "cages", "the number of cages, 0 where no puzzle was found"),
    _kept("killer census", "single_cells", "str", "", "`some` if a cage has one cell, else `none`"),
    _kept("kakuro polyominoes", "layout", "str", "", "the layout: the text of a puzzle without clues"),
    _kept("kakuro polyominoes", "crossed_cells", "int32", "cells", "the cells of the layout that are in two entries"),
    _kept(ALL, "outcome", "str", "",
          "of a Rullo `simple`, `exhaustive`, or `skipped` because passes leave more cells unknown than the guess "
          "limit; of a search `unique`, `ambiguous`, or `undecided` because it was given up; of a Killer census "
          "`simple`, solved by passes of cages and units by turns, `exhaustive`, with one solution that these do not "
          "find, or `ambiguous`; of a Kakuro `simple`, solved by passes, `rectangular`, solved with rectangles, "
          "`exhaustive`, `ambiguous`, `undecided` if a search for solutions was given up, or `none` if no puzzle was "
          "found; of others the first level that solves the puzzle, `search`, `ambiguous` for several solutions, or "
          "`none`", "kind"),
    _kept(SUDOKU, "level_passes", "float64", "passes",
          "the passes of the first level that solves these puzzles; missing where none does", "difficulty"),
    _kept(KILLER, "passes_cages_first", "float64", "passes",
          "the passes of cages and units by turns, cages first; missing where they are stuck", "difficulty"),
    _kept("search", "nodes_digits", "int32", "",
          "the binary digits of the number of values that the search tried: 0 for none, 1 for one, 2 for two and "
          "three, 3 for four to seven"),
    _kept(ALL, "puzzles", "int64", "puzzles",
          "the number of puzzles; Python's `int`, as `object`, where there are 2⁶³ or more"),
)  # fmt: skip

HARDEST = (
    _first(ALL),
    _kept(f"{SUDOKU}, {KAKURO}, {KILLER}", "text", "str", "", "the puzzle as text", "puzzle"),
    _kept(f"{RULLO}, search, {KAKURO}", "passes", "float64", "passes",
          "the passes, for the solution that the puzzle was made from; of searches always missing", "difficulty"),
    _kept(KAKURO, "cells", "int64", "cells", "the number of white cells"),
    _kept(KAKURO, "open_cells", "int64", "cells", "the cells that passes leave with several candidates", "unfixed"),
    _kept("search", "nodes", "int64", "values", "the values that the search tried"),
    _kept(f"{RULLO}, search, {KAKURO}, killer census", "outcome", "str", "", "as in the counts", "kind"),
    _kept(f"{SUDOKU}, killer study", "by_level", "str", "",
          "the level by whose passes the puzzle is among the hardest; of a Killer Sudoku also `turns`, the passes of "
          "cages and units by turns, cages first", "kind"),
    _kept(f"{SUDOKU}, killer study", "by_passes", "float64", "passes", "these passes", "difficulty"),
    _kept("killer census", "passes_cages_first", "float64", "passes",
          "the passes of cages and units by turns, cages first", "difficulty"),
    _kept(f"{RULLO}, search", "numbers", "object", "", "the grid row by row, an int64 array"),
    _kept(f"{RULLO}, search", "row_targets", "object", "", "the targets of the rows, an int64 array"),
    _kept(f"{RULLO}, search", "column_targets", "object", "", "the targets of the columns, an int64 array"),
    _kept(f"{RULLO}, search", "solution", "object", "", "whether each cell is included, row by row, a bool array"),
    _kept(SUDOKU, "clues", "int64", "cells", "the number of givens"),
    _kept(KILLER, "cages", "int64", "cages", "the number of cages"),
)  # fmt: skip

BY_GRID = (
    _kept("grids", "grid", "int32", "", "the number of the grid, from 0"),
    _kept("grids", "required", "int16", "cells", "as in the counts"),
    _kept("grids", "outcome", "str", "", "as in the counts", "kind"),
    _kept("grids", "passes", "float64", "passes", "as in the counts", "difficulty"),
    _kept("grids", "puzzles", "int64", "puzzles", "the number of puzzles of this grid"),
)  # fmt: skip

OF_EACH = (
    _first(OF_PUZZLES),
    _kept(ENUMERATED, "text", "str", "", "the puzzle as text", "puzzle"),
    _kept(OF_PUZZLES, "simple", "boolean", "",
          "whether passes of the base level solve the puzzle; missing where no puzzle was found"),
    _kept(f"search, {SUDOKU}, kakuro study, killer study", "passes", "float64", "passes",
          "the passes of the base level that solve it, averaged over both orders where there are two"),
    _kept(ENUMERATED, "passes", "float64", "passes", "the same", "difficulty"),
    _kept("kakuro study", "cells", INT, "cells", "the number of white cells"),
    _kept(ENUMERATED, "cells", "int64", "cells", "the number of white cells"),
    _kept("search", "open_cells", "int32", "cells", "the cells that lines alone leave", "unfixed"),
    _kept("kakuro study", "open_cells", INT, "cells", "the cells that passes leave with several candidates", "unfixed"),
    _kept(ENUMERATED, "open_cells", "int64", "cells", "the same", "unfixed"),
    _kept("search", "solutions", "int32", "solutions", "the solutions found, at most as many as were searched for"),
    _kept("kakuro study", "solutions", INT, "solutions", "1, or 2 for several"),
    _kept("killer study", "solutions", INT, "solutions",
          "1, or 2 for several; then the passes and all that comes after `draws_ambiguous` are missing"),
    _kept("search", "nodes", "int32", "values", "the values that the search tried"),
    _kept("kakuro study", "nodes", INT, "nodes", "the nodes of the search for solutions"),
    _kept("killer study", "nodes", INT, "digits",
          "the digits that the search for solutions tried; on grids larger than 9×9 it filters with the level that "
          "the puzzle was generated for"),
    _kept(SUDOKU, "shard", "int32", "", "the number of the shard; puzzles of different shards are independent"),
    _kept(SUDOKU, "clues", "int16", "cells", "the number of givens"),
    _kept(SUDOKU, "weight", "float64", "",
          "the natural logarithm of the number of minimal puzzles that the puzzle stands for; missing where that is "
          "unknown"),
    _kept(SUDOKU, "passes_{}", "int16 or float64", "passes",
          "the passes in which each level solves the puzzle; missing where it is stuck", "{}", SUDOKU_LEVELS),
    _kept(f"search, {KAKURO}", "outcome", "str", "", "as in the counts", "kind"),
    _kept("search", "passes_columns_first", INT, "passes", "the passes, columns first; missing where they are stuck",
          "columns_first"),
    _kept("search", "passes_rows_first", INT, "passes", "the passes, rows first; missing where they are stuck",
          "rows_first"),
    _kept("kakuro census", "orders", "int64", "puzzles",
          "the puzzles that orders of its rows and columns make of it, itself included"),
    _kept("kakuro polyominoes", "layout", "str", "", "as in the counts"),
    _kept("kakuro study", "grade", "str", "",
          "the first of `setup`, `P2`, ... `P9` that solves the puzzle, or `stuck`; missing where no puzzle was found"),
    _kept("kakuro study", "entries", INT, "entries", "the number of entries"),
    _kept("kakuro study", "passes_across_first", INT, "passes",
          "the passes, entries across first; until they are stuck, if they are", "across_first"),
    _kept("kakuro study", "passes_down_first", INT, "passes", "the passes, entries down first", "down_first"),
    _kept("kakuro study", "layouts", "int32", "layouts", "the layouts that were tried"),
    _kept("kakuro study", "digits", "str", "",
          "the digits of the solution, of a puzzle with several solutions those that it was made of, row by row, 0 "
          "for a black cell; missing where no puzzle was found. `Kakuro.from_digits` makes the puzzle of them, row by "
          "row"),
    _kept("killer study", "class", "str", "",
          "`easy`, `medium` or `hard`; this and all but `draws` are missing where no puzzle was found"),
    _kept("killer study", "cages", INT, "cages", "the number of cages"),
    _kept("killer study", "single_cell_cage_count", INT, "cages", "the cages of one cell", "single_cell_cages"),
    _kept("killer study", "largest_cage", INT, "cells", "the cells of the largest cage"),
    _kept("killer study", "cages_in_several_boxes", INT, "cages", "the cages that lie in several boxes"),
    _kept("killer study", "draws", "int32", "draws",
          "the layouts of cages that were drawn, or with the method `unique` the grids that were filled"),
    _kept("killer study", "draws_cut_off", INT, "draws", "those given up because no cage could reach some cell"),
    _kept("killer study", "draws_with_repeats", INT, "draws", "those given up because a cage had a digit twice"),
    _kept("killer study", "draws_ambiguous", INT, "draws", "those given up because they had several solutions"),
    _kept("killer study", "passes_cages_first", INT, "passes", "the passes by turns; missing where they are stuck",
          "cages_first"),
    _kept("killer study", "strategy_passes", INT, "sweeps",
          "the sweeps of M. Gordon's solver over the grid; his strategies are defined on grids of any size, and on "
          "diagonals as on rows"),
    _kept("killer study", "strategy_count_{}", INT, "uses", "how often that solver used each strategy",
          each=STRATEGIES),
    _kept("killer study", "eliminated_by_{}", INT, "candidates", "the candidates that each strategy eliminated",
          each=STRATEGIES),
    _kept("killer study", "solved_cells_{}", INT, "cells", "the cells that each level solves", each=KILLER_LEVELS),
    _kept("killer study", "passes_{}", INT, "passes",
          "the passes in which each level solves the puzzle; missing where it is stuck", each=KILLER_LEVELS),
    _kept("killer study", "solved_cells_G_without_{}", INT, "cells",
          "the cells that `G` solves without one of its strategies", each=("combinations", *STRATEGIES)),
    _kept("killer study", "solved_cells_CG_without_{}", INT, "cells",
          "the cells that `CG` solves without one of its strategies", each=STRATEGIES),
    _kept("killer study", "solved_cells_OW_without_{}", INT, "cells",
          "the cells that `OW` solves without one of its parts", each=PARTS),
)  # fmt: skip

PARAMETERS = (
    _kept(ALL, "experiment", "str", "", "the experiment"),
    _kept(f"{RULLO}, search", "height", "int64", "cells", "the height of the grid"),
    _kept(f"{RULLO}, search", "width", "int64", "cells", "the width of the grid"),
    _kept(f"{RULLO}, search", "values", "object", "", "the list of numbers that the grid may hold"),
    _kept("grids", "grids", "int64", "grids", "the number of grids"),
    _kept("kakuro study, kakuro census", "size", "str", "cells", "the rows and columns, such as `8x8`"),
    _kept("kakuro study", "black", "float64", "", "the share of black cells"),
    _kept("kakuro study", "symmetry", "str", "", "the symmetry of the layout"),
    _kept("kakuro study", "longest", "int64", "cells", "the most cells of an entry"),
    _kept("kakuro study", "max_tries", "int64", "layouts", "the most layouts that are tried for a puzzle"),
    _kept("kakuro study, killer study", "method", "str", "", "how puzzles are generated"),
    _kept("killer study", "cages", "object", "cages", "the least and the greatest number of cages, a list"),
    _kept("killer study", "ungrowable", "int64", "cages", "the cages that stay single cells"),
    _kept(SUDOKU, "side", "int64", "cells", "the rows of the grid"),
    _kept(f"sample, search, {SUDOKU}, kakuro study, killer study", "count", "int64", "puzzles",
          "the number of puzzles"),
    _kept(f"grids, sample, search, {SUDOKU}, kakuro study, killer study", "seed", "int64", "", "the random seed"),
    _kept("search", "included", "float64", "", "the probability that a cell is included"),
    _kept("search", "max_solutions", "int64", "solutions", "the most solutions that are searched for"),
    _kept("search", "max_nodes", "int64", "values", "the most values that a search tries"),
    _kept("kakuro polyominoes", "cells", "int64", "cells", "the number of white cells"),
    _kept("kakuro polyominoes", "crossed", "str", "", "`all` if all cells of a layout are in two entries, else `any`"),
    _kept("killer census", "box", "str", "cells", "the height and width of a box"),
    _kept("killer census", "cage_sizes", "str", "cells",
          "the least and the greatest number of cells of a cage, such as `2-4`"),
    _kept("sample", "guess_limit", "int64", "cells", "puzzles of which passes leave more cells unknown are skipped"),
    _kept(SUDOKU, "level", "str", "",
          "givens are removed as long as this level solves the puzzle, or there is `one-solution`"),
    _kept("sudoku study", "order", "str", "", "the order in which givens are removed"),
    _kept("sudoku study", "symmetry", "str", "", "the symmetry of the givens"),
)  # fmt: skip
"""The columns of the table of parameters, in no order."""

USUAL = (
    _kept("killer study", "size", "int64", "cells", "the rows of the grid; 9 if usual"),
    _kept("killer study", "box", "str", "cells",
          "the height and width of a box, such as `3x2`; as square as possible if usual"),
    _kept("killer study", "cage_sizes", "str", "cells",
          "the least and the greatest number of cells of a cage of several cells, such as `2-4`; up to 9 if usual"),
    _kept("killer study", "single_cell_cages", "str", "cages",
          "the least and the greatest number of cages of one cell that are allowed, such as `0-3`; none if usual"),
    _kept("killer study", "diagonals", "bool", "", "whether both long diagonals have all digits, too"),
    _kept("killer study", "spread", "str", "", "where cages begin"),
    _kept("killer study", "symmetry", "str", "", "the symmetry of the cages"),
    _kept("killer study", "level", "str", "", "the first level that solves each puzzle; any if usual"),
)  # fmt: skip
"""Those that are left out where they have their default values."""

TABLES = {
    "counts": COUNTS,
    "hardest": HARDEST,
    "by_grid": BY_GRID,
    "puzzles": OF_EACH,
    "parameters": PARAMETERS,
    "parameters, if they are not usual": USUAL,
}
"""The columns of each table of a dataset, in order."""

ORDER = tuple(types_of(FIRST))
"""The order of the columns that tables of all kinds begin with."""


def columns_of(table: str, experiment: str) -> tuple[Kept, ...]:
    """Return the columns of a table of datasets of an experiment, in order."""
    return tuple(column for column in TABLES[table] if {ALL, experiment} & {*column.experiments})


def stored_names(table: str, experiment: str) -> dict[str, str]:
    """Return the names in files of the columns of a table that have another there.

    >>> stored_names("by_grid", "grids")
    {'outcome': 'kind', 'passes': 'difficulty'}
    """
    renamed = [one for one in columns_of(table, experiment) if one.stored]
    return {name: stored for one in renamed for name, stored in zip(one.names, one.stored_names, strict=True)}
