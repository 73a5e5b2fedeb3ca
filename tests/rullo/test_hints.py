"""Hints are sound, the easiest there are and in a player's words; wrong marks and stalled lines."""

import json
import random
from collections import Counter

import pytest
from click.testing import CliRunner

from rullo_core.errors import BadInput
from rullo_core.passes.hints import soonest_refuted
from rullo_core.passes.solver import Contradiction
from rullo_core.rullo.api import API
from rullo_core.rullo.commands import hint
from rullo_core.rullo.generation import draw_puzzle
from rullo_core.rullo.line import EXCLUDED, INCLUDED, UNKNOWN, SubsetSum
from rullo_core.rullo.puzzle import Rullo, parse_marked_puzzles, parse_puzzles
from rullo_core.rullo.rules import REASONS, Seen
from rullo_core.rullo.solver import game, is_simple, reach, run, solutions, start_marks, unknown_cells, with_cell

RANGES = [tuple(range(1, 10)), (1, 2, 3), tuple(range(-5, 10)), (2, 4, 5, 10), (0, 3, 6, 7)]

WORDS = {
    "reached": "needs all its open numbers",
    "too large": "needs no more than",
    "needed": "which it cannot reach without",
    "divisible": "and every open number but",
    "only way": "in only one way",
    "in common": "which have this in common",
}
"""Of sentences, by their reasons."""


def random_puzzles(number, size=4):
    for index in range(number):
        yield draw_puzzle(size, size + index % 3, RANGES[index % len(RANGES)], 9, index)


def find_hint(puzzle, marks):
    """Return the hint for a player who has marked cells."""
    return puzzle.hint([[-1 if mark is UNKNOWN else int(mark) for mark in row] for row in marks])


def easiest_deduction(puzzle, marks):
    """Return the hint if a line has one, without a look at whether marks are right."""
    marked_values = [-1 if marks[r][c] is UNKNOWN else int(marks[r][c]) for r, c in game(puzzle).places]
    hint = API.next_hint(puzzle, marked_values, None)
    return hint if hint is not None and hint.steps else None


def wrong_marks(puzzle, marks):
    """Return the cells with a wrong mark; None if there is no solution."""
    places = game(puzzle).places
    marked_values = tuple(-1 if marks[r][c] is UNKNOWN else int(marks[r][c]) for r, c in places)
    solution, wrong_cells = API.find_solution(puzzle, marked_values)
    return None if solution is None else [places[cell] for cell in wrong_cells]


def marked(state, hint):
    """The state with the values of a hint."""
    for (row, column), value in hint.values.items():
        assert state[row - 1][column - 1] is UNKNOWN
        state = with_cell(state, (row - 1, column - 1), bool(value))
    return state


def test_following_hints_solves_what_lines_solve_and_is_sound():
    levels, reasons, ended = Counter(), set(), 0
    for puzzle, solution in random_puzzles(250):
        is_unique = len(list(solutions(puzzle))) == 1
        state = start_marks(puzzle)
        while unknown_cells(state):
            hint = find_hint(puzzle, state)
            levels[hint.level] += 1
            if hint.verdict == "guess":
                # Passes refute no single guess: there are several solutions, or it takes two guesses.
                assert ("there are several solutions" in hint.reason) is not is_unique
                assert ("at least two guesses" in hint.reason) is is_unique
                ended += 1
                break
            assert hint.verdict == "step"
            assert hint.level == "lines" or not is_simple(puzzle)
            reasons |= {words for words in WORDS.values() if hint.level == "lines" and words in hint.reason}
            state = marked(state, hint)
            assert not is_unique or next(solutions(puzzle, state)) == solution
        else:
            assert find_hint(puzzle, state).verdict == "solved"
            assert puzzle.is_solved_by(state)
    assert reasons >= set(WORDS.values()) - {WORDS["only way"]}  # an easier reason nearly always comes first
    assert levels["search"] > 1
    assert ended > 3


