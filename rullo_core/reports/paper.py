"""The manuscript in ``paper``, with its numbers, as a PDF: ``python -m rullo_core.reports.paper build/paper``.

No result is typed into its text: `numbers` has each from what is committed. Notebooks save numbers with
`rullo_core.save_numbers`; others follow from tables of notebooks, records and published data. They are committed as
``paper/numbers.json``, and the manuscript has each by its name, as ``#n("name")``.
"""

from __future__ import annotations

import json
import math
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pandas as pd

from rullo_core import uncertainty
from rullo_core.errors import BadInput
from rullo_core.extras import NotInstalled, require
from rullo_core.files import write_if_changed
from rullo_core.paths import NOTEBOOKS, PUBLISHED, ROOT
from rullo_core.terminal import say, warn
from rullo_core.views.prose import SAVED, as_json

MANUSCRIPT = ROOT / "paper" / "paper.typ"

NUMBERS = ROOT / "paper" / "numbers.json"
"""The numbers of the manuscript by their names, as it prints them; committed, and read by it."""

FIGURES = ROOT / "figures" / "notebooks"
"""Tables that notebooks show, and numbers that they save, each in a folder of its notebook."""

PREDICTIONS = ROOT / "data" / "predictions"
"""Predictions and counts of random Rullos; see `rullo_studies.rullo.predictions`."""

BOARDS = {4: 288, 6: 28_200_960, 9: 6_670_903_752_021_072_936_960}
"""Filled Sudoku boards by side, with boxes of 2x2, 2x3 and 3x3."""

KINDS = ("Rullo", "Kakuro", "Killer Sudoku", "Sudoku")

CELLS = 36
"""The number of cells to fill at which the kinds are compared: as in a 6x6 grid, within the sizes of each kind."""

LEVELS = ("naked", "hidden", "locked", "subsets", "gac", "gac-locked", "search")
"""The levels of Sudoku, from weak to strong, and what they do not solve."""

PEOPLE = {"clues": "clues", "level": "level", "passes": "passes of singles", "forced": "forced cells, early"}
"""Measures that are correlated with people's solving times, and the manuscript's names for them."""


@cache
def table(name: str) -> pd.DataFrame:
    """Return a table that a notebook shows, as its texts, by its first column."""
    return pd.read_csv(FIGURES / f"{name}.csv", dtype=str, index_col=0, keep_default_na=False)


def counts(name: str) -> pd.DataFrame:
    """Return a table that a notebook shows as its numbers, where these are counts."""
    return table(name).apply(lambda column: pd.to_numeric(column.str.replace(",", ""), errors="coerce"))


def saved_numbers() -> dict[str, str]:
    """Return the numbers that notebooks have saved; each is saved by one notebook only."""
    numbers_by_name: dict[str, str] = {}
    for path in sorted(FIGURES.glob(f"*/*/{SAVED}")):
        numbers = json.loads(path.read_text("utf-8"))
        if repeated := numbers_by_name.keys() & numbers:
            raise BadInput(
                f"{', '.join(sorted(repeated))}: saved by another notebook, too; rename it in one", str(path)
            )
        numbers_by_name |= numbers
    return numbers_by_name


def share_at(curve: pd.DataFrame, cells: float) -> float:
    """Return the share of a table by size that passes solve, between two sizes as the notebook interpolates it."""
    counts = curve["simple"].str.extract(r"^(\d+)(%| of )(\d*)")
    shares = counts[0].astype(float) / pd.to_numeric(counts[2]).fillna(100)
    return float(np.interp(math.log(cells), np.log(curve["cells"].astype(float)), shares))


def from_to(shares: Sequence[float]) -> str:
    """Return the least and the greatest of some shares, in whole per cent."""
    return " to ".join(dict.fromkeys(f"{share:.0%}" for share in (min(shares), max(shares))))


