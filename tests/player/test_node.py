"""The scripts of the board without a browser: what stands on it, and new puzzles."""

import json

import pytest

from rullo_core.errors import BadInput
from rullo_core.kakuro.api import API as KAKURO
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.killer.api import API as KILLER
from rullo_core.killer.puzzle import Killer
from rullo_core.killer.solver import Reasoner
from rullo_core.player.kinds import kinds
from rullo_core.player.play import WORDS
from rullo_core.rullo.api import API as RULLO
from rullo_core.rullo.puzzle import Rullo
from rullo_core.sudoku.api import API as SUDOKU
from tests.player import scripts

RANDOMNESS = """
Date.now = () => 0; // no search is given up
const seedRandom = (seed) => {
  let word = seed;
  Math.random = () => (word = (word * 48271) % 2147483647) / 2147483647;
};
"""
"""Rng that is the same again (S. K. Park and K. W. Miller, 1988)."""

MAKE = f"""{RANDOMNESS}
(async () => {{
  const output = [];
  for (const [kind, seed, choices] of given[0]) {{
    seedRandom(seed);
    const {{ text, title }} = await make_js.make(kind, choices);
    output.push([text, title]);
  }}
  console.log(JSON.stringify(output));
}})();
"""

REQUESTS = [
    *(("rullo", {"size": "5x5", "values": "1-9", "difficulty": difficulty}) for difficulty in list(RULLO.requests)[:4]),
    ("rullo", {"size": "7x7", "values": "1-9", "difficulty": "beyond these strategies"}),
    *(("kakuro", {"size": "6x6", "difficulty": difficulty}) for difficulty in list(KAKURO.requests)[:4]),
    *(("sudoku", {"size": "9x9", "difficulty": difficulty}) for difficulty in SUDOKU.requests),
    *(("sudoku", {"size": "6x6", "difficulty": difficulty}) for difficulty in list(SUDOKU.requests)[:3]),
    *(("killer", {"size": "6x6", "difficulty": difficulty}) for difficulty in KILLER.requests),
]


def is_as_asked(request, title, level):
    """Whether a title, and the level that it tells of, are what was asked for."""
    if request.level != level:
        return False
    if request.difficulty is None:
        return True
    minimum, maximum = request.difficulty
    return minimum <= float(title.split("difficulty ")[1]) <= maximum


def level_in(kind, title):
    """The name of the first level that solves a puzzle, by its title; None for none."""
    output = title.split(", ", 1)[1]
    names = {level.title: level.name for level in kind.played_levels} | {"beyond these strategies": None}
    return names[output] if output in names else kind.played_levels[0].name


ROWS = "1.....\n..2...\n....3.\n.4....\n...5..\n.....6"
GRID = "1 . | . . | . .\n. . | 2 . | . .\n. . | . . | 3 .\n----+-----+----\n"
GRID += ". 4 | . . | . .\n. . | . 5 | . .\n. . | . . | . 6"


@pytest.mark.parametrize(
    ("text", "first_box"),
    [
        (ROWS.replace("\n", ""), [0, 1, 2, 6, 7, 8]),
        ("# it\nsudoku 6x6 boxes 3x2 " + ROWS.replace("\n", " "), [0, 1, 6, 7, 12, 13]),
        (f"sudoku 6x6 boxes 3x2\n{ROWS}", [0, 1, 6, 7, 12, 13]),
        (f"sudoku 6x6  boxes 3x2\n{GRID}\n", [0, 1, 6, 7, 12, 13]),
        ("sudoku 8x8 boxes 4x2 " + "1" + 63 * ".", [0, 1, 8, 9, 16, 17, 24, 25]),
        ("1" + 24 * ".", [0, 1, 2, 3, 4]),
        ("1" + 63 * ".", [0, 1, 2, 3, 8, 9, 10, 11]),
    ],
)
def test_sudokus_have_the_boxes_that_python_gives_them(text, first_box):
    output = json.loads(json.dumps(SUDOKU.read_play(text, "").as_json()))
    script_play = scripts.run("console.log(JSON.stringify(read_js.read('sudoku', given[0])));", text)
    assert script_play["regions"] == output["regions"]
    assert script_play["regions"][0] == first_box
    assert script_play["start"] == output["start"]
    assert script_play["title"] == output["title"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("sudoku 6x6 boxes 2x4 " + 36 * ".", (1, 18)),
        ("sudoku 6x6 boxes 2x3\n......\n..7...\n" + "......\n" * 4, (3, 3)),
        ("sudoku 6x6 boxes 3x2\n1.....\n.1....\n" + "......\n" * 4, (3, 2)),
        ("sudoku 6x6 boxes 2x3\n......", (1, 1)),
        (GRID, (1, 1)),
        ("....\n....\n....\n....", (1, 1)),
    ],
)
def test_where_a_sudoku_cannot_be_read_python_cannot_either(text, place):
    script = "try { read_js.read('sudoku', given[0]); console.log(null); }"
    script += "catch ({ line, column }) { console.log(JSON.stringify([line, column])); }"
    assert scripts.run(script, text) == list(place)
    with pytest.raises(BadInput) as error:
        SUDOKU.read_play(text, "")
    assert (error.value.line, error.value.column) == place


