"""Kakuros to play, generated or read, with their solve path by passes; see `rullo_core.player`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from rullo_core.kakuro.api import API
from rullo_core.kakuro.explain import KakuroExplainer
from rullo_core.kakuro.levels import RECTANGLES
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.request import Condition, LayoutSpec
from rullo_core.kakuro.solver import ORDERS, game, reacher, start_of
from rullo_core.parameters import parse_size
from rullo_core.passes import levels
from rullo_core.passes.levels import SEARCH
from rullo_core.passes.solver import make_step
from rullo_core.player.play import GUESS, MOST_SOLUTIONS, Kind, Level, Option, Play, Preset, shelf_beside
from rullo_core.player.stock import stock_beside
from rullo_core.player.trace import in_time, solve_path

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

"""What a puzzle with one solution is, by the first level that solves it."""


@in_time
def read(text: str, source: str) -> Play:
    """Return a play of the puzzle in a text; BadInput if it cannot be read or has no solution."""
    puzzle = Kakuro.parse(text, source)
    search = partial(levels.search, start_of(puzzle), reacher(puzzle, "G"), MOST_SOLUTIONS)
    played = [level.name for level in (ENTRIES, CROSSINGS)]
    way = solve_path(source, played, partial(KakuroExplainer, puzzle), search, "Mend a clue")
    passes = make_step(game(puzzle))
    how = f"difficulty {passes.difficulty:g}" if passes.is_last else CROSSINGS.title if way.level else GUESS
    return API.play_of(puzzle, how, start_of(puzzle), way.trace, way.solutions, way.complete)


def make(chosen: Mapping[str, str], number: int) -> str | None:
    """Return the text of a generated puzzle as chosen, by number."""
    # Imported here: what is on the shelf is played without the compiler.
    from rullo_core.kakuro.generation import generate_puzzle

    asked = REQUESTS[chosen["difficulty"]]
    condition = Condition(asked.level or SEARCH, asked.difficulty)
    made = generate_puzzle(LayoutSpec(*parse_size(chosen["size"])), condition, seed=1, index=number)
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
    stock=stock_beside(__file__),
)
