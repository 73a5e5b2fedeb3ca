"""Nothing is read as something else by the pages for makers, either: what they read is what Python reads."""

import os
import random
import re
from collections import Counter

import pytest

from rullo_core import kakuro, killer, rullo, sudoku
from rullo_core.errors import BadInput
from tests.player import scripts
from tests.strict.mutations import mutations_of, verdict_of
from tests.strict.readers import PLAIN
from tests.strict.site import LIMITS, NOT_OFFERED, PAGE_TEXTS, TEXTS, strictly

CHANGED_TEXTS = int(os.environ.get("RULLO_CHANGED_TEXTS", "100000"))
"""Changed texts in the slow test, of all formats together."""

BATCH = 2000
"""Texts for a process of node."""

READ = r"""
const [kind, texts] = given;
console.log(JSON.stringify(texts.map((text) => {
  try {
    const { editing, reader } = kinds_js.kinds[kind];
    const read = editing.toText(exchange_js.imported(kind, text));
    reader(read);
    return { read };
  } catch ({ name, message }) { return { name, message }; }
})));
"""

JUDGED = r"""
const [kind, texts, seconds] = given;
console.log(JSON.stringify(texts.map((text) => {
  try { return verdict_js.judge(kind, text, () => {}, seconds).state; }
  catch ({ message }) { return message; }
})));
"""

API = {"rullo": rullo, "kakuro": kakuro, "sudoku": sudoku, "killer": killer}


def in_python(reader, text):
    """The plain puzzle that Python reads; the error if it refuses; None if it does not offer the format."""
    if reader.python is None:
        return None
    try:
        puzzles = reader.python(text, "text")
    except BadInput as error:
        return error
    return [PLAIN[reader.kind](puzzle) for puzzle in puzzles]


def check(name, number, times):
    """Compare the site's reader with the strict one and with Python's; return counts, and the texts that are read."""
    reader = PAGE_TEXTS[name]
    counts, read = Counter(), {}
    texts = list(mutations_of(reader.seeds, f"site {name} {number}", times))
    outputs = [
        output
        for start in range(0, times, BATCH)
        for output in scripts.run(READ, reader.kind, texts[start : start + BATCH])
    ]
    for text, output in zip(texts, outputs, strict=True):
        strict = verdict_of(lambda changed_text: strictly(reader.kind, changed_text), text)
        python = in_python(reader, text)
        if "read" in output:
            assert strict is not None, ("strictly refused", text, output)
            assert TEXTS[reader.kind](output["read"]) == [strict], (text, output)
            if isinstance(python, BadInput):
                assert "no solution" in python.reason or not offered(name, text), (text, str(python))
            else:
                assert python in (None, [strict]), text
            read[text] = output["read"], python
            counts["read"] += 1
            continue
        assert output["name"] == "Error", (text, output)
        assert output["message"].isprintable(), (text, output)
        assert len(output["message"]) <= 300, (text, output)
        counts["refused"] += 1
        is_read = isinstance(python, list) and len(python) == 1 and name not in NOT_OFFERED
        if strict is not None or is_read:
            assert re.search(LIMITS, output["message"]), (text, output)
            counts["too large for the site"] += 1
    return counts, read


def offered(name, text):
    """Whether Python offers the format, too: it has no JSON of the site's own, and no game IDs without k."""
    return PAGE_TEXTS[name].python is not None and not re.match(
        r"\s*[0-9]+x[0-9]+[^k:]*:|\s*\{\s*\"(kind|text)\"", text
    )


def compare_verdicts(name, read, limit, seconds):
    """Let both sides say whether puzzles that were read have no solution, one or several."""
    kind = PAGE_TEXTS[name].kind
    sample = random.Random(name).sample(sorted(read), min(limit, len(read)))
    sample += [text for text, (_, python) in read.items() if isinstance(python, BadInput)][:limit]
    texts = [read[text][0] for text in sample]
    states = scripts.run(JUDGED, kind, texts, seconds)
    for text, state in zip(texts, states, strict=True):
        try:
            solutions = solutions_of(kind, text)
        except BadInput as error:
            assert "no solution" in error.reason, (text, str(error))
            solutions = 0
        if state not in ("unknown", "there is no cell to play on yet"):
            assert state == ("none", "one", "several")[solutions], text


def solutions_of(kind, text):
    """The number of solutions, 2 for more."""
    table = API[kind].solve([API[kind].parse(text)], limit=2)
    return int(table["solutions"][0])


@pytest.mark.parametrize("name", PAGE_TEXTS)
def test_changed_texts_are_read_strictly(name):
    counts, read = check(name, 1, 150)
    if name in NOT_OFFERED or name == "sudoku, large":
        assert counts["refused"] > 100
        return
    assert counts["read"] > 5
    assert counts["refused"] > 20
    compare_verdicts(name, read, 3, 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGE_TEXTS)
def test_many_changed_texts_are_read_strictly(name):
    counts, read = check(name, 2, CHANGED_TEXTS // len(PAGE_TEXTS) + 1)
    print(name, dict(counts))
    compare_verdicts(name, read, 40, 5)
