"""Puzzles that are made: as wished, with one solution, the same for the same seed."""

import hashlib
import re

import numpy as np
import pytest

from rullo_core import places
from rullo_core.errors import BadInput
from rullo_core.killer import climb as climbing
from rullo_core.killer import generation
from rullo_core.killer.batch import RULES, find_solutions, rate_many
from rullo_core.killer.climb import FEWEST, TURNS, Climbed, climb, climb_once
from rullo_core.killer.generation import begin, goal_of, make_puzzle
from rullo_core.killer.kernels import making
from rullo_core.killer.kernels.cages import sow
from rullo_core.killer.kernels.climbing import PASSES, UNIQUE
from rullo_core.killer.kernels.climbing import TURNS as TURNS_OF_CAGES
from rullo_core.killer.kernels.filling import fill
from rullo_core.killer.maker import maker_of, puzzle_of, wish_for_cages
from rullo_core.killer.puzzle import connected, parse_puzzles
from rullo_core.killer.solver import SOLVERS
from rullo_core.killer.wish import Wish
from tests.killer.puzzles import number_by_cp_sat

GO_ON = np.zeros(1, np.uint8)


def check(wish, made):
    """That a puzzle is what was wished, and has the solution that is told and no other."""
    puzzle, (fewest, most), (least, largest), (few, many) = made.puzzle, *wish.in_full
    assert (puzzle.side, puzzle.box, puzzle.diagonals) == wish.shape
    assert puzzle.is_covered
    assert puzzle.is_solved_by(made.solution)
    assert find_solutions(puzzle, 2).solutions == (made.solution,)
    assert fewest <= len(puzzle.cages) <= most
    sizes = [len(cage) for cage in puzzle.cages]
    assert few <= sizes.count(1) <= many
    assert all(least <= size <= largest for size in sizes if size > 1)
    if wish.level is not None:
        assert made.rating.level == wish.level
        assert wish.passes is None or wish.passes[0] <= made.rating.made[wish.level] <= wish.passes[1]
    elif wish.passes is not None:
        assert wish.passes[0] <= made.rating.passes <= wish.passes[1]


WISHES = (
    Wish(),
    Wish(cages=(24, 26), singles=(0, 2)),
    Wish(cages=(40, 46), singles=(10, 14), spread="lines"),
    Wish(sizes=(3, 5), cages=(21, 25), singles=(0, 2)),
    Wish(sizes=(2, 4), spread="boxes"),
    Wish(level="O1", passes=(10, 14)),
    Wish(level="CH", cages=(34, 40), singles=(0, 5)),
    Wish(passes=(25, 30)),
    Wish(diagonals=True),
    Wish(side=4),
    Wish(side=6),
    Wish(side=6, box=(3, 2), level="CA"),
    Wish(side=8, symmetry="mirror", singles=(0, 8)),
    Wish(side=7, box=(1, 7)),
    Wish(symmetry="half-turn", singles=(0, 9)),
    Wish(symmetry="quarter-turn", singles=(0, 9), cages=(32, 42)),
)


@pytest.mark.parametrize("wish", WISHES, ids=str)
def test_as_wished(wish):
    for index in range(3):
        made = make_puzzle(wish, 1, index)
        check(wish, made)
        if index == 0:
            assert make_puzzle(wish, 1, index) == made


def test_cages_are_cut_anywhere_where_there_are_as_many_as_wished():
    """As if there were already too many; as long as there are fewer, they are cut into sizes as wished."""
    wish = Wish(side=6, cages=(8, 8))
    maker, told, laid = maker_of(wish.shape), wish_for_cages(wish), {}
    for most in ("none", "as many", "more"):
        for index in range(6):
            begin(maker, 1, index)
            making.lay_cages(maker, 8, told, GO_ON)
            number = int(maker.draft.number[0])
            most_cages = {"none": 0, "as many": number, "more": 36}[most]
            making.make_unique(maker, told, RULES["CH"], generation.NODES, np.int64(0), most_cages, GO_ON)
            laid.setdefault(most, []).append(maker.draft.owner.tolist())
    assert laid["none"] == laid["as many"] != laid["more"]


def test_the_same_seed_and_index_make_the_same_puzzle():
    """If this changes, so do all that were made: in what order cages are grown, moved, cut and climbed with."""
    wishes = (
        Wish(side=4),
        Wish(side=6),
        Wish(side=6, box=(3, 2), cages=(10, 10), singles=(0, 6), spread="boxes"),
        Wish(side=6, level="CG", singles=(0, 4)),
        Wish(cages=(24, 26), singles=(0, 2)),
    )
    made = [make_puzzle(wish, 11, index) for wish in wishes for index in range(3)]
    text = "".join(f"{one.puzzle}\n{one.solution}\n{one.moves} {one.splits}\n" for one in made)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "9876f65fa55e7452"


