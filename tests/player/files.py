"""Pages to play on as files, laid out as on the site."""

from rullo_core.paths import ROOT
from rullo_core.player.kinds import kinds
from rullo_core.player.offline import site


def write_pages(root):
    """Write the pages with their scripts and styles, and return their folder."""
    for name, content in site(kinds(), (ROOT / "docs" / "site" / "static" / "favicon.svg").read_text()).items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_bytes(content)
    return root / "play"
