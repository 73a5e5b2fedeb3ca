"""Write lines on a terminal: no text can control the terminal, and a progress bar stays below."""

from __future__ import annotations

import sys

import click
from tqdm import tqdm

from rullo_core.escaping import as_line, as_lines


def say(text: object, err: bool = False) -> None:
    """Write a line, what would break it as Python writes it."""
    write(as_line(text), err=err)


def warn(text: object) -> None:
    """Write an error message on standard error, in one line."""
    say(f"rullo: {' '.join(str(text).split())}", err=True)


def show_lines(text: object) -> None:
    """Write lines, such as a board, a table or puzzles."""
    write(as_lines(text))


def write(text: str, err: bool = False, end: str = "\n") -> None:
    """Write data as they are, such as rows of JSON, in which nothing steers a terminal."""
    with tqdm.external_write_mode(sys.stderr if err else sys.stdout):
        click.echo(f"{text}{end}", err=err, nl=False)
