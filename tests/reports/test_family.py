"""The notebooks about all kinds of puzzle, run in this process: their variables against the readable solver."""

import json
import math
import re

import numpy as np
import pandas as pd
import pytest
import yaml

import rullo_core as rc
from rullo_core import passes, uncertainty
from rullo_core.constraints.consistency import Consistency, is_solved
from rullo_core.errors import BadInput
from rullo_core.kakuro import solver as kakuro
from rullo_core.kakuro.api import API as KAKURO
from rullo_core.killer import solver as killer
from rullo_core.killer.api import API as KILLER
from rullo_core.passes.levels import is_fixed
from rullo_core.paths import NOTEBOOKS, PUBLISHED
from rullo_core.puzzles.lookup import api_of
from rullo_core.reports import paper
from rullo_core.rullo import solver as rullo
from rullo_core.rullo.api import API as RULLO
from rullo_core.sudoku import solver as sudoku
from rullo_core.sudoku.api import API as SUDOKU
from rullo_core.sudoku.levels import LEVELS as SUDOKU_LEVELS
from rullo_studies.rullo.thesis import published
from tests import analysis
from tests.outcomes import shown_markdown, tables_of
from tests.reports.test_notebook import NEVER_SHOWN

TRY_IT, HOW_FAR, AGAINST_OTHERS, BY_SIZE, ANY_SWEEP = (
    NOTEBOOKS / "family" / f"{name}.ipynb"
    for name in ("00-try-it", "01-how-far", "02-against-others", "03-by-size", "05-any-sweep")
)

GAMES = {
    "Rullo": rullo.game,
    "Kakuro": kakuro.game,
    "Killer Sudoku": killer.game,
    "Sudoku": lambda puzzle: sudoku.game(puzzle, "gac"),
}
LITTLE = {"growing": 2, "large": 1, "stalls": 1}


def text_of(notebook):
    """The text of an executed notebook: its Markdown, and that which its code puts out."""
    cells = json.loads((NOTEBOOKS / f"{notebook}.ipynb").read_text("utf-8"))["cells"]
    texts = [cell["source"] for cell in cells if cell["cell_type"] == "markdown"]
    for output in (output for cell in cells for output in cell.get("outputs", [])):
        texts.append(output.get("data", {}).get("text/markdown", ""))
    return "\n".join(map("".join, texts)).replace("**", "")


@pytest.fixture(scope="module")
def how_far():
    return analysis.run(HOW_FAR, count=12, **LITTLE)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_ratings_equal_the_readable_solver_s(how_far, name):
    """The mean number of passes over all orders; and pairs or an assumption where these are stuck, for each kind."""
    puzzles, ratings = how_far.puzzles[name], how_far.rating_table.loc[name]
    assert ratings["passes"].notna().any()
    for puzzle, rating in zip(puzzles, ratings.itertuples(), strict=True):
        game = GAMES[name](puzzle)
        runs = [passes.run(game, order) for order in game.orders]
        assert (rating.outcome == "simple") == runs[0].is_solved
        consistency = Consistency(api_of(puzzle).network(puzzle))
        solved_by = [is_solved(domains) for domains in (consistency.g1(), consistency.g2(), consistency.s())]
        assert rating.outcome == ["simple", "pairs", "one assumption", "more"][[*solved_by, True].index(True)]
        assert rating.cells == len(game.unknown(game.start))
        if runs[0].is_solved:
            assert rating.passes == np.mean([len(run.passes) for run in runs])


@pytest.mark.slow
@pytest.mark.parametrize("name", [*GAMES, "figure 20"])
def test_stuck_puzzles_equal_the_readable_solver_s(how_far, name):
    """What is unfixed, and after the first cell with the fewest candidates is; of the thesis's Figure 20, 8 cells."""
    kind = name if name in GAMES else "Rullo"
    puzzles = how_far.puzzles[name] if name in GAMES else [published.puzzles()[name]]
    ratings = how_far.rating_table.loc[name] if name in GAMES else how_far.rate(puzzles)
    shares = how_far.guess_once(kind, puzzles, ratings)
    puzzle = puzzles[ratings["passes"].isna().idxmax()]
    game, solved = GAMES[kind](puzzle), api_of(puzzle).state_with(puzzle, puzzle.solve()[0])
    stuck = passes.run(game).state
    unknown = game.unknown(stuck)
    cell = min(unknown, key=lambda cell: len(game.choices(stuck, cell)))
    guessed = game.with_value(stuck, cell, min(solved[cell]))
    unfixed = game.unknown(passes.run(game, state=guessed).state)
    cells = len(game.unknown(game.start))
    assert shares.values.tolist() == [[len(unknown) / cells, len(unfixed) / cells]]
    assert name in GAMES or (cells, len(unknown)) == (49, 8)


