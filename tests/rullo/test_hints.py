"""Hints are sound, the easiest there are and in a player's words; wrong marks and stalled lines."""

import json
import random

import pytest
from click.testing import CliRunner

from rullo_core.errors import BadInput
from rullo_core.passes.solver import Contradiction
from rullo_core.rullo import hints as hints
from rullo_core.rullo.commands import hint
from rullo_core.rullo.explain import describe_answer
from rullo_core.rullo.generation import draw_puzzle
from rullo_core.rullo.hints import Reason, next_hint, search_hint, soonest_refuted, wrong_marks
from rullo_core.rullo.line import EXCLUDED, INCLUDED, UNKNOWN
from rullo_core.rullo.puzzle import Rullo, parse_marked_puzzles, parse_puzzles
from rullo_core.rullo.solver import is_simple, run, solutions, start_state, unknown_cells, with_cell

RANGES = [tuple(range(1, 10)), (1, 2, 3), tuple(range(-5, 10)), (2, 4, 5, 10), (0, 3, 6, 7)]


def drawn(number, size=4):
    for index in range(number):
        yield draw_puzzle(size, size + index % 3, RANGES[index % len(RANGES)], 9, index)


def test_following_hints_solves_what_lines_solve_and_is_sound():
    reasons, refuted, ended = set(), 0, 0
    for puzzle, solution in drawn(250):
        only = len(list(solutions(puzzle))) == 1
        state = start_state(puzzle)
        while unknown_cells(state):
            answer = search_hint(puzzle, state)
            assert answer.wrong == []
            assert not answer.undecided
            if answer.hint is not None:
                found = answer.hint.found
                reasons.add(answer.hint.reason)
            elif answer.refuted is not None:
                assert not is_simple(puzzle)
                found = answer.refuted.follows
                refuted += 1
            else:
                # Passes refute no single guess: there are several solutions, or it takes two guesses.
                assert not only or not answer.open
                assert only or answer.open
                ended += 1
                break
            assert found
            for (r, c), included in found.items():
                assert state[r][c] is UNKNOWN
                assert solution[r][c] is included or not only
                state = with_cell(state, (r, c), included)
        else:
            assert search_hint(puzzle, state).is_solved
            assert puzzle.is_solved_by(state)
    assert reasons >= set(Reason) - {Reason.ONLY_WAY}  # an easier reason nearly always comes first
    assert refuted > 1
    assert ended > 3


def test_lines_are_stalled_if_and_only_if_there_is_no_hint():
    for puzzle, _ in drawn(100, 3):
        stuck = run(puzzle).state
        assert (next_hint(puzzle, start_state(puzzle)) is None) is (stuck == start_state(puzzle))
        assert next_hint(puzzle, stuck) is None


def test_refuted_guess_takes_the_fewest_passes():
    met = set()
    for puzzle, _ in drawn(300, 5):
        stuck = run(puzzle).state
        efforts = {}
        for cell in unknown_cells(stuck):
            for included in (True, False):
                guessed = with_cell(stuck, cell, included)
                try:
                    run(puzzle, state=guessed)
                except Contradiction:
                    efforts[cell, included] = held(puzzle, guessed)
        refuted = soonest_refuted(puzzle, stuck)
        if refuted is None:
            assert not efforts
            continue
        effort = len(refuted.passes), sum(len(one.deductions) for one in refuted.passes)
        assert effort == min(efforts.values()) == efforts[refuted.cell, refuted.included]
        met.add(sum(passes == effort[0] and found > effort[1] for passes, found in efforts.values()) > 0)
    assert met == {False, True}


def held(puzzle, state):
    """Count the passes, columns first, before a contradiction, and their deductions."""
    number = found = 0
    while True:
        try:
            one = hints.make_pass(puzzle, ("columns", "rows")[number % 2], state)
        except Contradiction:
            return number, found
        number, found, state = number + 1, found + len(one.deductions), one.state


@pytest.mark.parametrize(
    ("reason", "line", "shown", "fixed"),
    [
        (Reason.REACHED, "12 [4] 5 3", "row 1 needs all its open numbers for 8", {1: True, 2: True}),
        (Reason.REACHED, "4 [4] 5 3", "row 1 has its sum already", {1: False, 2: False}),
        (
            Reason.REACHED,
            "-3 -3 5 8",
            "row 1 needs -3, the least that its open numbers make",
            {0: True, 1: False, 2: False},
        ),
        (Reason.TOO_LARGE, "6 5 9 1", "row 1 needs no more than 6, and the 9 is larger", {1: False}),
        (
            Reason.TOO_LARGE,
            "-4 -3 -2 5 7",
            "row 1 needs -4, and can only get down to it if "
            "the -3 is included and the -2 is included and the 5 is excluded and the 7 is excluded",
            {0: True, 1: True, 2: False, 3: False},
        ),
        (
            Reason.NEEDED,
            "11 2 1 9",
            "row 1 needs 11, which it cannot reach without the 2 and the 9",
            {0: True, 2: True},
        ),
        (
            Reason.DIVISIBLE,
            "7 2 4 4 3",
            "row 1 needs 7, which is not even, and every open number but the 3 is",
            {3: True},
        ),
        (
            Reason.DIVISIBLE,
            "50 10 20 (3) 30 6 40",
            "row 1 needs 50, which is divisible by 10, and every open number but the 6 is",
            {4: False},
        ),
        (
            Reason.ONLY_WAY,
            "9 3 4 [2] 5",
            "row 1 can reach the 7 that it needs in only one way: 3 + 4",
            {0: True, 1: True, 3: False},
        ),
        (
            Reason.IN_COMMON,
            "6 1 2 3 4",
            "row 1 can reach the 6 that it needs in 2 ways, which have this in common",
            {1: True},
        ),
    ],
)  # fmt: skip
def test_reasons_are_described(reason, line, shown, fixed):
    target, *cells = line.split()
    numbers = [int(cell.strip("[]()")) for cell in cells]
    rest = " ".join(map(str, numbers))  # a row below, so that columns do not fix all cells
    ((puzzle, marks),) = parse_marked_puzzles(f"{rest}\n{line}\n{sum(numbers) - int(target)} {rest}")
    row = hints.Line("rows", 0, puzzle.numbers[0], puzzle.row_targets[0], marks[0])
    assert hints.REASONS[reason](row) == (shown, fixed)
    for easier in hints.REASONS:
        if easier == reason:
            break
        assert hints.REASONS[easier](row) is None


