"""Rullos as games of units with automata have the same passes and states as with the solver for lines."""

import random

import pytest

from rullo_core import passes
from rullo_core.passes.units import Unit, Units
from rullo_core.rullo.line import SubsetSum
from rullo_core.rullo.operation import PRODUCT, SUM
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.solver import Lines
from rullo_core.rullo.solver import game as lines_of
from rullo_studies.rullo.variants import IN_ORDER, Signed


def as_units(puzzle):
    """Return the game defined by the puzzle: each line is the automaton that defines its rule, with holes as cells."""

    def line(numbers, target):
        return SubsetSum(numbers, target, puzzle.operation).automaton

    height, width = puzzle.height, puzzle.width
    start = [frozenset({True, False}) if number else frozenset({False}) for row in puzzle.numbers for number in row]
    groups = {
        "columns": [
            Unit(f"column {c}", tuple(range(c, height * width, width)), line(puzzle.columns[c], target))
            for c, target in enumerate(puzzle.column_targets)
        ],
        "rows": [
            Unit(f"row {r}", tuple(range(r * width, r * width + width)), line(puzzle.numbers[r], target))
            for r, target in enumerate(puzzle.row_targets)
        ],
    }
    return Units(tuple(start), groups, orders=[["columns", "rows"], ["rows", "columns"]])


def random_puzzle(rng):
    """Draw a puzzle with holes, negative numbers, products or signs, sometimes without a solution."""
    height, width = rng.randint(1, 5), rng.randint(1, 5)
    operation, values = rng.choice(
        [
            (SUM, range(1, 10)),
            (SUM, (1, 2)),
            (SUM, range(-4, 10)),
            (SUM, (0, 1, 2, 3)),
            (PRODUCT, (1, 2, 3, 4, 6)),
            (PRODUCT, (-2, -1, 0, 2, 3)),
            (IN_ORDER, tuple(Signed(sign, n) for sign in "+−×÷" for n in (2, 3))),
        ]
    )
    numbers = [[rng.choice(values) for _ in range(width)] for _ in range(height)]
    solution = [[rng.random() < 0.5 and number != 0 for number in row] for row in numbers]
    puzzle = Rullo.from_solution(numbers, solution, operation)
    if operation is SUM and height > 1 and width > 1 and rng.random() < 0.2:
        rows, columns = list(puzzle.row_targets), list(puzzle.column_targets)
        error = rng.choice((-1, 1))
        rows[0], columns[-1] = rows[0] + error, columns[-1] + error
        puzzle = Rullo(puzzle.numbers, tuple(rows), tuple(columns))
    return puzzle


def text(game, order):
    """Return for every pass its group, the known cells after it, and its number of deductions."""
    try:
        way = passes.run(game, order)
    except passes.Contradiction:
        return "contradiction"
    return way.is_solved, [
        (one_pass.group, known_values(game, one_pass.state), len(one_pass.deductions)) for one_pass in way.passes
    ]


def known_values(game, state):
    if isinstance(game, Lines):
        return [cell for row in game.marks_of(state) for cell in row]
    return [next(iter(domain)) if len(domain) == 1 else None for domain in state]


def check_agreement(number, seed):
    rng = random.Random(seed)
    outcomes = {True: 0, False: 0, "contradiction": 0}
    for _ in range(number):
        puzzle = random_puzzle(rng)
        lines, units = lines_of(puzzle), as_units(puzzle)
        for order in lines.orders:
            result = text(lines, order)
            assert result == text(units, order), puzzle
        outcomes[result if result == "contradiction" else result[0]] += 1
    assert min(outcomes.values()) > number / 100


def test_lines_and_automata_agree():
    check_agreement(400, seed=1)


@pytest.mark.slow
def test_lines_and_automata_agree_10_000_times():
    check_agreement(10_000, seed=2)


def test_lines_and_automata_agree_on_difficulties_and_solutions():
    rng = random.Random(3)
    for _ in range(60):
        puzzle = random_puzzle(rng)
        if puzzle.height * puzzle.width > 9:
            continue
        lines, units = (passes.rate(game, 9, 50) for game in (lines_of(puzzle), as_units(puzzle)))
        assert (lines.simple, lines.difficulty, lines.passes, lines.unknown, len(lines.solutions)) == (
            units.simple,
            units.difficulty,
            units.passes,
            units.unknown,
            len(units.solutions),
        )
