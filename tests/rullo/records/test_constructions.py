"""The thesis's constructions (section 7), and the search for what completes them."""

import itertools

import numpy as np
import pytest

from rullo_core.errors import BadInput
from rullo_core.rullo import charts, figures
from rullo_core.rullo.bounds import most_difficult
from rullo_core.rullo.findings import constructions as findings_constructions
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.records import constructed as studies
from rullo_core.rullo.records.constructions import (
    follow,
    number_of_completions,
    powers_of_two,
    staircase,
    three_variables,
    zigzag,
)
from rullo_core.rullo.records.hard_search import Found, Task, best, padded, search, search_again
from rullo_core.rullo.solver import count_solutions, difficulty, is_simple, passes_of_cells
from rullo_core.runs import shards

THE_ZIGZAG = [(3, 0), (2, 0), (2, 1), (1, 1), (1, 0), (0, 0), (0, 1), (3, 1)]


def test_the_line_of_figure_21():
    assert powers_of_two(4) == ((8, 8, 4, 4, 2, 2, 1, 1), 15)
    for pairs in range(1, 7):
        numbers, target = powers_of_two(pairs)
        ways = [w for w in itertools.product((0, 1), repeat=2 * pairs) if np.dot(w, numbers) == target]
        assert number_of_completions(numbers, target) == len(ways) == 2**pairs
        assert all(way[i] != way[i + 1] for way in ways for i in range(0, 2 * pairs, 2))


def test_the_pattern_of_figure_22():
    pattern = zigzag(3, 5)
    assert pattern.numbers == ((5, 8), (5, 5), (3, 3), (3, 8))
    assert pattern.column_targets == (8, 16)
    assert pattern.pairs == [1, 2]


def test_the_pattern_of_figure_23():
    """With a = 1, b = 2, c = 4, its numbers as printed."""
    pattern = three_variables(1, 2, 4)
    assert pattern.numbers == ((4, 7), (4, 3), (2, 3), (2, 2), (1, 1), (1, 7))
    assert pattern.column_targets == (7, 13)
    assert pattern.pairs == [3, 4]


@pytest.mark.parametrize("letters", [(1, 2), (2, 1), (3, 5), (7, 2)])
def test_zigzag_path_is_the_thesis_s(letters):
    """From the a at the bottom left on, but for the row from b to a + b: for that one needs the padding."""
    pattern = zigzag(*letters)
    ways = list(pattern.solutions())
    assert len(ways) == 2
    for solution in ways:
        steps = follow(pattern, solution)
        assert [step.cell for step in steps] == THE_ZIGZAG
        assert [step.why for step in steps] == [
            "padding",
            "column",
            "pair",
            "column",
            "pair",
            "column",
            "padding",
            "column",
        ]
        assert [step.included for step in steps] == [solution[r][c] for r, c in THE_ZIGZAG]
        assert steps[0].included
        assert steps[-1].state == solution
        assert [step.at_once for step in steps] == [0, 1, 1, 1, 1, 1, 0, 1]  # one progresses one square each step


def test_three_letters_need_help_where_the_thesis_says():
    """From the known b to the unknown a + b in row 3, and from a + b to c in row 2 (and at both ends)."""
    pattern = three_variables(1, 2, 4)
    ways = list(pattern.solutions())
    assert len(ways) == 8
    for solution in ways:
        steps = follow(pattern, solution)
        assert [step.cell for step in steps] == list(pattern.path)
        assert [step.cell for step in steps if step.why == "padding"] == [(5, 0), (2, 1), (1, 0), (0, 1)]


