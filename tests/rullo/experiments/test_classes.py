"""Classes of grids that behave alike, compared with all grids and with Burnside's lemma."""

from fractions import Fraction
from functools import cache
from itertools import permutations, product

import numpy as np
import pytest

from rullo_core.rullo.experiments import classes as module
from rullo_core.rullo.experiments.classes import are_counted, classes_of, grids_like, lines_of, reduced_grids
from rullo_core.rullo.kernels.counting.classes import Lines
from rullo_core.rullo.kernels.counting.weighted import Orders, automorphisms, moved
from rullo_core.rullo.kernels.lines.board import difficulty_after_stall, solve_by_lines, tables_of, turn
from rullo_core.rullo.kernels.lines.guesses import difficulty_with_memory, empty_memory, forget

SMALL = [(2, 2, (1, 2, 3)), (2, 3, (1, 2, 3)), (3, 2, (0, 1, 2)), (2, 3, (-2, 1, 2)), (3, 3, (1, 2)), (2, 4, (1, 3))]


@cache
def pattern(numbers):
    """Return which subsets have equal sums, independently of the package; subsets with a hole are left out."""
    subsets = [
        choices
        for choices in product((False, True), repeat=len(numbers))
        if all(number or not is_included for number, is_included in zip(numbers, choices, strict=True))
    ]
    sums = [sum(n for n, is_included in zip(numbers, choices, strict=True) if is_included) for choices in subsets]
    return tuple(subsets), tuple(sums.index(total) for total in sums)


def key(grid, has_every_number):
    """Return the least key of a grid over all orders of rows and columns."""
    height, width = grid.shape
    return has_every_number, min(
        tuple(pattern(tuple(row)) for row in moved_grid) + tuple(pattern(tuple(column)) for column in moved_grid.T)
        for rows in permutations(range(height))
        for columns in permutations(range(width))
        for moved_grid in (grid[np.ix_(rows, columns)],)
    )


@pytest.mark.parametrize(("height", "width", "values"), SMALL)
def test_classes_contain_every_grid_once(height, width, values):
    """Compare with an enumeration of all grids by the patterns of their lines.

    A class of square grids is two, where its grids are not like their transposed ones.
    """
    classes = classes_of(height, width, values, 2)
    expected, counts = {}, {}
    for numbers in product(values, repeat=height * width):
        grid_key = key(np.array(numbers).reshape(height, width), set(numbers) == set(values))
        expected[grid_key] = expected.get(grid_key, 0) + 1
    representatives = zip(classes.digits, classes.every_number, classes.weights, classes.transposed, strict=True)
    for digits, every_number, weight, transposed in representatives:
        grid = np.array(values)[digits].reshape(height, width)
        for oriented, grids in ((grid, weight), (grid.T, transposed)):
            if grids:
                grid_key = key(oriented, bool(every_number))
                counts[grid_key] = counts.get(grid_key, 0) + int(grids)
    assert counts == expected
    assert classes.transposed.any() == (height == width)


@pytest.mark.parametrize(("height", "width", "values"), SMALL)
def test_classes_do_not_depend_on_threads(height, width, values):
    single, parallel = (classes_of(height, width, values, threads) for threads in (1, 5))
    for name in ("digits", "every_number", "weights", "transposed"):
        assert np.array_equal(getattr(single, name), getattr(parallel, name))


def cycles(order):
    remaining, number = set(order), 0
    while remaining:
        element, number = min(remaining), number + 1
        while element in remaining:
            remaining.discard(element)
            element = order[element]
    return number


def burnside(height, width, numbers):
    """Count grids up to row and column order, and transposition: the mean number of fixed points (Burnside)."""
    cells = np.arange(height * width).reshape(height, width)
    total = moves = 0
    for grid in (cells, cells.T) if height == width else (cells,):
        for rows in permutations(range(height)):
            for columns in permutations(range(width)):
                total += numbers ** cycles(grid[np.ix_(rows, columns)].ravel().tolist())
                moves += 1
    return Fraction(total, moves)


@pytest.mark.parametrize(
    ("height", "width", "values"),
    [
        (2, 2, (1, 2, 3)),
        (2, 3, (1, 2, 4)),
        (3, 2, (1, 2, 4)),
        (3, 3, (1, 2)),
        (3, 3, (1, 2, 4)),
        (4, 4, (1, 2)),
        (2, 6, (1, 2)),
    ],
)
def test_number_of_orbits_matches_burnside_s_lemma(height, width, values, monkeypatch):
    """If every line counts as a pattern of its own, the classes are the orbits of the symmetry group."""

    def each_its_own(values, cells):
        return Lines(np.arange(len(values) ** cells), len(values) ** cells)

    monkeypatch.setattr(module, "lines_of", each_its_own)
    classes_of.cache_clear()
    classes = classes_of(height, width, values, 2)
    classes_of.cache_clear()
    assert len(classes) == burnside(height, width, len(values))
    assert classes.weights.sum() + classes.transposed.sum() == len(values) ** (height * width)


