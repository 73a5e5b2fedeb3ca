"""Pages to play on for everybody: what axe finds in each state, what is heard, contrast, zoom and sizes."""

import re
from contextlib import contextmanager

import pytest

from rullo_core.kakuro.api import API as KAKURO
from rullo_core.killer.api import API as KILLER
from rullo_core.player.kinds import kinds
from rullo_core.rullo.api import API as RULLO
from rullo_core.sudoku.api import API as SUDOKU
from tests.browsing import violations

pytestmark = pytest.mark.slow

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OPTIONS = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
OPTIONS["preload"] = False  # a page in a file may ask for none


@pytest.fixture
def player(player):
    """Somebody at a puzzle of the shelf, in real time."""

    @contextmanager
    def call(name="rullo", width=1280, puzzle=0, **options):
        with player(name, width=width, real_time=True, **options) as page:
            if puzzle:
                page.locator(".rullo-shelf select").select_option(f"{puzzle}")
            yield page

    return call


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def unfixed(play):
    """Cells in which nothing is printed."""
    return [i for i, mask in enumerate(play.start) if mask & (mask - 1)]


def widest(kind):
    """The number of the puzzle of the shelf that has most columns."""
    return max(range(len(kind.shelf)), key=lambda number: kind.read_play(kind.shelf[number], "").columns)


def write(page, kind, cell, place):
    """Put a value in a cell, by keys."""
    page.locator("td.cell button").nth(cell).focus()
    page.keyboard.press(("i", "x")[place] if kind is RULLO else f"{place + 1}")


# -- axe --------------------------------------------------------------------------------------------------------------


def states(page, kind):
    """A page in one state after the other, by name."""
    play = kind.read_play(kind.shelf[0], "")
    yield "fresh"
    press(page, "Step")
    yield "after a pass"
    for stage in ("where to look", "which rule", "what follows"):
        press(page, "Hint")
        yield stage
    press(page, "Start over")
    cell, *other_cells = unfixed(play)
    write(page, kind, cell, (play.solutions[0][cell] + 1) % len(play.symbols))
    if kind is not RULLO:
        page.locator("td.cell button").nth(other_cells[0]).focus()
        page.keyboard.press("Shift+Digit1")
        page.keyboard.press("Shift+Digit2")
    press(page, "Check")
    assert page.locator(".wrong, .broken").count()
    yield "a mistake"
    press(page, "Pause the clock")
    yield "paused"
    press(page, "Go on")
    page.evaluate("document.querySelectorAll('details').forEach((element) => (element.open = true))")
    press(page, "Copy a link to this puzzle")
    yield "all open"
    page.get_by_label("A puzzle as text").fill("5 7\n4 1 x")
    press(page, "Play this")
    page.get_by_text(re.compile("^Line ")).wait_for()
    yield "a text with a mistake"
    press(page, "Start over")
    for _ in range(20):
        press(page, "Step")
        if page.locator(".rullo-said").inner_text().startswith("Well done!"):
            break
    yield "solved"


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (320, "dark")])
@pytest.mark.parametrize("name", kinds())
def test_axe_finds_nothing_in_any_state(player, name, width, scheme):
    """What stands where depends on the width only, and colours on the scheme only: each is seen once."""
    problems = []
    with player(name, width, color_scheme=scheme) as page:
        for state in states(page, kinds()[name]):
            for violation in violations(page, OPTIONS):
                problems += [f"{state}: {violation['id']}: {node['target']}" for node in violation["nodes"]]
    assert state == "solved"
    assert problems == []


# -- what is heard ----------------------------------------------------------------------------------------------------


def heard(page):
    """What was said last of the board, of a question, and of the page."""
    return [element.text_content() for element in page.get_by_role("status").all()]


def cell_name(page, cell):
    """What a cell is called by the browser, as a program that reads it out is given it."""
    return page.locator("td.cell button").nth(cell).aria_snapshot().split('"')[1]


