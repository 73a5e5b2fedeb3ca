"""The editor page of a kind of puzzle, opened as a file: a board is edited by mouse, keys and touch, and judged."""

import base64
import json
import re
from pathlib import Path

import pytest

from rullo_core.kakuro.api import API as KAKURO
from rullo_core.killer.api import API as KILLER
from rullo_core.killer.formats import parse_any
from rullo_core.killer.puzzle import Killer
from rullo_core.player import alone
from rullo_core.player.kinds import kinds
from rullo_core.sudoku.api import API as SUDOKU
from tests.browsing import violations

pytestmark = pytest.mark.slow

EDITED = [kinds()[name] for name, _ in alone.kind_scripts("editing.js")]


@pytest.fixture
def maker(player):
    """Return a function that opens an editor with nothing stored; every error on its pages fails the test."""

    def call(name, script="", width=1280, **options):
        return player(f"edit-{name}", script, width, real_time=True, **options)

    return call


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def square(page, number):
    """A button of the board, in reading order."""
    return page.locator(".rullo-editor td button").nth(number)


def verdict(page, begin=""):
    """What is said of the puzzle, as soon as it is known."""
    ready = "(begin) => { const { ariaBusy, innerText } = document.querySelector('.rullo-verdict');"
    ready += " return ariaBusy === 'false' && innerText.startsWith(begin); }"
    page.wait_for_function(ready, arg=begin)
    return page.locator(".rullo-verdict").inner_text()


def status(page):
    return page.locator(".rullo-said").inner_text()


def text(page):
    """The puzzle as text."""
    return page.get_by_label("The puzzle as text").input_value()


def give(page, puzzle):
    """Type a puzzle as text."""
    area = page.get_by_label("The puzzle as text")
    if not area.is_visible():
        page.get_by_text("Text, links and files").click()
    area.fill(puzzle)


# -- editing, and the verdict -----------------------------------------------------------------------------------------


def test_a_sudoku_is_made_by_keys_alone(maker):
    """From an empty board; two solutions are compared, and a digit that is there twice is marked."""
    with maker("sudoku") as page:
        assert verdict(page).startswith("It has one solution.\nSudoku 4x4, naked singles (easy). It is solved in ")
        press(page, "Clear")
        assert verdict(page, "It has at least 50 solutions.")
        square(page, 0).focus()
        for key in ("1", "ArrowRight", "2", "ArrowDown", "1", "ArrowUp"):
            page.keyboard.press(key)
        message = "Not a puzzle yet: 1 is in box 1 already, in row 1, column 1; change one of them."
        assert message in verdict(page, "Not")
        assert page.locator("button.wrong").get_attribute("aria-label") == "row 2, column 2, 1, not right"
        page.keyboard.press("Control+z")
        assert text(page) == "12.............."
        page.keyboard.press("Control+y")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Backspace")
        assert text(page) == "12.............."
        assert " solutions" in verdict(page, "It has ")
        differing = page.locator("button.found")
        assert all(
            "solutions differ here" in label
            for label in differing.evaluate_all("buttons => buttons.map((b) => b.ariaLabel)")
        )
        press(page, "Show the first")
        first = page.locator(".rullo-editor td button").all_inner_texts()
        press(page, "Show the second")
        second = page.locator(".rullo-editor td button").all_inner_texts()
        cells = [first_digit != second_digit for first_digit, second_digit in zip(first, second, strict=True)]
        assert sum(cells) == differing.count() > 0
        assert {*first, *second} == {"1", "2", "3", "4"}
        play = SUDOKU.read_play("".join(first), "")
        assert play.solutions == (tuple(int(digit) - 1 for digit in first),)


