"""What is drawn of a board on axes of matplotlib."""

from matplotlib.collections import PathCollection


def texts_of(axes):
    """The collection of all its texts, as shapes."""
    (texts,) = [one for one in axes.collections if isinstance(one, PathCollection)]
    return texts
