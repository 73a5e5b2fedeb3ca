"""Boxes that are not square, by programs that know nothing of kernels and of units: fillings, solutions, puzzles."""

import json
from collections import Counter
from itertools import islice
from math import factorial

import matplotlib as mpl
import numpy as np
import pytest

import rullo_core as rc
from rullo_core.compiled.rng import rng_from_seed
from rullo_core.puzzles.boxes import outlines_of, side_of
from rullo_core.sudoku.api import API
from rullo_core.sudoku.batch import solve_many
from rullo_core.sudoku.digging import dig_puzzle
from rullo_core.sudoku.filling import SUCCESS, fill_board, shifted
from rullo_core.sudoku.kernels.digging import BOXES, CANDIDATES, FIRST_WORD, NO_SYMMETRY, order_of, put_in_order
from rullo_core.sudoku.kernels.shuffling import permuted_cells
from rullo_core.sudoku.levels import LEVELS
from rullo_core.sudoku.puzzle import Sudoku, parse_puzzles
from rullo_core.sudoku.request import METHODS, ORDERS, SYMMETRIES, DigSpec, FillSpec
from rullo_core.sudoku.solver import count_passes
from tests.sudoku.puzzles import altered, dug, empty, rng

OF_SIX = [(2, 3), (3, 2)]
RECTANGULAR_BOXES = [*OF_SIX, (2, 4), (4, 2), (1, 5), (5, 1), (2, 5), (3, 4), (4, 3)]


def open_digits(cells, box, cell):
    """The digits that are not in a cell's row, column and box."""
    height, width = box
    side = height * width
    row, column = divmod(cell, side)
    top, first_column = row - row % height, column - column % width
    in_box = {
        digit
        for r in range(top, top + height)
        for digit in cells[r * side + first_column : r * side + first_column + width]
    }
    return {*range(1, side + 1)} - {*cells[row * side : (row + 1) * side]} - {*cells[column::side]} - in_box


def by_trying(puzzle, limit):
    """Solutions, cell by cell in reading order: each digit that is not in the same row, column or box."""
    side, cells = puzzle.side, list(puzzle.cells)

    def fits(cell, digit):
        return digit in open_digits(cells, puzzle.box, cell)

    def go(cell):
        while cell < side * side and cells[cell]:
            cell += 1
        if cell == side * side:
            yield tuple(cells)
            return
        for digit in range(1, side + 1):
            if fits(cell, digit):
                cells[cell] = digit
                yield from go(cell + 1)
                cells[cell] = 0

    for cell, digit in enumerate(puzzle.cells):
        cells[cell] = 0
        if digit and not fits(cell, digit):
            return []
        cells[cell] = digit
    return sorted(islice(go(0), limit))


def is_right(board):
    """Whether a board is filled by the rules: as `by_trying` has them, one cell after the other emptied."""
    return all(
        by_trying(board.with_cells(0 if i == cell else digit for i, digit in enumerate(board.cells)), 2)
        == [board.cells]
        for cell in range(board.side**2)
    )


@pytest.mark.parametrize(
    ("box", "boards"),
    [((2, 3), 28_200_960), ((3, 2), 28_200_960), ((1, 5), 161_280), ((5, 1), 161_280), ((1, 4), 576), ((2, 2), 288)],
)
def test_as_many_boards_as_are_known(box, boards):
    """Of 6x6 (OEIS A107739), and Latin squares (A002860): those whose first row is in order, times its orders."""
    side = side_of(box)
    in_order = empty(box).with_cells(cell + 1 if cell < side else 0 for cell in range(side**2))
    (answer,) = solve_many([in_order], 100_000)
    assert answer.complete
    assert len(set(answer.solutions)) * factorial(side) == boards


@pytest.mark.parametrize("box", OF_SIX)
def test_solutions_are_those_that_trying_finds(box):
    numbers = Counter()
    for puzzle in altered(dug(box, 120), 1, 5):
        (answer,) = solve_many([puzzle], 5000)
        assert answer.complete
        assert sorted(answer.solutions) == by_trying(puzzle, 6000)
        numbers[min(len(answer.solutions), 2)] += 1
        solutions = puzzle.solve(5000)
        assert sorted(tuple(solution.ravel().tolist()) for solution in solutions) == sorted(answer.solutions)
    assert min(numbers[0], numbers[1], numbers[2]) > 10


@pytest.mark.parametrize(
    ("box", "method"),
    # Without a solver, larger boards take long.
    [
        (box, method)
        for box in RECTANGULAR_BOXES
        for method in METHODS
        if side_of(box) <= 10 or method not in ("rows", "bail-out")
    ],
)
def test_boards_are_filled_by_the_rules(box, method):
    result = fill_board(FillSpec(method), empty(box), 3, 1)
    assert result.status == SUCCESS
    assert result.board.box == box
    assert is_right(result.board)


