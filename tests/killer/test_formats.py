"""Formats of other programs: round trips, and errors of one line."""

import json
import random
import re

import pytest

from rullo_core.errors import BadInput
from rullo_core.killer import formats
from rullo_core.killer.formats import FORMATS, WRITERS, parse_any, write_csv
from rullo_core.killer.generation import generate_puzzle
from rullo_core.killer.lzstring import compress, decompress
from rullo_core.killer.puzzle import Cage, Killer
from rullo_core.killer.request import Request
from tests.killer.examples import examples

NINE = tuple(puzzle for puzzle in examples().values() if puzzle.side == 9)


@pytest.fixture(scope="module")
def full():
    """Return a puzzle without cages of one cell, which Solo refuses."""
    return generate_puzzle(Request(single_cell_cages=(0, 0)), 2, 0).puzzle


def equal(puzzle, expected):
    return (puzzle.side, puzzle.box, puzzle.diagonals) == (expected.side, expected.box, expected.diagonals) and [
        (cage.cells, cage.total) for cage in puzzle.cages
    ] == [(cage.cells, cage.total) for cage in expected.cages]


@pytest.mark.parametrize("form", WRITERS)
def test_round_trip(form, full):
    for puzzle in (full,) if form == "solo" else (full, *NINE):
        (read,) = parse_any(WRITERS[form](puzzle))
        assert equal(read, puzzle)


def test_other_boards():
    six = generate_puzzle(Request(size=6, box=(2, 3), single_cell_cages=(0, 0)), 1, 0).puzzle
    crossed = generate_puzzle(Request(diagonals=True, cages=(30, 40), single_cell_cages=(0, 0)), 1, 0).puzzle
    for puzzle, forms in (
        (six, ("text", "f-puzzles", "link", "solo")),
        (crossed, ("text", "f-puzzles", "link", "solo", "sumocue")),
    ):
        for form in forms:
            (read,) = parse_any(WRITERS[form](puzzle))
            assert equal(read, puzzle)
    (read,) = parse_any(write_csv([crossed]))
    assert equal(read, crossed)
    tall = generate_puzzle(Request(size=6, box=(3, 2), single_cell_cages=(0, 0)), 1, 0).puzzle
    assert WRITERS["solo"](tall).startswith("3x2k:")
    assert equal(parse_any(WRITERS["solo"](tall))[0], tall)
    with pytest.raises(BadInput, match="f-puzzles has boxes of 2x3 on 6x6"):
        WRITERS["f-puzzles"](tall)
    for form in ("typed", "sumocue"):
        with pytest.raises(BadInput, match="use another format"):
            WRITERS[form](six)


def test_several_puzzles_in_a_text():
    output = write_csv(NINE)
    assert output.splitlines()[0] == "puzzle,size,boxes,diagonals,cage,sum,cells"
    assert all(map(equal, parse_any(output), NINE))
    for form in ("link", "sumocue"):
        assert all(map(equal, parse_any("\n".join(map(WRITERS[form], NINE))), NINE))


