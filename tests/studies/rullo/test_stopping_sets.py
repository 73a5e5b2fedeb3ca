"""Minimal stopping sets and their patterns, against the definition on every box of signed numbers."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product

import numpy as np
import pytest

import rullo_studies as rs
from rullo_core.errors import BadInput
from rullo_core.rullo.predicting import pool_of
from rullo_core.rullo.puzzle import Rullo
from rullo_studies.rullo.stopping_sets import patterns_of


@cache
def ways_of(numbers):
    """The sets of places whose numbers add up to 0; those with a 0 belong to no set."""
    places = [i for i, number in enumerate(numbers) if number]
    ways = (way for n in range(1, len(places) + 1) for way in combinations(places, n))
    return frozenset(frozenset(way) for way in ways if sum(numbers[i] for i in way) == 0)


@cache
def is_covered(numbers):
    return {i for i, number in enumerate(numbers) if number} == set().union(*ways_of(numbers)) != set()


def lines_of(box):
    """The rows and columns of a box, given by row, each with its cells."""
    for r, row in enumerate(box):
        yield row, [(r, c) for c in range(len(row))]
    for c, column in enumerate(zip(*box, strict=True)):
        yield column, [(r, c) for r in range(len(box))]


def closed(box, cells):
    """The cells of some that lines leave unknown."""
    while True:
        stay = set(cells)
        for numbers, places in lines_of(box):
            ways = ({places[i] for i in way} for way in ways_of(numbers))
            stay -= set(places) - set().union(*(way for way in ways if way <= cells))
        if stay == cells:
            return cells
        cells = stay


def is_minimal(box):
    cells = {(r, c) for r, row in enumerate(box) for c, number in enumerate(row) if number}
    return closed(box, cells) == cells and not any(closed(box, cells - {cell}) for cell in cells)


def minimal_boxes(height, width, values):
    """Every box whose numbers are a minimal stopping set that touches all lines."""
    signed = [0, *values, *(-value for value in values)]
    columns = [column for column in product(signed, repeat=height) if is_covered(column)]
    for chosen in product(columns, repeat=width):
        box = tuple(zip(*chosen, strict=True))
        if all(map(is_covered, box)) and is_minimal(box):
            yield box


def solutions_of(box):
    """The number of choices of a box's cells that change no sum."""
    rows, lines = [{frozenset(), *ways_of(row)} for row in box], [*lines_of(box)]
    changes = ({(r, c) for r, way in enumerate(chosen) for c in way} for chosen in product(*rows))
    return sum(
        all(sum(numbers[i] for i, place in enumerate(places) if place in change) == 0 for numbers, places in lines)
        for change in changes
    )


def pattern_of(box):
    """The ways of the rows and columns of a box, the least of all orders and of both sides if they are as long."""
    forms = []
    for form in (box, tuple(zip(*box, strict=True)))[: 1 + (len(box) == len(box[0]))]:
        for rows in permutations(form):
            for columns in permutations(zip(*rows, strict=True)):
                ordered = tuple(zip(*columns, strict=True))
                forms.append([[sorted(map(sorted, ways_of(line))) for line, _ in lines_of(ordered)]])
    return str(min(forms))


CASES = [(2, 2, (1, 2, 3)), (2, 3, (1, 2, 4)), (3, 2, (1, 2, 3)), (3, 3, (1, 2)), (3, 3, (1, 3, 4)), (2, 4, (1, 2, 3))]


@pytest.mark.parametrize(("height", "width", "values"), [*CASES, pytest.param(3, 4, (1, 2), marks=pytest.mark.slow)])
def test_every_box_is_counted_by_its_cells_and_solutions(height, width, values):
    boxes = [*minimal_boxes(height, width, values)]
    expected = Counter((sum(number != 0 for row in box for number in row), solutions_of(box)) for box in boxes)
    table = rs.rullo.count_stopping_sets((height, width), values)
    assert {(row.cells, row.solutions): row.boxes for row in table.itertuples()} == expected
    assert table.attrs["probability"] == sum(
        Fraction(number, (2 * len(values)) ** cells) for (cells, _), number in expected.items()
    )
    assert expected


@pytest.mark.parametrize(("height", "width", "values"), CASES)
def test_boxes_with_the_same_ways_have_the_same_pattern(height, width, values):
    expected = Counter(map(pattern_of, minimal_boxes(height, width, values)))
    for pattern in patterns_of(height, width, values):
        box = tuple(map(tuple, pattern.example.tolist()))
        assert expected.pop(pattern_of(box)) == pattern.boxes
        assert pattern.solutions == solutions_of(box)
    assert not expected


