"""Puzzles related to Rullo: Kakuro on Latin squares, and the line sums of Nonograms (thesis, section 3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import factorial

import pandas as pd

from rullo_core.errors import BadInput
from rullo_core.rullo.puzzle import Grid, Rullo, Solution
from rullo_core.rullo.solver import is_simple

LARGEST_COUNTED = 4
"""Largest side of Latin squares that are counted one by one: there are 161,280 of 5x5, and 812,851,200 of 6x6."""

LARGEST_PICTURES = 4
"""Largest side of pictures that are enumerated: there are 33,554,432 of 5x5."""


def latin_square(n: int) -> Grid:
    """Return the Latin square of 1 to n in which every row is the one above, shifted by one."""
    return tuple(tuple((r + c) % n + 1 for c in range(n)) for r in range(n))


def latin_rullo(n: int) -> Rullo:
    """Return the Rullo on a Latin square whose solution includes every cell (thesis, Figure 7)."""
    targets = (n * (n + 1) // 2,) * n
    return Rullo(latin_square(n), targets, targets)


def keeps_kakuro_s_rules(grid: Grid, row_targets: tuple[int, ...], column_targets: tuple[int, ...]) -> bool:
    """Return whether digits 1 to 9 add up to the target-sums, with no digit twice in a line."""
    lines = [*zip(grid, row_targets, strict=True), *zip(zip(*grid, strict=True), column_targets, strict=True)]
    return all(
        sum(line) == target and len(set(line)) == len(line) and all(1 <= digit <= 9 for digit in line)
        for line, target in lines
    )


def kakuro_solutions(row_targets: tuple[int, ...], column_targets: tuple[int, ...]) -> Iterator[Grid]:
    """Generate every way to fill an empty grid by the rules of Kakuro, cell by cell."""
    height, width = len(row_targets), len(column_targets)

    def extend(cells: tuple[int, ...]) -> Iterator[Grid]:
        r, c = divmod(len(cells), width)
        if r == height:
            yield tuple(cells[i : i + width] for i in range(0, len(cells), width))
            return
        row, column = cells[r * width :], cells[c::width]
        for digit in range(1, 10):
            if digit in row or digit in column:
                continue
            rest, across = row_targets[r] - sum(row) - digit, column_targets[c] - sum(column) - digit
            if rest < 0 or across < 0 or (c == width - 1 and rest) or (r == height - 1 and across):
                continue
            yield from extend((*cells, digit))

    return extend(())


def latin_table(largest: int = 9) -> pd.DataFrame:
    """Tabulate the Latin squares of side 2 to `largest` as Rullos and as Kakuros; not all solutions are counted."""
    if largest > 9:
        raise BadInput(f"a Latin square of side {largest} needs more digits than Kakuro has; take at most 9")
    rows = {}
    for n in range(2, largest + 1):
        rullo = latin_rullo(n)
        everything: Solution = ((True,) * n,) * n
        both = rullo.is_solved_by(everything) and keeps_kakuro_s_rules(
            rullo.numbers, rullo.row_targets, rullo.column_targets
        )
        count = None
        if n <= LARGEST_COUNTED:
            count = sum(1 for _ in kakuro_solutions(rullo.row_targets, rullo.column_targets))
        rows[n] = [rullo.row_targets[0], both, is_simple(rullo), count]
    columns = ["target-sum", "kept by both", "Rullo simple", "Kakuro solutions"]
    frame = pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("side")
    return frame.astype({"Kakuro solutions": "Int64"})


def pictures(height: int, width: int) -> Iterator[Solution]:
    """Generate every black-and-white picture of a size."""
    for cells in product((False, True), repeat=height * width):
        yield tuple(cells[r * width : (r + 1) * width] for r in range(height))


def line_sums(picture: Solution) -> Rullo:
    """Return the Rullo over {1} whose targets are the numbers of black cells in the lines of a picture."""
    return Rullo.from_solution([[1] * len(row) for row in picture], picture)


def runs_of(line: tuple[bool, ...]) -> tuple[int, ...]:
    """Return the lengths of the runs of black cells, which a Nonogram prints for a line."""
    lengths = [0]
    for black in line:
        if black:
            lengths[-1] += 1
        elif lengths[-1]:
            lengths.append(0)
    return tuple(length for length in lengths if length)


def clues(picture: Solution) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the Nonogram of a picture: the runs of its rows and of its columns."""
    return tuple(map(runs_of, picture)), tuple(map(runs_of, zip(*picture, strict=True)))


def nested(picture: Solution) -> bool:
    """Return whether of any two rows one has all the black cells of the other, so that no rectangle can be flipped."""
    rows = [{c for c, black in enumerate(row) if black} for row in picture]
    return all(one <= other or other <= one for one in rows for other in rows)


def poly_bernoulli(n: int, k: int) -> int:
    """Return the poly-Bernoulli number of n with index -k: the number of n x k pictures that their sums determine.

    Such pictures are called lonesum matrices (C. Brewbaker, A combinatorial interpretation of the poly-Bernoulli
    numbers and two Fermat analogues, Integers 8, 2008). They are the unique solutions of Rullos over a single number.

    Parameters
    ----------
    n, k : int
        Height and width, in cells.

    Returns
    -------
    int
        The number of pictures.

    Examples
    --------
    >>> import rullo_core as rc
    >>> rc.rullo.studies.poly_bernoulli(2, 2)
    14
    """

    def partitions(m: int, parts: int) -> int:
        """Ways to partition m things into so many parts: Stirling numbers of the second kind."""
        if m == 0 or parts == 0:
            return int(m == parts)
        return parts * partitions(m - 1, parts) + partitions(m - 1, parts - 1)

    return sum(factorial(m) ** 2 * partitions(n + 1, m + 1) * partitions(k + 1, m + 1) for m in range(min(n, k) + 1))


def uniqueness_table(largest: int = 4) -> pd.DataFrame:
    """Count the square pictures that their line sums determine, and those that their Nonogram determines."""
    if largest > LARGEST_PICTURES:
        raise BadInput(f"pictures of {largest}x{largest} are too many to enumerate; take at most {LARGEST_PICTURES}")
    rows = {}
    for n in range(1, largest + 1):
        all_of_them = list(pictures(n, n))
        by_sums, by_clues = {}, {}  # type: ignore[var-annotated]
        for picture in all_of_them:
            puzzle = line_sums(picture)
            by_sums.setdefault((puzzle.row_targets, puzzle.column_targets), []).append(picture)
            by_clues.setdefault(clues(picture), []).append(picture)
        unique = [same[0] for same in by_sums.values() if len(same) == 1]
        rows[n] = [
            len(all_of_them),
            len(unique),
            sum(map(nested, all_of_them)),
            poly_bernoulli(n, n),
            sum(len(same) == 1 for same in by_clues.values()),
        ]
    columns = ["pictures", "Rullo unique", "nested", "poly-Bernoulli", "Nonogram unique"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("side")


def smallest_ambiguous() -> list[tuple[Solution, Rullo]]:
    """Return the two pictures of 2x2 with the same sums, each with its Rullo."""
    return [
        (picture, line_sums(picture)) for picture in (((True, False), (False, True)), ((False, True), (True, False)))
    ]
