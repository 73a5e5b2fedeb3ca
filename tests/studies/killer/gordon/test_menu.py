"""The dialogue of M. Gordon's report: generated and typed puzzles, every check, and the end of input."""

import subprocess
import sys

import pytest

from rullo_core.limits import limits
from rullo_core.passes.solver import Found
from rullo_studies.killer.gordon import menu
from rullo_studies.killer.gordon.menu import grid, talk
from tests.killer.examples import SOLUTIONS, examples

PUZZLE = examples()["nine-easy"]


def typed(cages=PUZZLE.cages):
    for cage in cages:
        yield " ".join(f"{cell // 9 + 1}{cell % 9 + 1}" for cell in cage.cells)
        yield str(cage.total)


def hold_dialogue(*lines, seconds=60):
    """Return the output of the dialogue for some lines of input."""
    waiting, questions = iter(lines), []

    def read(question):
        questions.append(question)
        line = next(waiting, None)
        if line is None:
            raise EOFError
        return line

    output = list(talk(read, 1, seconds))
    assert next(waiting, None) is None
    return output, questions


def test_generate():
    output, questions = hold_dialogue("x", "g", "maybe", "Y", "G", "n")
    assert output[0] == "X is neither G nor I."
    assert output[1].count(": ") == output[1].count("\n") + 1
    assert output[2].startswith("What the strategies fix, 0 for other cells:\n")
    assert output[3] == "MAYBE is neither Y nor N."
    assert sorted(set(output[4].split())) == list("123456789")
    assert questions[-1].startswith("G to generate")
    assert output[5] != output[1]


def test_typed_puzzle():
    output, _ = hold_dialogue("I", str(len(PUZZLE.cages)), *typed(), "Y")
    assert output[0].splitlines()[0] == "11: 6"
    assert output[-2] == grid(tuple(map(int, SOLUTIONS["nine-easy"])))
    assert output[1].startswith("What the strategies fix")


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        (("0",), "0 is no number from 1 to 81."),
        (("many",), "many is no number from 1 to 81."),
    ],
)
def test_wrong_number_is_asked_for_again(answers, message):
    output, _ = hold_dialogue("I", *answers, "33", *typed(), "N")
    assert output[0] == message


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ("1", "Cage 2 of 33: '1' is no cell; write row and column from 1 to 9, such as 12."),
        ("", "Cage 2 of 33: has no cells; write some such as 12 13."),
        ("11", "Cage 2 of 33: row 1, column 1 is in a cage already. Type its cells again."),
        ("12 12", "Cage 2 of 33: row 1, column 2 is in a cage already. Type its cells again."),
        ("12 32", "Cage 2 of 33: its cells are not connected. Type them again."),
        (
            " ".join(f"{r}{c}" for r in (2, 3) for c in range(1, 10)),
            "Cage 2 of 33: has 18 cells; no more than 9 can be different. Type its cells again.",
        ),
    ],
)
def test_wrong_cage_is_asked_for_again(cells, message):
    lines = list(typed())
    output, _ = hold_dialogue("I", "33", *lines[:2], cells, *lines[2:], "N")
    assert output[0] == message
    assert output[1].splitlines()[0] == "11: 6"


@pytest.mark.parametrize(
    ("sum_of_one_cell", "message"),
    [
        ("10", "Cage 1 of 33: no 1 different digits add up to 10. Type its sum again."),
        ("46", "46 is no number from 1 to 45."),
        ("six", "six is no number from 1 to 45."),
        ("²", "² is no number from 1 to 45."),
    ],
)
def test_wrong_sum_is_asked_for_again(sum_of_one_cell, message):
    lines = list(typed())
    output, _ = hold_dialogue("I", "33", lines[0], sum_of_one_cell, *lines[1:], "N")
    assert output[0] == message
    assert output[1].splitlines()[0] == "11: 6"


def test_missing_cell():
    lines = list(typed())
    output, questions = hold_dialogue("I", "32", *lines[:-2], "0", *lines[-2:], "N")
    assert output[0].startswith("Not every cell is in a cage: row ")
    assert output[0].endswith("What was typed is kept.")
    assert "Number of a cage to type again, 1 to 32, or 0 to add one: " in questions
    assert "Cage 33 of 33, its sum: " in questions


