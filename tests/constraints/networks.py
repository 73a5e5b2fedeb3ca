"""Random networks, to compare kernels with lists of all tuples."""

import numpy as np

from rullo_core.constraints.consistency import Consistency, is_solved
from rullo_core.constraints.network import DIFFERENT, Constraint, network_of, values_of


def as_list(domains):
    return None if domains is None else domains.tolist()


def random_domains(draw, cells, values, most):
    return [
        int(sum(1 << int(v) for v in draw.choice(values, draw.integers(1, min(most, values) + 1), replace=False)))
        for _ in range(cells)
    ]


def digits_network(draw, values, cells=6, constraints=5):
    """Draw a network of different digits, with and without sums, most of a solution, that overlap in many cells."""
    digits, listed = draw.integers(0, values, cells), []
    for _ in range(constraints):
        order = draw.permutation(cells)
        scope = [int(cell) for i, cell in enumerate(order) if digits[cell] not in digits[order[:i]]][:4]
        total = int(digits[scope].sum()) + len(scope) + int(draw.random() < 0.05)
        listed.append(Constraint(scope, total if draw.random() < 0.4 else None))
    drawn = zip(random_domains(draw, cells, values, values), digits.tolist(), strict=True)
    return network_of([domain | 1 << digit for domain, digit in drawn], listed)


def sums_network(draw, rows=3, columns=3, greatest=4):
    """Draw a board whose rows and columns have sums, mostly of a solution, with some cells known."""
    numbers = draw.integers(1, greatest + 1, (rows, columns)) * draw.choice([-1, 1], (rows, columns), p=[0.1, 0.9])
    included = draw.random((rows, columns)) < 0.5
    places = np.arange(rows * columns).reshape(rows, columns)
    lines = [*zip(places, numbers, included, strict=True), *zip(places.T, numbers.T, included.T, strict=True)]
    wrong = draw.random() < 0.02
    return network_of(
        [int(domain) for domain in draw.choice([1, 2, 3], rows * columns, p=[0.005, 0.005, 0.99])],
        [Constraint(cells.tolist(), int(n[b].sum()) + wrong, n.tolist()) for cells, n, b in lines],
    )


def networks(seed, number):
    """Draw networks of both rules, with up to 65,536 ways to fill them."""
    draw = np.random.default_rng(seed)
    for i in range(number):
        if i % 2:
            yield sums_network(draw, 4, 4, 2)
        else:
            yield digits_network(draw, 4, 8, 7)


def open_networks(seed, number):
    """Draw networks of both rules in which every constraint by itself leaves cells with several values."""
    draw, drawn = np.random.default_rng(seed), 0
    while drawn < number:
        network = sums_network(draw, 5, 5, 3) if drawn % 2 else digits_network(draw, 5, 9, 9)
        reached = Consistency(network).g1()
        if reached is not None and not is_solved(reached):
            drawn += 1
            yield network


def solutions_of(network):
    """List all solutions, by trying all values."""
    grid = np.meshgrid(*map(values_of, network.domains.tolist()), indexing="ij")
    rows = np.stack(grid, axis=-1).reshape(-1, len(network.domains))
    for i in range(network.constraints):
        columns = rows[:, network.scope(i)]
        numbers = network.weights[network.first[i] : network.first[i + 1]]
        if network.rule[i] == DIFFERENT:
            rows = rows[(np.diff(np.sort(columns), axis=1) > 0).all(axis=1)]
            columns, numbers = rows[:, network.scope(i)] + 1, 1
        if network.total[i] >= 0 or network.rule[i] != DIFFERENT:
            rows = rows[(columns * numbers).sum(axis=1) == network.total[i]]
    return rows.tolist()
