import itertools
import re

import numpy as np
import pandas as pd
import pytest

from rullo_core.paths import ROOT
from rullo_core.rullo import rand
from rullo_core.rullo.experiments.sample import Sample
from rullo_core.rullo.findings import generator as findings_generator
from rullo_core.rullo.generation import RAND
from rullo_core.rullo.thesis import published
from rullo_core.rullo.thesis.comparison import (
    compare_shares,
    counts_as_printed,
    exhaustive_of_sample,
    in_sampling_errors,
)
from rullo_core.rullo.thesis.draws import (
    Tried,
    biased,
    by_row,
    find,
    name_of_bit,
    of_rand,
    persistent,
    try_all,
)
from rullo_core.rullo.thesis.symmetry import counted_once
from rullo_core.runs.run import run_and_store

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
        drawn = [next(words) for _ in range(18)]
        counts[sum(word >> bit & 1 for word in drawn[9:])] += 1
    assert (of_rand(3, 3, (bit, 7), 300, 5)[0] * 300).tolist() == counts.tolist()


def test_figures_are_found_in_the_stream():
    assert find(["figure 17"], 1, 200) == [127]
    assert find(["figure 17"], 1, 127) == find(["figure 17"], 2, 200) == [None]
    assert find(["figure 19", "figure 20"], 1, 50_000) == [None, None]


def test_found_in_a_later_stretch(monkeypatch):
    monkeypatch.setattr("rullo_core.rullo.thesis.draws.STRETCH", 50)
    assert find(["figure 17"], 1, 200) == [127]


def test_middle_and_high_bits_of_rand_fit(some_puzzles):
    """The share of rated puzzles is that of a small sample here, so fewer than usual fit."""
    tried = {one.name: one for one in try_all(some_puzzles, 2_000_000)}
    chi_square = {name: one.chi_square for name, one in tried.items()}
    upper, lowest = name_of_bit(30), name_of_bit(0)
    assert (upper, lowest) == ("bit 30 of rand(), the upper half", "bit 0 of rand(), the lowest")
    others = [one for name, one in chi_square.items() if "of rand()" not in name]
    assert max(chi_square[name_of_bit(bit)] for bit in (8, 15, 24, 30)) < min(chi_square[lowest], *others)
    assert chi_square["fair"] > 9_000
    assert chi_square["hanging on the coin before"] > 9_000

    # That coin includes few cells more often than many: each puzzle is counted as itself or its inverse.
    assert tried[lowest].ratio[12] == pytest.approx(0.68, abs=0.06)


def test_bits_are_counted_in_stretches_as_at_once(monkeypatch):
    at_once = of_rand(7, 7, (2, 30), 1000, 1)
    monkeypatch.setattr("rullo_core.rullo.thesis.draws.STRETCH", 300)
    assert (of_rand(7, 7, (2, 30), 1000, 1) == at_once).all()
    assert at_once.sum(axis=1) == pytest.approx([1, 1])


@pytest.mark.slow
def test_as_many_puzzles_are_drawn_as_it_takes_to_see_that_bit_2_does_not_fit(some_puzzles):
    """The committed number of puzzles; with a third of it, the difference would not be significant."""
    source = (ROOT / "notebooks" / "rullo" / "06-sample-7x7.ipynb").read_text()
    (number,) = map(int, re.findall(r"try_all\(data, ([\d_]+)\)", source))
    chi_square = {one.name: one.chi_square for one in try_all(some_puzzles, number)}
    assert chi_square[name_of_bit(2)] > chi_square[name_of_bit(30)] + 25


def test_fitting_bits_are_listed():
    def coin(bit, chi_square):
        return Tried(name_of_bit(bit), "", pd.Series(dtype=float), chi_square)

    text = findings_generator.bits_that_fit([coin(0, 2626.0), coin(8, 16.6), coin(30, 15.2)])
    assert "fit 8 (χ² = 17) and 30 (χ² = 15), but do not show which" in text
    assert "No bit" in findings_generator.bits_that_fit([coin(0, 2626.0)])


def shares(everything, error=0.003):
    return pd.DataFrame({"share": everything, "error": error}, index=pd.Index([8.0, "all"], name="difficulty"))


@pytest.mark.parametrize(
    ("numbers", "coins", "both", "text"),
    [
        (10.02, 10.0, 10.02, "numbers in a row"),
        (10.0, 10.02, 10.02, "sample is too small to show"),
        (10.02, 10.0, 10.05, "sample is too small to show"),
        (10.002, 10.0, 10.002, "sample is too small to show"),
    ],
)
def test_numbers_are_named_as_the_cause_only_if_significant(monkeypatch, numbers, coins, both, text):
    found = {"philox": 10.0, "rand": both, "rand-numbers": numbers, "rand-coins": coins}
    monkeypatch.setattr(findings_generator, "exhaustive_of_sample", lambda dataset: shares(found[dataset]))
    assert text in findings_generator.numbers_or_coins({name: name for name in found})


