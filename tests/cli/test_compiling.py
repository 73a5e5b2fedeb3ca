"""The command that compiles all kernels at once, and what each puzzle names for it."""

import subprocess
import sys

import pytest

from rullo_core.cli.compiling import run_in_process, trials_of
from rullo_core.runs.registry import declarations, puzzles

COUNTING = """
import sys

from numba.core import event

import rullo_core.compiled
from rullo_core.__main__ import command


class Listener(event.Listener):
    def on_start(self, event):
        print("compiling", event.data["dispatcher"].py_func.__name__)

    def on_end(self, event):
        pass


event.register("numba:compile", Listener())
command().main(["compile", "--puzzle", sys.argv[1]], standalone_mode=False)
"""


class Bar:
    """Counts what would be shown."""

    done = 0

    def update(self):
        self.done += 1


@pytest.mark.parametrize("puzzle", puzzles())
def test_after_it_nothing_that_the_commands_use_is_compiled(puzzle):
    bar = Bar()
    assert run_in_process(puzzle, bar) == ""
    assert bar.done == len(trials_of(puzzle)) > 4
    done = subprocess.run([sys.executable, "-c", COUNTING, puzzle], capture_output=True, text=True, check=True)
    assert done.stdout == "".join(f"rullo {puzzle} {trial}\n" for trial in trials_of(puzzle))


def test_every_experiment_is_tried():
    for name in declarations():
        puzzle, _, word = ("rullo " + name if " " not in name else name).partition(" ")
        assert any(trial.split()[0] == word for trial in trials_of(puzzle)), name


def test_a_trial_that_fails_is_told_in_a_line():
    assert run_in_process("chess", Bar()).startswith("chess: rullo: Invalid value for '--puzzle'")
