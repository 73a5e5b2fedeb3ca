"""The commands that open the notebooks, execute one, and write all of them as web pages."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

import click
import platformdirs

from rullo_core.cli.errors import give_up
from rullo_core.paths import DATA, IS_CHECKOUT, ROOT, SHIPPED


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("options", nargs=-1, type=click.UNPROCESSED)
def lab(options: tuple[str, ...]) -> None:
    """Open JupyterLab on the notebooks; OPTIONS are its own, such as --no-browser.

    An installed package opens copies of those that it brings, in the folder rullo among the user's documents; what was
    changed there stays.
    """
    folder = SHIPPED if IS_CHECKOUT else platformdirs.user_documents_path() / "rullo"
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".rullo.") as beside:
            shutil.copytree(SHIPPED, Path(beside) / "rullo").rename(folder)  # whole, or not at all
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    # In place of this process, so that whatever ends the command ends JupyterLab.
    os.execve(
        sys.executable,
        [sys.executable, "-m", "jupyterlab", f"--notebook-dir={folder / 'notebooks'}", *options],
        os.environ | {"PYTHONPATH": paths, "RULLO_DATA": str(DATA)},
    )


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def site(folder: Path) -> None:
    """Write the executed notebooks and the README as web pages, which work without a network."""
    from rullo_core.reports.site import build

    click.echo(f"{folder}: {len(build(folder))} pages; open {folder / 'index.html'} in a browser")


@click.command()
@click.argument("notebook", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@click.option("-f", "--parameters", "file", type=click.Path(path_type=Path, exists=True, dir_okay=False),
              help="Parameters, as YAML.")  # fmt: skip
@click.option(
    "-p",
    "given",
    type=(str, str),
    multiple=True,
    metavar="NAME VALUE",
    help="A parameter: a number, a list such as '[2, 3]', or text, which may have several lines.",
)
def notebook(notebook: Path, out: Path, file: Path | None, given: tuple[tuple[str, str], ...]) -> None:
    """Execute a notebook into another file, or into itself: whole, or not at all."""
    # jsonschema, which checks notebooks, loads a grammar of addresses if it finds this. Notebooks have no such
    # addresses, and loading it takes longer than all else that papermill needs.
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
    from papermill.exceptions import PapermillExecutionError

    from rullo_core.reports.notebook import execute, parse_value, read_parameters

    try:
        execute(notebook, out, read_parameters(file) | {name: parse_value(name, value) for name, value in given})
    except PapermillExecutionError as error:
        give_up(f"{notebook}: cell {error.exec_count} failed, {error.ename}: {error.evalue}", 1)
    click.echo(f"{out}: executed")