def test_known_game_id():
    """Cages of four cells; vertical walls row by row, then horizontal ones column by column."""
    puzzle = Killer.parse("killer 4x4 boxes 2x2\na a b b\na a b b\nc c d d\nc c d d\na=10 b=10 c=10 d=10")
    output = WRITERS["solo"](puzzle)
    # Each row has one wall in its middle, each column as well.
    assert output == "2x2k:p,abbbbbbba,10a10e10a10e"
    assert equal(parse_any(output)[0], puzzle)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "killer 4x4 boxes 2x2\na b b b\na a c c\nd d c c\nd d e e\na=6 b=9 c=10 d=10 e=5",
            None,
        ),
        (
            "killer 4x4 boxes 2x2\na b b b\na a c c\nd d c c\nd d e f\na=6 b=9 c=10 d=10 e=2 f=3",
            "cage e at row 4, column 3 has 1 cell: Solo takes cages of 2 to 4 cells",
        ),
        ("killer 4x4 boxes 1x4\na a b b\na a b b\nc c d d\nc c d d\na=10 b=10 c=10 d=10", "two rows and two columns"),
        ("killer 4x4 boxes 4x1\na a b b\na a b b\nc c d d\nc c d d\na=10 b=10 c=10 d=10", "two rows and two columns"),
        ("killer 4x4 boxes 2x2\n. a b b\na a b b\nc c d d\nc c d d\na=6 b=10 c=10 d=10", "every cell in a cage"),
    ],
)
def test_writer_refuses_what_solo_refuses(text, reason):
    """The limits of `validate_params` and `validate_desc` in S. Tatham's solo.c: cages of 2 to N cells, boxes, 9x9."""
    puzzle = Killer.parse(text)
    if reason is None:
        assert equal(parse_any(WRITERS["solo"](puzzle))[0], puzzle)
        return
    with pytest.raises(BadInput, match=reason):
        WRITERS["solo"](puzzle)


def test_solo_limits_boards_and_cages():
    pairs = tuple(Cage(str(cell), (cell, cell + 1), 3) for cell in range(0, 144, 2))
    with pytest.raises(BadInput, match="12x12 with boxes of 3x4: Solo takes Killer puzzles up to 9x9"):
        WRITERS["solo"](Killer(12, (3, 4), pairs))
    with pytest.raises(BadInput, match="cage a at row 1, column 1 has 8 cells: Solo takes cages of 2 to 4 cells"):
        WRITERS["solo"](Killer(4, (2, 2), (Cage("a", tuple(range(8)), 20), Cage("b", tuple(range(8, 16)), 20))))


def test_three_variants_of_sumocue():
    puzzle = NINE[0]
    output = WRITERS["sumocue"](puzzle)
    numbers = [int(word) for word in output.removeprefix("3x3::k:").split(":") if word]
    swapped = "3x3::k:" + "".join(f"{number % 256 * 256 + number // 256}:" for number in numbers)
    owner = {cell: cage for cage in puzzle.cages for cell in cage.cells}
    version_1 = "SumoCueV1" + "".join(
        f"={owner[cell].total}" if owner[cell].cells[0] == cell else f"+{owner[cell].cells[0]}" for cell in range(81)
    )
    for text in (output, swapped, version_1):
        assert equal(parse_any(text)[0], puzzle)
    with pytest.raises(BadInput, match="do not add up to 405, whichever byte is the sum"):
        parse_any(output.replace(str(numbers[0]), str(numbers[0] + 256)))
    with pytest.raises(BadInput, match="has 80 numbers; write 81"):
        parse_any(output.rsplit(":", 2)[0])


def test_f_puzzles():
    data = json.loads(WRITERS["f-puzzles"](NINE[0]))
    assert data["killercage"][0]["cells"][0] == "R1C1"
    assert isinstance(data["killercage"][0]["value"], str)
    single_cage = next(cage for cage in data["killercage"] if len(cage["cells"]) == 1)
    # A given digit replaces a cage of one cell.
    data["killercage"].remove(single_cage)
    row, column = int(single_cage["cells"][0][1]) - 1, int(single_cage["cells"][0][3]) - 1
    data["grid"][row][column] = {"value": int(single_cage["value"]), "given": True}
    assert equal(parse_any(json.dumps(data))[0], NINE[0])
    for change, reason in (
        ({"diagonal+": True}, "has one diagonal only"),
        ({"size": "x"}, "size 'x': write a number from 1 to 16"),
        ({"size": 10**6}, "size '1000000': write a number from 1 to 16"),
        ({"size": 4}, "its grid has 81 cells in 9 rows; 4x4 are expected"),
        ({"grid": 5}, "is no JSON of f-puzzles"),
        ({"killercage": [{"cells": ["R1C1", "R1C10"], "value": "5"}]}, "'R1C10' is no cell of 9x9"),
        ({"killercage": [{"cells": ["R1C1", "R1C2"]}]}, "the cage at row 1, column 1 has no sum"),
        (
            {"killercage": [{"cells": ["R1C1", "R1C2"], "value": "40"}]},
            "no 2 different digits from 1 to 9 add up to 40",
        ),
        ({"killercage": [{"cells": ["R1C1", "R3C1"], "value": "4"}]}, "does not touch"),
    ):
        with pytest.raises(BadInput, match=reason):
            parse_any(json.dumps(json.loads(WRITERS["f-puzzles"](NINE[0])) | change))


