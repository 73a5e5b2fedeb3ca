"""The notebooks, the README and the docs as web pages that need nothing from outside, by Sphinx.

A folder is filled with a front page, which quotes the README, followed by a table of contents; the README; the results
of the notebooks on one page and their figures and tables on another; the notebooks, by puzzle, with those in a puzzle's
own folder of the package; the docs; a reference, in which Sphinx shows the docstrings of the public names and the help
of the commands; and pages to play on (`rullo_core.player.pages`). `docs/site` has its style and the text of the front
page.
"""

from __future__ import annotations

import inspect
import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable
from copy import deepcopy
from pathlib import Path, PurePosixPath

import nbformat

from rullo_core.errors import BadInput
from rullo_core.escaping import as_html, as_yaml
from rullo_core.files import folder_beside
from rullo_core.lazy import folder_of, folders_with, public_modules
from rullo_core.paths import ROOT
from rullo_core.player.kinds import kinds
from rullo_core.player.widget import board_html
from rullo_core.puzzles.lookup import apis
from rullo_core.reports import figures
from rullo_core.reports.lightening import lighten
from rullo_core.runs.registry import UNNAMED

README = PurePosixPath("README.md")

FRONT = PurePosixPath("docs/site/front.md")
"""The text of the front page, with a line such as ``{{ board }}`` for each part that comes from elsewhere."""

PART = re.compile(r"^\{\{ (commands of )?(.+) \}\}$", re.MULTILINE)
"""A line to be replaced by a board, a section of the README, or the commands of a section."""

COLLECTIONS = {"collects them on one page": "results.md", "shows all of them on one page": "gallery.md"}
"""Words of the README about the site, and the pages that they are links to there."""

PROJECT = ("CONTRIBUTING.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md")
"""Pages beside the README."""

LINKED_PLACES = (
    "CITATION.cff",
    "LICENSE",
    "benchmarks",
    "data",
    "environment.yml",
    "figures",
    "rullo_core",
    "rullo_studies",
    "sweeps",
    "tests",
)
"""Files and folders that pages link to or show, beside other pages."""


def family() -> dict[str, str]:
    """Return the headings of folders of puzzles, in their order: what all have in common, Rullo, and then by name."""
    titles = {name: api.title for name, api in apis().items()}
    own_title = titles.pop(UNNAMED)
    return {"family": "The family", UNNAMED: own_title, **titles}


MODULE = """\
# `{module}`

```{{eval-rst}}
.. automodule:: {module}

.. autosummary::
   :nosignatures:

   {names}

{entries}
```
"""
"""The page of a public module: its docstring, a table of its names, and an entry for each of them."""

CLASS = """\
.. autoclass:: {name}
   :members:
   :inherited-members: Exception, Sequence, list
"""
"""The entry of a class, without what it has from Python's own."""

COMMANDS = """\
# Commands

Every command with its options and arguments, as `--help` shows them. The commands without the name of a puzzle are for
Rullos; with `rullo` before them, such as `rullo rullo generate`, they do the same.

```{eval-rst}
.. click:: commands:root
   :prog: rullo
   :nested: full
```
"""

ENTRY = re.compile(r"(?<=\]\()[\w./-]*\breference\.md#(rullo_[\w.]+)(?=\))")
"""A link to the entry of a public name, which stands on the page of its module."""

LINKS = "<!-- pages -->"
"""A line to be replaced by links to the pages of the reference, which only the site has."""

LONGEST_SHOWN = 300
"""The greatest number of characters that are shown of a picture's description."""

ANCHOR = re.compile(r"(?<=\]\()([\w./-]*)#([^)\s]+)(?=\))")
"""A link to a heading of a notebook."""


