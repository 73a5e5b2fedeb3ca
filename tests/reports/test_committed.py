"""What holds for a notebook's own parameters alone: it is marked, and not shown as true in a run with others."""

import ast

import nbformat
import pytest

from rullo_core.paths import NOTEBOOKS
from rullo_core.reports.notebook import GREY, QUOTATION, execute, own_parameters
from tests import analysis
from tests.reports.unmarked import entries_by_notebook, numbers_in

PATHS = sorted(NOTEBOOKS.glob("*/*.ipynb"))
on_each_notebook = pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")


def is_committed(cell):
    return "committed" in cell.metadata.get("tags", [])


def calls_of(source):
    """What the calls of `written_for` in a cell are given."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [
        {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords}
        for call in calls
        if ast.unparse(call.func) == "rc.written_for"
    ]


@on_each_notebook
def test_what_holds_for_the_committed_parameters_is_marked(path):
    """With a bar at its left, in cells with the tag; the first cell after the parameters says what these are."""
    cells = nbformat.read(path, as_version=4).cells
    text, code = ([cell for cell in cells if cell.cell_type == kind] for kind in ("markdown", "code"))
    assert [cell.source for cell in text if is_committed(cell) != bool(QUOTATION.search(cell.source))] == []
    assert not any(is_committed(cell) for cell in code)
    expected = [own_parameters(cells)] if any(map(is_committed, text)) else []
    assert calls_of(code[2].source) == expected
    assert [calls_of(cell.source) for cell in code[:2] + code[3:] if calls_of(cell.source)] == []
    assert "parameters above" not in " ".join(cell.source for cell in cells).replace("\n", " ")


CELLS = [
    nbformat.v4.new_markdown_cell("# A title\n\n**A question?**", id="title"),
    nbformat.v4.new_code_cell("import rullo_core as rc", id="setup"),
    nbformat.v4.new_code_cell('size = "2x3"\nseeds = [1, 2]', id="given", metadata={"tags": ["parameters"]}),
    nbformat.v4.new_code_cell('rc.written_for(size="2x3", seeds=[1, 2])\nsize', id="answer"),
    nbformat.v4.new_markdown_cell(
        "True.\n\n> There are 6\n> cells.\n\nTrue, too.\n\n> Two.", id="claims", metadata={"tags": ["committed"]}
    ),
    nbformat.v4.new_markdown_cell("> A quotation of others.", id="others"),
]


@pytest.fixture
def notebook(tmp_path):
    """A notebook with text for its own parameters."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    path = tmp_path / "in.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=CELLS, metadata={"kernelspec": kernel}), path)
    return path


def test_text_is_grey_where_parameters_are_others(notebook, tmp_path):
    execute(notebook, tmp_path / "out.ipynb", {"size": "2x2"})
    cells = {cell.id: cell for cell in nbformat.read(tmp_path / "out.ipynb", as_version=4).cells}
    remark = (
        "*The text was written for size '2x3'. Paragraphs with a bar at their left hold for that alone; tables and "
        "figures are of this run.*"
    )
    assert cells["title"].source == f"# A title\n\n{remark}\n\n**A question?**"
    assert cells["claims"].source == (
        f"True.\n\n{GREY}\n\n> There are 6\n> cells.\n\n</div>\n\nTrue, too.\n\n{GREY}\n\n> Two.\n\n</div>"
    )
    assert cells["others"].source == "> A quotation of others."
    assert [output.data["text/plain"] for output in cells["answer"].outputs] == ["'2x2'"]


@pytest.mark.parametrize("parameters", [{}, {"size": "2x3", "seeds": [1, 2]}])
def test_text_stays_as_it_is_where_parameters_are_its_own(notebook, tmp_path, parameters):
    execute(notebook, tmp_path / "out.ipynb", parameters)
    cells = nbformat.read(tmp_path / "out.ipynb", as_version=4).cells
    sources = [cell.source for cell in cells if cell.id != "injected-parameters"]
    assert sources == [cell.source for cell in CELLS]
    assert "written for" not in (tmp_path / "out.ipynb").read_text()


def test_an_edited_cell_of_parameters_is_told_in_jupyter(notebook, capsys):
    """Where the cell after it is run: no file is looked at, which may have been saved by then."""
    edited = nbformat.read(notebook, as_version=4)
    edited.cells[2].source = 'size = "2x3"\nseeds = [3]'
    nbformat.write(edited, notebook)
    analysis.run(notebook)
    assert "written for seeds [1, 2]. Paragraphs with a bar" in capsys.readouterr().out


@on_each_notebook
def test_numbers_in_text_that_is_always_shown_depend_on_no_parameter(path):
    """Each was read, and has a reason; one that is new is to be marked, or to be listed with its reason."""
    entry = entries_by_notebook().get(f"{path.parent.name}/{path.stem}", {"numbers": "", "why": "it has none"})
    assert " ".join(numbers_in(path)) == entry["numbers"]
    assert entry["why"]


def test_no_notebook_is_listed_that_is_not_there():
    assert {*entries_by_notebook()} <= {f"{path.parent.name}/{path.stem}" for path in PATHS}


def test_what_is_a_number_of_a_text(tmp_path):
    text = "Of 3×3 over 2–4, see Figure 5 and `x = 1` (1957): in 95 % of 7 puzzles,\n\n> 8 marked.\n\nor 9."
    cell = nbformat.v4.new_markdown_cell(text, metadata={"tags": ["committed"]})
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), tmp_path / "some.ipynb")
    assert numbers_in(tmp_path / "some.ipynb") == ["7", "9"]
    cell.metadata.clear()
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), tmp_path / "some.ipynb")
    assert numbers_in(tmp_path / "some.ipynb") == ["7", "8", "9"]