def test_cell_in_the_wrong_cage():
    """Two cages are typed again, first the one with a cell too many."""
    sure = [("11 12 13 14 15 16 17 18", "36"), ("19", "9")]
    rest = [(" ".join(f"{row}{column}" for column in range(1, 10)), "45") for row in range(2, 10)]
    lines = [word for pair in sure + rest for word in pair]
    output, _ = hold_dialogue("I", "10", *lines, "1", "11 12 13 14 15 16 17", "28", "2", "18 19", "17")
    assert [line.partition(".")[0] for line in output[:3]] == [
        "It has several solutions",
        "Not every cell is in a cage: row 1, column 8",
        "It has several solutions",
    ]


def test_wrong_total_of_sums():
    lines = list(typed())
    output, questions = hold_dialogue("I", "33", lines[0], "7", *lines[2:], "1", lines[0], "6", "Y")
    assert output[0] == "The sums add up to 406, and should to 405. What was typed is kept."
    assert "Number of a cage to type again, 1 to 33, or 0 to begin anew: " in questions
    assert output[-2] == grid(tuple(map(int, SOLUTIONS["nine-easy"])))


def test_ambiguous_and_infeasible_puzzles():
    """Sums of two cages are changed without a change of their total, and then corrected one after the other."""
    lines = list(typed())
    first, second = [i for i, cage in enumerate(PUZZLE.cages) if len(cage) == 2 and 5 < cage.total < 12][:2]
    altered = list(lines)
    altered[2 * first + 1] = str(int(lines[2 * first + 1]) + 1)
    altered[2 * second + 1] = str(int(lines[2 * second + 1]) - 1)
    corrections = [[str(i + 1), lines[2 * i], lines[2 * i + 1]] for i in (first, second)]
    output, _ = hold_dialogue("I", "33", *altered, *corrections[0], *corrections[1], "Y")
    assert output[0] in (
        "It has no solution. What was typed is kept.",
        "It has several solutions. What was typed is kept.",
    )
    assert output[1].startswith("The sums add up to 404")
    assert output[-2] == grid(tuple(map(int, SOLUTIONS["nine-easy"])))


def test_begin_again():
    row_cages = [(" ".join(f"{row}{column}" for column in range(1, 10)), "45") for row in range(1, 10)]
    output, _ = hold_dialogue("I", "9", *(word for pair in row_cages for word in pair), "0", "33", *typed(), "N")
    assert output[0] == "It has several solutions. What was typed is kept."
    assert output[1].splitlines()[0] == "11: 6"
    # Two cages of one cell with the same digit in a row.
    cages = [("11", "5"), ("12", "5"), (" ".join(f"1{c}" for c in range(3, 10)), "35"), *row_cages[1:]]
    output, _ = hold_dialogue("I", "11", *(word for pair in cages for word in pair))
    assert output[0] == "It has no solution. What was typed is kept."


def test_what_takes_too_long_to_search_is_said_and_kept(monkeypatch):
    def search(puzzle, max_solutions):
        assert limits().seconds == 7
        return Found((), False, "seconds")

    monkeypatch.setattr(menu, "find_solutions", search)
    output, _ = hold_dialogue("I", "33", *typed(), "1", *list(typed())[:2], seconds=7)
    assert output == 2 * ["After 7 seconds it is undecided how many solutions it has. What was typed is kept."] + [""]


def test_end_of_input():
    process = subprocess.run(
        [sys.executable, "-m", "rullo_core", "killer", "menu"], input="q\n", capture_output=True, text=True, check=False
    )
    assert (process.returncode, process.stderr) == (0, "")
    assert "Q is neither G nor I." in process.stdout


@pytest.mark.parametrize("missing", [1, 2, 3, 4])
def test_first_three_missing_cells_are_named(missing):
    """Dots replace the others."""
    rows = [(" ".join(f"{row}{column}" for column in range(1, 10)), "45") for row in range(1, 9)]
    last = (" ".join(f"9{column}" for column in range(1, 10 - missing)), str(sum(range(1, 10 - missing))))
    output, _ = hold_dialogue("I", "9", *(word for pair in [*rows, last] for word in pair))
    cells = ", ".join(f"row 9, column {column}" for column in range(10 - missing, 10)[:3])
    ellipsis = ", …" if missing == 4 else ""
    assert output[0] == f"Not every cell is in a cage: {cells}{ellipsis}. What was typed is kept."