def test_the_verdict_is_right_and_a_step_follows_from_one_line():
    """Of random marks, a few of them wrong, on puzzles of which some have no solution."""
    rng, verdicts = random.Random(5), Counter()
    for index, (puzzle, solution) in enumerate(random_puzzles(300)):
        if index % 10 == 0:
            rows, columns = list(puzzle.row_targets), list(puzzle.column_targets)
            rows[0], columns[-1] = rows[0] + 1, columns[-1] + 1
            puzzle = Rullo(puzzle.numbers, tuple(rows), tuple(columns))
        marks, share, error_rate = start_marks(puzzle), rng.choice([0, 0.3, 0.6, 1]), rng.choice([0, 0, 0.1])
        for r, c in unknown_cells(marks):
            if rng.random() < share:
                marks = with_cell(marks, (r, c), solution[r][c] is not (rng.random() < error_rate))
        if not share and index % 10:
            marks = reach(puzzle)
        hint = find_hint(puzzle, marks)
        verdicts[hint.verdict, hint.level] += 1
        if next(solutions(puzzle), None) is None:
            assert hint.verdict == "infeasible"
        elif next(solutions(puzzle, marks), None) is None:
            assert (hint.verdict, bool(hint.wrong)) == ("wrong", True)
        elif not unknown_cells(marks):
            assert hint.verdict == "solved"
        else:
            lines, state = game(puzzle), game(puzzle).state_of(marks)
            deduced = [
                {lines.places[cell]: domain for cell, domain in zip(deduction.unit.cells, deduction.after, strict=True)}
                for name in ("columns", "rows")
                for deduction in lines.make_pass(name, state).deductions
            ]
            assert (hint.level == "lines") is bool(deduced)
            values = {(row - 1, column - 1): bool(value) for (row, column), value in hint.values.items()}
            assert bool(values) is (hint.verdict == "step")
            fixed = [
                {cell: True in domain for cell, domain in domains.items() if len(domain) == 1} for domains in deduced
            ]
            assert not deduced or any(values.items() <= cells.items() for cells in fixed)
            for cell, included in values.items():
                assert next(solutions(puzzle, with_cell(marks, cell, not included)), None) is None
    frequent = [("infeasible", None), ("wrong", None), ("solved", None), ("step", "lines"), ("guess", None)]
    assert all(verdicts[verdict] > 5 for verdict in frequent)
    assert verdicts["step", "search"] > 0


def test_lines_are_stalled_if_and_only_if_there_is_no_hint():
    for puzzle, _ in random_puzzles(100, 3):
        stuck = reach(puzzle)
        assert (easiest_deduction(puzzle, start_marks(puzzle)) is None) is (stuck == start_marks(puzzle))
        assert easiest_deduction(puzzle, stuck) is None


def test_the_easiest_reason_of_the_line_with_the_fewest_open_numbers():
    for puzzle, _ in random_puzzles(60):
        columns = zip(puzzle.columns, puzzle.column_targets, strict=True)
        rows = zip(puzzle.numbers, puzzle.row_targets, strict=True)
        lines = [(f"Column {i}", *line) for i, line in enumerate(columns, start=1)]
        lines += [(f"Row {i}", *line) for i, line in enumerate(rows, start=1)]
        easiest = None
        for look in REASONS.values():
            candidates = [(sum(map(bool, line[0])), name) for name, *line in lines if looks(look, *line)]
            if candidates:
                _, easiest = min(candidates, key=lambda candidate: candidate[0])
                break
        deduced = easiest_deduction(puzzle, start_marks(puzzle))
        assert deduced.steps[0].unit.name.capitalize() == easiest if easiest else deduced is None


def looks(look, numbers, target):
    """Return what follows from a line without marks for a reason."""
    return Seen(look, SubsetSum(numbers, target)).look(tuple(frozenset({number != 0, False}) for number in numbers))


def test_refuted_guess_takes_the_fewest_passes():
    outcomes = set()
    for puzzle, _ in random_puzzles(300, 5):
        lines, stuck = game(puzzle), run(puzzle).state
        efforts = {}
        for cell in lines.unknown(stuck):
            for included in (True, False):
                guessed = lines.with_value(stuck, cell, included)
                try:
                    run(puzzle, marks=lines.marks_of(guessed))
                except Contradiction:
                    efforts[cell, included] = effort_of(lines, guessed)
        refuted = soonest_refuted(lines, stuck)
        if refuted is None:
            assert not efforts
            continue
        effort = len(refuted.passes), sum(len(one_pass.deductions) for one_pass in refuted.passes)
        assert effort == min(efforts.values()) == efforts[refuted.cell, refuted.value]
        outcomes.add(sum(passes == effort[0] and deductions > effort[1] for passes, deductions in efforts.values()) > 0)
    assert outcomes == {False, True}


