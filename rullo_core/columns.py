"""The columns of tables of puzzles, declared once: their order, types and units, what they mean, and which puzzles have
them.

Tables of ratings, of generated puzzles, of datasets and of sweeps begin with the same columns, `FIRST_COLUMNS`, with
the same meaning for every kind of puzzle. The types of tables, the cards beside files and the page of columns follow.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

PUZZLES = ("rullo", "kakuro", "killer", "sudoku")
"""The kinds of puzzles, in the order in which tables have them."""

MARK = "{}"
"""The placeholder for a level or strategy in the name of a column."""


@dataclass(frozen=True)
class Column:
    """A column: its name, its type in a table, its unit, and what it means; and the puzzles that have it.

    A name with `MARK` is that of several columns, one for each of its `variants`. A column that `is_costly` is
    computed only if it is asked for.
    """

    name: str
    dtype: str
    unit: str
    meaning: str
    puzzles: tuple[str, ...] = PUZZLES
    variants: tuple[str, ...] = ()
    is_costly: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns that it declares."""
        if MARK not in self.name:
            return (self.name,)
        return tuple(self.name.replace(MARK, variant) for variant in self.variants)


FIRST_COLUMNS = (
    Column("puzzle", "category", "", "the kind of puzzle: `rullo`, `kakuro`, `killer` or `sudoku`"),
    Column("text", "str", "", "the puzzle as text"),
    Column(
        "simple", "boolean", "",
        "whether passes of the base level fix every cell: of all that each line of a Rullo (`lines`), each entry of a "
        "Kakuro (`G`), each cage and unit of a Killer Sudoku (`CA`) or each unit of a Sudoku (`gac`) implies by "
        "itself; missing if a limit ended them",
    ),
    Column(
        "level", "str", "",
        "the first level that solves the puzzle, or `search`; for Killer Sudokus also `shave`, where trying "
        "each candidate at the strongest level is enough; missing if there is no solution, or none was found within "
        "the limits",
    ),
    Column(
        "passes", "float64", "passes",
        "the passes of the base level until every cell is fixed, averaged over the orders in which groups of units can "
        "take turns, as in the thesis; for an exhaustive Rullo iterations and passes with the best guesses; missing "
        "where it is not defined",
    ),
    Column("cells", "int64", "cells", "the cells to fill: numbers of a Rullo, white cells, cells without a given"),
    Column(
        "open_cells", "Int64", "cells",
        "those that passes of the base level leave unfixed; missing if they show that there is no solution",
    ),
    Column("solutions", "Int64", "solutions", "the number of solutions found, at most `max_solutions`"),
    Column(
        "nodes", "Int64", "values",
        "the values that the search for solutions tried; missing if no search was needed, or it did not count them",
    ),
    Column("complete", "boolean", "", "whether there are no other solutions; missing if that is not known"),
    Column("size", "str", "cells", "height and width, such as `9x9`; of a Kakuro without the row and column for clues"),
)  # fmt: skip
"""The first columns of all tables of puzzles. A table of counts has the columns by which puzzles are counted."""

LAST_RATING_COLUMNS = (
    Column(
        "bound", "str", "",
        "the limit that left something undecided: `nodes`, `seconds`, `states` or `max_solutions`; missing if none did",
    ),
    Column("name", "str", "", "the puzzle's name; empty if it has none"),
)  # fmt: skip
"""What ratings of all kinds have beyond them."""

RATING_COLUMNS = (*FIRST_COLUMNS, *LAST_RATING_COLUMNS)
"""The columns that ratings of all kinds of puzzles have."""

ALWAYS = ("puzzle", "size", "name")
"""Columns that a table of ratings always has."""

