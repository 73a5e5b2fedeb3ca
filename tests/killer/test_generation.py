"""Generated puzzles satisfy the request, are unique, and depend on seed and index only."""

import hashlib
import re

import numpy as np
import pytest

from rullo_core import paths
from rullo_core.errors import BadInput
from rullo_core.killer import climb as climbing
from rullo_core.killer import generation
from rullo_core.killer.batch import RULES, find_solutions, rate_many
from rullo_core.killer.climb import FEWEST, TURNS, KillerClimb, climb_once
from rullo_core.killer.generation import begin, generate_puzzle, goal_of
from rullo_core.killer.kernels import generation as kernel
from rullo_core.killer.kernels.cages import sow
from rullo_core.killer.kernels.climb import PASSES, UNIQUE
from rullo_core.killer.kernels.climb import TURNS as TURNS_OF_CAGES
from rullo_core.killer.kernels.filling import fill
from rullo_core.killer.levels import SOLVERS
from rullo_core.killer.puzzle import connected, parse_puzzles
from rullo_core.killer.request import HardestRequest, Request
from rullo_core.killer.workspace import cage_request, prepare_workspace, puzzle_of
from rullo_core.puzzles.results import Climbed
from tests.killer.puzzles import number_by_cp_sat

GO_ON = np.zeros(1, np.uint8)


def check(request, generated):
    """Check that a puzzle satisfies the request and has exactly the given solution."""
    puzzle, (min_cages, max_cages), (min_size, max_size), (min_singles, max_singles) = (
        generated.puzzle,
        *request.in_full,
    )
    assert (puzzle.side, puzzle.box, puzzle.diagonals) == request.shape
    assert puzzle.is_covered
    assert puzzle.is_solved_by(generated.solution)
    assert find_solutions(puzzle, 2).solutions == (generated.solution,)
    assert min_cages <= len(puzzle.cages) <= max_cages
    sizes = [len(cage) for cage in puzzle.cages]
    assert min_singles <= sizes.count(1) <= max_singles
    assert all(min_size <= size <= max_size for size in sizes if size > 1)
    if request.level is not None:
        assert generated.level == request.level
        assert request.passes is None or request.passes[0] <= generated.passes <= request.passes[1]
    (rating,) = rate_many([puzzle], threads=1)
    assert generated.level == rating.level.replace("shave", "search")
    assert generated.passes == rating.passes_by_level.get(generated.level)
    if request.passes is not None and request.level is None:
        assert request.passes[0] <= rating.passes_cages_first <= request.passes[1]


REQUESTS = (
    Request(),
    Request(cages=(24, 26), single_cell_cages=(0, 2)),
    Request(cages=(40, 46), single_cell_cages=(10, 14), spread="lines"),
    Request(cage_sizes=(3, 5), cages=(21, 25), single_cell_cages=(0, 2)),
    Request(cage_sizes=(2, 4), spread="boxes"),
    Request(level="O1", passes=(10, 14)),
    Request(level="CH", cages=(34, 40), single_cell_cages=(0, 5)),
    Request(passes=(25, 30)),
    Request(diagonals=True),
    Request(size=4),
    Request(size=6),
    Request(size=6, box=(3, 2), level="CA"),
    Request(size=8, symmetry="mirror", single_cell_cages=(0, 8)),
    Request(size=7, box=(1, 7)),
    Request(symmetry="half-turn", single_cell_cages=(0, 9)),
    Request(symmetry="quarter-turn", single_cell_cages=(0, 9), cages=(32, 42)),
)


@pytest.mark.parametrize("generation_request", REQUESTS, ids=str)
def test_puzzles_satisfy_the_request(generation_request):
    for index in range(3):
        generated = generate_puzzle(generation_request, 1, index)
        check(generation_request, generated)
        if index == 0:
            assert generate_puzzle(generation_request, 1, index) == generated


