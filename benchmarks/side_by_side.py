"""Other programs compared with ours: the same work on the same machine in one run, in processor time of one thread.

    python -m benchmarks.side_by_side benchmarks/side_by_side.csv
        [--tdoku FOLDER] [--puzzles FILE] [--peers qqwing,Solo] [--part 1]

Every peer is optional: one that is not there is skipped, which a line says. Programs are looked up on the PATH and in
/usr/games, where Debian has games; FOLDER is a checkout of tdoku that is built, and FILE has more Sudokus, one in a
line. The tables that are printed stand in `docs/peers.md`.

To solve a puzzle is to find two solutions, or to prove that there is one only. Everything is done several times, ours
and the peer's in turns, and the least times count. From the peer's time that of the same without the work is
subtracted: processes that start, read and write but solve nothing, or that make a single puzzle. Models are built
before. A puzzle of which the peer says something else than our kernels is counted as wrong and left out of the times:
the number of its solutions, and the only solution itself if the peer is a Sudoku program.
"""

import argparse
import json
import math
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import numpy as np
import pandas as pd
from tqdm import tqdm

import rullo_core as rc
from benchmarks.models import Answer as ModelAnswer
from benchmarks.models import Domains, by_cp_sat, by_milp, clauses_of, domains_of
from benchmarks.peers import clingo_program, cp_sat_model, with_cp_sat
from benchmarks.sudoku import PUBLISHED

COLUMNS = (
    *("task", "kind", "puzzles", "number", "peer", "version", "ours_ms", "its_ms", "ratio", "wrong"),
    *("our_clues", "its_clues", "our_minimal", "its_minimal", "machine"),
)
"""Columns of what is written: times are of a puzzle, and the ratio is the peer's to ours. Clues are the mean number of
givens or cages of generated puzzles, and minimal is the share of Sudokus that need each of their givens."""

REPEATS = 5

GAMES = "/usr/games"

AT_LEAST = 10_000
"""Sudokus that are solved in one go: fewer are solved over and over, as they take less than processes vary."""

SECONDS = 600.0
"""What CP-SAT may take for a Rullo."""

Puzzles = Sequence[Any]

Answer = tuple[int, tuple[int, ...] | None]
"""The number of solutions, two at most, and the only one row by row if it is known."""


class Missing(Exception):
    """A peer is not there; says how to get it."""


@dataclass(frozen=True)
class Job:
    """What a peer does with puzzles: seconds that it takes, seconds without the work, and what it says of each."""

    work: Callable[[], float]
    idle: Callable[[], float]
    answers: Callable[[], list[Answer]]


def time_of_children() -> float:
    """Return the processor time of the processes that this one has started and that have ended."""
    from resource import RUSAGE_CHILDREN, getrusage  # imported here: Windows has none

    usage = getrusage(RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def timed(work: Callable[[], object], clock: Callable[[], float] = time_of_children) -> Callable[[], float]:
    """Measure processor time: of the processes that some work starts, or of this one."""

    def measure() -> float:
        begin = clock()
        work()
        return clock() - begin

    return measure


def run(*command: str | Path, text: str = "", check: bool = True) -> str:
    """Return what a program writes, given what it reads."""
    return subprocess.run(command, input=text, capture_output=True, text=True, check=check).stdout


def look_up(name: str) -> str:
    """Return the path of a program."""
    path = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), GAMES]))
    if path is None:
        raise Missing(f"there is no {name} on the PATH")
    return path


def output_of(name: str, *arguments: str | Path) -> str:
    """Return what a program says that may not be there."""
    path = shutil.which(name)
    return run(path, *arguments, check=False).strip() if path else ""


def look_for(module: str, package: str) -> str:
    """Return the version of a package of Python."""
    try:
        import_module(module)
    except ImportError:
        raise Missing(f"needs pip install {package}") from None
    return version(package)


def lines_of(puzzles: Puzzles) -> str:
    """Write Sudokus of 9x9 with dots for empty cells, one in a line."""
    return "".join("".join(map(str, puzzle.cells)).replace("0", ".") + "\n" for puzzle in puzzles)


def digits_of(text: str) -> tuple[int, ...]:
    """Return the digits in a text."""
    return tuple(map(int, re.findall(r"[1-9]", text)))