@pytest.mark.parametrize("box", [*RECTANGULAR_BOXES, (3, 3)])
def test_images_of_a_board_keep_the_rules(box):
    """All of them, and turned by a quarter only where boxes are square."""
    cells = np.array(shifted(box).cells, np.int64)
    images = {tuple(permuted_cells(cells, box, rng(i)).tolist()) for i in range(60)}
    assert len(images) > 55
    assert all(Sudoku(box, image).is_filled for image in images)
    assert all(is_right(Sudoku(box, image)) for image in islice(images, 2))


def test_images_of_a_board_come_to_all_that_its_rows_and_columns_allow():
    """Of 4x4 with boxes of 1x4, a Latin square: any order of rows and of columns, from one board."""
    cells = np.array(shifted((1, 4)).cells, np.int64)
    images = {tuple(permuted_cells(cells, (1, 4), rng(i)).tolist()) for i in range(4000)}
    # Isotopic squares: of the 576 squares, those of the cyclic group (the others are of Klein's).
    assert len(images) == 432


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("order", ORDERS)
def test_dug_puzzles_have_one_solution_and_nothing_can_go(symmetry, order):
    for index, box in enumerate(OF_SIX):
        board = fill_board(FillSpec(), empty(box), 4, index).board
        dig = dig_puzzle(board, DigSpec(order=order, symmetry=symmetry), 4, index)
        assert dig.undecided == 0
        assert by_trying(dig.puzzle, 2) == [board.cells]
        if symmetry == "none":
            assert all(
                len(by_trying(dig.puzzle.with_cells(0 if i == cell else d for i, d in enumerate(dig.puzzle.cells)), 2))
                == 2
                for cell, digit in enumerate(dig.puzzle.cells)
                if digit
            )


@pytest.mark.parametrize("box", OF_SIX)
def test_cells_that_could_have_the_most_digits_are_emptied_first(box):
    """Where so many could, the first of a random order: all of it again, digit by digit."""
    counts = set()
    for index in range(8):
        board = fill_board(FillSpec(), empty(box), 6, index).board
        order, words = order_of(box), rng_from_seed(6, index, FIRST_WORD)
        put_in_order(order, box, np.array(board.cells), np.zeros(36, np.uint8), CANDIDATES, NO_SYMMETRY, words)
        cells, waiting = list(board.cells), order.cells.tolist()
        while waiting:
            cell = max(waiting, key=lambda cell: len(open_digits(cells, box, cell)))
            counts.add(len(open_digits(cells, box, cell)))
            waiting.remove(cell)
            cells[cell] = 0
            if len(by_trying(board.with_cells(cells), 2)) > 1:
                cells[cell] = board.cells[cell]
        assert dig_puzzle(board, DigSpec(order="candidates"), 6, index).puzzle.cells == tuple(cells)
    assert len(counts) > 2


