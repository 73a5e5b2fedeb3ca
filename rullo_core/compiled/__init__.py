"""What every kernel builds on: compiler options, random numbers, sets of cells as bits, hashing.

Only this module decides how kernels are compiled and where the compiled code is stored. A kernel repeats, for speed,
a definition that a readable module gives. Kernels import only numba, numpy and this package; their arguments and
results are numpy arrays and integers.
"""

import gc
import hashlib
import tempfile
from functools import cache
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

ROOT = numba.config.CACHE_DIR
"""Where the environment variable NUMBA_CACHE_DIR says, if it is set."""


def kernel_hash(part: str) -> str:
    """Hash the source that the kernels of a puzzle depend on; numba's own cache misses edits of imported kernels."""
    digest = hashlib.sha256()
    for folder in ("compiled", "constraints/kernels", f"{part}/kernels"):
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


def are_compiled(part: str) -> bool:
    """Return whether kernels of a puzzle, compiled from exactly this source, are on disk."""
    return any(cache_folder(part).iterdir())


def compiler(**options):
    """Return a decorator like `numba.njit`, with a cache for each puzzle: an edit leaves the others' alone."""

    def decorate(function):
        numba.config.CACHE_DIR = str(cache_folder(part_of(function.__module__)))
        return numba.njit(cache=True, nogil=True, error_model="numpy", **options)(function)

    return decorate


kernel = compiler()
"""Compile a function on first use, cache it on disk, and release the interpreter lock while it runs.

numba compiles a function again for each literal number among its arguments, so constants that are passed to kernels
are numpy numbers.
"""

inner = compiler(no_cpython_wrapper=True, no_cfunc_wrapper=True)
"""Like `kernel`, for functions that only kernels call: no wrappers for Python objects are compiled."""

inlined = compiler(inline="always")
"""Like `kernel`, but inlined at each call: for the innermost functions, which take many arrays."""

NO_LIMIT = np.int64(2**62)
"""In place of a limit, such as one of nodes, that there is not."""


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
