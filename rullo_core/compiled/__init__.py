"""What every kernel stands on: how it is compiled, random words, sets of cells as bits, hashing.

The one place that decides how kernels are compiled, and where the compiled code is kept. A kernel says a definition
again that stands elsewhere to be read, for speed. Nothing but numba and numpy, and no files below this package;
everything goes in and out as numpy arrays and integers.
"""

import hashlib
import tempfile
from pathlib import Path

import numba
import platformdirs

PACKAGE = Path(__file__).parent.parent


def source_hash(puzzle: str = "*") -> str:
    """Name the exact source of kernels: numba's own cache does not notice an edit in an imported kernel.

    Parameters
    ----------
    puzzle : str
        Whose kernels, beside those that all puzzles share, and whose experiments, which say what kernels are given;
        every puzzle's kernels unless given.
    """
    digest = hashlib.sha256()
    of_puzzle = [f"{puzzle}/kernels"] + [f"{puzzle}/experiments"] * (puzzle != "*")
    for folder in ("compiled", "constraints/kernels", *of_puzzle):
        for path in sorted(PACKAGE.glob(f"{folder}/*.py")):
            digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder() -> Path:
    """A folder that can be written: else numba would fall back to one that does not tell sources apart."""
    name = f"kernels-{source_hash()}"
    for root in (numba.config.CACHE_DIR, platformdirs.user_cache_dir("rullo"), tempfile.gettempdir() + "/rullo"):
        try:
            folder = Path(root or "") / name
            if root:
                folder.mkdir(parents=True, exist_ok=True)
                with tempfile.TemporaryFile(dir=folder):
                    return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix=name))


numba.config.CACHE_DIR = str(_cache_folder())


def are_compiled() -> bool:
    """Whether compiled kernels of this very source are on disk."""
    return any(Path(numba.config.CACHE_DIR).iterdir())


kernel = numba.njit(cache=True, nogil=True, error_model="numpy")
"""Compile a function on first use, keep it on disk, and let other threads run beside it."""
