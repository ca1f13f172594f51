"""One page at a table: what it asks, what it is shown."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect

from gipfel.games.position import Position
from gipfel.games.side import Side
from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.server import messages as said
from gipfel.server.live import Behind, Live, decided_once
from gipfel.server.pointer import contents_view, why_view
from gipfel.server.tables import Tables
from gipfel.server.thoughts import Thoughts
from gipfel.server.views import Plain, past_view, sides_of_persons
from gipfel.table.happenings import Lifted, Redone, Renamed, Seated, Undone
from gipfel.table.seats import Seat, checked_name, read_side
from gipfel.table.table import Table

LOG = logging.getLogger("gipfel.server")
router = APIRouter()

GONE, NOT_UNDERSTOOD, TOO_SLOW = 4404, 4400, 1013
"""Why a connection is closed: no such table, another version, a page that does not read."""
MISTAKE = 1011
"""The same for a mistake of the program."""
TABLE: Plain = {"type": "table"}
TIME: Plain = {"type": "time"}
"""What is drawn only when it is sent."""
MOST_WAITING = 200
"""Messages; who reads so slowly is better off with a new connection."""


@router.websocket("/api/tables/{id}/socket")
async def socket(id: str, socket: WebSocket) -> None:
    """A page comes to a table and stays until it goes."""
    await socket.accept()
    tables: Tables = socket.app.state.tables
    try:
        version = socket.query_params.get("v", str(said.VERSION))
        if version != str(said.VERSION):
            raise said.BadMessage(say("This server speaks version {v}; load the page again.", v=said.VERSION))
        live = await tables.get(id)
    except GipfelError as error:
        code = NOT_UNDERSTOOD if isinstance(error, said.BadMessage) else GONE
        await _turn_away(socket, str(error), code)
        return
    await Connection(socket, live, tables).run()


async def _turn_away(socket: WebSocket, reason: str, code: int) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # it may have left by itself
        await socket.send_text(json.dumps({"type": "refused", "id": None, "reason": reason, "number": None}))
        await socket.close(code)


class Connection:
    """A page at a table. It is spoken to in its language, and told only what it does not know."""

    def __init__(self, socket: WebSocket, live: Live, tables: Tables) -> None:
        self._socket = socket
        self._live = live
        self._tables = tables
        self._out: asyncio.Queue[Plain | None] = asyncio.Queue()
        self._looks: set[str] = set()
        self._board: tuple[str, str] | None = None
        self._stale = False
        self._code = GONE
        self._thoughts = Thoughts(live, self._send)
        self._ways: dict[type[said.Said], Callable[[Any], Awaitable[Plain | None]]] = {
            said.Point: self._point,
            said.Why: self._why,
            said.Look: self._look,
            said.Decide: self._decide,
            said.Undo: self._undo,
            said.Redo: self._redo,
            said.Resign: self._resign,
            said.Roll: self._roll,
            said.PlayOn: self._play_on,
            said.Rename: self._rename,
            said.Sit: self._sit,
            said.Hint: self._hint,
            said.Analyse: self._analyse,
            said.AskOpinion: self._opinion,
            said.Stop: self._stop,
            said.View: self._view,
        }

    # --- From here to the page -------------------------------------------------------------------------

    def show(self) -> None:
        """The table has changed; it is drawn when the page is ready to see it."""
        if not self._stale:
            self._stale = True
            self._send(TABLE)

    def show_time(self) -> None:
        if self._out.empty():
            self._send(TIME)

    def say_farewell(self, reason: str) -> None:
        self._send({"type": "refused", "id": None, "reason": reason, "number": None})
        self._out.put_nowait(None)

    def _send(self, message: Plain) -> None:
        if self._out.qsize() < MOST_WAITING:
            self._out.put_nowait(message)
        elif self._code != TOO_SLOW:
            self._code = TOO_SLOW
            self._out.put_nowait(None)

    async def _write(self) -> None:
        """Send everything until there is nothing more to say, or nobody to say it to."""
        try:
            while (message := await self._out.get()) is not None:
                if not await self._sent(_written(self._drawn(message))):
                    return
        except Exception:
            LOG.exception("table %s: nothing can be shown", self._live.id)
            self._code = MISTAKE
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.close(self._code)

    async def _sent(self, text: str) -> bool:
        """Send something, if the page is still there."""
        try:
            await self._socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError):
            return False
        return True

    def _drawn(self, message: Plain) -> Plain:
        """A message with the pictures as they are now, without what the page has already."""
        if message == TABLE:
            self._stale = False
            return self._new_to_it(self._live.view())
        if message == TIME:
            return self._new_looks(self._live.time_view())
        return self._new_to_it(message) if "picture" in message else message

    def _new_to_it(self, message: Plain) -> Plain:
        """A message with a picture without what the page has already."""
        picture = self._new_looks(message["picture"])
        board = (picture["board"], picture["coordinates"])
        if board == self._board:
            picture = {name: part for name, part in picture.items() if name not in ("board", "coordinates")}
        self._board = board
        contest = message.get("contest")
        if contest and contest["around"]:
            message = {**message, "contest": {**contest, "around": self._new_looks(contest["around"])}}
        return {**message, "picture": picture}

    def _new_looks(self, picture: Plain) -> Plain:
        looks = {name: look for name, look in picture["looks"].items() if name not in self._looks}
        self._looks |= looks.keys()
        return {**picture, "looks": looks}

    # --- From the page to here -------------------------------------------------------------------------

    async def run(self) -> None:
        """Until the page goes."""
        self.show()
        writer = asyncio.create_task(self._write())
        self._live.come(self)
        try:
            while not writer.done():
                await self._hear(await self._received())
        except WebSocketDisconnect:
            pass
        finally:
            await self._thoughts.stop()
            writer.cancel()
            await asyncio.wait({writer})
            await self._live.go(self)

    async def _received(self) -> str | bytes:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text: str | None = message.get("text")
        return text if text is not None else message.get("bytes") or b""

    async def _hear(self, data: str | bytes) -> None:
        """Answer one message, whatever it is."""
        try:
            message = said.read_message(data)
        except said.BadMessage as error:
            self._refuse(error.id, str(error))
            return
        try:
            answer = await self._ways[type(message)](message)
        except Behind as error:
            self._refuse(message.id, str(error))
            self.show()
        except GipfelError as error:
            self._refuse(message.id, str(error))
        except Exception:
            # A mistake of the program: the page is told, the table is as it was, and the log says where.
            LOG.exception("table %s: %r", self._live.id, message)
            self._refuse(message.id, say("This cannot be done: something is wrong in the program."))
        else:
            if answer is not None:
                self._send({**answer, "id": message.id})

    def _refuse(self, id: int | str | None, reason: str) -> None:
        self._send({"type": "refused", "id": id, "reason": reason, "number": self._live.table.number})

    @property
    def _table(self) -> Table:
        return self._live.table

    def _must_be_there(self, number: int | None) -> Position:
        """The position a page sees. Raises Behind if it sees another one."""
        if number is not None and number != self._table.number and not self._table.real_time:
            raise Behind(self._table.number)
        return self._live.position

    def _sides(self, side: str | None, position: Position) -> list[Side]:
        """For whom the page may decide now. Raises GipfelError."""
        sides = sides_of_persons(self._table, position)
        if side is not None:
            sides = [known for known in sides if known == read_side(side)]
        if not sides:
            raise GipfelError(self._why_nothing(position))
        return sides

    def _why_nothing(self, position: Position) -> str:
        if self._table.outcome is not None:
            return say("The game is over.")
        if self._table.by_chance:
            return say("Chance decides now.")
        name = say(self._table.game.side_names[position.side])
        return say("It is not your turn: {side} is to act.", side=name)

    # --- Pointing and looking --------------------------------------------------------------------------

    async def _point(self, message: said.Point) -> Plain:
        self._must_be_there(message.number)
        pointer = self._live.pointer
        sides = self._sides(message.side, pointer.position)
        answer = pointer.view(said.path_of(message.prefix), sides)
        return {**answer, "number": self._table.number}

    async def _why(self, message: said.Why) -> Plain:
        position = self._must_be_there(message.number)
        return why_view(position, said.path_of(message.prefix), said.target_of(message.target))

    async def _look(self, message: said.Look) -> Plain:
        position = self._live.position if message.at is None else self._table.position_at(message.at)
        return contents_view(position, said.target_of(message.target))

    async def _view(self, message: said.View) -> Plain:
        return past_view(self._table, message.at)

    # --- What changes the table ------------------------------------------------------------------------

    async def _decide(self, message: said.Decide) -> Plain:
        side = None if message.side is None else read_side(message.side)
        real_time = self._live.real_time
        if real_time is not None:
            side = self._who_can(message.decision, side)
        elif message.number == self._table.number:
            self._sides(message.side, self._live.position)
        now = None if real_time is None else real_time.now
        await self._live.happen(decided_once(message.decision, side, message.number, now))
        return self._done()

    def _who_can(self, decision: str, side: Side | None) -> Side | None:
        """In games with time both may be able to act: who is meant."""
        position = self._live.position
        for known in [side] if side is not None else sides_of_persons(self._table, position):
            if decision in {made.text for made in position.decisions(known)}:
                return known
        return side

    def _done(self) -> Plain:
        return {"type": "done", "number": self._table.number}

    async def _undo(self, message: said.Undo) -> Plain:
        await self._live.happen(
            lambda table: [Undone(_to(table.undo_to(), say("There is nothing to undo.")))]
        )
        return self._done()

    async def _redo(self, message: said.Redo) -> Plain:
        await self._live.happen(
            lambda table: [Redone(_to(table.redo_to(), say("There is nothing to redo.")))]
        )
        return self._done()

    async def _resign(self, message: said.Resign) -> Plain:
        side = self._who_resigns(message.side)
        await self._live.happen(lambda table: [table.resignation(side)])
        return self._done()

    def _who_resigns(self, word: str | None) -> Side:
        persons = self._table.persons
        if word is not None and read_side(word) in persons:
            return read_side(word)
        if word is not None or not persons:
            raise GipfelError(say("Only a person can resign, for their own side."))
        on_turn = self._live.position.side
        return on_turn if on_turn in persons else persons[0]

    async def _roll(self, message: said.Roll) -> Plain:
        await self._live.happen(lambda table: [table.thrown()])
        return self._done()

    async def _play_on(self, message: said.PlayOn) -> Plain:
        await self._live.happen(lambda table: [Lifted()])
        return self._done()

    async def _rename(self, message: said.Rename) -> Plain:
        side, name = read_side(message.side), checked_name(message.name)
        await self._live.happen(lambda table: [Renamed(side, name)])
        return self._done()

    async def _sit(self, message: said.Sit) -> Plain:
        side, seat = read_side(message.side), Seat.read(message.seat)
        self._tables.check_seat(seat)
        await self._live.happen(lambda table: [Seated(side, seat)])
        return self._done()

    # --- What engines think ----------------------------------------------------------------------------

    async def _hint(self, message: said.Hint) -> None:
        self._thoughts.hint(message)

    async def _analyse(self, message: said.Analyse) -> None:
        self._thoughts.analyse(message)

    async def _opinion(self, message: said.AskOpinion) -> None:
        self._thoughts.opinion(message)

    async def _stop(self, message: said.Stop) -> Plain:
        await self._thoughts.stop()
        return self._done()


def _written(message: Plain) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def _to(number: int | None, otherwise: str) -> int:
    if number is None:
        raise GipfelError(otherwise)
    return number
