"""Options of all commands."""

import click
import pytest

from tests.cli.test_sizes import COMMANDS

WHOLE = [
    (name, option)
    for name, one in COMMANDS.items()
    for option in one.params
    if isinstance(option.type, click.types.IntParamType)
]


@pytest.mark.parametrize(("name", "option"), WHOLE, ids=[f"{name} {option.name}" for name, option in WHOLE])
def test_whole_numbers_that_kernels_cannot_count_are_refused(name, option):
    assert option.type.convert(str(option.type.min), option, None) == option.type.min
    with pytest.raises(click.BadParameter, match="is not in the range"):
        option.type.convert(str(2**63), option, None)


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
        assert "number; write one such as" in wrong


def test_a_number_is_that_of_sweeps_and_notebooks(rullo):
    plain, *others = (rullo("kakuro", "combinations", cells, "1_0") for cells in ("2", "02", "2.0"))
    assert plain[0] == 0
    assert others == [plain] * 2


MOST = 10**12

BOUNDS = {
    "limit": {(1, 10**6), (1, MOST)},
    "max_solutions": {(1, 10**4)},
    "threads": {(1, 1024)},
    "index": {(0, 2**63 - 1)},
    "cells": {(1, 9)},
    "total": {(1, 45), (1, MOST)},
    "longest": {(1, 9)},
    "size": {(1, 16)},
    "side": {(1, 16)},
    "nodes": {(1, MOST)},
    "states": {(1, MOST)},
    "tries": {(1, MOST)},
    "attempts": {(1, MOST)},
    "guess_limit": {(0, MOST)},
    "clues": {(0, MOST)},
}
"""The least and the greatest of every whole number of a command, by its name; for some they differ by command."""


def test_whole_numbers_have_these_bounds():
    found = {}
    for _, option in WHOLE:
        found.setdefault(option.name, set()).add((option.type.min, option.type.max))
    assert found == BOUNDS
