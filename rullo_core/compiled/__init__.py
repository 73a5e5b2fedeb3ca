"""What every kernel builds on: compiler options, random numbers, annealing, sets of cells as bits, hashing.

Only this module, `internals` and `storage` decide how kernels are compiled and where the code is stored. A kernel
repeats, for speed, a definition that a readable module gives. Kernels import only numpy, this package,
`rullo_core.constraints.kernels` and kernels of the same puzzle (`rullo_core.rullo.kernels.lines.lanes`, which makes
code of LLVM, numba as well); their arguments and results are numpy arrays and integers. A `stop` among them is a
uint8[1] that another thread sets to end the work at once; the result then has no meaning.
"""

from functools import cache, partial
from types import FunctionType, ModuleType

import numpy as np

from rullo_core.compiled.storage import compiles_parts, loading
from rullo_core.interpreted import running, show_on_terminal
from rullo_core.limits import CLOCK, limits

with loading():
    import numba
    from numba.core import event
    from numba.extending import is_jitted

    try:
        from rullo_core.compiled import internals
    except (ImportError, AttributeError):  # of a version of numba that lacks some of the names
        HAS_INTERNALS = False
    else:
        HAS_INTERNALS = compiles_parts() or not internals.absent_names()


def compiled(function, **options):
    """Return a function that numba compiles, with a cache for each puzzle: an edit keeps those of the others."""
    dispatcher = numba.njit(nogil=True, error_model="numpy", **options)(function)
    if is_jitted(dispatcher) and HAS_INTERNALS:  # not if numba is told to compile nothing
        internals.keep(dispatcher)
    return dispatcher


def callable_from_python(function, **options):
    """Return a compiled function that is interpreted where that is wanted; see `interpreted`."""
    dispatcher = compiled(function, **options)
    if is_jitted(dispatcher) and HAS_INTERNALS:
        internals.compile_by(dispatcher, partial(_code_for, dispatcher))
    return dispatcher


def kernel(function):
    """Compile a function on first use, cache it on disk, and release the interpreter lock while it runs."""
    return _with_part(function) if compiles_parts() else callable_from_python(function)


def inner(function, is_inlined=False):
    """Compile a function that only kernels call into these kernels; see `internals`."""
    if not compiles_parts():
        return callable_from_python(function)
    dispatcher = compiled(function, **internals.OPTIONS)
    if is_jitted(dispatcher):
        internals.make_part(dispatcher, is_inlined)
    return dispatcher


def inlined(function):
    """Compile a function as `kernel` does, but inline it into its callers where possible: for innermost functions."""
    return _with_part(function, is_inlined=True) if compiles_parts() else callable_from_python(function)


def _with_part(function, is_inlined=False):
    dispatcher, part = callable_from_python(function), inner(function, is_inlined)
    if is_jitted(dispatcher):
        internals.call_part(dispatcher, part)
    return dispatcher


def _code_for(dispatcher, compile_for, *args, **options):
    """Return the function for arguments of new types: compiled code, or a Python function; see `interpreted`."""
    watch = running.get()
    if watch is None or internals.is_kept(dispatcher):
        # One thread compiles at a time, so what numba compiles meanwhile is for this function.
        with internals.global_compiler_lock, event.install_listener("numba:compile", PROGRESS):
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
    globals_used = [function.__globals__.get(name) for name in function.__code__.co_names if name != "np"]
    if not any(is_jitted(value) or isinstance(value, ModuleType) for value in globals_used):
        return function
    names: dict[str, object] = {}
    plain = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)

    def timed(*args):
        running.get().check()  # type: ignore[union-attr]
        if not names:
            for name, value in function.__globals__.items():
                names[name] = interpreted(value) if is_jitted(value) else value
        return plain(*args)

    return timed


def _as_python(value):
    """Return a result of compiled code with Python's numbers in place of numpy's, in tuples, too."""
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


PROGRESS = _Progress()
