import numpy as np
import pytest

from rullo_core.errors import BadInput
from rullo_studies.sudoku import filling

pytestmark = pytest.mark.slow


def test_where_fillers_without_backtracking_stick():
    """As a prototype has it for four million tries: 0.31 % are filled, one in ten stops by 17, half by 34."""
    cells = filling.fill_without_backtracking(4000, threads=2)["cells"]
    assert 2 <= (cells == 81).sum() <= 30
    assert cells.quantile([0.1, 0.5, 0.9], interpolation="lower").tolist() == [17, 34, 50]
    small = filling.fill_without_backtracking(4000, 4, threads=1)["cells"]
    assert abs((small == 16).mean() - 0.749717) < 0.03
    at_random = filling.fill_without_backtracking(4000, 4, order="random")
    assert at_random[["side", "order"]].drop_duplicates().values.tolist() == [[4, "random"]]
    assert abs((at_random["cells"] == 16).mean() - 0.149252) < 0.03


def test_what_fillers_tried():
    rows = filling.fill(20, method="rows", threads=2)
    assert rows["filled"].all()
    assert (rows["choices"] == 81).all()
    assert (rows["placements"] == rows["dead_ends"] + 81).all()
    given_up = filling.fill(20, limit=1, attempts=1)
    assert not given_up["filled"].any()
    assert given_up["board"].tolist() == [None] * 20
    swaps = filling.fill(2, 4, method="swaps")
    assert swaps[["placements", "dead_ends", "choices"]].isna().all(axis=None)
    assert all((np.sort(board, axis=0).T == [1, 2, 3, 4]).all() for board in swaps["board"])


def test_times_are_a_column_of_their_own():
    timed, plain = filling.fill(3, 4, timed=True), filling.fill(3, 4)
    assert (timed["milliseconds"] > 0).all()
    assert timed.columns.tolist() == [*plain.columns, "milliseconds"]
    assert [board.tolist() for board in timed["board"]] == [board.tolist() for board in plain["board"]]


@pytest.mark.parametrize("arguments", [{"method": "none"}, {"limit": 0}, {"attempts": 0}, {"size": 50}, {"count": 0}])
def test_what_is_refused(arguments):
    ((name, value),) = arguments.items()
    with pytest.raises(BadInput, match=f"{name} '?{value}|50x50|{name}"):
        filling.fill(**arguments)
    with pytest.raises(BadInput, match="order 'none'"):
        filling.fill_without_backtracking(order="none")
