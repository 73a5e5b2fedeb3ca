from dataclasses import asdict
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rullo_core.rullo.line import Contradiction
from rullo_core.rullo.puzzle import Rullo, flat
from rullo_core.rullo.solver import (
    count_solutions,
    difficulty,
    game,
    is_simple,
    rate,
    reach,
    run,
    solutions,
    solve_steps,
    unknown_cells,
    with_cell,
)
from tests.rullo.puzzles import puzzles_with_solutions

CHECKED = {
    # figure: passes columns first, passes rows first, difficulty, solutions
    "figure 1": (4, 3, 3.5, 1),
    "figure 7": (1, 1, 1, 1),
    "figure 14, left": (4, 5, 4.5, 1),
    "figure 14, right": (5, 4, 4.5, 1),
    "figure 15": (4, 4, 4, 1),
    "figure 17": (12, 11, 11.5, 1),
    "figure 19": (25, 24, 24.5, 1),
    "figure 20": (None, None, 16, 4),
}


@pytest.mark.parametrize("figure", CHECKED)
def test_ratings_match_the_thesis(figures, figure):
    columns_first, rows_first, expected, number = CHECKED[figure]
    rating = rate(figures[figure])
    assert (rating.columns_first, rating.rows_first) == (columns_first, rows_first)
    assert rating.difficulty == expected
    assert (rating.solutions, rating.complete) == (number, True)
    assert rating.simple is (columns_first is not None)
    assert count_solutions(figures[figure]) == number


@pytest.mark.parametrize(
    ("figure", "first", "fixed_counts"),
    [
        ("figure 1", "columns", [6, 10, 7, 2]),
        ("figure 1", "rows", [15, 8, 2]),
        ("figure 17", "columns", [2, 1, 1, 1, 2, 3, 2, 2, 3, 3, 3, 2]),
        ("figure 17", "rows", [3, 1, 1, 2, 3, 2, 2, 3, 3, 3, 2]),
        ("figure 19", "rows", [2, 3, 3, 3, 1, 1, 2, 2, 1, 1, 3, 2, 3, 2, 2, 1, 2, 3, 1, 1, 1, 2, 4, 3]),
    ],
)
def test_cells_found_in_each_pass(figures, figure, first, fixed_counts):
    assert [len(one_pass.fixed) for one_pass in run(figures[figure], first).passes] == fixed_counts


def test_figure_20_stalls_and_has_four_solutions(figures):
    puzzle = figures["figure 20"]
    stuck = run(puzzle)
    assert stuck.iterations == 12
    assert not stuck.is_solved
    assert len(game(puzzle).unknown(stuck.state)) == 49 - 41
    assert [difficulty(puzzle, solution) for solution in solutions(puzzle)] == [16, 16, 16, 16]
    assert len(solve_steps(puzzle)) == 3  # two guesses, as the thesis says


def test_figure_9_has_two_patterns_of_two_solutions_each(figures):
    assert count_solutions(figures["figure 9"]) == 4
    assert len(list(solutions(figures["figure 9"]))) == 4


def test_deduction_gives_the_reason(figures):
    puzzle = figures["figure 1"]
    second_column = run(puzzle).passes[0].deductions[1]
    assert second_column.unit.rule.numbers == (9, 8, 1, 8, 8)
    removed = {game(puzzle).places[cell]: values for cell, values in second_column.removed.items()}
    assert removed == {(0, 1): {False}, (2, 1): {False}}
    assert list(second_column.rows) == [(True, True, True, True, False), (True, True, True, False, True),
                                          (True, False, True, True, True)]  # fmt: skip


def test_puzzle_without_solution_is_a_contradiction():
    puzzle = Rullo(((1, 1), (1, 1)), (2, 0), (2, 0))
    with pytest.raises(Contradiction):
        run(puzzle)
    assert not is_simple(puzzle)
    assert list(solutions(puzzle)) == []
    assert count_solutions(puzzle) == 0
    rating = asdict(rate(puzzle))
    assert rating["solutions"] == 0
    assert rating["complete"] is True
    assert all(rating[key] is None for key in ("required", "difficulty", "columns_first", "rows_first", "known_cells"))


def test_contradiction_shown_only_by_the_other_lines():
    """The first pass fixes every cell; the other lines do not reach their target-sums."""
    with pytest.raises(Contradiction):
        run(Rullo(((1, 2),), (1,), (0, 1)))


def test_no_solution_although_lines_find_no_contradiction():
    """Two odd columns and an even row sum: only a guess shows that there is no solution."""
    puzzle = Rullo(((1, 1, 1, 1), (1, 1, 1, 1), (3, 3, 3, 3)), (2, 2, 3), (2, 2, 2, 1))
    assert list(solutions(puzzle)) == []
    assert count_solutions(puzzle) == 0
    with pytest.raises(Contradiction):
        difficulty(puzzle)
    assert rate(puzzle).difficulty is None


