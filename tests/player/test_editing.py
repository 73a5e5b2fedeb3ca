"""What an editor works out, without a browser, beside what Python says of the same puzzles."""

import json
import random
import re
from urllib.parse import unquote

import pytest

from rullo_core.errors import BadInput
from rullo_core.kakuro.api import API as KAKURO
from rullo_core.kakuro.formats import read_collection
from rullo_core.kakuro.kernels.draft import measure
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.repair_suggestions import _best_changes, _draft_of, _values_of
from rullo_core.kakuro.solver import solutions
from rullo_core.killer.api import API as KILLER
from rullo_core.killer.formats import parse_any, write_puzzles
from rullo_core.killer.lzstring import compress, decompress
from rullo_core.killer.puzzle import Killer
from rullo_core.player import alone, pages
from rullo_core.player.kinds import kinds
from rullo_core.player.play import GUESS
from rullo_core.rullo.api import API as RULLO
from rullo_core.sudoku.api import API as SUDOKU
from rullo_core.sudoku.puzzle import Sudoku
from tests.kakuro.puzzles import some_puzzles
from tests.killer.test_formats import with_free_places
from tests.player import scripts

EDITED = [kinds()[name] for name, _ in alone.kind_scripts("editing.js")]

SHELVES = [(kind, text) for kind in EDITED for text in kind.shelf]

AMBIGUOUS = {
    "rullo": "1 1\n1 1 1\n1 1 1",
    "kakuro": "4 4\n- 6, 15, 16,\n,6 0 0 0\n,13 0 0 0\n,18 0 0 0",
    "killer": "killer 4x4 boxes 2x2\na a b b\na a c b\nd d d e\nf g h e\na=10 b=9 c=1 d=7 e=4 f=4 g=3 h=2",
    "sudoku": "1...|..3.|....|4...",
}
"""Puzzles with more than one solution."""

JUDGE = """
const judged = given[0].map(([kind, text]) => {
  try { return verdict_js.judge(kind, text, () => {}); }
  catch ({ message, line, column }) { return { message, line, column }; }
});
console.log(JSON.stringify(judged));
"""


def judged(*texts):
    """What is said of the texts of kinds."""
    return scripts.run(JUDGE, [(kind.name, text) for kind, text in texts])


def imported(kind, texts):
    """The text of the puzzle that a text in any format is; or what is wrong with it, in a list."""
    script = "const [kind, texts] = given;\nconsole.log(JSON.stringify(texts.map((text) => {\n"
    script += "  try { return kinds_js.kinds[kind].editing.toText(exchange_js.imported(kind, text)); }\n"
    script += "  catch (error) { return [error.message]; }\n})));"
    return scripts.run(script, kind.name, texts)


def exported(kind, name, texts):
    """What is written in a format for the texts of puzzles; or why nothing is, in a list."""
    script = "const [kind, name, texts] = given;\n"
    script += "const format = exchange_js.writers(kind).find((writer) => writer.name === name);\n"
    script += "console.log(JSON.stringify(texts.map((text) => {\n"
    script += "  try { return exchange_js.exported(kind, format, kinds_js.kinds[kind].editing.fromText(text)); }\n"
    script += "  catch (error) { return [error.message]; }\n})));"
    return scripts.run(script, kind.name, name, texts)


def suggested(kind, text):
    """What is suggested for a puzzle: what is said, and the text that it leads to."""
    script = "const [kind, text] = given;\nconst { fromText, toText } = kinds_js.kinds[kind].editing;\n"
    script += "const suggestions = repair_js.suggest(kind, fromText(text), () => {}, 20);\n"
    script += "console.log(JSON.stringify(suggestions.map(({ description, draft }) => [description, toText(draft)])));"
    return scripts.run(script, kind.name, text)


# -- drafts and verdicts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", EDITED, ids=lambda kind: kind.name)
def test_a_draft_has_all_of_a_puzzle(kind):
    """Its text is what Python writes."""
    texts = [str(kind.puzzle.parse(text)) for text in (*kind.shelf, AMBIGUOUS[kind.name])]
    assert imported(kind, texts) == texts


