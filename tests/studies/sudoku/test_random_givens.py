from itertools import combinations, permutations, product
from math import comb

import numpy as np
import pytest

import rullo_core as rc
import rullo_studies as rs
from rullo_core.errors import BadInput
from rullo_core.paths import DATA
from rullo_core.sudoku.filling import fill_board
from rullo_core.sudoku.request import FillSpec
from rullo_studies.sudoku import random_givens
from rullo_studies.sudoku.digging import empty

TABLE = DATA / "predictions" / "elsewhere-sudoku.csv"


def sudoku_of(cells):
    return rc.sudoku.parse("".join(map(str, np.ravel(cells))))


@pytest.fixture(scope="module")
def boards_4x4():
    return [solution.ravel() for solution in rc.sudoku.parse("0" * 16).solve(limit=300)]


@pytest.mark.parametrize("parts", [2, 3])
def test_unavoidable_sets_are_filled_in_another_way(parts):
    """In which each of their cells has another digit, so that no part of a set is unavoidable."""
    for board in rs.sudoku.fill(2, seed=3)["board"]:
        sets = rs.sudoku.list_unavoidable_sets(sudoku_of(board), parts)
        assert len(set(sets)) == len(sets) > 20
        assert {4, 6, 8} <= set(map(len, sets))
        assert max(map(len, sets)) < 18
        for cells in sets[:: 1 if parts == 2 else 9]:
            puzzle = board.ravel().copy()
            puzzle[list(cells)] = 0
            others = [solution.ravel() for solution in sudoku_of(puzzle).solve(limit=50)]
            assert len(others) > 1
            assert {tuple(np.flatnonzero(board.ravel() != other)) for other in others} == {(), cells}


