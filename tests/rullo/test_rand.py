"""The generator of the thesis, verified with the grids that the thesis printed."""

import ctypes
from collections import Counter
from itertools import islice

import numpy as np
import pytest

from rullo_core.errors import BadInput
from rullo_core.rullo import rand
from rullo_core.rullo.experiments.grids import Grids
from rullo_core.rullo.experiments.sample import Sample
from rullo_core.rullo.generation import draw_puzzle
from rullo_core.rullo.kernels.counting import drawing
from rullo_core.rullo.kernels.counting.rand import stream_from
from rullo_core.rullo.puzzle import flat
from rullo_core.rullo.request import PHILOX, RAND
from rullo_core.rullo.solver import is_simple
from rullo_core.runs.run import run
from rullo_studies.rullo.thesis import published

DIGITS = tuple(range(1, 10))

# Outputs of the GNU C library 2.36.
FIRST = [1804289383, 846930886, 1681692777, 1714636915, 1957747793, 424238335, 719885386, 1649760492, 596516649]
AFTER_A_SEED_OF_2_TO_31 = [1336741213, 1210407648, 1447044896]


def outputs_after(seed, skipped, number):
    return list(islice(rand.outputs(seed, skipped), number))


def test_outputs_without_a_seed_are_those_of_seed_1():
    assert outputs_after(1, 0, 9) == outputs_after(0, 0, 9) == FIRST
    assert outputs_after(2**31, 0, 3) == AFTER_A_SEED_OF_2_TO_31


def c_library():
    try:
        library = ctypes.CDLL("libc.so.6")
        library.gnu_get_libc_version()
    except (OSError, AttributeError):
        pytest.skip("no GNU C library here")
    return library


@pytest.mark.parametrize("seed", [1, 0, 5, 2023, 2**31 - 2, 2**31 - 1, 2**31, 2**31 + 1, 3_000_000_000, 2**32 - 1])
def test_outputs_match_the_c_library(seed):
    library = c_library()
    library.srand(ctypes.c_uint(seed))
    expected = [library.rand() for _ in range(2000)]
    assert outputs_after(seed, 0, 2000) == expected
    for skipped in (1, 30, 31, 32, 1000, 1989):
        assert outputs_after(seed, skipped, 11) == expected[skipped : skipped + 11]


def test_outputs_far_into_the_stream():
    """Skipping many at once equals skipping one at a time; far into the stream, outputs satisfy the recurrence."""
    assert outputs_after(7, 10**5, 5) == list(islice(rand.outputs(7), 10**5, 10**5 + 5))
    state = rand.state_before(7, 10**15).tolist()
    assert rand.state_before(7, 10**15 + 1).tolist() == [*state[1:], (state[-3] + state[0]) % 2**32]


@pytest.mark.parametrize(
    ("height", "width", "values"), [(7, 7, DIGITS), (1, 1, (5, 6)), (3, 5, (-4, 0, 7)), (8, 8, (1,))]
)
@pytest.mark.parametrize("first", [0, 1, 1_000_003])
def test_kernel_draws_the_puzzles_of_generate(height, width, values, first):
    cells = height * width
    stream = stream_from(rand.state_before(4, 2 * cells * first), cells)
    digits = np.empty(cells, np.uint16)
    spec = drawing.SampleSpec(
        height, width, np.array(values, np.int64), np.uint64(0), drawing.FAIR, drawing.ALL_OF_STREAM
    )
    for index in range(first, first + 20):
        coins = int(drawing.draw_either(spec, index, stream, digits, np.empty(0, np.uint64)))
        puzzle, solution = draw_puzzle(height, width, values, 4, index, generator=RAND)
        assert [values[digit] for digit in digits] == flat(puzzle.numbers)
        assert [bool(coins >> i & 1) and values[digits[i]] != 0 for i in range(cells)] == flat(solution)


