"""Pages to play on as files, laid out as on the site."""

import shutil

from rullo_core.paths import PACKAGE, ROOT
from rullo_core.player import alone
from rullo_core.player.kinds import kinds
from rullo_core.player.pages import pages


def write_pages(root):
    """Write the pages with their scripts and styles, and return their folder."""
    files = {"_static/player.js": alone.script()} | {f"play/{name}": text for name, text in pages(kinds()).items()}
    for name, text in files.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    for path in (PACKAGE / "player").glob("*.css"):
        shutil.copy(path, root / "_static")
    shutil.copy(ROOT / "docs" / "site" / "static" / "favicon.svg", root / "_static")
    return root / "play"
