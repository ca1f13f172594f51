"""Handlers of messages between players: offers, chat messages, plans; and the latency of a connection."""

import asyncio
from collections.abc import Callable, Sequence
from secrets import randbits

from gipfel.games.core.side import Side
from gipfel.locale import note, say
from gipfel.notation.errors import GipfelError
from gipfel.server.contract import client_messages as messages
from gipfel.server.contract import server_messages as sent
from gipfel.server.security.limits import duration_text
from gipfel.server.security.permissions import Permissions, two_people_play
from gipfel.server.socket.handlers import Handlers
from gipfel.server.socket.variations import Variation
from gipfel.server.tables.clocks import Latency
from gipfel.server.tables.decisions import check_up_to_date
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.tables.engine_answers import accepts_tie
from gipfel.server.tables.live_table import LiveTable, TableChange
from gipfel.table.events import (
    Aborted,
    Accepted,
    Claimed,
    Declined,
    Event,
    MessageSent,
    Offered,
    Planned,
    Undone,
)
from gipfel.table.matches import why_not_first_to
from gipfel.table.offers import REMATCH, TIE, UNDO, check_first_to, why_no_offer
from gipfel.table.table import Table

A_MINUTE = 60_000
MOST_WORDS = 20
"""Messages of one seat in a minute."""
AT_FIRST, LATER = 2.0, 10.0
"""Seconds between two pings."""
FIRST_PINGS = 5
N_BITS = 48


class OfferHandlers:
    """Handlers for one connection."""

    def __init__(
        self,
        live: LiveTable,
        tables: TableDirectory,
        permissions: Callable[[], Permissions],
        send: Callable[[sent.ServerMessage], None],
    ) -> None:
        self._live = live
        self._tables = tables
        self._permissions = permissions
        self._send = send
        self._lag = Latency()
        self._pings = 0
        self._next_ping: asyncio.TimerHandle | None = None
        self._variation = Variation()

    @property
    def _table(self) -> Table:
        return self._live.table

    async def _apply(self, change: TableChange) -> sent.Done:
        """Make a change, which checks the permissions itself when it is made. Raises GipfelError."""
        await self._live.apply(change)
        return {"type": "done", "number": self._table.number}

    # --- Connecting ------------------------------------------------------------------------------------

    def on_connect(self) -> None:
        """The page has connected."""
        if self._permissions().plays(self._table):
            self._send(self._live.messages())
        if self._table.clock is not None:
            self.ping()

    def on_disconnect(self) -> None:
        """The page has disconnected."""
        if self._next_ping is not None:
            self._next_ping.cancel()

    # --- Latency ---------------------------------------------------------------------------------------

    @property
    def credit(self) -> int:
        """Milliseconds given back for each decision of this page."""
        return self._lag.credit

    def ping(self) -> None:
        """Measure the latency, as long as it matters."""
        if self._table.outcome is None and self._permissions().plays(self._table):
            n = randbits(N_BITS)
            self._pings += 1
            self._lag.note_sent(n, self._live.now())
            self._send({"type": "ping", "n": n})
        pause = AT_FIRST if self._pings < FIRST_PINGS else LATER
        self._next_ping = asyncio.get_running_loop().call_later(pause, self.ping)

    async def _pong(self, message: messages.Pong) -> None:
        self._lag.note_pong(message.n, self._live.now())

    # --- Offers ----------------------------------------------------------------------------------------

    async def _offer(self, message: messages.OfferRequest) -> sent.Done:
        if message.what == TIE and len(self._table.persons) < len(Side):
            return await self._offer_tie_to_engine(message)

        def change(table: Table) -> Sequence[Event]:
            permissions = self._permissions()
            side = permissions.seat(table, message.side)
            self._check_first_to(message)
            return _offered(table, side, message, permissions.alone(table))

        done = await self._apply(change)
        await self._play_again()
        return done

    async def _offer_tie_to_engine(self, message: messages.OfferRequest) -> sent.Done:
        """Offer a tie to an engine, which answers at once. Raises GipfelError if it declines."""
        side, position = self._permissions().seat(self._table, message.side), self._table.position
        if why := why_no_offer(self._table, side, TIE):
            raise GipfelError(why)
        accepts = await accepts_tie(self._live.engines, position, side.other)

        def change(table: Table) -> Sequence[Event]:
            self._permissions().require_side(table, side)
            check_up_to_date(table, table.number if table.position is position else -1)
            answer: Event = Accepted(side.other, TIE) if accepts else Declined(side.other, TIE)
            return [Offered(side, TIE), answer]

        done = await self._apply(change)
        if not accepts:
            raise GipfelError(say("The engine declines the tie."))
        return done

    def _check_first_to(self, message: messages.OfferRequest) -> None:
        """Raises GipfelError if the match cannot be decided by the number of wins that an offer names."""
        if message.first_to is None:
            return
        check_first_to(message.what, message.first_to)
        if why := why_not_first_to(self._live.match, message.first_to):
            raise GipfelError(why)

    async def _accept(self, message: messages.Accept) -> sent.Done:
        done = await self._apply(
            lambda table: _accepted(table, self._answering_side(table, message.side), message.what)
        )
        await self._play_again()
        return done

    async def _decline(self, message: messages.Decline) -> sent.Done:
        return await self._apply(
            lambda table: _declined(table, self._answering_side(table, message.side), message.what)
        )

    def _answering_side(self, table: Table, word: str | None) -> Side:
        """The side that answers an offer, also for a page that plays both. Raises PermissionDenied."""
        permissions, offer = self._permissions(), table.offer
        if word is None and offer is not None and offer.side.other in permissions.plays(table):
            return offer.side.other
        return permissions.seat(table, word)

    async def _play_again(self) -> None:
        """Create the table of the rematch, if it is agreed and does not exist."""
        if self._table.rematch_agreed and not self._table.rematch:
            await self._tables.rematch(self._live)

    async def _claim(self, message: messages.Claim) -> sent.Done:
        def change(table: Table) -> Sequence[Event]:
            side = self._permissions().seat(table, message.side)
            if not two_people_play(table, self._live.keys):
                raise GipfelError(say("Only at a table of two players by link can a contest be claimed."))
            return [Claimed(side)]

        return await self._apply(change)

    async def _abort(self, message: messages.Abort) -> sent.Done:
        def change(table: Table) -> Sequence[Event]:
            side = self._permissions().seat(table, message.side)
            return () if table.aborted else [Aborted(side)]

        return await self._apply(change)

    # --- Chat ------------------------------------------------------------------------------------------

    async def _say(self, message: messages.Say) -> sent.Done:
        def change(table: Table) -> Sequence[Event]:
            return _chat_events(
                table, self._permissions().seat(table, message.side), message.text, self._live.now()
            )

        return await self._apply(change)

    # --- Plans -----------------------------------------------------------------------------------------

    async def _preview(self, message: messages.Preview) -> sent.Previewed:
        self._check_plannable(message.number)
        plays = self._permissions().require_seat(self._table)
        position, prefix = self._table.position, messages.path_of(message.prefix)
        return self._variation.view(position, message.line, prefix, plays, message.effect)

    async def _plan(self, message: messages.MakePlan) -> sent.Done:
        def change(table: Table) -> Sequence[Event]:
            side = self._planner(table, message.side)
            check_up_to_date(table, message.number, message.happened)
            return _planned(table, side, tuple(message.line), message.always)

        return await self._apply(change)

    def _planner(self, table: Table, word: str | None) -> Side:
        """The side that plans: for a page that plays both, the one not to act. Raises PermissionDenied."""
        permissions, waiting = self._permissions(), table.position.side.other
        if word is None and waiting in permissions.plays(table):
            return waiting
        return permissions.seat(table, word)

    def _check_plannable(self, number: int) -> None:
        if self._table.real_time:
            raise GipfelError(say("In a game with time nothing can be planned."))
        check_up_to_date(self._table, number)