@pytest.mark.slow
def test_each_rullo_is_the_first_unique_one_from_its_index_on(how_far):
    for number, puzzle in enumerate(how_far.generate("Rullo", 3, 4)):
        first = 10_000 * number
        candidates = [rc.rullo.generate(size=4, first=first + i, seed=1)[0] for i in range(200)]
        assert puzzle == next(candidate for candidate in candidates if candidate.solve().unique)


@pytest.mark.slow
def test_figures_choices_and_what_is_to_try():
    """Every value that can be chosen shows another picture, and pieces to try work."""
    notebook = analysis.run(HOW_FAR, try_this=True, count=1, seed=2, **LITTLE)
    (choice,) = [output for output in notebook.outputs if hasattr(output, "frames")]
    assert list(choice.frames) == list(GAMES)
    assert len({*choice.frames.values()}) == len(GAMES)
    assert "Of 1 unique puzzle of each kind" in notebook.text
    assert "(in brackets how many; too few for confidence intervals)" in notebook.text
    assert not NEVER_SHOWN.search(notebook.text)


@pytest.mark.slow
def test_nothing_stuck_is_examined():
    notebook = analysis.run(HOW_FAR, count=2, **LITTLE | {"stalls": 0})
    assert "Of these puzzles none is examined" in notebook.text
    assert not NEVER_SHOWN.search(notebook.text)


@pytest.mark.parametrize(
    ("parameters", "minimum"), [({"count": 0}, 1), ({"growing": 0}, 1), ({"large": -1}, 1), ({"stalls": -1}, 0)]
)
def test_too_few_are_refused(parameters, minimum):
    (name,) = parameters
    with pytest.raises(BadInput, match=f"^{name} = {parameters[name]}: write a whole number, at least {minimum}$"):
        analysis.run(HOW_FAR, **parameters)


def test_shares_and_intervals_as_committed():
    """Of the committed data: counts, intervals, and what stuck puzzles lack."""
    text = shown_markdown(HOW_FAR)
    assert "82% (76 to 87) of 10×10 Kakuros, 66% (59 to 72) of 8×8 Rullos" in text
    assert "one assumption is enough for\n273 of 369, and pairs for 96." in text
    assert re.search(r"97% of cells are unfixed in a Killer Sudoku on average,\sand 39% in a Kakuro\s", text)
    assert re.search(r"10% of the former\sand 61% of the latter", text)


# -- what others find hard --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def against_others():
    return analysis.run(AGAINST_OTHERS, try_this=True, draws=20, sudoku_measure="clues")


@pytest.mark.slow
def test_what_solo_generates_is_rated_as_by_the_readable_solver(against_others):
    """One puzzle of each grade, of which there are as many as the page says; all have one solution."""
    for kind, number in {"sudoku": 600, "killer": 530}.items():
        solo = against_others.solo[kind]
        assert len(solo) == number
        assert (solo["solutions"] == 1).all()
    examples = against_others.solo["sudoku"].groupby("grade", sort=False).first()
    for grade, rating in examples.iterrows():
        puzzle = rc.read(PUBLISHED / "sudoku" / f"solo-{grade}.txt")[0]
        assert rating["unfixed"] == len(sudoku.game(puzzle, "hidden").unknown(sudoku.reach(puzzle, "hidden").state))
        solves = [level for level in SUDOKU_LEVELS if is_fixed(sudoku.reach(puzzle, level).state)]
        assert rating["level"] == (solves or ["search"])[0]


@pytest.mark.slow
def test_correlations_with_others_are_those_of_the_ranks(against_others):
    for kind, name, table, order in (
        ("sudoku", "W", against_others.minimal, "W"),
        ("sudoku", "SER", against_others.minimal, "SER"),
        ("killer", "grade of Solo", against_others.solo["killer"], "place"),
        ("killer", "booklet, means", against_others.by_booklet, "booklet"),
    ):
        for column, title in against_others.measures[kind].items():
            row = against_others.correlations[kind][name].loc[title]
            assert row["Spearman"] == pytest.approx(uncertainty.rank_correlation(table[column], table[order])[0])
            assert row["low"] <= row["Spearman"] <= row["high"]
    assert not NEVER_SHOWN.search(against_others.text)


