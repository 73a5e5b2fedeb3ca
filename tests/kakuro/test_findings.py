"""What is told of puzzles, for few of them and for those of others too."""

import pandas as pd

from rullo_core.kakuro import figures
from rullo_core.kakuro.findings import reasoning


def test_no_cores_are_drawn_of_no_puzzles():
    assert figures.cores([]) is None


def test_what_the_first_and_the_second_level_fix():
    shares = pd.DataFrame({"a": [0.0, 1.0], "b": [0.0, 0.5], "c": [0.25, 1.0], "d": [0.0, 1.0]}, index=["B", "R+B"])
    assert reasoning.weakest(shares) == (
        "B fixes nothing in 3 of the 4 puzzles, and 25% of the cells at most; with the table of combinations, R+B, "
        "it is all cells of 3 of them."
    )
