"""The thesis's constructions (section 7), and the search for what completes them."""

from collections import Counter
from itertools import product

import pytest

from rullo_core.errors import BadInput
from rullo_core.puzzles.results import Climbed
from rullo_core.rullo.bounds import most_difficult
from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.solver import count_solutions, difficulty, is_simple
from rullo_core.runs import shards
from rullo_studies.rullo import difficult_puzzles
from rullo_studies.rullo.charts import plot_pattern
from rullo_studies.rullo.constructions import follow, follow_pattern, three_variables, zigzag
from rullo_studies.rullo.difficult_puzzles import search_difficult

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
        assert [step.reason for step in steps] == [
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
        assert [step.cell for step in steps if step.reason == "padding"] == [(5, 0), (2, 1), (1, 0), (0, 1)]


def test_solutions_of_an_extended_pattern():
    """All choices of cells are tried."""
    pattern = zigzag(1, 2).extended_by(zigzag(3, 2))
    assert pattern.column_targets == (3, 6, 5, 10)
    expected = set()
    for choices in product((False, True), repeat=16):
        rows = tuple(choices[i : i + 4] for i in range(0, 16, 4))
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


SEARCHES = {
    "zigzag": ("4x3", [[1, 2]]),
    "two zigzags": ("4x5", [[1, 2], [4, 3]]),
    "3x3": ("3x3", [], 4),
    "5x5": ("5x5", []),
}


@pytest.fixture(scope="module")
def outcomes():
    return {name: search_difficult(*task, steps=20_000, tries=2).iloc[0] for name, task in SEARCHES.items()}


def test_found_puzzles_are_simple_and_have_their_difficulty(outcomes):
    """A simple puzzle of that difficulty by the readable solver, with the pattern in it."""
    for row in outcomes.values():
        assert is_simple(row.puzzle)
        assert row.at_most == most_difficult(row.puzzle.height, row.puzzle.width)
        assert difficulty(row.puzzle) == row.passes <= row.at_most
        assert count_solutions(row.puzzle) == 1
    for name, pattern in (("zigzag", zigzag(1, 2)), ("two zigzags", zigzag(1, 2).extended_by(zigzag(4, 3)))):
        puzzle = outcomes[name].puzzle
        assert tuple(row[:-1] for row in puzzle.numbers) == pattern.numbers
        assert puzzle.column_targets[:-1] == pattern.column_targets
        assert max(row[-1] for row in puzzle.numbers) <= 9
    assert max(number for row in outcomes["3x3"].puzzle.numbers for number in row) <= 4


def test_search_finds_difficult_puzzles(outcomes):
    """The zigzag with one column; 3x3 as difficult as any over 1-4; and 5x5 beyond the thesis's 11.5."""
    assert outcomes["zigzag"].passes == 6.5
    assert outcomes["3x3"].passes == 4.5
    assert outcomes["5x5"].passes > 11.5


def test_where_nothing_is_found_the_puzzle_is_missing():
    table = search_difficult("8x8", largest=1, steps=1, tries=1)
    assert table["puzzle"].tolist() == [None]
    assert table["passes"].dtype == "float64"
    assert table["passes"].isna().all()


def test_the_search_does_not_depend_on_threads(outcomes, monkeypatch):
    """And each seed has its own puzzles."""
    monkeypatch.setattr(shards, "default_threads", lambda: 7)
    repeated = search_difficult("5x5", steps=20_000, tries=2, seeds=[1, 2])
    assert repeated["seed"].tolist() == [1, 2]
    assert repeated.iloc[0].equals(outcomes["5x5"])
    assert repeated["puzzle"].iloc[1] != outcomes["5x5"].puzzle


def test_every_search_has_the_same_number_of_attempts(monkeypatch):
    """Whatever the number of its pattern's solutions: they are taken in turn, with other random numbers each time."""
    climbed = []
    monkeypatch.setattr(
        difficult_puzzles, "climb_once", lambda *job, fixed_cells: climbed.append((*job[2:6], fixed_cells))
    )
    for size, patterns in (("4x3", [[1, 2]]), ("6x3", [[1, 2, 4]]), ("4x3", [])):
        climbed.clear()
        search_difficult(size, patterns, 9, 77, 5, [3, 4])
        assert sorted(job[2:4] for job in climbed) == list(product((3, 4), range(5)))
        assert {(values, steps) for values, steps, *_ in climbed} == {(tuple(range(1, 10)), 77)}
        ways = Counter(str(fixed_cells) for _, _, seed, _, fixed_cells in climbed if seed == 3)
        assert sorted(ways.values()) == {"[[1, 2]]": [2, 3], "[[1, 2, 4]]": [1] * 5, "[]": [5]}[str(patterns)]


def test_the_first_of_equally_difficult_puzzles_is_kept(figures, monkeypatch):
    climbs = [(2.0, "figure 17"), (3.5, "figure 15"), (3.5, "figure 19"), (3.0, "figure 20")]
    climbs = [Climbed(figures[name], worth) for worth, name in climbs]
    monkeypatch.setattr(difficult_puzzles, "climb_once", lambda *job, fixed_cells: climbs[job[5]])
    (row,) = search_difficult("4x3", tries=4).itertuples(index=False)
    assert row == (1, 3.5, 6.5, figures["figure 15"])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"size": "17x2"}, "up to 16x16"),
        ({"largest": 10**6 + 1}, "at most 1000000"),
        ({"largest": 0}, "largest = 0: write a whole number"),
        ({"steps": 0}, "steps = 0: write a whole number"),
        ({"tries": 0}, "tries = 0: write a whole number"),
        ({"seeds": [-1]}, "seed = -1: write a whole number"),
        ({"patterns": [[1, 2**31]]}, "with numbers up to 2147483647"),
        ({"patterns": [[1, 2]], "size": "4x2"}, "size 4x2: the patterns are 4x2; add columns of padding only"),
        ({"patterns": [[1, 2]], "size": "5x3"}, "size 5x3: the patterns are 4x2"),
        ({"patterns": [[1, 2], [1, 2, 4]], "size": "4x5"}, "take as many letters for each"),
    ],
)
def test_searches_that_are_refused(arguments, says):
    with pytest.raises(BadInput, match=says):
        search_difficult(**{"size": "4x3"} | arguments)


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
    paddings = steps[steps["reason"] == "padding"]
    assert set(paddings.groupby("way").size()) == {3, 4}
    assert steps["at_once"].max() == 5
    counts = paddings.groupby(["row", "column"]).size().to_dict()
    assert counts == {(6, 1): 6, (5, 1): 6, (3, 2): 4, (1, 2): 6}
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
