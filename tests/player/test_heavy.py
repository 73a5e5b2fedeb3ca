"""Puzzles that are too much: limits on time and on states hold inside of a pass, and what they stop is undecided."""

import json
import random
import time

import pytest

from rullo_core.rullo.api import API as RULLO
from rullo_core.rullo.puzzle import Rullo
from tests.player import scripts

LIMIT = 5
"""Seconds in which a puzzle is read; explaining it may take 2 more, and the process begins in fewer."""


def rullo(rows, columns, largest, seed=1):
    """A random Rullo as text, and one solution."""
    rng = random.Random(seed)
    grid = [[rng.randint(1, largest) for _ in range(columns)] for _ in range(rows)]
    included = [[rng.random() < 0.5 for _ in range(columns)] for _ in range(rows)]
    included_numbers = [
        [n * is_included for n, is_included in zip(*pair, strict=True)] for pair in zip(grid, included, strict=True)
    ]
    lines = [[sum(column) for column in zip(*included_numbers, strict=True)]]
    lines += [[sum(row), *numbers] for row, numbers in zip(included_numbers, grid, strict=True)]
    return "\n".join(" ".join(map(str, line)) for line in lines)


READ = """
const start = performance.now();
const play = read_js.read('rullo', given[0]);
const seconds = (performance.now() - start) / 1000;
const provisional = read_js.provisionalPlay('rullo', given[0]);
const { title, solutions, complete, undecided, trace } = play;
console.log(JSON.stringify({ title, solutions, complete, undecided, trace, seconds, cells: provisional.cells.length }));
"""


@pytest.mark.parametrize(("rows", "columns", "largest"), [(2, 30, 2**25), (24, 24, 2**25), (18, 18, 99)])
def test_a_rullo_with_too_many_sums_is_played_and_undecided(rows, columns, largest):
    text = rullo(rows, columns, largest)
    start = time.monotonic()
    output = scripts.run(READ, text)
    assert output["seconds"] < LIMIT + 3, time.monotonic() - start
    assert output["cells"] == rows * columns
    assert output["undecided"]
    puzzle = Rullo.parse(text)
    for solution in output["solutions"]:
        included = [[place == 0 for place in solution[r * columns : (r + 1) * columns]] for r in range(rows)]
        sums = [
            sum(n for n, is_included in zip(*pair, strict=True) if is_included)
            for pair in zip(puzzle.numbers, included, strict=True)
        ]
        assert sums == list(puzzle.row_targets)
    if not output["complete"] or output["title"].endswith("undecided"):
        verdict = scripts.run("console.log(JSON.stringify(verdict_js.judge('rullo', given[0], () => {}, 3)));", text)
        assert verdict["state"] in ("unknown", "one", "several")
        assert verdict.get("word") is None


def test_a_line_of_many_sums_finds_nothing_and_says_that_it_was_cut():
    """One state more than are looked at makes the difference; a line that is known is looked at."""
    script = """
    const line = (n) => ({ rule: rules_js.included([...Array(n).keys()].map((k) => 2 ** k), 1), cells: [] });
    const check = (n, masks) => {
      const cache = new read_js.Cache();
      const remaining = read_js.filter(line(n), masks ?? Array(n).fill(3), cache);
      return [remaining, cache.isCut, read_js.filter(line(n), masks ?? Array(n).fill(3), cache)];
    };
    const outcomes = [check(15), check(16), check(30, [1, ...Array(29).fill(2)]), check(30, Array(30).fill(1))];
    console.log(JSON.stringify(outcomes));
    """
    under_limit, over_limit, fixed_cells, contradiction = scripts.run(script)
    assert under_limit == [[1, *[2] * 14], False, [1, *[2] * 14]]  # 2 + 4 + ... + 2^15 = 65,534 states
    assert over_limit == [[3] * 16, True, [3] * 16]
    assert fixed_cells == [[1, *[2] * 29], False, [1, *[2] * 29]]
    assert contradiction == [None, False, None]


def test_time_is_up_within_a_pass():
    """A clock that goes on with every look: no unit is filtered after the limit, and the trace is not endless."""
    script = """
    let clock = 0;
    Date.now = () => (clock += 10);
    const outcomes = given[0].map((seconds) => {
      const play = read_js.read('rullo', given[1], null, seconds);
      return [play.undecided ?? false, play.complete, play.solutions.length, play.trace.length > 0, play.title];
    });
    console.log(JSON.stringify(outcomes));
    """
    text = RULLO.shelf[0]
    late, *_, full = scripts.run(script, [-1, 0.2, 1, 100], text)
    assert late[:3] == [True, False, 0]
    assert late[4].endswith("undecided")
    expected = json.loads(json.dumps(RULLO.read_play(text, "").as_json()))
    assert full == [False, True, 1, True, expected["title"]]


def test_a_line_of_too_many_sums_is_explained_without_them():
    numbers = [str(2**k) for k in range(25)]
    script = "const text = kinds_js.kinds.rullo.say(given[0], given[1], Array(25).fill(3), [[0, 1]]);"
    play = {
        "numbers": list(map(int, numbers)),
        "symbols": ["included", "excluded"],
        "cells": [[0, k] for k in range(25)],
    }
    unit = {"name": "row 1", "cells": list(range(25)), "total": 2**24 - 1}
    text = scripts.run(f"{script}console.log(JSON.stringify(text));", play, unit)
    assert text == "Row 1 reaches 16777215 with any of many sums: the 1 in column 1 is included."
