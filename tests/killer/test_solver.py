"""Levels against seven puzzles with known passes and against CP-SAT, and each rule against all fillings."""

from itertools import combinations, permutations, product

import numpy as np
import pytest

from rullo_core import passes
from rullo_core.constraints.sums import SignedSum
from rullo_core.errors import BadInput
from rullo_core.killer.levels import LEVELS
from rullo_core.killer.puzzle import Cage, Killer
from rullo_core.killer.rules import InCage, Required
from rullo_core.killer.solver import NodeCounter, Reasoner, game, run_level, solutions
from rullo_core.passes.solver import Contradiction
from tests.killer.examples import COMES_TO, DIFFICULTY, NODES, SOLUTIONS, examples
from tests.killer.examples import LEVELS as IN_ORDER


def comes_to(puzzle, level):
    run = run_level(puzzle, level)
    fixed = sum(len(domain) == 1 for domain in run.state)
    return f"{'solved' if run.is_solved else 'stuck'}/{run.last_that_changed}/{fixed}/{sum(map(len, run.state))}"


def test_small_levels():
    puzzle = examples()["four-five-cages"]
    assert tuple(LEVELS) == IN_ORDER
    assert tuple(comes_to(puzzle, level) for level in LEVELS) == COMES_TO["four-five-cages"]


@pytest.mark.parametrize("level", ["E", "H", "G", "C", "CH", "CG"])
def test_levels_of_singles(level):
    for name, puzzle in examples().items():
        assert comes_to(puzzle, level) == COMES_TO[name][IN_ORDER.index(level)]


@pytest.mark.slow
@pytest.mark.parametrize("level", ["CA", "CP", "O1", "OW"])
def test_levels_with_full_filtering(level):
    for name, puzzle in examples().items():
        assert comes_to(puzzle, level) == COMES_TO[name][IN_ORDER.index(level)]


def test_difficulty():
    for name, puzzle in examples().items():
        run = passes.run(game(puzzle))
        assert (len(run.passes) if run.is_solved else None) == DIFFICULTY[name]
        if run.is_solved:
            # A first pass of units eliminates nothing on an empty board.
            assert len(passes.run(game(puzzle), ("units", "cages")).passes) == DIFFICULTY[name] + 1


@pytest.mark.parametrize("name", ["nine-easy", "nine-full", "nine-search", "four-five-cages"])
def test_searches(name):
    puzzle = examples()[name]
    for level, nodes in zip(("CH", "CA"), NODES[name], strict=True):
        counter = NodeCounter()
        assert ["".join(map(str, solution)) for solution in solutions(puzzle, level, counter)] == [SOLUTIONS[name]]
        assert counter.nodes == nodes


def test_no_level_loses_the_solution():
    for name, puzzle in examples().items():
        solution = tuple(map(int, SOLUTIONS[name]))
        for level in ("G", "CG", "CP"):
            state = Reasoner(puzzle).reach(level).state
            assert all(digit in domain for digit, domain in zip(solution, state, strict=True))
    with pytest.raises(BadInput, match="level 'all': take one of E, H, G"):
        Reasoner(puzzle).units_at("all")


# -- rules against all fillings ---------------------------------------------------------------------------------------


def random_domains(draw, cells, digits=6):
    return tuple(
        frozenset(draw.choice(np.arange(1, digits + 1), size=draw.integers(1, digits + 1), replace=False).tolist())
        for _ in range(cells)
    )


def fully_filtered(rows, domains):
    fitting = [row for row in rows if all(digit in domain for digit, domain in zip(row, domains, strict=True))]
    return tuple(frozenset(column) for column in zip(*fitting, strict=True)) if fitting else None


def filter_by(rule, domains):
    try:
        return rule.filter(domains)
    except Contradiction:
        return None


def test_cages_are_filtered_fully():
    draw = np.random.default_rng(1)
    outcomes = set()
    for _ in range(300):
        cells, total = int(draw.integers(1, 5)), int(draw.integers(3, 16))
        domains = random_domains(draw, cells)
        rows = [row for row in permutations(range(1, 7), cells) if sum(row) == total]
        expected = fully_filtered(rows, domains)
        assert filter_by(InCage(total, tuple(range(1, 7))), domains) == expected
        outcomes.add(expected is None)
    assert outcomes == {True, False}


