"""Puzzles in stock, for choices for which the scripts find none in time: a `stock.txt` beside `playing.py`.

`python -m rullo_core.player.stock kakuro "9x9, crossings of entries"` generates those of a choice anew.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

from rullo_core.errors import BadInput

NUMBER = 100
"""Puzzles of each choice."""

HEAD = "# "
"""Begins the line with a choice, before its puzzles, which are separated by blank lines."""


def stock_beside(module: str) -> dict[str, tuple[str, ...]]:
    """Return the puzzles in stock.txt beside a module by choice; none without such a file."""
    path = Path(module).with_name("stock.txt")
    sections = path.read_text(encoding="utf-8").split(HEAD)[1:] if path.exists() else []
    parts = [[part.strip("\n") for part in section.split("\n\n")] for section in sections]
    return {choice: tuple(filter(None, texts)) for choice, *texts in parts}


def write(stock: Mapping[str, Sequence[str]], path: Path) -> None:
    """Write puzzles by choice."""
    sections = ["\n\n".join([HEAD + choice, *texts]) for choice, texts in sorted(stock.items())]
    path.write_text("\n\n".join(sections) + "\n", encoding="utf-8", newline="\n")


def main(name: str, choice: str) -> None:
    """Generate the puzzles of a choice and write them into the stock of a kind."""
    # Imported here, as each kind imports this module.
    from rullo_core.lazy import folder_of
    from rullo_core.player.kinds import kinds

    if name not in kinds():
        raise BadInput(f"{name}: no kind of puzzle; choose one of {', '.join(kinds())}")
    kind = kinds()[name]
    choices = dict(zip((option.name for option in kind.options), choice.split(", "), strict=True))
    generated = (kind.make(choices, number) for number in range(10 * NUMBER))
    texts = tuple(islice((text for text in generated if text is not None), NUMBER))
    write({**kind.stock, choice: texts}, folder_of(name) / "stock.txt")


if __name__ == "__main__":
    main(*sys.argv[1:])
