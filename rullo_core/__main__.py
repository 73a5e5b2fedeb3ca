"""The `rullo` command: its own commands, those of every puzzle and of every experiment that is declared."""

from __future__ import annotations

import importlib
from typing import NoReturn

import click

from rullo_core import __version__
from rullo_core.cli.datasets import figures, show
from rullo_core.cli.errors import answer
from rullo_core.cli.experiment import command_of
from rullo_core.cli.notebooks import lab, notebook, site
from rullo_core.cli.sweep import sweep
from rullo_core.runs.registry import OWN, declarations, puzzles


def command() -> click.Group:
    """The `rullo` command, made of what there is."""

    @click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
    @click.version_option(__version__, prog_name="rullo")
    def rullo() -> None:
        """RULLO, a puzzle of sums: in a grid of numbers, choose which to include so that every row and column adds up.

        Puzzle text: the column target-sums on the first line, then a line a row, its target-sum and its numbers. A
        blank line between puzzles; # starts a comment.
        """

    groups = {OWN: rullo}
    for puzzle in puzzles():
        module = importlib.import_module(f"rullo_core.{puzzle}.commands")
        if puzzle != OWN:
            groups[puzzle] = click.Group(puzzle, help=module.__doc__)
            rullo.add_command(groups[puzzle])
        for one in module.COMMANDS:
            groups[puzzle].add_command(one)
    for declared in declarations().values():
        *before, _ = declared.name.split()
        groups[before[0] if before else OWN].add_command(command_of(declared))
    own = {name: one for name, one in rullo.commands.items() if name not in groups}
    shown = f"Rullo. The same commands without {OWN} before them mean the same."
    rullo.add_command(click.Group(OWN, own, help=shown))
    for one in (sweep, show, figures, notebook, lab, site):
        rullo.add_command(one)
    return rullo


def main() -> NoReturn:
    """Run the command."""
    answer(command())


if __name__ == "__main__":
    main()
