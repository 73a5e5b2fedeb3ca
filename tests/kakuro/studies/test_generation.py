import pytest

from rullo_core.errors import BadInput
from rullo_core.kakuro.request import LayoutSpec
from rullo_core.kakuro.solver import rate, reach
from rullo_core.kakuro.studies import generation

pytestmark = pytest.mark.slow


def test_each_step_is_as_the_readable_solver_sees_it():
    _, stages = generation.all_five(LayoutSpec(8, 8, 0.25))
    assert [stage.step for stage in stages] == [1, 2, 3, 4, 5]
    for stage in stages:
        assert reach(stage.puzzle, "G").state == stage.state
    bits = [stage.bits for stage in stages]
    assert bits == sorted(bits, reverse=True)
    assert bits[-1] == 0
    assert all(entry.clue is None for entry in stages[0].puzzle.entries)
    assert all(any(entries[i].clue for i in inside) for entries in [stages[1].puzzle.entries]
               for inside in stages[1].puzzle.of_cells)  # fmt: skip
    assert all(entry.clue is not None for entry in stages[2].puzzle.entries)
    assert len(stages[3].puzzle.cells) < len(stages[2].puzzle.cells)
    assert rate(stages[-1].puzzle).kind == "simple"


def test_none_that_needs_all_five(monkeypatch):
    monkeypatch.setattr(generation, "EXAMINED", 2)
    with pytest.raises(BadInput, match="2 layouts of 2x2: none needs all five steps; take other sizes"):
        generation.all_five(LayoutSpec(2, 2, 0))


def test_repair_falls_to_nothing():
    trace = generation.repaired([LayoutSpec(6, 6, 0.4)], 4, 5000, threads=2)
    assert trace["index"].nunique() == 4
    ends = trace.groupby("index")["bits"].last()
    assert (ends == 0).all()
    assert (trace.groupby("index")["bits"].first() > 0).all()
    assert (trace.groupby("index")["move"].max() + 1 == trace.groupby("index").size()).all()
