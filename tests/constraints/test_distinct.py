from itertools import product

import numpy as np
import pytest

from rullo_core.constraints.distinct import (
    DIGITS,
    Bounds,
    Forward,
    Hall,
    Living,
    Union,
    combinations,
    different,
)
from rullo_core.constraints.kernels import different as kernel
from rullo_core.passes.levels import reach
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import Unit

# The part for three cells as a puzzle constructor printed it (Puzzling Stack Exchange, Creating a Kakuro puzzle, 2017).
THREE = """\
6: 123; 7: 124; 8: 125 134; 9: 126 135 234; 10: 127 136 145 235; 11: 128 137 146 236 245
12: 129 138 147 156 237 246 345; 13: 139 148 157 238 247 256 346; 14: 149 158 167 239 248 257 347 356
15: 159 168 249 258 267 348 357 456; 16: 169 178 259 268 349 358 367 457; 17: 179 269 278 359 368 458 467
18: 189 279 369 378 459 468 567; 19: 289 379 469 478 568; 20: 389 479 569 578; 21: 489 579 678; 22: 589 679
23: 689; 24: 789"""


def random_cases(number, longest=9, seed=1):
    """Yield rows of random domains with the sum of different digits from them, a wrong sum, or None."""
    random = np.random.default_rng(seed)
    for _ in range(number):
        cells = int(random.integers(1, longest + 1))
        row = random.permutation(9)[:cells] + 1
        density = random.random() * 0.8
        domains = [
            frozenset(int(d) for d in DIGITS if d == digit or random.random() < density)
            - (frozenset({int(digit)}) if random.random() < 0.03 else frozenset())
            for digit in row
        ]
        total = None if random.random() < 0.2 else int(row.sum()) + int(random.random() < 0.1)
        if all(domains) and (total is None or combinations(cells, total)):
            yield tuple(domains), total


def outcome(rule, domains):
    try:
        return rule.filter(domains)
    except Contradiction:
        return None


def test_combinations_match_published_counts_and_table():
    """Simonis, section 4: of 119 pairs, 33 have one combination, 31 others lack a digit, 55 have all nine digits."""
    pairs = [(cells, total) for cells in range(2, 10) for total in range(46) if combinations(cells, total)]
    assert len(pairs) == 120
    assert sum(len(combinations(*pair)) for pair in pairs) == 502
    assert max(len(combinations(*pair)) for pair in pairs) == 12
    shorter = [pair for pair in pairs if pair[0] < 9]
    single = [pair for pair in shorter if len(combinations(*pair)) == 1]
    complete = [pair for pair in shorter if frozenset().union(*combinations(*pair)) == frozenset(DIGITS)]
    assert (len(shorter), len(single), len(complete)) == (119, 33, 55)
    assert len([p for p in shorter if p not in single and p not in complete]) == 31
    printed = "; ".join(
        f"{total}: {' '.join(''.join(map(str, sorted(digits))) for digits in combinations(3, total))}"
        for total in range(6, 25)
    )
    assert printed == THREE.replace("\n", "; ")


def test_pairs_of_clues_that_share_one_digit_match_published_counts():
    """Of 14,400 ordered pairs of clues, 276 share one digit and 264 share none."""
    unions = [
        frozenset().union(*combinations(cells, total))
        for cells in range(2, 10)
        for total in range(46)
        if combinations(cells, total)
    ]
    shared = [len(first & second) for first in unions for second in unions]
    assert (len(shared), shared.count(1), shared.count(0)) == (14400, 276, 264)


def test_complete_filter_matches_enumeration():
    reductions = 0
    for domains, total in random_cases(400, longest=5):
        rows = [
            row
            for row in product(*map(sorted, domains))
            if len(set(row)) == len(row) and (total is None or sum(row) == total)
        ]
        expected = tuple(map(frozenset, zip(*rows, strict=True))) if rows else None
        assert outcome(different(total), domains) == expected
        reductions += expected not in (None, domains)
    assert reductions > 100


