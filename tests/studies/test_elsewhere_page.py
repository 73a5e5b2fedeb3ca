"""The page on the theory elsewhere: its tables and the numbers of its sentences are those of the data."""

import re
from functools import cache
from math import exp

import numpy as np
import pandas as pd
import pytest

import rullo_core as rc
import rullo_studies as rs
from rullo_core.parameters import format_range, parse_range
from rullo_core.paths import DATA, ROOT
from rullo_core.rullo.kernels.predicting.boards import is_small
from rullo_studies.rullo import nonograms
from rullo_studies.rullo.kernels import nonograms as kernel
from tests.studies.rullo.test_nonograms import switches_of

PAGE = ROOT / "docs" / "elsewhere.md"

PRIMES = "2,3,5,7,11,13,17,19"


@cache
def tables():
    """Each puzzle's table, with a column for the difference: predicted less counted, of the share of simple ones."""
    folder = DATA / "predictions"
    sudoku = rs.sudoku.load_random_givens(folder / "elsewhere-sudoku.csv")
    loaded = {
        "nonograms": rs.rullo.load_nonograms(folder / "elsewhere-nonograms.csv"),
        "products": rs.rullo.load_products(folder / "elsewhere-products.csv"),
        "kakurasu": rs.rullo.load_kakurasus(folder / "elsewhere-kakurasu.csv"),
    }
    sudoku["predicted"] = sudoku["floor"] * (sudoku["tree"] == 1)
    return {
        name: table.assign(difference=table["predicted"] - table["simple"])
        for name, table in {"sudoku": sudoku, **loaded}.items()
    }


def signed(number, digits=4):
    """A number as the page writes it."""
    return f"{round(number, digits) + 0.0:.{digits}f}".replace("-", "−")


def overview():
    titles = ("Sudoku with random givens", "Nonograms", "Rullos of products", "Kakurasu")
    for title, table in zip(titles, tables().values(), strict=True):
        errors = table["difference"]
        numbers = (errors.abs().mean(), errors.min(), errors.max())
        yield f"| {title} | {len(table)} | {' | '.join(map(signed, numbers))} |"


def sudoku_rows():
    columns = ["fixed", "tree", "simple", "unique", "floor", "covered", "floor_3", "covered_3"]
    table = tables()["sudoku"].set_index("share")
    for share in (0.16, 0.2, 0.25, 0.3, 0.37, 0.4, 0.43, 0.46, 0.5, 0.55, 0.6, 0.7):
        yield f"| {share:.2f} | {' | '.join(f'{number:.3f}' for number in table.loc[share, columns])} |"


def nonogram_rows():
    for side, rows in tables()["nonograms"].groupby("side"):
        assert rows["black"].tolist() == [0.4, 0.5, 0.6, 0.7, 0.8]
        cells = (f"{row.simple:.3f}, {row.predicted:.3f}" for row in rows.itertuples())
        yield f"| {side} | {' | '.join(cells)} |"


def product_rows():
    for row in tables()["products"].itertuples():
        values = "primes to 19" if row.values == PRIMES else row.values.replace(",", ", ").replace("-", "–")
        numbers = (row.simple, row.predicted, row.bulk, row.sum_simple, row.sum_predicted)
        yield f"| {row.size.replace('x', '×')} | {values} | {' | '.join(f'{number:.3f}' for number in numbers)} |"


def kakurasu_rows():
    for row in tables()["kakurasu"].itertuples():
        shares = f"{row.simple:.4f} | {row.predicted:.4f} | {row.bulk:.4f} | {row.sets:.2f} |"
        hold_up = f" {row.hold_up:.2f}" if row.sets else ""
        yield f"| {row.side} | {shares}{hold_up} | {row.random_numbers:.3f} |"


TABLES = {
    "overview": overview,
    "sudoku": sudoku_rows,
    "nonograms": nonogram_rows,
    "products": product_rows,
    "kakurasu": kakurasu_rows,
}


def of_overview():
    simple = pd.concat([table["simple"] for table in tables().values()])
    extreme = (~simple.between(0.05, 0.95)).sum()
    yield f"At {extreme} of these {len(simple)} points, less than 5 % or more than 95 % of the puzzles are simple"