def test_all_of_a_size_that_is_offered_can_be_read():
    """By Python, too, as soon as there is something on the board."""
    script = "console.log(JSON.stringify(['sudoku', 'killer'].map((kind) => {\n"
    script += "  const { fresh, sizes, toText } = kinds_js.kinds[kind].editing;\n"
    script += "  return sizes[0].choices.map((shape) => toText(fresh({ shape })));\n})));"
    sudokus, killers = scripts.run(script)
    assert [Sudoku.parse(text).clues for text in sudokus] == [0] * 8
    assert sorted(Killer.parse(text).box for text in killers) == sorted(Sudoku.parse(text).box for text in sudokus)


def test_one_solution_has_the_title_of_python():
    verdicts = judged(*((kind, str(kind.puzzle.parse(text))) for kind, text in SHELVES))
    for (kind, text), verdict in zip(SHELVES, verdicts, strict=True):
        play = kind.read_play(text, "")
        assert (verdict["state"], verdict["title"]) == ("one", play.title)
        assert [tuple(solution) for solution in verdict["solutions"]] == list(play.solutions)
        passes = max((step.number for step in play.trace), default=0)
        assert verdict["passes"] == (None if play.title.endswith(GUESS) else passes)


@pytest.mark.parametrize("kind", EDITED, ids=lambda kind: kind.name)
def test_several_solutions_are_counted_and_two_compared(kind):
    play = kind.read_play(AMBIGUOUS[kind.name], "")
    (verdict,) = judged((kind, AMBIGUOUS[kind.name]))
    assert len(play.solutions) > 1
    assert (verdict["state"], verdict["count"], verdict["isAll"]) == ("several", len(play.solutions), play.complete)
    first, second = map(tuple, verdict["solutions"])
    assert first != second
    assert {first, second} <= set(play.solutions)
    assert verdict["differing"] == [cell for cell in range(len(first)) if first[cell] != second[cell]]


def test_very_many_solutions_are_not_all_counted():
    (verdict,) = judged((SUDOKU, "." * 81))
    assert (verdict["state"], verdict["count"], verdict["isAll"]) == ("several", 50, False)


