"""The Killer study against the readable solver, puzzle by puzzle; on any number of threads; with a pinned checksum."""

from itertools import islice

import numpy as np
import pytest

import rullo_core as rc
import rullo_studies as rs
from rullo_core import passes, paths
from rullo_core.constraints.distinct import Forward
from rullo_core.constraints.sums import SignedSum
from rullo_core.datasets.store import load
from rullo_core.errors import BadInput
from rullo_core.killer.batch import rate_many
from rullo_core.killer.levels import LEVELS, SOLVERS
from rullo_core.killer.solver import NodeCounter, Reasoner, game, run_level, solutions
from rullo_core.killer.workspace import puzzle_from
from rullo_core.passes import levels
from rullo_core.runs.run import run, run_and_store
from rullo_core.sudoku.rules import Hidden, Locked
from rullo_studies.killer.experiments.study import COLUMNS, LEFT_OUT_PARTS, Study, column
from rullo_studies.killer.gordon.classes import CLASSES
from rullo_studies.killer.gordon.strategies import STRATEGIES, draw_puzzle, game_of, solve_by_strategies

STUDIES = (
    Study(9),
    Study(6, "grown", (30, 35)),
    Study(6, "repaired", (30, 35), seed=4),
    Study(6, "report", side=6),
    Study(9, "grown", side=4, box=(1, 4), symmetry="mirror"),
    Study(3, "repaired", side=8, diagonals=True, cage_sizes=(2, 4)),
    Study(6, "unique", seed=2),
    Study(6, "unique", side=6, box=(3, 2), diagonals=True, single_cell_cages=(0, 3), spread="boxes", seed=3),
    Study(2, "unique", side=8, symmetry="half-turn", level="O1"),
    Study(2, "unique", side=12),
)


