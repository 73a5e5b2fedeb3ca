"""Which command makes a dataset that is not there: one of those that `make data` makes."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rullo_core.datasets.store import NoDataset
from rullo_core.errors import BadInput
from rullo_core.paths import CHECKSUMS
from rullo_core.runs.registry import declaration


def command_for(path: Path) -> str:
    """Return the command that makes the dataset of this name, with what differs from defaults; "" if none is known.

    The datasets with a known checksum are those that notebooks and figures need; of two with the same name, the first.
    """
    for dataset in json.loads(CHECKSUMS.read_text(encoding="utf-8")) if CHECKSUMS.exists() else []:
        experiment = declaration(dataset["experiment"])
        options = {key: key.option(dataset["parameters"]).partition(" ")[2] for key in experiment.keys}
        changes = {key: text for key, text in options.items() if text and text != key.default_text}
        if experiment.make({key.name: key.take(text) for key, text in changes.items()}).stem == path.stem:
            words = [word for key, text in changes.items() for word in (key.flag, text)]
            return shlex.join(["rullo", *experiment.name.split(), *words, "--out", str(path)])
    return ""


@contextmanager
def naming_the_command() -> Iterator[None]:
    """Say of a dataset that is not there which command makes it."""
    try:
        yield
    except NoDataset as error:
        command = command_for(error.path)
        raise BadInput(f"{error.path}: there is no such file; make it with: {command}") if command else error from None
