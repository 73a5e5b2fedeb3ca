import pytest

from rullo_core.passes.levels import is_fixed, reach, shave, solutions
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import Automaton, Unit

TWO = frozenset({1, 2})
THREE = frozenset({1, 2, 3})
SAME = Automaton(None, lambda last, place, value: value if last in (None, value) else None, lambda last: True)
OTHER = Automaton(None, lambda last, place, value: value if last != value else None, lambda last: True)


def chain(*rules):
    return [Unit(f"{i}", (i, i + 1), rule) for i, rule in enumerate(rules)]


def test_units_wait_for_each_other():
    reached = reach((THREE, TWO, THREE, frozenset({3, 2})), chain(SAME, SAME, SAME))
    assert reached.state == (frozenset({2}),) * 4
    assert all(one.after != one.before for one in reached.deductions)
    assert reached.deductions[0].unit.name == "0"
    with pytest.raises(Contradiction, match=r"^1 cannot keep its rule"):
        reach((TWO, frozenset({2}), frozenset({3})), chain(SAME, SAME))


def test_shaving_sees_a_circle_that_units_do_not():
    """Three cells with two values, all different: no unit of two sees that this cannot be."""
    units = [Unit("a", (0, 1), OTHER), Unit("b", (1, 2), OTHER), Unit("c", (2, 0), OTHER)]

    def filter_candidates(state):
        return reach(state, units).state

    assert filter_candidates((TWO, TWO, TWO)) == (TWO, TWO, TWO)
    with pytest.raises(Contradiction):
        shave((TWO, TWO, TWO), filter_candidates)
    # With one more value in a cell, it must have that.
    assert shave((TWO, TWO, THREE), filter_candidates) == (TWO, TWO, frozenset({3}))
    assert list(solutions((TWO, TWO, TWO), filter_candidates)) == []
    found = list(solutions((THREE, THREE, THREE), filter_candidates))
    assert len(found) == 6
    assert all(map(is_fixed, found))
    assert [tuple(min(one) for one in state) for state in found[:2]] == [(1, 2, 3), (1, 3, 2)]
