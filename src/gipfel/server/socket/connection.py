"""One WebSocket connection of a page to a table: handlers of its messages, and what it is sent."""

import asyncio
import logging
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from enum import Enum
from traceback import extract_tb
from typing import cast

from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from gipfel.games.core.position import Position
from gipfel.games.core.side import Side
from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.server.analyses.judging import KnownJudgements
from gipfel.server.contract import client_messages as messages
from gipfel.server.contract import server_messages as sent
from gipfel.server.security.disclosure import message_for_visitors
from gipfel.server.security.limits import CLIENT_ADDRESS, AddressLimits
from gipfel.server.security.owner import IS_OWNER
from gipfel.server.security.permissions import Permissions
from gipfel.server.security.visitors import visitor_of
from gipfel.server.socket.actions import ACTIONS, ActionHandlers, require_turn
from gipfel.server.socket.analysis import AnalysisTasks
from gipfel.server.socket.handlers import Handlers
from gipfel.server.socket.message_queue import MessageQueue
from gipfel.server.socket.offers import OFFERS, OfferHandlers
from gipfel.server.socket.variations import Variation, varied
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.tables.live_table import LiveTable, OutdatedClient
from gipfel.server.views.cache import SentParts, to_json
from gipfel.server.views.pointing import contents_view, why_view
from gipfel.server.views.story import inside_view
from gipfel.server.views.table import past_view
from gipfel.table.seats import read_side, side_word
from gipfel.table.storage.store import DatabaseAway
from gipfel.table.table import Table

LOG = logging.getLogger("gipfel.server")
GONE, NOT_UNDERSTOOD, TOO_SLOW = 4404, 4400, 1013
"""Codes for closing: no such table, another version, a page that does not read."""
DATABASE_AWAY = 4503
"""The code for a table that cannot be read, as the database does not answer; the page tries again."""
CANNOT_BE_SHOWN = 4500
"""The code for a table that cannot be shown, because its game or the program has an error."""


class Deferred(Enum):
    """A message that is drawn only when it is sent."""

    TABLE = "table"
    TIME = "time"


DRAWN = (messages.Point, messages.View, messages.Preview, messages.Vary)
"""Messages whose answers take some milliseconds of the event loop."""
MOST_WAITING = 200
"""Messages in the queue of a page before it is disconnected as too slow."""