def test_sample_does_not_depend_on_its_shards(monkeypatch):
    outcome = run(Sample(4, 4, (1, 2, 3), 500, 3, 16, generator=RAND))
    monkeypatch.setattr("rullo_core.rullo.experiments.sample.SHARD", 64)
    assert run(Sample(4, 4, (1, 2, 3), 500, 3, 16, generator=RAND)).tally.frame.equals(outcome.tally.frame)
    required = np.bincount(
        [sum(flat(draw_puzzle(4, 4, (1, 2, 3), 3, index, generator=RAND)[1])) for index in range(500)], minlength=17
    )
    counts = outcome.tally.frame.groupby("required")["puzzles"].sum().reindex(range(17), fill_value=0)
    assert counts.tolist() == required.tolist()


@pytest.mark.parametrize(
    ("generator", "numbers", "coins"), [("rand-numbers", RAND, PHILOX), ("rand-coins", PHILOX, RAND)]
)
def test_numbers_and_coins_can_have_different_generators(monkeypatch, generator, numbers, coins):
    """Single puzzles combine both generators; a sample and its shards draw these puzzles by index."""
    monkeypatch.setattr("rullo_core.rullo.experiments.sample.SHARD", 64)
    readable = []
    for index in range(200):
        puzzle, solution = draw_puzzle(4, 4, (1, 2, 3), 3, index, generator=generator)
        assert puzzle.numbers == draw_puzzle(4, 4, (1, 2, 3), 3, index, generator=numbers)[0].numbers
        assert solution == draw_puzzle(4, 4, (1, 2, 3), 3, index, generator=coins)[1]
        assert puzzle.is_solved_by(solution)
        readable.append((sum(flat(solution)), is_simple(puzzle)))
    counts = run(Sample(4, 4, (1, 2, 3), 200, 3, 16, generator=generator)).tally.frame
    counts = counts.groupby(["required", counts["outcome"] == "simple"])["puzzles"].sum()
    assert {key: int(number) for key, number in counts.items()} == Counter(readable)


def test_hardest_puzzle_of_the_thesis_is_in_the_stream():
    """Figure 17 is grid 127 of a program that sets no seed, drawn with two calls for each cell."""
    numbers, _ = Grids(5, 5, DIGITS, 200, 1, generator=RAND).grid(127)
    assert numbers.tolist() == [list(row) for row in published.puzzles()["figure 17"].numbers]


def relations(numbers):
    """Return the difference of each number, from the 32nd on, to the sum of those 3 and 31 before it."""
    digits = [number - 1 for number in flat(numbers)]
    return [(digits[i] - digits[i - 3] - digits[i - 31]) % 9 for i in range(31, 49)]


@pytest.mark.parametrize("figure", ["figure 19", "figure 20"])
def test_larger_figures_satisfy_the_recurrence(figure):
    """Each word is the sum of two earlier ones, less 2**31 if too large (2 modulo 9), and 1 from what rand() drops."""
    assert set(relations(published.puzzles()[figure].numbers)) <= {0, 1, 7, 8}


def test_figure_19_as_printed_violates_the_recurrence():
    numbers = [list(row) for row in published.puzzles()["figure 19"].numbers]
    assert numbers[5][6] == 8
    mended = [
        number
        for number in DIGITS
        if set(relations([*numbers[:5], [*numbers[5][:6], number], numbers[6]])) <= {0, 1, 7, 8}
    ]
    assert mended == [8]


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: Grids(5, 5, DIGITS, 2, 2**32, generator=RAND), "from 0 to 4294967295"),
        (lambda: Sample(5, 5, DIGITS, 2, 1, 20, 0.3, generator=RAND), "leave it at 0.5"),
        (lambda: Sample(5, 5, DIGITS, 2, 2**32, 20, generator="rand-coins"), "from 0 to 4294967295"),
        (lambda: Grids(5, 5, DIGITS, 2, 1, generator="rand-numbers"), "grids have no coins; take philox or rand"),
        (
            lambda: Sample(5, 5, DIGITS, 2, 1, 20, generator="dice"),
            "take one of philox, rand, rand-numbers, rand-coins",
        ),
    ],
)
def test_invalid_generators_and_seeds_are_refused(make, text):
    with pytest.raises(BadInput, match=text):
        make()
