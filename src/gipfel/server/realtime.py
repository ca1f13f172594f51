"""Games with time at a table: the server's clock drives the game, whoever looks.

The clock runs while somebody looks and the game goes on. What falls due is stored before it is shown, as
decisions are. Engines think while the sand runs, and act a little later, as people do.
"""

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from gipfel.engine.players import EngineFailure
from gipfel.games.clock import RealClock
from gipfel.games.position import Position
from gipfel.games.side import Side
from gipfel.notation.errors import GipfelError
from gipfel.table.happenings import Happening, Reached
from gipfel.table.table import Table

if TYPE_CHECKING:
    from gipfel.server.live import Live

LOG = logging.getLogger("gipfel.server")

TICK = 250
"""Milliseconds between two pictures of the running sand."""
SLOWEST, FASTEST = 4000, 1000
"""Between these an engine needs for a decision, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Plan:
    """When an engine will act, and what it will do when it has thought about it."""

    due: int
    thought: "asyncio.Task[str | None]"


class RealTime:
    """The clock of a table, and the engines that live by it."""

    def __init__(self, live: "Live") -> None:
        self._live = live
        self._clock: RealClock | None = None
        self._task: asyncio.Task[None] | None = None
        self._awake = asyncio.Event()
        self._plans: dict[Side, Plan] = {}
        self._chance = Random()

    @property
    def running(self) -> bool:
        return self._clock is not None

    @property
    def now(self) -> int:
        """The game time."""
        reached = self._live.table.position.time
        return reached if self._clock is None else max(reached, self._clock.now_ms())

    @property
    def position(self) -> Position:
        """The position now, as far as what has happened is stored: nothing is shown before that."""
        position = self._live.table.position
        due = position.next_deadline()
        now = self.now
        return position.at(now if due is None else max(position.time, min(now, due - 1)))

    def go_on(self) -> None:
        """Let the clock run, if the game is not over."""
        if self._clock is None and self._live.table.outcome is None:
            self._clock = RealClock(self._live.table.position.time)
            self._task = asyncio.create_task(self._run())

    def look_again(self) -> None:
        """Something has happened."""
        self._awake.set()

    async def stand_still(self, keep: bool = True) -> None:
        """Stop the clock, and remember the time it shows."""
        if self._clock is None:
            return
        now = self.now
        task, self._task = self._task, None
        for side in Side:
            self._forget(side)
        if task is not None and task is not asyncio.current_task():
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self._clock = None
        if keep:
            with suppress(GipfelError):
                await self._live.happen(lambda table: _reached(table, now))

    # --- While the clock runs --------------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            while self._live.table.outcome is None:
                await self._step()
                self._awake.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._awake.wait(), self._pause())
        except GipfelError as error:
            # The database, for instance: as long as it does not work the game cannot go on.
            LOG.warning("table %s: %s", self._live.id, error)
        finally:
            self._clock = None
            for side in Side:
                self._forget(side)
        self._live.announce()

    def _pause(self) -> float:
        """Seconds until something has to be done."""
        instants = [self.now + TICK, *(plan.due for plan in self._plans.values())]
        if (deadline := self._live.table.position.next_deadline()) is not None:
            instants.append(deadline)
        return max(0.005, (min(instants) - self.now) / 1000)

    async def _step(self) -> None:
        deadline = self._live.table.position.next_deadline()
        if deadline is not None and deadline <= self.now:
            now = self.now
            await self._live.happen(lambda table: _reached(table, now))
        for side in Side:
            await self._let_act(side)
        for watcher in [*self._live.watchers]:
            watcher.show_time()

    # --- Engines ---------------------------------------------------------------------------------------

    async def _let_act(self, side: Side) -> None:
        """Let an engine plan a decision, or make it when its time has come."""
        table, position = self._live.table, self.position
        if table.seats[side].person or table.outcome is not None or not position.decisions(side):
            self._forget(side)
        elif side not in self._plans:
            due = self.now + self._chance.randint(FASTEST, SLOWEST)
            thought = asyncio.create_task(self._live.ask_engine(side, position))
            thought.add_done_callback(lambda _: self.look_again())
            self._plans[side] = Plan(due, thought)
        elif self._plans[side].due <= self.now and self._plans[side].thought.done():
            await self._carry_out(side, self._plans.pop(side))

    async def _carry_out(self, side: Side, plan: Plan) -> None:
        """Make the planned decision if it is still possible; an engine that fails loses."""
        from gipfel.server.live import failed

        self._live.thinking = None
        try:
            text = plan.thought.result()
        except EngineFailure as failure:
            problem = failed(side, str(failure))
            await self._live.happen(lambda table: [problem])
            return
        now = self.now
        if text is not None and text in {made.text for made in self.position.decisions(side)}:
            with suppress(GipfelError):
                await self._live.happen(lambda table: [table.decided(text, side, now)])

    def _forget(self, side: Side) -> None:
        if plan := self._plans.pop(side, None):
            plan.thought.cancel()


def _reached(table: Table, now: int) -> list[Happening]:
    """Time has passed, if it has."""
    return [Reached(now)] if now > table.position.time and table.outcome is None else []
