from itertools import combinations, product
from math import prod

import numpy as np
import pytest

import rullo_core as rc
import rullo_studies as rs
from rullo_core.errors import BadInput
from rullo_core.paths import DATA
from rullo_core.rullo.operation import PRODUCT
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.solver import difficulty, is_simple

TABLE = DATA / "predictions" / "elsewhere-products.csv"

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19)


def test_sums_of_log_numbers_are_equal_where_products_are():
    values, cells = [2, 3, 4, 6, 9, 10, 12, 25], 4
    logs = dict(zip(values, rs.rullo.encode_products(values, cells), strict=True))
    lines = [line for size in range(cells + 1) for line in product(values, repeat=size)]
    pairs = {(prod(line), sum(logs[value] for value in line)) for line in lines}
    assert len(pairs) == len({product for product, _ in pairs}) == len({total for _, total in pairs})


def test_rullos_of_products_are_those_of_sums_of_log_numbers():
    rng, values = np.random.default_rng(1), (2, 3, 6)
    logs = dict(zip(values, rs.rullo.encode_products(values, 4), strict=True))
    simple = []
    for _ in range(200):
        numbers, choices = rng.choice(values, (4, 4)).tolist(), rng.random((4, 4)) < 0.5
        by_product = is_simple(Rullo.from_solution(numbers, choices.tolist(), PRODUCT))
        by_sum = is_simple(Rullo.from_solution([[logs[value] for value in row] for row in numbers], choices.tolist()))
        assert by_product == by_sum
        simple.append(by_product)
    assert 0.05 < np.mean(simple) < 0.95


def test_small_shares_are_those_of_all_puzzles():
    """Of all products over all squares of three numbers, by another program."""
    table = rs.rullo.measure_products([("3x3", "2,3,6")], puzzles=20_000)
    exact = rs.rullo.measure_variants({"product": ([2, 3, 6], "product"), "sum": ([2, 3, 6], "sum")})
    shares = exact["simple"] / exact["puzzles"]
    assert exact["complete"].all()
    assert abs(table["simple"].item() - shares["product"]) < 0.015
    assert abs(table["sum_simple"].item() - shares["sum"]) < 0.015


def test_products_of_powers_are_sums_of_exponents():
    assert rs.rullo.encode_products([2, 4, 8, 16], cells=9) == [1, 2, 3, 4]
    assert rs.rullo.encode_products([], cells=9) == []


def test_the_largest_number_may_be_the_only_one_with_its_prime():
    assert rs.rullo.encode_products([2, 3, 5], cells=2) == [1, 3, 9]


def test_passes_are_those_of_the_readable_solver():
    """Of products, and in the same table for the log-numbers of powers, which are sums."""
    rng, passes = np.random.default_rng(4), []
    for _ in range(400):
        numbers, choices = rng.choice((2, 4, 8), (3, 3)), rng.random((3, 3)) < 0.5
        puzzle = Rullo.from_solution(numbers.tolist(), choices.tolist(), PRODUCT)
        if is_simple(puzzle):
            passes.append(difficulty(puzzle))
    table = rs.rullo.measure_products([("3x3", "2,4,8")], puzzles=20_000)
    assert abs(np.mean(passes) - table["passes"].item()) < 4 * np.std(passes) / len(passes) ** 0.5


def cycles_of(numbers, included, side):
    """All alternating cycles, by the rows and columns that they visit."""
    total = 0
    for size in range(2, side + 1):
        for rows in combinations(range(side), size):
            for columns in combinations(range(side), size):
                cells = [(r, c) for r in rows for c in columns]
                for chosen in combinations(cells, 2 * size):
                    is_even = all(
                        sorted(included[cell] for cell in chosen if cell[axis] == line) == [False, True]
                        for axis, lines in enumerate((rows, columns))
                        for line in lines
                    )
                    if is_even and len({numbers[cell] for cell in chosen}) == 1 and is_connected(chosen):
                        total += 1
    return total


def is_connected(cells):
    part = {cells[0]}
    while True:
        grown = {cell for cell in cells if any(cell[0] == r or cell[1] == c for r, c in part)}
        if grown == part:
            return len(part) == len(cells)
        part = grown


def test_the_expected_number_of_alternating_cycles():
    rng = np.random.default_rng(2)
    counts = [cycles_of(rng.integers(2, size=(3, 3)), rng.random((3, 3)) < 0.5, 3) for _ in range(4000)]
    assert abs(np.mean(counts) - rs.rullo.expect_alternating_cycles(3, 2)) < 4 * np.std(counts) / 4000**0.5


