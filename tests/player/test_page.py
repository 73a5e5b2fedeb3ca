"""A page for one kind of puzzle, opened as a file: what it keeps, shares and counts, by mouse, keys and touch."""

import re

import pytest

from rullo_core.player.kinds import kinds
from rullo_core.player.pages import pages
from rullo_core.rullo.api import API as RULLO
from rullo_core.sudoku.api import API as SUDOKU

pytestmark = pytest.mark.slow


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def board(page):
    return page.locator("td.cell button").evaluate_all("buttons => buttons.map((button) => button.ariaLabel)")


def status(page):
    return page.locator(".rullo-said").inner_text()


def solve(page, kind, text, but=()):
    """With the keyboard."""
    for cell, place in enumerate(kind.read_play(text, "").solutions[0]):
        if cell in but:
            continue
        page.locator("td.cell button").nth(cell).focus()
        page.keyboard.press(("i", "x")[place] if kind is RULLO else f"{place + 1}")


def test_moves_are_taken_back_and_made_again_without_limit_and_kept(player):
    """With keys, wherever the focus is, and buttons; after a reload and another puzzle, too."""
    with player() as page:
        cells = page.locator("td.cell button")
        boards = [board(page)]
        for move in range(25):
            cells.nth(move % 16).click()
            boards.append(board(page))
        assert len({tuple(labels) for labels in boards}) == 26
        page.keyboard.press("Control+z")
        page.locator("h1").click()  # nothing has the focus
        page.keyboard.press("Control+z")
        assert board(page) == boards[23]
        page.keyboard.press("Control+Shift+Z")
        page.keyboard.press("Control+y")
        assert board(page) == boards[25]
        for _ in range(15):
            press(page, "Undo")
        page.reload()
        assert board(page) == boards[10]
        press(page, "Redo")
        assert board(page) == boards[11]
        for _ in range(11):
            press(page, "Undo")
        assert board(page) == boards[0]
        press(page, "Undo")
        assert page.locator(".rullo-note").inner_text() == "There is nothing to undo."
        press(page, "Redo")
        page.locator(".rullo-shelf select").select_option("1")
        cells.nth(3).click()
        page.reload()
        assert len(board(page)) == 25
        assert "included" in board(page)[3]
        page.locator(".rullo-shelf select").select_option("0")
        assert board(page) == boards[1]
        cells.nth(9).click()
        press(page, "Undo")
        press(page, "Redo")
        press(page, "Redo")
        assert page.locator(".rullo-note").inner_text() == "There is nothing to redo."


SILENT = "navigator.clipboard.writeText = () => Promise.reject();"


@pytest.mark.parametrize("name", kinds())
def test_a_link_holds_the_puzzle_and_the_board_if_that_is_wished(player, name):
    """In a browser that has never seen either; a puzzle that is on no shelf, too."""
    with player(name, SILENT, sets_clock=name == "rullo") as page:
        if name == "rullo":
            page.get_by_text("Your own text").click()
            page.locator("textarea").fill("5 7\n4 1 4\n8 5 3")
            press(page, "Play this")
            page.clock.run_for(100)
            page.get_by_text("Rullo 2x2").first.wait_for()
        else:
            page.locator(".rullo-shelf select").select_option("1")
        start = board(page)
        free = [i for i, label in enumerate(start) if "given" not in label]
        for cell in free[:3]:
            page.locator("td.cell button").nth(cell).focus()
            page.keyboard.press("x" if name == "rullo" else f"Shift+Digit{cell % 4 + 1}")
            page.keyboard.press("i" if name == "rullo" else "2")
        played = board(page)
        assert played != start
        page.get_by_text("Share", exact=True).click()
        links = []
        for button in ("Copy a link to this puzzle", "Copy a link with my board"):
            press(page, button)
            assert status(page) == "Here is the link, ready to be copied."
            links.append(page.get_by_label("The link").input_value())
    for link, expected in zip(links, (start, played), strict=True):
        with player(link=link) as page:
            page.get_by_text("Here is the puzzle that was shared with you").wait_for()
            assert board(page) == expected
            assert "#" not in page.url
            page.locator("td.cell button").nth(free[-1]).click()
            page.keyboard.press("i" if name == "rullo" else "1")
            played_on = board(page)
            assert played_on != expected
            page.reload()
            page.locator("td.cell button").nth(free[-1]).wait_for()
            assert board(page) == played_on


