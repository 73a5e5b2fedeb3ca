from itertools import combinations, product

import numpy as np
import pytest

import rullo_core as rc
import rullo_studies as rs
from rullo_core.errors import BadInput
from rullo_core.paths import DATA
from rullo_core.rullo.puzzle import Rullo, solution_of_bits
from rullo_core.rullo.solver import difficulty, is_simple
from rullo_studies.rullo import kakurasu

TABLE = DATA / "predictions" / "elsewhere-kakurasu.csv"


def as_rullo(side, solution):
    """The Rullo of the multiplication table, which is the Kakurasu of a solution."""
    numbers = [[r * c for c in range(1, side + 1)] for r in range(1, side + 1)]
    return Rullo.from_solution(numbers, solution)


def test_kakurasus_are_rullos_of_the_multiplication_table():
    """All solutions of 3x3, by the readable solver: as many for each number of passes."""
    passes = {}
    for bits in range(1 << 9):
        puzzle = as_rullo(3, solution_of_bits(bits, 3, 3))
        made = difficulty(puzzle) if is_simple(puzzle) else None
        passes[made] = passes.get(made, 0) + 1
    table = rs.rullo.count_kakurasus(3)
    assert passes.pop(None) == table["puzzles"][table["passes"].isna()].item() == 2
    assert passes == dict(table.dropna().itertuples(index=False))


def test_some_kakurasus_of_four_rows():
    rng, table = np.random.default_rng(1), rs.rullo.count_kakurasus(4)
    assert table["puzzles"].sum() == 2**16
    share = table.dropna()["puzzles"].sum() / 2**16
    simple = [is_simple(as_rullo(4, solution_of_bits(int(bits), 4, 4))) for bits in rng.integers(0, 2**16, 800)]
    assert abs(np.mean(simple) - share) < 4 * np.sqrt(share * (1 - share) / 800)


@pytest.mark.slow
def test_all_kakurasus_of_five_rows():
    table = rs.rullo.count_kakurasus(5)
    assert table["puzzles"].sum() == 2**25
    assert table.dropna()["puzzles"].sum() == 31_084_662
    assert table["passes"].max() == 11.5


def stays_unknown(side, is_included, cells):
    """Whether every cell of a set can change with others of its line, if all others are known."""
    for lines in (cells, cells.T):
        included = is_included if lines is cells else is_included.T
        for line, of_line in zip(lines, included, strict=True):
            places = np.flatnonzero(line)
            signed = np.where(of_line, -1, 1) * np.arange(1, side + 1)
            changing = {
                place
                for size in range(1, len(places) + 1)
                for part in combinations(places.tolist(), size)
                if signed[list(part)].sum() == 0
                for place in part
            }
            if changing != set(places.tolist()):
                return False
    return True


def test_product_sets_are_all_minimal_stopping_sets_of_three_rows_and_columns():
    """Of all signs in all sets of 3x3 cells of 5x5, and of fewer cells, which are none."""
    side, expected = 5, 0
    for rows, columns in product(combinations(range(side), 3), repeat=2):
        for bits in range(1 << 9):
            included, cells = np.zeros((2, side, side), bool)
            included[np.ix_(rows, columns)] = np.array([bits >> i & 1 for i in range(9)]).reshape(3, 3)
            cells[np.ix_(rows, columns)] = True
            expected += stays_unknown(side, included, cells)
        if set(rows) | set(columns) <= {0, 1, 2}:
            for bits in range(1, (1 << 9) - 1):
                cells[np.ix_(rows, columns)] = np.array([bits >> i & 1 for i in range(9)]).reshape(3, 3)
                assert not any(stays_unknown(side, word, cells) for word in (included, ~included))
    assert rs.rullo.expect_product_sets(side, 3, 3) == expected / 2**9


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (3, 4), (4, 4)])
def test_planted_sets_stay_unknown(rows, columns):
    rng = np.random.default_rng(3)
    for board in kakurasu._planted(7, rows, columns, 60, rng):
        cells = board != 0
        assert (cells.any(axis=1).sum(), cells.any(axis=0).sum(), cells.sum()) == (rows, columns, rows * columns)
        assert stays_unknown(7, board < 0, cells)
        for r, c in np.argwhere(cells)[:3]:
            part = cells.copy()
            part[r, c] = False
            assert not stays_unknown(7, board < 0, part)


