"""The commands for Killer Sudokus."""

import json

import pytest

from rullo_core.killer.explain import KillerExplainer
from rullo_core.killer.puzzle import Cage, Killer
from rullo_core.killer.solver import run_level, solutions
from tests.killer.examples import SOLUTIONS, examples


@pytest.fixture
def small(tmp_path):
    place = tmp_path / "small.txt"
    place.write_text(f"# four\n{examples()['four-five-cages']}\n")
    return str(place)


def test_solve(rullo, small):
    status, output, _ = rullo("killer", "solve", small, "--level", "CP")
    assert status == 0
    assert output.startswith(
        "# four\nPass 1, all: 4 cells\n  cage a, killer combinations (6: 123): (1, 1) is 1 or 2 or 3"
    )
    assert "cage a and what sees it, required digits (has 1, 2 and 3): (1, 4) is 4" in output
    assert output.endswith(
        "2 1 | 3 4\n3 4 | 2 1\n---------\n4 2 | 1 3\n1 3 | 4 2\n\nSolved by passes alone: 4 passes of CP.\n"
    )
    output = rullo("killer", "solve", small, "--level", "E")[1]
    assert "Passes alone leave 16 cells unknown." in output
    assert output.endswith("That is the only solution.\n")
    (row,) = json.loads(rullo("killer", "solve", small, "--limit", "2", "--format", "json")[1])
    assert (row["name"], row["solutions"], row["complete"]) == ("four", 1, True)
    assert "".join(str(digit) for line in row["solution"] for digit in line) == SOLUTIONS["four-five-cages"]
    rows = json.loads(rullo("killer", "solve", small, "--level", "E", "--format", "json")[1])
    assert [row["group"] for row in rows[:2]] == ["all", "guess"]


def test_hint(rullo, small, tmp_path):
    output = rullo("killer", "hint", small)[1]
    assert output.startswith("# four\n")
    (row,) = json.loads(rullo("killer", "hint", small, "--format", "json")[1])
    assert (row["verdict"], row["level"]) == ("step", "CH")
    (cell,) = row["values"]
    assert output.endswith(f"So {cell['value']} goes in row {cell['row']}, column {cell['column']} (CH).\n")
    assert SOLUTIONS["four-five-cages"][4 * (cell["row"] - 1) + cell["column"] - 1] == str(cell["value"])
    assert output == f"# four\n{row['reason']}\n"
    place = tmp_path / "one.txt"
    place.write_text(f"{examples()['nine-search']}\n")
    assert json.loads(rullo("killer", "hint", str(place), "--format", "jsonl")[1])["level"] == "C"


def test_hints_continue_from_entered_digits(rullo, small, tmp_path):
    """Entered one after the other, hints lead to the solution; a wrong digit is reported; no entered cell is a hint."""
    text, solution = examples()["four-five-cages"], SOLUTIONS["four-five-cages"]
    place = tmp_path / "written.txt"
    entered = ["."] * 16

    def hint(form="jsonl"):
        rows = "\n".join(" ".join(entered[first : first + 4]) for first in range(0, 16, 4))
        place.write_text(f"{text}\ndigits\n{rows}\n")
        return rullo("killer", "hint", str(place), "--format", form)[1]

    cells = []
    while (row := json.loads(hint()))["values"]:
        (cell,) = row["values"]
        index = 4 * (cell["row"] - 1) + cell["column"] - 1
        assert entered[index] == "."
        assert str(cell["value"]) == solution[index]
        entered[index] = solution[index]
        cells.append(index)
    assert (row["verdict"], row["wrong"], len(cells)) == ("solved", [], len({*cells}))
    assert hint("text") == "All cells are known: the puzzle is solved.\n"
    entered[:] = ["."] * 16
    entered[0], entered[5] = solution[0], "1" if solution[5] == "2" else "2"
    row = json.loads(hint())
    assert (row["verdict"], row["values"], row["wrong"]) == ("wrong", [], [{"row": 2, "column": 2}])
    assert hint("text").endswith(f"Wrong: {entered[5]} in row 2, column 2.\n")
    entered[5] = "5"
    hint()
    status, _, output = rullo("killer", "hint", str(place))
    assert status == 2
    assert "is no row of entered digits; write 4 digits, . for nothing" in output


