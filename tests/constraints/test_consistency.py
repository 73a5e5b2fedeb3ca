"""The consistency of constraints, alone, in pairs and after an assumption, compared with lists of all tuples."""

from collections import Counter
from itertools import combinations, pairwise

import numpy as np
import pytest

from rullo_core.constraints.consistency import Consistency, is_solved
from rullo_core.constraints.network import DIFFERENT, Constraint, consistent_domains, network_of, tuples_of, values_of
from rullo_core.errors import BadInput
from rullo_core.limits import Limits, Undecided, limited

from .networks import as_list, networks, open_networks, random_domains, solutions_of

# -- one constraint ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("values", [2, 3, 5, 6, 7, 9, 10, 12])
@pytest.mark.parametrize("has_total", [False, True])
def test_different_digits_keep_what_tuples_have(values, has_total):
    draw, reduced, infeasible = np.random.default_rng(values), 0, 0
    for _ in range(400):
        cells = int(draw.integers(1, 6))
        domains = random_domains(draw, cells, values, 4)
        if draw.random() < 0.06:
            domains[0] = 0
        total = int(draw.integers(0, 4 * cells + values)) if has_total else None
        network = network_of(domains, [Constraint(range(cells), total)])
        expected = consistent_domains(network)
        assert as_list(Consistency(network).g1()) == expected
        infeasible += expected is None
        reduced += expected not in (None, domains)
    assert infeasible > 10
    assert reduced > 10


@pytest.mark.parametrize("greatest", [3, 9, 60, 10**6])
def test_sums_keep_what_tuples_have(greatest):
    draw, reduced, infeasible = np.random.default_rng(greatest), 0, 0
    for _ in range(400):
        cells = int(draw.integers(1, 9))
        numbers = draw.integers(1, greatest + 1, cells) * draw.choice([-1, 1, 1], cells)
        domains = draw.choice([0, 1, 2, 3], cells, p=[0.01, 0.1, 0.1, 0.79]).tolist()
        total = int(numbers[draw.random(cells) < 0.5].sum()) + int(draw.random() < 0.2)
        network = network_of(domains, [Constraint(range(cells), total, numbers.tolist())])
        expected = consistent_domains(network)
        assert as_list(Consistency(network).g1()) == expected
        infeasible += expected is None
        reduced += expected not in (None, domains)
    assert infeasible > 10
    assert reduced > 10


@pytest.mark.parametrize("values", [1, 3, 9, 10])
@pytest.mark.parametrize("total", [None, 45, 60])
def test_more_cells_than_digits_have_no_tuple(values, total):
    for cells in range(values + 1, values + 40):
        network = network_of([2**values - 1] * cells, [Constraint(range(cells), total)])
        consistency = Consistency(network)
        assert consistency.g1() is consistency.g2() is consistency.s() is None


def test_a_constraint_without_cells_holds_if_it_needs_none():
    for constraint, holds in [
        (Constraint(()), True),
        (Constraint((), 0), True),
        (Constraint((), 3), False),
        (Constraint((), 0, ()), True),
        (Constraint((), 1, ()), False),
    ]:
        network = network_of([0b11], [constraint])
        assert as_list(Consistency(network).g1()) == consistent_domains(network) == ([0b11] if holds else None)


# -- whole networks ---------------------------------------------------------------------------------------------------


def in_pairs(network, domains):
    """Return what constraints and pairs of them leave, by listing the tuples of both."""
    scopes = [network.scope(i) for i in range(network.constraints)]
    before = None
    while before != domains:
        before = domains
        domains = consistent_domains(network, domains)
        if domains is None:
            return None
        for i, j in combinations(range(len(scopes)), 2):
            common = {*scopes[i]} & {*scopes[j]}
            if len(common) < 2:
                continue
            rows = [
                first | second
                for row in tuples_of(network, i, domains)
                for first in [dict(zip(scopes[i], row, strict=True))]
                for other in tuples_of(network, j, domains)
                for second in [dict(zip(scopes[j], other, strict=True))]
                if all(first[cell] == second[cell] for cell in common)
            ]
            if not rows:
                return None
            domains = [*domains]
            for cell in rows[0]:
                domains[cell] = sum(1 << value for value in {row[cell] for row in rows})
    return domains