@pytest.mark.slow
@pytest.mark.parametrize("study", STUDIES, ids=lambda study: f"{study.method} {study.side}")
def test_columns_against_single_ratings(study):
    rows, encoding = study.make(0, study.number, np.zeros(1, np.uint8))
    table = run(study).by_puzzle.to_pylist()
    size, (height, width) = study.side, study.request.shape[1]
    puzzles = [puzzle_from(*encoded.reshape(2, -1), study.request.shape) for encoded in encoding]
    for i, (puzzle, rating, row) in enumerate(zip(puzzles, rate_many(puzzles, 1), table, strict=True)):
        assert [row[name] if row[name] is not None else -1 for name in COLUMNS] == rows[i].tolist()
        low, high_end = study.bounds[CLASSES.index(row["class"])]
        if study.method == "unique":
            assert low <= row["cages"] <= high_end
        else:
            assert row["class"] == CLASSES[i % 3]
        assert row["cages"] == len(puzzle.cages)
        assert row["single_cell_cage_count"] == sum(len(cage) == 1 for cage in puzzle.cages)
        assert row["largest_cage"] == max(map(len, puzzle.cages))
        boxes = [{(cell // size // height, cell % size // width) for cell in cage.cells} for cage in puzzle.cages]
        assert row["cages_in_several_boxes"] == sum(len(crossed_boxes) > 1 for crossed_boxes in boxes)
        assert (row["solutions"] == 1) == rating.complete
        assert study.method == "grown" or rating.complete
        if not rating.complete:
            assert {row[name] for name in COLUMNS[COLUMNS.index("passes_cages_first") :]} == {None}
            continue
        assert row["nodes"] == (rating.nodes if size <= 9 else 0)
        assert row["passes_cages_first"] == rating.passes_cages_first
        for level in LEVELS:
            assert row[f"solved_cells_{level}"] == rating.solved_cells[level]
            solved = rating.solved_cells[level] == size**2
            assert row[f"passes_{level}"] == (rating.passes_by_level[level] if solved else None)
        strategies = solve_by_strategies(puzzle)
        assert row["strategy_passes"] == len(strategies.passes)
        for name in STRATEGIES:
            assert row[column("strategy_count", name)] == strategies.strategy_counts[name]
            assert row[column("eliminated_by", name)] == strategies.eliminated[name]
        if study.method == "report":
            assert low <= row["cages"] <= high_end
        if study == STUDIES[0]:
            draw = draw_puzzle(study.seed, i, (low, high_end))
            assert draw.puzzle.cages == puzzle.cages
            assert (draw.draws, draw.cut_off, draw.with_repeats, draw.ambiguous) == tuple(
                row[name] for name in ("draws", "draws_cut_off", "draws_with_repeats", "draws_ambiguous")
            )


@pytest.mark.slow
@pytest.mark.parametrize("study", [Study(3, "repaired", (26, 28)), Study(3, "unique", side=6, diagonals=True)])
def test_levels_without_parts_against_the_readable_solver(study):
    rows, encoding = study.make(0, 3, np.zeros(1, np.uint8))
    for row, encoded in zip(rows.tolist(), encoding, strict=True):
        puzzle = puzzle_from(*encoded.reshape(2, -1), study.request.shape)
        values = dict(zip(COLUMNS, row, strict=True))
        for level, parts in LEFT_OUT_PARTS.items():
            for name in parts:
                if level == "OW" and name != "sums":
                    continue
                state = levels.reach(*reach_input(puzzle, level, name)).state
                assert values[column(f"solved_cells_{level}_without", name)] == sum(
                    len(domain) == 1 for domain in state
                )
        # Without windows, the strongest level is the one below it.
        assert values["solved_cells_OW_without_windows"] == values["solved_cells_O1"]


def reach_input(puzzle, level, name):
    """Return the state at the start of a level, and its units without a part."""
    reasoner = Reasoner(puzzle)
    rules = {
        "elimination": Forward,
        "hidden singles": Hidden,
        "sums": SignedSum,
        "pointing": Locked,
        "box-line": Locked,
    }
    units = [unit for unit in reasoner.units_at(level) if not isinstance(unit.rule, rules.get(name, ()))]
    opposite = {"pointing": "box-line", "box-line": "pointing"}.get(name)
    opposite_units = game_of(puzzle).groups[opposite] if opposite else []
    return reasoner.start if name == "combinations" else reasoner.start_at(level), [*units, *opposite_units]


@pytest.mark.parametrize(
    "study",
    [
        Study(9, "grown", (7, 11), side=4),
        Study(6, "repaired", (5, 8), side=4, diagonals=True, seed=2),
        Study(6, "report", (9, 13), side=4, ungrowable=2, seed=3),
    ],
    ids=lambda study: study.method,
)
def test_rows_of_small_puzzles_against_readable_programs(study):
    rows, encoding = study.make(0, study.number, np.zeros(1, np.uint8))
    solved = 0
    for i, (row, encoded) in enumerate(zip(rows.tolist(), encoding, strict=True)):
        owner, solution = encoded.reshape(2, -1)
        puzzle, values = puzzle_from(owner, solution, study.request.shape), dict(zip(COLUMNS, row, strict=True))
        assert puzzle.is_solved_by(tuple(solution.tolist()))
        sizes, (height, width) = [len(cage) for cage in puzzle.cages], study.request.shape[1]
        boxes = [{(cell // 4 // height, cell % 4 // width) for cell in cage.cells} for cage in puzzle.cages]
        in_several = sum(len(crossed_boxes) > 1 for crossed_boxes in boxes)
        assert row[:4] == [len(sizes), sizes.count(1), max(sizes), in_several]
        low, high_end = study.bounds[i % 3]
        assert study.method != "report" or low <= len(sizes) <= high_end
        assert row[4] == (1 if study.method != "report" else 1 + sum(row[5:8]))
        counter = NodeCounter()
        number = len(list(islice(solutions(puzzle, "CH", counter), 2)))
        assert values["solutions"] == number
        if number > 1:
            assert study.method == "grown"
            assert set(row[COLUMNS.index("passes_cages_first") :]) == {-1}
            continue
        assert values["nodes"] == counter.nodes
        turns = passes.run(game(puzzle))
        assert values["passes_cages_first"] == (len(turns.passes) if turns.is_solved else -1)
        strategies = solve_by_strategies(puzzle)
        assert values["strategy_passes"] == len(strategies.passes)
        for name in STRATEGIES:
            assert values[column("strategy_count", name)] == strategies.strategy_counts[name]
            assert values[column("eliminated_by", name)] == strategies.eliminated[name]
        for level in LEVELS:
            run_of = run_level(puzzle, level)
            assert values[f"solved_cells_{level}"] == sum(len(domain) == 1 for domain in run_of.state)
            assert values[f"passes_{level}"] == (run_of.last_that_changed if run_of.is_solved else -1)
        for level, parts in LEFT_OUT_PARTS.items():
            for name in parts:
                if level != "OW" or name == "sums":
                    state = levels.reach(*reach_input(puzzle, level, name)).state
                    fixed = sum(len(domain) == 1 for domain in state)
                    assert values[column(f"solved_cells_{level}_without", name)] == fixed
        solved += 1
    assert solved > 2
    assert len(study.make(0, 2, np.ones(1, np.uint8))[0]) == 0


@pytest.mark.parametrize(
    ("study", "options"),
    [
        (
            Study(9, "unique", side=6, diagonals=True, single_cell_cages=(0, 3)),
            {"diagonals": True, "single_cell_cages": (0, 3)},
        ),
        (Study(9, "unique", side=8, box=(1, 8), level="CP"), {"box": "1x8", "level": "CP"}),
        (Study(9, "unique", (5, 6), side=4, symmetry="mirror"), {"cages": (5, 6), "symmetry": "mirror"}),
        (Study(9, "unique", cage_sizes=(2, 4), spread="lines"), {"cage_sizes": (2, 4), "spread": "lines"}),
        (Study(9, "unique", side=10), {}),
    ],
    ids=lambda argument: argument.stem if isinstance(argument, Study) else "",
)
@pytest.mark.slow
def test_unique_puzzles_are_those_that_are_generated(study, options):
    _, encoding = study.make(2, 3, np.zeros(1, np.uint8))
    puzzles = [puzzle_from(*encoded.reshape(2, -1), study.request.shape) for encoded in encoding]
    generated = rc.killer.generate(3, study.side, first=2, seed=study.seed, **options)
    assert [(puzzle.cages, puzzle.box, puzzle.diagonals) for puzzle in puzzles] == [
        (puzzle.cages, puzzle.box, puzzle.diagonals) for puzzle in generated
    ]


@pytest.mark.slow
def test_where_no_puzzle_is_found_that_is_counted(monkeypatch):
    monkeypatch.setattr("rullo_studies.killer.experiments.study.TRIES", 1)
    result = run(Study(6, "unique", side=6, level="CP", seed=2))
    rows, kinds = result.by_puzzle.to_pandas(), result.tally.frame.groupby("outcome").puzzles.sum()
    assert kinds.to_dict() == {"CP": 5, "none": 1}
    missing = rows[rows["class"].isna()]
    assert missing.draws.eq(1).all()
    assert missing.drop(columns="draws").isna().all(axis=None)
    assert rows.drop(missing.index)[["solutions", "cages"]].notna().all(axis=None)
    assert result.tally.of_outcome("none").frame[["class", "cages"]].drop_duplicates().values.tolist() == [["none", 0]]


@pytest.mark.slow
def test_classes_of_few_numbers_of_cages():
    rows = run(Study(20, "unique", (30, 31), single_cell_cages=(0, 30))).by_puzzle.to_pandas()
    assert set(zip(rows.cages, rows["class"], strict=True)) == {(31, "easy"), (30, "hard")}


def test_the_least_numbers_of_cages():
    """Three, one for each class, of 17 cages or more on a usual board."""
    assert Study(6, cages=(17, 19)).bounds == ((19, 19), (18, 18), (17, 17))
    for cages in ((16, 19), (17, 18)):
        with pytest.raises(BadInput, match=f"cages {cages[0]}-{cages[1]}: take three numbers or more from 17 to 81"):
            Study(6, cages=cages)


def test_defaults_are_those_of_the_report():
    study = Study(9)
    assert (study.method, study.cages, study.ungrowable, study.seed) == ("report", (35, 46), 10, 1)
    assert (study.side, study.box, study.diagonals) == (9, "usual", False)
    assert study.bounds == ((43, 46), (39, 42), (35, 38))


def test_what_is_usual_is_left_out_of_a_manifest():
    """Datasets and checksums made before there were these parameters stay what they are."""
    assert Study(9).parameters == {"method": "report", "cages": [35, 46], "ungrowable": 10, "count": 9, "seed": 1}
    assert Study(9, "repaired", (28, 34), box=(3, 3), cage_sizes=(2, 9)).parameters == {
        "method": "repaired",
        "cages": [28, 34],
        "count": 9,
        "seed": 1,
    }
    usual = Study(9, "unique", box=(3, 3), cage_sizes=(2, 9), single_cell_cages=(0, 0), cages=(28, 34))
    assert usual == Study(9, "unique")
    assert Study(10_000).file_name == "killer-study-report-35-46-84ff76e60de0.parquet"
    unusual = Study(9, "unique", side=6, box=(3, 2), diagonals=True, cage_sizes=(2, 3), level="O1")
    left_in = {"size": 6, "box": "3x2", "diagonals": True, "cage_sizes": "2-3", "level": "O1"}
    assert unusual.parameters == {"method": "unique", "cages": [13, 15]} | left_in | {"count": 9, "seed": 1}
    assert unusual.title == (
        "Killer Sudokus unique, 13-15 cages, size 6, box 3x2, diagonals, cage_sizes 2-3, level O1, seed 1"
    )


@pytest.mark.slow
def test_a_sweep_over_boards(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "DATA", tmp_path)
    path = tmp_path / "boards.yaml"
    head = "experiment: killer study\nmethod: unique\ncount: 2\n"
    path.write_text(f"{head}size: [4, 6]\ncage_sizes: [2-3, usual]\ndiagonals: [false, true]\n")
    with pytest.raises(BadInput, match="no point has a dataset"), pytest.warns(UserWarning, match="it is not there"):
        rs.killer.load_sweep(path, compute=False)
    table = rs.killer.load_sweep(path)
    assert table.attrs == {"title": "boards", "points": 8, "missing": {}}
    assert table.columns[:19].tolist() == [
        "puzzle", "point", "method", "size", "box", "diagonals", "asked_cages", "cage_sizes", "single_cell_cages",
        "spread", "symmetry", "level", "ungrowable", "seed", "simple", "passes", "solutions", "nodes", "class",
    ]  # fmt: skip
    assert table.columns[19:].tolist() == [name for name in COLUMNS if name not in ("solutions", "nodes")]
    assert table.point.tolist() == [point for point in range(1, 9) for _ in range(2)]
    points = table.drop_duplicates("point")[["size", "diagonals", "cage_sizes"]].to_numpy().tolist()
    assert points == [[size, x, of] for size in (4, 6) for x in (False, True) for of in ("2-3", "usual")]
    assert table.solutions.eq(1).all()


@pytest.mark.slow
def test_stored_study_has_the_pinned_checksum(tmp_path):
    study = Study(200, seed=2)
    dataset = run_and_store(study, tmp_path / "study.parquet", threads=2)
    assert run(study, threads=1).tally == dataset.tally
    rows = dataset.by_puzzle
    assert rows["class"].value_counts().to_dict() == {"easy": 67, "medium": 67, "hard": 66}
    assert dataset.tally.total == 200
    hardest = dataset.hardest_table.to_pylist()
    max_passes = max(row["by_passes"] for row in hardest if row["by_level"] == "turns")
    assert max_passes == rows["passes_cages_first"].max()
    assert {row["by_level"] for row in hardest} == {*SOLVERS, "turns"}
    assert dataset.manifest["sha256"][:16] == "8a1c5e5f6ef99421"


@pytest.mark.slow
def test_command_and_bad_input(rullo, tmp_path):
    out = tmp_path / "x.parquet"
    status, text, _ = rullo("killer", "study", "--count", "6", "--cages", "40-46", "--out", str(out))
    assert status == 0
    assert load(out).manifest["parameters"]["cages"] == [40, 46]
    for options, reason in (
        (("--cages", "40-41"), "cages 40-41: take three numbers or more from 17 to 81"),
        (("--size", "6", "--cages", "5-9"), "cages 5-9: take three numbers or more from 8 to 36"),
        (("--method", "luck"), "method 'luck': take one of report, grown, repaired, unique"),
        (("--method", "grown", "--ungrowable", "3"), "ungrowable 3: is of the method report only; leave it out"),
        (("--cage-sizes", "2-4"), "cage_sizes 2-4: is of the method grown, repaired or unique only"),
        (("--method", "repaired", "--level", "O1"), "level O1: is of the method unique only"),
        (("--method", "unique", "--level", "E"), "level 'E': take one of CH"),
        (("--size", "12"), "size 12, method report: to search for a second solution may take for ever"),
        (("--size", "17", "--method", "unique"), "size '17': write a number from 4 to 16"),
        (("--size", "6", "--box", "3x3"), "boxes 3x3: have 9 cells, a row has 6"),
        (("--diagonals", "maybe"), "'maybe': write true or false"),
        (("--ungrowable", "40"), "40 ungrowable cages: take fewer than the 35"),
    ):
        status, _, text = rullo("killer", "study", "--count", "6", "--out", str(out), *options)
        assert (status, text.count("\n")) == (2, 1)
        assert reason in text


def test_columns_of_a_study_are_distinct_words():
    """Names with spaces mark datasets of an earlier version, which are refused."""
    assert all(name.isidentifier() for name in COLUMNS)
    assert len(set(COLUMNS)) == len(COLUMNS)
    assert {"solved_cells_E", "passes_OW", "solved_cells_CG_without_box_line"} <= set(COLUMNS)