# --- Events ----------------------------------------------------------------------------------------------


def _offered(table: Table, side: Side, message: messages.OfferRequest, alone: bool) -> Sequence[Event]:
    """An offer; it is accepted at once if nobody else plays. Raises GipfelError."""
    offer, what = table.offer, message.what
    if offer is not None and (offer.what, offer.side) == (what, side):
        return ()
    if what == REMATCH and table.rematch_agreed:
        return ()
    if what == UNDO and alone:
        if (to := table.undo_to()) is None:
            raise GipfelError(say("There is nothing to undo."))
        return [Undone(to)]
    if offer is not None and (offer.what, offer.side) == (what, side.other):
        if message.first_to not in (None, offer.first_to):
            other = say(table.name(side.other))
            raise GipfelError(say("{side} has made an offer; answer it first.", side=other))
        return [Accepted(side, what)]
    offered: Event = Offered(side, what, message.first_to or 0)
    return [offered, Accepted(side.other, what)] if alone else [offered]


def _accepted(table: Table, side: Side, what: str) -> Sequence[Event]:
    if what == REMATCH and table.rematch_agreed:
        return ()
    return [Accepted(side, what)]


def _declined(table: Table, side: Side, what: str) -> Sequence[Event]:
    """A refusal, unless the offer no longer exists."""
    offer = table.offer
    return [Declined(side, what)] if offer is not None and offer.what == what else ()


def _chat_events(table: Table, side: Side, text: str, now: int) -> Sequence[Event]:
    lately = [said for said in table.messages if said.side == side and said.at > now - A_MINUTE]
    if len(lately) >= MOST_WORDS:
        seconds = max(1, (lately[-MOST_WORDS].at + A_MINUTE - now + 999) // 1000)
        why = note("Not more than {most} messages a minute; try again in {time}.")
        raise GipfelError(say(why, most=MOST_WORDS, time=duration_text(seconds)))
    return [MessageSent(side, text)]


def _planned(table: Table, side: Side, line: tuple[str, ...], always: bool) -> Sequence[Event]:
    if not line:
        return [Planned(side, (), False)] if side in table.plans else ()
    planned, before = table.check_plan(side, line, always), table.plans.get(side)
    same = before is not None and (before.line, before.always) == (planned.line, planned.always)
    return () if same else [planned]


OFFERS: Handlers = {
    messages.OfferRequest: OfferHandlers._offer,
    messages.Accept: OfferHandlers._accept,
    messages.Decline: OfferHandlers._decline,
    messages.Claim: OfferHandlers._claim,
    messages.Abort: OfferHandlers._abort,
    messages.Say: OfferHandlers._say,
    messages.Preview: OfferHandlers._preview,
    messages.MakePlan: OfferHandlers._plan,
    messages.Pong: OfferHandlers._pong,
}