@pytest.mark.parametrize(
    ("kind", "text", "name"),
    [
        (RULLO, "1 2\n4 1 2\n6 2 4", "row 1"),
        (RULLO, "1 4\n2 1 2\n2 1 2", "column 1"),  # only after what rows leave
        (KAKURO, "3 3\n- 3, 17,\n,4 0 0\n,16 0 0", None),
        (KILLER, "killer 4x4 boxes 2x2\na a a .\nb b b .\n. . . .\n. . . .\na=9 b=9", None),
        (SUDOKU, "123....4........", None),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_without_a_solution_a_unit_is_named(kind, text, name):
    """Its cells are those of a unit, and Python finds no solution either."""
    (verdict,) = judged((kind, text))
    assert verdict["state"] == "none"
    with pytest.raises(BadInput):
        kind.read_play(text, "")
    conflict = verdict["conflict"]
    assert conflict["cells"]
    assert name is None or conflict["name"] == name


PLACES = """
const [kind, text] = given;
const { fromText, grid, squareAt } = kinds_js.kinds[kind].editing;
const draft = fromText(text);
const { squares } = grid(draft);
const squareOf = (line, { column }, word) => squares[squareAt(draft, { line, word, column, text })];
const labelsOf = ({ number, words }) => words.map((token, k) => squareOf(number, token, k)?.label.join(", ") ?? null);
console.log(JSON.stringify(read_js.linesOf(text).map(labelsOf)));
"""


def test_each_word_of_a_text_has_its_square():
    """Where it has none, as in a heading, no square is marked as wrong."""
    rullo = scripts.run(PLACES, "rullo", "1 2\n3 4 5\n6 7 8")
    assert rullo == [
        ["target of column 1, 1", "target of column 2, 2"],
        ["target of row 1, 3", "row 1, column 1, 4", "row 1, column 2, 5"],
        ["target of row 2, 6", "row 2, column 1, 7", "row 2, column 2, 8"],
    ]
    kakuro = scripts.run(PLACES, "kakuro", "3 3\n- 3, 4,\n,3 0 0\n,4 0 0")
    assert kakuro == [
        [None, None],
        ["row 1, column 1, black", "row 1, column 2, black, down: 3", "row 1, column 3, black, down: 4"],
        ["row 2, column 1, black, across: 3", "row 2, column 2, empty", "row 2, column 3, empty"],
        ["row 3, column 1, black, across: 4", "row 3, column 2, empty", "row 3, column 3, empty"],
    ]
    text = AMBIGUOUS["killer"].replace("boxes 2x2", "boxes 2x2 diagonals", 1)
    head, first, *_, last = scripts.run(PLACES, "killer", text)
    assert head == [None] * 5
    assert first == [f"row 1, column {c}, empty, cage of {sum_}" for c, sum_ in ((1, 10), (2, 10), (3, 9), (4, 9))]
    cages = [(1, 1, 10), (1, 3, 9), (2, 3, 1), (3, 1, 7), (3, 4, 4), (4, 1, 4), (4, 2, 3), (4, 3, 2)]
    assert last == [f"row {r}, column {c}, empty, cage of {total}" for r, c, total in cages]


def test_a_search_that_takes_too_long_says_what_is_known():
    """Without any time nothing is known, and after some time one solution of several."""
    script = "const late = (kind, text, seconds) => verdict_js.judge(kind, text, () => {}, seconds);\n"
    script += "const verdicts = [late('sudoku', '.'.repeat(81), -1)];\n"
    script += "let clock = 0;\nDate.now = () => (clock += 100);\n"
    script += "verdicts.push(...[...Array(60).keys()].map((n) => late('rullo', given[0], n / 10)));\n"
    script += (
        "console.log(JSON.stringify(verdicts.map(({ state, solutions, isAll }) => [state, solutions?.length, isAll])));"
    )
    first, *later = scripts.run(script, AMBIGUOUS["rullo"])
    assert first == ["unknown", 0, None]
    assert ["unknown", 1, None] in later
    assert later[-1] == ["several", 2, True]


# -- ways in and out --------------------------------------------------------------------------------------------------


def test_compression_is_that_of_python():
    chance = random.Random(1)
    texts = [
        "",
        "a",
        "aaaa",
        "héllo ☃ 🙂",
        "þÿĀā",  # a sign takes 8 bits up to number 255, and 16 from 256 on
        *("".join(chance.choices("ab{}:,0\u00e9☃", k=chance.randrange(400))) for _ in range(60)),
    ]
    texts = [text.encode("utf-16", "surrogatepass").decode("utf-16") for text in texts]
    basic = [text for text in texts if all(ord(character) < 2**16 for character in text)]
    script = "console.log(JSON.stringify(given[0].map((text) => [lzstring_js.compress(text), "
    script += "lzstring_js.decompress(lzstring_js.compress(text))])));"
    for text, (compressed, decompressed) in zip(basic, scripts.run(script, basic), strict=True):
        assert (compressed, decompressed) == (compress(text), text)
        assert decompress(compressed) == text


@pytest.mark.parametrize(
    "damaged", ["BYUwNm", "BYU?NmD2Q===", "////////", "BYUwNmD2R===", "BYUwNmD2QAA", "BYUwNmD2Q===="]
)
def test_damaged_texts_are_refused_as_by_python(damaged):
    script = "try { lzstring_js.decompress(given[0]); } catch (error) { console.log(JSON.stringify(error.message)); }"
    with pytest.raises(BadInput) as error:
        decompress(damaged)
    assert scripts.run(script, damaged) == str(error.value)


WITH_DIAGONALS = "killer 4x4 boxes 2x2 diagonals\na b b c\na a c c\nd d e e\nd f f e\na=6 b=7 c=7 d=9 e=7 f=4"

KILLERS = [str(Killer.parse(text)) for text in (*KILLER.shelf, WITH_DIAGONALS)]

OTHER_BOXES = "killer 6x6 boxes 3x2\n" + "a a . . . .\n" * 1 + ". . . . . .\n" * 5 + "a=3"


@pytest.mark.parametrize(("name", "form"), [("f-puzzles link", "link"), ("f-puzzles JSON", "f-puzzles")])
def test_f_puzzles_are_written_and_read_as_by_python(name, form):
    for text, content in zip(KILLERS, exported(KILLER, name, KILLERS), strict=True):
        assert parse_any(content)[0] == Killer.parse(text)
        if form == "link":
            assert content == write_puzzles([Killer.parse(text)], form)
    by_python = [write_puzzles([Killer.parse(text)], form) for text in KILLERS]
    assert imported(KILLER, by_python) == KILLERS
    ((message,),) = exported(KILLER, name, [OTHER_BOXES])
    with pytest.raises(BadInput, match="f-puzzles has boxes of 2x3 on 6x6"):
        write_puzzles([Killer.parse(OTHER_BOXES)], form)
    assert message.startswith("f-puzzles has boxes of 2x3 on 6x6")


def test_cages_have_their_cells_in_the_order_of_the_board():
    """Their sum stands in the first cell, whatever the order in a file."""
    (content,) = exported(KILLER, "f-puzzles JSON", KILLERS[-1:])
    board = json.loads(content)
    for cage in board["killercage"]:
        cage["cells"].reverse()
    script = "console.log(JSON.stringify(given.map((text) => exchange_js.imported('killer', text).cages)));"
    as_written, reversed_ = scripts.run(script, content, json.dumps(board))
    assert reversed_ == as_written
    assert [cage["cells"] for cage in reversed_] == [sorted(cage["cells"]) for cage in reversed_]


def test_links_to_sudokupad_are_read_by_python_and_here():
    links = exported(KILLER, "SudokuPad link", KILLERS)
    assert all(link.startswith("https://sudokupad.app/fpuzzles") for link in links)
    assert [str(parse_any(link)[0]) for link in links] == KILLERS
    assert imported(KILLER, links) == KILLERS
    query_links = [link.replace("app/fpuzzles", "app/?puzzleid=fpuzzles") for link in links]
    assert [str(parse_any(link)[0]) for link in query_links] == KILLERS
    assert imported(KILLER, query_links) == KILLERS


SUDOKUS = [str(Sudoku.parse(text)) for text in SUDOKU.shelf]


def test_given_digits_of_links_are_those_of_sudokus():
    """Python's reader of Killer Sudokus makes cages of one cell of them."""
    for name in ("f-puzzles link", "SudokuPad link", "f-puzzles JSON"):
        links = exported(SUDOKU, name, SUDOKUS)
        assert imported(SUDOKU, links) == SUDOKUS
        for text, link in zip(SUDOKUS, links, strict=True):
            cells = Sudoku.parse(text).cells
            expected = {(cell,): digit for cell, digit in enumerate(cells) if digit}
            board = link if link.startswith("{") else decompress(unquote(re.split("=|fpuzzles(?=[^.])", link)[-1]))
            (killer,) = parse_any(f'{board[:-1]},"killercage":[]}}')
            assert {cage.cells: cage.total for cage in killer.cages} == expected
            with pytest.raises(BadInput, match=r"^puzzle: has no cages: it is a Sudoku, not"):
                parse_any(link)
    ((message,),) = imported(KILLER, exported(SUDOKU, "f-puzzles link", SUDOKUS[:1]))
    assert message == "it has no cages; open it in the editor of Sudokus"
    ((message,),) = imported(SUDOKU, exported(KILLER, "f-puzzles link", KILLERS[:1]))
    assert message == "it has cages; edit it as a Killer Sudoku"


def test_sums_of_f_puzzles_may_be_wrong_on_the_board():
    """A draft need not be a puzzle yet; but what cannot be a sum is refused."""
    board = '{"size": 4, "killercage": [{"cells": ["R1C1", "R1C2"], "value": "%s"}]}'
    smallest, largest, (message,) = imported(KILLER, [board % total for total in ("0", "999", "1000")])
    assert (smallest.split()[-1], largest.split()[-1]) == ("a=0", "a=999")
    assert message == "cage 1: '1000' is no sum; write a number such as 12"


def test_game_ids_have_at_most_24_places_in_a_row_without_a_wall():
    texts = [str(with_free_places(number)) for number in (24, 25)]
    game_ids, (message,) = exported(KILLER, "game ID of Simon Tatham's Solo", texts)
    assert game_ids == write_puzzles([with_free_places(24)], "solo")
    assert message.startswith("it has 25 places in a row without a wall")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("sudoku 6x6 boxes 2x3\n123", "3 cells; without Python write 36"),
        ("123", "3 cells; without Python write 16 (4x4), 36 (6x6), 81 (9x9) or another square"),
    ],
)
def test_a_board_with_too_few_cells_names_how_many_it_needs(text, reason):
    (judgement,) = judged((SUDOKU, text))
    assert judgement["message"].endswith(reason)


