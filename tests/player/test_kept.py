"""What browsers keep, and links: nothing is used that does not fit, and no tab overwrites what is newer."""

import json
from itertools import product

import pytest

from rullo_core.player.kinds import kinds
from tests.player import scripts
from tests.player.poison import POISON, names

KINDS = sorted(kinds())

STORE = """
const kept = new Map();
globalThis.window = { localStorage: {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
  removeItem: (key) => void kept.delete(key),
} };
const { drop, forget, laterThan, load, newer, save, troubleOfKept } = storage_js;
"""

USE = """
const uses = {
  game(play, kept) {
    if (!schema_js.isHistoryOf(play.cells, kept, 2 ** play.symbols.length - 1)) return;
    const board = history_js.boardOf(history_js.unpacked(board_js.begin(play), kept));
    board.forEach((_, i) => board_js.leftOf(play, board, i));
  },
  last: (_, kept) => kept.trim(),
  daily: (_, kept) => kept.trim(),
  solved: (_, kept) => (statistics_js.solved("rullo"), statistics_js.best("rullo", "easy"), kept.length),
  settings: (_, kept) => Object.values(kept).every((one) => ["string", "boolean"].includes(typeof one)),
  drafts(play, kept) {
    const { grid, isDraft, toText } = kinds_js.kinds[play.kind].editing;
    if (kept.boards.every(isDraft)) kept.boards.forEach((one) => [grid(one), toText(one)]);
  },
};
const outcomes = given[1].map(([name, text]) => {
  kept.clear();
  kept.set("rullo " + name, text);
  kept.set("another project", text);
  const found = load(name);
  if (found !== null) uses[name.split(" ")[0]](given[0], found);
  const told = troubleOfKept();
  const again = load(name);
  const isSame = JSON.stringify(again) === JSON.stringify(found);
  return [found !== null, told, troubleOfKept() === "", kept.get("another project") === text, isSame];
});
console.log(JSON.stringify(outcomes));
"""


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_kept_can_be_used_or_is_dropped_and_told_once(kind):
    """Every state under every name; what others keep is not touched."""
    play = json.loads(json.dumps(kinds()[kind].read_play(kinds()[kind].shelf[0], "").as_json()))
    asked = [(name, text) for name, text in product(names(kind), POISON.values())]
    outcomes = scripts.run(STORE + USE, play, asked)
    for (name, text), (is_used, told, once, untouched, same) in zip(asked, outcomes, strict=True):
        assert (once, untouched, same) == (True, True, True), (name, text[:60])
        assert is_used or told, (name, text[:60])
    is_used = [one[0] for one in outcomes]
    assert 0 < sum(is_used) < len(asked) / 4  # texts, and lists of nothing, may be anything


RIGHT = """
const play = given[0];
const { editing } = kinds_js.kinds[play.kind];
const board = board_js.begin(play).map((cell, i) => (board_js.isGiven(play, i) ? cell : i % 2 ? [2, 0] : [0, 3]));
const history = history_js.withMove(history_js.started(board_js.begin(play)), board);
const begun = editing.fromText(play.text);
const when = 1772366400000;
const once = { kind: play.kind, difficulty: "hard", seconds: 5, hints: 1 };
const values = {
  [`game ${play.kind} ${play.text}`]: { ...history_js.packed(history), seconds: 61.5, hints: 2, finished: false, when },
  [`last ${play.kind}`]: play.text,
  [`daily ${play.kind} 2026-03-01`]: play.text,
  solved: [{ ...once, day: "2026-03-01" }, once],
  settings: { peers: false, mistakes: true, candidates: true, fitted: false, clock: false, colours: "dark" },
  [`drafts ${play.kind}`]: { boards: [begun, editing.fresh(editing.sizeOf(begun), begun)], at: 1, when },
};
for (const [name, value] of Object.entries(values)) save(name, value);
const same = Object.entries(values).map(([name, value]) => JSON.stringify(load(name)) === JSON.stringify(value));
const [game] = Object.keys(values);
const isOf = (more) => schema_js.isHistoryOf(play.cells, { ...load(game), ...more }, 2 ** play.symbols.length - 1);
const drafts = load(`drafts ${play.kind}`).boards.map(editing.isDraft);
const most = 2 ** play.symbols.length;
const wrong = [[play.cells.length, 1, 0], [0, most, 0], [0, 0, most], [0, 3, 0]];
const edges = [{}, { at: 2 }, ...wrong.map((one) => ({ moves: [[one]] }))];
console.log(JSON.stringify([same, troubleOfKept(), drafts, edges.map(isOf)]));
"""


