"""The site: its pages and links as files, and in a real browser."""

import os
import re
from dataclasses import dataclass
from html.parser import HTMLParser
from urllib.parse import unquote

import nbformat
import pytest

from rullo_core.paths import NOTEBOOKS, ROOT
from rullo_core.player.kinds import kinds
from rullo_core.reports.figures import items_of
from rullo_core.reports.site import build
from tests.browsing import serving, violations, watched

pytestmark = pytest.mark.slow


class Reader(HTMLParser):
    """Collects what a page loads, what it links to, its anchors and pictures."""

    def __init__(self, text):
        super().__init__()
        self.loads, self.lazy, self.links, self.anchors, self.pictures = [], [], [], {"", "top"}, []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            self.anchors.add(values["id"])
        if tag in ("img", "script", "iframe", "source") and "src" in values:
            (self.lazy if values.get("loading") == "lazy" else self.loads).append(values["src"])
        if tag == "img":
            self.pictures.append(values)
        if tag == "link" and values.get("rel") != "canonical":
            self.loads.append(values["href"])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "html"
    return {path.relative_to(folder).as_posix(): Reader(path.read_text()) for path in build(folder)}, folder


def resolved(folder, page, link):
    """The file that a link on a page leads to, seen from the site's folder."""
    return os.path.normpath((folder / page).parent / unquote(link)).removeprefix(f"{folder}{os.sep}")


def test_a_page_for_each_notebook_and_doc(site):
    read, folder = site
    notebooks = {f"notebooks/{path.parent.name}/{path.stem}.html" for path in NOTEBOOKS.glob("*/*.ipynb")}
    docs = {f"docs/{path.stem}.html" for path in (ROOT / "docs").glob("*.md")}
    assert {"index.html", "search.html", "docs/reference/commands.html", *notebooks, *docs} <= set(read)
    assert {"play/index.html", *(f"play/{name}.html" for name in kinds())} <= set(read)
    assert "Puzzles that passes alone solve are" in (folder / "README.html").read_text()
    assert "rullo-killer-generate" in read["docs/reference/commands.html"].anchors
    assert {link for link in read["notebooks/rullo/02-inversion.html"].links if link.endswith(".ipynb")}


def test_nothing_is_loaded_from_outside(site):
    read, folder = site
    pictures = 0
    for page, reader in read.items():
        for place in reader.loads + reader.lazy:
            if not place.startswith(("data:", "#")):
                assert (folder / resolved(folder, page, place.split("?")[0])).is_file(), f"{page}: {place}"
        pictures += len(reader.pictures)
        assert "@import" not in (folder / page).read_text()
    assert pictures > 60


def test_every_picture_tells_what_it_shows(site):
    """By what is said before it."""
    output = set()
    for page, reader in site[0].items():
        for picture in reader.pictures:
            assert picture.get("alt", "").strip(), f"{page}: {picture['src'][:80]}"
            assert "No description" not in picture["alt"]
            output.add(picture["alt"])
    assert len(output) > 60
    assert any(text.endswith("The target of a line turns green when all its cells are known.") for text in output)
    assert not any("](" in text or "**" in text for text in output)


def test_every_link_leads_somewhere(site):
    read, folder = site
    for page, reader in read.items():
        for link in reader.links:
            if link.startswith(("http://", "https://")):
                continue
            place, _, anchor = link.partition("#")
            target = resolved(folder, page, place) if place else page
            assert (folder / target).is_file(), f"{page}: {link}"
            if anchor and target.endswith(".html"):
                assert {anchor, unquote(anchor)} & read[target].anchors, f"{page}: {link}"


def test_the_gallery_has_what_every_notebook_shows(site):
    """Each picture where it leads to its cell, each table beside a link to it; the front page names it."""
    read, folder = site
    page = read["gallery.html"]
    items = [item for path in NOTEBOOKS.glob("*/*.ipynb") for item in items_of(nbformat.read(path, as_version=4))]
    tables = [item.file for item in items if item.file.endswith(".csv")]
    assert len(page.lazy) == len(page.pictures) == len(items) - len(tables) > 60
    assert sorted(os.path.basename(link) for link in page.links if link.endswith(".csv")) == sorted(tables)
    cells = [link for link in page.links if "#cell-" in link]
    assert len(cells) == len(items)
    for link in cells:
        place, _, anchor = link.partition("#")
        assert anchor in read[place].anchors
    assert {"gallery.html", "results.html", "docs/reading.html"} <= set(read["index.html"].links)
    assert "shows all of them on one page</a>" in (folder / "README.html").read_text().replace("</span>", "")