def test_hint_leads_to_a_solution_with_the_entered_digits(rullo, tmp_path):
    place = tmp_path / "loose.txt"
    loose = "killer 4x4 boxes 2x2\na a . .\n. . . .\n. . . .\n. . . .\na=3\ndigits\n"
    place.write_text(loose + "2 1 3 4\n. . . .\n. . . .\n. . . 3\n")
    row = json.loads(rullo("killer", "hint", str(place), "--format", "jsonl")[1])
    assert (row["verdict"], row["wrong"]) in (("step", []), ("guess", []))
    assert row["values"]
    place.write_text(loose + "4 . . .\n. . . .\n. . . .\n. . . .\n")
    row = json.loads(rullo("killer", "hint", str(place), "--format", "jsonl")[1])
    assert row["wrong"] == [{"row": 1, "column": 1}]


def test_cage_of_one_cell_is_no_hint(rullo, tmp_path):
    place = tmp_path / "singles.txt"
    digits = SOLUTIONS["four-five-cages"]
    for last, output in (
        (".", "So 2 goes in row 4, column 4 (C).\n"),
        ("p", "All cells are known: the puzzle is solved.\n"),
    ):
        labels = f"abcdefghijklmno{last}"
        rows = "\n".join(" ".join(labels[first : first + 4]) for first in range(0, 16, 4))
        sums = " ".join(f"{label}={digit}" for label, digit in zip(labels, digits, strict=True) if label != ".")
        place.write_text(f"killer 4x4 boxes 2x2\n{rows}\n{sums}\n")
        assert rullo("killer", "hint", str(place))[1].endswith(output)


def test_reason_lists_few_combinations():
    puzzle = Killer(9, (3, 3), (Cage("a", (0, 1), 9), Cage("b", (78, 79, 80), 11)))
    output = list(map(KillerExplainer(puzzle, "C").explain, run_level(puzzle, "C").passes[0].deductions))
    assert [line.partition(": (")[0] for line in output] == [
        "cage a, killer combinations (9: 18 27 36 45)",
        "cage b, killer combinations (11: 5 sets)",
    ]


@pytest.mark.parametrize(("box", "output"), [((2, 3), "2 1 3 | 4 5 6\n"), ((3, 2), "2 1 | 3 4 | 5 6\n")])
def test_boards_show_their_boxes(box, output):
    puzzle = Killer(6, box, ())
    solution = next(solutions(puzzle, digits=(2, 1, 3, 4, 5, 6, *(0,) * 30)))
    board = KillerExplainer(puzzle, "C").board(tuple(frozenset({digit}) for digit in solution))
    assert board.startswith(output)
    lines = board.splitlines()
    assert [i for i, line in enumerate(lines) if set(line) == {"-"}] == list(range(box[0], len(lines), box[0] + 1))


def test_ambiguous_and_infeasible_puzzles(rullo, tmp_path):
    place = tmp_path / "loose.txt"
    place.write_text("killer 4x4 boxes 2x2\na a . .\n. . . .\n. . . .\n. . . .\na=3\n")
    output = rullo("killer", "solve", str(place))[1]
    assert "There are other solutions: in one, " in output
    output = rullo("killer", "solve", str(place), "--limit", "5")[1]
    assert output.endswith("\n5 solutions, and there may be others.\n")
    rows = json.loads(rullo("killer", "solve", str(place), "--limit", "1000", "--format", "json")[1])
    assert len(rows) == len({str(row["solution"]) for row in rows}) == 48
    assert {(row["solutions"], row["complete"]) for row in rows} == {(48, True)}
    place.write_text("killer 4x4 boxes 2x2\na a b b\n. . . .\n. . . .\n. . . .\na=3 b=3\n")
    assert "There is no solution: " in rullo("killer", "solve", str(place))[1]


def test_combinations(rullo):
    assert rullo("killer", "combinations", "3", "8")[1] == "8: 125 134\n"
    assert rullo("killer", "combinations", "2", "--with", "9", "--without", "1,2")[1].splitlines()[0] == "12: 39"
    assert rullo("killer", "combinations", "2", "20", "--digits", "12")[1] == "20: 8+12 9+11\n"
    for options, reason in (
        (("2", "30"), "no 2 different digits from 1 to 9 add up to that"),
        (("2", "--with", "x"), "--with 'x': 'x' is no digit from 1 to 9"),
    ):
        status, _, output = rullo("killer", "combinations", *options)
        assert (status, output.count("\n")) == (2, 1)
        assert reason in output


