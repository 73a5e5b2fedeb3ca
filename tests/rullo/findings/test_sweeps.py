from types import SimpleNamespace

import nbformat
import numpy as np
import pandas as pd
import pytest

from rullo_core import paths
from rullo_core.errors import BadInput
from rullo_core.paths import NOTEBOOKS
from rullo_core.rullo.findings import sweeps as findings
from rullo_core.rullo.studies import sweeps
from rullo_core.rullo.theory.expectation import mean_rectangles
from rullo_core.runs import run as runs
from rullo_core.runs.sweep import Point, points_of, read_sweep
from rullo_core.views import charts


@pytest.fixture
def points(tmp_path, monkeypatch):
    """Points of a specification, counted in a folder of their own."""
    monkeypatch.setattr(paths, "DATA", tmp_path)

    def count(text):
        (tmp_path / "spec.yaml").write_text(text)
        return points_of(read_sweep(tmp_path / "spec.yaml"))

    return count


def test_a_census_is_exact(points):
    """All 2x2 puzzles over 1: the two with both cells of a diagonal are not simple, and are each other's solution."""
    measured = sweeps.measure(points("experiment: census\nsizes: [2x2, 1x3]\nranges: ['{1}']\n"))
    row = measured.iloc[0]
    assert (row["puzzles"], row["simple"], row["unique"], row["not simple"]) == (16, 14 / 16, 14 / 16, 2 / 16)
    assert (row["simple ±"], row["unique ±"], row["mean ±"], row["skipped"]) == (0, 0, 0, 0)
    tally = runs.run(points("experiment: census\nsizes: 2x2\nranges: '1'\n")[0].experiment).tally.frame
    assert row["mean"] == (tally["difficulty"] * tally["puzzles"]).sum() / 16
    assert row["greatest"] == tally["difficulty"].max() == 3
    assert (row["others"], row["others is exact"]) == (pytest.approx(2 / 16), True)
    assert row["rectangles"] == mean_rectangles(2, 2, (1,))
    assert measured.iloc[1]["simple"] == measured.iloc[1]["unique"] == 1


def test_samples_and_seeds(points):
    spec = "experiment: sample\nsizes: [4x4]\nranges: ['1,2']\npuzzles: 4000\nguess_limit: 8\nseeds: {}\n"
    one, other, both = (sweeps.measure(points(spec.format(seeds))).iloc[0] for seeds in ("[1]", "[2]", "[1, 2]"))
    assert both["puzzles"] == 8000
    for name in ("simple", "unique", "skipped"):
        assert both[name] == pytest.approx((one[name] + other[name]) / 2)
    assert both["simple ±"] == pytest.approx(np.sqrt(both["simple"] * (1 - both["simple"]) / 8000), rel=1e-3)
    assert abs(one["simple"] - other["simple"]) < 5 * np.hypot(one["simple ±"], other["simple ±"])
    found = points(spec.format("[1, 2]"))
    frame = pd.concat([point.dataset.tally.rated.frame for point in found])
    difficulties = np.repeat(frame["difficulty"], frame["puzzles"])
    assert both["mean"] == pytest.approx(difficulties.mean())
    assert both["mean ±"] == pytest.approx(difficulties.std(ddof=0) / np.sqrt(len(difficulties)))


def test_grids_have_the_spread_between_them(points):
    (point,) = found = points("experiment: grids\nsizes: [3x3]\nranges: [1-3]\ngrids: 12\nseeds: [4]\n")
    row = sweeps.measure(found).iloc[0]
    frame = point.dataset.by_grid
    shares = frame[frame["kind"] == "simple"].groupby("grid")["puzzles"].sum() / 512
    assert row["simple"] == pytest.approx(shares.mean())
    assert row["simple ±"] == pytest.approx(shares.std(ddof=1) / np.sqrt(12))
    unique = np.array(point.dataset.manifest["unique"]) / 512
    assert row["unique ±"] == pytest.approx(unique.std(ddof=1) / np.sqrt(12))
    assert (unique >= shares.to_numpy()).all()


def test_errors_of_grids_with_holes():
    """Grids with more holes have fewer puzzles: over many seeds, the shares spread as the standard error says."""
    from rullo_core.rullo.experiments.grids import Grids

    shares, errors = [], []
    for seed in range(60):
        experiment = Grids(3, 3, (0, 1, 2), 20, seed)
        outcome = runs.run(experiment)
        dataset = SimpleNamespace(
            tally=outcome.tally,
            by_grid=outcome.by_grid,
            manifest={"experiment": "grids", "unique": experiment.count_unique()},
        )
        row = sweeps._measures([dataset])
        shares.append(row["simple"])
        errors.append(row["simple ±"])
    assert 0.7 < np.sqrt(np.mean(np.square(errors))) / np.std(shares) < 1.3


