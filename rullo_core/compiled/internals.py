"""All that rests on names of numba that it does not document: where code is kept, and how kernels are compiled.

Whatever else calls numba uses what it documents: `numba.njit`, `numba.types`, `numba.extending`, `numba.core.cgutils`
and `numba.core.event`. So kernels can be compiled in numba's own way, too, which needs this module only to keep them;
see `rullo_core.compiled.storage.compiles_parts`.
"""

import ctypes
import dis
import inspect
import os
import pickle
import secrets
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from functools import cache, partial
from importlib import import_module
from pathlib import Path

import llvmlite.binding
from numba import types
from numba.core import ir
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, UserProvidedCacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock as global_compiler_lock
from numba.core.compiler_machinery import register_pass
from numba.core.environment import Environment
from numba.core.lowering import Lower
from numba.core.registry import cpu_target
from numba.core.typed_passes import NativeLowering
from numba.core.types.misc import unliteral

from rullo_core.compiled.storage import (
    LOG,
    cache_folder,
    compiles_parts,
    own_folder,
    part_of,
    read_sealed,
    temporary_folder,
    write_sealed,
)

CHECKED_VERSIONS = ("0.63.1", "0.64.0", "0.65.1", "0.66.0", "0.67.0", "0.68.1")
"""The versions of numba in which each of `NAMES` was seen."""

NAMES = {
    "llvmlite.binding.parse_bitcode": "",
    "llvmlite.binding.ModuleRef": "as_bitcode functions",
    "llvmlite.binding.ValueRef": "is_declaration linkage name",
    "llvmlite.ir.Function": "attributes is_declaration",
    "numba.core.caching.CompileResultCacheImpl": "filename_base get_filename_base locator _filename_base"
    " _lineno _locator",
    "numba.core.caching.FunctionCache": "enable load_overload save_overload _cache_file _cache_path _impl _name"
    " _py_func",
    "numba.core.caching.IndexDataCacheFile": "_data_name _data_name_pattern _data_path _dump _index_path _load_data"
    " _load_index _save_data _save_index _source_stamp _version",
    "numba.core.caching.UserProvidedCacheLocator": "ensure_cache_path get_cache_path get_source_stamp"
    " get_suitable_cache_subpath _cache_path _lineno _py_file",
    "numba.core.codegen.JITCodeLibrary": "add_ir_module add_linking_library enable_object_caching"
    " get_pointer_to_function name serialize_using_object_code _ensure_finalized _final_module _finalize_final_module"
    " _finalized _optimize_final_module _unserialize",
    "numba.core.codegen.JITCPUCodegen": "_library_class",
    "numba.core.compiler.Compiler": "define_pipelines func_ir return_type targetctx typemap",
    "numba.core.compiler.CompileResult": "call_helper entry_point environment fndesc library metadata target_context"
    " _replace",
    "numba.core.compiler_lock.global_compiler_lock": "__enter__ __exit__",
    "numba.core.compiler_machinery.register_pass": "",
    "numba.core.cpu.CPUContext": "codegen create_cpython_wrapper data_model_manager enable_nrt get_executable"
    " make_array make_tuple subtarget",
    "numba.core.dispatcher.Dispatcher": "compile get_call_template get_overload overloads py_func _cache _compiler"
    " _compile_for_args",
    "numba.core.environment.Environment": "from_fndesc",
    "numba.core.funcdesc.PythonFunctionDescriptor": "argtypes env_name llvm_cpython_wrapper_name qualname"
    " restype typemap",
    "numba.core.ir.Arg": "index",
    "numba.core.ir.Assign": "list_vars target value",
    "numba.core.ir.Expr": "op",
    "numba.core.ir.FunctionIR": "blocks is_generator",
    "numba.core.ir.Return": "value",
    "numba.core.ir.SetItem": "value",
    "numba.core.ir.StaticSetItem": "value",
    "numba.core.lowering.Lower": "builder context extract_function_arguments fnargs fndesc func_ir",
    "numba.core.registry.cpu_target": "target_context",
    "numba.core.typed_passes.NativeLowering": "lowering_class run_pass _name",
    "numba.core.types.misc.unliteral": "",
}
"""The names that are used here, those of attributes behind that of their class."""


def absent_names() -> list[str]:
    """Return which of `NAMES` this version of numba does not have."""
    return [f"{name}.{attribute}".rstrip(".") for name, attributes in NAMES.items()
            for attribute in ("", *attributes.split()) if not _is_there(name, attribute)]  # fmt: skip


