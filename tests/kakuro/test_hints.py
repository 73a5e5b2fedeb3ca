import pytest

from rullo_core.kakuro.api import API
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.reading import parse_puzzles, parse_written
from rullo_core.kakuro.solver import solutions, start_of
from rullo_core.passes.levels import SEARCH
from tests.kakuro.puzzles import EXAMPLE, MINIZINC, NEEDS_SUMS

SQUARE = "3 3\n- 4, 6,\n,7 0 4\n,3 0 0"


def find_hint(puzzle, digits):
    """The next step from some digits; None if all are there, or there is no solution with them."""
    return API.next_step(puzzle, tuple(digits)).hint


def test_hints_lead_to_the_solution_without_a_guess():
    for path in (EXAMPLE, MINIZINC):
        for puzzle in parse_puzzles(path.read_text()):
            digits = [0] * len(puzzle.cells)
            steps = []
            while (hint := find_hint(puzzle, digits)) is not None:
                assert hint.level in API.levels
                steps.append(len(hint.steps))
                ((cell, digit),) = hint.values.items()
                digits[cell] = digit
            assert puzzle.is_solved_by(digits)
            assert min(steps) == 1


def test_a_hint_tells_what_it_rests_on_and_nothing_else():
    ((puzzle, digits),) = parse_written(SQUARE)
    hint = puzzle.hint(API.to_array(puzzle, digits))
    assert hint.reason == "7 across from row 2, column 2, only 3+4: (2, 2) is 3\nSo 3 goes in row 2, column 2 (G)."
    assert (hint.verdict, hint.values, hint.level) == ("step", {(2, 2): 3}, "G")
    puzzle = Kakuro.parse(EXAMPLE.read_text())
    steps = find_hint(puzzle, (0,) * len(puzzle.cells)).steps
    # 16 across and 17 across or 12 down: not the other entries of the same passes.
    assert len(steps) == 3


@pytest.mark.parametrize("puzzle", [parse_puzzles(MINIZINC.read_text())[2], NEEDS_SUMS], ids=["rectangles", "sums"])
def test_a_cell_follows_from_the_steps_that_are_told(puzzle):
    """Also where they go on from passes to rectangles and sums of several entries, and to passes again."""
    kinds, digits = {}, [0] * len(puzzle.cells)
    while (hint := find_hint(puzzle, digits)) is not None:
        state = list(start_of(puzzle, tuple(digits)))
        for step in hint.steps:
            domains = step.unit.rule.filter(tuple(state[cell] for cell in step.unit.cells))
            for cell, domain in zip(step.unit.cells, domains, strict=True):
                state[cell] &= domain
        ((fixed, digit),) = hint.values.items()
        assert state[fixed] == {digit}
        kinds.setdefault(hint.level, set()).update(type(step.unit.rule) for step in hint.steps)
        digits[fixed] = digit
    assert puzzle.is_solved_by(digits)
    assert [len(kinds[level]) for level in sorted(kinds)] == [*range(1, len(kinds) + 1)]
    assert len(kinds) > 1


def test_wrong_digits_are_told():
    ((puzzle, digits),) = parse_written(SQUARE.replace("4\n,3 0 0", "4\n,3 2 0"))
    hint = puzzle.hint(API.to_array(puzzle, digits))
    assert (hint.verdict, hint.wrong) == ("wrong", ((3, 2),))
    assert hint.reason.endswith("Wrong: 2 in row 3, column 2.")


def test_solved_guessed_and_without_solution():
    puzzle = Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0")
    solved = puzzle.hint(API.to_array(puzzle, next(solutions(puzzle))))
    assert solved.reason == "All cells are known: the puzzle is solved."
    ambiguous = Kakuro.parse("3 3\n- 5, 5,\n,5 0 0\n,5 0 0")
    hint = find_hint(ambiguous, (0, 0, 0, 0))
    assert (hint.level, hint.values, hint.steps) == (SEARCH, {0: 1}, ())
    # Where there are several solutions, what is written says which is meant.
    assert API.next_step(ambiguous, (3, 0, 0, 0)).wrong_cells == ()
    infeasible = Kakuro.parse("3 3\n- 17, 3,\n,17 0 0\n,3 0 0")
    assert infeasible.hint().verdict == "infeasible"
    assert infeasible.hint().reason.startswith("There is no solution: ")
