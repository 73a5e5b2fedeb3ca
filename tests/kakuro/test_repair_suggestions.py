"""Which changes are suggested to somebody who makes a puzzle."""

import numpy as np
import pytest

from rullo_core.constraints.distinct import Living, combinations
from rullo_core.errors import BadInput
from rullo_core.kakuro.kernels.draft import measure
from rullo_core.kakuro.kernels.repair import list_changes
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.reading import parse_puzzles
from rullo_core.kakuro.repair_suggestions import Advice, Value, _best_changes, _draft_of, advise, format_suggestions
from rullo_core.kakuro.solver import rate, reach, solutions
from rullo_core.passes.solver import Contradiction
from tests.kakuro.puzzles import EXAMPLE, MINIZINC

AMBIGUOUS = Kakuro.parse("4 4\n- 8, 12, 10,\n,9 0 0 0\n,11 0 0 0\n,10 0 0 0")


def bits_of(puzzle):
    return sum(np.log2(len(domain)) for domain in reach(puzzle, "G").state)


@pytest.mark.slow
def test_changes_leave_what_they_say():
    """Each is made, and the new puzzle looked into by the readable solver."""
    advice = advise(AMBIGUOUS)
    assert advice.bits == pytest.approx(bits_of(AMBIGUOUS))
    assert len(advice.solutions) == 2
    assert all(map(AMBIGUOUS.is_solved_by, advice.solutions))
    kinds = set()
    for change in advice.changes:
        digits = list(advice.solutions[0])
        for cell, digit in change.digits.items():
            digits[cell] = digit
        changed_puzzle = Kakuro.from_digits([row[1:] for row in AMBIGUOUS.rows_of(digits)[1:]])
        assert bits_of(changed_puzzle) == pytest.approx(change.bits)
        was = {i: entry.clue for i, entry in enumerate(AMBIGUOUS.entries)}
        clues = {i: entry.clue for i, entry in enumerate(changed_puzzle.entries) if entry.clue != was[i]}
        assert clues == change.clues
        kinds.add(len(change.digits))
    assert kinds == {1, 2}
    assert [change.bits for change in advice.changes] == sorted(change.bits for change in advice.changes)
    # No single change of a digit leaves less.
    solution = advice.solutions[0]
    fewest_bits = min(
        bits_of(Kakuro.from_digits([row[1:] for row in AMBIGUOUS.rows_of(new_digits)[1:]]))
        for cell in range(len(solution))
        for digit in range(1, 10)
        for new_digits in [(*solution[:cell], digit, *solution[cell + 1 :])]
        if digit != solution[cell] and all(len({new_digits[i] for i in e.cells}) == len(e) for e in AMBIGUOUS.entries)
    )
    assert advice.changes[0].bits <= fewest_bits + 1e-9


def test_clues_follow_a_change():
    """Of a digit, and of two of an entry, whose own clue stays."""
    solution = next(solutions(AMBIGUOUS))
    draft = _draft_of(AMBIGUOUS, solution)
    measure(draft, draft.domains[0])
    clues = [entry.clue for entry in AMBIGUOUS.entries]
    sizes = set()
    for change in _best_changes(AMBIGUOUS, draft):
        digits = [change.digits.get(cell, digit) for cell, digit in enumerate(solution)]
        changed_puzzle = Kakuro.from_digits([row[1:] for row in AMBIGUOUS.rows_of(digits)[1:]])
        new = {i: entry.clue for i, entry in enumerate(changed_puzzle.entries) if entry.clue != clues[i]}
        assert change.clues == new
        assert change.bits == pytest.approx(bits_of(changed_puzzle))
        sizes.add(len(change.digits))
    assert sizes == {1, 2}


def changes_of(puzzle, solution):
    """What single changes at open cells there are, in plain words: of a digit, and of two of an entry."""
    is_open = [len(domain) > 1 for domain in reach(puzzle, "G").state]
    for cell, digit in filter(lambda pair: is_open[pair[0]], enumerate(solution)):
        crossing = [entry.cells for entry in puzzle.entries if cell in entry.cells]
        excluded = {solution[i] for cells in crossing for i in cells}
        yield from ((cell, -1, new) for new in range(1, 10) if new not in excluded)
        for partner in {i for cells in crossing for i in cells} - {cell}:
            digits = list(solution)
            digits[cell], digits[partner] = solution[partner], digit
            fits = all(len({digits[i] for i in entry.cells}) == len(entry.cells) for entry in puzzle.entries)
            if fits and (partner > cell or not is_open[partner]):
                yield cell, partner, solution[partner]


@pytest.mark.parametrize("puzzle", [AMBIGUOUS, Kakuro.parse("3 4\n- 6, 6, 6,\n,8 0 0 0\n,10 0 0 0")], ids=str)
def test_every_change_is_listed_once(puzzle):
    solution = next(solutions(puzzle))
    draft = _draft_of(puzzle, solution)
    measure(draft, draft.domains[0])
    changes, bits = np.zeros((300, 3), np.int64), np.zeros(300)
    number = list_changes(draft, changes, bits)
    assert sorted(map(tuple, changes[:number].tolist())) == sorted(changes_of(puzzle, solution))
    for (cell, partner, digit), ambiguity in zip(changes[:number].tolist(), bits[:number], strict=True):
        digits = [*solution]
        if partner >= 0:
            digits[partner] = digits[cell]
        digits[cell] = digit
        changed_puzzle = Kakuro.from_digits([row[1:] for row in puzzle.rows_of(digits)[1:]])
        assert ambiguity == pytest.approx(bits_of(changed_puzzle))
    # Where there is no more room, the rest is left out.
    assert list_changes(draft, changes[:3], bits) == 3


