"""Planted puzzles of four kinds: their boards obey the rules and the clues, and nothing else is drawn with them."""

from itertools import combinations, pairwise

import numpy as np
import pytest

import rullo_studies as rs
from rullo_core.constraints.consistency import Consistency
from rullo_core.errors import BadInput
from rullo_studies.scale.planted import cut_lines
from rullo_studies.scale.propagation import solutions_of

EXAMPLES = [
    ("rullo", "5x7", 9, None),
    ("rullo", "12x12", 5, 3),
    ("sudoku", "6x6", 14, None),
    ("killer", "9x9", 30, None),
    ("kakuro", "5x5", 0, None),
    ("kakuro", "5x5", 2, None),
]


@pytest.mark.parametrize(("kind", "size", "knob", "reach"), EXAMPLES)
def test_boards_obey_rules_and_clues(kind, size, knob, reach):
    for index in range(5):
        puzzle = rs.scale.draw_planted(kind, size, knob, 1, index, reach)
        for cells in puzzle.units:
            assert len(set(puzzle.board[list(cells)])) == len(cells)
        for sum_ in puzzle.sums:
            members = puzzle.board[list(sum_.cells)]
            assert members @ np.array(sum_.numbers or [1] * len(members)) == sum_.total
            assert sum_.numbers or len(set(members)) == len(members)
        network = puzzle.network
        assert (network.domains.astype(np.int64) & puzzle.solution == puzzle.solution).all()
        domains = Consistency(network).g1()
        assert (domains.astype(np.int64) & puzzle.solution == puzzle.solution).all()


@pytest.mark.parametrize(("kind", "size", "knob", "reach"), EXAMPLES)
def test_seed_and_index_determine_a_puzzle(kind, size, knob, reach):
    first, repeated, next_index, next_seed = (
        rs.scale.draw_planted(kind, size, knob, seed, index, reach) for seed, index in ((3, 1), (3, 1), (3, 2), (4, 1))
    )
    assert first.sums == repeated.sums
    assert (first.board == repeated.board).all()
    for different in (next_index, next_seed):
        assert len(different.board) != len(first.board) or (different.board != first.board).any()


def test_knobs_are_numbers_givens_and_cages():
    assert max(max(sum_.numbers) for sum_ in rs.scale.draw_planted("rullo", "9x9", 4).sums) == 4
    assert len(set(rs.scale.draw_planted("sudoku", "9x9", 30).givens)) == 30
    cages = rs.scale.draw_planted("killer", "9x9", 30).sums
    assert sorted(cell for cage in cages for cell in cage.cells) == [*range(81)]
    assert len(cages) == 30
    for cage in cages:
        adjacent = {frozenset(pair) for pair in combinations(cage.cells, 2) if pair[1] - pair[0] in (1, 9)}
        joined, size_so_far = {cage.cells[0]}, 0
        while len(joined) > size_so_far:
            size_so_far = len(joined)
            joined |= {cell for pair in adjacent if pair & joined for cell in pair}
        assert joined == set(cage.cells)


@pytest.mark.parametrize("reach", [3, 4, 6])
def test_segments_cover_each_cell_across_and_down_and_are_connected(reach):
    segments = [*cut_lines(12, 12, reach)]
    assert {len(cells) for cells in segments} == {reach}
    assert np.bincount([cell for cells in segments for cell in cells]).tolist() == [2] * 144
    for cells in segments:
        rows, columns = {cell // 12 for cell in cells}, {cell % 12 for cell in cells}
        (places,) = (places for places in (rows, columns) if len(places) > 1)
        # It is one piece of a circle.
        assert sum((b - a) % 12 != 1 for a, b in pairwise([*sorted(places), min(places)])) <= 1
    joined, rest = set(segments[0]), set(segments)
    while touching := {cells for cells in rest if joined & set(cells)}:
        rest -= touching
        joined |= {cell for cells in touching for cell in cells}
    assert not rest


def test_whole_lines_are_segments_of_all_cells():
    assert [*cut_lines(2, 3)] == [(0, 1, 2), (3, 4, 5), (0, 3), (1, 4), (2, 5)]


@pytest.mark.parametrize(("kind", "size", "knob"), [("rullo", "4x4", 1), ("sudoku", "4x4", 4), ("killer", "4x4", 6)])
def test_solutions_are_those_that_trying_all_values_finds(kind, size, knob):
    counts = []
    for index in range(40):
        puzzle = rs.scale.draw_planted(kind, size, knob, 2, index)
        consistency = Consistency(puzzle.network)
        number, solutions = solutions_of(consistency, consistency.network.domains, 300, 10_000)
        assert number == len(np.unique(solutions, axis=0))
        assert (solutions == puzzle.solution).all(axis=1).any()
        counts.append(number)
        assert number == by_brute_force(puzzle)
    assert len(set(counts)) > 5


def by_brute_force(puzzle):
    """The number of solutions, by trying values cell by cell."""
    domains = [[v for v in range(puzzle.values) if d >> v & 1] for d in puzzle.network.domains.tolist()]
    network, boards = puzzle.network, [()]
    for values in domains:
        longer = [(*board, value) for board in boards for value in values]
        boards = [board for board in longer if all(holds(network, i, board) for i in range(network.constraints))]
    return len(boards)


def holds(network, constraint, board):
    """Whether the values of the first cells break no constraint."""
    scope, total = network.scope(constraint), network.total[constraint]
    members = [board[cell] for cell in scope if cell < len(board)]
    if network.rule[constraint] == 0:
        if len(set(members)) < len(members):
            return False
        domains = sum(members) + len(members)
    else:
        domains = sum(n * v for n, v in zip(network.weights[network.first[constraint] :], members, strict=False))
    return total < 0 or (domains == total if len(members) == len(scope) else domains <= total)


def test_a_search_of_few_nodes_is_undecided():
    consistency = Consistency(rs.scale.draw_planted("rullo", "8x8", 3).network)
    assert solutions_of(consistency, consistency.network.domains, 10**4, 50)[0] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nonogram", "5x5", 3), "kind 'nonogram': take rullo, kakuro, killer, sudoku"),
        (("rullo", "5x5", 0), "the greatest number is at least 1"),
        (("rullo", "6x9", 3, 1, 0, 4), "reach 4: it divides both sides"),
        (("sudoku", "6x6", 14, 1, 0, 3), "only the lines of a Rullo are cut"),
        (("sudoku", "6x9", 14), "write that of a Sudoku"),
        (("sudoku", "6x6", 37), "there are 0 to 36 givens"),
        (("killer", "6x6", 5), "there are 6 to 36 cages"),
        (("kakuro", "5x5", -1), "knob -1: write 0 or more"),
    ],
)
def test_what_is_no_puzzle_is_refused(arguments, message):
    with pytest.raises(BadInput, match=message):
        rs.scale.draw_planted(*arguments)
