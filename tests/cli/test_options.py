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
