"""A connection with latency."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread

from tests.helpers.server.running import PATIENCE


@contextmanager
def slow_connection(name: str, seconds: float) -> Iterator[int]:
    """A port that forwards everything to a server and back, this number of seconds later."""
    host, _, port = name.rpartition(":")
    loop = asyncio.new_event_loop()
    tasks: set[asyncio.Task[None]] = set()
    writers: list[asyncio.StreamWriter] = []

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            loop.call_later(seconds, writer.write, data)
        loop.call_later(seconds, writer.close)

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to_reader, to_writer = await asyncio.open_connection(host, int(port))
        writers.extend((writer, to_writer))
        for direction in (forward(reader, to_writer), forward(to_reader, writer)):
            tasks.add(loop.create_task(direction))

    # In a thread from the beginning: a browser's event loop may run in this one.
    thread = Thread(target=loop.run_forever)
    thread.start()
    listening = asyncio.start_server(accept, "127.0.0.1", 0)
    server = asyncio.run_coroutine_threadsafe(listening, loop).result(PATIENCE)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        asyncio.run_coroutine_threadsafe(_close(server, tasks, writers), loop).result(PATIENCE)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _close(
    server: asyncio.Server, tasks: "set[asyncio.Task[None]]", writers: list[asyncio.StreamWriter]
) -> None:
    server.close()
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks)
    for writer in writers:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