GIVEN_1 = json.dumps([[{"value": 1, "given": True}, {}, {}, {}], *[[{}] * 4] * 3])
"""The grid of an f-puzzles text with a digit in its first cell."""


def test_a_given_digit_is_the_sum_of_its_cage_of_one_cell():
    text = '{"size": 4, "killercage": [{"cells": ["R1C1"], "value": "%s"}], "grid": %s}'
    converted, (message,) = imported(KILLER, [text % (total, GIVEN_1) for total in (1, 2)])
    assert converted.split()[-1] == "a=1"
    assert message == "the digit 1 is in a cage of another sum; correct one"


@pytest.mark.parametrize(
    ("kind", "text", "reason"),
    [
        (KILLER, '{"size": 4, "killercage": [], "size": 4}', "it has the key 'size' twice; remove one"),
        (KILLER, "3x3::k:1:2", "this is a string of SumoCue; rullo killer convert makes puzzle text of it"),
        (
            KILLER,
            "2x3kj:zzzc,aa,zzzc",
            "'kj' asks for more than x, both diagonals, and k, Killer, which is not supported",
        ),
        (KILLER, "2x2k:p,l____________,10_1n", "a cage has two sums, 10 and 1; remove one"),
        (KILLER, "2x2k:p,l____________", "a game ID of a Killer has three parts: givens, walls and sums"),
        (KILLER, "2x2k:p,l____________,10o,p", "a game ID of a Killer has three parts: givens, walls and sums"),
        (SUDOKU, "2x2:p,p", "a game ID of a Sudoku has one part, its givens"),
        (
            KILLER,
            '{"size": 4, "killercage": [], "grid": [[{}], [{}, {}, {}], [], []]}',
            "its grid has not 4 rows of 4 cells",
        ),
        (
            KILLER,
            f'{{"size": 4, "killercage": [], "grid": {json.dumps([[{}] * n for n in (3, 5, 4, 4)])}}}',
            "its grid has",
        ),
        (
            KILLER,
            f'{{"size": 4, "killercage": [{{"cells": ["R1C1", "R1C2"], "value": "3"}}], "grid": {GIVEN_1}}}',
            "a cage has the given digit 1 in it; remove it",
        ),
        (SUDOKU, "2x2x:p", "it has diagonals; open it in the editor of Killer Sudokus"),
        (KAKURO, '{"data": {"a": {"problem": ""}, "b": {"problem": ""}}}', "it has 2 puzzles; leave one"),
        (
            RULLO,
            '{"kind": "rullo", "text": "1\\n1 1", "more": 1}',
            "it has the key 'more' beside kind and text; remove it",
        ),
        (SUDOKU, "sudoku 4x4 boxes 2x2 1...\n\n............", "Line 3, column 1: another puzzle; leave one"),
        (
            SUDOKU,
            "sudoku 4x4 boxes 2x2 1...\n# x\n............",
            "Line 2, column 1: a comment stands inside of a puzzle",
        ),
        (KAKURO, "1e1 2\n- -", "Line 1, column 1: no size; begin a puzzle with its numbers of rows and columns"),
        (RULLO, "1\r1 1\r\r1\r1 1", "Line 4, column 1: another puzzle; leave one"),
    ],
)
def test_nothing_is_dropped(kind, text, reason):
    ((message,),) = imported(kind, [text])
    assert message.startswith(reason)


