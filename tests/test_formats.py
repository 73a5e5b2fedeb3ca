"""Every format of every puzzle: several puzzles that are written are read back."""

from dataclasses import replace

import pytest

from rullo_core.cli.output import echo_puzzle
from rullo_core.errors import BadInput
from rullo_core.kakuro import reading as kakuro
from rullo_core.kakuro.formats import read_collection
from rullo_core.killer import puzzle as killer
from rullo_core.killer.formats import FORMATS, parse_any, write_puzzles
from rullo_core.killer.puzzle import Cage, Killer
from rullo_core.paths import PUBLISHED
from rullo_core.rullo import puzzle as rullo_puzzle
from rullo_core.sudoku import puzzle as sudoku
from tests.killer.examples import examples

PAIRS = tuple(Cage(str(row), (first, first + 1), 7) for row, first in enumerate(range(0, 36, 2)))
"""Every row of 6x6 in three cages of two cells."""

KILLERS = {
    "9x9": [puzzle for puzzle in examples().values() if puzzle.side == 9],
    "6x6": [Killer(6, (2, 3), PAIRS, diagonals, name) for diagonals, name in ((False, "one"), (True, "one"))],
    "3x2": [Killer(6, (3, 2), PAIRS)] * 2,
    "open": [Killer(4, (2, 2), (Cage("a", (0, 1), 3),)), Killer(4, (2, 2), (), False, "2")],
}

CANNOT = {
    **dict.fromkeys((("6x6", "typed"), ("3x2", "typed"), ("open", "typed")), "typed puzzles are of 9x9"),
    **dict.fromkeys((("6x6", "sumocue"), ("3x2", "sumocue"), ("open", "sumocue")), "SumoCue strings are of 9x9"),
    **dict.fromkeys((("3x2", "f-puzzles"), ("3x2", "link")), "puzzle 1: f-puzzles has boxes of 2x3 on 6x6"),
    ("9x9", "solo"): "^nine-easy: cage [a-z]+ at row 1, column 1 has 1 cell: Solo takes cages of 2 to 9 cells",
    ("open", "solo"): "every cell in a cage",
    ("open", "csv"): "puzzle 2 has no cages",
}
"""What a format cannot hold, and what is said of it."""

WITH_NAMES = ("text", "f-puzzles", "link", "csv")


def rules(puzzle):
    return puzzle.side, puzzle.box, puzzle.diagonals, [(cage.cells, cage.total) for cage in puzzle.cages]


@pytest.mark.parametrize("collection", KILLERS)
@pytest.mark.parametrize("form", FORMATS)
def test_several_killers_there_and_back(form, collection):
    puzzles = KILLERS[collection]
    if (collection, form) in CANNOT:
        with pytest.raises(BadInput, match=CANNOT[collection, form]):
            write_puzzles(puzzles, form)
        return
    read = parse_any(write_puzzles(puzzles, form))
    assert list(map(rules, read)) == list(map(rules, puzzles))
    if form in WITH_NAMES and collection == "9x9":
        assert [puzzle.name for puzzle in read] == [puzzle.name for puzzle in puzzles]


@pytest.mark.parametrize("form", FORMATS)
def test_the_command_reads_what_it_writes(rullo, tmp_path, form):
    puzzles = KILLERS["6x6" if form == "solo" else "9x9"]
    place, converted = tmp_path / "puzzles.txt", tmp_path / "other"
    place.write_text(write_puzzles(puzzles, "text"))
    status, output, _ = rullo("killer", "convert", place, "--to", form)
    assert status == 0
    converted.write_text(output)
    status, text, error = rullo("killer", "convert", converted)
    assert (status, error) == (0, "")
    assert list(map(rules, killer.parse_puzzles(text))) == list(map(rules, puzzles))


def test_nothing_is_written_where_one_cannot_be(rullo, tmp_path):
    place = tmp_path / "puzzles.txt"
    convertible = replace(KILLERS["9x9"][0], name="whole")
    place.write_text(write_puzzles([convertible, KILLERS["6x6"][0]], "text"))
    assert rullo("killer", "convert", place, "--to", "typed")[:2] == (2, "")


PARSERS = {
    "rullo": (rullo_puzzle.parse_puzzles, PUBLISHED / "puzzles.txt"),
    "kakuro": (kakuro.parse_puzzles, PUBLISHED / "kakuro/minizinc.txt"),
    "kakuro collection": (read_collection, PUBLISHED / "kakuro/minizinc.txt"),
    "sudoku": (sudoku.parse_puzzles, PUBLISHED / "sudoku/pytudes.txt"),
}


@pytest.mark.parametrize("kind", PARSERS)
def test_text_as_commands_write_it(kind, capsys):
    parse, place = PARSERS[kind]
    puzzles = parse(place.read_text(encoding="utf-8"))
    assert len(puzzles) > 4
    for number, puzzle in enumerate(puzzles):
        echo_puzzle(number, getattr(puzzle, "name", ""), puzzle)
    read = parse(capsys.readouterr().out)
    assert read == puzzles
    assert [getattr(puzzle, "name", "") for puzzle in read] == [getattr(puzzle, "name", "") for puzzle in puzzles]
