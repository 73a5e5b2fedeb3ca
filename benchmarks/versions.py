"""Processor time of one thread in this version and in another one, on the same puzzles, alternately in one run.

git worktree add ../other 43bb8196
python -m benchmarks.versions benchmarks/versions.csv --other ../other [--part 1] [--rounds 6]

Each round has new puzzles, so that no version remembers those of the last round, and a process for each version; which
of them begins alternates. The least times of all rounds are compared.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pandas as pd

import rullo_core as rc

ROOT = Path(__file__).parent.parent

PUZZLES: dict[str, tuple[int, dict[str, Any]]] = {
    "rullo": (1000, {"size": "7x7"}),
    "kakuro": (600, {"size": "8x8"}),
    "killer": (150, {}),
    "sudoku": (3000, {}),
}
"""The number of puzzles that are solved and rated in a round, by kind, and what they are generated from."""

GENERATED: dict[str, int] = {"rullo": 20_000, "kakuro": 200, "killer": 30, "sudoku": 3000}
"""The number of puzzles that are generated in a round, by kind."""

EXPERIMENTS: dict[str, dict[str, Any]] = {
    "census": {"size": "3x3", "values": "1-8"},
    "grids": {"size": "5x5", "values": "1-9", "grids": 3},
    "sample": {"size": "7x7", "values": "1-9", "count": 1_000_000},
    "kakuro study": {"size": "7x7", "count": 300},
    "killer study": {"count": 30},
    "sudoku study": {"count": 2000},
}
"""Experiments with their parameters."""

OF_VERSION_1 = {"values": "range", "count": "puzzles"}
"""Parameters of experiments with their names in version 1."""

FEW = 4
"""The number of puzzles that compile the kernels before times are measured."""


def run(experiment: str, parameters: dict[str, Any]) -> None:
    """Run an experiment into a folder that is gone afterwards."""
    if not hasattr(rc, "time_limit"):
        parameters = {OF_VERSION_1.get(name, name): value for name, value in parameters.items()}
    with TemporaryDirectory() as folder:
        rc.run(experiment, path=Path(folder, "data.parquet"), threads=1, **parameters)


def tasks(texts: dict[str, list[str]], part: float, seed: int) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield what is measured, with its name, given the puzzles of each kind."""
    for kind, lines in texts.items():
        module = getattr(rc, kind)
        puzzles = [module.parse(text) for text in lines]
        arrays, number = module.to_arrays(puzzles), max(FEW, round(part * GENERATED[kind]))
        half = len(puzzles) // 2
        options: dict[str, Any] = {**PUZZLES[kind][1], "seed": seed, "threads": 1}
        yield f"{kind}: solve_arrays", partial(module.solve_arrays, arrays, threads=1)
        yield f"{kind}: rate_arrays", partial(module.rate_arrays, arrays, threads=1)
        yield f"{kind}: solve", partial(module.solve, puzzles[half:], threads=1)
        yield f"{kind}: rate", partial(module.rate, puzzles[:half], threads=1)
        yield f"{kind}: generate_frame", partial(module.generate_frame, number, **options)
    for experiment, parameters in EXPERIMENTS.items():
        counts: dict[str, Any] = {
            name: max(1, round(part * parameters[name])) for name in ("count", "grids") if name in parameters
        }
        of_round: dict[str, Any] = {**parameters, **counts, **({} if experiment == "census" else {"seed": seed})}
        yield f"run {experiment}", partial(run, experiment, of_round)


def measure(path: Path) -> dict[str, float]:
    """Return the seconds of each task on the puzzles in a file, after the same with a few others."""
    order = json.loads(path.read_text(encoding="utf-8"))
    for _, work in tasks({kind: texts[:FEW] for kind, texts in order["texts"].items()}, 0.0, order["seed"] + 1000):
        work()  # compiles
    seconds = {}
    others = {kind: texts[FEW:] for kind, texts in order["texts"].items()}
    for name, work in tasks(others, order["part"], order["seed"]):
        begin = time.process_time()
        work()
        seconds[name] = time.process_time() - begin
    return seconds


def measure_in(tree: Path, path: Path) -> dict[str, float]:
    """Return what `measure` does with the package in a folder, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(tree.resolve())}
    command = [sys.executable, __file__, "--measure", str(path)]
    output = subprocess.run(command, env=environment, cwd=tree, check=True, stdout=subprocess.PIPE, text=True).stdout
    times: dict[str, float] = json.loads(output.splitlines()[-1])
    return times


def compare(other: Path, part: float, rounds: int) -> pd.DataFrame:
    """Return the least milliseconds of each task in this version and in the other one, and their ratio."""
    times: dict[bool, list[dict[str, float]]] = {False: [], True: []}
    with TemporaryDirectory() as folder:
        path = Path(folder, "puzzles.json")
        for seed in range(1, rounds + 1):
            texts = {
                kind: list(
                    map(str, getattr(rc, kind).generate(FEW + max(FEW, round(part * number)), seed=seed, **options))
                )
                for kind, (number, options) in PUZZLES.items()
            }
            path.write_text(json.dumps({"texts": texts, "part": part, "seed": seed}), encoding="utf-8", newline="\n")
            for is_other in (bool(seed % 2), not seed % 2):
                times[is_other].append(measure_in(other if is_other else ROOT, path))
    this_ms, other_ms = (1e3 * pd.DataFrame(times[is_other]).min() for is_other in (False, True))
    table = pd.DataFrame({"this_ms": this_ms, "other_ms": other_ms, "ratio": this_ms / other_ms})
    return table.rename_axis("task").reset_index()


def main() -> None:
    """Measure, write a row for each task, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path, nargs="?")
    parser.add_argument("--other", type=Path, help="the source tree of the other version")
    parser.add_argument("--part", type=float, default=1.0, help="take this part of the puzzles of each task")
    parser.add_argument("--rounds", type=int, default=6, help="take new puzzles this many times")
    parser.add_argument("--measure", type=Path, help="measure this version only, on the puzzles in this file")
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(options.measure)))
        return
    if not (options.out and options.other):
        parser.error("write where the table goes, and the other version after --other")
    table = compare(options.other, options.part, options.rounds)
    table.to_csv(options.out, index=False, float_format="%.4g", lineterminator="\n")
    print(table.to_string(index=False, float_format="%.3g"))


if __name__ == "__main__":
    main()