def test_a_move_is_heard_with_what_it_changed(player):
    """The cell, and the sums that it is part of, with how much is still to come; as is what is taken back."""
    with player() as page:
        write(page, RULLO, 0, 0)
        line = "row 1: 8 of 28, 3 unknown. column 1: 8 of 12, 3 unknown."
        assert f"8 in row 1, column 1: included. {line}" in heard(page)
        press(page, "Undo")
        assert "8 in row 1, column 1: unknown. row 1: 0 of 28, 4 unknown. column 1: 0 of 12, 4 unknown." in heard(page)
        for cell in range(4):
            write(page, RULLO, cell, 1)
        assert "row 1: 0 of 28, 0 unknown, not right." in " ".join(heard(page))
        assert page.get_by_role("rowheader", name="row 1: 0 of 28, 0 unknown, not right").count() == 1
        press(page, "Start over")
        assert "4 cells changed." in heard(page)
    with player("kakuro") as page:
        write(page, KAKURO, 0, 6)
        name = "row 2, column 2: 7, 16 across from row 2, column 2, 9 to go in 1 cell, "
        name += "14 down from row 2, column 2, 7 to go in 1 cell"
        assert cell_name(page, 0) == name
        assert f"{name}." in heard(page)
        assert page.get_by_role("gridcell", name="14 down from row 2, column 2: 7 of 14, 1 open").count()
        write(page, KAKURO, 1, 8)
        assert "16 across from row 2, column 2, reached" in cell_name(page, 0)
    with player("killer") as page:
        write(page, KILLER, 0, 2)
        assert cell_name(page, 0) == "row 1, column 1: 3, cage a of 6, 3 to go in 2 cells"
        assert page.get_by_role("group", name="Digits for row 1, column 1").count() == 1


def test_a_candidate_is_not_taken_for_a_digit(player):
    play = SUDOKU.read_play(SUDOKU.shelf[0], "")
    cell = unfixed(play)[0]
    with player("sudoku") as page:
        page.locator("td.cell button").nth(cell).focus()
        page.keyboard.press("Space")
        assert "Pencil on." in heard(page)
        page.keyboard.press("2")
        assert cell_name(page, cell).endswith(": candidate 2")
        page.keyboard.press("3")
        assert cell_name(page, cell).endswith(": candidates 2 or 3")
        page.keyboard.press("Space")
        assert "Pencil off." in heard(page)
        page.keyboard.press("3")
        assert cell_name(page, cell).endswith(": 3")


def test_what_is_lit_up_and_framed_is_heard(player):
    """Of hints and checks; cells that no unit names are named individually."""
    play = RULLO.read_play(RULLO.shelf[0], "")
    with player() as page:
        press(page, "Hint")
        column = [i for i, (_, c) in enumerate(play.cells) if c == 0]
        assert [i for i in range(16) if cell_name(page, i).endswith(", lit up")] == column
        press(page, "Hint")
        press(page, "Hint")
        assert {i for i in range(16) if ", framed" in cell_name(page, i)} == set(play.trace[0].candidates)
        write(page, RULLO, 0, (play.solutions[0][0] + 1) % 2)
        press(page, "Check")
        assert ", not right" in cell_name(page, 0) or ", lit up" in cell_name(page, 0)
    with player("sudoku", puzzle=3) as page:  # which needs what two units have in common
        for _ in range(12):
            press(page, "Hint")
            note = page.locator(".rullo-note").text_content()
            if "the cells that are lit up" in note:
                break
            press(page, "Step")
        (spoken,) = re.findall(r"They are (.*?)\. Press Hint again", note)
        lit = [i for i in range(81) if ", lit up" in cell_name(page, i)]
        assert spoken.split("; ") == [cell_name(page, i).split(":")[0] for i in lit]
        assert len(lit) > 9


def test_another_puzzle_and_the_end_are_heard(player):
    with player("sudoku") as page:
        page.locator(".rullo-shelf select").select_option("1")
        title = page.locator(".rullo-rules strong").inner_text()
        assert f"{title} is open." in heard(page)
        page.locator(".rullo-shelf select").select_option("0")
        while not heard(page)[-1].startswith("Well done!"):
            press(page, "Step")
        page.get_by_text("Your own text", exact=True).click()
        text = page.get_by_label("A puzzle as text")
        text.fill("x")
        press(page, "Play this")
        page.get_by_role("alert").filter(has_text="Line 1").wait_for()
        assert text.get_attribute("aria-invalid") == "true"


