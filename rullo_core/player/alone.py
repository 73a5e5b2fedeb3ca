"""The board's scripts in one file: a widget of JupyterLab is one, and a page opened as a file loads no modules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rullo_core.escaping import as_script
from rullo_core.lazy import folder_of
from rullo_core.player.kinds import kinds
from rullo_core.player.play import Play

FOLDER = Path(__file__).parent

BOARD = ("rules", "elements", "schema", "storage", "settings", "board", "history", "hints", "spoken", "table", "player")
"""Scripts of the board, each of which uses those before it."""

BACKEND = ("read", "make")
"""Scripts that replace Python; they use `kinds`, too."""

WORK = ("daily", "difficulty", "verdict", "repair", "tasks", "worker")
"""Scripts of computations that take long."""

PAGE = ("clock", "share", "statistics", "page")
"""Scripts of a page for one kind of puzzle."""

EDITOR = ("drafts", "jsontext", "lzstring", "fpuzzles", "solo", "exchange", "picture", "export", "judging", "editor")
"""Scripts of a page for people who make puzzles of one kind, besides each ``editing.js``."""


def modules() -> str:
    """Return what modules and each ``playing.js`` export, such as `read_js`, and what Python declares, `kinds_js`.

    What each ``editing.js`` exports is the `editing` of its kind.
    """
    kinds_json = as_script({name: kind.for_scripts() for name, kind in kinds().items()}, indent=1)
    parts = [
        *map(_constant, BOARD),
        f"const kinds_js = {{ kinds: {kinds_json} }};\n",
        *map(_constant, BACKEND),
        *(f"Object.assign(kinds_js.kinds.{name}, {_as_call(path)});\n" for name, path in kind_scripts("playing.js")),
        *map(_constant, WORK),
        *map(_constant, PAGE),
        *map(_constant, EDITOR),
        *(f"kinds_js.kinds.{name}.editing = {_as_call(path)};\n" for name, path in kind_scripts("editing.js")),
    ]
    return "".join(parts)


def kind_scripts(file: str) -> Iterator[tuple[str, Path]]:
    """Yield the kinds that have a script of this name, and where it is."""
    for name in kinds():
        path = folder_of(name) / file
        if path.exists():
            yield name, path


def shelf(kind: str, plays: Sequence[Play]) -> list[dict[str, Any]]:
    """Return puzzles of the shelf as a page holds them: all of the first, and what the scripts read others from."""
    records = [play.as_json() for play in plays]
    if kind not in dict(kind_scripts("playing.js")):
        return records
    return records[:1] + [{name: record[name] for name in ("kind", "title", "text")} for record in records[1:]]


def widget() -> str:
    """Return the board as the one module that a widget of JupyterLab consists of."""
    return "".join([*map(_constant, BOARD), "export default player_js;\n"])


def script() -> str:
    """Return the script of all pages, which plays their boards, makes them what they are, and runs in their workers.

    It is one function, whose text workers run, too.
    """
    opened = "player_js.play({ ...make_js, ...read_js, ...worker_js });\npage_js.openAll();\neditor_js.openAll();\n"
    return f"(function rullo() {{\n{modules()}worker_js.start(rullo, () => {{\n{opened}}});\n}})();\n"


def _constant(name: str) -> str:
    """Return what a module of this folder exports, as a constant."""
    return f"const {name}_js = {_as_call(FOLDER / f'{name}.js')};\n"


def _as_call(path: Path) -> str:
    """Return a module as a function that is called, and returns what the module exports."""
    text = re.sub(
        r'^import ({[^}]*}) from "\.(?:\./player)?/(\w+)\.js";$',
        lambda match: f"const {match[1].replace(' as ', ': ')} = {match[2]}_js;",
        path.read_text(encoding="utf-8"),
        flags=re.MULTILINE,
    )
    returned = re.sub(r"^export (?:default )?({[^}]*});$", r"return \1;", text, flags=re.MULTILINE)
    return f"(() => {{\n{returned}}})()"