def test_all_lengths_of_cycles_are_expected():
    """Of a single prime in 4x4: cycles are sets of cells, which have two colorings."""
    total = 0.0
    for size in (2, 3, 4):
        sets = [
            chosen
            for chosen in combinations(product(range(4), repeat=2), 2 * size)
            if {
                (axis, line): sum(cell[axis] == line for cell in chosen) for axis in (0, 1) for line in range(4)
            }.items()
            <= {((axis, line), number) for axis in (0, 1) for line in range(4) for number in (0, 2)}
            and is_connected(chosen)
        ]
        total += len(sets) * 2 / 2 ** (2 * size)
    assert rs.rullo.expect_alternating_cycles(4, 1) == pytest.approx(total)


def test_rullos_of_primes_are_stuck_if_and_only_if_they_have_an_alternating_cycle():
    rng = np.random.default_rng(3)
    stuck = 0
    for _ in range(300):
        numbers, choices = rng.choice([2, 3], (3, 3)), rng.random((3, 3)) < 0.5
        simple = is_simple(Rullo.from_solution(numbers.tolist(), choices.tolist(), PRODUCT))
        assert simple == (cycles_of(numbers, choices, 3) == 0)
        stuck += not simple
    assert 20 < stuck < 280


def test_predictions_are_near_what_is_counted():
    table = rs.rullo.load_products(TABLE)
    difference = table["predicted"] - table["simple"]
    is_floor = table["bulk"] > 0.95
    assert difference[is_floor].abs().max() < 0.02
    assert difference[~is_floor].between(0.01, 0.055).all()
    primes = table[table["values"] == ",".join(map(str, PRIMES))]
    cycles = [
        np.exp(-rs.rullo.expect_alternating_cycles(int(size.split("x")[0]), len(PRIMES))) for size in primes["size"]
    ]
    assert np.abs(cycles - primes["simple"])[:2].max() < 0.02


def test_the_table_is_measured_again():
    table = rs.rullo.load_products(TABLE)
    row = table[(table["size"] == "8x8") & (table["values"] == "2-9")].iloc[0]
    again = rs.rullo.measure_products([("8x8", "2-9")], puzzles=4000, seed=5).iloc[0]
    for column in ("simple", "predicted", "sum_simple", "sum_predicted"):
        assert abs(again[column] - row[column]) < 4 * np.sqrt(row[column] * (1 - row[column]) / 3000) + 0.005


def test_a_row_of_the_table_is_repeated():
    table = rs.rullo.load_products(TABLE)
    again = rs.rullo.measure_products([("6x6", "2-9")])
    assert again.drop(columns=["size", "values"]).iloc[0].to_numpy() == pytest.approx(
        table.drop(columns=["size", "values"]).iloc[0].to_numpy(), rel=1e-5
    )


def test_all_seeds_are_taken():
    table = rs.rullo.measure_products([("3x3", "2-3")], puzzles=10, seed=2**64 - 1)
    assert table["puzzles"].item() == 10
    with pytest.raises(BadInput, match="seed"):
        rs.rullo.measure_products([("3x3", "2-3")], puzzles=10, seed=2**64)


def test_nothing_is_measured_of_no_points_and_refused_of_no_puzzles():
    assert rs.rullo.measure_products([]).empty
    with pytest.raises(BadInput, match="count 0"):
        rs.rullo.measure_products([("3x3", "2-3")], puzzles=0)
    with pytest.raises(BadInput, match="primes 0"):
        rs.rullo.expect_alternating_cycles(3, 0)
    with pytest.raises(BadInput, match="side 0"):
        rs.rullo.expect_alternating_cycles(0, 3)


def test_a_1_is_refused():
    with pytest.raises(BadInput, match="1 is included or excluded whatever"):
        rs.rullo.measure_products([("3x3", "1-3")])
    with pytest.raises(rc.BadInput, match="numbers may go from"):
        rs.rullo.measure_products([("16x16", "2-60")], puzzles=10)


def test_a_file_of_something_else_is_refused(tmp_path):
    path = tmp_path / "products.csv"
    path.write_text("size\n3x3\n", encoding="utf-8")
    with pytest.raises(BadInput, match="its columns are not"):
        rs.rullo.load_products(path)