def test_the_first_cell_of_a_planted_set_is_included_in_half_of_them():
    boards = kakurasu._planted(6, 3, 3, 400, np.random.default_rng(5))
    included = sum(board[np.nonzero(board)][0] < 0 for board in boards)
    assert abs(included - 200) < 5 * 10


def test_numbers_of_ways():
    """Three numbers of which two add up to the third; four of which two or three add up to the rest."""
    for side in range(3, 9):
        assert len(kakurasu.list_ways(side, 3)) == (side - 1) ** 2 // 4
        fours = sum((a + b + c == d) + (a + d == b + c) for a, b, c, d in combinations(range(1, side + 1), 4))
        assert len(kakurasu.list_ways(side, 4)) == fours


def test_the_table_is_measured_again():
    table = rs.rullo.load_kakurasus(TABLE)
    rows = table[table["side"].isin([5, 7])].reset_index(drop=True)
    remade = rs.rullo.measure_kakurasus(rows["side"].tolist(), boards=5000, seed=7)
    for column in ("simple", "bulk"):
        assert ((remade[column] - rows[column]).abs() < 4 * np.sqrt(rows[column] * (1 - rows[column]) / 4000)).all()
    assert ((remade["predicted"] - rows["predicted"]).abs() < 0.03).all()
    assert np.allclose(remade["sets"], rows["sets"], rtol=1e-5)


def test_rows_of_the_table_are_repeated():
    table = rs.rullo.load_kakurasus(TABLE).head(3)
    remade = rs.rullo.measure_kakurasus([3, 4, 5], boards=40_000)
    assert remade.to_numpy() == pytest.approx(table.to_numpy(), rel=1e-5)


def test_passes_are_those_of_all_kakurasus():
    counts, row = rs.rullo.count_kakurasus(4).dropna(), rs.rullo.load_kakurasus(TABLE).iloc[1]
    mean = np.average(counts["passes"], weights=counts["puzzles"])
    spread = np.average((counts["passes"] - mean) ** 2, weights=counts["puzzles"]) ** 0.5
    assert abs(row["passes"] - mean) < 4 * spread / row["boards"] ** 0.5


def test_what_sets_are_expected_and_planted():
    """Of each shape that covers at most half of the board; a set that does not change the bulk has the factor 1."""
    shapes = {5: ((3, 3), (3, 4), (4, 3)), 6: ((3, 3), (3, 4), (4, 3), (4, 4))}
    table = rs.rullo.measure_kakurasus([4, 5, 6], boards=200).set_index("side")
    for side, of_side in shapes.items():
        assert table["sets"][side] == pytest.approx(
            sum(rs.rullo.expect_product_sets(side, *shape) for shape in of_side)
        )
        assert 0 < table["hold_up"][side] < 1
    assert table.loc[4, ["sets", "hold_up"]].tolist() == [0, 1]
    assert table["predicted"].tolist() == pytest.approx(table["bulk"] * np.exp(-table["sets"] * table["hold_up"]))


def test_random_numbers_are_predicted_by_one_size_class():
    table = rs.rullo.measure_kakurasus([6], boards=100)
    assert table["random_numbers"].item() == rc.rullo.predict("6x6", values="1-6", classes=1).simple


def test_all_seeds_are_taken():
    assert len(rs.rullo.measure_kakurasus([5], boards=10, seed=2**64 - 1)) == 1


def test_predictions_are_what_is_counted():
    table = rs.rullo.load_kakurasus(TABLE)
    assert (table["predicted"] - table["simple"]).abs().max() < 0.01
    exact = rs.rullo.count_kakurasus(4).dropna()["puzzles"].sum() / 2**16
    assert abs(table.set_index("side")["simple"][4] - exact) < 4 * table.set_index("side")["error"][4]


def test_sides_that_are_out_of_range_are_refused():
    with pytest.raises(BadInput, match="side 6"):
        rs.rullo.count_kakurasus(6)
    with pytest.raises(BadInput, match="side 31"):
        rs.rullo.measure_kakurasus([31])
    with pytest.raises(BadInput, match=r"side 2\.5"):
        rs.rullo.measure_kakurasus([2.5])
    with pytest.raises(BadInput, match="rows 0"):
        rs.rullo.expect_product_sets(5, 0, 3)
    assert rs.rullo.expect_product_sets(5, 2, 2) == 0


def test_a_file_of_something_else_is_refused(tmp_path):
    path = tmp_path / "kakurasu.csv"
    path.write_text("side\n1\n", encoding="utf-8")
    with pytest.raises(BadInput, match="its columns are not"):
        rs.rullo.load_kakurasus(path)
