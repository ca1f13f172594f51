"""Games with time at a table, and contests in real time: the server's clock drives the game.

The clock runs while a player is connected and the game is not over. A contest begins when all players are
there, as nobody knows before when that will be. Like decisions, what falls due is stored before it is shown.
Engines think while the clock runs, and act with a delay, as people do. The clock does not run before they are
ready, and while an engine cannot think because of the server, it stands still.
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
from gipfel.server.engines.failures import EngineUnavailable
from gipfel.server.tables.decisions import failed
from gipfel.table.events import Event, TimePassed
from gipfel.table.seats import Seat
from gipfel.table.table import Table

if TYPE_CHECKING:
    from gipfel.server.tables.live_table import LiveTable

LOG = logging.getLogger("gipfel.server")

TICK = 250
"""Milliseconds between two pictures of the running game."""
SLOWEST, FASTEST = 4000, 1000
"""The range of the delay of an engine's decision, in milliseconds."""
LONGEST_WAY = 2000
"""The most milliseconds until this process reads what another one has written."""


@dataclass(frozen=True, slots=True)
class ScheduledDecision:
    """When an engine was asked and will act, in game time, and the task that chooses its decision."""

    asked: int
    due: int
    seat: Seat
    engine_task: "asyncio.Task[str | None]"


@dataclass(frozen=True, slots=True)
class Recovery:
    """An engine that cannot think because of the server, and the task that tries it again."""

    side: Side
    seat: Seat
    task: "asyncio.Task[None]"