def test_a_killer_is_drawn_with_the_mouse(maker):
    """Cages by drawing over cells; sums that are typed, or follow from digits."""
    with maker("killer") as page:
        press(page, "Clear")
        square(page, 0).hover()
        page.mouse.down()
        for cell in (1, 5):
            square(page, cell).hover()
        page.mouse.up()
        assert status(page) == "3 cells marked."
        press(page, "Make a cage")
        assert "has no sum" in verdict(page, "Not a puzzle yet")
        press(page, "Sums")
        square(page, 5).click()
        page.keyboard.type("80")
        assert "no 3 different digits from 1 to 4 add up to 80" in verdict(page, "Not")
        page.keyboard.press("Backspace")
        assert verdict(page, "It has at least 50 solutions")
        assert text(page) == "killer 4x4 boxes 2x2\na a . .\n. a . .\n. . . .\n. . . .\na=8"
        press(page, "Undo")  # a number is one step, however many digits it has
        assert text(page).endswith(". . . .")
        press(page, "Digits")
        for cell, digit in ((0, "1"), (1, "2"), (5, "4")):
            square(page, cell).click()
            press(page, digit)
        assert text(page).endswith("a=7")
        page.get_by_role("switch", name="Diagonals").click()
        assert text(page).startswith("killer 4x4 boxes 2x2 diagonals\n")
        assert verdict(page, "It has ")
        press(page, "Cages")
        square(page, 1).click()
        press(page, "Take out of cages")
        assert "a is in several pieces" in verdict(page, "Not")


def test_a_cage_is_made_with_the_keyboard(maker):
    with maker("killer") as page:
        press(page, "Clear")
        square(page, 5).focus()
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("Shift+ArrowDown")
        page.keyboard.press("Enter")
        press(page, "Sums")
        square(page, 6).focus()
        page.keyboard.type("6")
        assert text(page) == "killer 4x4 boxes 2x2\n. . . .\n. a a .\n. . a .\n. . . .\na=6"
        press(page, "Cages")
        square(page, 10).focus()
        page.keyboard.press("Space")
        page.keyboard.press("Delete")
        assert text(page) == "killer 4x4 boxes 2x2\n. . . .\n. a a .\n. . . .\n. . . ."  # its sum is to be told again


def test_a_kakuro_follows_from_its_digits(maker):
    """Black squares come in pairs that a half turn exchanges, as long as that is wanted."""
    digits = KAKURO.read_play("3 3\n- 4, 6,\n,7 0 0\n,3 0 0", "").solutions[0]
    with maker("kakuro") as page:
        for label in ("Rows", "Columns"):
            page.get_by_label(label).select_option("3")
        press(page, "Clear")
        square(page, 5).click()  # row 2, column 2
        assert text(page) == "4 4\n- - - -\n- - 0 0\n- 0 0 0\n- 0 0 -"
        page.get_by_role("switch", name="half-turn").click()
        square(page, 5).click()
        assert text(page).splitlines()[2:] == ["- 0 0 0", "- 0 0 0", "- 0 0 -"]
        for label in ("Rows", "Columns"):
            page.get_by_label(label).select_option("2")
        press(page, "Digits")
        for cell, place in zip((4, 5, 7, 8), digits, strict=True):
            square(page, cell).click()
            page.keyboard.press(f"{place + 1}")
        assert text(page) == "3 3\n- 4, 6,\n,7 0 0\n,3 0 0"
        assert verdict(page, "It has one solution").split("\n")[1].startswith("Kakuro 2x2, difficulty ")
        press(page, "Sums")
        square(page, 1).click()
        page.keyboard.type("17")
        assert text(page).splitlines()[1] == "- 17, 6,"
        assert "nothing fits there" in verdict(page, "It has no solution.")
        assert page.locator("button.looked-at").count() > 0


def test_both_sums_of_a_square_are_typed(maker):
    """The one across first, then the one down, by pressing again."""
    with maker("kakuro") as page:
        for label in ("Rows", "Columns"):
            page.get_by_label(label).select_option("3")
        press(page, "Clear")
        page.get_by_role("switch", name="half-turn").click()
        square(page, 5).click()
        press(page, "Sums")
        square(page, 5).click()
        for way, number in (("across", "12"), ("down", "9")):
            assert page.locator("button.at").get_attribute("aria-label").endswith(f"you type the sum {way}")
            page.keyboard.type(number)
            square(page, 5).click()
        assert text(page).splitlines()[2] == "- 9,12 0 0"
        page.keyboard.press("Delete")
        assert text(page).splitlines()[2] == "- 9, 0 0"