def of_f_puzzles(change):
    return json.dumps(json.loads(WRITERS["f-puzzles"](NINE[0])) | change)


OTHER_RULES = (
    *("antiknight", "antiking", "disjointgroups", "nonconsecutive", "negative", "even", "odd", "minimum", "maximum"),
    *("rowindexer", "columnindexer", "boxindexer", "extraregion", "clone", "difference", "ratio", "xv", "quadruple"),
    *("littlekillersum", "sandwichsum", "xsum", "skyscraper", "thermometer", "arrow", "palindrome", "betweenline"),
    *("lockout", "renban", "whispers", "regionsumline", "entropicline", "modularline", "zipperline", "nabner"),
    *("doublearrow", "fogofwar", "foglight", "triggereffect", "a rule of tomorrow"),
)
"""Names in exports of f-puzzles and of scripts that extend it."""


@pytest.mark.parametrize("key", OTHER_RULES)
def test_other_rules_of_f_puzzles_are_refused(key):
    for rule in (True, [{"cells": ["R1C1", "R1C2"]}]):
        with pytest.raises(BadInput, match=f"^puzzle: has {key}, not supported"):
            parse_any(of_f_puzzles({key: rule}))
    # A rule with an empty value is ignored.
    for empty in (False, None, [], "", 0):
        assert equal(parse_any(of_f_puzzles({key: empty}))[0], NINE[0])


def test_keys_of_f_puzzles_that_are_not_rules_are_ignored():
    line = {"lines": [["R1C1", "R2C2"]], "outlineC": "#22aa55", "width": 0.14}
    shape = {"cells": ["R2C2"], "baseC": "#ffee99", "value": "R", "width": 1.2, "height": 0.6}
    decorated = of_f_puzzles(
        {
            **{"author": "somebody", "ruleset": "Normal rules.", "solution": [1] * 81, "successMessage": "Well done"},
            **{"title": "Two\nlines\ud800", "line": [line], "rectangle": [shape], "circle": [shape], "text": [shape]},
            **{"cage": [{"cells": ["R1C1", "R1C2"], "value": ""}], "disabledlogic": ["tuples"]},
            "truecandidatesoptions": ["colored"],
        }
    )
    (read,) = parse_any(decorated)
    assert equal(read, NINE[0])
    assert read.name == "Two lines"
    with pytest.raises(BadInput, match="has cage with a value, a rule that is not supported"):
        parse_any(of_f_puzzles({"cage": [{"cells": ["R1C1"], "value": "FOW"}]}))


def test_given_digits_may_repeat_the_sum_of_a_cage_of_one_cell():
    output = "killer 4x4 boxes 2x2\na b b .\nc c . .\n. . . .\n. . . .\na=1 b=5 c=7"
    board = json.loads(WRITERS["f-puzzles"](Killer.parse(output)))
    for row, column, digit in ((0, 0, 1), (3, 3, 2)):
        board["grid"][row][column] = {"value": digit, "given": True}
    (read,) = parse_any(json.dumps(board))
    assert {(cage.cells, cage.total) for cage in read.cages} == {((0,), 1), ((1, 2), 5), ((4, 5), 7), ((15,), 2)}
    board["grid"][0][0]["value"] = 2
    with pytest.raises(BadInput, match="has the digit 2 and a cage of another sum; correct one"):
        parse_any(json.dumps(board))


