"""The thesis's constructions (section 7), and the search for what completes them."""

import itertools

import pytest

from rullo_core.errors import BadInput
from rullo_core.rullo.bounds import most_difficult
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.records.constructions import follow, follow_pattern, three_variables, zigzag
from rullo_core.rullo.records.hard_search import Found, Task, search, search_again, search_around_patterns
from rullo_core.rullo.solver import count_solutions, difficulty, is_simple
from rullo_core.rullo.studies.charts import plot_pattern
from rullo_core.runs import shards

THE_ZIGZAG = [(3, 0), (2, 0), (2, 1), (1, 1), (1, 0), (0, 0), (0, 1), (3, 1)]


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
        "zigzag": [Task(4, 3, 9, zigzag(1, 2)), Task(4, 5, 9, zigzag(1, 2).beside(zigzag(4, 3)))],
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
    tasks = {"pattern": [Task(4, 3, 9, pattern), Task(6, 3, 9, three_variables(1, 2, 4))], "free": [Task(4, 3, 9)]}
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
        Task(4, 3, 9, zigzag(1, 2**31))


@pytest.mark.parametrize("pattern", [zigzag(1, 2), three_variables(1, 2, 4)], ids=["zigzag", "three letters"])
def test_a_pattern_by_itself_is_too_easy(pattern):
    """With the sums of its own rows as targets it is simple: a row of two different numbers is determined."""
    for solution in pattern.solutions():
        puzzle = Rullo.from_solution(pattern.numbers, solution)
        assert puzzle.column_targets == pattern.column_targets
        assert is_simple(puzzle)
        assert difficulty(puzzle) == 2.5


def test_c_equal_to_a_plus_b_moves_help_from_row_2_to_row_5():
    """The first column then has more ways, and some cells come several at once."""
    steps = follow_pattern(1, 2, 3)
    given = steps[steps["reason"] == "padding"]
    assert set(given.groupby("way").size()) == {3, 4}
    assert steps["at_once"].max() == 5
    where = given.groupby(["row", "column"]).size().to_dict()
    assert where == {(6, 1): 6, (5, 1): 6, (3, 2): 4, (1, 2): 6}
    usual = follow_pattern(1, 2, 4).query("reason == 'padding'").groupby(["row", "column"]).size().to_dict()
    assert usual == dict.fromkeys([(6, 1), (3, 2), (2, 1), (1, 2)], 8)


def test_a_path_as_a_table():
    steps = follow_pattern(3, 5).query("way == 1")
    assert [(r - 1, c - 1) for r, c in zip(steps["row"], steps["column"], strict=True)] == THE_ZIGZAG
    assert steps["step"].tolist() == steps["place"].tolist() == list(range(1, 9))
    assert steps["number"].tolist() == [3, 3, 3, 5, 5, 5, 8, 8]
    included = steps[steps["included"]]
    assert included.groupby("column").number.sum().tolist() == [8, 16]


@pytest.mark.parametrize("letters", [(1,), (1, 2, 3, 4), (1, 1.5), (1, 1)])
def test_letters_that_are_no_pattern_are_refused(letters):
    with pytest.raises(BadInput, match=r"a and b, or a, b and c|b = 1"):
        follow_pattern(*letters)


def test_plots_of_patterns():
    titles = [ax.get_title() or ax.texts[0].get_text() for ax in plot_pattern(1, 2)]
    assert titles[:4] == ["the pattern", "the padding", "column 1", "row 3"]


def test_a_search_around_patterns():
    """The patterns stand at the left, each repetition has its own seed, and the bound is not exceeded."""
    found = search_around_patterns([[1, 2], [4, 3]], "4x5", 9, steps=5_000, tries=2, seeds=2)
    assert found["seed"].tolist() == [1, 2]
    for one in found.itertuples():
        assert tuple(row[:4] for row in one.puzzle.numbers) == zigzag(1, 2).beside(zigzag(4, 3)).numbers
        assert difficulty(one.puzzle) == one.difficulty <= one.at_most == most_difficult(4, 5)
    (expected,) = search({"": [Task(3, 3, 9)]}, 5_000, 2, 2)[""]
    assert search_around_patterns([], "3x3", 9, 5_000, 2, 2)["puzzle"].iloc[1] == expected.puzzle


@pytest.mark.parametrize(
    ("patterns", "size", "says"),
    [
        ([[1, 2]], "4x2", "size 4x2: the patterns are 4x2; add columns of padding only"),
        ([[1, 2]], "5x3", "size 5x3: the patterns are 4x2"),
        ([[1, 2], [1, 2, 4]], "4x5", "take as many letters for each"),
    ],
)
def test_patterns_that_do_not_fit_are_refused(patterns, size, says):
    with pytest.raises(BadInput, match=says):
        search_around_patterns(patterns, size)
