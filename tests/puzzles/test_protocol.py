"""What every kind of puzzle is held to, and each of the four and a fifth beside them held to it.

The protocol is stated first: names, signatures, what they return, columns. Behaviour follows, verb by verb. The fifth
puzzle, Futoshiki, is a folder below `BESIDE`; nothing outside that folder knows it.
"""

import copy
import inspect
import json
import pickle
import random
import re
import shutil
import subprocess
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import matplotlib
import numpy as np
import pandas as pd
import pytest
import yaml

import rullo_core as rc
import rullo_studies as rs
from rullo_core import paths
from rullo_core.errors import BadInput
from rullo_core.lazy import folder_of
from rullo_core.passes.solver import run
from rullo_core.paths import ROOT
from rullo_core.player import alone
from rullo_core.player.kinds import kinds
from rullo_core.puzzles.api import PuzzleApi
from rullo_core.puzzles.lookup import api_of, apis
from rullo_core.puzzles.results import RATING_TYPES, STEP_COLUMNS
from rullo_core.reports import sweep as reports
from rullo_core.reports.site import put_together
from rullo_core.rullo.operation import PRODUCT
from rullo_core.rullo.search import find_solutions
from rullo_core.rullo.solver import game
from rullo_core.runs.registry import declaration
from rullo_core.views.boards import draw_on
from rullo_core.views.panels import Label, Panel
from tests import analysis
from tests.drawn import texts_of
from tests.player import scripts

BESIDE = Path(__file__).with_name("beside")
"""A folder that is put beside those of the package's puzzles, with the fifth in it."""

FOUR, FIFTH = ("rullo", "kakuro", "killer", "sudoku"), "futoshiki"
KINDS = (*FOUR, FIFTH)

MOST_LINES = 420
"""A puzzle takes fewer, if it leaves to others what follows from its rules: text, pictures, commands and all."""


@pytest.fixture(scope="module", autouse=True)
def fifth():
    """The fifth puzzle's folder stands beside those of the package, and is gone afterwards."""
    before = list(rc.__path__)
    rc.__path__.append(str(BESIDE))
    yield
    rc.__path__[:] = before
    for name in [name for name in sys.modules if name.startswith(f"rullo_core.{FIFTH}")]:
        del sys.modules[name]
    vars(rc).pop(FIFTH, None)


def with_fifth(script):
    """A program that knows the fifth puzzle, too."""
    return f"import sys, rullo_core as rc\nrc.__path__.append({str(BESIDE)!r})\n{script}"


# -- the protocol -----------------------------------------------------------------------------------------------------

SECONDS = "seconds: 'float | None' = 60.0"

LIMITS = f"nodes: 'int | None' = None, {SECONDS}, states: 'int' = 4194304"

SIGNATURES = {
    "from_arrays": "(arrays: 'Arrays') -> 'Puzzles[P]'",
    "generate": None,
    "generate_frame": "(count: 'int' = 1, size: 'Any' = None, *, path: 'str | Path | None' = None, "
    "threads: 'int | None' = None, progress: 'bool' = False, **wanted: 'Any') -> 'pd.DataFrame'",
    "hint": f"(puzzles: 'P | str | Iterable[P | str] | pd.DataFrame', *, {LIMITS}) -> 'pd.DataFrame'",
    "parse": "(text: 'str') -> 'P'",
    "play": "(puzzles: 'P | str | Iterable[P | str] | pd.DataFrame | None' = None) -> 'Player'",
    "plot": "(puzzles: 'P | str | Iterable[P | str] | pd.DataFrame', "
    f"*, solved: 'bool' = False, columns: 'int | None' = None, {SECONDS}) -> 'list[Axes]'",
    "rate": "(puzzles: 'P | str | Iterable[P | str] | pd.DataFrame', *, only: 'str | Sequence[str] | None' = None, "
    f"max_solutions: 'int' = 2, {LIMITS}, "
    "threads: 'int | None' = None, progress: 'bool' = False) -> 'pd.DataFrame'",
    "rate_arrays": "(arrays: 'Arrays', *, only: 'str | Sequence[str] | None' = None, "
    f"max_solutions: 'int' = 2, {LIMITS}, "
    "threads: 'int | None' = None, progress: 'bool' = False) -> 'pd.DataFrame'",
    "read": "(path: 'str | Path | TextIO', format: 'str | None' = None) -> 'Puzzles[P]'",
    "solve": "(puzzles: 'P | str | Iterable[P | str] | pd.DataFrame', "
    f"*, limit: 'int' = 2, {LIMITS}, threads: 'int | None' = None, "
    "progress: 'bool' = False) -> 'pd.DataFrame'",
    "solve_arrays": f"(arrays: 'Arrays', *, limit: 'int' = 2, {LIMITS}, threads: 'int | None' = None, "
    "progress: 'bool' = False) -> 'dict[str, np.ndarray]'",
    "steps": "(puzzles: 'P | str | Iterable[P | str] | pd.DataFrame', *, level: 'str | None' = None, "
    f"{LIMITS}) -> 'pd.DataFrame'",
    "to_arrays": "(puzzles: 'P | str | Iterable[P | str] | pd.DataFrame') -> 'dict[str, np.ndarray]'",
    "to_text": "(puzzles: 'P | str | Iterable[P | str] | pd.DataFrame', format: 'str' = 'text') -> 'str'",
    "write": "(puzzles: 'P | str | Iterable[P | str] | pd.DataFrame', "
    "path: 'str | Path', format: 'str | None' = None) -> 'None'",
    "write_sheet": "(puzzles: 'P | str | Iterable[P | str] | pd.DataFrame', path: 'str | Path', "
    f"*, {SECONDS}) -> 'None'",
}
"""The functions of every kind; those of `generate` begin alike (`GENERATE`), and then ask for what a kind has."""

GENERATE = {"count": 1, "size": None, "seed": 1, "first": 0}
"""Its first parameters and their defaults; each kind has a usual size."""

METHODS = {
    "hint": (f"(self, values: 'Values | None' = None, *, {LIMITS}) -> 'Hint'", rc.Hint),
    "play": ("(self) -> 'Player'", None),
    "plot": (
        "(self, values: 'Values | None' = None, *, level: 'str | None' = None, solved: 'bool' = False, "
        f"ax: 'Axes | None' = None, {SECONDS}) -> 'Axes'",
        None,
    ),
    "rate": (f"(self, *, max_solutions: 'int' = 2, {LIMITS}) -> 'Rating'", rc.Rating),
    "solve": (f"(self, limit: 'int' = 2, *, {LIMITS}) -> 'Solutions[Self]'", rc.Solutions),
    "steps": (f"(self, level: 'str | None' = None, *, {LIMITS}) -> 'Steps[Self]'", rc.Steps),
}
"""The methods of every puzzle, and what they return where that is of the package."""

COLUMNS = {
    "solve": ["name", "size", "solutions", "complete", "nodes", "solution"],
    "steps": ["puzzle", "step", "pass", "group", "unit", "row", "column", "candidates", "value", "reason"],
    "hint": ["name", "verdict", "values", "level", "wrong", "reason"],
    "rate": [
        "puzzle",
        "text",
        "simple",
        "level",
        "passes",
        "cells",
        "open_cells",
        "solutions",
        "nodes",
        "complete",
        "size",
        "bound",
        "name",
    ],
}
"""The columns of tables; those of ratings are the first ones, and others of a kind come after them."""

VERDICTS = {"step", "guess", "wrong", "solved", "infeasible", "undecided"}


TEXTS = {
    "rullo": "# first\n  5 7\n4 1 4\n8 5 3",
    "kakuro": "# first\n3 3\n- 4, 6,\n,7 0 0\n,3 0 0",
    "killer": "# first\nkiller 4x4 boxes 2x2\na a a b\nc c b b\nd c c e\nd d e e\na=6 b=7 c=10 d=8 e=9",
    "sudoku": "# first\n.4...32....3....",
    "futoshiki": "# first\nfutoshiki 3x3\n. < . < .\n- - -\n. > . - .\n- ^ -\n. - . - .",
}
"""One simple puzzle of each kind, with a name."""

SOLUTIONS = {
    "rullo": [[0, 1], [1, 1]],
    "kakuro": [[0, 0, 0], [0, 3, 4], [0, 1, 2]],
    "killer": None,
    "sudoku": None,
    "futoshiki": [[1, 2, 3], [3, 1, 2], [2, 3, 1]],
}
"""The solutions of those that can be checked by hand."""

SEVERAL = {
    "rullo": "1 1 1\n1 1 1 1\n1 1 1 1\n1 1 1 1",
    "kakuro": "3 3\n- 5, 5,\n,5 0 0\n,5 0 0",
    "killer": "killer 4x4 boxes 2x2\na a b b\na a b b\nc c d d\nc c d d\na=10 b=10 c=10 d=10",
    "sudoku": "1...............",
    "futoshiki": "futoshiki 3x3\n. - . - .\n- - -\n. - . - .\n- - -\n. - . - 1",
}
"""A puzzle with several solutions of each kind."""

NONE = {
    "rullo": "2 4\n3 1 3\n3 1 3",
    "kakuro": "3 3\n- 4, 17,\n,13 0 0\n,8 0 0",
    "killer": "killer 4x4 boxes 2x2\na a b b\n. . . .\n. . . .\n. . . .\na=3 b=3",
    "sudoku": "12.. ..34 3... 4...",
    "futoshiki": "futoshiki 3x3\n. < . < .\n^ - -\n. < . - .\n- - -\n. - . - 3",
}
"""A puzzle without solution of each kind, as far as a parser can see."""

SIZES = dict.fromkeys(KINDS, "4x4")


