"""The steps to a solution, of every kind of puzzle."""

import numpy as np
import pandas as pd
import pytest

import rullo_core as rc
from rullo_core.errors import BadInput
from rullo_core.puzzles.lookup import api_of
from rullo_core.puzzles.steps import STEP_TYPES
from tests.puzzles.protocol import AMBIGUOUS, INFEASIBLE, KINDS, TEXTS, module, puzzle

pytestmark = pytest.mark.usefixtures("more_kinds")

FOUR = ("rullo", "kakuro", "killer", "sudoku")

ROWS_FIRST = "1 2\n1 1 2\n2 1 2"
"""Its columns fix nothing before its rows do."""


def applied(start, steps):
    """What is left of each cell after steps."""
    candidates = dict(start)
    for step in steps:
        candidates |= step.candidates
    return candidates


@pytest.mark.parametrize("kind", KINDS)
def test_steps_lead_to_the_solution(kind):
    steps = puzzle(kind).steps()
    assert steps.level in api_of(puzzle(kind)).levels
    solution = puzzle(kind).solution
    candidates = applied({}, steps)
    assert candidates
    assert all(solution[r - 1, c - 1] in values for step in steps for (r, c), values in step.candidates.items())
    assert all(values == (solution[r - 1, c - 1],) for (r, c), values in candidates.items())
    assert steps.guesses == 0
    assert [step.pass_number for step in steps] == sorted(step.pass_number for step in steps)
    assert all((step.unit and step.cells) or step.is_idle for step in steps)
    assert not any(step.reason[0].islower() for step in steps)
    frame = steps.to_frame()
    assert frame.columns.tolist() == list(STEP_TYPES)
    assert len(frame) == sum(len(step.candidates) or 1 for step in steps)
    assert frame["value"].dropna().tolist() == [value for step in steps for value in step.values.values()]
    assert frame["pass"].max() == steps.passes
    assert frame["step"].drop_duplicates().tolist() == [*range(1, len(steps) + 1)]
    table = module(kind).steps([puzzle(kind), puzzle(kind)])
    assert table.groupby("index").size().tolist() == [len(frame)] * 2
    assert steps == puzzle(kind).steps()
    assert hash(steps) == hash(puzzle(kind).steps())


@pytest.mark.parametrize("kind", KINDS)
def test_steps_with_guesses_agree_with_a_solution(kind):
    ambiguous = puzzle(kind, AMBIGUOUS)
    steps = ambiguous.steps()
    assert steps.level is None
    assert steps.guesses > 0
    guess = next(step for step in steps if step.is_guess)
    assert (guess.unit, guess.cells, guess.pass_number) == ("", (), None)
    digits = {cell: values[0] for cell, values in applied({}, steps).items() if len(values) == 1}
    assert any(
        all(solution[r - 1, c - 1] == value for (r, c), value in digits.items()) for solution in ambiguous.solve(1000)
    )
    with pytest.raises(BadInput, match=r"no solution"):
        puzzle(kind, INFEASIBLE).steps()
    with pytest.raises(BadInput, match=r"level 'x': "):
        ambiguous.steps("x")


@pytest.mark.parametrize("kind", KINDS)
def test_steps_of_several_puzzles_are_those_of_each(kind):
    puzzles = [puzzle(kind, AMBIGUOUS), puzzle(kind)]
    for steps in (module(kind).steps, rc.steps):
        table = steps(puzzles)
        for place, expected in enumerate(map(steps, puzzles)):
            rows = table[table["index"] == place].reset_index(drop=True)
            pd.testing.assert_frame_equal(rows.drop(columns="index"), expected.drop(columns="index"))


def test_steps_of_a_level():
    example = rc.sudoku.parse(TEXTS["sudoku"])
    assert [len(set(example.steps(level).to_frame()["pass"])) for level in ("naked", "hidden", "gac")] == [5, 4, 3]
    assert example.steps().level == "naked"
    assert example.steps("gac").level == "gac"


