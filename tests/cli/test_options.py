"""Options of all commands."""

import re

import click
import pytest

from rullo_core.declaration import Whole
from tests.cli.test_sizes import COMMANDS


def bounds_of(kind):
    """The least and the greatest whole number that an option takes; None if it takes others."""
    declared = getattr(kind, "declared", None)
    declared = getattr(declared, "declared", declared)
    if isinstance(declared, Whole):
        return declared.least, declared.most
    return (kind.min, kind.max) if isinstance(kind, click.types.IntParamType) else None


WHOLE = [
    (name, option) for name, one in COMMANDS.items() for option in one.params if bounds_of(option.type) is not None
]


@pytest.mark.parametrize(("name", "option"), WHOLE, ids=[f"{name} {option.name}" for name, option in WHOLE])
def test_whole_numbers_that_kernels_cannot_count_are_refused(name, option):
    least, most = bounds_of(option.type)
    assert option.type.convert(str(least), option, None) == least
    with pytest.raises(click.BadParameter, match=r"is not in the range|write a whole number from"):
        option.type.convert(str(most + 1), option, None)


NEEDED = [(name, option) for name, one in COMMANDS.items() for option in one.params if option.required]


@pytest.mark.parametrize(("name", "option"), NEEDED, ids=[f"{name} {option.name}" for name, option in NEEDED])
def test_an_option_or_argument_that_must_be_given_is_asked_for(name, option):
    one = COMMANDS[name]
    with pytest.raises(click.MissingParameter):
        option.process_value(click.Context(one), option.get_default(click.Context(one)))


def test_an_experiment_without_its_options_names_the_first(rullo):
    assert rullo("sample") == (2, "", "rullo: Missing option '--size'. (see rullo sample --help)\n")
    status, _, err = rullo("kakuro", "polyominoes")
    assert (status, err) == (2, "rullo: Missing option '--cells'. (see rullo kakuro polyominoes --help)\n")


@pytest.mark.parametrize("text", ["٣", "0b11", "1__0", "1:30", "nan", "x"])
def test_what_is_no_number_is_refused_as_in_sweeps_and_notebooks(rullo, text):
    for option in ("--longest", "--black"):
        status, shown, wrong = rullo("kakuro", "generate", option, text)
        assert (status, shown) == (2, "")
        assert re.search(r": write a (whole )?number from \d+ to ", wrong)


def test_a_number_is_that_of_sweeps_and_notebooks(rullo):
    plain, *others = (rullo("kakuro", "combinations", cells, "1_0") for cells in ("2", "02", "2.0"))
    assert plain[0] == 0
    assert others == [plain] * 2


MOST = 10**12

BOUNDS = {
    "limit": {(1, 10**6)},
    "max_solutions": {(1, 10**4), (1, MOST)},
    "threads": {(1, 1024)},
    "first": {(0, 2**63 - 1)},
    "count": {(1, MOST)},
    "seed": {(0, 2**64 - 1)},
    "cells": {(1, 9), (1, MOST)},
    "total": {(1, 45), (1, MOST)},
    "longest": {(1, 9)},
    "size": {(1, 16)},
    "side": {(1, 16)},
    "nodes": {(1, MOST)},
    "states": {(1, MOST)},
    "max_tries": {(1, MOST)},
    "fill_limit": {(1, MOST)},
    "fill_attempts": {(1, MOST)},
    "attempts": {(1, MOST)},
    "steps": {(1, MOST)},
    "ungrowable": {(0, MOST)},
    "grids": {(1, MOST)},
    "max_nodes": {(1, MOST)},
    "guess_limit": {(0, MOST)},
    "clues": {(0, MOST)},
}
"""The least and the greatest of every whole number of a command, by its name; for some they differ by command."""


def test_whole_numbers_have_these_bounds():
    found = {}
    for _, option in WHOLE:
        found.setdefault(option.name, set()).add(bounds_of(option.type))
    assert found == BOUNDS
