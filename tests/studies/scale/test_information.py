"""What boards need and clues offer, compared with all boards of small sizes."""

from functools import cache
from itertools import product
from math import log2

import numpy as np
import pytest

import rullo_studies as rs
from rullo_core.constraints.consistency import Consistency
from rullo_core.errors import BadInput
from rullo_core.puzzles.boxes import units_of
from rullo_studies.scale.planted import covariance_of
from rullo_studies.scale.propagation import solutions_of


@cache
def boards_of(kind, size):
    """All boards that obey the rules, in rows."""
    height, width = map(int, size.split("x"))
    if kind == "rullo":
        return np.array([*product((0, 1), repeat=height * width)])
    units = [set(cells) for _, cells in units_of((2, 2))]
    peers = [sorted({c for unit in units if cell in unit for c in unit if c < cell}) for cell in range(16)]
    boards = [()]
    for cell in range(16):
        boards = [(*b, d) for b in boards for d in range(1, 5) if all(b[peer] != d for peer in peers[cell])]
    return np.array(boards)


def exact_bits(puzzle, boards):
    """-log2 of the share of all boards that have the clues."""
    has_all = np.ones(len(boards), bool)
    for cell in puzzle.givens:
        has_all &= boards[:, cell] == puzzle.board[cell]
    for sum_ in puzzle.sums:
        members = boards[:, list(sum_.cells)]
        has_all &= members @ np.array(sum_.numbers or [1] * len(sum_.cells)) == sum_.total
    return -log2(has_all.mean())


@pytest.mark.parametrize(("kind", "size"), [("rullo", "3x4"), ("sudoku", "4x4")])
def test_the_need_counts_all_boards(kind, size):
    height, width = map(int, size.split("x"))
    assert rs.scale.board_bits(kind, height, width) == pytest.approx(log2(len(boards_of(kind, size))))


def test_the_need_of_6x6_is_what_the_search_counts():
    """As many boards begin with any row."""
    puzzle = rs.scale.draw_planted("sudoku", "6x6", 0)
    for cell in range(6):
        puzzle = puzzle.giving(cell)
    number, _ = solutions_of(Consistency(puzzle.network), puzzle.network.domains, 50_000, 10**7)
    assert rs.scale.board_bits("killer", 6, 6) == pytest.approx(log2(720 * number))


@pytest.mark.parametrize(("kind", "height", "width"), [("sudoku", 5, 5), ("killer", 6, 9), ("kakuro", 4, 4)])
def test_the_need_of_others_is_not_known(kind, height, width):
    with pytest.raises(BadInput, match="the number of boards is known of"):
        rs.scale.board_bits(kind, height, width)


def test_covariances_are_those_of_all_boards():
    boards = boards_of("sudoku", "4x4")
    assert np.allclose(covariance_of((2, 2)), np.cov(boards.T, bias=True))


@pytest.mark.parametrize("box", [(2, 3), (3, 3)])
def test_units_and_boards_have_a_constant_sum(box):
    covariance = covariance_of(box)
    for _, cells in units_of(box):
        assert np.allclose(covariance[list(cells)].sum(axis=0), 0)
    assert np.linalg.eigvalsh(covariance).min() > -1e-9


@pytest.mark.parametrize(
    ("kind", "size", "knob", "error"),
    [
        ("rullo", "3x4", 1, 0.15),
        ("rullo", "4x4", 1, 0.2),
        ("rullo", "4x4", 2, 1.6),
        ("sudoku", "4x4", 1, 0.01),
        ("sudoku", "4x4", 2, 0.35),
        ("sudoku", "4x4", 3, 0.7),
        ("killer", "4x4", 5, 0.7),
        ("killer", "4x4", 6, 0.3),
    ],
)
def test_offered_bits_are_those_of_all_boards_while_there_are_many_solutions(kind, size, knob, error):
    """On average; the more solutions there are, the better."""
    puzzles = [rs.scale.draw_planted(kind, size, knob, 5, i) for i in range(150)]
    exact = [exact_bits(puzzle, boards_of(kind, size)) for puzzle in puzzles]
    assert abs(np.mean([rs.scale.offered_bits(puzzle) for puzzle in puzzles]) - np.mean(exact)) < error


def test_clues_of_unique_puzzles_have_the_information_of_the_board_whatever_they_offer():
    puzzles = [rs.scale.draw_planted("rullo", "4x4", 50, 5, i) for i in range(20)]
    assert np.mean([exact_bits(puzzle, boards_of("rullo", "4x4")) for puzzle in puzzles]) > 15.9
    assert np.mean([rs.scale.offered_bits(puzzle) for puzzle in puzzles]) > 24


def test_a_clue_that_others_imply_offers_nothing_on_average():
    """A row or column of a Rullo, as rows and columns have the same total; the last one, exactly nothing."""
    puzzles = [rs.scale.draw_planted("rullo", "8x9", 9, 5, i) for i in range(200)]
    changes = [
        rs.scale.offered_bits(puzzle.dropping(puzzle.sums[i % 17])) - rs.scale.offered_bits(puzzle)
        for i, puzzle in enumerate(puzzles)
    ]
    assert abs(np.mean(changes)) < 4 * np.std(changes) / 200**0.5
    assert np.std(changes) < 1
    (last,) = (rs.scale.offered_bits(p) - rs.scale.offered_bits(p.dropping(p.sums[-1])) for p in puzzles[:1])
    assert abs(last) < 1e-9


def test_the_rest_of_a_row_of_givens_offers_nothing():
    puzzle = rs.scale.draw_planted("sudoku", "9x9", 0)
    for cell in range(8):
        puzzle = puzzle.giving(cell)
    eight = rs.scale.offered_bits(puzzle)
    assert rs.scale.offered_bits(puzzle.giving(8)) == pytest.approx(eight)
    assert rs.scale.offered_bits(puzzle.giving(80)) > eight + 2


def test_a_cage_of_a_single_cell_offers_what_a_given_does():
    killer, sudoku = (rs.scale.draw_planted(kind, "4x4", 16, seed=3) for kind in ("killer", "sudoku"))
    with_givens = killer
    for sum_ in killer.sums:
        with_givens = with_givens.dropping(sum_).giving(sum_.cells[0])
    assert rs.scale.offered_bits(with_givens) == pytest.approx(rs.scale.offered_bits(killer))
    assert len(sudoku.givens) == 16


def test_only_the_part_of_numbers_without_a_common_divisor_counts():
    puzzle = rs.scale.draw_planted("rullo", "4x4", 9, seed=2)
    doubled = [sum_.__class__(sum_.cells, tuple(2 * n for n in sum_.numbers), 2 * sum_.total) for sum_ in puzzle.sums]
    scaled = puzzle.__class__(**{**vars(puzzle), "sums": tuple(doubled)})
    assert rs.scale.offered_bits(scaled) == pytest.approx(rs.scale.offered_bits(puzzle))


def test_without_clues_nothing_is_offered():
    assert rs.scale.offered_bits(rs.scale.draw_planted("sudoku", "4x4", 0)) == 0
