"""The kernel that enumerates sets of digits, compared with the readable rule and with the kernel for nine digits."""

import numpy as np

from rullo_core.constraints.distinct import combinations
from rullo_core.constraints.kernels.different import filter_candidates, make_room
from rullo_core.constraints.kernels.sets import filter_by_sets, sets_of
from rullo_core.killer.rules import InCage, living
from rullo_core.passes.solver import Contradiction


def random_bits(draw, cells, digits):
    number = 2**digits
    return [
        int(bits)
        for bits in draw.integers(1, number, cells) | (draw.integers(1, number, cells) * (draw.random() < 0.5))
    ]


def set_of(bits):
    return frozenset(digit + 1 for digit in range(16) if bits >> digit & 1)


def bits_of(digits):
    return sum(1 << (digit - 1) for digit in digits)


def test_enumeration_matches_the_kernel_for_nine_digits():
    draw = np.random.default_rng(1)
    room, reference, held = sets_of(9), make_room(), 0
    for _ in range(3000):
        total = int(draw.integers(0, 46))
        cells = int(draw.integers(1, 10)) if total else 9
        bits = random_bits(draw, cells, 9)
        room.domains[:cells] = reference.domains[:cells] = bits
        is_possible, _ = filter_by_sets(cells, total, room)
        assert is_possible == filter_candidates(cells, total, reference)
        if is_possible:
            held += 1
            assert room.domains[:cells].tolist() == reference.domains[:cells].tolist()
    assert 500 < held < 2500


def test_digits_of_every_set_match_the_readable_rule():
    draw = np.random.default_rng(2)
    digits, needed_some = tuple(range(1, 13)), 0
    room = sets_of(12)
    for _ in range(300):
        cells, total = int(draw.integers(1, 6)), int(draw.integers(1, 40))
        bits = random_bits(draw, cells, 12)
        room.domains[:cells] = bits
        is_possible, required = filter_by_sets(cells, total, room)
        domains = tuple(map(set_of, bits))
        try:
            expected = InCage(total, digits).filter(domains)
        except Contradiction:
            assert not is_possible
            continue
        assert is_possible
        assert tuple(map(set_of, room.domains[:cells].tolist())) == expected
        every_set = frozenset.intersection(*(combination for combination, _ in living(domains, total, digits)))
        assert set_of(required) == every_set
        needed_some += bool(every_set)
    assert needed_some > 20


def test_sixteen_digits_are_supported():
    room = sets_of(16)
    room.domains[:] = [3, 3, *[2**16 - 1] * 14]
    assert filter_by_sets(16, 0, room) == (True, 2**16 - 1)
    assert room.domains.tolist() == [3, 3, *[2**16 - 4] * 14]
    room.domains[:3] = 3
    assert not filter_by_sets(16, 0, room)[0]
    room.domains[:2] = 2**16 - 1
    assert filter_by_sets(2, 31, room)[0]
    assert room.domains[:2].tolist() == [bits_of((15, 16))] * 2
    assert not filter_by_sets(2, 32, room)[0]
    assert len(combinations(2, 31, tuple(range(1, 17)))) == 1
