"""The command that compiles the kernels: it runs common commands of every puzzle on tiny inputs.

Each puzzle names these in its ``TRIALS``, with ``{shelf}`` for its file of puzzles and ``{out}`` for a file to write.
The puzzles are compiled in processes of their own, as numba compiles one function at a time in a process. Two work on
the last puzzle, one from its first command on and one from its last command back, until each finds stored what the
other has compiled.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from pathlib import Path

import click

from rullo_core.bars import Bar
from rullo_core.cli.errors import give_up
from rullo_core.cli.options import THREADS, Parameter, examples
from rullo_core.interpreted import Stopwatch
from rullo_core.lazy import folder_of
from rullo_core.parameters import check_choice
from rullo_core.runs.registry import modules_of, puzzles
from rullo_core.terminal import say


def parse_kind(text: str) -> str:
    """Read the name of a kind of puzzle."""
    check_choice("puzzle", text, puzzles())
    return text


@click.command("compile", epilog=examples("rullo compile", "rullo compile --puzzle sudoku"))
@click.option("--puzzle", type=Parameter("NAME", parse_kind),
              help="Compile the code of this kind of puzzle only, in one process, and print each command that was "
              "tried, e.g. --puzzle sudoku.", show_default="all kinds, in parallel processes")  # fmt: skip
@click.option("--backwards", is_flag=True, hidden=True, help="Begin with the last command of --puzzle.")
@THREADS
@click.pass_context
def compile_kernels(context: click.Context, puzzle: str | None, backwards: bool, threads: int | None) -> None:
    """Compile the kernels of common commands before they are used.

    It takes about a minute on two processors. The compiled code is stored in the user's cache folder, or in that of the
    environment variable NUMBA_CACHE_DIR, and is compiled again when its source changes.
    """
    if puzzle is not None:
        run_trials(context.find_root().command, puzzle, backwards)
        return
    # Imported here: it needs numpy, for which other commands do not wait.
    from rullo_core.runs.shards import default_threads

    threads = threads or default_threads()
    parts = [(name, False) for name in puzzles()]
    if threads > 1:
        parts.append((puzzles()[-1], True))
    number = sum(len(trials_of(name)) for name, _ in parts)
    with (
        Bar(total=number, unit=" commands", desc="compiling", delay=0) as bar,
        ThreadPoolExecutor(threads) as pool,
    ):
        failures = [*filter(None, pool.map(lambda part: run_in_process(part[0], part[1], bar), parts))]
    if failures:
        give_up("\n".join(failures), 1)
    say(f"compiled: {', '.join(puzzles())}")


def trials_of(puzzle: str) -> tuple[str, ...]:
    """Return the commands of a puzzle that use its kernels."""
    return tuple(trial for module in modules_of(puzzle, "commands") for trial in getattr(module, "TRIALS", ()))


def run_in_process(puzzle: str, backwards: bool, bar: Bar) -> str:
    """Run the trials of a puzzle in another process, which prints each; return what went wrong."""
    quiet = os.environ | {"RULLO_PROGRESS": "no"}
    words = [sys.executable, "-m", "rullo_core", "compile", "--puzzle", puzzle, *["--backwards"] * backwards]
    with (
        tempfile.TemporaryFile("w+") as errors,
        subprocess.Popen(words, stdout=subprocess.PIPE, stderr=errors, text=True, env=quiet) as process,
    ):
        for _ in process.stdout or ():
            bar.update()
        process.wait()
        errors.seek(0)
        return f"{puzzle}: {errors.read() or process.returncode}" if process.returncode else ""


def run_trials(rullo: click.Command, puzzle: str, backwards: bool = False) -> None:
    """Run the trials of a puzzle here, and print each."""
    Stopwatch.spent = math.inf  # nothing is interpreted
    for trial in trials_of(puzzle)[:: -1 if backwards else 1]:
        with tempfile.TemporaryDirectory() as folder:
            places = {"shelf": folder_of(puzzle) / "shelf.txt", "out": Path(folder) / "dataset.parquet"}
            with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
                rullo.main([puzzle, *(word.format(**places) for word in trial.split())], standalone_mode=False)
        say(f"rullo {puzzle} {trial}")
