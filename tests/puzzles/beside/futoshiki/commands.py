"""Futoshiki: each digit once in every row and column, and signs of order between neighbours."""

from __future__ import annotations

import click

from rullo_core.cli.options import COUNT, SEED, read_puzzles
from rullo_core.cli.output import echo_puzzle
from rullo_core.futoshiki.puzzle import parse_puzzles


@click.command()
@click.argument("file", default="-")
def solve(file: str) -> None:
    """Solve the puzzles of a file step by step."""
    for number, puzzle in enumerate(read_puzzles(file, parse_puzzles)):
        echo_puzzle(number, puzzle.name, puzzle.steps())


@click.command()
@click.option("--size", default="5x5", show_default=True, help="Size of the puzzles.")
@click.option("--count", type=COUNT, default=1, show_default=True, help="Number of puzzles.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="The same seed gives the same puzzles.")
def generate(size: str, count: int, seed: int) -> None:
    """Generate puzzles with one solution."""
    from rullo_core.futoshiki.api import API

    click.echo(API.to_text(API.generate(count, size, seed=seed)))


COMMANDS = (solve, generate)
