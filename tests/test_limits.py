"""Every public function and command has limits, or a reason to have none; and large requests end as the page says."""

import inspect
import re
import sys
import time

import click
import pandas as pd
import pytest

import rullo_core as rc
from benchmarks import limits as benchmark
from rullo_core import __main__ as front
from rullo_core import limits, progress
from rullo_core.errors import BadInput, NotFound
from rullo_core.kakuro.experiments.census import Census as KakuroCensus
from rullo_core.lazy import public_modules
from rullo_core.paths import ROOT
from rullo_core.runs.shards import run_on_threads
from tests.public_names import KINDS, PROPERTY, STUDIES, members

ANSWERS = {"solve": 3, "rate": 3, "hint": 3, "steps": 3, "solve_arrays": 3, "rate_arrays": 3}
"""Functions and methods that answer about puzzles: all limits, of nodes, seconds and states."""

DRAWING = {"plot": 1, "write_sheet": 1, "generate": 1}
"""Those with one limit, of seconds: a solution that is drawn, and the time until the next puzzle."""

AS_A_WHOLE = {"fill": 1, "dig": 1, "layout": 1, "reduce": 1, "repair": 1, "hardest": 1, "predict": 1}
"""Those whose results come together, with a limit of seconds for all of them."""

EXEMPT = {
    "generate_frame": "passes what it is given on to generate",
    "rullo_core.generate": "passes what it is given on to the generate of a kind",
    "run": "is limited to a day, and goes on from there",
    "sweep": "is limited to a day, and goes on from there",
    "sweep_puzzles": "is limited to a day, and goes on from there",
    "time_limit": "is the limit",
    "play": "shows a board; what its buttons ask for is limited as hints are",
    **dict.fromkeys(("parse", "read", "write", "to_text", "to_arrays", "from_arrays", "find_file", "load"),
                    "takes as long as what it reads or writes is large"),
    **dict.fromkeys(("choose", "experiments", "save_numbers", "written_for", "copy", "to_dict", "rows", "to_frame",
                     "pass_map", "canonical", "canonical_with", "from_solution", "inverted", "is_solved_by", "permuted",
                     "transposed", "complemented", "components", "entry_text", "from_digits", "rows_of", "runs",
                     "with_clue", "without_clues", "without_entries", "write_solution", "labels", "symbol",
                     "with_cells", "board"),
                    "rearranges what it is given"),
}  # fmt: skip
"""Public functions and methods without a limit, with the reason."""

COMMANDS = {
    **dict.fromkeys(("cache", "combinations", "convert", "figures"),
                    "takes as long as what it reads or writes is large"),
    "compile": "runs commands on puzzles that the package brings",
    **dict.fromkeys(("lab", "notebook", "site"), "executes what others have written, whose calls are limited"),
}  # fmt: skip
"""Commands without a limit, with the reason."""


def functions():
    """Every public function and method but studies, by its place."""
    for module in ("rullo_core", *(f"rullo_core.{kind}" for kind in KINDS)):
        for name, thing in public_modules()[module].items():
            if not inspect.isclass(thing):
                yield f"{module}.{name}", thing
            elif not issubclass(thing, Exception):
                for member_name, member in members(thing).items():
                    if not isinstance(member, PROPERTY):
                        yield f"{module}.{name}.{member_name}", member


