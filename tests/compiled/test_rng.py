"""Random streams: the words are numpy's, and what is drawn from them never changes."""

import numpy as np
import pytest

from rullo_core.compiled import interpreted, kernel
from rullo_core.compiled.rng import (
    WORDS,
    fill_shuffled,
    fill_words,
    integer_below,
    next_word,
    philox,
    random_bit,
    restart,
    rng_from_seed,
    scramble,
    shuffle,
    shuffled,
    stream_of,
    swap_random,
    uniform,
)

KEYS = [(0, 0), (1, 2), (2**64 - 1, 2**63)]


def numpys(seed, number):
    return np.random.Philox(key=np.array([seed, number], np.uint64))


@kernel
def draw(rng, words, integers, fractions, bits):
    for i in range(len(words)):
        words[i] = next_word(rng)
    for i in range(len(integers)):
        integers[i] = integer_below(rng, i + 1)
        fractions[i] = uniform(rng)
        bits[i] = random_bit(0b10110, rng)


@kernel
def bring_three(items, rng):
    for i in range(3):
        swap_random(items, i, len(items), rng)


def draw_lists(rng, words=0, number=0):
    out = np.empty(words, np.uint64), *(np.empty(number, kind) for kind in (np.int64, np.float64, np.int64))
    draw(rng, *out)
    return tuple(array.tolist() for array in out)


@pytest.mark.parametrize("blocks", [0, 1, 2, 3])
def test_no_more_blocks_are_written_than_there_is_room_for(blocks):
    words = np.zeros(16, np.uint64)
    fill_words(np.uint64(1), np.uint64(2), words[: blocks * WORDS])
    assert words.tolist() == numpys(1, 2).random_raw(blocks * WORDS).tolist() + (16 - blocks * WORDS) * [0]


@pytest.mark.parametrize(("seed", "number"), KEYS)
def test_words_are_those_of_numpy(seed, number):
    expected = numpys(seed, number).random_raw(40).tolist()
    words = np.empty(40, np.uint64)
    fill_words(np.uint64(seed), np.uint64(number), words)
    assert words.tolist() == expected
    rng = rng_from_seed(seed, number)
    assert draw_lists(rng, 40)[0] == expected
    restart(rng, np.uint64(seed), np.uint64(number), 8)
    assert draw_lists(rng, 32)[0] == expected[8:]
    assert draw_lists(rng_from_seed(seed, number, 2 * WORDS), 32)[0] == expected[8:]


@pytest.mark.parametrize(("seed", "number"), KEYS)
def test_interpreted_words_are_those_of_numpy(seed, number):
    words = np.zeros(2 * WORDS, np.uint64)
    for block in (1, 2):
        interpreted(philox)(np.uint64(block), np.uint64(seed), np.uint64(number), words, (block - 1) * WORDS)
    assert (words == numpys(seed, number).random_raw(2 * WORDS)).all()


def test_fractions_are_those_of_numpy():
    expected = np.random.Generator(numpys(1, 2)).random(60)[1::3]
    assert draw_lists(rng_from_seed(1, 2), number=20)[2] == expected.tolist()


def test_what_is_drawn_never_changes():
    _, integers, fractions, bits = draw_lists(rng_from_seed(1, 2), number=8)
    assert integers == [0, 0, 0, 1, 1, 3, 3, 3]
    assert fractions[:3] == [0.3569562367935075, 0.018993736349934065, 0.7388456532876985]
    assert bits == [2, 4, 2, 2, 4, 16, 2, 2]
    assert shuffled(np.arange(10), rng_from_seed(1, 3)).tolist() == [2, 7, 6, 0, 8, 5, 4, 1, 9, 3]
    order = np.empty(10, np.int64)
    fill_shuffled(order, rng_from_seed(1, 3))
    assert order.tolist() == [0, 3, 7, 9, 4, 6, 8, 2, 5, 1]
    bring_three(order, rng_from_seed(1, 3))
    assert order.tolist() == [9, 4, 0, 7, 3, 6, 8, 2, 5, 1]
    with np.errstate(over="ignore"):
        assert int(scramble.py_func(np.uint64(5))) == 1663341875487337578


def test_orders_are_random_and_complete():
    rng, items = rng_from_seed(1, 4), np.arange(3)
    counts = dict.fromkeys(((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)), 0)
    for _ in range(600):
        shuffle(items, rng)
        fill_shuffled(order := np.empty(3, np.int64), rng)
        for permutation in (items, order, shuffled(np.arange(3), rng)):
            counts[tuple(permutation.tolist())] += 1
    assert min(counts.values()) > 240
    assert max(counts.values()) < 360


def test_streams_of_tries_do_not_meet():
    assert [stream_of(0, 1), stream_of(1), stream_of(3, 5)] == [1, 2**32, 3 * 2**32 + 5]
    assert stream_of(2**32 + 1, 7) == 2**32 + 7