def test_along_sizes_and_along_coins(points):
    measured = sweeps.measure(points("experiment: census\nsizes: [2x2, 1x4, 2x3]\nranges: [1-2, 2-4]\n"))
    assert sweeps.axis_of(measured) == "size"
    grid = sweeps.grid_of(measured, "simple")
    assert grid.index.tolist() == ["{1-2}", "{2-4}"]
    assert grid.columns.tolist() == ["2x2", "1x4", "2x3"]
    assert grid.loc["{2-4}", "1x4"] == 100
    coins = sweeps.measure(
        points("experiment: sample\nsizes: [2x2, 3x3]\nranges: [1-2, '5']\npuzzles: 500\nincluded: [0.7, 0.5]\n")
    )
    assert sweeps.axis_of(coins) == "included"
    assert sweeps.grid_of(coins, "mean").columns.tolist() == [0.7, 0.5]
    assert sweeps.grid_of(coins, "mean").index.tolist()[:2] == ["2x2 over {1-2}", "2x2 over {5}"]
    assert "included with probability 0.7 and 0.5" in findings.overview(points(SMALL), sweeps.measure(points(SMALL)))


SMALL = "experiment: sample\nsizes: [2x2]\nranges: [1-2]\npuzzles: 500\nincluded: [0.7, 0.5]\n"


def frame(simple, sizes=("2x2", "3x3", "4x4"), others=(1.0, 10.0, 100.0), values="1", skipped=0.0):
    """A measured sweep of one range, made up."""
    number = len(simple)
    return pd.DataFrame(
        {
            "size": sizes[:number],
            "height": [int(size[0]) for size in sizes[:number]],
            "width": [int(size[2]) for size in sizes[:number]],
            "range": values,
            "included": 0.5,
            "puzzles": 100,
            "skipped": skipped,
            "simple": simple,
            "unique": simple,
            "not simple": [1 - share for share in simple],
            "mean": [2.0, 3.25, np.nan][:number],
            "greatest": [3.0, 4.5, np.nan][:number],
            "others": others[:number],
            "others is exact": True,
            "rectangles": [one / 4 for one in others[:number]],
        }
        | {f"{name} ±": 0.01 for name in ("simple", "unique", "not simple", "mean")}
    )


def test_where_guessing_takes_over():
    found = sweeps.takeover(pd.concat([frame([1, 0.95, 0.4]), frame([0.8, 0.3, 0.1], values="2")]))
    assert found.loc["{1}"].tolist() == ["3x3 (5.0%)", "4x4 (60.0%)", "4x4 (60.0%)"]
    assert found.loc["{2}"].tolist() == ["2x2 (20.0%)", "2x2 (20.0%)", "3x3 (70.0%)"]
    assert sweeps.takeover(frame([1, 1])) is None
    assert "fewer than three" in findings.describe_takeover(frame([1, 1]))
    assert sweeps.takeover(frame([1, 1, 1])).loc["{1}"].tolist() == ["–"] * 3


@pytest.mark.parametrize("turned", [False, True])
def test_where_curves_cross(turned):
    """Whatever the order of the sizes; curves that cross again are left out."""
    both = pd.concat([frame([1, 0.75, 0.25]), frame([1, 1, 0.25], values="2", others=(1e3, 1e4, 1e7))])
    both = pd.concat([both, frame([0.4, 1, 0.3], values="3")])
    output = findings.collapse(both[::-1] if turned else both)
    assert "2 of the 3 curves go from above to below 50% of puzzles that are simple" in output
    assert "first where there are 31.6 other solutions on average ({1}), the last where there are 1.00 · 10^6" in output
    assert "**4.5 powers of ten** later" in output
    assert "none are compared" in findings.collapse(frame([1, 0.75, 0.25]))
    with_one_more = pd.concat([both, frame([1, 0.9, 0.6], values="4")])
    left_out = "Left out: {3}, which ends at 30.0% with 100 of them and {4}, which ends at 60.0% with 100 of them."
    assert left_out in findings.collapse(with_one_more)


def test_texts_of_maps():
    maps = findings.maps(frame([1, 0.99998, 0.12345], skipped=[0.001, 0.2, 0.9]))
    assert maps[sweeps.MEASURES["simple"]][1].loc["{1}"].tolist() == ["100", "99.998", "12.3"]
    assert maps[sweeps.MEASURES["mean"]][1].loc["{1}"].tolist() == ["2", "3.25*", "–"]
    assert maps[sweeps.MEASURES["greatest"]][1].loc["{1}"].tolist() == ["3*", "4.5*", "–"]
    panels = sweeps.panels(frame([1, 0.5, 0.1], skipped=[0, 0.2, 0.9]))
    assert panels[sweeps.MEASURES["mean"]][0].loc["{1}"].isna().tolist() == [False, True, True]
    figure = charts.heat_maps(maps)
    assert [text.get_text() for text in figure.axes[3].texts] == ["2", "3.25*", "–"]
    curves = charts.curves(panels, "size")
    assert [axes.get_xlabel() for axes in curves.axes] == ["size"] * 3


