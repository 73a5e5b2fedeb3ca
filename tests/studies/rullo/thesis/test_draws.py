import itertools
import re

import numpy as np
import pytest

from rullo_core.paths import ROOT
from rullo_core.rullo import rand
from rullo_core.rullo.experiments.sample import Sample
from rullo_core.rullo.request import RAND
from rullo_core.runs.run import run_and_store
from rullo_studies.rullo.thesis.comparison import (
    counts_as_printed,
    in_sampling_errors,
)
from rullo_studies.rullo.thesis.draws import (
    biased,
    by_row,
    compare_coins,
    find_printed,
    name_of_bit,
    of_rand,
    persistent,
)

DIGITS = tuple(range(1, 10))


def enumerated(height, width, rng):
    """The distribution of included cells from all choices, given the probability of a choice."""
    spread = np.zeros(height * width + 1)
    for cells in itertools.product((0, 1), repeat=height * width):
        spread[sum(cells)] += rng(cells)
    return spread


def test_coins_that_can_be_worked_out():
    plain = enumerated(2, 3, lambda cells: np.prod([0.3 if cell else 0.7 for cell in cells]))
    assert biased(2, 3, 0.3) == pytest.approx(plain)
    of_cells = 0.6, 0.6, 0.4, 0.4, 0.6, 0.6
    rows = enumerated(3, 2, lambda cells: np.prod([p if c else 1 - p for c, p in zip(cells, of_cells, strict=True)]))
    assert by_row(3, 2, 0.1) == pytest.approx(rows)
    stays = enumerated(
        2, 3, lambda cells: 0.5 * np.prod([0.7 if a == b else 0.3 for a, b in itertools.pairwise(cells)])
    )
    assert persistent(2, 3, 0.4) == pytest.approx(stays)
    assert persistent(7, 7, 0) == pytest.approx(biased(7, 7, 0.5)) == by_row(7, 7, 0)


@pytest.mark.parametrize("bit", [0, 30])
def test_a_bit_of_rand(bit):
    words = rand.outputs(5)
    counts = np.zeros(10)
    for _ in range(300):
        outputs = [next(words) for _ in range(18)]
        counts[sum(word >> bit & 1 for word in outputs[9:])] += 1
    assert (of_rand(3, 3, (bit, 7), 300, 5)[0] * 300).tolist() == counts.tolist()


def test_figures_are_found_in_the_stream():
    assert find_printed(["figure 17"], 200)["index"].tolist() == [127]
    for missing in (find_printed(["figure 17"], 127), find_printed(["figure 17"], 200, seed=2)):
        assert missing["index"].isna().all()
    assert find_printed(["figure 19", "figure 20"], 50_000)["index"].isna().tolist() == [True, True]


def test_found_in_a_later_stretch(monkeypatch):
    monkeypatch.setattr("rullo_studies.rullo.thesis.draws.STRETCH", 50)
    assert find_printed(["figure 17"], 200)["index"].tolist() == [127]


def test_middle_and_high_bits_of_rand_fit(some_puzzles):
    """The share of rated puzzles is that of a small sample here, so fewer than usual fit."""
    coins = compare_coins(some_puzzles, 2_000_000)
    chi_square = coins["chi_square"].to_dict()
    upper, lowest = name_of_bit(30), name_of_bit(0)
    assert (upper, lowest) == ("bit 30 of rand(), the upper half", "bit 0 of rand(), the lowest")
    other_coins = [value for name, value in chi_square.items() if "of rand()" not in name]
    assert max(chi_square[name_of_bit(bit)] for bit in (8, 15, 24, 30)) < min(chi_square[lowest], *other_coins)
    assert chi_square["fair"] > 9_000
    assert chi_square["depending on the coin before"] > 9_000

    # That coin includes few cells more often than many: each puzzle is counted as itself or its inverse.
    assert coins.loc[lowest, 12] == pytest.approx(0.68, abs=0.06)


def test_bits_are_counted_in_stretches_as_at_once(monkeypatch):
    at_once = of_rand(7, 7, (2, 30), 1000, 1)
    monkeypatch.setattr("rullo_studies.rullo.thesis.draws.STRETCH", 300)
    assert (of_rand(7, 7, (2, 30), 1000, 1) == at_once).all()
    assert at_once.sum(axis=1) == pytest.approx([1, 1])


@pytest.mark.slow
def test_as_many_puzzles_are_drawn_as_it_takes_to_see_that_bit_2_does_not_fit(some_puzzles):
    """The committed number of puzzles; with a third of it, the difference would not be significant."""
    source = (ROOT / "notebooks" / "rullo" / "06-sample-7x7.ipynb").read_text()
    (number,) = map(int, re.findall(r"compare_coins\(data, ([\d_]+)\)", source))
    chi_square = compare_coins(some_puzzles, number)["chi_square"]
    assert chi_square[name_of_bit(2)] > chi_square[name_of_bit(30)] + 25


def test_table_2_counts_all_by_difficulty_and_half_by_required(some_grids):
    printed = {key: counts_as_printed(some_grids, key) for key in ("passes", "required")}
    counts = {key: int(table[["simple", "exhaustive"]].to_numpy().sum()) for key, table in printed.items()}
    assert counts == {"passes": 20 * 2**25, "required": 20 * 2**24}
    published_total = printed["passes"].filter(like="published").to_numpy().sum()
    assert published_total == 200 * 2**25


def test_puzzles_drawn_as_the_thesis_drew_them(tmp_path):
    dataset = run_and_store(Sample(7, 7, DIGITS, 200_000, 1, 20, generator=RAND), tmp_path / "drawn.parquet")
    for key in ("passes", "required"):
        table = in_sampling_errors(dataset, key)
        distances = table.filter(like="apart").stack().dropna()
        assert (distances**2).sum() < 2 * len(distances) > 40
        printed = counts_as_printed(dataset, key)
        assert (printed["simple, difference"] == printed["simple"] - printed["simple, published"]).all()
        total = dataset.tally.of_outcome("simple").total
        assert printed["simple"].sum() == total * (2 if key == "passes" else 1)
        assert table["simple, ours"].sum() == pytest.approx(500 * total, rel=1e-6)