def test_many_solutions_are_counted():
    """Six rows of six ones, half of them included in every line: 297,200 ways (OEIS, A058527)."""
    puzzle = Rullo(((1,) * 6,) * 6, (3,) * 6, (3,) * 6)
    assert count_solutions(puzzle) == 297_200
    # After three rows, the columns have sums of 0 to 3 with the total 9: 580 tuples, the most of any row.
    assert count_solutions(puzzle, 580) == 297_200
    assert count_solutions(puzzle, 579) is None
    assert count_solutions(Rullo(((1,) * 30,) * 30, (15,) * 30, (15,) * 30)) is None


def test_interchangeable_cells_are_guessed_once():
    assert difficulty(Rullo(((1,) * 4,) * 4, (2,) * 4, (2,) * 4)) == 7


def test_rating_respects_its_limits(figures):
    limited = rate(figures["figure 20"], max_solutions=2)
    assert (limited.solutions, limited.complete) == (2, False)
    assert rate(figures["figure 20"], guess_limit=7).difficulty is None
    assert rate(figures["figure 20"], guess_limit=8).difficulty == 16


def test_required_is_null_where_solutions_differ():
    """One 2 replaces two 1s, both in its row and in its column."""
    assert rate(Rullo(((2, 1, 1), (1, 1, 0), (1, 0, 1)), (2, 1, 1), (2, 1, 1))).required is None


def test_puzzle_of_holes_takes_one_pass():
    rating = rate(Rullo(((0, 0),), (0,), (0, 0)))
    assert (rating.columns_first, rating.rows_first, rating.difficulty) == (1, 1, 1)


@given(puzzles_with_solutions(max_side=3))
def test_solutions_match_brute_force(example):
    puzzle, _ = example
    cells = puzzle.height * puzzle.width
    grids = (
        tuple(tuple(choices[r * puzzle.width : (r + 1) * puzzle.width]) for r in range(puzzle.height))
        for choices in product((True, False), repeat=cells)
    )
    expected = {grid for grid in grids if puzzle.is_solved_by(grid)}
    all_solutions = list(solutions(puzzle))
    assert set(all_solutions) == expected
    assert len(all_solutions) == len(expected) == count_solutions(puzzle)


@given(puzzles_with_solutions())
def test_deductions_agree_with_every_solution(example):
    puzzle, solution = example
    columns_first, rows_first = run(puzzle, "columns"), run(puzzle, "rows")
    assert columns_first.state == rows_first.state
    for cell, is_included in zip(flat(reach(puzzle)), flat(solution), strict=True):
        assert cell is None or cell is is_included
    if columns_first.is_solved:
        assert abs(len(columns_first.passes) - len(rows_first.passes)) <= 1


@given(puzzles_with_solutions(), st.randoms(use_true_random=False))
def test_inversion_and_permutation_preserve_the_difficulty(example, rng):
    puzzle, solution = example
    if len(unknown_cells(reach(puzzle))) > 9:
        return
    rows = rng.sample(range(puzzle.height), puzzle.height)
    columns = rng.sample(range(puzzle.width), puzzle.width)
    permuted = tuple(tuple(solution[r][c] for c in columns) for r in rows)
    inverse = tuple(
        tuple(number != 0 and not is_included for number, is_included in zip(numbers, choices, strict=True))
        for numbers, choices in zip(puzzle.numbers, solution, strict=True)
    )
    expected = difficulty(puzzle, solution)
    assert difficulty(puzzle.permuted(rows, columns), permuted) == expected
    assert difficulty(puzzle.inverted(), inverse) == expected
    if is_simple(puzzle):
        assert difficulty(puzzle.transposed()) == expected


@given(puzzles_with_solutions(max_side=3))
def test_default_difficulty_is_the_least_over_all_solutions(example):
    puzzle, _ = example
    assert difficulty(puzzle) == min(difficulty(puzzle, solution) for solution in solutions(puzzle))


def naive_difficulty(puzzle, solution, marks=None):
    """Compute the difficulty directly by its definition."""
    columns_first = run(puzzle, "columns", marks)
    if columns_first.is_solved:
        return (len(columns_first.passes) + len(run(puzzle, "rows", marks).passes)) / 2
    stuck = game(puzzle).marks_of(columns_first.state)
    return columns_first.iterations + min(
        naive_difficulty(puzzle, solution, with_cell(stuck, (r, c), solution[r][c])) for r, c in unknown_cells(stuck)
    )


@given(puzzles_with_solutions(max_side=3, numbers=st.integers(1, 2)))
def test_difficulty_matches_its_definition(example):
    puzzle, solution = example
    if len(unknown_cells(reach(puzzle))) > 6:
        return
    assert difficulty(puzzle, solution) == naive_difficulty(puzzle, solution)