def commands(group, words=()):
    """Every command, by its words."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, (*words, name))
        else:
            yield " ".join((*words, name)), command


@pytest.mark.parametrize(
    ("place", "function"), list(functions()), ids=lambda pair: pair if isinstance(pair, str) else ""
)
def test_every_public_function_has_limits_with_defaults(place, function):
    name = place.rpartition(".")[2]
    if place in EXEMPT or name in EXEMPT:
        return
    parameters = inspect.signature(function).parameters
    number = (ANSWERS | DRAWING | AS_A_WHOLE)[name]
    assert parameters["seconds"].default in (
        (limits.HOUR,) if name in AS_A_WHOLE else (limits.SECONDS, limits.INTERVAL)
    )
    if number == 3:
        assert parameters["states"].default == limits.STATES
        assert parameters["nodes"].default is None  # those of the seconds


def test_nothing_is_exempt_that_is_not_there():
    names = {name for place, _ in functions() for name in (place, place.rpartition(".")[2])}
    assert set(EXEMPT) <= names
    assert set(COMMANDS) <= {words.rpartition(" ")[2] for words, _ in commands(front.command())}


@pytest.mark.parametrize("words", [words for words, _ in commands(front.command())])
def test_every_command_has_a_limit_of_seconds_with_a_default(words):
    """And those that answer about puzzles, of nodes and states."""
    name = words.rpartition(" ")[2]
    options = {option.name: option for option in dict(commands(front.command()))[words].params}
    if name in COMMANDS:
        assert "seconds" not in options
        return
    assert float(options["seconds"].default) > 0
    if name in ("solve", "rate", "grade", "hint", "show"):
        assert options["states"].default == limits.STATES
        assert "nodes" in options


@pytest.mark.parametrize("module", STUDIES)
def test_every_study_takes_an_hour_at_most(module, monkeypatch):
    """Unless there is another limit: they are all made so where they are imported."""
    studies = sys.modules[module]
    for name in studies.__all__:
        limits_set = []
        monkeypatch.setattr(
            limits,
            "time_limit",
            lambda seconds, limits_set=limits_set: limits_set.append(seconds) or limits.nullcontext(),
        )
        with pytest.raises(TypeError):  # the study itself is not run
            getattr(studies, name)(nosuch=1)
        assert limits_set == [limits.HOUR], name


def waiting(shard, stop):
    """Work that ends when it is stopped."""
    while not stop[0]:
        time.sleep(0.01)
    return shard


def test_work_as_a_whole_is_stopped():
    begin = time.monotonic()
    with pytest.raises(NotFound, match=r"not done in 0\.2 seconds; ask for less, or allow more"), rc.time_limit(0.2):
        list(run_on_threads(range(9), waiting, 2))
    assert time.monotonic() - begin < 20
    assert list(run_on_threads(range(3), lambda shard, stop: shard, 2)) == [0, 1, 2]


def test_the_shorter_of_two_limits_counts():
    for outer, inner in ((0.2, 60), (60, 0.2)):
        with pytest.raises(NotFound, match=r"0\.2 seconds"), rc.time_limit(outer), rc.time_limit(inner):
            list(run_on_threads(range(3), waiting, 2))


def test_python_without_threads_is_stopped():
    """Passes look at the time of the whole work, also of a puzzle that has no limit itself."""
    puzzle = rc.sudoku.generate(1, 4)[0]
    with pytest.raises(NotFound, match=r"not done in 1e-06 seconds"), rc.time_limit(1e-6):
        puzzle.steps(seconds=None)


@pytest.mark.parametrize("seconds", [0, -1, "10", True])
def test_a_limit_is_a_number_above_0(seconds):
    with pytest.raises(BadInput, match="write a number above 0"):
        rc.time_limit(seconds)


def test_an_experiment_is_stopped_and_goes_on(tmp_path, monkeypatch):
    """What is finished is kept."""
    out = tmp_path / "census.parquet"
    command = ["rullo", "kakuro", "census", "--size", "2x2", "--out", str(out)]
    count = KakuroCensus.count
    monkeypatch.setattr(
        KakuroCensus, "count", lambda self, shard, stop: (waiting(shard, stop), count(self, shard, stop))[1]
    )
    monkeypatch.setattr(sys, "argv", [*command, "--seconds", "0.3"])
    with pytest.raises(SystemExit) as ended:
        front.main()
    assert ended.value.code == 1
    assert not out.exists()
    monkeypatch.undo()
    monkeypatch.setattr(sys, "argv", command)
    with pytest.raises(SystemExit) as ended:
        front.main()
    assert ended.value.code == 0
    assert out.exists()


CHEAP = {
    "rullo rate build/limits/rullo-2x30.txt": '"simple": true',
    "rullo rate build/limits/rullo-24x24.txt": '"simple": true',
    "rullo hint build/limits/rullo-2x30.txt": "include",
    "rullo rate build/limits/rullo-2x60.txt": '"bound": "states"',
    "rullo solve build/limits/rullo-2x60.txt": "--states allows more",
    "rullo solve --limit 2 build/limits/rullo-2x60.txt": "That is the only solution.",
    "rullo solve --limit 2 --nodes 10000 build/limits/rullo-18x18.txt": "after 10,000 values; --nodes allows more",
    "rullo census --size 5x5 --values 1-9": "24,088,659,210,943,104,643,915,283,693,568 puzzles",
    "rullo generate --size 2x2 --values 1 --no-simple --unique --max-tries 300": "no other in 300 tries",
}
"""Rows of the page that are soon run, with a part of their answers."""


@pytest.mark.parametrize("command", CHEAP)
def test_large_requests_end_as_the_page_says(command, tmp_path_factory, monkeypatch):
    """In limited memory, with one line or an answer."""
    assert command in benchmark.ROWS
    folder = tmp_path_factory.getbasetemp() / "large"
    if not folder.exists():
        benchmark.write_puzzles(folder / "build" / "limits")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    status, out, errors, _, _ = benchmark.answer_to(command, folder)
    assert CHEAP[command] in out + errors
    assert "Traceback" not in errors
    measurements = pd.read_csv(ROOT / "benchmarks" / "limits.csv", index_col="command")
    assert status == measurements.loc[command, "status"]


def test_many_cells_of_a_sudoku_are_undecided_in_time():
    """Sets of 49 cells are too many to look at: also with the sets of a strategy under way."""
    side = 7
    digits = [digit if number % 2 else 0 for number, digit in enumerate(benchmark.draw_board(side))]
    begin = time.monotonic()
    with pytest.raises(NotFound, match="undecided after 1 seconds"):
        rc.sudoku.Sudoku((side, side), tuple(digits)).steps("subsets", seconds=1)
    assert time.monotonic() - begin < 30


def test_few_large_cages_are_undecided_in_time():
    """Also while candidates are tried by which no cell of 256 gets its digit."""
    begin = limits.CLOCK.seconds()
    rating = rc.killer.parse(benchmark.draw_killer(4, 19)).rate(seconds=1)
    assert (rating.is_undecided, rating.bound) == (True, "seconds")
    assert limits.CLOCK.seconds() < begin + 30  # without compiling


def test_the_large_kakuro_has_several_solutions():
    """Three more in two cells and three less in two others, of the same entries, give the same sums."""
    digits = benchmark.draw_kakuro(101, 31)
    puzzle = rc.kakuro.Kakuro.from_digits(digits)
    for row, column, change in ((65, 21, -3), (65, 22, 3), (66, 21, 3), (66, 22, -3)):
        digits[row][column] += change
    assert rc.kakuro.Kakuro.from_digits(digits) == puzzle


def test_the_page_says_what_was_measured():
    table = pd.read_csv(ROOT / "benchmarks" / "limits.csv")
    assert table["command"].tolist() == list(benchmark.ROWS)
    assert f"\n\n{benchmark.markdown(table)}\n" in (ROOT / "docs" / "limits.md").read_text()


# -- progress ---------------------------------------------------------------------------------------------------------


class Recorder(progress.Work):
    """Work that keeps all that is said of how far it is."""

    def __setattr__(self, name, value):
        if name == "progress" and value:
            self.__dict__.setdefault("told", []).append(value)
        super().__setattr__(name, value)


PROGRESS_OF = {
    "generate --size 4x4 --count 3": "3 of 3 puzzles",
    "sudoku generate --size 4 --count 2 --out {folder}/sudokus.csv": "2 of 2 puzzles",
    "rate data/published/puzzles.txt": "1 of 10 puzzles",
    "sudoku fill --size 4 --count 2": "1 of 2 boards",
    "census --size 1x2 --values 1-2 --out {folder}/census.parquet": "of 16 puzzles",
    "sweep --name n --experiment census -p size 1x2 -p values 1-2 --out {folder}": "of 16 puzzles",
    "compile": "of 0 commands",
}
"""What commands say of how far they are."""


@pytest.mark.parametrize("command", PROGRESS_OF)
def test_commands_say_how_far_they_are(command, tmp_path, monkeypatch, capfd):
    """Nothing waits for the seconds after which it is written."""
    works = []

    def begin(name):
        works.append(Recorder(name, 0.0, float("inf")))
        progress._under_way.append(works[-1])
        return works[-1]

    monkeypatch.setattr(progress, "begin", begin)
    monkeypatch.setattr("rullo_core.arguments.begin", begin)
    monkeypatch.setattr("rullo_core.cli.compiling.trials_of", lambda puzzle: ())
    monkeypatch.setattr("rullo_core.cli.compiling.run_in_process", lambda *arguments: "")
    monkeypatch.setattr("rullo_core.reports.sweep.write_summary", lambda *arguments: tmp_path)
    monkeypatch.setattr("rullo_core.paths.DATA", tmp_path)
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "argv", ["rullo", *command.format(folder=tmp_path).split()])
    with pytest.raises(SystemExit) as ended:
        front.main()
    assert ended.value.code == 0
    assert PROGRESS_OF[command] in "; ".join(works[0].told)
    progress._say(works[0])
    assert f"s: {works[0].progress}" in capfd.readouterr().err


def test_what_takes_long_is_told_on_standard_error(monkeypatch, capfd):
    """Terminal or not, and not again before the next time."""
    monkeypatch.delenv("RULLO_PROGRESS", raising=False)
    monkeypatch.setattr(progress, "FIRST", 0.1)
    monkeypatch.setattr(progress, "TICK", 0.02)
    with progress.at_work("some work"):
        progress.report("3 of 4 puzzles")
        time.sleep(0.6)
    assert re.findall(r"^rullo: some work: at work for 0 s: 3 of 4 puzzles$", capfd.readouterr().err, re.MULTILINE) == [
        "rullo: some work: at work for 0 s: 3 of 4 puzzles"
    ]
