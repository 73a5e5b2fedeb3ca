"""The public functions and methods: the same for every kind of puzzle, and what they return."""

import copy
import inspect
import pickle
import subprocess
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import matplotlib
import numpy as np
import pandas as pd
import pytest

import rullo_core as rc
from rullo_core.errors import BadInput
from rullo_core.paths import ROOT
from rullo_core.puzzles.lookup import api_of, apis
from rullo_core.puzzles.results import RATING_COLUMNS, STEP_COLUMNS
from rullo_core.puzzles.squares import kind_of_rating as kind_of_square
from rullo_core.views.boards import draw_on
from rullo_core.views.panels import Label, Panel

KINDS = ("rullo", "kakuro", "killer", "sudoku")

TEXTS = {
    "rullo": "# first\n  5 7\n4 1 4\n8 5 3",
    "kakuro": "# first\n3 3\n- 4, 6,\n,7 0 0\n,3 0 0",
    "killer": "# first\nkiller 4x4 boxes 2x2\na a a b\nc c b b\nd c c e\nd d e e\na=6 b=7 c=10 d=8 e=9",
    "sudoku": "# first\n.4...32....3....",
}
"""One simple puzzle of each kind, with a name."""

SOLUTIONS = {
    "rullo": [[0, 1], [1, 1]],
    "kakuro": [[0, 0, 0], [0, 3, 4], [0, 1, 2]],
    "killer": None,
    "sudoku": None,
}
"""The solutions of those that can be checked by hand."""

SEVERAL = {
    "rullo": "1 1 1\n1 1 1 1\n1 1 1 1\n1 1 1 1",
    "kakuro": "3 3\n- 5, 5,\n,5 0 0\n,5 0 0",
    "killer": "killer 4x4 boxes 2x2\na a b b\na a b b\nc c d d\nc c d d\na=10 b=10 c=10 d=10",
    "sudoku": "1...............",
}
"""A puzzle with several solutions of each kind."""

NONE = {
    "rullo": "2 4\n3 1 3\n3 1 3",
    "kakuro": "3 3\n- 4, 17,\n,13 0 0\n,8 0 0",
    "killer": "killer 4x4 boxes 2x2\na a b b\n. . . .\n. . . .\n. . . .\na=3 b=3",
    "sudoku": "12.. ..34 3... 4...",
}
"""A puzzle without solution of each kind, as far as a parser can see."""

SIZES = {"rullo": "4x4", "kakuro": "4x4", "killer": "4x4", "sudoku": "4x4"}


def module(kind):
    return getattr(rc, kind)


def puzzle(kind, texts=TEXTS):
    return module(kind).parse(texts[kind])


def test_every_kind_of_puzzle_is_there():
    assert sorted(KINDS) == sorted(apis())
    assert all(set(module(kind).__all__) <= set(dir(module(kind))) for kind in KINDS)
    assert set(rc.__all__) <= set(dir(rc))


def test_the_four_surfaces_are_the_same():
    """The same names; the same parameters with the same defaults, but for what `generate` asks of one kind only."""
    names = {kind: {name for name in module(kind).__all__ if name[0].islower()} for kind in KINDS}
    assert len(set(map(frozenset, names.values()))) == 1
    for name in sorted(names["rullo"] - {"generate"}):
        assert len({str(inspect.signature(getattr(module(kind), name))) for kind in KINDS}) == 1, name
    for kind in KINDS:
        parameters = inspect.signature(module(kind).generate).parameters
        assert [*parameters][:4] == ["count", "size", "seed", "first"]
        assert (parameters["count"].default, parameters["seed"].default, parameters["first"].default) == (1, 1, 0)
        assert "max_tries" in parameters
        assert all(one.kind == one.KEYWORD_ONLY for one in list(parameters.values())[2:])


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
    script = "import sys, rullo_core as rc\n"
    for kind in KINDS:
        script += f"p = rc.{kind}.parse({TEXTS[kind]!r})\np.solve(); p.steps(); p.hint(); p._repr_svg_()\n"
    script += "print({'numba', 'matplotlib'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_sizes_are_height_and_width():
    assert repr(rc.rullo.parse("1 1 1\n1 1 1 1\n2 1 1 1")) == "<Rullo 2x3>"
    assert repr(rc.kakuro.parse("3 4\n- 6, 6, 6,\n,6 0 0 0\n,12 0 0 0")) == "<Kakuro 2x3>"