def test_targets_of_a_rullo_follow_from_what_is_included(maker):
    with maker("rullo") as page:
        for label in ("Rows", "Columns"):
            page.get_by_label(label).select_option("2")
        square(page, 2).focus()
        assert "target of row 1" in page.locator("button.at").get_attribute("aria-label")
        for cell, number in ((3, "1"), (4, "4"), (6, "5"), (7, "13")):
            square(page, cell).click()
            page.keyboard.type(number)
        press(page, "Included")
        for cell in (3, 7):
            square(page, cell).click()
        assert [line.split() for line in text(page).splitlines()] == [["1", "13"], ["1", "1", "4"], ["13", "5", "13"]]
        assert verdict(page, "It has one solution.").split("\n")[1].startswith("Rullo 2x2, difficulty ")
        press(page, "Show the solution")
        assert page.locator("button.included").all_inner_texts() == ["1", "13"]
        press(page, "Numbers")
        square(page, 2).click()
        press(page, "3")
        press(page, "Change the sign")
        assert [line.split() for line in text(page).splitlines()][1] == ["-3", "1", "4"]
        assert "Row 1: nothing fits there." in verdict(page, "It has no solution.")


def test_a_number_that_stays_what_it_is_takes_no_step_along(maker):
    """Where its first digit is what is there already, it is a step of its own, and the one before can be taken back."""
    with maker("rullo") as page:
        original = text(page)
        cell = square(page, 5)
        cell.click()
        page.keyboard.type(f"{cell.inner_text()}2")
        assert cell.inner_text() == "82"
        press(page, "Undo")
        assert text(page) == original
        square(page, 6).click()
        page.keyboard.type("3")
        edited = text(page)
        cell.click()
        page.keyboard.type(f"{cell.inner_text()}2")
        press(page, "Undo")
        assert text(page) == edited
        press(page, "Undo")
        assert text(page) == original


def test_a_text_is_taken_and_mistakes_are_marked(maker):
    with maker("rullo") as page:
        give(page, "5 7\n4 1 4\n8 5 3")
        assert verdict(page, "It has one solution.\nRullo 2x2")
        assert [square(page, i).inner_text() for i in (2, 3, 4)] == ["4", "1", "4"]
        give(page, "5 7\n4 1 4\n8 5 x")
        alert = page.locator(".rullo-error")
        assert alert.inner_text() == "Line 3, column 5: 'x' is not a whole number; write one, such as 7."
        press(page, "Read this")
        marked = "(area) => area.value.slice(area.selectionStart, area.selectionEnd)"
        assert page.get_by_label("The puzzle as text").evaluate(marked) == "x"
        square(page, 3).click()
        page.keyboard.press("9")
        assert alert.inner_text() == ""
        assert text(page) == "  5 7\n4 9 4\n8 5 3"


def test_what_is_made_is_kept_and_taken_back_after_a_reload(maker):
    """Every step, and what was taken back; another kind has its own."""
    with maker("sudoku") as page:
        press(page, "Clear")
        for cell in range(3):
            square(page, cell).click()
            page.keyboard.press(f"{cell + 1}")
        press(page, "Undo")
        saved = text(page)
        page.reload()
        assert text(page) == saved == "12.............."
        press(page, "Redo")
        assert text(page) == "123............."
        for _ in range(4):
            press(page, "Undo")
        assert text(page) == SUDOKU.shelf[0].splitlines()[-1]
        press(page, "Undo")
        assert status(page) == "There is nothing to undo."
        page.goto(page.url.replace("edit-sudoku", "edit-killer"))
        assert text(page) == str(Killer.parse(KILLER.shelf[0]))