def test_a_link_that_is_opened_leaves_my_own_board(player, folder):
    """The other one can be taken back; a link that is broken changes nothing, and says so."""
    address = f"{(folder / 'rullo').as_uri()}.html"
    with player(script=SILENT) as page:
        page.locator("td.cell button").nth(5).click()
        page.get_by_text("Share", exact=True).click()
        press(page, "Copy a link with my board")
        link = page.get_by_label("The link").input_value()
        shared = board(page)
        press(page, "Undo")
        page.locator("td.cell button").nth(1).click()
        own_board = board(page)
        page.goto(link)
        page.get_by_text("Here is the puzzle that was shared").wait_for()
        assert board(page) == shared
        press(page, "Undo")
        assert board(page) == own_board
        for broken in ("#puzzle=%25", "#puzzle=NSA3", link[:-4].split("&")[0][:-3]):
            page.goto(address + broken if broken.startswith("#") else broken)
            page.get_by_text("The puzzle in this link cannot be played").wait_for()
            assert board(page) == own_board
        page.goto(link.replace("board=", "board=zz."))
        page.get_by_text("Here is the puzzle that was shared").wait_for()
        assert board(page) == own_board  # no board of this puzzle


def todays(page, hours=0):
    if hours:
        page.clock.fast_forward(hours * 3_600_000)
    press(page, "Today's puzzle")
    for _ in range(400):
        page.clock.run_for(50)
        if status(page).startswith("This is the puzzle for"):
            break
    return status(page), board(page), page.locator("th, b.sum, td.black").all_inner_texts()


@pytest.mark.parametrize("name", kinds())
def test_everybody_has_the_same_puzzle_on_a_day(player, name):
    """And another one tomorrow; chance has no say in it."""
    with player(name, sets_clock=True) as page:
        first = todays(page)
        assert first[0].startswith("This is the puzzle for 2026-03-01.")
        if name in ("rullo", "sudoku"):
            assert todays(page) == first
            tomorrow = todays(page, 24)
            assert tomorrow[0].startswith("This is the puzzle for 2026-03-02.")
            assert tomorrow[1:] != first[1:]
    with player(name, "Math.random = () => 0.5;", sets_clock=True) as page:
        assert todays(page) == first


def test_the_clock_stands_still_in_a_pause(player):
    """And the board is hidden; a solved puzzle is counted once, with its time, and without where hints were needed."""
    text = RULLO.shelf[0]
    with player(sets_clock=True) as page:
        time = page.locator(".rullo-time")
        page.clock.run_for(61_000)
        assert time.inner_text() == "1:01"
        press(page, "Pause the clock")
        page.clock.run_for(10_000)
        assert time.inner_text() == "1:01"
        assert page.locator("td.cell button").first.is_hidden()
        page.keyboard.press("Control+z")
        press(page, "Go on")
        assert page.locator("td.cell button").first.is_visible()
        page.clock.run_for(2_000)
        assert time.inner_text() == "1:03"
        page.locator("td.cell button").first.click()
        page.reload()
        page.clock.run_for(1_000)
        assert time.inner_text() == "1:04"
        solve(page, RULLO, text)
        assert status(page).startswith("Well done! Solved in 1:04. Fancy another?")
        page.clock.run_for(5_000)
        page.reload()
        page.clock.run_for(5_000)
        assert time.inner_text() == "1:04"
        press(page, "Start over")
        solve(page, RULLO, text)
        page.get_by_text("Statistics", exact=True).click()
        assert page.locator(".rullo-summary td").all_inner_texts() == ["1", "1", "1:04", "1:04"]
        page.locator(".rullo-shelf select").select_option("1")
        press(page, "Hint")
        solve(page, RULLO, RULLO.shelf[1])
        assert " with 1 hint." in status(page)
        assert page.locator(".rullo-summary td").all_inner_texts()[4:] == ["1", "0", "–", "–"]
        assert page.locator(".rullo-summary tbody th").all_inner_texts() == ["easy", "medium"]
        page.on("dialog", lambda dialog: dialog.accept())
        press(page, "Forget everything")
        assert "Nothing solved yet" in page.get_by_label("Your statistics").inner_text()


