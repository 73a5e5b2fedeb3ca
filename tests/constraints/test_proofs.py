"""What docs/scale.md proves, by brute force: the numbers are those of its list."""

from collections import Counter
from itertools import combinations, product

import numpy as np

import rullo_studies as rs
from rullo_core.constraints.consistency import Consistency, is_solved
from rullo_core.constraints.network import Constraint, consistent_domains, network_of, tuples_of, values_of

from .networks import as_list, digits_network, networks, open_networks, solutions_of, sums_network
from .test_consistency import by_assumption, in_pairs

# -- 1 and 2: the signed tuple cover ----------------------------------------------------------------------------------


class Cover:
    """The signed tuple cover of a network: its variables, as sets of candidates, and those that are linked."""

    def __init__(self, network):
        cells = range(len(network.domains))
        # Values that a cell does not have at first are candidates, too: tuples are those of any values.
        values = range(max(int(domain).bit_length() for domain in network.domains))
        everything = [sum(1 << v for v in values)] * len(network.domains)
        self.variables = []
        for c in cells:
            self.variables.append({(c, v, True) for v in values})
            self.variables += [{(c, v, True), (c, v, False)} for v in values]
        for number in range(network.constraints):
            rows = [*tuples_of(network, number, everything)]
            self.variables.append({(number, row) for row in rows})
            for place, c in enumerate(network.scope(number)):
                for v in values:
                    self.variables.append({(c, v, True)} | {(number, row) for row in rows if row[place] != v})
                    self.variables.append({(c, v, False)} | {(number, row) for row in rows if row[place] == v})
        self.linked = {}
        for variable in self.variables:
            for candidate in variable:
                self.linked.setdefault(candidate, set()).update(variable - {candidate})
        self.at_first = {*self.linked} - {
            (c, v, True) for c in cells for v in values if not int(network.domains[c]) >> v & 1
        }

    def propagate(self, candidates, true=()):
        """Return what elementary propagation and singles leave, None at a contradiction."""
        candidates, waiting, done = {*candidates}, [*true], set()
        while True:
            while waiting:
                candidate = waiting.pop()
                if candidate not in candidates:
                    return None
                done.add(candidate)
                candidates -= self.linked[candidate]
            for variable in self.variables:
                present = variable & candidates
                if not present:
                    return None
                if len(present) == 1 and not present <= done:
                    waiting += present
            if not waiting:
                return candidates

    def by_shortest_whips(self, candidates):
        """Return the candidates that whips of length 1 remove."""
        left = [variable & candidates for variable in self.variables]
        return {z for z in candidates for v in left if z not in v and v <= self.linked[z]}


def domains_of(candidates, network):
    """Return the values that a cover leaves."""
    if candidates is None:
        return None
    return [
        sum(1 << c[1] for c in candidates if len(c) == 3 and c[0] == cell and c[2])
        for cell in range(len(network.domains))
    ]


def small_networks(seed, number):
    draw = np.random.default_rng(seed)
    for i in range(number):
        yield sums_network(draw) if i % 2 else digits_network(draw, 4, 6, 4)


def test_singles_on_the_signed_tuple_cover_are_single_constraints():
    """And whips of length 1 add nothing."""
    outcomes = Counter()
    for network in small_networks(1, 150):
        cover, expected = Cover(network), consistent_domains(network)
        candidates = cover.propagate(cover.at_first)
        assert domains_of(candidates, network) == expected
        if candidates is not None:
            assert not cover.by_shortest_whips(candidates)
        outcomes["solved" if expected and is_solved(np.array(expected)) else "open" if expected else "none"] += 1
    assert min(outcomes[name] for name in ("solved", "open", "none")) > 3, outcomes


def test_one_assumption_on_the_signed_tuple_cover_is_that_of_single_constraints():
    differing = 0
    for network in small_networks(2, 60):
        cover = Cover(network)
        candidates, last_candidates = cover.propagate(cover.at_first), None
        while candidates is not None and candidates != last_candidates:
            last_candidates = candidates
            for z in sorted(c for c in last_candidates if len(c) == 3 and c[2]):
                if candidates is not None and z in candidates and cover.propagate(candidates, [z]) is None:
                    candidates = cover.propagate(candidates - {z})
        assert domains_of(candidates, network) == by_assumption(network) == as_list(Consistency(network).s())
        differing += domains_of(candidates, network) != consistent_domains(network)
    assert differing > 3


# -- 3: pairs and one assumption --------------------------------------------------------------------------------------


def test_pairs_are_no_part_of_one_assumption():
    a, b, x, y, z = range(5)
    network = network_of([0b111111] * 5, [Constraint((a, x, y, z), 16), Constraint((b, x, y, z), 14)])
    consistency = Consistency(network)
    assert as_list(consistency.g1()) == network.domains.tolist()
    assert as_list(consistency.g2()) == in_pairs(network, network.domains.tolist())
    assert [values_of(domain) for domain in consistency.g2()[:2]] == [[2, 3, 4, 5], [0, 1, 2, 3]]
    assert as_list(consistency.s()) == by_assumption(network)
    assert [values_of(domain) for domain in consistency.s()[:2]] == [[2, 3, 4, 5], [0, 1, 2, 3, 4, 5]]


# -- 4: no short cycle ------------------------------------------------------------------------------------------------


def tree_network(draw, values):
    """Draw constraints of different digits, each of which has one cell in common with those before it."""
    digits, scopes = [int(draw.integers(values))], []
    for _ in range(int(draw.integers(2, 5))):
        shared, more = int(draw.integers(len(digits))), int(draw.integers(1, 3))
        other_digits = [v for v in draw.permutation(values).tolist() if v != digits[shared]][:more]
        scopes.append([shared, *range(len(digits), len(digits) + len(other_digits))])
        digits += other_digits
    domains = [
        int(sum(1 << v for v in draw.choice(values, draw.integers(1, values + 1), replace=False).tolist())) | 1 << d
        for d in digits
    ]
    totals = [sum(digits[c] for c in scope) + len(scope) if draw.random() < 0.6 else None for scope in scopes]
    return network_of(domains, [Constraint(*both) for both in zip(scopes, totals, strict=True)])


