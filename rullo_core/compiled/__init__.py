"""What every kernel builds on: compiler options, random numbers, annealing, sets of cells as bits, hashing.

Only this module, `parts`, `references`, `caches` and `storage` decide how kernels are compiled and where the code is
stored. A kernel repeats, for speed, a definition that a readable module gives. Kernels import only numpy, this package,
`rullo_core.constraints.kernels` and kernels of the same puzzle (`rullo_core.rullo.kernels.lines.lanes`, which makes
code of LLVM, numba as well); their arguments and results are numpy arrays and integers. A `stop` among them is a
uint8[1] that another thread sets to end the work at once; the result then has no meaning.
"""

import gc
from functools import cache, partial
from types import FunctionType, ModuleType

import numpy as np

from rullo_core.compiled.storage import loading
from rullo_core.interpreted import running, show_on_terminal
from rullo_core.limits import CLOCK, limits

with loading():
    import numba
    from numba.core import event
    from numba.core.dispatcher import Dispatcher

    from rullo_core.compiled import parts
    from rullo_core.compiled.caches import CodeCache
    from rullo_core.compiled.references import uncounted as uncounted

SELDOM = 100_000, 20, 100
"""Thresholds of Python's garbage collector. Compilation creates millions of small objects that stay alive; with the
default thresholds, scanning them takes about 5 % of the time."""

if 0 < gc.get_threshold()[0] < SELDOM[0]:  # 0 means that the collector is switched off
    gc.set_threshold(*SELDOM)

COMPILE = "_compile_for_args"
"""What numba calls for the code to run for arguments of new types."""


def compiled(function, **options):
    """Return a function that numba compiles, with a cache for each puzzle: an edit keeps those of the others."""
    dispatcher = numba.njit(nogil=True, error_model="numpy", **options)(function)
    if isinstance(dispatcher, Dispatcher):  # not if numba is told to compile nothing
        dispatcher._cache = CodeCache(function)  # type: ignore[attr-defined]
    return dispatcher


def callable_from_python(function, **options):
    """Return a compiled function that is interpreted where that is wanted; see `interpreted`."""
    dispatcher = compiled(function, **options)
    if isinstance(dispatcher, Dispatcher):
        setattr(dispatcher, COMPILE, partial(_code_for, dispatcher, getattr(dispatcher, COMPILE)))
    return dispatcher


def kernel(function):
    """Compile a function on first use, cache it on disk, and release the interpreter lock while it runs."""
    return _with_part(function, inner(function))


def inner(function, is_inlined=False):
    """Compile a function that only kernels call into these kernels; see `parts`."""
    dispatcher = compiled(function, **parts.OPTIONS)
    if isinstance(dispatcher, Dispatcher):
        parts.make_part(dispatcher, is_inlined)
    return dispatcher


def inlined(function):
    """Compile a function as `kernel` does, which is rather copied into those that call it: for the innermost ones."""
    return _with_part(function, inner(function, is_inlined=True))


def _with_part(function, part):
    dispatcher = callable_from_python(function)
    if isinstance(dispatcher, Dispatcher):
        parts.call_part(dispatcher, part)
    return dispatcher


def _code_for(dispatcher, compile_for, *args, **options):
    """Return what is called for arguments of new types: compiled code, or a Python function; see `interpreted`."""
    watch = running.get()
    if watch is None or dispatcher._cache.has_code:
        return compile_for(*args, **options)
    watch.use()
    function = interpreted(dispatcher)
    return lambda *args: _as_python(function(*args))


INSTEAD: dict[FunctionType, FunctionType] = {}
"""By the function of a kernel, one that Python runs sooner, and that returns the same."""


def instead_of(dispatcher):
    """Interpret the decorated function instead of a kernel."""

    def take(function):
        INSTEAD[getattr(dispatcher, "py_func", dispatcher)] = function
        return function

    return take


@cache
def interpreted(dispatcher):
    """Return a kernel as a Python function, which calls other kernels as Python functions, too."""
    function = INSTEAD.get(dispatcher.py_func, dispatcher.py_func)
    used = [function.__globals__.get(name) for name in function.__code__.co_names if name != "np"]
    if not any(one is uncounted or isinstance(one, Dispatcher | ModuleType) for one in used):
        return function
    names: dict[str, object] = {}
    plain = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)

    def timed(*args):
        running.get().check()  # type: ignore[union-attr]
        if not names:
            for name, value in function.__globals__.items():
                names[name] = interpreted(value) if isinstance(value, Dispatcher) else value
            names["uncounted"] = lambda value: value
        return plain(*args)

    return timed


def _as_python(value):
    """Return what compiled code returns: Python's numbers for those of numpy, in tuples, too."""
    if isinstance(value, tuple):
        return type(value)(*map(_as_python, value)) if hasattr(value, "_fields") else tuple(map(_as_python, value))
    return value.item() if isinstance(value, np.generic) else value


NO_LIMIT = np.int64(2**62)
"""In place of a limit, such as one of nodes."""


def node_limit() -> np.int64:
    """Return how many values a search may try, as kernels take it."""
    nodes = limits().nodes
    return NO_LIMIT if nodes is None else np.int64(nodes)


class _Progress(event.Listener):  # type: ignore[misc]
    """Shows on a terminal that kernels are being compiled, and how many have been."""

    compiling, compiled = 0, 0

    def on_start(self, _):
        if not self.compiling:
            CLOCK.stand()
        self.compiling += 1
        show_on_terminal(f"compiling the kernels, once, which takes up to a minute: {self.compiled} functions so far")

    def on_end(self, _):
        self.compiling -= 1
        self.compiled += 1
        if not self.compiling:
            CLOCK.go_on()
            show_on_terminal("")


event.register("numba:compile", _Progress())