@pytest.mark.parametrize(
    ("parameters", "says"),
    [
        ({"sudoku_measure": "passes_O1"}, "sudoku_measure = 'passes_O1': write one of rank, level_passes"),
        ({"draws": 0}, "draws = 0: write a whole number, at least 1"),
    ],
)
def test_other_measures_are_refused(parameters, says):
    with pytest.raises(BadInput, match=says):
        analysis.run(AGAINST_OTHERS, **parameters)


def test_what_others_find_hard_as_committed():
    """A level for each grade, W = 0 and 1 as here, and a publisher's order in the means, not in single puzzles."""
    text = shown_markdown(AGAINST_OTHERS)
    assert "**+0.97 (+0.96 to +0.97) with the grades of Simon Tatham's Solo**" in text
    assert "agree on **21,375 of 21,375 puzzles**" in text
    assert "**+0.90 (" in text
    assert "All 8,000 puzzles have one solution. Levels solve all but 3" in text
    rows = tables_of(AGAINST_OTHERS)
    assert ["advanced", "100", "0 %", "0 %", "0 %", "88 %", "12 %", "0 %"] in rows
    assert ["unreasonable", "100", "0 %", "1 %", "4 %", "10 %", "73 %", "11 %", "1 %"] in rows


def test_how_far_agreement_is_an_identity_and_what_clues_say():
    """The sentences about W and clues, against the committed measures."""
    text = text_of("family/02-against-others")
    measures = pd.read_csv(PUBLISHED / "sudoku" / "berthier-measures.csv.gz")
    levels = measures["level"].map(list(paper.LEVELS).index)
    is_harder = measures["W"] >= 2
    assert "Up to W = 1 this is an identity, as the rules are the same" in text
    hidden, locked = map(paper.LEVELS.index, ("hidden", "locked"))
    assert ((levels <= hidden) == (measures["W"] == 0)).all()
    assert ((levels == locked) == (measures["W"] == 1)).all()
    assert "where W is 2 or more, the correlation of the level with W is about half of that over all puzzles" in text
    part, correlation = (
        uncertainty.rank_correlation(levels[of], measures["W"][of])[0] for of in (is_harder, levels >= 0)
    )
    assert part / correlation == pytest.approx(0.5, abs=0.05)
    assert "clues go one way with Solo's grades, and the other way, weakly, with W and SER" in text
    (row,) = [row for row in tables_of(AGAINST_OTHERS) if row[0] == "clues" and len(row) == 7 and "(" not in row[1]]
    with_grade, with_w, with_ser = (float(text) for text in row[1::2])
    assert with_grade < 0 < min(with_w, with_ser) <= max(with_w, with_ser) < 0.25


def test_bits_of_boards_are_those_of_their_numbers():
    """What is typed into the notebook, against logarithms of how many boards and fillings there are."""
    text = text_of("family/03-by-size")
    boards = {9: 6_670_903_752_021_072_936_960, 6: 28_200_960}
    nine, six = (f"{math.log2(boards[side]):.1f}" for side in (9, 6))
    free_nine, free_six = (f"{side**2 * math.log2(side):.0f}" for side in (9, 6))
    assert (nine, six, free_nine, free_six) == ("72.5", "24.7", "257", "93")
    assert f"could be numbered with {nine} bits instead of the {free_nine} that 81 cells take" in text
    assert f"those of 6×6 with {six} instead of {free_six}" in text
    assert f"log₂ 9 ≈ {math.log2(9):.1f}" in text


