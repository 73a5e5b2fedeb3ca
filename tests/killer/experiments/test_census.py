"""The census of 4x4: its thirteen rows, and random puzzles against the readable solver."""

import numpy as np
import pytest

import rullo_core as rc
from rullo_core import passes
from rullo_core.cli.errors import STOPPED
from rullo_core.errors import BadInput
from rullo_core.killer.batch import find_solutions
from rullo_core.killer.experiments.census import OUTCOMES, Census, pieces_of
from rullo_core.killer.kernels import census as kernel
from rullo_core.killer.solver import game
from rullo_core.killer.workspace import puzzle_from
from rullo_core.runs.run import run

ROWS = """4 67 67 0 0
5 3033 28598 576 576
6 23318 646134 133920 52128
7 70848 3798826 1431632 36112
8 113810 9570480 4917696 640
9 111107 13039384 8319888 0
10 71066 10808040 8089952 0
11 31002 5800272 4875312 0
12 9385 2072676 1887432 0
13 1965 493608 473256 0
14 276 75936 74976 0
15 24 6912 6912 0
16 1 288 288 0"""
"""Cages, layouts, puzzles, unique puzzles, and unique puzzles without cages of one cell."""


@pytest.mark.slow
def test_census_resumes_after_interrupt(rullo, tmp_path, monkeypatch):
    """All puzzles are counted once, though the first run was interrupted."""
    out = tmp_path / "census.parquet"
    monkeypatch.setattr(Census, "estimate_seconds", lambda *_: 0.0)
    count, calls = kernel.count_layouts, []

    def interrupted(*arguments):
        calls.append(tuple(arguments[1]))
        if len(calls) == 5:
            raise KeyboardInterrupt
        count(*arguments)

    monkeypatch.setattr(kernel, "count_layouts", interrupted)
    command = ("killer", "census", "--threads", "1", "--out", out)
    status, _, err = rullo(*command)
    assert (status, err.splitlines()[-1]) == (1, f"rullo: {STOPPED}")
    finished = set(calls[:4])
    status, text, _ = rullo(*command)
    assert (status, not finished & set(calls[5:])) == (0, True)
    assert "46,341,221 puzzles: 30,209,856 simple" in text
    data = rc.load(out)
    counts, layouts = data.counts, data.manifest["layouts"]
    unique = counts[counts.outcome != "ambiguous"]
    rows = [tuple(map(int, line.split())) for line in ROWS.splitlines()]
    for cages, number, *numbers in rows:
        parts = counts, unique, unique[unique.single_cells == "none"]
        assert [group[group.cages == cages].puzzles.sum() for group in parts] == numbers
        assert layouts[str(cages)] == number
    assert len(layouts) == len(rows)
    # Without any cage of several cells, the first pass fixes every cell.
    assert counts.groupby("passes_cages_first").puzzles.sum().iloc[[0]].to_dict() == {1: 288}
    assert counts.passes_cages_first.max() == data.hardest.passes_cages_first.max() == 12
    for row in data.hardest.itertuples():
        puzzle = rc.killer.parse(row.text)
        output = passes.run(game(puzzle))
        assert len(find_solutions(puzzle, 2).solutions) == 1
        assert (row.outcome == "simple", len(puzzle.cages)) == (output.is_solved, row.cages)
        assert row.outcome == "exhaustive" or len(output.passes) == row.passes_cages_first


def tilings(free):
    """Yield every partition of cells of the grid into single cells and dominoes."""
    if not free:
        yield ()
        return
    (first, *_), rest = sorted(free), free - {min(free)}
    for tiling in tilings(rest):
        yield ((first,), *tiling)
    for neighbour in ({first + 1} if first % 4 < 3 else set()) | {first + 4}:
        if neighbour in rest:
            for tiling in tilings(rest - {neighbour}):
                yield ((first, neighbour), *tiling)


def test_cages_of_one_or_two_cells_without_boxes():
    """Each layout has as many puzzles as different sums of its cages in the 576 Latin squares."""
    result = run(Census((1, 4), (1, 2)))
    boards = pieces_of(Census((1, 4)).empty).boards
    assert len(boards) == 576
    expected = dict.fromkeys(range(8, 17), 0)
    layouts = list(tilings({*range(16)}))
    for cages in layouts:
        sums = np.stack([boards[:, cage].sum(axis=1) for cage in cages])
        expected[len(cages)] += len({*map(bytes, sums.T.astype(np.uint8))})
    assert len(layouts) == sum(result.extra_counts["layouts"].values())
    assert result.tally.frame.groupby("cages").puzzles.sum().to_dict() == expected
    assert expected[16] == 576


@pytest.mark.parametrize("sizes", [(3, 3), (0, 2), (2, 5), (3, 2)])
def test_sizes_of_cages_that_cover_no_grid(sizes):
    with pytest.raises(BadInput, match=rf"cage_sizes, {sizes[0]}-{sizes[1]}: no cages"):
        Census(cage_sizes=sizes)


def random_layouts(pieces, draw, number):
    """Yield random partitions into cages, each with a board that fits."""
    while number:
        covered, layout = 0, []
        while covered != 2**16 - 1:
            free = next(cell for cell in range(16) if not covered >> cell & 1)
            candidates = np.arange(pieces.starts[free], pieces.starts[free + 1])
            piece = int(draw.choice(candidates[pieces.cells[candidates] & covered == 0]))
            layout.append(piece)
            covered |= int(pieces.cells[piece])
        fits = np.bitwise_and.reduce(pieces.fits[layout], axis=0)
        boards = np.flatnonzero(np.unpackbits(fits.view(np.uint8), bitorder="little"))
        if len(boards):
            number -= 1
            yield layout, int(draw.choice(boards))


def test_random_puzzles_against_the_solver():
    """Numbers of solutions and passes are those of the solver."""
    pieces, draw, numbers_of_passes = pieces_of(Census().empty), np.random.default_rng(1), set()
    assert len(pieces.boards) == 288
    for layout, board in random_layouts(pieces, draw, 150):
        owner = np.zeros(16, np.int64)
        for number, piece in enumerate(layout):
            owner[pieces.indices[piece, : pieces.size[piece]]] = number
        puzzle = puzzle_from(owner, pieces.boards[board], (4, (2, 2), False))
        counts, first = np.zeros((17, 2, OUTCOMES), np.int64), np.zeros((17, 2, OUTCOMES, 17), np.int64)
        kernel.count_layouts(pieces, np.array(layout), np.zeros(17, np.int64), counts, first, np.zeros(1, np.uint8))
        single = int(any(len(cage) == 1 for cage in puzzle.cages))
        assert counts.sum() == counts[len(layout), single].sum()
        has_sums = (pieces.sums[layout] == pieces.sums[layout, board][:, None]).all(axis=0)
        fits = np.bitwise_and.reduce(pieces.fits[layout], axis=0)
        has_sums &= np.unpackbits(fits.view(np.uint8), bitorder="little")[:288] > 0
        assert len(find_solutions(puzzle, 300).solutions) == has_sums.sum()
        if has_sums.sum() == 1:
            run = passes.run(game(puzzle))
            turns = kernel.count_turns(pieces, np.array(layout), len(layout), board)
            assert turns == (len(run.passes) if run.is_solved else -1)
            numbers_of_passes.add(turns)
    assert len(numbers_of_passes) >= 4
