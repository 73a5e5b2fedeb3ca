"""Compiled code is run: it is read only where nobody else can have put it, and only as it was written."""

import logging
import os
import random
import stat
import subprocess
import sys
import time
from pathlib import Path

import numba
import pytest

from rullo_core.compiled import storage
from rullo_core.paths import ROOT

if sys.platform == "win32":
    pytest.skip("Windows has other owners and modes", allow_module_level=True)

SCRIPT = """
import logging
import os
import sys

from rullo_core.compiled import kernel

logging.basicConfig(level=logging.INFO, format="%(message)s")


@kernel
def plus_one(x):
    return x + 1


print(plus_one(1), flush=True)
"""

PLANT = "cposix\nsystem\n(S'touch {marker}'\ntR."
"""A pickle that, when it is read, makes a file."""

NOBODY = 65534


def run(script, **environment):
    """Run the script; it must give the right result. Return what it says."""
    environment = {key: str(value) for key, value in environment.items()}
    variables = {key: value for key, value in os.environ.items() if key != "NUMBA_CACHE_DIR"} | environment
    process = subprocess.run(
        [sys.executable, script], env=variables, cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert (process.returncode, process.stdout) == (0, "2\n"), process.stderr
    return process.stderr


@pytest.fixture
def place(tmp_path):
    """A folder with a script, beside it a cache in which its compiled code is stored already."""
    (tmp_path / "plus.py").write_text(SCRIPT)
    (tmp_path / "temporary").mkdir()
    run(tmp_path / "plus.py", XDG_CACHE_HOME=tmp_path / "cache", PYTHONPATH=ROOT)
    return tmp_path


def files(place):
    return sorted((place / "cache/rullo").glob("kernels-__main__-*/*/*.nb?"))


def plant(place):
    """Replace all stored code by a pickle with the right checksum that tells when it is read; return what tells."""
    for path in files(place):
        storage.write_sealed(path, numba.__version__, PLANT.format(marker=place / "marker").encode())
    return place / "marker"


def rerun(place, **environment):
    variables = {"XDG_CACHE_HOME": place / "cache", "TMPDIR": place / "temporary", "PYTHONPATH": ROOT} | environment
    return run(place / "plus.py", **variables)


def test_what_is_planted_would_run(place):
    """Else the tests below would show nothing."""
    marker = plant(place)
    with pytest.raises(AssertionError):
        rerun(place)
    assert marker.exists()


def owned_by_another(path):
    if os.geteuid():
        pytest.skip("only the administrator can give a file to another user")
    os.chown(path, NOBODY, NOBODY, follow_symlinks=False)


def linked(path):
    path.rename(path.with_name(f"real-{path.name}"))
    path.symlink_to(path.with_name(f"real-{path.name}"))


FLAWS = {
    "of another user": owned_by_another,
    "open to a group": lambda path: path.chmod(stat.S_IMODE(path.stat().st_mode) | stat.S_IWGRP),
    "open to all": lambda path: path.chmod(stat.S_IMODE(path.stat().st_mode) | stat.S_IWOTH),
    "a link": linked,
}
DEPTHS = {"root": 3, "of a puzzle": 2, "of a folder of source": 1, "file": 0}


@pytest.mark.parametrize("flaw", FLAWS)
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("variable", ["XDG_CACHE_HOME", pytest.param("NUMBA_CACHE_DIR", marks=pytest.mark.slow)])
def test_code_that_others_can_have_written_never_runs(place, depth, flaw, variable):
    marker = plant(place)
    for path in {[path, *path.parents][DEPTHS[depth]] for path in files(place)}:
        FLAWS[flaw](path)
    environment = {} if variable == "XDG_CACHE_HOME" else {variable: place / "cache/rullo"}
    rerun(place, **environment)
    assert not marker.exists()
    assert not os.listdir(place / "temporary")


@pytest.mark.parametrize("parent", ["cache", "."])
@pytest.mark.parametrize("flaw", ["of another user", "open to all"])
def test_nobody_else_can_exchange_the_folder(place, flaw, parent):
    marker = plant(place)
    FLAWS[flaw](place / parent)
    assert "can be exchanged by others" in rerun(place)
    assert not marker.exists()


def test_folders_are_closed_whatever_the_umask_and_those_above_may_be_links(place):
    umask = os.umask(0)
    try:
        linked(place / "cache")
        (place / "cache").unlink()
        (place / "cache").symlink_to(place / "elsewhere")
        (place / "elsewhere").mkdir(mode=0o755)
        assert rerun(place) == ""
    finally:
        os.umask(umask)
    stored = [place / "elsewhere/rullo", *(place / "elsewhere/rullo").rglob("*")]
    assert len(stored) > 4
    assert {path.stat().st_mode & 0o077 for path in stored} == {0}


def test_a_folder_that_an_earlier_version_left_open_is_emptied_and_closed(place):
    marker = plant(place)
    (place / "cache/rullo").chmod(0o775)
    rerun(place)
    assert not marker.exists()
    assert (place / "cache/rullo").stat().st_mode & 0o777 == 0o700
    assert len(files(place)) == 4
    assert rerun(place) == ""


@pytest.mark.parametrize("home", ["/proc/nohome", "/dev/null"])
def test_without_a_home_code_is_kept_until_the_process_ends(place, home):
    """Nothing is read from places that another user can name beforehand."""
    planted = place / "temporary/rullo"
    planted.symlink_to(place / "cache/rullo")
    marker = plant(place)
    assert "until the process ends only" in rerun(place, XDG_CACHE_HOME=home)
    assert not marker.exists()
    assert os.listdir(place / "temporary") == ["rullo"]


def test_numba_s_own_places_are_not_looked_at(place):
    """They are a folder beside the source, one of the user's, and those that the environment names."""
    (place / "plus.py").write_text(SCRIPT + "\nimport numba\nprint(numba.config.CACHE_DIR, file=sys.stderr)\n")
    output = rerun(place, XDG_CACHE_HOME="/dev/null", NUMBA_CACHE_LOCATOR_CLASSES="InTreeCacheLocator")
    assert output.endswith("\n\n")
    assert not (place / "__pycache__").exists()


FORK = """
import os

if not os.fork():
    raise SystemExit
os.wait()
from rullo_core.compiled.storage import temporary_folder
assert temporary_folder().is_dir()
"""


def test_a_forked_process_leaves_the_folder_of_its_parent(place):
    (place / "plus.py").write_text(SCRIPT + FORK)
    rerun(place, XDG_CACHE_HOME="/dev/null")
    assert not os.listdir(place / "temporary")


def test_temporary_folders_of_killed_processes_are_removed(place, monkeypatch):
    (place / "plus.py").write_text(SCRIPT + "\nsys.stdout.flush()\nsys.stdin.read()\nos.kill(os.getpid(), 9)\n")
    environment = os.environ | {"NUMBA_CACHE_DIR": "/dev/null", "TMPDIR": str(place / "temporary")}
    process = subprocess.Popen(
        [sys.executable, place / "plus.py"], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    )
    assert process.stdout.readline() == b"2\n"
    monkeypatch.setattr("tempfile.tempdir", str(place / "temporary"))
    assert storage.remove_temporary() == []
    process.communicate()
    (folder,) = (place / "temporary").iterdir()
    assert storage.remove_temporary() == [folder]
    assert not folder.exists()


# -- damage -----------------------------------------------------------------------------------------------------------


def flipped(content, chance):
    position = chance.randrange(8 * len(content))
    damaged = bytearray(content)
    damaged[position // 8] ^= 1 << position % 8
    return bytes(damaged)


DAMAGES = {
    "a bit": flipped,
    "cut": lambda content, chance: content[: chance.randrange(1, len(content))],
    "empty": lambda content, chance: b"",
    "longer": lambda content, chance: content + b"\0",
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("is_part", [False, True])
def test_damaged_code_is_compiled_again(place, suffix, is_part, damage):
    """It says so, where that is wanted, and the next run finds it mended."""
    chance = random.Random(f"{suffix} {is_part} {damage}")
    kernels, parts = (
        [path for path in files(place) if (".part." in path.name) == is_wanted] for is_wanted in (False, True)
    )
    (damaged,) = (path for path in (parts if is_part else kernels) if path.suffix == suffix)
    damaged.write_bytes(DAMAGES[damage](damaged.read_bytes(), chance))
    if is_part:  # it is read only where its kernel has to be compiled
        for path in kernels:
            path.unlink()
    (message,) = rerun(place).splitlines()
    assert message.startswith(f"{damaged.parent}: compiled code in it is ")
    assert rerun(place) == ""


def test_no_flipped_bit_of_a_file_is_read(tmp_path):
    path, content = tmp_path / "name.nbc", os.urandom(40)
    storage.write_sealed(path, "1.2", content)
    assert storage.read_sealed(path, "1.2") == content
    sealed = path.read_bytes()
    for bit in range(8 * len(sealed)):
        damaged = bytearray(sealed)
        damaged[bit // 8] ^= 1 << bit % 8
        path.write_bytes(damaged)
        assert storage.read_sealed(path, "1.2") is None, bit
    path.write_bytes(sealed)
    path.rename(tmp_path / "other.nbc")
    assert storage.read_sealed(tmp_path / "other.nbc", "1.2") is None
    assert storage.read_sealed(path, "1.2") is None


def test_a_full_disk_is_no_error(tmp_path, monkeypatch, caplog):
    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with caplog.at_level(logging.INFO, "rullo"):
        storage.write_sealed(tmp_path / "name.nbc", "1.2", b"code")
    assert "cannot be stored" in caplog.text
    assert not os.listdir(tmp_path)


# -- old versions -----------------------------------------------------------------------------------------------------


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(storage, "cache_folder", storage.cache_folder.__wrapped__)
    return tmp_path / "cache"


def test_code_of_earlier_versions_of_a_clone_and_what_is_unused_is_removed(cache, monkeypatch):
    first = storage.cache_folder("sudoku")
    other_puzzle = storage.cache_folder("killer")
    other_clone, old = (cache / f"kernels-sudoku-{clone}-0123456789abcdef" for clone in ("00000000", "11111111"))
    foreign = cache / "somebody-s-own"
    for folder in (other_clone, old, foreign):
        folder.mkdir()
    long_ago = time.time() - storage.UNUSED - 60
    for folder in (old, foreign, first):
        os.utime(folder, (long_ago, long_ago))
    assert storage.cache_folder("sudoku") == first  # which is a use of it
    assert time.time() - first.stat().st_mtime < 60
    assert old.exists()  # looked at only where a new version begins
    monkeypatch.setattr(storage, "kernel_hash", lambda part: "fedcba9876543210")
    second = storage.cache_folder("sudoku")
    assert set(cache.iterdir()) == {second, other_puzzle, other_clone, foreign}
    assert Path(storage.root()) == cache
