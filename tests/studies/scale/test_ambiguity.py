"""How small ambiguities are, compared with all solutions, and as committed."""

import numpy as np
import pytest

import rullo_studies as rs
from rullo_core.constraints.consistency import Consistency
from rullo_core.errors import BadInput
from rullo_core.paths import DATA
from rullo_studies.scale.ambiguity import TABLE
from rullo_studies.scale.propagation import solutions_of

ROWS = DATA / "scale" / "ambiguity.csv"


def test_the_nearest_solution_counts():
    row = rs.scale.measure_ambiguity("rullo", "4x4", 2, puzzles=60).iloc[0]
    nearest = []
    for index in range(60):
        puzzle = rs.scale.draw_planted("rullo", "4x4", 2, 1, index)
        network = puzzle.network
        number, solutions = solutions_of(Consistency(network), network.domains, 1000, 10**6)
        if number > 1:
            nearest.append(min(d for d in (solutions != puzzle.solution).sum(axis=1) if d))
    assert row["ambiguous"] == len(nearest) > 20
    assert row["cells"] == pytest.approx(np.mean(nearest))
    assert row["many"] == row["failed"] == 0


def test_the_table_has_its_points():
    rows = rs.scale.load_ambiguity(ROWS)
    assert [*zip(rows["kind"], rows["size"], rows["reach"], rows["knob"], strict=True)] == [
        (*family, knob) for family, knob in TABLE.items()
    ]


def test_ambiguities_grow_with_the_board_in_rullos_alone():
    cells = rs.scale.load_ambiguity(ROWS).set_index(["kind", "size", "reach"])["cells"]
    rullos = [cells["rullo", size, 0] for size in ("5x5", "8x9", "10x10", "12x12")]
    assert rullos == sorted(rullos)
    assert rullos[-1] > 6 * rullos[0]
    for kind in ("sudoku", "killer"):
        assert abs(cells[kind, "9x9", 0] - cells[kind, "6x6", 0]) < 0.6
        assert cells[kind].max() < 6
    for reach in (3, 4, 6):
        assert cells["rullo", "12x12", reach] < 8


def test_a_file_of_something_else_is_refused(tmp_path):
    path = tmp_path / "ambiguity.csv"
    path.write_text("kind\nrullo\n", encoding="utf-8")
    with pytest.raises(BadInput, match="its columns are not"):
        rs.scale.load_ambiguity(path)