def test_solutions_of_a_pattern_beside_another():
    """All choices of cells are tried."""
    pattern = zigzag(1, 2).beside(zigzag(3, 2))
    assert pattern.column_targets == (3, 6, 5, 10)
    expected = set()
    for chosen in itertools.product((False, True), repeat=16):
        rows = tuple(chosen[i : i + 4] for i in range(0, 16, 4))
        sums = tuple(
            sum(n for n, c in zip(ns, cs, strict=True) if c)
            for ns, cs in zip(zip(*pattern.numbers, strict=True), zip(*rows, strict=True), strict=True)
        )
        pairs = all(rows[r][i] != rows[r][i + 1] for r in (1, 2) for i in (0, 2))
        if sums == pattern.column_targets and pairs and rows[3][0] and rows[3][2]:
            expected.add(rows)
    assert set(pattern.solutions()) == expected
    assert len(expected) == 4


@pytest.mark.parametrize("make", [lambda: zigzag(1, 1), lambda: zigzag(0, 2), lambda: three_variables(1, 2, 2)])
def test_invalid_letters_are_refused(make):
    with pytest.raises(BadInput, match="different positive numbers"):
        make()


@pytest.fixture(scope="module")
def found():
    tasks = {
        "zigzag": [padded(zigzag(1, 2), 1, 9), padded(zigzag(1, 2).beside(zigzag(4, 3)), 1, 9)],
        "free": [Task(3, 3, 4), Task(5, 5, 9)],
    }
    return search(tasks, 20_000, 2, 1)


def test_found_puzzles_are_simple_and_have_their_difficulty(found):
    """A simple puzzle of that difficulty by the readable solver, with the pattern in it."""
    for one in itertools.chain(*found.values()):
        assert is_simple(one.puzzle)
        assert difficulty(one.puzzle) == one.difficulty <= most_difficult(one.puzzle.height, one.puzzle.width)
        assert count_solutions(one.puzzle) == 1
    for one, pattern in zip(found["zigzag"], (zigzag(1, 2), zigzag(1, 2).beside(zigzag(4, 3))), strict=True):
        assert tuple(row[:-1] for row in one.puzzle.numbers) == pattern.numbers
        assert one.puzzle.column_targets[:-1] == pattern.column_targets
        assert max(row[-1] for row in one.puzzle.numbers) <= 9
    assert max(number for row in found["free"][0].puzzle.numbers for number in row) <= 4


def test_search_finds_difficult_puzzles(found):
    """The zigzag with one column; 3x3 as difficult as any over 1-4; and 5x5 beyond the thesis's 11.5."""
    assert found["zigzag"][0].difficulty == 6.5
    assert found["free"][0].difficulty == 4.5
    assert found["free"][1].difficulty > 11.5


def test_the_search_does_not_depend_on_threads(found, monkeypatch):
    monkeypatch.setattr(shards, "default_threads", lambda: 7)
    assert search({"free": [Task(3, 3, 4), Task(5, 5, 9)]}, 20_000, 2, 1)["free"] == found["free"]
    assert search({"free": [Task(5, 5, 9)]}, 20_000, 2, 2)["free"] != found["free"][1:]


def test_every_task_has_the_same_number_of_attempts(monkeypatch):
    """Whatever the number of its pattern's solutions: they are taken in turn, with other random numbers each time."""
    from rullo_core.rullo.records import hard_search as module

    climbed = []
    monkeypatch.setattr(module, "_climb", lambda task, *rest: climbed.append((task, *rest)))
    pattern = zigzag(1, 2)
    tasks = {"pattern": [padded(pattern, 1, 9), padded(three_variables(1, 2, 4), 1, 9)], "free": [Task(4, 3, 9)]}
    search_again(tasks, 77, 5, [3, 4])
    for task in itertools.chain(*tasks.values()):
        mine = [rest for one, *rest in climbed if one == task]
        assert sorted((seed, attempt) for _, attempt, _, seed, _ in mine) == [(s, k) for s in (3, 4) for k in range(5)]
        assert {steps for _, _, steps, *_ in mine} == {77}
    starts = [rest[0] for one, *rest in climbed if one == tasks["pattern"][0] and rest[3] == 3]
    assert sorted(starts.count(way) for way in pattern.solutions()) == [2, 3]