class Peer:
    """A program to compare with: it has a method for each task that it can do, named as the task.

    Those that solve return a `Job` for some puzzles, those that generate return so many puzzles.
    """

    name: str
    version: str

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        """Look for the program; a folder is there for its files."""
        raise NotImplementedError


class Tdoku(Peer):
    """A solver of Sudokus, as a library."""

    name = "tdoku"

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        """Compile a program that gives it many puzzles."""
        checkout: Path | None = options.tdoku
        libraries = [] if checkout is None else sorted(checkout.rglob("libtdoku_static.a"))
        if checkout is None or not libraries:
            raise Missing("needs --tdoku FOLDER, a checkout where libtdoku_static.a is built")
        self.program = folder / "tdoku"
        source = Path(__file__).with_name("tdoku.cpp")
        run(look_up("c++"), "-O2", "-I", checkout / "include", source, libraries[0], "-o", self.program)
        described = (checkout / "CMakeLists.txt").read_text(encoding="utf-8")
        (number,) = re.findall(r"project\(tdoku VERSION ([\d.]+)", described)
        self.version = f"{number} {output_of('git', '-C', checkout, 'rev-parse', '--short', 'HEAD')}".strip()

    def solve_sudoku(self, puzzles: Puzzles) -> Job:
        """Count solutions; they are known if no more than one is looked for."""
        text = lines_of(puzzles)

        def lines_for(limit: int) -> list[str]:
            return run(self.program, str(limit), text=text).splitlines()

        def answers() -> list[Answer]:
            numbers = [int(line[0]) for line in lines_for(2)]
            return [
                (number, digits_of(line[1:]) if number == 1 else None)
                for number, line in zip(numbers, lines_for(1), strict=True)
            ]

        return Job(timed(lambda: lines_for(2)), timed(lambda: lines_for(0)), answers)


class Qqwing(Peer):
    """A solver and generator of Sudokus."""

    name = "qqwing"

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        """Look it up."""
        self.program = look_up("qqwing")
        self.version = run(self.program, "--version").split()[-1]

    def solve_sudoku(self, puzzles: Puzzles) -> Job:
        """Count solutions."""
        text = lines_of(puzzles)

        def lines_for(*options: str) -> list[str]:
            return run(self.program, "--solve", "--one-line", *options, text=text).splitlines()

        def answers() -> list[Answer]:
            answers: list[Answer] = []
            solution = None
            for line in lines_for("--solution", "--count-solutions"):
                if line.isdigit():
                    solution = digits_of(line)
                elif "unique" in line:
                    answers.append((1, solution))
                elif "There are" in line or "not possible" in line:
                    answers.append((0 if " no" in line else 2, None))
            return answers

        return Job(
            timed(lambda: lines_for("--nosolution", "--count-solutions")),
            timed(lambda: lines_for("--nosolution")),
            answers,
        )

    def generate_sudoku(self, number: int) -> Puzzles:
        """Remove digits as long as there is one solution."""
        lines = run(self.program, "--generate", str(number), "--one-line").splitlines()
        return [rc.sudoku.parse(line) for line in lines]


