"""A way told, of games without words of their own."""

from rullo_core.passes import is_simple
from rullo_core.passes.explain import UnitExplainer, explain_path
from rullo_core.passes.units import Automaton, Unit, Units
from tests.passes.sudoku import EASY, sudoku


def sums(*targets):
    """Two cells in a row for each target-sum, with 0 to 2 in them; and both columns add up to as much as they can."""

    def total(target):
        return Automaton(0, lambda made, place, value: made + value, lambda made: made == target)

    rows = [Unit(f"row {r + 1}", (2 * r, 2 * r + 1), total(target)) for r, target in enumerate(targets)]
    return Units((frozenset({0, 1, 2}),) * (2 * len(targets)), {"rows": rows})


def test_a_way_without_guesses():
    game = sums(4, 0)
    assert list(explain_path(game, UnitExplainer(game, 2), 20)) == [
        "Pass 1, rows: 4 cells\n"
        "  row 1, only 2 2: (1, 1) is 2, (1, 2) is 2\n"
        "  row 2, only 0 0: (2, 1) is 0, (2, 2) is 0\n",
        "2 2\n0 0\n",
        "Solved by passes alone, in 1 pass: difficulty 1.",
    ]


def test_a_way_with_a_guess():
    game = sums(3)
    assert list(explain_path(game, UnitExplainer(game, 2), 20)) == [
        "Pass 1, rows: 0 cells\n  row 1, only 1 2 or 2 1: (1, 1) is 1 or 2, (1, 2) is 1 or 2\n",
        "Pass 2, rows: 0 cells\n",
        ". .\n",
        "Passes alone leave 2 cells unknown.\n",
        "Guess: (1, 1) is 1\n",
        "Pass 3, rows: 1 cell\n  row 1, only 1 2: (1, 2) is 2\n",
        "1 2\n",
        "Solved with 1 guess: difficulty 3.",
    ]
    text = list(explain_path(game, UnitExplainer(game, 2), 1))
    assert text[-1] == "That is a solution; beyond 1 unknown cells, the best guess is not looked for."


def test_no_way():
    game = sums(5)
    assert list(explain_path(game, UnitExplainer(game, 2), 20)) == ["There is no solution."]


def test_a_sudoku_is_told_to_its_end():
    game = sudoku(EASY[0])
    *passes, board, summary = explain_path(game, UnitExplainer(game, 9), 20)
    assert summary == f"Solved by passes alone, in {len(passes)} passes: difficulty {len(passes)}."
    assert board.splitlines()[0] == "4 8 3 9 2 1 6 5 7"
    stuck = next(game for game in map(sudoku, EASY) if not is_simple(game))
    *_, left, board, summary = explain_path(stuck, UnitExplainer(stuck, 9), 0)
    assert left.startswith("Passes alone leave ")
    assert "." not in board
    assert summary == "That is a solution; beyond 0 unknown cells, the best guess is not looked for."