# -- text -------------------------------------------------------------------------------------------------------------


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
    with pytest.raises(BadInput, match="puzzle 1 is of type str: give puzzles of"):
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
    with pytest.raises(BadInput, match=r"level 'x': .* has "):
        several.steps("x")


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
    if kind == "sudoku":
        values = np.array(one.cells).reshape(values.shape)  # the digits that are given
    met = 0
    while (hint := one.hint(values)).verdict != "solved":
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
def test_hints_say_what_is_wrong(kind):
    one = puzzle(kind)
    api = api_of(one)
    values = np.full(api.shape_of(one), api.nothing)
    r, c = max(cell for step in one.steps() for cell in step.candidates)
    right = one.solution[r - 1, c - 1]
    values[r - 1, c - 1] = 1 - right if kind == "rullo" else right % 4 + 1
    hint = one.hint(values)
    assert (hint.verdict, hint.wrong, dict(hint.values)) == ("wrong", ((r, c),), {})
    assert puzzle(kind, NONE).hint().verdict == "infeasible"
    with pytest.raises(BadInput, match=r"values: \(1, 1\) of int64; write whole numbers, an array of shape"):
        one.hint([[0]])
    with pytest.raises(BadInput, match=r"values, row 1, column 1: 99: write 1|values, row 1, column 1: 99: write 0"):
        one.hint(np.full(api.shape_of(one), 99))


@pytest.mark.parametrize(("kind", "value"), [("rullo", 2), ("kakuro", 10), ("killer", 5), ("sudoku", 5)])
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
    table = module(kind).rate(some)
    assert table.columns.tolist()[: len(RATING_COLUMNS)] == list(RATING_COLUMNS)
    assert table["kind"].tolist() == ["simple", "exhaustive" if kind == "rullo" else "ambiguous", "infeasible"]
    assert table["solutions"].tolist() == [1, 2, 0]
    assert table["difficulty"].notna().tolist()[::2] == [True, False]
    assert table["level"].isna().tolist()[2]
    assert table["passes"].isna().tolist() == [False, True, True]
    one = some[0].rate()
    assert one.to_dict() == {name: _plain(value) for name, value in table.iloc[0].items()}
    assert one == some[0].rate()
    assert hash(one) == hash(some[0].rate())
    assert (one.name, one.kind, one.solutions) == ("first", "simple", 1)
    assert (
        module(kind).rate([]).dtypes.to_dict() == table.dtypes.to_dict() == module(kind).rate(some[1:]).dtypes.to_dict()
    )


def _plain(value):
    if value is None or value is pd.NA or value != value:
        return None
    return value.item() if isinstance(value, np.generic) else value


def test_passes_are_those_of_the_steps():
    for kind in ("rullo", "kakuro"):
        some = module(kind).generate(20, size=SIZES[kind], seed=3, kind="simple")
        table = module(kind).rate(some)
        for one, passes in zip(some, table["passes"], strict=True):
            assert one.steps().passes == passes


def test_difficulty_is_the_mean_over_the_orders():
    killers = rc.killer.rate(rc.killer.generate(3, size=6, seed=5))
    simple = killers[killers.kind == "simple"]
    assert len(simple)
    assert (simple.difficulty == simple.passes).all()
    assert all(row.passes == row[f"passes_{row.level}"] for _, row in simple.iterrows())
    turns = simple[simple.cages_first.notna()]
    assert (turns.units_first == turns.cages_first + 1).all()
    (kakuro,) = rc.kakuro.generate(size="5x5", seed=5, kind="simple")
    rating = kakuro.rate()
    assert rating.difficulty == (rating.own["across_first"] + rating.own["down_first"]) / 2


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
    assert (table["complete"][0], table["kind"][0]) == (False, "undecided")


def test_one_solution_does_not_say_that_there_is_no_other():
    assert [kind_of_square(number, False, True) for number in range(3)] == ["undecided", "undecided", "ambiguous"]
    assert [kind_of_square(number, True, False) for number in range(3)] == ["infeasible", "exhaustive", "ambiguous"]


