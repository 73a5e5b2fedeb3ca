"""Which puzzles can be played: every folder of the package with a `play.py` that declares one."""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path

from rullo_core.player.play import Kind

PACKAGE = Path(__file__).parents[1]


@cache
def kinds() -> dict[str, Kind]:
    """Every puzzle by its folder."""
    folders = sorted(path.parent.name for path in PACKAGE.glob("*/play.py") if path.parent != Path(__file__).parent)
    modules = (importlib.import_module(f"{PACKAGE.name}.{folder}.play") for folder in folders)
    found = (one for module in modules for one in vars(module).values() if isinstance(one, Kind))
    return {kind.name: kind for kind in found}
