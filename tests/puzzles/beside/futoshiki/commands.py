"""Futoshiki: each digit once in every row and column, and signs of order between neighbours."""

from __future__ import annotations

import click

from rullo_core.cli import verbs
from rullo_core.cli.options import COUNT, SEED, examples
from rullo_core.futoshiki.api import API

PUZZLES = "futoshiki.txt"


@click.command(epilog=examples("rullo futoshiki generate --size 4x4"))
@click.option("--size", default="5x5", show_default=True, help="Size of the puzzles, from 2x2 to 9x9, e.g. --size 4x4.")
@click.option("--count", type=COUNT, default=1, show_default=True, help="Number of puzzles, from 1, e.g. --count 4.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="The same seed gives the same puzzles.")
def generate(size: str, count: int, seed: int) -> None:
    """Generate puzzles with one solution."""
    click.echo(API.to_text(API.generate(count, size, seed=seed)))


COMMANDS = (
    *(verb(API, "Passes go over rows, columns and signs.", PUZZLES) for verb in (verbs.solve, verbs.hint, verbs.rate)),
    generate,
)
