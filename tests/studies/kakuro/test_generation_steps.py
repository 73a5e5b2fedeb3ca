from math import log2

import pytest

from rullo_core.errors import BadInput
from rullo_core.kakuro.solver import rate, reach
from rullo_studies.kakuro import generation_steps

pytestmark = pytest.mark.slow


def test_each_step_is_as_the_readable_solver_sees_it():
    stages = generation_steps.generate_in_steps("8x8", 0.25)
    assert stages["step"].tolist() == [1, 2, 3, 4, 5]
    for puzzle, bits in stages[["puzzle", "bits"]].itertuples(index=False):
        assert sum(log2(len(domain)) for domain in reach(puzzle, "G").state) == pytest.approx(bits)
    assert stages["bits"].is_monotonic_decreasing
    assert stages["bits"].iloc[-1] == 0
    bare, crossings, complete, blackened, last = stages["puzzle"]
    assert all(entry.clue is None for entry in bare.entries)
    assert all(any(crossings.entries[i].clue for i in entries) for entries in crossings.of_cells)
    assert all(entry.clue is not None for entry in complete.entries)
    assert len(blackened.cells) < len(complete.cells)
    assert rate(last).kind == "simple"


def test_a_layout_of_ones_own():
    first = generation_steps.generate_in_steps("8x8", 0.25, index=0)
    assert first["step"].tolist() == [*range(1, len(first) + 1)]


def test_bad_requests(monkeypatch):
    monkeypatch.setattr(generation_steps, "EXAMINED", 2)
    with pytest.raises(BadInput, match="2 layouts of 2x2: none needs all five steps; take other sizes"):
        generation_steps.generate_in_steps("2x2", 0)
    with pytest.raises(BadInput, match="repaired = 0: write a whole number"):
        generation_steps.repair_fillings("6x6", 0.4, 0)
    with pytest.raises(BadInput, match="moves = 0: write a whole number"):
        generation_steps.repair_fillings("6x6", 0.4, 1, 0)


def test_repair_falls_to_nothing():
    trace = generation_steps.repair_fillings("6x6", 0.4, 4, 5000, threads=2)
    assert trace["index"].nunique() == 4
    by_filling = trace.groupby("index")
    assert (by_filling["bits"].last() == 0).all()
    assert (by_filling["bits"].first() > 0).all()
    assert (by_filling["move"].max() + 1 == by_filling.size()).all()
