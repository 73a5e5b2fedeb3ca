"""The script of the board without Python, in a real browser, on puzzles and with answers made for these tests."""

import json
from collections import Counter

import pytest

from rullo_core.killer.api import API as KILLER
from rullo_core.player import alone
from rullo_core.player.widget import Player
from rullo_core.rullo.api import API as RULLO
from rullo_core.sudoku.api import API as SUDOKU

pytestmark = pytest.mark.slow

TWO = "1 1\n1 1 1\n1 1 1"
"""A Rullo with two solutions, of which lines find nothing."""

MODEL = """
const heard = {};
window.model = {
  values: %s, sent: [],
  get(name) { return this.values[name]; },
  set(name, value) { this.values[name] = value; (heard["change:" + name] || []).forEach((listener) => listener()); },
  save_changes() {}, off() {},
  on(event, listener) { (heard[event] = heard[event] || []).push(listener); },
  send(message) { this.sent.push(message); },
  answer(message) { heard["msg:custom"].forEach((listener) => listener(message)); },
};
for (const id of ["one", "other"]) player_js.render({ model: window.model, el: document.getElementById(id) });
"""


@pytest.fixture
def show_views(context_beside, tmp_path):
    """Two views of a board, without Python: a page, and the places of both."""
    page = context_beside(tmp_path.as_uri()).new_page()

    def show(kind, text):
        player = Player(kind, text)
        values = {
            name: getattr(player, name) for name in ("rules", "options", "shelf", "play", "typed", "live", "board")
        }
        body = "<!doctype html><title>x</title><div id=one></div><div id=other></div>"
        (tmp_path / "page.html").write_text(f"{body}<script>{alone.modules()}{MODEL % json.dumps(values)}</script>")
        page.goto((tmp_path / "page.html").as_uri())
        return page, page.locator("#one"), page.locator("#other")

    yield show
    page.close()


def label(view, cell):
    return view.locator("td.cell button").nth(cell).get_attribute("aria-label")


def press(view, name):
    view.get_by_role("button", name=name, exact=True).click()
    return view.locator(".rullo-note").inner_text()


def test_hints_of_a_puzzle_with_two_solutions(show_views):
    """What is recorded leads to one of them; who goes towards the other is led there."""
    _, view, _ = show_views(RULLO, TWO)
    first = Player(RULLO, TWO).play["solutions"][0]
    cells = view.locator("td.cell button")
    for _ in range(2 - first[3]):  # as in the other one
        cells.nth(3).click()
    assert press(view, "Check") == f"Right so far; {2 + 2 * (not first[3])} sums to reach."
    output = [press(view, "Hint") for _ in range(3)]
    assert "Look at row 1, column 1." in output[0]
    assert "Several solutions agree with this board; the hints follow one of them." in output[1]
    assert "One solution that agrees with this board has" in output[2]
    for _ in range(3):
        press(view, "Step")
    assert view.locator(".rullo-note").inner_text().endswith("Solved.")
    assert [("included" in label(view, i)) for i in range(4)] == [bool(place) for place in first]


def test_a_late_echo_of_the_old_board_is_not_the_new_one(show_views):
    """A click while Python works is of the puzzle that was there."""
    page, view, _ = show_views(RULLO, TWO)
    view.locator("td.cell button").first.click()
    old = page.evaluate("model.values.board")
    other_play = Player(RULLO, "5 7\n4 1 4\n8 5 3").play
    page.evaluate("play => model.set('play', play)", other_play)
    page.evaluate("board => model.set('board', board)", old)
    assert all(label(view, i).endswith("unknown") for i in range(4))
    page.evaluate("play => model.set('play', play)", Player(RULLO, TWO).play)
    assert label(view, 0).endswith(": included")  # it is kept, with what can be taken back
    press(view, "Undo")
    assert label(view, 0).endswith("unknown")


def test_two_views_of_one_board(show_views):
    _, view, second_view = show_views(RULLO, TWO)
    view.locator("td.cell button").first.click()
    assert label(second_view, 0).endswith(": included")
    second_view.locator("td.cell button").nth(3).click()
    press(view, "Undo")
    assert [label(view, 0), label(view, 3)] == [label(second_view, 0), label(second_view, 3)]
    assert label(view, 0).endswith(": included")
    assert label(view, 3).endswith("unknown")


