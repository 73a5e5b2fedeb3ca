"""Random Rullos of products: which of them are simple, counted and predicted as those of sums are.

The target of a line is the product of its included numbers. Logarithms make sums of products: the *log-number* of a
number has its exponents of prime factors as digits, to bases so large that sums of a line do not carry. Then two sets
of cells of a line have equal products if and only if their log-numbers have equal sums, so that the theory is the same,
and so is the program that predicts.

If all numbers are prime, a line says how often it includes each, and nothing else. So the cells of each number are a
puzzle of their own, and cells stay unknown if and only if they have an *alternating cycle*: cells of one number, of
which each line has two or none, one included and one excluded. These are the stopping sets, of 2k cells in k rows and k
columns; with R primes in a square of n rows, C(n, k)^2 k! (k - 1)! R (2 R)^(-2k) of them are expected.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count, takewhile
from math import comb, factorial, sqrt
from pathlib import Path

import numpy as np
import pandas as pd

from rullo_core.datasets.measured import read_measured
from rullo_core.errors import BadInput
from rullo_core.parameters import at_least_one, check_count, check_word, format_range, parse_range, parse_size
from rullo_core.rullo.predicting import Process, classes_of, predict
from rullo_core.rullo.request import PredictionRequest

COLUMNS = ["size", "values", "puzzles", "simple", "passes", "predicted", "bulk", "sum_simple", "sum_predicted"]


def encode_products(values: Sequence[int], cells: int) -> list[int]:
    """Return a number for each value, so that sums of these are equal if and only if products of the values are.

    Parameters
    ----------
    values : sequence of int
        Numbers from 2 on. A 1 would not change any product.
    cells : int
        The greatest number of factors.

    Returns
    -------
    list of int
        The exponents of prime factors, as the digits of a number.

    Raises
    ------
    BadInput
        If a value is less than 2.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.encode_products([2, 3, 4, 6], cells=2)
    [1, 5, 2, 6]
    """
    if min(values, default=2) < 2:
        raise BadInput(f"values: {min(values)} is included or excluded whatever the product; write numbers from 2 on")
    codes, weight = [0] * len(values), 1
    primes = (p for p in count(2) if all(p % q for q in range(2, int(sqrt(p)) + 1)))
    for prime in takewhile(lambda p: p <= max(values, default=0), primes):
        exponents = [next(k for k in count() if value % prime ** (k + 1)) for value in values]
        codes = [code + weight * exponent for code, exponent in zip(codes, exponents, strict=True)]
        weight *= cells * max(exponents) + 1
    return codes


def expect_alternating_cycles(side: int, primes: int) -> float:
    """Return how many alternating cycles a random square over so many primes has on average, exactly.

    Parameters
    ----------
    side : int
        Rows and columns.
    primes : int
        The number of different primes, each with the same probability.

    Returns
    -------
    float
        The expected number of cycles of any length.

    Raises
    ------
    BadInput
        If a number is less than 1.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.expect_alternating_cycles(2, 2) == 1 / 64
    True
    """
    number = at_least_one("primes", primes)
    terms = (
        comb(side, k) ** 2 * factorial(k) * factorial(k - 1) * number / (2 * number) ** (2 * k)
        for k in range(2, at_least_one("side", side) + 1)
    )
    return float(sum(terms))


def measure_products(points: Sequence[tuple[str, str]], puzzles: int = 20_000, seed: int = 1) -> pd.DataFrame:
    """Count the simple ones of random Rullos of products, and predict them; and those of sums of the same numbers.

    Parameters
    ----------
    points : sequence of (str, str)
        Sizes and values, such as ``("8x8", "2-9")``.
    puzzles : int
        The number of random puzzles of each.
    seed : int
        Random seed.

    Returns
    -------
    pandas.DataFrame
        A row for each point: ``size``, ``values``, ``puzzles``; ``simple`` and ``passes``, the share of simple puzzles
        and the mean passes of these; ``predicted`` and ``bulk``, as `rullo_core.rullo.predict` has them for the
        log-numbers in four size classes; ``sum_simple`` and ``sum_predicted``, the same for sums.

    Raises
    ------
    BadInput
        If a size or value cannot be read, a number is less than 2, or a log-number is too large; or for no puzzles.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> table = rs.rullo.measure_products([("4x4", "2,4,8")], puzzles=1000)
    >>> bool(abs(table["simple"] - table["predicted"]).item() < 0.1)
    True
    """
    rows, number, next_seed = [], check_count(puzzles), (check_word("seed", seed) + 1) % 2**64
    for size, text in points:
        (height, width), values = parse_size(size), parse_range(text)
        logs = tuple(sorted(encode_products(values, max(height, width))))
        row = {"size": size, "values": text, "puzzles": number}
        for name, numbers in (("", logs), ("sum_", values)):
            prediction = predict(PredictionRequest(size, values=format_range(numbers), accuracy=0.002, seed=next_seed))
            ends = Process(height, width, classes_of(numbers, len(numbers)), 0.5, seed).run(range(number))
            is_simple = ends.unknown == 0
            row |= {
                f"{name}simple": float(is_simple.mean()),
                f"{name}passes": float(ends.halves[is_simple].mean() / 2) if is_simple.any() else np.nan,
                f"{name}predicted": prediction.simple,
                f"{name}bulk": prediction.bulk,
            }
        rows.append(row)
    return pd.DataFrame(rows, columns=COLUMNS)


def load_products(path: str | Path) -> pd.DataFrame:
    """Read a table of Rullos of products, which `measure_products` returned.

    Parameters
    ----------
    path : str or pathlib.Path
        The file.

    Returns
    -------
    pandas.DataFrame
        What `measure_products` returns.

    Raises
    ------
    BadInput
        If it is no such file.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> products = rs.rullo.load_products("data/predictions/elsewhere-products.csv")
    >>> bool((products["simple"] > products["sum_simple"]).all())
    True
    """
    return read_measured(path, COLUMNS, "rullo_studies.theory")
