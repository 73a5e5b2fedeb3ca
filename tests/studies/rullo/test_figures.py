import pytest

from rullo_core.datasets.tally import Tally
from rullo_core.paths import ROOT
from rullo_core.rullo.picture import Board, draw
from rullo_core.rullo.solver import run
from rullo_core.views import charts, tables
from rullo_studies.rullo import figures
from rullo_studies.rullo.charts import plot_by_required
from rullo_studies.rullo.figures import guessed_board_by_board
from rullo_studies.rullo.thesis import published
from rullo_studies.rullo.thesis.comparison import compare_shares
from rullo_studies.rullo.thesis.symmetry import counted_once


def test_published_puzzles_and_tables():
    assert len(published.puzzles()) == 10
    assert published.puzzles()["figure 1"].row_targets == (23, 13, 17, 8, 21)
    for number in (1, 2, 3):
        for key in ("passes", "required"):
            assert published.published_table(number, key).index.name == key
        merged = [published.published_table(number, key, merge_inverses=True) for key in ("passes", "required")]
        assert merged[0].sum().tolist() == merged[1].sum().tolist()
    assert int(published.published_table(1, "passes").to_numpy().sum()) == 5_038_848
    assert published.table_of("census", {"height": 3, "width": 3, "values": [2, 3, 4]}) == 1
    assert published.table_of("census", {"height": 3, "width": 3, "values": [1, 2, 3]}) is None
    digits = list(range(1, 10))
    assert published.table_of("grids", {"height": 5, "width": 5, "values": digits, "grids": 7}) == 2
    sample = {"height": 7, "width": 7, "values": digits, "guess_limit": 20}
    assert published.table_of("sample", sample) == 3
    assert published.table_of("sample", sample | {"guess_limit": 29}) is None


def test_table_matches_the_published_one(thesis_census):
    tally = counted_once(thesis_census)
    table = tables.distribution(tally, "passes", published.published_table(1, "passes"))
    assert (table.filter(like="difference") == 0).all(axis=None)
    assert table.loc[4.5].tolist() == [108, 216, 108, 216, 0, 0]
    lines = tables.to_markdown(table).splitlines()
    assert lines[0].split("|")[1].strip() == "Difficulty"
    assert [cell.strip() for cell in lines[2].split("|")[1:4]] == ["1", "166,371", "0"]
    assert r"4.5 & 108 & 216 & 108 & 216 & 0 & 0 \\" in tables.to_latex(table)


def test_comparison_shows_differences(thesis_census):
    published_counts = published.published_table(1, "required")
    published_counts.loc[4, "simple"] += 1
    table = tables.distribution(counted_once(thesis_census), "required", published_counts)
    assert table["simple, difference"].tolist() == [0, 0, 0, 0, -1]


@pytest.mark.slow
def test_figures_have_the_same_bytes_on_every_run(thesis_census, some_grids, some_puzzles, tmp_path):
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
        for dataset in (thesis_census, some_grids, some_puzzles):
            render = figures.render_census if dataset is thesis_census else figures.render_drawn
            render(dataset, folder)
        figures.render_published(folder)
    names = sorted(path.name for path in folders[0].iterdir())
    assert len(names) == len(set(names)) == 49
    for name in names:
        assert (folders[0] / name).read_bytes() == (folders[1] / name).read_bytes(), name


def test_figures_of_a_sample_with_all_puzzles_skipped(tmp_path):
    from rullo_core.rullo.experiments.sample import Sample
    from rullo_core.runs.run import run_and_store

    dataset = run_and_store(Sample(5, 5, (1,), 10, 3, 0), tmp_path / "skipped.parquet")
    assert dataset.tally.of_outcome("skipped").total == 10
    figures.render_drawn(dataset, tmp_path)


def test_figures_of_a_dataset_without_exhaustive_puzzles(tmp_path):
    from rullo_core.rullo.experiments.census import Census
    from rullo_core.runs.run import run_and_store

    dataset = run_and_store(Census(1, 3, (1, 2, 4)), tmp_path / "lines.parquet")
    paths = figures.render_census(dataset, tmp_path)
    assert not any("exhaustive" in path.name for path in paths)


def test_board_picture_shows_every_number_in_its_colour(figures):
    puzzle = figures["figure 9"]
    picture = draw([Board(puzzle), None, Board(puzzle, ((True,) * 4,) * 5, "all")], columns=2)
    squares, *numbers = picture.axes[0].collections
    texts = [collection.get_label() for collection in numbers for _ in collection.get_offsets()]
    board = [str(n) for row in puzzle.numbers for n in row if n]
    board += [str(n) for n in puzzle.row_targets + puzzle.column_targets]
    assert sorted(texts) == sorted([*board, *board])
    assert [text.get_text() for text in picture.axes[0].texts] == ["", "all"]
    dark = [colour for colour in squares.get_facecolors() if (colour[:3] < 0.2).all()]
    assert len(dark) == 2 * sum(n == 0 for row in puzzle.numbers for n in row)


def test_charts_of_a_single_kind(thesis_census):
    for kind in ("simple", "exhaustive"):
        tally = thesis_census.tally.of_outcome(kind)
        assert isinstance(tally, Tally)
        labels = [text.get_text() for text in plot_by_required(tally.frame).get_legend().get_texts()]
        assert labels == [f"{kind}, mean", f"{kind}, greatest", "5th to 95th percentile"]
        assert charts.difficulty_distribution(tally).axes[0].get_ylabel() == "puzzles"


def test_docs_show_the_tables_as_reproduced(thesis_census):
    docs = (ROOT / "docs" / "thesis.md").read_text()
    for key in ("passes", "required"):
        table = tables.distribution(counted_once(thesis_census), key, published.published_table(1, key))
        assert tables.to_markdown(table) in docs


def test_hardest_puzzles_of_the_thesis_match_its_passes(figures):
    """The thesis lists the cells found per pass; Figure 20 takes 12 iterations and two guesses of 2 each."""
    for name, first, counts in (
        ("figure 17", "columns", [2, 1, 1, 1, 2, 3, 2, 2, 3, 3, 3, 2]),
        ("figure 19", "rows", [2, 3, 3, 3, 1, 1, 2, 2, 1, 1, 3, 2, 3, 2, 2, 1, 2, 3, 1, 1, 1, 2, 4, 3]),
    ):
        assert [len(one_pass.fixed) for one_pass in run(figures[name], first).passes] == counts
        assert len(guessed_board_by_board(figures[name])) == 1 + len(run(figures[name]).passes)
    boards = guessed_board_by_board(figures["figure 20"])
    captions = [board.caption for board in boards]
    guesses = [i for i, caption in enumerate(captions) if caption.startswith("guess")]
    assert guesses == [25, 30]
    assert sum(cell is not None for row in boards[24].state for cell in row) == 41
    assert sum("pass" in caption for caption in captions) == 30
    assert None not in [cell for row in boards[-1].state for cell in row]


def test_shares_are_shown_in_per_cent(some_grids):
    lines = tables.to_markdown(compare_shares(some_grids, "passes").filter(like="simple, ")).splitlines()
    heads = [cell.strip() for cell in lines[0].strip("|").split("|")]
    assert heads[:3] == ["Difficulty", "Simple, published (%)", "Simple, ours (%)"]
    row = next(line for line in lines if line.strip("| ").startswith("2.5"))
    assert row.split("|")[2].strip() == "34.39"
    assert "–" in lines[-1]