def test_what_only_some_kinds_are_rated_by():
    assert rc.rullo.parse("1 1 1\n1 1 1 1\n2 1 1 1").rate().own["unknown"] == 6
    own = puzzle("killer").rate().own
    assert [own[f"{name}_E"] for name in ("passes", "solved_cells", "candidates")] == [0, 0, 52]
    assert [own[f"{name}_CH"] for name in ("passes", "solved_cells", "candidates")] == [6, 16, 16]


def test_puzzles_of_several_kinds():
    some = [puzzle(kind) for kind in KINDS] + [puzzle("rullo", SEVERAL)]
    table = rc.rate(some)
    assert table.columns.tolist() == ["puzzle", *RATING_COLUMNS]
    assert table["puzzle"].tolist() == [*KINDS, "rullo"]
    assert table["solutions"].tolist() == [1, 1, 1, 1, 2]
    assert rc.rate(some[:1]).columns.tolist()[-1] == "unknown"
    assert rc.solve(some)["solutions"].tolist() == [1, 1, 1, 1, 2]
    assert rc.steps(some[:4])["puzzle"].drop_duplicates().tolist() == [0, 1, 2, 3]
    assert rc.hint(some[:4])["verdict"].tolist() == ["step"] * 4
    with pytest.raises(BadInput, match="puzzles of 2 kinds"):
        rc.plot(some[:2])
    with pytest.raises(BadInput, match="str: is no puzzle"):
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
        assert any(np.array_equal(one.solution, found) for found in one.solve(1000))
        if kind != "rullo":
            assert one.solve().unique
    with pytest.raises(BadInput, match="count 0"):
        module(kind).generate(0)
    with pytest.raises(BadInput, match="size"):
        module(kind).generate(size=(4, 4, 4))
    with pytest.raises(BadInput, match="write one of kakuro, killer, rullo, sudoku"):
        rc.generate("chess")


def test_tries_are_counted_from_the_first_index():
    assert rc.rullo.generate(size=3, first=5, max_tries=1) == rc.rullo.generate(6, size=3)[5:]


def test_what_is_asked_of_generated_puzzles():
    rullos = rc.rullo.generate(4, size="5x5", values="1-9", kind="simple", difficulty=(4, 6), required=(10, 15), seed=2)
    table = rc.rullo.rate(rullos)
    assert table.difficulty.between(4, 6).all()
    assert table.required.between(10, 15).all()
    exhaustive = rc.rullo.generate(2, size="4x4", values=[1, 2], kind="exhaustive", unique=True)
    assert rc.rullo.rate(exhaustive)[["kind", "solutions"]].drop_duplicates().values.tolist() == [["exhaustive", 1]]
    kakuros = rc.kakuro.rate(rc.kakuro.generate(2, size="6x6", difficulty=(5, 8), seed=2))
    assert kakuros.difficulty.between(5, 8).all()
    killers = rc.killer.generate(2, size=6, cages=(9, 12), single_cell_cages=2, level="CH", seed=2)
    assert [len(one.cages) in range(9, 13) for one in killers] == [True, True]
    assert rc.killer.rate(killers).level.tolist() == ["CH", "CH"]
    sudokus = rc.sudoku.generate(2, size=9, level="hidden", passes=(8, 30), symmetry="half-turn", seed=2)
    assert rc.sudoku.rate(sudokus).passes_hidden.between(8, 30).all()
    assert all((np.array(one.cells) > 0).tolist() == (np.array(one.cells) > 0).tolist()[::-1] for one in sudokus)


