"""Notebooks run in this process, for tests that look at their variables and at what their cells show."""

import ast
import os
import re
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import nbformat

from rullo_core.parameters import read_given
from rullo_core.reports.notebook import own_parameters

EXAMPLE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""Python in the text of a notebook."""


@dataclass
class Execution:
    """A notebook that was run.

    Attributes
    ----------
    variables : dict of str to object
        All names, as the last cell left them; they are attributes, too.
    outputs : list of object
        What the cells display, in order.
    """

    variables: dict[str, Any]
    outputs: list[Any] = field(default_factory=list)

    def __getattr__(self, name: str) -> Any:
        return self.variables[name]

    @property
    def text(self) -> str:
        """All Markdown that is displayed."""
        return "\n".join(output.data for output in self.outputs if hasattr(output, "_repr_markdown_"))


@contextmanager
def working_in(folder: Path):
    """Work in a folder for a while."""
    previous = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(previous)


def run_cell(source: str, executed: Execution) -> None:
    """Run a cell, and keep what it displays: the value of a last expression, unless a semicolon follows."""
    tree = ast.parse(source)
    last = tree.body[-1] if tree.body else None
    is_shown = isinstance(last, ast.Expr) and not source.rstrip().endswith(";")
    exec(compile(ast.Module(tree.body[: -1 if is_shown else None], []), "cell", "exec"), executed.variables)
    if is_shown:
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), executed.variables)
        if value is not None:
            executed.outputs.append(value)


def run(path: Path, *, try_this: bool = False, **parameters: Any) -> Execution:
    """Run the code cells of a notebook from its own folder, with these parameters in place of its own.

    With ``try_this``, the Python under its heading *Try this* is run as well, each piece after all cells.
    """
    cells = nbformat.read(path, as_version=4).cells
    values = read_given(parameters, own_parameters(cells))
    outputs: list[Any] = []
    executed = Execution({"display": lambda *items: outputs.extend(items)}, outputs)
    with working_in(path.parent), plt.rc_context():
        try:
            for cell in cells:
                if cell.cell_type == "code":
                    run_cell(cell.source, executed)
                if "parameters" in cell.metadata.get("tags", []):
                    executed.variables |= values
            for source in pieces_to_try(path) if try_this else ():
                run_cell(source, Execution(dict(executed.variables), outputs))
        finally:
            plt.close("all")
    return executed


def pieces_to_try(path: Path) -> list[str]:
    """The Python under the heading *Try this* of a notebook."""
    texts = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "markdown"]
    return [code for text in texts if text.startswith("## Try this") for code in EXAMPLE.findall(text)]
