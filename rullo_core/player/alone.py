"""The player where there is no Python: its scripts in one file, as a page opened as a file loads no modules."""

from __future__ import annotations

import json
import re
from pathlib import Path

from rullo_core.lazy import folder_of
from rullo_core.player.kinds import kinds

HERE = Path(__file__).parent

MODULES = ("rules", "read", "make")
"""Scripts that the player uses; each uses those before it, and `kinds`."""


def modules() -> str:
    """Return what modules and each ``playing.js`` export, such as `read_js`, and what Python declares, `kinds_js`."""
    declared = json.dumps({name: kind.as_json() for name, kind in kinds().items()}, indent=1)
    parts = [f"const kinds_js = {{ kinds: {declared} }};\n"]
    parts += [f"const {name}_js = {_called(HERE / f'{name}.js')};\n" for name in MODULES]
    own = ((name, folder_of(name) / "playing.js") for name in kinds())
    parts += [f"Object.assign(kinds_js.kinds.{name}, {_called(path)});\n" for name, path in own if path.exists()]
    return "".join([*parts, f"const player_js = {_called(HERE / 'player.js')};\n"])


def _called(path: Path) -> str:
    """Return a module as a function that is called, and returns what the module exports."""
    text = re.sub(
        r'^import ({[^}]*}) from "\.(?:\./player)?/(\w+)\.js";$',
        r"const \1 = \2_js;",
        path.read_text(encoding="utf-8"),
        flags=re.MULTILINE,
    )
    returned = re.sub(r"^export (?:default )?({[^}]*});$", r"return \1;", text, flags=re.MULTILINE)
    return f"(() => {{\n{returned}}})()"


def script() -> str:
    """Return the script that plays every board of a page."""
    return f"(() => {{\n{modules()}player_js.play({{ ...read_js, ...make_js }});\n}})();\n"
