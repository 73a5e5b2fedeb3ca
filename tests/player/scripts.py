"""The board's scripts, run by node: the one that Playwright's package brings along, so that no test is ever skipped."""

import json
import subprocess
from pathlib import Path

import playwright

from rullo_core.player import alone

NODE = Path(playwright.__file__).parent / "driver" / "node"

SECONDS = 180
"""In which a script comes to an end."""


DOCUMENT = Path(__file__).with_name("document.js")
"""What replaces the document of a browser."""


def run(script, *values, document=False):
    """What a script prints that knows the modules of the board and, as `given`, some values; read as JSON.

    With a document, the modules are those of a page.
    """
    prelude = DOCUMENT.read_text(encoding="utf-8") if document else ""
    source = f"{prelude}{alone.modules()}\nconst given = {json.dumps(values)};\n{script}"
    process = subprocess.run([NODE, "-"], input=source, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert process.returncode == 0, process.stderr[-2000:]
    return json.loads(process.stdout)
