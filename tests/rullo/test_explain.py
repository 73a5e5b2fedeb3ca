from rullo_core.passes.explain import explain_path
from rullo_core.rullo.explain import RulloExplainer
from rullo_core.rullo.solver import game, run


def test_first_pass_of_the_worked_example_is_explained(figures):
    """Section 2.2 of the thesis, column by column."""
    columns, rows, *_ = explained(figures["figure 1"])
    assert columns == [
        "column 1 reaches 10 only with 2 + 8: the 7 in row 2 is excluded",
        "column 2 reaches 26 only with 1 + 8 + 8 + 9: the 9 in row 1 and the 1 in row 3 are included",
        "column 3 reaches 16 with 8 + 8 or 3 + 5 + 8: the 4 in row 5 is excluded",
        "column 4 reaches 10 only with 5 + 5: the 2 in row 4 is excluded",
        "column 5 reaches 20 with 3 + 8 + 9 or 6 + 6 + 8: the 8 in row 5 is included",
    ]
    assert any(row.endswith("the 6 in column 5 is included, and the 5 in column 4 is excluded") for row in rows)


def explained(puzzle):
    """Return the explanations of each pass."""
    return [list(map(RulloExplainer(puzzle).explain, one_pass.deductions)) for one_pass in run(puzzle).passes]


def test_board_shows_states_of_cells(figures):
    puzzle = figures["figure 8"]
    state = game(puzzle).state_of(((True, None), (None, False)))
    assert RulloExplainer(puzzle).board(state) == "    2   2\n2  [2]  2\n2   2   ."


def test_simple_puzzle_is_explained_to_the_end(figures):
    text = "\n".join(explain_path(RulloExplainer(figures["figure 1"]), 20))
    assert "Pass 4, rows: 2 cells" in text
    assert text.endswith("in 4 passes columns first and 3 rows first: difficulty 3.5.")


def test_guesses_are_explained(figures):
    text = "\n".join(explain_path(RulloExplainer(figures["figure 20"]), 20))
    assert text.count("Guess: ") == 2
    assert "Lines alone leave 8 cells unknown." in text
    assert text.endswith("Solved with 2 guesses: difficulty 16.")


def test_solution_is_shown_beyond_the_guess_limit(figures):
    text = "\n".join(explain_path(RulloExplainer(figures["figure 20"]), 7))
    assert "Guess" not in text
    assert text.endswith("beyond 7 unknown cells, the best guess is not searched for.")
