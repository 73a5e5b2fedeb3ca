from rullo_core import charts, figures, findings, published, store, tables
from rullo_core.board import Board, draw
from rullo_core.tally import Tally


def test_published_puzzles_and_tables():
    assert len(published.puzzles()) == 10
    assert published.puzzles()["figure 1"].row_targets == (23, 13, 17, 8, 21)
    for number in (1, 2, 3):
        for key in ("difficulty", "required"):
            assert published.table(number, key).index.name == key
    assert int(published.table(1, "difficulty").to_numpy().sum()) == 5_038_848
    assert published.table_of("census", {"height": 3, "width": 3, "values": [2, 3, 4]}) == 1
    assert published.table_of("census", {"height": 3, "width": 3, "values": [1, 2, 3]}) is None


def test_table_beside_the_published_one(thesis_census):
    tally = thesis_census.counted_once
    table = tables.distribution(tally, "difficulty", published.table(1, "difficulty"))
    assert (table.filter(like="difference") == 0).all(axis=None)
    assert table.loc[4.5].tolist() == [108, 216, 108, 216, 0, 0]
    lines = tables.to_markdown(table).splitlines()
    assert lines[0].split("|")[1].strip() == "Difficulty"
    assert [cell.strip() for cell in lines[2].split("|")[1:4]] == ["1", "166,371", "0"]
    assert r"4.5 & 108 & 216 & 108 & 216 & 0 & 0 \\" in tables.to_latex(table)


def test_a_difference_would_show(thesis_census):
    theirs = published.table(1, "required")
    theirs.loc[4, "simple"] += 1
    table = tables.distribution(thesis_census.counted_once, "required", theirs)
    assert table["simple, difference"].tolist() == [0, 0, 0, 0, -1]
    assert "**1**" in findings.comparison(1, table, table)


def test_the_same_bytes_on_every_run(thesis_census, tmp_path):
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
        figures.render(thesis_census, folder)
    names = sorted(path.name for path in folders[0].iterdir())
    assert len(names) == len(set(names)) == 18
    for name in names:
        assert (folders[0] / name).read_bytes() == (folders[1] / name).read_bytes(), name


def test_without_exhaustive_puzzles_the_rest_is_drawn(tmp_path):
    from rullo_core.census import Census
    from rullo_core.runs import run_and_store

    dataset = run_and_store(Census(1, 3, (1, 2, 4)), tmp_path / "lines.parquet")
    paths = figures.render(dataset, tmp_path)
    assert not any("exhaustive" in path.name for path in paths)
    assert findings.hardest_exhaustive(dataset).startswith("There are none")
    assert "exhaustive" not in findings.averages(dataset.tally)


def test_board_shows_every_number_in_its_colour(figures):
    puzzle = figures["figure 9"]
    picture = draw([Board(puzzle), None, Board(puzzle, ((True,) * 4,) * 5, "all")], columns=2)
    assert len(picture.axes) == 4
    texts = [text.get_text() for text in picture.axes[0].texts]
    assert sorted(texts) == sorted(
        [str(n) if n else "" for row in puzzle.numbers for n in row]
        + [str(n) for n in puzzle.row_targets + puzzle.column_targets]
    )
    holes = [patch for patch in picture.axes[0].patches if patch.get_facecolor()[:3] < (0.2, 0.2, 0.2)]
    assert len(holes) == sum(n == 0 for row in puzzle.numbers for n in row)


def test_charts_of_one_kind_alone(thesis_census):
    for kind in ("simple", "exhaustive"):
        tally = thesis_census.tally.of_kind(kind)
        assert isinstance(tally, Tally)
        labels = [text.get_text() for text in charts.difficulty_by_required(tally).axes[0].get_legend().get_texts()]
        assert labels == [f"{kind}, mean", f"{kind}, greatest", "5th to 95th percentile"]
        assert charts.difficulty_distribution(tally).axes[0].get_ylabel() == "puzzles"


def test_findings_say_what_the_thesis_says(thesis_census):
    assert "95.95%" in findings.totals(thesis_census)
    assert "4.05%" in findings.totals(thesis_census)
    tally = thesis_census.counted_once
    assert "never more than **1.96**" in findings.averages(tally)  # section 6.1: it does not go above 2
    assert "difficulty of a simple puzzle is **2**" in findings.spread(tally)
    told = findings.hardest_simple(thesis_census)
    assert "216 puzzles have it, 108 of them with at most 4" in told
    assert "8 classes" in told
    assert "**2 classes**" in told
    assert "stand for just these classes" in findings.figure_14(thesis_census)
    assert "Figure 15 is one of them" in findings.hardest_with_every_number(thesis_census)
    assert "**5**; 39,924 puzzles" in findings.hardest_exhaustive(thesis_census)
    assert thesis_census.manifest["sha256"] in findings.source(thesis_census)


def test_readme_shows_the_tables_as_reproduced(thesis_census):
    readme = (store.CHECKSUMS.parent.parent / "README.md").read_text()
    for key in ("difficulty", "required"):
        table = tables.distribution(thesis_census.counted_once, key, published.table(1, key))
        assert tables.to_markdown(table) in readme
