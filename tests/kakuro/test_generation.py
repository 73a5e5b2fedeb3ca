"""Making: what comes out is looked into by the readable solver, which knows nothing of how it was made."""

import hashlib
import random
import re
from collections import Counter
from itertools import product

import numpy as np
import pytest

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.errors import BadInput
from rullo_core.kakuro import generation, measures
from rullo_core.kakuro.batch import rate_many
from rullo_core.kakuro.generation import draw_draft, generate_puzzle, puzzle_of
from rullo_core.kakuro.kernels import construct, steps
from rullo_core.kakuro.kernels.draft import fill, forget, forget_next, measure, measure_from, set_clues
from rullo_core.kakuro.kernels.layout import blacken
from rullo_core.kakuro.kernels.repair import list_changes, part_solutions, repair
from rullo_core.kakuro.kernels.steps import exchange_pairs
from rullo_core.kakuro.kernels.uniqueness import AMBIGUOUS, UNDECIDED, UNIQUE, find_other, find_rectangle
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.request import METHODS, SYMMETRIES, Condition, LayoutSpec, Request, nearest_share
from rullo_core.kakuro.solver import rate, reach, solutions
from rullo_core.passes.levels import SEARCH

STOP = np.zeros(1, np.uint8)

SMALL = "3 3\n- 4, 6,\n,7 0 0\n,3 0 0"
"""Simple."""


def filled_draft(size, seed, black=0.3, push=0.0):
    """A draft with digits and clues."""
    draft = draw_draft(LayoutSpec(size, size, black), 1, seed)
    assert fill(draft, push, np.zeros(size * size, np.int64), rng_from_seed(1, seed))
    set_clues(draft)
    return draft


def runs(line):
    return [len(run) for run in "".join(map(str, line)).split("0") if run]


# -- layouts ----------------------------------------------------------------------------------------------------------


IMAGES = {
    "none": lambda white: white,
    "half-turn": lambda white: white[::-1, ::-1],
    "quarter-turn": np.rot90,
    "mirror": lambda white: white[:, ::-1],
}
"""The image of a layout under each symmetry."""


def are_in_blocks(white):
    blocks = np.zeros_like(white)
    for r, c in product(*(range(side - 1) for side in white.shape)):
        if white[r : r + 2, c : c + 2].all():
            blocks[r : r + 2, c : c + 2] = 1
    return (blocks == white).all()


def is_connected(white):
    remaining = {(int(r), int(c)) for r, c in np.argwhere(white)}
    frontier = {min(remaining)} if remaining else set()
    while frontier:
        remaining -= frontier
        frontier = {(r + dr, c + dc) for r, c in frontier for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))} & remaining
    return white.any() and not remaining


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("in_blocks", [False, True])
def test_layouts_keep_their_rules(symmetry, in_blocks):
    layouts = set()
    for index in range(20):
        layout = LayoutSpec(12, 12, 0.25, 6, symmetry, in_blocks=in_blocks)
        white = draw_draft(layout, 3, index).white
        assert (white == IMAGES[symmetry](white)).all()
        assert (white == 0).mean() >= 0.25
        lengths = [n for line in (*white.tolist(), *white.T.tolist()) for n in runs(line)]
        assert (min(lengths), max(lengths)) >= (2, 2)
        assert max(lengths) <= 6
        puzzle = Kakuro.from_digits(white.tolist())
        assert len(puzzle.components()) == 1
        assert not in_blocks or are_in_blocks(white)
        layouts.add(white.tobytes())
    assert len(layouts) > 15


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize(("shortest", "in_blocks"), [(1, False), (1, True), (2, False), (2, True)])
def test_cells_are_made_black_as_long_as_the_rules_allow_it(symmetry, shortest, in_blocks):
    """The kernel looks around a cell and its images only; here the whole layout is looked at each time."""
    draw, answers = np.random.default_rng(1), Counter()
    rules = SYMMETRIES.index(symmetry), shortest, int(in_blocks)
    cells, stack = np.empty((4, 2), np.int64), np.empty(49, np.int64)
    for _ in range(40):
        sides = draw.integers(2, 8, 2)
        white = np.ones(sides if symmetry != "quarter-turn" else sides[[0, 0]], np.uint8)
        for cell in [*draw.permutation(white.size), *draw.permutation(white.size)]:
            r, c = divmod(int(cell), white.shape[1])
            if not white[r, c]:
                continue
            image, blackened = np.zeros_like(white), white.copy()
            image[r, c] = 1
            for _ in range(4):
                blackened[image == 1] = 0
                image = IMAGES[symmetry](image)
            allowed = (
                is_connected(blackened)
                and min(n for line in (*blackened.tolist(), *blackened.T.tolist()) for n in runs(line)) >= shortest
                and (not in_blocks or are_in_blocks(blackened))
            )
            expected = blackened if allowed else white.copy()
            assert blacken(white, r, c, rules, cells, stack) == allowed
            assert (white == expected).all()
            answers[allowed] += 1
    assert min(answers[True], answers[False]) > 30


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("in_blocks", [False, True])
def test_no_fewer_cells_are_black_than_asked_for(symmetry, in_blocks):
    count = 0
    for size, black in product((5, 6, 7, 9, 11), (0.22, 0.3, 0.35)):
        layout = LayoutSpec(size, size, black, symmetry=symmetry, in_blocks=in_blocks)
        try:
            white = draw_draft(layout, 1, size).white
        except BadInput:
            continue
        count += 1
        assert 1 - white.mean() >= black
    assert count > 5


