"""The manuscript: every number and figure is that of committed results, and it compiles."""

import math
import re
from pathlib import Path

import nbformat
import pytest

from rullo_core.errors import BadInput
from rullo_core.paths import NOTEBOOKS, ROOT
from rullo_core.reports import paper
from rullo_core.reports.figures import items_of

FOLDER = ROOT / "paper"
TEXTS = [FOLDER / "paper.typ", FOLDER / "paper.md"]
TYPED = re.compile(r"\d[\d,]*\.\d+(?!pt|em|cm|fr|\d)|\d{1,3}(?:,\d{3})+|\d\s?%|±\s?\d")
"""What a result looks like that somebody has typed."""


def prose(path):
    """The text without numbers that are read, commands, comments, and what is told Typst of looks."""
    text = re.sub(r'#?\bn\("[^"]+"\)|`[^`]*`|^//.*$|^#(?:set|show|let) .*$', " ", path.read_text(), flags=re.MULTILINE)
    text = re.sub(r'"[^"]*"', " ", text) if path.suffix == ".typ" else text.split("---\n", 2)[2]
    return re.sub(r"\d+%\)\[|95% confidence", " ", text)


@pytest.fixture(scope="module")
def numbers():
    return paper.numbers()


def test_the_committed_numbers_are_those_of_the_results(numbers):
    assert paper.NUMBERS.read_bytes() == paper.as_json(numbers)


def test_every_number_is_read_and_every_one_that_is_read_is_used(numbers):
    assert paper.in_manuscript(TEXTS[0].read_text()) == set(numbers)
    assert all(numbers.values())
    assert numbers["killer-puzzles"] == "46,341,221"
    assert numbers["sudoku-all-hidden"] == "29.2 ± 0.8 %"


def test_statements_that_were_too_strong_have_their_numbers(numbers):
    """Each as an own program, or a count by hand, has it: not what the text would like to say."""
    expected = {
        "berthier-identity": "45%",  # 9,582 of 21,375 have W = 0 or 1
        "berthier-beyond": "+0.45",
        "clues-W": "+0.18",
        "clues-SER": "+0.18",
        "bits-fewest": "2 of 15",
        "bits-fewest-interval": "4% to 38%",
        "stuck-but-unique": "51%",  # of 8x8 over 1-9; 51.4 % of 6,000 by exact counts
        "unique-12x12": "386",
        "simple-12x12": "2%",
        "sweep-each": "400",
        "bits-board-6x6": "24.7",
        "bits-board-9x9": "72.5",
        "bits-counted-6x6": "93",
        "bits-counted-9x9": "257",
        "times-Serate": "0.70 and 0.86",
        "people-clues": "-0.21 (-0.27 to -0.16)",
        "people-level": "+0.34 (+0.28 to +0.40)",
        "people-passes": "+0.48 (+0.43 to +0.53)",
        "people-forced": "-0.56 (-0.61 to -0.51)",
        "people-puzzles": "1,022",
        "people-passes-puzzles": "932",
        "record-8x8": "58.5",
    }
    assert {name: numbers[name] for name in expected} == expected


def test_the_kinds_that_are_first_are_named_by_each_axis(numbers):
    """Kakuro by bits, Rullo by cells; by the bits of all boards the range decides. Between sizes by hand."""

    def ends(name):
        return [int(share) for share in re.findall(r"(\d+)%", numbers[name])]

    def first(axis):
        kinds = {kind: ends(f"{axis}-{kind}") for kind in ("rullo", "kakuro", "killer", "sudoku")}
        best = max(kinds, key=lambda kind: kinds[kind][0])
        assert all(kinds[best][0] >= kinds[kind][-1] or kind == "kakuro" for kind in kinds if kind != best)
        return best

    text = " ".join(TEXTS[0].read_text().split())
    assert (first("bits"), first("cells")) == ("kakuro", "rullo")
    assert "of Sudokus: Kakuro is first. By cells Rullo is: at" in text
    assert ends("board-rullo")[0] < ends("board-sudoku")[0] < ends("board-sudoku")[-1] < ends("board-rullo")[-1]
    assert "so that the range decides whether Rullo is first" in text
    assert numbers["cells-kakuro"] == "93% to 100%"  # with the method parting, 97% at 24 cells and 91% at 44
    assert numbers["board-rullo"] == "41% to 100%"  # over 1-9 69% at 64 cells and 17% at 81
    bits_and_position = (math.log2(6_670_903_752_021_072_936_960), math.log(72.5 / 64) / math.log(81 / 64))
    assert bits_and_position == (pytest.approx(72.5, abs=0.01), pytest.approx((69 - 41) / (69 - 17), abs=0.02))


