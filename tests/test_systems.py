"""What differs between systems: newlines, encodings, names of files, and modules that some lack."""

import ast
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
import yaml

from rullo_core.cli import notebooks
from rullo_core.errors import BadInput
from rullo_core.files import written_whole
from rullo_core.paths import IS_CHECKOUT, ROOT, SHIPPED, find_file, to_read
from rullo_core.reports import site
from rullo_core.reports.kernels import forking_manager

SOURCES = [ROOT / "setup.py", *ROOT.glob("rullo_*/**/*.py"), *(ROOT / "benchmarks").rglob("*.py")]

MISSING_ON_WINDOWS = ("fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty")
SIGNALS_OF_POSIX = ("SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGUSR1", "SIGUSR2")

AS_ON_WINDOWS = f"""
import builtins, contextlib, importlib, os, signal, sys
import distributed, ipykernel.ipkernel, matplotlib.pyplot, numba, pandas, papermill, playwright.sync_api, pytest
plain, ours = builtins.__import__, ("rullo_core", "rullo_studies", "benchmarks", "tests")
def looked_at(name, globals=None, *rest, **named):
    if name in {MISSING_ON_WINDOWS} and (globals or {{}}).get("__name__", "").startswith(ours):
        raise ModuleNotFoundError(name)
    return plain(name, globals, *rest, **named)
builtins.__import__ = looked_at
for name in {SIGNALS_OF_POSIX}:
    delattr(signal, name)
for name in ("fork", "getuid", "killpg", "sched_getaffinity", "setsid"):
    delattr(os, name)
sys.platform = "win32"
for name in sys.argv[1:]:
    with contextlib.suppress(pytest.skip.Exception):
        importlib.import_module(name)
"""
"""What others import stays as it is: it is there for Windows, too."""

SAYS_SIGNS = """
import click
from rullo_core.cli.errors import answer
answer(click.Command("signs", callback=lambda: click.echo("3\\u00d73 \\u2212\\u2026")))
"""