def build(folder: Path, root: Path = ROOT) -> list[Path]:
    """Write the site, or nothing, in place of a folder, and return its pages."""
    if not (root / README).is_file():
        raise BadInput(f"{root}: has no {README}; run it in a checkout of the project, whose pages these are")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder_beside(folder) as temporary:
        work = temporary.resolve()
        put_together(work / "source", root)
        options = ("-q", "-W", "--keep-going", "-E", "-c", str(root / "docs" / "site"), "-d", str(work / "trees"))
        command = [sys.executable, "-m", "sphinx", *options, str(work / "source"), str(work / "html")]
        process = subprocess.run(command, capture_output=True, text=True, check=False)
        if process.returncode:
            (first, *_) = re.findall(r".*(?:WARNING|ERROR|error).*", process.stderr) or [process.stderr.strip()]
            raise BadInput(f"{first.replace(str(work / 'source') + os.sep, '')}; mend it, and make the site again")
        for leftover in (".buildinfo", "objects.inv"):
            (work / "html" / leftover).unlink(missing_ok=True)
        lighten(work / "html")
        shutil.rmtree(folder, ignore_errors=True)
        (work / "html").rename(folder)
    return sorted(folder.rglob("*.html"))


def put_together(source: Path, root: Path = ROOT) -> None:
    """Lay out in a new folder all that Sphinx reads."""
    for part in ("docs", "notebooks"):
        shutil.copytree(root / part, source / part, ignore=shutil.ignore_patterns(".*", "site"))
    for name in folders_with("notebooks"):
        shutil.copytree(folder_of(name) / "notebooks", source / "notebooks" / name, dirs_exist_ok=True)
    pages = reference()
    links = "\n".join(f"* [{name}](reference/{name}.md)" for name in pages)
    for path in source.glob("docs/*.md"):
        text = ENTRY.sub(r"#\1", path.read_text(encoding="utf-8")).replace(LINKS, links)
        path.write_text(text, encoding="utf-8", newline="\n")
    (source / "docs" / "reference").mkdir()
    for name, text in pages.items():
        (source / "docs" / "reference" / f"{name}.md").write_text(text, encoding="utf-8", newline="\n")
    for path in source.glob("notebooks/*/*.ipynb"):
        _prepare(path)
    figures.write(source.glob("notebooks/*/*.ipynb"), source / "gallery")
    for name in LINKED_PLACES:
        if (root / name).exists():
            _link(source / name, (root / name).resolve())
    for name in PROJECT:
        if (root / name).is_file():
            shutil.copy(root / name, source / name)
    (source / "results.md").write_text(results(source), encoding="utf-8", newline="\n")
    (source / "gallery.md").write_text(gallery(source), encoding="utf-8", newline="\n")
    contents = [
        _contents("At a glance", ["The whole README <README>", "results", "gallery"]),
        _contents("The project", (name for name in PROJECT if (source / name).is_file())),
        *(_contents(heading, entries) for heading, entries in _notebooks(source).items()),
        _contents("Docs", (path.relative_to(source).with_suffix("").as_posix() for path in _docs(source))),
        _contents("Reference", (f"docs/reference/{name}" for name in pages)),
    ]
    text = (root / README).read_text(encoding="utf-8")
    for words, page in COLLECTIONS.items():
        text = text.replace(words, f"[{words}]({page})")
    (source / README).write_text(text, encoding="utf-8", newline="\n")
    (source / "index.md").write_text("\n".join([front(root, text), *contents]), encoding="utf-8", newline="\n")


def reference() -> dict[str, str]:
    """Return the pages of the reference by their names: one for each public module, and that of the commands."""
    pages = {}
    for module, things in public_modules().items():
        entries = (CLASS if inspect.isclass(thing) else ".. autofunction:: {name}\n" for thing in things.values())
        pages[module] = MODULE.format(
            module=module,
            names="\n   ".join(things),
            entries="\n".join(entry.format(name=name) for entry, name in zip(entries, things, strict=True)),
        )
    return pages | {"commands": COMMANDS}


