"""Options of all commands."""

import re

import click
import pytest

from rullo_core.declaration import WholeNumber
from tests.cli.test_sizes import COMMANDS


def bounds_of(kind):
    """The least and the greatest whole number that an option takes; None if it takes others."""
    parameter = getattr(kind, "parameter", None)
    parameter = getattr(parameter, "parameter", parameter)
    if isinstance(parameter, WholeNumber):
        return parameter.minimum, parameter.maximum
    return (kind.min, kind.max) if isinstance(kind, click.types.IntParamType) else None


WHOLE_NUMBERS = [
    (name, option)
    for name, command in COMMANDS.items()
    for option in command.params
    if bounds_of(option.type) is not None
]


@pytest.mark.parametrize(
    ("name", "option"), WHOLE_NUMBERS, ids=[f"{name} {option.name}" for name, option in WHOLE_NUMBERS]
)
def test_whole_numbers_that_kernels_cannot_count_are_refused(name, option):
    smallest, largest = bounds_of(option.type)
    assert option.type.convert(str(smallest), option, None) == smallest
    with pytest.raises(click.BadParameter, match=r"is not in the range|write a whole number from"):
        option.type.convert(str(largest + 1), option, None)


REQUIRED = [(name, option) for name, command in COMMANDS.items() for option in command.params if option.required]


@pytest.mark.parametrize(("name", "option"), REQUIRED, ids=[f"{name} {option.name}" for name, option in REQUIRED])
def test_an_option_or_argument_that_must_be_given_is_asked_for(name, option):
    command = COMMANDS[name]
    with pytest.raises(click.MissingParameter):
        option.process_value(click.Context(command), option.get_default(click.Context(command)))


def test_an_experiment_without_its_options_names_the_first(rullo):
    assert rullo("sample") == (2, "", "rullo: Missing option '--size'. (see rullo sample --help)\n")
    status, _, err = rullo("kakuro", "polyominoes")
    assert (status, err) == (2, "rullo: Missing option '--cells'. (see rullo kakuro polyominoes --help)\n")


@pytest.mark.parametrize("text", ["٣", "0b11", "1__0", "1:30", "nan", "x"])
def test_what_is_no_number_is_refused_as_in_sweeps_and_notebooks(rullo, text):
    for option in ("--longest", "--black"):
        status, output, error = rullo("kakuro", "generate", option, text)
        assert (status, output) == (2, "")
        assert re.search(r": write a (whole )?number from \d+ to ", error)


def test_a_number_is_that_of_sweeps_and_notebooks(rullo):
    plain, *variants = (rullo("kakuro", "combinations", cells, "1_0") for cells in ("2", "02", "2.0"))
    assert plain[0] == 0
    assert variants == [plain] * 2


LARGEST = 10**12

BOUNDS = {
    "limit": {(1, 10**6)},
    "max_solutions": {(1, 10**4), (1, LARGEST)},
    "threads": {(1, 1024)},
    "first": {(0, 2**63 - 1)},
    "count": {(1, LARGEST)},
    "seed": {(0, 2**64 - 1)},
    "cells": {(1, 9), (1, LARGEST)},
    "total": {(1, 45), (1, LARGEST)},
    "longest": {(1, 9)},
    "size": {(1, 16)},
    "side": {(1, 16)},
    "nodes": {(1, LARGEST)},
    "states": {(1, LARGEST)},
    "max_tries": {(1, LARGEST)},
    "fill_limit": {(1, LARGEST)},
    "fill_attempts": {(1, LARGEST)},
    "attempts": {(1, LARGEST)},
    "steps": {(1, LARGEST)},
    "ungrowable": {(0, LARGEST)},
    "grids": {(1, LARGEST)},
    "max_nodes": {(1, LARGEST)},
    "guess_limit": {(0, LARGEST)},
    "clues": {(0, LARGEST)},
    "classes": {(1, LARGEST)},
}
"""The least and the greatest of every whole number of a command, by its name; for some they differ by command."""


def test_whole_numbers_have_these_bounds():
    bounds = {}
    for _, option in WHOLE_NUMBERS:
        bounds.setdefault(option.name, set()).add(bounds_of(option.type))
    assert bounds == BOUNDS