def keeps_the_rules(kind, puzzle, solution):
    """Whether an array is a solution, by the rules of its kind alone."""
    if kind == "rullo":
        kept = np.array(puzzle.numbers) * solution
        return (
            kept.sum(axis=1).tolist() == list(puzzle.row_targets)
            and kept.sum(axis=0).tolist() == list(puzzle.column_targets)
            and set(solution.flat) <= {0, 1}
        )
    flat = solution.ravel().tolist()
    if kind == "kakuro":
        entries = [[solution[puzzle.cells[cell]] for cell in one.cells] for one in puzzle.entries]
        return all(0 < digit < 10 for one in entries for digit in one) and all(
            len(set(one)) == len(one) and output.clue in (None, sum(one))
            for one, output in zip(entries, puzzle.entries, strict=True)
        )
    every, side = set(range(1, puzzle.side + 1)), puzzle.side
    lines = [*solution, *solution.T]
    if kind != "futoshiki":
        high, wide = (2, 2) if side == 4 else (3, 3)
        lines += [
            solution[r : r + high, c : c + wide].ravel() for r in range(0, side, high) for c in range(0, side, wide)
        ]
    latin = all(set(line.tolist()) == every for line in lines)
    given = getattr(puzzle, "cells", (0,) * side**2)
    return (
        latin
        and all(one in (0, digit) for one, digit in zip(given, flat, strict=True))
        and all(flat[one] < flat[other] for one, other in getattr(puzzle, "less", ()))
        and all(
            sum(digits) == cage.total and len(set(digits)) == len(digits)
            for cage in getattr(puzzle, "cages", ())
            for digits in [[flat[cell] for cell in cage.cells]]
        )
    )


def module(kind):
    return getattr(rc, kind)


def puzzle(kind, texts=TEXTS):
    return module(kind).parse(texts[kind])


OWN = {
    "rullo": ("hardest",),
    "kakuro": ("hardest", "layout", "reduce", "repair"),
    "killer": ("hardest",),
    "sudoku": ("dig", "fill", "hardest"),
}
"""The functions that one kind has beside those of all."""


def test_every_kind_of_puzzle_is_there():
    assert sorted(KINDS) == sorted(apis())
    assert all(set(module(kind).__all__) <= set(dir(module(kind))) for kind in KINDS)
    assert set(rc.__all__) <= set(dir(rc))
    assert {"rullo", "kakuro", "killer", "sudoku"} <= set(dir(rs))


@pytest.mark.parametrize("kind", KINDS)
def test_names_and_signatures(kind):
    assert sorted(module(kind).__all__[1:]) == sorted({*SIGNATURES, *OWN.get(kind, ())})
    assert module(kind).__all__[0] == type(puzzle(kind)).__name__
    for name, output in SIGNATURES.items():
        assert output in (None, str(inspect.signature(getattr(module(kind), name)))), name
    parameters = inspect.signature(module(kind).generate).parameters
    assert [*parameters][: len(GENERATE)] == [*GENERATE]
    assert all(default in (None, parameters[name].default) for name, default in GENERATE.items())
    assert "max_tries" in parameters
    assert all(one.kind == one.KEYWORD_ONLY for one in list(parameters.values())[2:])
    for name, (output, _) in METHODS.items():
        assert str(inspect.signature(getattr(type(puzzle(kind)), name))) == output, name
    api = api_of(puzzle(kind))
    assert (api.name, api.puzzle) == (kind, type(puzzle(kind)))
    assert isinstance(api, PuzzleApi)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_returned(kind):
    one = puzzle(kind)
    for name, (_, returned) in METHODS.items():
        assert returned is None or type(getattr(one, name)()) is returned, name
    for name, columns in COLUMNS.items():
        table = getattr(module(kind), name)([one, puzzle(kind, SEVERAL)])
        assert table.columns.tolist()[: len(columns)] == columns, name
        assert name == "rate" or table.shape[1] == len(columns)
    assert one.hint().verdict in VERDICTS
    assert one.rate().simple
    assert (list(RATING_TYPES), ["puzzle", *STEP_COLUMNS]) == (COLUMNS["rate"], COLUMNS["steps"])


@pytest.mark.parametrize("name", rc.__all__)
def test_public_names_are_documented(name):
    thing = getattr(rc, name)
    assert inspect.getdoc(thing)


@pytest.mark.parametrize("kind", KINDS)
def test_functions_of_a_kind_are_documented(kind):
    for name in module(kind).__all__:
        thing = getattr(module(kind), name)
        assert inspect.getdoc(thing), name
        if inspect.ismethod(thing):
            parameters = [one for one in inspect.signature(thing).parameters if one != "self"]
            assert all(one in inspect.getdoc(thing) for one in parameters), name


def test_nothing_is_imported_before_it_is_used():
    script = "import sys, rullo_core as rc; rc.kakuro; rc.__all__; "
    script += "print({'numba', 'pandas', 'numpy', 'matplotlib', 'click'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_one_puzzle_is_solved_rated_explained_and_drawn_without_the_compiler():
    script = with_fifth("")
    for kind in KINDS:
        script += f"p = rc.{kind}.parse({TEXTS[kind]!r})\np.solve(); p.steps(); p.hint(); p._repr_svg_()\n"
    script += "print({'numba', 'matplotlib'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_sizes_are_height_and_width():
    assert repr(rc.rullo.parse("1 1 1\n1 1 1 1\n2 1 1 1")) == "<Rullo 2x3>"
    assert repr(rc.kakuro.parse("3 4\n- 6, 6, 6,\n,6 0 0 0\n,12 0 0 0")) == "<Kakuro 2x3>"


# -- text -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["killer", "sudoku"])
def test_boxes_are_asked_for_in_the_same_words(kind):
    """By a size, by boxes, or both; and nothing asked for is 9x9."""
    asked = ({"size": 6}, {"box": "2x3"}, {"box": (2, 3), "size": "6x6"})
    assert len({module(kind).to_text(module(kind).generate(seed=3, **one)) for one in asked}) == 1
    (tall,) = module(kind).generate(box="3x2", seed=3)
    assert (tall.side, tall.box, tall.solve().unique) == (6, (3, 2), True)
    assert module(kind).parse(str(tall)) == tall
    parameters = inspect.signature(module(kind).generate).parameters
    assert (parameters["box"].default, parameters["size"].default) == (None, None)
    assert [one.box for one in module(kind).generate(seed=3)] == [(3, 3)]


@pytest.mark.parametrize("kind", KINDS)
def test_text_there_and_back(kind, tmp_path):
    some = [puzzle(kind), puzzle(kind, SEVERAL)]
    path = tmp_path / "some.txt"
    module(kind).write(some, path)
    again = module(kind).read(path)
    assert again == some == rc.read(path) == module(kind).read(path, "text")
    assert [one.name for one in again] == ["first", ""]
    assert module(kind).to_text(some[0]) == TEXTS[kind] == path.read_text()[: len(TEXTS[kind])]
    assert rc.parse(TEXTS[kind]) == some[0]
    with pytest.raises(BadInput, match=r"format 'x': .* is read from text"):
        module(kind).read(path, "x")
    with pytest.raises(BadInput, match=r"format 'x': .* is written as text"):
        module(kind).to_text(some, "x")


@pytest.mark.parametrize("kind", KINDS)
def test_every_format_there_and_back(kind, tmp_path):
    """All that is written can be read again, and is then the same puzzle: a format may leave out labels and names."""
    size = 9 if kind == "killer" else 4  # one of its formats is of 9x9 only
    formats, some = api_of(puzzle(kind)).formats, module(kind).generate(2, size=size, seed=4)
    assert "text" in formats
    for name, form in formats.items():
        assert form.read or form.write
        if form.write:
            module(kind).write(some, tmp_path / "some", name)
            again = module(kind).read(tmp_path / "some", name)
            assert [one.solution.tolist() for one in again] == [one.solution.tolist() for one in some]
            assert module(kind).to_text(again, name) == module(kind).to_text(some, name)


def test_formats_of_other_programs(tmp_path):
    some = rc.killer.generate(2, size=6, seed=4)
    for form, suffix in (("f-puzzles", ".json"), ("csv", ".csv"), ("solo", ".txt")):
        path = tmp_path / f"some{suffix}"
        rc.killer.write(some, path, form if suffix == ".txt" else None)
        assert [[cage.cells for cage in one.cages] for one in rc.killer.read(path)] == [
            [cage.cells for cage in one.cages] for one in some
        ]


def test_a_format_that_is_named_counts_before_the_suffix(tmp_path):
    one = puzzle("killer")
    rc.killer.write(one, tmp_path / "one.csv", "text")
    assert (tmp_path / "one.csv").read_text() == rc.killer.to_text(one) + "\n"


@pytest.mark.parametrize("kind", KINDS)
def test_a_mark_of_the_order_of_bytes_is_no_part_of_a_text(kind, tmp_path):
    (tmp_path / "one.txt").write_text(TEXTS[kind], encoding="utf-8-sig")
    assert rc.read(tmp_path / "one.txt") == module(kind).read(tmp_path / "one.txt") == [puzzle(kind)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_that_cannot_be_read(kind, tmp_path):
    with pytest.raises(ValueError, match=r"^puzzle") as failure:
        module(kind).parse("9x")
    assert (failure.value.line, failure.value.column) == (1, 1)
    with pytest.raises(BadInput, match=r"none\.txt: cannot be read \(No such file"):
        module(kind).read(tmp_path / "none.txt")
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="is not text"):
        rc.read(tmp_path / "bytes.txt")


def test_the_reason_of_the_kind_that_got_furthest():
    with pytest.raises(BadInput) as failure:
        rc.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 x")
    assert (failure.value.line, failure.value.column) == (4, 6)
    with pytest.raises(BadInput) as failure:
        rc.parse("1 2\n3 4 x")  # a Kakuro fails at the first column of that line
    assert (failure.value.line, failure.value.column) == (2, 5)


@pytest.mark.parametrize("text", ["", " \n\n"])
def test_text_without_a_puzzle_is_no_riddle(text):
    with pytest.raises(BadInput, match=r"^puzzle: holds no puzzle; write one"):
        rc.parse(text)


def test_kinds_that_got_equally_far_are_named(tmp_path):
    tried = "cannot be read as Futoshiki, Kakuro, Killer Sudoku, Rullo or Sudoku; to see why, name the kind"
    with pytest.raises(BadInput) as failure:
        rc.parse("hello")
    assert str(failure.value).startswith(f"puzzle, line 1: {tried}")
    assert (failure.value.line, failure.value.column) == (1, 1)
    path = tmp_path / "some.txt"
    path.write_text("hello\n")
    with pytest.raises(BadInput, match=f"some.txt, line 1: {tried}"):
        rc.read(path)
    with pytest.raises(BadInput, match="'hello' begins no puzzle"):  # the only kind that reads it
        rc.read(path, format="csv")
    with pytest.raises(BadInput, match=r"format 'tsv': puzzles are read from text, json, .*csv"):
        rc.read(path, format="tsv")


