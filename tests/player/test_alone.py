"""What the scripts read, solve and generate without Python, in a real browser, compared with Python's results."""

import json

import pytest

from rullo_core.kakuro.api import API as KAKURO
from rullo_core.killer.api import API as KILLER
from rullo_core.player import alone
from rullo_core.rullo.api import API as RULLO
from rullo_core.sudoku.api import API as SUDOKU

pytestmark = pytest.mark.slow

KINDS = {kind.name: kind for kind in (RULLO, KAKURO, KILLER, SUDOKU)}
SHELVES = [(name, number) for name, kind in KINDS.items() for number in range(len(kind.shelf))]
AMBIGUOUS = {
    "rullo": "1 1\n1 1 1\n1 1 1",
    "kakuro": "4 4\n- 6, 6, 6,\n,6 0 0 0\n,6 0 0 0\n,6 0 0 0",
    "killer": "killer 4x4 boxes 2x2 diagonals\na a b b\na a b b\nc c d d\nc c d d\na=10 b=10 c=10 d=10",
    "sudoku": "1...|..3.|....|4...",
}
"""With more than one solution."""


RANDOMNESS = "let word = %d; Math.random = () => (word = (word * 48271) %% 2147483647) / 2147483647;"
"""Rng that is the same again (S. K. Park and K. W. Miller, 1988)."""


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    page = browser.new_page()
    path = tmp_path_factory.mktemp("alone") / "page.html"
    path.write_text(f"<!doctype html><title>x</title><script>{alone.modules()}</script>")
    page.goto(path.as_uri())
    yield page
    page.close()


@pytest.fixture
def read(page):
    """Read a text as a play; or get line, column and message of what is wrong."""
    failed = "catch (e) { return [e.line, e.column, e.message]; }"
    script = f"([kind, text]) => {{ try {{ return read_js.read(kind, text); }} {failed} }}"
    return lambda kind, text: page.evaluate(script, [kind, text])


@pytest.fixture
def make(page):
    """Make a puzzle as a play; or get the message that says why there is none."""
    script = "([kind, choices]) => make_js.make(kind, choices).catch((e) => e.message)"

    def call(kind, seed=1, **choices):
        page.evaluate(RANDOMNESS % seed)
        return page.evaluate(script, [kind, choices])

    return call


def plain(play):
    return json.loads(json.dumps(play.as_json()))


def assert_the_same_puzzle(script_play, play):
    for name in set(play) - {"title", "trace", "units", "solutions"}:
        assert script_play[name] == play[name], name
    assert sorted(script_play["solutions"]) == sorted(play["solutions"])
    assert [{name: unit[name] for name in play["units"][0]} for unit in script_play["units"]] == play["units"]


def assert_the_way_leads_to_the_solution(script_play):
    """Each step leaves what the solution has, and takes something away; in the end nothing else is left."""
    candidates, solution = list(script_play["start"]), script_play["solutions"][0]
    for step in script_play["trace"]:
        assert any(candidates[cell] & ~mask for cell, mask in step["left"])
        for cell, mask in step["left"]:
            assert mask >> solution[cell] & 1
            candidates[cell] &= mask
    assert candidates == [1 << place for place in solution]


@pytest.mark.parametrize(("name", "number"), SHELVES)
def test_it_makes_of_a_puzzle_what_python_does(read, name, number):
    play = plain(KINDS[name].read_play(KINDS[name].shelf[number], ""))
    script_play = read(name, play["text"])
    assert_the_same_puzzle(script_play, play)
    assert_the_way_leads_to_the_solution(script_play)
    assert script_play["trace"] == play["trace"]
    assert script_play["title"] == play["title"]


def test_it_takes_the_passes_that_the_thesis_takes(read, figures):
    for name, puzzle in figures.items():
        play = plain(RULLO.read_play(str(puzzle), name))
        script_play = read("rullo", play["text"])
        assert script_play["title"] == play["title"], name
        assert script_play["trace"] == play["trace"], name