class Solo(Peer):
    """A game of Simon Tatham's Portable Puzzle Collection, which generates and solves both kinds of Sudoku."""

    name = "Solo"

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        """Look it up; it solves games where it saves them."""
        self.program, self.folder = look_up("sgt-solo"), folder
        (self.version,) = re.findall(r"Version (\S+)", run(self.program, "--version"))

    def solve(self, games: Sequence[str]) -> Job:
        """Save games with their solutions, which it finds before; it stops at a game without exactly one."""

        def saved(batch: Sequence[str], *options: str, check: bool = True) -> list[str]:
            with TemporaryDirectory(dir=self.folder) as folder:
                run(self.program, "--save", f"{folder}/", *options, text="\n".join([*batch, ""]), check=check)
                return [Path(folder, str(i)).read_text(encoding="utf-8") for i in range(len(os.listdir(folder)))]

        def answers() -> list[Answer]:
            answers: list[Answer] = []
            while len(answers) < len(games):
                moves = [
                    re.findall(r"^SOLVE.*:S(.*)", game, re.MULTILINE)
                    for game in saved(games[len(answers) :], "--with-solutions", check=False)
                ]
                answers += [(1, digits_of(move)) for (move,) in filter(None, moves)]
                answers += [(0, None)] * (len(answers) < len(games))
            return answers

        return Job(timed(lambda: saved(games, "--with-solutions")), timed(lambda: saved(games)), answers)

    def solve_sudoku(self, puzzles: Puzzles) -> Job:
        """Solve Sudokus of 9x9."""
        return self.solve([game_of(puzzle.cells) for puzzle in puzzles])

    def solve_killer(self, puzzles: Puzzles) -> Job:
        """Solve Killer Sudokus."""
        return self.solve([rc.killer.to_text(puzzle, format="solo") for puzzle in puzzles])

    def generate(self, parameters: str, number: int) -> list[str]:
        """Generate games, of the seed 1."""
        return run(self.program, "--generate", str(number), f"{parameters}#1").splitlines()

    def generate_sudoku_for_singles(self, number: int) -> Puzzles:
        """Generate Sudokus of its second level, basic, without symmetry."""
        return [rc.sudoku.parse(line_of(game)) for game in self.generate("3x3adb", number)]

    def generate_killer(self, number: int) -> Puzzles:
        """Generate Killer Sudokus of its usual level."""
        return [rc.killer.parse(game) for game in self.generate("3x3k", number)]


def game_of(cells: Sequence[int]) -> str:
    """Write a Sudoku of 9x9 as a game of Solo: letters for so many empty cells, an underscore between two digits."""
    text = re.sub(r"(?<=[1-9])(?=[1-9])", "_", "".join(map(str, cells)))
    return "3x3:" + re.sub(r"0{1,26}", lambda run: chr(96 + len(run[0])), text)


def line_of(game: str) -> str:
    """Return the cells of a game of Solo in a line."""
    return re.sub(r"[a-z]", lambda letter: "." * (ord(letter[0]) - 96), game.partition(":")[2].replace("_", ""))


class Clingo(Peer):
    """An answer set solver."""

    name = "clingo"

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        """Look it up."""
        self.program = look_up("clingo")
        self.version = run(self.program, "--version").split()[2]

    def solve_rullo(self, puzzles: Puzzles) -> Job:
        """Give each puzzle to a process."""
        programs = [clingo_program(puzzle) for puzzle in puzzles]

        def numbers(programs: Sequence[str]) -> list[int]:
            command = (self.program, "--models=2", "--outf=2", "--quiet=2")
            return [json.loads(run(*command, text=program, check=False))["Models"]["Number"] for program in programs]

        return Job(
            timed(lambda: numbers(programs)),
            timed(lambda: numbers([""] * len(programs))),
            lambda: [(number, None) for number in numbers(programs)],
        )


class MiniSat(Peer):
    """A SAT solver."""

    name = "MiniSat"

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        """Look it up; only the package that it comes from tells its version."""
        self.program, self.folder = look_up("minisat"), folder
        self.version = output_of("dpkg-query", "-W", "-f", "${Version}", "minisat")

    def ask(self, file: Path) -> set[int] | None:
        """Return the literals of a model of the clauses in a file; None if there is none."""
        result = self.folder / "result"
        run(self.program, "-verb=0", file, result, check=False)
        verdict, *model = result.read_text(encoding="utf-8").split()
        return set(map(int, model)) if verdict == "SAT" else None

    def write(self, name: str, clauses: Sequence[Sequence[int]]) -> Path:
        """Write clauses to a file."""
        largest = max((abs(literal) for clause in clauses for literal in clause), default=0)
        lines = [f"p cnf {largest} {len(clauses)}", *(" ".join(map(str, [*clause, 0])) for clause in clauses)]
        path = self.folder / name
        path.write_text("\n".join([*lines, ""]), encoding="utf-8", newline="\n")
        return path

    def solve_kakuro(self, puzzles: Puzzles) -> Job:
        """Ask for a solution, and then for another, each in a process."""
        files, answers = [], []
        for i, puzzle in enumerate(puzzles):
            clauses, variables = clauses_of(puzzle, domains_of(puzzle, reduced=True))
            files.append(self.write(f"{i}.cnf", clauses))
            number, solution = 0, self.ask(files[-1])
            if solution is not None:
                excluded = [[-variable for cell in variables for variable in cell.values() if variable in solution]]
                files.append(self.write(f"{i}-others.cnf", [*clauses, *excluded]))
                number = 1 if self.ask(files[-1]) is None else 2
            answers.append((number, None))
        empty = self.write("nothing.cnf", [])
        return Job(
            timed(lambda: [self.ask(file) for file in files]),
            timed(lambda: [self.ask(empty) for _ in files]),
            lambda: list(answers),
        )


