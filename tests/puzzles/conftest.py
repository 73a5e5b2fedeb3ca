"""What tests of the protocol share."""

import sys

import pytest

import rullo_core as rc
from tests.puzzles.protocol import FIFTH, FIFTH_FOLDER


@pytest.fixture(scope="module")
def fifth():
    """The fifth puzzle's folder stands beside those of the package, and is gone afterwards."""
    paths = list(rc.__path__)
    rc.__path__.append(str(FIFTH_FOLDER))
    yield
    rc.__path__[:] = paths
    for name in [name for name in sys.modules if name.startswith(f"rullo_core.{FIFTH}")]:
        del sys.modules[name]
    vars(rc).pop(FIFTH, None)
