"""What the scripts read, solve and make by themselves, in a real browser, beside what Python makes of the same."""

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
SEVERAL = {
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
    script = "([kind, chosen]) => make_js.make(kind, chosen).catch((e) => e.message)"

    def call(kind, seed=1, **chosen):
        page.evaluate(RANDOMNESS % seed)
        return page.evaluate(script, [kind, chosen])

    return call


def plain(play):
    return json.loads(json.dumps(play.as_json()))


def assert_the_same_puzzle(made, play):
    for name in set(play) - {"title", "trace", "units", "solutions"}:
        assert made[name] == play[name], name
    assert sorted(made["solutions"]) == sorted(play["solutions"])
    assert [{name: unit[name] for name in play["units"][0]} for unit in made["units"]] == play["units"]


def assert_the_way_leads_to_the_solution(made):
    """Each step leaves what the solution has, and takes something away; in the end nothing else is left."""
    left, solution = list(made["start"]), made["solutions"][0]
    for step in made["trace"]:
        assert any(left[cell] & ~mask for cell, mask in step["left"])
        for cell, mask in step["left"]:
            assert mask >> solution[cell] & 1
            left[cell] &= mask
    assert left == [1 << place for place in solution]


@pytest.mark.parametrize(("name", "number"), SHELVES)
def test_it_makes_of_a_puzzle_what_python_does(read, name, number):
    play = plain(KINDS[name].read_play(KINDS[name].shelf[number], ""))
    made = read(name, play["text"])
    assert_the_same_puzzle(made, play)
    assert_the_way_leads_to_the_solution(made)
    assert made["trace"] == play["trace"]
    assert made["title"] == play["title"]


def test_it_takes_the_passes_that_the_thesis_takes(read, figures):
    for name, puzzle in figures.items():
        play = plain(RULLO.read_play(str(puzzle), name))
        made = read("rullo", play["text"])
        assert made["title"] == play["title"], name
        assert made["trace"] == play["trace"], name


@pytest.mark.parametrize("name", SEVERAL)
def test_all_solutions_are_found(read, name):
    play = plain(KINDS[name].read_play(SEVERAL[name], ""))
    assert len(play["solutions"]) > 1
    made = read(name, SEVERAL[name])
    assert sorted(made["solutions"]) == sorted(play["solutions"])
    assert made["complete"] is play["complete"] is True
    assert_the_way_leads_to_the_solution(made)


def test_not_all_of_very_many_solutions(read):
    made = read("sudoku", "." * 81)
    assert (len(made["solutions"]), made["complete"]) == (50, False)


@pytest.mark.parametrize(
    ("name", "text", "line", "column", "said"),
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
def test_what_cannot_be_read_is_told_with_its_place(read, name, text, line, column, said):
    found = read(name, text)
    assert found[:2] == [line, column]
    assert found[2].startswith(f"Line {line}, column {column}: ")
    assert said in found[2]


def test_what_has_no_solution_is_told(read):
    assert read("rullo", "5 9\n4 1 4\n8 5 3")[2] == "this has no solution; mend a number"
    assert read("rullo", "5 7\n5 1 4\n7 5 3")[2] == "this has no solution; mend a number"  # columns alone see nothing
    assert read("sudoku", "123. ...4 .... ....")[2] == "this has no solution; mend a number"


def is_as_asked(kind, difficulty, title):
    """Whether a title tells what was asked for."""
    output, request = title.split(", ", 1)[1], kind.requests[difficulty]
    if request.difficulty is None:
        return output == difficulty
    least, most = request.difficulty
    return output.startswith("difficulty ") and least <= float(output.removeprefix("difficulty ")) <= most


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


@pytest.mark.parametrize(("name", "size", "wanted"), REQUESTED)
def test_a_new_puzzle_is_as_asked_and_has_one_solution(make, name, size, wanted):
    """As Python sees it, too, which knows nothing of how it was made."""
    ranges = {"values": "1-9"} if name == "rullo" else {}
    made = make(name, size=size, difficulty=wanted, **ranges)
    assert f" {size}, " in made["title"]
    assert is_as_asked(KINDS[name], wanted, made["title"])
    play = plain(KINDS[name].read_play(made["text"], ""))
    assert_the_same_puzzle(made, play)
    assert_the_way_leads_to_the_solution(made)
    assert (len(play["solutions"]), play["complete"]) == (1, True)
    assert made["title"] == play["title"]
    if name == "rullo":
        assert set(made["numbers"]) <= set(range(1, 10))
    if name == "kakuro":
        cells = {tuple(cell) for cell in made["cells"]}
        assert cells == {(made["rows"] - r, made["columns"] - c) for r, c in cells}
        assert all(len(unit["cells"]) > 1 for unit in made["units"])


def test_what_is_offered_is_there(page, make):
    """As Python offers it, but for what takes too long; what is chosen at first is found at once."""
    for name, kind in KINDS.items():
        options = page.evaluate("make_js.options", name)
        of_python = kind.offered()
        assert [option | {"choices": []} for option in options] == [one | {"choices": []} for one in of_python]
        for option, declared in zip(options, kind.options, strict=True):
            assert option["choices"] == [one for one in declared.choices if one not in declared.needs_python]
        assert all(option["usual"] in option["choices"] for option in options)
        made = make(name, **{option["name"]: option["usual"] for option in options})
        assert is_as_asked(kind, options[-1]["usual"], made["title"])


def test_another_chance_makes_another_puzzle(make):
    first, again, other = (make("killer", seed, size="6x6", difficulty="cages and units") for seed in (1, 1, 2))
    assert first["text"] == again["text"] != other["text"]


def test_what_comes_out_too_easy_is_not_taken(make):
    for seed in range(1, 13):
        made = make("sudoku", seed, size="9x9", difficulty="hidden singles")
        assert made["title"] == "Sudoku 9x9, hidden singles"


def test_it_is_said_where_none_is_found(page, make):
    """With a clock that runs ahead; the page can do something else meanwhile."""
    page.evaluate("window.clock = Date.now; let time = 0; Date.now = () => (time += 20)")
    page.evaluate("window.ticks = 0; window.timer = setInterval(() => ticks++, 0)")
    said = make("rullo", size="3x3", values="1-9", difficulty="8 to 12 passes")
    page.evaluate("Date.now = window.clock; clearInterval(timer)")
    assert page.evaluate("ticks") > 10
    assert said == "3x3, 1-9, 8 to 12 passes: none was found in 15 seconds; try again, or choose something else"
