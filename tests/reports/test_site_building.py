"""The site: that it is built the same each time, and refused where it would be wrong."""

import re
import shutil

import pytest

from rullo_core.__main__ import command
from rullo_core.cli.reference import page_of
from rullo_core.errors import BadInput
from rullo_core.paths import NOTEBOOKS, ROOT
from rullo_core.reports.site import build

pytestmark = pytest.mark.slow


def test_the_same_bytes_again(tmp_path):
    """Of a few notebooks; each time in another process, with hashes of its own."""
    root = tmp_path / "project"
    shutil.copytree(ROOT / "docs" / "site", root / "docs" / "site")
    shutil.copytree(NOTEBOOKS / "killer", root / "notebooks" / "killer")
    for path in root.glob("notebooks/killer/*.ipynb"):  # links to what is not there lead elsewhere
        path.write_text(re.sub(r"\]\(\.\./[^)]*\)", "](01-rules.ipynb)", path.read_text()))
    (root / "docs" / "site" / "front.md").write_text(
        "# A title\n\n[One](notebooks/killer/01-rules.ipynb)\n\n{{ board }}\n"
    )
    (root / "README.md").write_text("# About it\n")
    once, again = tmp_path / "once", tmp_path / "again"
    assert len(build(once, root)) == len(build(again, root)) > 6
    files = sorted(path.relative_to(once) for path in once.rglob("*") if path.is_file())
    assert files == sorted(path.relative_to(again) for path in again.rglob("*") if path.is_file())
    assert [file for file in files if (once / file).read_bytes() != (again / file).read_bytes()] == []


def test_the_commands_are_those_that_there_are():
    assert (ROOT / "docs" / "reference" / "commands.md").read_text() == page_of(command()) + "\n"


def test_a_link_to_nowhere_is_refused(tmp_path):
    root = tmp_path / "project"
    shutil.copytree(ROOT / "docs" / "site", root / "docs" / "site")
    (root / "notebooks").mkdir()
    (root / "docs" / "site" / "front.md").write_text("# A title\n")
    (root / "README.md").write_text("# A title\n\n[gone](docs/gone.md)\n")
    with pytest.raises(BadInput, match=r"gone\.md.*mend it"):
        build(tmp_path / "site", root)
    assert not (tmp_path / "site").exists()
    with pytest.raises(BadInput, match=r"has no README\.md; run it in a checkout"):
        build(tmp_path / "site", tmp_path)
    (root / "docs" / "site" / "front.md").write_text("# A title\n\n{{ Whatever }}\n")
    with pytest.raises(BadInput, match=r"README\.md: has no section Whatever, which docs/site/front\.md quotes"):
        build(tmp_path / "site", root)