def test_the_puzzle_of_a_link_is_kept(maker):
    """After a reload, too, with what was there before; of a link that holds none it is said why."""
    with maker("sudoku") as page:
        press(page, "Clear")
        code = base64.b64encode(b"12..............").decode()
        page.goto("about:blank")
        page.go_back()
        page.evaluate("code => location.assign('#puzzle=' + code)", code)
        page.wait_for_function("!location.hash")
        page.evaluate("code => window.history.replaceState(null, '', '#puzzle=' + code)", code.replace("MT", "ND"))
        page.reload()
        assert text(page) == "42.............."
        page.reload()
        assert text(page) == "42.............."
        press(page, "Undo")
        assert text(page) == "12.............."
        page.evaluate("location.assign('#puzzle=%25')")
        page.wait_for_function("document.querySelector('.rullo-said').innerText")
        assert status(page) == "The puzzle in this link cannot be edited: the link is incomplete; copy all of it."
        page.reload()
        assert status(page) == "The puzzle in this link cannot be edited: the link is incomplete; copy all of it."
        assert text(page) == "12.............."


def test_what_another_version_has_kept_is_left_alone(maker):
    """And an example is edited instead."""
    with maker("sudoku", 'localStorage.setItem(\'rullo drafts sudoku\', \'{"boards":[{"cells":1}],"at":0}\');') as page:
        assert verdict(page, "It has one solution.")
        assert text(page) == SUDOKU.shelf[0].splitlines()[-1]


STORAGE_REFUSED = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } });"


def test_it_works_where_nothing_is_kept(maker):
    with maker("sudoku", STORAGE_REFUSED) as page:
        assert "Your browser lets this page save nothing" in status(page)
        assert verdict(page, "It has one solution.")


def test_the_page_answers_while_a_puzzle_is_judged_and_the_last_one_counts(maker):
    """A search that takes long is stopped when the puzzle changes; meanwhile the page goes on."""
    rows = [" ".join(f"{(4 * r + 5 * c) % 9 + 1}" for c in range(10)) for r in range(10)]
    hard = "\n".join([" ".join(["26"] * 10), *(f"25 {row}" for row in rows)])  # no line shows that there is no solution
    with maker("rullo") as page:
        give(page, hard)
        page.get_by_text("Looking for solutions …").wait_for()
        assert page.locator(".rullo-verdict").inner_text().startswith("Looking for solutions …")
        frames = "new Promise((resolve) => { let n = 0; "
        frames += "const next = () => (++n < 20 ? requestAnimationFrame(next) : resolve(n)); next(); })"
        assert page.evaluate(frames) == 20
        assert len(page.workers) == 1
        give(page, "5 7\n4 1 4\n8 5 3")
        assert verdict(page, "It has one solution.\nRullo 2x2")
        for _ in range(50):  # Chromium lets a script go on for a moment
            page.wait_for_timeout(100)
            if not page.workers:
                break
        assert page.workers == []
        assert verdict(page).startswith("It has one solution.\nRullo 2x2")


# -- repair -----------------------------------------------------------------------------------------------------------


AMBIGUOUS = {
    "rullo": "1 1\n1 1 1\n1 1 1",
    "kakuro": "4 4\n- 6, 15, 16,\n,6 0 0 0\n,13 0 0 0\n,18 0 0 0",
    "killer": "killer 4x4 boxes 2x2\na a b b\na a c b\nd d d e\nf g h e\na=10 b=9 c=1 d=7 e=4 f=4 g=3 h=2",
    "sudoku": "1...|..3.|....|4...",
}


@pytest.mark.parametrize("kind", EDITED, ids=lambda kind: kind.name)
def test_a_suggestion_is_followed(maker, kind):
    """It is on the board then, and there is one solution; it can be taken back."""
    with maker(kind.name) as page:
        give(page, AMBIGUOUS[kind.name])
        assert verdict(page, "It has ")
        press(page, "Suggest a repair")
        page.locator(".rullo-suggestions button").first.click(timeout=30_000)
        assert status(page).startswith("Done: ")
        assert verdict(page, "It has one solution.")
        assert len(kind.read_play(text(page), "").solutions) == 1
        press(page, "Undo")
        assert verdict(page, "It has ").split(" ")[2] != "one"


