"""The commands that open the notebooks, execute one, and write all of them as web pages."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import platformdirs

from rullo_core.cli.errors import give_up
from rullo_core.cli.options import Readable, examples
from rullo_core.extras import require
from rullo_core.files import folder_beside
from rullo_core.paths import DATA, IS_CHECKOUT, ROOT, SHIPPED
from rullo_core.terminal import say, warn

FIRST = "notebooks/family/00-try-it.ipynb"
"""The notebook that `lab` opens."""


@click.command(context_settings={"ignore_unknown_options": True}, epilog=examples("rullo lab --no-browser"))
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="[JUPYTER_OPTIONS]...")
def lab(options: tuple[str, ...]) -> None:
    """Open JupyterLab on the first of the notebooks.

    JUPYTER_OPTIONS are options of JupyterLab, such as --no-browser. An installed package opens copies of the notebooks
    that it brings, in the folder rullo among the user's documents; what was changed there stays.
    """
    require("lab")
    folder = SHIPPED if IS_CHECKOUT else platformdirs.user_documents_path() / "rullo"
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with folder_beside(folder) as temporary:
            shutil.copytree(SHIPPED, temporary / "rullo").rename(folder)  # whole, or not at all
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    # Served from the folder above the notebooks, for their links to pages in docs.
    places = [f"--notebook-dir={folder}", f"--LabApp.default_url=/lab/tree/{FIRST}"]
    command = [sys.executable, "-m", "jupyterlab", *places]
    if getattr(os, "geteuid", lambda: 1)() == 0 and "--allow-root" not in options:
        warn("JupyterLab runs as root, as you do, with --allow-root")
        command.append("--allow-root")
    command += options
    environment = os.environ | {"PYTHONPATH": paths, "RULLO_DATA": str(DATA)}
    if sys.platform == "win32":  # where the command would end at once, and spaces in names would part them
        sys.exit(subprocess.run(command, env=environment, check=False).returncode)
    # In place of this process, so that whatever ends the command ends JupyterLab.
    os.execve(sys.executable, command, environment)


@click.command(epilog=examples("rullo site build/site"))
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def site(folder: Path) -> None:
    """Write the notebooks and the README as web pages.

    The pages in FOLDER work without a network.
    """
    require("site")
    from rullo_core.reports.site import build

    say(f"{folder}: {len(build(folder))} pages; open {folder / 'index.html'} in a browser")


@click.command(epilog=examples("rullo notebook notebooks/rullo/04-census-3x3.ipynb build/census.ipynb -p values 1-3"))
@click.argument("notebook", type=Readable(exists=True))
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@click.option("-f", "--parameters", "file", type=click.Path(path_type=Path, exists=True, dir_okay=False),
              help="Take parameters from this YAML file, e.g. -f parameters.yaml.",
              show_default="the parameters in the notebook")  # fmt: skip
@click.option(
    "-p",
    "given",
    type=(str, str),
    multiple=True,
    metavar="NAME VALUE",
    help="Set a parameter to a number, a list or text, e.g. -p height 3 or -p sides '[2, 3]'; may be given several "
    "times.",
    show_default="the value in the notebook",
)
def notebook(notebook: Path, out: Path, file: Path | None, given: tuple[tuple[str, str], ...]) -> None:
    """Execute NOTEBOOK into OUT, or into itself.

    Nothing is written unless the whole notebook runs.
    """
    require("notebooks")
    from rullo_core.reports.notebook import NotebookFailed, execute, parse_value, read_parameters

    try:
        execute(notebook, out, read_parameters(file) | {name: parse_value(name, value) for name, value in given})
    except NotebookFailed as error:
        give_up(str(error), 1)
    say(f"{out}: executed")
