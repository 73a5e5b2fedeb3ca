"""The prediction of random Rullos, and each of its ingredients against an exhaustive search or the definition."""

import json
from dataclasses import replace
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

import rullo_core as rc
from rullo_core.compiled.rng import rng_from_seed
from rullo_core.errors import BadInput, NotFound
from rullo_core.rullo.kernels.predicting import boards, sets
from rullo_core.rullo.predicting import (
    Process,
    check_filtered,
    classes_of,
    corner_of,
    floors,
    hold_up_by_halves,
    pool_of,
    run_bare,
    usual_classes,
)
from rullo_core.rullo.puzzle import Rullo


def closed(block, cells):
    """The cells of some that lines leave unknown, by the definition: in both lines, another choice reaches the sum."""
    while True:
        stay = set(cells)
        for axis in (0, 1):
            for line in {cell[axis] for cell in cells}:
                own = [cell for cell in cells if cell[axis] == line]
                ways = [way for n in range(1, len(own) + 1) for way in combinations(own, n)]
                undetermined = {cell for way in ways if sum(block[c] for c in way) == 0 for cell in way}
                stay -= set(own) - undetermined
        if stay == cells:
            return cells
        cells = stay


def is_minimal_set(block, cells):
    return closed(block, cells) == cells and not any(closed(block, cells - {cell}) for cell in cells)


def signed_blocks(values, height, width):
    """Every block of numbers, negative in included cells."""
    signed = [sign * value for value in values for sign in (1, -1)]
    for numbers in product(signed, repeat=height * width):
        yield {divmod(i, width): number for i, number in enumerate(numbers)}


@pytest.mark.parametrize(("width", "values"), [(2, (1, 2, 3)), (3, (1, 2)), (4, (1, 2)), (3, (1, 1, 2))])
def test_strips_have_the_probability_of_an_exhaustive_search(width, values):
    cells = {(r, c) for r in range(2) for c in range(width)}
    number = sum(is_minimal_set(block, cells) for block in signed_blocks(values, 2, width))
    pool = pool_of((2, width), values, 0.5)
    exact = number / (2 * len(values)) ** (2 * width)
    assert abs(pool.probability - exact) <= (5 * pool.relative_error + 1e-9) * exact


@pytest.mark.parametrize("most", [2, 3, 4, 9, 30])
def test_strips_of_two_and_three_columns_have_their_exact_probability(most):
    values = tuple(range(1, most + 1))
    assert pool_of((2, 2), values, 0.5).probability == pytest.approx(1 / (8 * most**3))
    pool = pool_of((2, 3), values, 0.5)
    exact = 3 * (most - 1) / (8 * most**2) / (2 * most) ** 3
    assert abs(pool.probability - exact) <= 5 * pool.relative_error * exact


def test_strips_depend_on_the_share_of_included_cells_by_their_columns_alone():
    fair, biased = (pool_of((2, 3), (1, 2, 3), included) for included in (0.5, 0.3))
    assert biased.probability == pytest.approx(fair.probability * (2 * 0.3 * 0.7 / 0.5) ** 3)


def test_columns_of_blocks_are_included_with_the_given_probability():
    columns, cells = np.empty((5000, 3), np.int64), np.empty(5000, np.int64)
    number = sets.sample_open_columns(np.arange(1, 5), 0.1, rng_from_seed(1, 0), columns, cells)
    assert 0 < (columns[:number] < 0).mean() < 0.45


@pytest.mark.slow
def test_blocks_have_the_probability_of_an_exhaustive_search():
    """All 4^9 blocks of 3x3 over 1-2, of which half are the others with all signs changed."""
    number = 0
    whole = {(r, c) for r in range(3) for c in range(3)}
    for block in signed_blocks((1, 2), 3, 3):
        if block[0, 0] < 0:
            continue
        cells = closed(block, whole)
        touched = [{cell[axis] for cell in cells} for axis in (0, 1)]
        number += 2 * (list(map(len, touched)) == [3, 3] and is_minimal_set(block, cells))
    pool = pool_of((3, 3), (1, 2), 0.5)
    assert number > 0
    assert abs(pool.probability - number / 4**9) <= 5 * pool.relative_error * pool.probability


