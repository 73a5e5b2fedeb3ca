import pytest

from rullo_core.errors import BadInput
from rullo_core.sudoku.puzzle import BOXES, Sudoku, parse_puzzles, units_of
from tests.sudoku.puzzles import empty


@pytest.mark.parametrize("box", BOXES)
def test_units(box):
    side = box * box
    units = dict(units_of(box))
    assert len(units) == 3 * side
    assert all(len(set(cells)) == side for cells in units.values())
    assert sorted(cell for cells in units.values() for cell in cells) == sorted(3 * list(range(side * side)))
    for cell in range(side * side):
        (one,) = [cells for name, cells in units.items() if name.startswith("box") and cell in cells]
        row, column = divmod(cell, side)
        assert {divmod(other, side) for other in one} == {
            (row // box * box + r, column // box * box + c) for r in range(box) for c in range(box)
        }


@pytest.mark.parametrize("box", BOXES)
def test_text_and_back(box):
    side = box * box
    cells = tuple((cell * 7 % (side + 1)) if cell < side else 0 for cell in range(side * side))
    cells = tuple(digit if digit not in cells[:i] else 0 for i, digit in enumerate(cells))
    puzzle = Sudoku(box, cells)
    assert Sudoku.parse(str(puzzle)) == puzzle
    assert Sudoku.parse(puzzle.board().replace("\n", " ").replace("-", "").replace("+", "")) == puzzle


def test_letters_and_digits_of_large_boards():
    line = "." * 256
    assert Sudoku.parse("P" + line[1:]).cells[0] == 16
    mixed = Sudoku.parse("1G" + line[2:])
    assert mixed.cells[:2] == (1, 16)
    assert str(mixed)[:2] == "AP"


def test_names_and_several():
    one, other = parse_puzzles("# mine\n1...............\n\n# lost\n\n0000000000000004\n")
    assert (one.name, one.clues, other.name, other.cells[15]) == ("mine", 1, "", 4)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "x: holds no puzzle; write its cells in one line"),
        ("123", r"x, line 1: has 3 cells; write 16 \(4x4\), 81 \(9x9\)"),
        ("5" + "." * 15, "x, line 1, row 1, column 1: '5' is no digit; write 1 to 4, or . for none"),
        (
            "# a\n1..1" + "." * 12,
            r"x, line 2 \(a\), row 1, column 4: 1 is in row 1 before, in row 1, column 1; change one",
        ),
        ("1...1" + "." * 11, "column 1 before"),
        ("1....1" + "." * 10, "row 2, column 2: 1 is in box 1 before"),
    ],
)
def test_bad_input(text, why):
    with pytest.raises(BadInput, match=why):
        parse_puzzles(text, "x")


def test_what_is_no_board():
    with pytest.raises(BadInput, match="3 cells, boxes of side 2: write 16, 81"):
        Sudoku(2, (0, 0, 0))
    with pytest.raises(BadInput, match="digits 0 to 5: write 1 to 4"):
        Sudoku(2, (5, *(0,) * 15))
    assert not empty(2).is_filled
