"""Functions that kernels call are parts of their code: not callable from Python, compiled once, and stored."""

import os
import subprocess
import sys

import pytest

KERNELS = """
import sys

import numpy as np
from numba.core import event

from rullo_core.compiled import inlined, inner, kernel
from rullo_core.compiled.internals import Lowering

lowered = []


class Listener(event.Listener):
    def on_start(self, event):
        step, function = event.data["name"].removesuffix("]").split(" [")
        if step == Lowering._name:
            lowered.append(function)

    def on_end(self, event):
        pass


event.register("numba:run_pass", Listener())


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


@inlined
def ends(values):
    return values[:1], values[-1:]


@kernel
def both_ends(values):
    first, last = ends(values)
    return first[0] + last[0]


@kernel
def first_and(values, i):
    return square(values, 0) + square(values, i) + square(values, np.int64(1))


values = np.array([3, 4])
exec(sys.argv[1])
print(*lowered)
"""


HOST = """
import os
import runpy
import sys

import numba
import numpy as np

import rullo_core.compiled

numba.njit(lambda values: (values[:1], 2 * values[0]))(np.array([1]))  # else each process loads what compiles it
for line in sys.stdin:
    script, code, printed = line.rstrip("\\n").split("\\t")
    if not (process := os.fork()):
        sys.argv = [script, code]
        for number in (sys.stdout.fileno(), sys.stderr.fileno()):
            os.dup2(os.open(printed, os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)
        runpy.run_path(script, run_name="__main__")
        sys.exit()
    print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), flush=True)
"""
"""Forks a process for each line: the name of a script, an argument, and a file for what it prints."""


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    """A process that has loaded numba, but compiled none of these kernels; all that it forks have one cache."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path_factory.mktemp("cache"))}
    command = [sys.executable, "-c", HOST]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
    ) as process:
        yield process


@pytest.fixture
def run(host, tmp_path):
    """Return a function that runs a line with these kernels in a process of its own."""
    script, printed = tmp_path / "kernels.py", tmp_path / "printed"
    script.write_text(KERNELS)

    def run(line):
        printed.unlink(missing_ok=True)
        print(script, line, printed, sep="\t", file=host.stdin, flush=True)
        status, lines = int(host.stdout.readline()), printed.read_text().split("\n")[:-1]
        return lines if status == 0 else lines[-1:]

    return run


def test_what_is_stored_is_not_compiled_again(run):
    assert run("print(total(values))") == ["25", "square total"]
    assert run("print(double(values))") == ["50", "double"]
    assert run("print(double(values), total(values))") == ["50 25", ""]


def test_no_function_is_lowered_twice(run):
    assert run("print(double(values), total(values))") == ["50 25", "square total double"]


def test_a_part_is_compiled_for_each_type_of_its_arguments(run):
    assert run("print(total(values), total(values / 2), total(values))") == ["25 6.25 25", "square total square total"]


def test_a_part_is_compiled_once_for_all_numbers(run):
    assert run("print(first_and(values, 1))") == ["41", "square first_and"]


def test_a_part_is_not_called_from_python(run):
    assert run("total(values); square(values, np.int64(0))") == ["TypeError: bad argument type for built-in operation"]


def test_arguments_from_python_are_checked(run):
    assert run("total(values); total()") == ["TypeError: not enough arguments: expected 1, got 0"]
    assert run("total(values, values)") == ["TypeError: too many arguments: expected 1, got 2"]


def test_a_stored_kernel_returns_arrays_also_after_its_part_is_read(run):
    assert run("print(*ends(values))") == ["[3] [4]", "ends"]
    assert run("print(both_ends(values), *ends(values))") == ["7 [3] [4]", "both_ends"]


def test_a_kernel_returns_arrays_also_of_a_stored_part(run):
    assert run("print(both_ends(values))") == ["7", "ends both_ends"]
    assert run("print(*ends(values))") == ["[3] [4]", ""]


def test_a_changed_function_is_compiled_anew(run, tmp_path):
    assert run("print(double(values))") == ["50", "square total double"]
    script = tmp_path / "kernels.py"
    script.write_text(KERNELS.replace("values[i] * values[i]", "values[i]"))
    assert run("print(double(values), total(values))") == ["14 7", "square total double"]
