"""The player where there is no Python: its scripts in one piece, as a page opened as a file loads no modules."""

from __future__ import annotations

import json
import re
from pathlib import Path

from rullo_core.player.kinds import kinds

MODULES = ("rules", "read", "make", "player")
"""Each uses those before it, and `kinds`."""


def modules() -> str:
    """What they export, as objects `read_js` and so on; `kinds_js` is made of what Python says of each puzzle."""
    declared = json.dumps({name: kind.as_json() for name, kind in kinds().items()}, indent=1)
    parts = [f"const kinds_js = {{ kinds: {declared} }};\n"]
    parts += [
        f"const {name}_js = (() => {{\n{_as_function(Path(__file__).with_name(f'{name}.js').read_text())}}})();\n"
        for name in MODULES
    ]
    return "".join(parts)


def _as_function(module: str) -> str:
    taken = re.sub(r'^import ({[^}]*}) from "\./(\w+)\.js";$', r"const \1 = \2_js;", module, flags=re.MULTILINE)
    return re.sub(r"^export (?:default )?({[^}]*});$", r"return \1;", taken, flags=re.MULTILINE)


def script() -> str:
    """What plays every board of a page."""
    return f"(() => {{\n{modules()}player_js.play({{ ...read_js, ...make_js }});\n}})();\n"
