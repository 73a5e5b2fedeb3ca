import hashlib

import numpy as np
import pandas as pd
import pytest

import rullo_core as rc
import rullo_studies as rs
from rullo_core.errors import BadInput
from rullo_core.paths import DATA, ROOT

FOLDER = DATA / "predictions"

SEALED, COUNTED = FOLDER / "sealed.csv", FOLDER / "counted.csv"

THEORY = ROOT / "docs" / "theory.md"

SHA256 = "611802a27ae84551e8597b2338269af2f5ae6488417fecc188a4ab9c5cc6bd96"
"""Of the predictions, written down when they were made: before any of their points was counted."""


def test_the_predictions_are_those_that_were_sealed():
    assert hashlib.sha256(SEALED.read_bytes()).hexdigest() == SHA256


def test_predictions_at_sealed_points_are_near_what_is_counted():
    points = rs.rullo.compare_predictions(SEALED, COUNTED)
    errors = points["difference"].abs()
    assert len(points) == 40
    assert points["counted_simple"].between(0.05, 0.96).all()
    assert errors.mean() < 0.006
    assert errors.max() < 0.025
    assert (points["passes"] - points["counted_passes"]).abs().mean() < 0.1
    assert (points["one_class"] - points["counted_simple"]).abs().mean() > 2 * errors.mean()


def assert_made_again(sealed):
    """With boards of its own for each shape of sets, which the predictions that were sealed did not have."""
    remade = rs.rullo.predict_points(sealed[["size", "values"]])
    assert ((remade["simple"] - sealed["simple"]).abs() < np.hypot(remade["error"], sealed["error"])).all()
    assert (remade["simple"] - sealed["simple"]).abs().max() < 0.00165
    assert np.allclose(remade["bulk"], sealed["bulk"], rtol=1e-5, atol=0)
    assert ((remade["passes"] - sealed["passes"]).abs() < 0.05).all()


def test_sealed_predictions_are_made_again():
    assert_made_again(pd.read_csv(SEALED).iloc[[3, 30]].reset_index(drop=True))


@pytest.mark.slow
def test_all_sealed_predictions_are_made_again():
    assert_made_again(pd.read_csv(SEALED))


@pytest.mark.parametrize("row", [3, 30, 39])
def test_counts_are_those_of_a_sample(row, tmp_path):
    """Of boards up to 64 cells, whose puzzles the kernels of samples draw and rate."""
    point = pd.read_csv(COUNTED).iloc[row]
    path = tmp_path / "sample.parquet"
    counts = rc.run("sample", size=point["size"], values=point["values"], count=200_000, seed=7, path=path).counts
    simple = counts[counts["outcome"] == "simple"]
    assert abs(simple["puzzles"].sum() / 200_000 - point["simple"]) < 0.005
    passes = (simple["puzzles"] * simple["passes"]).sum() / simple["puzzles"].sum()
    assert abs(passes - point["passes"]) < 0.03


@pytest.mark.parametrize(
    ("size", "values", "difference"), [("4x5", "1-2", 0.08), ("5x7", "1-4", 0.05), ("8x8", "1-10", 0.03)]
)
def test_open_cells_are_those_of_rullos_that_are_not_simple(size, values, difference):
    """Nearly so; with few numbers, decoupled boards leave fewer cells unknown."""
    counted = rs.rullo.count_points(pd.DataFrame({"size": [size], "values": [values]}), puzzles=20_000)
    predicted = rc.rullo.predict(size, values=values).open_cells
    assert predicted == pytest.approx(counted["open_cells"].item(), rel=difference)


ROWS = {
    "10 to 2,000 numbers, sealed": (SEALED, COUNTED),
    "2 to 9 numbers": (FOLDER / "few-predicted.csv", FOLDER / "few-counted.csv"),
    "6 to 30 numbers, four of them twice": (FOLDER / "repeats-predicted.csv", FOLDER / "repeats-counted.csv"),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_page_on_the_theory_has_the_errors_of_all_points(name):
    points = rs.rullo.compare_predictions(*ROWS[name])
    share = points["counted_simple"]
    errors = [
        f"{errors.abs().mean():.{digits}f}, {errors.abs().max():.{digits}f}"
        for errors, digits in (
            (points["simple"] - share, 4),
            (points["one_class"] - share, 4),
            (points["passes"] - points["counted_passes"], 2),
        )
    ]
    assert f"| {name} | {len(points)} | {' | '.join(errors)} |" in THEORY.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("few", {"number": 6, "sides": (3, 10), "largest": (2, 9)}),
        ("repeats", {"number": 2, "sides": (5, 10), "largest": (6, 30), "repeats": 4}),
    ],
)
def test_the_points_of_few_numbers_and_of_repeats_are_drawn_again(name, drawn):
    points = pd.read_csv(FOLDER / f"{name}-predicted.csv")
    assert rs.rullo.draw_points(**drawn).equals(points[["size", "values"]].head(drawn["number"]))
    remade = rs.rullo.predict_points(points.iloc[[0]])
    assert abs(remade["simple"] - points["simple"].iloc[0]).item() < 1e-5
    counted = rs.rullo.count_points(points.iloc[[0]], puzzles=4000, seed=5)["simple"].item()
    assert abs(counted - pd.read_csv(FOLDER / f"{name}-counted.csv")["simple"].iloc[0]) < 0.03


def test_repeats_are_numbers_with_their_negatives():
    values = rs.rullo.draw_points(1, sides=(5, 10), largest=(6, 30), repeats=4)["values"].item()
    numbers = [int(number) for number in values.split(",")]
    negative = [number for number in numbers if number < 0]
    assert len(negative) == 4
    assert set(map(abs, negative)) < {number for number in numbers if number > 0} == set(range(1, max(numbers) + 1))


def test_too_many_passes_are_predicted_for_few_numbers():
    """As the page on the theory says."""
    points = pd.DataFrame({"size": ["6x6"], "values": ["1-3"]})
    predicted, counted = rs.rullo.predict_points(points), rs.rullo.count_points(points)
    assert round((predicted["passes"] - counted["passes"]).item()) == 1
    assert round((predicted["simple"] - counted["simple"]).item(), 2) == 0.02
    assert "one more than is counted at 6×6 over 1–3, where the share is right to 0.02" in THEORY.read_text("utf-8")


def test_points_are_drawn_where_some_puzzles_are_simple():
    points = rs.rullo.draw_points(1, seed=5)
    assert points.equals(rs.rullo.draw_points(1, seed=5))
    assert not points.equals(rs.rullo.draw_points(1, seed=6))
    assert rs.rullo.predict_points(points, accuracy=0.02)["simple"].between(0.02, 0.98).all()


def test_a_file_of_something_else_is_refused(tmp_path):
    path = tmp_path / "points.csv"
    path.write_text("size,values\n3x3,1-9\n", encoding="utf-8")
    with pytest.raises(BadInput, match="its columns are not"):
        rs.rullo.compare_predictions(path, COUNTED)