def test_cages_are_split_anywhere_once_there_are_enough():
    """With fewer cages than requested, they are split into parts of requested sizes."""
    request = Request(size=6, cages=(8, 8))
    workspace, output, laid = prepare_workspace(request.shape), cage_request(request), {}
    for limit in ("none", "as many", "more"):
        for index in range(6):
            begin(workspace, 1, index)
            kernel.lay_cages(workspace, 8, output, GO_ON)
            number = int(workspace.draft.number[0])
            most_cages = {"none": 0, "as many": number, "more": 36}[limit]
            kernel.generate_unique(workspace, output, RULES["CH"], generation.NODES, np.int64(0), most_cages, GO_ON)
            laid.setdefault(limit, []).append(workspace.draft.owner.tolist())
    assert laid["none"] == laid["as many"] != laid["more"]


@pytest.mark.parametrize("moves", [0, 1, 5])
@pytest.mark.parametrize("goal", ["unique", "solved"])
def test_no_more_moves_than_allowed(goal, moves):
    """After them, cages are only split; many puzzles need more. Moves that were made before do not count."""
    request = Request(size=6, cages=(8, 8))
    workspace, output, moves_made = prepare_workspace(request.shape), cage_request(request), []
    for index in range(6):
        begin(workspace, 1, index)
        kernel.lay_cages(workspace, 8, output, GO_ON)
        workspace.counts[kernel.MOVES] = moves_before = 7 + index
        allowed = np.int64(moves), np.int64(36), GO_ON
        if goal == "unique":
            assert kernel.generate_unique(workspace, output, RULES["CH"], generation.NODES, *allowed)
        else:
            assert kernel.generate_solved(workspace, output, RULES["CH"], *allowed)
        moves_made.append(workspace.counts[kernel.MOVES] - moves_before)
    assert max(moves_made) == moves


def test_seed_and_index_determine_the_puzzle():
    """A change of these puzzles changes all generated ones: the order of growing, moving, splitting and searching."""
    requests = (
        Request(size=4),
        Request(size=6),
        Request(size=6, box=(3, 2), cages=(10, 10), single_cell_cages=(0, 6), spread="boxes"),
        Request(size=6, level="CG", single_cell_cages=(0, 4)),
        Request(cages=(24, 26), single_cell_cages=(0, 2)),
    )
    puzzles = [generate_puzzle(request, 11, index) for request in requests for index in range(3)]
    text = "".join(
        f"{generated.puzzle}\n{generated.solution}\n{generated.moves} {generated.splits}\n" for generated in puzzles
    )
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "9876f65fa55e7452"


@pytest.mark.slow
@pytest.mark.parametrize("side", [12, 16])
def test_large_boards(side):
    request = Request(size=side)
    check(request, generate_puzzle(request, 1, 0))


def test_cp_sat_finds_one_solution():
    for index in range(4):
        assert number_by_cp_sat(generate_puzzle(Request(), 2, index).puzzle, 2) == 1
    assert number_by_cp_sat(generate_puzzle(Request(size=6, box=(3, 2)), 2, 0).puzzle, 2) == 1


@pytest.mark.parametrize("symmetry", ["half-turn", "quarter-turn", "mirror"])
def test_symmetry(symmetry):
    request = Request(symmetry=symmetry, single_cell_cages=(0, 9), cages=(28, 44))
    images = prepare_workspace(request.shape, symmetry).shape.images.tolist()
    assert len(images) == (4 if symmetry == "quarter-turn" else 2)
    for index in range(3):
        puzzle = generate_puzzle(request, 1, index).puzzle
        cages = {frozenset(cage.cells) for cage in puzzle.cages}
        assert all(frozenset(image[cell] for cell in cage) in cages for image in images for cage in cages)


