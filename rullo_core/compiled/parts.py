"""Compile functions that kernels call into these kernels, which shortens compiling.

numba optimises each function and translates it to machine code, and repeats both in every function that calls it,
since the code is copied there. A function that kernels call, one of numba's own included, is left as LLVM's
intermediate code here, and is optimised and translated with the kernel that Python calls. Such a kernel is a part, too:
what Python calls only translates arguments and results. This relies on parts of numba that it does not document.
"""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from functools import partial

import llvmlite.binding
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.environment import Environment
from numba.core.registry import cpu_target
from numba.core.typed_passes import NativeLowering
from numba.core.types.misc import unliteral

from rullo_core.compiled.caches import CodeCache
from rullo_core.compiled.references import Lowering

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
    """The intermediate code of a function that LLVM is asked to copy into those that call it."""

    def add_ir_module(self, ir_module):
        for function in ir_module.functions:
            if not function.is_declaration:
                function.attributes.add("inlinehint")
        super().add_ir_module(ir_module)


class _Kernel(JITCodeLibrary):  # type: ignore[misc]
    """The machine code of a kernel, of which everything but its entry is its own, for LLVM to inline or drop."""

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
"""What numba is told so that it compiles a function as a part."""


@contextmanager
def _making(kind: type[_Part]) -> Iterator[None]:
    """Have numba make, or read, a part of every function."""
    codegen = cpu_target.target_context.codegen()
    before, codegen._library_class = codegen._library_class, kind
    try:
        yield
    finally:
        codegen._library_class = before


def make_part(dispatcher, is_inlined):
    """Let numba compile a function as a part, once for all numbers of a type, and keep it on disk, too."""
    kind = _InlinedPart if is_inlined else _Part
    compile_for, template_for = dispatcher.compile, dispatcher.get_call_template

    def compile_part(signature):
        with _making(kind):
            return compile_for(signature)

    def without_literals(arguments, named):
        return template_for(tuple(map(unliteral, arguments)), named)

    dispatcher.compile, dispatcher.get_call_template = compile_part, without_literals
    dispatcher._cache = CodeCache(dispatcher.py_func, ".part")


def call_part(kernel, part):
    """Let Python, and kernels that call a kernel, call a part with its code instead."""
    kernel.get_call_template, kernel.get_overload = part.get_call_template, part.get_overload
    kernel._compiler.compile = partial(_callable_from_python, part)


def _callable_from_python(part, arguments, _):
    """Return a part as machine code, with what translates its arguments and results from and to Python."""
    part.compile(arguments)
    inside = part.overloads[arguments]
    context, descriptor = inside.target_context.subtarget(enable_nrt=True), copy(inside.fndesc)
    descriptor.env_name += ".python"  # of the part there may be an environment without what results need
    environment = Environment.from_fndesc(descriptor)
    library = _Kernel(context.codegen(), descriptor.qualname)
    library.entry = descriptor.llvm_cpython_wrapper_name
    library.enable_object_caching()
    library.add_linking_library(inside.library)
    context.create_cpython_wrapper(library, descriptor, environment, inside.call_helper, release_gil=True)
    entry = context.get_executable(library, descriptor, environment)
    return inside._replace(library=library, entry_point=entry, fndesc=descriptor, environment=environment, metadata={})