UNREADABLE = [
    '{"size":4,"thermometer":[{"lines":[["R1C1","R1C2"]]}]}',
    '{"size":4,"diagonal+":true}',
    '{"size":4,"killercage":[{"cells":["R1C1","R5C1"],"value":"3"}]}',
    '{"size":4,"killercage":[{"cells":["R1C1"],"value":"3"},{"cells":["R1C1"],"value":"3"}]}',
    '{"size":4,"killercage":[{"cells":["R1C1","R1C2"],"value":"x"}]}',
    '{"size":4,"grid":[[{},{},{},{}]]}',
    '{"size":2',
    "3x3k:zzzzz,b,c",
    "2x2k:a,b",
    "https://www.f-puzzles.com/?load=N4Ig",
]


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_python_refuses_is_refused(text):
    with pytest.raises(BadInput):
        parse_any(text)
    ((message,),) = imported(KILLER, [text])
    assert "undefined" not in message
    assert "JSON at" not in message


NAME_OF_SOLO = "game ID of Simon Tatham's Solo"


def covered(text):
    """Whether Solo can have a puzzle."""
    puzzle = Killer.parse(text)
    return puzzle.is_covered and all(2 <= len(cage) <= puzzle.side for cage in puzzle.cages)


def test_game_ids_are_those_of_python():
    fit = [text for text in KILLERS if covered(text)]
    assert len(fit) >= 2
    by_python = [write_puzzles([Killer.parse(text)], "solo") for text in fit]
    assert exported(KILLER, NAME_OF_SOLO, fit) == by_python
    assert imported(KILLER, by_python) == fit
    for text in set(KILLERS) - set(fit):
        ((message,),) = exported(KILLER, NAME_OF_SOLO, [text])
        with pytest.raises(BadInput):
            write_puzzles([Killer.parse(text)], "solo")
        assert "use another format" in message


