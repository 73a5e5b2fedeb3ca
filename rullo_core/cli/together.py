"""Execute the notebooks of a list, two at a time, in forked kernels: ``python -m rullo_core.cli.together LIST``.

`make figures` does so. A line of the list has the arguments of `rullo notebook` after the name of a file, which is
touched when that notebook is executed. The list is removed when all are.
"""

from __future__ import annotations

import logging
import multiprocessing
import shlex
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import click

# The process of each kernel imports this file again: so nothing is imported here that takes long.
from rullo_core.cli.errors import answer, give_up
from rullo_core.extras import require
from rullo_core.terminal import say

AT_ONCE = 2
"""Few notebooks need all processors for long."""


@click.command()
@click.argument("path", metavar="LIST", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def execute_list(path: Path) -> None:
    """Execute the notebooks of LIST; after one that fails no other is begun."""
    require("notebooks")
    from rullo_core.reports.kernels import forking_manager
    from rullo_core.reports.notebook import NotebookFailed, execute, parse_value

    def work(line: str) -> Path:
        stamp, notebook, out, *options = shlex.split(line)
        parameters = {name: parse_value(name, value) for name, value in zip(options[1::3], options[2::3], strict=True)}
        execute(Path(notebook), Path(out), parameters, manager=forking_manager())
        Path(stamp).touch()
        return Path(out)

    lines = dict.fromkeys(path.read_text(encoding="utf-8").splitlines())
    with ThreadPoolExecutor(AT_ONCE) as pool:
        try:
            for future in as_completed([pool.submit(work, line) for line in lines]):
                say(f"{future.result()}: executed")
        except NotebookFailed as error:
            give_up(str(error), 1)
        except KeyboardInterrupt:
            logging.disable()  # who waits for them would say that they died
            for kernel in multiprocessing.active_children():
                kernel.kill()
            raise
        finally:
            pool.shutdown(cancel_futures=True)
    path.unlink()


if __name__ == "__main__":
    answer(execute_list)
