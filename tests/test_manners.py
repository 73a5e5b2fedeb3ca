"""The package leaves a process that imports and uses it as it was; the `rullo` command may tune its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rullo_core.paths import ROOT

SNAPSHOT = """
import atexit, builtins, decimal, gc, json, locale, logging, os, random, signal, sys, threading, warnings

# What the package builds on may change things at import, and when it is first used; so it is imported here.
import anywidget, click, IPython.display, matplotlib, matplotlib.pyplot as plt, numba, numpy as np, pandas as pd
import multiprocessing.util, pandas.io.formats.style, platformdirs, pyarrow.parquet, tqdm, yaml
from numba.core import event
from numba.core.registry import cpu_target

logging.getLogger("rullo")
plt.subplots()
pd.DataFrame({"a": [1]}).style.to_html()
numba.njit(lambda values: values[:1])(np.array([1]))
tqdm.tqdm(total=1, file=open(os.devnull, "w")).close()


def snapshot():
    signals = {one.name: str(signal.getsignal(one)) for one in signal.valid_signals() if hasattr(one, "name")}
    loggers = {name: log for name, log in logging.root.manager.loggerDict.items() if isinstance(log, logging.Logger)}
    logs = {"": logging.root, **loggers}
    settings = [name for name in dir(numba.config) if name.isupper()]
    return {
        "collector": (gc.get_threshold(), gc.isenabled(), gc.get_freeze_count()),
        "modules": {name: id(module) for name, module in sys.modules.items() if module is None or name in before},
        "rcParams": {name: str(value) for name, value in matplotlib.rcParams.items()},
        "figures": plt.get_fignums(),
        "warnings": (list(map(str, warnings.filters)), id(warnings.showwarning)),
        "signals": signals,
        "logs": {name: (log.level, log.propagate, log.disabled, list(map(str, log.handlers + log.filters)))
                 for name, log in logs.items() if log.level or log.handlers or log.filters or log.disabled},
        "logging": (logging.root.manager.disable, logging.raiseExceptions, logging.getLoggerClass().__name__),
        "atexit": atexit._ncallbacks(),
        "environment": dict(os.environ),
        "folder": os.getcwd(),
        "path": list(sys.path),
        "hooks": [id(hook) for hook in (sys.excepthook, sys.displayhook, threading.excepthook, builtins.__import__,
                                        *sys.meta_path, *sys.path_hooks, sys.stdout, sys.stderr)],
        "limits": (sys.getrecursionlimit(), sys.getswitchinterval(), threading.stack_size(), locale.setlocale(0)),
        "random numbers": (str(random.getstate()), str(np.random.get_state())),
        "numpy": (np.geterr(), str(np.get_printoptions())),
        "pandas": str(pd._config.config._global_config),
        "decimals": str(decimal.getcontext()),
        "numba": {name: str(getattr(numba.config, name)) for name in settings},
        "listeners": {kind: list(map(str, listeners)) for kind, listeners in event._registered.items() if listeners},
        "library of numba": str(cpu_target.target_context.codegen()._library_class),
    }


before = set(sys.modules)
states = [snapshot()]
"""
"""Of a process in which other packages are imported already: all that one may set for the whole of it."""

USE = """
import rullo_core as rc

states.append(snapshot())
for kind, size in ((rc.rullo, "4x4"), (rc.kakuro, "5x5"), (rc.killer, 4), (rc.sudoku, 4)):
    puzzles = kind.generate(12, seed=1, size=size)
    kind.write(puzzles, "puzzles.txt")
    assert kind.read("puzzles.txt") == puzzles
    arrays = kind.to_arrays(puzzles)
    kind.solve_arrays(arrays), kind.rate_arrays(arrays), kind.from_arrays(arrays)
    kind.solve(puzzles), kind.rate(puzzles), puzzles._repr_html_()
    puzzle = puzzles[0]
    puzzle.hint(), puzzle.steps().to_frame(), puzzle.rate()._repr_html_(), puzzle.solve()._repr_html_()
    plt.close(puzzle.plot().figure)
    rc.play(puzzle)
    states.append(snapshot())
with rc.time_limit(10):
    dataset = rc.run("census", size="2x2", values="1-3")
dataset.counts, dataset._repr_html_(), rc.load(dataset.path)
try:
    rc.parse("this is no puzzle")
except rc.BadInput:
    states.append(snapshot())
print(json.dumps(states))
"""
"""Functions of each sort: reading, solving, rating, drawing, generating, arrays, experiments."""


def process(script, folder, arguments=(), **environment):
    """Run a script in a process of its own, and return what it prints."""
    completed = subprocess.run(
        [sys.executable, *(["-c"] if isinstance(script, str) else []), script, *arguments],
        cwd=folder,
        env=os.environ | {"MPLBACKEND": "agg", "RULLO_DATA": str(folder), "PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
    )
    assert completed.returncode == 0, completed.stderr
    return completed.stdout


def test_neither_import_nor_use_changes_anything_in_a_process(tmp_path):
    first, *later_states = json.loads(process(SNAPSHOT + USE, tmp_path))
    assert len(later_states) == 6
    for state in later_states:
        assert {name: (first[name], state[name]) for name in first if state[name] != first[name]} == {}


def test_the_command_tunes_its_own_process(tmp_path):
    script = "import gc, sys\nfrom rullo_core.__main__ import main\nsys.argv = ['rullo', '--version']\n"
    script += "try:\n    main()\nfinally:\n    print(gc.get_threshold()[0])"
    for threshold, expected in ((700, 100_000), (200_000, 200_000), (0, 0)):
        assert process(f"import gc\ngc.set_threshold({threshold})\n{script}", tmp_path).endswith(f"\n{expected}\n")


CACHED = """
import sys

import numba
import numpy as np

if "rullo" in sys.argv:
    import rullo_core as rc
    from rullo_core.compiled.bits import count_ones

    assert repr(rc.rullo.parse("5 7\\n4 1 4\\n8 5 3")) == "<Rullo 2x2>"
    assert count_ones(np.uint64(7)) == 3


@numba.njit(cache=True)
def double(number):
    return 2 * number


assert double(2) == 4
print(double.stats.cache_path, *double.stats.cache_hits.values(), *double.stats.cache_misses.values())
"""


@pytest.mark.parametrize("is_set", [False, True])
def test_functions_of_the_user_are_cached_where_numba_puts_them(tmp_path, monkeypatch, is_set):
    """Beside their source, or where NUMBA_CACHE_DIR says, and found there by processes with and without the package."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    script = tmp_path / "own.py"
    script.write_text(CACHED)
    environment = {"XDG_CACHE_HOME": str(tmp_path / "caches")}
    environment |= {"NUMBA_CACHE_DIR": str(tmp_path / "numba")} if is_set else {}
    for first, second in ((["rullo"], []), ([], ["rullo"])):
        for path in tmp_path.rglob("own.double-*"):
            path.unlink()
        place, misses = process(script, tmp_path, first, **environment).split()
        assert (place == str(tmp_path / "__pycache__"), misses) == (not is_set, "1")
        assert list(Path(place).glob("own.double-*.nbi"))
        assert process(script, tmp_path, second, **environment).split() == [place, "1"]
