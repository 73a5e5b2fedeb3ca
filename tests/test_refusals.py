"""What readers say of wrong texts is what it was: what, where, and how to mend it."""

import pytest

from tests import refusals


@pytest.fixture(scope="module")
def written():
    return refusals.written()


def test_every_reader_has_wrong_texts(written):
    assert list(written) == list(refusals.ALL)
    assert min(map(len, written.values())) > 1


@pytest.mark.parametrize("name", refusals.ALL)
def test_what_is_said_of_wrong_texts_is_as_it_was(written, name):
    """Of the messages that differ, the first."""
    texts, wanted = zip(*written[name], strict=True)
    said = refusals.ALL[name].said(list(texts))
    differing = [case for case in zip(texts, said, wanted, strict=True) if case[1] != case[2]]
    assert differing[:1] == []
