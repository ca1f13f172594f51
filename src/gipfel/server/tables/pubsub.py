"""What several processes with one PostgreSQL tell each other: what happened where, and who is there.

PostgreSQL itself passes the notes on (LISTEN and NOTIFY). A note that is written while the line is down is
lost, so after that every table is looked at again, and everybody says anew who is where. SQLite has no such
notes; who writes second there is told by the database.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from gipfel.server.contract.shared import Json
from gipfel.server.tables.presence import Count, RemotePresence

if TYPE_CHECKING:
    from psycopg import AsyncConnection

    from gipfel.server.tables.directory import TableDirectory

LOG = logging.getLogger("gipfel.server")

CHANNEL = "gipfel"
BEAT = 10.0
"""Seconds after which a process says again that it is there."""
DEAF = 3 * BEAT
"""Who does not even hear itself for so long has lost the line."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 15.0
"""Seconds before it is tried again to connect."""
PATIENCE = 10
"""Seconds for connecting."""
LAST_WORDS = 1.0
"""Seconds for what is still to be told at the end."""
MOST_WAITING = 10_000
"""Notes that wait to be told."""
AT_ONCE = 100
"""Tables in one note; PostgreSQL takes up to 8000 bytes."""


class Line:
    """The way to PostgreSQL and back: `hear` is called with each note, `back` when the line is there."""

    def __init__(self, url: str, hear: Callable[[Json], None], back: Callable[[], None]) -> None:
        self._url = url
        self._hear = hear
        self._back = back
        self._out: asyncio.Queue[Json] = asyncio.Queue(MOST_WAITING)
        self._task: asyncio.Task[None] | None = None
        self.connected = False

    def start(self) -> None:
        self._task = asyncio.create_task(self._stay_connected())

    async def close(self) -> None:
        """Say what is left to be said, and end."""
        if self._task is None:
            return
        if self.connected:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._out.join(), LAST_WORDS)
        self.connected = False
        self._task.cancel()
        await asyncio.wait({self._task})

    def tell(self, note: Json) -> None:
        """Pass a note on; without a line it is lost, and said again when there is one."""
        if self.connected:
            with suppress(asyncio.QueueFull):
                self._out.put_nowait(note)

    async def _stay_connected(self) -> None:
        pause = FIRST_PAUSE
        while True:
            try:
                await self._once()
            except asyncio.CancelledError:
                raise
            except Exception as error:  # whatever it is, the tables go on without, and it is tried again
                LOG.warning("no notes from other processes: %s", _first_line(error))
            pause = FIRST_PAUSE if self.connected else min(2 * pause, LONGEST_PAUSE)
            self.connected = False
            await asyncio.sleep(pause)

    async def _once(self) -> None:
        """Connect, listen and tell until the line breaks."""
        async with await self._connection() as ear, await self._connection() as mouth:
            await ear.execute(f"LISTEN {CHANNEL}")
            self._out = asyncio.Queue(MOST_WAITING)
            self.connected = True
            self._back()
            both = [asyncio.create_task(self._listen(ear)), asyncio.create_task(self._speak(mouth))]
            try:
                done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
            finally:
                for task in both:
                    task.cancel()
                await asyncio.wait(both)

    async def _connection(self) -> "AsyncConnection[Any]":
        from psycopg import AsyncConnection

        return await AsyncConnection.connect(self._url, autocommit=True, connect_timeout=PATIENCE)

    async def _listen(self, ear: "AsyncConnection[Any]") -> None:
        notes = ear.notifies()
        while True:
            async with asyncio.timeout(DEAF):
                note = await anext(notes)
            with suppress(ValueError, TypeError):  # others may use the channel for something else
                self._hear(dict(json.loads(note.payload)))

    async def _speak(self, mouth: "AsyncConnection[Any]") -> None:
        while True:
            payload = json.dumps(await self._out.get(), separators=(",", ":"))
            await mouth.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
            self._out.task_done()


class ProcessSync:
    """What this process has to tell the others, and what it makes of what they tell."""

    def __init__(self, url: str | None, remote: RemotePresence, tables: "TableDirectory") -> None:
        self._remote = remote
        self._tables = tables
        self._line = None if url is None else Line(url, self._hear, self._back)
        self._beat: asyncio.Task[None] | None = None
        self._removing: set[asyncio.Task[None]] = set()
        remote.tell = self._tell_count

    @property
    def connected(self) -> bool:
        """Can other processes be heard? Without several processes there is nobody to hear."""
        return self._line is None or self._line.connected

    def start(self) -> None:
        if self._line is not None:
            self._line.start()
            self._beat = asyncio.create_task(self._beat_on())

    async def close(self) -> None:
        if self._line is None or self._beat is None:
            return
        self._beat.cancel()
        await asyncio.wait({self._beat})
        self._tell("bye")
        await self._line.close()

    # --- Telling ---------------------------------------------------------------------------------------

    def _tell(self, what: str, **rest: Any) -> None:
        if self._line is not None:
            self._line.tell({"from": self._remote.process, "what": what, **rest})

    def _tell_count(self, table: str, count: Count) -> None:
        self._tell("present", tables={table: count})

    def _tell_all(self) -> None:
        """Say that this process is there, and who is where."""
        here = {live.id: live.presence.here for live in self._tables.in_memory() if live.clients}
        for some in _in_parts(here):
            self._tell("present", tables=some)

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            self._tell_all()
            self._present_changed(self._remote.silent())

    def _back(self) -> None:
        """The line is there: what was missed is looked at, and everybody is asked who is where."""
        self._present_changed(self._remote.forget_all())
        for live in self._tables.in_memory():
            live.refresh_later(keys=True)
        self._tell("hello")
        self._tell_all()

    # --- Hearing ---------------------------------------------------------------------------------------

    def _hear(self, note: Json) -> None:
        """Somebody tells something. Raises ValueError or TypeError if it makes no sense."""
        process, what, table = note.get("from"), note.get("what"), note.get("table")
        if not isinstance(process, str) or process == self._remote.process:
            return
        if what in ("hello", "present"):
            self._hear_present(process, note.get("tables", {}), what == "hello")
        elif what == "bye":
            self._present_changed(self._remote.end(process))
        elif what == "happened" and isinstance(table, str):
            self._tables.when_loaded(table, lambda live: live.refresh_later())
        elif what == "keys" and isinstance(table, str):
            self._tables.when_loaded(table, lambda live: live.refresh_later(keys=True))
        elif what == "removed" and isinstance(table, str):
            self._removing.add(task := asyncio.create_task(self._tables.forget_removed(table)))
            task.add_done_callback(self._removing.discard)

    def _hear_present(self, process: str, plain: object, asks: bool) -> None:
        counts = {str(table): Count(*map(int, numbers)) for table, numbers in dict(plain).items()}  # type: ignore[call-overload]
        # Who says hello may have been cut off while somebody left: only what it says now counts.
        gone = self._remote.end(process) if asks else set()
        if self._remote.note(process, counts) or asks:
            self._tell_all()
        self._present_changed({*gone, *counts})

    def _present_changed(self, tables: set[str]) -> None:
        for table in tables:
            self._tables.when_loaded(table, lambda live: live.remote_presence_changed())


def _in_parts(counts: dict[str, Count]) -> Iterator[dict[str, Count]]:
    """Not too many at once; at least one part, which may be empty."""
    tables = [*counts]
    for begin in range(0, len(tables) or 1, AT_ONCE):
        yield {table: counts[table] for table in tables[begin : begin + AT_ONCE]}


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
