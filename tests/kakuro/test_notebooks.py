"""What the notebooks say, as committed and with other parameters."""

import re

import pytest

from rullo_core.errors import BadInput
from rullo_core.kakuro.studies.examples import chosen, first_rectangle, read_folder
from rullo_core.paths import NOTEBOOKS, PUBLISHED, ROOT
from rullo_core.reports.notebook import execute
from tests.outcomes import shown_markdown

REASONING = NOTEBOOKS / "kakuro" / "01-how-much-reasoning.ipynb"
TABLES = NOTEBOOKS / "kakuro" / "03-the-papers-tables.ipynb"
LEFT_OUT = NOTEBOOKS / "kakuro" / "04-what-may-be-left-out.ipynb"
AT_RANDOM = NOTEBOOKS / "kakuro" / "05-why-not-at-random.ipynb"
WAYS = NOTEBOOKS / "kakuro" / "02-two-ways-to-make-one.ipynb"


def test_as_committed():
    text = shown_markdown(REASONING)
    assert "Of the 7 puzzles here, 5 are simple and 2 are rectangular." in text
    assert "**5 white cells are enough**" in text
    assert "its difficulty is **9.5**, and its grade **P3**" in text
    assert "|     3x3 |     43,038,576 |     1,077,469 |          6,840 |" in text
    assert "|     2x5 |    129,185,280 |     7,602,545 |        167,760 |    147,360 |        20,400 |" in text


@pytest.mark.slow
def test_on_other_puzzles(tmp_path):
    execute(
        REASONING,
        tmp_path / "out.ipynb",
        {"simple": "kakuro_6_6_easy", "stuck": "kakuro_6_6_super", "cells": 5, "widest": 5},
    )
    text = shown_markdown(tmp_path / "out.ipynb")
    assert "its difficulty is **7**, and its grade **setup**" in text
    assert "|     2x6 |" not in text


def test_what_is_refused(tmp_path):
    with pytest.raises(BadInput, match=r"there is no puzzle text in this folder; name one with \.txt files"):
        read_folder(tmp_path)
    puzzles = read_folder(PUBLISHED / "kakuro")
    with pytest.raises(BadInput, match="stuck = 'none': take one of simonis, kakuro_6_6_easy"):
        chosen(puzzles, "none", "stuck")
    with pytest.raises(BadInput, match="simonis: no rectangle allows a deduction; take a puzzle that is rectangular"):
        first_rectangle(puzzles["simonis"])


def test_ways_as_committed():
    text = shown_markdown(WAYS)
    assert (
        "Of these 3,700 puzzles, all with one solution, repaired ones take **1.9 to 3.5 times as many passes**" in text
    )
    assert re.search(r"\| +steps \| +600 \| +100% \| +0% \| +0% \| +46% \|", text)
    assert "the rank correlation of grade and passes is 0.74 (95 % confidence interval 0.72 to 0.75)" in text
    assert "share of black cells and method it is 0.36 ± 0.04 in the mean" in text
    assert re.search(r"\| +S\(G\) \| +3,700 \| +100\.0% \| +100\.0% \|", text)


@pytest.mark.slow
def test_ways_on_other_puzzles(tmp_path):
    execute(WAYS, tmp_path / "out.ipynb", {"collection": str(PUBLISHED / "kakuro" / "minizinc.txt")})
    text = shown_markdown(tmp_path / "out.ipynb")
    assert "The puzzles do not say how they were made." in text
    assert re.search(r"\|\s+G \|\s+4 \|\s+66\.7% \|", text)


def test_tables_as_committed():
    text = shown_markdown(TABLES)
    assert "|          All |       313 |  26.52% |   100.00% |  100.00% |           0.04 |           1.76 |" in text
    assert "a search takes at least 24.4 backtracks on average where it took at least 239" in text
    assert "11 rows of it are missing in our copy." in text
    assert re.search(r"\| +any lines, all cells \| 23 of 27 \|", text)
    assert re.search(r"\|\s+steps \|\s+600 \|\s+72\.5% \|\s+72\.5% \|", text)


def test_what_may_be_left_out_as_committed():
    text = shown_markdown(LEFT_OUT)
    assert "**12.6% of the sums** can go" in text
    assert "a search solves 768 of all 768" in text
    assert re.search(r"\|\s+simonis \|\s+24 \|\s+4 \|\s+1 \|\s+4 \|\s+6 \|\s+2 \|\s+6 \|", text)


def test_random_fillings_as_committed():
    text = shown_markdown(AT_RANDOM)
    assert "**none has clues with one solution**" in text
    assert "5. Clues of an open cell changed together: 0.0 bits are left." in text


@pytest.mark.slow
def test_tables_and_reduction_on_other_puzzles(tmp_path):
    minizinc = {"collection": str(PUBLISHED / "kakuro" / "minizinc.txt")}
    models = str(ROOT / "benchmarks" / "kakuro-models.csv")
    execute(TABLES, tmp_path / "tables.ipynb", minizinc | {"models": models})
    text = shown_markdown(tmp_path / "tables.ipynb")
    assert "Of the 6 puzzles here, B+FC 0.0%, R+B+FC 66.7%, R+B+H 66.7% and G 66.7% are solved" in text
    assert re.search(r"\| +any lines, all cells \| +2 of 2 \|", text)
    execute(LEFT_OUT, tmp_path / "out.ipynb", minizinc | {"small": str(PUBLISHED / "kakuro"), "orders": 2})
    assert "Of 6 puzzles, in 2 random orders each" in shown_markdown(tmp_path / "out.ipynb")
