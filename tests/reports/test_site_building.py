"""The site: that it is built the same each time, and refused where it would be wrong."""

import pytest

from rullo_core.errors import BadInput
from rullo_core.paths import NOTEBOOKS, ROOT
from rullo_core.reports.site import build
from tests.reports.projects import small_project

pytestmark = pytest.mark.slow


def test_the_same_bytes_again(tmp_path):
    """Of a few notebooks; each time in another process, with hashes of its own."""
    killers = sorted(path.relative_to(ROOT).as_posix() for path in NOTEBOOKS.glob("killer/*.ipynb"))
    root = small_project(tmp_path / "project", f"[One]({killers[0]})\n\n{{{{ board }}}}\n", killers)
    first, second = tmp_path / "once", tmp_path / "again"
    assert len(build(first, root)) == len(build(second, root)) > 6
    files = sorted(path.relative_to(first) for path in first.rglob("*") if path.is_file())
    assert files == sorted(path.relative_to(second) for path in second.rglob("*") if path.is_file())
    assert [file for file in files if (first / file).read_bytes() != (second / file).read_bytes()] == []


def test_a_link_to_nowhere_is_refused(tmp_path):
    root = small_project(tmp_path / "project", "")
    (root / "README.md").write_text("# A title\n\n[gone](docs/gone.md)\n")
    with pytest.raises(BadInput, match=r"gone\.md.*mend it"):
        build(tmp_path / "site", root)
    assert not (tmp_path / "site").exists()
    with pytest.raises(BadInput, match=r"has no README\.md; run it in a checkout"):
        build(tmp_path / "site", tmp_path)
    (root / "docs" / "site" / "front.md").write_text("# A title\n\n{{ Whatever }}\n")
    with pytest.raises(BadInput, match=r"README\.md: has no section Whatever, which docs/site/front\.md quotes"):
        build(tmp_path / "site", root)