def percent(share: float) -> str:
    """Return a share in per cent, with one decimal."""
    return f"{100 * share:.1f}"


def numbers() -> dict[str, str]:
    """Return every number of the manuscript by its name, as it is printed."""
    result: dict[str, Any] = {**saved_numbers()}

    # The thesis's experiments
    smallest = counts("rullo/04-census-3x3/how-are-the-difficulties-spread_1").sum()
    result |= {f"3x3-{kind}": f"{smallest[kind] / smallest.sum():.2%}" for kind in ("simple", "exhaustive")}
    result["3x3-puzzles"] = f"{2 * smallest.sum():,}"  # a puzzle and its inverse are counted once there
    rectangles = table("rullo/05-grids-5x5/does-it-agree-with-the-thesis_4")
    result |= {f"rectangles-{row}": rectangles.at[row, "found"] for row in ("ours", "thesis")}
    result["rectangles-expected"] = "{expected} ± {standard deviation}".format_map(rectangles.loc["ours"])
    exhaustive = table("rullo/06-sample-7x7/does-it-agree-with-the-thesis_5")["all exhaustive"]
    result |= {"7x7-thesis": exhaustive["thesis (%)"], "7x7-ours": exhaustive["ours (%)"]}
    result["7x7-apart"] = f"{abs(float(exhaustive['standard errors apart'])):.1f}"

    # Its stream
    result["table-3-passes-degrees"] = str(int(result["table-3-passes"]) - 1)
    puzzles = counts("rullo/06-sample-7x7/is-that-how-the-thesis-drew-them_1").sum()
    for name, source in (("rated", "ours"), ("rated-by-the-thesis", "published")):
        result[name] = f"{int(puzzles[f'simple {source}'] + puzzles[f'exhaustive {source}']):,}"
    parities = table("rullo/06-sample-7x7/is-that-how-the-thesis-drew-them_3")["all"]
    result |= {"rand-numbers": parities["rand-numbers"], "rand-coins": parities["rand-coins"]}
    coins = table("rullo/06-sample-7x7/why-do-they-differ")["χ²"]
    result |= {"coin-fair": coins["fair"], "coin-upper-half": coins["bit 30 of rand(), the upper half"]}
    streams = table("rullo/06-sample-7x7/from-which-seed-were-they-drawn_3").loc["figure 19"]
    result |= {"seeds-anywhere": streams["last_seed"].iloc[0], "seeds-in-steps": streams["last_seed"].iloc[1]}
    result |= {"seeds-calls": streams["calls"].iloc[0], "seeds-every": streams["every"].iloc[1]}

    # Censuses and bounds
    exact = table("rullo/11-exact-censuses/what-comes-out").loc["3x3 over 1-9"]
    result |= {"3x3-1-9-puzzles": exact["puzzles"], "3x3-1-9-simple": f"{exact['simple (%)']}%"}
    growth = table("rullo/11-exact-censuses/how-does-the-share-of-simple-puzzles-grow-with-the-range")["simple (%)"]
    result["3x3-1-simple"] = growth["1"]
    any_integers = table("rullo/11-exact-censuses/and-over-any-positive-integers").loc["3x3"]
    result |= {"realised": any_integers["combinations realised"], "realised-with": any_integers["with numbers up to"]}
    result |= {f"hardest-3x3-{kind}": any_integers[f"greatest difficulty, {kind}"] for kind in ("simple", "exhaustive")}
    records = table("rullo/17-hardest-known/and-with-guesses")
    proved = records.index[records["difficulty, simple"] == records["bound, simple"]]
    result |= {"record-sizes": str(len(records)), "record-sizes-met": str(len(proved))}
    result |= {"record-first": proved[0], "record-last": proved[-1]}
    result |= {
        "record-7x7": records.at["7x7", "difficulty, simple"],
        "record-8x8": records.at["8x8", "difficulty, simple"],
    }
    result |= {f"bound-{size}": records.at[size, "bound, simple"] for size in ("2x4", "3x4")}
    result |= {"record-9x9": records.at["9x9", "difficulty, simple"], "bound-9x9": records.at["9x9", "bound, simple"]}
    result["random-8x8"] = table("rullo/17-hardest-known/how-does-it-grow").at["8x8", "mean difficulty"]
    largest = table("rullo/13-size-by-range/the-numbers").loc["8x8"].set_index("values").loc["1-9"]
    simple, unique = (float(largest[f"{kind} (%)"].split()[0]) for kind in ("simple", "unique"))
    result["sweep-8x8"] = f"{simple:.2f}%"
    result["stuck-but-unique"] = f"{100 * (unique - simple) / (100 - simple):.0f}%"

    # Kakuro
    smallest = table("kakuro/01-how-much-reasoning/how-small-can-such-a-puzzle-be_1")
    cells = smallest.index[smallest["rectangular"] != "0"][0]
    result |= {"kakuro-cells": cells, "kakuro-unique": smallest.at[cells, "unique"]}
    result["kakuro-stuck"] = smallest.at[cells, "rectangular"]
    result["kakuro-larger"] = smallest.index[smallest["exhaustive"] != "0"][0]
    result["kakuro-double"] = table("kakuro/01-how-much-reasoning/how-small-can-such-a-puzzle-be_2").index[0]
    blocks = table("kakuro/01-how-much-reasoning/need-a-full-block-be-simple")
    result |= {"kakuro-2x9": blocks.at["2x9", "fillings"], "kakuro-2x9-unique": blocks.at["2x9", "unique"]}
    stuck = list(blocks.index[blocks["simple"] != blocks["unique"]])
    simple_blocks = [size for size in blocks.index[: blocks.index.get_loc(stuck[0])] if size not in stuck]
    for name, size in (
        ("simple", simple_blocks[-2]),
        ("square", simple_blocks[-1]),
        ("first", stuck[0]),
        ("last", stuck[-1]),
    ):
        result[f"blocks-{name}"] = size.replace("x", "×")
    fillings = table("kakuro/05-why-not-at-random/why-is-a-random-filling-hardly-ever-a-puzzle").loc["no"]
    result["kakuro-fillings"] = f"{fillings['fillings'].astype(int).sum():,}"
    layouts = [layout.partition(",")[0] for layout in fillings["layout"]]
    result |= {"fillings-first": layouts[0], "fillings-last": layouts[-1]}
    result["kakuro-four"] = min(
        fillings["fillings with four cells to change"], key=lambda text: float(text.rstrip("%"))
    )
    ratios = table("kakuro/02-two-ways-to-make-one/two-ways-to-make-a-kakuro")["ratio"].astype(float)
    result["kakuro-ratio"] = f"{ratios.min():.1f} to {ratios.max():.1f}"

    # Killer Sudoku
    census = counts("killer/06-census-4x4/by-number-of-cages").drop("all")
    total = census.sum()
    stuck_puzzles = total["unique"] - total["simple"]
    fewest = census.index[census["unique"] > 0][0]
    result |= {
        "killer-layouts": f"{total['layouts']:,}",
        "killer-puzzles": f"{total['puzzles']:,}",
        "killer-unique": f"{total['unique']:,}",
        "killer-unique-without": f"{total['unique without single cells']:,}",
        "killer-stuck": f"{stuck_puzzles:,}",
        "killer-stuck-share": f"{stuck_puzzles / total['unique']:.3%}",
        "killer-cages": fewest,
        "killer-with-fewest": f"{census.at[fewest, 'unique']:,}",
    }
    result["killer-last-stuck"] = census.index[census["unique"] != census["simple"]][-1]

    # Sudoku
    record = pd.read_csv(ROOT / "data" / "records" / "sudoku" / "all-minimal.csv").set_index(["lot", "level"])
    for name, lot in (("dug", "dug, as they come"), ("weighted", "dug, weighted by clues"), ("all", "population")):
        for level in ("hidden", "locked"):
            share, error = record.loc[(lot, level), ["share", "share_error"]]
            result[f"sudoku-{name}-{level}"] = f"{percent(share)} ± {percent(2 * error)} %"
    for name, lot in (("dug", "dug, as they come"), ("all", "population")):
        result[f"sudoku-{name}-puzzles"] = f"{record.at[(lot, 'hidden'), 'puzzles']:,}"
    rates = pd.read_csv(PUBLISHED / "sudoku" / "berthier-rates.csv", dtype=str, index_col="quantity")["value"]
    result |= {"berthier-hidden": rates["singles solve"], "berthier-minimal": rates["minimal puzzles"]}
    result["berthier-locked"] = rates["singles and locked candidates solve"]
    lots = table("sudoku/06-all-minimal/all-minimal-puzzles_1")["puzzles"]
    result |= {"sudoku-figures-dug": lots["dug, as they come"], "sudoku-figures-all": lots["population"]}
    dug = table("sudoku/02-digging/after-one-round-nothing-more-can-go_1").loc["one solution"]
    result["sudoku-dug-clues"] = f"{float(dug['mean clues']):.1f}"
    small = counts("sudoku/02-digging/4-4-exactly")
    result |= {"sudoku-4x4-boards": f"{BOARDS[4]}", "sudoku-4x4": f"{small.loc['hidden'].sum():,}"}

    # Side by side
    kinds = table("family/01-how-far/how-do-the-four-kinds-compare-in-numbers")
    result["family-each"] = kinds.at["Rullo", "puzzles"]
    result |= {f"family-{kind.split()[0].lower()}": kinds.at[kind, "simple"] for kind in kinds.index}
    result |= {"unfixed-killer": kinds.at["Killer Sudoku", "unfixed"], "unfixed": kinds.at["Kakuro", "unfixed"]}

    sizes = table("family/03-by-size/the-numbers")
    result["cells"] = str(CELLS)
    for kind in KINDS:
        curves = [curve for _, curve in sizes.loc[kind].groupby("maker")]
        name = kind.split()[0].lower()
        result[f"cells-{name}"] = from_to([share_at(curve, CELLS) for curve in curves])
        if kind != "Kakuro":  # all boards of a Rullo have a bit a cell, and those of the others are as many as of 9x9
            cells = math.log2(BOARDS[9]) if kind == "Rullo" else None
            result[f"board-{name}"] = from_to(
                [share_at(curve, cells or float(curve.set_index("size").at["9×9", "cells"])) for curve in curves]
            )
    by_size = sizes.loc["Rullo"].set_index(["maker", "size"])
    result["bits-fewest"] = by_size.at[("1-9", "10×10"), "simple"]
    hits, number = map(int, result["bits-fewest"].split(" of "))
    result["bits-fewest-interval"] = "{:.0%} to {:.0%}".format(*uncertainty.share_interval(hits / number, number))
    result |= {
        "unique-12x12": by_size.at[("1-29", "12×12"), "puzzles"],
        "simple-12x12": by_size.at[("1-29", "12×12"), "simple"].split()[0],
        "sweep-each": by_size.at[("1-29", "3×3"), "puzzles"],
    }
    result |= {f"bits-board-{side}x{side}": f"{math.log2(count):.1f}" for side, count in BOARDS.items() if side > 4}
    result |= {f"bits-counted-{side}x{side}": f"{side**2 * math.log2(side):.0f}" for side in (6, 9)}

    # Against others
    sudokus = pd.read_csv(PUBLISHED / "sudoku" / "berthier-measures.csv.gz")
    sudokus["rank"] = sudokus["level"].map(list(LEVELS).index)
    harder = sudokus[sudokus["W"] > 1]
    result["berthier-identity"] = f"{1 - len(harder) / len(sudokus):.0%}"
    result["berthier-beyond"] = f"{uncertainty.rank_correlation(harder['rank'], harder['W'])[0]:+.2f}"
    for name in ("W", "SER"):
        result[f"clues-{name}"] = f"{uncertainty.rank_correlation(sudokus['clues'], sudokus[name])[0]:+.2f}"
    people = pd.read_csv(PUBLISHED / "sudoku" / "times-of-people.csv", index_col="measure")
    for name, measure in PEOPLE.items():
        result[f"people-{name}"] = "{spearman:+.2f} ({low:+.2f} to {high:+.2f})".format_map(people.loc[measure])
    result |= {
        "people-puzzles": f"{people.at['clues', 'puzzles']:,}",
        "people-passes-puzzles": f"{people.at[PEOPLE['passes'], 'puzzles']:,}",
    }
    order = table("family/02-against-others/a-publisher-s-order")
    result |= {
        "booklets": order.at["level", "booklet, means"],
        "booklets-O1": order.at["passes of O1", "booklet, means"],
        "booklets-single": order.at["level", "booklet, single puzzles"],
        "booklets-own": order.at["passes of its level", "booklet, means"],
    }
    times = table("family/02-against-others/the-times-that-people-take")
    for row in ("Serate", "number of givens"):
        result[f"times-{row.split()[0]}"] = f"{times.at[row, 'fed-sudoku.eu']} and {times.at[row, 'sudoku.org.uk']}"

    # Theory
    for name, files in (("", ("sealed", "counted")), ("few", ("few-predicted", "few-counted"))):
        predicted, counted = (pd.read_csv(PREDICTIONS / f"{file}.csv") for file in files)
        errors = 100 * predicted[["simple", "one_class"]].sub(counted["simple"], axis=0).abs()
        result[f"theory-{name or 'error'}"] = f"{errors['simple'].mean():.1f}"
        if not name:
            share = counted["simple"]
            result |= {
                "theory-points": str(len(counted)),
                "theory-values": "{} to {:,}".format(*counted["values"].str[2:].astype(int).agg(["min", "max"])),
                "theory-puzzles": f"{counted['puzzles'].iloc[0]:,}",
                "theory-most": f"{errors['simple'].max():.1f}",
                "theory-one-class": f"{errors['one_class'].mean():.1f}",
                "theory-counted": f"{100 * np.sqrt(share * (1 - share) / counted['puzzles']).max():.1f}",
            }
    limit = pd.read_csv(PREDICTIONS / "limit.csv")
    low, half, high = np.exp(np.interp([0.1, 0.5, 0.9], limit["simple"], np.log(limit["theta"])))
    result |= {"theory-half": f"{half:.2f}", "theory-factor": f"{high / low:.1f}"}

    # Phases
    unique = table("rullo/18-why-passes-stop/a-hard-phase-opens").iloc[0]
    result |= {f"phases-{side}": f"{float(unique[side]):.0f}" for side in ("7", "8", "10", "12")}
    widths, windows = (table(f"rullo/18-why-passes-stop/how-wide-is-it_{number}") for number in (1, 2))
    result |= {"phases-width-20": widths.at["20", "width"]}
    result |= {f"phases-predicted-{largest}": widths.at[largest, "predicted_width"] for largest in ("20", "1000")}
    result |= {f"window-{side}": windows.at[side, "width counted"] for side in ("8", "16")}
    result |= {f"window-passes-{side}": windows.at[side, "passes counted"] for side in ("10", "16")}
    passes = np.interp(np.log(half), np.log(limit["theta"]), limit["passes"])
    result |= {"window-limit": f"{math.log(high / low):.2f}", "window-passes-limit": f"{passes:.1f}"}

    # One scale
    thresholds = table("family/06-one-scale/the-two-thresholds").set_index("size", append=True)
    for size in ("5x5", "8x8", "12x12"):
        result[f"scale-{size}"] = "{ratio} ({low} to {high})".format_map(thresholds.loc[("rullo", size)])
    result |= {f"scale-{kind}": thresholds.at[(kind, "9x9"), "ratio"] for kind in ("sudoku", "killer")}
    cut = table("family/06-one-scale/how-far-a-sum-reaches")
    result |= {f"scale-reach-{cells}": cut.at[cells, "ratio"] for cells in ("6", "4", "3")}
    minimal = table("family/06-one-scale/minimal-puzzles").set_index(["size", "knob"], append=True)["single"]
    result["scale-minimal-sudoku"] = minimal["sudoku", "9x9", "0"]
    result |= {f"scale-minimal-{largest}": minimal["rullo", "8x9", largest] for largest in ("5", "32")}

    # Verification
    peers = pd.read_csv(ROOT / "benchmarks" / "side_by_side.csv")
    solved = peers[peers["task"] == "solve"]
    result |= {"peers-answers": f"{solved['number'].sum():,}", "peers-wrong": f"{solved['wrong'].sum():.0f}"}
    result["peers-guessing"] = f"{solved.loc[solved['wrong'] > 0, 'number'].sum():,}"
    models = pd.read_csv(ROOT / "benchmarks" / "kakuro-models.csv", usecols=["name"])
    result["kakuro-models"] = f"{models['name'].nunique():,}"
    answers = pd.read_csv(ROOT / "benchmarks" / "peers.csv").pivot(
        index=["range", "size", "index"], columns="solver", values="solutions"
    )
    decided = answers.notna().sum(axis=1)
    result["rullo-solvers-apart"] = str((answers.nunique(axis=1) > 1).sum())
    result |= {"rullo-solvers-puzzles": f"{len(answers):,}", "rullo-solvers-both": f"{(decided > 1).sum():,}"}
    return result


