"""The ends of long simple puzzles: what the bound says of them, and that those of puzzles are among them."""

from itertools import product

import pytest

from rullo_core.paths import ROOT
from rullo_core.rullo.climb import climb_to
from rullo_core.rullo.records import SIMPLE, kept_records
from rullo_core.rullo.request import Condition
from rullo_core.rullo.solver import game, run
from rullo_studies.rullo.ends import COLUMNS, ROWS, ends_of, has_numbers, odd_lines, paths_through, standard


def all_of(end):
    return frozenset().union(*end)


def mirrored(cells):
    return frozenset((c, r) for r, c in cells)


def test_numbers_of_ends():
    assert [len(ends_of(excess)) for excess in range(1, 6)] == [0, 0, 0, 2, 12]
    assert {tuple(map(len, end)) for end in ends_of(4)} == {(2, 4), (2, 3, 2)}
    for excess in range(4, 6):
        for end in ends_of(excess):
            assert standard(end) == end
            assert sum(len(cells) - 1 for cells in end) == excess


def test_ends_without_numbers():
    """Two rows with the same unknown columns fix cells of the same columns; equal pairs in a ring exchange."""
    two_rows = (frozenset({(0, 0), (0, 1)}), frozenset({(1, 0), (1, 1)}))
    ring = (frozenset({(0, 2), (1, 2)}), frozenset({(0, 0), (1, 1)}), frozenset({(2, 0), (2, 1)}))
    assert not has_numbers(two_rows)
    assert not has_numbers(ring)
    assert has_numbers((two_rows[0], frozenset({(1, 0), (1, 1), (2, 0), (2, 1)})))


def test_odd_lines_of_ends():
    """What the bound for even sides says of them; see the notes of `most_difficult`."""
    for excess in (4, 5):
        for end in ends_of(excess):
            paths = paths_through(end)
            assert {path[0] for path in paths} == end[-1]
            for path in paths:
                off_path = all_of(end) - {*path}
                assert len(off_path) == excess
                rows, columns = odd_lines(off_path, ROWS), odd_lines(off_path, COLUMNS)
                last = path[0][0]
                if excess == 5:
                    assert not (rows == {last} and len(columns) == 1)
                else:
                    (row,) = rows - {last}
                    assert rows == {last, row}
                    assert len(columns) == 2
                    assert {(row, column) for column in columns} <= all_of(end)


def fixed_by_pass(puzzle, first):
    """Return the cells that each pass fixes, of the puzzle or of its transposed one, so that columns are last."""
    passes = run(puzzle, first).passes
    cells = [frozenset(game(puzzle).places[cell] for cell in one_pass.fixed) for one_pass in passes]
    return cells if passes[-1].group == "columns" else [mirrored(fixed) for fixed in cells]


@pytest.fixture(scope="module")
def puzzles():
    """The records, and puzzles met while climbing."""
    collection = [record.puzzle for record in kept_records(ROOT / "data" / "records") if record.kind == SIMPLE]
    for (height, width), share, index in product(((4, 4), (4, 5), (4, 6), (5, 5)), (0.4, 0.6), range(10)):
        requested = Condition(difficulty=(share * height * width, height * width))
        climbed = climb_to(height, width, tuple(range(1, 10)), requested, 5, index, attempts=1)
        collection += [climbed.puzzle] if climbed else []
    return collection


@pytest.fixture(scope="module")
def solved(puzzles):
    """Pairs of a puzzle and the cells that each pass of an order fixes, if its first pass fixes some."""
    runs = [(puzzle, fixed_by_pass(puzzle, first)) for puzzle in puzzles for first in ("columns", "rows")]
    return [(puzzle, fixed) for puzzle, fixed in runs if fixed[0]]


def test_ends_of_puzzles(solved):
    ends = set()
    for _, fixed in solved:
        singles = [number for number, cells in enumerate(fixed) if len(cells) == 1]
        if singles and singles[-1] >= 1:
            end = tuple(fixed[singles[-1] + 1 :])
            excess = sum(len(cells) - 1 for cells in end)
            assert excess >= 4
            if excess <= 5:
                assert standard(end) in ends_of(excess)
                ends.add(standard(end))
    assert ends >= {*ends_of(4)}
    assert len(ends) >= 5


def test_odd_lines_of_puzzles(solved):
    """Of the cells that are not on a path, as the bound for even sides says of orders that are joined, or not."""
    cases = set()
    for puzzle, fixed in solved:
        if puzzle.height % 2 or puzzle.width % 2 or len(fixed) < 4:
            continue
        kinds = [COLUMNS if distance % 2 == 0 else ROWS for distance in range(len(fixed))][::-1]
        path = [min(fixed[-1])]
        for kind, cells in zip(kinds[:1:-1], fixed[-2:0:-1], strict=True):
            path.append(min(cell for cell in cells if cell[kind] == path[-1][kind]))
        second = path[-1]
        joined = [cell for cell in fixed[0] if cell[kinds[1]] == second[kinds[1]]]
        first = min(joined or fixed[0])
        expected = {ROWS: {path[0][ROWS]}, COLUMNS: set()}
        expected[kinds[0]] ^= {first[kinds[0]]}
        if not joined:
            expected[kinds[1]] ^= {first[kinds[1]], second[kinds[1]]}
        off_path = all_of(fixed) - {*path, first}
        assert len(off_path) == puzzle.height * puzzle.width - len(fixed)
        assert {kind: odd_lines(off_path, kind) for kind in expected} == expected
        cases.add(bool(joined))
    assert cases == {True, False}


def test_orders_whose_third_pass_needs_nothing_new_are_behind(puzzles):
    """New cells are fixed by the second pass, in lines with news. Three passes of the other order find what four do."""
    count = 0
    for puzzle in puzzles:
        for first, second, kind in (("columns", "rows", ROWS), ("rows", "columns", COLUMNS)):
            passes = run(puzzle, first).passes
            if len(passes) < 4:
                continue
            cells_of_first, cells_of_second, cells_of_third = (
                [game(puzzle).places[cell] for cell in one_pass.fixed] for one_pass in passes[:3]
            )
            new = {cell for cell in cells_of_second if cell[kind] in {source[kind] for source in cells_of_first}}
            if not {cell[1 - kind] for cell in new} & {cell[1 - kind] for cell in cells_of_third}:
                ahead, behind = run(puzzle, second).passes[2], passes[3]
                assert {*game(puzzle).unknown(ahead.state)} <= {*game(puzzle).unknown(behind.state)}
                count += 1
    assert count > 10