SCALE_COLUMNS = (
    Column("g1", "boolean", "",
           "whether each constraint by itself, until nothing changes, fixes every cell (*G1*): each line of a Rullo, "
           "each entry of a Kakuro, each cage and unit of a Killer Sudoku, each unit of a Sudoku; this and the next "
           "ones are missing if a limit ended them, or a Rullo has another operation than the sum", is_costly=True),
    Column("g2", "boolean", "",
           "the same with every two constraints that share two cells or more, together (*G2*); of Rullos and Kakuros "
           "there are none", is_costly=True),
    Column("s", "boolean", "",
           "whether every cell is fixed if values go whose assumption leads each constraint by itself to a "
           "contradiction (*S*)", is_costly=True),
    Column("depth", "Int64", "rounds",
           "the least number of parallel rounds after an assumption, the last one with the contradiction, with which "
           "*S* fixes every cell; 0 if *G1* does; missing if *S* does not", is_costly=True),
    Column("w", "Int64", "steps",
           "the length of the longest whip, a chain of constraints from a value to a contradiction, that is needed if "
           "the shortest are always taken; 0 if *G1* fixes every cell; missing if whips of 5 do not, or a search for "
           "one meets more chains than the limit of `states` allows, 8,192 by default", is_costly=True),
)  # fmt: skip
"""How far constraints get, on one scale for all kinds of puzzles."""

REQUIRED = Column(
    "required", "Int64", "cells",
    "the included cells of the solution; missing if solutions differ in it, or there is none", ("rullo",),
)  # fmt: skip

GRADE = Column(
    "grade", "str", "",
    "the first of `setup`, `P2`, … `P9` that solves the puzzle, where `Pk` considers all combinations of entries of up "
    "to *k* cells (Simonis, section 9); `stuck` if none does; missing if there is no solution",
    ("kakuro",),
)  # fmt: skip

ENTRIES = Column("entries", "int64", "entries", "the number of entries", ("kakuro",))
CAGES = Column("cages", "int64", "cages", "the number of cages", ("killer",))
CLUES = Column("clues", "int64", "cells", "the number of givens", ("sudoku",))

ORDERS = (
    Column("passes_columns_first", "Int64", "passes",
           "the passes of the base level if columns come first; missing where they are stuck", ("rullo",)),
    Column("passes_rows_first", "Int64", "passes", "the same if rows come first", ("rullo",)),
    Column("passes_across_first", "Int64", "passes",
           "the passes of the base level until the puzzle is solved, or stuck, if entries across come first; missing "
           "if there is no solution", ("kakuro",)),
    Column("passes_down_first", "Int64", "passes", "the same if entries down come first", ("kakuro",)),
    Column("passes_cages_first", "Int64", "passes",
           "the passes of the base level if cages and units (rows, columns, boxes) take turns, cages first; missing "
           "where they are stuck", ("killer",)),
    Column("passes_units_first", "Int64", "passes", "the same if units come first", ("killer",)),
)  # fmt: skip
"""The passes in each order in which groups of units can take turns; a Sudoku has one group."""

LEVEL_PASSES = Column(
    "level_passes", "Int64", "passes", "the passes of `level`; missing if no level solves the puzzle",
    ("killer", "sudoku"),
)  # fmt: skip

KIND_COLUMNS = (
    REQUIRED,
    *ORDERS[:2],
    GRADE,
    *ORDERS[2:4],
    ENTRIES,
    CAGES,
    *ORDERS[4:],
    CLUES,
    LEVEL_PASSES,
    Column("passes_{}", "Int64", "passes",
           "the passes of each level that deduce anything, whether they solve the puzzle or not; missing if the level "
           "shows that there is no solution", ("killer",)),
    Column("solved_cells_{}", "Int64", "cells", "the cells that each level solves; missing likewise", ("killer",)),
    Column("candidates_{}", "Int64", "candidates",
           "the candidates of all cells together that each level leaves; missing likewise", ("killer",)),
    Column("passes_{}", "Int64", "passes",
           "the passes in which each level solves the puzzle; missing where it is stuck", ("sudoku",)),
    Column("passes_pairs", "Int64", "passes", "the same with singles and subsets of two cells only", ("sudoku",)),
    Column("passes_after_first", "Int64", "passes",
           "the passes of `level` that remain after all digits of the first pass that solves a cell are written; "
           "missing if no level solves the puzzle", ("sudoku",), is_costly=True),
    Column("strategy_count_{}", "int64", "uses",
           "how often each strategy is used if the simplest one that deduces anything is always taken, on all units at "
           "once", ("sudoku",), is_costly=True),
    Column("strategies_weighted", "float64", "",
           "the sum over these uses of a weight that doubles with each strategy, from 1, and grows by a tenth with "
           "each earlier use of the same one; missing where they are stuck", ("sudoku",), is_costly=True),
    Column("forced_cells", "float64", "cells",
           "the cells in which singles force a digit, averaged over the positions on the way to the solution; missing "
           "if none is forced", ("sudoku",), is_costly=True),
    Column("forced_cells_early", "float64", "cells", "the same over the first 20 positions", ("sudoku",),
           is_costly=True),
    Column("units_to_spare", "Int64", "units",
           "the rows, columns and boxes that singles can each do without; missing if singles do not solve the puzzle",
           ("sudoku",), is_costly=True),
    Column("finishing_cells", "Int64", "cells",
           "the empty cells whose digit, once known, lets singles finish the puzzle; missing unless it has one "
           "solution",
           ("sudoku",), is_costly=True),
)  # fmt: skip
"""The columns of ratings that only some kinds of puzzles have."""