@pytest.mark.parametrize("shape", [(2, 2), (2, 4), (3, 3), (3, 4), (4, 4)])
def test_sampled_sets_are_minimal_stopping_sets(shape):
    for numbers in pool_of(shape, (1, 2, 3, 4), 0.5).sets[:20]:
        block = {place: int(number) for place, number in np.ndenumerate(numbers) if number}
        assert is_minimal_set(block, set(block))
        assert [len({cell[axis] for cell in block}) for axis in (0, 1)] == list(shape)


def test_telling_any_cell_of_a_stopping_set_in_a_rullo_solves_it():
    """A set in a board of its own: lines fix nothing, and a guess of any cell leads to all."""
    numbers = pool_of((3, 3), (1, 2, 3, 4), 0.5).sets[0]
    puzzle = Rullo.from_solution(np.abs(numbers).tolist(), (numbers < 0).tolist())
    assert puzzle.rate().open_cells == np.count_nonzero(numbers)


@pytest.mark.parametrize(("height", "width", "most"), [(4, 4, 2), (5, 7, 4), (6, 6, 9), (3, 9, 300)])
def test_boards_with_a_class_for_each_number_are_rullos(height, width, most):
    """Their passes and unknown cells are those of the puzzle with the same numbers and solution."""
    classes = classes_of(range(1, most + 1), most)
    board, rng = boards.board_for(boards.lines_of(height, width), most), rng_from_seed(5, 0)
    for _ in range(12):
        boards.draw(board, classes, 0.5, rng)
        numbers = board.numbers[:height, :width]
        assert (numbers == board.numbers[height:, :height].T).all()
        solution = [[bool(int(mask) >> c & 1) for c in range(width)] for mask in board.included[:height]]
        rating = Rullo.from_solution(numbers.tolist(), solution).rate()
        halves = sum(boards.count_passes(board, side) for side in (0, 1))
        unknown = sum(int(mask).bit_count() for mask in board.unknown[:height])
        assert unknown == rating.open_cells
        if rating.simple:
            assert halves == 2 * rating.passes


def test_numbers_of_decoupled_lines_are_of_one_class():
    classes = classes_of(range(1, 11), 3)
    class_of = {value: int(first) for value, first in zip(classes.values, classes.first, strict=True)}
    assert sorted({*class_of.values()}) == [0, 4, 7]
    board, rng = boards.board_for(boards.lines_of(8, 8), 10), rng_from_seed(1, 0)
    boards.draw(board, classes, 0.5, rng)
    pairs = list(zip(board.numbers[:8, :8].ravel().tolist(), board.numbers[8:, :8].T.ravel().tolist(), strict=True))
    assert all(class_of[row] == class_of[column] for row, column in pairs)
    assert len({row == column for row, column in pairs}) == 2


def unknown_masks(height, width, cells):
    masks = np.zeros(height + width, np.uint64)
    for r, c in cells:
        masks[r] |= np.uint64(1 << c)
        masks[height + c] |= np.uint64(1 << r)
    return masks


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ([], True),
        ([(0, 0), (0, 1), (1, 0), (1, 1)], True),
        ([(r, c) for r in range(4) for c in range(4)], True),
        ([(r, c) for r in range(2) for c in range(7)], True),
        ([(r, c) for r in range(3) for c in range(5)], False),
        ([(r, c) for r in range(5) for c in range(5)], False),
        ([(r, r) for r in range(5)], True),
        ([*((r, r) for r in range(5)), *((r, (r + 1) % 5) for r in range(5))], False),
        ([(0, 0), (0, 1), (1, 0), (1, 1), (5, 5), (5, 6), (6, 5), (6, 6)], True),
    ],
)
def test_components_of_unknown_cells_are_small_or_not(cells, expected):
    board = boards.board_for(boards.lines_of(8, 8), 9)
    board.unknown[:] = unknown_masks(8, 8, cells)
    assert boards.is_small(board.unknown, board.lines) == expected


@pytest.mark.parametrize(
    ("size", "shape", "expected"), [((4, 4), (2, 4), True), ((3, 5), (2, 4), False), ((4, 6), (3, 4), True)]
)
def test_small_sets_may_cover_half_of_the_board(size, shape, expected):
    board = boards.board_for(boards.lines_of(*size), 9)
    board.unknown[:] = unknown_masks(*size, product(range(shape[0]), range(shape[1])))
    assert boards.is_small(board.unknown, board.lines) == expected


