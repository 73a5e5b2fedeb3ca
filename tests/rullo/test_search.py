"""Search on boards of any size: solutions match the readable solver, and limits lead to "undecided"."""

import json
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks.peers import with_cp_sat
from rullo_core.errors import BadInput
from rullo_core.paths import ROOT
from rullo_core.rullo.commands import rate as rate_command
from rullo_core.rullo.generation import draw_puzzle
from rullo_core.rullo.kernels.searching.search import FIRST, depths_for, expected
from rullo_core.rullo.operation import PRODUCT
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.search import LARGEST, find_solutions, is_held, pack_arrays
from rullo_core.rullo.solver import count_solutions, rate, solutions
from tests.processes import running

RANGES = [(1, 2, 3), tuple(range(-4, 10)), (0, 1, 2), (1,), tuple(range(1, 10)), (-1, 1), (7, 10**6, 3 * 10**6, 10**9)]


def random_puzzle(rng):
    height, width = rng.randint(1, 5), rng.randint(1, 5)
    puzzle, _ = draw_puzzle(height, width, rng.choice(RANGES), 7, rng.randrange(2**32))
    if rng.random() < 0.3 and height > 1 and width > 1:  # as often as not without a solution
        rows, columns = list(puzzle.row_targets), list(puzzle.column_targets)
        rows[0], columns[0] = rows[0] + 1, columns[0] + 1
        puzzle = Rullo(puzzle.numbers, tuple(rows), tuple(columns))
    return puzzle


def test_solutions_match_the_readable_solver():
    rng = random.Random(1)
    numbers = []
    for _ in range(400):
        puzzle = random_puzzle(rng)
        expected = sorted(solutions(puzzle))
        result = find_solutions(puzzle, max_solutions=10**4)
        assert (result.complete, result.undecided) == (True, False)
        assert sorted(result.solutions) == expected
        numbers.append(len(expected))
        if len(expected) > 1:
            partial = find_solutions(puzzle, max_solutions=len(expected) - 1)
            assert (len(partial.solutions), partial.complete, partial.undecided) == (len(expected) - 1, False, False)
            assert set(partial.solutions) < set(expected)
    assert numbers.count(0) > 20
    assert numbers.count(1) > 50
    assert max(numbers) > 100


@pytest.mark.parametrize(
    "values", [tuple(range(1, 20)), tuple(range(-9, 10)), (1, 5, 200, 70_000), tuple(range(1, 999))]
)
def test_results_do_not_depend_on_the_size_of_sums(values):
    """The same puzzles, scaled: sums that fit into a word, into several, and sums with bounds only."""
    for index in range(6):
        puzzle, solution = draw_puzzle(5, 6, tuple(values), 3, index)
        times = 10**7 + 1
        scaled = Rullo(
            tuple(tuple(times * number for number in row) for row in puzzle.numbers),
            tuple(times * target for target in puzzle.row_targets),
            tuple(times * target for target in puzzle.column_targets),
        )
        result, of_scaled = find_solutions(puzzle, max_solutions=10**5), find_solutions(scaled, max_solutions=10**5)
        assert sorted(result.solutions) == sorted(of_scaled.solutions) == sorted(solutions(puzzle))
        assert solution in result.solutions


def test_large_boards_are_solved():
    """12x12 over 1-29 mostly has one solution, 30x30 over 1-9 always several."""
    number_unique = 0
    for index in range(4):
        puzzle, solution = draw_puzzle(12, 12, tuple(range(1, 30)), 1, index)
        result = find_solutions(puzzle)
        assert not result.undecided
        assert all(puzzle.is_solved_by(candidate) for candidate in result.solutions)
        assert len(result.solutions) > 1 or result.solutions == (solution,)
        number_unique += result.complete and len(result.solutions) == 1
    assert number_unique >= 2
    for size, values in ((30, range(1, 10)), (30, (1,)), (20, range(-9, 10)), (64, range(1, 10)), (64, (1,))):
        puzzle, _ = draw_puzzle(size, size, tuple(values), 1, 0)
        result = find_solutions(puzzle)
        assert len(set(result.solutions)) == 2
        assert all(puzzle.is_solved_by(candidate) for candidate in result.solutions)


def test_numbers_in_the_millions_are_solved():
    """Few of the 2**24 ways to include the numbers of a line reach its target-sum."""
    puzzle, solution = draw_puzzle(24, 24, tuple(range(1, 2 * 10**6)), 1, 0)
    result = find_solutions(puzzle)
    assert (result.solutions, result.complete) == ((solution,), True)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the memory a process had is read from /proc")
