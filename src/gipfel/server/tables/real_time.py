"""Games with time at a table: the server's clock drives the game, whoever looks.

The clock runs while somebody who plays is here and the game goes on. What falls due is stored before it is
shown, as decisions are. EngineService think while the sand runs, and act a little later, as people do.
"""

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from gipfel.engine.players.player import EngineFailure
from gipfel.games.core.clock import RealClock
from gipfel.games.core.position import Position
from gipfel.games.core.side import Side
from gipfel.notation.errors import GipfelError, IllegalDecision
from gipfel.server.tables.decisions import failed
from gipfel.table.events import Event, Reached
from gipfel.table.seats import Seat
from gipfel.table.table import Table

if TYPE_CHECKING:
    from gipfel.server.tables.live_table import LiveTable

LOG = logging.getLogger("gipfel.server")

TICK = 250
"""Milliseconds between two pictures of the running sand."""
SLOWEST, FASTEST = 4000, 1000
"""Between these an engine needs for a decision, in milliseconds."""


LONGEST_WAY = 2000
"""Milliseconds that what another process has written needs until it is seen here, at most."""


@dataclass(frozen=True, slots=True)
class Plan:
    """When an engine will act, and what it will do when it has thought about it."""

    due: int
    seat: Seat
    thought: "asyncio.Task[str | None]"