@pytest.mark.parametrize("box", [(2, 3), (3, 2), (3, 4)])
def test_boxes_are_emptied_one_after_the_other(box):
    side = side_of(box)
    height, width = box
    order, stay = order_of(box), np.zeros(side**2, np.uint8)
    put_in_order(order, box, np.array(shifted(box).cells), stay, BOXES, NO_SYMMETRY, rng(1))
    boxes = [(cell // side // height, cell % side // width) for cell in order.cells.tolist()]
    assert boxes == [corner for row in range(width) for column in range(height) for corner in side * [(row, column)]]


@pytest.mark.parametrize(("box", "levels"), [((2, 3), LEVELS), ((3, 2), LEVELS), ((3, 4), ("hidden", "gac-locked"))])
def test_levels_solve_what_is_dug_for_them_and_nothing_less(box, levels):
    """Passes of the readable solver: the last digit that could go has gone."""
    for level in levels:
        (puzzle,) = rc.sudoku.generate(1, box=box, level=level, seed=2)
        assert count_passes(puzzle, level) is not None
        assert puzzle.steps(level).passes == count_passes(puzzle, level)
        assert puzzle.solve().unique
        for cell in islice(np.flatnonzero(puzzle.cells).tolist(), 6):
            reduced = puzzle.with_cells(0 if i == cell else digit for i, digit in enumerate(puzzle.cells))
            assert count_passes(reduced, level) is None


def test_puzzles_of_12x12_have_one_solution_and_nothing_can_go():
    """By the kernel for boards of any size, which knows other boards from the tests above."""
    (puzzle,) = rc.sudoku.generate(1, size=12, seed=1)
    assert (puzzle.box, puzzle.solve().unique) == ((3, 4), True)
    reduced = [
        puzzle.with_cells(0 if i == cell else digit for i, digit in enumerate(puzzle.cells))
        for cell, digit in enumerate(puzzle.cells)
        if digit
    ]
    assert all(len(answer.solutions) == 2 for answer in solve_many(reduced, 2))


def test_a_row_of_nine_may_be_a_box():
    """Boards of 9x9 with other boxes are no business of the kernel for 3x3."""
    for box in ((1, 9), (9, 1)):
        (puzzle,) = rc.sudoku.generate(1, box=box, seed=1)
        assert puzzle.solve().unique
        assert is_right(puzzle.with_cells(puzzle.solution.ravel().tolist()))
        assert puzzle.rate().solutions == 1


# -- all that is done with a puzzle -----------------------------------------------------------------------------------


@pytest.fixture
def tall():
    """A puzzle with boxes that are higher than wide."""
    return rc.sudoku.generate(1, box="3x2", seed=5)[0]


def test_a_puzzle_is_solved_explained_rated_and_drawn(tall):
    assert repr(tall) == "<Sudoku 6x6>"
    assert rc.parse(str(tall)) == rc.sudoku.parse(str(tall)) == tall
    board = tall.with_cells(tall.solution.ravel().tolist())
    assert is_right(board)
    steps = tall.steps().to_frame()
    assert len(steps) >= 36 - tall.clues
    assert tall.hint().verdict == "step"
    rating = tall.rate()
    assert (rating.size, rating.solutions, rating.complete) == ("6x6", 1, True)
    assert rc.sudoku.rate([tall, rc.sudoku.generate(size=9)[0]])["size"].tolist() == ["6x6", "9x9"]
    mpl.use("agg")
    axes = tall.plot(level="naked")
    thick = [patch for patch in axes.patches if patch.get_linewidth() > 2]
    assert sorted((*patch.get_xy(), patch.get_width(), patch.get_height()) for patch in thick) == sorted(
        outlines_of((3, 2))
    )
    assert set(outlines_of((3, 2))) == {(x, y, 2, 3) for x in (0, 2, 4) for y in (0, 3)}
    svg = tall._repr_svg_()
    assert (svg.count("h1v1h-1z"), svg.count("h2v3h-2z")) == (36, 6)


def test_a_puzzle_is_played_with_its_boxes(tall):
    play = API.read_play(str(tall), "it")
    assert (play.rows, play.columns, play.text) == (6, 6, str(tall))
    assert play.regions[0] == (0, 1, 6, 7, 12, 13)
    assert play.solutions == (tuple(digit - 1 for digit in tall.solution.ravel().tolist()),)
    assert tall.play() is not None


def test_files_of_puzzles_with_all_sorts_of_boxes(tall, tmp_path):
    puzzles = [tall, *rc.sudoku.generate(2, size=6), *rc.sudoku.generate(1, size=12, level="hidden")]
    path = tmp_path / "some.txt"
    rc.sudoku.write(puzzles, path)
    assert rc.sudoku.read(path) == puzzles
    assert len(path.read_text().splitlines()) == 4


def test_commands(rullo, tmp_path):
    path = tmp_path / "one.txt"
    status, out, err = rullo("sudoku", "generate", "--size", "6", "--box", "3x2", "--count", "2")
    assert (status, err) == (0, "")
    assert {puzzle.box for puzzle in parse_puzzles(out)} == {(3, 2)}
    path.write_text(out.splitlines()[0])
    assert rullo("sudoku", "generate", "--box", "3x2")[1] == path.read_text() + "\n"
    (output,) = json.loads(rullo("sudoku", "solve", "--limit", "3", "--format", "json", path)[1])
    (puzzle,) = parse_puzzles(path.read_text())
    board = puzzle.with_cells(digit for row in output["solution"] for digit in row)
    text = str(board)
    assert (output["complete"], board.box, is_right(board)) == (True, (3, 2), True)
    assert rullo("sudoku", "show", path)[1].splitlines()[3] == "----+-----+----"
    grid = tmp_path / "grid.txt"
    grid.write_text("sudoku 6x6 boxes 3x2\n" + rullo("sudoku", "show", path)[1])
    assert rullo("sudoku", "rate", grid)[1] == rullo("sudoku", "rate", path)[1]
    (completed,) = parse_puzzles(rullo("sudoku", "fill", "--given", path)[1])
    assert completed == board
    assert rullo("sudoku", "fill", "--given", path, "--box", "3x2")[1] == f"{completed}\n"
    (dig,) = parse_puzzles(rullo("sudoku", "dig", _file(tmp_path, text))[1])
    assert dig.box == (3, 2)
    (hard,) = parse_puzzles(rullo("sudoku", "hardest", "--box", "3x2", "--attempts", "1", "--steps", "20")[1])
    assert hard.box == (3, 2)
    for command, message in (
        (("fill", "--given", path, "--box", "2x3"), "is 6x6 boxes 3x2, not 2x3; leave the box out"),
        (("fill", "--size", "6", "--box", "2x4"), "boxes 2x4: have 8 cells, a row has 6; write such as boxes 2x3"),
        (("hardest", "--size", "6", "--box", "2x4"), "boxes 2x4: have 8 cells"),
        (("generate", "--box", "8x8"), "64x64: boards go from 4x4 to 49x49"),
        (("hardest", "--box", "999999999x999999999"), "boards go from 4x4 to 49x49"),
    ):
        status, out, err = rullo("sudoku", *command)
        assert (status, out, message in err, err.count("\n")) == (2, "", True, 1), err


def _file(folder, text):
    path = folder / "board.txt"
    path.write_text(text)
    return path
