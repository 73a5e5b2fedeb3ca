"""The scripts of the board and Python say the same of thousands of puzzles."""

from collections import Counter

import pytest

from rullo_core.player.kinds import kinds
from tests.player import conformance, scripts

SUMMARY = """
const { createHash } = require("crypto");
Date.now = () => 0; // no search is given up, however busy the machine is
const checksum = (lists) => createHash("sha256").update(JSON.stringify(lists)).digest("hex").slice(0, 16);
const inOrder = (first, second) => first.map((place, i) => place - second[i]).find((difference) => difference) ?? 0;
const outputs = given[0].map(([kind, text]) => {
  let play;
  try {
    play = read_js.read(kind, text);
  } catch ({ message }) {
    return /no solution|add up to/.test(message) ? { title: null } : { refused: message };
  }
  const verdict = { title: play.title, solutions: play.solutions.length, complete: play.complete };
  if (play.complete) verdict.found = checksum([...play.solutions].sort(inOrder));
  if (play.solutions.length > 1) return verdict;
  const trace = play.trace.map(({ number, group, said, unit, left }) => [number, group, said, unit, left]);
  return {
    ...verdict,
    passes: trace.reduce((largest, [number]) => Math.max(largest, number), 0),
    first: trace[0] || null,
    way: checksum(trace),
  };
});
console.log(JSON.stringify(outputs));
"""


@pytest.fixture(scope="module")
def lines():
    return conformance.recorded()


def test_the_file_has_puzzles_of_every_sort(lines):
    """Of each puzzle a thousand: of every level, of no level, with several solutions and with none."""
    verdicts = {name: Counter() for name in kinds()}
    for kind, _, output in lines:
        title = output["title"]
        is_ambiguous = output.get("solutions", 1) > 1
        verdicts[kind]["none" if title is None else "several" if is_ambiguous else title.split(", ", 1)[1]] += 1
    for name, kind in kinds().items():
        assert sum(verdicts[name].values()) >= 1000, name
        titles = {level.title for level in kind.played_levels if level.title}
        assert {"none", "several", "beyond these strategies", *titles} <= set(verdicts[name]), name
        if not kind.played_levels[0].title:
            assert len([verdict for verdict in verdicts[name] if verdict.startswith("difficulty")]) > 10


@pytest.mark.parametrize("name", kinds())
def test_scripts_say_what_python_says(lines, name):
    """Verdict, title, solutions, passes, the first step in full, and the way to the end."""
    expected = [(kind, text, output) for kind, text, output in lines if kind == name]
    outputs = scripts.run(SUMMARY, [(kind, text) for kind, text, _ in expected])
    differing = [(*line, output) for line, output in zip(expected, outputs, strict=True) if line[2] != output]
    assert differing[:1] == []


def test_python_says_so_still(lines):
    """Of a part of them; of more, in `test_python_says_so_of_every_fourth`."""
    for kind, text, output in lines[::25]:
        if "9x9" not in (output["title"] or ""):
            assert conformance.output_for(kind, text) == output, text


@pytest.mark.slow
@pytest.mark.parametrize("name", kinds())
def test_python_says_so_of_every_fourth(lines, name):
    """All are made anew by `python -m tests.player.conformance`, in minutes."""
    for kind, text, output in lines[::4]:
        if kind == name:
            assert conformance.output_for(kind, text) == output, text