def test_seeds_spread():
    for spread in ("lines", "boxes"):
        request = Request(spread=spread, cages=(27, 27), single_cell_cages=(0, 81))
        workspace = prepare_workspace(request.shape)
        begin(workspace, 1, 0)
        assert fill(workspace.fill_spec, workspace.draft.solution, workspace.rng, GO_ON)
        sow(workspace.draft, workspace.shape, 27, cage_request(request).spread, workspace.rng)
        seeds = np.flatnonzero(workspace.draft.owner >= 0)
        groups = (seeds // 9, seeds % 9) if spread == "lines" else (seeds // 27 * 3 + seeds % 9 // 3,)
        # The only free row and column may cross in a cell that is taken.
        for group in groups:
            assert np.ptp(np.bincount(group, minlength=9)) <= (2 if spread == "lines" else 0)


@pytest.mark.parametrize("box", [(2, 3), (3, 2)])
def test_seeds_spread_over_oblong_boxes(box):
    request = Request(size=6, box=box, spread="boxes", cages=(12, 12), single_cell_cages=(0, 36))
    workspace = prepare_workspace(request.shape)
    for index in range(5):
        begin(workspace, 1, index)
        assert fill(workspace.fill_spec, workspace.draft.solution, workspace.rng, GO_ON)
        sow(workspace.draft, workspace.shape, 12, cage_request(request).spread, workspace.rng)
        seeds = np.flatnonzero(workspace.draft.owner >= 0)
        boxes = seeds // 6 // box[0] * (6 // box[1]) + seeds % 6 // box[1]
        assert np.bincount(boxes, minlength=6).tolist() == [2] * 6


@pytest.mark.parametrize(("side", "kind"), [(4, UNIQUE), (9, UNIQUE), (10, PASSES), (12, PASSES)])
def test_search_proves_uniqueness_up_to_9x9_and_passes_beyond(side, kind):
    assert goal_of(Request(size=side)).kind == kind


def test_goal_of_a_request():
    """A level has to solve what the one below it does not; the lowest has none below it."""
    goals = [goal_of(Request(level=level)) for level in SOLVERS]
    assert [goal.kind for goal in goals] == [PASSES] * len(SOLVERS)
    assert [goal.parts for goal in goals] == [RULES[level] for level in SOLVERS]
    assert [goal.lower for goal in goals] == [0, *(RULES[level] for level in SOLVERS[:-1])]
    by_turns = goal_of(Request(cages=(30, 40), single_cell_cages=(2, 5), passes=(12, 15)))
    assert (by_turns.kind, by_turns.parts, by_turns.lower) == (TURNS_OF_CAGES, RULES["CA"], 0)
    assert (by_turns.minimum, by_turns.maximum) == (12, 15)
    assert (by_turns.fewest_cages, by_turns.most_cages, by_turns.fewest_small) == (30, 40, 2)


def test_tries_use_the_requested_cages_and_their_own_streams(monkeypatch):
    """Numbers of cages lie in the range; no two tries of an index use the same random stream."""
    seeds, words = [], []
    monkeypatch.setattr(
        generation.kernel, "lay_cages", lambda workspace, number, output, stop: seeds.append(int(number))
    )
    monkeypatch.setattr(generation, "begin", lambda *arguments: (words.append(arguments[1:]), begin(*arguments)))
    for index in range(3):
        assert generate_puzzle(Request(cages=(30, 33), single_cell_cages=(0, 81)), 1, index, tries=20) is None
    assert set(seeds) == {30, 31, 32, 33}
    assert len(words) == len(set(words)) == 60
    assert {seed for seed, _ in words} == {1}


def test_grown_cages():
    """Cages are connected, with different digits, not too large; the first thousand have a known checksum."""
    request = Request(cages=(30, 30), single_cell_cages=(0, 81), cage_sizes=(2, 6))
    workspace, output, digest, sizes = prepare_workspace(request.shape), cage_request(request), hashlib.sha256(), []
    for index in range(1000):
        begin(workspace, 3, index)
        assert kernel.lay_cages(workspace, 30, output, GO_ON)
        digest.update(workspace.draft.owner.astype("<i8").tobytes() + workspace.draft.solution.astype("<i8").tobytes())
        if index < 20:
            puzzle, solution = puzzle_of(workspace.draft, request.shape)
            assert puzzle.is_solved_by(solution)
            assert all(connected(cage.cells, 9) == set(cage.cells) for cage in puzzle.cages)
            sizes += [len(cage) for cage in puzzle.cages]
    assert max(sizes) == 6
    assert digest.hexdigest()[:16] == "2e75bee9cfbcc3c9"


@pytest.mark.parametrize("diagonals", [False, True])
def test_boards_are_filled(diagonals):
    for side, box in ((6, (2, 3)), (9, (3, 3)), (10, (2, 5))):
        workspace = prepare_workspace((side, box, diagonals))
        boards = set()
        for index in range(20):
            begin(workspace, 1, index)
            assert fill(workspace.fill_spec, workspace.draft.solution, workspace.rng, GO_ON)
            boards.add(tuple(workspace.draft.solution.tolist()))
            kernel.lay_cages(workspace, side, cage_request(Request(size=side, box=box)), GO_ON)
            puzzle, solution = puzzle_of(workspace.draft, (side, box, diagonals))
            assert puzzle.is_solved_by(solution)
        assert len(boards) == 20
    assert not fill(workspace.fill_spec, workspace.draft.solution, workspace.rng, np.ones(1, np.uint8))


def test_local_search():
    request = HardestRequest(goal=TURNS, single_cell_cages=(0, 9), attempts=3, steps=300, threads=2)
    records = list(KillerClimb(request).hardest())
    assert [record.worth for record in records] == sorted({record.worth for record in records})
    for record, rating in zip(records, rate_many(record.puzzle for record in records), strict=True):
        assert record.worth == rating.passes_cages_first
    assert records[-1].worth > 25
    fewest = climb_once(FEWEST, request, 1, 0, 200, GO_ON)
    assert fewest.worth == -len(fewest.puzzle.cages)
    assert len(fewest.puzzle.cages) < 28
    assert find_solutions(fewest.puzzle, 2).solutions == (fewest.solution,)
    by_level = climb_once("CH", request, 1, 0, 200, GO_ON)
    (rating,) = rate_many([by_level.puzzle])
    assert (rating.level, rating.passes_by_level["CH"]) == ("CH", by_level.worth)


def test_local_search_yields_only_improvements(monkeypatch):
    """A puzzle of the same value as an earlier one is not yielded."""
    worths = (-31, -31, -30, -33, -30, -28)
    monkeypatch.setattr(climbing, "climb_once", lambda *arguments: Climbed(None, worths[arguments[3]]))
    climb = KillerClimb(HardestRequest(goal=FEWEST, attempts=len(worths), steps=10, threads=1))
    assert [record.worth for record in climb.hardest()] == [-31, -30, -28]


def test_invalid_requests():
    for parameters, reason in (
        ({"size": 3}, "size 3: write a number from 4 to 16"),
        ({"size": 6, "box": (2, 2)}, "have 4 cells, a row has 6; write such as boxes 2x3"),
        ({"cages": (0, 4)}, "cages 0-4: take from 1 to 81"),
        ({"cages": (8, 8)}, "8 cages of up to 9 cells do not cover 81"),
        ({"cages": (50, 60)}, "50 cages, 0 of one cell and others of 2 or more, need more than 81 cells"),
        (
            {"cages": (50, 60), "cage_sizes": (1, 9)},
            "50 cages, 0 of one cell and others of 2 or more, need more than 81",
        ),
        ({"single_cell_cages": (40, 50)}, "40 cages of one cell, and only 28 cages"),
        ({"cage_sizes": (4, 12)}, "cage_sizes 4-12: a cage has from 1 to 9 cells"),
        ({"spread": "far"}, "spread 'far': take one of random, lines, boxes"),
        ({"level": "E"}, f"level 'E': take one of {', '.join(SOLVERS)}"),
    ):
        with pytest.raises(BadInput, match=reason):
            Request(**parameters)


def test_no_puzzle_found():
    assert generate_puzzle(Request(level="CH", passes=(90, 99)), 1, 0, tries=2) is None


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["fewest-cages", "most-passes"])
def test_records_have_their_stated_values(kind):
    place = paths.SHIPPED / "data" / "records" / "killer" / f"{kind}.txt"
    names = re.findall(r"^# (\d+)x\d+: (.*)$", place.read_text(), re.MULTILINE)
    puzzles = parse_puzzles(place.read_text())
    for (side, output), puzzle, rating in zip(names, puzzles, rate_many(puzzles), strict=True):
        assert puzzle.side == int(side)
        assert puzzle.is_covered
        assert (rating.solutions, rating.complete) == (1, True)
        assert f"{rating.cages} cages" in output
        assert kind == "fewest-cages" or f"{rating.passes_cages_first} passes" in output
        assert number_by_cp_sat(puzzle, 2) == 1
