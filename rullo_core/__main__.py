"""The `rullo` command: its own commands, those of every puzzle and of every experiment that is declared."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    import click


def command() -> click.Group:
    """The `rullo` command, made of what there is."""
    # Imported here: a Ctrl-C meanwhile is answered by `main`.
    import click

    from rullo_core import __version__
    from rullo_core.cli.cache import cache
    from rullo_core.cli.compiling import compile_kernels
    from rullo_core.cli.datasets import figures
    from rullo_core.cli.errors import show_log
    from rullo_core.cli.experiment import command_of
    from rullo_core.cli.notebooks import lab, notebook, site
    from rullo_core.cli.options import examples
    from rullo_core.cli.sweep import sweep
    from rullo_core.interpreted import asked_for
    from rullo_core.runs.registry import UNNAMED, declarations, modules_of, puzzles

    @click.group(
        epilog=examples("rullo generate --size 5x5", "rullo kakuro generate"),
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    @click.version_option(__version__, prog_name="rullo")
    @click.option("-v", "--verbose", is_flag=True, help="Say on standard error why kernels are compiled again.")
    @click.pass_context
    def rullo(context: click.Context, verbose: bool) -> None:
        """Solve, rate and generate RULLO, a puzzle of sums, and its relatives, and run experiments on them.

        In a grid of numbers, choose which to include so that every row and column adds up to its target. Puzzle text:
        the column targets on the first line, then a line for each row, its target and its numbers. A blank line between
        puzzles; # starts a comment. Commands without the name of a puzzle before them are for Rullos; show draws
        puzzles of any kind.
        """
        if verbose:
            show_log()
        asked_for.set(context.invoked_subcommand if context.invoked_subcommand in groups else UNNAMED)

    groups = {UNNAMED: rullo}
    for puzzle in puzzles():
        modules = modules_of(puzzle, "commands")
        if puzzle != UNNAMED:
            commands_of, text = modules[0].COMMANDS, modules[0].__doc__
            epilog = examples(f"rullo {puzzle} {commands_of[0].name} --help") if commands_of else None
            groups[puzzle] = click.Group(puzzle, help=text, epilog=epilog)
            rullo.add_command(groups[puzzle])
        for module in modules:
            for subcommand in module.COMMANDS:
                groups[puzzle].add_command(subcommand)
    for declaration in declarations().values():
        *group, _ = declaration.name.split()
        groups[group[0] if group else UNNAMED].add_command(command_of(declaration))
    shared = {name: subcommand for name, subcommand in rullo.commands.items() if name not in groups}
    parts = "Solve, rate and generate Rullos, the default puzzle."
    rullo.add_command(
        click.Group(UNNAMED, shared, help=parts, epilog=examples("rullo rullo generate", "rullo generate"))
    )
    for subcommand in (sweep, figures, notebook, lab, site, compile_kernels, cache):
        rullo.add_command(subcommand)
    return rullo


def main() -> NoReturn:
    """Run the command."""
    try:
        from rullo_core.cli.errors import answer

        rullo = command()
    except KeyboardInterrupt:
        sys.exit("rullo: stopped")
    answer(rullo)


if __name__ == "__main__":
    main()
