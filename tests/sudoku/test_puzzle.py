import pytest

from rullo_core.errors import BadInput
from rullo_core.killer.puzzle import Killer
from rullo_core.puzzles.boxes import shape_text, side_of, units_of, usual_box
from rullo_core.sudoku.puzzle import Sudoku, parse_puzzles
from tests.sudoku.puzzles import empty

BOXES = [(2, 2), (2, 3), (3, 2), (1, 5), (8, 1), (2, 4), (3, 3), (2, 5), (3, 4), (4, 3), (4, 4), (5, 5), (6, 6), (7, 7)]


@pytest.mark.parametrize("box", BOXES)
def test_units(box):
    height, width = box
    side = side_of(box)
    units = dict(units_of(box))
    assert len(units) == 3 * side
    assert all(len(set(cells)) == side for cells in units.values())
    assert sorted(cell for cells in units.values() for cell in cells) == sorted(3 * list(range(side * side)))
    for cell in range(side * side):
        (box_cells,) = [cells for name, cells in units.items() if name.startswith("box") and cell in cells]
        row, column = divmod(cell, side)
        assert {divmod(member, side) for member in box_cells} == {
            (row // height * height + r, column // width * width + c) for r in range(height) for c in range(width)
        }


@pytest.mark.parametrize("box", BOXES)
def test_text_and_back(box):
    side = side_of(box)
    cells = tuple((cell * 7 % (side + 1)) if cell < side else 0 for cell in range(side * side))
    cells = tuple(digit if digit not in cells[:i] else 0 for i, digit in enumerate(cells))
    puzzle = Sudoku(box, cells)
    assert Sudoku.parse(str(puzzle)) == puzzle
    assert str(puzzle).startswith("sudoku ") == (box != usual_box(side))
    grid = puzzle.board()
    assert Sudoku.parse(f"sudoku {shape_text(box)}\n{grid}") == puzzle
    assert Sudoku.parse(f"# a\nsudoku  {shape_text(box)} | {grid}\n\n").name == "a"
    if box == usual_box(side):
        assert Sudoku.parse(grid.replace("\n", " ").replace("-", "").replace("+", "")) == puzzle


def test_boxes_are_those_that_killers_have():
    """The same without a word of them, and told in the same words."""
    for side in range(4, 17):
        assert Sudoku.parse("." * side**2).box == usual_box(side)
    header, *_ = str(Killer(6, (3, 2), ())).splitlines()
    assert str(Sudoku((3, 2), (0,) * 36)) == header.replace("killer", "sudoku") + " " + "." * 36
    assert Sudoku((2, 3), (0,) * 36) != Sudoku((3, 2), (0,) * 36)


def test_a_grid_is_drawn_with_its_boxes():
    puzzle = Sudoku.parse("sudoku 6x6 boxes 3x2 12" + "." * 34)
    assert puzzle.board().splitlines()[2:5] == [". . | . . | . .", "----+-----+----", ". . | . . | . ."]
    assert Sudoku.parse("12" + "." * 34).board().splitlines()[1:4] == [
        ". . . | . . .",
        "------+------",
        ". . . | . . .",
    ]


def test_puzzles_with_and_without_a_header_below_each_other():
    first, second = "1" + "." * 35, "2" + "." * 35
    rows = "\n".join(second[i : i + 6] for i in range(0, 36, 6))
    text = f"{first}\nsudoku 6x6 boxes 3x2 {first}\n# b\nsudoku 6x6 boxes 3x2\n{rows}\n{second}\n"
    assert [(puzzle.box, puzzle.cells[0], puzzle.name) for puzzle in parse_puzzles(text)] == [
        ((2, 3), 1, ""),
        ((3, 2), 1, ""),
        ((3, 2), 2, "b"),
        ((2, 3), 2, ""),
    ]
    assert parse_puzzles("\n".join(map(str, parse_puzzles(text)))) == parse_puzzles(text)


def test_letters_and_digits_of_large_boards():
    line = "." * 256
    assert Sudoku.parse("P" + line[1:]).cells[0] == 16
    mixed = Sudoku.parse("1G" + line[2:])
    assert mixed.cells[:2] == (1, 16)
    assert str(mixed)[:2] == "AP"


def test_names_and_several():
    first, second = parse_puzzles("# mine\n1...............\n\n# lost\n\n0000000000000004\n")
    assert (first.name, first.clues, second.name, second.cells[15]) == ("mine", 1, "", 4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x: holds no puzzle; write its cells in one line"),
        ("123", r"x, line 1: has 3 cells; write 16 \(4x4\), 36 \(6x6\), 81 \(9x9\) or another square up to 2401"),
        ("." * 9, "has 9 cells; write 16"),
        ("." * 50**2, "has 2500 cells; write 16"),
        ("sudoku 6x6 boxes 2x4 " + "." * 36, "boxes 2x4: have 8 cells, a row has 6; write such as boxes 2x3"),
        ("sudoku 6x4 boxes 2x3 " + "." * 36, "6x4: a board has as many rows as columns"),
        ("sudoku 50x50 boxes 5x10", "50x50: boards go from 4x4 to 49x49"),
        ("sudoku 3x3 boxes 1x3 ...", "3x3: boards go from 4x4 to 49x49"),
        ("sudoku 6x6 boxes 2x3 1..", "has 3 cells; write 36"),
        ("sudoku 6x6 boxes 2x3\n......\n\n" + "." * 30, "has 6 cells; write 36"),
        ("sudoku 6x6 boxes 3x2\n" + "......\n" * 5 + ".......", "has 37 cells; write 36"),
        ("7" + "." * 35, "'7' is no digit; write 1 to 6, or . for none"),
        ("D" + "." * 99 + "\nK" + "." * 99, "line 2, row 1, column 1: 'K' is no digit; write A to J"),
        ("1.....1" + "." * 29, "row 2, column 1: 1 is in column 1 already"),
        ("1.......1" + "." * 27, "row 2, column 3: 1 is in box 1 already"),
        ("sudoku 6x6 boxes 3x2 1......1" + "." * 28, "row 2, column 2: 1 is in box 1 already"),
        ("5" + "." * 15, "x, line 1, row 1, column 1: '5' is no digit; write 1 to 4, or . for none"),
        (
            "# a\n1..1" + "." * 12,
            r"x, line 2 \(a\), row 1, column 4: 1 is in row 1 already, in row 1, column 1; change one of them",
        ),
        ("1...1" + "." * 11, "column 1 already"),
        ("1....1" + "." * 10, "row 2, column 2: 1 is in box 1 already"),
    ],
)
def test_bad_input(text, message):
    with pytest.raises(BadInput, match=message):
        parse_puzzles(text, "x")


