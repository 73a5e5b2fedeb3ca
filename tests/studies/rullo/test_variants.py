from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rullo_core.errors import BadInput
from rullo_core.rullo.line import UNKNOWN, Contradiction, combinations, solve_line
from rullo_core.rullo.operation import PRODUCT, SUM
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.solver import count_solutions, difficulty, is_simple, solutions
from rullo_studies.rullo.variants import (
    IN_ORDER,
    Signed,
    Variant,
    _standard_error,
    draw_grids,
    fits,
    line_worths,
    measure_variants,
    read_variant,
    sort_puzzles,
)

PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
DESCRIPTIONS = {
    "1 and 2": ([1, 2], "sum"),
    "1 to 3": ([1, 2, 3], "sum"),
    "2 to 4": ([2, 3, 4], "sum"),
    "1 to 19": (range(1, 20), "sum"),
    "primes": (PRIMES, "sum"),
    "holes": (range(10), "sum"),
    "negative": ([-2, -1, 1, 2], "sum"),
    "product": (range(1, 10), "product"),
    "product of 2 to 4": ([2, 3, 4], "product"),
    "product of 2, 4 and 8": ([2, 4, 8], "product"),
    "plus and minus": ([-4, -3, -2, 2, 3, 4], "sum"),
    "times and by": (["1/4", "1/3", "1/2", 2, 3, 4], "product"),
    "all four": ([f"{sign}{number}" for sign in "+−×÷" for number in (2, 3, 4)], "in order"),
}
VARIANTS = {name: read_variant(name, *variant) for name, variant in DESCRIPTIONS.items()}
OPERATIONS = {
    "sum": (SUM, st.integers(-3, 5)),
    "product": (PRODUCT, st.sampled_from([0, 1, 2, 3, 4, -2, Fraction(1, 2)])),
    "in order": (IN_ORDER, st.builds(Signed, st.sampled_from("+−×÷"), st.integers(1, 4))),
}


def result_of(operation, line, choices):
    """The result of a line, computed without the package's Operation where possible."""
    included = [cell for cell, is_included in zip(line, choices, strict=True) if is_included]
    if operation is SUM:
        return sum(included)
    if operation is PRODUCT:
        return np.prod([Fraction(cell) for cell in included], initial=Fraction(1))
    result = Fraction(1)
    for sign, number in included:
        result = {"+": result + number, "−": result - number, "×": result * number, "÷": result / number}[sign]
    return result


@pytest.mark.parametrize("name", OPERATIONS)
@given(data=st.data())
def test_the_solver_with_another_operation_against_brute_force(name, data):
    operation, cells = OPERATIONS[name]
    height, width = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 3))
    grid = [[data.draw(cells) for _ in range(width)] for _ in range(height)]
    solution = tuple(tuple(data.draw(st.booleans()) and cell != 0 for cell in row) for row in grid)
    puzzle = Rullo.from_solution(grid, solution, operation)
    lines = [
        *zip(puzzle.numbers, puzzle.row_targets, strict=True),
        *zip(puzzle.columns, puzzle.column_targets, strict=True),
    ]
    for line, target in lines:
        ways = [
            choice
            for choice in product((True, False), repeat=len(line))
            if result_of(operation, line, choice) == target
            and not any(t and c == 0 for t, c in zip(choice, line, strict=True))
        ]
        assert list(combinations(line, target, (UNKNOWN,) * len(line), operation)) == ways
        agreed = tuple(cell[0] if len(set(cell)) == 1 else UNKNOWN for cell in zip(*ways, strict=True))
        assert solve_line(line, target, (UNKNOWN,) * len(line), operation) == agreed
    all_choices = {
        tuple(tuple(choice[r * width : (r + 1) * width]) for r in range(height))
        for choice in product((True, False), repeat=height * width)
    }
    expected = {candidate for candidate in all_choices if puzzle.is_solved_by(candidate)}
    assert solution in expected
    assert set(solutions(puzzle)) == expected
    assert count_solutions(puzzle) == len(expected)
    if operation.rest is not None:
        inverse = puzzle.inverted()
        assert inverse.inverted() == puzzle
        assert count_solutions(inverse) == len(expected)
        assert is_simple(inverse) == is_simple(puzzle)


