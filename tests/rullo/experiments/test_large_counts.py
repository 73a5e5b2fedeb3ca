"""Counts beyond 2**63, and weights of grids that represent any number of others."""

import numpy as np
import pandas as pd
import pytest

from rullo_core.datasets import store
from rullo_core.datasets.tally import Tally
from rullo_core.rullo import hard_puzzles
from rullo_core.rullo.experiments.census import Census
from rullo_core.rullo.experiments.classes import Classes
from rullo_core.rullo.experiments.counting import Stretch, count_classes, symmetries
from rullo_core.rullo.experiments.results import Result, add, from_bytes, number_done, numbers_of, to_bytes
from rullo_core.rullo.kernels.lines.counts import WORD, empty_counts, plus_product
from rullo_core.runs.run import run, run_and_store
from rullo_core.views import charts
from rullo_studies.rullo import figures
from rullo_studies.rullo.thesis.symmetry import folded, mirrored

NO_STOP = np.zeros(1, np.uint8)


def test_arithmetic_of_numbers_in_two_words():
    random = np.random.Generator(np.random.Philox(key=1))
    for bits in (3, 20, 29):
        for large in (5, 31, 40, 61):
            number, weight = int(random.integers(2**bits)), int(random.integers(2**large, 2 ** (large + 1)))
            word, upper_word, expected = 0, 0, 0
            for _ in range(5):
                word, upper_word = plus_product(word, upper_word, number, weight)
                expected += number * weight
                assert int(word) + int(upper_word) * 2**WORD == expected
                assert 0 <= word < 2**WORD
    word, upper_word = plus_product(2**WORD - 1, 7, 2**30 - 1, 2**62 - 1)
    assert word + upper_word * 2**WORD == 2**WORD - 1 + 7 * 2**WORD + (2**30 - 1) * (2**62 - 1)


def plainly(census, digits):
    """Return the counts of a single grid, as Python integers, and its hardest puzzles."""
    counts = empty_counts(census.cells, hard_puzzles.KEEP)
    grid = sum(int(digit) * len(census.values) ** i for i, digit in enumerate(digits[::-1]))
    half = 2 ** (census.cells - 1)
    census.count_into(counts, Stretch(grid, 0, 1, half, 1), NO_STOP)
    return counts.puzzles.astype(object), {(r.kind, r.difficulty, r.puzzle) for r in census.hardest_in(counts)}


@pytest.mark.parametrize(
    ("height", "width", "values", "seed"),
    [(2, 2, (1, 2), 1), (3, 3, (1, 2, 3), 2), (3, 3, (-1, 0, 1), 3), (4, 4, (1, 2, 3), 4), (4, 4, (0, 1, 2), 5)],
)
@pytest.mark.parametrize("weights", [(1, 0), (0, 1), (5, 7), (3**37, 5**26)])
def test_weighted_grid_matches_counting_each_grid(height, width, values, seed, weights):
    """With symmetries and without, in blocks and each solution separately, with holes, and transposed."""
    random = np.random.Generator(np.random.Philox(key=seed))
    census = Census(height, width, values)
    expected, hardest = 0, []
    grids = random.integers(len(values), size=(4, census.cells)).astype(np.uint16)
    grids[0, width : 2 * width] = grids[0, :width]  # so that one has symmetries
    numbers_of_symmetries = [len(symmetries(height, width, digits)) for digits in grids]
    assert numbers_of_symmetries[0] > 1
    assert min(numbers_of_symmetries) == 1 or census.cells < 9
    every_number = np.array([len(set(digits.tolist())) == len(values) for digits in grids], np.uint8)
    for digits in grids:
        for oriented, weight in zip((digits, digits.reshape(height, width).T.ravel()), weights, strict=True):
            puzzles, worst = plainly(census, oriented)
            expected = expected + puzzles * weight
            hardest += [worst] * (weight > 0)
    classes = Classes(grids, every_number, *(np.full(4, weight) for weight in weights))
    counts = empty_counts(census.cells, hard_puzzles.KEEP)
    count_classes(height, width, values, classes, counts, NO_STOP)
    assert (numbers_of(counts) == expected).all()
    assert number_done(counts) == expected.sum()
    assert (numbers_of(counts).dtype == object) == (expected.sum() >= 2**63)
    for kind in ("simple", "exhaustive"):
        greatest = max((sort for worst in hardest for sort in worst if sort[0] == kind), key=lambda sort: sort[1])[1]
        difficulties = {r.difficulty for r in census.hardest_in(counts) if r.kind == kind}
        assert greatest in difficulties
        assert max(difficulties) == greatest


