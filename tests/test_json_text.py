"""JSON of other programs: numbers as they are meant, and keys that stand twice."""

import pytest

from rullo_core.errors import BadInput
from rullo_core.json_text import read_json


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3),
        ("3.0", 3),
        ("3e2", 300),
        ("-0.5", -0.5),
        (f"{2**53 - 1}.0", 2**53 - 1),
        (f"{2**53}.0", 2.0**53),
        (f"-{2**53}.0", -(2.0**53)),
        ("1" * 16, int("1" * 16)),
        ("1" * 17, float("1" * 17)),
    ],
)
def test_numbers(text, value):
    """Whole ones are int as far as each is exact in other programs."""
    read, end = read_json(f"x {text} y", "text", "a number", 2)
    assert (read, type(read), end) == (value, type(value), 2 + len(text))


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "[1", '{"a": 1', "'a'"])
def test_what_is_no_json_is_refused(text):
    with pytest.raises(BadInput) as error:
        read_json(text, "text", "a number")
    assert (error.value.line, error.value.column is None) == (1, False)


def test_a_key_that_stands_twice_is_refused_where_it_does():
    text = '{"a": {"b": 1, "c": [{"b": 2}]},\n "b": 3, "a": 4}'
    with pytest.raises(BadInput, match=r"^text, line 2, column 10: has the key 'a' twice; remove one$"):
        read_json(text, "text", "an object")
    assert read_json(text.replace('"a": 4', '"d": 4'), "text", "an object")[0]["b"] == 3