def test_where_the_order_matters():
    puzzle = Rullo.from_solution([[Signed("+", 2), Signed("×", 3)]], [[True, True]], IN_ORDER)
    assert puzzle.row_targets == (9,)
    assert Rullo.from_solution([[Signed("×", 3), Signed("+", 2)]], [[True, True]], IN_ORDER).row_targets == (5,)
    assert Rullo.from_solution([[Signed("÷", 2)]], [[True]], IN_ORDER).row_targets == (Fraction(1, 2),)
    with pytest.raises(BadInput, match="has no inverse"):
        puzzle.inverted()
    assert str(Signed("×", 3)) == "×3"


def test_a_product_that_cannot_be_reached():
    with pytest.raises(Contradiction, match="2 4 cannot reach 6"):
        solve_line((2, 4), 6, (UNKNOWN, UNKNOWN), PRODUCT)
    with pytest.raises(BadInput, match="total 2 and the column target-sums 4"):
        Rullo(((2,),), (2,), (4,), PRODUCT)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize(("height", "width"), [(2, 2), (2, 3), (3, 2)])
def test_the_kernel_against_the_readable_solver(name, height, width):
    variant = VARIANTS[name]
    grids = draw_grids(variant, height, width, 4, 7)
    counts, unsolved = sort_puzzles(variant, height, width, grids, 1000)
    stuck = []
    for grid, row in zip(grids.tolist(), counts.tolist(), strict=True):
        expected = [0, 0, 0, 0]
        for mask in range(2 ** (height * width)):
            puzzle, solution = variant.puzzle(height, width, grid, mask)
            if any(
                is_included and cell == 0
                for t, c in zip(solution, puzzle.numbers, strict=True)
                for is_included, cell in zip(t, c, strict=True)
            ):
                continue
            simple, is_unique = is_simple(puzzle), count_solutions(puzzle) == 1
            expected[0] += 1
            expected[1] += simple
            expected[2] += is_unique
            if simple:
                expected[3] = max(expected[3], round(2 * difficulty(puzzle)))
            elif is_unique:
                stuck.append([grid, mask])
        assert row == expected
    assert sorted(unsolved.tolist()) == sorted(stuck)


def test_worths():
    assert line_worths(Variant((1, 2)), 2).tolist() == [[0, 1, 1, 2], [0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 1, 2]]
    assert line_worths(Variant((0, 3)), 2).tolist()[1] == [0, -1, 1, -1]
    assert line_worths(Variant((2, 4), PRODUCT), 3)[1].tolist() == [0, 1, 1, 2, 2, 3, 3, 4]


def test_a_puzzle_by_its_number():
    puzzle, solution = Variant((5, 7)).puzzle(2, 2, 0b0110, 0b1001)
    assert puzzle == Rullo(((5, 7), (7, 5)), (5, 5), (5, 5))
    assert solution == ((True, False), (False, True))


def test_numbers_as_they_are_read():
    assert read_variant("", ["1/2", "4/2", 0], "product") == Variant((Fraction(1, 2), 2, 0), PRODUCT)
    assert read_variant("", ["-2", "÷3"], "in order") == Variant((Signed("−", 2), Signed("÷", 3)), IN_ORDER)


@pytest.mark.parametrize(
    ("variant", "says"),
    [
        (([1], "sums"), "operation 'sums': did you mean 'sum'? Take one of sum, product, in order"),
        (([], "sum"), "write at least one number"),
        ((["1/0"], "sum"), "write whole numbers, fractions"),
        (([2], "in order"), "write whole numbers, fractions"),
        ((["÷0"], "in order"), "write whole numbers, fractions"),
    ],
)
def test_what_is_no_variant_is_refused(variant, says):
    with pytest.raises(BadInput, match=r"^mine: ") as error:
        measure_variants({"mine": variant})
    assert says in str(error.value)


@pytest.mark.parametrize(("name", "value"), [("grids", 1), ("seed", -1)])
def test_parameters_are_checked(name, value):
    with pytest.raises(BadInput, match=f"{name} = {value}: write a whole number"):
        measure_variants(DESCRIPTIONS, **{name: value})


@pytest.fixture(scope="module")
def small_survey():
    return measure_variants(DESCRIPTIONS, "2x3", 3000)


def test_survey(small_survey):
    """Shares of all grids are exact; those of a sample of grids are within their errors of them."""
    primes = {"primes": DESCRIPTIONS["primes"]}
    complete, sample = (measure_variants(primes, "2x2", grids).iloc[0] for grids in (10**5, 2000))
    assert (complete["complete"], complete["simple ±"], complete["puzzles"]) == (True, 0, 160_000)
    assert not sample["complete"]
    for share in ("simple", "unique"):
        difference = sample[share] / sample["puzzles"] - complete[share] / complete["puzzles"]
        assert 0 < abs(difference) < 4 * sample[f"{share} ±"] < 0.01
    assert small_survey.loc["1 and 2", "puzzles"] == 4**6


