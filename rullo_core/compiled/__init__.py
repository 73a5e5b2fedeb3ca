"""What every kernel stands on: how it is compiled, random words, sets of cells as bits, hashing.

The one place that decides how kernels are compiled, and where the compiled code is kept. A kernel says a definition
again that stands elsewhere to be read, for speed. Nothing but numba and numpy, and no files below this package;
everything goes in and out as numpy arrays and integers.
"""

import gc
import hashlib
import tempfile
from pathlib import Path

import numba
import platformdirs
from numba.core.types.containers import BaseTuple
from numba.core.types.npytypes import Array
from numba.extending import intrinsic

SELDOM = 100_000, 20, 100
"""How often Python looks for garbage: compiling makes millions of small objects that stay, and looking through them as
often as Python does by itself takes one part in twenty of the time."""

if 0 < gc.get_threshold()[0] < SELDOM[0]:  # 0 is never
    gc.set_threshold(*SELDOM)

PACKAGE = Path(__file__).parent.parent


def source_hash() -> str:
    """Name the exact source of all kernels: numba's own cache does not notice an edit in an imported kernel."""
    digest = hashlib.sha256()
    for folder in ("compiled", "constraints/kernels", "*/kernels"):
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
"""Compile a function on first use, keep it on disk, and let other threads run beside it.

Where a call has a literal number, numba compiles the function once more: so constants that are handed to kernels are
numbers of numpy's.
"""

inner = numba.njit(cache=True, nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
"""The same, for what only kernels call: nothing is compiled that takes Python's objects apart."""

inlined = numba.njit(cache=True, nogil=True, error_model="numpy", inline="always")
"""The same, written out wherever it is called: for the innermost parts of a kernel, which are handed many arrays."""


@intrinsic
def uncounted(typing, value):
    """The same array, or tuple of them, of which no references are counted.

    A function that is handed an array notes that there is one more reference to it, and one less at its end, which can
    take longer than what it is called for. A kernel borrows what its caller holds on to anyway. With all that is called
    inlined, looking at a line of a large board took 44 ns so, in place of 204.
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