def test_csv_names_puzzles_or_numbers_them():
    text = "killer 4x4 boxes 2x2\na b b .\nc c . .\n. . . .\n. . . .\na=1 b=5 c=7"
    output = write_csv([Killer.parse(f"# mine\n{text}"), Killer.parse(text), Killer.parse(f"# mine\n{text}")])
    assert list(dict.fromkeys(line.split(",")[0] for line in output.splitlines()[1:])) == ["mine", "2", "mine'"]


def test_cells_of_f_puzzles():
    grid = json.loads(WRITERS["f-puzzles"](NINE[0]))["grid"]
    grid[0][0] = {"value": 5, "centerPencilMarks": [1, 2], "cornerPencilMarks": [3], "c": "#fff", "highlight": "#000"}
    # A digit that a solver has entered is not given.
    assert equal(parse_any(of_f_puzzles({"grid": grid}))[0], NINE[0])
    for output, reason in (
        ({"givenPencilMarks": [1, 2]}, "row 5, column 6: has givenPencilMarks, not supported"),
        ({"value": "٣", "given": True}, "row 5, column 6: '٣' is no digit; write 1 to 9"),
        ({"value": 10, "given": True}, "row 5, column 6: '10' is no digit; write 1 to 9"),
    ):
        grid[4][5] = output
        with pytest.raises(BadInput, match=reason):
            parse_any(of_f_puzzles({"grid": grid}))


