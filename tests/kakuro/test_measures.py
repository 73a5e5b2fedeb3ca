from math import log2

import pytest

from rullo_core.kakuro.measures import measure, share_with_one_set
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.reading import parse_puzzles
from tests.kakuro.puzzles import EXAMPLE, MINIZINC


def test_each_number_by_hand():
    # 4 and 3 in two cells have one set, 6 and 7 two and three. 4 and 3 share 1 only; 6 (1+5, 2+4) and 7 five digits.
    text = measure(Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0"))
    assert (text.cells, text.entries, text.mean_length) == (4, 4, 2)
    assert (text.one_set, text.forced, text.digits_left, text.level) == (0.5, 1, 1, "setup")


def test_sets_that_a_clue_has_lost_when_it_is_first_of_use():
    # Across first: 6 in three cells has 1+2+3 only, 6 in two 1+5 and 2+4, and 3 has 1+2, before and then. But of
    # 1+6, 2+5 and 3+4 for 7 down two are left, as its cells are 1 to 3 and 1, 2, 4 or 5.
    text = measure(Kakuro.parse("3 4\n- 3, 7, -\n,6 0 0 0\n,6 0 0 -"))
    assert text.retained == pytest.approx(log2(3 / 2) / 4)
    assert text.level == "rectangles"


def test_what_entries_leave():
    # Each cell is 1, 2, 3 or 4, and there are four solutions.
    text = measure(Kakuro.parse("3 3\n- 5, 5,\n,5 0 0\n,5 0 0"))
    assert (text.digits_left, text.level) == (4, "search")


def test_levels_of_published_puzzles():
    text = {puzzle.name: measure(puzzle).level for puzzle in parse_puzzles(MINIZINC.read_text())}
    assert [text[f"kakuro_{size}_{name}"] for size in ("6_6", "8_8") for name in ("easy", "hard", "super")] == [
        "setup", "setup", "rectangles"] * 2  # fmt: skip
    assert measure(Kakuro.parse(EXAMPLE.read_text())).mean_length == 3


def test_clues_with_one_set():
    """Of the example's 24 clues: 16, 17, 17 and 16 in two cells, and so on, counted by hand."""
    (puzzle,) = parse_puzzles(EXAMPLE.read_text())
    single = {(2, 3), (2, 4), (2, 16), (2, 17), (3, 6), (3, 7), (3, 23), (3, 24), (4, 10), (4, 11), (4, 29), (4, 30)}
    single |= {(5, 15), (5, 16), (5, 34), (5, 35)}
    expected = sum((len(entry), entry.clue) in single for entry in puzzle.entries)
    assert share_with_one_set(puzzle) == pytest.approx(expected / 24)
