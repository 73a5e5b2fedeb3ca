"""Records: the most difficult puzzles found here by hill climbing, kept as text files and verified when read.

A record is a puzzle marked with its solution. Its comments give the difficulty, the attempt that found it, and the
number of attempts made so far, from which a later search continues.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.files import written_whole
from rullo_core.parameters import format_range, format_size, parse_range, parse_size
from rullo_core.paths import DATA, to_read
from rullo_core.puzzles.results import Climbed
from rullo_core.rullo.climb import climb_once
from rullo_core.rullo.puzzle import Rullo, Solution, parse_marked_puzzles
from rullo_core.rullo.solver import GUESS_LIMIT, difficulty, is_simple
from rullo_core.runs.shards import run_on_threads, stopped_after

STEPS = 10_000_000
"""Greatest number of changes in an attempt."""

STEPS_BY_CELL = 2**29
"""Changes times cells in an attempt on a larger board, where each change takes longer: about ten seconds."""

GUESSING = 50
"""Factor by which an attempt has fewer changes if it has to evaluate guesses."""

SIMPLE, EXHAUSTIVE = "simple", "exhaustive"

SEED = 1
"""Seed of all attempts; the number of the attempt is the index."""


@dataclass(frozen=True)
class Record:
    """The most difficult puzzle found so far of a size, range and kind."""

    height: int
    width: int
    values: tuple[int, ...]
    kind: str = SIMPLE
    puzzle: Rullo | None = None  # None if no puzzle was found
    solution: Solution | None = None
    difficulty: float = 0.0  # for that solution; an exhaustive puzzle may have others
    attempt: int = 0  # number of the attempt that found it
    attempts: int = 0  # number of attempts made so far
    steps: int = 0  # number of changes in each attempt

    @property
    def name(self) -> str:
        """Size and range, for example "7x7 over 1-9"."""
        return f"{format_size(self.height, self.width)} over {format_range(self.values)}"

    def __str__(self) -> str:
        """Return the text that `read_record` reads."""
        if self.puzzle is None or self.solution is None:
            rows = [f"# {self.name}: no {self.kind} puzzle in {self.attempts} attempts of {self.steps} steps"]
        else:
            marked = [
                [
                    target,
                    *(f"[{n}]" if is_included else f"({n})" for n, is_included in zip(numbers, choices, strict=True)),
                ]
                for target, numbers, choices in zip(
                    self.puzzle.row_targets, self.puzzle.numbers, self.solution, strict=True
                )
            ]
            entries = [[str(entry) for entry in row] for row in marked]
            entries.insert(0, ["", *(f"{target} " for target in self.puzzle.column_targets)])
            widths = [max(map(len, column)) for column in zip(*entries, strict=True)]
            rows = [
                f"# {self.name}: {self.kind}, difficulty {self.difficulty:g}",
                f"# climbed to in attempt {self.attempt} of {self.attempts}, seed {SEED}, {self.steps} steps each",
                *(
                    " ".join(entry.rjust(width) for entry, width in zip(row, widths, strict=True)).rstrip()
                    for row in entries
                ),
            ]
        return "\n".join(rows) + "\n"


HEAD = re.compile(r"# (?P<name>.+): (?P<kind>simple|exhaustive), difficulty (?P<difficulty>[\d.]+)\n")
ATTEMPT_LINE = re.compile(
    rf"# climbed to in attempt (?P<attempt>\d+) of (?P<attempts>\d+), seed {SEED}, (?P<steps>\d+) steps each\n"
)
NONE_YET = re.compile(
    r"# (?P<name>.+): no (?P<kind>simple|exhaustive) puzzle in (?P<attempts>\d+) attempts of (?P<steps>\d+) steps\n"
)


def path_of(folder: Path, height: int, width: int, values: tuple[int, ...], kind: str = SIMPLE) -> Path:
    """Return the path of a record's file."""
    return folder / f"{format_size(height, width)}-{format_range(values)}{'' if kind == SIMPLE else '-' + kind}.txt"


