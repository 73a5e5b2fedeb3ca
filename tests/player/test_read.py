"""What the script reads and solves by itself, in a real browser, beside what Python makes of the same texts."""

import json

import pytest

from rullo_core.kakuro.play import KAKURO
from rullo_core.killer.play import KILLER
from rullo_core.places import PACKAGE
from rullo_core.rullo.play import RULLO
from rullo_core.sudoku.play import SUDOKU

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


@pytest.fixture(scope="module")
def read(browser, tmp_path_factory):
    """Read a text as a play; or get line, column and message of what is wrong."""
    page = browser.new_page()
    script = (PACKAGE / "player" / "read.js").read_text().replace("export default read;", "")
    path = tmp_path_factory.mktemp("read") / "page.html"
    path.write_text(f"<!doctype html><title>x</title><script>{script}</script>")
    page.goto(path.as_uri())

    def call(kind, text):
        ask = (
            "([kind, text]) => { try { return read(kind, text); } catch (e) { return [e.line, e.column, e.message]; } }"
        )
        return page.evaluate(ask, [kind, text])

    yield call
    page.close()


def plain(play):
    return json.loads(json.dumps(play.as_json()))


def told(trace):
    return [(step["number"], step["group"], step["unit"], step["left"]) for step in trace]


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
    play = plain(KINDS[name].read(KINDS[name].shelf[number], ""))
    made = read(name, play["text"])
    assert_the_same_puzzle(made, play)
    assert_the_way_leads_to_the_solution(made)
    if name in ("rullo", "kakuro") and "crossings" not in play["title"] and "guess" not in play["title"]:
        assert told(made["trace"]) == told(play["trace"])
        assert made["title"] == play["title"]


def test_it_takes_the_passes_that_the_thesis_takes(read, figures):
    for name, puzzle in figures.items():
        play = plain(RULLO.read(str(puzzle), name))
        made = read("rullo", play["text"])
        assert made["title"] == play["title"], name
        assert told(made["trace"]) == told(play["trace"]), name


@pytest.mark.parametrize("name", SEVERAL)
def test_all_solutions_are_found(read, name):
    play = plain(KINDS[name].read(SEVERAL[name], ""))
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
        ("kakuro", "2 3\n- 4, 6,\n,7 - -", 2, 3, "the hint 4 has no white cell after it"),
        ("kakuro", "3 3\n- 4, 6,\n,7 0 0", 1, 1, "there are 2 rows where it says 3"),
        ("kakuro", "2 2\n- -\n- 0", 3, 3, "this white cell is in no entry"),
        ("sudoku", "1234 3412 2143 432x", 1, 19, "'x' is no digit"),
        ("sudoku", "# mine\n1134 3412 2143 432.", 2, 2, "1 is in row 1 before, in row 1, column 1"),
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
