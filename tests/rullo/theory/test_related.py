from itertools import islice

import pytest

from rullo_core.errors import BadInput
from rullo_core.rullo.findings import related as findings_related
from rullo_core.rullo.solver import count_solutions, solutions
from rullo_core.rullo.theory import related


def test_latin_squares_keep_both_rules(figures):
    """Section 3, for every side that Kakuro's digits allow; Figure 7 is the one of side 3."""
    assert related.latin_rullo(3) == figures["figure 7"]
    table = related.latin_table()
    assert table.index.tolist() == list(range(2, 10))
    assert table["kept by both"].all()
    assert table["Rullo simple"].all()
    assert table["Kakuro solutions"].dropna().tolist() == [2, 12, 576]  # Latin squares
    assert "2, 12, 576 solutions for the sides 2 to 4" in findings_related.squares(table)
    for n in range(2, 6):
        assert count_solutions(related.latin_rullo(n)) == 1


def test_kakuro_s_rules():
    assert related.keeps_kakuro_s_rules(((1, 2), (2, 1)), (3, 3), (3, 3))
    assert not related.keeps_kakuro_s_rules(((1, 2), (1, 2)), (3, 3), (2, 4))  # twice in a line
    assert not related.keeps_kakuro_s_rules(((1, 2), (2, 1)), (3, 4), (3, 3))
    assert not related.keeps_kakuro_s_rules(((10, 1), (1, 10)), (11, 11), (11, 11))
    for grid in islice(related.kakuro_solutions((6, 15), (9, 5, 7)), 50):
        assert related.keeps_kakuro_s_rules(grid, (6, 15), (9, 5, 7))
    assert sorted(related.kakuro_solutions((4,), (1, 3))) == [((1, 3),)]
    assert list(related.kakuro_solutions((4,), (2, 2))) == []


def test_pictures_that_sums_determine():
    """The same three counts, one of them by the solver; and uniquely solvable Nonograms (OEIS A242876)."""
    table = related.uniqueness_table(3)
    assert (
        table["Rullo unique"].tolist() == table["nested"].tolist() == table["poly-Bernoulli"].tolist() == [2, 14, 230]
    )
    assert table["Nonogram unique"].tolist() == [2, 14, 384]
    for picture in related.pictures(3, 3):
        assert related.nested(picture) == (count_solutions(related.line_sums(picture)) == 1)
        assert picture in solutions(related.line_sums(picture))
    assert "determine 230, **44.9%**" in findings_related.pictures(table)
    assert related.poly_bernoulli(4, 4) == 6902
    assert related.poly_bernoulli(2, 3) == sum(map(related.nested, related.pictures(2, 3)))
    (first, puzzle), (second, same) = related.smallest_ambiguous()
    assert puzzle == same
    assert set(solutions(puzzle)) == {first, second}


def test_runs():
    assert related.runs_of((True, True, False, True)) == (2, 1)
    assert related.runs_of((False, False)) == ()


def test_large_sizes_are_refused():
    with pytest.raises(BadInput, match="take at most 9"):
        related.latin_table(10)
    with pytest.raises(BadInput, match="take at most 4"):
        related.uniqueness_table(5)