@pytest.mark.parametrize("method", METHODS)
def test_a_puzzle_of_6x6_has_at_least_40_percent_black(method):
    generated = generate_puzzle(LayoutSpec(6, 6, 0.4), Condition(), 1, 0, (method,))
    assert len(generated.puzzle.cells) <= 0.6 * 36


@pytest.mark.parametrize("side", [4, 5, 6, 8])
def test_without_a_share_about_40_percent_are_black(side):
    """So that there are layouts of small boards, too: of 4x4 there is none with 7 black cells."""
    layout = LayoutSpec(side, side)
    assert layout.black_cells == round(0.4 * side * side)
    assert generate_puzzle(layout, Condition(), 1, 0).puzzle.rows == side + 1


def test_a_share_that_is_a_number_of_cells_is_that_number():
    for side in range(2, 65):
        cells = side * side
        assert all(LayoutSpec(side, side, black / cells).black_cells == black for black in range(cells))
    assert [LayoutSpec(6, 6, black).black_cells for black in (0, 0.01, 0.4, 0.41, 0.99)] == [0, 1, 15, 15, 36]
    nearest = {(side, black): nearest_share(black, side, side) for side in (6, 15) for black in (0.25, 0.4)}
    assert {key: LayoutSpec(key[0], key[0], share).black_cells for key, share in nearest.items()} == {
        **{(6, 0.25): 9, (6, 0.4): 14},
        **{(15, 0.25): 56, (15, 0.4): 90},
    }


def test_single_cells_only_where_they_are_allowed():
    assert any(
        1 in runs(line)
        for index in range(10)
        for line in draw_draft(LayoutSpec(8, 8, 0.5, single=True, symmetry="none"), 1, index).white.tolist()
    )


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ({"height": 65}, "65x8: layouts are drawn from 1x1 to 64x64"),
        ({"height": 1}, "1x8: every entry across it has one cell; allow entries of one cell"),
        ({"black": 1.0}, "1 black cells: write a share"),
        ({"longest": 1}, "entries of 1 cells at most: write 2 to 9"),
        ({"symmetry": "third"}, "symmetry 'third': write one of none, half-turn"),
        ({"height": 7, "symmetry": "quarter-turn"}, "7x8: a quarter turn needs a square"),
    ],
)
def test_layouts_that_there_are_not(rules, says):
    with pytest.raises(BadInput, match=says):
        LayoutSpec(**({"height": 8, "width": 8} | rules))


@pytest.mark.parametrize(
    "layout",
    [
        "3 3\n- - -\n- 0 5\n- 0 -\n",
        [[0, 5], [0, None]],
        ((0, 5), (0, None)),
        [np.array([0, 5]), [np.int64(0), None]],
        np.array([[0, 5], [0, None]], object),
    ],
)
def test_a_layout_that_is_kept_may_be_text_or_rows(layout):
    assert Request(layout=layout).layout == ((0, 5), (0, None))