# -- solving ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_solutions(kind):
    found = puzzle(kind).solve()
    assert (len(found), found.complete, found.unique) == (1, True, True)
    (solution,) = found
    assert (solution.dtype, solution.ndim, solution.flags.writeable) == (np.int64, 2, False)
    assert SOLUTIONS[kind] is None or solution.tolist() == SOLUTIONS[kind]
    assert np.array_equal(puzzle(kind).solution, solution)
    assert found == puzzle(kind).solve()
    assert hash(found) == hash(puzzle(kind).solve())
    assert found != puzzle(kind, SEVERAL).solve()
    assert (
        repr(found)
        == f"<1 solution: <{type(found.puzzle).__name__} {api_of(found.puzzle).size_of(found.puzzle)} 'first'>>"
    )

    several = puzzle(kind, SEVERAL)
    every = several.solve(limit=1000)
    assert every.complete
    assert all(keeps_the_rules(kind, several, one) for one in every)
    assert len({one.tobytes() for one in every}) == len(every) > 1
    exactly, fewer = several.solve(len(every)), several.solve(1)
    assert (len(exactly), exactly.complete) == (len(every), True)
    assert (len(fewer), fewer.complete, fewer.unique) == (1, False, False)
    assert puzzle(kind, NONE).solve().solutions == ()
    assert puzzle(kind, NONE).solve().complete
    assert puzzle(kind, NONE).solution is None
    with pytest.raises(BadInput, match="limit 0: write a whole number from 1 on"):
        several.solve(0)


@pytest.mark.parametrize("kind", KINDS)
def test_many_solved_as_one_by_one(kind):
    some = [puzzle(kind), puzzle(kind, SEVERAL), puzzle(kind, NONE)]
    table = module(kind).solve(some, limit=2)
    assert table.columns.tolist() == ["name", "size", "solutions", "complete", "nodes", "solution"]
    assert table["solutions"].tolist() == [1, 2, 0]
    assert table["complete"].tolist() == [True, False, True]
    assert table["name"].tolist() == ["first", "", ""]
    assert np.array_equal(table["solution"][0], some[0].solution)
    assert table["solution"][2] is None
    assert table.attrs == {"puzzle": kind, "limit": 2}
    with pytest.raises(BadInput, match=r"^puzzle 1\b.*: "):
        module(kind).solve([some[0], "text"])


@pytest.mark.parametrize("kind", KINDS)
def test_a_limit_counts(kind):
    several = puzzle(kind, SEVERAL)
    number = len(several.solve(1000))
    table = module(kind).solve([several], limit=number)
    assert (table["solutions"][0], table["complete"][0]) == (number, True)
    assert rc.solve([several], limit=1)["solutions"].tolist() == [1]
    assert not several.solve(number - 1).complete


@pytest.mark.parametrize("kind", KINDS)
def test_other_solutions_are_not_equal(kind):
    found = puzzle(kind, SEVERAL).solve(2)
    fewer = replace(found, solutions=found.solutions[:1])
    assert found != fewer
    assert fewer != found
    assert found != replace(found, solutions=found.solutions[::-1])


# -- arrays -----------------------------------------------------------------------------------------------------------

LOST = {
    "rullo": {"column_targets": np.array([[5, 6]])},
    "kakuro": {"clues": np.full((1, 3, 3, 2), 50)},
    "killer": {"sums": np.full((1, 17), 50)},
    "sudoku": {"cells": np.full((1, 4, 4), 5)},
    FIFTH: {},
}
"""What makes no puzzle of the arrays of one."""


@pytest.mark.parametrize("kind", KINDS)
def test_arrays_there_and_back(kind, tmp_path):
    some = module(kind).generate(3, size=SIZES[kind], seed=4)
    arrays = module(kind).to_arrays(some)
    shape = api_of(some[0]).shape_of(some[0])
    assert {name: (str(one.dtype), one.ndim) for name, one in arrays.items()} == api_of(some[0]).arrays
    assert next(iter(arrays.values())).shape == (3, *shape)
    again = module(kind).from_arrays({name: one.astype(np.int32) for name, one in arrays.items()})
    assert [str(one) for one in again] == [str(one) for one in some]
    np.savez(tmp_path / "some.npz", **arrays)
    assert module(kind).from_arrays(np.load(tmp_path / "some.npz")) == again
    three = {name: one[2:] for name, one in arrays.items()}
    assert module(kind).from_arrays(three) == again[2:]


@pytest.mark.parametrize("kind", KINDS)
def test_arrays_are_solved_and_rated_as_puzzles_are(kind):
    some = [puzzle(kind), *(puzzle(kind, texts) for texts in (SEVERAL, NONE))]
    some += module(kind).generate(70, size=SIZES[kind], seed=4) if kind != FIFTH else []  # more than a thread takes
    for size in {api_of(one).size_of(one) for one in some}:
        alike = [one for one in some if api_of(one).size_of(one) == size]
        arrays = module(kind).to_arrays(alike)
        for limit in (1, 2, 1000):
            table, found = module(kind).solve(alike, limit=limit), module(kind).solve_arrays(arrays, limit=limit)
            assert found["solutions"].tolist() == table["solutions"].tolist()
            assert found["complete"].tolist() == table["complete"].tolist()
            assert found["nodes"].dtype == np.int64
            for one, number, solution in zip(alike, found["solutions"], found["solution"], strict=True):
                assert keeps_the_rules(kind, one, solution) if number else not solution.any()
        rated = module(kind).rate(alike).drop(columns=["text", "size", "name"])
        pd.testing.assert_frame_equal(module(kind).rate_arrays(arrays), rated)


@pytest.mark.parametrize("kind", KINDS)
def test_arrays_that_hold_no_puzzles(kind):
    one = puzzle(kind)
    arrays = module(kind).to_arrays(one)
    first, *others = arrays
    both = {first: np.repeat(arrays[first], 2, axis=0)}
    for call, message in (
        (lambda: module(kind).to_arrays([]), "puzzles of 0 sizes"),
        (lambda: module(kind).to_arrays([one, module(kind).generate(size=5 + (kind != "rullo"))[0]]), "of 2 sizes"),
        (lambda: module(kind).from_arrays([one]), "arrays: .* is held by a dict with "),
        (lambda: module(kind).from_arrays(arrays | {"x": arrays[first]}), "arrays: .* is held by a dict with "),
        (lambda: module(kind).from_arrays({others[0]: arrays[others[0]]}), "arrays: .* is held by a dict with "),
        (lambda: module(kind).solve_arrays(arrays | both), f"arrays, {others[0]}: .* write whole numbers in "),
        (lambda: module(kind).rate_arrays(arrays | {first: arrays[first][0]}), f"arrays, {first}: .* in 3 dimensions"),
        (lambda: module(kind).solve_arrays(arrays | {first: arrays[first] / 2}), f"arrays, {first}: .* of float"),
        (lambda: module(kind).solve_arrays(arrays, limit=0), "limit 0: write a whole number from 1"),
        (lambda: module(kind).solve_arrays(arrays, threads=0), "threads 0: write a whole number from 1"),
        *((lambda: module(kind).solve_arrays(arrays | LOST[kind]), "^puzzle 0: ") for _ in LOST[kind]),
    ):
        with pytest.raises(BadInput, match=message):
            call()


@pytest.mark.parametrize("kind", ["killer", "sudoku"])
def test_boxes_are_as_usual_unless_arrays_have_others(kind):
    (tall,) = module(kind).generate(box="3x2", seed=3)
    arrays = module(kind).to_arrays(tall)
    solved = module(kind).solve_arrays(arrays)
    assert (solved["solutions"].tolist(), solved["complete"].tolist()) == ([1], [True])
    assert np.array_equal(solved["solution"][0], tall.solution)
    (wide,) = module(kind).from_arrays({name: one for name, one in arrays.items() if name not in ("box", "diagonals")})
    assert (wide.box, tall.box) == ((2, 3), (3, 2))
    for wrong, message in (
        ({"box": [[2, 2]]}, "puzzle 0: boxes 2x2: have 4 cells"),
        ({"box": [[6]]}, r"puzzle 0: box \[6\]: write its height and width"),
        ({next(iter(arrays)): np.zeros((1, 4, 9), int)}, "puzzle 0: size 4x9: grids of .* are square"),
    ):
        with pytest.raises(BadInput, match=message):
            module(kind).solve_arrays(arrays | wrong)


MIXED = {
    "rullo": [{"size": "5x4", "values": "0-3"}, {"size": "6x6", "values": "1-2"}, {"size": "11x12", "values": "-2-6"}],
    "kakuro": [{"size": "6x6"}, {"size": "5x7", "method": "parting", "black": 0.2}],
    "killer": [{"size": 4}, {"size": 6, "box": "3x2"}, {"size": 6, "diagonals": True}],
    "sudoku": [{"size": 4}, {"size": 6, "box": "3x2"}, {"size": 9}],
    FIFTH: [],
}
"""Puzzles to be generated."""


def spoilt(kind, arrays, draw):
    """Arrays of puzzles, some with other solutions: other target-sums, clues and cages left out, other digits."""
    for name, array in arrays.items():
        for one in array[draw.random(len(array)) < 0.5]:
            places = np.argwhere(one > 0) if one.ndim else []
            place = tuple(places[draw.integers(len(places))]) if len(places) else ()
            if kind == "rullo" and name != "numbers":
                one[:2] += (1, -1)
            elif (kind, name) in (("kakuro", "clues"), ("killer", "cages")):
                one[one == one[place] if kind == "killer" else place] = 0
            elif (kind, name) == ("sudoku", "cells"):
                one[place] = draw.integers(one.shape[0] + 1)
    return arrays


def mixed(kind):
    """Arrays of puzzles of several sizes, with no solution, one or several."""
    draw = np.random.default_rng(1)
    for texts in (TEXTS, SEVERAL, NONE):
        yield module(kind).to_arrays(puzzle(kind, texts))
    for wanted in MIXED[kind]:
        given = module(kind).to_arrays(module(kind).generate(24, seed=4, **wanted))
        others = spoilt(kind, copy.deepcopy(given), draw)
        yield {name: np.concatenate([one, others[name]]) for name, one in given.items()}