def _is_there(name, attribute):
    module, _, last = name.rpartition(".")
    try:
        thing = getattr(import_module(module), last)
    except (ImportError, AttributeError):
        return False
    if not attribute or hasattr(thing, attribute):
        return True
    methods = [method for kind in getattr(thing, "__mro__", ()) for method in vars(kind).values()]
    codes = [method.__code__ for method in methods if hasattr(method, "__code__")]
    return any(  # an attribute that only objects have is set by a method
        (step.opname, step.argval) == ("STORE_ATTR", attribute) for code in codes for step in dis.get_instructions(code)
    )


# -- where code is kept -----------------------------------------------------------------------------------------------
#
# numba searches for its folder in several places, one of them beside the source, and unpickles the files there. Here it
# uses only `cache_folder`.


@cache
def folder_for(part: str, name: str) -> Path:
    """Return the folder for the functions of a folder of source, in that of its puzzle."""
    folder = cache_folder(part)
    try:
        return own_folder(folder / name)
    except OSError as error:
        LOG.info("compiled kernels are kept until the process ends only: %s", error)
        return own_folder(temporary_folder() / folder.name / name)


class _Place(UserProvidedCacheLocator):  # type: ignore[misc]
    """Where the code of a function is stored."""

    def __init__(self, function):
        self._py_file = inspect.getfile(function)
        self._lineno = function.__code__.co_firstlineno
        name = self.get_suitable_cache_subpath(self._py_file)
        self._cache_path = str(folder_for(part_of(function.__module__), name))

    def ensure_cache_path(self):
        """Leave this to `write_sealed`."""


class _Stored(CompileResultCacheImpl):  # type: ignore[misc]
    """How compiled code is written: as numba writes it, at our place."""

    def __init__(self, function, ending):
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Place(function)
        name = f"{Path(inspect.getfile(function)).stem}.{function.__qualname__}"
        self._filename_base = self.get_filename_base(name, sys.abiflags if hasattr(sys, "abiflags") else "") + ending


class _Files(IndexDataCacheFile):  # type: ignore[misc]
    """The files of a function, with checksums: an index of the types, and the code for each.

    Code has a name at random. numba numbers it: two processes that store code for different types at the same time can
    choose the same number; the index then leads from the types of one to the code of the other.
    """

    def _load_index(self):
        data = read_sealed(Path(self._index_path), self._version)
        stamp, overloads = (None, {}) if data is None else pickle.loads(data)
        return overloads if stamp == self._source_stamp else {}

    def _save_index(self, overloads):
        write_sealed(Path(self._index_path), self._version, self._dump((self._source_stamp, overloads)))

    def _load_data(self, name):
        data = read_sealed(Path(self._data_path(name)), self._version)
        return None if data is None else pickle.loads(data)

    def _save_data(self, name, data):
        write_sealed(Path(self._data_path(name)), self._version, self._dump(data))

    def _data_name(self, number):
        return self._data_name_pattern.format(number=secrets.randbits(32))


class CodeCache(FunctionCache):  # type: ignore[misc]
    """The cache of a function; with an ending, a second one of the same function."""

    def __init__(self, function, ending=""):
        self._name, self._py_func = repr(function), function
        self._impl = _Stored(function, ending)
        self._cache_path = self._impl.locator.get_cache_path()
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = _Files(self._cache_path, self._impl.filename_base, stamp)
        self.enable()

    @property
    def has_code(self):
        """Whether code of the function is stored, for any types."""
        return os.path.exists(self._cache_file._index_path)


class _CautiousCache(CodeCache):
    """A cache that may fail, with a version of numba that was not tried: code is then kept in memory only."""

    def load_overload(self, signature, context):
        return _attempt(super().load_overload, signature, context)

    def save_overload(self, signature, data):
        _attempt(super().save_overload, signature, data)