def test_the_first_of_equally_difficult_puzzles_is_kept(figures, monkeypatch):
    from rullo_core.rullo.records import hard_search as module

    difficulties, names = [2.0, 3.5, 3.5, 3.0], ["figure 17", "figure 15", "figure 19", "figure 20"]
    monkeypatch.setattr(module, "_climb", lambda *job: Found(figures[names[job[2]]], difficulties[job[2]]))
    assert search({"free": [Task(4, 3, 9)]}, 77, 4, 1) == {"free": [Found(figures["figure 15"], 3.5)]}


def test_equal_effort_is_described(figures):
    def of(*difficulties):
        return [Found(figures["figure 17"], one) if one else None for one in difficulties]

    mine = {"zigzag": [of(2.5, 3.5, 3.0), of(4.0, 4.0, None)]}
    free = {"zigzag": [of(4.0, 5.0, 6.0), of(2.0, 2.0, 2.0)]}
    table = studies.equal_effort({"zigzag": [Task(4, 3, 9), Task(4, 5, 9)]}, mine, free)
    assert table["with the pattern"].tolist() == [[2.5, 3.5, 3.0], [4.0, 4.0, 0.0]]
    shown = findings_constructions.over_seeds(table)
    assert shown.iloc[0].tolist() == ["4x3", "3.0 (2.5 to 3.5)", "5.0 (4 to 6)"]
    output = findings_constructions.does_a_pattern_help(table)
    assert "greater in **1 of 2** comparisons, and less in **1**" in output
    assert "in 0 of them; all without it are better in 1." in output
    assert best(mine["zigzag"][0]).difficulty == 3.5
    assert best([None]) is None


def test_a_search_may_find_nothing():
    """Most choices of cells of a grid of 1s are ambiguous."""
    assert search({"": [Task(8, 8, 1)]}, 1, 2, 1)[""] == [None]
    assert findings_constructions.growth({"1s": [None]}) == "* 1s: **none**"


def test_a_padding_has_a_column():
    with pytest.raises(BadInput, match="0 columns of padding: take at least one"):
        padded(zigzag(1, 2), 0, 9)


@pytest.mark.parametrize(
    ("task", "message"),
    [
        ((17, 2, 3), "up to 16x16"),
        ((2, 2, 10**6 + 1), "at most 1000000"),
        ((2, 2, 0), "take at least 1"),
    ],
)
def test_tasks_that_do_not_fit(task, message):
    with pytest.raises(BadInput, match=message):
        Task(*task)
    with pytest.raises(BadInput, match="with numbers up to 2147483647"):
        padded(zigzag(1, 2**31), 1, 9)


def test_sentences(found, figures):
    tasks = {
        "zigzag": [padded(zigzag(1, 2), 1, 9), padded(zigzag(1, 2).beside(zigzag(4, 3)), 1, 9)],
        "free": [Task(3, 3, 4), Task(5, 5, 9)],
    }
    table = studies.found_table(tasks, found)
    assert table["size"].tolist() == ["4x3", "4x5", "3x3", "5x5"]
    assert table["checked"].all()
    when = passes_of_cells(found["zigzag"][0].puzzle)
    path = [when[r][c] for r, c in THE_ZIGZAG]
    rises = sum(later > earlier for earlier, later in itertools.pairwise(path))
    assert table["steps in order"].iloc[0] == f"{rises} of 7"
    assert table["steps in order"].iloc[1].endswith(" of 14")
    wrong = {"": [Found(figures["figure 17"], 12.0)]}
    assert not studies.found_table({"": [Task(5, 5, 9)]}, wrong)["checked"].any()
    beside = findings_constructions.beside_the_thesis([[None, found["free"][1]], [None]])
    difficulty_found = found["free"][1].difficulty
    output = f"{difficulty_found:.1f} ({difficulty_found:g} to {difficulty_found:g})"
    assert beside.to_dict("index") == {"5x5": {"found": output, "in the thesis": "11.5"}}
    assert findings_constructions.single_finds(figures["figure 17"]) == (
        "Of its 12 passes, columns first, **3** fix a single cell."
    )
    assert "* zigzag: **6.5, " in findings_constructions.growth(found)
    points = studies.points(found)
    assert points.query("series == 'hardest in the thesis'")["difficulty"].tolist() == [4.5, 11.5, 24.5]
    lines = charts.difficulty_by_cells(points, points.set_index("cells")["difficulty"]).axes[0].lines
    assert len(lines) == 1 + 3


