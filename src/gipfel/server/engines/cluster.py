"""Workers on a Dask cluster: as many processes on each machine as its Dask workers have threads.

Dask only carries the calls to the machines, by `Client.run`, which neither queues nor repeats anything: the
server's own pool decides whose job is next, as with local processes. A Dask worker that does not answer is
not used until it does.
"""

import asyncio
import logging
import pickle
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from importlib import import_module
from itertools import count
from secrets import token_hex
from typing import Any

import gipfel
from gipfel.notation.errors import GipfelError
from gipfel.server.engines import cluster_host as host
from gipfel.server.engines.workers import Answer, EngineWorker

LOG = logging.getLogger("gipfel.server")

INTERVAL = 2.0
"""Seconds between two looks at the workers of the cluster."""
ANSWER_TIMEOUT = 10.0
"""Seconds a scheduler or a Dask worker may take for an answer that needs no thought."""
POLL_INTERVAL = 0.1
"""As in `EngineWorker`; every poll is a message to another machine."""


class ClusterWorker(EngineWorker):
    """A process on a machine of the cluster, which a Dask worker starts with the first call."""

    poll_interval = POLL_INTERVAL

    def __init__(self, cluster: "Cluster", address: str, name: str) -> None:
        super().__init__()
        self.address = address
        self.name = name
        self._cluster = cluster
        self._started = False
        self._lost = asyncio.Event()

    @property
    def started(self) -> bool:
        return self._started

    def _submit(self, function: Callable[..., object], *arguments: object) -> Answer:
        self._started = True
        answer = asyncio.ensure_future(self._call(pickle.dumps((function, arguments))))
        answer.add_done_callback(_mark_retrieved)
        return answer

    async def _call(self, request: bytes) -> object:
        answer = await self._run(host.call, self._cluster.server, self.name, request)
        if answer is None:
            raise BrokenExecutor("the process died")
        successful, result = pickle.loads(answer)
        if not successful:
            raise result
        return result

    async def _run(self, function: Callable[..., Any], *arguments: object) -> Any:
        """Run a function in the Dask worker. Raises BrokenExecutor if it is gone."""
        running = asyncio.ensure_future(self._cluster.run(self.address, function, *arguments))
        lost = asyncio.ensure_future(self._lost.wait())
        try:
            await asyncio.wait({running, lost}, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                return running.result()
        except OSError as error:
            self._cluster.drop(self.address)
            raise BrokenExecutor("the Dask worker does not answer") from error
        finally:
            running.cancel()
            lost.cancel()
        raise BrokenExecutor("the Dask worker is gone")

    async def _end_process(self) -> None:
        if not self._started or self._lost.is_set():
            return
        self._started = False
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                await self._run(host.end, self.name)
        except (TimeoutError, BrokenExecutor):
            self._cluster.drop(self.address)

    def lose(self) -> None:
        """The Dask worker is gone: what it was called for fails."""
        self._started = False
        self._lost.set()


def _mark_retrieved(answer: Answer) -> None:
    if not answer.cancelled():
        answer.exception()  # else asyncio logs it if nobody waits any more


class Cluster:
    """The connection to a Dask cluster."""

    def __init__(self, address: str, on_change: Callable[[list[ClusterWorker]], None]) -> None:
        """`on_change` gets the workers whenever there are others than before."""
        self.server = token_hex(8)
        """The name by which the machines of the cluster tell servers apart."""
        self._address = address
        self._on_change = on_change
        self._distributed: Any = None
        self._client: Any = None
        self._workers: dict[str, list[ClusterWorker]] = {}
        """By the addresses of their Dask workers."""
        self._numbers = count()
        self._unusable: set[str] = set()
        """Dask workers without this version of Gipfel; each is logged once."""
        self._told_local = False
        self._closed = False
        self._task: asyncio.Task[None] | None = None

    @property
    def workers(self) -> list[ClusterWorker]:
        """All workers that answer."""
        return [worker for workers in self._workers.values() for worker in workers]

    async def start(self) -> None:
        """Connect, and look at the workers regularly from then on. Raises GipfelError without Dask."""
        self._distributed = await asyncio.to_thread(_load_distributed)
        await self._update()
        self._task = asyncio.create_task(self._update_regularly())

    async def close(self) -> None:
        """End all processes on the cluster, and disconnect."""
        self._closed = True  # should Dask drop the cancellation
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
        await asyncio.gather(*(worker.close() for worker in self.workers))
        await self._disconnect()

    async def run(self, address: str, function: Callable[..., Any], *arguments: object) -> Any:
        """Run a function in a Dask worker. Raises OSError if it does not answer."""
        if self._client is None:
            raise OSError("there is no connection to the cluster")
        answers = await self._client.run(function, *arguments, workers=[address])
        return answers[address]

    def drop(self, address: str) -> None:
        """Do not use a Dask worker before it answers again."""
        for worker in self._workers.pop(address, ()):
            worker.lose()
        self._changed("has no workers that answer")

    # --- Looking at the workers -----------------------------------------------------------------------

    async def _update_regularly(self) -> None:
        while not self._closed:
            await asyncio.sleep(INTERVAL)
            try:
                await self._update()
            except Exception:
                LOG.exception("the Dask cluster at %s cannot be asked for its workers", self._address)

    async def _update(self) -> None:
        """Find out which Dask workers answer."""
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                threads = await self._threads()
        except (OSError, ValueError) as error:
            await self._disconnect()
            self._set_workers({}, f"does not answer ({type(error).__name__})")
            return
        answers = await asyncio.gather(*(self._is_usable(address) for address in threads))
        asked = zip(threads.items(), answers, strict=True)
        usable = {address: number for (address, number), answer in asked if answer}
        self._set_workers(usable, "has no workers that can be used")

    async def _threads(self) -> dict[str, int]:
        """The number of threads of each Dask worker. Raises OSError or ValueError."""
        if self._client is None or self._client.status != "running":
            await self._disconnect()
            self._client = self._distributed.Client(
                self._address, asynchronous=True, set_as_default=False, timeout=ANSWER_TIMEOUT / 2
            )
            await self._client
        threads: dict[str, int] = await self._client.nthreads()
        return threads

    async def _is_usable(self, address: str) -> bool:
        """Does a Dask worker answer, and does it have the same version of Gipfel?"""
        names = [worker.name for worker in self._workers.get(address, ())]
        problem = ""
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                version = await self.run(address, host.greet, self.server, names)
            if version != gipfel.__version__:
                problem = f"it has Gipfel {version}, not {gipfel.__version__}"
        except OSError:
            return False
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
        if problem and address not in self._unusable:
            self._unusable.add(address)
            LOG.warning("the Dask worker at %s cannot be used: %s", address, problem)
        return not problem

    def _set_workers(self, threads: dict[str, int], problem: str) -> None:
        """Use these Dask workers from now on, with one process for each thread."""
        for address in self._workers.keys() - threads.keys():
            for worker in self._workers.pop(address):
                worker.lose()
        for address in threads.keys() - self._workers.keys():
            names = [f"{self.server}-{next(self._numbers)}" for _ in range(threads[address])]
            self._workers[address] = [ClusterWorker(self, address, name) for name in names]
        self._changed(problem)

    def _changed(self, problem: str) -> None:
        workers = self.workers
        self._on_change(workers)
        if not workers and not self._told_local:
            LOG.warning("the Dask cluster at %s %s: engines think on this machine", self._address, problem)
        elif workers and self._told_local:
            LOG.warning("engines think on the Dask cluster at %s again", self._address)
        self._told_local = not workers

    async def _disconnect(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            with suppress(OSError):
                async with asyncio.timeout(ANSWER_TIMEOUT):
                    await client.close()


def _load_distributed() -> Any:
    """The package, which takes a second to load. Raises GipfelError."""
    try:
        distributed = import_module("distributed")
    except ImportError as error:
        raise GipfelError(
            "a cluster needs the package 'distributed'; install it with: pip install 'gipfel[cluster]'"
        ) from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is logged here, once
    return distributed
