"""Minimal puzzles of all kinds, as committed, too."""

import numpy as np
import pandas as pd
import pytest

import rullo_studies as rs
from rullo_core.constraints.consistency import Consistency
from rullo_core.errors import BadInput
from rullo_core.paths import DATA
from rullo_studies.scale.minimal import TABLE
from rullo_studies.scale.propagation import solutions_of

ROWS = DATA / "scale" / "minimal.csv"


def solutions(puzzle, most=2):
    network = puzzle.network
    return solutions_of(Consistency(network), network.domains, most, 10**7)


@pytest.mark.parametrize(
    ("kind", "size", "knob"),
    [("rullo", "6x6", 3), ("rullo", "6x6", 20), ("sudoku", "6x6", 0), ("killer", "6x6", 12), ("kakuro", "5x5", 0)],
)
def test_every_clue_of_a_minimal_puzzle_is_needed(kind, size, knob):
    for index in range(6):
        puzzle, unproved = rs.scale.make_minimal(rs.scale.draw_planted(kind, size, knob, 1, index), index)
        number, found_domains = solutions(puzzle)
        assert (number, unproved) == (1, 0)
        assert (found_domains[0] == puzzle.solution).all()
        for clue in (*puzzle.givens, *puzzle.sums):
            assert solutions(puzzle.dropping(clue))[0] == 2


def test_digits_of_a_cage_without_its_sum_still_differ():
    puzzle = rs.scale.draw_planted("killer", "6x6", 8)
    cage = puzzle.sums[0]
    assert cage.cells in puzzle.dropping(cage).units
    line = rs.scale.draw_planted("rullo", "5x5", 9)
    assert not line.dropping(line.sums[0]).units


def test_a_puzzle_that_is_unique_at_first_gets_no_givens():
    planted = [rs.scale.draw_planted("rullo", "6x6", 50, 1, index) for index in range(5)]
    unique = [puzzle for puzzle in planted if solutions(puzzle)[0] == 1]
    assert unique
    for puzzle in unique:
        minimal = rs.scale.make_minimal(puzzle).puzzle
        assert not minimal.givens
        assert len(minimal.sums) < len(puzzle.sums)  # one follows from the others


def test_the_seed_determines_what_is_dropped():
    puzzle = rs.scale.draw_planted("sudoku", "6x6", 0)
    first, repeated, different = (rs.scale.make_minimal(puzzle, seed).puzzle.givens for seed in (1, 1, 2))
    assert first == repeated != different


def test_clues_whose_search_is_too_long_stay():
    puzzle = rs.scale.draw_planted("rullo", "8x8", 9)
    minimal = rs.scale.make_minimal(puzzle, nodes=1)
    assert minimal.unproved > 0
    assert solutions(minimal.puzzle)[0] == 1


def test_those_near_the_need_are_a_part():
    row = rs.scale.measure_minimal("sudoku", "6x6", [0], 40, with_pairs=True).iloc[0]
    assert 0 < row["near"] < row["puzzles"]
    assert row["near_single"] <= row["near_pairs"] <= row["near_assumption"] <= row["near"]
    assert row["single"] <= row["pairs"] <= row["assumption"] <= row["puzzles"]
    assert row["clues"] == row["givens"]


def test_a_file_of_something_else_is_refused(tmp_path):
    path = tmp_path / "minimal.csv"
    path.write_text("kind\nrullo\n", encoding="utf-8")
    with pytest.raises(BadInput, match="its columns are not"):
        rs.scale.load_minimal(path)


def test_givens_do_not_change_the_planted_puzzle():
    puzzle = rs.scale.draw_planted("sudoku", "4x4", 3)
    domains = puzzle.network.domains.copy()
    rs.scale.make_minimal(puzzle)
    assert np.array_equal(domains, puzzle.network.domains)


def test_the_table_has_its_rows():
    rows = rs.scale.load_minimal(ROWS)
    expected = [(*place, knob, puzzles) for place, (puzzles, knobs) in TABLE.items() for knob in knobs]
    assert [*zip(*(rows[name] for name in ("kind", "size", "knob", "puzzles")), strict=True)] == expected
    assert not rows["failed"].any()
    assert (rows["single"] <= rows["assumption"]).all()


@pytest.mark.parametrize(
    ("kind", "size", "knob"), [("rullo", "5x5", 9), ("sudoku", "9x9", 0), ("kakuro", "4x4", 2), ("killer", "6x6", 12)]
)
def test_rows_are_made_again(kind, size, knob):
    rows = rs.scale.load_minimal(ROWS)
    place = rows["kind"].eq(kind) & rows["size"].eq(size) & rows["knob"].eq(knob)
    row = rows[place].reset_index(drop=True)
    with_pairs = row.loc[0, "pairs"] >= 0
    repeated = rs.scale.measure_minimal(kind, size, [knob], int(row.loc[0, "puzzles"]), with_pairs=with_pairs)
    pd.testing.assert_frame_equal(repeated, row, check_dtype=False, rtol=1e-5)


def test_the_range_of_numbers_decides_how_hard_minimal_rullos_are():
    """So that a share over a mixture of ranges says nothing."""
    rows = rs.scale.load_minimal(ROWS)
    places = dict(iter(rows.groupby(["kind", "size"])))
    rullos = places["rullo", "8x9"]
    shares = (rullos["near_single"] / rullos["near"])[rullos["near"] >= 40]
    assert shares.min() < 0.1
    assert shares.max() > 0.5
    sudokus = places["sudoku", "9x9"].iloc[0]
    assert 0.5 < sudokus["near_single"] / sudokus["near"] < 0.65
    assert sudokus["assumption"] == sudokus["puzzles"]
    killers = places["killer", "9x9"]
    assert (killers["single"] < 0.1 * killers["puzzles"]).all()