def test_python_is_asked_one_thing_at_a_time(show_views):
    page, view, _ = show_views(RULLO, TWO)
    view.get_by_text("A new puzzle").click()
    view.get_by_role("button", name="Make one").click()
    assert view.get_by_role("button", name="Make one").is_disabled()
    assert page.evaluate("model.sent.length") == 1
    page.evaluate("model.answer({to: 'make', error: 'there is none'})")
    assert view.get_by_role("button", name="Make one").is_enabled()
    assert view.get_by_text("there is none").count() == 1
    view.get_by_text("Your own text").click()
    view.locator("textarea").fill("mine")
    page.evaluate("play => model.set('play', play)", Player(RULLO, "5 7\n4 1 4\n8 5 3").play)
    assert view.locator("textarea").input_value() == "mine"
    assert view.locator("textarea").is_visible()


def test_the_same_text_begins_anew(show_views):
    page, view, _ = show_views(RULLO, TWO)
    view.locator("td.cell button").first.click()
    view.locator("button", has_text="Play this").dispatch_event("click")
    page.evaluate("model.answer({to: 'read', error: '', text: model.values.play.text})")
    assert label(view, 0).endswith("unknown")


def test_the_last_digit_that_is_pencilled_in(show_views):
    _, view, _ = show_views(SUDOKU, "1234 3412 2143 432.")
    view.locator("td.cell button").nth(15).click()
    view.page.keyboard.press("Shift+Digit1")
    output = [press(view, "Hint") for _ in range(3)]
    assert "One mark is left there." in output[1]
    assert output[2].strip() == "Only 1 in row 4, column 4 is still possible."
    assert "Solved." in press(view, "Step")


def test_a_digit_that_is_there_twice(show_views):
    _, view, _ = show_views(SUDOKU, "1234 3412 2143 432.")
    view.locator("td.cell button").nth(15).click()
    view.page.keyboard.press("Digit2")
    output = press(view, "Check")
    assert output == "Not right: row 4 has a digit twice; column 4 has a digit twice; box 4 has a digit twice."
    assert "Solved" not in output


def test_a_digit_becomes_a_mark_beside_another(show_views):
    _, view, _ = show_views(SUDOKU, "1234 3412 2143 432.")
    view.locator("td.cell button").nth(15).click()
    view.page.keyboard.press("Digit3")
    assert label(view, 15).endswith(": 3")
    view.page.keyboard.press("Shift+Digit1")
    assert label(view, 15).endswith(": candidates 1 or 3")


def test_what_a_cell_is_part_of(show_views):
    """Its cage is told to those who do not see it; diagonals stand out."""
    _, view, _ = show_views(KILLER, KILLER.shelf[0])
    assert label(view, 0) == "row 1, column 1: empty, cage a of 6, 6 to go in 3 cells"
    assert view.locator(".shaded").count() == 0
    with_diagonals = "killer 4x4 boxes 2x2 diagonals\na a b b\na a b b\nc c d d\nc c d d\na=10 b=10 c=10 d=10"
    _, view, _ = show_views(KILLER, with_diagonals)
    assert view.locator(".shaded").count() == 8
    assert "with diagonals" in view.locator("strong").first.inner_text()


@pytest.mark.parametrize("key", ["Alt+Digit1", "Control+Digit1", "Meta+Digit1"])
def test_keys_of_the_browser_write_nothing(show_views, key):
    _, view, _ = show_views(SUDOKU, "1234 3412 2143 432.")
    view.locator("td.cell button").nth(15).click()
    view.page.keyboard.press(key)
    assert label(view, 15).endswith(": empty")
    view.page.keyboard.press("Digit1")
    assert label(view, 15).endswith(": 1")


def test_so_many_things_are_told_of_a_pass(show_views):
    """Up to six steps are listed; the number of others follows, if there are any."""
    text = KILLER.shelf[0]
    _, view, _ = show_views(KILLER, text)
    passes = Counter(step["number"] for step in Player(KILLER, text).play["trace"])
    output = []
    for number, steps in sorted(passes.items()):
        press(view, "Step")
        lines = view.locator(".rullo-note li").all_inner_texts()
        output.append(steps)
        assert len(lines) == min(steps, 6) + (steps > 6), number
        assert (lines[-1] == f"and {steps - 6} more") == (steps > 6)
    assert {True, False} == {steps > 6 for steps in output}