def test_cells_are_included_with_the_given_probability():
    board, rng = boards.board_for(boards.lines_of(20, 20), 9), rng_from_seed(1, 0)
    boards.draw(board, classes_of(range(1, 10), 4), 0.2, rng)
    by_row, by_column = ([int(mask).bit_count() for mask in part] for part in np.split(board.included, 2))
    assert sum(by_row) == sum(by_column)
    assert 50 < sum(by_row) < 110


def test_passes_are_those_of_both_orders():
    """Of boards of different sides, on which the orders differ."""
    classes = classes_of(range(1, 8), 3)
    ends = Process(3, 9, classes, 0.5, 4).run(range(20))
    board = boards.board_for(boards.lines_of(3, 9), 7)
    different = 0
    for number, halves in enumerate(ends.halves.tolist()):
        boards.draw(board, classes, 0.5, rng_from_seed(8, number, 0))
        passes = [boards.count_passes(board, side) for side in (0, 1)]
        assert halves == sum(passes)
        different += len(set(passes)) > 1
    assert different > 5


def test_boards_do_not_depend_on_those_before():
    process, planted = Process(5, 6, classes_of((1, 2, 3), 1), 0.5, 3), pool_of((2, 2), (1, 2, 3), 0.5).sets
    for pool in (None, planted):
        whole, end = process.run(range(1100), pool), process.run(range(450, 1100), pool)
        assert all((part == all_of[450:]).all() for part, all_of in zip(end, whole, strict=True))


def test_planted_sets_stay_unknown():
    planted = pool_of((2, 2), (1, 2, 3), 0.5).sets
    ends = Process(6, 6, classes_of((1, 2, 3), 1), 0.5, 3).run(range(50), planted)
    assert (ends.unknown >= 4).all()


def test_a_planted_set_has_its_numbers_and_choices():
    board = boards.board_for(boards.lines_of(4, 5), 9)
    boards.draw(board, classes_of(range(1, 10), 4), 0.5, rng_from_seed(1, 0))
    before = [[bool(int(mask) >> c & 1) for c in range(5)] for mask in board.included[:4]]
    cells = np.array([[5, -7, 0], [-5, 7, 2]])
    boards.plant(board, cells, corner_of(2, 3)[0])
    for r, c in product(range(4), range(5)):
        number = cells[r, c] if r < 2 and c < 3 else 0
        is_included = bool(int(board.included[r]) >> c & 1)
        assert is_included == bool(int(board.included[4 + c]) >> r & 1)
        assert is_included == (number < 0 if number else before[r][c])
        if number:
            assert board.numbers[r, c] == board.numbers[4 + c, r] == abs(number)


def test_sets_are_planted_in_turn():
    """On boards with large numbers, where hardly anything else stays unknown."""
    block = pool_of((3, 3), (1, 2, 3, 4), 0.5).sets[0]
    square = np.zeros_like(block)
    square[:2, :2] = [[3, -3], [-3, 3]]
    ends = Process(6, 6, classes_of(range(1, 500), 4), 0.5, 3).run(range(40), np.stack([square, block]))
    assert ends.unknown[0::2].min() == 4
    assert ends.unknown[1::2].min() == np.count_nonzero(block) > 4


def test_small_sets_are_those_that_fit_into_half_of_the_board():
    shapes = [floor.shape for floor in floors(4, 6, (1, 2, 3), 0.5)]
    assert shapes == [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (2, 5), (3, 3), (3, 4), (4, 3)]
    expected = next(floors(4, 6, (1, 2, 3), 0.5)).expected
    assert expected == pytest.approx(comb(4, 2) * comb(6, 2) / (8 * 27))