def test_order_boards(figures):
    """Figure 1's passes, columns first, find 6, 10, 7 and 2 cells."""
    drawn = figures_of_order(figures["figure 1"])
    assert [drawn.count(str(n)) for n in (1, 2, 3, 4)] == [6, 10, 7, 2]


def figures_of_order(puzzle):
    """The numbers on the last board, target-sums aside."""
    from rullo_core.rullo import figures as module

    boards = []
    original = module.draw
    try:
        module.draw = lambda drawn, **_: boards.extend(drawn)
        module.order_boards(puzzle, 0)
    finally:
        module.draw = original
    return [str(number) for row in boards[-1].puzzle.numbers for number in row]


def test_path_boards():
    pattern = zigzag(1, 2)
    picture = figures.path_boards(pattern, follow(pattern, next(pattern.solutions())))
    assert [text.get_text() for text in picture.axes[0].texts][:3] == ["the pattern", "the padding", "column 1"]


@pytest.mark.parametrize("pattern", [zigzag(1, 2), three_variables(1, 2, 4)], ids=["zigzag", "three letters"])
def test_a_pattern_by_itself_is_too_easy(pattern):
    """With the sums of its own rows as targets it is simple: a row of two different numbers is determined."""
    for solution in pattern.solutions():
        puzzle = Rullo.from_solution(pattern.numbers, solution)
        assert puzzle.column_targets == pattern.column_targets
        assert is_simple(puzzle)
        assert difficulty(puzzle) == 2.5
    output = findings_constructions.without_padding(pattern)
    assert f"for {len(list(pattern.solutions()))} of its" in output
    assert "a difficulty of **2.5**" in output


def test_c_equal_to_a_plus_b_moves_help_from_row_2_to_row_5():
    """The first column then has more ways, and some cells come several at once."""
    pattern = three_variables(1, 2, 3)
    ways = [follow(pattern, solution) for solution in pattern.solutions()]
    assert {sum(step.why == "padding" for step in steps) for steps in ways} == {3, 4}
    assert max(step.at_once for steps in ways for step in steps) == 5
    assert "3 or 4 cells have to be given, and at most 5" in findings_constructions.all_paths(ways)
    output = findings_constructions.where_help_is_needed(ways)
    assert "row 5 of column 1 in all ways, row 3 of column 2 in 4 of 6 ways, row 1 of column 2 in all ways" in output
    usual = three_variables(1, 2, 4)
    output = findings_constructions.where_help_is_needed([follow(usual, way) for way in usual.solutions()])
    assert (
        output
        == "The padding has to give "
        + ", ".join(f"row {r} of column {c} in all ways" for r, c in ((6, 1), (3, 2), (2, 1), (1, 2)))
        + "."
    )


@pytest.mark.parametrize("side", range(1, 13))
def test_staircases(side):
    puzzle = staircase(side)
    assert is_simple(puzzle)
    assert difficulty(puzzle) == side
    assert count_solutions(puzzle) == 1


def test_a_staircase_has_a_side():
    with pytest.raises(BadInput, match="side 0: take at least 1"):
        staircase(0)
    assert "all simple, and the difficulty **is the side**" in findings_constructions.staircases(range(1, 6))