def test_sets_of_two_digits_are_those_that_units_connect():
    """Of each two digits, whose cells exchange them; those that are not all of their cells."""
    for board in rs.sudoku.fill(3, seed=4)["board"]:
        connected = set()
        for first, second in combinations(range(1, 10), 2):
            remaining = set(map(tuple, np.argwhere((board == first) | (board == second)).tolist()))
            while remaining:
                part = {min(remaining)}
                while True:
                    grown = part | {
                        (r, c)
                        for r, c in remaining
                        if any(r == i or c == j or (r // 3, c // 3) == (i // 3, j // 3) for i, j in part)
                    }
                    if grown == part:
                        break
                    part = grown
                remaining -= part
                if len(part) < 18:
                    connected.add(tuple(sorted(9 * r + c for r, c in part)))
        digits = board.ravel()
        sets = rs.sudoku.list_unavoidable_sets(sudoku_of(board))
        assert connected == {cells for cells in sets if len(set(digits[list(cells)])) == 2}


def test_unavoidable_sets_of_4x4_are_those_of_all_boards(boards_4x4):
    """All smallest sets of cells in which another board differs, of two digits or two lines that share boxes."""
    for board in boards_4x4[::37]:
        differences = [frozenset(np.flatnonzero(board != other)) for other in boards_4x4 if (board != other).any()]
        smallest = {cells for cells in differences if not any(other < cells for other in differences)}
        bands = ({0, 1}, {2, 3})
        expected = {
            tuple(sorted(cells))
            for cells in smallest
            if len(cells) < 8
            and (
                len(set(board[list(cells)])) == 2
                or {cell // 4 for cell in cells} in bands
                or {cell % 4 for cell in cells} in bands
            )
        }
        assert set(rs.sudoku.list_unavoidable_sets(sudoku_of(board))) == expected


def test_sets_of_two_lines_exchange_their_cells_in_some_crossing_lines():
    """Of 6x6, whose bands have two rows and whose stacks have three columns."""
    for board in rs.sudoku.fill(4, 6, seed=6)["board"]:
        expected = set()
        for axis, thickness in ((0, 2), (1, 3)):
            lines = board if axis == 0 else board.T
            for first, second in combinations(range(6), 2):
                if first // thickness == second // thickness:
                    closed = [
                        set(places)
                        for size in range(1, 6)
                        for places in combinations(range(6), size)
                        if set(lines[first, list(places)]) == set(lines[second, list(places)])
                    ]
                    for places in closed:
                        if not any(other < places for other in closed):
                            cells = [(line, place) for line in (first, second) for place in places]
                            expected.add(tuple(sorted(6 * r + c for r, c in (p[:: -1 if axis else 1] for p in cells))))
        sets = {
            cells
            for cells in rs.sudoku.list_unavoidable_sets(sudoku_of(board))
            if len({cell // 6 for cell in cells}) == 2 or len({cell % 6 for cell in cells}) == 2
        }
        in_two_digits = {cells for cells in sets if len(set(board.ravel()[list(cells)])) == 2}
        assert expected <= sets
        assert sets - expected <= in_two_digits


def exact_share(share, rounds):
    """Cells that are fixed on a tree of units of four cells, by summing over all messages that units can get."""
    fillings = list(permutations(range(4)))
    law = {frozenset(range(4)): 1.0}  # of the candidates of a cell, whose digit is 0
    for _ in range(rounds):
        cells = []
        for digit in range(1, 4):
            renamed = {0: digit, digit: 0}
            of_cell = {frozenset({digit}): share}
            for (first, a), (second, b) in product(law.items(), repeat=2):
                both = frozenset(renamed.get(d, d) for d in first & second)
                of_cell[both] = of_cell.get(both, 0) + (1 - share) * a * b
            cells.append(of_cell)
        by_size = [0.0] * 4  # digits other than 0 are exchangeable
        for domains in product(*(of_cell.items() for of_cell in cells)):
            possible = [
                filling[0]
                for filling in fillings
                if all(digit in domain for digit, (domain, _) in zip(filling[1:], domains, strict=True))
            ]
            by_size[len(set(possible)) - 1] += np.prod([chance for _, chance in domains])
        law = {
            frozenset({0, *rest}): chance / comb(3, size) / sum(by_size)
            for size, chance in enumerate(by_size)
            for rest in combinations((1, 2, 3), size)
        }
    one = sum(
        a * b * c
        for (first, a), (second, b), (third, c) in product(law.items(), repeat=3)
        if len(first & second & third) == 1
    )
    return share + (1 - share) * one


def test_messages_on_a_tree_are_those_of_all_messages_that_units_can_get():
    for share in (0.05, 0.15):
        assert rs.sudoku.propagate_on_tree(share, 4, units=50_000) == pytest.approx(exact_share(share, 25), abs=0.002)
    assert exact_share(0.4, 12) > 0.999
    assert rs.sudoku.propagate_on_tree(0.4, 4) == 1


def test_the_tree_fixes_all_cells_above_a_threshold():
    """Near it, only after more than twenty rounds."""
    assert 0.25 < rs.sudoku.propagate_on_tree(0.22) < 0.27
    assert rs.sudoku.propagate_on_tree(0.23) == 1


def test_the_first_messages_on_a_tree(monkeypatch):
    """A unit without any message leaves the digits that are not given; three units leave one with this probability."""
    monkeypatch.setattr("rullo_studies.sudoku.random_givens.ROUNDS", 1)
    for share in (0.2, 0.6):
        expected = share + (1 - share) * (1 - (1 - share) ** 3) ** 8
        assert rs.sudoku.propagate_on_tree(share, units=200_000) == pytest.approx(expected, abs=0.003)


@pytest.mark.parametrize(("size", "share", "boards"), [(4, 0.4, 2000), (9, 0.45, 300)])
def test_simple_and_unique_puzzles_are_those_that_are_rated(size, share, boards):
    """Other random givens of other boards."""
    rng = np.random.default_rng(1)
    cells = np.array(rs.sudoku.fill(boards, size, seed=8)["board"].tolist())
    cells[rng.random(cells.shape) >= share] = 0
    rated = rc.sudoku.rate_arrays({"cells": cells}, only=["simple", "open_cells", "solutions"])
    table = rs.sudoku.measure_random_givens([share], boards=boards, size=size).iloc[0]
    error = np.sqrt(2) * max(table["error"], 0.01)
    assert abs(rated["simple"].mean() - table["simple"]) < 4 * error
    assert abs((rated["solutions"] == 1).mean() - table["unique"]) < 4 * error
    fixed = 1 - rated["open_cells"] / size**2
    assert abs(fixed.mean() - table["fixed"]) < 4 * fixed.std() * np.sqrt(2 / boards)


def test_units_of_the_tree_have_the_size_of_the_board():
    table = rs.sudoku.measure_random_givens([0.1], boards=20, size=4, seed=3)
    assert table["tree"].item() == rs.sudoku.propagate_on_tree(0.1, 4, seed=3)


@pytest.mark.parametrize("size", [4, 6])
def test_floors_are_those_of_the_sets_of_each_board(size):
    """The mean of exp(-sum of (1 - p)^|S|), of 20 boards; bands of 6x6 have two rows, so no sets of three."""
    boards = [fill_board(FillSpec(), empty(size), 5, i).board for i in range(20)]
    table = rs.sudoku.measure_random_givens([0.4], boards=20, size=size, seed=5).iloc[0]
    sets = [[set(rs.sudoku.list_unavoidable_sets(board, parts)) for parts in (2, 3)] for board in boards]
    floors = [np.exp(-sum(0.6 ** len(cells) for cells in of_two)) for of_two, _ in sets]
    with_three = [np.exp(-sum(0.6 ** len(cells) for cells in of_two | of_three)) for of_two, of_three in sets]
    assert table["floor"] == pytest.approx(np.mean(floors))
    assert table["floor_3"] == pytest.approx(np.mean(with_three))
    assert table["error"] == pytest.approx(np.sqrt(table["simple"] * (1 - table["simple"]) / 20))


def test_the_seed_changes_both_boards_and_givens(monkeypatch):
    """And all seeds are taken."""
    first, second = (rs.sudoku.measure_random_givens([0.4], boards=20, size=4, seed=seed).iloc[0] for seed in (1, 2))
    assert first["floor"] != second["floor"]
    monkeypatch.setattr(random_givens, "fill_board", lambda spec, sheet, _seed, i: fill_board(spec, sheet, 1, i))
    third = rs.sudoku.measure_random_givens([0.4], boards=20, size=4, seed=2).iloc[0]
    assert third["floor"] == first["floor"]
    assert third["fixed"] != first["fixed"]
    assert len(rs.sudoku.measure_random_givens([0.4], boards=2, size=4, seed=2**64 - 1)) == 1


def test_puzzles_have_no_more_solutions_than_the_sets_allow():
    """A set without a given is another solution; a simple puzzle has one."""
    table = rs.sudoku.measure_random_givens([0.3, 0.5, 0.6, 1], boards=200)
    assert (table["simple"] <= table["unique"]).all()
    assert (table["unique"] <= table["covered_3"]).all()
    assert (table["covered_3"] <= table["covered"]).all()
    assert table["covered_3"].is_monotonic_increasing
    assert (
        table.iloc[-1][["simple", "fixed", "unique", "tree", "floor", "covered", "floor_3", "covered_3"]] == 1
    ).all()


def test_the_table_is_measured_again():
    table = rs.sudoku.load_random_givens(TABLE)
    rows = table[table["share"].isin([0.2, 0.43, 0.6])].reset_index(drop=True)
    again = rs.sudoku.measure_random_givens(rows["share"], boards=400, seed=9)
    error = np.sqrt(1 / 400 + 1 / rows["boards"])
    for column in ("simple", "unique", "floor", "covered", "floor_3", "covered_3"):
        share = rows[column]
        assert ((again[column] - share).abs() < 4 * error * np.sqrt(share * (1 - share)) + 0.003).all()
    assert ((again["fixed"] - rows["fixed"]).abs() < 0.02).all()
    assert ((again["tree"] - rows["tree"]).abs() < 0.003).all()


def test_the_floor_is_right_with_many_givens_and_too_high_with_fewer():
    table = rs.sudoku.load_random_givens(TABLE).set_index("share")
    difference = table["floor"] - table["simple"]
    assert (difference[0.55:].abs() < 0.025).all()
    assert difference[0.37:0.5].between(0.02, 0.045).all()
    assert (table["unique"] - table["simple"] < 0.002).all()


def test_tree_and_boards_agree_below_the_threshold():
    table = rs.sudoku.load_random_givens(TABLE).set_index("share")
    assert ((table["tree"] - table["fixed"])[:0.2].abs() < 0.003).all()
    assert (table["tree"][0.25:] == 1).all()


def test_givens_that_are_no_probability_are_refused():
    with pytest.raises(BadInput, match="share 2"):
        rs.sudoku.propagate_on_tree(2)
    with pytest.raises(BadInput, match="16x16"):
        rs.sudoku.propagate_on_tree(0.5, 16)


def test_a_file_of_something_else_is_refused(tmp_path):
    path = tmp_path / "givens.csv"
    path.write_text("share\n1\n", encoding="utf-8")
    with pytest.raises(BadInput, match="its columns are not"):
        rs.sudoku.load_random_givens(path)