class TableSocket:
    """Serves the sockets of pages."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await _serve(WebSocket(scope, receive, send), send)


async def _serve(websocket: WebSocket, send: Send) -> None:
    """Serve a page until it disconnects."""
    await websocket.accept()
    tables: TableDirectory = websocket.app.state.tables
    try:
        version = websocket.query_params.get("v", str(messages.VERSION))
        if version != str(messages.VERSION):
            raise messages.BadMessage(
                say("This server speaks version {v}; load the page again.", v=messages.VERSION)
            )
        live = await tables.get(websocket.path_params["id"])
        visitor = visitor_of(websocket)
        if visitor is not None and live.keys and visitor not in live.keys:
            await live.reload_keys()  # the visitor may have taken a seat in another process
    except GipfelError as error:
        await _reject(websocket, message_for_visitors(error), _close_code(error))
        return
    connection = Connection(websocket, send, live, tables, visitor)
    websocket.scope["headers"] = []  # nobody needs them from now on, and they would take 1.3 kB
    await connection.run()


def _close_code(error: GipfelError) -> int:
    """The code that says why a page cannot connect."""
    if isinstance(error, messages.BadMessage):
        return NOT_UNDERSTOOD
    return DATABASE_AWAY if isinstance(error, DatabaseAway) else GONE


async def _reject(websocket: WebSocket, reason: str, code: int) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # the page may have disconnected
        await websocket.send_text(to_json(sent.refusal(reason)))
        await websocket.close(code)


_logged: set[tuple[str, str, str]] = set()
"""Errors that were logged already: the game, the kind of error, and where it was raised."""


def _log_once(table_id: str, name: str, error: Exception) -> None:
    """Log that a table cannot be shown; an error that is known already is not logged again."""
    origin = error.__cause__ or error
    frame = extract_tb(origin.__traceback__)[-1]
    key = name, type(origin).__name__, f"{frame.filename}:{frame.lineno}"
    if key not in _logged:
        _logged.add(key)
        LOG.error("table %s: %s cannot be shown", table_id, name, exc_info=error)


def _why(name: str, error: Exception) -> str:
    """Why a table cannot be shown, for its page."""
    return error.translated if isinstance(error, GipfelError) else f"{name}: {type(error).__name__}: {error}"


class Connection:
    """A connected page. Messages are in its language, without parts it has already."""

    def __init__(
        self, websocket: WebSocket, send: Send, live: LiveTable, tables: TableDirectory, visitor: str | None
    ) -> None:
        self._socket = websocket
        self._send_at_once = send
        """Sends a message without the checks of `WebSocket.send`, which take as long as the sending."""
        self._live = live
        self._visitor = visitor
        self._owner = IS_OWNER.get()
        self._known_permissions = live.keys, live.permissions(visitor, self._owner)
        """The visitor's permissions, after the keys that they follow from."""
        self.address = CLIENT_ADDRESS.get()
        self._out: MessageQueue[sent.ServerMessage | Deferred | None] = MessageQueue()
        self._known = SentParts()
        self._updates = websocket.query_params.get("updates") == "1"
        """May the page be sent only what has changed?"""
        self._stale = False
        self._code = GONE
        state = websocket.app.state
        self._limits: AddressLimits | None = None if state.settings.local else state.limits
        self._analysis = AnalysisTasks(
            live, self._send, self._limits, KnownJudgements(tables.store, state.analyses)
        )
        self._variation = Variation()
        self._offers = OfferHandlers(live, tables, self._permissions, self._send)
        self._acting = ActionHandlers(live, tables, self._permissions, lambda: self.credit)

    # --- The visitor -----------------------------------------------------------------------------------

    def _permissions(self) -> Permissions:
        """The visitor's current permissions; keys may have changed."""
        keys, permissions = self._known_permissions
        if keys is not self._live.keys:
            permissions = self._live.permissions(self._visitor, self._owner)
            self._known_permissions = self._live.keys, permissions
        return permissions

    @property
    def sides(self) -> frozenset[Side]:
        """The seats the visitor plays."""
        return frozenset(self._permissions().plays(self._table))

    @property
    def credit(self) -> int:
        """Milliseconds given back for each decision."""
        return self._offers.credit

    # --- Sending ---------------------------------------------------------------------------------------

    def send_table(self) -> None:
        """Send the table; it is drawn only when the page is ready to receive it."""
        if not self._stale:
            self._stale = True
            self._send(Deferred.TABLE)

    def send_time(self) -> None:
        if self._out.empty():
            self._send(Deferred.TIME)

    def send(self, message: sent.ServerMessage) -> None:
        """Send a message."""
        self._send(message)

    def close(self, reason: str) -> None:
        self._send(sent.refusal(reason))
        self._out.put_nowait(None)

    def _send(self, message: sent.ServerMessage | Deferred) -> None:
        if self._out.qsize() < MOST_WAITING:
            self._out.put_nowait(message)
        elif self._code != TOO_SLOW:
            self._code = TOO_SLOW
            self._out.put_nowait(None)

    async def _write(self) -> None:
        """Send waiting messages until the connection is closed."""
        try:
            while (message := await self._out.get()) is not None:
                if not await self._send_text(self._encode(message)):
                    return
        except Exception as error:
            name = self._live.table.setup.game
            _log_once(self._live.id, name, error)
            self._code = CANNOT_BE_SHOWN
            await self._send_text(to_json(sent.refusal(_why(name, error))))
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.close(self._code)

    async def _send_text(self, text: str) -> bool:
        """Send a text; False if the page has disconnected."""
        try:
            await self._send_at_once({"type": "websocket.send", "text": text})
        except (OSError, RuntimeError):
            return False
        return True

    def _encode(self, message: sent.ServerMessage | Deferred) -> str:
        """A message as JSON, without the parts the page has already."""
        views, permissions = self._live.views, self._permissions()
        over = message is Deferred.TIME and self._live.real_time is None  # a contest has ended meanwhile
        if message is Deferred.TABLE or over:
            self._stale = False
            encode = self._known.update if self._updates else self._known.table
            common = views.common(commands=self._live.local and self._owner)
            return encode(common, views.own(permissions), self._live.moment())
        if message is Deferred.TIME:
            whole = views.time(permissions)
            return to_json(self._known.time(whole) if self._updates else self._known.other(whole))
        return to_json(self._known.other(message))

    # --- Receiving -------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the page until it disconnects."""
        self.send_table()
        writer = asyncio.create_task(self._write())
        self._live.connect(self)
        self._offers.on_connect()
        try:
            while not writer.done():
                await self._handle(await self._receive())
        except WebSocketDisconnect:
            pass
        finally:
            self._offers.on_disconnect()
            await self._analysis.stop()
            writer.cancel()
            await asyncio.wait({writer})
            await self._live.disconnect(self)
            # They refer to this connection: it would keep its table in memory until garbage is collected.
            del self._offers, self._analysis, self._acting

    async def _receive(self) -> str | bytes:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text: str | None = message.get("text")
        return text if text is not None else message.get("bytes") or b""

    async def _handle(self, data: str | bytes) -> None:
        """Answer one message, even if it is malformed."""
        try:
            async with self._working():
                message = messages.read_message(data)
        except messages.BadMessage as error:
            self._refuse(error.id, error.translated)
            return
        try:
            answer = await self._dispatch(message)
        except OutdatedClient as error:
            self._refuse(message.id, error.translated)
            self.send_table()
        except GipfelError as error:
            self._refuse(message.id, message_for_visitors(error))
        except Exception:
            # An error of the program: the table is unchanged, and the log has the traceback.
            LOG.exception("table %s: %s", self._live.id, message.__class__.__name__)
            self._refuse(message.id, say("This cannot be done: something is wrong in the program."))
        else:
            if answer is not None:
                self._send(cast(sent.ServerMessage, {**answer, "id": message.id}))

    async def _dispatch(self, message: messages.ClientMessage) -> sent.Answer | None:
        if not isinstance(message, DRAWN):
            return await self._answer(message)
        async with self._working():
            return await self._answer(message)

    async def _answer(self, message: messages.ClientMessage) -> sent.Answer | None:
        kind = type(message)
        if kind in ACTIONS:
            return await ACTIONS[kind](self._acting, message)
        if kind in OFFERS:
            return await OFFERS[kind](self._offers, message)
        return await HANDLERS[kind](self, message)

    def _working(self) -> AbstractAsyncContextManager[None]:
        """Entered to work in the event loop for this page; the time that takes is limited."""
        return nullcontext() if self._limits is None else self._limits.one_at_a_time(CLIENT_ADDRESS.get())

    def _refuse(self, message_id: sent.MessageId, reason: str) -> None:
        self._send(sent.refusal(reason, message_id, self._live.table.number))

    @property
    def _table(self) -> Table:
        return self._live.table

    def _position_at(self, number: int | None) -> Position:
        """The current position. Raises OutdatedClient if the page shows another one."""
        if number is not None and number != self._table.number and not self._table.real_time:
            raise OutdatedClient(self._table.number)
        return self._live.position

    # --- Positions -------------------------------------------------------------------------------------

    async def _point(self, message: messages.Point) -> sent.Pointing:
        permissions = self._permissions()
        permissions.require_seat(self._table)
        self._position_at(message.number)
        wanted = None if message.side is None else read_side(message.side)
        sides = require_turn(self._live, permissions, wanted)
        prefix = messages.path_of(message.prefix)
        side, pointed = self._live.pointer.point(prefix, sides, message.effect)
        return {"type": "pointing", "number": self._table.number, "side": side_word(side), **pointed}

    async def _why(self, message: messages.Why) -> sent.WhyAnswer:
        position = self._position_at(message.number)
        return why_view(position, messages.path_of(message.prefix), messages.target_of(message.target))

    async def _look(self, message: messages.Look) -> sent.Contents:
        position = self._live.position if message.at is None else self._table.position_at(message.at)
        return contents_view(position, messages.target_of(message.target))

    async def _view(self, message: messages.View) -> sent.PastView:
        return (inside_view if message.inside else past_view)(self._table, message.at)

    async def _vary(self, message: messages.Vary) -> sent.Varied:
        prefix = messages.path_of(message.prefix)
        return varied(self._variation, self._table, message.at, message.line, prefix, message.effect)

    # --- Engines ---------------------------------------------------------------------------------------

    async def _hint(self, message: messages.Hint) -> None:
        self._permissions().require_engine_help(self._table, self._live.keys)
        self._analysis.hint(message)

    async def _analyse(self, message: messages.Analyse) -> None:
        self._permissions().require_engine_help(self._table, self._live.keys)
        self._analysis.analyse(message)

    async def _opinion(self, message: messages.AskOpinion) -> None:
        self._permissions().require_engine_help(self._table, self._live.keys)
        self._analysis.opinion(message)

    async def _stop(self, message: messages.Stop) -> sent.Done:
        await self._analysis.stop()
        return {"type": "done", "number": self._table.number}


HANDLERS: Handlers = {
    messages.Point: Connection._point,
    messages.Why: Connection._why,
    messages.Look: Connection._look,
    messages.View: Connection._view,
    messages.Vary: Connection._vary,
    messages.Hint: Connection._hint,
    messages.Analyse: Connection._analyse,
    messages.AskOpinion: Connection._opinion,
    messages.Stop: Connection._stop,
}

ROUTE = WebSocketRoute("/api/tables/{id}/socket", TableSocket())
