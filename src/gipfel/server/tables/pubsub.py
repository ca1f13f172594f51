"""Publish and subscribe between processes that share a PostgreSQL database.

The notices travel by LISTEN and NOTIFY: which tables have changed, with their new events
(`gipfel.table.storage.change_notices` sends these with the commit), and how many clients are connected to
which table. Notices sent while the connection is down are lost, so afterwards every table in memory is
refreshed and every process announces its clients again. SQLite has no notices; there, the process that writes
second gets an error.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

from gipfel.server.contract.shared import Json
from gipfel.server.tables.presence import Count, RemotePresence
from gipfel.table.storage.change_notices import CHANNEL, TableNews, read_news, read_notice
from gipfel.table.storage.database import first_line

if TYPE_CHECKING:
    from psycopg import AsyncConnection

    from gipfel.server.tables.directory import TableDirectory
    from gipfel.server.tables.live_table import LiveTable

LOG = logging.getLogger("gipfel.server")

HEARTBEAT = 2.0
"""Seconds between two announcements that a process runs."""
BEATS_BETWEEN_COUNTS = 5
"""How many of them there are between two announcements of all its clients."""
SILENCE_TIMEOUT = 30.0
"""Seconds; a process that misses its own announcements for this long reconnects."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 1.0
"""Seconds before the next attempt to connect: games go on soon after the database has returned."""
CONNECT_TIMEOUT = 10
"""Seconds to wait for a connection."""
CLOSE_TIMEOUT = 1.0
"""Seconds for sending the last notices when the server stops."""
MOST_WAITING = 10_000
"""Notices waiting to be sent."""
AT_ONCE = 100
"""Tables in one notice; PostgreSQL allows up to 8000 bytes."""


class NotifyChannel:
    """A pair of connections to PostgreSQL, which are opened again whenever they break.

    Calls `on_notice` with the text of each notice, and `on_connect` after each connecting.
    """

    def __init__(self, url: str, on_notice: Callable[[str], None], on_connect: Callable[[], None]) -> None:
        self._url = url
        self._on_notice = on_notice
        self._on_connect = on_connect
        self._out: asyncio.Queue[Json] = asyncio.Queue(MOST_WAITING)
        self._task: asyncio.Task[None] | None = None
        self.connected = False

    def start(self) -> None:
        self._task = asyncio.create_task(self._stay_connected())

    async def close(self) -> None:
        """Send the waiting notices, and disconnect."""
        if self._task is None:
            return
        if self.connected:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._out.join(), CLOSE_TIMEOUT)
        self.connected = False
        while not self._task.done():  # psycopg 3.2 loses a cancellation that comes while it connects
            self._task.cancel()
            await asyncio.wait({self._task}, timeout=CLOSE_TIMEOUT)

    def send(self, notice: Json) -> None:
        """Send a notice; without a connection it is lost, and everything is announced after reconnecting."""
        if self.connected:
            with suppress(asyncio.QueueFull):
                self._out.put_nowait(notice)

    async def _stay_connected(self) -> None:
        pause = FIRST_PAUSE
        while True:
            try:
                await self._connect_and_serve()
            except asyncio.CancelledError:
                raise
            except Exception as error:  # tables work without notices; the next attempt follows
                LOG.warning("no notices from other processes: %s", first_line(error))
            pause = FIRST_PAUSE if self.connected else min(2 * pause, LONGEST_PAUSE)
            self.connected = False
            await asyncio.sleep(pause)

    async def _connect_and_serve(self) -> None:
        """Connect, listen and send until the connection breaks."""
        async with await self._connection() as listener, await self._connection() as sender:
            await listener.execute(f"LISTEN {CHANNEL}")
            self._out = asyncio.Queue(MOST_WAITING)
            self.connected = True
            self._on_connect()
            both = [
                asyncio.create_task(self._listen(listener)),
                asyncio.create_task(self._send_notices(sender)),
            ]
            try:
                done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
            finally:
                for task in both:
                    task.cancel()
                # Both connections may have broken; asyncio would log an error that nobody looks at.
                await asyncio.gather(*both, return_exceptions=True)

    async def _connection(self) -> "AsyncConnection[Any]":
        from psycopg import AsyncConnection

        return await AsyncConnection.connect(self._url, autocommit=True, connect_timeout=CONNECT_TIMEOUT)

    async def _listen(self, listener: "AsyncConnection[Any]") -> None:
        notices = listener.notifies()
        while True:
            async with asyncio.timeout(SILENCE_TIMEOUT):
                note = await anext(notices)
            with suppress(ValueError, TypeError):  # others may use the channel for something else
                self._on_notice(note.payload)

    async def _send_notices(self, sender: "AsyncConnection[Any]") -> None:
        while True:
            payload = json.dumps(await self._out.get(), separators=(",", ":"))
            await sender.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
            self._out.task_done()