def test_boxes_of_one_row_have_no_game_id():
    rows = "killer 4x4 boxes 1x4\na a b b\nc c d d\ne e f f\ng g h h\na=3 b=7 c=7 d=3 e=5 f=5 g=5 h=5"
    ((message,),) = exported(KILLER, NAME_OF_SOLO, [rows])
    assert message == "boxes of 1x4: Solo takes those of two rows and two columns or more; use another format"
    with pytest.raises(BadInput, match="of two rows and two columns or more"):
        write_puzzles([Killer.parse(rows)], "solo")


def test_the_first_cell_of_a_cage_shows_its_sum():
    """A question mark replaces a sum that is missing."""
    script = "const { grid, fromText } = kinds_js.kinds.killer.editing;\nconst draft = fromText(given[0]);\n"
    script += (
        "draft.cages[1].sum = null;\nconsole.log(JSON.stringify(grid(draft).squares.map(({ sum }) => sum ?? '')));"
    )
    sums = scripts.run(script, AMBIGUOUS["killer"])
    assert {cell: text for cell, text in enumerate(sums) if text} == {
        0: "10", 2: "?", 6: "1", 8: "7", 11: "4", 12: "4", 13: "3", 14: "2"
    }  # fmt: skip


def test_long_runs_without_walls_are_read_as_by_python():
    """Cages are rows: 72 vertical places without a wall, where z means 25, and then 72 horizontal walls."""
    identity = f"3x3k:zzzc,zzv{'_' * 72},{'45h' * 9}"
    assert imported(KILLER, [identity]) == [str(parse_any(identity)[0])]
    ((message,),) = imported(KILLER, [identity.replace("zzv", "zzw")])
    assert message == "walls describe 145 places; there are 144"


def test_game_ids_of_sudokus():
    """Such as Solo prints them; the runs of a Killer Sudoku have the same form."""
    empty, two_clues = "." * 81, "." * 30 + "5" + "." * 49 + "9"
    assert exported(SUDOKU, NAME_OF_SOLO, [empty, two_clues, "12.." + "." * 12]) == [
        "3x3:zzzc",
        "3x3:zd5zw9",
        "2x2:1_2n",
    ]
    assert imported(SUDOKU, ["3x3:zzzc", "3x3dt:zd5zw9", "2x2:1_2n"]) == [empty, two_clues, "12.." + "." * 12]
    assert imported(SUDOKU, exported(SUDOKU, NAME_OF_SOLO, SUDOKUS)) == SUDOKUS
    ((message,), (second_message,)) = imported(SUDOKU, ["3x3:zzz", "2x2x:p"])
    assert message == "givens describe 78 cells; there are 81"
    assert "diagonals" in second_message


