"""What browsers keep, and links: nothing is used that does not fit, and no tab overwrites what is newer."""

import json
from itertools import product

import pytest

from rullo_core.player.kinds import kinds
from tests.player import scripts
from tests.player.poison import POISON, names

KINDS = sorted(kinds())

STORE = """
const stored = new Map();
globalThis.window = { localStorage: {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, value) => void stored.set(key, value),
  removeItem: (key) => void stored.delete(key),
} };
const { drop, forget, laterThan, load, newer, save, troubleOfKept } = storage_js;
"""

USE = """
const uses = {
  game(play, value) {
    if (!schema_js.isHistoryOf(play.cells, value, 2 ** play.symbols.length - 1)) return;
    const board = history_js.boardOf(history_js.unpack(board_js.begin(play), value));
    board.forEach((_, i) => board_js.leftOf(play, board, i));
  },
  last: (_, value) => value.trim(),
  daily: (_, value) => value.trim(),
  solved: (_, value) => (statistics_js.solved("rullo"), statistics_js.best("rullo", "easy"), value.length),
  settings: (_, value) => Object.values(value).every((item) => ["string", "boolean"].includes(typeof item)),
  drafts(play, value) {
    const { grid, isDraft, toText } = kinds_js.kinds[play.kind].editing;
    if (value.boards.every(isDraft)) value.boards.forEach((item) => [grid(item), toText(item)]);
  },
};
const outcomes = given[1].map(([name, text]) => {
  stored.clear();
  stored.set("rullo " + name, text);
  stored.set("another project", text);
  const value = load(name);
  if (value !== null) uses[name.split(" ")[0]](given[0], value);
  const trouble = troubleOfKept();
  const reloaded = load(name);
  const isSame = JSON.stringify(reloaded) === JSON.stringify(value);
  return [value !== null, trouble, troubleOfKept() === "", stored.get("another project") === text, isSame];
});
console.log(JSON.stringify(outcomes));
"""


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_kept_can_be_used_or_is_dropped_and_told_once(kind):
    """Every state under every name; what others keep is not touched."""
    play = json.loads(json.dumps(kinds()[kind].read_play(kinds()[kind].shelf[0], "").as_json()))
    cases = [(name, text) for name, text in product(names(kind), POISON.values())]
    outcomes = scripts.run(STORE + USE, play, cases)
    for (name, text), (is_used, message, is_told_once, untouched, is_same) in zip(cases, outcomes, strict=True):
        assert (is_told_once, untouched, is_same) == (True, True, True), (name, text[:60])
        assert is_used or message, (name, text[:60])
    is_used = [outcome[0] for outcome in outcomes]
    assert 0 < sum(is_used) < len(cases) / 4  # texts, and lists of nothing, may be anything


RIGHT = """
const play = given[0];
const { editing } = kinds_js.kinds[play.kind];
const board = board_js.begin(play).map((cell, i) => (board_js.isGiven(play, i) ? cell : i % 2 ? [2, 0] : [0, 3]));
const history = history_js.withMove(history_js.started(board_js.begin(play)), board);
const draft = editing.fromText(play.text);
const savedAt = 1772366400000;
const entry = { kind: play.kind, difficulty: "hard", seconds: 5, hints: 1 };
const values = {
  [`game ${play.kind} ${play.text}`]: {
    ...history_js.pack(history), seconds: 61.5, hints: 2, finished: false, when: savedAt,
  },
  [`last ${play.kind}`]: play.text,
  [`daily ${play.kind} 2026-03-01`]: play.text,
  solved: [{ ...entry, day: "2026-03-01" }, entry],
  settings: { peers: false, mistakes: true, candidates: true, fitted: false, clock: false, colours: "dark" },
  [`drafts ${play.kind}`]: { boards: [draft, editing.fresh(editing.sizeOf(draft), draft)], at: 1, when: savedAt },
};
for (const [name, value] of Object.entries(values)) save(name, value);
const unchanged = Object.entries(values).map(([name, value]) => JSON.stringify(load(name)) === JSON.stringify(value));
const [game] = Object.keys(values);
const drafts = load(`drafts ${play.kind}`).boards.map(editing.isDraft);
const limit = 2 ** play.symbols.length;
const isOf = (changes) => schema_js.isHistoryOf(play.cells, { ...load(game), ...changes }, limit - 1);
const badMoves = [[play.cells.length, 1, 0], [0, limit, 0], [0, 0, limit], [0, 3, 0]];
const edges = [{}, { at: 2 }, ...badMoves.map((move) => ({ moves: [[move]] }))];
console.log(JSON.stringify([unchanged, troubleOfKept(), drafts, edges.map(isOf)]));
"""


@pytest.mark.parametrize("kind", KINDS)
def test_what_pages_keep_is_read_again_as_it_was(kind):
    """And a history of another board is none of this one: by its cells, its values and its marks."""
    play = json.loads(json.dumps(kinds()[kind].read_play(kinds()[kind].shelf[0], "").as_json()))
    unchanged, message, drafts, edges = scripts.run(STORE + RIGHT, play)
    assert unchanged == [True] * 6
    assert message == ""
    assert drafts == [True, True]
    assert edges == [True, *[False] * 5]


def test_what_fits_of_settings_and_of_what_was_solved_stays():
    script = """
    stored.set("rullo settings", '{"clock":false,"peers":"x","more":1}');
    const right = { kind: "rullo", difficulty: "easy", seconds: 9, hints: 0 };
    stored.set("rullo solved", JSON.stringify([5, right, { ...right, hints: -1 }, { ...right, day: "today" }]));
    const outcomes = [load("settings"), troubleOfKept() !== "", load("solved")];
    console.log(JSON.stringify([...outcomes, statistics_js.solved("rullo").length]));
    """
    settings, is_told, solved, number = scripts.run(STORE + script)
    assert settings == {"clock": False}
    assert is_told
    assert [entry["seconds"] for entry in solved] == [9, 9]
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
const outcomeOf = (address) => {
  try {
    const shared = share_js.sharedIn(address);
    return shared && [shared.text, shared.board && share_js.boardIn(play, shared.board)];
  } catch (error) {
    return error.message;
  }
};
const altered = given[1].map((end) => outcomeOf(link + end));
const broken = given[2].map((hash) => outcomeOf("https://example.org/" + hash));
console.log(JSON.stringify([link, [play.text, board], outcomeOf(link), altered, broken]));
"""

INCOMPLETE = "the link is incomplete; copy all of it"
BROKEN = {"#puzzle=%25": INCOMPLETE, "#puzzle=_w": INCOMPLETE, "#puzzle=%00": INCOMPLETE, "#puzzle=QUJD%F0": INCOMPLETE}
BROKEN |= {"#puzzle=" + "A" * 200_000: "the link is too long", "#board=1": None, "": None}


@pytest.mark.parametrize("kind", KINDS)
def test_a_link_holds_a_board_or_none(kind):
    """One cell more, a value that is none, two tildes, a sign, a large number: no board is made of these."""
    play = json.loads(json.dumps(kinds()[kind].read_play(kinds()[kind].shelf[0], "").as_json()))
    ends = [".", ".1", "~~1", "~1~1", "-1", "zzzzzz", "1e9999", "%00", "<b>"]
    link, right, output, outputs, broken = scripts.run(LINKS, play, ends, list(BROKEN))
    assert "?x#puzzle=" in link
    assert output == right
    assert outputs == [[play["text"], None]] * len(ends)
    assert broken == list(BROKEN.values())
