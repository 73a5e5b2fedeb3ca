"""Hints for puzzles of every kind, with what a player has written."""

import random

import numpy as np
import pytest

import rullo_core as rc
from rullo_core.errors import BadInput
from rullo_core.puzzles.lookup import api_of
from tests.puzzles.protocol import AMBIGUOUS, FIFTH, INFEASIBLE, KINDS, MORE_KINDS, SIXTH, TEXTS, module, puzzle

pytestmark = pytest.mark.usefixtures("more_kinds")


@pytest.mark.parametrize("kind", KINDS)
def test_hints_lead_to_the_solution(kind):
    example = puzzle(kind)
    api = api_of(example)
    values = np.full(api.shape_of(example), api.empty_value)
    if kind in ("sudoku", *MORE_KINDS):
        values = np.array(example.cells).reshape(values.shape)  # the digits that are given
    number_of_values = 0
    for _ in range(values.size + 1):
        hint = example.hint(values)
        if hint.verdict == "solved":
            break
        assert hint.verdict == "step", hint
        assert hint.reason
        for (r, c), value in hint.values.items():
            assert example.solution[r - 1, c - 1] == value
            assert values[r - 1, c - 1] == api.empty_value
            values[r - 1, c - 1] = value
            number_of_values += 1
    assert number_of_values >= 4
    assert np.array_equal(values, example.solution)
    table = module(kind).hint([example])
    assert table.columns.tolist() == ["name", "verdict", "values", "level", "wrong", "reason"]
    hint = example.hint()
    assert table.values.tolist() == [["first", "step", dict(hint.values), hint.level, (), hint.reason]]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("texts", [TEXTS, AMBIGUOUS], ids=["one solution", "several"])
def test_a_step_that_is_hinted_is_forced(kind, texts):
    """From some of the values of a solution: every solution that has these has what follows; not so what is guessed."""
    example, rng, verdicts = puzzle(kind, texts), random.Random(kind), []
    solutions, api = example.solve(10_000), api_of(example)
    cells = sorted({cell for step in example.steps() for cell in step.candidates})
    for share in (0, 0.2, 0.4, 0.6, 0.8) * 3:
        solution = rng.choice(list(solutions))
        values = np.full(api.shape_of(example), api.empty_value)
        for r, c in rng.sample(cells, round(share * len(cells))):
            values[r - 1, c - 1] = solution[r - 1, c - 1]
        is_known = values != api.empty_value
        agreeing = [solution for solution in solutions if np.array_equal(solution[is_known], values[is_known])]
        hint = example.hint(values)
        verdicts.append(hint.verdict)
        assert hint.verdict in ("step", "guess")
        for (r, c), value in hint.values.items():
            assert not is_known[r - 1, c - 1]
            values_there = {int(solution[r - 1, c - 1]) for solution in agreeing}
            assert values_there == {value} if hint.verdict == "step" else value in values_there
    assert "step" in verdicts
    assert texts is TEXTS or "guess" in verdicts


@pytest.mark.parametrize("kind", KINDS)
def test_hints_say_what_is_wrong(kind):
    example = puzzle(kind)
    api = api_of(example)
    values = np.full(api.shape_of(example), api.empty_value)
    r, c = max(cell for step in example.steps() for cell in step.candidates)
    right = example.solution[r - 1, c - 1]
    values[r - 1, c - 1] = 1 - right if kind == "rullo" else right % 3 + 1
    hint = example.hint(values)
    assert (hint.verdict, hint.wrong, dict(hint.values)) == ("wrong", ((r, c),), {})
    assert puzzle(kind, INFEASIBLE).hint().verdict == "infeasible"
    with pytest.raises(BadInput, match=r"values: \(1, 1\) of int64; write whole numbers, an array of shape"):
        example.hint([[0]])
    with pytest.raises(BadInput, match=r"values, row 1, column 1: 99: write 1|values, row 1, column 1: 99: write 0"):
        example.hint(np.full(api.shape_of(example), 99))


@pytest.mark.parametrize(
    ("kind", "value"), [("rullo", 2), ("kakuro", 10), ("killer", 5), ("sudoku", 5), (FIFTH, 4), (SIXTH, 4)]
)
def test_values_just_too_large(kind, value):
    example = puzzle(kind)
    values = np.full(api_of(example).shape_of(example), api_of(example).empty_value)
    values[-1, -1] = value
    rows, columns = values.shape
    with pytest.raises(BadInput, match=rf"values, row {rows}, column {columns}: {value}: write"):
        example.hint(values)


def test_digits_that_are_given_stay():
    values = np.zeros((4, 4), int)
    values[0, 1] = 3
    with pytest.raises(BadInput, match="values, row 1, column 2: 3 where 4 is given: write that, or 0"):
        puzzle("sudoku").hint(values)


def test_the_level_of_a_hint_for_a_rullo():
    assert puzzle("rullo").hint().level == "lines"
    assert rc.rullo.parse("2 2 4\n4 2 2 2\n2 1 1 2\n2 1 1 2").hint().level == "search"