@pytest.mark.parametrize("name", AMBIGUOUS)
def test_all_solutions_are_found(read, name):
    play = plain(KINDS[name].read_play(AMBIGUOUS[name], ""))
    assert len(play["solutions"]) > 1
    script_play = read(name, AMBIGUOUS[name])
    assert sorted(script_play["solutions"]) == sorted(play["solutions"])
    assert script_play["complete"] is play["complete"] is True
    assert_the_way_leads_to_the_solution(script_play)


def test_not_all_of_very_many_solutions(read):
    script_play = read("sudoku", "." * 81)
    assert (len(script_play["solutions"]), script_play["complete"]) == (50, False)


@pytest.mark.parametrize(
    ("name", "text", "line", "column", "reason"),
    [
        ("rullo", "", 1, 1, "no puzzle"),
        ("rullo", "5 7\n4 1 4\n8 5 x", 3, 5, "'x' is not a whole number"),
        ("rullo", "5 7\n4 1\n8 5 3", 2, 3, "2 numbers, this one has 1"),
        ("rullo", "# mine\n5 7\n4 1 4 4\n8 5 3", 3, 7, "2 numbers, this one has 3"),
        ("rullo", "1\n1 1\n\n1\n1 1", 4, 1, "another puzzle"),
        ("kakuro", "hello", 1, 1, "no size"),
        ("kakuro", "2 2\n- 4,\n,4 x", 3, 4, "'x' is no cell"),
        ("kakuro", "3 3\n- 4, 6,\n,7 0 0\n,33 0 0", 4, 1, "no 2 different digits add up to 33; write 3 to 17"),
        ("kakuro", "2 3\n- 4, 6,\n,7 - -", 2, 3, "the clue 4 has no white cell after it"),
        ("kakuro", "3 3\n- 4, 6,\n,7 0 0", 1, 1, "there are 2 rows where it says 3"),
        ("kakuro", "2 2\n- -\n- 0", 3, 3, "this white cell is in no entry"),
        ("sudoku", "1234 3412 2143 432x", 1, 19, "'x' is no digit"),
        ("sudoku", "# mine\n1134 3412 2143 432.", 2, 2, "1 is in row 1 already, in row 1, column 1"),
        ("sudoku", "12341", 1, 1, "5 cells"),
        ("killer", "killer 4x4 boxes 2x3\na a a a", 1, 18, "boxes 2x3 have 6 cells"),
        ("killer", "killer 4x4 boxes 2x2\na a b\n", 1, 1, "1 rows of labels"),
        (
            "killer",
            "killer 2x2 boxes 1x2\na a\nb b\na=3 b=4",
            4,
            5,
            "no 2 different digits from 1 to 2 add up to 4; write 3",
        ),
        ("killer", "killer 2x2 boxes 1x2\na a\nb b\na=3 c=3", 4, 5, "there is no cage c"),
        ("killer", "killer 2x2 boxes 1x2\na b\nb a\na=3 b=3", 2, 1, "cage a is in several pieces"),
        ("killer", "killer 2x2 boxes 1x2\na a\nb b\na=3", 3, 1, "cage b has no sum"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(read, name, text, line, column, reason):
    error = read(name, text)
    assert error[:2] == [line, column]
    assert error[2].startswith(f"Line {line}, column {column}: ")
    assert reason in error[2]


def test_what_has_no_solution_is_told(read):
    assert read("rullo", "5 9\n4 1 4\n8 5 3")[2] == "this has no solution; mend a number"
    assert read("rullo", "5 7\n5 1 4\n7 5 3")[2] == "this has no solution; mend a number"  # columns alone see nothing
    assert read("sudoku", "123. ...4 .... ....")[2] == "this has no solution; mend a number"


def is_as_asked(kind, difficulty, title):
    """Whether a title tells what was asked for."""
    output, request = title.split(", ", 1)[1], kind.requests[difficulty]
    if request.difficulty is None:
        return output == difficulty
    minimum, maximum = request.difficulty
    return output.startswith("difficulty ") and minimum <= float(output.removeprefix("difficulty ")) <= maximum


def test_titles_tell_what_was_asked():
    assert is_as_asked(RULLO, "3 to 4.5 passes", "Rullo 5x5, difficulty 4.5")
    assert not is_as_asked(RULLO, "3 to 4.5 passes", "Rullo 5x5, difficulty 2.5")
    assert not is_as_asked(SUDOKU, "naked singles", "Sudoku 9x9, hidden singles")
    assert not is_as_asked(RULLO, "beyond these strategies", "Rullo 5x5, difficulty 4.5")


SIZES = {"rullo": "5x5", "kakuro": "6x6", "sudoku": "9x9", "killer": "6x6"}
REQUESTED = [(name, SIZES[name], request) for name, kind in KINDS.items() for request in kind.requests]
REQUESTED[REQUESTED.index(("rullo", "5x5", "beyond these strategies"))] = ("rullo", "7x7", "beyond these strategies")
REQUESTED.remove(("kakuro", "6x6", "beyond these strategies"))  # which needs Python
REQUESTED.append(("killer", "9x9", "the rule of 45"))


@pytest.mark.parametrize(("name", "size", "difficulty"), REQUESTED)
def test_a_new_puzzle_is_as_asked_and_has_one_solution(make, name, size, difficulty):
    """As Python sees it, too, which knows nothing of how it was made."""
    ranges = {"values": "1-9"} if name == "rullo" else {}
    script_play = make(name, size=size, difficulty=difficulty, **ranges)
    assert f" {size}, " in script_play["title"]
    assert is_as_asked(KINDS[name], difficulty, script_play["title"])
    play = plain(KINDS[name].read_play(script_play["text"], ""))
    assert_the_same_puzzle(script_play, play)
    assert_the_way_leads_to_the_solution(script_play)
    assert (len(play["solutions"]), play["complete"]) == (1, True)
    assert script_play["title"] == play["title"]
    if name == "rullo":
        assert set(script_play["numbers"]) <= set(range(1, 10))
    if name == "kakuro":
        cells = {tuple(cell) for cell in script_play["cells"]}
        assert cells == {(script_play["rows"] - r, script_play["columns"] - c) for r, c in cells}
        assert all(len(unit["cells"]) > 1 for unit in script_play["units"])


def test_what_is_offered_is_there(page, make):
    """As Python offers it, but for what takes too long; what is chosen at first is found at once."""
    for name, kind in KINDS.items():
        options = page.evaluate("make_js.options", name)
        of_python = kind.options_for_scripts()
        assert [option | {"choices": []} for option in options] == [
            option_json | {"choices": []} for option_json in of_python
        ]
        for option, python_option in zip(options, kind.options, strict=True):
            assert option["choices"] == [
                choice for choice in python_option.choices if choice not in python_option.needs_python
            ]
        assert all(option["usual"] in option["choices"] for option in options)
        script_play = make(name, **{option["name"]: option["usual"] for option in options})
        assert is_as_asked(kind, options[-1]["usual"], script_play["title"])


def test_another_chance_makes_another_puzzle(make):
    first, repeated, different = (make("killer", seed, size="6x6", difficulty="cages and units") for seed in (1, 1, 2))
    assert first["text"] == repeated["text"] != different["text"]


def test_what_comes_out_too_easy_is_not_taken(make):
    for seed in range(1, 13):
        script_play = make("sudoku", seed, size="9x9", difficulty="hidden singles")
        assert script_play["title"] == "Sudoku 9x9, hidden singles"


def test_it_is_said_where_none_is_found(page, make):
    """With a clock that runs ahead; the page can do something else meanwhile."""
    page.evaluate("window.clock = Date.now; let time = 0; Date.now = () => (time += 20)")
    page.evaluate("window.ticks = 0; window.timer = setInterval(() => ticks++, 0)")
    message = make("rullo", size="3x3", values="1-9", difficulty="8 to 12 passes")
    page.evaluate("Date.now = window.clock; clearInterval(timer)")
    assert page.evaluate("ticks") > 10
    assert message == "3x3, 1-9, 8 to 12 passes: none was found in 15 seconds; try again, or choose something else"