class RealTime:
    """The clock of a table, and the engines that live by it."""

    def __init__(self, live: "LiveTable") -> None:
        self._live = live
        self._clock: RealClock | None = None
        self._stood_at = 0
        """What the clock showed when it last stood still."""
        self._runs: set[asyncio.Task[None]] = set()
        """The one that drives the game, and perhaps one that still writes down where it has stopped."""
        self._awake = asyncio.Event()
        self._plans: dict[Side, Plan] = {}
        self._chance = Random()
        self._closed = False
        self._writing: asyncio.Task[None] | None = None
        self._seen = 0
        """The game time of what happened last."""

    @property
    def running(self) -> bool:
        return self._clock is not None

    @property
    def busy(self) -> bool:
        """Does the clock run, or is still written down where it has stopped?"""
        return bool(self._runs) or self._writing is not None

    @property
    def now(self) -> int:
        """The game time."""
        shown = self._stood_at if self._clock is None else self._clock.now_ms()
        return max(self._live.table.position.time, shown)

    @property
    def position(self) -> Position:
        """The position now, as far as what has happened is stored: nothing is shown before that."""
        position = self._live.table.position
        if position.outcome is not None:
            return position
        due = position.next_deadline()
        now = self.now
        return position.at(now if due is None else max(position.time, min(now, due - 1)))

    def go_on(self) -> None:
        """Let the clock run if it has to; if it does, look at what has happened."""
        self._awake.set()
        self._keep_up()
        if self._clock is None and self._wanted:
            self._clock = RealClock(self.now)
            run = asyncio.create_task(self._run())
            self._runs.add(run)
            run.add_done_callback(self._runs.discard)

    def _keep_up(self) -> None:
        """Set the clock forward if another process is ahead."""
        table = self._live.table
        if table.position.time <= self._seen:
            return
        self._seen = table.position.time
        since = min(max(0, self._live.now() - table.at), LONGEST_WAY)
        if self._clock is not None and self._clock.now_ms() < self._seen + since:
            self._clock = RealClock(self._seen + since)

    @property
    def _wanted(self) -> bool:
        """Is somebody here who plays, are all seats taken, and does the game go on?"""
        table = self._live.table
        if self._closed or table.outcome is not None or any(seat.waits for seat in table.seats.values()):
            return False
        everywhere = self._live.presence.everywhere
        return bool(self._live.clients) and (everywhere.players > 0 or not table.persons)

    def somebody_went(self) -> None:
        """Perhaps nobody is here any more who plays."""
        if not self._wanted:
            self.stand_still()

    def somebody_elsewhere(self) -> None:
        """Another process has this table, too; what its clock does not know yet is written down."""
        if self._clock is None:
            self.go_on()
        elif self._wanted and self._writing is None:
            self._writing = asyncio.create_task(self._write_down())

    async def _write_down(self) -> None:
        """Store what time it is, so that other processes learn it."""
        now = self.now
        try:
            await self._live.apply(lambda table: _reached(table, now))
        except GipfelError as error:
            LOG.warning("table %s: %s", self._live.id, error)
        finally:
            self._writing = None

    def stand_still(self) -> None:
        """Nobody looks any more: the clock stops, and the time it shows is kept."""
        self._awake.set()
        for side in Side:
            self._forget(side)

    async def close(self) -> None:
        """Stop the clock for good; what it shows is kept then."""
        self._closed = True
        self.stand_still()
        if busy := {*self._runs, *([self._writing] if self._writing else [])}:
            await asyncio.wait(busy)

    # --- While the clock runs --------------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            while self._wanted:
                await self._step()
                self._awake.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._awake.wait(), self._pause())
        except GipfelError as error:
            # The database, for instance: as long as it does not work the game cannot go on.
            LOG.warning("table %s: %s", self._live.id, error)
        except Exception:
            LOG.exception("table %s: the clock cannot go on", self._live.id)
        finally:
            self._stood_at = now = self.now
            self._clock = None
            for side in Side:
                self._forget(side)
        with suppress(GipfelError):  # the table may be gone; what was decided is stored already
            await self._live.apply(lambda table: _reached(table, now))
        self._live.announce()

    def _pause(self) -> float:
        """Seconds until something has to be done."""
        instants = [self.now + TICK, *(plan.due for plan in self._plans.values() if plan.thought.done())]
        if (deadline := self._live.table.position.next_deadline()) is not None:
            instants.append(deadline)
        return max(0.005, (min(instants) - self.now) / 1000)

    async def _step(self) -> None:
        deadline = self._live.table.position.next_deadline()
        if deadline is not None and deadline <= self.now:
            now = self.now
            await self._live.apply(lambda table: _reached(table, now))
        for side in Side:
            await self._let_act(side)
        for client in [*self._live.clients]:
            client.send_time()

    # --- Engines ---------------------------------------------------------------------------------------

    async def _let_act(self, side: Side) -> None:
        """Let an engine plan a decision, or make it when its time has come."""
        table, position = self._live.table, self.position
        seat, plan = table.seats[side], self._plans.get(side)
        if plan is not None and plan.seat != seat:
            self._forget(side)
            plan = None
        idle = seat.person or table.outcome is not None or not self._live.presence.leads
        if idle or not position.decisions(side):
            self._forget(side)
        elif plan is None:
            self._plans[side] = self._planned(side, seat, position)
        elif plan.due <= self.now and plan.thought.done():
            await self._carry_out(side, self._plans.pop(side))

    def _planned(self, side: Side, seat: Seat, position: Position) -> Plan:
        due = self.now + self._chance.randint(FASTEST, SLOWEST)
        thought = asyncio.create_task(self._live.ask_engine(side, position))
        thought.add_done_callback(self._thought_of)
        return Plan(due, seat, thought)

    def _thought_of(self, thought: "asyncio.Task[str | None]") -> None:
        self._awake.set()
        self._live.thinking = None
        if not thought.cancelled():
            thought.exception()  # it may be that nobody wants to know any more

    async def _carry_out(self, side: Side, plan: Plan) -> None:
        """Make the planned decision if it is still possible; an engine that fails loses."""
        try:
            text = plan.thought.result()
        except EngineFailure as failure:
            problem = failed(side, str(failure))
            await self._live.apply(lambda table: [problem])
            return
        now = self.now
        if text is not None and text in {made.text for made in self.position.decisions(side)}:
            with suppress(IllegalDecision):  # the sand may have run out since it was looked at
                await self._live.apply(lambda table: [table.decided(text, side, now)])

    def _forget(self, side: Side) -> None:
        if plan := self._plans.pop(side, None):
            plan.thought.cancel()


def _reached(table: Table, now: int) -> list[Event]:
    """Time has passed, if it has."""
    return [Reached(now)] if now > table.position.time and table.outcome is None else []
