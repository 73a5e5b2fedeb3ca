"""What every kind of puzzle is held to: names, signatures, what they return and the columns of tables.

What each verb does is tested in the file of its name, such as `test_solve.py`.
"""

import copy
import inspect
import pickle
import subprocess
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

import rullo_core as rc
import rullo_studies as rs
from rullo_core.errors import BadInput
from rullo_core.paths import ROOT
from rullo_core.puzzles.api import PuzzleApi
from rullo_core.puzzles.lookup import api_of, apis
from rullo_core.puzzles.results import RATING_TYPES
from rullo_core.puzzles.steps import STEP_TYPES
from tests.puzzles.protocol import (
    FOUR,
    KINDS,
    SEVERAL,
    SIZES,
    TEXTS,
    module,
    puzzle,
    with_more,
)

pytestmark = pytest.mark.usefixtures("more")


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
    "steps": ["puzzle", "step", "pass", "guesses", "group", "unit", "row", "column", "candidates", "value", "reason"],
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
    assert (list(RATING_TYPES), ["puzzle", *STEP_TYPES]) == (COLUMNS["rate"], COLUMNS["steps"])


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
    script = with_more("")
    for kind in KINDS:
        script += f"p = rc.{kind}.parse({TEXTS[kind]!r})\np.solve(); p.steps(); p.hint(); p._repr_svg_()\n"
    script += "print({'numba', 'matplotlib'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_sizes_are_height_and_width():
    assert repr(rc.rullo.parse("1 1 1\n1 1 1 1\n2 1 1 1")) == "<Rullo 2x3>"
    assert repr(rc.kakuro.parse("3 4\n- 6, 6, 6,\n,6 0 0 0\n,12 0 0 0")) == "<Kakuro 2x3>"


@pytest.mark.parametrize("kind", KINDS)
def test_puzzles_and_results_pickle_copy_compare_and_hash(kind):
    (one,) = module(kind).generate(size=SIZES[kind], seed=9)
    for thing in (one, one.solve(), one.steps(), one.rate(), one.hint()):
        again = pickle.loads(pickle.dumps(thing))
        assert again == thing == copy.deepcopy(thing)
        assert hash(again) == hash(thing)
    assert np.array_equal(pickle.loads(pickle.dumps(one)).solution, one.solution)


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
