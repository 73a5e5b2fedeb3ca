"""Count the shards of an experiment, or of other work, on a Dask cluster, on this machine or on many."""

from __future__ import annotations

import asyncio
import logging
import platform
import signal
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager
from types import TracebackType
from typing import Any

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.extras import require
from rullo_core.limits import check_whole
from rullo_core.runs.shards import default_threads
from rullo_core.runs.work import Work

SHARDS_A_THREAD = 3
"""Shards sent ahead for each thread of the cluster, so that none waits for the next."""

POLL = 0.02
"""Seconds between two checks of what has arrived."""

PING = 1.0
"""Seconds between two checks of whether the scheduler answers and how many threads it has."""


class ClusterLost(OSError):
    """The cluster no longer answers, or cannot do the work."""


def count_shard(work: Work, shard: Any, source: str) -> bytes:
    """Count a shard on a worker."""
    if source != work.source:
        raise BadInput(
            f"worker on {platform.node()}: its package is of another version; install the same on all machines"
        )
    return bytes(work.count(shard, np.zeros(1, np.uint8)).to_bytes())


def _check_address(address: str) -> None:
    """Refuse an address that cannot be one, before anything is started for it."""
    from distributed.comm.addressing import parse_address, parse_host_port

    try:
        protocol, place = parse_address(address, strict=True)
        parse_host_port(place)
    except ValueError as error:
        raise BadInput(f"cluster {address!r}: {error}; write tcp://host:port, or local") from None
    if protocol != "tcp":
        raise BadInput(f"cluster {address!r}: the protocol is {protocol}; write tcp://host:port, or local")


async def _greet(address: str, timeout: float) -> None:
    """Ask a scheduler who it is; raise OSError or TimeoutError unless it answers in time, as a scheduler does."""
    from distributed.core import rpc

    async with rpc(address, timeout=timeout) as scheduler:
        answer = await asyncio.wait_for(scheduler.identity(), timeout)
    if answer.get("type") != "Scheduler":
        raise OSError(f"{address} is no scheduler")


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Start processes that leave Ctrl-C to this one, which ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


@contextmanager
def _interrupts_noted() -> Iterator[threading.Event]:
    """Note a Ctrl-C, to be acted on where nothing of distributed is under way: its destructors would swallow it."""
    noted = threading.Event()
    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    if ignored or threading.current_thread() is not threading.main_thread():
        yield noted
        return
    handler = signal.signal(signal.SIGINT, lambda *_: noted.set())
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, handler)


class Cluster:
    """A connection to a Dask cluster; to be used in a ``with`` statement.

    The address is that of the scheduler, such as ``tcp://10.0.0.1:8786``, or ``local``, for worker processes on this
    machine. ClusterLost is raised if nothing answers there, or it has no workers, for so many seconds.
    """

    def __init__(self, address: str, timeout: float, threads: int | None = None) -> None:
        require("cluster")
        import distributed

        if address != "local":
            _check_address(address)
        self.address = address
        self.timeout = timeout
        if not 0 < timeout < 1e6:
            raise BadInput(f"cluster timeout {timeout:g}: take a number of seconds, such as 60")
        # Our own messages report lost connections.
        self._log = logging.getLogger("distributed")
        self._log_level = self._log.level
        self._log.setLevel(logging.CRITICAL)
        self._local = None
        try:
            if address == "local":
                with _interrupts_ignored():
                    self._local = distributed.LocalCluster(
                        n_workers=threads or default_threads(),
                        threads_per_worker=1,
                        dashboard_address=":0",
                        silence_logs=logging.CRITICAL,
                    )
            else:
                # A client of its own would wait for ever for an answer to its first words.
                with ThreadPoolExecutor(1) as pool:
                    pool.submit(asyncio.run, _greet(address, timeout)).result()
            self._client = distributed.Client(self._local or address, timeout=timeout, set_as_default=False)
        except (OSError, TimeoutError, ValueError):
            self._log.setLevel(self._log_level)
            raise ClusterLost(
                f"cluster {address}: does not answer within {timeout:g} s; start a scheduler there (dask scheduler), "
                "or wait longer: raise the timeout of the cluster"
            ) from None
        begin = time.monotonic()
        while not self.threads:
            if time.monotonic() - begin > timeout:
                self.close()
                raise ClusterLost(
                    f"cluster {address}: has had no workers for {timeout:g} s; start some (dask worker {address}), or "
                    "wait longer: raise the timeout of the cluster; workers need this package to stay"
                )
            time.sleep(POLL)

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection, and end the processes of a local cluster."""
        self._client.close(timeout=2)
        if self._local is not None:
            self._local.close(timeout=10)
        self._log.setLevel(self._log_level)

    @property
    def threads(self) -> int:
        """Threads of all workers together; 0 where the scheduler does not answer."""
        try:
            ask = self._client.scheduler.ncores
            return sum(self._client.sync(ask, callback_timeout=min(5, self.timeout)).values())
        except (OSError, TimeoutError, AttributeError, RuntimeError):  # there is no scheduler while it reconnects
            return 0

    def count(self, work: Work, shards: Iterable[tuple[int, Any]]) -> Iterator[tuple[int, bytes]]:
        """Count numbered shards, and yield number and result of each in the order in which they are finished.

        A shard whose worker is lost is sent to another. ClusterLost is raised if the scheduler has not answered, or has
        had no workers, for the timeout, or if a shard has brought down one worker after another; BadInput if a worker
        has another version.
        """
        with _interrupts_noted() as interrupted:
            for result in self._count(work, shards):
                if interrupted.is_set():
                    raise KeyboardInterrupt
                check_whole()
                if result is not None:
                    yield result
            if interrupted.is_set():
                raise KeyboardInterrupt

    def _count(self, work: Work, shards: Iterable[tuple[int, Any]]) -> Iterator[tuple[int, bytes] | None]:
        """Yield as `count` does, and None from time to time while nothing has arrived."""
        waiting = iter(shards)
        retries: deque[tuple[int, Any]] = deque()
        under_way: dict[Any, tuple[int, Any]] = {}
        source = work.source
        threads = 0
        answered = time.monotonic()
        last_ping = -PING
        while True:
            if time.monotonic() - last_ping >= PING:
                last_ping = time.monotonic()
                threads = self.threads
                if threads:
                    answered = time.monotonic()
                elif time.monotonic() - answered > self.timeout:
                    raise ClusterLost(
                        f"cluster {self.address}: has not answered, or has had no workers, for {self.timeout:g} s; "
                        "what is finished is kept: give the same command again, with or without a cluster"
                    )
            while threads and len(under_way) < SHARDS_A_THREAD * threads:
                task = retries.popleft() if retries else next(waiting, None)
                if task is None:
                    break
                future = self._client.submit(count_shard, work, task[1], source, pure=False)
                under_way[future] = task
            if not under_way and threads:
                return
            finished = [future for future in under_way if future.done()]
            for future in finished:
                task = under_way.pop(future)
                data = self._fetch(future)
                if data is None:
                    retries.append(task)
                else:
                    yield task[0], data
            if not finished:
                time.sleep(POLL)
                yield None

    def _fetch(self, future: Any) -> bytes | None:
        """Return the result of a future that is done; None if it was lost on the way."""
        if future.status == "error":
            error = future.exception(timeout=self.timeout)
            if isinstance(error, BadInput):
                raise error
            raise ClusterLost(
                f"cluster {self.address}: {type(error).__name__}: {error}; the scheduler and the workers need this "
                "package, in the same version"
            )
        try:
            return bytes(future.result(timeout=self.timeout))
        except (OSError, TimeoutError, CancelledError):
            return None