def test_number_of_patterns_of_short_lines():
    """Three positive numbers have 11, whatever the range; two numbers have 4, and 2 if they are positive."""
    for largest in (4, 9, 15):
        assert lines_of(tuple(range(1, largest + 1)), 3).kinds == 11
    assert lines_of((1, 2, 3), 2).kinds == 2
    assert lines_of((-2, -1, 1, 2), 2).kinds == 3


@pytest.mark.parametrize(("values", "cells"), [((1, 2, 3), 3), ((-1, 0, 1), 3), ((0, 2, 3, 5), 2), ((1, 2), 5)])
def test_lines_have_equal_patterns_if_and_only_if_their_equal_sums_agree(values, cells):
    lines = lines_of(values, cells)
    by_pattern = {}
    for code, numbers in enumerate(product(values, repeat=cells)):
        by_pattern.setdefault(pattern(numbers), set()).add(int(lines.patterns[code]))
    assert all(len(kinds) == 1 for kinds in by_pattern.values())
    assert len(by_pattern) == len(set.union(*by_pattern.values())) == lines.kinds


def test_classes_of_3x3_stand_for_all_combinations_of_patterns():
    """For all grids over 1-5, numpy finds as many combinations of six patterns as the classes represent."""
    lines = lines_of((1, 2, 3, 4, 5), 3)
    grids = np.array(np.unravel_index(np.arange(5**9), (5,) * 9)).reshape(3, 3, -1)
    rows = [lines.patterns[25 * a + 5 * b + c] for a, b, c in grids]
    columns = [lines.patterns[25 * a + 5 * b + c] for a, b, c in grids.transpose(1, 0, 2)]
    keys = np.zeros(5**9, np.int64)
    for patterns in (*rows, *columns):
        keys = keys * lines.kinds + patterns
    digits = classes_of(3, 3, (1, 2, 3, 4, 5), 2).digits.astype(int).reshape(-1, 3, 3)
    combinations = []
    for rows, columns in product(permutations(range(3)), repeat=2):
        moved_grids = digits[:, rows][:, :, columns]
        by_rows, by_columns = (
            lines.patterns[moved_grids.transpose(axes) @ [25, 5, 1]] for axes in ((0, 1, 2), (0, 2, 1))
        )
        combinations += [np.hstack([by_rows, by_columns]), np.hstack([by_columns, by_rows])]
    assert len(np.unique(np.concatenate(combinations), axis=0)) == len(np.unique(keys))