def read_record(path: Path, height: int, width: int, values: tuple[int, ...], kind: str = SIMPLE) -> Record:
    """Read the record of a size, range and kind; without a file, return a record without a puzzle."""
    steps = min(STEPS, STEPS_BY_CELL // (height * width)) // (1 if kind == SIMPLE else GUESSING)
    empty = Record(height, width, values, kind, steps=steps)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return empty
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: cannot be read ({error}); mend it, or remove it to start a new record") from None
    if (failure := NONE_YET.fullmatch(text)) and (failure["name"], failure["kind"]) == (empty.name, kind):
        return replace(empty, attempts=int(failure["attempts"]), steps=int(failure["steps"]))
    head, attempt_line = HEAD.match(text), ATTEMPT_LINE.search(text)
    if head is None or attempt_line is None or (head["name"], head["kind"]) != (empty.name, kind):
        raise BadInput(f"{path}: is no record of {kind} puzzles of {empty.name}; remove it to start a new record")
    ((puzzle, marks),) = parse_marked_puzzles(text, str(path))
    solution = tuple(tuple(bool(mark) for mark in row) for row in marks)
    record = Record(
        height,
        width,
        values,
        kind,
        puzzle,
        solution,
        float(head["difficulty"]),
        int(attempt_line["attempt"]),
        int(attempt_line["attempts"]),
        int(attempt_line["steps"]),
    )
    check_record(record, str(path))
    return record


def kept_records(folder: Path = DATA / "records") -> list[Record]:
    """Read all records of a folder, sorted by kind and size."""
    records = []
    for path in to_read(folder).glob("*.txt"):
        size, _, values = path.stem.partition("-")
        kind = EXHAUSTIVE if values.endswith(EXHAUSTIVE) else SIMPLE
        records.append(read_record(path, *parse_size(size), parse_range(values.removesuffix("-" + kind)), kind))
    return sorted(records, key=lambda record: (record.kind != SIMPLE, record.height, record.width, record.values))


def check_record(record: Record, source: str) -> None:
    """Verify a record's puzzle with the readable solver."""
    puzzle, solution = record.puzzle, record.solution
    if puzzle is None or solution is None:
        return
    numbers = {number for row in puzzle.numbers for number in row}
    if (
        (puzzle.height, puzzle.width) != (record.height, record.width)
        or not numbers <= set(record.values)
        or not puzzle.is_solved_by(solution)
        or is_simple(puzzle) != (record.kind == SIMPLE)
        or difficulty(puzzle, solution) != record.difficulty
    ):
        raise BadInput(f"{source}: the puzzle does not match its comments; remove the file to start a new record")


def continue_search(record: Record, path: Path, seconds: float, threads: int) -> Iterator[Record]:
    """Make attempts until the time is up, and store and yield the record after each that ends before."""
    size, limit = (record.height, record.width), 0 if record.kind == SIMPLE else GUESS_LIMIT
    # On first use, the kernels are compiled here, before the time limit starts.
    climb_once(*size, record.values, 1, SEED, 0, np.zeros(1, np.uint8), guess_limit=limit)
    end = time.monotonic() + seconds

    def work(attempt: int, stop: np.ndarray) -> tuple[Climbed[Rullo] | None, bool]:
        with stopped_after(end - time.monotonic(), stop):
            climbed = climb_once(*size, record.values, record.steps, SEED, attempt, stop, guess_limit=limit)
        return climbed, not stop[0]

    path.parent.mkdir(parents=True, exist_ok=True)
    attempts = run_on_threads(count(record.attempts), work, threads)
    for attempt, (climbed, is_whole) in enumerate(attempts, start=record.attempts):
        if not is_whole:
            return
        record = replace(record, attempts=attempt + 1)
        if climbed is not None and climbed.worth > record.difficulty:
            best = {"difficulty": climbed.worth, "puzzle": climbed.puzzle, "solution": climbed.solution}
            record = replace(record, attempt=attempt, **best)
            check_record(record, str(path))
        with written_whole(path) as temporary:
            temporary.write_text(str(record), encoding="utf-8", newline="\n")
        yield record
