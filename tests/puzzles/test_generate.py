"""Puzzles of every kind are generated."""

import inspect
import subprocess
import sys

import numpy as np
import pytest

import rullo_core as rc
from rullo_core.errors import BadInput
from rullo_core.paths import ROOT
from tests.puzzles.protocol import KINDS, SIZES, keeps_the_rules, module, with_more

pytestmark = pytest.mark.usefixtures("more_kinds")


@pytest.mark.parametrize("kind", ["killer", "sudoku"])
def test_boxes_are_asked_for_in_the_same_words(kind):
    """By a size, by boxes, or both; and nothing asked for is 9x9."""
    requests = ({"size": 6}, {"box": "2x3"}, {"box": (2, 3), "size": "6x6"})
    assert len({module(kind).to_text(module(kind).generate(seed=3, **request)) for request in requests}) == 1
    (tall,) = module(kind).generate(box="3x2", seed=3)
    assert (tall.side, tall.box, tall.solve().unique) == (6, (3, 2), True)
    assert module(kind).parse(str(tall)) == tall
    parameters = inspect.signature(module(kind).generate).parameters
    assert (parameters["box"].default, parameters["size"].default) == (None, None)
    assert [killer.box for killer in module(kind).generate(seed=3)] == [(3, 3)]


@pytest.mark.parametrize("kind", KINDS)
def test_generated_puzzles(kind):
    puzzles = module(kind).generate(3, size=SIZES[kind], seed=7)
    assert isinstance(puzzles, rc.Puzzles)
    assert len(set(puzzles)) == 3
    assert puzzles == rc.generate(kind, 3, size=4, seed=7) == module(kind).generate(3, size=(4, 4), seed=7)
    assert puzzles[1:] == module(kind).generate(2, size=SIZES[kind], seed=7, first=1)
    assert puzzles != module(kind).generate(3, size=SIZES[kind], seed=8)
    for puzzle in puzzles:
        assert keeps_the_rules(kind, puzzle, puzzle.solution)
        assert any(np.array_equal(puzzle.solution, solution) for solution in puzzle.solve(1000))
        if kind != "rullo":
            assert puzzle.solve().unique
    with pytest.raises(BadInput, match="count 0"):
        module(kind).generate(0)
    for size in ((4, 4, 4), (4, 2.5), (True, 4), 4.0):
        with pytest.raises(BadInput, match=r"size .*: write (height x width|a number from)"):
            module(kind).generate(size=size)
    with pytest.raises(BadInput, match=f"write one of {', '.join(sorted(KINDS))}$"):
        rc.generate("chess")


def test_the_same_seed_gives_the_same_puzzles_in_another_process():
    script = "print([str(p) for kind in given for p in rc.generate(kind, 2, size=4, seed=3)])"
    script = with_more(script.replace("given", repr(KINDS)))
    process = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert process.stdout == f"{[str(puzzle) for kind in KINDS for puzzle in rc.generate(kind, 2, size=4, seed=3)]}\n"


def test_tries_are_counted_from_the_first_index():
    assert rc.rullo.generate(size=3, first=5, max_tries=1) == rc.rullo.generate(6, size=3)[5:]


def test_what_is_asked_of_generated_puzzles():
    rullos = rc.rullo.generate(4, size="5x5", values="1-9", simple=True, difficulty=(4, 6), required=(10, 15), seed=2)
    table = rc.rullo.rate(rullos)
    assert table.passes.between(4, 6).all()
    assert table.required.between(10, 15).all()
    exhaustive = rc.rullo.generate(2, size="4x4", values=[1, 2], simple=False, unique=True)
    assert rc.rullo.rate(exhaustive)[["level", "solutions"]].drop_duplicates().values.tolist() == [["search", 1]]
    kakuros = rc.kakuro.rate(rc.kakuro.generate(2, size="6x6", difficulty=(5, 8), seed=2))
    assert kakuros.passes.between(5, 8).all()
    killers = rc.killer.generate(2, size=6, cages=(9, 12), single_cell_cages=2, level="CH", seed=2)
    assert [len(killer.cages) in range(9, 13) for killer in killers] == [True, True]
    assert rc.killer.rate(killers).level.tolist() == ["CH", "CH"]
    sudokus = rc.sudoku.generate(2, size=9, level="hidden", passes=(8, 30), symmetry="half-turn", seed=2)
    assert rc.sudoku.rate(sudokus).passes_hidden.between(8, 30).all()
    assert all(
        (np.array(sudoku.cells) > 0).tolist() == (np.array(sudoku.cells) > 0).tolist()[::-1] for sudoku in sudokus
    )


@pytest.mark.parametrize(
    ("kind", "options", "message"),
    [
        ("rullo", {"size": "3x3", "difficulty": (90, 99)}, r"difficulty 90: no puzzle of 3x3 has more than"),
        ("rullo", {"included": 2}, "included 2: write a number from 0 to 1"),
        ("kakuro", {"level": "easy"}, r"level 'easy': take one of G, G\+Q, search"),
        ("killer", {"single_cell_cages": -1}, "single_cell_cages -1: write the least"),
        ("sudoku", {"size": 4, "clues": 17}, "clues 17: write 0 to 16"),
        ("rullo", {"simple": "easy"}, "simple 'easy': write true or false"),
        (
            "rullo",
            {"size": "2x2", "required": 3, "unique": True, "values": "1", "max_tries": 5},
            "puzzles found, and no other in 5 tries",
        ),
        ("kakuro", {"size": "4x4", "difficulty": (40, 50), "max_tries": 2}, "index 0: no such puzzle was found"),
        ("kakuro", {"method": "magic"}, "method 'magic': take one of check, steps"),
        ("killer", {"size": "4x6"}, "size '4x6': write a number from 4 to 16"),
        ("killer", {"cages": (9, 4)}, r"cages \(9, 4\): write the smaller one first"),
        ("sudoku", {"passes": 4}, "passes are those of a level"),
        ("sudoku", {"size": 3}, "size 3: write a number from 4 to 49"),
        ("sudoku", {"size": "4x6"}, "size '4x6': write a number from 4 to 49"),
        ("sudoku", {"size": 6, "box": "2x4"}, "boxes 2x4: have 8 cells, a row has 6"),
        ("killer", {"size": 6, "box": "2x4"}, "boxes 2x4: have 8 cells, a row has 6"),
        ("killer", {"box": (3, 6)}, "18x18: boards go up to 16x16"),
    ],
)
def test_what_cannot_be_generated(kind, options, message):
    with pytest.raises(BadInput, match=message):
        module(kind).generate(**options)