def effort_of(lines, state):
    """Count the passes, columns first, before a contradiction, and their deductions."""
    number = deductions = 0
    while True:
        try:
            one_pass = lines.make_pass(("columns", "rows")[number % 2], state)
        except Contradiction:
            return number, deductions
        number, deductions, state = number + 1, deductions + len(one_pass.deductions), one_pass.state


@pytest.mark.parametrize(
    ("reason", "line", "words", "fixed"),
    [
        ("reached", "12 [4] 5 3", "needs all its open numbers for 8", {1: True, 2: True}),
        ("reached", "4 [4] 5 3", "has its sum already", {1: False, 2: False}),
        (
            "reached",
            "-3 -3 5 8",
            "needs -3, the least that its open numbers make",
            {0: True, 1: False, 2: False},
        ),
        ("too large", "6 5 9 1", "needs no more than 6, and the 9 is larger", {1: False}),
        (
            "too large",
            "-4 -3 -2 5 7",
            "needs -4, and can only get down to it if "
            "the -3 is included and the -2 is included and the 5 is excluded and the 7 is excluded",
            {0: True, 1: True, 2: False, 3: False},
        ),
        (
            "needed",
            "11 2 1 9",
            "needs 11, which it cannot reach without the 2 and the 9",
            {0: True, 2: True},
        ),
        (
            "divisible",
            "7 2 4 4 3",
            "needs 7, which is not even, and every open number but the 3 is",
            {3: True},
        ),
        (
            "divisible",
            "50 10 20 (3) 30 6 40",
            "needs 50, which is divisible by 10, and every open number but the 6 is",
            {4: False},
        ),
        (
            "only way",
            "9 3 4 [2] 5",
            "can reach the 7 that it needs in only one way: 3 + 4",
            {0: True, 1: True, 3: False},
        ),
        (
            "in common",
            "6 1 2 3 4",
            "can reach the 6 that it needs in 2 ways, which have this in common",
            {1: True},
        ),
    ],
)  # fmt: skip
def test_reasons_are_described(reason, line, words, fixed):
    target, *cells = line.split()
    numbers = [int(cell.strip("[]()")) for cell in cells]
    rest = " ".join(map(str, numbers))  # a row below, so that columns do not fix all cells
    ((puzzle, marks),) = parse_marked_puzzles(f"{rest}\n{line}\n{sum(numbers) - int(target)} {rest}")
    domains = tuple(frozenset({True, False} if mark is UNKNOWN else {mark}) for mark in marks[0])
    for name, look in REASONS.items():
        row = Seen(look, SubsetSum(puzzle.numbers[0], puzzle.row_targets[0]))
        if name == reason:
            assert row.look(domains) == (words, fixed)
            narrowed = (frozenset({fixed[i]}) if i in fixed else domain for i, domain in enumerate(domains))
            assert row.filtered(domains) == tuple(narrowed)
            break
        assert (row.look(domains), row.filtered(domains)) == (None, domains)


def test_puzzle_has_a_solution_without_the_wrong_marks():
    ambiguous = 0
    for puzzle, solution in random_puzzles(60):
        all_solutions = list(solutions(puzzle))
        ambiguous += len(all_solutions) > 1
        rng = random.Random(1)
        marks = start_marks(puzzle)
        for r, c in unknown_cells(marks):
            if rng.random() < 0.5:
                marks = with_cell(marks, (r, c), solution[r][c] is not (rng.random() < 0.2))
        right, expected = start_marks(puzzle), []
        for r, row in enumerate(marks):
            for c, mark in enumerate(row):
                if mark is UNKNOWN:
                    continue
                with_mark = with_cell(right, (r, c), mark)
                if any(all(k is UNKNOWN or k is s for ks, ss in zip(with_mark, solution, strict=True)
                           for k, s in zip(ks, ss, strict=True)) for solution in all_solutions):  # fmt: skip
                    right = with_mark
                else:
                    expected.append((r, c))
        assert wrong_marks(puzzle, marks) == expected
        if expected:
            assert find_hint(puzzle, marks).wrong == tuple((r + 1, c + 1) for r, c in expected)
    assert ambiguous > 5


