import pytest

from rullo_core.passes.levels import is_fixed, reach, shave, solutions
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import Automaton, Unit

TWO = frozenset({1, 2})
THREE = frozenset({1, 2, 3})
EQUAL = Automaton(None, lambda last, place, value: value if last in (None, value) else None, lambda last: True)
UNEQUAL = Automaton(None, lambda last, place, value: value if last != value else None, lambda last: True)


def chain(*rules):
    return [Unit(f"{i}", (i, i + 1), rule) for i, rule in enumerate(rules)]


def test_reach_filters_until_nothing_changes():
    propagation = reach((THREE, TWO, THREE, frozenset({3, 2})), chain(EQUAL, EQUAL, EQUAL))
    assert propagation.state == (frozenset({2}),) * 4
    assert all(deduction.new_domains != deduction.old_domains for deduction in propagation.deductions)
    assert propagation.deductions[0].unit.name == "0"
    with pytest.raises(Contradiction, match=r"^no values satisfy 1$"):
        reach((TWO, frozenset({2}), frozenset({3})), chain(EQUAL, EQUAL))


def test_shaving_detects_a_cyclic_contradiction_that_units_miss():
    """Three different cells with two values: no unit of two cells detects the contradiction."""
    units = [Unit("a", (0, 1), UNEQUAL), Unit("b", (1, 2), UNEQUAL), Unit("c", (2, 0), UNEQUAL)]

    def filter_candidates(state):
        return reach(state, units).state

    assert filter_candidates((TWO, TWO, TWO)) == (TWO, TWO, TWO)
    with pytest.raises(Contradiction):
        shave((TWO, TWO, TWO), filter_candidates)
    # A cell with one more candidate must have that value.
    assert shave((TWO, TWO, THREE), filter_candidates) == (TWO, TWO, frozenset({3}))
    assert list(solutions((TWO, TWO, TWO), filter_candidates)) == []
    states = list(solutions((THREE, THREE, THREE), filter_candidates))
    assert len(states) == 6
    assert all(map(is_fixed, states))
    assert [tuple(min(domain) for domain in state) for state in states[:2]] == [(1, 2, 3), (1, 3, 2)]
