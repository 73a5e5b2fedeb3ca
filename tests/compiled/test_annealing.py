"""Which changes simulated annealing accepts, and at which temperatures."""

import math

import numpy as np
import pytest

from rullo_core.compiled.annealing import geometric, is_accepted, is_accepted_at_random, least_accepted, linear
from rullo_core.compiled.rng import rng_from_seed


def test_temperatures_fall_from_the_first_to_the_last():
    assert [linear((0.7, 0.2), step, 5) for step in range(5)] == pytest.approx([0.7, 0.6, 0.5, 0.4, 0.3])
    assert [geometric((8.0, 0.25), step, 5) for step in range(5)] == pytest.approx([8, 4, 2, 1, 0.5])


def test_a_loss_is_accepted_with_the_probability_of_its_temperature():
    rng, number = rng_from_seed(1, 1), 20_000
    accepted = sum(is_accepted_at_random(-2, 1.6, rng) for _ in range(number)) / number
    assert accepted == pytest.approx(math.exp(-2 / 1.6), abs=0.01)
    assert rng.position[0] == number
    # Without a loss, nothing is drawn.
    assert is_accepted_at_random(0, 1e-9, rng)
    assert is_accepted_at_random(3, 1e-9, rng)
    assert rng.position[0] == number
    assert not is_accepted_at_random(-np.inf, 1e9, rng)


@pytest.mark.parametrize("fraction", [0.0, 0.1, 0.5, 0.999])
def test_the_least_accepted_value(fraction):
    threshold = least_accepted(12.0, 1.5, fraction)
    assert threshold < 12
    assert is_accepted(threshold + 1e-9 - 12, 1.5, fraction)
    assert fraction == 0 or not is_accepted(threshold - 1e-9 - 12, 1.5, fraction)
    assert is_accepted(0.0, 1.5, fraction)
