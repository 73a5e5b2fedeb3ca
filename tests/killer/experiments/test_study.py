"""The Killer study against the readable solver, puzzle by puzzle; on any number of threads; with a pinned checksum."""

import numpy as np
import pytest

from rullo_core.constraints.distinct import Forward
from rullo_core.constraints.sums import SignedSum
from rullo_core.datasets.store import load
from rullo_core.killer.batch import rate_many
from rullo_core.killer.experiments.study import COLUMNS, WITHOUT, Study, column
from rullo_core.killer.gordon import SHAPE, STRATEGIES, draw_puzzle, game_of, solve_by_strategies
from rullo_core.killer.levels import LEVELS, SOLVERS
from rullo_core.killer.request import CLASSES, classes_of
from rullo_core.killer.solver import Reasoner
from rullo_core.killer.workspace import puzzle_from
from rullo_core.passes import levels
from rullo_core.runs.run import run, run_and_store
from rullo_core.sudoku.rules import Hidden, Locked

pytestmark = pytest.mark.slow
STUDIES = (Study(9), Study(6, "grown", (30, 35)), Study(6, "repaired", (30, 35), seed=4))


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.method)
def test_columns_against_single_ratings(study):
    rows, encoding = study.make(0, study.number, np.zeros(1, np.uint8))
    table = run(study).by_puzzle.to_pylist()
    puzzles = [puzzle_from(one[:81], one[81:], SHAPE) for one in encoding]
    for i, (puzzle, rating, row) in enumerate(zip(puzzles, rate_many(puzzles, 1), table, strict=True)):
        assert [row[name] if row[name] is not None else -1 for name in COLUMNS] == rows[i].tolist()
        assert row["class"] == CLASSES[i % 3]
        assert row["cages"] == len(puzzle.cages)
        assert row["single_cell_cages"] == sum(len(cage) == 1 for cage in puzzle.cages)
        assert row["largest_cage"] == max(map(len, puzzle.cages))
        boxes = [{(cell // 27, cell % 9 // 3) for cell in cage.cells} for cage in puzzle.cages]
        assert row["cages_in_several_boxes"] == sum(len(some) > 1 for some in boxes)
        assert (row["solutions"] == 1) == rating.complete
        assert study.method == "grown" or rating.complete
        if not rating.complete:
            assert {row[name] for name in COLUMNS[COLUMNS.index("cages_first") :]} == {None}
            continue
        assert row["nodes"] == rating.nodes
        assert row["cages_first"] == rating.cages_first
        for level in LEVELS:
            assert row[f"solved_cells_{level}"] == rating.solved_cells[level]
            solved = rating.solved_cells[level] == 81
            assert row[f"passes_{level}"] == (rating.passes_by_level[level] if solved else None)
        strategies = solve_by_strategies(puzzle)
        assert row["strategy_passes"] == len(strategies.passes)
        for name in STRATEGIES:
            assert row[column("strategy_count", name)] == strategies.strategy_counts[name]
            assert row[column("eliminated_by", name)] == strategies.eliminated[name]
        if study.method == "report":
            low, high = classes_of(study.cages)[i % 3]
            assert low <= row["cages"] <= high
            drawn = draw_puzzle(study.seed, i, (low, high))
            assert drawn.puzzle.cages == puzzle.cages
            assert (drawn.draws, drawn.cut_off, drawn.with_repeats, drawn.ambiguous) == tuple(
                row[name] for name in ("draws", "draws_cut_off", "draws_with_repeats", "draws_ambiguous")
            )


def test_levels_without_parts_against_the_readable_solver():
    rows, encoding = Study(3, "repaired", (26, 28)).make(0, 3, np.zeros(1, np.uint8))
    for row, one in zip(rows.tolist(), encoding, strict=True):
        puzzle = puzzle_from(one[:81], one[81:], SHAPE)
        named = dict(zip(COLUMNS, row, strict=True))
        for level, parts in WITHOUT.items():
            for name in parts:
                if level == "OW" and name != "sums":
                    continue
                state = levels.reach(*without(puzzle, level, name)).state
                assert named[column(f"solved_cells_{level}_without", name)] == sum(len(left) == 1 for left in state)


def without(puzzle, level, name):
    """Return the state at the start of a level, and its units without a part."""
    reasoner = Reasoner(puzzle)
    gone = {"elimination": Forward, "hidden singles": Hidden, "sums": SignedSum, "pointing": Locked, "box-line": Locked}
    units = [unit for unit in reasoner.at(level) if not isinstance(unit.rule, gone.get(name, ()))]
    other = {"pointing": "box-line", "box-line": "pointing"}.get(name)
    kept = game_of(puzzle).groups[other] if other else []
    return reasoner.start if name == "combinations" else reasoner.begun(level), [*units, *kept]


def test_stored_study_has_the_pinned_checksum(tmp_path):
    study = Study(200, seed=2)
    dataset = run_and_store(study, tmp_path / "study.parquet", threads=2)
    assert run(study, threads=1).tally == dataset.tally
    rows = dataset.by_puzzle
    assert rows["class"].value_counts().to_dict() == {"easy": 67, "medium": 67, "hard": 66}
    assert dataset.tally.total == 200
    kept = dataset.hardest_table.to_pylist()
    assert max(row["difficulty"] for row in kept if row["kind"] == "turns") == rows["cages_first"].max()
    assert {row["kind"] for row in kept} == {*SOLVERS, "turns"}
    assert dataset.manifest["sha256"][:16] == "8a1c5e5f6ef99421"


def test_command_and_bad_input(rullo, tmp_path):
    out = tmp_path / "x.parquet"
    status, text, _ = rullo("killer", "study", "--puzzles", "6", "--cages", "40-46", "--out", str(out))
    assert status == 0
    assert load(out).manifest["parameters"]["cages"] == [40, 46]
    for options, why in (
        (("--cages", "40-41"), "cages 40-41: take three numbers or more from 17 to 81"),
        (("--method", "luck"), "method 'luck': take one of report, grown, repaired"),
        (("--method", "grown", "--ungrowable", "3"), "only the report's method has these"),
        (("--ungrowable", "40"), "40 ungrowable cages: take fewer than the 35"),
    ):
        status, _, text = rullo("killer", "study", "--puzzles", "6", "--out", str(out), *options)
        assert (status, text.count("\n")) == (2, 1)
        assert why in text


def test_columns_of_a_study_are_distinct_words():
    """Names with spaces mark datasets of an earlier version, which are refused."""
    assert all(name.isidentifier() for name in COLUMNS)
    assert len(set(COLUMNS)) == len(COLUMNS)
    assert {"solved_cells_E", "passes_OW", "solved_cells_CG_without_box_line"} <= set(COLUMNS)