GENERATED_COLUMNS = (
    replace(REQUIRED, dtype="int64", meaning="the included cells of the solution"),
    *ORDERS[:2],
    Column("climbed", "bool", "", "whether it was found by hill climbing, and is no random one of its kind",
           ("rullo",)),
    GRADE,
    *ORDERS[2:4],
    ENTRIES,
    Column("method", "str", "", "the method that chose the clues", ("kakuro",)),
    Column("tries", "int64", "layouts", "the number of layouts that were tried", ("kakuro",)),
    CAGES,
    *ORDERS[4:],
    CLUES,
    LEVEL_PASSES,
    Column("tries", "int64", "grids", "the number of grids that were filled", ("killer", "sudoku")),
    Column("moves", "int64", "cells", "the number of cells that were moved to another cage on the last grid",
           ("killer",)),
    Column("splits", "int64", "cages", "the number of cages that were split on the last grid", ("killer",)),
    Column("climbed", "bool", "", "whether it was found by hill climbing", ("sudoku",)),
)  # fmt: skip
"""The columns of generated puzzles that only some kinds have."""

LAST_GENERATED_COLUMNS = (
    Column("solution", "object", "",
           "the solution that it was made from, row by row: digits; of a Rullo 1 for an included cell"),
    Column("seed", "uint64", "", "the seed of the stream"),
    Column("index", "uint64", "", "the index in the stream, from 0"),
)  # fmt: skip
"""The last columns of generated puzzles."""

STEP_COLUMNS = (
    FIRST_COLUMNS[0],
    Column("index", "int64", "", "the number of the puzzle, from 0"),
    Column("step", "int64", "", "the number of the step, from 1"),
    Column("pass", "Int64", "passes", "the pass that the step belongs to, from 1; missing for a guess"),
    Column("guesses", "int64", "guesses", "the number of guesses up to this step; 0 before the first"),
    Column("group", "str", "", "the units that take their turn in that pass, such as `columns`; `guess` for a guess"),
    Column("unit", "str", "",
           "the unit that the step follows from, such as `row 2`; empty for a guess and for a pass that eliminates "
           "nothing"),
    Column("row", "Int64", "", "the row of the cell, from 1; missing for a pass that eliminates nothing"),
    Column("column", "Int64", "", "the column of the cell, from 1; missing likewise"),
    Column("candidates", "str", "", "the candidates that the cell keeps, with blanks between them"),
    Column("value", "Int64", "", "the value of the cell, if the step leaves one candidate"),
    Column("reason", "str", "", "the step in a sentence"),
)  # fmt: skip
"""The columns of steps to the solutions of puzzles. A table of the steps of one puzzle begins with the third."""

