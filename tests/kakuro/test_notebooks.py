"""What the notebooks say, as committed and with other parameters."""

import re

import pytest

from rullo_core.errors import BadInput
from rullo_core.kakuro.studies.examples import chosen, first_rectangle, read_folder
from rullo_core.places import NOTEBOOKS, PUBLISHED
from rullo_core.reports.notebook import execute
from tests.outcomes import told

REASONING = NOTEBOOKS / "kakuro" / "01-how-much-reasoning.ipynb"
WAYS = NOTEBOOKS / "kakuro" / "02-two-ways-to-make-one.ipynb"


def test_as_committed():
    text = told(REASONING)
    assert "Of the 7 puzzles here, 5 are simple and 2 are rectangular." in text
    assert "**10 white cells are enough**" in text
    assert "its difficulty is **9.5**, and its grade **P3**" in text
    assert "|     3x3 |     43,038,576 |     1,077,469 |          6,840 |" in text
    assert "|     2x5 |    129,185,280 |     7,602,545 |        167,760 |    147,360 |        20,400 |" in text


@pytest.mark.slow
def test_on_other_puzzles(tmp_path):
    execute(REASONING, tmp_path / "out.ipynb", {"simple": "kakuro_6_6_easy", "stuck": "kakuro_6_6_super", "widest": 5})
    text = told(tmp_path / "out.ipynb")
    assert "its difficulty is **7**, and its grade **setup**" in text
    assert "|     2x6 |" not in text


def test_what_is_refused(tmp_path):
    with pytest.raises(BadInput, match=r"there is no puzzle text in this folder; name one with \.txt files"):
        read_folder(tmp_path)
    puzzles = read_folder(PUBLISHED / "kakuro")
    with pytest.raises(BadInput, match="stuck = 'none': take one of simonis, kakuro_6_6_easy"):
        chosen(puzzles, "none", "stuck")
    with pytest.raises(BadInput, match="simonis: no rectangle reveals anything; take a puzzle that is rectangular"):
        first_rectangle(puzzles["simonis"])


def test_ways_as_committed():
    text = told(WAYS)
    assert (
        "Of these 2,700 puzzles, all with one solution, repaired ones take **1.9 to 3.5 times as many passes**" in text
    )
    assert "|     steps |     1,200 |     100% |            0% |           0% |                  47% |" in text
    assert "|    S(G) |            2,700 |  100.0% |          100.0% |" in text


@pytest.mark.slow
def test_ways_on_other_puzzles(tmp_path):
    execute(WAYS, tmp_path / "out.ipynb", {"collection": str(PUBLISHED / "kakuro" / "minizinc.txt")})
    text = told(tmp_path / "out.ipynb")
    assert "The puzzles do not say how they were made." in text
    assert re.search(r"\|\s+G \|\s+4 \|\s+66\.7% \|", text)