@pytest.mark.parametrize("first", [0, 1])
def test_regions_of_f_puzzles_are_the_usual_boxes(first):
    """Each cell has the number of its box, counted from any number; 0 by default."""
    grid = [[{"region": first + r // 3 * 3 + c // 3} for c in range(9)] for r in range(9)]
    assert equal(parse_any(of_f_puzzles({"grid": grid}))[0], NINE[0])
    if first == 0:
        grid[3][4] = {}
        assert equal(parse_any(of_f_puzzles({"grid": grid}))[0], NINE[0])
    for r, c, region in ((0, 3, first), (8, 8, None), (4, 0, "else")):
        irregular = [[dict(cell) for cell in row] for row in grid]
        irregular[r][c] = {"region": region}
        with pytest.raises(BadInput, match=r"row \d, column \d: its region is not the usual box of 3x3"):
            parse_any(of_f_puzzles({"grid": irregular}))
    joined = [[{"region": 0} for _ in range(9)] for _ in range(9)]
    with pytest.raises(BadInput, match="row 1, column 4: its region is not the usual box of 3x3"):
        parse_any(of_f_puzzles({"grid": joined}))


def test_compression():
    # The result of the JavaScript library.
    assert compress("你好") == "gbyl9NI="
    # A character takes 8 bits up to number 255, and 16 from 256 on.
    assert len(compress("a" * 2)) == len(compress("ÿ" * 2)) < len(compress("Ā" * 2))
    draw = random.Random(1)
    for _ in range(300):
        text = "".join(
            draw.choice('RC12{}":,é猫' if draw.random() < 0.1 else "abc") for _ in range(draw.randint(0, 300))
        )
        assert decompress(compress(text)) == text
    link = WRITERS["link"](NINE[0])
    for broken in (link[:-40], link.replace("N4Ig", "N!Ig"), link[:60] + "AAAA" + link[60:]):
        with pytest.raises(BadInput, match="puzzle: "):
            parse_any(broken)


def test_bad_input():
    typed = WRITERS["typed"](NINE[0]).splitlines()
    for output, reason in (
        ("\n".join(typed[:-1]), "has 65 lines for its 33 cages"),
        ("\n".join([*typed[:1], "1x", *typed[2:]]), "cage 1: '1x' is no cell; write row and column from 1 to 9"),
        ("\n".join([*typed[:2], "some", *typed[3:]]), "cage 1: 'some' is no sum"),
        ("\n".join([*typed[:3], typed[1], *typed[4:]]), "row 1, column 1: is in cages"),
        (write_csv(NINE[:1]).replace(",3x3,", ",3y3,", 1), "row 2: size '9', boxes '3y3': write such as 9 and 3x3"),
        (write_csv(NINE[:1]).replace("r1c1", "r0c1", 1), "'r0c1' is no cell of 9x9"),
        ("puzzle,size,boxes\n1,9,3x3", "has the columns"),
        ("3x3k:zzzc,aa,zzzc", "walls: describe"),
        ("3x3k:zzzc,aa", "has 2 parts; a Killer game ID has three"),
        ("what", "begins no puzzle"),
    ):
        with pytest.raises(BadInput, match=reason):
            parse_any(output)


def test_command(rullo, tmp_path, full):
    place = tmp_path / "puzzle.txt"
    place.write_text(f"{full}\n")
    for form in FORMATS:
        status, output, _ = rullo("killer", "convert", str(place), "--to", form)
        assert status == 0
        converted = tmp_path / "other"
        converted.write_text(output)
        assert equal(formats.parse_any(rullo("killer", "convert", str(converted))[1])[0], full)


def test_sumocue_accepts_sums_at_one_cell_of_a_cage():
    """The sum may stand at any cell; the others have a sum of 0."""
    puzzle = NINE[0]
    for place in (0, -1):
        numbers = [0] * 81
        for cage in puzzle.cages:
            for cell in cage.cells:
                numbers[cell] = 256 * cage.total * (cell == cage.cells[place]) + cage.cells[0]
        assert equal(parse_any("3x3::k:" + "".join(f"{number}:" for number in numbers))[0], puzzle)


def test_long_run_without_walls_in_a_game_id():
    """Cages are rows: 72 vertical places without a wall, where z means 25, and then 72 horizontal walls."""
    output = f"3x3k:zzzc,zzv{'_' * 72},{'45h' * 9}"
    (read,) = parse_any(output)
    assert [cage.cells for cage in read.cages] == [tuple(range(first, first + 9)) for first in range(0, 81, 9)]
    with pytest.raises(BadInput, match="walls: describe 145 places; there are 144"):
        parse_any(output.replace("zzv", "zzw"))


@pytest.mark.parametrize("form", ["link", "sumocue", "typed"])
def test_comments_between_puzzles(form):
    output = "\n  # between\n".join(map(WRITERS[form], NINE))
    read = parse_any(f"# mine\n\n{output}\n#")
    assert len(read) == len(NINE)
    assert all(map(equal, read, NINE))


def with_free_places(number):
    """A puzzle of 9x9 whose game ID begins with 24 or 25 places without a wall: three rows, and pairs below them."""
    rows = [tuple(range(first, first + 9)) for first in (0, 9, 18)]
    pairs = [(first + c, first + 9 + c) for first in (27, 45, 63) for c in range(9)]
    if number == 25:
        pairs = [(27, 28), (36, 37), *pairs[2:]]
    cages = [Cage(f"r{i}", cells, 45) for i, cells in enumerate(rows)]
    return Killer(9, (3, 3), (*cages, *(Cage(f"p{i}", cells, 10) for i, cells in enumerate(pairs))))


def test_places_without_a_wall_about_which_versions_of_solo_differ():
    puzzle = with_free_places(24)
    game_id = WRITERS["solo"](puzzle)
    assert game_id.split(",")[1].startswith("x_")
    assert equal(parse_any(game_id)[0], puzzle)
    with pytest.raises(BadInput, match="has 25 places in a row without a wall, about which versions of Solo differ"):
        WRITERS["solo"](with_free_places(25))


SOLO_ID = WRITERS["solo"](Killer(6, (2, 3), tuple(Cage(f"c{i}", (2 * i, 2 * i + 1), 7) for i in range(18))))


@pytest.mark.parametrize("flags", ["xk", "kx", "kxr4", "dbkmd4x", "akxdu"])
def test_flags_of_solo_stand_in_any_order(flags):
    (read,) = parse_any(SOLO_ID.replace("2x3k:", f"2x3{flags}:"))
    assert read.diagonals
    assert len(read.cages) == 18


@pytest.mark.parametrize("flags", ["kj", "jk", "k2x3", "kr", "kdz", "kr5"])
def test_other_flags_of_solo_are_refused(flags):
    with pytest.raises(BadInput, match=f"^puzzle: '{flags}' asks for more than x, both diagonals, and k"):
        parse_any(SOLO_ID.replace("2x3k:", f"2x3{flags}:"))


JOINED = write_csv([Killer(4, (2, 2), (Cage("a", (0, 1), 3),))])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{JOINED}\n1,4,2x2,0,a,5,r2c1 r2c2", "row 3: puzzle '1' has cage 'a' before; rename one, or the puzzle"),
        (
            f"{JOINED}\n2,4,2x2,0,a,5,r2c1 r2c2\n1,4,2x2,0,b,5,r3c1 r3c2",
            "row 4: puzzle '1' is there before, and others",
        ),
        ("0", "line 1: '0' begins no puzzle"),
        ("1\n11\n5\n0", "line 4: '0' is no number of cages; write 1 to 81"),
        (f"{WRITERS['link'](NINE[0])} more", "the compressed text"),
        (f"{WRITERS['link'](NINE[0])}AAAA", "the compressed text has '=' in it"),
        (f"{WRITERS['link'](NINE[0]).replace('%3D', '')}AAAA", "the compressed text goes on after its end"),
        (f"{WRITERS['link'](NINE[0])}%3D%3D%3D%3D", "the compressed text goes on after its end"),
        (f"see {WRITERS['link'](NINE[0])}", "is no link to one puzzle"),
        (f"{WRITERS['link'](NINE[0])}&load=A", "is no link to one puzzle"),
        (SOLO_ID.replace(",7a7a", ",7_7_7a", 1), "row 1, column 2: the cage there has two sums; remove one"),
        ("SumoCueV1=12 hello 99 +0", "' hello 99 [+]0', from character 13 on, does not begin with an entry"),
        ("SumoCueV1=0" + "+0" * 80, "row 1, column 1: the cage there has the sum 0; write its sum"),
        ('{"size": 4, "killercage": [], "size": 4}', "line 1, column 31: has the key 'size' twice"),
        ('{"size": 4, "killercage": [{"cells": [], "value": "3"}]}', "cage 1: has a sum and no cells"),
        ('{"size": 4, "killercage": {"cells": ["R1C1"]}}', "is no JSON of f-puzzles"),
        ('{"size": 4, "killercage": [{"cells": {"R1C1": 1}, "value": "3"}]}', "is no JSON of f-puzzles"),
        ('{"size": 4, "grid": [], "title": NaN}', "is no JSON"),
        ('{"size": 4}', "has no cages: it is a Sudoku, not a Killer Sudoku"),
        ("killer 4x4 boxes 2x2\n. . . .\n. . . .\n. . . .\n. . . .\ndigits\ndigits", "digits is there twice"),
    ],
)
def test_nothing_is_dropped(text, reason):
    with pytest.raises(BadInput, match=reason) as error:
        parse_any(text)
    assert error.value.line
    for place in re.findall(r"(?:line 1, column|character) (\d+)", str(error.value)):
        assert error.value.column == int(place)


def test_what_says_nothing_is_read_as_nothing():
    """A cage without cells and sum; settings of a link; numbers of JSON with a point."""
    assert parse_any('{"size": 4.0, "killercage": [{"cells": [], "value": ""}]}')[0].cages == ()
    link = WRITERS["link"](NINE[0])
    for suffix in ("?setting-nogrid=1", "&setting-nogrid=1", "#top"):
        assert equal(parse_any(link + suffix)[0], NINE[0])
