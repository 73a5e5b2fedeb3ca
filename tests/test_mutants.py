"""What `tests.mutants` knows of faults that no test can notice: each is still a place of the code."""

import pandas as pd
import pytest

from rullo_core.paths import ROOT
from tests.mutants import EQUIVALENT, PAIRS

ROWS = list(pd.read_csv(EQUIVALENT, dtype=str).itertuples(index=False))


@pytest.mark.parametrize("row", ROWS, ids=range(len(ROWS)))
def test_each_equivalent_fault_is_one_of_the_code_and_has_a_reason(row):
    lines = map(str.strip, (ROOT / row.file).read_text(encoding="utf-8").splitlines())
    assert row.code in set(lines)
    assert row.broken != row.code
    assert len(row.reason.split()) > 3


def test_tokens_are_replaced_both_ways():
    assert all(len(pair.split()) == 2 for pair in PAIRS.split(", "))