def _attempt(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        LOG.info("compiled kernels are kept until the process ends only: %s: %s", type(error).__name__, error)
        return None


def keep(dispatcher, ending=""):
    """Keep the code of a function on disk."""
    kind = CodeCache if compiles_parts() else _CautiousCache
    dispatcher._cache = _attempt(kind, dispatcher.py_func, ending) or dispatcher._cache


def is_kept(dispatcher):
    """Whether code of a function is stored, for any types."""
    return getattr(dispatcher._cache, "has_code", False)


# -- what Python calls ------------------------------------------------------------------------------------------------


def compile_by(dispatcher, compile_for):
    """Have a function of ours return the code for arguments of new types; it is given numba's, and the arguments."""
    dispatcher._compile_for_args = partial(compile_for, dispatcher._compile_for_args)


# -- parts ------------------------------------------------------------------------------------------------------------
#
# numba optimises each function and translates it to machine code, and repeats both in every function that calls it,
# since the code is copied there. A function that kernels call, one of numba's own included, is left as LLVM's
# intermediate code here, and is optimised and translated with the kernel that Python calls. Such a kernel is a part,
# too: the wrapper that Python calls only translates arguments and results.

NOT_CALLABLE = ctypes.cast(ctypes.pythonapi.PyErr_BadArgument, ctypes.c_void_p).value
"""The address that a call from Python gets to in place of machine code; it raises a TypeError."""

WRAPPERS = {"wrapper", "cfunc_wrapper"}
"""What numba names the code that translates arguments from Python and from C."""


class _Environments:
    """A stub: a part has no environment of Python objects, as it is not called from Python."""

    @staticmethod
    def set_env(name, env):
        pass


class _Part(JITCodeLibrary):  # type: ignore[misc]
    """The intermediate code of a function, for kernels that call it."""

    codegen = _Environments

    def add_ir_module(self, ir_module):
        if ir_module.name not in WRAPPERS:
            super().add_ir_module(ir_module)

    def _optimize_final_module(self):
        pass

    def _finalize_final_module(self):
        self._finalized = True

    def get_pointer_to_function(self, name):
        self._ensure_finalized()
        return NOT_CALLABLE

    def serialize_using_object_code(self):
        self._ensure_finalized()
        return self.name, self._final_module.as_bitcode()

    @classmethod
    def _unserialize(cls, codegen, state):
        """Return what `serialize_using_object_code` gave."""
        name, code = state
        part = cls(codegen, name)
        part._final_module = llvmlite.binding.parse_bitcode(code)
        part._finalized = True
        return part


class _InlinedPart(_Part):
    """The intermediate code of a function that LLVM is asked to inline into its callers."""

    def add_ir_module(self, ir_module):
        for function in ir_module.functions:
            if not function.is_declaration:
                function.attributes.add("inlinehint")
        super().add_ir_module(ir_module)


class _Kernel(JITCodeLibrary):  # type: ignore[misc]
    """The machine code of a kernel; all its functions but the entry are private, so LLVM may inline or drop them."""

    entry = ""

    def _optimize_final_module(self):
        for function in self._final_module.functions:
            if not function.is_declaration and function.name != self.entry:
                function.linkage = "internal"
        super()._optimize_final_module()


class _PartCompiler(Compiler):  # type: ignore[misc]
    """numba's compiler, with a step of its own."""

    def define_pipelines(self):
        pipelines = super().define_pipelines()
        for steps in pipelines:
            steps.passes = [(Lowering if step is NativeLowering else step, text) for step, text in steps.passes]
        return pipelines


OPTIONS = {"pipeline_class": _PartCompiler, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""The options with which numba compiles a function as a part."""


@contextmanager
def _making(kind: type[_Part]) -> Iterator[None]:
    """Have numba make, or read, a part of every function; other threads wait with theirs."""
    with global_compiler_lock:
        codegen = cpu_target.target_context.codegen()
        library_class, codegen._library_class = codegen._library_class, kind
        try:
            yield
        finally:
            codegen._library_class = library_class


def make_part(dispatcher, is_inlined):
    """Let numba compile a function as a part, once for all numbers of a type, and keep it on disk, too."""
    kind = _InlinedPart if is_inlined else _Part
    compile_for, template_for = dispatcher.compile, dispatcher.get_call_template

    def compile_part(signature):
        with _making(kind):
            return compile_for(signature)

    def without_literals(arguments, keywords):
        return template_for(tuple(map(unliteral, arguments)), keywords)

    dispatcher.compile, dispatcher.get_call_template = compile_part, without_literals
    keep(dispatcher, ".part")


def call_part(kernel, part):
    """Let Python, and kernels that call a kernel, call a part with its code instead."""
    kernel.get_call_template, kernel.get_overload = part.get_call_template, part.get_overload
    kernel._compiler.compile = partial(_callable_from_python, part)


def _callable_from_python(part, arguments, _):
    """Return a part as machine code, with what translates its arguments and results from and to Python."""
    part.compile(arguments)
    compiled = part.overloads[arguments]
    context, descriptor = compiled.target_context.subtarget(enable_nrt=True), copy(compiled.fndesc)
    descriptor.env_name += ".python"  # of the part there may be an environment without what results need
    environment = Environment.from_fndesc(descriptor)
    library = _Kernel(context.codegen(), descriptor.qualname)
    library.entry = descriptor.llvm_cpython_wrapper_name
    library.enable_object_caching()
    library.add_linking_library(compiled.library)
    context.create_cpython_wrapper(library, descriptor, environment, compiled.call_helper, release_gil=True)
    entry = context.get_executable(library, descriptor, environment)
    return compiled._replace(
        library=library, entry_point=entry, fndesc=descriptor, environment=environment, metadata={}
    )


# -- references to arrays ---------------------------------------------------------------------------------------------
#
# A function that receives an array increments its reference count and decrements it at the end, which can take longer
# than the function's own work, and has to be compiled, too. The caller keeps the array alive. So a function that makes
# and returns no array counts nothing, and one that makes some counts none of those that it is given, unless it may
# return them.

LENT = {"build_tuple", "cast", "exhaust_iter", "getattr", "getitem", "getiter", "iternext", "pair_first", "phi",
        "static_getitem", "typed_getitem"}  # fmt: skip
"""The operations of numba whose results belong to the arrays that they are given."""


HOLDERS = (types.List, types.ListType, types.Set, types.DictType, types.ClassInstanceType, types.StructRef)
"""What can be given an array that it keeps when the function that gave it returns."""


class _Lower(Lower):  # type: ignore[misc]
    """numba's translation of a function, which takes arrays without their owners where that cannot be noticed."""

    def extract_function_arguments(self):
        kinds = self.fndesc.argtypes
        escaping = _kept_arguments(self) if self.context.enable_nrt else range(len(kinds))
        self.fnargs = [
            value if i in escaping else _without_owner(self.context, self.builder, kind, value)
            for i, (kind, value) in enumerate(zip(kinds, super().extract_function_arguments(), strict=True))
        ]
        return self.fnargs


@register_pass(mutates_CFG=True, analysis_only=False)
class Lowering(NativeLowering):  # type: ignore[misc]
    """numba's step from typed code to LLVM's, which counts references only to arrays that are made or returned."""

    _name = "lower, counting few references"
    lowering_class = _Lower

    def run_pass(self, state):
        """Lower a function, as numba's step does."""
        context = state.targetctx
        if not _makes_arrays(state):
            state.targetctx = context.subtarget(enable_nrt=False)
        try:
            return super().run_pass(state)
        finally:
            state.targetctx = context


def _is_counted(context, kind):
    """Whether values of a type are arrays, have some, or are anything else that is counted."""
    return context.data_model_manager[kind].contains_nrt_meminfo()


def _statements(function, *kinds):
    """Return the statements of these kinds in a function."""
    return [statement for block in function.blocks.values() for statement in block.body if isinstance(statement, kinds)]


def _makes_arrays(state):
    """Whether a function makes or returns arrays, or anything else that is counted."""

    def is_counted(variable):
        return _is_counted(state.targetctx, state.typemap[variable.name])

    def makes(statement):
        value = statement.value
        if isinstance(statement, ir.SetItem | ir.StaticSetItem):
            return is_counted(value)  # it is copied first if the two may overlap
        if not isinstance(value, ir.Expr) or not is_counted(statement.target):
            return False
        return value.op not in LENT or (value.op == "getitem" and is_counted(value.index))

    statements = _statements(state.func_ir, ir.Assign, ir.SetItem, ir.StaticSetItem)
    return _is_counted(state.targetctx, state.return_type) or any(map(makes, statements))


def _kept_arguments(lower):
    """Return the places of arguments that must keep their owners, as they, or parts of them, may outlive the call."""
    function, kinds = lower.func_ir, lower.fndesc.typemap

    arguments = {statement.target.name: statement.value.index for statement in _statements(function, ir.Assign)
                 if isinstance(statement.value, ir.Arg)}  # fmt: skip
    if function.is_generator or any(isinstance(kind, HOLDERS) for kind in kinds.values()):
        return set(arguments.values())
    sources: dict[str, set[str]] = defaultdict(set)
    for statement in _statements(function, ir.Assign):
        sources[statement.target.name] |= {
            variable.name for variable in statement.list_vars() if _is_counted(lower.context, kinds[variable.name])
        }
    escaping: set[str] = set()
    returned = _statements(function, ir.Return) if _is_counted(lower.context, lower.fndesc.restype) else []
    pending = [statement.value.name for statement in returned]
    while pending:
        if (name := pending.pop()) not in escaping:
            escaping.add(name)
            pending += sources[name]
    return {arguments[name] for name in escaping & arguments.keys()}


def _without_owner(context, builder, kind, value):
    if isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder, value)
        array.meminfo = array.meminfo.type(None)
        array.parent = array.parent.type(None)
        return array._getvalue()
    if isinstance(kind, types.BaseTuple):
        parts = [_without_owner(context, builder, part, builder.extract_value(value, i)) for i, part in enumerate(kind)]
        return context.make_tuple(builder, kind, parts)
    return value
