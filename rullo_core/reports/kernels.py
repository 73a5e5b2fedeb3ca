"""Kernels of notebooks: as Jupyter starts them, or forked from one process, which has imported what all of them need.

Jupyter starts each kernel as a process of its own. To import IPython, pandas, matplotlib and numba takes it longer than
many notebooks take to run.

This is the only file that extends Jupyter's own classes. It uses no names that begin with an underscore, and nothing of
`LocalProvisioner` but what `tests/reports/test_kernels.py` lists.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from typing import Any
from uuid import uuid4

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

from rullo_core.paths import PACKAGE, ROOT


def forking_manager() -> type[OwnKernelManager] | None:
    """Return what executes notebooks in forked kernels, or None where processes cannot be forked, as on Windows.

    On macOS they can be, but the system's libraries may fail in a process that was forked after their import. The main
    module of this process is imported by each kernel, too, unless it is that of the command.
    """
    can = "forkserver" in multiprocessing.get_all_start_methods() and sys.platform != "darwin"
    return ForkedKernelManager if can else None


class OwnKernelManager(AsyncKernelManager):
    """Jupyter's manager of kernels, in whose environment they find this package, installed or not.

    They write no lines about progress, which would be among what cells show.
    """

    async def start_kernel(self, **options: Any) -> None:  # type: ignore[override]
        """Start the kernel, as Jupyter does."""
        paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        environment = os.environ | {"PYTHONPATH": paths, "RULLO_PROGRESS": "no"}
        await super().start_kernel(**{"env": environment} | options)


class ForkedKernelManager(OwnKernelManager):
    """The kernel manager of notebooks whose kernel is forked."""

    async def start_kernel(self, **options: Any) -> None:  # type: ignore[override]
        """Start the kernel in a process that is forked."""
        self.kernel_id = self.kernel_id or str(uuid4())
        self.provisioner = _ForkingProvisioner(kernel_id=self.kernel_id, kernel_spec=self.kernel_spec, parent=self)
        await super().start_kernel(**options)


class _ForkingProvisioner(LocalProvisioner):
    """Jupyter's own, but for how a process begins."""

    async def launch_kernel(self, cmd: list[str], **options: Any) -> KernelConnectionInfo:
        process = _Process(cmd, options["env"], options.get("cwd"))
        self.process, self.cwd = process, options.get("cwd")  # type: ignore[assignment]
        self.pid = self.pgid = process.pid
        return self.connection_info


class _Process:
    """The kernel's process, with the methods of `subprocess.Popen` that Jupyter calls."""

    stdin = stdout = stderr = None

    def __init__(self, command: list[str], environment: dict[str, str], folder: str | None) -> None:
        # The command is: python -m ipykernel_launcher, and options.
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["rullo_core.reports.preloaded"])
        self._process = context.Process(target=_be_kernel, args=(command[3:], environment, folder))
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self) -> int | None:
        self._process.join()
        return self._process.exitcode

    def send_signal(self, signal: int) -> None:
        os.kill(self.pid, signal)

    def kill(self) -> None:
        self._process.kill()

    def terminate(self) -> None:
        self._process.terminate()


def _be_kernel(options: list[str], environment: dict[str, str], folder: str | None) -> None:
    """Become a kernel in a new process, as ``python -m ipykernel_launcher`` does."""
    from ipykernel.kernelapp import IPKernelApp

    os.setsid()  # Ctrl-C is for the process that the kernel works for
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if folder is not None:
        os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    # Modules of this package that the forking process has imported may have read another environment.
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE.name]:
        del sys.modules[name]
    sys.path[:0] = [""]
    IPKernelApp.launch_instance(options)


def _end_with_parent() -> None:
    """End this process when the one that has started it does, however that ends."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