def test_large_puzzles_have_hints():
    puzzle, solution = draw_puzzle(12, 12, tuple(range(1, 100)), 1, 0)
    marks = with_cell(start_marks(puzzle), (3, 4), not solution[3][4])
    assert wrong_marks(puzzle, marks) == [(3, 4)]
    assert wrong_marks(puzzle, solution) == []


def test_puzzle_without_solution_is_reported():
    puzzle = Rullo.parse("1 3\n2 2 2\n2 2 2")
    assert wrong_marks(puzzle, start_marks(puzzle)) is None
    failure = "There is no solution: the numbers of column 1 cannot reach 1."
    assert (puzzle.hint().verdict, puzzle.hint().reason) == ("infeasible", failure)


def test_hints_on_the_command_line():
    text = "5 7\n4 (1) [4]\n8 5 3\n\n5 7\n4 [1] 4\n8 5 3\n\n5 7\n4 (1) [4]\n8 [5] [ 3 ]\n\n1 1\n1 1 1\n1 1 1\n"
    outcome = CliRunner().invoke(hint, input=text)
    assert outcome.exit_code == 0, outcome.output
    assert outcome.stdout.split("\n\n") == [
        "Column 1 needs all its open numbers for 5: include 5 in row 2, column 1.",
        "No solution has all of these marks. Wrong: the 1 in row 1, column 1 is not included.",
        "All cells are known: the puzzle is solved.",
        "Lines alone allow no further deduction, and they refute no guess: there are several solutions. "
        "Two differ in 1 in row 1, column 1, 1 in row 1, column 2, 1 in row 2, column 1, 1 in row 2, column 2.\n",
    ]
    outcome = CliRunner().invoke(hint, ["--format", "jsonl"], input=text)
    rows = [json.loads(line) for line in outcome.stdout.splitlines()]
    assert [row["verdict"] for row in rows] == ["step", "wrong", "solved", "guess"]
    assert rows[0]["values"] == [{"row": 2, "column": 1, "value": 1}]
    assert rows[1]["wrong"] == [{"row": 1, "column": 1}]


def test_refuted_guess_is_explained():
    number = 0
    for puzzle, _ in random_puzzles(200):
        lines, stuck = game(puzzle), run(puzzle).state
        if lines.unknown(stuck) and (refuted := soonest_refuted(lines, stuck)):
            first, *passes, last = find_hint(puzzle, lines.marks_of(stuck)).reason.split("\n\n")
            assert first.startswith("Lines alone allow no further deduction. The guess that is refuted soonest: ")
            assert len(passes) == len(refuted.passes)
            unit = refuted.contradiction.unit
            assert f"But then the numbers of {unit.name} cannot reach {unit.rule.target}." in last
            assert ("So include" in last) is not refuted.value
            number += 1
    assert number > 0


def test_marks_are_read_and_refused_on_targets():
    ((_, marks),) = parse_marked_puzzles("5 7\n4 ( 1 ) [4]\n8 5 3")
    assert marks == ((EXCLUDED, INCLUDED), (UNKNOWN, UNKNOWN))
    for text, place in (("5 [7]\n4 1 4\n8 5 3", "p:1:3"), ("5 7\n(4) 1 4\n8 5 3", "p:2:1")):
        with pytest.raises(BadInput, match=f"{place}: a target-sum is marked"):
            parse_marked_puzzles(text, "p")
    for text in ("5 7\n4 [1 4\n8 5 3", "5 7\n4 [1) 4\n8 5 3", "5 7\n4 [] 4\n8 5 3"):
        with pytest.raises(BadInput, match="p:"):
            parse_marked_puzzles(text, "p")
    with pytest.raises(BadInput, match=r"p:2:3: '\[1\]' is not a whole number"):
        parse_puzzles("5 7\n4 [1] 4\n8 5 3", "p")