@pytest.mark.parametrize("shape", ["3x3", "3x4", "4x4"])
def test_patterns_are_a_part_each_of_all_sets(shape):
    table, counts = rs.rullo.list_stopping_patterns(shape, "1-2"), rs.rullo.count_stopping_sets(shape, "1-2")
    by_size = table.groupby(["cells", "solutions"])["boxes"].sum()
    assert by_size.to_dict() == counts.set_index(["cells", "solutions"])["boxes"].to_dict()
    assert table["probability"].sum() == pytest.approx(float(counts.attrs["probability"]))


def test_sides_may_be_exchanged():
    wide, high = (rs.rullo.list_stopping_patterns(shape, "1-3") for shape in ("3x4", "4x3"))
    assert wide.drop(columns="example").equals(high.drop(columns="example"))
    assert {example.count("/") for example in wide["example"]} == {2}
    assert {example.count("/") for example in high["example"]} == {3}
    assert len(wide) == 86


def test_counts_follow_the_formulas():
    """Boxes of two rows over 1 to R, and all of 3x3."""
    for most in (1, 2, 3, 5, 8, 13):
        of = {shape: rs.rullo.count_stopping_sets(shape, f"1-{most}") for shape in ("2x2", "2x3", "2x4", "3x3")}
        assert of["2x2"]["boxes"].sum() == 2 * most
        assert of["2x3"]["boxes"].sum() == 3 * most * (most - 1)
        assert of["2x4"]["boxes"].sum() == 16 * most * (most - 1) * (most - 2) // 3
        assert of["3x3"].attrs["probability"] == Fraction(
            3 * (519 * most**3 - 610 * most**2 + 289 * most - 70), 2048 * most**8
        )


@pytest.mark.parametrize(("width", "values"), [(3, (2, 5, 7)), (5, (1, 2, 3)), (5, (1, 3, 4, 6)), (6, (1, 2, 3, 4))])
def test_two_rows_are_a_row_without_another_way(width, values):
    """All ways of a row are the columns of a matrix of 0 and 1, the last one the whole row."""
    rows = np.array([*product([*values, *(-value for value in values)], repeat=width)])
    sums = rows @ np.array([*product((0, 1), repeat=width)][1:]).T
    expected = ((sums[:, -1] == 0) & (sums[:, :-1] != 0).all(axis=1)).sum()
    assert rs.rullo.count_stopping_sets((2, width), values)["boxes"].sum() == expected > 0


@pytest.mark.parametrize("most", [3, 10])
@pytest.mark.parametrize("width", [2, 3, 4, 5, 6])
def test_sampled_strips_have_the_exact_probability(width, most):
    pool = pool_of((2, width), tuple(range(1, most + 1)), 0.5)
    exact = float(rs.rullo.count_stopping_sets((2, width), f"1-{most}").attrs["probability"])
    assert abs(pool.probability - exact) <= (4 * pool.relative_error + 1e-9) * exact


@pytest.mark.parametrize(("shape", "values"), [("3x3", "1-4"), ("4x3", "1-3"), ("4x4", "1-2"), ("2x3", "1-9")])
def test_estimates_are_near_the_exact_means(shape, values):
    exact = rs.rullo.count_stopping_sets(shape, values)
    sampled = rs.rullo.sample_stopping_sets(shape, values, tries=60_000)
    assert abs(sampled.attrs["probability"] - float(exact.attrs["probability"])) < 4 * sampled.attrs["error"]
    assert sampled.attrs["error"] < 0.05 * sampled.attrs["probability"]
    assert sampled["probability"].sum() == pytest.approx(sampled.attrs["probability"])
    by_solutions = exact.groupby("solutions")["probability"].sum()
    for row in sampled.itertuples():
        assert abs(row.probability - by_solutions.get(row.solutions, 0)) <= 4 * row.error


def test_the_error_of_an_estimate_is_the_spread_of_several():
    samples = [rs.rullo.sample_stopping_sets("3x3", "1-5", tries=2000, seed=seed) for seed in range(100)]
    spread = np.std([sample.attrs["probability"] for sample in samples])
    assert 0.8 < np.mean([sample.attrs["error"] for sample in samples]) / spread < 1.25
    assert len({sample.attrs["probability"] for sample in samples}) > 90


