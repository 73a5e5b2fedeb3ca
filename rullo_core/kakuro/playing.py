"""Kakuros to play: made as asked for, or read, with the way that passes take; see `rullo_core.player`."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from statistics import mean
from typing import Literal

from rullo_core.errors import BadInput
from rullo_core.kakuro.api import API
from rullo_core.kakuro.explain import KakuroExplainer
from rullo_core.kakuro.puzzle import Kakuro, Solution
from rullo_core.kakuro.request import LayoutSpec, Request
from rullo_core.kakuro.solver import ORDERS, RECTANGLES, reacher, solution_in, start_of
from rullo_core.parameters import parse_size
from rullo_core.passes import levels
from rullo_core.passes.solver import run
from rullo_core.passes.stages import explain_failure, go_on
from rullo_core.passes.units import State
from rullo_core.player.play import GUESS, MOST_SOLUTIONS, Kind, Level, Option, Play, Preset, shelf_beside
from rullo_core.player.trace import SECONDS, in_time, steps_of_stages, too_long

ENTRIES = Level("G", "", {group: (group,) for group in ORDERS[0]}, ORDERS)
"""All that each entry reveals by itself."""

CROSSINGS = replace(ENTRIES, name="G+Q", title="crossings of entries", beyond={RECTANGLES: (RECTANGLES,)})
"""And what two entries reveal with two others that they cross, where passes are stuck."""

REQUESTS = {
    "easy": Preset(ENTRIES.name, (0, 4.5)),
    "medium": Preset(ENTRIES.name, (5, 8.5)),
    "hard": Preset(ENTRIES.name, (9, 1000)),
    CROSSINGS.title: Preset(CROSSINGS.name),
    GUESS: Preset(None),
}
"""By passes; by where two entries cross two others; and those that neither solves."""

KINDS: dict[str | None, Literal["simple", "rectangular", "exhaustive"]] = {
    ENTRIES.name: "simple",
    CROSSINGS.name: "rectangular",
    None: "exhaustive",
}
"""What a puzzle with one solution is, by the first level that solves it."""


def read(text: str, source: str) -> Play:
    """A play of the puzzle in a text.

    Raises
    ------
    BadInput
        If it cannot be read, or has no solution.
    """
    puzzle = Kakuro.parse(text, source)
    found = list(islice(_solutions(puzzle, source), MOST_SOLUTIONS + 1))
    if not found:
        raise BadInput(f"{source}: {explain_failure(KakuroExplainer(puzzle))} Mend a clue")
    explainer = KakuroExplainer(puzzle, CROSSINGS.name)
    trace = tuple(steps_of_stages(explainer, list(in_time(go_on(explainer.game, found[0]), source))))
    groups = {step.group for step in trace}
    if "guess" in groups:
        how = GUESS
    elif RECTANGLES in groups:
        how = CROSSINGS.title
    else:
        how = f"difficulty {mean(len(run(explainer.game, order).passes) for order in ORDERS):g}"
    places = [tuple(digit - 1 for digit in one) for one in found[:MOST_SOLUTIONS]]
    return API.play_of(puzzle, how, explainer.game.start, trace, places, len(found) <= MOST_SOLUTIONS)


def _solutions(puzzle: Kakuro, source: str) -> Iterator[Solution]:
    """Every solution, as far as that does not take too long."""
    reach, until = reacher(puzzle, "G"), time.monotonic() + SECONDS

    def filter_candidates(state: State) -> State:
        if time.monotonic() > until:
            raise too_long(source)
        return reach(state)

    return map(solution_in, levels.solutions(start_of(puzzle), filter_candidates))


def make(chosen: Mapping[str, str], number: int) -> str | None:
    """A puzzle that is as chosen, as text; a number for each."""
    # Imported here: what is on the shelf is played without the compiler.
    from rullo_core.kakuro.generation import generate_puzzle

    asked = REQUESTS[chosen["difficulty"]]
    request = Request(KINDS[asked.level], asked.difficulty)
    made = generate_puzzle(LayoutSpec(*parse_size(chosen["size"])), request, seed=1, index=number)
    return None if made is None else str(made.puzzle)


KAKURO = Kind(
    name="kakuro",
    title="Kakuro",
    rules="Fill in digits from 1 to 9: each entry adds up to its sum, and has no digit twice.",
    options=(
        Option("size", "size", ("4x4", "6x6", "8x8", "9x9", "10x10"), "6x6", needs_python=("10x10",)),
        Option("difficulty", "difficulty", tuple(REQUESTS), "medium", needs_python=(GUESS,)),
    ),
    puzzle=Kakuro,
    make=make,
    read=read,
    shelf=shelf_beside(__file__),
    levels=(ENTRIES, CROSSINGS),
    search=ENTRIES.name,
    requests=REQUESTS,
)