def test_search_uses_little_memory():
    script = (
        "import re\nfrom pathlib import Path\nfrom rullo_core.rullo.search import find_solutions\n"
        "from rullo_core.rullo.generation import draw_puzzle\n"
        "for values in ((1,), tuple(range(1, 10)), tuple(range(1, 100))):\n"
        "    find_solutions(draw_puzzle(30, 30, values, 1, 0)[0], seconds=2)\n"
        "print(re.search(r'VmHWM:\\s+(\\d+) kB', Path('/proc/self/status').read_text())[1])"
    )
    outcome = subprocess.run([sys.executable, "-c", script], cwd=ROOT, text=True, capture_output=True, check=True)
    assert int(outcome.stdout) < 10**6  # kilobytes


def test_search_restarts_after_an_unlucky_attempt():
    """16x16 over 1-29 has many expected solutions, but the first attempt does not find two."""
    puzzle, _ = draw_puzzle(16, 16, tuple(range(1, 30)), 1, 0)
    result = find_solutions(puzzle)
    assert len(set(result.solutions)) == 2
    assert result.nodes > 2 * FIRST * 16 * 16
    limited = find_solutions(puzzle, nodes=result.nodes - 1)
    assert limited.undecided
    assert len(limited.solutions) < 2
    assert find_solutions(puzzle, nodes=result.nodes) == result


def test_reached_limit_is_reported_as_undecided():
    puzzle, _ = draw_puzzle(15, 15, tuple(range(1, 60)), 1, 0)
    limited = find_solutions(puzzle, nodes=200)
    assert (limited.solutions, limited.complete, limited.undecided) == ((), False, True)
    assert 200 <= limited.nodes <= 201 + 15 * 15
    assert find_solutions(puzzle, nodes=200) == limited
    begin = time.perf_counter()
    assert find_solutions(puzzle, max_solutions=10**6, seconds=0.3).undecided
    assert time.perf_counter() - begin < 3