def test_without_a_cycle_every_value_is_in_a_solution():
    draw, removed = np.random.default_rng(4), 0
    for _ in range(150):
        network = tree_network(draw, 4)
        domains = consistent_domains(network)
        solutions = solutions_of(network)
        assert domains == [sum(1 << v for v in {*column}) for column in zip(*solutions, strict=True)]
        removed += domains != network.domains.tolist()
    assert removed > 50


def test_three_lines_of_a_rullo_imply_no_more_than_each():
    draw, tried = np.random.default_rng(5), 0
    while tried < 12:
        network = sums_network(draw, 4, 4, 3)
        domains = consistent_domains(network)
        if domains is None or is_solved(np.array(domains)):
            continue
        tried += 1
        for lines in combinations(range(network.constraints), 3):
            used = sorted({cell for line in lines for cell in network.scope(line)})
            place = {cell: i for i, cell in enumerate(used)}
            part = network_of(
                [domains[cell] for cell in used],
                [
                    Constraint(
                        [place[cell] for cell in network.scope(line)],
                        int(network.total[line]),
                        network.weights[network.first[line] : network.first[line + 1]].tolist(),
                    )
                    for line in lines
                ],
            )
            together = [sum(1 << v for v in {*column}) for column in zip(*solutions_of(part), strict=True)]
            assert together == [domains[cell] for cell in used]


def test_whips_of_lines_and_entries_have_four_steps_at_least():
    lengths = Counter()
    for kind, size, knob, reach in (("rullo", "6x6", 3, None), ("rullo", "6x6", 2, 3), ("kakuro", "5x5", 0, None)):
        for index in range(12):
            network = rs.scale.draw_planted(kind, size, knob, 3, index, reach).network
            consistency = Consistency(network)
            domains = consistency.g1()
            for cell, domain in enumerate(domains.tolist()):
                for value in values_of(domain) if domain.bit_count() > 1 else ():
                    lengths[consistency.whip_length(cell, value, domains, 3)] += 1
            if reach is None:
                lengths[consistency.by_whips()[1]] += 1
    assert {*lengths} <= {None, 0, 4, 5}
    assert lengths[4] > 3, lengths


# -- 5 and 6: stuck means ambiguous -----------------------------------------------------------------------------------


def parts_of(network, domains):
    """Return the number of parts into which constraints connect the open cells."""
    parts = []
    for number in range(network.constraints):
        joined = {cell for cell in network.scope(number) if int(domains[cell]).bit_count() > 1}
        if joined:
            joined = joined.union(*(part for part in parts if part & joined))
            parts = [part for part in parts if not part & joined] + [joined]
    return len(parts)


def test_with_two_tuples_of_every_constraint_solutions_are_a_power_of_two():
    draw, counts = np.random.default_rng(6), Counter()
    stuck = [sums_network(draw, 4, 4, 9) for _ in range(600)] + [*networks(6, 100), *open_networks(6, 100)]
    for network in stuck:
        domains = consistent_domains(network)
        if domains is None or is_solved(np.array(domains)):
            continue
        tuples = {len([*tuples_of(network, i, domains)]) for i in range(network.constraints)}
        # Constraints without an open cell have one.
        is_in_one = np.isin(np.flatnonzero(np.bitwise_count(domains) > 1), network.cells).all()
        if not (tuples <= {1, 2} and is_in_one):
            continue
        solutions = solutions_of(network._replace(domains=np.array(domains, np.uint64)))
        if solutions:
            assert len(solutions) == 2 ** parts_of(network, domains)
            counts[len(solutions)] += 1
    assert counts[2] > 20, counts
    assert counts[4] > 0, counts


def test_two_open_cells_have_two_tuples_and_three_as_well_unless_their_numbers_are_equal():
    seen = Counter()
    for cells in (2, 3, 4):
        for numbers in product(range(1, 6), repeat=cells):
            for total in {
                sum(n for n, b in zip(numbers, bits, strict=True) if b) for bits in product((0, 1), repeat=cells)
            }:
                network = network_of([3] * cells, [Constraint(range(cells), total, numbers)])
                domains = consistent_domains(network)
                of_open = {number for number, domain in zip(numbers, domains, strict=True) if domain == 3}
                number, open_cells = len([*tuples_of(network, 0, domains)]), domains.count(3)
                assert open_cells != 1
                if open_cells == 2 or (open_cells == 3 and len(of_open) > 1):
                    assert number == 2
                seen[open_cells, number] += 1
    assert {(2, 2), (3, 2), (3, 3)} <= {*seen}


def test_short_sums_that_are_stuck_and_unique_have_a_line_of_equal_numbers():
    """Also where lines of three cells cross in any way."""
    draw, number = np.random.default_rng(7), 0
    for _ in range(4000):
        numbers, included = draw.integers(1, 3, 7), draw.random(7) < 0.5
        scopes = [draw.permutation(7)[:3] for _ in range(6)]
        network = network_of(
            [3] * 7,
            [
                Constraint(scope.tolist(), int((numbers * included)[scope].sum()), numbers[scope].tolist())
                for scope in scopes
            ],
        )
        domains = Consistency(network).g1()
        if is_solved(domains) or len(solutions_of(network)) != 1:
            continue
        number += 1
        assert any((domains[scope] == 3).all() and len({*numbers[scope].tolist()}) == 1 for scope in scopes)
    assert number > 10, number