def test_a_record_is_read_where_it_was_found_not_from_its_bound(numbers, monkeypatch):
    """A longer run that lost the record of 8x8 would show: its bound is in another column."""
    original = paper.table

    def lost(name):
        records = original(name).copy()
        if name.startswith("rullo/17") and "difficulty, simple" in records:
            records.loc["8x8", "difficulty, simple"] = "57.5"
        return records

    monkeypatch.setattr(paper, "table", lost)
    assert (numbers["record-8x8"], paper.numbers()["record-8x8"]) == ("58.5", "57.5")


@pytest.mark.parametrize(
    "claim",
    [
        "first to say so",
        "We have none",
        "clues with neither",
        "though they were made independently",
        "drawn in the same way",
        "stuck mostly because",
        "among them all up to",
    ],
)
def test_refuted_claims_are_gone(claim):
    text = " ".join(TEXTS[0].read_text().split())
    assert claim not in re.sub("On small grids passes get stuck mostly because", "", text)


@pytest.mark.parametrize("claim", ["made independently", "close to geometric", "We have no times of people"])
def test_refuted_claims_are_gone_from_notebooks_and_pages(claim):
    pages = [*NOTEBOOKS.glob("*/*.ipynb"), *(ROOT / "docs").glob("*.md"), ROOT / "README.md"]
    assert len(pages) > 60
    assert [page.name for page in pages if claim in page.read_text("utf-8")] == []


@pytest.mark.parametrize("page", ["docs/thesis.md", "README.md"])
def test_pages_name_who_measured_passes_first(page):
    assert "Batenburg" in (ROOT / page).read_text("utf-8")


def test_a_page_has_the_correlations_of_the_manuscript(numbers):
    text = (ROOT / "docs" / "family.md").read_text("utf-8")
    assert f"for {numbers['berthier-identity']} of" in text
    assert f"correlation of {numbers['berthier-beyond'][1:]} with W" in text
    assert f"is {numbers['clues-W']}, and with the times" in text
    for name in ("clues", "level", "passes", "forced"):
        assert numbers[f"people-{name}"].partition(" ")[0] in text


def test_priority_is_said():
    introduction = TEXTS[0].read_text().split("= Definitions")[0]
    assert introduction.index("@batenburg2009") < introduction.index("@boogaard2023")


def test_a_number_that_is_missing_or_not_used_is_an_error(numbers):
    with pytest.raises(BadInput, match=r"^\S+paper\.typ: killer-puzzles is no number that is read: change it"):
        paper.check_names(numbers.keys() - {"killer-puzzles"})
    with pytest.raises(BadInput, match="more is not used"):
        paper.check_names([*numbers, "more"])


def test_numbers_that_notebooks_save_are_those_of_the_manuscript(numbers):
    """Each is used, and none of them is computed again."""
    saved = paper.saved_numbers()
    assert len(saved) > 60
    assert {name: numbers[name] for name in saved} == saved


def test_a_number_that_two_notebooks_save_is_an_error(tmp_path, monkeypatch):
    for name in ("01-one", "02-other"):
        (tmp_path / "rullo" / name).mkdir(parents=True)
        (tmp_path / "rullo" / name / "numbers.json").write_text('{"share": "1 %"}')
    monkeypatch.setattr(paper, "FIGURES", tmp_path)
    with pytest.raises(BadInput, match=r"02-other/numbers\.json: share: saved by another notebook, too; rename it"):
        paper.saved_numbers()


