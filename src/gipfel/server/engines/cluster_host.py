"""What a Dask worker does for servers: it starts worker processes and passes calls on to them.

Everything here runs in the event loop of a Dask worker, which therefore always answers: the thinking is done
in processes of their own, and a call is stopped by ending its process. Calls and answers are pickled already
and only passed on.
"""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Collection
from contextlib import suppress

import gipfel

SERVER_TIMEOUT = 60.0
"""Seconds after which the processes of a server that is silent are ended."""
LENGTH_BYTES = 8
COMMAND = (sys.executable, "-m", "gipfel.server.engines.cluster_process")


class _HostedProcess:
    """A worker process of a server; it does one call after the other."""

    def __init__(self, server: str, process: Process) -> None:
        self.server = server
        self._process = process
        self._lock = asyncio.Lock()

    async def call(self, request: bytes) -> bytes | None:
        """The answer to a call; None if the process died."""
        requests, answers = self._process.stdin, self._process.stdout
        assert requests is not None
        assert answers is not None
        async with self._lock:
            try:
                requests.write(len(request).to_bytes(LENGTH_BYTES) + request)
                await requests.drain()
                length = int.from_bytes(await answers.readexactly(LENGTH_BYTES))
                return await answers.readexactly(length)
            except (OSError, asyncio.IncompleteReadError):
                return None

    async def end(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()
            with suppress(OSError):
                await self._process.stdin.wait_closed()


_processes: dict[str, _HostedProcess] = {}
"""By the names that servers give them."""
_starting = asyncio.Lock()
_expiries: dict[str, asyncio.TimerHandle] = {}
_ending: set["asyncio.Task[None]"] = set()


async def greet(server: str, names: Collection[str]) -> str:
    """The version of Gipfel here, for a server that asks whether this Dask worker answers.

    It names the processes that it uses here; its others are ended.
    """
    await _end_unused(server, names)
    if server in _expiries:
        _expiries.pop(server).cancel()
    _expiries[server] = asyncio.get_running_loop().call_later(SERVER_TIMEOUT, _expire, server)
    return gipfel.__version__


async def call(server: str, name: str, request: bytes) -> bytes | None:
    """Do a call in a process, which is started if it does not run; None if the process dies meanwhile."""
    async with _starting:
        if name not in _processes:
            process = await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE)
            _processes[name] = _HostedProcess(server, process)
    hosted = _processes[name]
    answer = await hosted.call(request)
    if answer is None:
        if _processes.get(name) is hosted:
            del _processes[name]
        await hosted.end()
    return answer


async def end(name: str) -> None:
    """End a process, whatever it does."""
    hosted = _processes.pop(name, None)
    if hosted is not None:
        await hosted.end()


async def _end_unused(server: str, names: Collection[str]) -> None:
    for name in [name for name, hosted in _processes.items() if hosted.server == server]:
        if name not in names:
            await end(name)


def _expire(server: str) -> None:
    """End all processes of a server that has been silent for too long."""
    _expiries.pop(server, None)
    task = asyncio.get_running_loop().create_task(_end_unused(server, ()))
    _ending.add(task)
    task.add_done_callback(_ending.discard)
