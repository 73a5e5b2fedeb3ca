from itertools import permutations, product

import numpy as np
import pytest

from rullo_core import passes
from rullo_core.constraints.distinct import different
from rullo_core.errors import BadInput
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.reading import parse_puzzles
from rullo_core.kakuro.rules import Rectangle, rectangles
from rullo_core.kakuro.solver import game, grade, rate, reach, shave, solutions, start_of, units_of
from rullo_core.passes.levels import is_fixed
from rullo_core.passes.solver import Contradiction
from tests.kakuro.puzzles import EXAMPLE, MINIZINC, some_puzzles

# Each level leaves no more candidates than the one before it.
LADDERS = [
    ["B+FC", "R+B+FC", *(f"P{longest}" for longest in range(2, 10)), "G", "G+Q"],
    ["B+FC", "B+H", "R+B+H", "R+C+B+H", "G"],
    ["FC", "C+FC", "R+C+B+H"],
]


def left_of(puzzle, level):
    try:
        return reach(puzzle, level).state
    except Contradiction:
        return None


def brute(puzzle):
    """Return all solutions, by nothing but the rules, from the candidates that G leaves."""
    state = left_of(puzzle, "G")
    return [] if state is None else [row for row in product(*map(sorted, state)) if puzzle.is_solved_by(row)]


def small(number, seed):
    """Generate puzzles small enough to enumerate."""
    for puzzle in some_puzzles(number, seed, max_side=4):
        state = left_of(puzzle, "G")
        if state is None or np.prod([float(len(domain)) for domain in state]) < 20_000:
            yield puzzle


def test_the_example():
    """Simonis, Table 1; G solves it."""
    puzzle = Kakuro.parse(EXAMPLE.read_text())
    text = "97879 89 8957 68597 61 26 46132 8931 14 312 21".replace(" ", "")
    assert list(solutions(puzzle)) == [tuple(map(int, text))]
    rating = rate(puzzle)
    assert (rating.kind, rating.grade, rating.passes_across_first, rating.passes_down_first) == ("simple", "P3", 10, 9)


def test_puzzles_of_minizinc():
    ratings = {puzzle.name: rate(puzzle) for puzzle in parse_puzzles(MINIZINC.read_text())}
    assert {name: (rating.kind, rating.grade, rating.open_cells, rating.nodes) for name, rating in ratings.items()} == {
        "kakuro_6_6_easy": ("simple", "setup", 0, 0),
        "kakuro_6_6_hard": ("simple", "setup", 0, 0),
        "kakuro_6_6_super": ("rectangular", "stuck", 18, 6),
        "kakuro_8_8_easy": ("simple", "setup", 0, 0),
        "kakuro_8_8_hard": ("simple", "setup", 0, 0),
        "kakuro_8_8_super": ("rectangular", "stuck", 26, 2),
    }
    assert all(rating.solutions == 1 and rating.complete for rating in ratings.values())


def test_solutions_against_going_through_all():
    kinds = set()
    for puzzle in small(150, 4):
        expected = brute(puzzle)
        assert sorted(solutions(puzzle)) == sorted(expected)
        assert sorted(solutions(puzzle, "B+FC")) == sorted(expected)
        assert rate(puzzle, 1000).solutions == min(len(expected), 1000)
        assert (rate(puzzle).solutions, rate(puzzle).complete) == (min(len(expected), 2), len(expected) <= 2)
        kinds.add(min(len(expected), 3))
    assert kinds == {0, 1, 2, 3}


def test_levels_are_in_order_and_keep_every_solution():
    for puzzle in small(60, 5):
        expected = brute(puzzle)
        for ladder in LADDERS:
            wider_state = start_of(puzzle)
            for level in ladder:
                state = left_of(puzzle, level)
                if state is None:
                    assert not expected
                    break
                assert all(domain <= wider for domain, wider in zip(state, wider_state, strict=True)), level
                assert all(digit in domain for row in expected for digit, domain in zip(row, state, strict=True)), level
                wider_state = state
        if expected:
            shaved = shave(puzzle)
            assert all(domain <= wider for domain, wider in zip(shaved, left_of(puzzle, "G"), strict=True))
            assert all(digit in domain for row in expected for digit, domain in zip(row, shaved, strict=True))


