"""Simulated annealing: which changes are accepted, at a temperature that falls from step to step.

A change that makes a value no less is accepted; one that makes it less by d, with probability exp(-d / temperature).
The loops around these functions stay with their kernels, which differ in how they make, rate and undo a change.
"""

import numpy as np

from rullo_core.compiled import inlined
from rullo_core.compiled.rng import UNIT, uniform

TEMPERATURES = 0.7, 0.15
"""Temperatures at the first and the last step of a search for a puzzle that takes many passes: a loss of so many passes
is accepted with probability 1/e."""


@inlined
def linear(temperatures, step, steps):
    """Return the temperature of a step if each step lowers it by the same amount."""
    first, last = temperatures
    return first + (last - first) * step / steps


@inlined
def geometric(temperatures, step, steps):
    """Return the temperature of a step if each step lowers it by the same factor."""
    first, last = temperatures
    return first * (last / first) ** (step / steps)


@inlined
def is_accepted(gain, temperature, fraction):
    """Return whether a change is accepted, given a random fraction."""
    return gain >= 0 or fraction < np.exp(gain / temperature)


@inlined
def is_accepted_at_random(gain, temperature, rng):
    """Return whether a change is accepted; draw a fraction only if that depends on one."""
    return gain >= 0 or uniform(rng) < np.exp(gain / temperature)


@inlined
def least_accepted(value, temperature, fraction):
    """Return the least value that `is_accepted` after a value, given the fraction."""
    return value + temperature * np.log(max(fraction, UNIT))
