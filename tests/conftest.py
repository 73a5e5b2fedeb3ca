import gc
import os
import sys
from collections import Counter

import pytest
from hypothesis import settings

from rullo_core import __main__ as front
from rullo_core.tuning import tune_process
from rullo_studies.rullo.thesis import published
from tests.browsing import started

tune_process()
settings.register_profile("ci", database=None, derandomize=True, deadline=None)
settings.load_profile("ci")
os.environ.setdefault("JUPYTER_PLATFORM_DIRS", "1")
os.environ["RULLO_PROGRESS"] = "no"  # what takes long on a slow machine writes what it does elsewhere

collect_ignore = ["puzzles/beside"]
"""Its folders are modules of the package only while the test of the protocol runs."""


LONG = {"test_behaviours.py", "test_compiling.py", "test_conformance.py", "test_generation.py", "test_side_by_side.py"}
LONG |= {"test_access.py", "test_firefox.py", "test_lab.py"}
"""Files that take longer than others of their size."""


def pytest_collection_modifyitems(items):
    """Long files first, so that no process works on its last one long after the others have ended; and files of
    different puzzles alternately: else processes at the same time would compile the same kernels.
    """
    turns, next_turn = {}, Counter()
    files = {item.path: (item.path.name not in LONG, -item.path.stat().st_size, item.path) for item in items}
    for path in sorted(files, key=files.get):
        turns[path] = next_turn[path.parent]
        next_turn[path.parent] += 1
    items.sort(key=lambda item: (turns[item.path], item.path))


def pytest_collection_finish():
    """Keep what was collected, which stays until the end, out of each later look for garbage."""
    gc.freeze()


def pytest_sessionfinish():
    """Look for garbage once: pytest and Python do so a dozen times at the end, among millions of objects."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def figures():
    """The puzzles that the thesis prints, by figure."""
    return published.puzzles()


@pytest.fixture(scope="session")
def some_grids(tmp_path_factory):
    """A tenth of the grids of our Table 2, as stored."""
    from rullo_core.rullo.experiments.grids import Grids
    from rullo_core.runs.run import run_and_store

    experiment = Grids(5, 5, tuple(range(1, 10)), 20, 1)
    return run_and_store(experiment, tmp_path_factory.mktemp("data") / experiment.file_name)


@pytest.fixture(scope="session")
def some_puzzles(tmp_path_factory):
    """A thousandth of the puzzles of our Table 3, as stored."""
    from rullo_core.rullo.experiments.sample import Sample
    from rullo_core.runs.run import run_and_store

    sample = Sample(7, 7, tuple(range(1, 10)), 100_000, 1, 20)
    return run_and_store(sample, tmp_path_factory.mktemp("data") / "sample.parquet")


@pytest.fixture(scope="session")
def thesis_census(tmp_path_factory):
    """The census of Table 1, as stored."""
    from rullo_core.rullo.experiments.census import Census
    from rullo_core.runs.run import run_and_store

    return run_and_store(Census(3, 3, (2, 3, 4)), tmp_path_factory.mktemp("data") / "census-3x3-2-4.parquet")


@pytest.fixture(scope="module")
def browser():
    """Headless Chromium."""
    with started() as browser:
        yield browser


@pytest.fixture(scope="module")
def context_beside(browser):
    """A context for new pages, in which nothing is left of what pages before them have kept.

    There is one for each choice of options. A page of the same origin stays open in it, and with it the process of all
    of them, which has compiled the scripts of a page and of Playwright: a page takes a third of the processor time that
    one in a context of its own takes.
    """
    open_pages = {}

    def call(address, prepare=None, **options):
        key = (prepare, *options.items())
        if key not in open_pages:
            context = browser.new_context(**options)
            if prepare:
                prepare(context)
            open_pages[key] = context.new_page()
            open_pages[key].goto(address)
        open_pages[key].evaluate("localStorage.clear()")
        return open_pages[key].context

    yield call
    for page in open_pages.values():
        page.context.close()


@pytest.fixture
def rullo(monkeypatch, capsys):
    """Run the command in this process: its exit status, standard output and standard error."""

    def call(*arguments):
        monkeypatch.setattr(sys, "argv", ["rullo", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            front.main()
        out, err = capsys.readouterr()
        return ended.value.code, out, err

    return call