def solve_models(ask: Callable[[Any, Domains], ModelAnswer], puzzles: Puzzles) -> Job:
    """Give models of Kakuros to a solver that says what it takes, in milliseconds."""

    def answers() -> list[ModelAnswer]:
        return [ask(puzzle, domains_of(puzzle, reduced=True)) for puzzle in puzzles]

    return Job(
        lambda: sum(sum(answer[4:]) for answer in answers()) / 1e3,
        lambda: 0.0,
        lambda: [(answer[0], None) for answer in answers()],
    )


class CpSat(Peer):
    """The constraint solver of OR-Tools."""

    name = "CP-SAT"

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        """Look for OR-Tools."""
        self.version = look_for("ortools", "ortools")

    def solve_rullo(self, puzzles: Puzzles) -> Job:
        """List two solutions."""

        def numbers() -> list[int | None]:
            return [with_cp_sat(puzzle, SECONDS) for puzzle in puzzles]

        return Job(
            timed(numbers, process_time),
            timed(lambda: [cp_sat_model(puzzle) for puzzle in puzzles], process_time),
            lambda: [(number or 0, None) for number in numbers()],
        )

    def solve_kakuro(self, puzzles: Puzzles) -> Job:
        """Ask for a solution, and then for another."""
        return solve_models(by_cp_sat, puzzles)

    def solve_killer(self, puzzles: Puzzles) -> Job:
        """Ask for a solution, and then for another."""
        from benchmarks.killer import by_cp_sat, model_of

        def unique() -> list[bool]:
            return [by_cp_sat(puzzle) for puzzle in puzzles]

        return Job(
            timed(unique, process_time),
            timed(lambda: [model_of(puzzle) for puzzle in puzzles], process_time),
            lambda: [(1 if is_unique else 2, None) for is_unique in unique()],
        )


class Highs(Peer):
    """A solver of mixed integer programs, which comes with SciPy."""

    name = "HiGHS"

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        """Look for SciPy."""
        self.version = "of SciPy " + look_for("scipy", "scipy")

    def solve_kakuro(self, puzzles: Puzzles) -> Job:
        """Ask for a solution, and then for another."""
        return solve_models(by_milp, puzzles)


PEERS: tuple[type[Peer], ...] = (Tdoku, Qqwing, Solo, CpSat, Highs, MiniSat, Clingo)


@dataclass(frozen=True)
class Task:
    """Something to measure: the method of peers, what the puzzles are, how many, and how we generate or read them."""

    method: str
    puzzles: str
    number: int
    request: Mapping[str, Any] | Path

    @property
    def kind(self) -> str:
        """The kind of puzzle."""
        return self.method.split("_")[1]

    def make(self) -> Puzzles:
        """Return the puzzles."""
        if isinstance(self.request, Path):
            return rc.sudoku.read(self.request)[: self.number]
        puzzles: Puzzles = getattr(rc, self.kind).generate(self.number, **self.request)
        return puzzles

    def generate_frame(self) -> pd.DataFrame:
        """Generate the puzzles as a table, on one thread."""
        assert not isinstance(self.request, Path)
        return getattr(rc, self.kind).generate_frame(self.number, threads=1, **self.request)


MANY_CAGES = {"cages": (36, 37)}
"""As many cages as Killer Sudokus of Solo have on average."""

TASKS = (
    Task("solve_sudoku", "generated, minimal", 20_000, {}),
    Task("solve_sudoku", "published", 156, PUBLISHED),
    Task("generate_sudoku", "minimal", 1000, {}),
    Task("generate_sudoku_for_singles", "solved by singles", 1000, {"level": "hidden"}),
    Task("solve_killer", "generated, 28 to 34 cages", 200, {}),
    Task("solve_killer", "generated, 36 or 37 cages", 200, MANY_CAGES),
    Task("generate_killer", "36 or 37 cages", 200, MANY_CAGES),
    Task("solve_kakuro", "generated, 10x10", 100, {"size": "10x10"}),
    Task("solve_rullo", "random, 12x12 over 1-9", 20, {"size": "12x12", "values": "1-9"}),
)


