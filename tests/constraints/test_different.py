"""Digits that are all different in a kernel, against the rule to be read."""

import numpy as np
import pytest

from rullo_core.constraints.distinct import different
from rullo_core.constraints.kernels.different import filter_candidates, make_room
from rullo_core.passes.solver import Contradiction


def set_of(bits):
    return frozenset(digit + 1 for digit in range(9) if bits >> digit & 1)


def some_digits(draw, most):
    """Two to so many digits, or now and then a single one, as bits."""
    number = 1 if draw.random() < 0.1 else draw.integers(2, most + 1)
    return int(sum(1 << digit for digit in draw.choice(9, number, replace=False)))


@pytest.mark.parametrize("cells", range(1, 10))
@pytest.mark.parametrize("has_sum", [False, True])
def test_the_same_as_the_rule(cells, has_sum):
    draw = np.random.default_rng(cells)
    room, kept, filtered = make_room(), 0, 0
    for _ in range(300):
        given = [some_digits(draw, int(draw.integers(max(2, cells - 2), 10))) for _ in range(cells)]
        total = int(draw.integers(max(1, cells * cells // 2), min(46, 9 * cells + 2))) if has_sum else 0
        room.domains[:cells] = given
        some = filter_candidates(cells, total, room)
        domains = tuple(map(set_of, given))
        try:
            expected = different(total or None).filtered(domains)
        except Contradiction:
            assert not some
            continue
        assert some
        assert tuple(map(set_of, room.domains[:cells].tolist())) == expected
        kept += 1
        filtered += expected != domains
    assert kept > 15
    assert filtered > 5 or cells == 1
