"""The command that opens the notebooks."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress

import pytest

from rullo_core.paths import ROOT
from tests.test_links import links_of

STAND_IN = """
import os, signal, sys
from pathlib import Path

Path("begun.tmp").write_text(" ".join([str(os.getpid()), *sys.argv[1:]]))
Path("begun.tmp").rename("begun")
signal.pause()
"""


def heed_signals():
    """Heed what nohup around the tests, or a shell that has them in the background, has processes ignore."""
    for number in (signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)


@pytest.mark.slow
def test_jupyterlab_serves_the_first_notebook_and_the_pages_that_notebooks_link_to(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--no-browser", f"--ServerApp.port={port}", "--IdentityProvider.token="]
    with (tmp_path / "log.txt").open("w") as log:
        server = subprocess.Popen([sys.executable, "-m", "rullo_core", "lab", *options], stdout=log, stderr=log)
        address = f"http://127.0.0.1:{port}"
        try:
            for _ in range(120):
                with suppress(OSError):
                    first = urllib.request.urlopen(address, timeout=5)
                    break
                assert server.poll() is None, (tmp_path / "log.txt").read_text()
                time.sleep(0.5)
            assert first.url == f"{address}/lab/tree/notebooks/family/00-try-it.ipynb"
            linked = {place for path in (ROOT / "notebooks").glob("*/*.ipynb") for place, _ in links_of(path)}
            assert len(linked) > 50
            for place in linked:
                content = f"{address}/api/contents/{place.relative_to(ROOT).as_posix()}?content=0"
                assert urllib.request.urlopen(content, timeout=30).status == 200
        finally:
            server.terminate()
            server.wait(30)
    assert ("with --allow-root" in (tmp_path / "log.txt").read_text()) == (os.geteuid() == 0)


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
        assert (options[0], options[-1]) == (f"--notebook-dir={ROOT}", "--no-browser")
        assert ("--allow-root" in options) == (os.geteuid() == 0)
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