def test_ctrl_c_stops_the_search_at_once():
    script = (
        "from rullo_core.rullo.search import find_solutions\nfrom rullo_core.rullo.generation import draw_puzzle\n"
        "find_solutions(draw_puzzle(3, 3, (1, 2), 1, 0)[0])\nprint('begins', flush=True)\n"
        "find_solutions(draw_puzzle(16, 16, tuple(range(1, 99)), 1, 0)[0])"
    )
    with running(
        [sys.executable, "-c", script], cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout.readline() == "begins\n"
        time.sleep(0.3)
        begin = time.perf_counter()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
        assert time.perf_counter() - begin < 5
        assert "KeyboardInterrupt" in errors


def test_large_puzzles_are_rated():
    puzzle, solution = draw_puzzle(12, 12, tuple(range(1, 20)), 1, 3)
    rating = rate(puzzle, max_solutions=1)
    assert (rating.height, rating.width, rating.simple, rating.solutions, rating.complete) == (12, 12, False, 1, False)
    unique, solution = draw_puzzle(12, 12, tuple(range(1, 30)), 1, 2)
    rating = rate(unique)
    assert (rating.solutions, rating.complete, rating.required) == (1, True, sum(map(sum, solution)))


def test_rating_beyond_a_limit_is_undecided():
    puzzle, _ = draw_puzzle(15, 15, tuple(range(1, 60)), 1, 0)
    for limits in (["--nodes", "100"], ["--seconds", "0.2"]):
        outcome = CliRunner().invoke(rate_command, limits, input=str(puzzle))
        assert outcome.exit_code == 0, outcome.output
        rating = json.loads(outcome.stdout)
        assert (rating["level"], rating["complete"], rating["solutions"]) == (None, False, 0)
        assert rating["nodes"] >= 100
    # A small puzzle is decided within as many nodes as it has cells, with the same result as without a limit.
    small, _ = draw_puzzle(4, 4, (1, 2, 3), 1, 1)
    limited, read = rate(small, nodes=16), rate(small)
    assert (limited.bound, limited.nodes is None, read.nodes) == (None, False, None)
    assert replace(limited, nodes=None) == read


@pytest.mark.slow
def test_2000_puzzles_match_a_constraint_solver():
    """OR-tools CP-SAT finds as many solutions, up to two, of puzzles of mixed sizes, negatives and holes."""
    ranges = [
        (1,),
        (1, 2, 3),
        tuple(range(1, 10)),
        tuple(range(-9, 10)),
        (0, 5, 7),
        tuple(range(1, 100)),
        (10**6, 10**7),
    ]
    numbers = Counter()
    for index in range(2000):
        height, width = 1 + index % 7, 1 + index // 7 % 9
        puzzle, _ = draw_puzzle(height, width, tuple(ranges[index % len(ranges)]), 11, index)
        if index % 5 == 0 and height > 1:  # as often as not without a solution
            first, second, *rest = puzzle.row_targets
            puzzle = Rullo(puzzle.numbers, (first + 1, second - 1, *rest), puzzle.column_targets)
        result = find_solutions(puzzle)
        assert not result.undecided
        assert len(result.solutions) == with_cp_sat(puzzle, 60)
        assert all(puzzle.is_solved_by(solution) for solution in result.solutions)
        numbers[len(result.solutions)] += 1
    assert min(numbers[0], numbers[1], numbers[2]) > 200


def test_expected_number_of_solutions():
    """As a power of 2: each row and column is satisfied by its own share of all choices of unknown cells."""
    depths = depths_for(3, 3, 5)
    depths.unknown[0] = [0b111, 0b110, 0, 0b011, 0b011, 0b001]
    depths.ways[:] = [3, 1, 1, 2, 2, 0]
    shares = np.array([3 / 8, 1 / 4, 1, 2 / 4, 2 / 4, 1 / 2])
    assert expected(depths) == pytest.approx(np.log2(2**5 * shares.prod()))


def test_unsupported_puzzles_are_refused():
    puzzle = Rullo(((2, 3), (4, 5)), (2, 20), (8, 5), PRODUCT)
    with pytest.raises(BadInput, match="of products, with numbers up to 20: this search supports only sums"):
        find_solutions(puzzle)
    large = LARGEST + 1
    with pytest.raises(BadInput, match=r"^65x1: this search supports at most 64 rows and 64 columns; take a smaller"):
        find_solutions(Rullo(((1,),) * 65, (1,) * 65, (65,)))
    with pytest.raises(BadInput, match="this search supports only sums, and numbers"):
        find_solutions(Rullo(((large,),), (large,), (large,)))
    assert not is_held(Rullo(((1,) * 65,), (1,), (1,) + (0,) * 64))
    assert is_held(Rullo(((1,) * 64,), (1,), (1,) + (0,) * 63))


EDGES = {
    np.int64: (LARGEST, LARGEST + 1, 2**63 - 1, -LARGEST, -LARGEST - 1, -(2**63)),
    np.uint64: (LARGEST, LARGEST + 1, 2**63, 2**64 - 1),
    np.int8: (127, -128),
}
"""By type, values at the ends of what it holds, and of what the kernel supports."""


@pytest.mark.parametrize("dtype", EDGES)
def test_which_puzzles_in_arrays_are_wrong(dtype):
    """Those with a value that is too large, or whose targets add up to different totals: as Python counts."""
    draw, outcomes = np.random.default_rng(1), Counter()
    for _ in range(1000):
        arrays = [draw.integers(0, 4, shape).astype(dtype) for shape in ((3, 2, 3), (3, 2), (3, 3))]
        arrays[1][:] = [[2, 3]] * 3
        arrays[2][:] = [[0, 1, 4]] * 3
        for array in arrays:
            if draw.random() < 0.4:
                array.flat[draw.integers(array.size)] = draw.choice(np.array([1, 2, *EDGES[dtype]], dtype))
        if draw.random() < 0.5:  # targets with the same totals, whatever the value
            arrays[1][1, 0], arrays[2][1] = arrays[2][1, 0], [arrays[2][1, 0], arrays[1][1, 1], 0]
        rows_of_parts = list(zip(*(array.reshape(3, -1).tolist() for array in arrays), strict=True))
        too_large = [max(map(abs, chain(*parts))) > LARGEST for parts in rows_of_parts]
        differ = [sum(rows) != sum(columns) for _, rows, columns in rows_of_parts]
        puzzles, is_wrong = pack_arrays(*arrays)
        assert is_wrong.tolist() == [a or b for a, b in zip(too_large, differ, strict=True)]
        assert all(array.dtype == np.int64 for array in puzzles[:3])
        if not any(too_large):
            assert puzzles.largest == max(max(map(abs, numbers)) for numbers, _, _ in rows_of_parts)
        outcomes.update(zip(too_large, differ, strict=True))
    assert set(outcomes) >= {(False, False), (False, True)} | (
        {(True, False), (True, True)} if dtype != np.int8 else set()
    )


def test_all_solutions_of_a_large_board_are_listed():
    puzzle, solution = next(
        (puzzle, solution)
        for puzzle, solution in (draw_puzzle(11, 11, tuple(range(1, 20)), 3, index) for index in range(100))
        if len(find_solutions(puzzle).solutions) == 2
    )
    all_solutions = find_solutions(puzzle, max_solutions=1001).solutions
    assert solution in all_solutions
    assert all(puzzle.is_solved_by(candidate) for candidate in all_solutions)
    assert count_solutions(puzzle) == len(set(all_solutions)) == len(all_solutions)