def test_new_puzzles_are_as_asked():
    """As Python sees them, too, which knows nothing of how they were made: one solution, and the level and passes."""
    requests = [(name, 1, choices) for name, choices in REQUESTS]
    for (name, _, choices), (text, title) in zip(requests, scripts.run(MAKE, requests), strict=True):
        kind = kinds()[name]
        play = kind.read_play(text, "")
        assert play.title == title
        assert f" {choices['size']}, " in title
        assert (len(play.solutions), play.complete) == (1, True)
        assert is_as_asked(kind.requests[choices["difficulty"]], title, level_in(kind, title)), (choices, title)
        if name == "rullo":
            assert set(play.numbers) <= set(range(1, 10))
            assert 0 < sum(play.solutions[0]) < len(play.cells)
        if name == "kakuro":
            assert set(play.cells) == {(play.rows - r, play.columns - c) for r, c in play.cells}


@pytest.mark.parametrize("name", kinds())
def test_difficulty_has_the_same_words_in_all_kinds(name):
    """That of the request whose puzzles are so; between two requests, of the harder one; beyond all, the last word."""
    kind = kinds()[name]
    words = kind.options_for_scripts()[-1]["words"]
    titles, expected = ["beyond these strategies"], ["expert"]
    for choice, request in kind.requests.items():
        if request.difficulty:
            titles += [f"difficulty {request.difficulty[1]:g}", f"difficulty {request.difficulty[0] - 0.25:g}"]
            expected += [words[choice]] * 2
        elif request.level:
            titles.append(choice)
            expected.append(words[choice])
    plays = [{"kind": name, "title": f"{kind.title} 9x9, {title}"} for title in titles]
    script = "console.log(JSON.stringify(given[0].map(difficulty_js.difficultyOf)));"
    assert scripts.run(script, plays) == expected
    assert list(dict.fromkeys(words.values())) == [word for word in WORDS if word in words.values()]


def test_what_a_level_solves_is_not_taken_where_one_has_to_guess():
    """Of Sudokus whose givens are removed as long as there is one solution, about half are solved by a level."""
    choices = {"size": "9x9", "difficulty": "beyond these strategies"}
    generated = scripts.run(MAKE, [("sudoku", seed, choices) for seed in range(1, 5)])
    assert {SUDOKU.read_play(text, "").title for text, _ in generated} == {"Sudoku 9x9, beyond these strategies"}


def test_no_new_rullo_includes_all_or_none():
    choices = {"size": "3x3", "values": "1-4", "difficulty": "up to 2.5 passes"}
    for text, _ in scripts.run(MAKE, [("rullo", seed, choices) for seed in range(1, 1500)]):
        _, *rows = ([int(word) for word in line.split()] for line in text.splitlines())
        assert 0 < sum(row[0] for row in rows) < sum(sum(row[1:]) for row in rows)


def test_every_order_comes_out_of_shuffling():
    """Each thing may stay where it is, too: first rows of new puzzles have digits in every order."""
    choices = {"size": "4x4", "difficulty": "naked singles"}
    generated = scripts.run(MAKE, [("sudoku", seed, choices) for seed in range(1, 300)])
    digits = {tuple(kinds()["sudoku"].read_play(text, "").solutions[0][:4]) for text, _ in generated}
    assert len(digits) == 24


BOARD = """
const { begin, isSolved, mistakesOn, nextStep, statusOf, withLeft } = board_js;
const play = given[0];
const put = (values) => begin(play).map((cell, i) => (i in values ? [1 << values[i], 0] : cell));
"""


def on_board(kind, text, script):
    """What a script says of the board of a puzzle."""
    play = kind.read_play(text, "") if isinstance(text, str) else text
    return scripts.run(f"{BOARD}console.log(JSON.stringify({script}));", json.loads(json.dumps(play.as_json())))


