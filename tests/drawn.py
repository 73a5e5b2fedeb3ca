"""What is drawn of a board on axes of matplotlib."""

from matplotlib.collections import PathCollection


def texts_of(axes):
    """The collection of all its texts, as shapes."""
    (texts,) = [collection for collection in axes.collections if isinstance(collection, PathCollection)]
    return texts
