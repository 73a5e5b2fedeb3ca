"""Studies: the same whatever counts them, the same as puzzle by puzzle, and right where that is known."""

import pytest

from rullo_core.datasets.store import load
from rullo_core.errors import BadInput
from rullo_core.passes.levels import SEARCH
from rullo_core.runs.checkpoint import FinishedShards
from rullo_core.runs.collection import KEEP
from rullo_core.runs.registry import declaration
from rullo_core.runs.run import run, run_and_store
from rullo_core.sudoku.batch import rate_many
from rullo_core.sudoku.experiments.study import Study
from rullo_core.sudoku.generation import generate_puzzle
from rullo_core.sudoku.levels import LEVELS
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.request import FillSpec
from rullo_core.sudoku.solver import count_passes
from tests.sudoku.puzzles import empty

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    "study",
    [
        Study(9, 40, 3),
        Study(9, 12, 3, "locked", "digits", "half-turn"),
        Study(4, 30, 1, "naked"),
        Study(16, 2, 1, "hidden"),
        Study(6, 20, 2, "one-solution", "boxes"),
        Study(12, 3, 1, "locked"),
        Study(10, 20, 1),
        Study(12, 20, 2, "one-solution", "digits", "half-turn"),
        Study(16, 2, 1),
    ],
)
def test_the_same_as_puzzle_by_puzzle(study):
    """Puzzles generated and rated one at a time, without the kernel of the study."""
    rows = run(study).by_puzzle.to_pylist()
    dig_spec = study.dig_spec
    puzzles = [
        generate_puzzle(FillSpec(), dig_spec, empty(study.box), study.seed, index).puzzle
        for index in range(study.number)
    ]
    for row, rating in zip(rows, rate_many(puzzles, threads=1), strict=True):
        assert {level: row[f"passes_{level}"] for level in LEVELS} == rating.passes_by_level
        assert row["clues"] == rating.clues
        assert row["weight"] is None


def test_the_tally_and_the_hardest(tmp_path):
    study = Study(9, 2500, 1)
    dataset = run_and_store(study, tmp_path / "study.parquet", threads=2)
    rows = dataset.by_puzzle
    first = rows[[f"passes_{level}" for level in LEVELS]].notna().to_numpy()
    assert dataset.tally.of_outcome(SEARCH).total == (~first.any(axis=1)).sum()
    for i, level in enumerate(LEVELS):
        tally = dataset.tally.of_outcome(level).frame
        solved = rows[first[:, i] & ~first[:, :i].any(axis=1)]
        assert tally.groupby("clues")["puzzles"].sum().to_dict() == solved["clues"].value_counts().to_dict()
        assert (
            tally.groupby("level_passes")["puzzles"].sum().to_dict()
            == solved[f"passes_{level}"].value_counts().to_dict()
        )
        hardest = [row for row in dataset.hardest_table.to_pylist() if row["by_level"] == level]
        assert [row["by_passes"] for row in hardest] == sorted(rows[f"passes_{level}"].dropna(), reverse=True)[:KEEP]
        for row in hardest[:2]:
            puzzle = Sudoku.parse(row["text"])
            assert count_passes(puzzle, level) == row["by_passes"]
            assert puzzle.clues == row["clues"]
    # What these puzzles are does not change.
    assert dataset.manifest["sha256"][:16] == "899e36470e53ffba"


def test_the_same_on_any_threads_and_taken_up(tmp_path):
    study = Study(4, 3000, 2, "hidden", symmetry="mirror")
    single = run(study, threads=1)
    threaded = run(study, threads=2)
    place = FinishedShards(tmp_path / "x.parquet", study.identity)
    run(study, finished=place)
    resumed = run(study, finished=place)
    assert (resumed.taken_up, resumed.shards) == (12, 12)
    for result in (threaded, resumed):
        assert result.tally == single.tally
        assert result.hardest.equals(single.hardest)
        assert result.by_puzzle.equals(single.by_puzzle)
    assert len(single.by_puzzle) == 3000


def test_command_and_bad_input(rullo, tmp_path):
    place = tmp_path / "study.parquet"
    text = rullo("sudoku", "study", "--size", "4", "--count", "20", "--order", "rows", "--out", str(place))
    assert text[0] == 0
    dataset = load(place)
    assert dataset.by_puzzle["weight"].isna().all()
    command = "rullo sudoku study --size 4 --count 20 --seed 1 --level one-solution --order rows --symmetry none"
    assert declaration("sudoku study").command(dataset.manifest["parameters"]) == command
    assert "A hardest naked puzzle, difficulty" in rullo("show", str(place))[1]
    for options, message in (
        (["--size", "25"], "boards larger than 16x16; take another level"),
        (["--size", "36", "--level", "hidden"], "take 4, 6, 8, 9, 10, 12, 16 or 25"),
        (["--order", "spiral"], "order 'spiral': take one of random, rows"),
        (["--count", "0"], "count '0'"),
    ):
        status, _, text = rullo("sudoku", "study", "--count", "5", *options, "--out", str(place))
        assert status == 2
        assert message in text
        assert text.count("\n") == 1
    with pytest.raises(BadInput, match="seed -1: take one from 0"):
        Study(9, 1, -1)
