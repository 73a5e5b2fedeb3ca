import numpy as np
import pytest

from rullo_core.compiled import interpreted
from rullo_core.compiled.arrays import copy


@pytest.mark.parametrize("run", [copy, interpreted(copy)], ids=["compiled", "Python"])
@pytest.mark.parametrize(
    ("source", "target"), [((3,), (3,)), ((3,), (5,)), ((2, 3), (2, 3)), ((2, 3), (4, 3)), ((0,), (2,))]
)
def test_copy_changes_only_the_first_elements(run, source, target):
    first, second = np.arange(np.prod(source)).reshape(source), np.full(target, -1)
    run(first, second)
    assert second[: len(first)].tolist() == first.tolist()
    assert (second[len(first) :] == -1).all()
