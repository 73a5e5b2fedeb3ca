"""Kakuros to play, generated or read, with their solve path by passes; see `rullo_core.player`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rullo_core.kakuro.api import API
from rullo_core.kakuro.levels import RECTANGLES
from rullo_core.kakuro.request import Condition, LayoutSpec
from rullo_core.kakuro.solver import ORDERS
from rullo_core.parameters import parse_size
from rullo_core.passes.levels import SEARCH
from rullo_core.player.play import GUESS, Kind, Level, Option, Preset, shelf_beside
from rullo_core.player.stock import stock_beside

ENTRIES = Level("G", API.titles["G"], {group: (group,) for group in ORDERS[0]}, ORDERS)
"""All that each entry reveals by itself."""

CROSSINGS = replace(ENTRIES, name="G+Q", title=API.titles["G+Q"], beyond={RECTANGLES: (RECTANGLES,)})
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


def make(options: Mapping[str, str], number: int) -> str | None:
    """Return the text of a generated puzzle as chosen, by number."""
    # Imported here: what is on the shelf is played without the compiler.
    from rullo_core.kakuro.generation import generate_puzzle

    preset = REQUESTS[options["difficulty"]]
    condition = Condition(preset.level or SEARCH, preset.difficulty)
    generated = generate_puzzle(LayoutSpec(*parse_size(options["size"])), condition, seed=1, index=number)
    return None if generated is None else str(generated.puzzle)


KAKURO = Kind(
    api=API,
    rules="Fill in digits from 1 to 9: each entry adds up to its sum, and has no digit twice.",
    options=(
        Option("size", "size", ("4x4", "6x6", "8x8", "9x9", "10x10"), "6x6", needs_python=("10x10",)),
        Option("difficulty", "difficulty", tuple(REQUESTS), "medium", needs_python=(GUESS,)),
    ),
    make=make,
    shelf=shelf_beside(__file__),
    levels=(ENTRIES, CROSSINGS),
    search=ENTRIES.name,
    requests=REQUESTS,
    stock=stock_beside(__file__),
)
