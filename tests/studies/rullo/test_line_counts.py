from collections import Counter, defaultdict
from itertools import product

import pytest

import rullo_studies as rs
from rullo_core.paths import ROOT
from rullo_core.rullo.line import UNKNOWN, solve_line
from rullo_studies.rullo.kernels.line_counts import key_of
from rullo_studies.rullo.line_counts import sample_outcomes


def fixed_by(numbers, included, unknown):
    """The excluded and included cells of a line that become known if only these are unknown."""
    cells = sorted(unknown)
    target = sum(numbers[i] for i in cells if included[i])
    solved = solve_line(tuple(numbers[i] for i in cells), target, (UNKNOWN,) * len(cells))
    fixed = [cells[i] for i, cell in enumerate(solved) if cell is not UNKNOWN]
    return {i for i in fixed if not included[i]}, {i for i in fixed if included[i]}


def exact_outcomes(cells, values):
    """By state, how often a line fixes so many cells: all lines, and all orders in which they learn cells."""
    outcomes = defaultdict(Counter)

    def follow(numbers, included, unknown, learned, last, weight):
        before = unknown | ({last} if last is not None else set())
        state = (
            learned,
            sum(not included[i] for i in before),
            sum(included[i] for i in before),
            last is not None and included[last],
        )
        excluded, to_include = fixed_by(numbers, included, unknown)
        outcomes[state][len(excluded), len(to_include)] += weight
        rest = unknown - excluded - to_include
        for cell in rest:
            follow(numbers, included, rest - {cell}, learned + 1, cell, weight / len(rest))

    for numbers in product(values, repeat=cells):
        for included in product((False, True), repeat=cells):
            follow(numbers, included, set(range(cells)), 0, None, 1.0)
    return outcomes


@pytest.mark.parametrize(("cells", "values"), [(3, (1, 2)), (4, (1, 2, 3))])
def test_sampled_outcomes_are_those_of_all_lines(cells, values):
    first, fixed = sample_outcomes(cells, values, True, 60_000, 1)
    exact = exact_outcomes(cells, values)
    assert int((first[1:] > first[:-1]).sum()) == len(exact)
    for state, counts in exact.items():
        key = key_of(cells, *state)
        rows = Counter(map(tuple, fixed[first[key] : first[key + 1]].tolist()))
        number, total = sum(rows.values()), sum(counts.values())
        assert set(rows) <= set(counts)
        for outcome, weight in counts.items():
            share = weight / total
            assert abs(rows[outcome] / number - share) < 5 * (share * (1 - share) / number) ** 0.5 + 1e-9


@pytest.mark.parametrize(("size", "values"), [("8x8", "1-10"), ("9x9", "1-11"), ("7x8", "1-6")])
def test_counts_with_memory_are_enough(size, values):
    numbers, with_memory, memoryless = rs.rullo.compare_counts(size, values)["bulk"]
    assert abs(with_memory - numbers) < 0.012
    assert memoryless - numbers > 0.01
    text = " ".join((ROOT / "docs" / "theory.md").read_text(encoding="utf-8").split())
    assert (
        f"{with_memory:.3f} instead of {numbers:.3f} at {size.replace('x', '×')} over {values.replace('-', '–')}"
        in text
    )
    assert f"{memoryless:.3f}" in text
