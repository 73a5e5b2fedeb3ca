"""What runs and notebooks leave, for tests that compare or read it."""

import re
from importlib.metadata import version

import nbformat
import pytest

from rullo_core.paths import ROOT

LOCKED = re.search(r"^matplotlib==(\S+)", (ROOT / "requirements.lock").read_text(encoding="utf-8"), re.MULTILINE)[1]

as_committed = pytest.mark.skipif(version("matplotlib") != LOCKED, reason=f"pictures are those of matplotlib {LOCKED}")
"""For tests that compare pictures with committed ones: other versions draw them with other bytes."""


def assert_equal(outcome, expected):
    """The same tally, the same hardest puzzles, and the same tally of each grid where there is one."""
    assert outcome.tally == expected.tally
    assert outcome.hardest == expected.hardest
    assert (outcome.by_grid is None) == (expected.by_grid is None)
    assert outcome.by_grid is None or outcome.by_grid.equals(expected.by_grid)


def finished_shards(dataset):
    """The files of finished shards beside a dataset to come."""
    return list(dataset.parent.glob(f"{dataset.stem}.shards/*/[0-9]*.shard"))


def shown_markdown(path):
    """Everything that the cells of a notebook put out as Markdown.

    Of a committed notebook that is what stands in its file: a test of it holds the text, and cannot see whether the
    code has changed since. Executing all of them and comparing, byte for byte, is what `.ci/run` does.
    """
    return "\n".join(
        output["data"]["text/markdown"]
        for cell in nbformat.read(path, as_version=4).cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if "text/markdown" in output.get("data", {})
    )


def tables_of(path):
    """The rows of all tables that a notebook has as committed, each as the texts of its cells."""
    outputs = [output for cell in nbformat.read(path, as_version=4).cells for output in cell.get("outputs", [])]
    html = "".join(output.get("data", {}).get("text/html", "") for output in outputs)
    rows = re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)
    return [re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", row) for row in rows]
