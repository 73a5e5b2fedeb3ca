"""Boards on a page of the site, in a real browser."""

import re

import pytest

from rullo_core.kakuro.api import API as KAKURO
from rullo_core.killer.api import API as KILLER
from rullo_core.reports.site import build
from rullo_core.rullo.api import API as RULLO
from rullo_core.sudoku.api import API as SUDOKU
from tests.browsing import serving
from tests.reports.projects import small_project

pytestmark = pytest.mark.slow

PAGE = "notebooks/family/00-try-it"
"""A notebook with a board of each kind."""

KINDS = (RULLO, KAKURO, SUDOKU, KILLER)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """The address of a site of this notebook alone."""
    folder = tmp_path_factory.mktemp("site") / "html"
    build(folder, small_project(tmp_path_factory.mktemp("project"), f"[One]({PAGE}.ipynb)\n", [f"{PAGE}.ipynb"]))
    with serving(folder) as address:
        yield address


@pytest.fixture
def boards(looked_at, served):
    """The boards of the page, in the order of `KINDS`."""
    page, errors = looked_at
    page.goto(f"{served}/{PAGE}.html")
    yield page.locator(".rullo-board")
    assert errors == []


@pytest.mark.parametrize("number", range(4), ids=[kind.name for kind in KINDS])
def test_a_puzzle_is_played_to_its_end_with_the_mouse(boards, number):
    board, (solution, *_) = boards.nth(number), KINDS[number].read_play(KINDS[number].shelf[0], "").solutions
    cells = board.locator("td.cell button")
    for cell, place in enumerate(solution):
        if number == 0:
            cells.nth(cell).click(click_count=place + 1)
        elif "given" not in (cells.nth(cell).get_attribute("class") or ""):
            cells.nth(cell).click()
            board.locator(".rullo-keys button").nth(place).click()
    assert board.locator(".rullo-note").inner_text() == "Solved."


@pytest.mark.parametrize("number", range(4), ids=[kind.name for kind in KINDS])
def test_a_puzzle_is_played_to_its_end_with_keys(boards, number):
    """Space, and digits; arrows go from cell to cell, over what is no cell."""
    board, play = boards.nth(number), KINDS[number].read_play(KINDS[number].shelf[0], "")
    keys = board.page.keyboard
    cells = board.locator("td.cell button")
    last = None
    for cell, place in enumerate(play.solutions[0]):
        r, c = play.cells[cell]
        if last is None:
            cells.nth(cell).focus()
        elif last[0] == r:
            keys.press("ArrowRight")
        else:
            cells_above = [earlier for earlier in play.cells if earlier[1] == c and earlier[0] < r]
            cells.nth(play.cells.index(cells_above[-1]) if cells_above else cell).focus()
            keys.press("ArrowDown") if cells_above else None
        last = (r, c)
        assert f"row {r + 1}, column {c + 1}" in board.page.evaluate("document.activeElement.ariaLabel")
        for _ in range(place + 1 if number == 0 else 1):
            keys.press("Space" if number == 0 else play.symbols[place])
    assert board.locator(".rullo-note").inner_text() == "Solved."


NOTES = """(board, times) => {
  const note = board.querySelector(".rullo-note");
  const [step] = [...board.querySelectorAll("button")].filter((one) => one.textContent === "Step");
  return Array.from({ length: times }, () => {
    const before = note.innerText;
    step.click();
    return before;
  });
}"""
"""What a board says before each of so many clicks on Step."""


@pytest.mark.parametrize("number", range(4), ids=[kind.name for kind in KINDS])
def test_passes_are_stepped_through_to_the_end(boards, number):
    """On every puzzle of the shelf, those with guesses too."""
    board = boards.nth(number)
    for place, text in enumerate(KINDS[number].shelf):
        board.locator(".rullo-shelf select").select_option(str(place))
        play = KINDS[number].read_play(text, "")
        for _ in range(3):
            board.get_by_role("button", name="Hint").click()
        output = board.locator(".rullo-note").inner_text()
        (step,) = [step for step in play.trace if step.text in output]
        assert KINDS[number] is SUDOKU or step is play.trace[0]
        assert 0 < board.locator(".found").count() <= len(step.candidates)
        steps = len({step.number for step in play.trace if step.number}) + sum(not s.number for s in play.trace)
        notes = board.evaluate(NOTES, steps)
        assert len(set(notes)) == steps
        assert not any("Solved" in note for note in notes)
        assert "Solved" in board.locator(".rullo-note").inner_text()