@pytest.mark.parametrize("shape", [(3, 3), (3, 4)])
def test_sampled_blocks_are_fewer_than_all_sets(shape):
    """The prediction samples boxes of which lines leave a single minimal set; some boxes with a set have another."""
    pool = pool_of(shape, (1, 2, 3, 4), 0.5)
    exact = float(rs.rullo.count_stopping_sets(shape, "1-4").attrs["probability"])
    assert 0.6 * exact < pool.probability < 0.9 * exact


@pytest.mark.slow
def test_the_mean_number_of_sets_of_all_boxes_is_their_probability():
    """Of all 4^9 boxes of 3x3 over 1-2, of which half are the others with all signs changed."""
    every_cell, boxes, sets = {*product(range(3), repeat=2)}, 0, 0
    for first, *numbers in product((1, 2), *[(1, 2, -1, -2)] * 8):
        box = (first, *numbers[:2]), tuple(numbers[2:5]), tuple(numbers[5:])
        unknown = closed(box, every_cell)
        if len({r for r, _ in unknown}) == len({c for _, c in unknown}) == 3:
            sets += 2 * sum(1 for _ in spanning_sets(box, unknown))
            boxes += 2 * is_minimal(kept(box, unknown))
    assert Fraction(sets, 4**9) == rs.rullo.count_stopping_sets("3x3", "1-2").attrs["probability"]
    pool = pool_of((3, 3), (1, 2), 0.5)
    assert abs(pool.probability - boxes / 4**9) <= 4 * pool.relative_error * pool.probability


def kept(box, cells):
    return tuple(tuple(number * ((r, c) in cells) for c, number in enumerate(row)) for r, row in enumerate(box))


def spanning_sets(box, unknown):
    """Every minimal stopping set of some cells that touches all lines of 3x3."""
    for number in range(6, len(unknown) + 1):
        for cells in combinations(sorted(unknown), number):
            part = kept(box, cells)
            if all(map(is_covered, (*part, *zip(*part, strict=True)))) and is_minimal(part):
                yield cells


@pytest.mark.parametrize(("shape", "values"), [("3x3", "1-3"), ("3x4", "1-3"), ("4x4", "1-2")])
def test_examples_are_puzzles_that_are_stuck_and_have_so_many_solutions(shape, values):
    for row in rs.rullo.list_stopping_patterns(shape, values).head(15).itertuples():
        box = [[0 if text == "." else int(text) for text in line.split()] for line in row.example.split(" / ")]
        puzzle = Rullo.from_solution(np.abs(box).tolist(), (np.array(box) < 0).tolist())
        assert puzzle.rate().open_cells == row.cells == np.count_nonzero(box)
        assert len(puzzle.solve(limit=5).solutions) == row.solutions


def test_lines_with_one_way_have_the_fewest_equations():
    """One less than there are lines; each further one takes a factor of the range from the probability."""
    for shape in ("3x3", "3x4"):
        for pattern in patterns_of(*map(int, shape.split("x")), (1, 2, 3)):
            has_one_way = all(ways.bit_count() == 1 for ways in (*pattern.rows, *pattern.columns))
            fewest = sum(map(int, shape.split("x"))) - 1
            assert pattern.equations >= fewest
            assert (pattern.equations == fewest) == has_one_way
            assert pattern.solutions == 2 or not has_one_way


@pytest.mark.parametrize(
    ("shape", "values", "message"),
    [
        ("1x3", "1-3", "shape 1x3: take 2 to 4 rows and columns"),
        ("3x5", "1-3", "take 2 to 4"),
        ("2x7", "1-3", "take 2 to 4"),
        ("2x3", "0-3", "values 0-3: take numbers above 0"),
        ("4x4", "1-30", "4x4 over 1-30: there are too many boxes; take fewer numbers, or a smaller shape"),
        ("2x6", "1-100", "too many boxes"),
    ],
)
def test_what_is_not_counted_is_refused(shape, values, message):
    with pytest.raises(BadInput, match=message):
        rs.rullo.count_stopping_sets(shape, values)


def test_patterns_of_long_strips_are_not_listed():
    with pytest.raises(BadInput, match="take 2 to 4"):
        rs.rullo.list_stopping_patterns("2x5", "1-3")
    with pytest.raises(BadInput, match="too many boxes"):
        rs.rullo.list_stopping_patterns("4x4", "1-4")
