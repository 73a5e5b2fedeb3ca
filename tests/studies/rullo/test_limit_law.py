import re
from itertools import compress, product

import numpy as np
import pytest

import rullo_core as rc
import rullo_studies as rs
from rullo_core.compiled.rng import rng_from_seed
from rullo_core.errors import BadInput
from rullo_core.paths import DATA, ROOT
from rullo_core.rullo.line import solve_line
from rullo_studies.rullo.kernels.limit_process import keep_half

TABLE = DATA / "predictions" / "limit.csv"


def passes_by_definition(theta, n, rng):
    """Passes of a board whose ways are all drawn at the beginning; 0 if some cells stay unknown."""
    counts = rng.exponential(2 / theta, (2, n)).cumsum(axis=1).astype(int)
    ways = [[rng.integers(0, 2, (count, n)) for count in of_side] for of_side in counts]
    known = np.zeros((n, n), bool)
    passes = idle = 0
    while idle < 2 and not known.all():
        side, before = passes % 2, known.sum()
        board = known if side == 0 else known.T
        for line in range(n):
            possible = ways[side][line][~ways[side][line][:, board[line]].any(axis=1)]
            board[line] |= ~possible.any(axis=0)
        passes += 1
        idle = idle + 1 if known.sum() == before else 0
    return passes if known.all() else 0


@pytest.mark.parametrize("theta", [0.4, 0.8])
def test_ways_drawn_late_are_those_drawn_at_the_beginning(theta):
    """The kernel draws the cells of ways only once a line has few of them."""
    rng, boards, n = np.random.default_rng(1), 1500, 16
    passes = np.array([passes_by_definition(theta, n, rng) for _ in range(boards)])
    simulated = rs.rullo.simulate_limit([theta], boards=20_000, lines=n).iloc[0]
    share = (passes > 0).mean()
    assert abs(share - simulated["simple"]) < 4 * (share * (1 - share) / boards) ** 0.5
    of_simple = passes[passes > 0]
    assert abs(of_simple.mean() - simulated["passes"]) < 4 * of_simple.std() / len(of_simple) ** 0.5 + 0.05


def test_the_table_is_simulated_again():
    table = rs.rullo.load_limit(TABLE)
    rows = table[table["theta"].isin([0.3, 0.64, 1.1])]
    remade = rs.rullo.simulate_limit(rows["theta"], boards=10_000, lines=32, seed=9)
    # With half of the lines, shares are less by up to 0.003.
    less = rows["simple"].to_numpy() - remade["simple"].to_numpy()
    assert (np.abs(less - 0.0015) < 4 * remade["error"].to_numpy() + 0.0015).all()


def test_lines_are_many_enough():
    """As the page on the theory says: of twice as many lines, shares are the same; of half as many, they are less."""
    of_table = rs.rullo.load_limit(TABLE).set_index("theta")["simple"]
    shares = rs.rullo.load_limit(TABLE.with_name("limit-lines.csv")).pivot(
        index="theta", columns="lines", values="simple"
    )
    less = shares.rsub(of_table.loc[shares.index], axis=0)
    text = " ".join((ROOT / "docs" / "theory.md").read_text(encoding="utf-8").split())
    assert f"shares with 128 lines differ from these by {less[128].abs().max():.4f} at most" in text
    assert f"with 32 lines they are less by up to {less[32].max():.3f}" in text
    assert (less[16] > less[32]).all()


def test_the_share_grows_with_theta():
    table = rs.rullo.load_limit(TABLE)
    assert table["simple"].is_monotonic_increasing
    assert table["passes"].is_monotonic_decreasing
    assert (table["error"] <= 0.0005).all()


def test_the_window_has_a_constant_width():
    """Shares from 10 to 90 % take 1.09 in the logarithm of the range, at any size."""
    table = rs.rullo.load_limit(TABLE)
    low, half, high = (rs.rullo.theta_at(share, table) for share in (0.1, 0.5, 0.9))
    assert 0.635 < half < 0.64
    assert 1.08 < np.log(high / low) < 1.10


def test_a_fresh_line_fixes_what_all_lines_fix_on_average():
    """All lines of three numbers from 1 to 3, by the readable solver."""
    fixed = [
        sum(cell is not None for cell in solve_line(numbers, sum(compress(numbers, choices)), (None,) * 3))
        for numbers in product((1, 2, 3), repeat=3)
        for choices in product((False, True), repeat=3)
    ]
    assert abs(np.mean(fixed) - rs.rullo.fixed_cells(3, 3)) < 4 * np.std(fixed) / 20_000**0.5


def test_theta_is_proportional_to_the_range_but_for_a_logarithm():
    assert 1.9 < rs.rullo.theta_of(20, 4000) / rs.rullo.theta_of(20, 2000) < 2.3


def test_the_page_on_the_theory_has_the_numbers_of_the_limit():
    table, text = (
        rs.rullo.load_limit(TABLE).set_index("theta"),
        (ROOT / "docs" / "theory.md").read_text(encoding="utf-8"),
    )
    (thetas,) = (line.split("|")[2:-1] for line in text.splitlines() if line.startswith("| θ |"))
    rows = table.loc[list(map(float, thetas))]
    assert f"| Φ(θ) | {' | '.join(f'{share:.3f}' for share in rows['simple'])} |" in text
    assert f"| passes | {' | '.join(f'{passes:.1f}' for passes in rows['passes'])} |" in text
    low, half, high = (rs.rullo.theta_at(share, table.reset_index()) for share in (0.1, 0.5, 0.9))
    assert f"fixes {half:.2f} cells on average" in text
    assert f"a factor of {high / low:.1f} ({np.log(high / low):.2f} in ln R)" in text


@pytest.mark.parametrize(("side", "largest"), [(12, 68), (16, 708)])
def test_the_page_on_the_theory_compares_the_limit_with_lines_that_can_be_played(side, largest):
    text = " ".join((ROOT / "docs" / "theory.md").read_text(encoding="utf-8").split())
    fixed, table = rs.rullo.fixed_cells(side, largest), rs.rullo.load_limit(TABLE)
    share = np.interp(np.log(fixed), np.log(table["theta"]), table["simple"])
    predicted = rc.rullo.predict(f"{side}x{side}", values=f"1-{largest}").simple
    _, _, sentence = text.partition(f"{side}×{side} over 1–{largest} it gives ")
    numbers = list(map(float, re.findall(r"(?<![\d(])0\.\d\d", sentence)[:4]))
    assert numbers[0] == round(rs.rullo.theta_of(side, largest), 2)
    assert numbers[1:] == pytest.approx([fixed, share, predicted], abs=0.012)
    assert f"Φ({numbers[1]:.2f}) is {numbers[2]:.2f}" in sentence


def test_half_of_the_ways_do_not_change_a_cell():
    rng = rng_from_seed(1, 0)
    kept = [keep_half(1000, rng) for _ in range(400)]
    assert abs(np.mean(kept) - 500) < 4
    assert 13 < np.std(kept) < 19


def test_a_file_of_something_else_is_refused(tmp_path):
    path = tmp_path / "limit.csv"
    path.write_text("theta\n1\n", encoding="utf-8")
    with pytest.raises(BadInput, match="its columns are not"):
        rs.rullo.load_limit(path)
