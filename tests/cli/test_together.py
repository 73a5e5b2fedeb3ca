"""Notebooks executed together, in kernels forked from one process."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest
from nbformat import v4

from rullo_core.paths import ROOT
from rullo_core.reports.kernels import forking_manager
from rullo_core.reports.notebook import execute
from tests.processes import running

COMMAND = [sys.executable, "-m", "rullo_core.cli.together"]

OUTPUT_CELL = """import os, sys
import matplotlib.pyplot as plt
import pandas as pd
import rullo_core as rc
{first} = 1
plt.plot([1, 3, 2])
print(pd.DataFrame([["wide" * 5] * 9]))
print(os.path.basename(os.getcwd()), os.environ["PLACE"], sorted(set(dir()) & set("ab")))"""
"""Shows a picture, where it is, what it was given, and which names it has."""

LONG = """import os, pathlib, time
pathlib.Path("writing").write_text(str(os.getpid()))
os.rename("writing", "pid")
time.sleep(600)"""
"""Says in which process it runs."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Two notebooks that show the same but for a name, one that fails, and one that does not end."""
    monkeypatch.setenv("PLACE", "here")
    cells = {"a": OUTPUT_CELL.format(first="a"), "b": OUTPUT_CELL.format(first="b"), "fails": "1 / 0", "long": LONG}
    for name, source in cells.items():
        notebook = v4.new_notebook(cells=[v4.new_code_cell(source, id="one")])
        nbformat.write(notebook, tmp_path / f"{name}.ipynb")
    return tmp_path


def command(folder, *names):
    due = folder / "due"
    due.write_text("".join(f"{folder}/{name}.done {folder}/{name}.ipynb {folder}/{name}-out.ipynb\n" for name in names))
    return [*COMMAND, str(due)]


def run(folder, *names):
    return subprocess.run(command(folder, *names), cwd=ROOT, capture_output=True, text=True)


def test_each_is_executed_as_by_itself(folder):
    process = run(folder, "a", "b", "a")
    assert process.returncode == 0, process.stderr
    assert sorted(process.stdout.splitlines()) == [f"{folder}/a-out.ipynb: executed", f"{folder}/b-out.ipynb: executed"]
    assert not (folder / "due").exists()
    for name in ("a", "b"):
        assert (folder / f"{name}.done").exists()
        execute(folder / f"{name}.ipynb", folder / "alone.ipynb")
        assert (folder / f"{name}-out.ipynb").read_bytes() == (folder / "alone.ipynb").read_bytes()
        outputs = nbformat.read(folder / "alone.ipynb", as_version=4).cells[0].outputs
        assert any("image/png" in output.get("data", {}) for output in outputs)
        assert f"{folder.name} here ['{name}']" in str(outputs)


def test_what_fails_leaves_it_and_those_after_it_due(folder):
    process = run(folder, "a", "fails", *["b"] * 3)
    assert (process.returncode, process.stderr.count("\n")) == (1, 1)
    assert process.stderr.startswith(f"rullo: {folder}/fails.ipynb: cell 1 failed, ZeroDivisionError: division by zero")
    assert not (folder / "fails.done").exists()
    assert not (folder / "fails-out.ipynb").exists()
    assert (folder / "due").exists()


@pytest.mark.skipif(not forking_manager(), reason="processes cannot be forked here")
@pytest.mark.parametrize(("sent", "status", "says"), [("SIGINT", 1, "rullo: stopped"), ("SIGKILL", -9, "")])
def test_kernels_end_with_the_command(folder, sent, status, says):
    pid = folder / "pid"
    with running(
        command(folder, "long"), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        wait_until(pid.exists)
        process.send_signal(getattr(signal, sent))
        _, error = process.communicate(timeout=60)
    assert (process.returncode, error.strip()) == (status, says)
    assert not (folder / "long-out.ipynb").exists()
    assert (folder / "due").exists()
    wait_until(lambda: not Path(f"/proc/{pid.read_text()}").exists())


def wait_until(is_so):
    deadline = time.monotonic() + 120
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)
