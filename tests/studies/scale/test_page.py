"""docs/scale.md: its tables and the numbers in its text are those of the committed measurements."""

import re
from math import log2

import numpy as np
import pandas as pd
import pytest

import rullo_studies as rs
from rullo_core.paths import DATA, ROOT
from rullo_core.puzzles.boxes import usual_box
from rullo_core.uncertainty import share_interval
from rullo_studies.scale import ambiguity, fillings, information, minimal, planted, thresholds

PAGE = ROOT / "docs" / "scale.md"

FILES = ("thresholds", "minimal", "ambiguity", "generated")

POINTS, MINIMAL, AMBIGUITY, GENERATED = (DATA / "scale" / f"{name}.csv" for name in FILES)

NAMES = {"rullo": "Rullo", "sudoku": "Sudoku", "killer": "Killer", "kakuro": "Kakuro"}


def name_of(kind, size, reach=0):
    """Return the name of a family on the page."""
    return f"{NAMES[kind]} {size.replace('x', '×')}" + (f", sums of {reach}" if reach else "")


def table_of(head, rows):
    """Return a table of Markdown whose first column is of text."""
    lines = [head, ["---", *(["---:"] * (len(head) - 1))], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def percent(number, of):
    return f"{100 * number / of:.0f}"


def percent_precisely(share):
    """Return a percentage with a decimal, where it is no whole number."""
    return f"{100 * share:.1f}".removesuffix(".0")


def ratio(row):
    if pd.isna(row.ratio):
        return "none"
    return f"{row.ratio:.3f} ({row.low:.3f}–{row.high:.3f})"


def thresholds_table(table, is_cut):
    """Return the thresholds of families with whole lines, or with cut ones."""
    rows = []
    for row in table[table["reach"].gt(0) == is_cut].itertuples():
        places = ["none" if pd.isna(place) else f"{place:.2f}" for place in (row.unique, row.assumption, row.single)]
        maxima = [percent_precisely(share) for share in (row.hard, row.harder)]
        rows.append([name_of(row.kind, row.size, row.reach), f"{row.need:.0f}", ratio(row), *places, *maxima])
    head = ["family", "need", "G1 / unique", "unique", "S", "G1", "unique, not by G1, %", "unique, not by S, %"]
    return table_of(head, rows)


def knobs_table():
    """Return the points of each family."""
    rows = [
        [name_of(*family), f"{puzzles:,}", ", ".join(map(str, knobs))]
        for family, (puzzles, knobs) in thresholds.TABLE.items()
    ]
    return table_of(["family", "puzzles", "knobs"], rows)


def minimal_table(table):
    """Return what is solved of minimal puzzles, of all and of those near the need."""
    rows = []
    for row in table.itertuples():
        n, near = row.puzzles, row.near
        low, high = share_interval(row.near_single / near, near)
        bounds = "" if pd.isna(low) else f" ({100 * max(low, 0):.0f}–{100 * high:.0f})"
        pairs, near_pairs = (
            ("as G1", "as G1") if row.pairs < 0 else (percent(row.pairs, n), percent(row.near_pairs, near))
        )
        rows.append(
            [name_of(row.kind, row.size), "–" if row.kind == "sudoku" else f"{row.knob}", f"{n}", f"{row.unproved}"]
            + [f"{row.offered:.2f} ± {row.spread:.2f}", f"{row.clues:.1f}", f"{row.givens:.1f}"]
            + [percent(row.single, n), pairs, percent(row.assumption, n)]
            + [f"{near}", percent(row.near_single, near) + bounds, near_pairs, percent(row.near_assumption, near)]
        )
    head = "puzzle|knob|puzzles|unproved|offered / need|clues|given cells|G1, %|G2, %|S, %|near the need"
    return table_of(f"{head}|G1, %|G2, %|S, %".split("|"), rows)


def generated_table(table):
    """Return what is solved of generated puzzles."""
    rows = []
    for row in table.itertuples():
        low, high = share_interval(row.single / row.puzzles, row.puzzles)
        label = f"{NAMES[row.kind]} {row.generator}".replace("x", "×").replace("1-", "1–")
        rows.append(
            [label + (", rests listed" if row.rests else ""), f"{row.puzzles}", f"{row.offered:.2f} ± {row.spread:.2f}"]
            + [f"{percent(row.single, row.puzzles)} ({100 * low:.0f}–{100 * high:.0f})"]
            + ["as G1" if row.pairs < 0 else percent(row.pairs, row.puzzles), percent(row.assumption, row.puzzles)]
        )
    return table_of(["puzzles", "number", "offered / need", "G1, %", "G2, %", "S, %"], rows)


def ambiguity_table(table):
    """Return in how many cells the nearest other solution differs."""
    rows = [
        [name_of(row.kind, row.size, row.reach), f"{row.knob}", f"{row.ambiguous}", f"{row.failed}"]
        + [f"{row.cells:.1f} ± {row.error:.1f}"]
        for row in table.itertuples()
    ]
    return table_of(["family", "knob", "ambiguous of 400", "undecided", "cells"], rows)


@pytest.fixture(scope="module")
def families():
    """The thresholds of all families, as committed."""
    return rs.scale.find_thresholds(rs.scale.load_points(POINTS))


@pytest.fixture(scope="module")
def text():
    """The page, each paragraph in one line."""
    return re.sub(r"\n *(?=[^\s|*#])", " ", PAGE.read_text(encoding="utf-8"))


def test_tables_are_those_of_the_measurements(families):
    page = PAGE.read_text(encoding="utf-8")
    for table in (
        thresholds_table(families, is_cut=False),
        thresholds_table(families, is_cut=True),
        knobs_table(),
        minimal_table(rs.scale.load_minimal(MINIMAL)),
        ambiguity_table(rs.scale.load_ambiguity(AMBIGUITY)),
        generated_table(rs.scale.load_generated(GENERATED)),
    ):
        assert f"\n\n{table}\n" in page


def test_ratios_come_first(families, text):
    ratios = families.set_index(thresholds.FAMILY)["ratio"]
    of_lines = ratios.loc["rullo", :, 0]
    assert (
        f"each line alone: {of_lines['5x5']:.3f} times as much at 5×5, and {of_lines['12x12']:.3f} times at 12×12"
        in text
    )
    other_points = {f"{ratio:.3f}" for kind in ("sudoku", "killer") for ratio in ratios[kind]}
    assert other_points == {"1.000"}
    assert "In Sudoku and Killer Sudoku it is 1.000 times as much" in text
    cut = [ratios["rullo", "12x12", reach] for reach in (0, 6, 4, 3)]
    assert "sums of 12, 6, 4 and 3 cells, the ratio is {:.3f}, {:.3f}, {:.3f} and {:.3f}".format(*cut) in text
    long = [ratios["rullo", size, reach] for size, reach in (("16x16", 8), ("24x24", 8), ("8x8", 0))]
    expected = "{:.3f} for sums of 8 on 16×16, {:.3f} on 24×24, where whole lines of 8×8 have {:.3f}"
    assert expected.format(*long) in text
    assert f"Rullo has a ratio of {of_lines['8x9']:.3f} at 72 bits" in text


def test_points_in_the_text_are_those_of_the_table(text):
    points = rs.scale.load_points(POINTS).set_index([*thresholds.FAMILY, "knob"])
    widest = points.loc["rullo", "12x12", 0, 32]
    shares = [100 * widest[name] / widest["puzzles"] for name in ("unique", "single", "assumption")]
    sentence = "R = 32, {:.0f} % of the puzzles are unique and G1 solves {:.1f} %. There, one assumption fails as well"
    sentence += ": S solves {:.1f} %"
    assert sentence.format(*shares) in text
    cages = points.loc["killer", "9x9", 0, 28]
    assert f"of {cages['unique']:.0f} unique Killers of 9×9 with 28 cages, G1 solves {cages['single']:.0f}." in text
    other_points = points.loc[["sudoku", "killer"]]
    assert ((other_points["unique"] - other_points["single"]) / other_points["puzzles"]).max() < 0.0125
    kakuros = points.loc["kakuro"]
    small, large = (100 * kakuros.loc[size, "unique"].max() / 400 for size in ("5x5", "7x7"))
    assert f"At most {small:.0f} % of puzzles of 5×5 are unique, and {large:.0f} % of 7×7" in text
    assert (kakuros["unique"] - kakuros["single"]).max() == 1
    undecided = points["undecided"][points["undecided"] > 0]
    assert undecided.to_dict() == {("rullo", "12x12", 0, 20): 2}
    assert "Only 2 of 400 puzzles of a single point are undecided (Rullo 12×12, R = 20)" in text
    in_pairs = points[points["pairs"] >= 0]
    assert (in_pairs["pairs"] <= in_pairs["assumption"]).all()


def test_errors_of_thresholds_in_the_text(families, text):
    rullos = families[(families["kind"] == "rullo") & (families["reach"] == 0)]["unique"] - 1
    sudoku = families.set_index(["kind", "size"]).loc[("sudoku", "9x9"), "unique"] - 1
    assert f"{sudoku:.2f} of the need in Sudoku of 9×9 and {rullos.min():.2f} to {rullos.max():.2f} in Rullo" in text
    rng, errors = np.random.default_rng(1), {}
    for (kind, *_), table in rs.scale.load_points(POINTS).groupby(thresholds.FAMILY, sort=False):
        if kind == "kakuro":
            continue
        n, offered = table["puzzles"].to_numpy(), table["offered"].to_numpy()
        for name in ("unique", "single"):
            draws = rng.binomial(n, table[name] / n, (200, len(n))) / n
            places = [thresholds.crossing(offered, shares) for shares in draws]
            errors[kind] = max(errors.get(kind, 0), np.std(places))
    assert 0.006 < errors["rullo"] < 0.0085
    assert 0.0115 < max(errors["sudoku"], errors["killer"]) < 0.0145
    assert "standard errors of up to 0.008 in Rullo, and of 0.013 in Sudoku and Killer Sudoku" in text


def test_minimal_puzzles_in_the_text_are_those_of_the_table(text):
    rows = rs.scale.load_minimal(MINIMAL).set_index(["kind", "size", "knob"]).sort_index()

    def near(*place):
        return percent(rows.loc[place, "near_single"], rows.loc[place, "near"])

    def share(name, *place):
        return percent(rows.loc[place, name], rows.loc[place, "puzzles"])

    sudokus, killers, low = near("sudoku", "9x9", 0), near("killer", "9x9", 56), near("rullo", "8x9", 5)
    assert f"G1 solves {sudokus} % of Sudokus and {killers} % of Killers that began with 56 cages" in text
    widest = rows.loc["rullo", "8x9", 32]
    assert widest["near"] == widest["near_single"]
    assert f"of Rullos {low} % with numbers to 5, and all of {widest['near']:.0f} with numbers to 32" in text
    hard = "rullo", "10x10", 9
    unproved = rows.loc[hard, "unproved"]
    assert (
        f"solves {share('assumption', *hard)} % of minimal Rullos of 10×10 over 1–9, but {unproved} of these 100"
        in text
    )
    assert (rows.loc[["sudoku", "kakuro"], "assumption"] == rows.loc[["sudoku", "kakuro"], "puzzles"]).all()
    small, large = ("killer", "6x6", 16), ("killer", "9x9", 56)
    assert f"in place of {share('single', *small)} % of the minimal Killers of 6×6 that began with 16 cages" in text
    assert f"it would solve {share('pairs', *small)} %" in text
    assert f"of 9×9 with 56 cages, {share('pairs', *large)} % in place of {share('single', *large)} %" in text
    assert rows.loc[("killer", "9x9", 28), "near"] < 10
    shares = [int(percent(row["assumption"], row["puzzles"])) for _, row in rows.loc["rullo", "8x9"].iterrows()]
    assert (min(shares), max(shares)) == (78, 100)
    assert f"and {min(shares)} % to all of the Rullos of 8×9" in text


def test_generated_puzzles_in_the_text_are_those_of_the_table(text):
    rows = rs.scale.load_generated(GENERATED)
    shares = {
        (row.generator, row.rests): {
            name: percent(getattr(row, name), row.puzzles) for name in ("single", "pairs", "assumption")
        }
        for row in rows.itertuples()
    }
    usual, small = "9x9, 28 to 34 cages", "6x6, 12 to 15 cages"
    assert (
        f"lists them solves {shares[usual, True]['single']} % of Killers of 9×9 in place of "
        f"{shares[usual, False]['single']} %, and {shares[small, True]['single']} % of those of 6×6 in place of "
        f"{shares[small, False]['single']} %"
    ) in text
    random, best_share = (shares[f"7x7 by parting{how}", False]["single"] for how in (" at random", ""))
    assert f"G1 solves {random} % of Kakuros whose digits are parted at random, {best_share} % if" in text
    dug, longer = (shares[f"9x9, dug{how}", False]["single"] for how in ("", " to 32 givens"))
    assert f"{dug} % of Sudokus that are dug as far as possible, and {longer} % of those dug to 32 givens" in text
    unsolved = rows[rows["assumption"] < rows["puzzles"]]
    assert unsolved["generator"].tolist() == ["8x9 over 1-9, unique"]
    assert f"S solves all of them but {unsolved['puzzles'].iloc[0] - unsolved['assumption'].iloc[0]} Rullos" in text


def test_ambiguities_in_the_text_are_those_of_the_table(text):
    rows = rs.scale.load_ambiguity(AMBIGUITY).set_index(thresholds.FAMILY)
    assert not rows["many"].any()
    assert (
        f"solutions was too long in {rows.loc[('rullo', '12x12', 0), 'failed']} puzzles, which are not counted" in text
    )
    other_points = rows[
        [place not in {("rullo", size, 0) for size in ("5x5", "8x9", "10x10", "12x12")} for place in rows.index]
    ]
    assert other_points["cells"].between(4, 5).all()
    assert "in all others in four or five" in text


def test_definitions_have_the_constants_of_the_programs(text):
    for side, decimals in ((6, "24.7"), (8, "54.7"), (9, "72.5")):
        assert f"{information.BOARDS[side]:,}" in text
        assert f"{log2(information.BOARDS[side]):.1f}" == decimals
        assert f"{decimals})" in text
    assert [usual_box(side) for side in (6, 8)] == [(2, 3), (2, 4)]
    assert information.NEGLIGIBLE == 1e-9
    assert thresholds.LEVEL == 0.5
    assert (fillings.SWEEPS, fillings.WALKED, fillings.WEIGHED, fillings.LONGEST) == (100, 2000, 1000, 7)
    assert (fillings.BLACK, fillings.DIGITS) == (0.35, 9)
    assert planted.FILLING.method == "fewest"
    assert planted.FILLING.level == "hidden"
    for sentence in (
        f"after {thresholds.NODES:,} of them",
        f"assumes {minimal.DROPPING:,} values at most",
        "offer {} to {} of it".format(*minimal.WINDOW),
        f"Up to {ambiguity.SOLUTIONS} solutions are compared",
        f"after {planted.MOST_FAILURES:,} draws in vain",
        f"the mean of {fillings.WEIGHED:,} weights",
        f"covariances of {fillings.WALKED:,} random fillings",
        f"No entry has more than {fillings.LONGEST} cells",
    ):
        assert sentence in text, sentence