def test_four_runs_and_their_shares(tmp_path):
    names = ("philox", "rand", "rand-numbers", "rand-coins")
    runs = {
        name: run_and_store(Sample(7, 7, DIGITS, 60_000, 1, 20, generator=name), tmp_path / f"{name}.parquet")
        for name in names
    }
    table = findings_generator.four_runs(runs)
    assert list(table.index) == ["good", "rand()", "rand()", "good"]
    assert list(table["coins"]) == ["good", "rand()", "good", "rand()"]
    assert table["apart, all"].iloc[0] == "–"
    assert table["apart, all"].iloc[1:].map(float).abs().max() < 4
    assert "sample is too small to show" in findings_generator.numbers_or_coins(runs)

    # Weighted by hand: of each required count the share among the rated, as often as the thesis has it.
    theirs = published.published_table(3, "required").sum(axis=1)
    frame = counted_once(runs["rand"]).rated.frame
    share = 0.0
    for required, weight in (theirs / theirs.sum()).items():
        some = frame[frame["required"] == required]
        if len(some):
            share += weight * some[some["kind"] == "exhaustive"]["puzzles"].sum() / some["puzzles"].sum()
    found = exhaustive_of_sample(runs["rand"])
    assert found.loc["all", "share"] == pytest.approx(share)
    assert found["share"].drop("all").sum() == pytest.approx(share)
    assert found.loc["all", "error"] == pytest.approx(np.sqrt(share * (1 - share) / frame["puzzles"].sum()), rel=0.1)


def test_table_2_counts_all_by_difficulty_and_half_by_required(some_grids):
    printed = {key: counts_as_printed(some_grids, key) for key in ("difficulty", "required")}
    ours = {key: int(table[["simple", "exhaustive"]].to_numpy().sum()) for key, table in printed.items()}
    assert ours == {"difficulty": 20 * 2**25, "required": 20 * 2**24}
    theirs = printed["difficulty"].filter(like="published").to_numpy().sum()
    assert theirs == 200 * 2**25


def test_puzzles_drawn_as_the_thesis_drew_them(tmp_path):
    drawn = run_and_store(Sample(7, 7, DIGITS, 200_000, 1, 20, generator=RAND), tmp_path / "drawn.parquet")
    for key in ("difficulty", "required"):
        table = in_sampling_errors(drawn, key)
        apart = table.filter(like="apart").stack().dropna()
        assert (apart**2).sum() < 2 * len(apart) > 40
        printed = counts_as_printed(drawn, key)
        assert (printed["simple, difference"] == printed["simple"] - printed["simple, published"]).all()
        total = drawn.tally.of_kind("simple").total
        assert printed["simple"].sum() == total * (2 if key == "difficulty" else 1)
        assert table["simple, ours"].sum() == pytest.approx(500 * total, rel=1e-6)


def test_generators_are_held_to_explain_all_only_with_as_many_puzzles_that_fit(some_puzzles, tmp_path, monkeypatch):
    drawn = run_and_store(Sample(7, 7, DIGITS, 200_000, 1, 20, generator=RAND), tmp_path / "drawn.parquet")
    assert "weak generator" not in findings_generator.with_its_generator(drawn)
    monkeypatch.setattr(findings_generator, "PUBLISHED_PUZZLES", 200_000)
    assert "weak generator" in findings_generator.with_its_generator(drawn)
    monkeypatch.setattr(findings_generator, "NOT_BY_CHANCE", 1)
    assert "weak generator" not in findings_generator.with_its_generator(drawn)


def test_sentences(some_puzzles):
    assert (
        "**All of them are**; with independent numbers, one case in 5 · 10^12 would agree."
        in findings_generator.printed_puzzles()
    )
    assert findings_generator.furthest(None) == ""
    few = findings_generator.furthest(compare_shares(some_puzzles, "difficulty"))
    assert few == ""
    assert "by required" in findings_generator.with_its_generator(some_puzzles)


@pytest.mark.parametrize(("by_difficulty", "by_required", "fits"), [(9, 1, False), (1, 9, False), (-9, 1, False),
                                                                    (3.9, -3.9, True)])  # fmt: skip
def test_one_count_that_is_far_off_is_too_many(some_puzzles, monkeypatch, by_difficulty, by_required, fits):
    apart = {"difficulty": by_difficulty, "required": by_required}
    monkeypatch.setattr(
        findings_generator, "in_sampling_errors", lambda _, key: pd.DataFrame({"simple, apart": [0.5, apart[key]]})
    )
    monkeypatch.setattr(findings_generator, "PUBLISHED_PUZZLES", some_puzzles.tally.total)
    text = findings_generator.with_its_generator(some_puzzles)
    assert f"by difficulty 2 counts, the furthest {abs(by_difficulty):.1f} standard deviations apart" in text
    assert f"by required 2 counts, the furthest {abs(by_required):.1f} standard deviations apart" in text
    assert ("weak generator" in text) == fits