@pytest.mark.parametrize(
    ("size", "most", "simple", "passes", "tolerance"),
    [("6x6", 9, 0.954, 3.46, 0.012), ("8x8", 10, 0.657, 7.24, 0.02), ("10x10", 18, 0.269, 9.51, 0.02)],
)
def test_predictions_are_near_measured_shares(size, most, simple, passes, tolerance):
    """Shares and passes of 40,000 random puzzles each, measured with another program."""
    prediction = rc.rullo.predict(size, values=f"1-{most}")
    assert abs(prediction.simple - simple) < tolerance
    assert abs(prediction.passes - passes) < 0.35
    assert sum(prediction.passes_law.values()) == pytest.approx(1)


def test_one_class_for_each_number_predicts_what_is_counted():
    """With the boards of Rullos themselves, only the floor is an approximation."""
    sample = rc.rullo.rate(rc.rullo.generate(2000, size="5x5", values="1-4"))
    prediction = rc.rullo.predict("5x5", values="1-4", classes=4)
    assert abs(prediction.simple - sample["simple"].mean()) < 0.04


def test_the_share_is_the_product_of_its_parts():
    prediction = rc.rullo.predict("4x5", values="1-2", accuracy=0.02)
    held = sum(of_shape.expected * of_shape.hold_up for of_shape in prediction.sets)
    assert prediction.simple == pytest.approx(prediction.bulk * np.exp(-held))
    assert held > 0.5


def test_the_standard_error_is_that_of_predictions_with_different_seeds():
    for size, values in (("4x5", "1-2"), ("6x7", "1-4")):
        predictions = [rc.rullo.predict(size, values=values, accuracy=0.02, seed=seed) for seed in range(1, 301)]
        spread = np.std([prediction.simple for prediction in predictions])
        assert 0.9 < np.mean([prediction.error for prediction in predictions]) / spread < 1.1


def test_boards_are_drawn_once():
    process = Process(5, 5, classes_of((1, 2, 3), 1), 0.5, 1)
    ends = run_bare(process, 0.006)
    assert len(ends.small) > 3000
    assert all((part == all_of).all() for part, all_of in zip(ends, process.run(range(len(ends.small))), strict=True))


def test_few_boards_of_some_passes_have_the_hold_up_of_all_slower_ones():
    bulk, held = np.array([0.0, 0.5, 0.1, 0.02, 0.02]), np.array([0.0, 0.25, 0.2, 0.01, 0.03])
    assert hold_up_by_halves(bulk, held, 1000) == pytest.approx([0.49 / 0.64, 0.5, 2, 1, 1.5])


def test_the_same_seed_predicts_the_same():
    first, second, other = (rc.rullo.predict("6x7", values="1-5", accuracy=0.02, seed=seed) for seed in (4, 4, 5))
    assert first == second != other


def test_default_classes_have_two_numbers_at_least():
    assert [usual_classes(range(n)) for n in (1, 2, 3, 4, 7, 8, 100)] == [1, 1, 1, 2, 3, 4, 4]


def test_negative_numbers_count_as_included_instead_of_excluded():
    prediction = rc.rullo.predict("5x5", values="-5,-4,-2,1,3", accuracy=0.02)
    assert replace(prediction, values="1-5") == rc.rullo.predict("5x5", values="1-5", accuracy=0.02)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"values": "0-4"}, "leave out the 0"),
        ({"size": "65x5"}, "up to 64 cells"),
        ({"values": "-2,1", "included": 0.3}, "with negative numbers, leave it at 0.5"),
        ({"included": 1}, "included 1: "),
        ({"size": "3x29", "values": "1,72316"}, "take smaller numbers, or at most 28 cells"),
    ],
)
def test_what_is_not_predicted_is_refused(options, message):
    with pytest.raises(BadInput, match=message):
        rc.rullo.predict(**{"size": "5x5", **options})


def test_numbers_may_be_large_where_lines_are_filtered_completely():
    for longest, largest in ((28, 2**31 - 1), (29, 72_315), (64, 32_768)):
        check_filtered(longest, largest)
    prediction = rc.rullo.predict("4x5", values="7,2147483647", accuracy=0.1)
    assert prediction.sets[0].expected == pytest.approx(comb(4, 2) * comb(5, 2) / 64)


