"""How long fillers of Sudoku boards take, in processor time of one thread, one after the other in one run.

python -m benchmarks.fillers benchmarks/sudoku-fillers.csv [--boards 40]
"""

import argparse
from pathlib import Path

import numpy as np
import pandas as pd
from tqdm import tqdm

import rullo_studies as rs

TIMES = ["side", "method", "level", "order", "boards", "median_ms", "mean_ms", "most_ms"]
"""Columns of what is written."""

FILLERS = (
    {"method": "rows"},
    {"method": "bail-out"},
    *(
        {"method": method, "level": level}
        for method in ("solver", "fewest")
        for level in ("look-ahead", "naked", "hidden")
    ),
    {"method": "exact-cover"},
    {"method": "swaps"},
    {"method": "swaps", "order": "anywhere"},
    {"method": "permuted"},
)

FILLERS_OF_SIDE = {
    9: FILLERS,
    16: FILLERS[1:],
    25: [{"method": method} for method in ("solver", "fewest", "swaps", "permuted")],
    36: [{"method": method} for method in ("solver", "fewest", "permuted")],
}
"""By the side of a board; row by row without a solver takes too long from 16x16 on."""


def main() -> None:
    """Measure, and write a row for each filler and size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--boards", type=int, default=40)
    options = parser.parse_args()
    rows = []
    for side, filler in tqdm([(side, filler) for side, fillers in FILLERS_OF_SIDE.items() for filler in fillers]):
        rs.sudoku.fill(1, side, threads=1, **filler)  # compiles
        table = rs.sudoku.fill(options.boards, side, threads=1, timed=True, **filler)
        assert table["filled"].all()
        times = [f"{statistic(table['milliseconds']):.4g}" for statistic in (np.median, np.mean, np.max)]
        rows.append([side, *table.loc[0, ["method", "level", "order"]], options.boards, *times])
    pd.DataFrame(rows, columns=TIMES).to_csv(options.out, index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