# -- ways in and out --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", EDITED, ids=lambda kind: kind.name)
def test_it_is_played_and_changed_again(maker, kind):
    """From the editor to the board, and back, with the puzzle in the link."""
    puzzle = str(kind.puzzle.parse(kind.shelf[1]))
    with maker(kind.name) as page:
        give(page, puzzle)
        assert verdict(page, "It has one solution.")
        press(page, "Play it")
        page.get_by_text("Here is the puzzle that was shared with you").wait_for()
        assert page.url.endswith(f"/{kind.name}.html")
        assert kind.read_play(puzzle, "").title in page.locator(".rullo-rules").inner_text()
        page.evaluate("localStorage.clear()")
        page.get_by_text("Share", exact=True).click()
        press(page, "Change it in the editor")
        page.locator(".rullo-verdict").wait_for()
        assert page.url.endswith(f"/edit-{kind.name}.html")
        assert text(page) == puzzle


def test_a_puzzle_without_a_solution_is_not_played(maker):
    with maker("rullo") as page:
        give(page, "1 2\n4 1 2\n6 2 4")
        assert verdict(page, "It has no solution.")
        press(page, "Play it")
        assert status(page) == "It can be played as soon as it has a solution."


SILENT = "navigator.clipboard.writeText = () => Promise.reject();"


def test_links_are_copied_and_pasted(maker):
    """Python reads the same links."""
    with maker("killer", SILENT) as page:
        page.get_by_text("Export", exact=True).click()
        exports = {}
        for name in ("f-puzzles link", "SudokuPad link", "JSON"):
            page.get_by_label("Format").select_option(label=name)
            press(page, "Copy")
            assert status(page) == "Here it is, ready to be copied."
            exports[name] = page.get_by_label("What is exported").input_value()
        puzzle = text(page)
        assert {str(parse_any(exports[name])[0]) for name in ("f-puzzles link", "SudokuPad link")} == {puzzle}
        assert json.loads(exports["JSON"]) == {"kind": "killer", "text": puzzle}
        for content in exports.values():
            press(page, "Clear")
            assert text(page) != puzzle
            give(page, content)
            page.get_by_label("The puzzle as text").blur()
            assert text(page) == puzzle
        give(page, AMBIGUOUS["killer"])
        page.get_by_label("Format").select_option(label="game ID of Simon Tatham's Solo")
        press(page, "Copy")
        message = "This cannot be written as game ID of Simon Tatham's Solo: the cage at row 2, column 3 has 1 cell: "
        assert status(page).startswith(message)


def test_files_are_saved_and_opened(maker, tmp_path):
    with maker("kakuro") as page:
        puzzle = text(page)
        page.get_by_text("Export", exact=True).click()
        saved = {}
        for button, suffix in (
            ("Save as a file", "txt"),
            ("Save a picture (SVG)", "svg"),
            ("Save a picture (PNG)", "png"),
        ):
            with page.expect_download() as download:
                press(page, button)
            assert download.value.suggested_filename == f"kakuro.{suffix}"
            download.value.save_as(tmp_path / suffix)
            saved[suffix] = Path(tmp_path / suffix).read_bytes()
        assert saved["txt"].decode() == f"{puzzle}\n"
        assert saved["png"].startswith(b"\x89PNG")
        picture = saved["svg"].decode()
        assert re.findall(r">(\d+)[↓→]<", picture) == re.findall(
            r"(\d+)", " ".join(puzzle.split("\n")[1:]).replace(" 0", "")
        )
        assert picture.count('fill="#ffffff" stroke') == puzzle.count(" 0")
        press(page, "Digits")
        cell = page.locator(".rullo-editor td button[aria-label*=empty]").first
        cell.click()
        page.keyboard.press("7")
        digits = {}
        for shows in (False, True):
            with page.expect_download() as download:
                press(page, "Save a picture (SVG)")
            digits[shows] = Path(download.value.path()).read_text().count('text-anchor="middle">7<')
            page.get_by_role("switch", name="My digits in pictures").click()
        assert digits == {False: 0, True: 1}
        page.get_by_label("Format").select_option(label="JSON")
        with page.expect_download() as download:
            press(page, "Save as a file")
        assert download.value.suggested_filename == "kakuro.json"
        press(page, "Clear")
        page.get_by_text("Text, links and files").click()
        with page.expect_file_chooser() as chooser:
            press(page, "Open a file")
        chooser.value.set_files(tmp_path / "txt")
        page.wait_for_function("(text) => document.querySelector('textarea').value === text", arg=puzzle)


