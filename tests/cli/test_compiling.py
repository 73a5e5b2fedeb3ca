"""The command that compiles all kernels at once, and what each puzzle names for it."""

import os

import click
import pytest
from click.testing import CliRunner

from rullo_core.cli import compiling
from rullo_core.cli.compiling import run_in_process, trials_of
from rullo_core.runs.registry import declarations, puzzles

LISTING = """
import os

from numba.core import event


class Listener(event.Listener):
    def on_start(self, event):
        with open(os.environ["COMPILED"], "a") as names:
            print(event.data["dispatcher"].py_func.__name__, file=names)

    def on_end(self, event):
        pass


event.register("numba:compile", Listener())
"""
"""What every Python that is started does first: to write the names of the functions that are compiled to a file."""


class Bar:
    """Counts what would be shown."""

    count = 0

    def update(self):
        self.count += 1


@pytest.mark.parametrize("puzzle", puzzles())
def test_after_it_nothing_that_the_commands_use_is_compiled(puzzle, tmp_path, monkeypatch):
    """If it compiles nothing the first time, all was compiled before; else the second time it compiles nothing."""
    (tmp_path / "sitecustomize.py").write_text(LISTING)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    for compiled in (tmp_path / "first", tmp_path / "second"):
        compiled.touch()
        monkeypatch.setenv("COMPILED", str(compiled))
        bar = Bar()
        assert run_in_process(puzzle, False, bar) == ""
        assert bar.count == len(trials_of(puzzle)) > 4
        if not compiled.read_text():
            return
    assert compiled.read_text() == ""


def test_commands_are_run_from_the_last_one_back_if_asked(monkeypatch, capsys):
    monkeypatch.setattr(compiling, "trials_of", lambda _: ("one", "two {out}"))
    names = []
    commands = [
        click.Command("one", callback=lambda: names.append("one")),
        click.Command("two", callback=lambda file: names.append("two"), params=[click.Argument(["file"])]),
    ]
    rullo = click.Group("rullo", [click.Group("sudoku", commands)])
    compiling.run_trials(rullo, "sudoku")
    compiling.run_trials(rullo, "sudoku", backwards=True)
    assert names == ["one", "two", "two", "one"]
    lines = ["rullo sudoku one", "rullo sudoku two {out}"]
    assert capsys.readouterr().out.splitlines() == [*lines, *reversed(lines)]


@pytest.mark.parametrize(("threads", "from_both_ends"), [(1, []), (2, [puzzles()[-1]])])
def test_the_last_puzzle_is_compiled_from_both_ends_where_that_is_faster(threads, from_both_ends, monkeypatch):
    """On several processors, one of which would otherwise wait for the others."""
    ran = []
    monkeypatch.setattr(compiling, "run_in_process", lambda *part: ran.append(part[:2]) or "")
    root = click.Group("rullo", [compiling.compile_kernels])
    result = CliRunner().invoke(root, ["compile", "--threads", str(threads)])
    assert result.exit_code == 0, result.output
    assert sorted(ran) == sorted(
        [*((puzzle, False) for puzzle in puzzles()), *((puzzle, True) for puzzle in from_both_ends)]
    )


def test_every_experiment_is_tried():
    for name in declarations():
        puzzle, _, word = ("rullo " + name if " " not in name else name).partition(" ")
        assert any(trial.split()[0] == word for trial in trials_of(puzzle)), name


def test_a_trial_that_fails_is_told_in_a_line():
    assert run_in_process("chess", False, Bar()).startswith("chess: rullo: Invalid value for '--puzzle'")