def test_what_four_entries_reveal():
    """All cells of the four entries keep exactly the candidates that some filling of all four has."""
    looked = 0
    for puzzle in small(200, 6):
        state = left_of(puzzle, "G")
        for unit in rectangles(puzzle) if state else ():
            domains = tuple(state[cell] for cell in unit.cells)
            if np.prod([float(len(domain)) for domain in domains]) > 3000:
                continue
            constraints = [(clue, members) for clue, members in zip(unit.rule.clues, unit.rule.members, strict=True)]
            rows = [
                row
                for row in product(*map(sorted, domains))
                if all(
                    len({row[i] for i in members}) == len(members) and clue in (None, sum(row[i] for i in members))
                    for clue, members in constraints
                )
            ]
            try:
                assert unit.rule.filter(domains) == tuple(map(frozenset, zip(*rows, strict=True)))
            except Contradiction:
                assert not rows
            looked += 1
    assert looked > 50


def test_the_rectangle_of_the_paper():
    """Simonis, section 8: A, B are 8 or 9; C, D below them 5 or 8, 6 or 9, with 14 together. A = 8 forces B = 9, C = 5,
    D = 6, which is 11; so A is 9. A third cell in each column makes that so, and no single entry allows a deduction.
    """
    members, clues = ((0, 1), (2, 3), (0, 2, 4), (1, 3, 5)), (17, 14, 19, 18)
    state = tuple(map(frozenset, ({8, 9}, {8, 9}, {5, 8}, {6, 9}, {2, 6}, {1, 3, 4})))
    for places, clue in zip(members, clues, strict=True):
        domains = tuple(state[i] for i in places)
        assert different(clue).filter(domains) == domains
    output = Rectangle(members, clues).filter(state)
    assert output == tuple(map(frozenset, ({9}, {8}, {8}, {6}, {2}, {4})))


def test_permuted_blocks_turned_and_complemented():
    """Kind, grade and passes stay; turned, the orders are exchanged."""
    random = np.random.default_rng(8)
    simple = 0
    for _ in range(12):
        digits = np.array([random.permutation(9)[:3] + 1 for _ in range(2)])
        if (digits[0] == digits[1]).any():
            continue
        puzzle = Kakuro.from_digits(digits.tolist())
        expected = rate(puzzle)
        simple += expected.kind == "simple"
        transposed = rate(puzzle.transposed())
        assert (transposed.passes_across_first, transposed.passes_down_first) == (
            expected.passes_down_first,
            expected.passes_across_first,
        )
        assert (transposed.kind, transposed.grade) == (expected.kind, expected.grade)
        complemented = rate(puzzle.complemented())
        assert (
            complemented.kind,
            complemented.grade,
            complemented.passes_across_first,
            complemented.passes_down_first,
        ) == (
            expected.kind,
            expected.grade,
            expected.passes_across_first,
            expected.passes_down_first,
        )
        for order in permutations(range(3)):
            moved = rate(Kakuro.from_digits(digits[:, order].tolist()))
            assert (moved.kind, moved.grade, moved.difficulty) == (expected.kind, expected.grade, expected.difficulty)


def test_orders_differ_by_one_pass_at_most():
    for puzzle in some_puzzles(60, 9):
        try:
            across_first, down_first = (passes.run(game(puzzle), order) for order in game(puzzle).orders)
        except Contradiction:
            continue
        assert is_fixed(across_first.state) == is_fixed(down_first.state)
        assert across_first.state == down_first.state == left_of(puzzle, "G")
        if across_first.is_solved:
            assert abs(len(across_first.passes) - len(down_first.passes)) <= 1
        else:
            assert grade(puzzle) == "stuck"


def test_no_such_level():
    with pytest.raises(BadInput, match=r"level 'G\+Z': there is no rule Z; join some of B, FC"):
        units_of(Kakuro.parse(EXAMPLE.read_text()), "G+Z")
