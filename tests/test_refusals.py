"""What readers say of wrong texts is what it was: what, where, and how to mend it."""

import pytest

from tests import refusals


@pytest.fixture(scope="module")
def records():
    return refusals.read_records()


def test_every_reader_has_wrong_texts(records):
    assert list(records) == list(refusals.ALL_READERS)
    assert min(map(len, records.values())) > 1


@pytest.mark.parametrize("name", refusals.ALL_READERS)
def test_what_is_said_of_wrong_texts_is_as_it_was(records, name):
    """Of the messages that differ, the first."""
    texts, expected = zip(*records[name], strict=True)
    messages = refusals.ALL_READERS[name].messages_of(list(texts))
    differing = [case for case in zip(texts, messages, expected, strict=True) if case[1] != case[2]]
    assert differing[:1] == []
