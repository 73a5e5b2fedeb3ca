"""The readers of the package, each beside its strict one, with texts to begin with; and puzzles as plain tuples."""

import json
from dataclasses import dataclass, replace
from typing import Any

from rullo_core.kakuro import reading as kakuro
from rullo_core.kakuro.formats import read_collection
from rullo_core.killer.formats import parse_any, write_puzzles
from rullo_core.killer.puzzle import Cage, Killer
from rullo_core.killer.puzzle import parse_puzzles as killer_text
from rullo_core.rullo import puzzle as rullo
from rullo_core.sudoku import puzzle as sudoku
from tests.strict import collections, killers, plain


def of_rullo(puzzle):
    return puzzle.numbers, puzzle.row_targets, puzzle.column_targets


def of_kakuro(puzzle):
    entries = {(entry.direction, tuple(puzzle.cells[i] for i in entry.cells), entry.clue) for entry in puzzle.entries}
    return puzzle.rows, puzzle.columns, frozenset(puzzle.cells), frozenset(entries)


def of_sudoku(puzzle):
    return puzzle.box, puzzle.cells


def of_killer(puzzle):
    return puzzle.side, puzzle.box, puzzle.diagonals, frozenset((cage.cells, cage.total) for cage in puzzle.cages)


PLAIN = {"rullo": of_rullo, "kakuro": of_kakuro, "sudoku": of_sudoku, "killer": of_killer}


@dataclass(frozen=True)
class Reader:
    """A reader of a kind of puzzle, the strict one, and texts that both read."""

    kind: str
    read: Any
    strict: Any
    seeds: tuple[str, ...]
    is_written: bool = False

    def plain(self, puzzles):
        """What was read, as the strict reader returns it."""
        of = PLAIN[self.kind]
        return [(of(puzzle), marks) for puzzle, marks in puzzles] if self.is_written else list(map(of, puzzles))


SMALL = Killer(
    4, (2, 2), tuple(Cage("abcdefgh"[i], (2 * i, 2 * i + 1), total) for i, total in enumerate((3, 7, 7, 3, 4, 6, 6, 4)))
)
ROWS = Killer(6, (2, 3), tuple(Cage(f"c{i}", (2 * i, 2 * i + 1), 7) for i in range(18)), True)
OPEN = Killer(4, (2, 2), (Cage("a", (0, 1), 3), Cage("b", (5, 9), 5)))
NINE = Killer(9, (3, 3), tuple(Cage(f"c{i}", (3 * i, 3 * i + 1, 3 * i + 2), 6 + 9 * (i % 3)) for i in range(27)))

SOLVED = (
    "# x\nkiller 4x4 boxes 2x2\na a . .\n. . . .\n. . . .\n. . . .\na=3\nsolution\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n"
)
ENTERED = SOLVED.split("solution")[0] + "digits\n1 . . .\n. . 2 .\n. . . .\n. . . 0\n"

KAKUROS = (
    "# small\n3 3\n- 4, 6,\n,7 0 0\n,3 0 0\n",
    "4 4\n- 6, 15, 16,\n,6 0 0 0\n,13 0 0 0\n,18 0 0 0\n",
    "3 4\n- 3, 4, -\n,3 0 0 -\n,* 0 0 -\n\n# x\n2 3\n- - -\n,3 0 0",
)
DZNS = (
    "w = 3;\nh = 3;\nh_clue = [|2,1,2,7|3,1,2,3|];\nv_clue = [|1,2,2,4|1,3,2,6|];\n",
    "% mine\nh = 3; w = 3; /* more */\nn_h = 2;\nh_clue = [| 2, 1, 2, 7,\n | 3, 1, 2, 3 |];\n"
    "n_v=2;v_clue = [| 1, 2, 2, 4| 1, 3, 2, 6 |]",
)
GECODES = (
    "// width, height\nconst int small[] = { 3, 3, /* down */ 1,0,2,4, 2,0,2,6, -1, 0,1,2,7, 0,2,2,3, -1 };\n",
    "const int k0[] = {\n  // of\n  3,3,\n  1,0,2,4, 2,0,2,6, -1,\n  0,1,2,7, 0,2,2,3, -1\n};\n"
    "const int k1[] = { 3, 2, 1, 0, 1, 4, 2, 0, 1, 3, -1, 0, 1, 2, 7, -1 };\n",
)
SUDOKUS = (
    "1...|..3.|....|4...",
    "# one\n.4...32....3....\n# two\n1_*0..3.....4...\n",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "." * 36,
    "sudoku 6x6 boxes 3x2\n1.....\n..2...\n------\n......\n..|..|..\n.....3\n......\n",
    "sudoku 4x4 boxes 2x2 12.. 34..\n........",
)
LARGE = (
    "A..BC..D" + "." * 248,
    "1..G" + "." * 252,
    "01.F" + "." * 252,
    "1..F" + "." * 252,
    "9A" + "0" * 253 + "G",
    "1..A" + "." * 96,
    "0.9" + "_" * 97,
    "12.." + "." * 725,
    "".join(".2..5...9" for _ in range(81)),
    "\n".join("1" + "." * 15 if i == 3 else "." * 16 for i in range(16)),
)
JSONS = (
    *(write_puzzles([puzzle], "f-puzzles") for puzzle in (SMALL, ROWS, OPEN, replace(NINE, name="n"))),
    json.dumps(
        {
            "size": 4,
            "diagonal+": True,
            "diagonal-": True,
            "grid": [
                [{"value": 1, "given": True, "region": 0}, {"region": 0}, {"region": 1, "c": "#fff"}, {"region": 1}],
                *[[{}] * 4] * 3,
            ],
            "title": "x",
            "author": "y",
        }
    ),
    json.dumps(
        {
            "size": 4,
            "killercage": [{"cells": ["R1C1"], "value": "2"}, {"cells": [], "value": ""}],
            "grid": [[{"value": 2, "given": True}, {"value": 3}, {}, {}], *[[{}] * 4] * 3],
        }
    ),
)
LINKS = (
    *(write_puzzles([puzzle], "link") for puzzle in (SMALL, ROWS, OPEN)),
    write_puzzles([SMALL], "link").replace("https://www.f-puzzles.com/?load=", "https://sudokupad.app/fpuzzles"),
    write_puzzles([OPEN], "link").replace("f-puzzles.com/?load=", "sudokupad.app/?puzzleid=fpuzzles")
    + "&setting-nogrid=1#top",
)
SUMOCUE_1 = "SumoCueV1" + "".join(f"={6 + 9 * (i // 3 % 3)}" if i % 3 == 0 else f"+{i - i % 3}" for i in range(81))
SOLOS = (
    write_puzzles([SMALL], "solo"),
    write_puzzles([ROWS], "solo"),
    write_puzzles([ROWS], "solo").replace("2x3xk:", "2x3kdux:"),
    write_puzzles([NINE], "solo"),
)