@pytest.mark.parametrize("kind", KINDS)
def test_what_pages_keep_is_read_again_as_it_was(kind):
    """And a history of another board is none of this one: by its cells, its values and its marks."""
    play = json.loads(json.dumps(kinds()[kind].read_play(kinds()[kind].shelf[0], "").as_json()))
    same, told, drafts, edges = scripts.run(STORE + RIGHT, play)
    assert same == [True] * 6
    assert told == ""
    assert drafts == [True, True]
    assert edges == [True, *[False] * 5]


def test_what_fits_of_settings_and_of_what_was_solved_stays():
    script = """
    kept.set("rullo settings", '{"clock":false,"peers":"x","more":1}');
    const right = { kind: "rullo", difficulty: "easy", seconds: 9, hints: 0 };
    kept.set("rullo solved", JSON.stringify([5, right, { ...right, hints: -1 }, { ...right, day: "today" }]));
    const found = [load("settings"), troubleOfKept() !== "", load("solved")];
    console.log(JSON.stringify([...found, statistics_js.solved("rullo").length]));
    """
    settings, told, solved, number = scripts.run(STORE + script)
    assert settings == {"clock": False}
    assert told
    assert [one["seconds"] for one in solved] == [9, 9]
    assert (number, "day" in solved[1]) == (2, False)


def test_what_another_tab_has_kept_since_is_newer():
    """Whatever the clock says, and nothing is newer than itself; what was kept without a time is the oldest."""
    script = """
    const out = [newer(null, 0), newer({ moves: [] }, 0), newer({ when: 5 }, 5), newer({ when: 6 }, 5)];
    Date.now = () => 100;
    const first = laterThan();
    const second = laterThan(first);
    Date.now = () => 50; // set back
    console.log(JSON.stringify([...out, first, second, laterThan(second)]));
    """
    assert scripts.run(STORE + script) == [None, None, None, {"when": 6}, 100, 101, 102]


LINKS = """
const play = given[0];
const board = board_js.begin(play).map((cell, i) => (board_js.isGiven(play, i) ? cell : i % 2 ? [2, 0] : [0, 3]));
const link = share_js.linkTo("https://example.org/play.html?x#y", play.text, board);
const told = (address) => {
  try {
    const found = share_js.sharedIn(address);
    return found && [found.text, found.board && share_js.boardIn(play, found.board)];
  } catch (error) {
    return error.message;
  }
};
const changed = given[1].map((end) => told(link + end));
const broken = given[2].map((hash) => told("https://example.org/" + hash));
console.log(JSON.stringify([link, [play.text, board], told(link), changed, broken]));
"""

INCOMPLETE = "the link is incomplete; copy all of it"
BROKEN = {"#puzzle=%25": INCOMPLETE, "#puzzle=_w": INCOMPLETE, "#puzzle=%00": INCOMPLETE, "#puzzle=QUJD%F0": INCOMPLETE}
BROKEN |= {"#puzzle=" + "A" * 200_000: "the link is too long", "#board=1": None, "": None}


@pytest.mark.parametrize("kind", KINDS)
def test_a_link_holds_a_board_or_none(kind):
    """One cell more, a value that is none, two tildes, a sign, a large number: no board is made of these."""
    play = json.loads(json.dumps(kinds()[kind].read_play(kinds()[kind].shelf[0], "").as_json()))
    ends = [".", ".1", "~~1", "~1~1", "-1", "zzzzzz", "1e9999", "%00", "<b>"]
    link, right, found, changed, broken = scripts.run(LINKS, play, ends, list(BROKEN))
    assert "?x#puzzle=" in link
    assert found == right
    assert changed == [[play["text"], None]] * len(ends)
    assert broken == list(BROKEN.values())