@pytest.mark.slow
def test_the_rectangle_and_the_repaired_puzzle():
    advice = advise(AMBIGUOUS)
    rows = sorted({AMBIGUOUS.cells[cell] for cell in advice.rectangle})
    assert len(rows) == 4
    assert len({r for r, _ in rows}) == len({c for _, c in rows}) == 2
    repaired, solution = advice.repaired
    assert rate(repaired).kind == "simple"
    assert list(solutions(repaired)) == [solution]
    assert repaired.cells == AMBIGUOUS.cells
    assert advise(AMBIGUOUS, 1).repaired == advice.repaired != advise(AMBIGUOUS, 2).repaired


@pytest.mark.slow
def test_in_words(rullo, tmp_path):
    text = list(format_suggestions(AMBIGUOUS, advise(AMBIGUOUS)))
    assert text[0].startswith("It has several solutions; two of them differ in 4 cells: row 2, column 3; ")
    assert text[0].endswith("Entries alone leave 23.6 bits.")
    assert "One of their clues must change." in text[1]
    assert text[2].startswith(
        "Single changes of its digits that leave the least:\n  put 1 in row 3, column 3, so that 11"
    )
    assert text[3].startswith("Changed until entries alone solve it:\n\n4 4\n")
    rectangular = parse_puzzles(MINIZINC.read_text())[2]
    assert next(format_suggestions(rectangular, advise(rectangular))).startswith(
        "It has one solution, but entries alone leave"
    )
    path = tmp_path / "puzzle.txt"
    path.write_text(EXAMPLE.read_text() + "\n3 3\n- 17, 4,\n,17 0 0\n,4 0 0\n")
    status, out, _ = rullo("kakuro", "repair", path)
    assert (status, out) == (
        0,
        "# simonis\nEntries alone solve it, so it has one solution.\n\n"
        "There is no solution: no values satisfy 17 down from row 2, column 2.\n",
    )


def test_cells_that_are_no_entry_are_refused():
    with pytest.raises(
        BadInput, match="the puzzle, row 2, column 2: the cells across are no entry; where their clue is"
    ):
        advise(AMBIGUOUS.without_entries([0]))


TWO_ROWS = Kakuro.parse("3 4\n- 6, 6, 6,\n,8 0 0 0\n,10 0 0 0")


@pytest.mark.slow
def test_missing_clues_are_weighed_as_the_readable_solver_does():
    for puzzle in [*parse_puzzles(MINIZINC.read_text())[2:4], AMBIGUOUS]:
        check_missing(puzzle, range(0, len(puzzle.entries), 3))


@pytest.mark.parametrize("unset", [(0,), (0, 1), range(2, 5), range(5)], ids=str)
def test_missing_clues_of_two_rows_are_weighed(unset):
    check_missing(TWO_ROWS, unset)


def check_missing(puzzle, unset):
    """That each value of each missing clue leaves what the readable solver says, and that no others are told."""
    draft = puzzle.without_clues(unset)
    advice = advise(draft)
    assert advice.bits == pytest.approx(bits_of(draft))
    assert list(advice.missing) == list(unset)
    for number, values in advice.missing.items():
        text = {value.clue: value for value in values}
        size = len(puzzle.entries[number])
        for clue in range(1, 46):
            with_it = draft.with_clue(number, clue)
            try:
                state = reach(with_it, "G").state if combinations(size, clue) else None
            except Contradiction:
                state = None
            assert (clue in text) == (state is not None)
            if state is None:
                continue
            domains = [state[cell] for cell in puzzle.entries[number].cells]
            assert text[clue].bits == pytest.approx(bits_of(with_it))
            assert text[clue].sets == len(combinations(size, clue))
            assert text[clue].in_place == len(list(Living(clue).living(domains)))


def test_values_that_are_told_are_those_that_hide_most_and_those_that_leave_least():
    draft = Kakuro.parse("3 3\n- - 9,\n,7 0 0\n,8 0 0")
    number = next(i for i, entry in enumerate(draft.entries) if entry.clue is None)
    bits, sets, in_place = (9, 8, 7, 6, 5, 4, 3, 2), (4, 8, 2, 6, 1, 2, 1, 1), (1, 1, 2, 2, 1, 1, 1, 1)
    values = tuple(Value(5 + i, *measures) for i, measures in enumerate(zip(bits, sets, in_place, strict=True)))
    text = list(format_suggestions(draft, Advice(((1, 6, 5, 3),), 9.0, {number: values})))[-1].splitlines()
    assert text[1] == "down from row 2, column 2: 5 to 12"
    # 5, 6 and 8 hide the most, 4, 8 and 3 to each one in its place; 10 to 12 leave the least.
    assert [int(line.split(":")[0]) for line in text[2:]] == [5, 6, 8, 10, 11, 12]


def test_what_is_told_of_missing_clues():
    puzzle = Kakuro.parse("3 3\n- - 9,\n,7 0 0\n,8 0 0")
    text = list(format_suggestions(puzzle, advise(puzzle)))
    assert text[0] == "#  #  9\\\n\\7 .  .\n\\8 .  ."
    assert text[1].startswith("1 clue is missing. Entries alone leave ")
    # 7 + 8 - 9; 1 + 5 and 2 + 4
    assert text[2].endswith("down from row 2, column 2: only 6\n  6: 6.3 bits; 2 sets of digits, 2 in its place")
    fixed = Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n- 0 0")
    assert list(format_suggestions(fixed, advise(fixed)))[-1].endswith("one solution whatever they are.")