def test_days_in_a_row_are_counted(player):
    """Today's puzzle, and tomorrow's; a day without one ends the row."""
    with player(sets_clock=True) as page:
        for hours, row in ((0, 1), (24, 2), (48, 1)):
            todays(page, hours)
            page.wait_for_function("document.querySelectorAll('td.cell').length === 25")
            for _ in range(9):
                press(page, "Step")
            assert status(page).startswith("Well done!")
            assert page.get_by_role("button", name="Today's puzzle ✓").count() == 1
            assert f"in a row: {row}." in page.get_by_label("Your statistics").text_content()


STORAGE_REFUSED = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } });"
FULL = "Storage.prototype.setItem = function () { throw new Error('full'); };"


@pytest.mark.parametrize("script", [STORAGE_REFUSED, FULL])
def test_it_is_played_where_nothing_is_kept(player, script):
    """It is said; what was played stays as long as the page."""
    with player(script=script, sets_clock=True) as page:
        assert status(page) == "Your browser lets this page save nothing, so your board is lost when you leave."
        page.locator("td.cell button").nth(2).click()
        page.locator(".rullo-shelf select").select_option("1")
        page.locator(".rullo-shelf select").select_option("0")
        assert "included" in board(page)[2]
        solve(page, RULLO, RULLO.shelf[0])
        assert status(page).startswith("Well done!")
        assert todays(page)[0].startswith("This is the puzzle for 2026-03-01.")


def test_the_oldest_boards_make_room(player):
    """Where a browser keeps little, those that were played last are kept."""
    room = "const set = Storage.prototype.setItem; Storage.prototype.setItem = function (key, value) {"
    room += "if (key.includes('game') && Object.keys(this).filter((k) => k.includes('game') && k !== key).length > 1)"
    room += "throw new Error('full'); set.call(this, key, value); };"
    with player(script=room, sets_clock=True) as page:
        for number in range(4):
            page.locator(".rullo-shelf select").select_option(f"{number}")
            page.locator("td.cell button").first.click()
            page.clock.run_for(1_000)
        page.reload()
        keys = page.evaluate("Object.keys(localStorage).filter((name) => name.includes('game')).sort()")
        texts = [RULLO.read_play(text, "").text for text in RULLO.shelf[2:4]]
        assert keys == sorted(f"rullo game rullo {text}" for text in texts)


TOO_SMALL = """() =>
[...document.querySelectorAll("button, select, textarea, input, summary, a")].flatMap((element) => {
  const { width, height, left, right } = element.getBoundingClientRect();
  if (!width || !height || element.closest(".rullo-scroll")) return [];
  return Math.min(width, height) < 44 || left < 0 || right > innerWidth ? [element.outerHTML.slice(0, 80)] : [];
})"""


@pytest.mark.parametrize("width", [320, 640, 1280])
def test_controls_are_large_enough_for_a_finger(player, folder, width):
    """At every width, opened or not, and cells, too; nothing sticks out of the page."""
    with player("index", width=width) as page:
        for name in pages(kinds()):
            page.goto((folder / name).as_uri())
            page.evaluate("document.querySelectorAll('details').forEach((element) => (element.open = true))")
            assert page.evaluate(TOO_SMALL) == [], name
            assert page.evaluate("document.documentElement.scrollWidth") <= width, name
            cells = page.locator("td.cell button")
            if cells.count():
                box = cells.nth(1).bounding_box()
                assert min(box["width"], box["height"]) >= 44


