"""How many solutions are to be expected for target-sums that are average, other than the one a puzzle is made from."""

from __future__ import annotations

from math import exp, gcd, log, pi, sqrt

ROUNDS = 200
"""Of bisection: as many as it takes for the tilt to be exact to the last digit."""


def log10_of_solutions(height: int, width: int, values: tuple[int, ...], included: float = 0.5) -> float:
    """The expected number of solutions for average target-sums, as a power of ten.

    For a fair coin that is 2**(h w) / (s sqrt(2 pi))**(h + w - 1): the number of choices, over how many target-sums
    there are room for if those of h + w - 1 lines (the last follows from them) are spread normally, with s the standard
    deviation of a line's sum. It is meant for lines long enough for that; for lines of a single cell it means nothing.
    The target-sums of random puzzles are not all average: over all of them it would be less by a factor of sqrt(2) for
    each of these lines.

    Parameters
    ----------
    height, width : int
        Size; of a grid that is not square, s is the geometric mean over its lines.
    values : tuple of int
        The range; numbers are taken as multiples of their greatest common divisor, and 0 is no choice.
    included : float
        The probability that the solution includes a cell.

    Returns
    -------
    float
        Its decimal logarithm; 0 where nothing is left to choose.

    Notes
    -----
    With another coin, choices with the same target-sums are not equally likely. They are under the coins that include a
    number x with probability p(x) = 1 / (1 + exp(-a x)), where a is such that a line's sum stays what it is on average:
    log p(choice) then depends on the sums alone. So 2**(h w) becomes exp(h w H), H being the mean entropy of such a
    coin, and the variance of x counts p(x) (1 - p(x)) times. For a fair coin a is 0, and both are the same.
    """
    filled = [value for value in values if value]
    if not filled or not 0 < included < 1:
        return 0.0
    unit = gcd(*filled)
    numbers = [value / unit for value in filled]
    chances = [_logistic(_tilt(numbers, included) * number) for number in numbers]
    entropy = sum(map(_entropy, chances)) / len(values)
    variance = sum(x * x * p * (1 - p) for x, p in zip(numbers, chances, strict=True)) / len(values)
    if not variance:
        return 0.0
    row, column = sqrt(width * variance), sqrt(height * variance)
    log_spread = (height * log(row) + width * log(column)) / (height + width) + log(2 * pi) / 2
    return (height * width * entropy - (height + width - 1) * log_spread) / log(10)


def _tilt(numbers: list[float], included: float) -> float:
    """The a at which the sum of x p(x) is what the coin makes it on average."""
    target = included * sum(numbers)
    least, most = -1.0, 1.0

    def mean(a: float) -> float:
        return sum(x * _logistic(a * x) for x in numbers)

    while mean(least) > target and least > -1e6:
        least *= 2
    while mean(most) < target and most < 1e6:
        most *= 2
    for _ in range(ROUNDS):
        middle = (least + most) / 2
        least, most = (middle, most) if mean(middle) < target else (least, middle)
    return (least + most) / 2


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x)) if x > -700 else 0.0


def _entropy(p: float) -> float:
    return -sum(q * log(q) for q in (p, 1 - p) if q > 0)
