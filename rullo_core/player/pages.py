"""Pages of the site: for each kind of puzzle a page to play on and a page for makers, and a page that lists them.

A kind has a page for makers if it has an ``editing.js``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rullo_core.escaping import as_html, as_script
from rullo_core.player.alone import kind_scripts, shelf
from rullo_core.player.kinds import kinds
from rullo_core.player.play import Playable
from rullo_core.player.widget import table

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="{about}">
<title>{title}</title>
<link rel="icon" href="../_static/favicon.svg">
<link rel="stylesheet" href="../_static/player.css">
<link rel="stylesheet" href="../_static/page.css">
<script src="../_static/offline.js" defer></script>
{script}</head>
<body>
<header><nav aria-label="Pages">
<a href="../index.html">About RULLO</a>
{links}
</nav></header>
<main>
{main}
</main>
</body>
</html>
"""

ABOUT = "Puzzles to play in your browser: nothing to install, and nothing that you do is sent anywhere."

SCRIPT = '<script src="../_static/player.js" defer></script>\n'

EDITOR = '<link rel="stylesheet" href="../_static/editor.css">\n'


def pages(names: Iterable[str]) -> dict[str, str]:
    """Return the pages of some kinds, which offer them in this order, by the names of their files."""
    offered = {name: kinds()[name] for name in names}
    cards = "\n".join(
        f'<li><a href="{name}.html"><strong>{as_html(kind.title)}</strong> {as_html(kind.rules)}</a></li>'
        for name, kind in offered.items()
    )
    edited = [name for name, _ in kind_scripts("editing.js") if name in offered]
    offer = f'<h1>Play</h1>\n<p>{ABOUT}</p>\n<ul class="kinds">\n{cards}\n</ul>'
    if edited:
        links = "\n".join(f'<a href="edit-{name}.html">{as_html(offered[name].title)}</a>' for name in edited)
        offer += f'\n<h2 id="make">Make your own</h2>\n<p>{INVITATION}</p>\n<nav aria-label="Editors">\n{links}\n</nav>'
    files = {"index.html": _page("Play", ABOUT, _links(offered, ""), offer)}
    for name in edited:
        kind = offered[name]
        title = f"Make a {kind.title}"
        files[f"edit-{name}.html"] = _page(title, INVITATION, _links(offered, ""), _editor(kind), EDITOR + SCRIPT)
    for name, kind in offered.items():
        title = f"Play {kind.title}"
        files[f"{name}.html"] = _page(title, kind.rules, _links(offered, name), _board(kind, name in edited), SCRIPT)
    return files


INVITATION = (
    "Make a puzzle of your own, and see as you go whether it has exactly one solution, and how difficult it is."
)


def _editor(kind: Playable) -> str:
    """Return what the scripts make an editor of."""
    data = as_script({"kind": kind.name, "first": kind.shelf[0]}, sort_keys=True)
    return (
        f'<h1>Make a {as_html(kind.title)}</h1>\n<p>{INVITATION} <a class="beside" href="{kind.name}.html">'
        'Play one</a></p>\n<div class="rullo-editor">\n'
        "<noscript><p>The editor needs JavaScript; please allow it for this page.</p></noscript>\n"
        f'<script type="application/json">{data}</script>\n</div>'
    )


def _board(kind: Playable, is_edited: bool) -> str:
    """Return what the scripts make a board of, with a table where they do not run."""
    plays = [kind.read_play(text, kind.name) for text in kind.shelf]
    data = {"kind": kind.name, "rules": kind.rules, "shelf": shelf(kind.name, plays)}
    script = as_script(data, separators=(",", ":"), sort_keys=True)
    edit = f' <a class="beside" href="edit-{kind.name}.html">Make your own</a>' if is_edited else ""
    return (
        f"<h1>{as_html(kind.title)}</h1>\n<p>{as_html(kind.moves)}{edit}</p>\n"
        '<div class="rullo-page">\n'
        "<noscript><p>The board needs JavaScript; please allow it for this page.</p></noscript>\n"
        f"{table(plays[0])}\n"
        f'<script type="application/json">{script}</script>\n</div>'
    )


def _links(offered: Mapping[str, Playable], current_page: str) -> str:
    """Return links to the pages of all kinds, one of which may be the current page."""
    current = {current_page: ' aria-current="page"'}
    links = (
        f'<a href="{name}.html"{current.get(name, "")}>{as_html(kind.title)}</a>' for name, kind in offered.items()
    )
    return "\n".join(links)


def _page(title: str, about: str, links: str, main: str, script: str = "") -> str:
    return PAGE.format(title=as_html(title), about=as_html(about), script=script, links=links, main=main)