def solved(kind: str, puzzles: Puzzles) -> list[Answer]:
    """Our answers."""
    answers = getattr(rc, kind).solve_arrays(getattr(rc, kind).to_arrays(puzzles), threads=1)
    solutions = answers["solution"].reshape(len(puzzles), -1).tolist()
    return [
        (number, tuple(solution) if number == 1 else None)
        for number, solution in zip(answers["solutions"].tolist(), solutions, strict=True)
    ]


def agree(first: Answer, second: Answer) -> bool:
    """Whether two answers are the same, as far as both tell."""
    return first[0] == second[0] and (None in (first[1], second[1]) or first[1] == second[1])


def least_seconds(solve: Callable[[], float], job: Job) -> tuple[float, float]:
    """Return seconds, ours and the peer's."""
    own_times, work, idle = zip(*((solve(), job.work(), job.idle()) for _ in range(REPEATS)), strict=True)
    return min(own_times), max(min(work) - min(idle), 0.0)


def compare_solving(task: Task, peer: Peer, puzzles: Puzzles) -> dict[str, object]:
    """Measure what takes both the puzzles on which they agree, after asking for all answers."""
    solve, api = getattr(peer, task.method), getattr(rc, task.kind)
    pairs = zip(puzzles, solved(task.kind, puzzles), solve(puzzles).answers(), strict=True)
    agreed = [puzzle for puzzle, own_answer, peer_answer in pairs if agree(own_answer, peer_answer)]
    number_wrong = len(puzzles) - len(agreed)
    if not agreed:
        return {"wrong": number_wrong}
    batch = agreed * (math.ceil(AT_LEAST / len(agreed)) if task.kind == "sudoku" else 1)
    arrays = api.to_arrays(batch)
    seconds, peer_seconds = least_seconds(
        timed(lambda: api.solve_arrays(arrays, threads=1), process_time), solve(batch)
    )
    return {"ours_ms": 1e3 * seconds / len(batch), "its_ms": 1e3 * peer_seconds / len(batch), "wrong": number_wrong}


def compare_generating(task: Task, peer: Peer, puzzles: Puzzles) -> dict[str, object]:
    """Measure what as many puzzles take both; those of the peer with other than one solution are wrong."""
    generate: Callable[[int], Puzzles] = getattr(peer, task.method)
    generated = generate(task.number)
    job = Job(timed(lambda: generate(task.number)), timed(lambda: generate(1)), list)
    seconds, peer_seconds = least_seconds(timed(task.generate_frame, process_time), job)
    return {
        "ours_ms": 1e3 * seconds / task.number,
        "its_ms": 1e3 * peer_seconds / (task.number - 1),
        "wrong": sum(number != 1 for number, _ in solved(task.kind, generated)),
        "our_clues": mean_clues(puzzles),
        "its_clues": mean_clues(generated),
        "our_minimal": share_minimal(puzzles),
        "its_minimal": share_minimal(generated),
    }


def mean_clues(puzzles: Puzzles) -> float:
    """Return the mean number of cages, or of givens of Sudokus."""
    return float(np.mean([len(puzzle.cages) if hasattr(puzzle, "cages") else puzzle.clues for puzzle in puzzles]))


def share_minimal(puzzles: Puzzles) -> float:
    """Return the share of Sudokus that have several solutions without any one of their givens; nan of other kinds."""
    if not hasattr(puzzles[0], "cells"):
        return math.nan
    cells = rc.sudoku.to_arrays(puzzles)["cells"]
    puzzle, row, column = np.nonzero(cells)
    reduced = cells[puzzle]
    reduced[np.arange(len(puzzle)), row, column] = 0
    spare = rc.sudoku.solve_arrays({"cells": reduced}, threads=1)["solutions"] == 1
    return 1 - len(np.unique(puzzle[spare])) / len(puzzles)


