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
    seen = [rng.randint(1, 2**size - 1) for _ in range(rng.randint(1, 4))]
    sets = tuple(frozenset(i for i in range(size) if one >> i & 1) for one in seen)
    return f"required({total}, {seen})", Required(total, NINE, sets), size + len(seen), 9


def signed_sum(rng):
    """By rows, and of seven cells by bounds."""
    size, total = rng.randint(1, 7), rng.randint(-5, 30)
    signs = tuple(rng.choice((1, 1, -1)) for _ in range(size))
    apart = [[i for i in range(k) if rng.random() < 0.5] for k in range(size)]
    pairs = frozenset((i, k) for k, others in enumerate(apart) for i in others)
    return f"signedSum({total}, {list(signs)}, {apart})", SignedSum(total, signs, pairs), size, 5


def rectangle(rng):
    """The corners are 0, 1, 2 and 3; some entries have a third cell."""
    members, size = [[0, 1], [2, 3], [0, 2], [1, 3]], 4
    for places in members:
        if rng.random() < 0.5:
            places.append(size)
            size += 1
    totals = [rng.choice((None, rng.randint(3, 20))) for _ in range(4)]
    text = "[" + ", ".join("null" if one is None else str(one) for one in totals) + "]"
    rule = Rectangle(tuple(map(tuple, members)), tuple(totals))
    return f"rectangle({members}, {text})", rule, size, 6


@pytest.mark.parametrize(
    "make",
    [forward, hall, entry, cage, hidden, subsets, locked, required, signed_sum, rectangle],
    ids=lambda one: one.__name__,
)
def test_a_rule_removes_what_python_removes(make):
    rng = random.Random(make.__name__)
    asked, expected = [], []
    for _ in range(STATES):
        script, rule, size, digits = make(rng)
        few = rng.choice((0.3, 0.5, 0.8))
        state = tuple(
            frozenset(d for d in range(1, digits + 1) if rng.random() < few) or frozenset({rng.randint(1, digits)})
            for _ in range(size)
        )
        try:
            left = [mask_of(domain, range(1, digits + 1)) for domain in rule.filtered(state)]
        except Contradiction:
            left = None
        asked.append((script, [mask_of(domain, range(1, digits + 1)) for domain in state]))
        expected.append(left)
    calls = ",\n".join(f"{script}.propagate({state})" for script, state in asked)
    names = "different, forward, hidden, locked, rectangle, required, signedSum, subsets"
    made = scripts.run(f"const {{ {names} }} = rules_js;\nconsole.log(JSON.stringify([{calls}]));")
    wrong = [(*one, left, text) for one, left, text in zip(asked, expected, made, strict=True) if left != text]
    assert wrong[:1] == []
    changed = sum(left is not None and left != one[1] for left, one in zip(expected, asked, strict=True))
    assert changed > STATES / 20
    assert None in expected


def test_sets_of_digits_are_told_where_they_are_few():
    """Those of an entry that have its sum, the digits of its known cells, and a digit for each cell; up to three."""
    rng = random.Random(5)
    asked, expected = [], []
    for _ in range(600):
        length = rng.randint(1, 5)
        cells = [frozenset(rng.sample(range(1, 10), rng.choice((1, 2, 3, 6)))) for _ in range(length)]
        total = rng.choice((None, 40, *[sum(rng.choice(sorted(cell)) for cell in cells)] * 8))
        known = frozenset().union(*(cell for cell in cells if len(cell) == 1))
        sets = [
            digits
            for digits in combinations(sorted(frozenset().union(*cells)), length)
            if sum(digits) == total and known <= {*digits} and all(cell & {*digits} for cell in cells)
        ]
        listed = " or ".join("+".join(map(str, digits)) for digits in sets)
        asked.append(({"total": total, "cells": list(range(length))}, [mask_of(cell, range(1, 10)) for cell in cells]))
        expected.append((f", only {listed}" if 0 < len(sets) <= 3 and length > 1 else "", len(sets), length))
    script = "console.log(JSON.stringify(given[0].map((one) => kinds_js.kinds.kakuro.reason(...one))));"
    told = [{*text.removeprefix(", only ").split(" or ")} for text in scripts.run(script, asked)]
    assert told == [{*text.removeprefix(", only ").split(" or ")} for text, *_ in expected]
    counts = [min(number, 4) for _, number, length in expected if length > 1]
    assert min(counts.count(number) for number in range(5)) > 5
    assert sum(length == 1 and 0 < number <= 3 for _, number, length in expected) > 5
