"""The numbers in text of notebooks that is shown whatever the parameters, and why none of them depends on these.

They are listed in a file beside this one, and a test compares them: a sentence with another number is to be read
first, and marked if it holds for the notebook's own parameters only. `python -m tests.reports.unmarked` writes the
numbers anew, and keeps the reasons; a notebook without one is to be given its own by hand.
"""

import json
import re
import tomllib
from pathlib import Path

import nbformat

from rullo_core.paths import NOTEBOOKS
from rullo_core.reports.notebook import QUOTATION

LIST = Path(__file__).with_suffix(".toml")

NO_SENTENCE = re.compile(
    r"```.*?```|^(?:    .*\n?)+|`[^`]*`|\$\$.*?\$\$|\$[^$]*\$|\]\([^)]*\)|<[^>]+>", re.MULTILINE | re.DOTALL
)
"""Code, formulas, where links lead, and HTML."""

NAMES = re.compile(
    r"\b(?:Figures?|Tables?|[Ss]ections?|[Nn]otebooks?|rows?|columns?|pages)\s*\d[\d.–, ]*(?:(?:and|to) \d+)?"
    r"|\b(?:1[5-9]|20)\d\d\b|\barXiv:[\d.]+|\bdoi 10\.\S+|\d+×\d+|\d+–\d+|\b\d+ to \d+\b|\b9[05] %"
)
"""Figures and tables of sources, places on a board, years, names of papers, sizes, ranges, and the usual intervals."""

NUMBER = re.compile(r"\d[\d,.]*\d|\d")


def numbers_in(path):
    """The numbers of a notebook's text, without its paragraphs that are marked, in their order."""
    numbers = []
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown":
            is_marked = "committed" in cell.metadata.get("tags", [])
            text = QUOTATION.sub("", cell.source) if is_marked else cell.source
            numbers += NUMBER.findall(NAMES.sub(" ", NO_SENTENCE.sub(" ", text)))
    return numbers


def entries_by_notebook():
    """The numbers and the reason of each notebook that has any."""
    return tomllib.loads(LIST.read_text(encoding="utf-8"))


def main():
    """Write the numbers anew."""
    entries = entries_by_notebook() if LIST.exists() else {}
    lines = []
    for path in sorted(NOTEBOOKS.glob("*/*.ipynb")):
        name = f"{path.parent.name}/{path.stem}"
        if numbers := " ".join(numbers_in(path)):
            reason = entries.get(name, {}).get("why", "")
            lines.append(f"[{json.dumps(name)}]\nnumbers = {json.dumps(numbers)}\nwhy = {json.dumps(reason)}\n")
    LIST.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
