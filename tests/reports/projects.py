"""A small project of which a site is built quickly."""

import re
import shutil

from rullo_core.paths import ROOT

LINK = re.compile(r"\]\((?![a-z]+:)([^)#]*)[^)]*\)")
"""A link to a file, with the file's path as its group."""


def small_project(root, front, notebooks=()):
    """Write the site's settings, a front page, a README and some of the notebooks; return the folder.

    Links to what is not there lead to the page that they are on.
    """
    shutil.copytree(ROOT / "docs" / "site", root / "docs" / "site")
    (root / "notebooks").mkdir()
    (root / "docs" / "site" / "front.md").write_text(f"# A title\n\n{front}")
    (root / "README.md").write_text("# About it\n")
    for name in notebooks:
        (root / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    for name in notebooks:
        _mend_links(root / name)
    return root


def _mend_links(path):
    path.write_text(
        LINK.sub(lambda link: link[0] if (path.parent / link[1]).exists() else f"]({path.name})", path.read_text())
    )