def test_equivalent_variants_have_equal_counts(small_survey):
    """Powers of two multiply as their exponents add; fractions as the numbers they are under."""
    counts = small_survey[["puzzles", "simple", "unique", "passes"]]
    for first, second in (("product of 2, 4 and 8", "1 to 3"), ("times and by", "plus and minus")):
        assert counts.loc[first].equals(counts.loc[second])
        for cells in (2, 3):
            assert np.array_equal(line_worths(VARIANTS[first], cells), line_worths(VARIANTS[second], cells))


def test_a_1_in_a_product_is_always_ambiguous():
    counts, _ = sort_puzzles(Variant((1, 2), PRODUCT), 2, 2, np.arange(16))
    assert (counts[:-1, 2] == 0).all()
    assert counts[-1, 2] > 0


def test_the_hardest(small_survey):
    """As difficult as the greatest difficulty says, by the readable solver; none if no puzzle is simple."""
    for row in small_survey.itertuples():
        assert is_simple(row.hardest)
        assert difficulty(row.hardest) == row.passes
    assert measure_variants({"2 to 4": DESCRIPTIONS["2 to 4"]}, "3x3").loc["2 to 4", "hardest"].rate().passes == 4.5
    assert measure_variants({"1": ([1], "product")}, "2x2").loc["1", "hardest"] is None


def test_variants_that_do_not_fit_are_left_out():
    assert measure_variants(DESCRIPTIONS, "2x4", 20).index.tolist() == [
        name for name in DESCRIPTIONS if name != "1 to 19"
    ]
    with pytest.raises(BadInput, match="size 4x4 is too large; take at most 12 cells"):
        measure_variants(DESCRIPTIONS, "4x4")


def test_four_cells_distinguish_a_product_from_a_sum():
    """3 + 3 = 2 + 4, but 3 · 3 is not 2 · 4."""
    for cells, is_equal in ((2, True), (3, True), (4, False)):
        assert (
            np.array_equal(line_worths(VARIANTS["2 to 4"], cells), line_worths(VARIANTS["product of 2 to 4"], cells))
            == is_equal
        )


@pytest.mark.slow
def test_a_product_can_be_harder_than_a_sum_without_a_1():
    """Over {2, 4, 8}, where 2 · 4 = 8 and no two different sums are equal: all 10,077,696 puzzles of 3x3."""
    grids = np.arange(3**9)
    simple = [sort_puzzles(Variant((2, 4, 8), operation), 3, 3, grids)[0][:, 1].sum() for operation in (SUM, PRODUCT)]
    assert simple == [9_658_128, 9_645_066]


def test_all_grids_where_there_are_as_many_as_may_be_drawn():
    variant = Variant((1, 2))
    assert draw_grids(variant, 2, 2, 16, 7).tolist() == list(range(16))
    assert len(draw_grids(variant, 2, 2, 15, 7)) == 15


def test_errors_of_shares_are_those_of_a_ratio_of_means():
    """Of the puzzles of each grid and those that count: n/(n - 1) times the squares of what each adds to the ratio."""
    puzzles, counts = np.array([8, 10, 9, 13]), np.array([2, 7, 3, 6])
    share = counts.sum() / puzzles.sum()
    parts = (counts - share * puzzles) / puzzles.sum()
    assert _standard_error(puzzles, counts) == pytest.approx(np.sqrt(4 / 3 * (parts**2).sum()))


def test_twelve_cells_are_few_enough():
    assert fits(Variant((1, 2)), 3, 4)
    assert not fits(Variant((1, 2)), 1, 13)


def test_lines_of_six_cells_may_have_four_numbers():
    """Their tables have 4**6 rows of 4**6 pairs of subsets: the greatest number that there may be."""
    assert fits(Variant((1, 2, 3, 4)), 2, 6)
    assert not fits(Variant((1, 2, 3, 4, 5)), 2, 6)


def test_large_sizes_are_refused():
    with pytest.raises(BadInput, match="take at most 12 cells"):
        sort_puzzles(Variant((1, 2)), 4, 4, np.arange(1))
    with pytest.raises(BadInput, match="fewer numbers"):
        sort_puzzles(Variant(tuple(range(1, 200))), 3, 3, np.arange(1))
    with pytest.raises(BadInput, match="too many grids to number"):
        draw_grids(Variant(tuple(range(1, 200))), 3, 3, 5, 1)
