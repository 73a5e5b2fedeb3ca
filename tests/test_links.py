"""Relative links of the README, of the pages in docs and of notebooks, as they stand: files and headings are there."""

import re
from functools import cache
from urllib.parse import unquote

import nbformat
import pytest

from rullo_core.paths import ROOT
from rullo_core.reports.site import LINKED_PLACES, PROJECT
from tests.public_names import PUBLIC, entries

PATTERNS = ("*.md", "docs/*.md", "notebooks/*/*.ipynb")
PAGES = sorted(path for pattern in PATTERNS for path in ROOT.glob(pattern))

LINK = re.compile(r"\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
CODE = re.compile(r"^```.*?^```|^(?:    .*\n)+|`[^`\n]*`", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
IDENTIFIED = re.compile(r"<\w+ id=\"([^\"]+)\"")


@cache
def text_of(path):
    """The Markdown of a page; of a notebook, that of its cells and of what these show."""
    if path.suffix != ".ipynb":
        return path.read_text(encoding="utf-8")
    cells = nbformat.read(path, as_version=4).cells
    displayed = (
        output["data"].get("text/markdown", "")
        for cell in cells
        for output in cell.get("outputs", [])
        if "data" in output
    )
    return "\n\n".join([*(cell.source for cell in cells if cell.cell_type == "markdown"), *displayed])


def links_of(path):
    """The files that relative links of a page lead to, each with the heading in it; "" for the file as such."""
    links = LINK.findall(CODE.sub("", text_of(path)))
    for link in links:
        if not re.match(r"[a-z]+:", link):
            place, _, anchor = unquote(link).partition("#")
            yield (path.parent / place).resolve() if place else path, anchor


@cache
def anchors_of(path):
    """The names of the headings of a page, as GitHub makes them or, in notebooks, Jupyter; and other names in it.

    On the site, links to the page about the reference lead to the entries of public names.
    """
    text = re.sub(r"^```.*?^```", "", text_of(path), flags=re.MULTILINE | re.DOTALL)
    words = [re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace(" ", "-") for heading in HEADING.findall(text)]
    names = words if path.suffix == ".ipynb" else [re.sub(r"[^\w-]", "", word.lower()) for word in words]
    public = {*PUBLIC, *entries()} if path == ROOT / "docs" / "reference.md" else ()
    return {*names, *IDENTIFIED.findall(text), *public}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_relative_link_leads_somewhere(path):
    broken = [
        f"{place}#{anchor}"
        for place, anchor in links_of(path)
        if not place.exists() or (anchor and anchor not in anchors_of(place))
    ]
    assert broken == []


@pytest.mark.parametrize("path", [path for path in PAGES if path.suffix == ".ipynb"], ids=lambda path: path.stem)
def test_no_link_of_a_notebook_leaves_what_jupyterlab_serves(path):
    assert all(place.is_relative_to(ROOT) for place, _ in links_of(path))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_site_has_what_its_pages_link_to(path):
    served = {"docs", "notebooks", "README.md", *PROJECT, *LINKED_PLACES}
    assert {place.relative_to(ROOT).parts[0] for place, _ in links_of(path) if place != ROOT} <= served


def test_links_are_found():
    assert sum(1 for path in PAGES for _ in links_of(path)) > 500
    assert (ROOT / "docs" / "glossary.md", "reasoning") in {*links_of(ROOT / "notebooks/family/00-try-it.ipynb")}
    assert {"reasoning", "puzzles"} <= anchors_of(ROOT / "docs" / "glossary.md")