def test_results_are_added_and_survive_serialisation():
    total, counts = empty_counts(4, 1), empty_counts(4, 1)
    counts.puzzles[2, 0, 5], counts.upper_words[2, 0, 5], counts.completed[:] = 2**WORD - 1, 3, (2**WORD - 1, 3)
    counts.upper_words[1, 0, 5] = 1
    counts.completed[1] += 1
    for _ in range(10):
        add(total, from_bytes(to_bytes(Result(counts, np.zeros((0, 5), np.int64))), 4, 1).counts)
    assert numbers_of(total)[2, 0, 5] == 10 * (2**WORD - 1 + 3 * 2**WORD)
    assert numbers_of(total)[1, 0, 5] == 10 * 2**WORD
    assert number_done(total) == numbers_of(total).sum()


@pytest.fixture
def large(monkeypatch, tmp_path):
    """Return a small census with every grid weighted 10**15 times, and the small census itself."""
    census = Census(3, 3, (1, 2))
    small = run(census, threads=2)
    sorted_into = Census.classes

    def many_of_each(self, *arguments):
        classes = sorted_into(self, *arguments)
        return Classes(classes.digits, classes.every_number, classes.weights * 10**15, classes.transposed * 10**15)

    monkeypatch.setattr(Census, "classes", many_of_each)
    monkeypatch.setattr(Census, "puzzles", property(lambda self: 2**18 * 10**15))
    return small, run_and_store(census, tmp_path / "large.parquet", threads=2)


def test_counts_beyond_an_int64_stay_exact(large):
    small, dataset = large
    assert dataset.tally.total == 2**18 * 10**15 > 2**63
    expected = small.tally.frame.assign(puzzles=[int(n) * 10**15 for n in small.tally.frame["puzzles"]])
    assert dataset.tally == Tally.from_frame(expected)
    assert dataset.hardest_table == small.hardest
    loaded = store.load(dataset.path)
    assert loaded.tally == dataset.tally
    assert loaded.manifest["totals"] == {
        kind: number * 10**15
        for kind, number in {
            "puzzles": small.tally.total,
            "simple": small.tally.of_outcome("simple").total,
            "exhaustive": small.tally.of_outcome("exhaustive").total,
        }.items()
    }


def test_tables_of_large_counts(large):
    small, dataset = large
    tally = dataset.tally
    for key in ("passes", "required"):
        assert (tally.count_by(key) == small.tally.count_by(key).astype(object) * 10**15).all(axis=None)
    table, expected = tally.passes_by("required"), small.tally.passes_by("required")
    assert table.drop(columns="puzzles").equals(expected.drop(columns="puzzles"))
    assert table["puzzles"].sum() == tally.total
    assert Tally.from_frame(pd.concat([tally.frame] * 2)).total == 2 * tally.total
    assert folded(tally, 9).total * 2 == tally.total
    assert mirrored(tally, 9).total == tally.total
    half = Tally.from_frame(tally.frame.assign(puzzles=[2**62] + [0] * (len(tally.frame) - 1)))
    assert half.frame["puzzles"].dtype == "int64"
    assert Tally.from_frame(pd.concat([half.frame] * 2)).total == 2**63
    assert charts.difficulty_distribution(tally).axes


def test_figures_of_large_counts(large, tmp_path):
    _, dataset = large
    paths = figures.render_census(store.load(dataset.path), tmp_path)
    table = next(path for path in paths if path.name.endswith("-by-required.csv"))
    text = table.read_text()
    assert "000000000000000" in text