def of_sudoku():
    every = tables()["sudoku"]
    table = every.set_index("share")
    assert set(table["boards"]) == {4000}
    yield f"with {4000:,} boards"
    yield f"The standard error of a share of {4000:,} puzzles is {table['error'].max():.3f} at most"
    assert (table["simple"] <= table["unique"]).all()
    assert (table["unique"] <= table["covered_3"]).all()
    assert (table["covered_3"] <= table["covered"]).all()
    yield f"hardly any unique puzzle is not simple, at most {(table['unique'] - table['simple']).max():.4f} of all"
    below = table[table["tree"] < 1]
    above = table[table["tree"] == 1]
    # That it does is in the test of the tree.
    yield f"threshold lies between p = 0.22 and 0.23, near {81 * 0.225:.0f} givens."
    yield (
        f"Up to p = {below.index[-1]:.2f}, tree and boards agree to {(below['tree'] - below['fixed']).abs().max():.3f}."
    )
    yield f"At p = 0.30 they fix {table['fixed'][0.3]:.2f} of the cells"
    yield f"The floor is {above['floor'].iloc[0]:.4f} at p = {above.index[0]:.2f}, above the threshold"
    assert above["difference"].min() > 0
    yield f"too high by up to {above['difference'].max():.3f}, at p = {above['difference'].idxmax():.2f};"
    too_low = (above["simple"] - above["floor_3"])[0.25:]
    assert too_low.min() > 0
    yield f"it is too low by up to {too_low.max():.3f}, at p = {too_low.idxmax():.2f}."
    assert (table["floor_3"] < table["covered_3"]).sum() == len(table[table["covered_3"] > 0])
    row = table.loc[0.43]
    yield f"({row['covered_3']:.3f} instead of {row['floor_3']:.3f} at p = 0.43)"
    yield f"so that fewer puzzles are unique ({row['unique']:.3f})"


def of_nonograms():
    table = tables()["nonograms"]
    assert set(table["pictures"]) == {20_000}
    yield f"with {20_000:,} pictures for each cell"
    yield f"The standard error of a counted share is {table['error'].max():.4f} at most."
    errors = table["difference"]
    assert errors.abs().idxmax() == errors[table["black"] == 0.5].idxmax()
    yield (
        f"errors of at most {errors[table['black'] >= 0.7].abs().max():.4f} for p ≥ 0.7, and up to {errors.max():.3f} "
        f"for p = 0.5"
    )
    points = table.set_index(["side", "black"])
    small, large = points.loc[(5, 0.4)], points.loc[(20, 0.5)]
    yield (
        f"At 20×20 with p = 0.5, only small sets stay unknown in {large['bulk']:.2f} of the decoupled pictures and in "
        f"{large['small']:.2f} of the real ones, and r is {large['hold_up']:.2f} and "
        f"{hold_up_of_pictures(20, 0.5, large['small']):.2f}."
    )
    predicted = large["small"] * exp(-large["switches"] * hold_up_of_pictures(20, 0.5, large["small"]))
    yield (f"{predicted:.3f} are predicted instead of {large['predicted']:.3f}, and {large['simple']:.3f} are counted.")
    assert abs(small["bulk"] - small["small"]) < 0.001
    yield "At 5×5 with p = 0.4, of the pictures"
    yield f"a share of exp(−λ r) = {exp(-small['switches'] * small['hold_up']):.3f} should have no switch."
    of_small = small["simple"] / small["small"]
    yield f"By counting, {share_without_switch(5, 0.4):.2f} have none, and only {of_small:.3f} are simple"


@cache
def hold_up_of_pictures(side, black, small):
    """By which factor a planted switch changes the share of real pictures in which only small sets stay unknown."""
    return (nonograms._run(side, black, False, True, 20_000, 4) >= 0).mean() / small


@cache
def share_without_switch(side, black, pictures=8000):
    """The share of real pictures without any switch, of those in which only small sets stay unknown."""
    rng, room, bits = np.random.default_rng(1), kernel.room_for(side), 1 << np.arange(side).astype(np.uint64)
    number = 0
    switchless = 0
    for _ in range(pictures):
        picture = rng.random((side, side)) < black
        is_unknown = ~rs.rullo.propagate_nonogram(picture)
        room.unknown[:] = is_unknown @ bits
        if is_small(room.unknown, room.lines):
            number += 1
            switchless += not (is_unknown.any() and any(switches_of(picture)))
    return switchless / number


