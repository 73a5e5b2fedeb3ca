"""The scripts of the board and Python say the same of thousands of puzzles."""

from collections import Counter

import pytest

from rullo_core.player.kinds import kinds
from tests.player import conformance, scripts

SUMMARY = """
const { createHash } = require("crypto");
Date.now = () => 0; // no search is given up, however busy the machine is
const checksum = (lists) => createHash("sha256").update(JSON.stringify(lists)).digest("hex").slice(0, 16);
const inOrder = (one, other) => one.map((place, i) => place - other[i]).find((less) => less) ?? 0;
const said = given[0].map(([kind, text]) => {
  let play;
  try {
    play = read_js.read(kind, text);
  } catch ({ message }) {
    return /no solution|add up to/.test(message) ? { title: null } : { refused: message };
  }
  const told = { title: play.title, solutions: play.solutions.length, complete: play.complete };
  if (play.complete) told.found = checksum([...play.solutions].sort(inOrder));
  if (play.solutions.length > 1) return told;
  const trace = play.trace.map(({ number, group, said, unit, left }) => [number, group, said, unit, left]);
  return {
    ...told,
    passes: trace.reduce((most, [number]) => Math.max(most, number), 0),
    first: trace[0] || null,
    way: checksum(trace),
  };
});
console.log(JSON.stringify(said));
"""


@pytest.fixture(scope="module")
def lines():
    return conformance.written()


def test_the_file_has_puzzles_of_every_sort(lines):
    """Of each puzzle a thousand: of every level, of no level, with several solutions and with none."""
    verdicts = {name: Counter() for name in kinds()}
    for kind, _, said in lines:
        title = said["title"]
        several = said.get("solutions", 1) > 1
        verdicts[kind]["none" if title is None else "several" if several else title.split(", ", 1)[1]] += 1
    for name, kind in kinds().items():
        assert sum(verdicts[name].values()) >= 1000, name
        titles = {level.title for level in kind.played_levels if level.title}
        assert {"none", "several", "beyond these strategies", *titles} <= set(verdicts[name]), name
        if not kind.played_levels[0].title:
            assert len([one for one in verdicts[name] if one.startswith("difficulty")]) > 10


@pytest.mark.parametrize("name", kinds())
def test_scripts_say_what_python_says(lines, name):
    """Verdict, title, solutions, passes, the first step in full, and the way to the end."""
    some = [(kind, text, said) for kind, text, said in lines if kind == name]
    made = scripts.run(SUMMARY, [(kind, text) for kind, text, _ in some])
    differing = [(*line, one) for line, one in zip(some, made, strict=True) if line[2] != one]
    assert differing[:1] == []


def test_python_says_so_still(lines):
    """Of a part of them; of more, in `test_python_says_so_of_every_fourth`."""
    for kind, text, said in lines[::25]:
        if "9x9" not in (said["title"] or ""):
            assert conformance.output_for(kind, text) == said, text


@pytest.mark.slow
@pytest.mark.parametrize("name", kinds())
def test_python_says_so_of_every_fourth(lines, name):
    """All are made anew by `python -m tests.player.conformance`, in minutes."""
    for kind, text, said in lines[::4]:
        if kind == name:
            assert conformance.output_for(kind, text) == said, text
