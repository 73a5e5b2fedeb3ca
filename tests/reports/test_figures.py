"""What notebooks show, as files."""

import json
from base64 import b64encode

import nbformat
import pandas as pd

from rullo_core.paths import NOTEBOOKS, ROOT
from rullo_core.reports.figures import files_of, is_text, items_of, write
from rullo_core.reports.notebook import execute

FOLDER = ROOT / "figures" / "notebooks"


def markdown(text):
    return nbformat.v4.new_markdown_cell(text)


def showing(*outputs):
    """A cell that shows these, each of one kind."""
    return nbformat.v4.new_code_cell(
        outputs=[nbformat.v4.new_output("display_data", {kind: data}) for kind, data in outputs]
    )


def picture(content):
    return "image/png", b64encode(content).decode()


def table(frame):
    return "text/html", frame.to_html()


def files(*cells):
    return {item.file: item.content for item in items_of(nbformat.v4.new_notebook(cells=list(cells)))}


def test_committed_files_are_exactly_the_tables_of_the_notebooks():
    """Where this fails, `make figures` writes them anew. Pictures are committed in the notebooks alone."""
    expected = {
        f"{path.parent.name}/{path.stem}/{name}": content
        for path in NOTEBOOKS.glob("*/*.ipynb")
        for name, content in files_of(nbformat.read(path, as_version=4)).items()
        if is_text(name)
    }
    paths = {path.relative_to(FOLDER).as_posix(): path for path in FOLDER.rglob("*") if path.is_file()}
    assert paths.keys() == expected.keys()
    assert [name for name, path in paths.items() if path.read_bytes() != expected[name]] == []


def test_names_are_those_of_headings_with_a_number_where_a_heading_has_several():
    frame = pd.DataFrame({"n": [1]})
    contents = files(
        markdown("# How far?\n\nA question."),
        showing(picture(b"1")),
        markdown("No heading."),
        showing(("text/plain", "none"), ("image/svg+xml", "<svg/>"), table(frame)),
        markdown("## By size: 3×3, `4x4`"),
        showing(picture(b"2"), table(frame)),
        showing(picture(b"3")),
    )
    assert {name: content for name, content in contents.items() if not name.endswith(".csv")} == {
        "how-far.png": b"1",
        "how-far.svg": b"<svg/>",
        "by-size-3-3-4x4_1.png": b"2",
        "by-size-3-3-4x4_2.png": b"3",
    }
    assert {name for name in contents if name.endswith(".csv")} == {"how-far.csv", "by-size-3-3-4x4.csv"}


def test_a_table_is_as_displayed():
    """With names of rows above them, what stands over several cells in each, and what HTML escapes; no board is one."""
    rows = pd.MultiIndex.from_tuples([("a", 1), ("a", 2), ("b", 1)], names=["kind", "n"])
    columns = pd.MultiIndex.from_product([["share", "n < 5"], ["low", "high"]])
    frame = pd.DataFrame([[0.25, 1, 2, 3], [0.5, 4, 5, 6], [1, 7, 8, None]], rows, columns)
    expected = (
        'kind,n,share low,share high,n < 5 low,n < 5 high\na,1,25%,1,2,"3,000"\na,2,50%,4,5,"6,000"\nb,1,100%,7,8,–\n'
    )
    styled = frame.style.format({("share", "low"): "{:.0%}", ("n < 5", "high"): lambda n: f"{n:.0f},000"}, na_rep="–")
    plain = frame.astype(object)
    plain[("share", "low")] = ["25%", "50%", "100%"]
    plain[("n < 5", "high")] = ["3,000", "6,000", "–"]
    for output in (styled.to_html(table_uuid="x"), plain.to_html()):
        html = f"<table class='board'><tr><td>7</td></tr></table>{output}"
        assert files(markdown("# T"), showing(("text/html", html)))["t.csv"].decode() == expected


def test_what_is_written_takes_the_place_of_what_was_there(tmp_path):
    """Of a notebook as the executor leaves it, and as often as it is written."""
    source = "import pandas as pd\n\npd.DataFrame({'pass': [1, 2]}, index=['a', 'b'])"
    cells = [markdown("# One"), nbformat.v4.new_code_cell(source)]
    path, folder = tmp_path / "kind" / "01-one.ipynb", tmp_path / "figures"
    for stale in ("kind/00-gone/gone.png", "kind/01-one/gone.csv"):
        (folder / stale).parent.mkdir(parents=True)
        (folder / stale).touch()
    path.parent.mkdir()
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    execute(path, path)
    for _ in range(2):
        write([path], folder)
        assert [file for file in tmp_path.rglob("*") if file.is_file()] == [path, folder / "kind/01-one/one.csv"]
        assert (folder / "kind/01-one/one.csv").read_text() == ",pass\na,1\nb,2\n"


def test_numbers_that_a_notebook_saves_are_in_a_file_and_not_in_its_outputs(tmp_path):
    """Those of the last execution alone; a notebook that saves none has no such file."""
    source = (
        'import rullo_core as rc\n\nrc.save_numbers({"share": "9.7 ± 0.2 %"})\nrc.save_numbers({"size": size})\nsize'
    )
    parameters = nbformat.v4.new_code_cell('size = "3×3"', metadata={"tags": ["parameters"]})
    path, folder = tmp_path / "kind" / "01-one.ipynb", tmp_path / "figures"
    path.parent.mkdir()
    notebook = nbformat.v4.new_notebook(cells=[parameters, nbformat.v4.new_code_cell(source)])
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook.metadata |= {"kernelspec": kernel, "rullo": {"numbers": {"stale": "1"}}}
    nbformat.write(notebook, path)
    for size in ("4×4", "2×2"):
        execute(path, path, {"size": size})
        executed = nbformat.read(path, as_version=4)
        assert executed.metadata["rullo"] == {"numbers": {"share": "9.7 ± 0.2 %", "size": size}}
        assert [output.data["text/plain"] for output in executed.cells[-1].outputs] == [repr(size)]
        write([path], folder)
        numbers = json.loads((folder / "kind/01-one/numbers.json").read_text("utf-8"))
        assert numbers == executed.metadata["rullo"]["numbers"]
    executed.cells[-1].source = "size"
    nbformat.write(executed, path)
    execute(path, path)
    write([path], folder)
    assert "rullo" not in nbformat.read(path, as_version=4).metadata
    assert not list(folder.rglob("numbers.json"))


def test_pictures_are_written_unless_only_tables_are_asked_for(tmp_path):
    """Nor is there a folder for a notebook that shows pictures alone."""
    (tmp_path / "kind").mkdir()
    for name, *outputs in (("both", table(pd.DataFrame({"n": [1]}))), ("picture",)):
        notebook = nbformat.v4.new_notebook(cells=[markdown("# One"), showing(picture(b"1"), *outputs)])
        nbformat.write(notebook, tmp_path / "kind" / f"{name}.ipynb")
    paths = [tmp_path / "kind" / "both.ipynb", tmp_path / "kind" / "picture.ipynb"]
    for options, expected in (
        ({}, ["kind/both/one.csv", "kind/both/one.png", "kind/picture/one.png"]),
        ({"pictures": False}, ["kind/both/one.csv"]),
    ):
        write(paths, tmp_path / "shown", **options)
        files = [path for path in (tmp_path / "shown").rglob("*.*") if path.is_file()]
        assert sorted(path.relative_to(tmp_path / "shown").as_posix() for path in files) == expected
        assert len(list((tmp_path / "shown" / "kind").iterdir())) == len({name.split("/")[1] for name in expected})
