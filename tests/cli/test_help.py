"""Help texts: whole sentences that stand alone, and examples that can be typed as they stand."""

import re
import shlex

import click
import pytest

from rullo_core.__main__ import command

NOT = re.compile(
    r"^(How many|Which series|Of|As|So)\b|\b(target-sums?|hints? (across|down)|makers?|wish|chance|looked into|"
    r"gone through|halts?|settles?|settled|reveals?)\b"
)
"""Words of our own where there is one that everybody knows, and beginnings that do not stand alone."""

CHEAP = re.compile(
    r"rullo( (kakuro|killer|sudoku))? (solve|hint|rate|grade|show|convert|combinations)\b.*"
    r"|rullo (generate|hardest) .*|rullo rullo generate"
    r"|rullo kakuro (layout|generate --size 6x6|hardest|census|reduce).*"
    r"|rullo killer (generate --size 6|hardest).*|rullo sudoku (fill|generate --symmetry|hardest).*"
    r"|rullo census .*|rullo sudoku dig .*|rullo kakuro repair .*|rullo \w+ \w+ --help"
)
"""Examples that take no more than a minute once everything is compiled."""

SLOW = re.compile(r"rullo sudoku (hardest|(solve|hint|show)\b.*pytudes).*|rullo killer (hint|show .*--solution).*")
"""Those of them that take more than some seconds."""


def walk(group, path=("rullo",)):
    yield " ".join(path), group
    if isinstance(group, click.Group) and path != ("rullo", "rullo"):  # which has some of the same
        for name, member in group.commands.items():
            yield from walk(member, (*path, name))


COMMANDS = dict(walk(command()))

OPTIONS = {
    f"{name} {option.opts[0]}": option
    for name, member in COMMANDS.items()
    for option in member.params
    if isinstance(option, click.Option) and not option.hidden
}


def first_of(text):
    """The first paragraph of a help text, on one line."""
    return " ".join(text.split("\n\n")[0].split())


def check(text):
    assert text[0].isupper(), text
    assert text.endswith("."), text
    assert len(text.split()) >= 3, text
    assert not NOT.search(text), text


def help_of(name):
    member = COMMANDS[name]
    # With the names that the help has everywhere: a command keeps those of its first context.
    return member.get_help(click.Context(member, info_name=name, **command().context_settings))


def examples_of(name):
    return [line.strip() for line in help_of(name).splitlines() if line.strip().startswith("rullo ")]


EXAMPLES = sorted({line for name in COMMANDS for line in examples_of(name)})


def test_all_commands_are_walked():
    assert {
        "rullo",
        "rullo solve",
        "rullo rullo",
        "rullo killer menu",
        "rullo sudoku study",
        "rullo sweep",
    } <= set(COMMANDS)
    assert len(OPTIONS) > 100
    assert sum(map(bool, map(CHEAP.fullmatch, EXAMPLES))) > 35


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_is_a_sentence_and_has_an_example(name):
    member = COMMANDS[name]
    assert member.help, name
    if isinstance(member, click.Group) and name.count(" ") == 1 and name != "rullo rullo":
        return  # the rules of a puzzle
    check(first_of(member.help))
    assert member.help.rstrip().endswith(".")
    assert any(line.startswith(name) for line in examples_of(name)), name


@pytest.mark.parametrize("name", OPTIONS)
def test_the_help_of_an_option_is_a_sentence(name):
    option = OPTIONS[name]
    assert option.help, name
    check(option.help)
    if not option.is_flag:
        assert option.show_default or option.required, name
        assert "e.g." in option.help or re.search(r"\d", option.help), name


@pytest.mark.parametrize("name", [name for name in OPTIONS if not OPTIONS[name].is_flag])
def test_values_that_a_help_names_are_accepted(name):
    """What follows the option in its own help can be read, but for files that have to be there."""
    option = OPTIONS[name]
    if getattr(option.type, "exists", False):
        return
    for flag in option.opts:
        for value in re.findall(rf"{re.escape(flag)} ('[^']+'|[^\s,;:]+)", option.help or ""):
            if option.nargs == 1:
                option.type.convert(value.rstrip(".").strip("'"), option, None)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, marks=[pytest.mark.slow] if SLOW.fullmatch(line) else [])
        for line in EXAMPLES
        if CHEAP.fullmatch(line)
    ],
)
def test_an_example_can_be_typed_as_it_stands(line, rullo, tmp_path, monkeypatch):
    """In an empty folder."""
    monkeypatch.chdir(tmp_path)
    words = shlex.split(line)[1:]
    out = [] if words[0] != "census" else ["--out", "census.parquet"]
    status, output, err = rullo(*words, *out)
    assert (status, err) == (0, "")
    assert output or "--out" in line


@pytest.mark.parametrize("name", [name for name in COMMANDS if isinstance(COMMANDS[name], click.Group)])
def test_the_list_of_commands_has_whole_sentences_in_80_columns(name):
    lines = COMMANDS[name].get_help(click.Context(COMMANDS[name], terminal_width=80)).split("Commands:")[1].splitlines()
    assert [line for line in lines if line.endswith("...")] == []
