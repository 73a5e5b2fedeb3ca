import numpy as np

from rullo_studies.rullo.exact_censuses import list_grid_classes


def test_every_grid_is_in_a_class():
    """Of 3x3 over 2-4 there are 285; and grids of one row are not sorted."""
    classes = list_grid_classes("3x3", "2-4")
    assert (len(classes), classes["grids"].sum()) == (285, 3**9)
    assert {*np.unique(classes["numbers"].tolist())} == {2, 3, 4}
    assert classes["numbers"][0].shape == (3, 3)
    assert list_grid_classes("1x2", "1-2") is None