def test_times_of_people_are_figures_of_the_file():
    """What the notebook says of the players of an app holds in the committed figures, and its table has them."""
    people = pd.read_csv(PUBLISHED / "sudoku" / "times-of-people.csv", index_col="measure")
    assert people["where"].str.contains("10.1109/ACCESS.2024.3434632", regex=False).all()
    rows = {row[0]: row[1:] for row in tables_of(AGAINST_OTHERS) if row[0] in people.index and len(row) == 3}
    for measure, row in people.iterrows():
        assert rows[measure] == [f"{row['puzzles']:,}", "{spearman:+.2f} ({low:+.2f} to {high:+.2f})".format_map(row)]
        assert row["low"] < row["spearman"] < row["high"]
        low, high = uncertainty.rank_correlation_interval(row["spearman"], row["puzzles"])
        assert (row["low"], row["high"]) == (pytest.approx(low, abs=0.01), pytest.approx(high, abs=0.01))
    text = text_of("family/02-against-others")
    assert "a random two thirds of them" in text
    assert (
        "the level goes less well than the passes of singles, and less well than the cells that are forced early"
        in text
    )
    level, passes, forced = (people.loc[name] for name in ("level", "passes of singles", "forced cells, early"))
    assert level["high"] < min(passes["low"], -forced["high"])
    assert "it goes best with the times of the players of an app" in text
    assert people["spearman"].abs().idxmax() == "forced cells, early"
    assert "puzzles with fewer clues take somewhat longer" in text
    assert people.at["clues", "high"] < 0


# -- boards to play on ------------------------------------------------------------------------------------------------

KINDS = (RULLO, KAKURO, SUDOKU, KILLER)
"""In the order of the notebook."""

OWN_PUZZLES = {
    "rullo": "5 7\n4 1 4\n8 5 3",
    "kakuro": "3 3\n- 4, 6,\n,7 0 0\n,3 0 0",
    "sudoku": ".4...32....3....",
    "killer": "killer 4x4 boxes 2x2\na a a b\nc c b b\nd c c e\nd d e e\na=6 b=7 c=10 d=8 e=9",
}


@pytest.mark.slow
def test_puzzles_of_one_s_own_are_played():
    """The others are those that come with each kind; and pieces to try work."""
    notebook = analysis.run(TRY_IT, try_this=True)
    assert [len(board.shelf) for board in notebook.outputs[:4]] == [len(kind.shelf) for kind in KINDS]
    notebook = analysis.run(TRY_IT, **OWN_PUZZLES)
    assert [board.play["text"] for board in notebook.outputs] == [
        str(rc.parse(OWN_PUZZLES[kind.name])) for kind in KINDS
    ]


@pytest.mark.parametrize("name", OWN_PUZZLES)
def test_a_text_of_another_kind_is_refused(name):
    text = OWN_PUZZLES["sudoku" if name == "rullo" else "rullo"]
    with pytest.raises(BadInput):
        analysis.run(TRY_IT, **{name: text})


SWEEPS = {
    "census": {"size": ["1x12", "2x2", "3x2"], "values": ["1", "1-2"]},
    "grids": {"size": "3x3", "values": ["0-2", "1-3"], "grids": [3, 12], "seed": [1, 2]},
    "sample": {"size": ["2x2", "6x6"], "values": ["1-2", "2-4"], "count": 200, "guess_limit": [4, 9], "seed": [5, 6]},
    "search": {"size": ["3x3", "4x4"], "values": "1-3", "count": 20, "max_solutions": [2, 5], "seed": [1, 2]},
    "phases": {"size": ["3x3", "4x4"], "values": "1-3", "count": [20, 30], "max_nodes": [1, 1000], "seed": [1, 2]},
    "kakuro census": {"size": ["2x2", "2x3"]},
    "kakuro polyominoes": {"cells": [4, 5]},
    "killer census": {"box": ["2x2", "1x4"], "cage_sizes": "2-4"},
    "kakuro study": {"size": ["6x6", "10x6"], "black": [0.3, 0.4], "method": ["steps", "fill"], "count": 12},
    "killer study": {"method": "grown", "cages": ["25-27", "46-48"], "count": 12, "seed": [1, 2]},
    "sudoku study": {"size": [4, 9], "order": ["random", "rows"], "symmetry": ["none", "mirror"], "count": 12},
    "sudoku population": {"size": [4, 6], "count": [12, 5]},
}
"""A small sweep of each experiment."""

of_each = pytest.mark.parametrize(
    "experiment",
    [pytest.param(experiment, marks=[pytest.mark.slow] if " " in experiment else []) for experiment in SWEEPS],
)