@pytest.mark.parametrize("kind", EDITED, ids=lambda kind: kind.name)
def test_json_holds_kind_and_text(kind):
    texts = [str(kind.puzzle.parse(text)) for text in kind.shelf]
    contents = exported(kind, "JSON", texts)
    assert imported(kind, contents) == texts
    other_kind = next(edited for edited in EDITED if edited is not kind)
    ((message,),) = imported(other_kind, contents[:1])
    assert message == f"this is a puzzle of the kind '{kind.name}'; open it in the editor of that kind"


def test_kakuros_go_to_puzzlekit_and_back():
    texts = [str(KAKURO.puzzle.parse(text)) for text in KAKURO.shelf]
    contents = exported(KAKURO, "JSON of puzzlekit", texts)
    assert [str(puzzle) for content in contents for puzzle in read_collection(content)] == texts
    assert imported(KAKURO, contents) == texts


# -- repair -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [KAKURO, KILLER], ids=["kakuro", "killer"])
def test_the_digits_of_a_maker_are_given_away_by_no_format(kind):
    """Nor by a picture, unless it is to show them: all digits are those of the solution."""
    script = """
    const [kind, text, solution] = given;
    const { fromText, grid, unsolved } = kinds_js.kinds[kind].editing;
    const bare = fromText(text);
    const whites = bare.white ?? bare.digits.map(() => true);
    const digits = [...solution];
    const draft = { ...bare, digits: whites.map((isWhite) => (isWhite ? digits.shift() + 1 : 0)) };
    const pictureOf = (version) => picture_js.svgOf(grid(version), "A puzzle");
    const exportsOf = (version) =>
      exchange_js.writers(kind).map((format) => exchange_js.exported(kind, format, version));
    const unchanged = exportsOf(draft).map((content, k) => content === exportsOf(bare)[k]);
    console.log(JSON.stringify([unchanged, pictureOf(unsolved(draft)) === pictureOf(bare), pictureOf(draft)]));
    """
    play = kind.read_play(kind.shelf[-1], "")
    unchanged, is_bare, picture = scripts.run(script, kind.name, play.text, play.solutions[0])
    assert unchanged == [True] * len(unchanged)
    assert is_bare
    assert re.findall(r'text-anchor="middle">(\d)<', picture) == [str(place + 1) for place in play.solutions[0]]


def kakuros(is_wanted):
    """Small ones with a solution, all of whose runs are entries, and of which entries leave something."""
    for puzzle in some_puzzles(400, seed=3):
        entries = {(entry.direction, entry.cells) for entry in puzzle.entries}
        if all(run in entries for run in puzzle.runs()) and is_wanted(puzzle):
            solution = next(solutions(puzzle), None)
            if solution is not None:
                yield puzzle, solution


def test_single_changes_are_those_of_python():
    """Digits, sums and bits of the best five, for the first solution that either finds."""
    script = "const cache = new Map();\nconsole.log(JSON.stringify(given[0].map((text) => {\n"
    script += "  const play = read_js.puzzleIn('kakuro', text);\n"
    script += "  const [first] = read_js.solutionsOf(play, cache, {}, 1);\n"
    script += "  const digits = first.map((mask) => 32 - Math.clz32(mask));\n"
    script += "  return kinds_js.kinds.kakuro.editing.digitChanges(play, digits, cache).slice(0, 5);\n})));"
    texts, expected = [], []
    for puzzle, solution in kakuros(lambda kakuro: all(entry.clue for entry in kakuro.entries)):
        draft = _draft_of(puzzle, solution)
        if measure(draft, draft.domains[0]) == 0:
            continue
        texts.append(str(puzzle))
        expected.append(list(_best_changes(puzzle, draft)))
    assert len(texts) >= 36
    assert sum(len(changes) for changes in expected) > 100
    for text, results, changes in zip(texts, scripts.run(script, texts), expected, strict=True):
        assert [change["bits"] for change in results] == pytest.approx([change.bits for change in changes]), text
        for result, change in zip(results, changes, strict=True):
            assert dict(result["digits"]) == change.digits, text
            assert dict(result["sums"]) == change.clues, text


