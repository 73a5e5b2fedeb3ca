"""Files that are there whole or not at all, and what killed runs have left of them."""

import os
import signal
import subprocess
import sys

import pytest

from rullo_core.files import folder_beside, remove_left, temporary_name, written_whole
from rullo_core.paths import ROOT

if sys.platform == "win32":
    pytest.skip("processes are killed in another way there", allow_module_level=True)

WRITE = """
import sys
from pathlib import Path
from rullo_core.files import written_whole

with written_whole(Path(sys.argv[1])) as temporary:
    temporary.write_text("half")
    print(temporary, flush=True)
    sys.stdin.read()
"""

FILL = """
import sys
from pathlib import Path
from rullo_core.files import folder_beside

with folder_beside(Path(sys.argv[1])) as beside:
    (beside / "half").touch()
    print(beside, flush=True)
    sys.stdin.read()
"""


def test_what_a_killed_run_has_left_is_removed_by_the_next_one_and_nothing_that_is_still_written(tmp_path):
    out = tmp_path / "out[1].txt"
    command = [sys.executable, "-c", WRITE, out]
    processes = [subprocess.Popen(command, cwd=ROOT, stdin=-1, stdout=-1, text=True) for _ in range(2)]
    killed, alive = processes
    places = [process.stdout.readline().strip() for process in processes]
    stale = tmp_path / ".other.0123abcd.tmp.txt"
    stale.touch()
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert os.path.exists(places[0])
    with written_whole(out) as temporary:
        temporary.write_text("whole")
        assert not os.path.exists(places[0])
        assert os.path.exists(places[1])
    assert out.read_text() == "whole"
    alive.communicate("")
    assert (alive.returncode, out.read_text()) == (0, "half")
    assert remove_left(tmp_path) == [stale]
    assert os.listdir(tmp_path) == [out.name]


def test_a_folder_is_given_its_name_whole_and_what_a_killed_run_has_left_of_it_is_removed(tmp_path):
    out = tmp_path / "out[1]"
    processes = [
        subprocess.Popen([sys.executable, "-c", FILL, out], cwd=ROOT, stdin=-1, stdout=-1, text=True) for _ in "12"
    ]
    killed, alive = processes
    places = [process.stdout.readline().strip() for process in processes]
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert sorted(os.listdir(places[0])) == ["half", "in-use"]
    with folder_beside(out) as temporary:
        assert not os.path.exists(places[0])
        assert os.path.exists(places[1])
        assert remove_left(tmp_path) == []
        (temporary / "whole").mkdir()
        (temporary / "whole").rename(out)
    assert not temporary.exists()
    alive.communicate("")
    assert os.listdir(tmp_path) == [out.name]
    with pytest.raises(FileNotFoundError), folder_beside(out) as temporary:
        (temporary / "none").rename(temporary / "half")
    assert os.listdir(tmp_path) == [out.name]


def test_a_temporary_name_is_known_again(tmp_path):
    for name in ("out.parquet", "a.puzzles.parquet", "none", ".hidden", "ä[b].txt"):
        place = temporary_name(tmp_path / name)
        place.touch()
        assert remove_left(tmp_path, tmp_path / f"x{name}") == []
        assert remove_left(tmp_path, tmp_path / name) == [place]
