"""The command that opens the notebooks."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest

from rullo_core.paths import ROOT

STAND_IN = """
import os, signal, sys
from pathlib import Path

Path("begun.tmp").write_text(" ".join([str(os.getpid()), *sys.argv[1:]]))
Path("begun.tmp").rename("begun")
signal.pause()
"""


def heed_signals():
    """Heed what nohup around the tests, or a shell that has them in the background, has processes ignore."""
    for one in (signal.SIGHUP, signal.SIGINT):
        signal.signal(one, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("ending", ["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"])
def test_jupyterlab_ends_with_the_command_that_opened_it(tmp_path, ending):
    """With a stand-in for JupyterLab that ends on a signal only."""
    (tmp_path / "path" / "jupyterlab").mkdir(parents=True)
    (tmp_path / "path" / "jupyterlab" / "__init__.py").touch()
    (tmp_path / "path" / "jupyterlab" / "__main__.py").write_text(STAND_IN)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path / "path"), str(ROOT)])}
    # The project's folder comes first where the command looks for JupyterLab; it holds none.
    process = subprocess.Popen(
        [sys.executable, "-m", "rullo_core", "lab", "--no-browser"],
        cwd=tmp_path,
        env=environment,
        stderr=subprocess.DEVNULL,
        preexec_fn=heed_signals,
    )
    opened = 0
    try:
        while not (tmp_path / "begun").exists():
            assert process.poll() is None
            time.sleep(0.02)
        first, *options = (tmp_path / "begun").read_text().split()
        opened = int(first)
        assert options == [f"--notebook-dir={ROOT / 'notebooks'}", "--no-browser"]
        process.send_signal(getattr(signal, ending))
        process.wait(60)
        with pytest.raises(ProcessLookupError):
            os.kill(opened, 0)
    finally:
        process.kill()
        process.wait()
        if opened and opened != process.pid:
            with suppress(ProcessLookupError):
                os.kill(opened, signal.SIGKILL)
