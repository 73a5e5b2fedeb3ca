"""Functions that kernels call are parts of their code: not callable from Python, compiled once, and stored."""

import os
import subprocess
import sys

import pytest

KERNELS = """
import sys

import numpy as np
from numba.core import event

from rullo_core.compiled import inner, kernel

compiled = []


class Listener(event.Listener):
    def on_start(self, event):
        compiled.append(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event):
        pass


event.register("numba:compile", Listener())


@inner
def square(values, i):
    return values[i] * values[i]


@kernel
def total(values):
    result = 0
    for i in range(len(values)):
        result += square(values, i)
    return result


@kernel
def double(values):
    return 2 * total(values)


values = np.array([3, 4])
exec(sys.argv[1])
print(*compiled)
"""


@pytest.fixture
def run(tmp_path):
    """Return a function that runs a line with these kernels in a process of its own; all have one cache."""
    script = tmp_path / "kernels.py"
    script.write_text(KERNELS)

    def run(line):
        environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        done = subprocess.run([sys.executable, script, line], capture_output=True, text=True, env=environment)
        return done.stdout.split("\n")[:-1] if done.returncode == 0 else done.stderr.splitlines()[-1:]

    return run


def test_what_is_stored_is_not_compiled_again(run):
    assert run("print(total(values))") == ["25", "total square"]
    assert run("print(double(values))") == ["50", "double total"]  # square was a part of total, too
    assert run("print(double(values), total(values))") == ["50 25", ""]


def test_a_kernel_of_which_there_is_a_part_is_called_from_python(run):
    assert run("print(double(values), total(values))") == ["50 25", "double total square total"]


def test_a_part_is_compiled_for_each_type_of_its_arguments(run):
    assert run("print(total(values), total(values / 2), total(values))") == ["25 6.25 25", "total square total square"]


def test_a_part_is_not_called_from_python(run):
    assert run("total(values); square(values, np.int64(0))") == ["TypeError: bad argument type for built-in operation"]
