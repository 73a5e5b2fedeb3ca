"""What tests of the protocol share."""

import sys

import pytest

import rullo_core as rc
from tests.puzzles.protocol import BESIDE_FOLDER, MORE_KINDS


@pytest.fixture(scope="module")
def more_kinds():
    """The folders of two more puzzles stand beside those of the package, and are gone afterwards."""
    paths = list(rc.__path__)
    rc.__path__.append(str(BESIDE_FOLDER))
    yield
    rc.__path__[:] = paths
    for kind in MORE_KINDS:
        for name in [name for name in sys.modules if name.startswith(f"rullo_core.{kind}")]:
            del sys.modules[name]
        vars(rc).pop(kind, None)
