"""Solve paths of games without an explainer of their own."""

from rullo_core.passes import is_simple
from rullo_core.passes.explain import UnitExplainer, explain_path
from rullo_core.passes.units import Automaton, Unit, Units
from tests.passes.sudoku import EASY, sudoku


def sums(*targets):
    """Return a game with one row of two cells, each 0 to 2, for each target."""

    def total(target):
        return Automaton(0, lambda partial, place, value: partial + value, lambda partial: partial == target)

    rows = [Unit(f"row {r + 1}", (2 * r, 2 * r + 1), total(target)) for r, target in enumerate(targets)]
    return Units((frozenset({0, 1, 2}),) * (2 * len(targets)), {"rows": rows})


def test_path_without_guesses_is_explained():
    game = sums(4, 0)
    assert list(explain_path(UnitExplainer(game, 2), 20)) == [
        "Pass 1, rows: 4 cells\n"
        "  row 1, only 2 2: (1, 1) is 2, (1, 2) is 2\n"
        "  row 2, only 0 0: (2, 1) is 0, (2, 2) is 0\n",
        "2 2\n0 0\n",
        "Solved by passes alone, in 1 pass: difficulty 1.",
    ]


def test_path_with_a_guess_is_explained():
    game = sums(3)
    assert list(explain_path(UnitExplainer(game, 2), 20)) == [
        "Pass 1, rows: 0 cells\n  row 1, only 1 2 or 2 1: (1, 1) is 1 or 2, (1, 2) is 1 or 2\n",
        "Pass 2, rows: 0 cells\n",
        ". .\n",
        "Passes alone leave 2 cells unknown.\n",
        "Guess: 1 in row 1, column 1\n",
        "Pass 3, rows: 1 cell\n  row 1, only 1 2: (1, 2) is 2\n",
        "1 2\n",
        "Solved with 1 guess: difficulty 3.",
    ]
    text = list(explain_path(UnitExplainer(game, 2), 1))
    assert text[-1] == "That is a solution; beyond 1 unknown cells, the best guess is not searched for."


def test_puzzle_without_solution_is_reported():
    game = sums(5)
    assert list(explain_path(UnitExplainer(game, 2), 20)) == ["There is no solution: no values satisfy row 1."]


def test_path_of_a_sudoku_is_explained_to_the_end():
    game = sudoku(EASY[0])
    *passes, board, summary = explain_path(UnitExplainer(game, 9), 20)
    assert summary == f"Solved by passes alone, in {len(passes)} passes: difficulty {len(passes)}."
    assert board.splitlines()[0] == "4 8 3 9 2 1 6 5 7"
    stuck = next(game for game in map(sudoku, EASY) if not is_simple(game))
    *_, remainder, board, summary = explain_path(UnitExplainer(stuck, 9), 0)
    assert remainder.startswith("Passes alone leave ")
    assert "." not in board
    assert summary == "That is a solution; beyond 0 unknown cells, the best guess is not searched for."