READERS = {
    "rullo": Reader(
        "rullo",
        rullo.parse_puzzles,
        plain.rullo,
        (
            "5 7\n4 1 4\n8 5 3",
            "# one\n 5 7 # x\n4 1 4\n# y\n8 5 3\n",
            "# a\n1 1\n1 1 1\n1 1 1\n\n3 -1\n2 3 0\n0 +1 -1\n",
        ),
    ),
    "rullo, marked": Reader(
        "rullo",
        rullo.parse_marked_puzzles,
        plain.rullo_marked,
        ("5 7\n4 (1) [4]\n8 5 3", "1\n1 [ 1 ]\n\n1 1\n1 (1)[1]\n1 1 1"),
        True,
    ),
    "kakuro": Reader("kakuro", kakuro.parse_puzzles, plain.kakuro, KAKUROS),
    "kakuro, written": Reader(
        "kakuro", kakuro.parse_written, plain.kakuro_written, (KAKUROS[0].replace(",3 0", ",3 1"), KAKUROS[1]), True
    ),
    "kakuro, json": Reader(
        "kakuro",
        read_collection,
        collections.kakuro_any,
        tuple(
            json.dumps(
                {"count": 1, "data": {f"a{i}": {"problem": text, "solution": ""} for i, text in enumerate(texts)}}
            )
            for texts in (KAKUROS[:1], KAKUROS[1:])
        ),
    ),
    "kakuro, dzn": Reader("kakuro", read_collection, collections.kakuro_any, DZNS),
    "kakuro, gecode": Reader("kakuro", read_collection, collections.kakuro_any, GECODES),
    "sudoku": Reader("sudoku", sudoku.parse_puzzles, plain.sudoku, SUDOKUS),
    "sudoku, large": Reader("sudoku", sudoku.parse_puzzles, plain.sudoku, LARGE),
    "killer": Reader("killer", killer_text, plain.killer, (str(SMALL), f"# x\n{OPEN}\n\n# y\n{ROWS}", str(NINE))),
    "killer, solved": Reader("killer", killer_text, plain.killer, (SOLVED, ENTERED)),
    "killer, typed": Reader(
        "killer",
        parse_any,
        killers.killer_any,
        (write_puzzles([NINE], "typed"), "2\n11 12\n3\n13 23\n5\n# x\n1\n99\n9\n"),
    ),
    "killer, csv": Reader(
        "killer",
        parse_any,
        killers.killer_any,
        tuple(write_puzzles(puzzles, "csv") for puzzles in ([SMALL], [ROWS, replace(OPEN, name="o")], [OPEN, OPEN])),
    ),
    "killer, f-puzzles": Reader("killer", parse_any, killers.killer_any, JSONS),
    "killer, link": Reader("killer", parse_any, killers.killer_any, LINKS),
    "killer, sumocue": Reader("killer", parse_any, killers.killer_any, (write_puzzles([NINE], "sumocue"),)),
    "killer, sumocue 1": Reader("killer", parse_any, killers.killer_any, (SUMOCUE_1, SUMOCUE_1.replace("V1", "V1D"))),
    "killer, solo": Reader("killer", parse_any, killers.killer_any, SOLOS),
}
"""By name."""