@pytest.fixture
def sweep_of(tmp_path, monkeypatch):
    """A function that writes the specification of a sweep and returns its path; points are counted elsewhere."""
    monkeypatch.setattr("rullo_core.paths.DATA", tmp_path / "data")

    def write(experiment):
        path = tmp_path / "some.yaml"
        path.write_text(yaml.safe_dump({"experiment": experiment} | SWEEPS[experiment]))
        return str(path)

    return write


def test_every_experiment_has_a_small_sweep():
    assert set(SWEEPS) == set(rc.experiments().experiment)


@of_each
def test_any_sweep_shows_what_points_have(sweep_of, experiment):
    """Of each outcome and measure, over several pairs of parameters, with seeds together: against single datasets."""
    sweep = sweep_of(experiment)
    points = rc.sweep(sweep).assign(experiment=experiment)
    varied = [name for name in points.attrs["parameters"] if points[name].nunique() > 1]
    pairs = [("", ""), (varied[-1], ""), (points.attrs["parameters"][0], varied[-1])]
    measures = ("share", "mean_level_passes" if "mean_level_passes" in points else "mean_passes")
    outcomes = ("", points["outcome"].unique()[-1])
    for i, (x, y) in enumerate(dict.fromkeys(pair for pair in pairs if pair[0] != pair[1])):
        # Both measures and both outcomes of each pair, the other way around of the next one.
        for measure, outcome in zip(measures, outcomes[:: -1 if i % 2 else 1], strict=True):
            notebook = analysis.run(
                ANY_SWEEP, try_this=outcome == "", sweep=sweep, x=x, y=y, outcome=outcome, measure=measure
            )
            assert all(
                value in ("", chosen_value)
                for value, chosen_value in ((x, notebook.x), (y, notebook.y), (outcome, notebook.outcome))
            )
            assert_shown(notebook, points, measure)
            assert [match[0] for match in NEVER_SHOWN.finditer(notebook.text)] == []
            tables = [table.to_html() for table in notebook.outputs if hasattr(table, "to_html")]
            assert len(tables) >= 3
            assert not any(">nan" in table for table in tables)


def assert_shown(notebook, points, measure):
    """Values and errors of the notebook's table are those of the points that it combines, and its axes are sorted."""
    rows = points[points["outcome"] == notebook.outcome]
    names = [name for name in notebook.varied if name not in ("seed", notebook.x, notebook.y)]
    number = "total" if measure == "share" else "rated"
    assert len(notebook.combined) == rows.groupby([*names, notebook.x, notebook.y]).ngroups
    for key, group in rows.groupby([*names, notebook.y, notebook.x]):
        *rest, y, x = key
        panel = ", ".join(f"{name} {value}" for name, value in zip(names, rest, strict=True))
        row = notebook.combined.loc[(panel, y, x)]
        weights = group[number] / group[number].sum() if group[number].sum() else group[number] * np.nan
        is_counted = group[number] > 0
        value = (group[measure] * weights)[is_counted].sum() if is_counted.any() else np.nan
        error = (
            np.sqrt(((group[f"{measure}_error"] * weights)[is_counted] ** 2).sum(skipna=False))
            if is_counted.any()
            else np.nan
        )
        factor = 100 if measure == "share" else 1
        assert row["value"] == pytest.approx(factor * value, nan_ok=True)
        assert row["error"] == pytest.approx(factor * error, nan_ok=True)
    for name in (notebook.x, notebook.y):
        order = notebook.selection[name].cat.categories.tolist()
        if name == "size" and isinstance(order[0], str):
            assert order == sorted(order, key=lambda size: np.prod([*map(int, size.split("x"))]))
        elif not isinstance(order[0], str):
            assert order == sorted(order)


def test_any_sweep_combines_seeds_as_a_greater_sample_would_be(sweep_of):
    notebook = analysis.run(ANY_SWEEP, sweep=sweep_of("sample"), x="size", y="values", outcome="simple")
    counts_by_seed = [
        rc.run("sample", size="6x6", values="2-4", count=200, guess_limit=9, seed=seed).counts for seed in (5, 6)
    ]
    simple = sum(counts.query("outcome == 'simple'").puzzles.sum() for counts in counts_by_seed)
    row = notebook.combined.loc[("guess_limit 9", "2-4", "6x6")]
    assert (row["count"], row["of"], row["value"]) == (simple, 400, pytest.approx(100 * simple / 400))
    assert row["error"] == pytest.approx(100 * rc.uncertainty.share_error(simple / 400, 400), rel=0.05)


