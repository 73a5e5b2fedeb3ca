"""Processes that tests start."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress

import pytest


def _listen():
    """Hear SIGINT, though the tests themselves may have been started where it is ignored: by nohup, say."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def running(command, **options):
    """A process in a group of its own, which SIGINT can stop; when the test is done the whole group is gone."""
    if sys.platform == "win32":
        pytest.skip("Windows has no groups of processes that SIGINT stops")
    process = subprocess.Popen(command, preexec_fn=_listen, start_new_session=True, **options)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
