"""Every reader of text, given damaged text: it reads it, or tells in one short line what is wrong."""

import json
import pickle
import random
import tempfile
import tracemalloc
from pathlib import Path

import pytest

from rullo_core import declaration, parameters
from rullo_core.errors import BadInput
from rullo_core.kakuro import reading as kakuro
from rullo_core.kakuro.formats import read_collection
from rullo_core.kakuro.request import Request as KakuroRequest
from rullo_core.killer import lzstring
from rullo_core.killer.formats import parse_any, write_puzzles
from rullo_core.killer.puzzle import parse_puzzles
from rullo_core.killer.request import Request as KillerRequest
from rullo_core.paths import PUBLISHED
from rullo_core.reports.notebook import parse_value, read_parameters
from rullo_core.rullo import puzzle as rullo
from rullo_core.rullo.request import Request as RulloRequest
from rullo_core.runs.sweep import read_sweep
from rullo_core.sudoku import puzzle as sudoku
from rullo_core.sudoku.request import Request as SudokuRequest
from tests.killer.examples import examples
from tests.test_formats import KILLERS

REQUESTS = {"rullo": RulloRequest, "kakuro": KakuroRequest, "killer": KillerRequest, "sudoku": SudokuRequest}

NINE = [puzzle for puzzle in examples().values() if puzzle.side == 9][:2]
SMALL = KILLERS["6x6"]
SOLVED = """\
killer 4x4 boxes 2x2
a b b b
a c c d
e e f d
g g f d
a=4 b=9 c=6 d=6 e=3 f=5 g=7
solution
1 2 3 4
3 4 2 1
2 1 4 3
4 3 1 2
"""

KAKURO = "# small\n3 3\n- 4, 6,\n,7 0 0\n,3 0 0\n"
GECODE = """\
// width, height, hints down, hints across
const int small[] = { 3, 3, /* down */ 1,0,2,4, 2,0,2,6, -1, 0,1,2,7, 0,2,2,3, -1 };
"""
DZN = "w = 3;\nh = 3;\nh_clue = [|2,1,2,7|3,1,2,3|];\nv_clue = [|1,2,2,4|1,3,2,6|];\n"


def in_a_file(read):
    """A reader of files, in a folder of its own, as one of text."""

    def read_text(text, _):
        with tempfile.TemporaryDirectory(dir=".") as folder:
            path = Path(folder) / "text"
            path.write_text(text, encoding="utf-8", errors="surrogatepass")
            return read(path)

    return read_text


def published(name, lines):
    """The first lines of a file."""
    return "\n".join((PUBLISHED / name).read_text(encoding="utf-8").splitlines()[:lines])


def sumocue_1(puzzle):
    owner = {cell: cage for cage in puzzle.cages for cell in cage.cells}
    return "SumoCueV1" + "".join(
        f"={owner[cell].total}" if owner[cell].cells[0] == cell else f"+{owner[cell].cells[0]}" for cell in range(81)
    )


