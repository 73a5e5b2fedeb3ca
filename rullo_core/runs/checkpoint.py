"""The shards that a run has finished, on disk, so that the same command continues where it stopped.

Beside the dataset to be written is a folder, ``<name>.shards``, and in it one for each experiment that was started
under that name, with a file for each finished shard: a line that identifies it, with its checksum, and the result. They
are deleted when the dataset is written.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from contextlib import suppress
from pathlib import Path

from rullo_core.files import written_whole
from rullo_core.terminal import warn

MOST_ATTEMPTS = 100
"""The number of attempts to write a shard before the folder is given up."""


class FinishedShards:
    """Files of finished shards, for any number of processes; identity names all that the results depend on."""

    def __init__(self, dataset: Path, identity: str) -> None:
        self.identity = identity
        self.parent = dataset.with_name(dataset.name.removesuffix(".parquet") + ".shards")
        self.folder = self.parent / hashlib.sha256(self.identity.encode()).hexdigest()[:16]

    def path(self, number: int) -> Path:
        """Return the path of the shard with this number."""
        return self.folder / f"{number:06}.shard"

    def read(self, number: int, shard: object) -> bytes | None:
        """Return the result of a shard; None if it is not there, or damaged, which is reported on standard error."""
        path = self.path(number)
        try:
            head, _, data = path.read_bytes().partition(b"\n")
        except FileNotFoundError:
            return None
        if head != self._head(shard, data):
            warn(f"{path}: is damaged; its puzzles are counted again")
            return None
        return data

    def write(self, number: int, shard: object, data: bytes) -> None:
        """Write the result of a shard, whole or not at all."""
        for attempt in range(MOST_ATTEMPTS):
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                with written_whole(self.path(number), on_disk=False) as temporary:  # its checksum tells
                    temporary.write_bytes(self._head(shard, data) + b"\n" + data)
                return
            except (FileNotFoundError, FileExistsError):
                # A process with the same command has just finished, and removes the folder.
                if attempt + 1 == MOST_ATTEMPTS:
                    raise
                time.sleep(0.01)

    def remove(self) -> None:
        """Remove the files; another process that works on the same shards continues without them."""
        shutil.rmtree(self.folder, ignore_errors=True)
        with suppress(OSError):  # never made, or shards of another experiment are in it
            self.parent.rmdir()

    def _head(self, shard: object, data: bytes) -> bytes:
        sha256 = hashlib.sha256(data).hexdigest()
        return json.dumps({"of": self.identity, "shard": repr(shard), "sha256": sha256}).encode()
