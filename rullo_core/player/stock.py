"""Puzzles in stock, for choices for which the scripts find none in time: a `stock.txt` in the kind's folder.

`python -m rullo_core.player.stock kakuro "9x9, crossings of entries"` generates those of a choice anew.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

from rullo_core.errors import BadInput
from rullo_core.lazy import folder_of
from rullo_core.player.kinds import kinds
from rullo_core.player.play import CHOICE_MARK

NUMBER = 100
"""Puzzles of each choice."""


def write(stock: Mapping[str, Sequence[str]], path: Path) -> None:
    """Write puzzles by choice."""
    sections = ["\n\n".join([CHOICE_MARK + choice, *texts]) for choice, texts in sorted(stock.items())]
    path.write_text("\n\n".join(sections) + "\n", encoding="utf-8", newline="\n")


def main(name: str, choice: str) -> None:
    """Generate the puzzles of a choice and write them into the stock of a kind."""
    if name not in kinds():
        raise BadInput(f"{name}: no kind of puzzle; choose one of {', '.join(kinds())}")
    kind = kinds()[name]
    choices = dict(zip((option.name for option in kind.options), choice.split(", "), strict=True))
    generated = (kind.make(choices, number) for number in range(10 * NUMBER))
    texts = tuple(islice((text for text in generated if text is not None), NUMBER))
    write({**kind.stock, choice: texts}, folder_of(name) / "stock.txt")


if __name__ == "__main__":
    main(*sys.argv[1:])
