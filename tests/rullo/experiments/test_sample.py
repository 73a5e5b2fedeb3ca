import numpy as np
import pandas as pd
import pytest

from rullo_core.datasets.tally import Tally
from rullo_core.errors import BadInput
from rullo_core.rullo import hard_puzzles
from rullo_core.rullo.experiments import sample
from rullo_core.rullo.experiments.sample import Sample
from rullo_core.rullo.generation import coin_of, draw_puzzle
from rullo_core.rullo.hard_puzzles import rated_puzzles
from rullo_core.rullo.kernels.counting import drawing
from rullo_core.rullo.kernels.counting.batch import all_fit
from rullo_core.rullo.puzzle import flat
from rullo_core.rullo.solver import difficulty, reach, unknown_cells
from rullo_core.runs.run import run, run_and_store
from rullo_studies.rullo.thesis.symmetry import counted_once

DIGITS = tuple(range(1, 10))


@pytest.mark.parametrize("share", [0.5, 0.3, 0, 1, 0.999])
@pytest.mark.parametrize(
    ("height", "width", "values"),
    [(7, 7, DIGITS), (3, 3, (1,)), (8, 8, tuple(range(1, 20))), (2, 5, (-4, 0, 7)), (1, 1, (5, 6)), (8, 8, (1, 2))],
)
def test_sample_draws_the_puzzles_of_generate(height, width, values, share):
    cells = height * width
    digits = np.empty(cells, np.uint16)
    coin = np.uint64(coin_of(share))
    words = np.empty(drawing.words_needed(len(values), cells, coin), np.uint64)
    for index in range(40):
        coins = drawing.draw(np.uint64(8), np.uint64(index), len(values), cells, coin, digits, words)
        puzzle, solution = draw_puzzle(height, width, values, 8, index, share)
        assert [values[digit] for digit in digits] == flat(puzzle.numbers)
        included = [bool(int(coins) >> i & 1) and values[digits[i]] != 0 for i in range(cells)]
        assert included == flat(solution)


def readable_sample(experiment):
    rows = []
    for index in range(experiment.number):
        puzzle, solution = draw_puzzle(
            experiment.height, experiment.width, experiment.values, experiment.seed, index, experiment.included
        )
        stuck = unknown_cells(reach(puzzle))
        kind = "simple" if not stuck else "exhaustive" if len(stuck) <= experiment.guess_limit else "skipped"
        hard = None if kind == "skipped" else difficulty(puzzle, solution)
        rows.append((sum(flat(solution)), kind, hard, 1))
    return Tally.from_frame(
        pd.DataFrame(rows, columns=["required", "kind", "difficulty", "puzzles"]).astype({"required": "int16"})
    )


@pytest.mark.parametrize(
    ("height", "width", "values", "limit"),
    [
        (7, 7, DIGITS, 8),
        (5, 5, DIGITS, 20),
        (8, 8, DIGITS, 6),
        (3, 8, (-2, 0, 3, 5), 9),
        (4, 4, (1, 2), 8),
        (8, 8, tuple(range(1, 20)), 4),
        (2, 2, (100, 200), 20),
        (1, 1, (5, 100), 20),
        (2, 9, (1, 4, 6), 8),
        (1, 12, (1, 2, 3), 20),
        (2, 8, (16,), 9),
        (2, 8, (15,), 9),
    ],
    ids=str,
)
def test_sample_matches_the_readable_solver(height, width, values, limit):
    """Both in lanes and, if numbers or sides are too large, without."""
    experiment = Sample(height, width, values, 60, 4, limit)
    outcome = run(experiment)
    assert outcome.tally.frame.equals(readable_sample(experiment).frame)
    assert outcome.tally.total == 60
    assert outcome.by_grid is None
    for rating in rated_puzzles(outcome.hardest):
        assert difficulty(rating.puzzle, rating.solution) == rating.difficulty


@pytest.mark.parametrize("share", [0, 0.15, 0.8, 1])
def test_sample_with_an_unfair_coin_matches_the_readable_solver(share):
    experiment = Sample(5, 4, (0, 1, 2, 3), 100, 4, 20, share)
    assert run(experiment).tally.frame.equals(readable_sample(experiment).frame)
    assert experiment.parameters["included"] == share


def test_parameters_of_a_fair_sample_do_not_mention_the_coin():
    assert Sample(3, 3, (1, 2), 10, 1, 20, 0.5).parameters == Sample(3, 3, (1, 2), 10, 1, 20).parameters
    assert "included" not in Sample(3, 3, (1, 2), 10, 1, 20).parameters