class RealTime:
    """The clock of a table, and the engines that play by it."""

    def __init__(self, live: "LiveTable") -> None:
        self._live = live
        self._clock: RealClock | None = None
        self._stood_at = 0
        """The game time at which the clock was stopped last."""
        self._runs: set[asyncio.Task[None]] = set()
        """The task that drives the game, and perhaps others that still store something."""
        self._driver: asyncio.Task[None] | None = None
        """The task that drives the game."""
        self._awake = asyncio.Event()
        self._scheduled: dict[Side, ScheduledDecision] = {}
        self._recovery: Recovery | None = None
        """Set while an engine cannot think; then the clock stands still."""
        self._ready_for: tuple[object, ...] | None = None
        """The engines and games that the engines are ready for."""
        self._getting_ready: asyncio.Task[None] | None = None
        """Set while engines get ready; then the clock stands still."""
        self._chance = Random()
        self._closed = False
        self._writing: asyncio.Task[None] | None = None
        self._elsewhere: frozenset[str] = frozenset()
        """The other processes that have clients at this table."""
        self._seen = 0
        """The game time of the last event."""

    @property
    def running(self) -> bool:
        return self._clock is not None

    @property
    def busy(self) -> bool:
        """Does the clock run, is its time still being stored, or is an engine tried again?"""
        waits = self._recovery is not None or self._getting_ready is not None
        return bool(self._runs) or self._writing is not None or waits

    @property
    def now(self) -> int:
        """The game time."""
        shown = self._stood_at if self._clock is None else self._clock.now_ms()
        return max(self._live.table.position.time, shown)

    @property
    def position(self) -> Position:
        """The current position; not past the next deadline, as nothing is shown before it is stored."""
        position = self._live.table.position
        if position.outcome is not None:
            return position
        due = position.next_deadline()
        now = self.now
        return position.at(now if due is None else max(position.time, min(now, due - 1)))

    def go_on(self) -> None:
        """Start the clock if it should run; wake the task that drives the game."""
        self._awake.set()
        self._keep_up()
        self._drop_useless_recovery()
        self._get_engines_ready()
        if self._clock is None and self._wanted:
            self._clock = RealClock(self.now)
            self._live.views.clear()
            self._driver = run = asyncio.create_task(self._run())
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
        """Should the clock run: is a player connected, can all seats play, is the game not over?"""
        table = self._live.table
        if self._closed or table.outcome is not None or any(seat.waits for seat in table.seats.values()):
            return False
        if not table.real_time or self.waits_for_players:
            return False
        if self._live.database_away or self._recovery is not None or not self._engines_ready:
            return False
        if not self._live.has_turn or any(self._live.is_refused(side) for side in Side):
            return False
        everywhere = self._live.presence.everywhere
        return bool(self._live.clients) and (everywhere.players > 0 or not table.persons)

    @property
    def waits_for_players(self) -> bool:
        """Does a contest wait until all its players are connected? Once it has begun, it goes on."""
        contest, everywhere = self._live.table.contest, self._live.presence.everywhere
        if contest is None or contest.played is None or contest.played.time or self._clock is not None:
            return False
        return not all(everywhere.of(side) for side in self._live.table.persons)

    def client_disconnected(self) -> None:
        """Stop the clock if no player is connected any more."""
        self._drop_useless_recovery()
        if not self._live.clients:
            self._stop_getting_ready()
        if not self._wanted:
            self.stop()
        if self.waits_for_players:
            self._live.views.clear()
            self._live.announce()

    def on_database_change(self) -> None:
        """The clock stands still while the database does not answer: nothing could be stored in time."""
        was_running = self.running
        if self._live.database_away:
            self._stand_still()
        else:
            self.go_on()
        if self.running != was_running:
            self._live.announce()

    def _stand_still(self) -> None:
        """Stop the clock at once; the task that drove the game may still wait for the database."""
        self._stood_at = self.now if self._live.table.real_time else 0
        self._clock = self._driver = None
        self._live.views.clear()
        self.stop()

    def remote_clients_changed(self) -> None:
        """If another process has its first client here, store the time, so that its clock can follow."""
        before, self._elsewhere = self._elsewhere, self._live.presence.elsewhere
        if self._clock is None:
            self.go_on()
        elif self._elsewhere - before and self._wanted and self._writing is None:
            self._writing = asyncio.create_task(self._store_time())

    async def _store_time(self) -> None:
        """Store the game time, so that other processes can read it."""
        now = self.now
        try:
            await self._live.apply(lambda table: _time_passed(table, now))
        except GipfelError as error:
            LOG.warning("table %s: %s", self._live.id, error)
        finally:
            self._writing = None

    def stop(self) -> None:
        """Stop the clock and the engines; the game time is stored."""
        self._awake.set()
        for side in Side:
            self._forget(side)

    def rest(self) -> None:
        """No time runs: perhaps a contest has just ended."""
        self._stop_getting_ready()
        self._end_recovery()
        self.stop()

    async def close(self) -> None:
        """Stop the clock for good, and wait until the game time is stored."""
        self._closed = True
        self._stop_getting_ready()
        self._end_recovery()
        self.stop()
        if busy := {*self._runs, *([self._writing] if self._writing else [])}:
            await asyncio.wait(busy)

    # --- While the clock runs --------------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            while self._wanted and self._driver is asyncio.current_task():
                await self._step()
                self._awake.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._awake.wait(), self._pause())
        except GipfelError as error:
            # For instance, the database is damaged: the game cannot continue.
            LOG.warning("table %s: %s", self._live.id, error)
        except Exception:
            LOG.exception("table %s: the clock cannot go on", self._live.id)
        finally:
            if self._driver is asyncio.current_task():
                self._stand_still()
            now = self.now  # read when the clock stands still, so that the stored time is the one shown
        with suppress(GipfelError):  # the table may have been deleted; all decisions are stored already
            await self._live.apply(lambda table: _time_passed(table, now))
        self._live.announce()

    def _pause(self) -> float:
        """Seconds until the next step."""
        instants = [self.now + TICK, *(one.due for one in self._scheduled.values() if one.engine_task.done())]
        if (deadline := self._live.table.position.next_deadline()) is not None:
            instants.append(deadline)
        return max(0.005, (min(instants) - self.now) / 1000)

    async def _step(self) -> None:
        deadline = self._live.table.position.next_deadline()
        if deadline is not None and deadline <= self.now:
            now = self.now
            await self._live.apply(lambda table: _time_passed(table, now))
        for side in Side:
            await self._run_engine(side)
        for client in [*self._live.clients]:
            client.send_time()

    # --- Engines ---------------------------------------------------------------------------------------

    async def _run_engine(self, side: Side) -> None:
        """Schedule a decision of the engine on a seat, or make it when it is due."""
        table, position = self._live.table, self.position
        seat, scheduled = table.seats[side], self._scheduled.get(side)
        if scheduled is not None and scheduled.seat != seat:
            self._forget(side)
            scheduled = None
        idle = seat.person or table.outcome is not None or not self._live.presence.leads
        if idle or not position.decisions(side):
            self._forget(side)
        elif scheduled is None:
            self._scheduled[side] = self._schedule(side, seat, position)
        elif scheduled.due <= self.now and scheduled.engine_task.done():
            await self._carry_out(side, self._scheduled.pop(side))

    def _schedule(self, side: Side, seat: Seat, position: Position) -> ScheduledDecision:
        asked = self.now
        due = asked + self._chance.randint(FASTEST, SLOWEST)
        engine_task = asyncio.create_task(self._live.ask_engine(side, position))
        scheduled = ScheduledDecision(asked, due, seat, engine_task)
        engine_task.add_done_callback(lambda _: self._on_engine_done(side, scheduled))
        return scheduled

    def _on_engine_done(self, side: Side, scheduled: ScheduledDecision) -> None:
        self._awake.set()
        if self._recovery is None and self._live.real_time is not None:
            self._live.thinking = None
        if scheduled.engine_task.cancelled():
            return
        # This also marks the exception as retrieved, as the decision may have been dropped.
        problem = scheduled.engine_task.exception()
        if isinstance(problem, EngineUnavailable) and self._recovery is None and not self._closed:
            self._wait_for_engine(side, scheduled, problem)

    async def _carry_out(self, side: Side, scheduled: ScheduledDecision) -> None:
        """Make the scheduled decision if it is still legal; an external engine that fails loses."""
        try:
            text = scheduled.engine_task.result()
        except EngineUnavailable:
            return  # the clock is about to be stopped
        except EngineFailure as failure:
            problem = failed(side, str(failure))
            await self._live.apply(lambda table: [problem])
            return
        now = self.now
        if text is not None and text in {made.text for made in self.position.decisions(side)}:
            with suppress(IllegalDecision):  # a deadline may have passed since the check
                await self._live.apply(lambda table: [table.decided(text, side, now)])

    # --- Engines that are not ready ------------------------------------------------------------------

    @property
    def _to_be_ready(self) -> tuple[object, ...]:
        """The engines of this table, with the games they play."""
        table = self._live.table
        played = table.position.played
        players = [None if seat.person else seat.player for seat in table.seats.values()]
        return (*players, table.game, None if played is None else played.game)

    @property
    def _engines_ready(self) -> bool:
        persons = len(self._live.table.persons) == len(Side)
        return persons or self._ready_for == self._to_be_ready

    def _get_engines_ready(self) -> None:
        """Let engines get ready if the clock waits for that."""
        live = self._live
        idle = self._closed or live.table.outcome is not None or not live.clients or not live.has_turn
        if self._getting_ready is None and not self._engines_ready and not idle:
            self._getting_ready = asyncio.create_task(self._until_ready(self._to_be_ready))

    async def _until_ready(self, wanted: tuple[object, ...]) -> None:
        for side in Side:
            if not self._live.table.seats[side].person:
                with suppress(GipfelError):  # it is asked as usual, and fails as usual
                    await self._live.until_engine_ready(side, self._live.table.position)
        self._ready_for = wanted
        self._getting_ready = None
        self._show_ready()
        self.go_on()
        self._live.announce()

    def _stop_getting_ready(self) -> None:
        task, self._getting_ready = self._getting_ready, None
        if task is not None and task is not asyncio.current_task():
            task.cancel()
            self._show_ready()

    def _show_ready(self) -> None:
        """No engine is shown as getting ready any more."""
        thinking = self._live.thinking
        if thinking is not None and thinking.what == "prepares":
            self._live.thinking = None
            self._live.views.clear()

    # --- An engine that cannot think -------------------------------------------------------------------

    def _wait_for_engine(self, side: Side, scheduled: ScheduledDecision, problem: EngineUnavailable) -> None:
        """Stop the clock until an engine can think; the time since it was asked does not count."""
        if self._clock is not None:
            self._clock = RealClock(max(scheduled.asked, self._live.table.position.time))
        self._live.retries.reset()
        self._recovery = Recovery(side, scheduled.seat, asyncio.create_task(self._recover(side, problem)))
        self.stop()

    async def _recover(self, side: Side, problem: EngineUnavailable) -> None:
        """Try an engine again and again; then the clock goes on, and the engine is asked as usual."""
        latest: EngineUnavailable | None = problem
        while latest is not None:
            self._live.show_failure(side)
            await self._live.retries.pause(latest)
            latest = await self._problem_of(side)
        self._end_recovery()
        self.go_on()
        self._live.announce()

    async def _problem_of(self, side: Side) -> EngineUnavailable | None:
        """Why an engine cannot think in the current position; None if it can."""
        try:
            await self._live.ask_engine(side, self.position)
        except EngineUnavailable as problem:
            return problem
        except GipfelError:
            pass  # an external engine: it is asked again as usual, and loses if it fails
        return None

    def _drop_useless_recovery(self) -> None:
        """Do not try an engine again if nobody is here, if its seat has changed, or if the game is over."""
        if self._recovery is None:
            return
        table = self._live.table
        same_seat = table.seats[self._recovery.side] == self._recovery.seat
        if not self._live.clients or not same_seat or table.outcome is not None:
            self._end_recovery()

    def _end_recovery(self) -> None:
        if self._recovery is None:
            return
        task, self._recovery = self._recovery.task, None
        self._live.thinking = None
        self._live.views.clear()
        if task is not asyncio.current_task():
            task.cancel()

    def _forget(self, side: Side) -> None:
        if scheduled := self._scheduled.pop(side, None):
            scheduled.engine_task.cancel()


def _time_passed(table: Table, now: int) -> list[Event]:
    """The event that time has passed, if it has."""
    if not table.real_time or table.outcome is not None or now <= table.position.time:
        return []
    return [TimePassed(now)]