def test_errors_say_where_a_cell_of_a_grid_stands():
    with pytest.raises(BadInput, match="x, line 2 \\(a grid\\), row 3, column 2: 'x' is no digit") as failure:
        parse_puzzles("# a grid\nsudoku 4x4 boxes 1x4\n. . | . .\n----+----\n.. ..\n.x..\n....", "x")
    assert (failure.value.line, failure.value.column, failure.value.cell) == (6, 2, 9)
    with pytest.raises(BadInput) as failure:
        parse_puzzles("sudoku 6x6 boxes 2x4")
    assert (failure.value.line, failure.value.column) == (1, 18)
    with pytest.raises(BadInput) as failure:
        parse_puzzles("sudoku 4x4 boxes 1x4 .9" + "." * 14)
    assert (failure.value.line, failure.value.column) == (1, 23)


def test_what_is_no_board():
    with pytest.raises(BadInput, match="3 cells: 4x4 boxes 2x2 has 16"):
        Sudoku((2, 2), (0, 0, 0))
    with pytest.raises(BadInput, match="digits 0 to 5: write 1 to 4"):
        Sudoku((2, 2), (5, *(0,) * 15))
    with pytest.raises(BadInput, match="3x3: boards go from 4x4 to 49x49"):
        Sudoku((1, 3), (0,) * 9)
    with pytest.raises(BadInput, match="50x50: boards go from 4x4"):
        Sudoku((5, 10), (0,) * 2500)
    with pytest.raises(BadInput, match="boxes -2x-3: have 6 cells"):
        Sudoku((-2, -3), (0,) * 36)
    assert not empty(2).is_filled


HEXADECIMAL = "0..F.1.A" + "." * 248


def test_hexadecimal_digits_begin_with_0():
    """The same board from 1 to G, and in letters."""
    (read,) = parse_puzzles(HEXADECIMAL)
    assert read.cells[:8] == (1, 0, 0, 16, 0, 2, 0, 11)
    assert [read] == parse_puzzles("1..G.2.B" + "." * 248) == parse_puzzles("A..P.B.K" + "." * 248)
    (ten,) = parse_puzzles("0.9_" + "*" * 96)
    assert ten.cells[:3] == (1, 0, 10)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (HEXADECIMAL.replace(".", "0"), "0 is in row 1 already|0 can be an empty cell, or a digit if these are 0 to F"),
        (HEXADECIMAL.replace("A", "G"), "0 is not the only sign for an empty cell; write one, such as ."),
        ("A..P0" + "." * 251, "0 is not the only sign for an empty cell; write one, such as ."),
        ("12.." + "." * 725, "729 characters are the candidates of 9x9; write 81"),
        ("." * 8 + "9" + "0" * 720, "729 characters are the candidates of 9x9; write 81"),
        ("\n".join(["." * 16] * 15 + ["1" + "." * 15]), "16 lines of 16 cells can be as many boards of 4x4"),
    ],
)
def test_what_can_be_read_in_two_ways_is_refused(text, says):
    with pytest.raises(BadInput, match=says) as failure:
        parse_puzzles(text)
    assert (failure.value.line, failure.value.column is None) == (1, False)


def test_what_can_be_read_in_one_way_is_read():
    """A 0 is an empty cell where G is there, or only letters are; boards of 4x4 that cannot be rows are boards."""
    assert parse_puzzles("G1" + "0" * 254)[0].cells[:3] == parse_puzzles("PA" + "0" * 254)[0].cells[:3] == (16, 1, 0)
    assert len(parse_puzzles("\n".join(["1" + "." * 15] * 16))) == 16
    assert len(parse_puzzles("\n".join(["# x", *["." * 16] * 15, "1" + "." * 15]))) == 16
    assert parse_puzzles("." * 729)[0].side == 27
    assert parse_puzzles("2" + "." * 728)[0].clues == 1


def test_a_board_is_filled_when_every_unit_has_every_digit():
    """One row, or all cells but the last, is not enough."""
    assert Sudoku.parse("1234341221434321").is_filled
    assert not Sudoku.parse("1234" + "." * 12).is_filled
    assert not Sudoku.parse("123434122143432.").is_filled