def test_a_puzzle_is_played_with_a_finger(player):
    """On a narrow screen: cells and keys are tapped, and what is said stays in sight."""
    solution = SUDOKU.read_play(SUDOKU.shelf[0], "").solutions[0]
    with player("sudoku", width=320, has_touch=True, is_mobile=True) as page:
        for cell, label in enumerate(board(page)):
            if "given" not in label:
                page.locator("td.cell button").nth(cell).tap()
                page.locator(".rullo-keys button").nth(solution[cell]).tap()
        assert status(page).startswith("Well done!")
        box = page.locator(".rullo-said").bounding_box()
        assert 0 <= box["y"] <= 900 - box["height"]


@pytest.mark.parametrize("name", kinds())
def test_a_puzzle_is_printed_on_one_sheet(player, name):
    """The largest of the shelf, with its title and nothing to press."""
    with player(name) as page:
        page.locator(".rullo-shelf select").select_option(f"{len(kinds()[name].shelf) - 1}")
        page.emulate_media(media="print")
        assert page.locator("td.cell button").first.is_visible()
        assert page.locator(".rullo-rules").is_visible()
        visible = [button.inner_text() for button in page.get_by_role("button").all() if button.is_visible()]
        assert len(visible) == page.locator("td.cell button").count()
        sheet = page.pdf(format="A4")
        assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1
        board_width = page.evaluate("document.querySelector('.rullo-board table').getBoundingClientRect().width")
        assert 90 < board_width / 96 * 25.4 < 180


def test_what_no_puzzle_meets_cannot_be_chosen(player):
    """Of a size that has none; what was chosen gives way to what is nearest."""
    with player("sudoku") as page:
        page.get_by_text("A new puzzle", exact=True).click()
        size, needs = page.locator("details[open] select").all()
        offered = "select => [...select.options].filter((option) => !option.disabled).map((option) => option.value)"
        assert needs.evaluate(offered) == list(SUDOKU.requests)
        needs.select_option("beyond these strategies")
        size.select_option("4x4")
        assert (needs.evaluate(offered), needs.input_value()) == (["naked singles"], "naked singles")
        size.select_option("6x6")
        assert needs.evaluate(offered) == list(SUDOKU.requests)


def test_hints_come_in_three_steps(player):
    """Where to look, which rule, what follows; then the next one, as what was said is known."""
    first, second = RULLO.read_play(RULLO.shelf[0], "").trace[:2]
    with player() as page:
        note = page.locator(".rullo-note")
        press(page, "Hint")
        assert note.inner_text() == "Where to look. Look at column 1. Press Hint again to see the rule."
        assert (page.locator(".looked-at").count(), page.locator(".found").count()) == (4, 0)
        press(page, "Hint")
        assert note.inner_text() == (
            "Which rule. Column 1 reaches 12 only with 4 + 8. Press Hint again to see what follows."
        )
        press(page, "Hint")
        assert note.inner_text().strip() == f"Pass 1, columns. {first.text}"
        assert page.locator(".found").count() == len(first.candidates)
        for cell, mask in first.candidates.items():
            page.locator("td.cell button").nth(cell).click(click_count=mask)
        press(page, "Hint")
        assert note.inner_text().startswith("Where to look. Look at column 2.")
        for _ in range(2):
            press(page, "Hint")
        assert second.text in note.inner_text()


def test_hints_do_not_say_what_is_seen_at_once(player):
    """In a Sudoku nobody writes down each digit that a row has already: hints lead from value to value to its end."""
    play = SUDOKU.read_play(SUDOKU.shelf[0], "")
    with player("sudoku") as page:
        note = page.locator(".rullo-note")
        rules = set()
        for cell in range(16):
            if "given" in board(page)[cell]:
                continue
            for number in range(3):
                press(page, "Hint")
                if number == 1:
                    rules.add(note.inner_text().split(": ")[1].split(" Press Hint")[0])
            (framed,) = page.locator("td.cell button").evaluate_all(
                "buttons => [buttons.flatMap((button, i) => (button.matches('.found') ? [i] : []))]"
            )
            row, column, digit = framed[0] // 4 + 1, framed[0] % 4 + 1, play.solutions[0][framed[0]] + 1
            assert re.search(rf"\({row}, {column}\) is {digit}[,.]", note.inner_text())
            page.locator("td.cell button").nth(framed[0]).focus()
            page.keyboard.press(f"{digit}")
        assert "Solved." in note.inner_text()
        assert rules == {"one of its cells has only one digit left."}


