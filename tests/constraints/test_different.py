"""The kernel for different digits, compared with the readable rule."""

import numpy as np
import pytest

from rullo_core.constraints.distinct import different
from rullo_core.constraints.kernels.different import filter_candidates, make_room
from rullo_core.passes.solver import Contradiction


def set_of(bits):
    return frozenset(digit + 1 for digit in range(9) if bits >> digit & 1)


def random_digits(draw, maximum):
    """Draw two to `maximum` digits, or sometimes a single one, as bits."""
    number = 1 if draw.random() < 0.1 else draw.integers(2, maximum + 1)
    return int(sum(1 << digit for digit in draw.choice(9, number, replace=False)))


@pytest.mark.parametrize("cells", range(1, 10))
@pytest.mark.parametrize("has_sum", [False, True])
def test_kernel_filters_like_the_readable_rule(cells, has_sum):
    draw = np.random.default_rng(cells)
    room, solvable, reduced = make_room(), 0, 0
    for _ in range(300):
        bits = [random_digits(draw, int(draw.integers(max(2, cells - 2), 10))) for _ in range(cells)]
        total = int(draw.integers(max(1, cells * cells // 2), min(46, 9 * cells + 2))) if has_sum else 0
        room.domains[:cells] = bits
        is_possible = filter_candidates(cells, total, room)
        domains = tuple(map(set_of, bits))
        try:
            expected = different(total or None).filter(domains)
        except Contradiction:
            assert not is_possible
            continue
        assert is_possible
        assert tuple(map(set_of, room.domains[:cells].tolist())) == expected
        solvable += 1
        reduced += expected != domains
    assert solvable > 15
    assert reduced > 5 or cells == 1
