"""Whips, compared with all chains of constraints whose tuples are listed."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from rullo_core.constraints.consistency import Consistency, is_solved
from rullo_core.constraints.network import Constraint, network_of, tuples_of, values_of
from rullo_core.limits import Undecided

from .networks import as_list, networks, open_networks, solutions_of


def length_by_hand(network, domains, cell, value, longest):
    """Return the length of a shortest whip; a chain may fix a cell, or exclude any one value."""
    chains = {(*domains[:cell], 1 << value, *domains[cell + 1 :], cell)}
    for length in range(1, longest + 1):
        following = set()
        for *held, last in chains:
            for constraint in range(network.constraints):
                scope = network.scope(constraint)
                if last not in scope:
                    continue
                rows = [*tuples_of(network, constraint, held)]
                if not rows:
                    return length
                for member, column in zip(scope, zip(*rows, strict=True), strict=True):
                    kept = sum(1 << v for v in {*column})
                    lost = values_of(held[member] & ~kept)
                    new_domains = [held[member] & ~(1 << v) for v in lost]
                    if lost and kept.bit_count() == 1:
                        new_domains.append(kept)
                    for domain in new_domains:
                        following.add((*held[:member], domain, *held[member + 1 :], member))
        chains = following
    return None


def test_lengths_are_those_of_all_chains():
    lengths = Counter()
    for network in open_networks(4, 24):
        consistency = Consistency(network)
        domains = consistency.g1()
        held = domains.tolist()
        for cell, domain in enumerate(held):
            for value in values_of(domain) if domain.bit_count() > 1 else ():
                length = consistency.whip_length(cell, value, domains, 4)
                assert length == length_by_hand(network, held, cell, value, 4)
                lengths[length] += 1
    assert set(lengths) == {None, 2, 3, 4}


def test_whips_are_between_each_constraint_by_itself_and_one_assumption():
    beyond, solvable = Counter(), 0
    for network in (*networks(5, 60), *open_networks(5, 60)):
        consistency = Consistency(network)
        first, last = consistency.g1(), consistency.s()
        lefts = [first, *(consistency.by_whips(longest=longest)[0] for longest in (1, 2, 3, 4, 5)), last]
        assert as_list(lefts[1]) == as_list(first)
        for weaker, stronger in pairwise(lefts):
            assert stronger is None or (stronger & ~weaker == 0).all()
        for longest in (2, 3, 4, 5):
            rounds = consistency.s(rounds=longest)
            assert rounds is None or (rounds & ~lefts[longest] == 0).all()
        beyond.update({k: as_list(lefts[k]) != as_list(lefts[k - 1]) for k in (2, 3, 4)})
        for solution in solutions_of(network) if np.bitwise_count(network.domains).sum() <= 40 else ():
            assert all(int(domain) >> value & 1 for domain, value in zip(lefts[5], solution, strict=True))
            solvable += 1
    assert min(beyond.values()) > 0, beyond
    assert solvable > 500


def test_the_rating_is_the_longest_whip_that_is_needed():
    ratings = Counter()
    for network in (*networks(6, 60), *open_networks(6, 100)):
        consistency = Consistency(network)
        rating = consistency.w()
        ratings[rating] += 1
        if rating is None:
            assert not is_solved(consistency.by_whips()[0])
        else:
            assert is_solved(consistency.by_whips(longest=rating)[0])
            assert not rating or not is_solved(consistency.by_whips(longest=rating - 1)[0])
            assert (rating == 0) == is_solved(consistency.g1())
    assert {None, 0, 4} <= set(ratings), ratings


def test_a_cell_without_values_takes_two_steps():
    """As the network in which it is no contradiction of the first round."""
    network = network_of([0b0011, 0b1100, 0b0110, 0b1001], [Constraint((0, 1, 2, 3)), Constraint((0, 1), 5)])
    consistency = Consistency(network)
    assert [consistency.whip_length(0, value, network.domains) for value in (0, 1)] == [2, 2]
    assert consistency.by_whips() == (None, 2)


def network_with_whips():
    return next(network for network in open_networks(4, 50) if Consistency(network).by_whips()[1] == 2)


def test_more_chains_than_are_kept_leave_it_undecided():
    network = network_with_whips()
    consistency = Consistency(network)
    with pytest.raises(Undecided, match="partial results"):
        consistency.by_whips(chains=1)
    assert consistency.by_whips(chains=1000)[1] == 2


def test_a_set_stop_ends_the_search():
    with pytest.raises(Undecided, match="seconds"):
        Consistency(network_with_whips(), np.ones(1, np.uint8)).by_whips()
