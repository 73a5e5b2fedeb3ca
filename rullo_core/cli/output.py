"""How commands tell a puzzle: in text, its name above it and a line between two; in JSON with its name."""

from __future__ import annotations

import sys
from typing import Any

import click
from tqdm import tqdm

FORMAT = click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)


def named(name: str) -> dict[str, Any]:
    """How a line of JSON about a puzzle begins."""
    return {"name": name} if name else {}


def echo_puzzle(number: int, name: str, text: object) -> None:
    """Write a puzzle, or what is said of it, the first with number 0; while progress may be shown."""
    head = f"# {name}\n" if name else ""
    between = "\n" if number else ""
    tqdm.write(f"{between}{head}{text}", file=sys.stdout)