def of_products():
    table = tables()["products"]
    assert set(table["puzzles"]) == {20_000}
    yield f"with {20_000:,} puzzles of each kind and point"
    errors = (table["simple"] * (1 - table["simple"]) / table["puzzles"]) ** 0.5
    yield f"The standard error of a counted share is {errors.max():.4f} at most."
    assert (table["simple"] > table["sum_simple"]).all()
    is_easy = table["bulk"] > 0.95
    near, far = table["difference"][is_easy], table["difference"][~is_easy]
    yield (
        f"Predictions are right to {near.abs().max():.3f} where P(bulk) is above 0.95, and too high by "
        f"{far.min():.3f} to {far.max():.3f} elsewhere."
    )
    small, large = (exp(-rs.rullo.expect_alternating_cycles(side, 8)) for side in (6, 12))
    points = table.set_index(["size", "values"])
    yield (
        f"It is {small:.3f} for eight primes at 6×6 and {large:.3f} at 12×12, where "
        f"{points['simple'][('12x12', PRIMES)]:.3f} are simple"
    )
    composite, primes = points.loc[("12x12", "2-9")], points.loc[("12x12", PRIMES)]
    of_composite, of_primes = with_all_classes("2-9"), with_all_classes(PRIMES)
    assert of_composite.simple - composite["simple"] < composite["difference"] / 2
    yield (
        f"{of_composite.simple:.3f} are predicted so, instead of {composite['predicted']:.3f}, and "
        f"{composite['simple']:.3f} are counted"
    )
    yield (f"it is {of_primes.simple:.3f} instead of {primes['predicted']:.3f}, and {primes['simple']:.3f} are counted")
    (sampled,) = (sets.expected for sets in of_primes.sets if sets.shape == (3, 3))
    by_formula = (12 * 11 * 10 / 6) ** 2 * 6 * 2 * 8 / 16**6
    yield f"Of cycles in three rows and columns, {sampled:.3f} are expected by sampling, and {by_formula:.3f} by the"


@cache
def with_all_classes(values):
    """The prediction of products at 12x12 whose size classes have one number each."""
    logs = sorted(rs.rullo.encode_products(parse_range(values), 12))
    return rc.rullo.predict("12x12", values=format_range(logs), classes=len(logs), accuracy=0.002, seed=2)


def of_kakurasu():
    table = tables()["kakurasu"].set_index("side")
    assert set(table["boards"]) == {40_000}
    yield f"with {40_000:,} puzzles of each side"
    yield f"The standard error of a counted share is {table['error'].max():.4f} at most."
    assert table.index[table["sets"] == 0].tolist() == [3, 4]
    worst = table["difference"].abs().idxmax()
    yield (
        f"errors of at most {table['difference'].abs().drop(worst).max():.4f}, but {table['difference'][worst]:.4f} at "
        f"{worst}×{worst}, or {table['difference'][worst] / table['error'][worst]:.1f} standard errors of the count."
    )
    too_few = table["random_numbers"] < table["simple"]
    assert table.index[too_few].tolist() == [3, 4, 5]
    yield f"up to {table.index[too_few].max()}×5, and too many from {table.index[~too_few].min()}×6 on"
    yield f"hold-up is as small as {table['hold_up'].min():.2f}"
    yield f"falls from {table['bulk'][6]:.2f} to {table['bulk'][9]:.2f} between 6×6 and 9×9"
    counts = {side: rs.rullo.count_kakurasus(side) for side in (3, 4)}
    simple = {side: counts[side].dropna()["puzzles"].sum() for side in counts}
    # Those of 5x5 are counted in another test.
    yield (
        f"{simple[3]} of {2**9} are simple at 3×3, {simple[4]:,} of {2**16:,} at 4×4, and 31,084,662 of {2**25:,} at "
        f"5×5"
    )


SENTENCES = (of_overview, of_sudoku, of_nonograms, of_products, of_kakurasu)


def flowing(text):
    """Text without its line breaks."""
    return " ".join(text.split())


@pytest.mark.parametrize("name", TABLES)
def test_the_tables_of_the_page_are_those_of_the_data(name):
    """All rows, and no other ones."""
    rows = "\n".join(TABLES[name]())
    assert f"---: |\n{rows}\n\n" in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("part", SENTENCES, ids=lambda part: part.__name__)
def test_the_sentences_of_the_page_have_the_numbers_of_the_data(part):
    text = flowing(PAGE.read_text(encoding="utf-8"))
    for sentence in part():
        assert sentence in text


def test_no_number_of_the_page_is_without_a_test():
    """But for those that say what was asked: shares and sizes."""
    text = PAGE.read_text(encoding="utf-8")
    for rows in TABLES.values():
        text = text.replace("\n".join(rows()), "")
    text = flowing(text)
    for part in SENTENCES:
        for sentence in part():
            text = text.replace(sentence, "")
    numbers = re.findall(r"\d+\.\d+|\d{1,3}(?:,\d{3})+|\d+ %", text)
    assert sorted(numbers) == ["0.4", "0.5", "0.6", "0.7", "0.8", "20,000"], "of a heading, and of units in a round"