@pytest.mark.parametrize("at_a_time", [1, module.MOST_BEGUN])
@pytest.mark.parametrize(("height", "width", "values"), SMALL)
def test_grids_like_a_grid_are_those_with_its_patterns(height, width, values, at_a_time, monkeypatch):
    monkeypatch.setattr(module, "MOST_BEGUN", at_a_time)
    all_grids = [np.array(digits) for digits in product(range(len(values)), repeat=height * width)]

    def patterns(digits):
        grid = np.array(values)[digits].reshape(height, width)
        return [pattern(tuple(line)) for line in (*grid, *grid.T)], len(set(digits.tolist())) == len(values)

    patterns_of = [patterns(digits) for digits in all_grids]
    for index in range(0, len(all_grids), max(1, len(all_grids) // 7)):
        alike_grids = [tuple(cells.tolist()) for cells in grids_like(height, width, values, all_grids[index])]
        alike_by_patterns = zip(all_grids, patterns_of, strict=True)
        assert alike_grids == [
            tuple(cells.tolist()) for cells, cell_patterns in alike_by_patterns if cell_patterns == patterns_of[index]
        ]


def test_automorphisms_of_grids():
    orders = Orders(*(np.array(list(permutations(range(n))), np.int64) for n in (2, 3)))
    moves = np.empty((12, 6), np.int64)
    assert automorphisms(np.array([0, 0, 0, 0, 0, 0], np.uint16), orders, moves) == 12
    assert automorphisms(np.array([0, 1, 2, 2, 1, 0], np.uint16), orders, moves) == 2
    images = {int(moved(np.uint64(0b000011), move)) for move in moves[:2]}
    assert images == {0b000011, 0b110000}
    assert automorphisms(np.array([0, 1, 2, 3, 4, 5], np.uint16), orders, moves) == 1
    assert moves[0].tolist() == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("height", "width", "values", "seed"),
    [(4, 4, (1,), 1), (4, 4, (1, 2), 2), (3, 5, (1, 2, 3), 3), (5, 4, (1, 2), 4), (3, 3, (1, 2), 5)],
)
def test_guesses_with_memory_match_those_without(height, width, values, seed):
    """This holds for many solutions of a grid, and if the memory is cleared in between."""
    random = np.random.Generator(np.random.Philox(key=seed))
    stop = np.zeros(1, np.uint8)
    memories = [empty_memory(18), empty_memory(6)]  # the smaller one is begun anew again and again
    stuck = 0
    for _ in range(5 if len(values) > 1 else 1):  # there is one grid only, and every guess on it takes long
        numbers = random.choice(values, (height, width)).astype(np.int64)
        rows, columns = tables_of(numbers, height), tables_of(np.ascontiguousarray(numbers.T), width)
        for memory in memories:
            forget(memory)
        for solution in random.integers(0, 2 ** (height * width), 60, dtype=np.uint64):
            by_column = np.uint64(turn(solution, height, width))
            _, known_cells, _ = solve_by_lines(
                rows, height, columns, width, solution, by_column, np.uint64(0), np.uint64(0)
            )
            if known_cells == 2 ** (height * width) - 1:
                continue
            known_cells = np.uint64(known_cells)
            stuck += 1
            expected = difficulty_after_stall(numbers, rows, columns, solution, by_column, known_cells, 1 << 20, stop)
            for memory in memories:
                assert difficulty_with_memory(numbers, rows, columns, solution, known_cells, memory, stop) == expected
    assert stuck > 20


def test_an_empty_memory_has_no_slot_taken():
    memory = empty_memory(4)
    memory.keys[3], memory.occupied[0] = 7, 1
    forget(memory)
    assert (memory.keys.any(), memory.occupied.tolist()) == (False, [0])


def test_guesses_in_two_components():
    """No line connects a component of 3x3 and one of 2x2; it matters which of them is solved last.

    Asked for twice, so that the second time all is remembered.
    """
    random = np.random.Generator(np.random.Philox(key=6))
    stop = np.zeros(1, np.uint8)
    memory = empty_memory(18)
    stuck = 0
    for _ in range(40):
        numbers = np.full((5, 5), 50, np.int64)  # too large for any line
        numbers[:3, :3] = random.integers(1, 3, (3, 3))
        numbers[3:, 3:] = 5
        rows, columns = tables_of(numbers, 5), tables_of(np.ascontiguousarray(numbers.T), 5)
        forget(memory)
        for first in range(512):
            part = sum((first >> 3 * r & 7) << 5 * r for r in range(3))
            solution = np.uint64(part | 1 << 18 | 1 << 24)
            by_column = np.uint64(turn(solution, 5, 5))
            _, known_cells, _ = solve_by_lines(rows, 5, columns, 5, solution, by_column, np.uint64(0), np.uint64(0))
            known_cells = np.uint64(known_cells)
            if (int(known_cells) ^ 2**25 - 1) & 0b00111_00111_00111 == 0:
                continue
            stuck += 1
            expected = difficulty_after_stall(numbers, rows, columns, solution, by_column, known_cells, 1 << 20, stop)
            for _ in range(2):
                assert difficulty_with_memory(numbers, rows, columns, solution, known_cells, memory, stop) == expected
    assert stuck > 500


def test_large_ranges_and_lines_are_not_counted_by_classes():
    assert not are_counted(1, 9, (1, 2))  # a single line
    assert not are_counted(5, 5, tuple(range(1, 10)))  # too many
    assert not are_counted(4, 8, (1,))  # too many cells
    assert not are_counted(2, 9, (1,))  # too many orders of the columns
    assert are_counted(3, 3, tuple(range(1, 20)))
    assert reduced_grids(2, 2, 3) == 9 + 8 + 6 + 4 + 3 + 1  # rows that do not come before 00, 01, 02, 11, 12, 22
    assert classes_of(5, 5, tuple(range(1, 10)), 1) is None


def test_limit_of_the_table_does_not_depend_on_threads(monkeypatch):
    """The tables are just large enough for the classes, or just too small."""
    monkeypatch.setattr(module, "MOST_DIRECT", 0)
    for places in (2**4, 2**5, 2**6, 2**7, 2**8):
        monkeypatch.setattr(module, "MOST_CLASSES", places)
        checksums = []
        for threads in (1, 2, 5):
            classes_of.cache_clear()
            classes = classes_of(2, 3, (1, 2, 3, 4), threads)
            checksums.append(classes and classes.checksum)
        assert len(set(checksums)) == 1
    classes_of.cache_clear()


def test_too_many_classes_give_none_and_hashing_matches_direct_tables(monkeypatch):
    monkeypatch.setattr(module, "MOST_DIRECT", 0)
    classes_of.cache_clear()
    by_hashing = classes_of(2, 3, (1, 2, 3), 2)
    monkeypatch.setattr(module, "MOST_CLASSES", 16)
    classes_of.cache_clear()
    assert classes_of(2, 3, (1, 2, 3), 2) is None
    monkeypatch.undo()
    classes_of.cache_clear()
    directly = classes_of(2, 3, (1, 2, 3), 2)
    for name in ("digits", "every_number", "weights", "transposed"):
        assert np.array_equal(getattr(by_hashing, name), getattr(directly, name))
