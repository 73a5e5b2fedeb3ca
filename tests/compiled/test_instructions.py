import numpy as np
import pytest

from rullo_core.compiled import instructions, kernel

LARGEST = 2**64 - 1


@kernel
def high_word(a, b):
    return instructions.high_word(a, b)


@pytest.mark.parametrize("a", [0, 1, 2**32, 2**63 + 5, LARGEST])
@pytest.mark.parametrize("b", [0, 9, 2**32 + 1, 0xD2E7470EE14C6C93, LARGEST])
def test_upper_word_of_a_product(a, b):
    assert high_word(np.uint64(a), np.uint64(b)) == a * b >> 64
    assert instructions.high_word(np.uint64(a), np.uint64(b)) == a * b >> 64
