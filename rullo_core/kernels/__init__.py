"""Numba kernels: the definitions of `rullo_core.solver` said again, for speed.

The one place that decides how kernels are compiled, and where the compiled code is kept. No pandas, no matplotlib and
no files below this package; everything goes in and out as numpy arrays and integers.
"""

import hashlib
import tempfile
from pathlib import Path

import numba
import platformdirs


def source_hash() -> str:
    """Name the exact source of all kernels: numba's own cache does not notice an edit in an imported kernel."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
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
