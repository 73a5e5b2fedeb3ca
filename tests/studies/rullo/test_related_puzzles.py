import numpy as np
import pytest

from rullo_core.rullo.puzzle import Rullo
from rullo_core.rullo.solver import count_solutions
from rullo_studies.rullo.related_puzzles import poly_bernoulli


@pytest.mark.parametrize(("height", "width"), [(1, 1), (2, 3), (3, 3)])
def test_pictures_that_sums_determine(height, width):
    """Those with one solution, by the solver."""
    grid = [[1] * width] * height
    pictures = [np.reshape(cells, (height, width)).astype(bool).tolist() for cells in np.ndindex((2,) * height * width)]
    unique = [count_solutions(Rullo.from_solution(grid, picture)) == 1 for picture in pictures]
    assert poly_bernoulli(height, width) == poly_bernoulli(width, height) == sum(unique)


def test_known_numbers():
    """OEIS A048163."""
    assert [poly_bernoulli(n, n) for n in range(1, 6)] == [2, 14, 230, 6902, 329462]