@pytest.mark.parametrize("height", range(2, 8))
@pytest.mark.parametrize("width", range(2, 8))
def test_puzzles_of_every_size_match_the_readable_solver(height, width):
    """The 5,760 puzzles are simple, exhaustive and skipped ones."""
    kinds = set()
    for values, number in ((DIGITS, 100), ((1, 2, 3), 60)):
        experiment = Sample(height, width, values, number, height + 10 * width, 7)
        tally = run(experiment).tally
        assert tally.frame.equals(readable_sample(experiment).frame)
        kinds |= set(tally.frame["kind"])
    assert kinds >= {"simple", "exhaustive"} or height * width == 6
    assert "skipped" in kinds or min(height, width) < 4


@pytest.mark.parametrize("shard", [7, 64])
def test_sample_does_not_depend_on_shards_or_threads(monkeypatch, shard):
    experiment = Sample(4, 4, (1, 2, 3), 500, 2, 20)
    expected = run(experiment, threads=1)
    monkeypatch.setattr(sample, "SHARD", shard)
    for threads in (2, 5):
        outcome = run(experiment, threads=threads)
        assert outcome.tally == expected.tally
        assert outcome.hardest == expected.hardest
    monkeypatch.setattr(hard_puzzles, "KEEP", 3)
    outcome = run(experiment, threads=3)
    assert outcome.tally == expected.tally
    assert all(row in expected.hardest.to_pylist() for row in outcome.hardest.to_pylist())


def test_shares_match_the_thesis():
    """Section 6.3, within 5 standard errors: 87.28 % simple, 9.71 % exhaustive, the rest skipped."""
    tally = run(Sample(7, 7, DIGITS, 20_000, 1, 20)).tally
    for kind, share in (("simple", 0.87283), ("exhaustive", 0.09711), ("skipped", 0.03006)):
        assert abs(tally.of_kind(kind).total / 20_000 - share) < 5 * (share * (1 - share) / 20_000) ** 0.5


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            (9, 9, DIGITS, 10, 1, 20),
            "81 cells, but rullo sample goes up to 64; rullo search goes further, and so do",
        ),
        ((3, 3, DIGITS, 0, 1, 20), "0 puzzles: take from 1"),
        ((3, 3, DIGITS, 1, 2**64, 20), "seed 18446744073709551616"),
        ((3, 3, DIGITS, 1, -1, 20), "seed -1"),
        ((3, 3, DIGITS, 1, 1, -1), "guess limit -1"),
        ((3, 3, DIGITS, 1, 1, 20, 1.5), "included 1.5: take a probability"),
        ((3, 3, DIGITS, 1, 1, 20, float("nan")), "included nan"),
    ],
)
def test_invalid_parameters_of_a_sample_are_refused(arguments, says):
    with pytest.raises(BadInput) as error:
        Sample(*arguments)
    assert says in str(error.value)


def test_counting_inverses_once_mirrors_a_sample_without_halving_it(tmp_path):
    """It does not contain the inverses of its puzzles: each is counted as itself or as its inverse."""
    dataset = run_and_store(Sample(3, 3, (1, 2, 3), 200, 1, 20), tmp_path / "sample.parquet")
    tally = counted_once(dataset)
    assert tally.total == 200
    assert tally.frame["required"].max() == 4
    of_all = dataset.tally.frame.groupby("required")["puzzles"].sum()
    assert tally.frame.groupby("required")["puzzles"].sum()[3] == of_all[3] + of_all[6]
    holes = run_and_store(Sample(3, 3, (0, 1), 200, 1, 20), tmp_path / "holes.parquet")
    assert counted_once(holes) == holes.tally


def test_two_million_puzzles_have_their_checksum(tmp_path):
    """This finds rare errors, such as a guess that is not the best of its component."""
    dataset = run_and_store(Sample(7, 7, DIGITS, 2_000_000, 1, 20), tmp_path / "sample.parquet")
    assert dataset.manifest["sha256"] == "806af3a5fc8c44bfb953b46db30fc88d213f43816cf15971cc7ba3e2f8b2f255"


@pytest.mark.parametrize(
    ("size", "largest", "fits"),
    [((8, 8), 7, True), ((8, 8), 8, False), ((7, 7), 9, True), ((7, 7), 10, False), ((1, 9), 1, False)]
    + [((1, 2), 31, True), ((1, 2), 32, False), ((2, 3), 21, True), ((3, 2), 22, False)],
)
def test_all_fit_recognises_sizes_that_fit_into_narrow_lanes(size, largest, fits):
    """The sum of a line has six bits: at most 63."""
    assert all_fit(*size, largest) == fits


class Forgetful(Sample):
    """A sample that loses its last puzzle."""

    def count_into(self, counts, shard, stop):
        super().count_into(counts, (shard[0], shard[1] - 1), stop)


def test_missing_puzzle_is_detected():
    with pytest.raises(AssertionError, match="99 puzzles counted where there are 100"):
        run(Forgetful(3, 3, DIGITS, 100, 1, 20))