@pytest.mark.parametrize("rule", ["bounds", "forward", "hall", "union", "living"])
def test_no_rule_eliminates_a_digit_of_a_solution(rule):
    for domains, total in random_cases(600):
        rules = {"forward": Forward(), "hall": Hall(), "union": Union(total), "living": Living(total)}
        if total is not None:
            rules["bounds"] = Bounds(total)
        if rule not in rules:
            continue
        complete = outcome(different(total), domains)
        weak = outcome(rules[rule], domains)
        if complete is not None:
            assert weak is not None
            assert all(
                exact <= superset <= domain for exact, superset, domain in zip(complete, weak, domains, strict=True)
            )


def test_weak_rules_miss_what_stronger_ones_deduce():
    """Simonis, section 4: five cells with the sum 15."""
    domains = (frozenset(DIGITS),) * 5
    assert Bounds(15).filter(domains) == domains
    assert Union(15).filter(domains) == (frozenset(range(1, 6)),) * 5
    two = frozenset({1, 2})
    assert Forward().filter((two, two, frozenset({1, 3}))) == (two, two, frozenset({1, 3}))
    assert Hall().filter((two, two, frozenset({1, 3}))) == (two, two, frozenset({3}))
    # 8 is 1+2+5 or 1+3+4, and without a 5 only the second.
    assert Living(8).filter((frozenset({1, 2, 3, 4}),) * 3) == (frozenset({1, 3, 4}),) * 3


def test_hall_sets_filter_different_digits_completely():
    reductions = 0
    for domains, _ in random_cases(500):
        units = [Unit("row", tuple(range(len(domains))), Hall())]
        try:
            state = reach(domains, units).state
        except Contradiction:
            state = None
        assert state == outcome(different(), domains)
        reductions += state != domains
    assert reductions > 60


# -- kernels ----------------------------------------------------------------------------------------------------------

RULES = [
    (kernel.BOUNDS, Bounds),
    (kernel.FORWARD, lambda total: Forward()),
    (kernel.UNION, Union),
    (kernel.LIVING, Living),
    (kernel.ALL, different),
    (kernel.HALL, lambda total: different()),
]


def by_kernel(rules, domains, total, room):
    room.domains[: len(domains)] = [sum(1 << (digit - 1) for digit in domain) for domain in domains]
    if not kernel.filter_by(rules, len(domains), total or 0, room):
        return None
    return tuple(frozenset(d for d in DIGITS if bits >> (d - 1) & 1) for bits in room.domains[: len(domains)].tolist())


@pytest.mark.parametrize("number", range(len(RULES)))
def test_kernels_match_the_readable_rules(number):
    bit, rule = RULES[number]
    room = kernel.make_room()
    reductions = failed = 0
    for domains, total in random_cases(3000, seed=2):
        if rule is Bounds and total is None:
            continue
        expected = outcome(rule(total), domains)
        assert by_kernel(bit, domains, total, room) == expected, (domains, total)
        reductions += expected not in (None, domains)
        failed += expected is None
    assert reductions > 50
    assert failed > 10 or rule is Union


def test_kernel_filters_cells_with_equal_domains():
    """The kernel has a shortcut for equal domains: any set of their digits can be in any order."""
    random = np.random.default_rng(5)
    room = kernel.make_room()
    outcomes = set()
    for _ in range(2000):
        cells = int(random.integers(1, 6))
        domain = frozenset(int(d) for d in DIGITS if random.random() < 0.4)
        total = None if random.random() < 0.3 else int(random.integers(1, 31))
        if domain and (total is None or combinations(cells, total)):
            expected = outcome(different(total), (domain,) * cells)
            assert by_kernel(kernel.ALL, (domain,) * cells, total, room) == expected
            outcomes.add((total is None, expected is None, expected == (domain,) * cells))
    assert len(outcomes) >= 5
