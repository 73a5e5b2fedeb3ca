"""Ratings of puzzles of every kind."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import rullo_core as rc
from rullo_core.columns import SCALE_TYPES
from rullo_core.errors import BadInput
from rullo_core.lazy import folder_of
from rullo_core.passes.solver import run
from rullo_core.puzzles.lookup import api_of, apis
from rullo_core.puzzles.results import RATING_TYPES
from tests.puzzles.protocol import AMBIGUOUS, FIFTH, INFEASIBLE, KINDS, SIZES, TEXTS, module, puzzle

pytestmark = pytest.mark.usefixtures("more_kinds")


@pytest.mark.parametrize("kind", KINDS)
def test_ratings_of_many_and_of_one(kind):
    puzzles = [puzzle(kind), puzzle(kind, AMBIGUOUS), puzzle(kind, INFEASIBLE)]
    table = module(kind).rate(puzzles, only="all")
    assert table.columns.tolist()[: len(RATING_TYPES)] == list(RATING_TYPES)
    assert table["simple"].tolist() == [True, False, False]
    assert table["solutions"].tolist() == [1, 2, 0]
    assert table["passes"].isna().tolist() == [False, kind != "rullo", True]
    assert table["level"].isna().tolist()[2]
    assert table["text"].tolist() == list(map(str, puzzles))
    assert (table["open_cells"].fillna(0) <= table["cells"]).all()
    assert table["open_cells"].eq(0).fillna(False).tolist() == table["simple"].tolist()
    rating = puzzles[0].rate()
    of_one = (item for item in table.iloc[0].items() if item[0] not in SCALE_TYPES)
    assert rating.to_dict() == {name: _plain(value) for name, value in of_one}
    assert rating == puzzles[0].rate()
    assert hash(rating) == hash(puzzles[0].rate())
    assert (rating.name, rating.simple, rating.solutions) == ("first", True, 1)
    with pytest.raises(AttributeError, match=r"^a Rating has no difficulty; read passes$"):
        _ = rating.difficulty
    assert (
        module(kind).rate([], only="all").dtypes.to_dict()
        == table.dtypes.to_dict()
        == module(kind).rate(puzzles[1:], only="all").dtypes.to_dict()
    )


def _plain(value):
    if value is None or value is pd.NA or value != value:
        return None
    return value.item() if isinstance(value, np.generic) else value


def test_passes_are_those_of_the_steps():
    for kind, is_simple in (("rullo", {"simple": True}), ("kakuro", {"level": "G"})):
        puzzles = module(kind).generate(20, size=SIZES[kind], seed=3, **is_simple)
        table = module(kind).rate(puzzles)
        column = f"passes_{'columns' if kind == 'rullo' else 'across'}_first"
        assert [puzzle.steps().passes for puzzle in puzzles] == table[column].tolist()


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
    passes = [len(run(game, order).passes) for order in (("lines", "signs"), ("signs", "lines"))]
    assert passes[0] != passes[1]
    assert futoshiki.rate().passes == sum(passes) / 2


def test_nodes_are_values_that_were_tried():
    """Of Kakuros a kernel counts how often entries are gone through, once before anything is tried."""
    table = rc.kakuro.rate([puzzle("kakuro"), puzzle("kakuro", AMBIGUOUS)])
    assert table["nodes"].tolist()[0] == 0
    assert puzzle("kakuro").solve().nodes == 0
    ambiguous = puzzle("kakuro", AMBIGUOUS)
    assert ambiguous.solve(1000).nodes == ambiguous.rate(max_solutions=1000).nodes > 0
    assert ambiguous.rate(max_solutions=1000, nodes=1).complete is False
    rating = ambiguous.rate(max_solutions=1000, nodes=4)
    assert (rating.complete, rating.nodes) == (True, 4)
    assert not ambiguous.rate(max_solutions=1000, nodes=3).complete


@pytest.mark.parametrize("kind", KINDS)
def test_many_are_rated_within_a_limit(kind):
    table = module(kind).rate([puzzle(kind, AMBIGUOUS)], max_solutions=1000, nodes=1)
    assert (table["complete"][0], table["bound"][0]) == (False, "nodes")


def test_one_solution_does_not_say_that_there_is_no_other():
    rating = puzzle("sudoku", AMBIGUOUS).rate()
    for number, complete, is_undecided in ((0, False, True), (1, False, True), (2, False, False), (1, True, False)):
        assert replace(rating, solutions=number, complete=complete).is_undecided is is_undecided


def test_what_only_some_kinds_are_rated_by():
    assert rc.rullo.parse("1 1 1\n1 1 1 1\n2 1 1 1").rate().open_cells == 6
    columns = puzzle("killer").rate().own
    assert [columns[f"{name}_E"] for name in ("passes", "solved_cells", "candidates")] == [0, 0, 52]
    assert [columns[f"{name}_CH"] for name in ("passes", "solved_cells", "candidates")] == [6, 16, 16]


def test_puzzles_of_several_kinds():
    puzzles = [puzzle(kind) for kind in KINDS] + [puzzle("rullo", AMBIGUOUS)]
    table = rc.rate(puzzles)
    assert table.columns.tolist() == list(RATING_TYPES)
    assert table["puzzle"].tolist() == [*KINDS, "rullo"]
    assert table["solutions"].tolist() == [*(1 for _ in KINDS), 2]
    assert rc.rate(puzzles[:1]).columns.tolist()[-1] == "passes_rows_first"
    assert rc.solve(puzzles)["solutions"].tolist() == [*(1 for _ in KINDS), 2]
    steps = rc.steps(puzzles[:4]).drop_duplicates("index")
    assert steps[["puzzle", "index"]].values.tolist() == [[kind, place] for place, kind in enumerate(KINDS[:4])]
    assert steps["puzzle"].cat.categories.tolist() == list(KINDS[:4])
    assert rc.hint(puzzles[:4])["verdict"].tolist() == ["step"] * 4
    with pytest.raises(BadInput, match="puzzles of 2 kinds"):
        rc.plot(puzzles[:2])
    with pytest.raises(BadInput, match=r"^puzzle 0, line 1: cannot be read as "):
        rc.rate(["text"])
    with pytest.raises(BadInput, match="Other: is no puzzle"):
        rc.rate([type("Other", (), {"__module__": "pandas.other"})()])  # beside it there is a module api, too


@pytest.mark.parametrize("kind", KINDS)
def test_single_columns_of_ratings_are_those_of_all(kind):
    api = apis()[kind]
    shelf = folder_of(kind) / "shelf.txt"
    puzzles = [puzzle(kind, texts) for texts in (TEXTS, AMBIGUOUS, INFEASIBLE)] + api.read(shelf)[:4]
    ratings = api.rate(puzzles, only="all")
    assert list(api.rate(puzzles)) == [name for name in ratings if name not in api.costly_columns]
    for name in ratings:
        table = api.rate(puzzles, only=[name])
        assert list(table) == [column for column in ratings if column in ("puzzle", "size", "name", name)]
        assert table[name].equals(ratings[name]), name
    pair = api.rate(puzzles, only=("passes", "level"))
    assert pair.equals(ratings[["puzzle", "level", "passes", "size", "name"]])
    with pytest.raises(BadInput, match="column 'difficulty': is gone; take passes"):
        api.rate(puzzles, only="difficulty")
    with pytest.raises(BadInput, match="no column 'magic'; "):
        api.rate(puzzles, only=["level", "magic"])