def machine() -> str:
    """Return the processor and the versions of the system and of Python."""
    try:
        names = re.findall(r"^model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        names = []
    processor = names[0] if names else platform.processor()
    return ", ".join([processor, platform.system(), platform.machine(), f"Python {platform.python_version()}"])


def present(options: argparse.Namespace, folder: Path) -> list[Peer]:
    """Return the peers that are wanted and there, and say which are not."""
    peers = []
    for peer in PEERS:
        if peer.name in (options.peers or peer.name).split(","):
            try:
                peers.append(peer(options, folder))
            except Missing as reason:
                print(f"{peer.name} is skipped: {reason}", file=sys.stderr)
    return peers


def compare(tasks: Sequence[Task], peers: Sequence[Peer]) -> pd.DataFrame:
    """Measure each task with each peer that can do it."""
    rows = []
    for task in tqdm(tasks, unit=" tasks"):
        able = [peer for peer in peers if hasattr(peer, task.method)]
        if not able:
            continue
        puzzles = task.make()
        verb, kind = task.method.split("_")[:2]
        for peer in able:
            row = {"task": verb, "kind": kind, "puzzles": task.puzzles, "number": len(puzzles)}
            row |= {"peer": peer.name, "version": peer.version, "machine": machine()}
            measurements = (compare_solving if verb == "solve" else compare_generating)(task, peer, puzzles)
            rows.append(row | measurements)
            if measurements["wrong"]:
                print(f"{peer.name}: {measurements['wrong']} of {len(puzzles)} wrong ({task.puzzles})", file=sys.stderr)
    table = pd.DataFrame(rows, columns=COLUMNS)
    table["ratio"] = table["its_ms"] / table["ours_ms"]
    return table


def three_digits(number: float) -> str:
    """Write a number with three digits, without an exponent; nothing if it is missing."""
    if math.isnan(number):
        return ""
    return f"{number:,.0f}" if abs(number) >= 100 else f"{float(f'{number:.3g}'):g}"


def markdown(table: pd.DataFrame) -> str:
    """Write the tables of `docs/peers.md`: of solving, and of generating."""
    titles = {"sudoku": "Sudoku", "killer": "Killer Sudoku", "kakuro": "Kakuro", "rullo": "Rullo"}
    blocks = []
    for task, extra_columns in (("solve", ()), ("generate", ("our_clues", "its_clues", "our_minimal", "its_minimal"))):
        columns = (
            "Ours, ms",
            "Its, ms",
            "Ratio",
            "Wrong",
            *("Our clues", "Its clues", "Our minimal", "Its minimal")[: len(extra_columns)],
        )
        lines = [
            f"| {task.capitalize()} | Puzzles | Peer | {' | '.join(columns)} |",
            f"| --- | ---: | --- |{' ---: |' * len(columns)}",
        ]
        for _, row in table[table["task"] == task].iterrows():
            cells = [
                f"{titles[row['kind']]}, {row['puzzles']}",
                f"{row['number']:,}",
                f"{row['peer']} {row['version']}",
            ]
            cells += [three_digits(row[name]) for name in ("ours_ms", "its_ms", "ratio", "wrong", *extra_columns)]
            lines.append(f"| {' | '.join(cells)} |")
        blocks.append("\n".join(lines))
    return "\n\n".join([*blocks, f"Measured on: {' and '.join(table['machine'].unique())}."])


def main() -> None:
    """Measure, write a row for each task and peer, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--tdoku", type=Path, help="checkout of tdoku that is built")
    parser.add_argument("--puzzles", type=Path, help="more Sudokus of 9x9 to solve")
    parser.add_argument("--peers", help="those to compare with, separated by commas; default: all")
    parser.add_argument("--part", type=float, default=1.0, help="take this part of the puzzles of each task")
    options = parser.parse_args()
    tasks = list(TASKS)
    if options.puzzles is not None:
        number = len(rc.sudoku.read(options.puzzles))
        tasks.append(Task("solve_sudoku", options.puzzles.stem, number, options.puzzles))
    tasks = [replace(task, number=max(2, round(options.part * task.number))) for task in tasks]
    with TemporaryDirectory() as folder:
        table = compare(tasks, present(options, Path(folder)))
    table.to_csv(options.out, index=False, float_format="%.4g", lineterminator="\n")
    print(markdown(pd.read_csv(options.out)))


if __name__ == "__main__":
    main()
