"""Kernels as plain Python: the same answers as compiled ones, at once."""

import io
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from rullo_core import interpreted
from rullo_core.compiled import interpreted as interpret
from rullo_core.compiled import kernel
from rullo_core.compiled.bits import count_ones
from rullo_core.interpreted import Stopwatch, TooSlow, at_once, each_at_once

ANSWERS = {
    "rullo": (
        "generate --difficulty 6 --seed 3 --climb",
        "generate --size 6x4 --no-simple --climb --difficulty 7 --required 10-14",
    ),
    "kakuro": (
        "generate",
        "generate --size 4x4 --method check",
        "generate --size 5x5 --method constructor --seed 2",
        "generate --size 5x5 --method repair --first 3",
        "generate --size 5x5 --method parting --seed 4",
        "generate --size 6x5 --black 0.3 --symmetry none --method steps --seed 5",
        "layout --size 20x20",
        "generate --size 5x5 --count 3",
    ),
    "killer": (
        "generate --cages 30-34",
        "generate --size 4 --symmetry half-turn --single-cell-cages 0-4",
        "generate --size 6 --box 2x3 --diagonals --level CA --seed 2",
    ),
    "sudoku": (
        "generate",
        "generate --size 4 --fill-method rows --seed 2",
        "generate --size 6 --box 2x3 --fill-method swaps --symmetry mirror --seed 3",
        "generate --level naked --order digits --seed 4",
        "generate --level locked --clues 30 --seed 5",
        "fill --fill-method bail-out --size 6",
        "generate --count 3",
    ),
}
"""What is asked of each kind on the command line."""

INTERPRETING = """
import io
import json
import sys
from contextlib import redirect_stdout

from rullo_core import interpreted
from rullo_core.__main__ import command

interpreted.PATIENCE = interpreted.LONGEST_INTERPRETED = float("inf")
rullo = command()


def run(*words, text=""):
    sys.stdin = io.StringIO(text)
    with redirect_stdout(io.StringIO()) as written:
        rullo.main(words, standalone_mode=False)
    return written.getvalue()


kind, *asked = sys.argv[1:]
for words in asked:
    answer = run(kind, *words.split())
    is_one_puzzle = "generate" in words and "--count" not in words
    print(json.dumps([answer, run(kind, "rate", text=answer) if is_one_puzzle else None]))
"""
"""A program that prints the answers of a kind, and how each single puzzle is rated, without a limit of time."""


def run(*words, text=None, code=("-m", "rullo_core"), **environment):
    """Run a command in a process of its own."""
    process = subprocess.run(
        [sys.executable, "-W", "error", *code, *words],
        capture_output=True,
        text=True,
        input=text,
        env=os.environ | environment,
        timeout=300,
    )
    assert (process.returncode, process.stderr) == (0, "")
    return process.stdout


@pytest.fixture(scope="module")
def interpreted_answers(tmp_path_factory):
    """A function that returns the answers of a kind, and their ratings, from a process that compiles nothing."""

    @cache
    def answers(kind):
        folder, commands = tmp_path_factory.mktemp("kernels"), ANSWERS[kind]
        printed = run(kind, *commands, code=("-c", INTERPRETING), NUMBA_CACHE_DIR=str(folder))
        assert not [*folder.rglob("*.nb?")]
        return dict(zip(commands, map(json.loads, printed.splitlines()), strict=True))

    return answers


@pytest.fixture
def compiled_answer(rullo, monkeypatch):
    """A function that runs a command in this process with compiled kernels and returns what it prints."""

    def answer(*words, text=""):
        monkeypatch.setattr(Stopwatch, "spent", interpreted.LONGEST_INTERPRETED + 1)
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        code, out, err = rullo(*words)
        assert (code, err) == (0, "")
        return out

    return answer


