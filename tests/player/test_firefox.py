"""Pages to play on in Firefox, opened as files: moves, hints, what is kept, links, and narrow screens."""

import pytest

from rullo_core.player.kinds import kinds
from rullo_core.rullo.api import API as RULLO
from tests.firefox import opened
from tests.player.files import write_pages

pytestmark = pytest.mark.slow

LABELS = """[...document.querySelectorAll("td.cell button")].map((button) => button.getAttribute("aria-label"))
  .map((label) => label.replace(", lit up", ""))"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_pages(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def firefox():
    with opened() as page:
        yield page


@pytest.fixture
def page(firefox, folder):
    """A page of a browser that has kept nothing of it; an error in a script fails."""
    firefox.script_errors.clear()
    firefox.resize(1280, 900)
    firefox.goto((folder / "index.html").as_uri())
    firefox.evaluate("localStorage.clear()")
    yield firefox
    firefox.evaluate("localStorage.clear()")
    assert firefox.script_errors == []


def press(page, name):
    """A button, by its name, with the mouse."""
    names = page.evaluate("[...document.querySelectorAll('.rullo-page button')].map((button) => button.textContent)")
    page.click(".rullo-page button", names.index(name))


def text(page, selector):
    return page.evaluate(f"document.querySelector('{selector}').textContent")


def solve(page, kind, play):
    """With the mouse the first half of the cells, with keys the others."""
    for cell, place in enumerate(play.solutions[0]):
        if not play.start[cell] & (play.start[cell] - 1):
            continue
        if cell < len(play.cells) // 2:
            for _ in range(place + 1 if kind is RULLO else 1):
                page.click("td.cell button", cell)
            if kind is not RULLO:
                page.click(".rullo-keys button", place)
        else:
            page.evaluate(f"document.querySelectorAll('td.cell button')[{cell}].focus()")
            page.press(("i", "x")[place] if kind is RULLO else play.symbols[place])


@pytest.mark.parametrize("name", kinds())
def test_a_puzzle_is_played(page, folder, name):
    """Moves, a hint, undo by keys, what is kept through a reload, a link with the board, and the end."""
    kind = kinds()[name]
    play = kind.read_play(kind.shelf[0], "")
    address = (folder / f"{name}.html").as_uri()
    page.goto(address)
    fresh = page.evaluate(LABELS)
    assert len(fresh) == len(play.cells)
    press(page, "Hint")
    assert text(page, ".rullo-note").startswith("Where to look.")
    assert page.evaluate("document.querySelectorAll('.looked-at').length") > 0
    page.click("td.cell button", next(i for i, mask in enumerate(play.start) if mask & (mask - 1)))
    clicked = page.evaluate(LABELS)
    assert (clicked != fresh) == (kind is RULLO)
    page.press("x" if kind is RULLO else "1")
    played = page.evaluate(LABELS)
    assert played != clicked
    page.press("Control", "z")
    assert page.evaluate(LABELS) == clicked
    page.press("Control", "y")
    page.reload()
    assert page.evaluate(LABELS) == played
    page.evaluate("document.querySelectorAll('details').forEach((element) => (element.open = true))")
    press(page, "Copy a link with my board")
    link = page.evaluate("document.querySelector('[aria-label=\"The link\"]').value")
    assert link.startswith(f"{address}#puzzle=")
    press(page, "Start over")
    page.goto((folder / "index.html").as_uri())
    page.evaluate("localStorage.clear()")
    page.goto(link)
    assert page.evaluate(LABELS) == played
    press(page, "Start over")
    solve(page, kind, play)
    assert text(page, ".rullo-said").startswith("Well done!")


@pytest.mark.parametrize("name", kinds())
def test_a_narrow_screen_is_wide_enough(page, folder, name):
    """For the widest puzzle of the shelf, with all details open; its cells have 28 px, all other controls 44."""
    kind = kinds()[name]
    page.goto((folder / f"{name}.html").as_uri())
    widest = max(range(len(kind.shelf)), key=lambda number: kind.read_play(kind.shelf[number], "").columns)
    choose = "const select = document.querySelector('.rullo-shelf select');"
    choose += f"select.value = {widest}; select.dispatchEvent(new Event('change'));"
    page.evaluate(f"(() => {{ {choose} }})()")
    page.resize(320, 900)
    page.evaluate("document.querySelectorAll('details').forEach((element) => (element.open = true))")
    script = """[document.documentElement, document.querySelector(".rullo-place .rullo-scroll")]
      .map((element) => element.scrollWidth - element.clientWidth)"""
    assert page.evaluate(script) == [0, 0]
    small = """[...document.querySelectorAll("button, select, textarea, summary, a")].filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width && Math.min(width, height) < (element.closest("td") ? 28 : 44);
    }).map((element) => element.outerHTML.slice(0, 80))"""
    assert page.evaluate(small) == []
