"""Kernels compiled in numba's own way: where that is asked for, and with versions of numba that were not tried."""

import json
import os
import subprocess
import sys

import pytest

import rullo_core as rc

KINDS = {"rullo": {"size": "4x4"}, "kakuro": {"size": "5x5"}, "killer": {"size": 4}, "sudoku": {"size": 4}}

NUMBER = 12
"""Of puzzles: fewer may be interpreted."""

SOONEST = ("kakuro", "solve_arrays")
"""What is compiled soonest; in numba's own way others take up to a minute."""

CASES = [
    pytest.param(name, verb, marks=[] if (name, verb) == SOONEST else pytest.mark.slow)
    for name in KINDS
    for verb in ("solve_arrays", "rate_arrays", "generate")
]

SHOW = """
import json
import sys

import rullo_core as rc
from rullo_core import compiled

name, verb, size, path = sys.argv[1:]
kind = getattr(rc, name)
if verb == "generate":
    print(json.dumps(kind.to_text(kind.generate(12, seed=1, **json.loads(size)))))
else:
    shown = getattr(kind, verb)(kind.to_arrays(kind.read(path)))
    print(json.dumps({name: values.tolist() for name, values in shown.items()}, default=str))
assert not compiled.compiles_parts()
assert compiled.HAS_INTERNALS
"""

UNKNOWN = """
from importlib import metadata

import numpy as np

version = metadata.version
metadata.version = lambda name: "0.99.1" if name == "numba" else version(name)
{preamble}
from rullo_core import compiled
from rullo_core.compiled.bits import count_ones, deposit

assert count_ones(np.uint64(7)) == 3
assert deposit(np.uint64(2), np.uint64(6)) == 4
print(compiled.compiles_parts(), compiled.HAS_INTERNALS, *count_ones.stats.cache_hits.values())
"""
"""Uses kernels as if numba were of a later version."""

MISSING_NAME = "import numba.core.typed_passes; del numba.core.typed_passes.NativeLowering"
"""As if that version lacked a name."""

FAILING = """
from numba.core.caching import FunctionCache

def fail(*_):
    raise TypeError("other arguments")

FunctionCache.load_overload = FunctionCache.save_overload = fail
"""
"""As if a function of that version took other arguments."""


def run(script, *arguments, **environment):
    """Run a script in a process of its own."""
    inherited = {name: value for name, value in os.environ.items() if name != "RULLO_COMPILER"}
    return subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        env=inherited | environment,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(("name", "verb"), CASES)
def test_numba_s_own_way_gives_the_same(tmp_path, name, verb):
    kind, path = getattr(rc, name), tmp_path / "puzzles.txt"
    puzzles = kind.generate(NUMBER, seed=1, **KINDS[name])
    path.write_text(kind.to_text(puzzles))
    process = run(SHOW, name, verb, json.dumps(KINDS[name]), path, RULLO_COMPILER="numba")
    assert process.returncode == 0, process.stderr
    if verb == "generate":
        assert json.loads(process.stdout) == kind.to_text(puzzles)
        return
    answer = getattr(kind, verb)(kind.to_arrays(puzzles))
    expected = json.loads(json.dumps({name: values.tolist() for name, values in answer.items()}, default=str))
    assert repr(json.loads(process.stdout)) == repr(expected)  # which is true of nan, too


@pytest.mark.parametrize(
    ("preamble", "expected"), [("", "False True 1"), (MISSING_NAME, "False False"), (FAILING, "False True")]
)
def test_an_unknown_version_of_numba_compiles_in_its_own_way(tmp_path, preamble, expected):
    """It stores what it compiles where the names for that are as they were, and works without storing elsewhere."""
    script = UNKNOWN.format(preamble=preamble)
    for _ in range(2):
        process = run(script, NUMBA_CACHE_DIR=str(tmp_path))
        assert process.returncode == 0, process.stderr
    assert process.stdout.split() == expected.split()


def test_parts_can_be_asked_for_with_an_unknown_version(tmp_path):
    process = run(UNKNOWN.format(preamble=""), NUMBA_CACHE_DIR=str(tmp_path), RULLO_COMPILER="parts")
    assert (process.stdout.split()[0], process.stderr) == ("True", "")


def test_another_compiler_is_refused_in_one_line():
    command = "import sys; from rullo_core.__main__ import main; sys.argv[1:] = ['sudoku', 'generate']; main()"
    process = run(command, RULLO_COMPILER="nmba")
    message = "rullo: the environment variable RULLO_COMPILER 'nmba': did you mean 'numba'? Take one of numba, parts\n"
    assert (process.returncode, process.stderr) == (2, message)