def test_any_sweep_refuses_what_there_is_not(sweep_of):
    sweep = sweep_of("census")
    with pytest.raises(BadInput, match=r"no point of the sweep has been counted \(it is not there\)"):
        analysis.run(ANY_SWEEP, sweep=sweep, compute=False)
    for parameters, says in (
        ({"x": "colour"}, "x = 'colour': write one of size, values, experiment"),
        ({"x": "size", "y": "size"}, "y = 'size': write one of values, experiment"),
        ({"outcome": "solved"}, "outcome = 'solved': write one of simple, exhaustive"),
        ({"measure": "mean"}, "measure = 'mean': write one of share, mean_passes"),
    ):
        with pytest.raises(BadInput, match=f"^{says}$"):
            analysis.run(ANY_SWEEP, sweep=sweep, **parameters)


def test_any_sweep_of_several_experiments_shows_those_that_have_the_outcome(tmp_path, monkeypatch):
    """No parameter is shown that these experiments lack, or that another one determines."""
    monkeypatch.setattr("rullo_core.paths.DATA", tmp_path / "data")
    path = tmp_path / "some.yaml"
    census = {"experiment": "census", "size": ["2x2", "2x3"], "values": ["1-2", "1-3"]}
    search = {"experiment": "search", "size": "3x3", "values": ["1-2", "1-3"], "count": 10, "max_nodes": [100, 1000]}
    path.write_text(yaml.safe_dump({"sweeps": [census, search]}))
    for outcome, names in (("simple", ["size", "values"]), ("unique", ["values", "max_nodes"])):
        notebook = analysis.run(ANY_SWEEP, sweep=str(path), outcome=outcome)
        assert set(notebook.selection["experiment"]) == {"census" if outcome == "simple" else "search"}
        assert sorted(notebook.varied) == sorted(names)
        assert len(notebook.combined) == 4
        assert set(notebook.matters["parameter"]) == set(names)
        ends = {f"{name} {value}" for name in names for value in notebook.selection[name].unique()}
        assert set(notebook.matters["at"]) <= ends


# -- by size -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_makers_are_what_varies_at_one_size(tmp_path, monkeypatch):
    """Not the cages of a Killer Sudoku, which depend on the size; and cells are those of grids of any shape."""
    monkeypatch.setattr("rullo_core.paths.DATA", tmp_path / "data")
    path = tmp_path / "some.yaml"
    search = {"experiment": "search", "size": ["2x3", "3x3"], "values": ["1-9", "1-29"], "included": [0.4, 0.5]}
    study = {"experiment": "killer study", "method": "unique", "size": [4, 6]}
    path.write_text(yaml.safe_dump({"sweeps": [search | {"count": 30}, study | {"count": 12}]}))
    notebook = analysis.run(BY_SIZE, sweep=str(path), compared_at=7)
    makers = notebook.points.groupby("puzzle")["maker"].agg(set)
    assert makers["Killer Sudoku"] == {""}
    assert makers["Rullo"] == {
        f"values {values}, included {share}" for values in ("1-9", "1-29") for share in (0.4, 0.5)
    }
    assert set(notebook.points.loc[notebook.points["size"] == "2×3", "cells"]) == {6}
    puzzles = rc.sweep_puzzles(str(path)).query("outcome == 'unique' and size == '2x3' and values == '1-9'")
    (share,) = notebook.points.query("size == '2×3' and maker == 'values 1-9, included 0.4'")["share"]
    assert share == puzzles.query("included == 0.4")["passes_rows_first"].notna().mean()
    assert not NEVER_SHOWN.search(notebook.text)


@pytest.mark.parametrize(
    ("parameters", "says"),
    [
        ({"axis": "bit"}, "axis = 'bit': write bits or cells"),
        ({"compared_at": 0}, "compared_at = 0.0: write a number greater than 0"),
        (
            {"sweep": "sweeps/size-by-range.yaml"},
            ".*/sweeps/size-by-range.yaml, line 3, experiment 'sample': write one of search, kakuro study",
        ),
    ],
)
def test_what_cannot_be_compared_by_size_is_refused(parameters, says):
    with pytest.raises(BadInput, match=f"^{says}"):
        analysis.run(BY_SIZE, **parameters)
