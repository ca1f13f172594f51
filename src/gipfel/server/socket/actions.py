"""Handlers of messages that change a table."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter

from gipfel.games.core.contest import AGREED
from gipfel.games.core.side import Side
from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.server.contract import client_messages as messages
from gipfel.server.contract import server_messages as sent
from gipfel.server.security.permissions import Permissions
from gipfel.server.socket.handlers import Handlers
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.tables.live_table import LiveTable, TableChange, idempotent_decision
from gipfel.server.telemetry.metrics import DECISION_SECONDS
from gipfel.server.views.own_view import sides_of
from gipfel.table.actions import engine_keeps_its_name
from gipfel.table.events import (
    Decided,
    Event,
    LengthLimitLifted,
    Offered,
    Redone,
    Renamed,
    Seated,
    Undone,
)
from gipfel.table.offers import UNDO
from gipfel.table.seats import Seat, checked_name, read_side
from gipfel.table.table import Table


class ActionHandlers:
    """Handlers for one connection."""

    def __init__(
        self,
        live: LiveTable,
        tables: TableDirectory,
        permissions: Callable[[], Permissions],
        credit: Callable[[], int],
    ) -> None:
        self._live = live
        self._tables = tables
        self._permissions = permissions
        self._credit = credit

    @property
    def _table(self) -> Table:
        return self._live.table

    async def _apply(self, change: TableChange, at: int | None = None) -> sent.Done:
        """Make a change that was allowed."""
        await self._live.apply(change, at)
        return {"type": "done", "number": self._table.number}

    # --- Decisions -------------------------------------------------------------------------------------

    async def _decide(self, message: messages.Decide) -> sent.Done:
        arrived, begin = self._live.now(), perf_counter()
        permissions, real_time = self._permissions(), self._live.real_time
        permissions.require_seat(self._table)
        side = None if message.side is None else permissions.seat(self._table, message.side)
        ms = None if real_time is None else real_time.now
        if real_time is not None:
            side = self._deciding_side(message.decision, side, permissions)
        elif message.number == self._table.number:
            require_turn(self._live, permissions, side)
        once = idempotent_decision(
            message.decision, side, message.number, ms, message.happened, self._credit()
        )
        done = await self._apply(self._only_own_side(once, message), arrived)
        DECISION_SECONDS.observe(perf_counter() - begin)
        return done

    def _deciding_side(self, decision: str, side: Side | None, permissions: Permissions) -> Side:
        """The side a decision is for, in a game with time where both may act. Raises PermissionDenied."""
        position = self._live.position
        for known in [side] if side is not None else sides_of(self._table, self._live.pointer, permissions):
            if decision in {made.text for made in position.decisions(known)}:
                return known
        return permissions.seat(self._table) if side is None else side

    def _only_own_side(self, change: TableChange, message: messages.Decide) -> TableChange:
        """The same change, only for a visitor who plays the side that decides. Raises PermissionDenied."""

        def checked(table: Table) -> Sequence[Event]:
            permissions = self._permissions()
            if message.decision.strip() == AGREED and table.contest is not None:
                permissions.require_alone(table)  # it speaks for both
            happened = change(table)
            for side in _deciders(happened, table, message.number):
                permissions.require_side(table, side)
            return happened

        return checked

    # --- Taking back -----------------------------------------------------------------------------------

    async def _undo(self, message: messages.Undo) -> sent.Done:
        """Undo, or offer it if somebody else plays, too."""
        self._permissions().require_seat(self._table)
        return await self._apply(self._undone)

    def _undone(self, table: Table) -> Sequence[Event]:
        permissions = self._permissions()
        if permissions.alone(table):
            return [Undone(_required(table.undo_to(), say("There is nothing to undo.")))]
        side, offer = permissions.seat(table), table.offer
        if offer is not None and (offer.what, offer.side) == (UNDO, side):
            return ()
        return [Offered(side, UNDO)]

    async def _redo(self, message: messages.Redo) -> sent.Done:
        def redone(table: Table) -> Sequence[Event]:
            self._permissions().require_alone(table)
            return [Redone(_required(table.redo_to(), say("There is nothing to redo.")))]

        return await self._apply(redone)

    # --- The game --------------------------------------------------------------------------------------

    async def _resign(self, message: messages.Resign) -> sent.Done:
        def resigned(table: Table) -> Sequence[Event]:
            side = self._permissions().seat(table, message.side)
            if message.contest is not None and message.contest != (table.contest is not None):
                over = say("The contest is over.") if message.contest else say("A contest has begun.")
                raise GipfelError(over)
            return [table.resignation(side)]

        return await self._apply(resigned)

    async def _roll(self, message: messages.Roll) -> sent.Done:
        """Throw; no player influences the result."""

        def thrown(table: Table) -> Sequence[Event]:
            self._permissions().require_seat(table)
            return [table.thrown()]

        return await self._apply(thrown)

    async def _play_on(self, message: messages.PlayOn) -> sent.Done:
        def lifted(table: Table) -> Sequence[Event]:
            self._permissions().require_seat(table)
            return [LengthLimitLifted()]

        return await self._apply(lifted)

    # --- Seats -----------------------------------------------------------------------------------------

    async def _rename(self, message: messages.Rename) -> sent.Done:
        side, name = read_side(message.side), checked_name(message.name)

        def renamed(table: Table) -> Sequence[Event]:
            permissions = self._permissions()
            permissions.require_seat(table)
            if not table.seats[side].person:
                raise engine_keeps_its_name(table, side)
            permissions.seat(table, message.side)
            return () if table.seats[side].name == name else [Renamed(side, name)]

        return await self._apply(renamed)

    async def _sit(self, message: messages.Sit) -> sent.Done:
        """Put an engine or a person on a seat, for a visitor who holds all seats of people."""
        side, seat = read_side(message.side), replace(Seat.read(message.seat), waits=False)
        self._tables.check_seat(seat)

        def seated(table: Table) -> Sequence[Event]:
            permissions = self._permissions()
            permissions.require_alone(table)
            permissions.require_side(table, side, permissions.sides)
            return [Seated(side, seat)]

        return await self._apply(seated)

    async def _retry(self, message: messages.Retry) -> sent.Done:
        """Let an engine that has failed try again, for a visitor who holds a seat, if only of an engine."""
        permissions = self._permissions()
        if not permissions.sides:
            permissions.require_seat(self._table)
        self._live.retry_engine()
        return {"type": "done", "number": self._table.number}


ACTIONS: Handlers = {
    messages.Decide: ActionHandlers._decide,
    messages.Undo: ActionHandlers._undo,
    messages.Redo: ActionHandlers._redo,
    messages.Resign: ActionHandlers._resign,
    messages.Roll: ActionHandlers._roll,
    messages.PlayOn: ActionHandlers._play_on,
    messages.Rename: ActionHandlers._rename,
    messages.Sit: ActionHandlers._sit,
    messages.Retry: ActionHandlers._retry,
}


def require_turn(live: LiveTable, permissions: Permissions, side: Side | None = None) -> list[Side]:
    """The sides for which a visitor may decide now. Raises GipfelError if there is none."""
    mine = [known for known in permissions.require_seat(live.table) if side in (None, known)]
    return live.table.check_turn(mine, live.position)


def _deciders(happened: Sequence[Event], table: Table, number: int) -> list[Side]:
    """The sides that decide; without new events, the side of the decision that is repeated."""
    if happened:
        return [made.side for made in happened if isinstance(made, Decided)]
    return [made.side for made in table.play.decisions[number : number + 1]]


def _required(number: int | None, otherwise: str) -> int:
    if number is None:
        raise GipfelError(otherwise)
    return number
