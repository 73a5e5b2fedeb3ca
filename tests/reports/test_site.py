"""The site, as a browser without a network would find it."""

import shutil
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest

from rullo_core.errors import BadInput
from rullo_core.reports.site import ROOT, build, pages


class Reader(HTMLParser):
    """Collects what a page loads, what it links to, and its anchors."""

    def __init__(self, text):
        super().__init__()
        self.loads, self.links, self.anchors = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if "id" in given:
            self.anchors.add(given["id"])
        if tag in ("img", "script", "iframe", "source") and "src" in given:
            self.loads.append(given["src"])
        if tag == "link":
            self.loads.append(given["href"])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    return {path.name: Reader(path.read_text()) for path in build(folder)}, folder


def test_a_page_for_each_notebook_and_the_readme(site):
    read, _ = site
    assert set(read) >= {"index.html", "cluster.html"}
    assert {f"rullo-{path.stem}.html" for path in (ROOT / "notebooks" / "rullo").glob("*.ipynb")} <= set(read)
    assert next(page.name for page in pages()) == "index.html"


def test_nothing_is_loaded_from_outside(site):
    read, folder = site
    pictures = 0
    for page, reader in read.items():
        for place in reader.loads:
            pictures += place.startswith("data:image/png") or place.endswith((".png", ".svg"))
            assert place.startswith("data:") or (folder / place).is_file(), f"{page}: {place}"
        text = (folder / page).read_text()
        assert "@import" not in text
        assert "<script" not in text
    assert pictures > 30


def test_every_link_leads_somewhere(site):
    read, folder = site
    for page, reader in read.items():
        for link in reader.links:
            if link.startswith(("http://", "https://")):
                continue
            place, _, anchor = link.partition("#")
            assert (folder / (place or page)).is_file(), f"{page}: {link}"
            if anchor:
                assert {anchor, unquote(anchor)} & read[place or page].anchors, f"{page}: {link}"


def test_a_link_to_nowhere_is_refused(tmp_path):
    root = tmp_path / "project"
    shutil.copytree(ROOT / "docs", root / "docs")
    (root / "README.md").write_text("# A title\n\n[gone](docs/gone.md)\n")
    with pytest.raises(BadInput, match=r"README.md: links to docs/gone.md, which there is not"):
        build(tmp_path / "site", root)
    assert not list((tmp_path / "site").glob("*.html"))
