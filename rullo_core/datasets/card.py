"""Cards of datasets: where the data come from and what their columns mean, as Markdown beside the Parquet file."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rullo_core.datasets.circumstances import circumstances
from rullo_core.escaping import as_markdown, as_yaml
from rullo_core.files import written_whole

LICENCE = "MIT"
"""The licence of this project, which covers what it generates."""


@dataclass(frozen=True)
class Column:
    """A column of a table: its name, type and meaning."""

    name: str
    type: str
    meaning: str = ""


@dataclass(frozen=True)
class Card:
    """The description of a dataset; `files` are all its files, `checks` are checksums of their contents."""

    title: str
    text: str
    parameters: Mapping[str, Any]
    columns: Sequence[Column]
    files: Sequence[Path]
    checks: Mapping[str, str]
    run: Mapping[str, Any]


def path_of_card(path: Path) -> Path:
    """Return the path of the card of a dataset."""
    return path.with_name(f"{path.name.removesuffix('.parquet')}.card.md")


def write_card(path: Path, card: Card, data_path: Path) -> None:
    """Write the card of a dataset that is written under another name yet: so none is ever there without its card."""
    origin = circumstances()
    made_by = f"RULLO {origin['versions']['rullo']}"
    if origin["commit"]:
        made_by += f", commit {origin['commit']}"
    run = {**card.run, "processor": origin["processor"], "versions": origin["versions"]}
    run["date"] = datetime.now(UTC).isoformat(timespec="seconds")
    checks = {**card.checks, **{file.name: file_digest(data_path if file == path else file) for file in card.files}}
    lines = [
        "---",
        f"license: {LICENCE.lower()}",
        f"pretty_name: {as_yaml(card.title)}",
        "tags: [puzzles]",
        "---",
        "",
        f"# {as_markdown(card.title)}",
        "",
        card.text,
        "",
        f"**Source.** {made_by}. **Licence.** {LICENCE}.",
        "",
        "## Parameters",
        "",
        "They determine the data, on any machine and with any number of threads.",
        "",
        *_table(("Parameter", "Value"), [(as_markdown(name), _text(value)) for name, value in card.parameters.items()]),
        "",
        "## Columns",
        "",
        *_table(
            ("Column", "Type", "Meaning"),
            [(f"`{column.name}`", column.type, column.meaning) for column in card.columns],
        ),
        "",
        "## Checksums",
        "",
        *_table(("SHA-256 of", "Value"), [(as_markdown(name), f"`{value}`") for name, value in checks.items()]),
        "",
        "## Run",
        "",
        *_table(("", ""), [(as_markdown(name), _text(value)) for name, value in run.items()]),
    ]
    with written_whole(path_of_card(path)) as temporary:
        temporary.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]


def _text(value: Any) -> str:
    """Return a value in a cell of a table, where a bar would end it."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return as_markdown(text)


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def digest_in_card(path: Path) -> str | None:
    """Return the SHA-256 that the card beside a file has for it; None if there is no card, or nothing in it."""
    try:
        text = path_of_card(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    match = re.search(rf"^\| {re.escape(as_markdown(path.name))} \| `([0-9a-f]{{64}})` \|$", text, re.MULTILINE)
    return match and match[1]
