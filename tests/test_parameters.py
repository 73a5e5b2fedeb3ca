import pytest

from rullo_core.errors import BadInput
from rullo_core.parameters import format_range, format_size, parse_range, parse_size


@pytest.mark.parametrize(("text", "size"), [("3x3", (3, 3)), ("2X5", (2, 5)), (" 10 x 1 ", (10, 1))])
def test_sizes(text, size):
    assert parse_size(text) == size
    assert parse_size(format_size(*size)) == size


@pytest.mark.parametrize(
    "text", ["", "3", "3x", "x3", "0x3", "3x0", "-1x3", "3x3x3", "a x b", "3.0x3", "3x" + "9" * 5000]
)
def test_bad_sizes(text):
    with pytest.raises(BadInput, match="such as 3x3"):
        parse_size(text)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("2-4", (2, 3, 4)),
        ("{1}", (1,)),
        ("[2, 3, 4]", (2, 3, 4)),
        ("7,2,3,5,2", (2, 3, 5, 7)),
        ("1-3,7", (1, 2, 3, 7)),
        ("-2--1", (-2, -1)),
        ("-1-1", (-1, 0, 1)),
        ("-5", (-5,)),
        ("-2147483647,5,2147483647", (-2147483647, 5, 2147483647)),
    ],
)
def test_ranges(text, numbers):
    assert parse_range(text) == numbers
    assert parse_range(format_range(numbers)) == numbers


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is empty"),
        ("{}", "is empty"),
        ("4-2", "write the smaller first: 2-4"),
        ("a-b", "'a-b' is neither"),
        ("1,,2", "'' is neither"),
        ("1.5", "'1.5' is neither"),
        ("1-99999999", "more than 65536 numbers"),
        ("1-60000,60001-120000", "more than 65536 numbers"),
        ("9" * 5000, "is neither"),
        ("3000000000", "numbers may go from"),
    ],
)
def test_bad_ranges(text, says):
    with pytest.raises(BadInput, match="range") as error:
        parse_range(text)
    assert says in str(error.value)
    assert "\n" not in str(error.value)