@pytest.mark.parametrize("name", ["killer", "edit-killer"])
def test_colours_are_chosen_for_all_pages(player, name):
    """Light or dark, whatever the device has."""
    background = (
        "() => [document.body, document.querySelector('td button')].map((node) => getComputedStyle(node).color)"
    )
    with player(name, color_scheme="dark", real_time=True) as page:
        page.locator("td button").first.wait_for()
        dark = page.evaluate(background)
        page.get_by_text("Settings", exact=True).click()
        page.get_by_label("Colours").select_option("light")
        light = page.evaluate(background)
        assert all(dark_colour != light_colour for dark_colour, light_colour in zip(dark, light, strict=True))
        page.reload()
        page.locator("td button").first.wait_for()
        assert page.evaluate(background) == light
        page.emulate_media(color_scheme="light")
        page.get_by_text("Settings", exact=True).click()
        assert page.get_by_label("Colours").input_value() == "light"
        page.get_by_label("Colours").select_option("dark")
        assert page.evaluate(background) == dark
        page.get_by_label("Colours").select_option("as on this device")
        assert page.evaluate(background) == light


def test_settings_are_kept(player):
    """Mistakes at once, candidates, what the chosen cell belongs to, and the clock."""
    play = SUDOKU.read_play(SUDOKU.shelf[0], "")
    open_cells = [i for i, mask in enumerate(play.start) if mask & (mask - 1)]
    first = open_cells[0]
    with player("sudoku") as page:
        cells = page.locator("td.cell button")
        page.get_by_text("Settings", exact=True).click()
        cells.nth(first).click()
        units = {cell for unit in play.units if first in unit.cells for cell in unit.cells}
        assert page.locator(".peer").count() == len(units)
        page.keyboard.press(f"{(play.solutions[0][first] + 1) % 4 + 1}")
        assert page.locator(".wrong").count() == 0
        for name in ("Light up what the chosen cell belongs to", "Show mistakes at once", "Show the clock"):
            page.get_by_role("switch", name=name).click()
        assert (page.locator(".peer").count(), page.locator(".wrong").count()) == (0, 1)
        assert page.locator(".rullo-time").is_hidden()
        page.get_by_role("switch", name="Pencil in the digits that still fit").click()
        page.reload()
        assert page.locator(".wrong").count() == 1
        assert page.locator(".rullo-time").is_hidden()
        page.keyboard.press("Control+z")
        givens = {i: mask for i, mask in enumerate(play.start) if not mask & (mask - 1)}
        for cell in open_cells:
            peers = {peer for unit in play.units if cell in unit.cells for peer in unit.cells}
            digits = {f"{givens[peer].bit_length()}" for peer in peers & givens.keys()}
            expected = " or ".join(digit for digit in "1234" if digit not in digits)
            assert f": candidate{'s' * (' or ' in expected)} {expected}" in board(page)[cell]
        page.get_by_text("Settings", exact=True).click()
        assert page.get_by_role("switch", name="Show mistakes at once").get_attribute("aria-checked") == "true"
        assert page.get_by_role("switch", name="Show the clock").get_attribute("aria-checked") == "false"
    with player("kakuro") as page:
        page.get_by_text("Settings", exact=True).click()
        page.get_by_role("switch", name="Pencil in the digits that still fit").click()
        assert ": candidates 7 or 9, " in board(page)[1]  # of 16 in two cells, and 24 in three


def test_every_control_is_reached_with_the_keyboard(player):
    """With Tab; and what has the focus is seen."""
    with player() as page:
        names = []
        for _ in range(40):
            page.keyboard.press("Tab")
            names.append(page.evaluate("document.activeElement.textContent.trim().slice(0, 20)"))
            outlined = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outlined != "none" or page.evaluate("document.activeElement === document.body"), names[-1]
        assert {"Today's puzzle", "Pause the clock", "Print", "Undo", "Redo", "Hint", "Settings", "Share"} <= set(names)