def test_sentences():
    measured = frame([1, 0.95, 0.4], skipped=[0, 0.2, 0])
    output = findings.extremes(measured)
    assert "From 40% of the puzzles (4x4 over {1}) to 100% of the puzzles (2x2 over {1}) are simple." in output
    assert "Lines solve every unique puzzle of these." in output
    near = findings.extremes(frame([1, 0.98, 0.4]))
    assert "to 100% of the puzzles (2x2 over {1} and 3x3 over {1}) are simple" in near
    assert findings.extremes(frame([1, 0.5, 0])).startswith("From none of 100 puzzles (4x4 over {1}) to 100%")
    assert findings.extremes(frame([0.99999])).startswith("Everywhere 99.999% of the puzzles are simple.")
    output = findings.most_difficult(measured)
    assert "Where at most 1% were skipped, the mean difficulty is greatest at 2x2 over {1}: 2.00." in output
    assert "4.5, is one of 3x3 over {1}" in output
    assert "At 1 point more than 1% were skipped" in output
    assert findings.most_difficult(measured.assign(mean=np.nan)) == "No puzzle has been rated."


def test_each_point_has_its_own_mean():
    """Points within two standard errors are listed with their own means, not with the greatest."""
    measured = frame([0.5, 0.5]).assign(mean=[4.285, 4.294])
    output = findings.most_difficult(measured)
    assert "greatest at 3x3 over {1}: 4.29; within two standard errors of it: 2x2 over {1} (4.29)" in output
    output = findings.most_difficult(measured.assign(mean=[4.283, 4.294]))
    assert "4.29; within two standard errors of it: 2x2 over {1} (4.28)." in output
    assert "within two standard errors of it" not in findings.most_difficult(measured.assign(mean=[3.0, 4.0]))


def test_a_sample_beside_what_is_known_exactly():
    """Of 2x2 over a single number 14 of 16 pictures are the only ones with their sums."""
    output = findings.known_exactly(frame([0.865, 0.5], sizes=("2x2", "1x9")))
    assert "87.500% of 2x2 (here 86.5%, -1.0), in brackets" in output
    assert "1x9" not in output
    assert findings.known_exactly(frame([0.865], values="1-2")) == ""


def test_curves_that_coincide():
    """Simple puzzles of one range are 30 points below those of the other at the same mean; those of one solution 5."""
    one = frame([1.0, 0.9, 0.5]).assign(unique=[1.0, 0.9, 0.5])
    other = frame([0.9, 0.6, 0.3], values="2").assign(unique=[1.0, 0.85, 0.5])
    output = findings.fall_together(pd.concat([one, other], ignore_index=True))
    assert "puzzles that are simple by up to 30 points ({1} and {2}, where there are 10 other solutions" in output
    assert "one solution only by up to 5 points" in output
    assert "and those of simple puzzles do not" in output
    alike = pd.concat([one, other.assign(simple=one["simple"])], ignore_index=True)
    assert "do not" not in findings.fall_together(alike)
    assert findings.fall_together(one) == ""


def test_share_of_puzzles_missing_from_a_sample():
    """Over a single number, 6,902 of the 65,536 pictures of 4x4 are the only ones with their sums."""
    output = findings.none_met(frame([1, 0.5, 0]))
    assert "10.5% of those of 4x4 over {1} are unique" in output
    assert findings.none_met(frame([1, 0.5, 0], values="1-2")) == findings.none_met(frame([1, 0.5, 0.1])) == ""


def test_equal_results_are_compared():
    """Sizes and their transposes, coins and the opposite ones: differences in standard errors."""
    sizes = frame([0.5, 0.52, 0.9], sizes=("2x3", "3x2", "2x2"))
    output = findings.checks(sizes)
    assert "sizes such as 2x3 and 3x2 must have the same shares" in output
    assert "The one pair of shares of simple puzzles is not more than two standard errors apart" in output
    assert "none more than 1.5" in output  # 0.02 / (0.01 sqrt(2))
    assert "it is 2.00 at 2x3 over {1}, and 3.25 at 3x2 over {1}" in output
    assert "is more than two" in findings.checks(frame([0.5, 0.53], sizes=("2x3", "3x2")))
    assert "They have." in findings.checks(frame([1.0, 1.0], sizes=("1x3", "3x1")))
    coins = pd.concat([frame([0.5]).assign(included=0.3), frame([0.53]).assign(included=0.7), frame([0.9])])
    output = findings.checks(coins.reset_index(drop=True))
    assert "Of 2 pairs of shares of simple puzzles and of mean difficulties, 1 is more than two standard" in output
    assert findings.checks(frame([1, 0.5, 0.1])) == ""


