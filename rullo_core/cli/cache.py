"""The command that shows the folder of compiled kernels, and empties it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import click

from rullo_core import paths
from rullo_core.cli.options import examples
from rullo_core.files import remove_left
from rullo_core.terminal import say


@click.command(epilog=examples("rullo cache", "rullo cache --empty"))
@click.option("--empty", is_flag=True, help="Remove all compiled kernels; they are compiled again when needed.")
def cache(empty: bool) -> None:
    """Show where compiled kernels are stored, and their size.

    Temporary files of killed runs are removed.

    The latter are temporary folders of compiled kernels, and temporary files in the data folder and in the folders
    there. What a running process still uses stays.
    """
    # Imported here: it needs numpy, for which other commands do not wait.
    from rullo_core.compiled.storage import remove_temporary, root

    folder = root()
    kernels = [kernel for kernel in folder.glob("kernels-*") if kernel.is_dir() and not kernel.is_symlink()]
    size = sum(path.lstat().st_size for kernel in kernels for path in kernel.rglob("*"))
    if empty:
        for kernel in kernels:
            shutil.rmtree(kernel)
    say(f"{folder}: {size / 1e6:.1f} MB of compiled kernels{', removed' if empty else ''}")
    leftovers = [path for place, *_ in os.walk(paths.DATA) for path in remove_left(Path(place))]
    for path in (*remove_temporary(), *leftovers):
        say(f"{path}: left by a killed run, removed")