class ProcessSync:
    """Keeps this process and the others in step: sends notices, and handles those of other processes."""

    def __init__(
        self, url: str | None, remote: RemotePresence, tables: "TableDirectory", secret: bytes = b""
    ) -> None:
        """`secret`: processes that share the database sign their notices of events with it."""
        self._remote = remote
        self._tables = tables
        self._secret = secret
        self._channel = None if url is None else NotifyChannel(url, self._on_notice, self._on_connect)
        self._heartbeat: asyncio.Task[None] | None = None
        self._removing: set[asyncio.Task[None]] = set()
        remote.publish = self._publish_count

    @property
    def connected(self) -> bool:
        """Is the channel connected? Always true without PostgreSQL."""
        return self._channel is None or self._channel.connected

    def start(self) -> None:
        if self._channel is not None:
            self._channel.start()
            self._heartbeat = asyncio.create_task(self._send_heartbeats())

    async def close(self) -> None:
        if self._channel is None or self._heartbeat is None:
            return
        self._heartbeat.cancel()
        await asyncio.wait({self._heartbeat})
        self._publish("bye")
        await self._channel.close()

    # --- Sending --------------------------------------------------------------------------------------

    def _publish(self, what: str, **rest: Any) -> None:
        if self._channel is not None:
            self._channel.send({"from": self._remote.process, "what": what, **rest})

    def _publish_count(self, table: str, count: Count) -> None:
        self._publish("present", tables={table: count})

    def _publish_all(self) -> None:
        """Announce this process and its clients at all tables."""
        here = {live.id: live.presence.here for live in self._tables.in_memory() if live.clients}
        for some in _in_parts(here):
            self._publish("present", tables=some)

    async def _send_heartbeats(self) -> None:
        for beat in count(1):
            await asyncio.sleep(HEARTBEAT)
            if beat % BEATS_BETWEEN_COUNTS:
                self._publish("alive")
            else:
                self._publish_all()
            self._present_changed(self._remote.silent())

    def _on_connect(self) -> None:
        """After connecting: refresh all tables, and ask all processes to announce their clients."""
        self._present_changed(self._remote.forget_all())
        for live in self._tables.in_memory():
            live.refresh_later(keys=True)
        self._publish("hello")
        self._publish_all()

    # --- Receiving --------------------------------------------------------------------------------------

    def _on_notice(self, payload: str) -> None:
        self.handle_notice(read_notice(payload, self._secret))

    def handle_notice(self, note: Json) -> None:
        """Handle a notice. Raises ValueError or TypeError if it is malformed."""
        process, what, table = note.get("from"), note.get("what"), note.get("table")
        if not isinstance(process, str) or process == self._remote.process:
            return
        if what in ("hello", "present"):
            self._handle_counts(process, note.get("tables", {}), what == "hello")
        elif what == "alive":
            self._handle_sign_of_life(process)
        elif what == "bye":
            self._present_changed(self._remote.end(process))
        elif what == "happened":
            self._handle_events(read_news(note.get("tables")), note.get("signed") is True)
        elif what == "keys" and isinstance(table, str):
            self._tables.when_loaded(table, lambda live: live.refresh_later(keys=True))
        elif what == "removed" and isinstance(table, str):
            self._removing.add(task := asyncio.create_task(self._tables.forget_removed(table)))
            task.add_done_callback(self._removing.discard)

    def _handle_events(self, news: Sequence[TableNews], signed: bool) -> None:
        for one in news:
            self._tables.when_loaded(one.table, partial(_follow, one) if signed and one.events else _refresh)

    def _handle_sign_of_life(self, process: str) -> None:
        if self._remote.note(process, {}):  # it was silent for a while: ask for its clients
            self._publish("hello")
            self._publish_all()

    def _handle_counts(self, process: str, data: object, is_hello: bool) -> None:
        counts = {str(table): Count(*map(int, numbers)) for table, numbers in dict(data).items()}  # type: ignore[call-overload]
        # A process that says hello may have been cut off while a client left: forget its old counts.
        gone = self._remote.end(process) if is_hello else set()
        if self._remote.note(process, counts) or is_hello:
            self._publish_all()
        self._present_changed({*gone, *counts})

    def _present_changed(self, tables: set[str]) -> None:
        for table in tables:
            self._tables.when_loaded(table, lambda live: live.remote_presence_changed())


def _follow(news: TableNews, live: "LiveTable") -> None:
    live.follow(news.number, news.events)


def _refresh(live: "LiveTable") -> None:
    live.refresh_later()


def _in_parts(counts: dict[str, Count]) -> Iterator[dict[str, Count]]:
    """Counts in parts that fit into one notice; at least one part, which may be empty."""
    tables = [*counts]
    for begin in range(0, len(tables) or 1, AT_ONCE):
        yield {table: counts[table] for table in tables[begin : begin + AT_ONCE]}