@pytest.mark.parametrize("kind", FOUR)
def test_what_is_found_in_arrays_is_what_is_found_of_each_puzzle(kind):
    """Number, completeness, nodes and the first solution are those of the search for one puzzle by the kernels."""
    api, numbers = apis()[kind], set()
    for arrays in mixed(kind):
        puzzles = api.from_arrays(arrays)
        for limit in (1, 2, 9):
            found = api.solve_arrays(arrays, limit=limit, threads=2)
            if kind == "rullo":
                each = [
                    replace(met, solutions=list(map(game(one).values_in, met.solutions)))
                    for one in puzzles
                    for met in [find_solutions(one, limit + 1).up_to(limit)]
                ]
            else:
                each = list(api.solve_many([*puzzles, *puzzles], limit, None))[: len(puzzles)]
            for name, expected in (("complete", bool), ("nodes", int)):
                assert found[name].tolist() == [expected(getattr(one, name)) for one in each]
            assert found["solutions"].tolist() == [len(one.solutions) for one in each]
            for one, solved, solution in zip(each, puzzles, found["solution"], strict=True):
                assert np.array_equal(
                    solution, api.to_array(solved, one.solutions[0]) if one.solutions else 0 * solution
                )
        numbers |= {min(number, 2) for number in found["solutions"].tolist()}
        if kind != "rullo":
            rated = api.rate(puzzles, only="all").drop(columns=["text", "size", "name"])
            pd.testing.assert_frame_equal(api.rate_arrays(arrays, only="all"), rated)
    assert numbers == {0, 1, 2}


def message_of(work, arrays):
    """What is wrong with puzzles in arrays, empty if nothing is."""
    try:
        work(arrays)
    except BadInput as error:
        return str(error)
    return ""


@pytest.mark.parametrize("kind", FOUR)
def test_what_is_wrong_with_arrays_is_said_in_the_same_words(kind):
    """Whether objects are made of all puzzles or of none that is right."""
    draw, messages = np.random.default_rng(2), set()
    given = module(kind).to_arrays(module(kind).generate(3, seed=4, size="4x4"))
    for _ in range(300):
        arrays = copy.deepcopy(given)
        for name in draw.choice(list(arrays), draw.integers(1, 3)):
            array = arrays[name]
            array[tuple(draw.integers(array.shape))] = draw.choice([0, 1, 2, 3, 4, 5, 10, 17, 45, 100])
        expected = message_of(module(kind).from_arrays, arrays)
        assert message_of(module(kind).solve_arrays, arrays) == expected
        assert message_of(module(kind).rate_arrays, arrays) == expected
        messages.add(re.sub(r"\d+|cage .*?,", "", expected))
    assert "" in messages
    assert len(messages) >= {"rullo": 2, "kakuro": 7, "killer": 6, "sudoku": 3}[kind]


@pytest.mark.parametrize("kind", FOUR)
def test_no_objects_are_made_of_puzzles_in_arrays(kind, monkeypatch):
    """Beside one of each shape; but for ratings of Rullos, which have no kernel."""
    made, api = [], apis()[kind]
    arrays = module(kind).to_arrays(module(kind).generate(70, size="4x4"))
    unpack = api.unpack
    monkeypatch.setattr(api, "unpack", lambda *parts: made.append(parts) or unpack(*parts))
    api.solve_arrays(arrays)
    if kind != "rullo":
        api.rate_arrays(arrays)
    assert len(made) <= 2


def test_arrays_of_rullos_that_are_too_large():
    """Numbers beyond those that the kernel can add up, and lines that are too long."""
    one = {"numbers": [[[1, 2]]], "row_targets": [[1]], "column_targets": [[1, 0]]}
    arrays = {name: np.array(part) for name, part in one.items()}
    assert rc.rullo.solve_arrays(arrays)["solutions"].tolist() == [1]
    for value, kept in ((2**48 + 1, np.int64), (-(2**60), np.int64), (2**64 - 1, np.uint64)):
        large = arrays | {"numbers": np.array([[[value, 1]]], kept)}
        with pytest.raises(BadInput, match=f"puzzle 0: a puzzle of sums, with numbers up to {abs(value)}: this search"):
            rc.rullo.solve_arrays(large)
        with pytest.raises(BadInput, match="puzzle 0: the row target-sums total 2 and"):
            rc.rullo.solve_arrays(large | {"row_targets": np.array([[2]])})
    long = {"numbers": np.ones((1, 1, 65), int), "row_targets": [[1]], "column_targets": np.eye(1, 65, dtype=int)}
    with pytest.raises(BadInput, match="puzzle 0: 1x65: this search supports at most 64 rows"):
        rc.rullo.solve_arrays(long)
    with pytest.raises(BadInput, match="puzzle 0: 1 rows need 1 target-sums, not 2"):
        rc.rullo.solve_arrays(arrays | {"row_targets": np.array([[1, 0]])})


