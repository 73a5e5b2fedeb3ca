"""Calcudokus to play."""

from __future__ import annotations

from collections.abc import Mapping

from rullo_core.calcudoku.api import API
from rullo_core.player.play import Kind, Option, Preset, shelf_beside

REQUESTS = {title: Preset(level) for level, title in API.titles.items()}


def make(chosen: Mapping[str, str], number: int) -> str:
    """A puzzle that is as chosen, as text."""
    return str(API.generate(size=chosen["size"], first=number, level=REQUESTS[chosen["difficulty"]].level)[0])


CALCUDOKU = Kind(
    api=API,
    rules="Fill in digits: every row and column has each of them once, and those of a cage make its target.",
    options=(
        Option("size", "size", ("4x4", "5x5", "6x6"), "4x4"),
        Option("difficulty", "solved by", tuple(REQUESTS), API.titles["naked"]),
    ),
    make=make,
    shelf=shelf_beside(__file__),
    requests=REQUESTS,
)