def test_a_unit_is_broken_as_soon_as_it_cannot_reach_its_sum():
    """With negative numbers, too; digits by their sum even where some are open; twice the same digit."""
    text = "1 1\n2 3 -1\n0 -2 2"
    assert on_board(RULLO, text, "play.units.map((unit) => statusOf(play, begin(play), unit).broken)") == [False] * 4
    sums = "[{0: 1}, {1: 1}, {1: 0}, {0: 0, 1: 0}].map((values) => statusOf(play, put(values), play.units[0]))"
    assert on_board(RULLO, text, sums) == [
        {"sum": 0, "open": 1, "broken": True, "isReached": False},
        {"sum": 0, "open": 1, "broken": False, "isReached": False},
        {"sum": -1, "open": 1, "broken": False, "isReached": False},
        {"sum": 2, "open": 0, "broken": False, "isReached": True},
    ]
    kakuro = "3 3\n- 4, 6,\n,7 0 0\n,3 0 0"
    sums = "[{0: 7}, {0: 2}, {0: 2, 1: 2}, {0: 2, 1: 3}]"
    sums += ".map((values) => statusOf(play, put(values), play.units[0]).broken)"
    assert on_board(KAKURO, kakuro, sums) == [True, False, True, False]


def test_a_step_settles_cells_and_keeps_marks():
    board = "withLeft(play, begin(play).map((cell, i) => (i ? cell : [0, 14])), [[0, 6], [1, 4], [0, 2]])"
    cells = on_board(SUDOKU, "....|..3.|....|4...", board)
    assert cells[:2] == [[2, 6], [4, 0]]


def test_hints_go_on_from_what_is_on_the_board():
    """The first step that is not there; none that was guessed for another solution than the board can be."""
    text = "1 1\n1 1 1\n1 1 1"
    play = RULLO.read_play(text, "")
    second_solution = play.solutions[1]
    assert play.trace[0].number == 0
    script = f"[nextStep(play, begin(play)), nextStep(play, put({{3: {second_solution[3]}}}))]"
    first, no_step = on_board(RULLO, text, script)
    assert first["said"] == play.trace[0].text
    assert (no_step, second_solution[3] != play.solutions[0][3]) == (None, True)
    shelf = KAKURO.read_play(KAKURO.shelf[0], "")
    step = shelf.trace[3]
    boards = "[2, 3, 4].map((n) => play.trace.slice(0, n).flatMap(({ left }) => left))"
    boards += ".map((changes) => nextStep(play, withLeft(play, begin(play), changes)))"
    output = [hint["said"] for hint in on_board(KAKURO, KAKURO.shelf[0], boards)]
    assert output[1] == step.text
    assert output == [step.text for step in shelf.trace[2:5]]


def test_mistakes_are_those_of_the_nearest_solution():
    text = "1 1\n1 1 1\n1 1 1"
    first, second = RULLO.read_play(text, "").solutions
    boards = [second, (*second[:3], 1 - second[3]), (*first[:3], 1 - first[3])]
    script = f"{json.dumps(boards)}.map((places) => mistakesOn(play, put(places)))"
    assert on_board(RULLO, text, script) == [[], [3], [3]]
    unknown = "[mistakesOn(play, put({0: 0, 1: 0})), mistakesOn(play, begin(play))]"
    assert on_board(SUDOKU, "." * 81, unknown) == [None, []]


@pytest.mark.parametrize("kind", [RULLO, KAKURO, SUDOKU, KILLER], ids=lambda kind: kind.name)
def test_a_board_is_solved_by_its_solution_only(kind):
    text = kind.shelf[0]
    script = "[isSolved(play, put(play.solutions[0])), isSolved(play, begin(play)), ...play.cells.map((_, i) => "
    script += "isSolved(play, put(play.solutions[0].map((place, j) => "
    script += "(i === j ? (place + 1) % play.symbols.length : place)))))]"
    solved, is_empty_solved, *changed_solved = on_board(kind, text, script)
    assert (solved, is_empty_solved, any(changed_solved)) == (True, False, False)


@pytest.mark.parametrize("text", [RULLO.shelf[0], "1 1\n1 1 1\n1 1 1", "0 2\n1 -1 2\n1 1 3"])
def test_a_rullo_is_solved_when_its_sums_are_reached(text):
    """What is not included is left out, marked as such or not; with one number more or less it is not solved."""
    included = "play.solutions.at(-1).flatMap((place, i) => (place === 0 ? [i] : []))"
    script = f"const included = {included}; const open = (cells) => put(Object.fromEntries(cells.map((i) => [i, 0])));"
    script += "const excluded = play.cells.map((_, i) => i).filter((i) => !included.includes(i));"
    script += (
        "return [open(included), ...excluded.slice(0, 1).map((i) => open([...included, i])), open(included.slice(1))]"
    )
    script += ".map((board) => isSolved(play, board));"
    solved, *changed_solved = on_board(RULLO, text, f"(() => {{ {script} }})()")
    assert (solved, any(changed_solved), len(changed_solved)) == (True, False, 2)


