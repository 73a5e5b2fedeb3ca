"""The committed tables of the theory: each is made by its name, as errors say, and some of them are made again here."""

import re

import pandas as pd
import pytest

from rullo_core.datasets.measured import write_tables
from rullo_core.paths import DATA, PACKAGE, ROOT
from rullo_studies.theory import TABLES

FOLDER = DATA / "predictions"

SOON = ["clumps", "rests"]


def test_every_table_is_made_by_its_name():
    assert {path.stem for path in FOLDER.glob("*.csv")} == {*TABLES}


def test_every_module_that_errors_name_makes_tables():
    """What cannot be read is to be made by a command, so there has to be one."""
    modules = set()
    for path in [*PACKAGE.rglob("*.py"), *(ROOT / "rullo_studies").rglob("*.py"), *(ROOT / "benchmarks").glob("*.py")]:
        modules |= set(re.findall(r'read_measured\([^)]*"([\w.]+)"\)', path.read_text(encoding="utf-8")))
    assert len(modules) > 4
    for module in modules:
        source = ROOT.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8")
        assert '\nif __name__ == "__main__":\n' in source, module


@pytest.mark.parametrize("name", SOON)
def test_a_table_is_made_again(name, tmp_path):
    path = tmp_path / f"{name}.csv"
    write_tables(TABLES, [str(path)])
    assert path.read_bytes() == (FOLDER / path.name).read_bytes()


def test_another_name_is_refused_before_anything_is_made(tmp_path):
    path = tmp_path / "some.csv"
    with pytest.raises(SystemExit, match=r"some\.csv: name the file after a table: first\.csv, second\.csv$"):
        write_tables({"first": pd.DataFrame, "second": pd.DataFrame}, [str(tmp_path / "first.csv"), str(path)])
    assert not [*tmp_path.iterdir()]
