"""The columns of the tables of datasets, declared once: which experiments keep them, and their names in files.

Tables have the names that mean the same in all tables. Files have those of version 1, so that their bytes and their
checksums stay as they are: what is written gets these names, and what is read loses them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rullo_core.columns import FIRST_COLUMNS, PUZZLES, Column, types_of

EVERY_EXPERIMENT = "all"
"""In place of experiments: every one of them."""

SUDOKU = "sudoku study, sudoku population"
KILLER = "killer study, killer census"
ENUMERATED = "kakuro census, kakuro polyominoes"
KAKURO = f"kakuro study, {ENUMERATED}"
RULLO = "census, grids, sample"
SEARCHES = "search, phases"
OF_PUZZLES = f"{SEARCHES}, {SUDOKU}, {KAKURO}, killer study"
"""Experiments that store a row for each puzzle."""

SUDOKU_LEVELS = ("naked", "hidden", "locked", "subsets", "gac", "gac-locked")
KILLER_LEVELS = ("E", "H", "G", "C", "CH", "CG", "CA", "CP", "O1", "OW")
STRATEGIES = ("elimination", "hidden_singles", "pointing", "box_line")
PARTS = ("cages", "units", "locked", "required", "sums", "windows")

INT = "int32 or float64"
"""The type of whole numbers in a table that may lack some."""


@dataclass(frozen=True)
class DatasetColumn(Column):
    """A column of a table of datasets, the experiments that keep it, and its name in files, if that is another."""

    experiments: tuple[str, ...] = ()
    stored: str = ""

    @property
    def stored_names(self) -> tuple[str, ...]:
        """The names in files of the columns that it declares."""
        return replace(self, name=self.stored).names


def _column(
    experiments: str, name: str, dtype: str, unit: str, meaning: str, stored: str = "", variants: tuple[str, ...] = ()
) -> DatasetColumn:
    """Return the column that some experiments keep."""
    return DatasetColumn(name, dtype, unit, meaning, PUZZLES, variants, False, tuple(experiments.split(", ")), stored)


def _first(experiments: str) -> DatasetColumn:
    """Return the column of the kind of puzzle."""
    return _column(experiments, "puzzle", "category", "", "the kind of puzzle, as in all tables")


COUNTS = (
    _first(EVERY_EXPERIMENT),
    _column(EVERY_EXPERIMENT, "simple", "boolean", "",
            "whether passes of the base level solve these puzzles; missing where the counts do not say so"),
    _column(f"{RULLO}, {SEARCHES}, {KAKURO}", "passes", "float64", "passes",
            "as in all tables; missing where there are none, of polyominoes and of the experiment search always",
            "difficulty"),
    _column("kakuro study", "cells", "int32", "cells", "the number of white cells, 0 where no puzzle was found"),
    _column(ENUMERATED, "solutions", "int32", "solutions",
            "the number of solutions, so that the fillings are its products with `puzzles`"),
    _column(RULLO, "required", "int16", "cells", "the number of included cells"),
    _column(SUDOKU, "clues", "int32", "cells", "the number of givens"),
    _column("killer study", "class", "str", "",
            "`easy`, `medium` or `hard`, by the number of cages, or `none` where no puzzle was found"),
    _column(KILLER, "cages", "int32", "cages", "the number of cages, 0 where no puzzle was found"),
    _column("killer census", "single_cells", "str", "", "`some` if a cage has one cell, else `none`"),
    _column("kakuro polyominoes", "layout", "str", "", "the layout: the text of a puzzle without clues"),
    _column("kakuro polyominoes", "crossed_cells", "int32", "cells", "the cells of the layout that are in two entries"),
    _column(EVERY_EXPERIMENT, "outcome", "str", "",
            "of a Rullo `simple`, `exhaustive`, or `skipped` because passes leave more cells unknown than the guess "
            "limit; of a search `unique`, `ambiguous`, or `undecided` because it was given up; of phases `simple`, or "
            "one of these three if passes are stuck; of a Killer census "
            "`simple`, solved by alternating passes of cages and units, `exhaustive`, with one solution that these do "
            "not find, or `ambiguous`; of a Kakuro `simple`, solved by passes, `rectangular`, solved with rectangles, "
            "`exhaustive`, `ambiguous`, `undecided` if a search for solutions was given up, or `none` if no puzzle was "
            "found; of others the first level that solves the puzzle, `search`, `ambiguous` for several solutions, or "
            "`none`", "kind"),
    _column(SUDOKU, "level_passes", "float64", "passes",
            "the passes of the first level that solves these puzzles; missing where none does", "difficulty"),
    _column(KILLER, "passes_cages_first", "float64", "passes",
            "the alternating passes of cages and units, cages first; missing where they are stuck", "difficulty"),
    _column(SEARCHES, "nodes_digits", "int32", "",
            "the binary digits of the number of values that the search tried: 0 for none, 1 for one, 2 for two and "
            "three, 3 for four to seven"),
    _column(EVERY_EXPERIMENT, "puzzles", "int64", "puzzles",
            "the number of puzzles; Python's `int`, as `object`, where there are 2⁶³ or more"),
)  # fmt: skip

HARDEST = (
    _first(EVERY_EXPERIMENT),
    _column(f"{SUDOKU}, {KAKURO}, {KILLER}", "text", "str", "", "the puzzle as text", "puzzle"),
    _column(f"{RULLO}, {SEARCHES}, {KAKURO}", "passes", "float64", "passes",
            "the passes, for the solution that the puzzle was made from; of searches and phases always missing",
            "difficulty"),
    _column(KAKURO, "cells", "int64", "cells", "the number of white cells"),
    _column(KAKURO, "open_cells", "int64", "cells", "the cells that passes leave with several candidates", "unfixed"),
    _column(SEARCHES, "nodes", "int64", "values", "the values that the search tried"),
    _column(f"{RULLO}, {SEARCHES}, {KAKURO}, killer census", "outcome", "str", "", "as in the counts", "kind"),
    _column(f"{SUDOKU}, killer study", "by_level", "str", "",
            "the level by whose passes the puzzle is among the hardest; of a Killer Sudoku also `turns`, the passes of "
            "alternating cages and units, cages first", "kind"),
    _column(f"{SUDOKU}, killer study", "by_passes", "float64", "passes", "these passes", "difficulty"),
    _column("killer census", "passes_cages_first", "float64", "passes",
            "the alternating passes of cages and units, cages first", "difficulty"),
    _column(f"{RULLO}, {SEARCHES}", "numbers", "object", "", "the grid row by row, an int64 array"),
    _column(f"{RULLO}, {SEARCHES}", "row_targets", "object", "", "the targets of the rows, an int64 array"),
    _column(f"{RULLO}, {SEARCHES}", "column_targets", "object", "", "the targets of the columns, an int64 array"),
    _column(f"{RULLO}, {SEARCHES}", "solution", "object", "",
            "whether each cell is included, row by row, a bool array"),
    _column(SUDOKU, "clues", "int64", "cells", "the number of givens"),
    _column(KILLER, "cages", "int64", "cages", "the number of cages"),
)  # fmt: skip

BY_GRID = (
    _column("grids", "grid", "int32", "", "the number of the grid, from 0"),
    _column("grids", "required", "int16", "cells", "as in the counts"),
    _column("grids", "outcome", "str", "", "as in the counts", "kind"),
    _column("grids", "passes", "float64", "passes", "as in the counts", "difficulty"),
    _column("grids", "puzzles", "int64", "puzzles", "the number of puzzles of this grid"),
)  # fmt: skip

OF_EACH = (
    _first(OF_PUZZLES),
    _column(ENUMERATED, "text", "str", "", "the puzzle as text", "puzzle"),
    _column(OF_PUZZLES, "simple", "boolean", "",
            "whether passes of the base level solve the puzzle; missing where no puzzle was found"),
    _column(f"{SEARCHES}, {SUDOKU}, kakuro study, killer study", "passes", "float64", "passes",
            "the passes of the base level that solve it, averaged over both orders where there are two"),
    _column(ENUMERATED, "passes", "float64", "passes", "the same", "difficulty"),
    _column("kakuro study", "cells", INT, "cells", "the number of white cells"),
    _column(ENUMERATED, "cells", "int64", "cells", "the number of white cells"),
    _column(SEARCHES, "open_cells", "int32", "cells", "the cells that lines alone leave", "unfixed"),
    _column("kakuro study", "open_cells", INT, "cells",
            "the cells that passes leave with several candidates", "unfixed"),
    _column(ENUMERATED, "open_cells", "int64", "cells", "the same", "unfixed"),
    _column(SEARCHES, "solutions", "int32", "solutions", "the solutions found, at most as many as were searched for"),
    _column("kakuro study", "solutions", INT, "solutions", "1, or 2 for several"),
    _column("killer study", "solutions", INT, "solutions",
            "1, or 2 for several; then the passes and all that comes after `draws_ambiguous` are missing"),
    _column(SEARCHES, "nodes", "int32", "values", "the values that the search tried"),
    _column("kakuro study", "nodes", INT, "nodes", "the nodes of the search for solutions"),
    _column("killer study", "nodes", INT, "digits",
            "the digits that the search for solutions tried; on grids larger than 9×9 it filters with the level that "
            "the puzzle was generated for"),
    _column(SUDOKU, "shard", "int32", "", "the number of the shard; puzzles of different shards are independent"),
    _column(SUDOKU, "clues", "int16", "cells", "the number of givens"),
    _column(SUDOKU, "weight", "float64", "",
            "the natural logarithm of the number of minimal puzzles that the puzzle stands for; missing where that is "
            "unknown"),
    _column(SUDOKU, "passes_{}", "int16 or float64", "passes",
            "the passes in which each level solves the puzzle; missing where it is stuck", "{}", SUDOKU_LEVELS),
    _column(f"{SEARCHES}, {KAKURO}", "outcome", "str", "", "as in the counts", "kind"),
    _column(SEARCHES, "passes_columns_first", INT, "passes", "the passes, columns first; missing where they are stuck",
            "columns_first"),
    _column(SEARCHES, "passes_rows_first", INT, "passes", "the passes, rows first; missing where they are stuck",
            "rows_first"),
    _column("kakuro census", "orders", "int64", "puzzles",
            "the puzzles that orders of its rows and columns make of it, itself included"),
    _column("kakuro polyominoes", "layout", "str", "", "as in the counts"),
    _column("kakuro study", "grade", "str", "",
            "the first of `setup`, `P2`, ... `P9` that solves the puzzle, or `stuck`; missing where no puzzle was "
            "found"),
    _column("kakuro study", "entries", INT, "entries", "the number of entries"),
    _column("kakuro study", "passes_across_first", INT, "passes",
            "the passes, entries across first; until they are stuck, if they are", "across_first"),
    _column("kakuro study", "passes_down_first", INT, "passes", "the passes, entries down first", "down_first"),
    _column("kakuro study", "layouts", "int32", "layouts", "the layouts that were tried"),
    _column("kakuro study", "digits", "str", "",
            "the digits of the solution, of a puzzle with several solutions those that it was made of, row by row, 0 "
            "for a black cell; missing where no puzzle was found. `Kakuro.from_digits` makes the puzzle of them, row "
            "by row"),
    _column("killer study", "class", "str", "",
            "`easy`, `medium` or `hard`; this and all but `draws` are missing where no puzzle was found"),
    _column("killer study", "cages", INT, "cages", "the number of cages"),
    _column("killer study", "single_cell_cage_count", INT, "cages", "the cages of one cell", "single_cell_cages"),
    _column("killer study", "largest_cage", INT, "cells", "the cells of the largest cage"),
    _column("killer study", "cages_in_several_boxes", INT, "cages", "the cages that lie in several boxes"),
    _column("killer study", "draws", "int32", "draws",
            "the layouts of cages that were drawn, or with the method `unique` the grids that were filled"),
    _column("killer study", "draws_cut_off", INT, "draws", "those given up because no cage could reach some cell"),
    _column("killer study", "draws_with_repeats", INT, "draws", "those given up because a cage had a digit twice"),
    _column("killer study", "draws_ambiguous", INT, "draws", "those given up because they had several solutions"),
    _column("killer study", "passes_cages_first", INT, "passes", "the alternating passes; missing where they are stuck",
            "cages_first"),
    _column("killer study", "strategy_passes", INT, "sweeps",
            "the sweeps of M. Gordon's solver over the grid; his strategies are defined on grids of any size, and on "
            "diagonals as on rows"),
    _column("killer study", "strategy_count_{}", INT, "uses", "how often that solver used each strategy",
            variants=STRATEGIES),
    _column("killer study", "eliminated_by_{}", INT, "candidates", "the candidates that each strategy eliminated",
            variants=STRATEGIES),
    _column("killer study", "solved_cells_{}", INT, "cells", "the cells that each level solves",
            variants=KILLER_LEVELS),
    _column("killer study", "passes_{}", INT, "passes",
            "the passes in which each level solves the puzzle; missing where it is stuck", variants=KILLER_LEVELS),
    _column("killer study", "solved_cells_G_without_{}", INT, "cells",
            "the cells that `G` solves without one of its strategies", variants=("combinations", *STRATEGIES)),
    _column("killer study", "solved_cells_CG_without_{}", INT, "cells",
            "the cells that `CG` solves without one of its strategies", variants=STRATEGIES),
    _column("killer study", "solved_cells_OW_without_{}", INT, "cells",
            "the cells that `OW` solves without one of its parts", variants=PARTS),
)  # fmt: skip

PARAMETERS = (
    _column(EVERY_EXPERIMENT, "experiment", "str", "", "the experiment"),
    _column(f"{RULLO}, {SEARCHES}", "height", "int64", "cells", "the height of the grid"),
    _column(f"{RULLO}, {SEARCHES}", "width", "int64", "cells", "the width of the grid"),
    _column(f"{RULLO}, {SEARCHES}", "values", "object", "", "the list of numbers that the grid may hold"),
    _column("grids", "grids", "int64", "grids", "the number of grids"),
    _column("kakuro study, kakuro census", "size", "str", "cells", "the rows and columns, such as `8x8`"),
    _column("kakuro study", "black", "float64", "", "the share of black cells"),
    _column("kakuro study", "symmetry", "str", "", "the symmetry of the layout"),
    _column("kakuro study", "longest", "int64", "cells", "the most cells of an entry"),
    _column("kakuro study", "max_tries", "int64", "layouts", "the most layouts that are tried for a puzzle"),
    _column("kakuro study, killer study", "method", "str", "", "how puzzles are generated"),
    _column("killer study", "cages", "object", "cages", "the least and the greatest number of cages, a list"),
    _column("killer study", "ungrowable", "int64", "cages", "the cages that stay single cells"),
    _column(SUDOKU, "side", "int64", "cells", "the rows of the grid"),
    _column(f"sample, {SEARCHES}, {SUDOKU}, kakuro study, killer study", "count", "int64", "puzzles",
            "the number of puzzles"),
    _column(f"grids, sample, {SEARCHES}, {SUDOKU}, kakuro study, killer study", "seed", "int64", "", "the random seed"),
    _column(SEARCHES, "included", "float64", "", "the probability that a cell is included"),
    _column("search", "max_solutions", "int64", "solutions", "the most solutions that are searched for"),
    _column(SEARCHES, "max_nodes", "int64", "values", "the most values that a search tries"),
    _column("kakuro polyominoes", "cells", "int64", "cells", "the number of white cells"),
    _column("kakuro polyominoes", "crossed", "str", "",
            "`all` if all cells of a layout are in two entries, else `any`"),
    _column("killer census", "box", "str", "cells", "the height and width of a box"),
    _column("killer census", "cage_sizes", "str", "cells",
            "the least and the greatest number of cells of a cage, such as `2-4`"),
    _column("sample", "guess_limit", "int64", "cells", "puzzles of which passes leave more cells unknown are skipped"),
    _column(SUDOKU, "level", "str", "",
            "givens are removed as long as this level solves the puzzle, or there is `one-solution`"),
    _column("sudoku study", "order", "str", "", "the order in which givens are removed"),
    _column("sudoku study", "symmetry", "str", "", "the symmetry of the givens"),
)  # fmt: skip
"""The columns of the table of parameters, in no order."""

USUAL = (
    _column("killer study", "size", "int64", "cells", "the rows of the grid; 9 if usual"),
    _column("killer study", "box", "str", "cells",
            "the height and width of a box, such as `3x2`; as square as possible if usual"),
    _column("killer study", "cage_sizes", "str", "cells",
            "the least and the greatest number of cells of a cage of several cells, such as `2-4`; up to 9 if usual"),
    _column("killer study", "single_cell_cages", "str", "cages",
            "the least and the greatest number of cages of one cell that are allowed, such as `0-3`; none if usual"),
    _column("killer study", "diagonals", "bool", "", "whether both long diagonals have all digits, too"),
    _column("killer study", "spread", "str", "", "where cages begin"),
    _column("killer study", "symmetry", "str", "", "the symmetry of the cages"),
    _column("killer study", "level", "str", "", "the first level that solves each puzzle; any if usual"),
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

ORDER = tuple(types_of(FIRST_COLUMNS))
"""The order of the columns that tables of all kinds begin with."""


def columns_of(table: str, experiment: str) -> tuple[DatasetColumn, ...]:
    """Return the columns of a table of datasets of an experiment, in order."""
    return tuple(column for column in TABLES[table] if {EVERY_EXPERIMENT, experiment} & {*column.experiments})


def stored_names(table: str, experiment: str) -> dict[str, str]:
    """Return the names in files of the columns of a table that have another there.

    >>> stored_names("by_grid", "grids")
    {'outcome': 'kind', 'passes': 'difficulty'}
    """
    renamed = [column for column in columns_of(table, experiment) if column.stored]
    return {name: stored for column in renamed for name, stored in zip(column.names, column.stored_names, strict=True)}