def test_rate(rullo, small):
    row = json.loads(rullo("killer", "rate", small)[1])
    assert row["name"] == "four"
    assert (row["simple"], row["passes_cages_first"], row["level"], row["nodes"]) == (True, 8, "CH", 0)
    assert (row["solutions"], row["complete"], row["cages"]) == (1, True, 5)
    assert (row["solved_cells_E"], row["candidates_E"], row["passes"], row["passes_CH"]) == (0, 52, 8.5, 6)
    status, output, _ = rullo("killer", "rate", small, small, "--threads", "2")
    assert (status, output.count("\n")) == (0, 2)


def test_generate(rullo, tmp_path):
    status, output, _ = rullo("killer", "generate", "--size", "4", "--count", "2")
    assert status == 0
    place = tmp_path / "made.txt"
    place.write_text(output)
    rows = [json.loads(line) for line in rullo("killer", "rate", str(place))[1].splitlines()]
    assert [(row["solutions"], row["complete"]) for row in rows] == [(1, True)] * 2
    second_puzzle = rullo("killer", "generate", "--size", "4", "--first", "1")[1]
    assert output.endswith(second_puzzle)
    (row,) = json.loads(rullo("killer", "generate", "--cages", "30-36", "--level", "CG", "--format", "json")[1])
    assert row["level"] == "CG"
    assert 30 <= row["cages"] <= 36
    assert len(row["solution"]) == 9
    for options, reason in (
        (("--cages", "30-20"), "cages '30-20': write the smaller one first"),
        (("--cages", "90"), "cages 90-90: take from 1 to 81"),
        (("--size", "9", "--box", "2x5"), "have 10 cells, a row has 9"),
        (
            ("--single-cell-cages", "x"),
            "single_cell_cages 'x': write the least and the greatest, or one number",
        ),
    ):
        status, _, output = rullo("killer", "generate", *options)
        assert (status, output.count("\n")) == (2, 1)
        assert reason in output
    status, _, output = rullo("killer", "generate", "--level", "CH", "--passes", "90", "--max-tries", "1")
    assert (status, output) == (1, "rullo: index 0: no such puzzle was found in 1 try; ask for less, or allow more\n")


def test_hardest(rullo):
    output = rullo("killer", "hardest", "--size", "4", "--attempts", "2", "--steps", "50")[1]
    assert output.startswith("# ")
    assert "passes of cages and units by turns, " in output
    output = rullo("killer", "hardest", "--size", "4", "--goal", "cages", "--attempts", "1", "--steps", "50")[1]
    assert output.splitlines()[0] in ("# 5 cages", "# 6 cages")


def test_show(rullo, small, tmp_path):
    output = rullo("killer", "show", small)[1]
    assert output.startswith("# four\nkiller 4x4 boxes 2x2\na a a b\n")
    assert rullo("killer", "show", small, "--solution")[1].startswith("# four\n2 1 | 3 4\n")
    assert rullo("killer", "show", small, "--level", "E")[1].startswith("# four\n. . | . .\n")
    for name, options in (("board.svg", ("--level", "CP")), ("board.png", ()), ("sheet.pdf", ("--sheet",))):
        place = tmp_path / name
        assert rullo("killer", "show", small, "--out", str(place), *options)[0] == 0
        first = place.read_bytes()
        assert len(first) > 2000
        assert rullo("killer", "show", small, "--out", str(place), *options)[0] == 0
        assert place.read_bytes() == first
    infeasible = tmp_path / "none.txt"
    infeasible.write_text("killer 4x4 boxes 2x2\na a b b\n. . . .\n. . . .\n. . . .\na=3 b=3\n")
    for options, reason in (
        ((small, "--sheet"), "--sheet needs --out"),
        ((small, "--level", "E", "--solution"), "exclude each other"),
        ((str(infeasible), "--solution"), "has no solution to show"),
        ((str(infeasible), "--level", "CA"), "has no solution: "),
    ):
        status, _, output = rullo("killer", "show", *options)
        assert (status, output.count("\n")) == (2, 1)
        assert reason in output


def test_size_of_a_board_may_have_both_of_its_sides(rullo):
    assert rullo("killer", "generate", "--size", "4x4") == rullo("killer", "generate", "--size", "4")
    for size in ("3", "17", "4x5", "1e1", "x"):
        status, _, error = rullo("killer", "generate", "--size", size)
        assert status == 2
        assert f"size '{size}': write a number from 4 to 16, such as 6" in error
