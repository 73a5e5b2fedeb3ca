"""What boards and editors show, step by step, without a browser: the same as before."""

import random

import pytest

from tests.player import scenes, scripts


@pytest.fixture(scope="module")
def recorded():
    return scenes.recorded()


def test_every_scene_is_written(recorded):
    assert list(recorded) == list(scenes.SCENES)


@pytest.mark.parametrize("name", scenes.SCENES)
def test_what_is_seen_after_each_step_is_as_it_was(recorded, name):
    """Of a step that shows something else, the first line that differs."""
    visible_lines = [line for entry in scenes.play_scene(name) for line in f"{entry}".splitlines()]
    differing = [pair for pair in zip(recorded[name], visible_lines, strict=False) if pair[0] != pair[1]]
    assert differing[:1] == []
    assert len(visible_lines) == len(recorded[name])


CANNOT_OPEN = """
let reloads = 0;
location.reload = () => (reloads += 1);
stored.set("another program", "1");
stored.set("rullo settings", "{}");
stored.set("rullo game x", "1");
Object.keys(Object.fromEntries(stored)).forEach((key) => (store[key] = stored.get(key)));
place(given[0], { kind: "rullo" });
const open = { "rullo-page": page_js.openAll, "rullo-editor": editor_js.openAll }[given[0]];
open();
settled().then(() => played(["press Forget everything"])).then((lines) => {
  console.log(JSON.stringify({ lines, kept: [...stored.keys()], reloads }));
});
"""


@pytest.mark.parametrize("page", ["rullo-page", "rullo-editor"])
def test_a_page_that_cannot_be_opened_offers_to_forget_what_is_kept_and_nothing_else(page):
    """What other programs keep in the same place stays there."""
    output = scripts.run(CANNOT_OPEN, page, document=True)
    assert any("This page could not be opened (" in line for line in output["lines"])
    assert "There is no such button." not in output["lines"]
    assert (output["kept"], output["reloads"]) == (["another program"], 1)


AT_RANDOM = """
const [name, kind, text, steps] = given;
place(name, { kind, rules: "Rules.", shelf: [read_js.read(kind, text)], first: text });
({ "rullo-page": page_js.openAll, "rullo-editor": editor_js.openAll })[name]();
settled().then(() => played(steps)).then((lines) => {
  const key = { "rullo-page": `rullo game ${kind} ${text}`, "rullo-editor": `rullo drafts ${kind}` }[name];
  const data = JSON.parse(stored.get(key));
  const { cells, symbols } = read_js.read(kind, text);
  const fits = name === "rullo-editor"
    ? data.boards.map((draft) => kinds_js.kinds[kind].editing.isDraft(draft))
    : [schema_js.isHistoryOf(cells, data, 2 ** symbols.length - 1)];
  const odd = lines.filter((line) => /undefined|NaN|null/.test(line));
  console.log(JSON.stringify({ fits, moves: (data.boards ?? data.moves).length, odd }));
});
"""

TEXTS = {"rullo": scenes.SMALL, "kakuro": scenes.WHITE, "sudoku": scenes.THREE_GIVENS, "killer": scenes.CAGES}
KEYS = [*"0123459-+ix", "Backspace", "Delete", "Enter", "Space", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]
BUTTONS = [
    *(
        "Undo *2",
        "Redo",
        "Check",
        "Hint",
        "Step",
        "Start over",
        "Erase",
        "Pencil",
        "1",
        "3",
        "Change the sign",
        "Clear",
    ),
    *("Clear", "Numbers", "Included", "Sums", "Digits", "Black and white", "Cages", "Make a cage", "Take out of cages"),
    *("Across or down", "Keep half-turn symmetry"),
]


@pytest.mark.parametrize("page", ["rullo-page", "rullo-editor"])
@pytest.mark.parametrize("kind", TEXTS)
def test_whatever_somebody_presses_what_is_kept_can_be_read_again(page, kind):
    draw = random.Random(f"{page} {kind}")
    actions = [
        draw.choice((f"cell {draw.randrange(4)}", *[f"key {draw.choice(KEYS)}"] * 3, f"press {draw.choice(BUTTONS)}"))
        for _ in range(200)
    ]
    output = scripts.run(AT_RANDOM, page, kind, TEXTS[kind], scenes.steps(*actions), document=True)
    assert all(output["fits"])
    assert output["moves"] > 4
    assert output["odd"] == []
