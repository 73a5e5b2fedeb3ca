"""What large requests take, and how they end: in time and memory that are limited.

    python -m benchmarks.limits benchmarks/limits.csv [--puzzles]

Each command is run in a process of its own that may take `MEMORY`. What is printed stands in `docs/limits.md`; of what
commands answer, the last line. With --puzzles only their puzzles are written, into `FOLDER`: they are drawn at random,
by Python's generator with seed 1.
"""

import argparse
import os
import random
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pandas as pd

import rullo_core as rc

FOLDER = Path("build/limits")

MEMORY = 6 * 2**30
"""Bytes of address space that a command may take: more than it uses, as libraries reserve some."""

ROWS = (
    "rullo rate build/limits/rullo-2x30.txt",
    "rullo solve build/limits/rullo-2x30.txt",
    "rullo hint build/limits/rullo-2x30.txt",
    "rullo rate build/limits/rullo-24x24.txt",
    "rullo rate build/limits/rullo-2x60.txt",
    "rullo solve build/limits/rullo-2x60.txt",
    "rullo hint build/limits/rullo-2x60.txt",
    "rullo solve --limit 2 build/limits/rullo-2x60.txt",
    "rullo rate --seconds 5 build/limits/rullo-18x18.txt",
    "rullo solve --limit 2 --seconds 5 build/limits/rullo-18x18.txt",
    "rullo solve --seconds 5 build/limits/rullo-18x18.txt",
    "rullo solve --limit 2 --nodes 10000 build/limits/rullo-18x18.txt",
    "rullo sudoku rate --seconds 5 build/limits/sudoku-25x25.txt",
    "rullo sudoku solve --limit 2 --seconds 5 build/limits/sudoku-25x25.txt",
    "rullo sudoku rate --seconds 5 build/limits/sudoku-49x49.txt",
    "rullo sudoku solve --seconds 5 build/limits/sudoku-49x49.txt",
    "rullo sudoku generate --size 25 --seconds 5",
    "rullo sudoku generate --size 49 --seconds 5",
    "rullo kakuro rate --seconds 5 build/limits/kakuro-101x31.txt",
    "rullo kakuro solve --limit 2 --seconds 5 build/limits/kakuro-101x31.txt",
    "rullo kakuro hint --seconds 5 build/limits/kakuro-101x31.txt",
    "rullo killer rate --seconds 5 build/limits/killer-16x16.txt",
    "rullo killer solve --limit 2 --seconds 5 build/limits/killer-16x16.txt",
    "rullo killer generate --cages 1-19 --seconds 5",
    "rullo census --size 5x5 --values 1-9",
    "rullo generate --size 2x2 --values 1 --no-simple --unique --max-tries 300",
)
"""The commands that are measured."""


def main() -> None:
    """Measure what large requests take."""
    parser = argparse.ArgumentParser(description="Measure what large requests take.")
    parser.add_argument("table", type=Path)
    parser.add_argument("--puzzles", action="store_true", help="only write the puzzles of the commands")
    options = parser.parse_args()
    write_puzzles()
    if not options.puzzles:
        table = pd.DataFrame(map(measure, ROWS))
        table.to_csv(options.table, index=False, lineterminator="\n")
        print(markdown(table))


def markdown(table: pd.DataFrame) -> str:
    """The table of the page."""
    head = "| Command | Answer, last line | Seconds | MB |\n| --- | --- | --: | --: |\n"
    return head + "\n".join(f"| `{row.command}` | {as_cell(row.answer)} | {row.seconds:.1f} | {row.mb} |"
                            for row in table.itertuples())  # fmt: skip


def as_cell(answer: str) -> str:
    """A line as a cell shows it."""
    cut = answer if len(answer) <= 160 else f"{answer[:150]} …"
    return f"`{cut.replace('|', ' ')}`"


def answer_to(command: str, cwd: Path | str = ".") -> tuple[int, str, str, float, int]:
    """Run a command with limited memory; return its status, what it wrote on both outputs, seconds and megabytes."""
    import resource  # which Windows lacks

    begin = time.perf_counter()
    words = [sys.executable, "-m", "rullo_core", *shlex.split(command)[1:]]
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=out, stderr=errors, cwd=cwd,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
        )  # fmt: skip
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - begin
        out.seek(0)
        errors.seek(0)
        return process.returncode, out.read(), errors.read(), seconds, usage.ru_maxrss // 1024