def test_the_front_page_leads_everywhere(site):
    """The question, a picture, a board, what was found and how to run it, as the README says it; four ways in."""
    read, folder = site
    page = (folder / "index.html").read_text()
    ways = ["play/index.html", "docs/reading.html", "README.html#run-it", "docs/tutorial.html"]
    (four,) = re.findall(r'<nav class="ways".*?</nav>', page, re.DOTALL)
    assert Reader(four).links == ways
    assert [link["src"] for link in read["index.html"].pictures] == ["_images/worked-example.svg"]
    assert page.count('class="rullo-player"') == 1
    readme = (ROOT / "README.md").read_text()
    for number in ("6,710,886,400", "30,211,840", "29.17"):
        assert number in readme
        assert number in page
    commands = re.findall(r"^    (make \w+) ", readme, re.MULTILINE)[:2]
    assert all(command in page for command in commands)
    assert "Nothing to be done" not in page
    assert "../play/index.html" in read["docs/code.html"].links


def test_a_page_is_not_too_large(site):
    """Each has less than 500 kB; and with its scripts, styles and the pictures that do not wait, less than 700."""
    read, folder = site
    pictures = 0
    for name, reader in read.items():
        loads = [place.split("?")[0] for place in reader.loads if not place.startswith("#")]
        files = {folder / resolved(folder, name, place) for place in loads}
        size = (folder / name).stat().st_size
        assert size < 500_000, name
        assert size + sum(path.stat().st_size for path in files if path.suffix != ".html") < 700_000, name
        assert not any(picture["src"].startswith("data:") for picture in reader.pictures), name
        pictures += len(reader.lazy)
    assert pictures > 100


@pytest.fixture(scope="module")
def served(site):
    """The address of the site."""
    with serving(site[1]) as address:
        yield address


PARTS = """() => {
  const parts = [...document.querySelectorAll("article :is(p, h2, h3, li, th, td, figcaption, img)")]
    .filter((one) => one.matches("img") || one.textContent.trim())
    .filter((one) => !one.closest("details:not([open]), .rullo-choice > p"));  // what chooses needs a script
  const isShown = (one) => one.checkVisibility() && (!one.matches("img") || one.naturalWidth > 0);
  return [parts.filter(isShown).length, parts.filter((one) => !isShown(one)).map((one) => one.outerHTML.slice(0, 80))];
}"""
"""How many texts and pictures of a page are shown, and those that are not though nothing is folded."""

MEASURE = """() => {
  const extent = () => document.documentElement.scrollWidth;
  const shut = extent();
  const folded = [...document.querySelectorAll("details:not([open])")];
  folded.forEach((node) => (node.open = true));
  const controls = [];
  for (const node of document.querySelectorAll("button, select, textarea, input, summary, label[for], [role=button]")) {
    const { width, height, left, right } = node.getBoundingClientRect();
    const hidden = !width || !height || getComputedStyle(node).visibility === "hidden";
    const scrolled = node.closest(".rullo-scroll") || right <= 0 || left >= innerWidth; // or in a drawer that is shut
    const cell = Boolean(node.closest("table[role=grid]"));
    if (!hidden) controls.push({ told: node.outerHTML.slice(0, 60), cell, width, height, right: scrolled ? 0 : right });
  }
  const open = extent();
  folded.forEach((node) => (node.open = false));
  return { extent: Math.max(shut, open), controls, boards: document.querySelectorAll(".rullo-board").length };
}"""
"""How wide a page is at its width, its controls, and the number of its boards."""


SIZES = {320: False, 390: False, 412: True, 1280: False}
"""How wide a page is looked at, and whether by touch; the last is that of the window, where the next page opens."""

COLOURED = ("index", "search", "CHANGELOG", "CONTRIBUTING", "docs/python", "docs/reference/rullo_core.rullo")
COLOURED += ("notebooks/family/00-try-it", "play/index", "play/edit-killer", "play/edit-rullo", "play/edit-sudoku")
COLOURED += tuple(f"play/{name}" for name in kinds())
"""Pages whose contrast is that of all: each pair of colours is on one of them, but those of styled tables."""

COLOURS = """() => {
  const pairs = new Set();
  const behind = new Map();  // by element, the colour that it is on
  const ground = (one) => {
    if (!behind.has(one)) {
      const own = getComputedStyle(one).backgroundColor;
      behind.set(one, own === "rgba(0, 0, 0, 0)" && one.parentElement ? ground(one.parentElement) : own);
    }
    return behind.get(one);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const one = texts.currentNode.parentElement;
    // Cells with an id are those of tables that pandas styles, of which some are shaded by value.
    if (!texts.currentNode.textContent.trim() || one.closest("td[id]") || !one.checkVisibility()) continue;
    pairs.add(`${getComputedStyle(one).color} on ${ground(one)}`);
  }
  return [...pairs];
}"""
"""The colours of the texts of a page, each with what is behind it."""


@dataclass
class PageAtWidth:
    """A page at a width: how far it reaches, shut or open, which controls it shows open, and how many boards it has."""

    extent: int
    controls: list[dict]
    boards: int


@dataclass
class Visit:
    """What is seen of the site: pages by width and name; what goes wrong; what axe finds, of contrast by scheme; and
    the pairs of colours of each page in the light scheme.
    """

    pages: dict[tuple[int, str], PageAtWidth]
    errors: list[str]
    violations: dict[str, list[str]]
    colours: dict[str, list[str]]


