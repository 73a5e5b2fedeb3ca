"""A notebook's note for runs with other parameters than its text was written for, and the numbers in its text."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from rullo_core.arguments import checked
from rullo_core.escaping import as_markdown
from rullo_core.extras import require

WRITTEN_FOR = "written_for"
"""The key, in the metadata of an output, of what it says."""

NUMBERS = "numbers"
"""The key, in the metadata of an output, of numbers that are saved."""

SAVED = "numbers.json"
"""The file of the numbers that a notebook saves."""


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
    differences = {name: value for name, value in parameters.items() if variables.get(name, value) != value}
    if differences:
        require("notebooks", "IPython")
        from IPython.display import display

        values = ", ".join(as_markdown(f"{name} {value!r}") for name, value in differences.items())
        sentence = (
            f"*The text was written for {values}. Paragraphs with a bar at their left hold for that alone; "
            "tables and figures are of this run.*"
        )
        display({"text/markdown": sentence, "text/plain": sentence}, raw=True, metadata={WRITTEN_FOR: sentence})  # type: ignore[no-untyped-call]


@checked
def save_numbers(numbers: Mapping[str, str]) -> None:
    """Save numbers of a notebook for texts outside it, such as the manuscript; nothing is displayed.

    A notebook that `rullo notebook` executes has them in its metadata; `make figures` writes those of the committed
    notebooks to ``figures/notebooks``, beside their pictures and tables, as ``numbers.json``. Outside a
    notebook nothing is saved.

    Parameters
    ----------
    numbers : dict of str to str
        Each number by its name, as it is to be printed: rounded, with its unit, and in the same way on every machine.

    Examples
    --------
    >>> import rullo_core as rc
    >>> rc.save_numbers({"3x3-simple": f"{0.95953:.2%}"})
    """
    require("notebooks", "IPython")
    from IPython import get_ipython
    from IPython.display import display

    if get_ipython():
        display({"text/plain": ""}, raw=True, metadata={NUMBERS: dict(numbers)})  # type: ignore[no-untyped-call]


def as_json(numbers: Mapping[str, str]) -> bytes:
    """Return numbers by their names as the content of a file."""
    return (json.dumps(numbers, indent=1, ensure_ascii=False) + "\n").encode()
