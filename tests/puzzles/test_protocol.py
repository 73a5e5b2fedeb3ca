"""What every kind of puzzle is held to: names, signatures, what they return and the columns of tables.

What each verb does is tested in the file of its name, such as `test_solve.py`.
"""

import ast
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
    AMBIGUOUS,
    FOUR,
    KINDS,
    SIZES,
    TEXTS,
    module,
    puzzle,
    with_more,
)

pytestmark = pytest.mark.usefixtures("more_kinds")


SECONDS = "seconds: 'float | None' = 60.0"


LIMITS = f"nodes: 'int | None' = None, {SECONDS}, states: 'int' = 4194304"


SIGNATURES = {
    "from_arrays": "(arrays: 'Arrays') -> 'Puzzles[P]'",
    "generate": None,
    "generate_frame": "(count: 'int' = 1, size: 'Any' = None, *, path: 'str | Path | None' = None, "
    "threads: 'int | None' = None, progress: 'bool' = False, **parameters: 'Any') -> 'pd.DataFrame'",
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
    "steps": [
        "puzzle",
        "index",
        "step",
        "pass",
        "guesses",
        "group",
        "unit",
        "row",
        "column",
        "candidates",
        "value",
        "reason",
    ],
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


FUNCTIONS_OF_KIND = {
    "rullo": ("hardest", "predict"),
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
    assert sorted(module(kind).__all__[1:]) == sorted({*SIGNATURES, *FUNCTIONS_OF_KIND.get(kind, ())})
    assert module(kind).__all__[0] == type(puzzle(kind)).__name__
    for name, output in SIGNATURES.items():
        assert output in (None, str(inspect.signature(getattr(module(kind), name)))), name
    parameters = inspect.signature(module(kind).generate).parameters
    assert [*parameters][: len(GENERATE)] == [*GENERATE]
    assert all(default in (None, parameters[name].default) for name, default in GENERATE.items())
    assert "max_tries" in parameters
    assert all(parameter.kind == parameter.KEYWORD_ONLY for parameter in list(parameters.values())[2:])
    for name, (output, _) in METHODS.items():
        assert str(inspect.signature(getattr(type(puzzle(kind)), name))) == output, name
    api = api_of(puzzle(kind))
    assert (api.name, api.puzzle) == (kind, type(puzzle(kind)))
    assert isinstance(api, PuzzleApi)


@pytest.mark.parametrize("kind", FOUR)
def test_type_checkers_are_told_of_what_a_kind_offers(kind):
    source = inspect.getsource(sys.modules[type(api_of(puzzle(kind))).__module__])
    (block,) = (statement for statement in ast.parse(source).body if isinstance(statement, ast.If))
    declared_names = [
        node.id for node in ast.walk(block) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]
    assert sorted(declared_names) == sorted(module(kind).__all__[1:])
    pairs = [ast.unparse(statement).replace("(", "").replace(")", "").split(" = ") for statement in block.body]
    assert all(", ".join(f"API.{name}" for name in names.split(", ")) == values for names, values in pairs)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_returned(kind):
    example = puzzle(kind)
    for name, (_, returned) in METHODS.items():
        assert returned is None or type(getattr(example, name)()) is returned, name
    for name, columns in COLUMNS.items():
        table = getattr(module(kind), name)([example, puzzle(kind, AMBIGUOUS)])
        assert table.columns.tolist()[: len(columns)] == columns, name
        assert name == "rate" or table.shape[1] == len(columns)
    assert example.hint().verdict in VERDICTS
    assert example.rate().simple
    assert (list(RATING_TYPES), ["puzzle", "index", *STEP_TYPES]) == (COLUMNS["rate"], COLUMNS["steps"])


@pytest.mark.parametrize("name", rc.__all__)
def test_public_names_are_documented(name):
    thing = getattr(rc, name)
    assert inspect.getdoc(thing)


@pytest.mark.parametrize("kind", KINDS)
def test_functions_of_a_kind_are_documented(kind):
    for name in module(kind).__all__:
        member = getattr(module(kind), name)
        assert inspect.getdoc(member), name
        if inspect.ismethod(member):
            parameters = [parameter for parameter in inspect.signature(member).parameters if parameter != "self"]
            assert all(parameter in inspect.getdoc(member) for parameter in parameters), name


def test_nothing_is_imported_before_it_is_used():
    script = "import sys, rullo_core as rc; rc.kakuro; rc.__all__; "
    script += "print({'numba', 'pandas', 'numpy', 'matplotlib', 'click'} & set(sys.modules))"
    process = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert process.stdout == "set()\n"


def test_one_puzzle_is_solved_rated_explained_and_drawn_without_the_compiler():
    script = with_more("")
    for kind in KINDS:
        script += f"p = rc.{kind}.parse({TEXTS[kind]!r})\np.solve(); p.steps(); p.hint(); p._repr_svg_()\n"
    script += "print({'numba', 'matplotlib'} & set(sys.modules))"
    process = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert process.stdout == "set()\n"


def test_sizes_are_height_and_width():
    assert repr(rc.rullo.parse("1 1 1\n1 1 1 1\n2 1 1 1")) == "<Rullo 2x3>"
    assert repr(rc.kakuro.parse("3 4\n- 6, 6, 6,\n,6 0 0 0\n,12 0 0 0")) == "<Kakuro 2x3>"


@pytest.mark.parametrize("kind", KINDS)
def test_puzzles_and_results_pickle_copy_compare_and_hash(kind):
    (example,) = module(kind).generate(size=SIZES[kind], seed=9)
    for thing in (example, example.solve(), example.steps(), example.rate(), example.hint()):
        unpickled = pickle.loads(pickle.dumps(thing))
        assert unpickled == thing == copy.deepcopy(thing)
        assert hash(unpickled) == hash(thing)
    assert np.array_equal(pickle.loads(pickle.dumps(example)).solution, example.solution)


@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_from_another_process_is_solved_before_its_kind_is_imported(kind):
    script = with_more(
        f"import pickle\none = pickle.loads({pickle.dumps(puzzle(kind))!r})\n"
        f"print('rullo_core.{kind}.api' in sys.modules, one.solve().unique)"
    )
    process = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert process.stdout == "False True\n"


def test_a_puzzle_of_a_derived_class_is_one_of_its_kind():
    class DerivedSudoku(rc.sudoku.Sudoku):
        pass

    assert DerivedSudoku.parse(TEXTS["sudoku"]).rate() == puzzle("sudoku").rate()
    assert api_of(DerivedSudoku((2, 2), (0,) * 16)) is apis()["sudoku"]


@pytest.mark.parametrize("name", ["solve", "rate", "steps", "hint"])
def test_nothing_gives_a_table_with_the_usual_columns(name):
    of_any, of_one = getattr(rc, name)([]), getattr(rc.rullo, name)([])
    assert len(of_any) == len(of_one) == 0
    table = getattr(rc.rullo, name)(puzzle("rullo"))
    assert of_one.columns.tolist() == table.columns.tolist()[: len(of_one.columns)]
    assert of_any.columns.tolist()[0] == "puzzle"
    columns_of_kind = set(api_of(puzzle("rullo")).own_columns) if name == "rate" else set()
    assert set(of_one.columns) - columns_of_kind == set(of_any.columns) - ({"puzzle"} - set(of_one.columns))


def test_puzzles_may_come_one_by_one():
    assert len(rc.plot(puzzle("rullo") for _ in range(2))) == 2
    assert len(rc.play(puzzle("rullo") for _ in range(2)).shelf) == 2
    assert "passes_rows_first" in rc.rate(puzzle("rullo") for _ in range(2))


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_puzzle_text_file_or_number_is_refused(kind, tmp_path):
    example, foreign = puzzle(kind), puzzle("sudoku" if kind != "sudoku" else "rullo")
    for call, message in (
        (lambda: module(kind).rate(foreign), "is of type"),
        (lambda: module(kind).rate(None), "NoneType: is no puzzle, no text of one and no list of them"),
        (lambda: rc.rate(5), "int: is no puzzle, no text of one and no list of them"),
        (lambda: module(kind).parse(None), "NoneType: is no text"),
        (lambda: rc.parse(b"1"), "bytes: is no text"),
        (lambda: module(kind).write(example, tmp_path / "x.xyz"), r"is not written as \.xyz: take "),
        (lambda: module(kind).write([], tmp_path / "x.txt"), "no puzzles to write"),
        (lambda: module(kind).write(example, tmp_path / "none" / "x.txt"), r"cannot be written \(No such file"),
        (lambda: module(kind).write_sheet([], tmp_path / "x.pdf"), "no puzzles to write"),
        (lambda: module(kind).generate(seed=-1), "seed -1: write a whole number from 0"),
        (lambda: module(kind).generate(first=-1), "first -1: write a whole number from 0"),
        (lambda: module(kind).generate(size=[]), r"size \[\]: write (height|a number)"),
        (lambda: module(kind).generate(size=4.0), r"size 4\.0: write (height|a number)"),
        (lambda: module(kind).solve(example, threads=0), "threads 0: write a whole number from 1"),
        (lambda: module(kind).rate(example, nodes=-5), "nodes -5: write a whole number from 1"),
    ):
        with pytest.raises(BadInput, match=message):
            call()
    assert not list(tmp_path.iterdir())


def test_solutions_stay_read_only():
    example = puzzle("rullo")
    assert example.solution is not None
    for array in (pickle.loads(pickle.dumps(example.solve()))[0], pickle.loads(pickle.dumps(example)).solution):
        assert not array.flags.writeable


def is_simple(puzzle):
    return puzzle.rate().simple


@pytest.mark.slow
def test_in_other_processes():
    with warnings.catch_warnings(), ProcessPoolExecutor(2) as pool:
        warnings.simplefilter("ignore", DeprecationWarning)  # of forking with threads
        assert list(pool.map(is_simple, [puzzle(kind) for kind in FOUR])) == [True] * 4
