"""Where compiled kernels are stored, and whether any are: known before the compiler is loaded, which takes a while."""

import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import platformdirs

from rullo_core.interpreted import asked_for, show_on_terminal

PACKAGE = Path(__file__).parent.parent

ROOT = os.environ.get("NUMBA_CACHE_DIR")
"""Where the environment variable NUMBA_CACHE_DIR says, if it is set."""


def kernel_hash(part: str) -> str:
    """Hash the source that the kernels of a puzzle depend on; numba's own cache misses edits of imported kernels."""
    digest = hashlib.sha256()
    own = f"{part}/kernels" if (PACKAGE / part).is_dir() else "*/kernels"  # tests call kernels of all puzzles
    for folder in ("compiled", "constraints/kernels", own):
        for path in sorted(PACKAGE.glob(f"{folder}/**/*.py")):
            digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder(part: str) -> Path:
    """Return a writable folder for the compiled kernels of a puzzle, or for the shared ones."""
    name = f"kernels-{part}-{kernel_hash(part)}"
    for root in (ROOT, platformdirs.user_cache_dir("rullo"), tempfile.gettempdir() + "/rullo"):
        try:
            folder = Path(root or "") / name
            if root:
                folder.mkdir(parents=True, exist_ok=True)
                with tempfile.TemporaryFile(dir=folder):
                    return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix=name))


def part_of(module: str) -> str:
    """Return the folder of this package that a module is in, such as ``killer``."""
    return module.removeprefix("rullo_core.").partition(".")[0]


@contextmanager
def loading() -> Iterator[None]:
    """Show on a terminal that the compiler is loaded, if none of the kernels that a command may need is compiled."""
    kind = asked_for.get()
    if kind is None or any(cache_folder(kind).rglob("*.nbi")):
        yield
        return
    show_on_terminal(f"the kernels of {kind} are not compiled yet: loading the compiler, which takes a second")
    yield
    show_on_terminal("")