def measure(command: str) -> dict[str, object]:
    """A row of the table: of a rating, what it was given up for, or what it is."""
    status, out, errors, seconds, mb = answer_to(command)
    lines = [line for line in errors.splitlines() if ": at work for " not in line]
    answer = (lines or out.strip().splitlines())[-1].strip()
    return {"command": command, "status": status, "answer": answer, "seconds": round(seconds, 1), "mb": mb}


# -- the puzzles ------------------------------------------------------------------------------------------------------


def write_puzzles(folder: Path = FOLDER) -> None:
    """Write the puzzles that the commands take."""
    folder.mkdir(parents=True, exist_ok=True)
    for height, width, largest in ((2, 30, 2**25 - 1), (2, 60, 2**25 - 1), (24, 24, 2**25 - 1), (18, 18, 99)):
        rc.rullo.write(draw_rullo(height, width, largest), folder / f"rullo-{height}x{width}.txt")
    for side in (5, 7):
        digits = draw_board(side)
        givens = [digit if random.Random(i).random() < 0.4 else 0 for i, digit in enumerate(digits)]
        puzzle = rc.sudoku.Sudoku((side, side), tuple(givens))
        rc.sudoku.write(puzzle, folder / f"sudoku-{side**2}x{side**2}.txt")
    rc.kakuro.write(rc.kakuro.Kakuro.from_digits(draw_kakuro(101, 31)), folder / "kakuro-101x31.txt")
    (folder / "killer-16x16.txt").write_text(draw_killer(4, 19), encoding="utf-8", newline="\n")


def draw_rullo(height: int, width: int, largest: int, seed: int = 1) -> rc.rullo.Rullo:
    """A Rullo of uniform numbers and coins."""
    draw = random.Random(seed)
    numbers = [[draw.randint(1, largest) for _ in range(width)] for _ in range(height)]
    return rc.rullo.Rullo.from_solution(numbers, [[draw.random() < 0.5 for _ in range(width)] for _ in range(height)])


def draw_board(box: int, seed: int = 1) -> list[int]:
    """A filled Sudoku of square boxes: one row, shifted, with bands, rows, stacks, columns and digits permuted."""
    draw, side = random.Random(seed), box * box
    rows, columns = (
        [box * band + row for band in draw.sample(range(box), box) for row in draw.sample(range(box), box)]
        for _ in range(2)
    )
    digits = draw.sample(range(1, side + 1), side)
    return [digits[(box * (row % box) + row // box + column) % side] for row in rows for column in columns]


def draw_killer(box: int, cages: int, seed: int = 1) -> str:
    """The text of a Killer with cages that grow at random as far as digits differ; some cells are in none."""
    draw, side, digits = random.Random(seed), box * box, draw_board(box, seed)
    cage_of = {cell: cage for cage, cell in enumerate(draw.sample(range(side * side), cages))}
    cells_of = {cage: [cell] for cell, cage in cage_of.items()}
    for cell in [*draw.sample(range(side * side), side * side)] * side:
        neighbours = [cell - side, cell + side, *[cell - 1] * (cell % side > 0), *[cell + 1] * (cell % side < side - 1)]
        open_to = [cage_of[neighbour] for neighbour in neighbours if neighbour in cage_of]
        fitting = [cage for cage in open_to if digits[cell] not in [digits[member] for member in cells_of[cage]]]
        if cell not in cage_of and fitting:
            cage_of[cell] = draw.choice(fitting)
            cells_of[cage_of[cell]].append(cell)
    rows = [" ".join(chr(97 + cage_of[side * r + c]) if side * r + c in cage_of else "." for c in range(side))
            for r in range(side)]  # fmt: skip
    sums = [f"{chr(97 + cage)}={sum(digits[cell] for cell in cells)}" for cage, cells in sorted(cells_of.items())]
    return "\n".join([f"killer {side}x{side} boxes {box}x{box}", *rows, " ".join(sums), ""])


def draw_kakuro(height: int, width: int, seed: int = 1) -> list[list[int]]:
    """The digits of a Kakuro of random black cells, three in ten, and random digits: entries go up to six cells."""
    draw, digits = random.Random(seed), [[0] * width for _ in range(height)]
    for r in range(height):
        for c in range(width):
            excluded: set[int] = set()
            for step in ((0, -1), (-1, 0)):
                y, x = r + step[0], c + step[1]
                run = []
                while y >= 0 and x >= 0 and digits[y][x]:
                    run.append(digits[y][x])
                    y, x = y + step[0], x + step[1]
                excluded |= set(run) if len(run) < 6 else set(range(1, 10))
            free = sorted(set(range(1, 10)) - excluded)
            digits[r][c] = draw.choice(free) if free and draw.random() < 0.75 else 0
    return digits


if __name__ == "__main__":
    main()
