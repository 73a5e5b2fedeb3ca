"""Let compiled code count references to arrays only where it makes or returns some.

A function that receives an array increments its reference count and decrements it at the end, which can take longer
than the function's own work, and has to be compiled, too. The caller keeps the array alive, so a function that makes no
array need not count.
"""

from numba.core import ir
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering
from numba.core.types.containers import BaseTuple
from numba.core.types.npytypes import Array
from numba.extending import intrinsic

LENT = {"build_tuple", "cast", "exhaust_iter", "getattr", "getitem", "getiter", "iternext", "pair_first", "phi",
        "static_getitem", "typed_getitem"}  # fmt: skip
"""The operations of numba whose results belong to the arrays that they are given."""


@intrinsic
def uncounted(typing, value):
    """Return an array, or a tuple of arrays, without reference counting, in a function that makes arrays itself."""

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


@register_pass(mutates_CFG=True, analysis_only=False)
class Lowering(NativeLowering):  # type: ignore[misc]
    """numba's step from typed code to LLVM's, which counts references only where arrays are made or returned."""

    _name = "lower, counting few references"

    def run_pass(self, state):
        """Lower a function, as numba's step does."""
        context = state.targetctx
        if not _makes_arrays(state):
            state.targetctx = context.subtarget(enable_nrt=False)
        try:
            return super().run_pass(state)
        finally:
            state.targetctx = context


def _makes_arrays(state):
    """Whether a function makes or returns arrays, or anything else that is counted."""

    def is_counted(kind):
        return state.targetctx.data_model_manager[kind].contains_nrt_meminfo()

    def makes(statement):
        value = statement.value
        if isinstance(statement, ir.SetItem | ir.StaticSetItem):
            return is_counted(state.typemap[value.name])  # it is copied first if the two may overlap
        if not isinstance(value, ir.Expr) or not is_counted(state.typemap[statement.target.name]):
            return False
        if value.op == "call":
            return getattr(state.typemap[value.func.name], "typing_key", None) is not uncounted
        return value.op not in LENT or (value.op == "getitem" and is_counted(state.typemap[value.index.name]))

    statements = (
        one
        for block in state.func_ir.blocks.values()
        for one in block.body
        if isinstance(one, ir.Assign | ir.SetItem | ir.StaticSetItem)
    )
    return is_counted(state.return_type) or any(map(makes, statements))
