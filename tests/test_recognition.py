"""Which kind of puzzle a text is of: the first that reads it; else the error of the reader that got furthest."""

import pytest

from rullo_core.errors import BadInput
from rullo_core.recognition import read_by_first


def refusing(reason, line=None, column=None):
    """Return a reader that refuses a text at a place."""

    def read():
        raise BadInput(reason, "text", line, column)

    return read


def test_the_first_that_reads_a_text_decides():
    assert read_by_first({"A": refusing("bad"), "B": lambda: 2, "C": lambda: 3}, "x", "text", "") == 2


@pytest.mark.parametrize(
    ("first", "last"),
    [((), (1,)), ((1,), (1, 1)), ((1, 1), (1, 2)), ((1, 9), (2, 1)), ((2,), (2, 1))],
)
def test_the_error_at_the_furthest_place_is_told(first, last):
    """A place without a column is before the first column, and none is before the first line."""
    for readers in (
        {"A": refusing("near", *first), "B": refusing("far", *last)},
        {"A": refusing("far", *last), "B": refusing("near", *first)},
    ):
        with pytest.raises(BadInput) as error:
            read_by_first(readers, "x", "text", ", as here")
        assert error.value.reason == "far"


@pytest.mark.parametrize("place", [(), (1,), (2, 3)])
def test_where_several_get_equally_far_all_are_named(place):
    readers = {title: refusing(title, *place) for title in ("A", "B", "C")}
    with pytest.raises(BadInput) as error:
        read_by_first(readers, "x", "text", ", as here")
    assert error.value.reason == "cannot be read as A, B or C; to see why, name the kind, as here"
    assert (error.value.line, error.value.column) == (*place, None, None)[:2]


def test_a_text_without_a_puzzle_is_none_of_any_kind():
    with pytest.raises(BadInput, match="holds no puzzle"):
        read_by_first({"A": lambda: 1}, " \n", "text", "")