# -- how it looks -----------------------------------------------------------------------------------------------------


TOO_SMALL = """() =>
[...document.querySelectorAll("button, select, textarea, input, summary, a")].flatMap((element) => {
  const { width, height, left, right } = element.getBoundingClientRect();
  if (!width || !height || element.closest(".rullo-scroll")) return [];
  return Math.min(width, height) < 44 || left < 0 || right > innerWidth ? [element.outerHTML.slice(0, 80)] : [];
})"""


@pytest.mark.parametrize("kind", EDITED, ids=lambda kind: kind.name)
@pytest.mark.parametrize("width", [320, 1280])
def test_all_is_large_enough_for_a_finger(maker, kind, width):
    """In every mode, with all that is folded open."""
    with maker(kind.name, width=width) as page:
        give(page, AMBIGUOUS[kind.name])
        assert verdict(page, "It has ")
        page.evaluate("document.querySelectorAll('details').forEach((element) => (element.open = true))")
        modes = page.get_by_role("group", name="What to edit").get_by_role("button")
        for mode in range(max(modes.count(), 1)):
            if modes.count():
                modes.nth(mode).click()
            assert page.evaluate(TOO_SMALL) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        box = square(page, 0).bounding_box()
        assert min(box["width"], box["height"]) >= 44


def test_it_is_edited_with_a_finger(maker):
    with maker("killer", width=390, has_touch=True) as page:
        press(page, "Clear")
        for cell in (0, 1, 4):
            square(page, cell).tap()
        square(page, 4).tap()
        assert status(page) == "2 cells marked."
        page.get_by_role("button", name="Make a cage").tap()
        page.get_by_role("button", name="Sums").tap()
        square(page, 1).tap()
        page.get_by_role("button", name="5", exact=True).tap()
        assert text(page).endswith("a=5")
        assert verdict(page, "It has ")


STATES = {
    "rullo": ["1 1\n1 1 1\n1 1 1", "1 2\n4 1 2\n6 2 4"],
    "kakuro": [AMBIGUOUS["kakuro"], "3 3\n- 3, 17,\n,4 0 0\n,16 0 0"],
    "killer": [AMBIGUOUS["killer"], "killer 4x4 boxes 2x2 diagonals\na a a .\n. . . .\n. . . .\n. . . .\na=9"],
    "sudoku": [AMBIGUOUS["sudoku"], "123....4........"],
}
"""Puzzles with several solutions, and with one or none."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", EDITED, ids=lambda kind: kind.name)
def test_all_can_read_it(maker, kind, scheme):
    """Labels, names and contrast in every mode and state, by all rules of WCAG 2 to level AA."""
    levels = {"type": "tag", "values": ["wcag2a", "wcag2aa"]}
    options = {"runOnly": levels, "resultTypes": ["violations"], "preload": False}  # a page in a file may ask for none
    with maker(kind.name, color_scheme=scheme) as page:

        def problems():
            return [
                f"{violation['id']}: {node['html']}"
                for violation in violations(page, options)
                for node in violation["nodes"]
            ]

        for puzzle in STATES[kind.name]:
            give(page, puzzle)
            assert verdict(page, "It has ")
            page.evaluate("document.querySelectorAll('details').forEach((element) => (element.open = true))")
            assert problems() == []
            for name in ("Show the first", "Show the solution"):
                if page.get_by_role("button", name=name, exact=True).count():
                    press(page, name)
                    assert problems() == []
        for mode in page.get_by_role("group", name="What to edit").get_by_role("button").all():
            mode.click()
            square(page, 1).click()
            assert problems() == []