SWEEP_COLUMNS = (
    FIRST_COLUMNS[0],
    Column("point", "int64", "", "the number of the point, from 1"),
    Column("each parameter but `count`", "int64, float64, str or category", "",
           "its value; a size, a range or bounds as text, ordered by its numbers; of several experiments, one that "
           "only some of them have as text, and empty for the others"),
    Column("rows", "int64", "cells", "the rows of the grid, where parameters determine them"),
    Column("columns", "int64", "cells", "the columns of the grid, where parameters determine them"),
    Column("grid_cells", "int64", "cells", "the cells of the grid, black ones included"),
    Column("values_low", "int64", "", "the least number that the grid of a Rullo may hold"),
    Column("values_high", "int64", "", "the greatest number that it may hold"),
    Column("outcome", "str", "", "the outcome by which the experiment counts puzzles, as in `counts`"),
    Column("simple", "boolean", "",
           "whether passes of the base level solve the puzzles of the outcome; missing where it does not say so"),
    Column("puzzles", "int64", "puzzles", "the puzzles of the outcome"),
    Column("total", "int64", "puzzles", "the puzzles of the point"),
    Column("share", "float64", "", "the share of the outcome in the puzzles of the point"),
    Column("share_error", "float64", "",
           "its standard error; that of a share moved half a puzzle towards one half, so that it is not 0 where the "
           "share is 0 or 1; missing for fewer than 10 grids that were drawn"),
    Column("rated", "int64", "puzzles", "the puzzles of the outcome whose passes are known"),
    Column("mean_passes", "float64", "passes",
           "their mean `passes`; missing if there are none; of Sudokus, `mean_level_passes` is that of `level_passes` "
           "in its place"),
    Column("mean_passes_error", "float64", "passes",
           "its standard error; missing for fewer than 10 puzzles or grids that were drawn"),
    Column("greatest_passes", "float64", "passes", "the most passes"),
    Column("predicted_share", "float64", "",
           "of sweeps with phases: the share of `simple` puzzles that is predicted from single lines and small sets of "
           "cells; of other outcomes, and other experiments, missing"),
    Column("predicted_error", "float64", "", "its standard error, as far as it comes from random boards"),
    Column("predicted_passes", "float64", "passes", "the predicted mean passes of simple puzzles"),
)  # fmt: skip
"""The columns of a sweep."""

RENAMED = {
    "kind": "simple, level and solutions",
    "difficulty": "passes",
    "unknown": "open_cells",
    "unfixed": "open_cells",
    "columns_first": "passes_columns_first",
    "rows_first": "passes_rows_first",
    "across_first": "passes_across_first",
    "down_first": "passes_down_first",
    "cages_first": "passes_cages_first",
    "units_first": "passes_units_first",
}
"""Columns of version 1, with what says the same now."""


def types_of(columns: Iterable[Column]) -> dict[str, str]:
    """Return columns by name, with their types."""
    return {name: column.dtype for column in columns for name in column.names}


SCALE_TYPES = types_of(SCALE_COLUMNS)
"""The names of `SCALE_COLUMNS`, with their types."""


def meanings_of(columns: Iterable[Column]) -> dict[str, str]:
    """Return columns by name, with their meanings."""
    return {name: column.meaning for column in columns for name in column.names}


def own_of(puzzle: str, **variants: Collection[str]) -> tuple[Column, ...]:
    """Return the columns of ratings that only some kinds of puzzles have, for one of these.

    What takes the place of `MARK` is given by the beginning of the name, as in ``passes=LEVELS``.
    """
    return tuple(
        replace(column, variants=tuple(variants[column.name.removesuffix(f"_{MARK}")]))
        if MARK in column.name
        else column
        for column in KIND_COLUMNS
        if puzzle in column.puzzles
    )


def made_of(puzzle: str) -> tuple[Column, ...]:
    """Return the columns of generated puzzles of a kind, in order."""
    return (
        *FIRST_COLUMNS,
        *(column for column in GENERATED_COLUMNS if puzzle in column.puzzles),
        *LAST_GENERATED_COLUMNS,
    )


def type_of_puzzles(kinds: Iterable[str]) -> pd.CategoricalDtype:
    """Return the type of a column of kinds of puzzles: all of `PUZZLES`, and after them others, such as in tests."""
    import pandas as pd

    return pd.CategoricalDtype([*dict.fromkeys([*PUZZLES, *kinds])])


def as_types(frame: pd.DataFrame, types: Mapping[str, str], puzzle: str) -> pd.DataFrame:
    """Return a table with the types of its columns, the kind of puzzle as one of all kinds."""
    kinds = type_of_puzzles([puzzle])
    dtypes = {name: kinds if kind == "category" else kind for name, kind in types.items() if kind != "object"}
    return frame.astype(dtypes)