def measured_at(width, page, devices):
    """What is seen of a page at a width."""
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": SIZES[width]}
    devices.send("Emulation.setDeviceMetricsOverride", size)
    devices.send("Emulation.setTouchEmulationEnabled", {"enabled": SIZES[width]})
    return PageAtWidth(**page.evaluate(MEASURE))


def judged(page, but=(), rule=None):
    """What axe finds on a page, by all rules of WCAG 2 to level AA but some, or by one only.

    Links in a text have to be told by more than their colours, which WCAG does not ask for: to compare those of each
    link takes half of the time of all rules.
    """
    rules = {"type": "rule", "values": [rule]} if rule else {"type": "tag", "values": ["wcag2a", "wcag2aa"]}
    options = {"runOnly": rules, "rules": {rule: {"enabled": False} for rule in but}, "resultTypes": ["violations"]}
    options["checks"] = {"link-in-text-block": {"enabled": False}}  # of that rule link-in-text-block-style is left
    return [
        f"{violation['id']}: {node['target']}"
        for violation in violations(page, options)
        for node in violation["nodes"][:2]
    ]


@pytest.fixture(scope="module")
def visit(browser, served, site):
    """Every page, visited once: at each width, shut and open, and by axe; and all that went wrong on them."""
    visit = Visit({}, [], {"all": [], "light": [], "dark": []}, {})
    with watched(browser, served, viewport={"width": 1280, "height": 900}) as (page, visit.errors):
        devices = page.context.new_cdp_session(page)
        for name in site[0]:
            page.goto(f"{served}/{name}")
            visit.violations["all"] += [f"{name}: {violation}" for violation in judged(page, but=["color-contrast"])]
            visit.colours[name] = page.evaluate(COLOURS)
            for scheme in ("dark", "light") if name.removesuffix(".html") in COLOURED else ():
                page.emulate_media(color_scheme=scheme)
                visit.violations[scheme] += [
                    f"{name}: {violation}" for violation in judged(page, rule="color-contrast")
                ]
            for width in SIZES:
                visit.pages[width, name] = measured_at(width, page, devices)
    return visit


@pytest.mark.parametrize("width", [390, 1280])
def test_pages_in_a_browser(visit, site, width):
    """No page scrolls sideways, asks outside, misses anything or has an error in a script."""
    assert visit.errors == []
    extents = {name: visit.pages[width, name].extent for name in site[0]}
    assert {name: extent for name, extent in extents.items() if extent > width} == {}


@pytest.mark.parametrize("width", [320, 412, 1280])
def test_controls_are_large_enough(visit, site, width):
    """Each is 44 px high and wide at least, and within the page; a board scrolls on its own."""
    failures, boards = [], 0
    for name in site[0]:
        page = visit.pages[width, name]
        for control in page.controls:
            smallest = 28 if control["cell"] else 44  # a cell has a keypad beside it, whose keys are large
            if min(control["width"], control["height"]) < smallest or control["right"] > width:
                failures.append((name, control))
        if page.extent > width:
            failures.append((name, page.extent))
        boards += page.boards
    assert failures == []
    assert boards >= len(kinds())


def test_pages_can_be_used_by_all(visit):
    """Labels, names, alternative texts and the like, on every page."""
    assert visit.violations["all"] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(visit, scheme):
    assert visit.violations[scheme] == []


def test_contrast_is_looked_at_on_pages_with_all_colours(visit):
    on_these = {pair for name in COLOURED for pair in visit.colours[f"{name}.html"]}
    assert {name: missing for name, pairs in visit.colours.items() if (missing := set(pairs) - on_these)} == {}


@pytest.mark.parametrize(
    "name", ["index", "results", "gallery", "notebooks/killer/01-rules", "docs/reference/commands"]
)
def test_a_page_shows_all_without_scripts(context_beside, served, site, name):
    """All its text and pictures are there before any script; and scripts wait until the page is read."""
    text = (site[1] / f"{name}.html").read_text()
    assert all("defer" in tag for tag in re.findall(r"<script [^>]*src=[^>]*>", text))
    with watched(context_beside(f"{served}/_static/favicon.svg", java_script_enabled=False), served) as (page, errors):
        page.goto(f"{served}/{name}.html")
        count, hidden = page.evaluate(PARTS)
        assert count > 30
        assert hidden == []
    assert errors == []


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("staircase", None),
        ("killer generate", "docs/reference/commands.html"),
        ("kakuro repair", "docs/reference/commands.html"),
        ("census", "docs/reference/commands.html"),
        ("difficulty", "notebooks/sudoku/03-difficulty.html"),
        ("killer sudoku", "docs/killer.html"),
    ],
)
def test_search_finds_pages(looked_at, served, query, page):
    """Puzzles, terms and commands."""
    results, errors = looked_at
    results.goto(f"{served}/search.html?q={query.replace(' ', '+')}")
    results.get_by_text("Search finished").wait_for()  # results are shown one after the other
    links = results.locator("ul.search li a").evaluate_all("all => all.map((one) => one.href)")
    assert len(links) >= 1
    assert page is None or any(f"/{page}" in link for link in links[:10]), links
    assert errors == []