def test_puzzle_has_a_solution_without_the_wrong_marks():
    several = 0
    for puzzle, solution in drawn(60):
        every = list(solutions(puzzle))
        several += len(every) > 1
        rng = random.Random(1)
        marks = start_state(puzzle)
        for r, c in unknown_cells(marks):
            if rng.random() < 0.5:
                marks = with_cell(marks, (r, c), solution[r][c] is not (rng.random() < 0.2))
        right, expected = start_state(puzzle), []
        for r, row in enumerate(marks):
            for c, mark in enumerate(row):
                if mark is UNKNOWN:
                    continue
                with_mark = with_cell(right, (r, c), mark)
                if any(all(k is UNKNOWN or k is s for ks, ss in zip(with_mark, one, strict=True)
                           for k, s in zip(ks, ss, strict=True)) for one in every):  # fmt: skip
                    right = with_mark
                else:
                    expected.append((r, c))
        assert wrong_marks(puzzle, marks) == expected
        if expected:
            assert search_hint(puzzle, marks).wrong == expected
    assert several > 5


def test_large_puzzles_have_hints():
    puzzle, solution = draw_puzzle(12, 12, tuple(range(1, 100)), 1, 0)
    marks = with_cell(start_state(puzzle), (3, 4), not solution[3][4])
    assert wrong_marks(puzzle, marks) == [(3, 4)]
    assert wrong_marks(puzzle, solution) == []


def test_puzzle_without_solution_is_reported():
    puzzle = Rullo.parse("1 3\n2 2 2\n2 2 2")
    with pytest.raises(Contradiction):
        wrong_marks(puzzle, start_state(puzzle))
    assert (puzzle.hint().verdict, puzzle.hint().reason) == ("infeasible", "There is no solution.")


def test_hints_on_the_command_line():
    text = "5 7\n4 (1) [4]\n8 5 3\n\n5 7\n4 [1] 4\n8 5 3\n\n5 7\n4 (1) [4]\n8 [5] [ 3 ]\n\n1 1\n1 1 1\n1 1 1\n"
    shown = CliRunner().invoke(hint, input=text)
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.split("\n\n") == [
        "Column 1 needs all its open numbers for 5: include 5 in row 2, column 1.",
        "Wrong: the 1 in row 1, column 1 is not included.",
        "All cells are known: the puzzle is solved.",
        "Lines alone allow no further deduction, and they refute no guess: there are several solutions. "
        "Two differ in 1 in row 1, column 1, 1 in row 1, column 2, 1 in row 2, column 1, 1 in row 2, column 2.\n",
    ]
    shown = CliRunner().invoke(hint, ["--format", "jsonl"], input=text)
    rows = [json.loads(line) for line in shown.stdout.splitlines()]
    assert [row["verdict"] for row in rows] == ["step", "wrong", "solved", "guess"]
    assert rows[0]["values"] == [{"row": 2, "column": 1, "value": 1}]
    assert rows[1]["wrong"] == [{"row": 1, "column": 1}]


def test_refuted_guess_is_explained():
    shown = 0
    for puzzle, _ in drawn(200):
        stuck = run(puzzle).state
        if unknown_cells(stuck) and (refuted := soonest_refuted(puzzle, stuck)):
            first, *passes, last = describe_answer(puzzle, stuck, search_hint(puzzle, stuck))
            assert first.startswith("Lines alone allow no further deduction. The guess that is refuted soonest: ")
            assert len(passes) == len(refuted.passes)
            assert refuted.contradiction in last
            assert ("So include" in last) is not refuted.included
            shown += 1
    assert shown > 0


def test_marks_are_read_and_refused_on_targets():
    ((_, marks),) = parse_marked_puzzles("5 7\n4 ( 1 ) [4]\n8 5 3")
    assert marks == ((EXCLUDED, INCLUDED), (UNKNOWN, UNKNOWN))
    for text, where in (("5 [7]\n4 1 4\n8 5 3", "p:1:3"), ("5 7\n(4) 1 4\n8 5 3", "p:2:1")):
        with pytest.raises(BadInput, match=f"{where}: a target-sum is marked"):
            parse_marked_puzzles(text, "p")
    for text in ("5 7\n4 [1 4\n8 5 3", "5 7\n4 [1) 4\n8 5 3", "5 7\n4 [] 4\n8 5 3"):
        with pytest.raises(BadInput, match="p:"):
            parse_marked_puzzles(text, "p")
    with pytest.raises(BadInput, match=r"p:2:3: '\[1\]' is not a whole number"):
        parse_puzzles("5 7\n4 [1] 4\n8 5 3", "p")