def front(root: Path, readme: str) -> str:
    """Return the text of the front page, with what it takes from the README."""

    def part(match: re.Match[str]) -> str:
        only_commands, name = match.groups()
        if name == "board":
            kind = kinds()[UNNAMED]
            play = kind.read_play(kind.shelf[0], UNNAMED)
            return board_html(play, f"{kind.rules} {kind.moves}", [play.as_json()])
        section = re.search(rf"^## {re.escape(name)}\n\n(.*?)(?=^## |\Z)", readme, re.MULTILINE | re.DOTALL)
        if section is None:
            raise BadInput(f"{README}: has no section {name}, which {FRONT} quotes")
        commands = re.search(r"(?:^    .*\n)+", section[1], re.MULTILINE)
        return (commands[0] if commands and only_commands else section[1]).rstrip()

    return PART.sub(part, (root / FRONT).read_text(encoding="utf-8"))


def results(source: Path) -> str:
    """Return a page with the question of each notebook and its answer: what its cell tagged ``answer`` shows."""
    parts = ["# Results at a glance\n\nEach notebook's question and its answer, with the numbers that its data gave."]
    for heading, paths in _folders(source).items():
        parts.append(f"## {heading}")
        for path in paths:
            cells = nbformat.read(path, as_version=4).cells
            for cell in cells:
                if "answer" in cell.metadata.get("tags", []):
                    texts = [output["data"].get("text/markdown", "") for output in cell.outputs]
                    answer = "\n\n".join(filter(None, texts))
                    (question, *_) = re.findall(r"^\*\*(.+?)\*\*", cells[0].source, re.MULTILINE | re.DOTALL)
                    # Links in it are seen from the notebook's folder.
                    answer = re.sub(r"\]\((?![a-z]+:)", f"]({path.parent.relative_to(source).as_posix()}/", answer)
                    place = path.relative_to(source).as_posix()
                    parts.append(f"### [{_title(path)}]({place})\n\n*{' '.join(question.split())}*\n\n{answer}")
    return "\n\n".join(parts) + "\n"


def gallery(source: Path) -> str:
    """One page with the pictures of each notebook, small, and its tables by name, each with a link to its cell."""
    parts = ["# Figures and tables\n\nWhat the notebooks show; a click on a picture leads to where it is shown."]
    for heading, paths in _folders(source).items():
        parts.append(f"## {heading}")
        for path in paths:
            place = path.relative_to(source)
            pictures, tables = [], []
            for item in figures.items_of(nbformat.read(path, as_version=4)):
                file = f"gallery/{path.parent.name}/{path.stem}/{item.file}"
                cell = f"{place.with_suffix('.html').as_posix()}#{_anchor(item.cell)}"
                if item.file.endswith(".csv"):
                    name = as_html(_plain(item.heading))
                    tables.append(f'* <a href="{cell}">{name}</a>: [{item.file}]({file})')
                else:
                    metadata = item.cell.metadata["mystnb"]
                    alt = as_yaml(metadata["image"]["alt"])
                    options = f":figclass: small\n:loading: lazy\n:target: {cell}\n:alt: {alt}\n"
                    caption = metadata["figure"]["caption"]
                    pictures.append(f"```{{figure}} {file}\n{options}\n{caption}\n```")
            if pictures or tables:
                parts += [f"### [{_title(path)}]({place.as_posix()})", *pictures, "\n".join(tables)]
    return "\n\n".join(parts) + "\n"


def _link(place: Path, target: Path) -> None:
    """Make a link to a file or folder, or a copy where that is not allowed, as to most users of Windows."""
    try:
        place.symlink_to(target)
    except OSError:
        if target.is_dir():
            shutil.copytree(target, place)
        else:
            shutil.copyfile(target, place)


