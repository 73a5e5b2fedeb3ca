import numpy as np
import pytest

from rullo_core.declaration import parameters
from rullo_core.errors import BadInput, quoted
from rullo_core.parameters import (
    check_whole,
    check_word,
    format_range,
    format_size,
    parse_count,
    parse_range,
    parse_seed,
    parse_size,
    read_given,
    read_range,
    with_parameter_name,
)
from rullo_core.reports.notebook import parse_value
from rullo_core.rullo.request import Request
from rullo_core.runs.sweep import parse_sweep


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
    with pytest.raises(BadInput, match="values") as error:
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
    with pytest.raises(BadInput, match=r"^values '"):
        read_range(values)


DEFAULTS = {
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
    ("values", "read"),
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
def test_what_is_given_is_of_the_kind_of_the_notebook_s_own(values, read):
    assert read_given(values, DEFAULTS) == read


@pytest.mark.parametrize(
    ("values", "says"),
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
def test_another_kind_is_refused_with_the_name(values, says):
    with pytest.raises(BadInput) as error:
        read_given(values, DEFAULTS)
    assert str(error.value) == says


@pytest.mark.parametrize(
    ("message", "values", "says"),
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
def test_the_parameter_whose_value_is_quoted_is_named(message, values, says):
    assert with_parameter_name(message, values) == says + message


@pytest.mark.parametrize("value", [0, "x", 1.5, None, True, 2**63, 1e30])
def test_what_cannot_be_a_number_of_things_is_refused(value):
    with pytest.raises(BadInput, match=r"^puzzles = "):
        check_whole("puzzles", value)


NUMBERS = {"0100": 100, "017": 17, "1e2": 100, "1_000": 1000, " 12 ": 12, "2.0": 2, "9e9": 9 * 10**9}
NO_NUMBERS = ("1:30", "0b11", "0o17", "0x1F", "1__0", "_1", "1_", "1e", "inf", "nan", "٣", "1 0", "--1", "!!int 0b11")


@pytest.mark.parametrize("text", [*NUMBERS, *NO_NUMBERS])
def test_a_number_is_the_same_in_commands_sweeps_and_notebooks(text):
    """Sweeps and commands read it with `parse_count` or `parse_seed`, notebooks as YAML."""
    readers = {
        "count": lambda: parse_count(text),
        "seed": lambda: parse_seed(text),
        "notebook": lambda: read_given({"n": parse_value("n", text)}, {"n": 1})["n"],
        "list of a notebook": lambda: read_given({"n": parse_value("n", f"[{text}]")}, {"n": [1, 2]})["n"][0],
        "sweep": lambda: read_sweep_of(text),
    }
    for name, read in readers.items():
        if text in NUMBERS:
            number = read()
            assert (number, type(number)) == (NUMBERS[text], int), name
            continue
        with pytest.raises(BadInput) as error:
            read()
        assert str(error.value).isprintable(), name


def read_sweep_of(text):
    """The number of puzzles of a sweep of one point, as written in a file."""
    (point,) = parse_sweep(f"experiment: sample\nsize: 2x2\nvalues: 1-3\ncount: {text}\n", "sweep").experiments
    return point.puzzles


def test_probabilities():
    read = parameters(Request)["included"].read
    assert [read(text) for text in ("0", "1", "0.25", ".5", "1e-3")] == [0, 1, 0.25, 0.5, 0.001]
    for text in ("-0.1", "1.1", "nan", "0__1", "٠.٥", "x"):
        with pytest.raises(BadInput, match=r"write a number from 0 to 1, such as 0\.3"):
            read(text)


def test_bounds_of_seeds_and_ranges():
    assert parse_seed(f"{2**64 - 1}") == 2**64 - 1
    with pytest.raises(BadInput, match="from 0 to 18446744073709551615"):
        parse_seed(f"{2**64}")
    assert [check_word("seed", seed) for seed in (0, 2**64 - 1)] == [0, 2**64 - 1]
    for seed in (-1, 2**64, True, 1.0):
        with pytest.raises(BadInput, match=r"^seed .*: write a whole number from 0 to 2\*\*64 - 1$"):
            check_word("seed", seed)
    assert len(parse_range("1-65536")) == len(parse_range("1-65535,70000")) == 65536
    for text in ("1-65537", "1-65536,70000"):
        with pytest.raises(BadInput, match="holds more than 65536 numbers"):
            parse_range(text)


@pytest.mark.parametrize("length", range(37, 45))
def test_a_quoted_text_is_whole_up_to_forty_characters(length):
    text = "x" * length
    assert quoted(text) == (f"'{text}'" if length <= 40 else f"'{text[:40]}…'")
