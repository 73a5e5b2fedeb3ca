"""Read parameters from text and write them as text: a size, a range; and check the parameters of a notebook."""

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from rullo_core.arguments import no_such, no_such_word
from rullo_core.errors import BadInput, one_line, quoted

T = TypeVar("T")

LARGEST_NUMBER = 2**31 - 1
"""Largest absolute value in a range for the kernels, with which sums stay far from overflow."""

MOST_NUMBERS = 2**16
"""Most numbers that a range may hold."""


def parse_size(text: str) -> tuple[int, int]:
    """Read a size written as height x width, in cells, such as ``2x5``."""
    match = re.fullmatch(r"\s*([0-9]{1,9})\s*[xX×]\s*([0-9]{1,9})\s*", text)
    if not match or not all(int(side) for side in match.groups()):
        raise BadInput(f"size {quoted(text)}: write height x width, both at least 1, such as 3x3")
    return int(match[1]), int(match[2])


def parse_range(text: str) -> tuple[int, ...]:
    """Read a range, the set of numbers that may stand in a grid (thesis, section 2.1), in ascending order.

    >>> parse_range("1-3,7"), parse_range("{1}")
    ((1, 2, 3, 7), (1,))
    """
    inner = text.strip()
    if inner[:1] + inner[-1:] in ("{}", "[]"):
        inner = inner[1:-1]
    if not inner.strip():
        raise BadInput(f"values {quoted(text)} is empty: write first-last such as 2-4, or a list such as 2,3,5,7")
    numbers: set[int] = set()
    for part in inner.split(","):
        match = re.fullmatch(r"\s*([-+]?[0-9]{1,18})\s*(?:-\s*([-+]?[0-9]{1,18})\s*)?", part)
        if not match:
            raise BadInput(
                f"values {quoted(text)}: {quoted(part.strip())} is neither a number nor first-last such as 2-4"
            )
        first, last = int(match[1]), int(match[2] or match[1])
        if first > last:
            raise BadInput(
                f"values {quoted(text)}: {first} is larger than {last}; write the smaller first: {last}-{first}"
            )
        if max(abs(first), abs(last)) > LARGEST_NUMBER:
            raise BadInput(f"values {quoted(text)}: numbers may go from {-LARGEST_NUMBER} to {LARGEST_NUMBER}")
        if last - first < MOST_NUMBERS:
            numbers.update(range(first, last + 1))
        if last - first >= MOST_NUMBERS or len(numbers) > MOST_NUMBERS:
            raise BadInput(f"values {quoted(text)}: holds more than {MOST_NUMBERS} numbers; take fewer")
    return tuple(sorted(numbers))


def read_range(values: str | int | Iterable[int]) -> tuple[int, ...]:
    """Read a range from a notebook's parameter: text such as ``2-4``, a single number, or a list."""
    numbers = values if isinstance(values, Iterable) and not isinstance(values, str) else [values]
    return parse_range(",".join(map(str, numbers)))


def check_whole(name: str, value: object, minimum: int = 1) -> int:
    """Return a notebook's parameter; refuse one that is not a whole number, or too small or too large."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # 1e6 is one
    if not isinstance(value, int) or isinstance(value, bool) or value < minimum:
        raise BadInput(
            f"{name} = {value!r}: write a whole number, at least {minimum}, such as {name} = {max(3, minimum)}"
        )
    if value >= 2**63:
        raise BadInput(f"{name} = {value}: is more than can be counted; take less than 2**63")
    return value


def name_in(line: str) -> str:
    """Return the name in a line such as ``# figure 1``, above a puzzle; "" for any other line."""
    match = re.fullmatch(r"#\s*(.*\S)", line)
    return one_line(match[1]) if match else ""


def check_choice(name: str, value: object, words: Collection[str]) -> None:
    """Refuse a value that is not one of those known."""
    if value not in words:
        raise BadInput(no_such_word(name, value, words))


def whole_number(value: object, minimum: int, maximum: int) -> int | None:
    """Read a whole number of ASCII digits, or a number of JSON; None for anything else, and for a number out of bounds.

    The bounds are included; ``maximum`` has nine digits at most.

    >>> [whole_number(one, 1, 16) for one in ("9", 9, "٣", "²", "9" * 5000, 17, 9.0, True, None)]
    [9, 9, None, None, None, None, None, None, None]
    """
    if isinstance(value, str) and re.fullmatch("[0-9]{1,9}", value):
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if minimum <= value <= maximum else None


def read_number(text: str) -> int | float | None:
    """Read a number as commands, sweeps and notebooks do, whole or not; None for anything else.

    A 0 before it means nothing, and ``_`` may stand between digits.

    >>> [read_number(text) for text in ("0100", "100_000", "1e5", "1.0", ".25", "1:30", "0b11", "0o17", "1__0", "٣")]
    [100, 100000, 100000, 1, 0.25, None, None, None, None, None]
    """
    digits = "[0-9]{1,30}(?:_[0-9]{1,30}){0,30}"
    number = rf"\s*[-+]?(?:{digits}(?:\.[0-9]{{0,30}})?|\.[0-9]{{1,30}})(?:[eE][-+]?[0-9]{{1,3}})?\s*"
    if not re.fullmatch(number, text):
        return None
    value = Fraction(text.strip().replace("_", ""))
    return int(value) if value.denominator == 1 else float(value)


def parse_count(text: str) -> int:
    """Read a number of things: ``1e8``, ``100_000_000`` and ``100000000`` are the same."""
    count = read_number(text)
    if count is not None and count >= 2**63:
        raise BadInput(f"count {quoted(text)}: is more than can be counted; take at most 9e18")
    if not isinstance(count, int) or count < 1:
        raise BadInput(f"count {quoted(text)}: write a whole number, at least 1, such as 1e8, 100_000_000 or 100000000")
    return count


