"""Notebooks that are analysis: what they import, how much of it a reader sees, and what the reader may try."""

import ast

import nbformat
import pytest

from rullo_core.paths import NOTEBOOKS
from tests import analysis

PATHS = sorted(NOTEBOOKS.glob("*/*.ipynb"))

IMPORTED = {"itertools", "matplotlib", "numpy", "pandas", "IPython", "rullo_core", "rullo_studies"}

MOST_CELLS = 24

LONGEST_PARAGRAPH = 600
"""Characters: five lines of 120."""

COMPUTES = (ast.BinOp, ast.Compare, ast.Subscript, ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.For, ast.While)
"""What tells a cell that computes from one that only calls functions."""

on_each_notebook = pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")


def cells_of(path, kind):
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == kind]


def is_analysis(source):
    """Whether a cell computes, filters or plots: it has operators or loops, or calls methods of its variables."""
    tree = ast.parse(source)
    methods = {
        ast.unparse(node.func).partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    return any(isinstance(node, COMPUTES) for node in ast.walk(tree)) or bool(methods - {"rc", "rs", "plt"})


@on_each_notebook
def test_the_first_cell_imports_and_the_second_has_the_parameters(path):
    setup, parameters, *rest = cells_of(path, "code")
    imports = [node for node in ast.walk(ast.parse(setup.source)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {node.module if isinstance(node, ast.ImportFrom) else node.names[0].name for node in imports}
    assert len(imports) <= 6
    assert {name.partition(".")[0] for name in names} <= IMPORTED
    assert "parameters" in parameters.metadata.tags
    for node in ast.parse(parameters.source).body:
        ast.literal_eval(node.value)
        assert "#" in "".join(parameters.source.splitlines()[max(node.lineno - 2, 0) : node.lineno]), ast.unparse(node)
    for cell in rest:
        tree = ast.parse(cell.source)
        assert not any(isinstance(node, ast.Import | ast.ImportFrom) for node in ast.walk(tree)), cell.source


@on_each_notebook
def test_most_cells_show_how_a_number_comes_about(path):
    _, _, *sources = [cell.source for cell in cells_of(path, "code")]
    is_played = path.stem == "00-try-it"
    assert is_played or sum(map(is_analysis, sources)) >= len(sources) / 2


@on_each_notebook
def test_it_is_short(path):
    assert len(nbformat.read(path, as_version=4).cells) <= MOST_CELLS
    for cell in cells_of(path, "markdown"):
        for paragraph in cell.source.split("\n\n"):
            if not paragraph.startswith(("```", "|", "- ", "1. ", "    ", "#")):
                assert len(paragraph) <= LONGEST_PARAGRAPH, paragraph


@on_each_notebook
def test_there_are_three_things_to_try(path):
    assert len(analysis.pieces_to_try(path)) >= 3


def test_what_is_analysis():
    """A call of the package is none; what is done with its result is."""
    assert not is_analysis("data = rc.load('census.parquet')\nrs.rullo.table(data)")
    assert not is_analysis("fig, ax = plt.subplots()")
    assert is_analysis("counts = rc.load('census.parquet').counts\ncounts.groupby('kind').puzzles.sum()")
    assert is_analysis("share = simple / total")