def in_manuscript(text: str) -> set[str]:
    """Return the names of the numbers that a manuscript has."""
    return set(re.findall(r'#?\bn\("([^"]+)"\)', text))


def check_names(names: Iterable[str]) -> None:
    """Refuse numbers that differ from the numbers of the manuscript."""
    names, expected = set(names), in_manuscript(MANUSCRIPT.read_text("utf-8"))
    for problem, wrong_names in (("is no number that is read", expected - names), ("is not used", names - expected)):
        if wrong_names:
            raise BadInput(
                f"{', '.join(sorted(wrong_names))} {problem}: change it or rullo_core/reports/paper.py", str(MANUSCRIPT)
            )


def compile_pdf(**options: Any) -> Any:
    """Return the manuscript with its committed numbers, as a PDF or as Typst's options say.

    It is compiled in a folder where pictures of notebooks, which are committed in these alone, are files.
    """
    require("paper")
    import typst

    # Imported here: it needs a package that the extra brings, and reading the numbers does not.
    from rullo_core.reports import figures

    with TemporaryDirectory() as folder:
        root = Path(folder)
        shutil.copy(ROOT / "CITATION.cff", root)
        shutil.copytree(MANUSCRIPT.parent, root / "paper")
        shutil.copytree(ROOT / "figures", root / "figures", ignore=shutil.ignore_patterns("notebooks"))
        figures.write(sorted(NOTEBOOKS.glob("*/*.ipynb")), root / "figures" / "notebooks")
        return typst.compile(str(root / "paper" / MANUSCRIPT.name), root=folder, ignore_system_fonts=True, **options)


if __name__ == "__main__":
    try:
        require("paper")
    except NotInstalled as error:
        warn(error)
        sys.exit(2)
    place, values = Path(sys.argv[1]), numbers()
    check_names(values)
    write_if_changed(NUMBERS, as_json(values))
    place.mkdir(parents=True, exist_ok=True)
    write_if_changed(place / "paper.pdf", compile_pdf())
    say(f"{place / 'paper.pdf'}: written, with {len(values)} numbers")