READERS = {
    "rullo": (rullo.parse_puzzles, published("puzzles.txt", 12)),
    "rullo, marked": (rullo.parse_marked_puzzles, "# one\n5 7\n4 (1) [4]\n8 5 3\n\n1\n1 [1]\n"),
    "kakuro": (kakuro.parse_puzzles, published("kakuro/minizinc.txt", 19)),
    "kakuro, written": (kakuro.parse_written, KAKURO.replace(",3 0", ",3 1")),
    "kakuro, json": (read_collection, json.dumps({"data": {"a": {"problem": KAKURO}}})),
    "kakuro, dzn": (read_collection, DZN),
    "kakuro, gecode": (read_collection, GECODE),
    "sudoku": (sudoku.parse_puzzles, published("sudoku/pytudes.txt", 5)),
    "sudoku, with letters": (sudoku.parse_puzzles, "# large\n" + "ABCDEFGHIJKLMNOP" + "." * 240),
    "killer": (parse_puzzles, str(NINE[0])),
    "killer, solved": (parse_puzzles, SOLVED),
    "killer, sumocue 1": (parse_any, sumocue_1(NINE[0])),
    "killer, solo": (parse_any, write_puzzles(SMALL, "solo")),
    **{
        f"killer, {form}": (parse_any, write_puzzles(NINE, form))
        for form in ("text", "typed", "csv", "f-puzzles", "link", "sumocue")
    },
    "size": (lambda text, _: parameters.parse_size(text), "12x34"),
    "range": (lambda text, _: parameters.parse_range(text), "{1-3,7,-2}"),
    "count": (lambda text, _: parameters.parse_count(text), "1_000e3"),
    "seed": (lambda text, _: parameters.parse_seed(text), "123"),
    "value": (lambda text, _: [parse_value("name", text)], "[2, 3]"),
    "parameters": (in_a_file(read_parameters), "height: 2\nvalues: [2, 3, 4]\nday: 2026-01-01\n"),
    "sweep": (
        in_a_file(read_sweep),
        "title: a sweep\nexperiment: sample\nsize: [2x2, 2x3]\nvalues: [1-3, 2-4]\ncount: 100\nseed: [1, 2]\n",
    ),
    **{
        f"{kind}, {name}": (lambda text, _, read=parameter.read: read(text), parameter.example)
        for kind, request in REQUESTS.items()
        for name, parameter in declaration.parameters(request).items()
        if not hasattr(parameter, "parse")  # what reads puzzles is above
    },
}
"""What reads a text, by what it is called in errors; and a text that it reads."""

OF_YAML = ("value", "parameters", "sweep")
"""Which take long."""

PIECES = (
    *("", " ", "\n", "\n\n", "\t", "\0", "\r", "\x85", "\u2028", "#", ",", ":", "=", "-", "_", ".", "0", "z", "J"),
    *("²", "٣", "½", "é", "\ufeff", "\ud800", "inf", "nan", "-1", "1e9", "true", "null", "{}", "[", "]", "{", "}"),
    *(
        '"',
        "'",
        '"",',
        "//",
        "/*",
        "*/",
        "|",
        "a" * 3000,
        "9" * 10,
        "9" * 5000,
        "[" * 3000,
        "1,-1," * 300,
        "99999x99999",
    ),
)
"""What is written into a text."""


def damaged(text, draw):
    """The text after one to eight changes."""
    for _ in range(draw.randint(1, 8)):
        first = draw.randrange(len(text) + 1)
        last = min(len(text), first + draw.choice((0, 1, 1, 1, 2, 5, 20, 200)))
        piece = text[first:last]
        insertion = draw.choice(
            (
                draw.choice(PIECES),
                draw.choice(PIECES),
                piece * 2,
                piece * draw.choice((3, 50)),
                piece[::-1],
                draw.choice("01239"),
            )
        )
        text = (text[:first] + insertion + text[last:])[:100_000]
    return text


@pytest.fixture(autouse=True)
def work_elsewhere(tmp_path, monkeypatch):
    """Files are written there, and their names in errors are short."""
    monkeypatch.chdir(tmp_path)


def check(reader, number, times):
    read, text = READERS[reader]
    assert read(text, "text")
    draw = random.Random(number)
    for _ in range(times):
        broken = damaged(text, draw)
        try:
            read(broken, "text")
        except BadInput as error:
            assert len(str(error)) <= 300, (broken, str(error))
            assert str(error).isprintable(), (broken, str(error))


@pytest.mark.parametrize("reader", READERS)
def test_damaged_text_is_read_or_refused_in_one_line(reader):
    check(reader, 1, 30 if reader in OF_YAML else 200)


@pytest.mark.slow
@pytest.mark.parametrize("reader", READERS)
def test_much_damaged_text_is_read_or_refused_in_one_line(reader):
    check(reader, 2, 300 if reader in OF_YAML else 5000)


