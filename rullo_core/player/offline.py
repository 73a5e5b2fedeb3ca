"""The files of the pages to play on, which a browser can install as an app and open without a network."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from xml.etree import ElementTree

from rullo_core.escaping import as_script
from rullo_core.player import alone
from rullo_core.player.pages import ABOUT, pages

FOLDER = Path(__file__).parent

SIDES = (192, 512)
"""Pixels of the icons that browsers ask for."""


def site(names: Iterable[str], icon: str) -> dict[str, bytes]:
    """Return the files of pages for some kinds by their addresses on a site whose icon is an SVG."""
    styles = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.css")}
    scripts = {"player.js": alone.script(), "offline.js": (FOLDER / "offline.js").read_text(encoding="utf-8")}
    background = _rectangles(icon)[0]["fill"]
    page_texts = pages(names) | {"manifest.webmanifest": manifest(background)}
    texts = {f"_static/{name}": text for name, text in {"favicon.svg": icon, **styles, **scripts}.items()}
    texts |= {f"play/{name}": text for name, text in page_texts.items()}
    files = {name: text.encode() for name, text in texts.items()}
    files |= {f"_static/icon-{side}.png": draw(icon, side) for side in SIDES}
    files |= {f"_static/icon-{side}-full.png": draw(icon, side, background) for side in SIDES}
    return files | {"service-worker.js": service_worker(files).encode()}


def manifest(background: str) -> str:
    """Return what tells a browser how to install the pages: a name, a start, and icons."""
    icons = [{"src": "../_static/favicon.svg", "sizes": "any", "type": "image/svg+xml"}]
    for side in SIDES:
        for end, purpose in (("", "any"), ("-full", "maskable")):
            source = f"../_static/icon-{side}{end}.png"
            icons.append({"src": source, "sizes": f"{side}x{side}", "type": "image/png", "purpose": purpose})
    fields = {
        "name": "RULLO: puzzles to play",
        "short_name": "RULLO",
        "description": ABOUT,
        "lang": "en",
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": background,
        "theme_color": background,
        "icons": icons,
    }
    return as_script(fields, indent=1)


def service_worker(files: Mapping[str, bytes]) -> str:
    """Return the script that answers from a cache of files, whose name has a checksum of them."""
    checksum = hashlib.sha256()
    for name, content in sorted(files.items()):
        checksum.update(f"{name} {len(content)} ".encode() + content)
    addresses = [*sorted(files), "play/"]  # a folder is its index
    head = f"const CACHE = {as_script(f'rullo {checksum.hexdigest()[:16]}')};\nconst FILES = {as_script(addresses)};\n"
    return head + (FOLDER / "service-worker.js").read_text(encoding="utf-8")


def draw(icon: str, side: int, background: str = "none") -> bytes:
    """Return an SVG of rectangles as a PNG, on a background where a browser is to cut out its own shape."""
    from matplotlib.figure import Figure
    from matplotlib.patches import FancyBboxPatch

    *_, total_width, total_height = map(float, ElementTree.fromstring(icon).attrib["viewBox"].split())
    figure = Figure(figsize=(1, 1), dpi=side)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, total_width), ylim=(total_height, 0))
    axes.axis("off")
    for rectangle in _rectangles(icon):
        x, y, width, height, r = (float(rectangle.get(name, 0)) for name in ("x", "y", "width", "height", "rx"))
        box = (x + r, y + r), width - 2 * r, height - 2 * r
        axes.add_patch(FancyBboxPatch(*box, f"round,pad={r}", linewidth=0, facecolor=rectangle["fill"]))
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=side, facecolor=background, metadata={"Software": None})
    return buffer.getvalue()


def _rectangles(icon: str) -> list[dict[str, str]]:
    """Return the attributes of an icon's rectangles, with the fill of the group that each is in."""
    root = ElementTree.fromstring(icon)
    return [
        {**group.attrib, **element.attrib}
        for group in [root, *root]
        for element in group
        if element.tag.rpartition("}")[2] == "rect"
    ]