@pytest.mark.slow
@pytest.mark.parametrize("side", [12, 16])
def test_large_boards(side):
    wish = Wish(side=side)
    check(wish, make_puzzle(wish, 1, 0))


def test_one_solution_says_cp_sat_too():
    for index in range(4):
        assert number_by_cp_sat(make_puzzle(Wish(), 2, index).puzzle, 2) == 1
    assert number_by_cp_sat(make_puzzle(Wish(side=6, box=(3, 2)), 2, 0).puzzle, 2) == 1


@pytest.mark.parametrize("symmetry", ["half-turn", "quarter-turn", "mirror"])
def test_symmetry(symmetry):
    wish = Wish(symmetry=symmetry, singles=(0, 9), cages=(28, 44))
    images = maker_of(wish.shape, symmetry).shape.images.tolist()
    assert len(images) == (4 if symmetry == "quarter-turn" else 2)
    for index in range(3):
        puzzle = make_puzzle(wish, 1, index).puzzle
        cages = {frozenset(cage.cells) for cage in puzzle.cages}
        assert all(frozenset(image[cell] for cell in cage) in cages for image in images for cage in cages)


def test_seeds_spread():
    for spread in ("lines", "boxes"):
        wish = Wish(spread=spread, cages=(27, 27), singles=(0, 81))
        maker = maker_of(wish.shape)
        begin(maker, 1, 0)
        assert fill(maker.filler, maker.draft.solution, maker.chance, GO_ON)
        sow(maker.draft, maker.shape, 27, wish_for_cages(wish).spread, maker.chance)
        seeds = np.flatnonzero(maker.draft.owner >= 0)
        groups = (seeds // 9, seeds % 9) if spread == "lines" else (seeds // 27 * 3 + seeds % 9 // 3,)
        # Lines may come to where the only free ones cross in a cell that is taken.
        for group in groups:
            assert np.ptp(np.bincount(group, minlength=9)) <= (2 if spread == "lines" else 0)


@pytest.mark.parametrize("box", [(2, 3), (3, 2)])
def test_seeds_spread_over_boxes_that_are_no_squares(box):
    wish = Wish(side=6, box=box, spread="boxes", cages=(12, 12), singles=(0, 36))
    maker = maker_of(wish.shape)
    for index in range(5):
        begin(maker, 1, index)
        assert fill(maker.filler, maker.draft.solution, maker.chance, GO_ON)
        sow(maker.draft, maker.shape, 12, wish_for_cages(wish).spread, maker.chance)
        seeds = np.flatnonzero(maker.draft.owner >= 0)
        boxes = seeds // 6 // box[0] * (6 // box[1]) + seeds % 6 // box[1]
        assert np.bincount(boxes, minlength=6).tolist() == [2] * 6


@pytest.mark.parametrize(("side", "kind"), [(4, UNIQUE), (9, UNIQUE), (10, PASSES), (12, PASSES)])
def test_one_solution_is_searched_for_up_to_9x9_and_proved_by_passes_beyond(side, kind):
    assert goal_of(Wish(side=side)).kind == kind


def test_goals_are_what_is_wished():
    """A level is to solve what the one below it does not; the lowest has none below it."""
    goals = [goal_of(Wish(level=level)) for level in SOLVERS]
    assert [goal.kind for goal in goals] == [PASSES] * len(SOLVERS)
    assert [goal.parts for goal in goals] == [RULES[level] for level in SOLVERS]
    assert [goal.lower for goal in goals] == [0, *(RULES[level] for level in SOLVERS[:-1])]
    by_turns = goal_of(Wish(cages=(30, 40), singles=(2, 5), passes=(12, 15)))
    assert (by_turns.kind, by_turns.parts, by_turns.lower) == (TURNS_OF_CAGES, RULES["CA"], 0)
    assert (by_turns.least, by_turns.most) == (12, 15)
    assert (by_turns.fewest_cages, by_turns.most_cages, by_turns.fewest_small) == (30, 40, 2)


def test_tries_begin_with_as_many_cages_as_are_wished_and_words_of_their_own(monkeypatch):
    """From the fewest to the most; no try of an index draws what another draws."""
    seeds, words = [], []
    monkeypatch.setattr(generation.kernel, "lay_cages", lambda maker, number, told, stop: seeds.append(int(number)))
    monkeypatch.setattr(generation, "begin", lambda *given: (words.append(given[1:]), begin(*given)))
    for index in range(3):
        assert make_puzzle(Wish(cages=(30, 33), singles=(0, 81)), 1, index, tries=20) is None
    assert set(seeds) == {30, 31, 32, 33}
    assert len(words) == len(set(words)) == 60
    assert {seed for seed, _ in words} == {1}


def test_cages_that_are_grown():
    """In one piece each, no digit twice, none too large; the first thousand come to a known checksum."""
    wish = Wish(cages=(30, 30), singles=(0, 81), sizes=(2, 6))
    maker, told, digest, sizes = maker_of(wish.shape), wish_for_cages(wish), hashlib.sha256(), []
    for index in range(1000):
        begin(maker, 3, index)
        assert making.lay_cages(maker, 30, told, GO_ON)
        digest.update(maker.draft.owner.astype("<i8").tobytes() + maker.draft.solution.astype("<i8").tobytes())
        if index < 20:
            puzzle, solution = puzzle_of(maker.draft, wish.shape)
            assert puzzle.is_solved_by(solution)
            assert all(connected(cage.cells, 9) == set(cage.cells) for cage in puzzle.cages)
            sizes += [len(cage) for cage in puzzle.cages]
    assert max(sizes) == 6
    assert digest.hexdigest()[:16] == "2e75bee9cfbcc3c9"


@pytest.mark.parametrize("diagonals", [False, True])
def test_boards_are_filled(diagonals):
    for side, box in ((6, (2, 3)), (9, (3, 3)), (10, (2, 5))):
        maker = maker_of((side, box, diagonals))
        boards = set()
        for index in range(20):
            begin(maker, 1, index)
            assert fill(maker.filler, maker.draft.solution, maker.chance, GO_ON)
            boards.add(tuple(maker.draft.solution.tolist()))
            making.lay_cages(maker, side, wish_for_cages(Wish(side=side, box=box)), GO_ON)
            puzzle, solution = puzzle_of(maker.draft, (side, box, diagonals))
            assert puzzle.is_solved_by(solution)
        assert len(boards) == 20
    assert not fill(maker.filler, maker.draft.solution, maker.chance, np.ones(1, np.uint8))


def test_climbing():
    wish = Wish(singles=(0, 9))
    found = list(climb(TURNS, wish, 1, 3, 300, threads=2))
    assert [one.worth for one in found] == sorted({one.worth for one in found})
    for one, rating in zip(found, rate_many(one.puzzle for one in found), strict=True):
        assert one.worth == rating.passes
    assert found[-1].worth > 25
    fewest = climb_once(FEWEST, wish, 1, 0, 200, GO_ON)
    assert fewest.worth == -len(fewest.puzzle.cages)
    assert len(fewest.puzzle.cages) < 28
    assert find_solutions(fewest.puzzle, 2).solutions == (fewest.solution,)
    by_level = climb_once("CH", wish, 1, 0, 200, GO_ON)
    (rating,) = rate_many([by_level.puzzle])
    assert (rating.level, rating.made["CH"]) == ("CH", by_level.worth)


def test_what_is_climbed_to_is_told_once(monkeypatch):
    """Only what is worth more than all before, however many come to the same."""
    worths = (-31, -31, -30, -33, -30, -28)
    monkeypatch.setattr(climbing, "climb_once", lambda *given: Climbed(None, (), worths[given[3]]))
    assert [one.worth for one in climb(FEWEST, Wish(), 1, len(worths), 10, threads=1)] == [-31, -30, -28]


def test_what_cannot_be_wished():
    for asked, why in (
        ({"side": 3}, "size 3: take one from 4 to 16"),
        ({"side": 6, "box": (2, 2)}, "have 4 cells, a row has 6; write such as boxes 2x3"),
        ({"cages": (0, 4)}, "cages 0-4: take from 1 to 81"),
        ({"cages": (8, 8)}, "8 cages of up to 9 cells do not cover 81"),
        ({"cages": (50, 60)}, "50 cages, 0 of one cell and others of 2 or more, need more than 81 cells"),
        ({"cages": (50, 60), "sizes": (1, 9)}, "50 cages, 0 of one cell and others of 2 or more, need more than 81"),
        ({"singles": (40, 50)}, "40 cages of one cell, and only 28 cages"),
        ({"sizes": (4, 12)}, "sizes 4-12: a cage has from 1 to 9 cells"),
        ({"spread": "far"}, "spread 'far': take one of random, lines, boxes"),
        ({"level": "E"}, f"level 'E': take one of {', '.join(SOLVERS)}"),
    ):
        with pytest.raises(BadInput, match=why):
            Wish(**asked)


def test_none_found():
    assert make_puzzle(Wish(level="CH", passes=(90, 99)), 1, 0, tries=2) is None


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["fewest-cages", "most-passes"])
def test_records_are_what_they_say(kind):
    place = places.SHIPPED / "data" / "records" / "killer" / f"{kind}.txt"
    names = re.findall(r"^# (\d+)x\d+: (.*)$", place.read_text(), re.MULTILINE)
    puzzles = parse_puzzles(place.read_text())
    for (side, told), puzzle, rating in zip(names, puzzles, rate_many(puzzles), strict=True):
        assert puzzle.side == int(side)
        assert puzzle.is_covered
        assert (rating.solutions, rating.complete) == (1, True)
        assert f"{rating.cages} cages" in told
        assert kind == "fewest-cages" or f"{rating.passes} passes" in told
        assert number_by_cp_sat(puzzle, 2) == 1