@pytest.mark.parametrize(
    ("kind", "text", "level"),
    [
        ("kakuro", "5 5\n- - - 13, 10,\n- - 16,17 0 0\n- 8,9 0 0 0\n,8 0 0 0 -\n,13 0 0 - -", "G+Q"),
        ("sudoku", "...3....7..9..5.12.8....3......4...5.....67..93.27.6...........5.8.....3.7...28.9", "subsets"),
    ],
)
def test_the_first_level_that_solves_a_puzzle_explains_it(kind, text, level):
    example = module(kind).parse(text)
    assert example.steps().level == example.rate().level == level
    assert example.steps().guesses == 0


@pytest.mark.parametrize("level", ["CH", "CA", "O1"])
def test_killers_are_rated_by_the_passes_that_their_steps_take(level):
    (killer,) = rc.killer.generate(size=6, level=level, seed=1)
    rating, steps = killer.rate(), killer.steps()
    assert (rating.level, rating.own["level_passes"]) == (level, steps.passes)
    assert (steps.level, steps.guesses) == (level, 0)


def test_an_idle_pass_has_a_row_and_a_number():
    steps = rc.rullo.parse(ROWS_FIRST).steps()
    idle, *other_steps = steps
    assert (idle.pass_number, idle.group, idle.unit, idle.cells, idle.values) == (1, "columns", "", (), {})
    assert [step.is_idle for step in (idle, *other_steps)] == [True, False, False]
    assert not idle.is_guess
    frame = steps.to_frame()
    assert frame[["step", "pass"]].to_numpy().tolist() == [[1, 1], [2, 2], [2, 2], [3, 2], [3, 2]]
    assert frame["row"].isna().tolist() == frame["column"].isna().tolist() == [True] + [False] * 4
    assert frame["candidates"].iloc[0] == ""
    assert str(steps).splitlines()[0] == "A pass over columns eliminates nothing."


def test_passes_are_those_of_the_rating_though_the_first_is_idle():
    puzzles = rc.rullo.generate(100, size="3x3", values="1-2", simple=True, seed=3)
    steps = [rullo.steps() for rullo in puzzles]
    assert any(steps_of_rullo[0].is_idle for steps_of_rullo in steps)
    assert rc.rullo.rate(puzzles)["passes_columns_first"].tolist() == [
        steps_of_rullo.passes for steps_of_rullo in steps
    ]
    for steps_of_rullo in steps:
        assert steps_of_rullo.to_frame()["pass"].unique().tolist() == [*range(1, steps_of_rullo.passes + 1)]


@pytest.mark.parametrize("kind", FOUR)
def test_until_the_guess_is_a_comparison(kind):
    steps = puzzle(kind, AMBIGUOUS).steps()
    frame = steps.to_frame()
    guesses = frame[frame["group"] == "guess"]
    assert guesses["pass"].isna().all()
    assert guesses["guesses"].tolist() == [*range(1, steps.guesses + 1)]
    rows_before_guess = frame[frame["guesses"] == 0]
    assert len(rows_before_guess) == guesses.index[0]
    assert rows_before_guess["pass"].dtype == "Int64"
    assert (frame.dropna(subset="pass")["pass"].diff().dropna() >= 0).all()
    fixed = rows_before_guess.dropna(subset="value").set_index(["row", "column"])["pass"]
    passes = steps.pass_map().stack().dropna()
    assert passes.to_dict() == fixed.to_dict()


@pytest.mark.parametrize("kind", FOUR)
def test_the_map_has_each_cell_that_passes_fix(kind):
    example = puzzle(kind)
    steps = example.steps()
    passes = steps.pass_map()
    assert passes.shape == example.solution.shape == api_of(example).shape_of(example)
    assert (passes.index[0], passes.columns[0]) == (1, 1)
    assert (passes.dtypes == "Int64").all()
    assert passes.max(axis=None) == steps.passes
    fixed_cells = {cell for step in steps for cell in step.values}
    assert {(int(r) + 1, int(c) + 1) for r, c in np.argwhere(passes.notna())} == fixed_cells


def test_the_player_neither_shows_nor_counts_idle_passes():
    play = api_of(rc.rullo.parse(ROWS_FIRST)).read_play(ROWS_FIRST, "the puzzle")
    assert [(step.number, step.group) for step in play.trace] == [(1, "rows"), (1, "rows")]
