"""How long fillers of Sudoku boards take, in processor time of one thread, one after the other in one run.

python -m benchmarks.fillers benchmarks/sudoku-fillers.csv [--boards 40]
"""

import argparse
import time
from pathlib import Path

import numpy as np
import pandas as pd
from tqdm import tqdm

from rullo_core.compiled.rng import rng_from_seed
from rullo_core.sudoku.fill import FILLERS, Task
from rullo_core.sudoku.request import FillSpec
from rullo_core.sudoku.studies.digging import empty

TIMES = ["side", "method", "level", "order", "boards", "median_ms", "mean_ms", "most_ms"]
"""Columns of what is written."""

PLAIN = (FillSpec("rows"), FillSpec("bail-out"))
IN_THE_LOOP = tuple(
    FillSpec(method, level) for method in ("solver", "fewest") for level in ("look-ahead", "naked", "hidden")
)
ALL = (
    *PLAIN,
    *IN_THE_LOOP,
    FillSpec("exact-cover"),
    FillSpec("swaps"),
    FillSpec("swaps", order="anywhere"),
    FillSpec("permuted"),
)

MEASURED = {
    9: ALL,
    16: ALL[1:],
    25: (FillSpec("solver"), FillSpec("fewest"), FillSpec("swaps"), FillSpec("permuted")),
    36: (FillSpec("solver"), FillSpec("fewest"), FillSpec("permuted")),
}
"""By the side of a board; row by row without a solver takes too long from 16x16 on."""


def main() -> None:
    """Measure, and write a row for each filler and size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--boards", type=int, default=40)
    options = parser.parse_args()
    rows = []
    for side, fill_spec in tqdm([(side, fill_spec) for side, fillers in MEASURED.items() for fill_spec in fillers]):
        taken = []
        # The first compiles.
        for index in (0, *range(options.boards)):
            task = Task(fill_spec, empty(side), rng_from_seed(1, index), np.zeros(1, np.uint8))
            begin = time.process_time()
            answer, _, _ = FILLERS[fill_spec.method](task)
            taken.append(1e3 * (time.process_time() - begin))
            assert answer == 1
        taken = taken[1:]
        times = [f"{one(taken):.4g}" for one in (np.median, np.mean, np.max)]
        rows.append([side, fill_spec.method, fill_spec.level, fill_spec.order, options.boards, *times])
    pd.DataFrame(rows, columns=TIMES).to_csv(options.out, index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