@pytest.mark.parametrize(("kind", "words"), [(kind, words) for kind, commands in ANSWERS.items() for words in commands])
def test_one_answer_needs_no_compiled_kernel_and_is_the_same(kind, words, interpreted_answers, compiled_answer):
    answer, rating = interpreted_answers(kind)[words]
    assert answer == compiled_answer(kind, *words.split())
    assert rating is None or rating == compiled_answer(kind, "rate", text=answer)


def test_a_sudoku_is_dug_without_compiled_kernels(compiled_answer, tmp_path):
    board = compiled_answer("sudoku", "fill")
    dug = run("sudoku", "dig", text=board, NUMBA_CACHE_DIR=str(tmp_path))
    assert not [*tmp_path.rglob("*.nb?")]
    assert dug == compiled_answer("sudoku", "dig", text=board)


@kernel
def add_up(numbers):
    total = np.uint64(0)
    for number in numbers:
        total = total * np.uint64(3) + double(number)
    return total, total > np.uint64(9)


@kernel
def double(number):
    return number + number


@pytest.mark.parametrize("mask", [0, 1, 2**63, 2**64 - 1, 0b1011001])
def test_what_python_counts_instead_is_the_same(mask):
    assert interpret(count_ones)(np.uint64(mask)) == count_ones(np.uint64(mask)) == mask.bit_count()


@pytest.fixture
def cold(monkeypatch):
    """Kernels of this file as if they had never been compiled, in a process that has answered nothing yet."""
    monkeypatch.setattr(os.path, "exists", lambda path: False)
    monkeypatch.setattr(Stopwatch, "spent", 0.0)


def test_an_interpreted_kernel_returns_numbers_of_python_and_wraps_around(cold):
    numbers = np.array([1, 2**63, 7, 2**64 - 1], np.uint64)
    interpreted_first = at_once(lambda: add_up(numbers))
    assert add_up.signatures == double.signatures == []
    assert Stopwatch.spent > 0
    assert interpreted_first == (2 * 27 + 2 * 7 * 3 - 2, True)
    assert [type(value) for value in interpreted_first] == [int, bool]
    assert add_up(numbers) == interpreted_first
    assert len(add_up.signatures) == 1


def test_what_takes_too_long_is_begun_again_with_compiled_kernels(cold, monkeypatch):
    is_interpreted = []

    def work():
        is_interpreted.append(interpreted.running.get() is not None)
        if is_interpreted[-1]:
            raise TooSlow
        return "done"

    assert at_once(work) == "done"
    assert is_interpreted == [True, False]
    monkeypatch.setattr(interpreted, "PATIENCE", -1.0)
    with pytest.raises(TooSlow):
        Stopwatch().check()


def test_an_interpreted_kernel_gives_up_in_time(cold, monkeypatch):
    monkeypatch.setattr(interpreted, "PATIENCE", -1.0)
    calls = []
    assert at_once(lambda: calls.append(1) or add_up(np.array([4], np.uint32))) == (8, False)
    assert len(calls) == 2


def test_answers_without_interpreted_kernels_do_not_count(cold):
    assert at_once(lambda: "done") == "done"
    assert Stopwatch.spent == 0.0


def test_a_process_does_not_go_on_interpreting(monkeypatch):
    monkeypatch.setattr(Stopwatch, "spent", interpreted.LONGEST_INTERPRETED + 1)
    assert at_once(interpreted.running.get) is None
    monkeypatch.setattr(Stopwatch, "spent", 0.0)
    assert at_once(interpreted.running.get) is not None


def interpreting(seconds):
    """Return work that interprets kernels for so long, and returns its number and whether it did."""

    def work(i):
        watch = interpreted.running.get()
        if watch is not None and seconds:
            watch.use()
            watch.busy_before -= seconds
        return i, watch is not None

    return work


