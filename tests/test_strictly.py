"""Nothing is read as something else: of changed texts a reader reads what a strict one reads, or refuses them."""

import os
from collections import Counter

import pytest

from rullo_core.errors import BadInput
from tests.strict.mutations import mutations_of, verdict_of
from tests.strict.readers import READERS

CHANGED_TEXTS = int(os.environ.get("RULLO_CHANGED_TEXTS", "100000"))
"""Changed texts in the slow test, of all formats together."""


def check(name, number, times):
    """Compare a reader with the strict one; return how often which of them read a text."""
    reader = READERS[name]
    counts = Counter()
    for text in mutations_of(reader.seeds, f"{name} {number}", times):
        strict = verdict_of(reader.strict, text)
        try:
            puzzles = reader.read(text, "text")
        except BadInput as error:
            assert str(error).isprintable(), (text, str(error))
            assert len(str(error)) <= 300, (text, str(error))
            assert error.line, (text, str(error))
            assert error.column, (text, str(error))
            assert strict is None or "no solution" in error.reason, (text, str(error))
            counts["refused" if strict is None else "refused, as it has no solution"] += 1
            continue
        assert strict is not None, ("strictly refused", text)
        assert reader.plain(puzzles) == strict, text
        assert all((puzzle[0] if reader.is_written else puzzle).name.isprintable() for puzzle in puzzles), text
        counts["read"] += 1
    return counts


@pytest.mark.parametrize("name", READERS)
def test_texts_to_begin_with_are_read(name):
    reader = READERS[name]
    unreadable = []
    for text in reader.seeds:
        strict = verdict_of(reader.strict, text)
        if strict is None:
            unreadable.append(text)
            with pytest.raises(BadInput):
                reader.read(text, "text")
        else:
            assert reader.plain(reader.read(text, "text")) == strict
    assert len(unreadable) == (3 if name == "sudoku, large" else 0), unreadable


@pytest.mark.parametrize("name", READERS)
def test_changed_texts_are_read_strictly(name):
    counts = check(name, 1, 250)
    assert counts["read"] > 5
    assert counts["refused"] > 50


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_many_changed_texts_are_read_strictly(name):
    counts = check(name, 2, CHANGED_TEXTS // len(READERS) + 1)
    print(name, dict(counts))
