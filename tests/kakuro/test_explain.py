from itertools import islice

from rullo_core.kakuro.api import API
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.reading import parse_puzzles
from rullo_core.kakuro.solver import game, solutions
from rullo_core.passes.stages import go_on
from tests.kakuro.puzzles import MINIZINC, some_puzzles

SQUARE = "3 3\n- 4, 6,\n,7 0 0\n,3 0 0"
LEVEL = API.explained_level


def test_a_simple_puzzle_is_told():
    assert list(API.explain(Kakuro.parse(SQUARE), "G")) == [
        "Pass 1, across: 0 cells\n"
        "  7 across from row 2, column 2, only 1+6 or 2+5 or 3+4: "
        "(2, 2) is not 7 or 8 or 9, (2, 3) is not 7 or 8 or 9\n"
        "  3 across from row 3, column 2, only 1+2: (3, 2) is 1 or 2, (3, 3) is 1 or 2\n",
        "Pass 2, down: 2 cells\n"
        "  4 down from row 2, column 2, only 1+3: (2, 2) is 3, (3, 2) is 1\n"
        "  6 down from row 2, column 3, only 1+5 or 2+4: (2, 3) is 4 or 5\n",
        "Pass 3, across: 2 cells\n"
        "  7 across from row 2, column 2, only 3+4: (2, 3) is 4\n"
        "  3 across from row 3, column 2, only 1+2: (3, 3) is 2\n",
        "- - -\n- 3 4\n- 1 2\n",
        "Solved by entries alone, in 3 passes across first and 2 down first: difficulty 2.5.",
    ]


def test_rectangles_and_guesses():
    text = {puzzle.name: list(API.explain(puzzle, LEVEL))[-1] for puzzle in parse_puzzles(MINIZINC.read_text())}
    assert text["kakuro_6_6_super"] == "Solved with 1 round of rectangles. That is the only solution."
    ambiguous = Kakuro.parse("3 3\n- 5, 5,\n,5 0 0\n,5 0 0")
    assert list(API.explain(ambiguous, LEVEL))[-1] == (
        "Solved with 1 guess. There are other solutions: in one, 4 cells differ.\n\n- - -\n- 2 3\n- 3 2"
    )
    (guess,) = [stage.guess for stage in go_on(game(ambiguous, LEVEL), next(solutions(ambiguous))) if stage.guess]
    assert guess == (0, 1)


def test_no_solution_is_told_with_the_entry_where_it_fails():
    text = list(API.explain(Kakuro.parse("3 3\n- 17, 4,\n,17 0 0\n,4 0 0"), LEVEL))
    assert text == ["There is no solution: no values satisfy 17 down from row 2, column 2."]


def test_every_way_leads_to_a_solution():
    for puzzle in some_puzzles(60, 11, max_side=4):
        for solution in islice(solutions(puzzle), 3):
            *_, last = go_on(game(puzzle, LEVEL), solution)
            assert puzzle.is_solved_by(solution)
            assert last.state == tuple(frozenset({digit}) for digit in solution)