HUGE = {
    "kakuro, text": (read_collection, "9999 9999\n- -"),
    "kakuro, dzn": (read_collection, DZN.replace("w = 3", "w = 100000000").replace("h = 3", "h = 100000000")),
    "kakuro, cells of a hint": (read_collection, DZN.replace("2,1,2,7", "2,1,100000000,7")),
    "kakuro, gecode": (read_collection, GECODE.replace("{ 3, 3", "{ 100000000, 100000000")),
    "kakuro, an array without end": (read_collection, GECODE.replace("}", "-1, " * 20_000)),
    "kakuro, a name without end": (read_collection, "a" * 90_000 + GECODE.replace(" }", "")),
    "kakuro, comments without end": (read_collection, "h_clue[|" * 5_000 + "/*" * 20_000),
    "killer, text": (parse_puzzles, "killer 999999999x999999999 boxes 1x999999999\na"),
    "killer, typed": (parse_any, "999999999\n11\n5"),
    "killer, csv": (parse_any, write_puzzles(NINE, "csv").replace(",9,3x3,", ",999999999,3x333333333,")),
    "killer, f-puzzles": (parse_any, '{"size": 1000000000, "killercage": []}'),
    "killer, deep": (parse_any, "[" * 90_000),
    "killer, deep f-puzzles": (parse_any, '{"size": 9, "grid": ' + "[" * 90_000),
    "killer, solo": (parse_any, "99x99k:" + "z" * 90_000 + ",a,a"),
    "killer, givens of solo": (parse_any, "3x3k:" + "z" * 90_000 + ",a,a"),
    "range": (lambda text, _: parameters.parse_range(text), "1-999999999"),
}
"""What asks for much room or time, and is refused before any is taken."""


@pytest.mark.parametrize("case", HUGE)
def test_sizes_are_bounded_before_anything_is_made_of_them(case):
    read, text = HUGE[case]
    tracemalloc.start()
    try:
        with pytest.raises(BadInput):
            read(text, "text")
        assert tracemalloc.get_traced_memory()[1] < 2**25
    finally:
        tracemalloc.stop()


def test_a_link_is_unpacked_up_to_a_length(monkeypatch):
    """The text may grow with the square of the link."""
    link = "https://www.f-puzzles.com/?load=" + lzstring.compress("a" * 3000)
    monkeypatch.setattr(lzstring, "MOST_TEXT", 2000)
    with pytest.raises(BadInput, match=r"^puzzle: the compressed text has more than 2,000 characters"):
        parse_any(link)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("one,4,2x2,0,a,6,r1c1 r1c2,more", "row 2: has 8 columns; write 7: puzzle,size"),
        ("one,4,2x2,0,a", "row 2: has 5 columns; write 7: puzzle,size"),
        ("one,4,2x2,0,a,6,", "row 2: has no cells; write some such as r1c2 r1c3"),
        ("one,4,2x2,2,a,6,r1c1 r1c2", "row 2: diagonals '2': write 1 or 0"),
        ("one,4,2x2,0,a,٣,r1c1 r1c2", "row 2: '٣' is no sum; write a number such as 12"),
        ("one,²,2x2,0,a,6,r1c1 r1c2", "row 2: size '²', boxes '2x2': write such as 9 and 3x3"),
        (f"one,4,2x2,0,a,{'9' * 5000},r1c1 r1c2", "row 2: '9{40}…' is no sum"),
        (f"one,4,2x2,0,a,6,{'r' * 140_000}", "is no CSV"),
    ],
)
def test_rows_of_csv(row, reason):
    with pytest.raises(BadInput, match=reason):
        parse_any(f"puzzle,size,boxes,diagonals,cage,sum,cells\n{row}")


def test_an_error_knows_its_place_elsewhere_too():
    """Workers send it to the process that has asked."""
    with pytest.raises(BadInput) as error:
        kakuro.parse_puzzles("3 3\n- 4, 6,\n,7 0 x\n,3 0 0", "mine")
    sent = pickle.loads(pickle.dumps(error.value))
    assert (
        str(sent)
        == str(error.value)
        == "mine, line 1, row 2, column 3: 'x' is no cell; write 0, -, 16, or ,24 or 17,24"
    )
    assert (sent.reason, sent.line, sent.column) == (error.value.reason, 3, 6)