# -- what is seen -----------------------------------------------------------------------------------------------------

CONTRAST = """() => {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const mixed = (colours) => {
    context.clearRect(0, 0, 1, 1);
    for (const colour of colours) { context.fillStyle = colour; context.fillRect(0, 0, 1, 1); }
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (colour) => {
    const [r, g, b] = mixed([colour].flat()).map((n) => n / 255)
      .map((n) => (n <= 0.04045 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (first, second) => {
    const [darker, lighter] = [light(first), light(second)].sort((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  };
  const background = (element) => {
    const colours = [];
    for (let node = element; node; node = node.parentElement) colours.unshift(getComputedStyle(node).backgroundColor);
    return ["white", ...colours];
  };
  const first = (text) => text.match(/^(rgb|color)a?\\([^)]*\\)/)?.[0];
  const table = document.querySelector("table[role=grid]");
  const cells = [...table.querySelectorAll("td.cell")];
  const [cell, neighbour] = cells;
  const button = cell.querySelector("button");
  const values = table.matches(".sums") ? ["", "included", "excluded"] : ["", "given"];
  const LIT = ["", "peer", "same", "at", "looked-at", "looked-at at", "peer same", "peer at"];
  const [texts, marks] = [{}, {}];
  for (const shaded of [false, true]) {
    cell.classList.toggle("shaded", shaded);
    for (const value of values) for (const lit of LIT) for (const framed of ["", "found", "wrong", "found wrong"]) {
      button.className = `${value} ${lit} ${framed}`;
      const name = `${shaded ? "shaded " : ""}${button.className}`;
      const [style, ground] = [getComputedStyle(button), background(button)];
      texts[name] = contrast(style.color, ground);
      if (!table.matches(".sums")) {
        button.replaceChildren(Object.assign(document.createElement("span"), { className: "marks" }));
        texts[`${name} marks`] = contrast(getComputedStyle(button.firstChild).color, ground);
      }
      if (framed) {  // a frame, and what it stands beside: the cell, or a line that parts it from that
        const [frame, line] = style.boxShadow.split(/, (?=rgb|color)/).map(first);
        marks[name] = contrast(frame, table.matches(".sums") ? line : ground);
      }
      if (lit.includes("looked-at") && !framed) marks[name] = contrast(style.borderTopColor, background(cell));
      if (lit.split(" ").includes("at") && !table.matches(".sums")) {
        marks[`${name} ring`] = contrast(style.outlineColor, ground);
      }
    }
  }
  marks.line = contrast(getComputedStyle(neighbour).borderTopColor, background(neighbour));
  for (const element of document.querySelectorAll(".sum, .sign, td.black span, th, th small")) {
    for (const state of ["", "done", "broken"]) {
      const sum = element.closest("th") ?? element;
      sum.classList.remove("done", "broken");
      if (state) sum.classList.add(state);
      const name = `${element.tagName} ${element.className} ${state}`;
      texts[name] = contrast(getComputedStyle(element).color, background(element));
    }
  }
  for (const element of document.querySelectorAll("td.cell i")) {
    const style = getComputedStyle(element);
    if (style.borderTopStyle === "dashed") marks.cage = contrast(style.borderTopColor, background(element));
  }
  return [texts, marks];
}"""
"""How text and marks of a board stand out in every state, by what they are called."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", kinds())
def test_each_state_of_a_cell_stands_out(player, name, scheme):
    """Text 4.5 to 1 from what is behind it, frames and lines 3 to 1."""
    with player(name, color_scheme=scheme) as page:
        texts, marks = page.evaluate(CONTRAST)
    assert len(texts) > 100
    assert len(marks) > 50
    assert {element: ratio for element, ratio in texts.items() if ratio < 4.5} == {}
    assert {element: ratio for element, ratio in marks.items() if ratio < 3} == {}


def sideways(page):
    """Whether the page or a board on it scrolls sideways."""
    script = """() => [document.documentElement, ...document.querySelectorAll(".rullo-place .rullo-scroll")]
      .some((element) => element.scrollWidth > element.clientWidth)"""
    return page.evaluate(script)


@pytest.mark.parametrize("width", [320, 390, 640])
@pytest.mark.parametrize("name", kinds())
def test_a_large_board_fits_a_narrow_screen(player, name, width):
    """Each cell still has 28 px, of which keys have 44; who wants large cells has them by a setting."""
    kind = kinds()[name]
    with player(name, width, puzzle=widest(kind)) as page:
        assert not sideways(page)
        box = page.locator("td.cell button").first.bounding_box()
        assert min(box["width"], box["height"]) >= 28
        for key in page.locator(".rullo-keys button").all():
            assert min(key.bounding_box()["width"], key.bounding_box()["height"]) >= 44
        page.get_by_text("Settings", exact=True).click()
        page.get_by_role("switch", name="Fit the whole board").click()
        box = page.locator("td.cell button").first.bounding_box()
        assert min(box["width"], box["height"]) >= 44
        assert sideways(page) == (width < 448)


def test_a_board_that_would_not_fit_keeps_large_cells(player):
    """Of a Rullo with twelve columns, whose cells would have 21 px."""
    text = " ".join(["1"] * 12) + "\n" + "\n".join(["1 " + " ".join(["1"] * 12)] * 12)
    with player("rullo", 320) as page:
        page.get_by_text("Your own text", exact=True).click()
        page.get_by_label("A puzzle as text").fill(text)
        press(page, "Play this")
        page.wait_for_function("document.querySelectorAll('td.cell').length === 144")
        assert page.locator("td.cell button").first.bounding_box()["width"] >= 44
        assert page.evaluate("document.documentElement.scrollWidth") == 320


CUT_OFF = """() => {
  const parts = document.querySelectorAll(".rullo-page :is(button, p, summary, th, td.black, td.cell .marks, b.sum)");
  return [...parts].filter((element) => element.checkVisibility())
    .filter((element) => getComputedStyle(element).display !== "inline")
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .map((element) => `${element.outerHTML.slice(0, 80)}: ${element.scrollWidth} of ${element.clientWidth}`);
}"""


@pytest.mark.parametrize("width", [640, 1280])
@pytest.mark.parametrize("name", kinds())
def test_text_can_be_twice_as_large(player, name, width):
    """By the size that somebody has chosen in the browser: all grows, and nothing is cut off or covers anything."""
    kind = kinds()[name]
    with player(name, width, puzzle=widest(kind)) as page:
        size = "parseFloat(getComputedStyle(document.querySelector('.rullo-tools button')).fontSize)"
        font_size, cell = page.evaluate(size), page.locator("td.cell button").first.bounding_box()
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(size) == 2 * font_size
        assert page.locator("td.cell button").first.bounding_box()["width"] > 1.25 * cell["width"]
        assert not sideways(page)
        assert page.evaluate(CUT_OFF) == []


def test_colours_of_ones_own_keep_states_apart(player):
    """Where somebody has chosen all colours, included cells, frames and the chosen cell are still seen."""
    style = "([element, name]) => getComputedStyle(element)[name]"

    def look(page, selector, name):
        return page.locator(selector).first.evaluate(f"(element) => ({style})([element, '{name}'])")

    with player(forced_colors="active") as page:
        press(page, "Step")
        assert look(page, "td button.included", "backgroundColor") != look(
            page, "td button.excluded", "backgroundColor"
        )
        assert "inset" in look(page, "td button.found", "boxShadow")
        assert "line-through" in look(page, "td button.excluded", "textDecorationLine")
    with player("sudoku", forced_colors="active") as page:
        page.locator("td.cell button").nth(unfixed(SUDOKU.read_play(SUDOKU.shelf[0], ""))[0]).click()
        page.locator(".rullo-keys button").first.focus()
        assert look(page, "td button.at", "outlineStyle") == "solid"
        press(page, "Hint")
        assert look(page, "td button.looked-at", "borderTopStyle") == "dashed"


def test_nothing_moves_by_itself(player):
    """No animation and no transition, so that nobody has to ask for less motion."""
    with player("killer") as page:
        press(page, "Hint")
        script = "document.getAnimations().length + [...document.querySelectorAll('*')].filter((element) => "
        script += "parseFloat(getComputedStyle(element).transitionDuration) > 0).length"
        assert page.evaluate(script) == 0
