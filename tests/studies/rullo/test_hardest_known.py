"""The records of the project, from any folder."""

from rullo_core.paths import ROOT
from rullo_studies.rullo.hardest_known import load_records


def test_records_are_there_without_a_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    records = load_records(size="3x3")
    assert records["simple"].tolist() == [True, False]
    assert records["passes"].tolist()[0] == records["puzzle"].iloc[0].rate().passes == 4.5
    assert records.equals(load_records(ROOT / "data" / "records", size="3x3"))