@pytest.mark.parametrize(
    ("layout", "says"),
    [
        ([[0] * 10] * 2, "row 2, column 2: 10 cells across; there are 9 digits, so divide them"),
        ([[None, None]], "layout: all cells are black; write 0 for each white one"),
        ([[1, 1], [0, 0]], "row 2, column 2: 1 is twice in the entry that begins there; change one"),
        *((value, "write one Kakuro, its text, or rows of digits from 0 to 9, and None for black cells") for value in (
            [1, 2], ["00", "00"], [["0", "0"], [0, 0]], [[True, 0], [0, 0]], [[0.0, 0], [0, 0]], [[10, 0], [0, 0]],
            [[-1, 0], [0, 0]], [[0, 0], [0]], [[]], [], 5, np.zeros((2, 2)), np.zeros((2, 2, 2), int), {},
        )),
    ],
)  # fmt: skip
def test_rows_are_refused_where_text_is(layout, says):
    with pytest.raises(BadInput, match=re.escape(says)):
        Request(layout=layout)


@pytest.mark.parametrize(
    ("name", "value"),
    [("size", "2x2"), ("black", 0.3), ("longest", 2), ("symmetry", "none"), ("single_cell_entries", True),
     ("in_blocks", True)],
)  # fmt: skip
def test_a_layout_that_is_given_leaves_nothing_to_decide(name, value):
    with pytest.raises(BadInput, match=f"{name}: the layout that is given decides that; leave {name} out"):
        Request(layout=[[0, 0], [0, 0]], **{name: value})


def test_a_layout_that_is_not_found_is_told():
    with pytest.raises(BadInput, match=r"8x8, 90% black, .* no layout found in 1000 tries; ask for fewer black"):
        draw_draft(LayoutSpec(8, 8, 0.9), 1, 0)


# -- digits -----------------------------------------------------------------------------------------------------------