@pytest.mark.parametrize(
    ("kind", "wanted", "message"),
    [
        ("rullo", {"size": "3x3", "difficulty": (90, 99)}, r"difficulty 90: no puzzle of 3x3 has more than"),
        ("rullo", {"included": 2}, "included 2: write a probability from 0 to 1"),
        ("kakuro", {"kind": "easy"}, "kind 'easy': take simple, rectangular, exhaustive"),
        ("killer", {"single_cell_cages": -1}, "single_cell_cages -1: write the least"),
        ("sudoku", {"size": 4, "clues": 17}, "clues 17: write 0 to 16"),
        ("rullo", {"kind": "easy"}, "kind 'easy': take simple or exhaustive"),
        ("rullo", {"size": "2x2", "required": 3, "unique": True, "values": "1", "max_tries": 5}, "found in 5 tries"),
        ("kakuro", {"size": "4x4", "difficulty": (40, 50), "max_tries": 2}, "index 0: no such puzzle was found"),
        ("kakuro", {"method": "magic"}, "method 'magic': take one of check, steps"),
        ("killer", {"size": "4x6"}, "grids of Killer Sudokus are square"),
        ("killer", {"cages": (9, 4)}, r"cages \(9, 4\): write the least and the greatest"),
        ("sudoku", {"passes": 4}, "passes are those of a level"),
        ("sudoku", {"size": 5}, "size '5x5': write one of 4, 9"),
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
    assert "<td>simple</td>" in one.rate()._repr_html_()
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
    shapes = len(left.patches), len(right.patches)
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
    with pytest.raises(BadInput, match="has no solution to draw"):
        puzzle(kind, NONE).plot(solved=True)
    plt.close("all")


def looks(axes):
    return [(one.get_facecolor(), one.get_path().vertices.tolist()) for one in axes.patches]


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
    with pytest.raises(BadInput, match=r"level 'x': .* has "):
        one.plot(level="x")
    plt.close("all")


def test_plots_stand_upright():
    plt = pytest.importorskip("matplotlib.pyplot")
    axes = plt.figure().add_subplot()
    draw_on(axes, Panel(1, 1, [], [Label(0.5, 0.5, "L")]))
    bottom, top = axes.get_ylim()
    assert bottom > top
    assert axes.get_xlim() == (-0.1, 1.1)
    corners = axes.patches[0].get_path().vertices
    foot = corners[corners[:, 1] == corners[:, 1].max()]
    assert np.ptp(foot[:, 0]) == np.ptp(corners[:, 0])
    plt.close("all")


@pytest.mark.parametrize("kind", KINDS)
def test_boards_to_play_on(kind):
    player = module(kind).play([puzzle(kind), puzzle(kind, SEVERAL)])
    assert len(player.shelf) == 2
    assert rc.play(puzzle(kind)).play["text"] == str(puzzle(kind))


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
    assert (rating.kind, rating.level, rating.passes) == ("simple", level, steps.passes)
    assert (steps.level, steps.guesses, rating.difficulty) == (level, 0, steps.passes)


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
    assert "unknown" in rc.rate(puzzle("rullo") for _ in range(2))


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_puzzle_text_file_or_number_is_refused(kind, tmp_path):
    one, other = puzzle(kind), puzzle("sudoku" if kind != "sudoku" else "rullo")
    for call, message in (
        (lambda: module(kind).rate(other), "is of type"),
        (lambda: module(kind).rate(None), "NoneType: is no puzzle and no list of them"),
        (lambda: rc.rate(5), "int: is no puzzle and no list of them"),
        (lambda: module(kind).parse(None), "NoneType: is no text"),
        (lambda: rc.parse(b"1"), "bytes: is no text"),
        (lambda: module(kind).write(one, tmp_path / "x.xyz"), r"is not written as \.xyz: take "),
        (lambda: module(kind).write([], tmp_path / "x.txt"), "no puzzles to write"),
        (lambda: module(kind).write(one, tmp_path / "none" / "x.txt"), r"cannot be written \(No such file"),
        (lambda: module(kind).write_sheet([], tmp_path / "x.pdf"), "no puzzles to write"),
        (lambda: module(kind).generate(seed=-1), "seed -1: write a whole number from 0"),
        (lambda: module(kind).generate(first=-1), "first -1: write a whole number from 0"),
        (lambda: module(kind).generate(size=None), "size None: write it as 9"),
        (lambda: module(kind).generate(size=4.0), r"size 4\.0: write it as 9"),
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


def kind_of_rating(one):
    return one.rate().kind


@pytest.mark.slow
def test_in_other_processes():
    with warnings.catch_warnings(), ProcessPoolExecutor(2) as pool:
        warnings.simplefilter("ignore", DeprecationWarning)  # of forking with threads
        assert list(pool.map(kind_of_rating, [puzzle(kind) for kind in KINDS])) == ["simple"] * 4
