import numpy as np
import pytest

from rullo_core.errors import BadInput
from rullo_core.parameters import (
    check_whole,
    format_range,
    format_size,
    named,
    parse_range,
    parse_size,
    read_given,
    read_range,
)


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


@pytest.mark.parametrize(
    ("values", "numbers"), [("2-4", (2, 3, 4)), (7, (7,)), ([3, 1], (1, 3)), (range(2), (0, 1)), (np.arange(2), (0, 1))]
)
def test_a_range_is_a_text_a_number_or_several(values, numbers):
    assert read_range(values) == numbers


@pytest.mark.parametrize("values", [None, 1.5, [1.5], []])
def test_what_is_no_range_is_refused(values):
    with pytest.raises(BadInput, match=r"^range '"):
        read_range(values)


OWN = {
    "puzzles": 200,
    "black": 0.4,
    "count": True,
    "sizes": ["3x3"],
    "pairs": [["3x3", 1]],
    "values": "1-9",
    "other": None,
    "any": [],
}


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ({"puzzles": 1e6, "count": False, "sizes": []}, {"puzzles": 1_000_000, "count": False, "sizes": []}),
        ({"puzzles": "1e6", "black": "1e-1"}, {"puzzles": 1_000_000, "black": 0.1}),
        ({"black": 1}, {"black": 1.0}),
        *[({"values": value}, {"values": text}) for value, text in ((7, "7"), ([2, 3], "2,3"), (None, ""), ("x", "x"))],
        *[({"sizes": value}, {"sizes": ["2x2"]}) for value in ("2x2", ["2x2"], ("2x2",))],
        ({"sizes": [3, [4, 5]]}, {"sizes": ["3", "4,5"]}),
        ({"any": [1]}, {"any": [1]}),
        ({"other": {"any": 1}}, {"other": {"any": 1}}),
    ],
)
def test_what_is_given_is_of_the_kind_of_the_notebook_s_own(given, read):
    assert read_given(given, OWN) == read


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (
            {"puzles": 1},
            "no parameter 'puzles'; did you mean 'puzzles' or 'count'? "
            "This notebook knows any, black, count, other, pairs, puzzles, sizes, values",
        ),
        *[
            ({"puzzles": value}, f"puzzles = {value!r}: write a whole number, such as puzzles = 200")
            for value in ("x", 1.5, None, [], True, float("inf"))
        ],
        *[
            ({"black": value}, f"black = {value!r}: write a number, such as black = 0.4")
            for value in ("x", None, [0.4], True)
        ],
        *[({"count": value}, f"count = {value!r}: write true or false, such as count = True") for value in (1, "yes")],
        ({"sizes": None}, "sizes = None: write a list, such as sizes = ['3x3']"),
        ({"sizes": ["3x3", 1.5]}, "sizes = 1.5: write a text, such as sizes = '3x3'"),
        ({"pairs": "3x3"}, "pairs = '3x3': write a list, such as pairs = [['3x3', 1]]"),
        *[({"values": value}, f"values = {value!r}: write a text, such as values = '1-9'") for value in (1.5, True)],
    ],
)
def test_another_kind_is_refused_with_the_name(given, says):
    with pytest.raises(BadInput) as error:
        read_given(given, OWN)
    assert str(error.value) == says


@pytest.mark.parametrize(
    ("message", "given", "says"),
    [
        ("size 'x': write height x width", {"values": "2", "sizes": ["3x3", "x"]}, "sizes: "),
        ("size 'x': write height x width", {"size": "x"}, ""),
        ("none.csv: cannot be read", {"measured": "none.csv"}, "measured: "),
        ("count 0: write a whole number from 1 on", {"count": 0, "seed": 1}, ""),
        ("count 0: write a whole number from 1 on", {"seed": 1, "boards": 0}, "boards: "),
        ("index 1: no such puzzle was found", {"seed": 1}, ""),
        ("no puzzle", {"puzzle": "", "patterns": [[1, 2]]}, ""),
    ],
)
def test_the_parameter_whose_value_is_quoted_is_named(message, given, says):
    assert named(message, given) == says + message


@pytest.mark.parametrize("value", [0, "x", 1.5, None, True, 2**63, 1e30])
def test_what_cannot_be_a_number_of_things_is_refused(value):
    with pytest.raises(BadInput, match=r"^puzzles = "):
        check_whole("puzzles", value)