def _prepare(path: Path) -> None:
    """Fold away a notebook's imports, make links to headings and cells work, and caption and describe pictures."""
    notebook = nbformat.reads(ANCHOR.sub(_as_sphinx_has_it, path.read_text(encoding="utf-8")), as_version=4)
    notebook.cells = [part for cell in notebook.cells for part in _split_cell(cell)]
    headings = {item.cell.id: item.heading for item in figures.items_of(notebook)}
    description, cells = "", []
    for cell in notebook.cells:
        if cell.id in headings:
            cells.append(nbformat.v4.new_markdown_cell(f'<div id="{_anchor(cell)}"></div>', id=_anchor(cell)))
        cells.append(cell)
        if cell.cell_type == "markdown":
            description = _plain(cell.source) or description
            continue
        if "import rullo_core" in cell.source:
            cell.metadata["tags"] = [*cell.metadata.get("tags", []), "hide-input"]
        for output in cell.outputs:
            data = output.get("data", {})
            description = _plain(data.get("text/markdown", "")) or description
            if figures.PICTURES.keys() & data.keys():
                cell.metadata["mystnb"] = {"image": {"alt": description}, "figure": {"caption": headings[cell.id]}}
    notebook.cells = cells
    nbformat.write(notebook, path)


def _anchor(cell: nbformat.NotebookNode) -> str:
    """The anchor of a cell on a notebook's page."""
    return f"cell-{cell.id}"


def _split_cell(cell: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    """Return a cell that shows several things as a cell for each, so that each picture has a description of its own."""
    if cell.cell_type != "code" or len(cell.outputs) < 2:
        return [cell]
    parts = [cell, *(deepcopy(cell) for _ in cell.outputs[1:])]
    for number, (part, output) in enumerate(zip(parts, list(cell.outputs), strict=True)):
        part.outputs = [output]
        if number:
            part.id, part.source = f"{cell.id}-{number}", ""
            part.metadata["tags"] = ["remove-input"]
    return parts


def _plain(markdown: str) -> str:
    """Return the last paragraph of a text, without marks and links, which says what the picture after it shows."""
    paragraphs = [" ".join(part.split()) for part in re.split(r"\n\s*\n", markdown)]
    prose = [part for part in paragraphs if part and not part.startswith(("|", "~~~", "```"))]
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", prose[-1]) if prose else ""
    sentences = re.split(r"(?<=[.:!?]) (?=[A-Z0-9])", re.sub(r"[*`$]|^#+ ", "", text))
    while len(sentences) > 1 and len(" ".join(sentences)) > LONGEST_SHOWN:
        del sentences[0]
    return textwrap.shorten(" ".join(sentences), LONGEST_SHOWN, placeholder=" …")


def _as_sphinx_has_it(link: re.Match[str]) -> str:
    """Return an anchor in lower case and without punctuation; JupyterLab keeps both."""
    return link[1] + "#" + re.sub(r"[^-\w]", "", link[2].lower())


def _contents(heading: str, entries: Iterable[str]) -> str:
    return "\n".join(["```{toctree}", ":hidden:", f":caption: {heading}", "", *entries, "```", ""])


def _folders(source: Path) -> dict[str, list[Path]]:
    """Return the notebooks by heading, in their order."""
    titles = family()
    folders = sorted(path for path in (source / "notebooks").glob("*") if path.is_dir())
    folders.sort(key=lambda path: [*titles].index(path.name) if path.name in titles else -1)
    return {titles.get(folder.name, folder.name.capitalize()): sorted(folder.glob("*.ipynb")) for folder in folders}


def _notebooks(source: Path) -> dict[str, list[str]]:
    """Return entries of notebooks by heading; where several have one title, with the names of their files."""
    by_heading = {}
    for heading, paths in _folders(source).items():
        titles = [_title(path) for path in paths]
        repeated = {title for title, number in Counter(titles).items() if number > 1}
        by_heading[heading] = [
            f"{f'{title}: ' if title in repeated else ''}{path.stem[3:].replace('-', ' ')} <{name}>"
            if title in repeated
            else name
            for path, title in zip(paths, titles, strict=True)
            for name in [path.relative_to(source).with_suffix("").as_posix()]
        ]
    return by_heading


def _title(notebook: Path) -> str:
    return str(nbformat.read(notebook, as_version=4).cells[0].source).splitlines()[0].removeprefix("# ")


def _docs(source: Path) -> list[Path]:
    return sorted((source / "docs").glob("*.md"))
