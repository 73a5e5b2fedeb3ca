"""Deductions from a line and shares of its solutions, by each method, match the enumeration."""

import random

import numpy as np
import pytest

from rullo_core.constraints.kernels import reachable
from rullo_core.passes.solver import Contradiction
from rullo_core.rullo.line import EXCLUDED, INCLUDED, UNKNOWN, combinations, solve_line


def random_line(rng, largest):
    """Draw a line; return it with its unknown cells as bits, their target and the readable solver's state."""
    step = rng.choice((1, max(1, largest // 9)))  # with the larger one, many sums are equal
    numbers = [rng.choice((1, -1)) * rng.randint(1, largest // step) * step for _ in range(rng.randint(1, 11))]
    state = [rng.choice((UNKNOWN, UNKNOWN, UNKNOWN, INCLUDED, EXCLUDED)) for _ in numbers]
    target = sum(number for number in numbers if rng.random() < 0.5) + rng.choice((0, 0, 0, step))
    rest = target - sum(number for number, cell in zip(numbers, state, strict=True) if cell is INCLUDED)
    unknown = sum(1 << i for i, cell in enumerate(state) if cell is UNKNOWN)
    return numbers, unknown, rest, target, tuple(state)


def padded(numbers):
    return np.array([numbers + [0] * (reachable.MOST_CELLS - len(numbers))], np.int64)


WAYS = {
    "word": (12, reachable.solve_in_word),
    "words": (300, reachable.solve_wide),
    "lists": (10**6, reachable.solve_by_lists),
    "lists of few sums": (9, reachable.solve_by_lists),
    "whatever fits": (5000, None),
}


def room_for(numbers):
    """Working memory for a line of numbers."""
    return reachable.room_for(len(numbers), max(map(abs, numbers)))


@pytest.mark.parametrize("way", [reachable.solve_in_word, reachable.solve_wide, reachable.solve_by_lists])
@pytest.mark.parametrize("cells", [1, 2, 63, 64])
def test_lines_of_equal_numbers_up_to_the_longest(cells, way):
    """All cells are taken, none, or any, whatever an earlier line has left in the memory."""
    room, all_cells = reachable.room_for(reachable.MOST_CELLS, 1), (1 << cells) - 1
    room.weights[:], room.bits[:] = 1, 1 << 63
    for target in {0, 1, cells // 2, cells - 1, cells} & set(range(64)):
        room.weights[:cells], room.bits[:cells] = 1, [1 << i for i in range(cells)]
        included, excluded = (all_cells if target == cells else 0), (all_cells if target == 0 else 0)
        assert tuple(map(int, way(cells, target, room))) == (1, included, excluded)


@pytest.mark.parametrize(("largest", "way"), WAYS.values(), ids=WAYS)
def test_deductions_are_what_all_combinations_have_in_common(largest, way):
    rng = random.Random(largest)
    outcomes = set()
    for _ in range(1500):
        numbers, unknown, rest, target, state = random_line(rng, largest)
        grid = padded(numbers)
        room = room_for(numbers)
        if way is None:
            holds, included, excluded = reachable.solve_line(grid, 0, np.uint64(unknown), rest, room)
        else:
            count, weight, inverted = reachable.weigh(grid, 0, np.uint64(unknown), rest, room)
            if weight < 0 or (way is reachable.solve_in_word and weight > 63):
                continue
            holds, always, never = way(count, weight, room)
            included, excluded = always & ~inverted | never & inverted, never & ~inverted | always & inverted
        try:
            deduced = solve_line(tuple(numbers), target, state)
        except Contradiction:
            assert not holds
            outcomes.add("contradiction")
            continue
        assert holds
        news = [(i, cell) for i, (cell, old) in enumerate(zip(deduced, state, strict=True)) if old is UNKNOWN]
        assert included == sum(1 << i for i, cell in news if cell is INCLUDED)
        assert excluded == sum(1 << i for i, cell in news if cell is EXCLUDED)
        outcomes |= {cell for _, cell in news}
    assert outcomes == {"contradiction", INCLUDED, EXCLUDED, UNKNOWN}


@pytest.mark.parametrize("largest", [9, 400, 10**7])
def test_shares_match_the_combinations(largest):
    rng = random.Random(largest)
    ambiguous = 0
    for _ in range(300):
        numbers, unknown, rest, target, state = random_line(rng, largest)
        ways = list(combinations(numbers, target, state))
        grid = padded(numbers)
        if not ways or not unknown:
            continue
        shares = np.full((1, 1, reachable.MOST_CELLS), -1.0)
        number = reachable.share_line(grid, 0, np.uint64(unknown), rest, room_for(numbers), 0, shares)
        assert number == len(ways)
        for i, cell in enumerate(state):
            if cell is UNKNOWN:
                share = sum(way[i] for way in ways) / len(ways)
                if largest < reachable.MOST_COUNTED:
                    assert shares[0, 0, i] == pytest.approx(share)
                else:  # half of the ways that lists do not distinguish count as taking it
                    assert shares[0, 0, i] == share if share in (0, 1) else 0 < shares[0, 0, i] < 1
        ambiguous += len(ways) > 1
    assert ambiguous > 20


def test_bounds_are_used_where_lists_are_too_long():
    rng = random.Random(1)
    numbers = [rng.randrange(10**9, 10**10) for _ in range(40)]
    grid = padded([10**12, *numbers])
    all_cells = np.uint64(2**41 - 1)
    room = room_for([10**12, *numbers])
    holds, included, excluded = reachable.solve_line(grid, 0, all_cells, sum(numbers[:20]), room)
    assert (holds, included, excluded) == (True, 0, 1)
    holds, included, excluded = reachable.solve_line(grid, 0, all_cells, 10**12 + sum(numbers[:20]), room)
    assert (holds, included, excluded) == (True, 1, 0)
