"""Several tabs of one browser, and what a browser has kept that fits no page; puzzles that are too much, in links."""

import base64
import json

import pytest

from rullo_core.player.kinds import kinds
from rullo_core.rullo.api import API as RULLO
from tests.player.poison import POISON, names
from tests.player.test_heavy import rullo

pytestmark = pytest.mark.slow

FROM_OTHER_TAB = "Here is your board from another tab."


def board(page):
    return page.locator("td.cell button").evaluate_all("buttons => buttons.map((button) => button.ariaLabel)")


def status(page):
    return page.locator(".rullo-said").inner_text()


@pytest.fixture
def open_tab(player):
    """Two tabs on one page of one browser, the second closed at the end, before it follows what other tests keep."""
    tabs = []

    def open_beside(page):
        tab = page.context.new_page()
        tabs.append(tab)
        tab.goto(page.url)
        tab.locator(".rullo-board table button").first.wait_for()
        return tab

    yield open_beside
    for tab in tabs:
        tab.close()


def test_two_tabs_on_a_puzzle_follow_each_other(player, open_tab):
    """A move, and one that is taken back; a tab that is left last does not undo what was solved in the other."""
    with player(real_time=True) as page:
        cells = page.locator("td.cell button")
        cells.nth(0).click()
        second_tab = open_tab(page)
        assert board(second_tab) == board(page)
        second_tab.locator("td.cell button").nth(1).click()
        page.get_by_text(FROM_OTHER_TAB).wait_for()
        assert board(page) == board(second_tab)
        page.get_by_role("button", name="Undo").click()
        second_tab.get_by_text(FROM_OTHER_TAB).wait_for()
        assert board(page) == board(second_tab)
        solution = RULLO.read_play(RULLO.shelf[0], "").solutions[0]
        second_tab.get_by_role("button", name="Start over").click()
        for cell, place in enumerate(solution):
            if not place:
                second_tab.locator("td.cell button").nth(cell).click()
        assert status(second_tab).startswith("Well done!")
        second_tab.close()
        solved = board(page)
        assert sum("included" in label for label in solved) == solution.count(0)
        page.reload()
        assert board(page) == solved
        assert page.get_by_role("button", name="Pause the clock").is_disabled()


DEAF = """
const add = globalThis.addEventListener;
globalThis.addEventListener = (name, ...args) => name === "storage" || add(name, ...args);
"""


def test_a_tab_that_hears_nothing_of_others_keeps_nothing_older(player):
    """As where a tab was frozen: its moves give way to what is kept."""
    with player(script=DEAF, real_time=True) as page:
        page.locator("td.cell button").nth(0).click()
        second_tab = page.context.new_page()
        second_tab.goto(page.url)
        second_tab.locator("td.cell button").nth(1).click()
        newer = board(second_tab)
        second_tab.close()
        assert board(page) != newer
        page.goto("about:blank")
        page.go_back()
        page.locator("td.cell button").first.wait_for()
        assert board(page) == newer


@pytest.mark.parametrize("kind", ["edit-rullo", "edit-sudoku"])
def test_two_editors_follow_each_other(player, open_tab, kind):
    with player(kind, real_time=True) as page:
        second_tab = open_tab(page)
        squares = ".rullo-scroll button"
        page.locator(squares).last.focus()
        page.keyboard.press("3")
        second_tab.get_by_text(FROM_OTHER_TAB).wait_for()
        assert second_tab.locator(squares).last.inner_text() == "3"
        second_tab.get_by_role("button", name="Undo", exact=True).click()
        page.get_by_text(FROM_OTHER_TAB).wait_for()
        assert page.locator(squares).last.inner_text() == second_tab.locator(squares).last.inner_text()


POISONED = """
const poison = %s[location.search.slice(1)];
if (poison !== undefined) %s.forEach((key) => localStorage.setItem(key, poison));
const { addEventListener: add } = EventTarget.prototype;
EventTarget.prototype.addEventListener = function (name, ...args) {
  if (!["pagehide", "visibilitychange"].includes(name)) add.call(this, name, ...args);
};
"""
"""And a page that is left keeps nothing, which it may do when the next one has begun."""


@pytest.mark.parametrize("name", [page.format(kind) for kind in sorted(kinds()) for page in ("{}", "edit-{}")])
def test_pages_work_whatever_was_kept(player, folder, name):
    """All names at once hold each state in turn; the board is there, can be played, and everything can be forgotten."""
    keys = [f"rullo {key}" for key in names(name.removeprefix("edit-"))]
    with player(name, script=POISONED % (json.dumps(list(POISON.values())), json.dumps(keys)), real_time=True) as page:
        squares = page.locator(".rullo-board table button")
        for number, text in enumerate(POISON.values()):
            page.goto(f"{(folder / name).as_uri()}.html?{number}")
            if text != POISON["text"]:
                page.get_by_text("could not be used, and was left out").wait_for()
            squares.last.click()
        if name.startswith("edit-"):
            return
        page.on("dialog", lambda dialog: dialog.accept())
        page.evaluate("localStorage.setItem('another project', '1')")
        page.get_by_text("Statistics", exact=True).click()
        page.get_by_role("button", name="Forget everything").click()
        assert page.evaluate("Object.keys(localStorage)") == ["another project"]


@pytest.mark.parametrize(("rows", "columns", "largest"), [(2, 30, 2**25), (18, 18, 99)])
def test_a_link_with_a_heavy_puzzle_opens_at_once(player, folder, rows, columns, largest):
    """It can be played; the verdict, in a moment for the first, in seconds for the second, is that it is undecided."""
    code = base64.urlsafe_b64encode(rullo(rows, columns, largest).encode()).decode().rstrip("=")
    address = f"{(folder / 'rullo').as_uri()}.html#puzzle={code}"
    with player(link=address, real_time=True) as page:
        cells = page.locator("td.cell button")
        page.wait_for_function(
            f"document.querySelectorAll('td.cell button').length === {rows * columns}", timeout=10_000
        )
        page.get_by_text("Reading the puzzle").wait_for(state="hidden", timeout=60_000)
        page.get_by_text("You can play this puzzle, and it is undecided").wait_for()
        cells.nth(3).click()
        page.reload()  # what is kept is judged again
        page.get_by_text("You can play this puzzle, and it is undecided").wait_for(timeout=60_000)
        assert "included" in board(page)[3]
        page.get_by_role("button", name="Check").click()
        assert page.locator(".rullo-note").inner_text()
    with player(link=address.replace("rullo.html", "edit-rullo.html"), real_time=True) as page:
        page.wait_for_function(
            f"document.querySelectorAll('.rullo-scroll button').length === {(rows + 1) * (columns + 1) - 1}",
            timeout=10_000,
        )


@pytest.mark.parametrize(
    ("kind", "text"), [("sudoku", "." * 625), ("killer", "killer 16x16 boxes 4x4\n" + ("." + " ." * 15 + "\n") * 16)]
)
def test_what_is_too_large_is_refused_at_once(player, folder, kind, text):
    code = base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
    with player(link=f"{(folder / kind).as_uri()}.html#puzzle={code}", real_time=True) as page:
        page.get_by_text("The puzzle in this link cannot be played").wait_for(timeout=10_000)
        assert page.locator("td.cell button").count()