@pytest.mark.parametrize("name", ["numbers", "row_targets", "column_targets"])
@pytest.mark.parametrize("sign", [1, -1])
def test_the_first_rullo_that_is_too_large_is_named(name, sign):
    """The largest values that the kernel can add up are taken; the next one is not, in whichever array it is."""
    values = [sign * value for value in (2, 2**48, 2**48, 2**48 + 1)]
    halves = [[value // 2, value - value // 2] for value in values]
    arrays = {"numbers": np.array([[[1, 2]]] * 4), "row_targets": np.zeros((4, 1), int)}
    arrays["column_targets"] = np.zeros((4, 2), int)
    if name == "numbers":
        arrays["numbers"][:, 0, 0] = values
    else:
        arrays["row_targets"][:, 0], arrays["column_targets"][:] = values, halves
    if name == "column_targets":
        arrays = {
            "numbers": arrays["numbers"].reshape(4, 2, 1),
            "row_targets": arrays["column_targets"],
            "column_targets": arrays["row_targets"],
        }
    found = rc.rullo.solve_arrays({key: part[:3] for key, part in arrays.items()})
    assert found["complete"].all()
    assert found["solutions"].tolist() == ([1] * 3 if name == "numbers" else [0] * 3)
    with pytest.raises(BadInput, match=f"^puzzle 3: a puzzle of sums, with numbers up to {2**48 + 1}: this search"):
        rc.rullo.solve_arrays(arrays)


def test_arrays_of_one_kind_only():
    """Cages without a sum, white cells that are no entry, and products."""
    arrays = rc.killer.to_arrays(puzzle("killer"))
    with pytest.raises(BadInput, match="puzzle 0: row 1, column 4: there is no sum of cage 2"):
        rc.killer.from_arrays(arrays | {"sums": arrays["sums"][:, :2]})
    pairs = "killer 4x4 boxes 2x2\na a b b\nc c d d\ne e f f\ng g h h\n" + " ".join(f"{cage}=5" for cage in "abcdefgh")
    two = rc.killer.to_arrays([rc.killer.parse(pairs)] * 2)  # the first of each shape is read in any case
    for change in (-1, 1):
        changed = two["sums"] + change * np.eye(*two["sums"].shape, dtype=int)
        with pytest.raises(BadInput, match=rf"^puzzle 1: .*\b{40 + change}\b"):
            rc.killer.solve_arrays(two | {"sums": changed})
    (without,) = rc.killer.from_arrays(arrays | {"cages": np.zeros((1, 4, 4), int)})
    assert not without.cages
    star = rc.kakuro.parse("3 3\n- *, 6,\n,7 0 0\n,3 0 0")
    bare = rc.kakuro.parse("3 3\n- - 6,\n,7 0 0\n,3 0 0")
    clues = [rc.kakuro.to_arrays(one)["clues"][0, 0, 1].tolist() for one in (star, bare)]
    assert clues == [[-1, 0], [0, 0]]
    assert rc.kakuro.from_arrays(rc.kakuro.to_arrays([star, bare])) == [star, bare]
    with pytest.raises(BadInput, match=r"puzzle 0: clues: \(3, 3, 3\); write two for each cell"):
        rc.kakuro.from_arrays({"white": np.ones((1, 3, 3)) > 0, "clues": np.zeros((1, 3, 3, 3), int)})
    product = rc.rullo.Rullo.from_solution([[2, 3]], [[True, False]], PRODUCT)
    with pytest.raises(BadInput, match="arrays hold Rullos of sums; this one is of products"):
        rc.rullo.to_arrays(product)


# -- steps and hints --------------------------------------------------------------------------------------------------


def applied(start, steps):
    """What is left of each cell after steps."""
    left = dict(start)
    for step in steps:
        left |= step.candidates
    return left


@pytest.mark.parametrize("kind", KINDS)
def test_steps_lead_to_the_solution(kind):
    steps = puzzle(kind).steps()
    assert steps.level in api_of(puzzle(kind)).levels
    solution = puzzle(kind).solution
    left = applied({}, steps)
    assert left
    assert all(solution[r - 1, c - 1] in values for step in steps for (r, c), values in step.candidates.items())
    assert all(values == (solution[r - 1, c - 1],) for (r, c), values in left.items())
    assert steps.guesses == 0
    assert [step.pass_number for step in steps] == sorted(step.pass_number for step in steps)
    assert all(step.unit and step.cells and not step.reason[0].islower() for step in steps)
    frame = steps.to_frame()
    assert frame.columns.tolist() == list(STEP_COLUMNS)
    assert len(frame) == sum(len(step.candidates) for step in steps)
    assert frame["value"].dropna().tolist() == [value for step in steps for value in step.values.values()]
    assert frame["pass"].max() == steps.passes
    assert frame["step"].drop_duplicates().tolist() == [*range(1, len(steps) + 1)]
    together = module(kind).steps([puzzle(kind), puzzle(kind)])
    assert together.groupby("puzzle").size().tolist() == [len(frame)] * 2
    assert steps == puzzle(kind).steps()
    assert hash(steps) == hash(puzzle(kind).steps())


@pytest.mark.parametrize("kind", KINDS)
def test_steps_with_guesses_agree_with_a_solution(kind):
    several = puzzle(kind, SEVERAL)
    steps = several.steps()
    assert steps.level is None
    assert steps.guesses > 0
    guess = next(step for step in steps if step.is_guess)
    assert (guess.unit, guess.cells, guess.pass_number) == ("", (), 0)
    reached = {cell: values[0] for cell, values in applied({}, steps).items() if len(values) == 1}
    assert any(all(one[r - 1, c - 1] == value for (r, c), value in reached.items()) for one in several.solve(1000))
    with pytest.raises(BadInput, match=r"no solution"):
        puzzle(kind, NONE).steps()
    with pytest.raises(BadInput, match=r"level 'x': "):
        several.steps("x")


@pytest.mark.parametrize("kind", KINDS)
def test_steps_of_several_puzzles_are_those_of_each(kind):
    some = [puzzle(kind, SEVERAL), puzzle(kind)]
    for steps in (module(kind).steps, rc.steps):
        together = steps(some)
        for place, expected in enumerate(map(steps, some)):
            one = together[together["puzzle"] == place].reset_index(drop=True)
            pd.testing.assert_frame_equal(one.drop(columns="puzzle"), expected.drop(columns="puzzle"))


def test_steps_of_a_level():
    few = rc.sudoku.parse(TEXTS["sudoku"])
    assert [len(set(few.steps(level).to_frame()["pass"])) for level in ("naked", "hidden", "gac")] == [5, 4, 3]
    assert few.steps().level == "naked"
    assert few.steps("gac").level == "gac"


@pytest.mark.parametrize(
    ("kind", "text", "level"),
    [
        ("kakuro", "5 5\n- - - 13, 10,\n- - 16,17 0 0\n- 8,9 0 0 0\n,8 0 0 0 -\n,13 0 0 - -", "G+Q"),
        ("sudoku", "...3....7..9..5.12.8....3......4...5.....67..93.27.6...........5.8.....3.7...28.9", "subsets"),
    ],
)
def test_the_first_level_that_solves_a_puzzle_explains_it(kind, text, level):
    one = module(kind).parse(text)
    assert one.steps().level == one.rate().level == level
    assert one.steps().guesses == 0


@pytest.mark.parametrize("kind", KINDS)
def test_hints_lead_to_the_solution(kind):
    one = puzzle(kind)
    api = api_of(one)
    values = np.full(api.shape_of(one), api.nothing)
    if kind in ("sudoku", "futoshiki"):
        values = np.array(one.cells).reshape(values.shape)  # the digits that are given
    met = 0
    for _ in range(values.size + 1):
        hint = one.hint(values)
        if hint.verdict == "solved":
            break
        assert hint.verdict == "step", hint
        assert hint.reason
        for (r, c), value in hint.values.items():
            assert one.solution[r - 1, c - 1] == value
            assert values[r - 1, c - 1] == api.nothing
            values[r - 1, c - 1] = value
            met += 1
    assert met >= 4
    assert np.array_equal(values, one.solution)
    table = module(kind).hint([one])
    assert table.columns.tolist() == ["name", "verdict", "values", "level", "wrong", "reason"]
    hint = one.hint()
    assert table.values.tolist() == [["first", "step", dict(hint.values), hint.level, (), hint.reason]]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("texts", [TEXTS, SEVERAL], ids=["one solution", "several"])
def test_a_step_that_is_hinted_is_forced(kind, texts):
    """From some of the values of a solution: every solution that has these has what follows; not so what is guessed."""
    one, rng, verdicts = puzzle(kind, texts), random.Random(kind), []
    every, api = one.solve(10_000), api_of(one)
    cells = sorted({cell for step in one.steps() for cell in step.candidates})
    for share in (0, 0.2, 0.4, 0.6, 0.8) * 3:
        solution = rng.choice(list(every))
        values = np.full(api.shape_of(one), api.nothing)
        for r, c in rng.sample(cells, round(share * len(cells))):
            values[r - 1, c - 1] = solution[r - 1, c - 1]
        known = values != api.nothing
        agreeing = [other for other in every if np.array_equal(other[known], values[known])]
        hint = one.hint(values)
        verdicts.append(hint.verdict)
        assert hint.verdict in ("step", "guess")
        for (r, c), value in hint.values.items():
            assert not known[r - 1, c - 1]
            met = {int(other[r - 1, c - 1]) for other in agreeing}
            assert met == {value} if hint.verdict == "step" else value in met
    assert "step" in verdicts
    assert texts is TEXTS or "guess" in verdicts


@pytest.mark.parametrize("kind", KINDS)
def test_hints_say_what_is_wrong(kind):
    one = puzzle(kind)
    api = api_of(one)
    values = np.full(api.shape_of(one), api.nothing)
    r, c = max(cell for step in one.steps() for cell in step.candidates)
    right = one.solution[r - 1, c - 1]
    values[r - 1, c - 1] = 1 - right if kind == "rullo" else right % 3 + 1
    hint = one.hint(values)
    assert (hint.verdict, hint.wrong, dict(hint.values)) == ("wrong", ((r, c),), {})
    assert puzzle(kind, NONE).hint().verdict == "infeasible"
    with pytest.raises(BadInput, match=r"values: \(1, 1\) of int64; write whole numbers, an array of shape"):
        one.hint([[0]])
    with pytest.raises(BadInput, match=r"values, row 1, column 1: 99: write 1|values, row 1, column 1: 99: write 0"):
        one.hint(np.full(api.shape_of(one), 99))


@pytest.mark.parametrize(
    ("kind", "value"), [("rullo", 2), ("kakuro", 10), ("killer", 5), ("sudoku", 5), ("futoshiki", 4)]
)
def test_values_just_too_large(kind, value):
    one = puzzle(kind)
    values = np.full(api_of(one).shape_of(one), api_of(one).nothing)
    values[-1, -1] = value
    rows, columns = values.shape
    with pytest.raises(BadInput, match=rf"values, row {rows}, column {columns}: {value}: write"):
        one.hint(values)


def test_digits_that_are_given_stay():
    values = np.zeros((4, 4), int)
    values[0, 1] = 3
    with pytest.raises(BadInput, match="values, row 1, column 2: 3 where 4 is given: write that, or 0"):
        puzzle("sudoku").hint(values)


def test_the_level_of_a_hint_for_a_rullo():
    assert puzzle("rullo").hint().level == "lines"
    assert rc.rullo.parse("2 2 4\n4 2 2 2\n2 1 1 2\n2 1 1 2").hint().level == "search"


# -- rating -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_ratings_of_many_and_of_one(kind):
    some = [puzzle(kind), puzzle(kind, SEVERAL), puzzle(kind, NONE)]
    table = module(kind).rate(some, only="all")
    assert table.columns.tolist()[: len(RATING_TYPES)] == list(RATING_TYPES)
    assert table["simple"].tolist() == [True, False, False]
    assert table["solutions"].tolist() == [1, 2, 0]
    assert table["passes"].isna().tolist() == [False, kind != "rullo", True]
    assert table["level"].isna().tolist()[2]
    assert table["text"].tolist() == list(map(str, some))
    assert (table["open_cells"].fillna(0) <= table["cells"]).all()
    assert table["open_cells"].eq(0).fillna(False).tolist() == table["simple"].tolist()
    one = some[0].rate()
    assert one.to_dict() == {name: _plain(value) for name, value in table.iloc[0].items()}
    assert one == some[0].rate()
    assert hash(one) == hash(some[0].rate())
    assert (one.name, one.simple, one.solutions) == ("first", True, 1)
    with pytest.raises(AttributeError, match=r"^a Rating has no difficulty; read passes$"):
        _ = one.difficulty
    assert (
        module(kind).rate([], only="all").dtypes.to_dict()
        == table.dtypes.to_dict()
        == module(kind).rate(some[1:], only="all").dtypes.to_dict()
    )


def _plain(value):
    if value is None or value is pd.NA or value != value:
        return None
    return value.item() if isinstance(value, np.generic) else value


def test_passes_are_those_of_the_steps():
    for kind, is_simple in (("rullo", {"simple": True}), ("kakuro", {"level": "G"})):
        some = module(kind).generate(20, size=SIZES[kind], seed=3, **is_simple)
        table = module(kind).rate(some)
        for one, passes in zip(some, table[f"passes_{'columns' if kind == 'rullo' else 'across'}_first"], strict=True):
            assert one.steps().passes == passes


def test_passes_are_the_mean_over_the_orders():
    killers = rc.killer.rate(rc.killer.generate(3, size=6, seed=5))
    assert all(row.level_passes == row[f"passes_{row.level}"] for _, row in killers.iterrows())
    simple = killers[killers.simple]
    assert len(simple)
    assert (simple.passes_units_first == simple.passes_cages_first + 1).all()
    assert (simple.passes == simple.passes_cages_first + 0.5).all()
    sudokus = rc.sudoku.rate(rc.sudoku.generate(40, seed=5))
    assert 0 < sudokus.simple.sum() < 40
    assert sudokus.passes.equals(sudokus.passes_gac.astype(float))
    assert sudokus.simple.tolist() == sudokus.passes_gac.notna().tolist()
    (kakuro,) = rc.kakuro.generate(size="5x5", seed=5, level="G")
    rating = kakuro.rate()
    assert rating.passes == (rating.own["passes_across_first"] + rating.own["passes_down_first"]) / 2
    (futoshiki,) = module(FIFTH).generate(size=4, seed=2, level="naked")
    game = api_of(futoshiki).game(futoshiki, "naked")
    needed = [len(run(game, order).passes) for order in (("lines", "signs"), ("signs", "lines"))]
    assert needed[0] != needed[1]
    assert futoshiki.rate().passes == sum(needed) / 2


def test_nodes_are_values_that_were_tried():
    """Of Kakuros a kernel counts how often entries are gone through, once before anything is tried."""
    table = rc.kakuro.rate([puzzle("kakuro"), puzzle("kakuro", SEVERAL)])
    assert table["nodes"].tolist()[0] == 0
    assert puzzle("kakuro").solve().nodes == 0
    several = puzzle("kakuro", SEVERAL)
    assert several.solve(1000).nodes == several.rate(max_solutions=1000).nodes > 0
    assert several.rate(max_solutions=1000, nodes=1).complete is False
    enough = several.rate(max_solutions=1000, nodes=4)
    assert (enough.complete, enough.nodes) == (True, 4)
    assert not several.rate(max_solutions=1000, nodes=3).complete


@pytest.mark.parametrize("kind", KINDS)
def test_many_are_rated_within_a_limit(kind):
    table = module(kind).rate([puzzle(kind, SEVERAL)], max_solutions=1000, nodes=1)
    assert (table["complete"][0], table["bound"][0]) == (False, "nodes")


def test_one_solution_does_not_say_that_there_is_no_other():
    rating = puzzle("sudoku", SEVERAL).rate()
    for number, complete, is_undecided in ((0, False, True), (1, False, True), (2, False, False), (1, True, False)):
        assert replace(rating, solutions=number, complete=complete).is_undecided is is_undecided


def test_what_only_some_kinds_are_rated_by():
    assert rc.rullo.parse("1 1 1\n1 1 1 1\n2 1 1 1").rate().open_cells == 6
    own = puzzle("killer").rate().own
    assert [own[f"{name}_E"] for name in ("passes", "solved_cells", "candidates")] == [0, 0, 52]
    assert [own[f"{name}_CH"] for name in ("passes", "solved_cells", "candidates")] == [6, 16, 16]


def test_puzzles_of_several_kinds():
    some = [puzzle(kind) for kind in KINDS] + [puzzle("rullo", SEVERAL)]
    table = rc.rate(some)
    assert table.columns.tolist() == list(RATING_TYPES)
    assert table["puzzle"].tolist() == [*KINDS, "rullo"]
    assert table["solutions"].tolist() == [1, 1, 1, 1, 1, 2]
    assert rc.rate(some[:1]).columns.tolist()[-1] == "passes_rows_first"
    assert rc.solve(some)["solutions"].tolist() == [1, 1, 1, 1, 1, 2]
    assert rc.steps(some[:4])["puzzle"].drop_duplicates().tolist() == [0, 1, 2, 3]
    assert rc.hint(some[:4])["verdict"].tolist() == ["step"] * 4
    with pytest.raises(BadInput, match="puzzles of 2 kinds"):
        rc.plot(some[:2])
    with pytest.raises(BadInput, match=r"^puzzle 0, line 1: cannot be read as "):
        rc.rate(["text"])
    with pytest.raises(BadInput, match="Other: is no puzzle"):
        rc.rate([type("Other", (), {"__module__": "pandas.other"})()])  # beside it there is a module api, too


# -- generating -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_generated_puzzles(kind):
    some = module(kind).generate(3, size=SIZES[kind], seed=7)
    assert isinstance(some, rc.Puzzles)
    assert len(set(some)) == 3
    assert some == rc.generate(kind, 3, size=4, seed=7) == module(kind).generate(3, size=(4, 4), seed=7)
    assert some[1:] == module(kind).generate(2, size=SIZES[kind], seed=7, first=1)
    assert some != module(kind).generate(3, size=SIZES[kind], seed=8)
    for one in some:
        assert keeps_the_rules(kind, one, one.solution)
        assert any(np.array_equal(one.solution, found) for found in one.solve(1000))
        if kind != "rullo":
            assert one.solve().unique
    with pytest.raises(BadInput, match="count 0"):
        module(kind).generate(0)
    for size in ((4, 4, 4), (4, 2.5), (True, 4), 4.0):
        with pytest.raises(BadInput, match=r"size .*: write (height x width|a number from)"):
            module(kind).generate(size=size)
    with pytest.raises(BadInput, match="write one of futoshiki, kakuro, killer, rullo, sudoku"):
        rc.generate("chess")


def test_the_same_seed_gives_the_same_puzzles_in_another_process():
    script = "print([str(p) for kind in given for p in rc.generate(kind, 2, size=4, seed=3)])"
    script = with_fifth(script.replace("given", repr(KINDS)))
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"{[str(one) for kind in KINDS for one in rc.generate(kind, 2, size=4, seed=3)]}\n"


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
    assert [len(one.cages) in range(9, 13) for one in killers] == [True, True]
    assert rc.killer.rate(killers).level.tolist() == ["CH", "CH"]
    sudokus = rc.sudoku.generate(2, size=9, level="hidden", passes=(8, 30), symmetry="half-turn", seed=2)
    assert rc.sudoku.rate(sudokus).passes_hidden.between(8, 30).all()
    assert all((np.array(one.cells) > 0).tolist() == (np.array(one.cells) > 0).tolist()[::-1] for one in sudokus)


def test_arrays_of_sudokus_with_different_boxes():
    puzzles = [one for box in ("2x3", "3x2", "2x3") for one in rc.sudoku.generate(2, size=6, box=box, seed=3)]
    found = rc.sudoku.solve_arrays(rc.sudoku.to_arrays(puzzles))
    assert [one.tolist() for one in found["solution"]] == [one.solution.tolist() for one in puzzles]
    assert found["solutions"].tolist() == [1] * 6


@pytest.mark.parametrize("kind", KINDS)
def test_single_columns_of_ratings_are_those_of_all(kind):
    api = apis()[kind]
    shelf = folder_of(kind) / "shelf.txt"
    puzzles = [puzzle(kind, texts) for texts in (TEXTS, SEVERAL, NONE)] + api.read(shelf)[:4]
    every = api.rate(puzzles, only="all")
    assert list(api.rate(puzzles)) == [name for name in every if name not in api.costly]
    for name in every:
        table = api.rate(puzzles, only=[name])
        assert list(table) == [one for one in every if one in ("puzzle", "size", "name", name)]
        assert table[name].equals(every[name]), name
    pair = api.rate(puzzles, only=("passes", "level"))
    assert pair.equals(every[["puzzle", "level", "passes", "size", "name"]])
    with pytest.raises(BadInput, match="column 'difficulty': is gone; take passes"):
        api.rate(puzzles, only="difficulty")
    with pytest.raises(BadInput, match="no column 'magic'; "):
        api.rate(puzzles, only=["level", "magic"])


@pytest.mark.parametrize(
    ("kind", "wanted", "message"),
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
def test_what_cannot_be_generated(kind, wanted, message):
    with pytest.raises(BadInput, match=message):
        module(kind).generate(**wanted)


# -- showing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_rich_display(kind):
    one, several = puzzle(kind), rc.Puzzles([puzzle(kind)] * 20)
    svg = one._repr_svg_()
    assert svg.startswith("<svg ")
    assert svg == puzzle(kind)._repr_svg_()
    assert "<title>first</title>" in svg
    assert repr(one) == f"<{type(one).__name__} {api_of(one).size_of(one)} 'first'>"
    assert "'" not in repr(puzzle(kind, SEVERAL))
    gallery = several._repr_html_()
    assert gallery.count("<svg ") == 12
    assert gallery.count("<title>first</title>") == 12
    assert "… and 8 more" in gallery
    assert repr(several) == "<20 puzzles>"
    assert isinstance(several[:2], rc.Puzzles)
    assert "<tr><th>simple</th><td>True</td></tr>" in one.rate()._repr_html_()
    assert one.steps()._repr_html_().count("<tr>") == len(one.steps()) + 1
    assert one.solve()._repr_html_().count("<svg ") == 1
    assert "there may be others" in puzzle(kind, SEVERAL).solve(1)._repr_html_()


@pytest.mark.parametrize("kind", KINDS)
def test_plots_take_axes_and_leave_the_style_alone(kind):
    plt = pytest.importorskip("matplotlib.pyplot")
    before = dict(matplotlib.rcParams)
    figure, (left, right) = plt.subplots(1, 2)
    one = puzzle(kind)
    assert one.plot(ax=left) is left
    assert one.plot(one.solution, ax=right) is right
    shapes = [len(ax.patches) + len(texts_of(ax).get_paths()) for ax in (left, right)]
    assert shapes[1] >= shapes[0] > 0
    assert left.get_aspect() == 1
    assert one.plot().figure is not figure
    assert one.plot(level=api_of(one).levels[-1]) is not None
    drawn = module(kind).plot([one, one, one], columns=2, solved=True)
    assert len(drawn) == 3
    assert len(drawn[0].figure.axes) == 4
    assert dict(matplotlib.rcParams) == before
    with pytest.raises(BadInput, match="exclude each other"):
        one.plot(one.solution, solved=True)
    none = puzzle(kind, NONE)
    with pytest.raises(BadInput, match=f"^{none.name or 'the puzzle'}.* has no solution to draw"):
        none.plot(solved=True)
    for one, name in ((replace(none, name="a"), "a"), (replace(none, name=""), "the puzzle")):
        with pytest.raises(BadInput, match=f"^{name} has no solution: "):
            one.plot(level=api_of(one).levels[-1])
    plt.close("all")


def looks(axes):
    texts = texts_of(axes)
    return (
        [(one.get_facecolor(), one.get_path().vertices.tolist()) for one in axes.patches],
        [path.vertices.tolist() for path in texts.get_paths()],
        texts.get_facecolor().tolist(),
    )


@pytest.mark.parametrize("kind", KINDS)
def test_plots_show_what_is_asked_for(kind):
    plt = pytest.importorskip("matplotlib.pyplot")
    one = puzzle(kind)
    printed, solved = looks(one.plot()), looks(one.plot(one.solution))
    assert printed != solved
    assert looks(module(kind).plot(one)[0]) == printed
    assert looks(module(kind).plot(one, solved=True)[0]) == solved
    assert looks(one.plot(level=api_of(one).levels[-1])) != printed
    assert len(module(kind).plot(one, columns=9)[0].figure.axes) == 1
    assert len(rc.plot([one] * 3, columns=2)[0].figure.axes) == 4
    with pytest.raises(BadInput, match=r"level 'x': "):
        one.plot(level="x")
    plt.close("all")


def test_plots_stand_upright():
    plt = pytest.importorskip("matplotlib.pyplot")
    axes = plt.figure().add_subplot()
    draw_on(axes, Panel(1, 1, [], [Label(0.5, 0.5, "L")]))
    bottom, top = axes.get_ylim()
    assert bottom > top
    assert axes.get_xlim() == (-0.1, 1.1)
    corners = texts_of(axes).get_paths()[0].vertices
    foot = corners[corners[:, 1] == corners[:, 1].max()]
    assert np.ptp(foot[:, 0]) == np.ptp(corners[:, 0])
    plt.close("all")


@pytest.mark.parametrize("kind", KINDS)
def test_boards_to_play_on(kind):
    player = module(kind).play([puzzle(kind), puzzle(kind, SEVERAL)])
    assert len(player.shelf) == 2
    assert rc.play(puzzle(kind)).play["text"] == str(puzzle(kind))


def masks(play, steps):
    """What is left of each cell of a play, as bits, after some steps."""
    left = list(play.start)
    for step in steps:
        for cell, mask in step.left.items():
            left[cell] &= mask
    return left


def breaks(play, unit, solution):
    """Whether a solution breaks the rule of a unit, as far as the play tells it."""
    chosen = [solution[cell] for cell in unit.cells]
    digits = [place + 1 for place in chosen]
    if play.numbers:
        return (
            sum(play.numbers[cell] for cell, place in zip(unit.cells, chosen, strict=True) if place == 0) != unit.total
        )
    return (
        (unit.distinct and len(set(digits)) < len(digits))
        or (unit.total is not None and sum(digits) != unit.total)
        or (unit.increasing and digits != sorted(set(digits)))
    )


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_exported_to_play(kind):
    """A puzzle of the shelf: its board, its rules, the steps to a solution; and it is the widget's, and JSON."""
    declared = kinds()[kind]
    assert (declared.name, declared.title, declared.puzzle) == (kind, api_of(puzzle(kind)).title, type(puzzle(kind)))
    for text in declared.shelf[:2]:
        play, solved = declared.read(text, "the shelf"), module(kind).parse(text)
        assert play.title.startswith(f"{declared.title} {api_of(solved).size_of(solved)}")
        assert module(kind).parse(play.text) == solved
        assert module(kind).play(solved).play == json.loads(json.dumps(declared.read(str(solved), "").as_json()))
        assert len(play.start) == len(play.cells) == len(set(play.cells)) == len(play.solutions[0])
        assert all(r < play.rows and c < play.columns for r, c in play.cells)
        assert {cell for unit in play.units for cell in unit.cells} == set(range(len(play.cells)))
        assert not any(breaks(play, unit, solution) for unit in play.units for solution in play.solutions)
        for other in range(1, len(play.symbols)):
            changed = [
                (place + other) % len(play.symbols) if i == 0 else place for i, place in enumerate(play.solutions[0])
            ]
            assert any(breaks(play, unit, changed) for unit in play.units)
        assert masks(play, play.trace) == [1 << place for place in play.solutions[0]]
        found = [[play.symbols[one[cell]] for cell in range(len(play.cells))] for one in play.solutions]
        values = {"included": 1, "excluded": 0}
        arrays = {tuple(int(array[r][c]) for r, c in play.cells) for array in solved.solve(100)}
        assert {tuple(values.get(one) if kind == "rullo" else int(one) for one in row) for row in found} == arrays


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_puzzle_is_played_as_chosen(kind):
    declared = kinds()[kind]
    chosen = {one.name: one.choices[0] for one in declared.options}
    assert list(declared.requests) == list(declared.options[-1].choices)
    play = declared.new(chosen, 1)
    assert f" {chosen['size']}, " in play.title
    assert (len(play.solutions), play.complete) == (1, True) or kind == "rullo"
    with pytest.raises(BadInput, match=r"size '0x0': choose one of 3x3|size '0x0': choose one of 4x4"):
        declared.new(chosen | {"size": "0x0"}, 1)


PLAYED = """
const { begin, isSolved, mistakesOn, nextStep, statusOf, withLeft } = board_js;
const play = given[0];
const put = (places) => begin(play).map((cell, i) => [1 << places[i], 0]);
const [solution] = play.solutions;
const other = (i) => solution.map((place, j) => (i === j ? (place + 1) % play.symbols.length : place));
let board = begin(play), steps = 0;
for (let step; (step = nextStep(play, board)); steps++) board = withLeft(play, board, step.left);
console.log(JSON.stringify({
  solved: [put(solution), begin(play)].map((one) => isSolved(play, one)),
  changed: play.cells.some((_, i) => isSolved(play, put(other(i)))),
  mistakes: [mistakesOn(play, put(solution)), ...play.cells.map((_, i) => mistakesOn(play, put(other(i))))],
  broken: play.units.some((unit) => statusOf(play, put(solution), unit).broken),
  steps, end: isSolved(play, board),
}));
"""


@pytest.mark.parametrize("kind", KINDS)
def test_the_script_plays_what_is_exported(kind):
    """Without asking anybody: hint after hint to the end; what is wrong; when it is solved."""
    play = kinds()[kind].read(kinds()[kind].shelf[0], "")
    output = scripts.run(PLAYED, json.loads(json.dumps(play.as_json())))
    assert (output["solved"], output["changed"]) == ([True, False], False)
    assert output["mistakes"] == [[], *([i] for i in range(len(play.cells)))]
    assert (output["broken"], output["end"]) == (False, True)
    assert 0 < output["steps"] <= len(play.trace)


ASKED = """
(async () => {
  const failed = (error) => error.message;
  let text = "read";
  try { read_js.read(given[0], given[1]); } catch (error) { text = failed(error); }
  console.log(JSON.stringify([text, make_js.options(given[0]).length]));
})();
"""


@pytest.mark.parametrize("kind", KINDS)
def test_where_there_is_no_python_a_text_is_read_by_a_script_of_the_kind_or_refused(kind):
    text = kinds()[kind].shelf[0]
    output, options = scripts.run(ASKED, kind, text)
    script = Path(module(kind).__file__).with_name("playing.js")
    assert script.exists() == (kind in FOUR)
    if script.exists():
        assert (output, options) == ("read", len(kinds()[kind].options))
    else:
        expected = "the text of a Futoshiki is read by Python; play it in JupyterLab, or choose a puzzle above"
        assert (output, options) == (expected, 0)


def test_signs_of_order_are_checked_by_the_script_and_shown():
    play = kinds()[FIFTH].read("futoshiki 2x2\n. < .\n- -\n. - .", "")
    script = f"{PLAYED.split('let board')[0]}"
    script += "const unit = play.units.at(-1);\nconst at = (a, b) => statusOf(play, put([a, b, 0, 0]), unit).broken;\n"
    script += "const half = [[1, 0], [0, 0], [0, 0], [0, 0]];\n"
    script += "console.log(JSON.stringify([at(0, 1), at(1, 0), at(1, 1), statusOf(play, half, unit).broken]));"
    assert scripts.run(script, json.loads(json.dumps(play.as_json()))) == [False, True, True, False]
    assert play.signs == ((0, 1, "<"),)
    assert "&lt;</td>" in module(FIFTH).play(puzzle(FIFTH))._repr_mimebundle_()[0]["text/html"]
    assert puzzle(FIFTH)._repr_svg_().count("&lt;</text>") == 2
    assert "signs" not in kinds()["sudoku"].read(kinds()["sudoku"].shelf[0], "").as_json()


@pytest.mark.slow
def test_the_fifth_is_played_on_a_page_without_python(browser, tmp_path):
    """As the site has it, in a real browser: its signs, pass after pass to the end, and what is said to need Python."""
    shelf = module(FIFTH).play([kinds()[FIFTH].puzzle.parse(text) for text in kinds()[FIFTH].shelf])
    html = shelf._repr_mimebundle_()[0]["text/html"]
    (tmp_path / "page.html").write_text(f"<!doctype html><title>x</title>{html}<script>{alone.script()}</script>")
    page = browser.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    board, play = page.locator(".rullo-board"), shelf.plays[0]
    assert board.locator("b.sign").all_inner_texts() == [sign for _, _, sign in play.signs]
    assert board.get_by_text("A new puzzle").count() == 0
    open_cell = next(cell for cell, left in enumerate(play.start) if left & (left - 1))
    signs = [unit.name for unit in play.units if unit.increasing and open_cell in unit.cells]
    output = board.locator("td.cell button").nth(open_cell).get_attribute("aria-label")
    assert output == ", ".join([f"row {open_cell // 4 + 1}", f"column {open_cell % 4 + 1}: empty", *signs])
    for _ in range(100):
        board.get_by_role("button", name="Step", exact=True).click()
        if "Solved." in board.locator(".rullo-note").inner_text():
            break
    found = [int(text) for text in board.locator("td.cell button").all_inner_texts()]
    assert found == [place + 1 for place in play.solutions[0]]
    board.get_by_text("Your own text").click()
    board.get_by_role("button", name="Play this").click()
    board.get_by_text("the text of a Futoshiki is read by Python; play it in JupyterLab").wait_for(timeout=5000)
    page.close()


# -- experiments ------------------------------------------------------------------------------------------------------

SWEEPS = {
    "rullo": {"experiment": "sample", "size": ["3x3", "3x4"], "values": ["1-4"], "count": 50},
    "killer": {"experiment": "killer study", "cages": "28-30", "count": 3, "seed": [1, 2]},
    "sudoku": {"experiment": "sudoku study", "size": [4, 9], "count": 20},
    "futoshiki": {"experiment": "futoshiki study", "size": [3, 4], "count": 20},
}
"""A small sweep over an experiment of each kind; Kakuros are collected, not swept."""


@pytest.fixture
def data(tmp_path, monkeypatch):
    """An empty folder for data."""
    monkeypatch.setattr(paths, "DATA", tmp_path / "data")
    monkeypatch.setenv("RULLO_DATA", str(tmp_path / "data"))  # for notebooks, which are executed in other processes
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data"


@pytest.mark.parametrize("kind", SWEEPS)
def test_an_experiment_is_swept_and_not_run_again(kind, data):
    wanted = SWEEPS[kind]
    table = rc.sweep(wanted)
    assert {"outcome", "mean_passes", "share"} <= set(table)
    (axis,) = (name for name, values in wanted.items() if isinstance(values, list) and len(values) == 2)
    points = table.groupby(axis.removesuffix("s"))["share"].sum()
    assert len(points) == 2
    assert points.round(9).tolist() == [1, 1]
    files = {path: path.stat().st_mtime_ns for path in data.rglob("*.parquet")}
    assert files
    assert rc.sweep(wanted).equals(table)
    assert files == {path: path.stat().st_mtime_ns for path in data.rglob("*.parquet")}


def test_an_experiment_that_is_interrupted_goes_on_where_it_was(data, tmp_path, monkeypatch):
    wanted = {"size": 3, "count": 40, "threads": 1}
    whole = rc.run("futoshiki study", path=tmp_path / "whole.parquet", **wanted)
    study = sys.modules["rullo_core.futoshiki.experiments.study"].Study
    count, called = study.count, []

    def interrupted(self, shard, stop):
        called.append(shard)
        if len(called) == 4:
            raise KeyboardInterrupt
        return count(self, shard, stop)

    monkeypatch.setattr(study, "count", interrupted)
    with pytest.raises(KeyboardInterrupt):
        rc.run("futoshiki study", path=tmp_path / "again.parquet", **wanted)
    again = rc.run("futoshiki study", path=tmp_path / "again.parquet", **wanted)
    assert again.manifest["shards"] == {"all": 5, "taken up from before": 3}
    assert sorted(set(called)) == [(first, first + 8) for first in range(0, 40, 8)]
    assert again.counts.equals(whole.counts)
    assert again.counts["puzzles"].sum() == 40


# -- the fifth --------------------------------------------------------------------------------------------------------


def test_the_fifth_is_one_small_folder():
    files = [path for path in (BESIDE / FIFTH).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert sum(len(path.read_text().splitlines()) for path in files) < MOST_LINES
    others = ["rullo_core", "notebooks", "sweeps", "docs/site", "Makefile", "pyproject.toml"]
    named = subprocess.run(["grep", "-rilI", FIFTH, *others], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (named.returncode, named.stdout) == (1, "")


def test_a_level_is_added_to_the_fifth_as_contributing_says(tmp_path):
    text = (ROOT / "CONTRIBUTING.md").read_text()
    (code,) = re.findall(
        r"```python\n(.*?)```", text[text.index("## Add a level") : text.index("## Add an exp")], re.DOTALL
    )
    shutil.copytree(BESIDE / FIFTH, tmp_path / FIFTH)
    api = tmp_path / FIFTH / "api.py"
    changed, number = re.subn(r"^RULES = .*\n", lambda _: code, api.read_text(), flags=re.MULTILINE)
    assert number == 1
    api.write_text(changed.replace('"gac": "whole', '"hidden": "places of digits", "gac": "whole'))
    script = """
puzzles = rc.futoshiki.generate(40, size=4, seed=1, level="gac")
rated = rc.futoshiki.rate(puzzles)
print(rated[[f"passes_{level}" for level in ("naked", "hidden", "gac")]].notna().sum().tolist())
print((rated["level"] == "hidden").sum())
"""
    script = with_fifth(script).replace(repr(str(BESIDE)), repr(str(tmp_path)))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    counts, first = done.stdout.splitlines()
    naked, hidden, gac = json.loads(counts)
    assert 0 < naked < hidden <= gac
    assert int(first) == hidden - naked


def test_the_fifth_is_on_the_command_line(rullo, tmp_path, data):
    (tmp_path / "one.txt").write_text(TEXTS[FIFTH])
    assert FIFTH in rullo("--help")[1]
    status, output, _ = rullo(FIFTH, "solve", tmp_path / "one.txt")
    assert (status, output.splitlines()[:2]) == (0, ["# first", "Pass 1, signs: 1 cell"])
    assert output.endswith("\nSolved by passes alone, in 7 passes lines first and 6 signs first: difficulty 6.5.\n")
    assert [len(line.split()) for line in output.splitlines()[-5:-2]] == [3, 3, 3]
    status, output, _ = rullo(FIFTH, "rate", tmp_path / "one.txt", "--only", "level", "--format", "csv")
    assert (status, output.splitlines()[1].split(",")[:4]) == (0, [FIFTH, "naked", "3x3", "first"])
    status, output, _ = rullo(FIFTH, "generate", "--size", "3x3", "--count", "2", "--seed", "5")
    assert (status, output) == (0, f"{module(FIFTH).to_text(module(FIFTH).generate(2, 3, seed=5))}\n")
    status, output, _ = rullo(FIFTH, "study", "--size", "3", "--count", "9", "--out", tmp_path / "nine.parquet")
    assert status == 0
    assert "study of 3x3 Futoshikis, seed 1, 9 puzzles" in output
    status, output, _ = rullo("show", tmp_path / "nine.parquet")
    assert status == 0
    assert "\nfutoshiki 3x3\n" in output
    (tmp_path / "figures").mkdir()
    assert rullo("figures", tmp_path / "nine.parquet", tmp_path / "figures")[0] == 0
    assert list((tmp_path / "figures").glob("nine*.svg"))
    status, _, output = rullo(FIFTH, "solve", tmp_path / "none.txt")
    assert (status, output.count("\n")) == (2, 1)


def test_the_fifth_has_its_pages_on_the_site(tmp_path):
    put_together(tmp_path / "site")
    index = (tmp_path / "site" / "index.md").read_text()
    assert ":caption: Futoshiki\n\nnotebooks/futoshiki/01-study\n" in index
    others = ("results at a glance", "the project", "the family", "the docs", "the reference")
    assert index.count(":caption:") == len(KINDS) + len(others)
    assert '"futoshiki": {' in alone.script()


def test_a_sweep_of_the_fifth_executes_its_notebook_and_can_be_summarised(rullo, tmp_path, data, monkeypatch):
    specification = {"title": "Sizes", **SWEEPS[FIFTH], "count": 5}
    (tmp_path / "sizes.yaml").write_text(yaml.safe_dump(specification))
    summary = reports.SUMMARY
    # Another process does not have the fifth: the summary is run in this one.
    own = paths.NOTEBOOKS / declaration(f"{FIFTH} study").notebook_of_point
    monkeypatch.setattr(reports, "SUMMARY", own)
    status, output, problems = rullo("sweep", "sizes.yaml", "--out", "made", "--notebooks")
    assert status == 0, problems
    assert "0 failures" in output
    assert len(list((tmp_path / "made").glob("*.ipynb"))) == 3
    found = analysis.run(summary, sweep=str(tmp_path / "sizes.yaml"), compute=False)
    assert "points: 2, puzzles: 10." in found.text
    assert found.x == "size"


# -- the ecosystem ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_puzzles_and_results_pickle_copy_compare_and_hash(kind):
    (one,) = module(kind).generate(size=SIZES[kind], seed=9)
    for thing in (one, one.solve(), one.steps(), one.rate(), one.hint()):
        again = pickle.loads(pickle.dumps(thing))
        assert again == thing == copy.deepcopy(thing)
        assert hash(again) == hash(thing)
    assert np.array_equal(pickle.loads(pickle.dumps(one)).solution, one.solution)


@pytest.mark.parametrize("level", ["CH", "CA", "O1"])
def test_killers_are_rated_by_the_passes_that_their_steps_take(level):
    (one,) = rc.killer.generate(size=6, level=level, seed=1)
    rating, steps = one.rate(), one.steps()
    assert (rating.level, rating.own["level_passes"]) == (level, steps.passes)
    assert (steps.level, steps.guesses) == (level, 0)


@pytest.mark.parametrize("name", ["solve", "rate", "steps", "hint"])
def test_nothing_gives_a_table_with_the_usual_columns(name):
    of_any, of_one = getattr(rc, name)([]), getattr(rc.rullo, name)([])
    assert len(of_any) == len(of_one) == 0
    some = getattr(rc.rullo, name)(puzzle("rullo"))
    assert of_one.columns.tolist() == some.columns.tolist()[: len(of_one.columns)]
    assert of_any.columns.tolist()[0] == "puzzle"
    own = set(api_of(puzzle("rullo")).own_columns) if name == "rate" else set()
    assert set(of_one.columns) - own == set(of_any.columns) - ({"puzzle"} - set(of_one.columns))


def test_puzzles_may_come_one_by_one():
    assert len(rc.plot(puzzle("rullo") for _ in range(2))) == 2
    assert len(rc.play(puzzle("rullo") for _ in range(2)).shelf) == 2
    assert "passes_rows_first" in rc.rate(puzzle("rullo") for _ in range(2))


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_puzzle_text_file_or_number_is_refused(kind, tmp_path):
    one, other = puzzle(kind), puzzle("sudoku" if kind != "sudoku" else "rullo")
    for call, message in (
        (lambda: module(kind).rate(other), "is of type"),
        (lambda: module(kind).rate(None), "NoneType: is no puzzle, no text of one and no list of them"),
        (lambda: rc.rate(5), "int: is no puzzle, no text of one and no list of them"),
        (lambda: module(kind).parse(None), "NoneType: is no text"),
        (lambda: rc.parse(b"1"), "bytes: is no text"),
        (lambda: module(kind).write(one, tmp_path / "x.xyz"), r"is not written as \.xyz: take "),
        (lambda: module(kind).write([], tmp_path / "x.txt"), "no puzzles to write"),
        (lambda: module(kind).write(one, tmp_path / "none" / "x.txt"), r"cannot be written \(No such file"),
        (lambda: module(kind).write_sheet([], tmp_path / "x.pdf"), "no puzzles to write"),
        (lambda: module(kind).generate(seed=-1), "seed -1: write a whole number from 0"),
        (lambda: module(kind).generate(first=-1), "first -1: write a whole number from 0"),
        (lambda: module(kind).generate(size=[]), r"size \[\]: write (height|a number)"),
        (lambda: module(kind).generate(size=4.0), r"size 4\.0: write (height|a number)"),
        (lambda: module(kind).solve(one, threads=0), "threads 0: write a whole number from 1"),
        (lambda: module(kind).rate(one, nodes=-5), "nodes -5: write a whole number from 1"),
    ):
        with pytest.raises(BadInput, match=message):
            call()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", KINDS)
def test_where_nothing_is_written_nothing_is_drawn(kind):
    one = puzzle(kind)
    api = api_of(one)
    assert api.panel(one, api.checked_values(one, None)) == api.panel(one)


def test_a_sheet_with_a_wrong_suffix_is_refused_before_anything_is_solved(tmp_path):
    without_solution = rc.rullo.parse("5 7\n3 1 4\n9 5 3")
    with pytest.raises(BadInput, match=r"a sheet is a \.pdf or \.svg file"):
        rc.rullo.write_sheet(without_solution, tmp_path / "sheet.png")
    with pytest.raises(BadInput, match="has no solution to show"):
        rc.rullo.write_sheet(without_solution, tmp_path / "sheet.pdf")


def test_solutions_stay_read_only():
    one = puzzle("rullo")
    assert one.solution is not None
    for thing in (pickle.loads(pickle.dumps(one.solve()))[0], pickle.loads(pickle.dumps(one)).solution):
        assert not thing.flags.writeable


def is_simple(one):
    return one.rate().simple


@pytest.mark.slow
def test_in_other_processes():
    with warnings.catch_warnings(), ProcessPoolExecutor(2) as pool:
        warnings.simplefilter("ignore", DeprecationWarning)  # of forking with threads
        assert list(pool.map(is_simple, [puzzle(kind) for kind in FOUR])) == [True] * 4