def test_what_is_wrong_is_told_and_taken_back(boards):
    board, play = boards.nth(0), RULLO.read_play(RULLO.shelf[0], "")
    output, cells = board.locator(".rullo-note"), board.locator("td.cell button")
    cell_index = play.solutions[0].index(1)
    cells.nth(cell_index).click()  # included, and it is not
    board.get_by_role("button", name="Check").click()
    assert output.inner_text() == "Not right: 1 cell, framed in red, not as in the solution."
    assert "not right" in cells.nth(cell_index).get_attribute("aria-label")
    board.get_by_role("button", name="Hint").click()
    assert output.inner_text().startswith("Not right")
    board.get_by_role("button", name="Undo").click()
    assert cells.nth(cell_index).get_attribute("aria-label").endswith("unknown")
    board.get_by_role("button", name="Check").click()
    assert output.inner_text() == f"Right so far; {sum(unit.total != 0 for unit in play.units)} sums to reach."
    heading = board.locator("th[scope=row]").first
    label = heading.get_attribute("aria-label")
    row = [cell for cell in play.units[0].cells if play.solutions[0][cell] == 0]
    cells.nth(row[0]).click()
    assert heading.get_attribute("aria-label") != label
    assert f": {play.numbers[row[0]]} of {play.units[0].total}," in heading.get_attribute("aria-label")


def test_pencil_marks(boards):
    board = boards.nth(2)
    cells, keys = board.locator("td.cell button"), board.page.keyboard
    play = SUDOKU.read_play(SUDOKU.shelf[0], "")
    cell = next(i for i, candidates in enumerate(play.start) if candidates & (candidates - 1))
    cells.nth(cell).click()
    keys.press("Shift+Digit1")
    keys.press("Shift+Digit3")
    assert cells.nth(cell).get_attribute("aria-label").endswith(": candidates 1 or 3")
    keys.press("Shift+Digit1")
    assert cells.nth(cell).get_attribute("aria-label").endswith(": candidate 3")
    keys.press("Backspace")
    assert cells.nth(cell).get_attribute("aria-label").endswith(": empty")
    board.get_by_role("button", name="Pencil").click()
    board.locator(".rullo-keys button").nth(1).click()
    assert cells.nth(cell).inner_text().split() == ["2"]
    assert board.get_by_role("button", name="Pencil").get_attribute("aria-pressed") == "true"


def test_passes_are_played(boards):
    """Passes follow each other automatically until the puzzle is solved or the player pauses."""
    board = boards.nth(0)
    button = board.get_by_role("button", name=re.compile("^(Play|Pause)$"))
    button.click()
    assert button.inner_text() == "Pause"
    board.get_by_text("Solved").wait_for(timeout=10_000)
    assert button.inner_text() == "Play"


def test_a_new_puzzle_is_made_without_python(boards):
    """As chosen, and then it is played, pass by pass, to its end."""
    for number, size in enumerate(("4x4", "4x4", "9x9", "6x6")):
        board = boards.nth(number)
        board.get_by_text("A new puzzle").click()
        board.locator("details select").first.select_option(size)
        board.get_by_role("button", name="Make one").click()
        board.get_by_text("Looking for one").wait_for(state="hidden", timeout=30_000)
        assert f" {size}, " in board.locator(".rullo-rules").inner_text()
        assert board.get_by_role("button", name="Make one").is_enabled()
        output = board.locator(".rullo-note")
        for _ in range(60):
            board.get_by_role("button", name="Step").click()
            if "Solved." in output.inner_text():
                break
        assert "Solved." in output.inner_text()


def test_a_text_of_ones_own_is_read_without_python(boards):
    """What cannot be read is told beside it, at its place; then it is played to its end, pass by pass."""
    board = boards.nth(0)
    area, output = board.locator("textarea"), board.locator(".rullo-note")
    board.get_by_text("Your own text").click()
    area.fill("5 7\n4 1 4\n8 5 x")
    board.get_by_role("button", name="Play this").click()
    board.get_by_text("Line 3, column 5: 'x' is not a whole number").wait_for(timeout=5_000)
    assert area.input_value() == "5 7\n4 1 4\n8 5 x"
    assert area.evaluate("area => area.value[area.selectionStart]") == "x"
    area.fill("5 7\n4 1 4\n8 5 3")
    board.get_by_role("button", name="Play this").click()
    board.get_by_text("Rullo 2x2, difficulty 1").first.wait_for(timeout=5_000)
    assert board.locator("td.cell button").count() == 4
    for _ in range(3):
        board.get_by_role("button", name="Hint").click()
    assert "Pass 1, columns" in output.inner_text()
    board.get_by_role("button", name="Step").click()
    assert "Solved." in output.inner_text()
    board.locator(".rullo-shelf select").select_option("1")
    assert board.locator("td.cell button").count() == len(RULLO.read_play(RULLO.shelf[1], "").cells)