def test_digits_are_all_to_be_written_even_where_every_sum_is_reached():
    """A cell without a digit keeps a board from being solved."""
    missing = "put(Object.fromEntries(Object.entries(play.solutions[0]).slice(1)))"
    for kind in (KAKURO, SUDOKU, KILLER):
        assert not on_board(kind, kind.shelf[0], f"isSolved(play, {missing})")


NINE = "0 " * 8 + "0"
"""White cells, as many as there are digits."""

TEXTS = [
    ("kakuro", f"2 10\n{'- ' * 9}-\n,45 {NINE}", None),
    ("kakuro", f"10 2\n- 45,\n{chr(10).join(['- 0'] * 9)}", None),
    ("kakuro", f"2 11\n{'- ' * 10}-\n,45 {NINE} 0", [3, 1, "10 cells across; there are 9 digits"]),
    ("kakuro", f"11 2\n- 45,\n{chr(10).join(['- 0'] * 10)}", [2, 3, "10 cells down; there are 9 digits"]),
    ("killer", "killer 4x4 boxes 2x2\n. . . a\na . . .\n. . . .\n. . . .\na=5", [2, 7, "a is in several pieces"]),
    ("killer", "killer 4x4 boxes 2x2\n. . . a\n. . . a\n. . . .\n. . . .\na=5", None),
    ("rullo", "5 7\n4 1 4 4\n8 5 3", [2, 7, "2 numbers, this one has 3"]),
    ("rullo", "5 7\n4 1 4 4 4\n8 5 3", [2, 7, "2 numbers, this one has 4"]),
    ("rullo", "5 7\n4 1\n8 5 3", [2, 3, "2 numbers, this one has 1"]),
]


@pytest.mark.parametrize(("kind", "text", "refusal"), TEXTS)
def test_what_is_just_right_is_read_and_what_is_just_wrong_is_not(kind, text, refusal):
    """By Python, too: as many cells as digits, a cage that goes on in the next row, a number too many."""
    script = "const describe = ({ line, column, message }) => [line, column, message];\n"
    script += "let refusal = null;\ntry { read_js.puzzleIn(...given); } catch (error) { refusal = describe(error); }\n"
    script += "console.log(JSON.stringify(refusal));"
    error = scripts.run(script, kind, text)
    parse = {"kakuro": Kakuro, "killer": Killer, "rullo": Rullo}[kind].parse
    if refusal is None:
        assert error is None
        assert parse(text)
        return
    *place, reason = refusal
    assert error[:2] == place
    assert reason in error[2]
    with pytest.raises(BadInput):
        parse(text)


def test_new_cages_have_two_to_four_cells_before_any_is_parted():
    """Of easy puzzles: cages are laid, and few of them are parted."""
    choices = {"size": "6x6", "difficulty": KILLER.options[-1].usual}
    sizes = set()
    for text, _ in scripts.run(MAKE, [("killer", seed, choices) for seed in range(1, 9)]):
        sizes |= {len(cage.cells) for cage in Killer.parse(text).cages}
    assert sizes <= {1, 2, 3, 4}
    assert {2, 3, 4} <= sizes


UNCAGED = "killer 4x4 boxes 2x2\n. a b b\na a b b\nc c d d\nc c d .\na=7 b=10 c=10 d=7"


@pytest.mark.parametrize("text", [UNCAGED, *KILLER.shelf[:2]], ids=["uncaged", "first", "second"])
@pytest.mark.parametrize("part", ["sums", "windows"])
def test_sums_of_parts_of_cages_are_those_of_python(text, part):
    """Which cells are added up, with cells in no cage, too: the whole board is no window."""
    script = "console.log(JSON.stringify(read_js.puzzleIn(...given).parts"
    output = scripts.run(
        f"{script}.{part}().map(({{ name, cells }}) => [name, cells.sort((first, second) => first - second)])));",
        "killer",
        text,
    )
    expected = [[unit.name, sorted(unit.cells)] for unit in getattr(Reasoner(Killer.parse(text)), part)]
    assert sorted(output) == sorted(expected)
