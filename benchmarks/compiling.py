"""How long the kernels of each puzzle take to compile, with an empty cache, in processor time of one thread.

python -m benchmarks.compiling benchmarks/compiling.csv

In the same run: numba's own way, which optimises each function and translates it to machine code separately.
"""

import argparse
import io
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd
from tqdm import tqdm

PUZZLES = ("rullo", "kakuro", "killer", "sudoku")

COMPILE = """
import sys
import time

from numba.core import event

from rullo_core import compiled as foundations

way, puzzle = sys.argv[1:]
if way == "each function":
    foundations.kernel = foundations.inner = foundations.callable_from_python
    # numba prunes branches on the dimensions of an array in functions of their own only.
    foundations.inlined = lambda function: foundations.callable_from_python(
        function, inline="never" if function.__name__ == "copy" else "always"
    )
begun, rows = [], []


class Listener(event.Listener):
    def on_start(self, event):
        begun.append([time.process_time(), 0.0])

    def on_end(self, event):
        start, inside = begun.pop()
        seconds = time.process_time() - start
        if begun:
            begun[-1][1] += seconds
        function = event.data["dispatcher"]
        compiled = function.overloads.get(event.data["args"])  # none if numba tried these types in vain
        size = len(getattr(compiled and compiled.library, "_compiled_object", None) or "")
        name = f"{function.py_func.__module__}.{function.py_func.__name__}".removeprefix("rullo_core.")
        rows.append(f"{way},{puzzle},{name},{seconds - inside:.3f},{size}")


event.register("numba:compile", Listener())
from rullo_core.__main__ import command

command().main(["compile", "--puzzle", puzzle], standalone_mode=False)
print("way,puzzle,function,seconds,bytes", *rows, sep="\\n")
"""
"""Compiles what the commands of a puzzle use, and writes a row for each function with the size of its machine code."""


def measure(way: str, puzzle: str) -> pd.DataFrame:
    """Return a row for each function that is compiled for the commands of a puzzle."""
    with TemporaryDirectory() as folder:
        process = subprocess.run(
            [sys.executable, "-c", COMPILE, way, puzzle],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            env=os.environ | {"NUMBA_CACHE_DIR": folder},
        )
    return pd.read_csv(io.StringIO(process.stdout[process.stdout.index("way,") :]))


def main() -> None:
    """Measure, write a row for each function, and print the sums for each puzzle."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--puzzles", default=",".join(PUZZLES))
    options = parser.parse_args()
    runs = [(way, puzzle) for puzzle in options.puzzles.split(",") for way in ("each function", "as parts")]
    functions = pd.concat([measure(*run) for run in tqdm(runs)])
    by_function = functions.groupby(["puzzle", "way", "function"], sort=False)
    table = by_function.agg(times=("seconds", "size"), seconds=("seconds", "sum"), bytes=("bytes", "sum")).round(3)
    table.sort_values(["puzzle", "way", "seconds"], ascending=[True, True, False]).to_csv(
        options.out, lineterminator="\n"
    )
    sums = table.groupby(["puzzle", "way"])[["times", "seconds", "bytes"]].sum().unstack("way")
    print(sums.round(2).to_string())
    print((sums["seconds", "as parts"] / sums["seconds", "each function"]).round(2).to_string())


if __name__ == "__main__":
    main()