def test_how_near_one_solution_is_to_one_over_their_mean_number():
    measured = frame([0.5, 0.2, 0.0], others=(1.0, 9.0, 0.0))
    output = findings.nearness(measured)
    assert "nowhere further than **10.0 percentage points**" in output
    assert "20.0% and 10.0% at 3x3 over {1}" in output
    assert "less than that of puzzles with one solution" not in output
    assert "times" not in output  # 20 of 100 puzzles are too few for that
    many = findings.nearness(measured.assign(puzzles=1000))
    assert "the share is the larger one: 2.0 times 1/(1 + *m*) at 3x3 over {1}" in many
    stuck = measured.assign(simple=[0.5, 0.1, 0.0])
    assert "with one solution, by up to 10.0 points (3x3 over {1})" in findings.nearness(stuck)
    assert findings.nearness(measured.assign(**{"others is exact": False})) == ""
    assert sweeps.one_in(np.array([0.0, 1.0])).tolist() == [50.0, pytest.approx(100 / 11)]


def test_where_other_solutions_come_from():
    measured = frame([1, 0.5]).assign(rectangles=[0.25, 5.0])
    output = "Of the mean, rectangles of four equal numbers make over {1} 25% (2x2) to 50% (3x3)."
    assert findings.origin(measured) == output
    bounds = measured.assign(**{"others is exact": [True, False]})
    assert "to at most 50% (3x3)" in findings.origin(bounds)
    coins = pd.concat([measured, measured.assign(included=0.9, rectangles=0.0)], ignore_index=True)
    assert findings.origin(coins) == output
    assert findings.origin(frame([1], others=(0.0,))) == ""


def test_numbers_large_and_small():
    numbers = (0, 0.0123, 1.5, 123.4, 23456.7, 1.8e6, 3.9e-5)
    output = ["0", "0.0123", "1.5", "123", "23,457", "1.80 · 10^6", "3.90 · 10^-5"]
    assert [findings._number(number) for number in numbers] == output


def test_failed_points_are_listed(points):
    (point,) = points("experiment: census\nsizes: 1x2\nranges: '1'\n")
    failed = Point(point.experiment, None, failure="OSError: no room")
    output = findings.overview([point, failed], sweeps.measure([point, failed]))
    assert output.startswith("**4 puzzles** in 1 point")
    assert "**the census of 1x2 over 1 failed** (OSError: no room)" in output
    with pytest.raises(BadInput, match="no point of the sweep has been counted"):
        sweeps.measure([failed])


def test_the_answer_of_a_sweep():
    """Up to four points are all described; of more, the first, the middle and the last."""
    rows = [(h, w, "1", 0.5, share) for (h, w), share in zip([(1, 6), (2, 3), (3, 2)], (1.0, 0.25, 0.26), strict=True)]
    columns = ["height", "width", "range", "included", "simple"]
    table = pd.DataFrame(rows, columns=columns).assign(puzzles=1000)
    table["size"] = table["height"].astype(str) + "x" + table["width"].astype(str)
    assert findings.answer(table).splitlines() == ["Lines alone solve", "", "* over {1}, 100% of 1x6 and 25% of 2x3"]
    coins = [(3, 3, "2-4", coin, coin / 2) for coin in (0.9, 0.1, 0.3, 0.5, 0.7)]
    table = pd.DataFrame(coins, columns=columns).assign(puzzles=1000, size="3x3")
    assert findings.answer(table).splitlines()[2] == (
        "* of 3x3 over {2-4}, 5% with 0.1 included, 25% with 0.5 included and 45% with 0.9 included"
    )
    table = table.assign(simple=0.0)
    assert "none of the 1,000 drawn with 0.1 included" in findings.answer(table)


def test_each_notebook_describes_its_sweep():
    """With its own title and question, from its own specification."""
    sources = {}
    for name, sweep in (("13-size-by-range", "size-by-range"), ("14-shape", "shape"), ("15-included", "included")):
        cells = nbformat.read(NOTEBOOKS / "rullo" / f"{name}.ipynb", 4).cells
        sources[name] = {cell.source for cell in cells if cell.cell_type == "markdown"}
        assert f'sweep = "../../sweeps/{sweep}.yaml"' in cells[1].source
    titles = {next(one.splitlines()[0] for one in output if one.startswith("# ")) for output in sources.values()}
    assert titles == {"# Size by range", "# The shape of the grid", "# The share of included cells"}
    assert not set.intersection(*sources.values()) - {"## The numbers"}