def parse_seed(text: str) -> int:
    """Read a seed, or the index of a puzzle."""
    seed = read_number(text)
    if not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise BadInput(f"{quoted(text)}: write a whole number from 0 to {2**64 - 1}")
    return seed


def format_size(height: int, width: int) -> str:
    """Write a size as `parse_size` reads it: ``3x3``."""
    return f"{height}x{width}"


def format_bounds(bounds: tuple[object, object]) -> str:
    """Write a least and a greatest number as parameters that are ranges read them: ``10-15``."""
    return f"{bounds[0]}-{bounds[1]}"


def format_range(values: tuple[int, ...]) -> str:
    """Write a range as `parse_range` reads it: ``2-4`` where the numbers are consecutive, else ``2,3,5,7``."""
    first, last = values[0], values[-1]
    if len(values) > 1 and last - first + 1 == len(values):
        return f"{first}-{last}"
    return ",".join(map(str, values))


def only_one(puzzles: Sequence[T], source: str) -> T:
    """Return the only puzzle of a text."""
    if len(puzzles) != 1:
        advice = ", or read all of them with read(io.StringIO(text))" if len(puzzles) > 1 else ""
        raise BadInput(f"{source}: {len(puzzles)} puzzles where one is expected; keep one{advice}")
    return puzzles[0]


def no_yaml(path: Path | str, error: Exception) -> BadInput:
    """Return the error that a file is not YAML: in which line, and why."""
    mark = getattr(error, "problem_mark", None)
    place = f"{path}, line {mark.line + 1}" if mark else str(path)
    reason = f"is not YAML: {one_line(getattr(error, 'problem', None) or error)}; write lines of name: value"
    return BadInput(reason, place, mark and mark.line + 1)


def read_given(values: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values given for a notebook's parameters, each of the kind that the notebook's own value has.

    A number may be written as `read_number` reads it, and a list of texts as its only one. A text may be a whole
    number, whole numbers in a list, or nothing, which is the empty text.

    >>> read_given({"puzzles": 1e6, "values": [2, 3]}, {"puzzles": 200, "values": "1-9", "seed": 1})
    {'puzzles': 1000000, 'values': '2,3'}
    """
    if unknown := values.keys() - defaults.keys():
        raise BadInput(no_such("parameter", min(unknown), sorted(defaults), has="this notebook knows"))
    for name, value in values.items():
        try:
            json.dumps(value, ensure_ascii=False, default=str).encode()
        except UnicodeEncodeError:
            raise BadInput(f"{name} = {quoted(value)}: has half of a character; write whole ones") from None
    return {name: _of_kind(name, value, defaults[name]) for name, value in values.items()}


KINDS = {bool: "true or false", int: "a whole number", float: "a number", list: "a list", str: "a text"}
"""The types that a notebook's parameters may have, in words."""


def _of_kind(name: str, value: Any, default: Any) -> Any:
    kind = type(default)
    if kind is str and not isinstance(value, bool | float | Mapping):
        return ",".join(map(str, value)) if isinstance(value, list | tuple) else str("" if value is None else value)
    if kind in (int, float, type(None)) and isinstance(value, str):
        number = read_number(value)
        value = value if number is None else number
    if kind is int and isinstance(value, float) and value.is_integer():
        return int(value)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if kind is list and default and isinstance(default[0], str) and value is not None:
        return [
            _of_kind(name, element, default[0]) for element in (value if isinstance(value, list | tuple) else [value])
        ]
    if isinstance(value, list) and kind in (list, type(None)):
        return [_of_kind(name, element, default[0] if default else None) for element in value]
    if kind in KINDS and (not isinstance(value, kind) or isinstance(value, bool) != (kind is bool)):
        example = quoted(default) if kind is str else repr(default)
        raise BadInput(f"{name} = {value!r}: write {KINDS[kind]}, such as {name} = {example}")
    return value


def with_parameter_name(message: str, values: Mapping[str, Any]) -> str:
    """Return an error message with the name of the parameter whose value it quotes, unless it has the name already.

    What refuses a number of things calls it a count.

    >>> with_parameter_name("size '3': write height x width", {"height": 3, "sizes": ["3x3", "3"]})
    "sizes: size '3': write height x width"
    """
    for notation in (quoted, str):
        holders = [name for name, value in values.items() if any(notation(text) in message for text in _texts(value))]
        if holders:
            break
    if not holders or any(re.search(rf"\b{re.escape(name)}\b", message) for name in holders):
        return message
    return f"{holders[0]}: {message}"


def _texts(value: Any) -> list[str]:
    """Return what a message may have of a parameter's value, or of those in a list; nothing of an empty text."""
    if isinstance(value, list | tuple):
        return [text for element in value for text in _texts(element)]
    if isinstance(value, int):
        return [f"count {value}:"]
    return [value] if isinstance(value, str) and value.strip() else []


def check_word(name: str, value: int) -> int:
    """Return a seed or an index, after checking that it is a whole number from 0 to 2**64 - 1."""
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or not 0 <= value < 2**64:
        raise BadInput(f"{name} {value!r}: write a whole number from 0 to 2**64 - 1")
    return int(value)


def check_count(count: int) -> int:
    """Return a number of puzzles, after checking that it is a whole number from 1 on."""
    return at_least_one("count", count)


def at_least_one(name: str, value: int) -> int:
    """Return a whole number, after checking that it is at least 1."""
    if not isinstance(value, int | np.integer) or value < 1:
        raise BadInput(f"{name} {value!r}: write a whole number from 1 on")
    return int(value)
