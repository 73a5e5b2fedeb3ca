from rullo_core.rullo.explain import board, describe_deduction, explain, explain_path
from rullo_core.rullo.solver import run


def test_first_pass_of_the_worked_example_is_explained(figures):
    """Section 2.2 of the thesis, column by column."""
    assert [explain(deduction) for deduction in run(figures["figure 1"]).passes[0].deductions] == [
        "column 1: 10 is 2 + 8; exclude 7 (row 2)",
        "column 2: 26 is 1 + 8 + 8 + 9; include 9 (row 1), 1 (row 3)",
        "column 3: 16 is 8 + 8 or 3 + 5 + 8; exclude 4 (row 5)",
        "column 4: 10 is 5 + 5; exclude 2 (row 4)",
        "column 5: 20 is 3 + 8 + 9 or 6 + 6 + 8; include 8 (row 5)",
    ]


def test_board_shows_states_of_cells(figures):
    assert board(figures["figure 8"], ((True, None), (None, False))) == "    2   2\n2  [2]  2\n2   2   ."


def test_simple_puzzle_is_explained_to_the_end(figures):
    text = "\n".join(explain_path(figures["figure 1"], 20))
    assert "Pass 4, rows: 2 cells" in text
    assert text.endswith("in 4 passes columns first and 3 rows first: difficulty 3.5.")


def test_guesses_are_explained(figures):
    text = "\n".join(explain_path(figures["figure 20"], 20))
    assert text.count("Guess: ") == 2
    assert "Lines alone leave 8 cells unknown." in text
    assert text.endswith("Solved with 2 guesses: difficulty 16.")


def test_solution_is_shown_beyond_the_guess_limit(figures):
    text = "\n".join(explain_path(figures["figure 20"], 7))
    assert "Guess" not in text
    assert text.endswith("beyond 7 unknown cells, the best guess is not searched for.")


def test_deductions_are_described_in_sentences(figures):
    """Section 2.2: the thesis's own reasons for the first columns and rows."""
    first, second, *_ = run(figures["figure 1"]).passes
    columns, rows = (list(map(describe_deduction, one.deductions)) for one in (first, second))
    assert columns[1:3] == [
        "Column 2 reaches 26 only with 1 + 8 + 8 + 9: the 9 in row 1 and the 1 in row 3 are included.",
        "Column 3 reaches 16 with 8 + 8 or 3 + 5 + 8: the 4 in row 5 is excluded.",
    ]
    assert any(one.endswith("the 6 in column 5 is included, and the 5 in column 4 is excluded.") for one in rows)