def test_no_number_is_read_from_a_sentence(monkeypatch):
    """What a notebook says in words is for people: the only texts that are read are numbers that it has saved."""
    read, original = set(), Path.read_text
    monkeypatch.setattr(Path, "read_text", lambda path, *arguments: read.add(path.name) or original(path, *arguments))
    monkeypatch.setattr(paper, "table", paper.table.__wrapped__)
    paper.numbers()
    assert read == {"numbers.json"}


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_no_result_is_typed(path):
    assert TYPED.findall("95.1% of 1,234 are 2.5 ± 0.1") == ["95.1", "1,234", "2.5", "± 0"]
    assert TYPED.findall(prose(path)) == []


def test_figures_are_committed_ones():
    """Those of notebooks are committed in these."""
    text = TEXTS[0].read_text()
    pictures = re.findall(r'#picture\(\s*"([^"]+)"', text)
    tables = re.findall(r'#?(?:shown|others)\(\s*"([^"]+)"', text)
    assert (len(pictures), len(tables)) > (8, 5)
    for name in pictures:
        folder, _, file = name.removeprefix("notebooks/").rpartition("/")
        if name.startswith("notebooks/"):
            notebook = nbformat.read(NOTEBOOKS / f"{folder}.ipynb", as_version=4)
            assert file in {item.file for item in items_of(notebook)}, name
        else:
            assert (ROOT / "figures" / name).is_file()
    assert all(list((ROOT / "figures" / "notebooks").glob(f"**/{name}")) for name in tables)
    labels = set(re.findall(r"<((?:fig|tab)-[\w-]+)>", text))
    assert labels == set(re.findall(r"@((?:fig|tab)-[\w-]+)", text))
    assert labels - {"tab-commands"} <= set(
        re.findall(r"@((?:fig|tab)-[\w-]+)", text[text.index("[figure or table]") :])
    )


def test_references_are_there_and_all_are_cited():
    keys = re.findall(r"^@\w+\{([\w-]+),", (FOLDER / "references.bib").read_text(), re.MULTILINE)
    cited = {key for path in TEXTS for key in re.findall(r"(?<!\w)@([a-z][\w-]*\w)", path.read_text())}
    assert len(keys) == len(set(keys))
    assert {key for key in cited if not re.match("fig-|tab-|sec-", key)} == set(keys)


def test_references_have_a_doi_where_there_is_one():
    """Theses, reports, workshops, and journals and proceedings that give none, are named here."""
    texts = re.findall(
        r"^@(\w+)\{([\w-]+),\n(.*?)^\}", (FOLDER / "references.bib").read_text(), re.MULTILINE | re.DOTALL
    )
    entries = {key: (kind, dict(re.findall(r"^  (\w+) = \{(.*)\},$", text, re.MULTILINE))) for kind, key, text in texts}
    lacking = {key for key, (kind, fields) in entries.items() if kind != "online" and "doi" not in fields}
    assert lacking == {
        *("boogaard2023", "simonis", "simonis2005", "ansotegui2006", "batenburg2009", "brewbaker2008", "gordon2024"),
        *("achlioptas2000", "amraoui2009", "browne2013", "elias1954", "gent1996", "gent1997", "trick2003", "yato2003"),
    }
    dois = [fields["doi"] for _, fields in entries.values() if "doi" in fields]
    assert len(dois) == len(set(dois)) > 15
    assert [doi for doi in dois if not re.fullmatch(r"10\.\d{4,5}/\S+", doi)] == []
    dated = {key for key, (kind, fields) in entries.items() if {"year", "date"} & set(fields)}
    assert set(entries) - dated == {"berthier", "ortools", "tdoku", "qqwing", "tatham", "norvig"}


def test_it_is_compiled_on_fewer_than_twenty_pages():
    pdf = paper.compile_pdf()
    assert pdf.startswith(b"%PDF")
    assert pdf == paper.compile_pdf()
    assert 10 <= len(re.findall(rb"/Type\s*/Page\b", pdf)) < 20


def test_the_summary_is_as_long_as_it_has_to_be():
    text = TEXTS[1].read_text().split("---\n", 2)[2]
    assert re.findall(r"^# (.+)$", text, re.MULTILINE) == [
        *("Summary", "Statement of need", "State of the field", "Functionality", "References"),
    ]
    assert 250 <= len(text.split()) <= 1000
