"""How commands answer: the exit status, one line for what went wrong, how much was counted."""

from __future__ import annotations

import atexit
import gc
import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import Any, NoReturn

import click

from rullo_core.arguments import no_such
from rullo_core.errors import BadInput, NotFound
from rullo_core.escaping import as_line, as_lines
from rullo_core.extras import naming_the_extra
from rullo_core.progress import at_work
from rullo_core.terminal import warn, write
from rullo_core.tuning import tune_process

RESUMED = "what is finished is kept, and the same command goes on from there"

STOPPED = f"stopped; {RESUMED}"


def answer(command: click.Command) -> NoReturn:
    """Run a command and end. Exit status: 0 done, 2 bad input (one line: what, where, how to mend it), 1 all else.

    SIGTERM and SIGHUP, which clusters and terminals that are closed send, stop it as Ctrl-C does.
    """
    _stop_on_signals()
    tune_process()
    if isinstance(sys.stdout, TextIOWrapper):  # not every console has all signs that we use
        sys.stdout.reconfigure(errors="backslashreplace")
    # As it ends, Python looks for garbage among all objects; with the compiler loaded that takes a fifth of a second.
    atexit.register(gc.freeze)
    try:
        with at_work(), naming_the_extra():
            command.main(prog_name="rullo", standalone_mode=False)
        sys.stdout.flush()
        sys.exit(0)
    except BadInput as error:
        give_up(str(error), 1 if isinstance(error, NotFound) else 2)
    except click.exceptions.Exit as error:
        sys.exit(error.exit_code)
    except click.exceptions.NoArgsIsHelpError as error:
        write(as_lines(error.format_message()), err=True)
        sys.exit(2)
    except click.ClickException as error:
        command_path = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "rullo"
        give_up(f"{_message(error)} (see {command_path} --help)", 2)
    except (click.Abort, KeyboardInterrupt):
        give_up("stopped", 1)
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (OSError, MemoryError) as error:
        give_up(str(error) or type(error).__name__, 1)


def _stop_on_signals() -> None:
    """Let signals that ask for an end do what Ctrl-C does, unless they are ignored, as nohup has it."""
    if threading.current_thread() is not threading.main_thread():
        return
    ends = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    caught = [number for number in ends if signal.getsignal(number) is signal.SIG_DFL]

    def stop(number: int, frame: Any) -> None:
        for signal_number in caught:  # a second one would interrupt the clearing up
            signal.signal(signal_number, signal.SIG_IGN)
        interrupt = signal.getsignal(signal.SIGINT)
        if not callable(interrupt):
            raise KeyboardInterrupt
        interrupt(number, frame)

    for number in caught:
        signal.signal(number, stop)


class _OnOneLine(logging.Formatter):
    """Notes of a run, each on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return as_line(super().format(record))


def show_log() -> None:
    """Show the log of a run on standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(_OnOneLine("rullo: %(message)s"))
    log = logging.getLogger("rullo")
    log.addHandler(handler)
    log.setLevel(logging.INFO)


def _message(error: click.ClickException) -> str:
    """Return what is wrong, with the option or command that may be meant."""
    if isinstance(error, click.NoSuchOption) and error.ctx:
        options = (
            parameter
            for parameter in error.ctx.command.params
            if isinstance(parameter, click.Option) and not parameter.hidden
        )
        return no_such(
            "option",
            error.option_name,
            [flag for parameter in options for flag in (*parameter.opts, *parameter.secondary_opts)],
            has="",
        )
    if isinstance(error, click.exceptions.NoSuchCommand) and error.ctx and isinstance(error.ctx.command, click.Group):
        return no_such("command", error.command_name, error.ctx.command.list_commands(error.ctx), has="")
    return error.format_message()


def give_up(message: str, status: int) -> NoReturn:
    """Print the reason in one line on standard error, and exit."""
    with suppress(OSError):  # the terminal may be closed
        warn(message)
    sys.exit(status)


@contextmanager
def resumable() -> Iterator[None]:
    """Say, if a run is interrupted, that the same command resumes it."""
    try:
        yield
    except KeyboardInterrupt:
        give_up(STOPPED, 1)


def on(threads: int) -> str:
    """On how many threads, in words."""
    return f"on {threads} thread{'s' if threads > 1 else ''}"


def totals(manifest: dict[str, Any]) -> str:
    """Return a line with the number of puzzles of each kind in a dataset."""
    total = manifest["totals"]["puzzles"]
    kinds = [f"{n:,} {kind} ({n / total:.2%})" for kind, n in manifest["totals"].items() if kind != "puzzles" and total]
    return f"{total:,} puzzles: {', '.join(kinds)}"
