"""Words that docs/glossary.md lists as not to use appear nowhere that a user reads: one term for one thing."""

import ast
import json
import re

import click
import pytest

from rullo_core import __main__ as front
from rullo_core.paths import NOTEBOOKS, ROOT

PAGE = ROOT / "docs" / "glossary.md"

MODULES = sorted(ROOT.glob("rullo_*/**/*.py"))


def rows():
    """Term and words not to use of each row of the glossary's tables."""
    lines = [line for line in PAGE.read_text().splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line[1:-1].split("|")] for line in lines]
    return [
        (term, [word.strip() for word in words.split(",") if word.strip()])
        for term, _, words in cells
        if term not in ("Term", "---")
    ]


NOT_TO_USE = [word for _, words in rows() for word in words]

PATTERN = re.compile(rf"\b({'|'.join(map(re.escape, NOT_TO_USE))})\b", re.IGNORECASE)


def found_in(text):
    """Words not to use in a text, each with what stands around it."""
    return [text[max(0, match.start() - 40) : match.end() + 40] for match in PATTERN.finditer(text)]


def names_defined(tree):
    """Names of classes, functions, parameters and fields, underscores as spaces."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        if isinstance(node, ast.arg):
            yield node.arg
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def messages(tree):
    """The constant parts of what errors are raised with."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            for part in ast.walk(node.exc):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


def commands(command=None, name="rullo"):
    """Each command by its name, groups included."""
    command = front.command() if command is None else command
    yield name, command
    if isinstance(command, click.Group):
        for part in command.list_commands(click.Context(command)):
            yield from commands(command.get_command(click.Context(command), part), f"{name} {part}")


def outputs(cell):
    """The texts that a cell of a notebook shows."""
    for output in cell.get("outputs", []):
        data = output.get("data", {}) | {"stream": output.get("text", "")}
        for kind, text in data.items():
            if kind.startswith("text/") or kind == "stream":
                yield re.sub(r"<[^>]*>|data:[^\"]*", " ", "".join(text))


def test_the_table_can_be_read():
    terms = [term for term, _ in rows()]
    assert len(terms) == len(set(terms)) > 25
    assert {"wish", "chance", "told", "settled"} <= set(NOT_TO_USE)
    assert found_in("What it was Told.") == ["What it was Told."]
    assert not found_in("a stolen goldfish")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_names_and_errors(path):
    tree = ast.parse(path.read_text())
    names = {path.stem, *names_defined(tree)}
    assert not [name for name in names if found_in(re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name))]
    assert not [text for message in messages(tree) for text in found_in(message)]


def test_help():
    texts = {
        name: " ".join([command.help or "", *(getattr(option, "help", None) or "" for option in command.params)])
        for name, command in commands()
    }
    assert len(texts) > 25
    assert not {name: found_in(text) for name, text in texts.items() if found_in(text)}


@pytest.mark.parametrize(
    "page",
    [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "paper").glob("paper.*"))],
    ids=lambda page: page.name,
)
def test_pages(page):
    assert page == PAGE or not found_in(page.read_text())


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*/*.ipynb")), ids=lambda path: path.stem)
def test_notebooks(path):
    cells = json.loads(path.read_text())["cells"]
    texts = [text for cell in cells for text in ("".join(cell["source"]), *outputs(cell))]
    assert len(texts) > 3
    assert not [around for text in texts for around in found_in(text)]
