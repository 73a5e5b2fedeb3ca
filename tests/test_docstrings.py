"""Docstrings are completed with parts of others, so that what functions have in common is written once."""

import ast
import inspect
import subprocess
import sys
from collections import Counter

from rullo_core.docstrings import descriptions_of, documented_like, sections_of
from rullo_core.paths import PACKAGE, ROOT


def first(level: "int", states: "int") -> "str":
    """Return something.

    Parameters
    ----------
    level : int
        Of the first.
    states : int
        Of the first.

    Returns
    -------
    str
        A text.

    Raises
    ------
    BadInput
        If it is so.
    """


def second(states: "int", progress: "bool") -> "int":
    """Return something else.

    Parameters
    ----------
    states : int
        Of the second.
    progress : bool
        Whether it is shown.

    Returns
    -------
    int
        A number.
    """


def test_what_is_left_out_is_that_of_the_first_that_has_it():
    @documented_like(first, second)
    def function(progress, level, undescribed, states) -> "str":
        """Do a third thing.

        It takes a while.

        Parameters
        ----------
        level : str
            Its own,
            on two lines.

        Examples
        --------
        >>> 1
        1
        """

    sections = sections_of(function.__doc__)
    assert [*sections] == ["", "Parameters", "Returns", "Raises", "Examples"]
    assert sections[""] == "Do a third thing.\n\nIt takes a while."
    assert descriptions_of(function.__doc__) == {
        "progress": "progress : bool\n    Whether it is shown.",
        "level": "level : str\n    Its own,\n    on two lines.",
        "states": "states : int\n    Of the first.",
    }
    assert [*descriptions_of(function.__doc__)] == ["progress", "level", "states"]
    assert sections["Returns"] == sections_of(inspect.getdoc(first))["Returns"]
    assert sections["Raises"].endswith("    If it is so.")
    assert sections["Examples"] == "Examples\n--------\n>>> 1\n1"


def test_what_returns_nothing_says_nothing_of_it():
    @documented_like(first)
    def function() -> "None":
        """Do a third thing."""

    assert [*sections_of(function.__doc__)] == ["", "Raises"]


def test_python_may_leave_docstrings_out():
    script = "import rullo_core as rc; print(rc.rullo.solve.__doc__, len(rc.rate('5 7\\n4 1 4\\n8 5 3')))"
    process = subprocess.run(
        [sys.executable, "-OO", "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (process.stdout, process.stderr) == ("None 1\n", "")


def test_no_parameter_of_the_verbs_is_described_twice():
    nodes = (node for path in (PACKAGE / "puzzles").glob("*.py") for node in ast.walk(ast.parse(path.read_text())))
    texts = (ast.get_docstring(node) or "" for node in nodes if isinstance(node, ast.FunctionDef))
    counts = Counter(part for text in texts for part in descriptions_of(text).values())
    assert len(counts) > 20
    assert [part for part, times in counts.items() if times > 1] == []
