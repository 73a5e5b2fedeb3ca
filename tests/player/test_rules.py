"""Each rule of the scripts beside the one of Python that it is a copy of, on random states of cells."""

import random
from itertools import combinations

import pytest

from rullo_core.constraints.distinct import Forward, Hall, different
from rullo_core.constraints.sums import SignedSum
from rullo_core.kakuro.rules import Rectangle
from rullo_core.killer.rules import InCage, Required
from rullo_core.passes.solver import Contradiction
from rullo_core.player.trace import mask_of
from rullo_core.sudoku.rules import Hidden, Locked, Subsets
from tests.player import scripts

NINE = tuple(range(1, 10))
STATES = 600


def forward(rng):
    return "forward", Forward(), rng.randint(2, 6), 4


def hall(rng):
    return "different(null)", Hall(), rng.randint(2, 6), 6


def entry(rng):
    total = rng.randint(3, 40)
    return f"different({total})", different(total), rng.randint(2, 6), 9


def cage(rng):
    total = rng.randint(3, 30)
    return f"different({total})", InCage(total, NINE), rng.randint(1, 5), 9


def hidden(rng):
    return "hidden(63)", Hidden(frozenset(range(1, 7))), 6, 6


def subsets(rng):
    return "subsets(63, 3)", Subsets(frozenset(range(1, 7)), 3), 6, 6


def locked(rng):
    return "locked([0, 1, 2, 3], [2, 3, 4, 5])", Locked((0, 1, 2, 3), (2, 3, 4, 5)), 6, 4


def required(rng):
    total, size = rng.randint(3, 20), rng.randint(1, 4)
    seen_cells = [rng.randint(1, 2**size - 1) for _ in range(rng.randint(1, 4))]
    sets = tuple(frozenset(i for i in range(size) if mask >> i & 1) for mask in seen_cells)
    return f"required({total}, {seen_cells})", Required(total, NINE, sets), size + len(seen_cells), 9


def signed_sum(rng):
    """By rows, and of seven cells by bounds."""
    size, total = rng.randint(1, 7), rng.randint(-5, 30)
    signs = tuple(rng.choice((1, 1, -1)) for _ in range(size))
    peers = [[i for i in range(k) if rng.random() < 0.5] for k in range(size)]
    pairs = frozenset((i, k) for k, earlier in enumerate(peers) for i in earlier)
    return f"signedSum({total}, {list(signs)}, {peers})", SignedSum(total, signs, pairs), size, 5


def rectangle(rng):
    """The corners are 0, 1, 2 and 3; some entries have a third cell."""
    members, size = [[0, 1], [2, 3], [0, 2], [1, 3]], 4
    for places in members:
        if rng.random() < 0.5:
            places.append(size)
            size += 1
    totals = [rng.choice((None, rng.randint(3, 20))) for _ in range(4)]
    text = "[" + ", ".join("null" if total is None else str(total) for total in totals) + "]"
    rule = Rectangle(tuple(map(tuple, members)), tuple(totals))
    return f"rectangle({members}, {text})", rule, size, 6


@pytest.mark.parametrize(
    "make",
    [forward, hall, entry, cage, hidden, subsets, locked, required, signed_sum, rectangle],
    ids=lambda function: function.__name__,
)
def test_a_rule_removes_what_python_removes(make):
    rng = random.Random(make.__name__)
    cases, expected = [], []
    for _ in range(STATES):
        script, rule, size, digits = make(rng)
        density = rng.choice((0.3, 0.5, 0.8))
        state = tuple(
            frozenset(d for d in range(1, digits + 1) if rng.random() < density) or frozenset({rng.randint(1, digits)})
            for _ in range(size)
        )
        try:
            reduction = [mask_of(domain, range(1, digits + 1)) for domain in rule.filter(state)]
        except Contradiction:
            reduction = None
        cases.append((script, [mask_of(domain, range(1, digits + 1)) for domain in state]))
        expected.append(reduction)
    calls = ",\n".join(f"{script}.propagate({state})" for script, state in cases)
    names = "different, forward, hidden, locked, rectangle, required, signedSum, subsets"
    outputs = scripts.run(f"const {{ {names} }} = rules_js;\nconsole.log(JSON.stringify([{calls}]));")
    differing = [
        (*case, masks, text) for case, masks, text in zip(cases, expected, outputs, strict=True) if masks != text
    ]
    assert differing[:1] == []
    changes = sum(masks is not None and masks != case[1] for masks, case in zip(expected, cases, strict=True))
    assert changes > STATES / 20
    assert None in expected


def test_sets_of_digits_are_told_where_they_are_few():
    """Those of an entry that have its sum, the digits of its known cells, and a digit for each cell; up to three."""
    rng = random.Random(5)
    cases, expected = [], []
    for _ in range(600):
        length = rng.randint(1, 5)
        cells = [frozenset(rng.sample(range(1, 10), rng.choice((1, 2, 3, 6)))) for _ in range(length)]
        total = rng.choice((None, 40, *[sum(rng.choice(sorted(cell)) for cell in cells)] * 8))
        fixed_digits = frozenset().union(*(cell for cell in cells if len(cell) == 1))
        sets = [
            digits
            for digits in combinations(sorted(frozenset().union(*cells)), length)
            if sum(digits) == total and fixed_digits <= {*digits} and all(cell & {*digits} for cell in cells)
        ]
        sets_text = " or ".join("+".join(map(str, digits)) for digits in sets)
        cases.append(({"total": total, "cells": list(range(length))}, [mask_of(cell, range(1, 10)) for cell in cells]))
        expected.append((f", only {sets_text}" if 0 < len(sets) <= 3 and length > 1 else "", len(sets), length))
    script = "console.log(JSON.stringify(given[0].map((args) => kinds_js.kinds.kakuro.reason(...args))));"
    outputs = [{*text.removeprefix(", only ").split(" or ")} for text in scripts.run(script, cases)]
    assert outputs == [{*text.removeprefix(", only ").split(" or ")} for text, *_ in expected]
    counts = [min(number, 4) for _, number, length in expected if length > 1]
    assert min(counts.count(number) for number in range(5)) > 5
    assert sum(length == 1 and 0 < number <= 3 for _, number, length in expected) > 5
