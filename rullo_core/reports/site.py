"""The notebooks and the README as web pages that need nothing from outside: pictures, style, linked files are there."""

from __future__ import annotations

import html
import os
import re
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import nbformat
from jinja2 import Environment
from nbconvert import HTMLExporter
from nbconvert.filters import markdown2html
from pygments.formatters import HtmlFormatter

from rullo_core.errors import BadInput
from rullo_core.files import written_whole
from rullo_core.places import ROOT

TEMPLATE = Path(__file__).with_name("site.html.j2")

README = PurePosixPath("README.md")


@dataclass(frozen=True)
class Page:
    """A page of the site.

    Attributes
    ----------
    source : PurePosixPath
        The notebook or Markdown file it is made of, seen from the project's folder.
    """

    source: PurePosixPath

    @property
    def name(self) -> str:
        """Its file in the site."""
        if self.source == README:
            return "index.html"
        return "-".join([*self.source.parent.parts[1:], f"{self.source.stem}.html"])

    @property
    def is_notebook(self) -> bool:
        """Whether it is made of a notebook."""
        return self.source.suffix == ".ipynb"


def pages(root: Path = ROOT) -> list[Page]:
    """The README, the notebooks in reading order, and the other Markdown pages."""
    notebooks = sorted(root.glob("notebooks/*/*.ipynb"))
    docs = sorted(root.glob("docs/*.md"))
    return [Page(README), *(Page(PurePosixPath(path.relative_to(root).as_posix())) for path in notebooks + docs)]


def build(folder: Path, root: Path = ROOT) -> list[Path]:
    """Write the site.

    Parameters
    ----------
    folder : pathlib.Path
        Made if it is not there; pages in it are replaced.
    root : pathlib.Path
        The project's folder.

    Returns
    -------
    list of pathlib.Path
        The pages.

    Raises
    ------
    BadInput
        If there is no checkout, or a page links to a file that there is not.
    """
    if not (root / README).is_file():
        raise BadInput(f"{root}: has no {README}; run it in a checkout of the project, whose pages these are")
    folder.mkdir(parents=True, exist_ok=True)
    every = pages(root)
    bodies = {page: _body(page, root) for page in every}
    titles = {page: _heading(body, 1) for page, body in bodies.items()}
    several = {title for title, number in Counter(titles.values()).items() if number > 1}
    for page, title in titles.items():
        if title in several:  # the same notebook with other parameters
            titles[page] = f"{title}: {_heading(bodies[page], 2)}"
    template = Environment(autoescape=False).from_string(TEMPLATE.read_text(encoding="utf-8"))
    highlighting = HtmlFormatter(style="default").get_style_defs(".highlight")
    linked: set[PurePosixPath] = set()
    written = []
    for page, body in bodies.items():
        text = template.render(
            title=titles[page],
            page=page,
            notebooks=[(other, titles[other]) for other in every if other.is_notebook],
            body=_with_links(body, page, every, root, linked.add),
            highlighting=highlighting,
        )
        path = folder / page.name
        with written_whole(path) as temporary:
            temporary.write_text(text, encoding="utf-8")
        written.append(path)
    for file in sorted(linked):
        place = folder / "files" / file
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / file, place)
    return written


def _body(page: Page, root: Path) -> str:
    path = root / page.source
    if page.is_notebook:
        exporter = HTMLExporter(template_name="basic", anchor_link_text="")
        return str(exporter.from_notebook_node(nbformat.read(path, as_version=4))[0])
    return str(markdown2html(path.read_text(encoding="utf-8")))


def _heading(body: str, level: int) -> str:
    """The first heading of a level, without its tags."""
    match = re.search(rf"<h{level}[^>]*>(.*?)</h{level}>", body, re.DOTALL)
    return html.unescape(re.sub(r"<[^>]*>", "", match[1])).strip() if match else ""


def _with_links(body: str, page: Page, every: list[Page], root: Path, link: Callable[[PurePosixPath], None]) -> str:
    """Turn links to the project's files into links within the site; files that are no pages are told to `link`."""
    by_source = {other.source: other.name for other in every}

    def turned(match: re.Match[str]) -> str:
        attribute, target = match[1], html.unescape(match[2])
        if target.startswith("#"):
            return match[0].lower()
        if re.match(r"[a-z]+:", target):
            return match[0]
        path, _, fragment = target.partition("#")
        source = PurePosixPath(os.path.normpath(page.source.parent / path))
        if source in by_source:
            place = by_source[source]
        elif (root / source).is_file():
            link(source)
            place = f"files/{source}"
        else:
            raise BadInput(f"{page.source}: links to {target}, which there is not; mend the link")
        return f'{attribute}="{html.escape(place + ("#" + fragment.lower() if fragment else ""))}"'

    # Anchors in lower case, as they are written for readers of the sources.
    body = re.sub(r'\bid="[^"]*"', lambda match: match[0].lower(), body)
    return re.sub(r'\b(href|src)="([^"]*)"', turned, body)