@pytest.mark.parametrize(
    ("number", "seconds", "answers"),
    [
        (3, 1.0, [0, 1, 2]),
        (3, 0.0, [0]),  # the kernels are compiled
        (5, 2.0, [0, 1, 2, 3, 4]),
        (6, 2.0, [0]),  # the other five are sooner compiled
        (interpreted.SMALL_BATCH + 1, 0.1, []),
    ],
)
def test_a_few_answers_are_interpreted_until_compiling_is_worth_while(number, seconds, answers, cold, monkeypatch):
    monkeypatch.setattr(interpreted, "COMPILING", 9.0)
    assert [*interpreted.few_at_once(number, interpreting(seconds))] == [(i, True) for i in answers]


def test_only_single_answers_are_interpreted(cold):
    assert list(each_at_once(1, lambda: iter([interpreted.running.get()]))) != [None]
    assert list(each_at_once(2, lambda: iter([interpreted.running.get()]))) == [None]
    assert interpreted.running.get() is None


def on_a_terminal(words, cache):
    """Return what a command shows on a terminal, the lines that it writes over each other, and seconds until each.

    The seconds are those that the command has had of a processor, as others may have it meanwhile.
    """
    pty = pytest.importorskip("pty", reason="Windows has no such terminals")
    if not Path("/proc/self/stat").exists():
        pytest.skip("the time a process had is read from /proc")
    terminal, its_end = pty.openpty()
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache)}
    command = [sys.executable, "-m", "rullo_core", *words.split()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=its_end, env=environment, text=True) as process:
        os.close(its_end)
        lines = []
        try:
            while output := os.read(terminal, 1000):
                seconds = processor_seconds(process.pid)
                lines += [(line.strip(), seconds) for line in output.decode().split("\033[K") if line.strip()]
        except OSError:  # the terminal is closed at the end
            os.close(terminal)
        assert process.stdout
        return process.stdout.read(), lines


def processor_seconds(process):
    """Return the seconds that a process has had of a processor."""
    user, system = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


LOADING = "the kernels of sudoku are not compiled yet: loading the compiler, which takes a second"
TRYING = "the kernels are not compiled yet: trying without them for a few seconds"
COMPILING = "compiling the kernels, once, which takes up to a minute: 0 functions so far"


@pytest.mark.parametrize(
    ("words", "messages"),
    [
        ("generate", []),
        ("generate --simple --count 5", []),
        ("generate --difficulty 4", []),
        ("generate --difficulty 6 --seed 3 --climb", [LOADING.replace("sudoku", "rullo"), TRYING]),
        ("sudoku generate --count 3", [LOADING, TRYING, TRYING, TRYING]),
        ("sudoku fill", [LOADING, TRYING]),
        ("kakuro layout", [LOADING.replace("sudoku", "kakuro"), TRYING]),
        ("kakuro generate", [LOADING.replace("sudoku", "kakuro"), TRYING]),
        ("killer generate", [LOADING.replace("sudoku", "killer"), TRYING]),
    ],
)
def test_the_first_answer_is_soon_there(words, messages, tmp_path):
    answer, output = on_a_terminal(words, tmp_path)
    assert answer
    lines, seconds = [line for line, _ in output], [time for _, time in output]
    assert [line for line in lines if "puzzles" not in line] == messages  # a bar is shown on a busy machine, too
    assert not [*tmp_path.rglob("*.nb?")]
    assert not seconds or seconds[0] < 1  # it takes 0.3 seconds to get there, and numba as long again


def test_a_terminal_is_told_what_is_waited_for(tmp_path):
    """Single answers without compiled kernels, many for which these are compiled, and then nothing more."""
    answer, output = on_a_terminal("sudoku generate --size 4", tmp_path)
    assert len(answer.strip()) == 16
    assert [line for line, _ in output] == [LOADING, TRYING]
    layouts, output = on_a_terminal("kakuro layout --size 4x4 --count 2", tmp_path)
    assert len(layouts.split("\n\n")) == 2
    assert [line for line, _ in output[:2]] == [LOADING.replace("sudoku", "kakuro"), COMPILING]
    assert len(output) > 6
    assert on_a_terminal("kakuro layout --size 4x4 --count 2", tmp_path) == (layouts, [])
