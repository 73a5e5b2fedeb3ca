"""Compile functions that kernels call into these kernels, which shortens compiling.

numba optimises each function and translates it to machine code, and repeats both in every function that calls it,
since the code is copied there. A function that kernels call is left as LLVM's intermediate code here, and is optimised
and translated with the kernel that Python calls. This relies on parts of numba that it does not document.
"""

import ctypes

import llvmlite.binding
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.untyped_passes import IRProcessing

NOT_CALLABLE = ctypes.cast(ctypes.pythonapi.PyErr_BadArgument, ctypes.c_void_p).value
"""The address that a call from Python gets to in place of machine code; it raises a TypeError."""


class _Environments:
    """A stub: a part has no environment of Python objects, as it is not called from Python."""

    @staticmethod
    def set_env(name, env):
        pass


class _Part(JITCodeLibrary):  # type: ignore[misc]
    """The intermediate code of a function, for kernels that call it."""

    codegen = _Environments

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
    def read(cls, codegen, stored):
        """Return what `serialize_using_object_code` gave."""
        name, code = stored
        part = cls(codegen, name)
        part._final_module = llvmlite.binding.parse_bitcode(code)
        part._finalized = True
        return part


@register_pass(mutates_CFG=False, analysis_only=True)
class _TakePart(FunctionPass):  # type: ignore[misc]
    _name = "keep the code as a part"

    def __init__(self):
        super().__init__()

    def run_pass(self, state):
        state.library = _Part(state.targetctx.codegen(), state.func_id.func_qualname)
        return False


class _PartCompiler(Compiler):  # type: ignore[misc]
    """numba's compiler, which makes a part."""

    def define_pipelines(self):
        pipelines = super().define_pipelines()
        for steps in pipelines:
            steps.add_pass_after(_TakePart, IRProcessing)
            steps.finalize()
        return pipelines


class _Stored(CompileResultCacheImpl):  # type: ignore[misc]
    @property
    def filename_base(self):
        return super().filename_base + ".part"

    def rebuild(self, target_context, payload):
        stored, descriptor, environment, signature, is_object_mode, lifted, annotation, initial, environments = payload
        library = _Part.read(target_context.codegen(), stored)
        return CompileResult(
            target_context=target_context,
            typing_context=target_context.typing_context,
            library=library,
            environment=environment,
            entry_point=target_context.get_executable(library, descriptor, environment),
            fndesc=descriptor,
            type_annotation=annotation,
            signature=signature,
            objectmode=is_object_mode,
            lifted=lifted,
            typing_error=None,
            call_helper=None,
            metadata=None,
            reload_init=initial,
            referenced_envs=environments,
        )


class _PartCache(FunctionCache):  # type: ignore[misc]
    """numba's cache of compiled functions on disk, for parts."""

    _impl_class = _Stored


OPTIONS = {"pipeline_class": _PartCompiler, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""What numba is told so that it compiles a function as a part."""


def store(part):
    """Keep a part on disk, too."""
    part._cache = _PartCache(part.py_func)


def call_part(kernel, part):
    """Let kernels that call a kernel call a part instead, which does the same."""
    kernel.get_call_template, kernel.get_overload = part.get_call_template, part.get_overload