def test_values_of_missing_sums_are_those_of_python():
    script = "const cache = new Map();\nconsole.log(JSON.stringify(given[0].map((text) => "
    script += "kinds_js.kinds.kakuro.editing.missingSums(read_js.puzzleIn('kakuro', text), cache))));"
    texts, expected = [], []
    for puzzle, solution in kakuros(lambda kakuro: not all(entry.clue for entry in kakuro.entries)):
        draft = _draft_of(puzzle, solution)
        measure(draft, draft.domains[0])
        missing = [number for number, entry in enumerate(puzzle.entries) if entry.clue is None]
        texts.append(str(puzzle))
        expected.append([(entry, list(_values_of(draft, entry))) for entry in missing])
    assert len(texts) >= 10
    for text, results, entries in zip(texts, scripts.run(script, texts), expected, strict=True):
        assert [result["entry"] for result in results] == [entry for entry, _ in entries], text
        for result, (_, values) in zip(results, entries, strict=True):
            assert [value["clue"] for value in result["values"]] == [value.clue for value in values], text
            assert [value["bits"] for value in result["values"]] == pytest.approx([value.bits for value in values])


@pytest.mark.parametrize("kind", EDITED, ids=lambda kind: kind.name)
def test_each_suggestion_leaves_one_solution(kind):
    """Python counts the solutions."""
    suggestions = suggested(kind, AMBIGUOUS[kind.name])
    assert suggestions
    for description, text in suggestions:
        play = kind.read_play(text, "")
        assert (len(play.solutions), play.complete) == (1, True), description
        assert text != AMBIGUOUS[kind.name]


def test_a_digit_that_is_put_is_that_of_the_one_solution():
    """All other digits stay those of one solution of the puzzle before the change."""
    puzzle = Kakuro.parse("3 3\n- 4, 4,\n,4 0 0\n,4 0 0")
    for description, text in suggested(KAKURO, str(puzzle)):
        digit, row, column = map(int, re.match(r"Put (\d) in row (\d), column (\d), so that ", description).groups())
        repaired = Kakuro.parse(text)
        (solution,) = solutions(repaired)
        cell = repaired.cells.index((row - 1, column - 1))
        assert solution[cell] == digit
        assert [*solution[:cell], *solution[cell + 1 :]] in [
            [*original[:cell], *original[cell + 1 :]] for original in solutions(puzzle)
        ]


@pytest.mark.parametrize("kind", [KAKURO, KILLER, SUDOKU], ids=lambda kind: kind.name)
def test_where_one_change_is_not_enough_several_are_made_together(kind):
    """On boards with few digits and sums."""
    bare = {
        "kakuro": str(KAKURO.puzzle.parse(KAKURO.shelf[0]).without_clues(range(8))),
        "killer": "killer 4x4 boxes 2x2\na a . .\n. . . .\n. . . .\n. . . .\na=3",
        "sudoku": "1" + "." * 15,
    }[kind.name]
    ((_, text),) = suggested(kind, bare)
    play = kind.read_play(text, "")
    assert (len(play.solutions), play.complete) == (1, True)


# -- the pages --------------------------------------------------------------------------------------------------------


def test_a_kind_without_a_script_for_makers_has_no_page_for_them(monkeypatch):
    """And nothing links to one."""
    assert "edit-rullo.html" in pages.pages(kinds())
    other_scripts = [(name, path) for name, path in alone.kind_scripts("editing.js") if name != "rullo"]
    monkeypatch.setattr(pages, "kind_scripts", lambda file: other_scripts)
    files = pages.pages(kinds())
    assert "edit-rullo.html" not in files
    assert not any("edit-rullo" in text for text in files.values())
    assert "edit-sudoku.html" in files["sudoku.html"]