def test_no_puzzle_is_predicted_to_be_simple_on_boards_that_are_too_large():
    prediction = rc.rullo.predict("20x20", values="1-9", accuracy=0.1)
    assert (prediction.simple, prediction.bulk, prediction.passes_law) == (0, 0, {})
    assert prediction.passes is None
    assert all(of_shape.hold_up is None for of_shape in prediction.sets)
    assert json.loads(json.dumps(prediction.to_dict(), allow_nan=False))["passes"] is None
    assert 390 < prediction.open_cells <= 400


def test_a_prediction_ends_in_its_time():
    with pytest.raises(NotFound, match=r"not done in 0\.01 seconds"):
        rc.rullo.predict("30x30", values="1-20000", seconds=0.01)


def test_ways_are_the_choices_of_a_line_that_reach_its_sum():
    ways = np.empty(sets.MOST_WAYS, np.int64)
    number = sets.list_ways(np.array([1, -1, 2, -3]), 4, ways)
    assert ways[:number].tolist() == [0b0011, 0b1101]


def random_block(rng, height, width, most):
    return {(r, c): int(rng.integers(1, most + 1) * rng.choice([1, -1])) for r in range(height) for c in range(width)}


def components(cells):
    """Sets of cells that lines connect."""
    remaining = set(cells)
    while remaining:
        component = {remaining.pop()}
        while grown := {cell for cell in remaining if any(cell[0] == r or cell[1] == c for r, c in component)}:
            component |= grown
            remaining -= grown
        yield component


def sides(cells):
    return tuple(len({cell[axis] for cell in cells}) for axis in (0, 1))


def small(cells, height, width):
    shorter, longer = sorted(sides(cells))
    return 2 * shorter * longer <= height * width and (longer <= 4 or shorter <= 2)


def small_minimal_sets(block, unknown, height, width):
    """Every minimal stopping set of a small shape; they are parts of what stays unknown."""
    for component in components(unknown):
        for number in range(4, len(component) + 1):
            for cells in map(set, combinations(sorted(component), number)):
                if small(cells, height, width) and is_minimal_set(block, cells):
                    yield cells


def test_unknown_cells_do_not_depend_on_the_order_of_lines():
    rng = np.random.default_rng(1)
    for _ in range(40):
        block = random_block(rng, 4, 4, 3)
        cells = set(block)
        while True:  # one random line at a time, until none fixes a cell
            lines = [(axis, line) for axis in (0, 1) for line in range(4)]
            rng.shuffle(lines)
            before = set(cells)
            for axis, line in lines:
                own = [cell for cell in cells if cell[axis] == line]
                ways = [way for n in range(1, len(own) + 1) for way in combinations(own, n)]
                cells -= set(own) - {cell for way in ways if sum(block[c] for c in way) == 0 for cell in way}
            if cells == before:
                break
        assert cells == closed(block, set(block))


def test_a_rullo_is_simple_if_it_is_ok_and_has_no_small_set():
    rng = np.random.default_rng(2)
    outcomes = set()
    for _ in range(250):
        block = random_block(rng, 3, 4, 2)
        unknown = closed(block, set(block))
        is_ok = all(small(component, 3, 4) for component in components(unknown))
        has_set = is_ok and any(True for _ in small_minimal_sets(block, unknown, 3, 4))
        assert (not unknown) == (is_ok and not has_set)
        outcomes.add((is_ok, has_set))
    assert outcomes == {(True, False), (True, True), (False, False)}


@pytest.mark.slow
def test_the_expected_number_of_small_sets_is_the_sum_over_shapes():
    """E[W; ok] is the sum of lambda P(ok | planted) on Rullos, whose boards have a class for each number."""
    rng = np.random.default_rng(3)
    counts = []
    for _ in range(6000):
        block = random_block(rng, 4, 4, 2)
        unknown = closed(block, set(block))
        is_ok = all(small(component, 4, 4) for component in components(unknown))
        counts.append(sum(1 for _ in small_minimal_sets(block, unknown, 4, 4)) if is_ok else 0)
    process = Process(4, 4, classes_of((1, 2), 2), 0.5, 1)
    expected = sum(
        floor.expected * process.run(range(20_000), floor.sets).small.mean() for floor in floors(4, 4, (1, 2), 0.5)
    )
    assert abs(np.mean(counts) - expected) < 4 * np.std(counts) / len(counts) ** 0.5
    assert expected > 0.2
