"""Instructions of processors that numba has no function for: the upper word of a product, and those on vectors."""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

LANES = 8
"""Words in a vector, or flags."""

WORD = ir.IntType(64)


def high_word(a, b):
    """Return the upper 64 bits of the 128-bit product of two uint64."""
    return int(a) * int(b) >> 64


@intrinsic
def _high_word(typing, a, b):
    def build(context, builder, signature, arguments):
        wide_type = ir.IntType(128)
        product = builder.mul(*(builder.zext(argument, wide_type) for argument in arguments))
        return builder.trunc(builder.lshr(product, wide_type(64)), WORD)

    return types.uint64(types.uint64, types.uint64), build


@overload(high_word)
def _compiled_high_word(a, b):
    return lambda a, b: _high_word(a, b)


class Vector:
    """Words or flags in LLVM's code, with operators that numpy's arrays have as well.

    The operand is a vector, or an integer, which is repeated to a vector of equal words.
    """

    def __init__(self, builder, value):
        self.builder, self.value = builder, value

    @classmethod
    def constant(cls, builder, number, bits):
        """Return a vector of words with a number of bits, all equal to `number`."""
        word = ir.IntType(bits)
        return cls(builder, ir.VectorType(word, LANES)([word(number)] * LANES))

    @classmethod
    def of_bytes(cls, builder, word, bits):
        """Return the bytes of a uint64, the lowest first, as words of so many bits."""
        bytes_of_word = builder.bitcast(word, ir.VectorType(ir.IntType(8), LANES))
        return cls(builder, builder.zext(bytes_of_word, ir.VectorType(ir.IntType(bits), LANES)))

    @classmethod
    def load(cls, builder, pointer, index, bits):
        """Return the vector at a place of an array, counted in vectors."""
        vectors = builder.bitcast(pointer, ir.VectorType(ir.IntType(bits), LANES).as_pointer())
        value = builder.load(builder.gep(vectors, [WORD(index)]))
        value.align = bits // 8
        return cls(builder, value)

    def _with(self, operand, operation, *options):
        if isinstance(operand, int):
            operand = self.constant(self.builder, operand, self.value.type.element.width)
        return Vector(self.builder, getattr(self.builder, operation)(*options, self.value, operand.value))

    def __add__(self, operand):
        return self._with(operand, "add")

    def __sub__(self, operand):
        return self._with(operand, "sub")

    def __and__(self, operand):
        return self._with(operand, "and_")

    def __or__(self, operand):
        return self._with(operand, "or_")

    def __xor__(self, operand):
        return self._with(operand, "xor")

    def __lshift__(self, operand):
        return self._with(operand, "shl")

    def __rshift__(self, operand):
        return self._with(operand, "lshr")

    def __lt__(self, operand):
        return self._with(operand, "icmp_unsigned", "<")

    def __ne__(self, operand):
        return self._with(operand, "icmp_unsigned", "!=")

    __hash__ = None  # type: ignore[assignment]

    def to_word(self):
        """Return flags as the lowest bits of a uint64."""
        return self.builder.zext(self.builder.bitcast(self.value, ir.IntType(LANES)), WORD)


def where(flags, first, second):
    """Return words of a first vector where flags are set, and of a second one elsewhere, as `numpy.where` does."""
    return Vector(flags.builder, flags.builder.select(flags.value, first.value, second.value))
