"""Puzzles are found in streams where they were drawn, and nowhere else."""

from itertools import islice

import numpy as np
import pandas as pd
import pytest

from rullo_core import paths
from rullo_core.rullo import rand
from rullo_studies.rullo.kernels import streams as kernel
from rullo_studies.rullo.thesis import streams
from rullo_studies.rullo.thesis.streams import find_in_streams, registers_of, search

CELLS, CALLS = 49, 98
"""Of a puzzle of 7x7, a number and a coin for each cell."""

RUN = 100_000_000 * CALLS
"""Calls of the thesis's run."""


def numbers(seed, skipped):
    return np.array([output % 9 for output in islice(rand.outputs(seed, skipped), CELLS)], np.uint32)


@pytest.mark.parametrize(
    ("seed", "skipped"),
    [
        (1, 0),
        (5, 2**31 - 2),
        (2023, 2**31 - 1),
        (2**31 - 1, 4 * (2**31 - 1) + 3),
        (2**31, 9_799_999_999),
        (2**32 - 1, 7),
    ],
)
def test_what_is_drawn_anywhere_is_found(seed, skipped):
    seeds = range(max(seed - 1, 1), min(seed + 2, rand.LARGEST_SEED + 1))
    _, finds = search(numbers(seed, skipped), seeds, RUN, 1)
    assert finds == [(seed, skipped)]


def test_one_seed_of_many_and_puzzles_in_a_row():
    digits = numbers(1_690_000_000, CALLS * 54_321_987)
    seeds = range(1_689_999_000, 1_690_005_000)
    _, finds = search(digits, seeds, RUN, CALLS)
    assert finds == [(1_690_000_000, CALLS * 54_321_987)]
    assert search(digits, seeds[:1000], RUN, CALLS)[1] == []
    assert search(numbers(1_690_000_000, CALLS + 1), seeds, RUN, CALLS)[1] == []


def test_only_before_the_last_call():
    digits = numbers(3, 2**33)
    assert search(digits, range(3, 4), 2**33, 1)[1] == []
    assert search(digits, range(3, 4), 2**33 + 1, 1)[1] == [(3, 2**33)]


def test_seed_0_is_seed_1():
    assert search(numbers(0, 98), range(3), 1000, 98)[1] == [(0, 98), (1, 98)]


@pytest.mark.parametrize(("seed", "skipped"), [(1, 0), (6, 10**12)])
def test_registers_agree_with_the_differences(seed, skipped):
    """The register that drew the numbers is one of them; the others, too, give the carries that these need."""
    digits = numbers(seed, skipped).astype(int)
    registers = registers_of(digits.astype(np.uint32)).astype(np.int64)
    words = rand.state_before(seed, skipped + rand.WORDS)
    assert sum(int(word & 1) << i for i, word in enumerate(words)) in registers
    assert len(np.unique(registers)) == len(registers) > 1000
    bits = [registers >> i & 1 for i in range(rand.WORDS)]
    for i in range(rand.WORDS, CELLS):
        difference = (digits[i] - digits[i - rand.SHORT_LAG] - digits[i - rand.WORDS]) % 9
        carries = bits[i - rand.SHORT_LAG] & bits[i - rand.WORDS]
        assert (carries == (difference in (1, 8))).all()
        bits.append(bits[i - rand.SHORT_LAG] ^ bits[i - rand.WORDS])


def register_at(phase):
    """The lowest bits of the words from a phase on; they are those of powers of x modulo 2."""
    power, bits = [coefficient & 1 for coefficient in rand.power_of_x(phase)], []
    for _ in range(rand.WORDS):
        bits.append(power[0])
        last = power.pop()
        power = [last, *power]
        power[rand.WORDS - rand.SHORT_LAG] ^= last
    return sum(bit << i for i, bit in enumerate(bits))


def test_phases_count_the_words_since_the_register_was_1():
    """Of the first and the last registers, and of others."""
    draw = np.random.default_rng(2)
    phases = [*range(3), *range(kernel.PERIOD - 50, kernel.PERIOD), *map(int, draw.integers(kernel.PERIOD, size=50))]
    registers = np.array([register_at(phase) for phase in phases], np.uint32)
    assert registers[:2].tolist() == [1, 2**30]
    computed = np.empty(len(phases), np.int64)
    kernel.find_phases(registers, streams.ZEROS, streams._tables().phases, computed)
    assert computed.tolist() == phases


def test_numbers_that_break_the_rule_are_nowhere():
    digits = numbers(1, 0)
    digits[40] = (digits[40] + 3) % 9
    assert search(digits, range(1, 2), 10**10, 1) == (0, [])


def test_the_printed_puzzles_are_not_in_a_stream_without_a_seed():
    finds = find_in_streams(["figure 19", "figure 20"], range(1, 2), 10**10)
    assert finds.places.to_dict() == {"figure 19": 294_912, "figure 20": 327_680}
    assert finds[["seed", "skipped"]].isna().all(axis=None)


def test_the_record_holds_where_it_is_tried():
    """A few seeds of each row, fewer where more of their calls are tried; and the notebook says which were searched."""
    record = pd.read_csv(paths.DATA / "records" / "rullo" / "streams.csv", comment="#")
    rng = np.random.default_rng(1)
    for row in record.itertuples():
        seeds = 1000 if row.every > 1 else 50
        first = int(rng.integers(row.first_seed, row.last_seed - seeds))
        finds = find_in_streams([row.figure], range(first, first + seeds), row.calls, row.every)
        assert finds["seed"].notna().sum() == row.found == 0
    days = pd.to_datetime(record[["first_seed", "last_seed"]].stack(), unit="s").dt.strftime("%-d %B %Y")
    text = (paths.NOTEBOOKS / "rullo" / "06-sample-7x7.ipynb").read_text()
    assert all(day in text for day in days if not day.endswith("1970"))
    assert {f"{seed:,}" in text for seed in record.last_seed if seed < 10**9} == {True}


def test_numbers_are_found_wherever_they_are():
    """Three numbers in a row, which come up by accident, after every step of every row of words."""
    draw = np.random.default_rng(3)
    words = draw.integers(2**32, size=(40, 34), dtype=np.uint32)
    polynomials = draw.integers(2**32, size=(31, 150), dtype=np.uint32)
    windows = np.lib.stride_tricks.sliding_window_view(words, 31, axis=1)[:, :3]
    numbers = (np.einsum("rkw,wc->rkc", windows, polynomials, dtype=np.uint32) >> 1) % 9
    digits, rows = np.array([4, 4, 7], np.uint32), np.arange(1, 40)
    expected = [[row, column] for row in rows for column in range(150) if (numbers[row, :, column] == digits).all()]
    assert len(expected) > 2
    places = np.full((len(expected), 2), -1)
    assert kernel.find_numbers(polynomials, words, rows, digits, places[:-1]) == len(expected)
    assert places.tolist() == [*expected[:-1], [-1, -1]]
