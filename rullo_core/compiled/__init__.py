"""What every kernel builds on: compiler options, random numbers, sets of cells as bits, hashing.

Only this module decides how kernels are compiled and where the compiled code is stored. A kernel repeats, for speed, a
definition that a readable module gives. Kernels import only numba, numpy and this package; their arguments and results
are numpy arrays and integers. A `stop` among them is a uint8[1] that another thread sets to end the work at once; the
result then has no meaning.
"""

import gc
import hashlib
import tempfile
from pathlib import Path

import numba
import numpy as np
import platformdirs
from numba.core.types.containers import BaseTuple
from numba.core.types.npytypes import Array
from numba.extending import intrinsic

SELDOM = 100_000, 20, 100
"""Thresholds of Python's garbage collector. Compilation creates millions of small objects that stay alive; with the
default thresholds, scanning them takes about 5 % of the time."""

if 0 < gc.get_threshold()[0] < SELDOM[0]:  # 0 means that the collector is switched off
    gc.set_threshold(*SELDOM)

PACKAGE = Path(__file__).parent.parent


def source_hash() -> str:
    """Hash the source of all kernels, because numba's own cache misses edits of an imported kernel."""
    digest = hashlib.sha256()
    for folder in ("compiled", "constraints/kernels", "*/kernels"):
        for path in sorted(PACKAGE.glob(f"{folder}/**/*.py")):
            digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder() -> Path:
    """Return a writable folder for compiled kernels; numba's own fallback mixes different versions of the source."""
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
    """Return whether kernels compiled from exactly this source are on disk."""
    return any(Path(numba.config.CACHE_DIR).iterdir())


kernel = numba.njit(cache=True, nogil=True, error_model="numpy")
"""Compile a function on first use, cache it on disk, and release the interpreter lock while it runs.

numba compiles a function again for each literal number among its arguments, so constants that are passed to kernels
are numpy numbers.
"""

inner = numba.njit(cache=True, nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
"""Like `kernel`, for functions that only kernels call: no wrappers for Python objects are compiled."""

inlined = numba.njit(cache=True, nogil=True, error_model="numpy", inline="always")
"""Like `kernel`, but inlined at each call: for the innermost functions, which take many arrays."""

NO_LIMIT = np.int64(2**62)
"""In place of a limit, such as one of nodes."""


@intrinsic
def uncounted(typing, value):
    """Return an array, or a tuple of arrays, without reference counting.

    A function that receives an array increments its reference count and decrements it at the end, which can take
    longer than the function's own work. The caller keeps the array alive, so the kernel need not count. With all inner
    calls inlined as well, filtering a line of a large board took 44 ns instead of 204 ns.
    """

    def build(context, builder, signature, arguments):
        return _without_owner(context, builder, value, arguments[0])

    return value(value), build


def _without_owner(context, builder, kind, value):
    if isinstance(kind, Array):
        array = context.make_array(kind)(context, builder, value)
        array.meminfo = array.meminfo.type(None)
        array.parent = array.parent.type(None)
        return array._getvalue()
    if isinstance(kind, BaseTuple):
        parts = [_without_owner(context, builder, part, builder.extract_value(value, i)) for i, part in enumerate(kind)]
        return context.make_tuple(builder, kind, parts)
    return value