def calls(path):
    """The calls of a file: the name of what is called, and the call."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield getattr(node.func, "attr", getattr(node.func, "id", "")), node


@cache
def tracked():
    """The files that git has."""
    process = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    if process.returncode:
        pytest.skip("no git here, or no repository")
    return process.stdout.split("\0")[:-1]


def test_text_files_are_read_and_written_the_same_everywhere():
    """In UTF-8, which is not what Windows takes unless told; and with one character at the end of lines."""
    faults = []
    for path in SOURCES:
        for name, call in calls(path):
            keywords = {keyword.arg for keyword in call.keywords}
            if name == "read_text" and call.args:
                keywords.add("encoding")
            binary = any(
                isinstance(argument, ast.Constant) and re.fullmatch("[rwax]?b[+]?|r[+]b", str(argument.value))
                for argument in call.args
            )
            opened = name == "open" and not binary and not {"os.open", "Image.open"} & {ast.unparse(call.func)}
            needs = {"encoding"} if opened or name == "read_text" else set()
            needs |= {"encoding", "newline"} if name == "write_text" else set()
            needs |= {"lineterminator"} if name in ("to_csv", "writer", "DictWriter") else set()
            if not needs <= keywords and "ipc" not in ast.unparse(call.func):
                faults.append(f"{path.relative_to(ROOT)}:{call.lineno} {ast.unparse(call)}")
    assert faults == []


def test_git_changes_no_newlines():
    """Checksums, and figures that are compared byte for byte, are of files as they were committed."""
    tracked()
    for name in ("data/published/puzzles.txt", "Makefile", "benchmarks/peers.csv"):
        command = ["git", "-c", "core.autocrlf=true", "cat-file", "--filters", f"HEAD:{name}"]
        process = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
        plain = subprocess.run(["git", "cat-file", "blob", f"HEAD:{name}"], cwd=ROOT, capture_output=True, check=True)
        assert process.stdout == plain.stdout, name


def test_file_names_are_names_on_every_system():
    names = tracked()
    assert len({name.lower() for name in names}) == len(names)
    device = r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?"
    for name in names:
        assert not re.search(r'[<>:"|?*\\\x00-\x1f]', name), name
        assert not any(re.fullmatch(device, part, re.IGNORECASE) or part[-1] in " ." for part in name.split("/")), name
        assert len(name) <= 140, name  # of the 260 that Windows allows a path unless told otherwise


@pytest.mark.slow
def test_windows_has_all_that_is_imported():
    """Modules of the package, of benchmarks and of the tests, without what only other systems have."""
    paths = [*ROOT.glob("rullo_*/**/*.py"), *(ROOT / "benchmarks").glob("*.py"), *(ROOT / "tests").rglob("*.py")]
    places = [path.relative_to(ROOT).with_suffix("") for path in paths]
    names = [".".join(place.parts) for place in places if place.name != "__main__" and "beside" not in place.parts]
    process = subprocess.run(
        [sys.executable, "-c", AS_ON_WINDOWS, *sorted(names)], cwd=ROOT, capture_output=True, text=True
    )
    assert process.returncode == 0, process.stderr


def test_what_is_written_whole_is_synchronized_while_open_for_writing(tmp_path, monkeypatch):
    """Windows refuses it otherwise; here nothing can be written then, not even no byte."""
    synchronized = []
    monkeypatch.setattr(os, "fsync", lambda file: synchronized.append(os.write(file, b"")))
    with written_whole(tmp_path / "file") as temporary:
        temporary.write_bytes(b"some")
    assert synchronized == [0]
    assert (tmp_path / "file").read_bytes() == b"some"


def test_pages_are_made_without_links(tmp_path, monkeypatch):
    """As most users of Windows may make none."""

    def refuse(*_):
        raise OSError("a privilege is not held")

    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "file").write_text("some", encoding="utf-8")
    monkeypatch.setattr(Path, "symlink_to", refuse)
    for name in ("folder", "folder/file"):
        place = tmp_path / name.replace("/", "-").replace("folder", "copy")
        site._link(place, tmp_path / name)
        assert (place / "file" if place.is_dir() else place).read_text(encoding="utf-8") == "some"


def test_on_windows_the_command_waits_for_jupyterlab(monkeypatch, rullo):
    run = []

    def waited(command, env, check):
        run.append((command, env["RULLO_DATA"]))
        return subprocess.CompletedProcess(command, 3)

    monkeypatch.setattr(notebooks.subprocess, "run", waited)
    monkeypatch.setattr(notebooks.sys, "platform", "win32")
    assert rullo("lab", "--no-browser")[0] == 3
    ((command, _),) = run
    assert command[1:3] == ["-m", "jupyterlab"]
    assert command[-1] == "--no-browser"


def test_on_macos_kernels_are_not_forked(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert forking_manager() is None


@pytest.mark.parametrize("encoding", ["cp1252", "cp437"])
def test_consoles_without_some_signs_are_answered(encoding):
    """In place of a sign that they do not have stands its number."""
    environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONPATH": str(ROOT)}
    process = subprocess.run([sys.executable, "-c", SAYS_SIGNS], env=environment, capture_output=True)
    assert (process.returncode, process.stderr) == (0, b"")
    assert process.stdout.split() == "3×3 −…".encode(encoding, "backslashreplace").split()


def test_files_that_the_package_brings_are_found_from_any_folder(tmp_path, monkeypatch, rullo):
    monkeypatch.chdir(tmp_path)
    status, output, _ = rullo("solve", "data/published/puzzles.txt")
    assert (status, "Pass 1" in output) == (0, True)
    assert to_read("sweeps/shape.yaml") == find_file("sweeps/shape.yaml") == SHIPPED / "sweeps" / "shape.yaml"
    assert to_read("data/records") == SHIPPED / "data" / "records"
    with pytest.raises(BadInput, match=r"data/published/none\.txt: there is no such file, neither in .* nor among"):
        find_file("data/published/none.txt")
    for name in (
        "data/published/none.txt",
        "sweeps/../setup.py",
        "setup.py",
        str(tmp_path / "none"),
    ):
        assert to_read(name) == Path(name)
    (tmp_path / "sweeps").mkdir()
    (tmp_path / "sweeps" / "shape.yaml").touch()
    assert to_read("sweeps/shape.yaml") == Path("sweeps/shape.yaml")


def test_on_windows_tests_run_in_utf8():
    """They read many a file, and name no encoding."""
    assert IS_CHECKOUT
    for name in ("tests", "newest"):
        workflow = yaml.safe_load((ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8"))
        assert workflow["env"]["PYTHONUTF8"] == "1"