def fails_in_rounds(network, domains, rounds):
    """Return whether a constraint has no tuple within some parallel rounds of all constraints."""
    for _ in range(rounds):
        after = [*domains]
        for i in range(network.constraints):
            rows = [*tuples_of(network, i, domains)]
            if not rows:
                return True
            for cell, column in zip(network.scope(i), zip(*rows, strict=True), strict=True):
                after[cell] &= sum(1 << value for value in {*column})
        if after == domains:
            return False
        domains = after
    return False


def by_assumption(network, rounds=None):
    """Return what is left if values go whose assumption fails."""
    domains, before = consistent_domains(network), None
    while domains is not None and before != domains:
        before = [*domains]
        for cell, domain in enumerate(before):
            for value in values_of(domain) if domain.bit_count() > 1 else ():
                assumed = [*domains]
                assumed[cell] = 1 << value
                fails = (
                    consistent_domains(network, assumed) is None
                    if rounds is None
                    else fails_in_rounds(network, assumed, rounds)
                )
                if fails:
                    domains[cell] &= ~(1 << value)
        domains = consistent_domains(network, domains)
    return domains


def test_every_constraint_by_itself_leaves_what_lists_of_tuples_say():
    for network in networks(1, 200):
        assert as_list(Consistency(network).g1()) == consistent_domains(network)


def test_pairs_and_assumptions_leave_what_lists_of_tuples_say():
    beyond = Counter()
    for network in open_networks(1, 40):
        consistency = Consistency(network)
        first, pairs, last = (as_list(reach()) for reach in (consistency.g1, consistency.g2, consistency.s))
        in_rounds = {rounds: as_list(consistency.s(rounds=rounds)) for rounds in (1, 2, 3)}
        assert first == in_rounds[1] == by_assumption(network, 1)
        assert pairs == (in_pairs(network, network.domains.tolist()) if network.rule[0] == DIFFERENT else first)
        assert last == by_assumption(network)
        assert in_rounds[2] == by_assumption(network, 2)
        assert in_rounds[3] == by_assumption(network, 3)
        beyond.update(pairs=pairs != first, last=last not in (first, pairs), two=in_rounds[2] != last)
    assert min(beyond.values()) > 3, beyond


def test_pairs_of_constraints_are_filtered_like_lists_of_their_tuples():
    """Also where digits need several words, as sets of more than six do."""
    draw, reduced = np.random.default_rng(5), 0
    for _ in range(300):
        values = int(draw.integers(4, 11))
        scopes = [draw.permutation(6)[: draw.integers(3, 6)].tolist() for _ in range(2)]
        digits = draw.permutation(values)[:6] if values > 5 else draw.integers(0, values, 6)
        domains = [domain | 1 << int(d) for domain, d in zip(random_domains(draw, 6, values, 4), digits, strict=True)]
        totals = [int(digits[scope].sum()) + len(scope) if draw.random() < 0.7 else None for scope in scopes]
        network = network_of(domains, [Constraint(*both) for both in zip(scopes, totals, strict=True)])
        expected = in_pairs(network, domains)
        assert as_list(Consistency(network).g2()) == expected
        reduced += expected != consistent_domains(network)
    assert reduced > 10


def test_no_solution_is_lost_and_each_consistency_has_those_before_it():
    solvable = 0
    for network in (*networks(2, 100), *open_networks(2, 100)):
        consistency = Consistency(network)
        results = [consistency.g1(), *(consistency.s(rounds=rounds) for rounds in (1, 2, 3, 4)), consistency.s()]
        pairs = consistency.g2()
        for weaker, stronger in [*pairwise(results), (results[0], pairs)]:
            assert stronger is None or (stronger & ~weaker == 0).all()
        for solution in solutions_of(network) if np.bitwise_count(network.domains).sum() <= 40 else ():
            for domains in (*results, pairs):
                assert all(int(domain) >> value & 1 for domain, value in zip(domains, solution, strict=True))
            solvable += 1
    assert solvable > 1000


