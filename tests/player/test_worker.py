"""Tasks of a page on a thread of their own, and on the page where a browser allows no worker."""

import re

import pytest

from rullo_core.rullo.api import API as RULLO
from tests.player import scripts


def blank_kakuro(side):
    """A Kakuro without black cells, of any digits: scripts take 2 seconds to read it for 6, and for 8 half a minute."""
    total = side * (side + 1) // 2
    rows = [f",{total}{' 0' * side}"] * side
    return "\n".join([f"{side + 1} {side + 1}", f"-{f' {total},' * side}", *rows])


ALLOWED = {
    "a worker": "",
    "none": "delete window.Worker;",
    "one that fails": "const make = URL.createObjectURL; URL.createObjectURL = () => make(new Blob(['throw 0']));",
}
"""What a browser may allow, and a script that makes it so."""


def open_form(page, name):
    page.get_by_text(name, exact=True).click()


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def read(page, text):
    open_form(page, "Your own text")
    page.locator("textarea").fill(text)
    press(page, "Play this")


@pytest.mark.slow
def test_a_page_is_alive_while_it_reads(player):
    """Its cells can be pressed; progress is shown; and it ends at once where somebody stops it."""
    with player("kakuro", sets_clock=True) as page:
        page.set_default_timeout(5_000)
        assert page.get_by_role("button", name="Stop").count() == 0
        read(page, blank_kakuro(8))
        page.clock.run_for(2_100)
        assert page.get_by_text("Reading it: 2 seconds.").is_visible()
        page.locator("td.cell button").first.click()
        page.keyboard.press("7")
        assert page.locator("td.cell button").first.inner_text() == "7"
        assert page.get_by_role("button", name="Play this").is_disabled()
        press(page, "Stop")
        page.get_by_text("this was stopped").wait_for()
        assert page.get_by_role("button", name="Stop").count() == 0
        assert page.get_by_role("button", name="Play this").is_enabled()
        assert page.evaluate("document.activeElement.textContent") == "Play this"


@pytest.mark.slow
def test_a_link_to_a_puzzle_that_takes_long(player, folder):
    """The page says what it does; stopped, the puzzle can be played, undecided."""
    script = "console.log(JSON.stringify(share_js.linkTo(...given)));"
    link = scripts.run(script, f"{(folder / 'kakuro').as_uri()}.html", blank_kakuro(8), None)
    with player(link=link, sets_clock=True) as page:
        page.set_default_timeout(5_000)
        page.clock.run_for(1_100)
        assert page.get_by_text("Reading the puzzle: 1 second.").is_visible()
        press(page, "Stop")
        page.get_by_text("This was stopped.").wait_for()
        assert page.locator("td.cell button").count() == 8 * 8
        assert page.get_by_text("undecided").first.is_visible()


@pytest.mark.slow
@pytest.mark.parametrize("allowed", ALLOWED)
def test_a_browser_without_workers_does_the_same(player, allowed):
    """Today's puzzle is the same; a text that cannot be read is marked; what is never found is stopped."""
    never = ["3x3", "1-9", "8 to 12 passes"]
    with player(script=ALLOWED[allowed], real_time=True) as page:
        press(page, "Today's puzzle")
        today = page.get_by_text("This is the puzzle for").inner_text().split()[5].rstrip(".")
        script = "daily_js.daily('rullo', given[0]).then(({ text }) => console.log(JSON.stringify(text)));"
        assert page.evaluate("JSON.parse(localStorage['rullo last rullo'])") == scripts.run(script, today)
        read(page, "5 7\n4 1 4\n8 5 x")
        page.get_by_text("'x' is not a whole number").wait_for()
        assert page.evaluate("getSelection().toString()") == "x"
        open_form(page, "A new puzzle")
        selects = page.locator("details[open] select").all()
        for select, choice in zip(selects, never, strict=True):
            select.evaluate("select => [...select.options].forEach((option) => (option.disabled = false))")
            select.select_option(choice)
        press(page, "Make one")
        page.get_by_text(re.compile(r"Looking for one: 1 second, \d+ puzzles tried\.")).wait_for()
        press(page, "Stop")
        page.get_by_text("this was stopped").wait_for()
        selects[-1].select_option(RULLO.options[-1].usual)
        press(page, "Make one")
        page.get_by_text("Rullo 3x3").first.wait_for()


@pytest.mark.slow
@pytest.mark.parametrize("allowed", ALLOWED)
def test_where_the_work_is_done(player, allowed):
    """In a worker, as long as a browser allows it: the page is interrupted for a small part of the time it takes."""
    gaps = (
        "(() => { let last = performance.now(); window.longest = 0; setInterval(() => { const time = performance.now();"
    )
    gaps += "window.longest = Math.max(window.longest, time - last); last = time; }, 1); })();"
    with player("kakuro", script=ALLOWED[allowed], real_time=True) as page:
        page.evaluate(gaps)
        begin = page.evaluate("performance.now()")
        read(page, blank_kakuro(6))
        page.get_by_text("Kakuro 6x6").first.wait_for()
        took = page.evaluate("performance.now()") - begin
        assert (page.evaluate("longest") > took / 2) == (allowed != "a worker")
