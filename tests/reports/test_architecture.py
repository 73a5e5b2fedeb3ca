"""The picture of the packages is that of the imports."""

import subprocess
import sys

from rullo_core.paths import PACKAGE, ROOT
from rullo_core.reports import architecture
from tests.outcomes import as_committed


def test_packages_and_what_they_import():
    graph = architecture.package_imports()
    assert set(graph) == {path.parent.name for path in PACKAGE.glob("*/__init__.py")} | {"rullo_studies"}
    assert "sudoku" in graph["killer"]
    assert "killer" not in graph["sudoku"]
    assert [name for name, imported in graph.items() if "rullo_studies" in imported] == []
    assert graph["passes"] == set()


def test_arrows_that_others_imply_are_left_out():
    graph = {"a": set(), "b": {"a"}, "c": {"a", "b"}, "d": {"a", "c"}, "e": {"a"}}
    assert architecture.without_implied(graph) == {"a": set(), "b": {"a"}, "c": {"b"}, "d": {"c"}, "e": {"a"}}
    assert architecture.layers(graph) == [["a"], ["b", "e"], ["c"], ["d"]]


@as_committed
def test_the_picture_is_that_of_the_imports(tmp_path):
    """Drawn again it is the same; `python -m rullo_core.reports.architecture` draws it anew."""
    command = [sys.executable, "-m", "rullo_core.reports.architecture", str(tmp_path / "architecture.svg")]
    subprocess.run(command, cwd=ROOT, check=True)
    assert (tmp_path / "architecture.svg").read_text() == (ROOT / "docs" / "architecture.svg").read_text()