def test_required_digits():
    """A cell outside loses exactly the digits that it sees in every filling of the cage."""
    draw = np.random.default_rng(2)
    digits, removed = tuple(range(1, 6)), 0
    for _ in range(300):
        cells, total = int(draw.integers(2, 5)), int(draw.integers(4, 13))
        domains = random_domains(draw, cells + 2, 5)
        visible = tuple(frozenset(draw.choice(cells, size=draw.integers(1, cells + 1), replace=False).tolist())
                     for _ in range(2))  # fmt: skip
        cage = domains[:cells]
        rows = [row for row in permutations(digits, cells) if sum(row) == total]
        rows = [row for row in rows if all(digit in domain for digit, domain in zip(row, cage, strict=True))]
        output = filter_by(Required(total, digits, visible), domains)
        if not rows:
            assert output is None
            continue
        places = {d: {i for row in rows for i, digit in enumerate(row) if digit == d} for d in digits}
        required = [d for d in digits if all(d in row for row in rows)]
        expected = tuple(
            domain - {d for d in required if places[d] <= sees}
            for domain, sees in zip(domains[cells:], visible, strict=True)
        )
        assert output == ((*cage, *expected) if all(expected) else None)
        removed += expected != domains[cells:]
    assert removed > 50


def test_signed_sums():
    draw = np.random.default_rng(3)
    outcomes = set()
    for _ in range(300):
        cells = int(draw.integers(1, 5))
        domains = random_domains(draw, cells)
        signs = tuple(draw.choice([1, -1], cells).tolist())
        different = frozenset(pair for pair in combinations(range(cells), 2) if draw.random() < 0.5)
        total = int(draw.integers(-8, 15))
        rows = [
            row
            for row in product(range(1, 7), repeat=cells)
            if sum(s * d for s, d in zip(signs, row, strict=True)) == total
            and all(row[i] != row[j] for i, j in different)
        ]
        expected = fully_filtered(rows, domains)
        rule = SignedSum(total, signs, different)
        assert filter_by(rule, domains) == expected
        outcomes.add(expected is None)
        # Bounds keep every possible digit, and none that alone is too large or too small.
        bounds = None if expected is None else rule._by_bounds(domains)
        assert expected is None or all(domain <= bound for domain, bound in zip(expected, bounds, strict=True))
    assert outcomes == {True, False}
    assert SignedSum(7, (1,) * 7, frozenset()).filter((frozenset({1, 2}),) * 7) == (frozenset({1}),) * 7


@pytest.mark.parametrize(("side", "box"), [(4, (2, 2)), (6, (2, 3)), (6, (3, 2)), (9, (3, 3))])
def test_windows_are_smaller_than_the_board(side, box):
    """Adjacent rows or columns, and rectangles of boxes: each once, with every digit its stated number of times."""
    boxes_per_column, boxes_per_row = side // box[0], side // box[1]
    windows = list(Reasoner(Killer(side, box, ()))._windows())
    rectangles = boxes_per_column * (boxes_per_column + 1) * boxes_per_row * (boxes_per_row + 1) // 4
    assert len(windows) == side * (side + 1) - 2 + rectangles - 1
    assert len({name for name, _, _ in windows}) == len(windows)
    assert all(len(cells) == number * side < side**2 for _, cells, number in windows)


def test_cells_that_see_a_cage_lie_outside():
    for puzzle in examples().values():
        sees = Reasoner(puzzle).sees
        for cage, unit in zip(puzzle.cages, Reasoner(puzzle).required, strict=True):
            members, outside = unit.cells[: len(cage)], unit.cells[len(cage) :]
            assert members == cage.cells
            assert set(outside) == {cell for member in members for cell in sees[member]} - set(members)
            visible = [{members[i] for i in places} for places in unit.rule.visible]
            assert visible == [set(members) & sees[cell] for cell in outside]


def test_rule_of_45():
    """All rows are cages, except that one cage extends into another row."""
    cages = (
        Cage("a", (0, 1, 2, 3, 4), 11), Cage("b", (5, 6, 7), 9), Cage("c", (8, 9, 10, 11), 10),
        Cage("d", (12, 13, 14, 15), 10),
    )  # fmt: skip
    puzzle = Killer(4, (2, 2), cages)
    units = {unit.name: unit for unit in Reasoner(puzzle).sums}
    assert (units["row 1, outside"].cells, units["row 1, outside"].rule.total) == ((4,), 1)
    # Inside row 2 it is the same sum.
    assert "row 2, inside" not in units
    assert (units["row 1, inside"].cells, units["row 1, inside"].rule.total) == ((0, 1, 2, 3), 10)
    windows = {(unit.cells, unit.rule.signs): unit for unit in Reasoner(puzzle).windows}
    assert windows[(4,), (1,)].rule.total == 1
    loose = {unit.name: unit for unit in Reasoner(Killer(4, (2, 2), cages[:1])).sums}
    assert (loose["row 2, inside"].cells, loose["row 2, inside"].rule.total) == ((4, 5, 6, 7), 10)


def test_sums_have_so_many_cells_at_most():
    reasoners = [Reasoner(puzzle) for puzzle in examples().values()]
    assert max(len(unit.cells) for reasoner in reasoners for unit in reasoner.sums) == 4
    assert max(len(unit.cells) for reasoner in reasoners for unit in reasoner.windows) <= 20
