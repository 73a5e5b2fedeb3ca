"""The reference of all commands: `docs/reference/commands.md`, made from the commands themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc

import click

from rullo_core.cli.options import examples
from rullo_core.terminal import write

INTRODUCTION = """\
# Commands

Every command with its arguments and options, as `--help` shows them. The commands without the name of a puzzle are for
Rullos; with `rullo` before them, such as `rullo rullo generate`, they do the same."""


@click.command(hidden=True, epilog=examples("rullo commands"))
@click.pass_context
def commands(context: click.Context) -> None:
    """Print the reference of all commands as Markdown."""
    write(page_of(context.find_root().command))


def page_of(root: click.Command) -> str:
    """Return the page of a command and of all that it consists of, as Markdown."""
    return "\n\n".join([INTRODUCTION, *(_section(context) for context in _contexts(root))])


def _contexts(root: click.Command, parent: click.Context | None = None) -> Iterator[click.Context]:
    """Yield a context for each command: first one that is not a group, then groups with theirs."""
    context = click.Context(root, parent, info_name=root.name, **root.context_settings)
    yield context
    if isinstance(root, click.Group):
        parts = [part for part in root.commands.values() if not part.hidden and part.name != root.name]
        for part in sorted(parts, key=lambda part: (isinstance(part, click.Group), part.name or "")):
            yield from _contexts(part, context)


def _section(context: click.Context) -> str:
    """Return what a command does, how it is called, and a list of its options."""
    command = context.command
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    parts = [f"## {context.command_path}", f"    {usage}", _text(command.help)]
    # An argument has no help of its own: the usage shows its name, and the help of the command explains it.
    records = [one.get_help_record(context) for one in command.get_params(context)]
    parts.append("\n".join(f"- `{names}`: {_text(said)}" for names, said in filter(None, records) if said))
    if command.epilog:
        lines = [line.strip() for line in cleandoc(command.epilog).splitlines()]
        parts.append("\n".join(["```sh", *(line for line in lines if line.startswith("rullo ")), "```"]))
    return "\n\n".join(filter(None, parts))


def _text(said: str | None) -> str:
    """Return a text of help with options as code, and without what tells click how to wrap it."""
    plain = cleandoc(said or "").replace("\b\n", "")
    words = re.split(r"(`[^`]*`)", plain)  # what is code already stays as it is
    words[::2] = [
        re.sub(r"(?<![\w-])(--?[a-z][\w-]*)", r"`\1`", part).replace("<", "\\<").replace("*", "\\*")
        for part in words[::2]
    ]
    return "".join(words)
