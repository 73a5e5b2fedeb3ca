"""How long fillers of Sudoku boards take, in processor time of one thread, one after the other in one run.

python -m benchmarks.fillers benchmarks/sudoku-fillers.csv [--boards 40]
"""

import argparse
import time
from pathlib import Path

import numpy as np
import pandas as pd
from tqdm import tqdm

from rullo_core.compiled.chance import chance_of
from rullo_core.sudoku.fill import FILLERS, Task
from rullo_core.sudoku.studies.filling import TIMES, empty
from rullo_core.sudoku.wish import Filler

PLAIN = (Filler("rows"), Filler("bail-out"))
IN_THE_LOOP = tuple(
    Filler(method, level) for method in ("solver", "fewest") for level in ("look-ahead", "naked", "hidden")
)
ALL = (
    *PLAIN,
    *IN_THE_LOOP,
    Filler("exact-cover"),
    Filler("swaps"),
    Filler("swaps", order="anywhere"),
    Filler("permuted"),
)

MEASURED = {
    3: ALL,
    4: ALL[1:],
    5: (Filler("solver"), Filler("fewest"), Filler("swaps"), Filler("permuted")),
    6: (Filler("solver"), Filler("fewest"), Filler("permuted")),
}
"""By the side of a box; row by row without a solver takes too long from 16x16 on."""


def main() -> None:
    """Measure, and write a row for each filler and size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--boards", type=int, default=40)
    options = parser.parse_args()
    rows = []
    for box, filler in tqdm([(box, filler) for box, fillers in MEASURED.items() for filler in fillers]):
        taken = []
        # The first compiles.
        for index in (0, *range(options.boards)):
            task = Task(filler, empty(box), chance_of(1, index), np.zeros(1, np.uint8))
            begin = time.process_time()
            answer, _, _ = FILLERS[filler.method](task)
            taken.append(1e3 * (time.process_time() - begin))
            assert answer == 1
        taken = taken[1:]
        times = [f"{one(taken):.4g}" for one in (np.median, np.mean, np.max)]
        rows.append([box * box, filler.method, filler.level, filler.order, options.boards, *times])
    pd.DataFrame(rows, columns=TIMES).to_csv(options.out, index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
