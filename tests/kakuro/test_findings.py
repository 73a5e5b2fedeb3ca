"""What is told of puzzles, for few of them and for those of others too."""

import pandas as pd
import pytest

from rullo_core.kakuro import figures
from rullo_core.kakuro.findings import generation, reasoning


def test_fillings_of_which_none_came_to_an_end_have_no_median():
    trace = pd.DataFrame(
        {"size": 8, "black": 0.4, "index": [0, 0, 1, 1], "move": [0, 9, 0, 7], "bits": [5.0, 2.0, 4.0, 3.0]}
    )
    assert generation.moves(trace) == "8x8 with 40% black: 0 of 2 fillings came to an end."
    trace.loc[3, "bits"] = 0.0
    assert generation.moves(trace) == "8x8 with 40% black: 1 of 2 fillings came to an end, after 7 moves in the median."
    assert generation.moves(trace[trace["index"] == 0]) == "8x8 with 40% black: 0 of 1 filling came to an end."


@pytest.mark.parametrize(("shares", "says"), [([1.0, 1.0], "In 100.0% of"), ([0.9, 1.0], "In 90.0% to 100.0% of")])
def test_shares_that_are_alike_are_told_once(shares, says):
    fillings = pd.DataFrame(
        {"size": [4, 8], "push": 0, "fillings": 10, "unique": 0, "undecided": 0, "with_rectangle": shares}
    )
    assert says in generation.answer(fillings)


def test_no_cores_are_drawn_of_no_puzzles():
    assert figures.cores([]) is None


def test_what_the_first_and_the_second_level_fix():
    shares = pd.DataFrame({"a": [0.0, 1.0], "b": [0.0, 0.5], "c": [0.25, 1.0], "d": [0.0, 1.0]}, index=["B", "R+B"])
    assert reasoning.weakest(shares) == (
        "B fixes nothing in 3 of the 4 puzzles, and 25% of the cells at most; with the table of combinations, R+B, "
        "it is all cells of 3 of them."
    )
