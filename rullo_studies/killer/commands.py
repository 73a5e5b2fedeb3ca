"""Commands for Killer Sudokus beside those of the library."""

from __future__ import annotations

import click

from rullo_core.cli.options import SEED, examples, seconds_option
from rullo_core.limits import SECONDS
from rullo_core.progress import waiting
from rullo_core.terminal import show_lines


@click.command(epilog=examples("rullo killer menu"))
@click.option("--seed", type=SEED, default=1, show_default=True,
              help="Random seed of the puzzles that are generated, from 0 to 2^64 - 1, e.g. --seed 7.")  # fmt: skip
@seconds_option(SECONDS, "Search a typed puzzle for solutions for this many seconds, more than 0, e.g. --seconds 600.")
def menu(seed: int, seconds: float) -> None:
    """Generate or enter a puzzle as in M. Gordon's program.

    A puzzle is entered cage by cage, until the input ends.
    """
    from rullo_studies.killer.gordon.menu import talk

    def ask(question: str) -> str:
        with waiting():
            return input(question)

    for paragraph in talk(ask, seed, seconds):
        show_lines(paragraph)


COMMANDS = (menu,)

TRIALS = (
    "study --count 2 --out {out}",
    "study --count 2 --method repaired --cages 28-34 --out {out}",
    "study --count 2 --method unique --out {out}",
)
"""Common commands on tiny inputs, for whose kernels `rullo_core.cli.compiling` runs them."""
