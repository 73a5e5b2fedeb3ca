"""What a notebook says of its text where it is run with other parameters than it was written for."""

from __future__ import annotations

import sys
from typing import Any

from rullo_core.escaping import as_markdown
from rullo_core.extras import require

WRITTEN_FOR = "written_for"
"""The key, in the metadata of an output, of what it says."""


def written_for(**parameters: Any) -> None:
    """Say what the text of a notebook was written for, if the parameters above have other values; else nothing.

    A notebook calls it after its parameters. Paragraphs that hold only for these values stand in its text as
    quotations, with a bar at their left, in cells with the tag ``committed``; ``rullo notebook`` greys them in such a
    run.

    Parameters
    ----------
    **parameters
        The values that the text was written for, compared with the variables of these names where it is called.

    Examples
    --------
    >>> import rullo_core as rc
    >>> size, values = "2x3", "2-4"
    >>> rc.written_for(size="2x3", values="2-4")
    """
    variables = sys._getframe(1).f_globals
    others = {name: value for name, value in parameters.items() if variables.get(name, value) != value}
    if others:
        require("notebooks", "IPython")
        from IPython.display import display

        shown = ", ".join(as_markdown(f"{name} {value!r}") for name, value in others.items())
        sentence = (
            f"*The text was written for {shown}. Paragraphs with a bar at their left hold for that alone; "
            "tables and figures are of this run.*"
        )
        display({"text/markdown": sentence, "text/plain": sentence}, raw=True, metadata={WRITTEN_FOR: sentence})  # type: ignore[no-untyped-call]