def test_moves_grow_with_the_turns_where_a_difficulty_is_wished(monkeypatch):
    """So that other seeds are tried soon; without such a wish, as many as there can be."""
    tasks = []

    def note(task):
        tasks.append((task.moves, task.depths.shape == (task.cells + 1, task.cells)))
        return False, {}

    monkeypatch.setattr(generation, "GENERATORS", dict.fromkeys(generation.GENERATORS, note))
    assert generate_puzzle(LayoutSpec(6, 6, 0.3), Condition("G", (8, 9)), 1, 0, ["repair", "steps"], tries=90) is None
    assert [moves for moves, _ in tasks] == [min(1000 * (1 + turn // 4), 20_000) for turn in range(90)]
    assert all(fits for _, fits in tasks)
    tasks.clear()
    assert generate_puzzle(LayoutSpec(6, 6, 0.3), Condition("G"), 1, 0, ["repair"], tries=3) is None
    assert [moves for moves, _ in tasks] == [20_000] * 3


def test_what_repair_is_told_of_passes_and_given_digits(monkeypatch):
    """The sum of the passes in both orders, no less and no more than is wished; digits by white cell, 0 for any."""
    output = []

    def note(draft, fixed, moves, heat, passes, *rest):
        output.append((passes, fixed.tolist(), draft.white.tolist()))
        return -1, 0.0

    monkeypatch.setattr(generation, "repair", note)
    rows = [[1, 0, None, 0, 0], [0, 9, 0, 0, 0], [None, 0, 0, 0, None], [0, 0, 0, 2, 0], [0, 0, None, 0, 5]]
    assert generate_puzzle(LayoutSpec(5, 5), Condition("G", (8.3, 9.7)), 1, 0, ["repair"], digits=rows, tries=1) is None
    ((passes, fixed, white),) = output
    assert passes == (17, 19)
    digits = [digit for row in rows for digit in row if digit is not None]
    assert fixed == digits + [0] * (25 - len(digits))
    assert white == [[int(digit is not None) for digit in row] for row in rows]
    output.clear()
    assert generate_puzzle(LayoutSpec(5, 5), Condition(), 1, 0, ["repair"], tries=1) is None
    ((passes, fixed, _),) = output
    assert passes[0] == 0
    assert passes[1] > 1000
    assert not any(fixed)


def test_digits_that_are_given_are_not_changed_by_repair():
    for seed in range(6):
        draft, rng = filled_draft(7, seed), rng_from_seed(2, seed)
        cells, old_digits = int(draft.puzzle.cells[1]), draft.digits.copy()
        fixed = np.zeros(49, np.int64)
        fixed[:cells:3] = old_digits[:cells:3]
        repair(draft, fixed, 200, generation.HEAT, (0, 2**20), rng, STOP, generation.NO_TRACE)
        changed_cells = np.flatnonzero(draft.digits != old_digits)
        assert len(changed_cells) > 5
        assert not fixed[changed_cells].any()
        puzzle, solution = puzzle_of(draft)
        assert puzzle.is_solved_by(solution)
        assert [entry.clue for entry in puzzle.entries] == draft.puzzle.clues[: len(puzzle.entries)].tolist()


@pytest.mark.parametrize(("ended", "step"), [(steps.CLUES, 3), (steps.BLACK, 4), (steps.PAIRS, 5)])
def test_what_is_told_of_five_steps(monkeypatch, ended, step):
    def make(draft, rules, attempts, rng, stop, log):
        log.failed[:] = 1, 0, 3, 4
        log.blackened[0], log.ended[0] = 7, ended
        return 9

    monkeypatch.setattr(steps, "make_in_steps", make)
    monkeypatch.setattr(generation, "rate_packed", lambda arrays, stop: rate(Kakuro.parse(SMALL)))
    generated = generate_puzzle(LayoutSpec(2, 2, 0), Condition(), 1, 0, ["steps"], tries=1)
    failed = {"attempts": 9, "failed at step": {2: 1, 4: 3, 5: 4}}
    assert generated.log == {"tries": 1, **failed, "ended at step": step, "made black": 7}


def test_what_is_told_of_a_constructor(monkeypatch):
    def make(draft, max_removals, depths, rng, stop, log):
        log.counts[construct.CHOSEN_CLUES] = 1
        log.counts[construct.NO_SOLUTION], log.counts[construct.EXCHANGEABLE] = 2, 3
        log.counts[construct.TAKEN_BACK], log.counts[construct.CHANGED_PAIRS] = 4, 5
        return True

    monkeypatch.setattr(construct, "construct", make)
    monkeypatch.setattr(generation, "rate_packed", lambda arrays, stop: rate(Kakuro.parse(SMALL)))
    refusals = {"chosen": 1, "refused without solution": 2, "refused for a rectangle": 3}
    generated = generate_puzzle(LayoutSpec(2, 2, 0), Condition(), 1, 0, ["constructor"], tries=1)
    assert generated.log == {"tries": 1, **refusals, "taken back": 4, "changed together": 5}


def test_digits_are_different_in_every_entry():
    for seed in range(30):
        puzzle, solution = puzzle_of(filled_draft(9, seed))
        assert puzzle.is_solved_by(solution)


def test_pushed_digits_differ_more():
    """In entries with digits pushed to one side, sums are farther from what digits are on average."""

    def spread(push):
        puzzles = [puzzle_of(filled_draft(9, seed, push=push))[0] for seed in range(20)]
        return np.mean([abs(entry.clue / len(entry) - 5) for puzzle in puzzles for entry in puzzle.entries])

    assert spread(3.0) > 1.3 * spread(0.0)


def test_open_cells_of_random_digits():
    """A prototype found 96 % of the cells open at 8x8 with 25 % black, and 85 % at 40 %; nearly none is unique."""
    for black, share in ((0.25, 0.96), (0.4, 0.85)):
        open_cells = []
        for seed in range(120):
            draft = filled_draft(8, seed, black)
            measure(draft, draft.domains[0])
            state = draft.domains[0, : draft.puzzle.cells[1]]
            open_cells.append(np.mean(state & (state - 1) > 0))
        assert abs(np.mean(open_cells) - share) < 0.07


def test_ambiguity_is_what_entries_leave():
    for seed in range(10):
        draft = filled_draft(6, seed)
        puzzle, _ = puzzle_of(draft)
        expected = sum(np.log2(len(domain)) for domain in reach(puzzle, "G").state)
        assert measure(draft, draft.domains[0]) == pytest.approx(expected)


def test_a_change_is_measured_from_what_its_clues_do_not_touch():
    draw = np.random.default_rng(1)
    contradict = 0
    for seed in range(10):
        draft = filled_draft(7, seed, push=2.0)
        puzzle, cells = draft.puzzle, int(draft.puzzle.cells[1])
        for cell in draw.integers(cells, size=10):
            across_entry, down_entry = puzzle.across[cell], puzzle.down[cell]
            clues = puzzle.clues[across_entry], puzzle.clues[down_entry]
            forget(draft, cell)
            assert clues == (puzzle.clues[across_entry], puzzle.clues[down_entry])
            puzzle.clues[across_entry] += draw.integers(-3, 4)
            puzzle.clues[down_entry] += draw.integers(-3, 4)
            bits = measure_from(draft, draft.domains[2], cell, draft.domains[1])
            assert bits == measure(draft, draft.domains[0])
            assert np.isinf(bits) or (draft.domains[0] == draft.domains[1])[:cells].all()
            contradict += np.isinf(bits)
            puzzle.clues[across_entry], puzzle.clues[down_entry] = clues
    assert 10 < contradict < 90


@pytest.mark.parametrize("number", [1, 2, 3, 4, 7, 12])
def test_what_is_known_without_the_clues_of_each_of_some_cells(number):
    draw = np.random.default_rng(number)
    differ = 0
    for seed in range(5):
        draft = filled_draft(9, seed, push=2.0)
        cells = int(draft.puzzle.cells[1])
        clues, sample = draft.puzzle.clues.copy(), draw.permutation(cells)[:number]
        states = np.empty((1 + (number - 1).bit_length(), cells), np.int64)
        measure(draft, draft.domains[0])
        for k, cell in enumerate(sample):
            forget_next(draft, sample, k, states)
            assert (draft.puzzle.clues == clues).all()
            forget(draft, cell)
            assert (states[-1] == draft.domains[2, :cells]).all()
            differ += (states[-1] != draft.domains[0, :cells]).any()
    assert differ


def test_what_each_change_would_leave():
    draft = filled_draft(6, 3, push=2.0)
    measure(draft, draft.domains[0])
    changes, bits = np.zeros((500, 3), np.int64), np.zeros(500)
    number = list_changes(draft, changes, bits)
    digits = draft.digits.copy()
    for (cell, partner, digit), ambiguity in zip(changes[:number].tolist(), bits, strict=False):
        if partner >= 0:
            assert digits[partner] == digit
            draft.digits[partner] = digits[cell]
        draft.digits[cell] = digit
        set_clues(draft)
        assert measure(draft, draft.domains[0]) == ambiguity
        draft.digits[:] = digits
    assert 20 < number < 500
    assert len(set(bits[:number].tolist())) > 10


def test_clues_changed_in_pairs_leave_less():
    lowered = 0
    for seed in range(8):
        draft = filled_draft(6, seed, push=2.0)
        old_bits = measure(draft, draft.domains[0])
        bits = exchange_pairs(draft)
        state = draft.domains[0].copy()
        assert bits == measure(draft, draft.domains[0]) <= old_bits
        assert (state == draft.domains[0])[: draft.puzzle.cells[1]].all()
        lowered += bits < old_bits
    assert lowered > 4


# -- another solution -------------------------------------------------------------------------------------------------


def test_deadly_rectangles():
    """Four cells and a difference, where there is one: by going through all of them."""
    four, count = np.zeros(4, np.int64), 0
    for seed in range(60):
        draft = filled_draft(4, seed, black=0.2)
        puzzle, solution = puzzle_of(draft)
        across_entries = [entry for entry in puzzle.entries if entry.direction == "across"]
        expected = False
        for top, bottom in product(across_entries, repeat=2):
            for a, b, c, d in product(top.cells, top.cells, bottom.cells, bottom.cells):
                columns = [puzzle.cells[cell][1] for cell in (a, b, c, d)]
                if a < b and a < c and columns[0] == columns[2] and columns[1] == columns[3]:
                    for difference in range(-8, 9):
                        digits = list(solution)
                        for cell, by in ((a, difference), (b, -difference), (c, -difference), (d, difference)):
                            digits[cell] += by
                        expected |= difference != 0 and puzzle.is_solved_by(digits)
        difference = find_rectangle(draft, four)
        assert bool(difference) == expected
        if difference:
            digits = list(solution)
            for cell, by in zip(four.tolist(), (difference, -difference, -difference, difference), strict=True):
                digits[cell] += by
            assert puzzle.is_solved_by(digits)
            count += 1
    assert 10 < count < 60


def test_a_rectangle_is_deadly_only_where_its_four_clues_are_set():
    four, count = np.zeros(4, np.int64), 0
    for seed in range(20):
        draft = filled_draft(4, seed, black=0.2)
        if not find_rectangle(draft, four):
            continue
        count += 1
        top, bottom = (draft.puzzle.across[four[i]] for i in (0, 2))
        west, east = (draft.puzzle.down[four[i]] for i in (0, 1))
        for entry in (top, bottom, west, east):
            clue = draft.puzzle.clues[entry]
            draft.puzzle.clues[entry] = 0
            next_four = np.zeros(4, np.int64)
            assert not find_rectangle(draft, next_four) or entry not in (
                draft.puzzle.across[next_four[0]],
                draft.puzzle.across[next_four[2]],
                draft.puzzle.down[next_four[0]],
                draft.puzzle.down[next_four[1]],
            )
            draft.puzzle.clues[entry] = clue
    assert count > 10


def test_another_solution_is_found_or_there_is_none():
    answers = set()
    for seed in range(80):
        draft = filled_draft(4, seed, black=0.25 if seed % 2 else 0.1, push=3.0)
        puzzle, solution = puzzle_of(draft)
        cells = len(solution)
        other_solution = np.zeros(16, np.int64)
        answer, _ = find_other(draft, 10**6, STOP, np.empty((cells + 1, cells), np.int64), other_solution)
        all_of_them = list(solutions(puzzle))
        assert answer == (UNIQUE if len(all_of_them) == 1 else AMBIGUOUS)
        if answer == AMBIGUOUS:
            assert tuple(other_solution[:cells].tolist()) in all_of_them
            assert tuple(other_solution[:cells].tolist()) != solution
        answers.add(answer)
    assert answers == {UNIQUE, AMBIGUOUS}


def test_past_the_limit_it_is_undecided():
    for seed in range(100):
        draft = filled_draft(7, seed, black=0.4, push=3.0)
        cells = int(draft.puzzle.cells[1])
        depths, other_solution = np.empty((cells + 1, cells), np.int64), np.zeros(49, np.int64)
        if find_rectangle(draft, np.zeros(4, np.int64)) == 0 and measure(draft, draft.domains[0]) > 0:
            assert find_other(draft, 1, STOP, depths, other_solution)[0] == UNDECIDED
            return
    raise AssertionError("no such puzzle")


def test_parting_makes_the_change_that_leaves_the_least_ambiguity():
    """All cells where a second solution differs are tried here, with all digits."""
    lowered = 0
    for seed in range(30):
        draft = filled_draft(7, seed, black=0.4, push=3.0)
        puzzle, cells = draft.puzzle, int(draft.puzzle.cells[1])
        depths, other_solution = np.empty((cells + 1, cells), np.int64), np.zeros(49, np.int64)
        if find_other(draft, 10**6, STOP, depths, other_solution)[0] != AMBIGUOUS:
            continue
        old_bits, digits = measure(draft, draft.domains[0]), draft.digits.copy()
        differ = set(np.flatnonzero((digits != other_solution)[:cells]).tolist())
        ambiguities = []
        for cell in differ:
            entries = (puzzle.across[cell], puzzle.down[cell])
            members = [puzzle.member[puzzle.members[entry] : puzzle.members[entry + 1]] for entry in entries]
            for digit in set(range(1, 10)) - set(digits[np.concatenate(members)].tolist()):
                draft.digits[cell] = digit
                set_clues(draft)
                ambiguities.append(measure(draft, draft.domains[0]))
                draft.digits[cell] = digits[cell]
        part_solutions(draft, np.zeros(49, np.int64), 1, cells, 10**6, depths, rng_from_seed(1, seed), STOP)
        (changed_cell,) = np.flatnonzero((draft.digits != digits)[:cells]).tolist()
        assert changed_cell in differ
        assert measure(draft, draft.domains[0]) == min(ambiguities)
        lowered += min(ambiguities) < old_bits
    assert lowered > 9


@pytest.mark.parametrize("examined", [0, 5])
def test_parting_changes_no_given_digit(examined):
    """Not where all that differ are given, either, nor where no other digit can stand."""
    parted = 0
    for seed in range(20):
        draft = filled_draft(7, seed, black=0.4, push=3.0)
        cells = int(draft.puzzle.cells[1])
        digits, fixed = draft.digits.copy(), np.zeros(49, np.int64)
        depths, other_solution = np.empty((cells + 1, cells), np.int64), np.zeros(49, np.int64)
        if find_other(draft, 10**6, STOP, depths, other_solution)[0] != AMBIGUOUS:
            continue
        fixed[:cells] = digits[:cells] != other_solution[:cells]
        for mask in (fixed, np.ones(49, np.int64)):
            draft.digits[:] = digits
            part_solutions(draft, mask, 20, examined, 10**6, depths, rng_from_seed(1, seed), STOP)
            assert (draft.digits[mask != 0] == digits[mask != 0]).all()
            for entry in range(int(draft.puzzle.entries[1])):
                members = draft.puzzle.member[draft.puzzle.members[entry] : draft.puzzle.members[entry + 1]]
                assert len({*draft.digits[members].tolist()}) == len(members)
            assert set(draft.digits[:cells].tolist()) <= set(range(1, 10))
            parted += 1
    assert parted > 9


# -- puzzles ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_puzzles_have_one_solution(method):
    for index in range(6):
        layout = LayoutSpec(5, 5, 0.4) if method.startswith(("check", "parting-at")) else LayoutSpec(7, 7, 0.35)
        generated = generate_puzzle(
            layout, Condition(), 5, index, [method], push=3.0 if method == "check" else 0.0, tries=10_000
        )
        assert list(solutions(generated.puzzle)) == [generated.solution]
        assert generated.rating == rate(generated.puzzle)
        assert generated.method == method
        if method in ("steps", "repair", "constructor"):
            assert generated.rating.kind == "simple"
        assert Kakuro.parse(str(generated.puzzle)) == generated.puzzle


@pytest.mark.slow
def test_wishes_are_granted():
    for level in ("G", "G+Q", SEARCH):
        generated = generate_puzzle(LayoutSpec(9, 9), Condition(level), 1, 2)
        assert rate(generated.puzzle).level == generated.rating.level == level
    for lower, upper in ((4, 4.5), (12, 13), (25, 27)):
        generated = generate_puzzle(LayoutSpec(10, 10), Condition(difficulty=(lower, upper)), 1, 3)
        assert lower <= rate(generated.puzzle).difficulty <= upper
    assert generate_puzzle(LayoutSpec(3, 3, 0.0), Condition(difficulty=(90, 99)), 1, 0, tries=5) is None


@pytest.mark.slow
def test_given_digits_stay():
    layout_rows = [[1, 0, None, 0, 0], [0, 9, 0, 0, 0], [None, 0, 0, 0, None], [0, 0, 0, 2, 0], [0, 0, None, 0, 5]]
    for method in ("repair", "parting"):
        generated = generate_puzzle(LayoutSpec(5, 5), Condition(), 1, 4, [method], digits=layout_rows)
        rows = [row[1:] for row in generated.puzzle.rows_of(generated.solution)[1:]]
        for expected, row in zip(layout_rows, rows, strict=True):
            for digit, output in zip(expected, row, strict=True):
                assert output == digit if digit else bool(output) == (digit is not None)
        assert list(solutions(generated.puzzle)) == [generated.solution]


@pytest.mark.slow
def test_the_same_seed_and_index_make_the_same_puzzle():
    """A hundred puzzles of several methods: if this changes, so do all that were made."""
    order = [(index, method) for index in range(25) for method in ("steps", "repair", "parting", None)]
    random.Random(1).shuffle(order)
    texts = {}
    for index, method in order:
        generated = generate_puzzle(LayoutSpec(8, 8), Condition(), 11, index, [method] if method else ())
        texts[index, str(method)] = f"{generated.puzzle}\n{generated.solution}\n"
    text = "".join(texts[key] for key in sorted(texts))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "19a27eaf59d433c7"


@pytest.mark.slow
def test_a_constructor_sets_fewer_clues_that_say_all():
    """The same puzzles for the same seed, and fewer clues that only one set of digits has than those of five steps."""
    generated = {
        method: [generate_puzzle(LayoutSpec(9, 9), Condition(), 3, index, [method]) for index in range(20)]
        for method in ("constructor", "steps")
    }
    shares = {
        method: np.mean([measures.share_with_one_set(result.puzzle) for result in results])
        for method, results in generated.items()
    }
    assert shares["constructor"] < 0.7 * shares["steps"]
    text = "".join(f"{result.puzzle}\n{result.solution}\n" for result in generated["constructor"])
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "729b2598f49c5773"


@pytest.mark.slow
def test_large_ones():
    for size, black in ((20, 0.25), (20, 0.4), (40, 0.4)):
        for index in range(3):
            generated = generate_puzzle(LayoutSpec(size, size, black), Condition(), 1, index)
            assert rate(generated.puzzle) == generated.rating == next(iter(rate_many([generated.puzzle])))
            assert (generated.rating.kind, generated.rating.solutions, generated.rating.complete) == ("simple", 1, True)
