"""Wrong texts, and what each reader says of them: what, where, and how to mend it.

`python -m tests.refusals` writes the file anew; read what has changed in it before it is kept.
"""

import gzip
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from rullo_core import declaration, parameters
from rullo_core.errors import BadInput
from rullo_core.rullo.request import Request
from tests.player import scripts
from tests.strict.mutations import mutations_of
from tests.strict.readers import READERS
from tests.strict.site import NOT_OFFERED, PAGE_TEXTS

FILE = Path(__file__).with_name("refusals.jsonl.gz")
"""In each line a reader, a text, and what the reader says of it."""

LONGEST, TIMES = 160, 2000
"""How long a text may be, and how many are drawn for a reader."""

ON_PAGES = """
const [kind, texts] = given;
console.log(JSON.stringify(texts.map((text) => {
  try {
    const { editing, reader } = kinds_js.kinds[kind];
    reader(editing.toText(exchange_js.imported(kind, text)));
    return "";
  } catch (error) {
    return error.message;
  }
})));
"""


@dataclass(frozen=True)
class Reader:
    """What a reader says of each of some texts, "" of those that it reads; texts to begin with."""

    messages_of: Callable[[list[str]], list[str]]
    seeds: tuple[str, ...]


def in_python(read, *seeds):
    """A reader of Python; what it says ends with the place."""

    def said_of(text):
        try:
            read(text)
        except BadInput as error:
            return f"{error} (line {error.line}, column {error.column})"
        return ""

    return Reader(lambda texts: list(map(said_of, texts)), seeds)


def on_pages(kind, seeds):
    """The reader of the pages for makers."""
    return Reader(lambda texts: scripts.run(ON_PAGES, kind, texts), seeds)


ALL_READERS = {
    **{
        name: in_python(lambda text, read=reader.read: read(text, "text"), *reader.seeds)
        for name, reader in READERS.items()
    },
    "size": in_python(parameters.parse_size, "12x34"),
    "range": in_python(parameters.parse_range, "{1-3,7,-2}"),
    "count": in_python(parameters.parse_count, "1_000e3"),
    "seed": in_python(parameters.parse_seed, "123"),
    "probability": in_python(declaration.parameters(Request)["included"].read, "0.25"),
    **{
        f"{name}, on pages": on_pages(page.kind, page.seeds)
        for name, page in PAGE_TEXTS.items()
        if name not in NOT_OFFERED
    },
}
"""By name."""


def advice(message):
    """How a message says to mend a text, without numbers and what it quotes."""
    return re.sub(r"\(line.*|'[^']*'|[\d,]+", "", message.rpartition(": ")[2].rpartition(";")[2])


def shortest(reader, name):
    """Of the texts that are refused with an advice, the two shortest, and their messages."""
    texts = sorted(
        {text for text in mutations_of(reader.seeds, name, TIMES) if len(text) <= LONGEST},
        key=lambda text: (len(text), text),
    )
    by_advice = {}
    for text, message in zip(texts, reader.messages_of(texts), strict=True):
        if message and len(pairs := by_advice.setdefault(advice(message), [])) < 2:
            pairs.append((text, message))
    return sorted(chain.from_iterable(by_advice.values()))


def read_records():
    """The texts of the file and what was said of them, by reader."""
    by_reader = {}
    for line in gzip.decompress(FILE.read_bytes()).decode().splitlines():
        name, text, message = json.loads(line)
        by_reader.setdefault(name, []).append((text, message))
    return by_reader


if __name__ == "__main__":
    lines = [json.dumps([name, *pair]) for name, reader in ALL_READERS.items() for pair in shortest(reader, name)]
    FILE.write_bytes(gzip.compress("\n".join(lines).encode(), mtime=0))
