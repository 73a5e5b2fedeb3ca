"""Sizes that the help of a command names are sizes that it accepts."""

import re

import click
import pytest

from rullo_core.__main__ import command
from rullo_core.killer.request import Request
from rullo_core.rullo.request import check_climb
from rullo_core.runs.registry import declarations

ONE_TO_NINE = tuple(range(1, 10))


CHECKS = {
    "hardest": lambda size: check_climb(*size, ONE_TO_NINE),
    "record": lambda size: check_climb(*size, ONE_TO_NINE),
    "killer generate": lambda side: Request(size=side),
    "killer hardest": lambda side: Request(size=side),
}
"""What refuses a size after the option has read it, of commands that are no experiments."""

REQUIRED_VALUES = {"values": (1,), "grids": 1, "count": 1, "level": "hidden"}
"""What experiments are given beside a size; above 9x9 a level decides which givens of a Sudoku are removed."""

METHOD = {"killer study": {"method": "unique"}}
"""The method that has all sizes, where not all methods do."""


def commands(group, path=()):
    for name, member in group.commands.items():
        if isinstance(member, click.Group):
            yield from commands(member, (*path, name))
        else:
            yield " ".join((*path, name)), member


def sizes_in(text):
    """Every size that a help text names; of "4 to 16" all from the one to the other."""
    text = re.sub(r"at most \d+ cells|above \d+", "", text)
    for first, last in re.findall(r"(\d+) to (\d+)", text):
        yield from map(str, range(int(first), int(last) + 1))
    yield from re.findall(r"\d+x\d+|\b\d+\b", text)


COMMANDS = dict(commands(command()))

WITH_SIZE = {
    name: option
    for name, command in COMMANDS.items()
    for option in command.params
    if "--size" in getattr(option, "opts", ())
}


def test_sizes_are_found_in_help_texts():
    assert list(sizes_in("Height x width, such as 3x3; at most 64 cells.")) == ["3x3"]
    assert list(sizes_in("Rows: 4, 9 or 16; above 9, with a level.")) == ["4", "9", "16"]
    assert list(sizes_in("4 to 6.")) == ["4", "5", "6", "4", "6"]
    assert len(WITH_SIZE) >= 14


@pytest.mark.parametrize("name", WITH_SIZE)
def test_every_size_in_a_help_text_is_accepted(name):
    option = WITH_SIZE[name]
    texts = list(sizes_in(option.help))
    assert texts
    for text in texts:
        size = option.type.convert(text, option, None)
        if name in declarations():
            experiment = declarations()[name]
            keys = {key.name for key in experiment.keys}
            values = {key: value for key, value in REQUIRED_VALUES.items() if key in keys} | METHOD.get(name, {})
            if name == "killer study":
                del values["level"]
            experiment.make({"size": size} | values)
        elif name in CHECKS:
            CHECKS[name](size)