def test_an_empty_cell_is_no_contradiction_of_the_round_that_empties_it():
    """Where two constraints share two cells, one round would otherwise go beyond each constraint by itself."""
    z, x, y, w = range(4)
    network = network_of([0b0011, 0b1100, 0b0110, 0b1001], [Constraint((z, x, y, w)), Constraint((z, x), 5)])
    consistency = Consistency(network)
    assert as_list(consistency.g1()) == as_list(consistency.s(rounds=1)) == network.domains.tolist()
    assert consistency.s(rounds=2) is None
    assert consistency.g2() is None
    assert solutions_of(network) == []


def test_depth_is_the_least_number_of_rounds_that_fixes_every_cell():
    depths = []
    for network in (*networks(3, 50), *open_networks(3, 150)):
        consistency, depth = Consistency(network), Consistency(network).depth()
        depths.append(depth)
        if depth is None:
            assert not is_solved(consistency.s())
        elif depth == 0:
            assert is_solved(consistency.g1())
        else:
            assert is_solved(consistency.s(rounds=depth))
            assert not is_solved(consistency.s(rounds=depth - 1))
    assert {None, 0, 2, 3} <= {*depths}


def test_other_domains_can_be_given():
    network = network_of([0b111] * 3, [Constraint((0, 1, 2))])
    assert Consistency(network).g1(np.array([1, 7, 7], np.uint64)).tolist() == [1, 6, 6]
    assert network.domains.tolist() == [7, 7, 7]


# -- limits -----------------------------------------------------------------------------------------------------------


def test_a_set_stop_ends_the_work():
    network, stop = network_of([0b111] * 3, [Constraint((0, 1, 2)), Constraint((0, 1, 2))]), np.ones(1, np.uint8)
    consistency = Consistency(network, stop)
    for work in (consistency.g2, consistency.s):
        with pytest.raises(Undecided, match="seconds"):
            work()


def test_sets_of_digits_are_partial_results():
    network = network_of([2**12 - 1] * 4, [Constraint((0, 1, 2, 3)), Constraint((0, 1), 20)])
    with limited(Limits(states=2**12)):
        assert as_list(Consistency(network).g1()) == consistent_domains(network)
    with limited(Limits(states=2**11)), pytest.raises(Undecided, match="2,048 partial results"):
        Consistency(network)
    without_sums = network_of([2**12 - 1] * 4, [Constraint((0, 1, 2, 3)), Constraint((0, 1, 2))])
    with limited(Limits(states=2**11)):
        assert as_list(Consistency(without_sums).g1()) == without_sums.domains.tolist()
        with pytest.raises(Undecided):
            Consistency(without_sums).g2()


def test_numbers_that_are_too_large_are_refused():
    with pytest.raises(BadInput, match=r"below 2\*\*31"):
        Consistency(network_of([3, 3], [Constraint((0, 1), 5, (2**31, 5))]))
    with pytest.raises(BadInput, match="up to 64 numbers"):
        Consistency(network_of([3] * 65, [Constraint(range(65), 5, [1] * 65)]))
    with pytest.raises(BadInput, match="62 values"):
        Consistency(network_of([2**63 - 1], [Constraint((0,))]))
    numbers = [2**20 + 2**i for i in range(1, 20)] * 3
    with pytest.raises(Undecided):
        Consistency(network_of([3] * 57, [Constraint(range(57), sum(numbers) // 2, numbers)]))
    with pytest.raises(BadInput, match="shares two cells"):
        Consistency(network_of([3] * 3, [Constraint((0, 1), 5, (2, 3)), Constraint((0, 1, 2), 5, (2, 3, 4))])).g2()


@pytest.mark.parametrize(
    "constraint",
    [Constraint((0, 0)), Constraint((0, 1), None, (1, 2)), Constraint((0,), 1, (0,)), Constraint((0,), -1)],
)
def test_a_wrong_constraint_is_refused(constraint):
    with pytest.raises(ValueError, match=r"cells|total"):
        network_of([3, 3], [constraint])
