"""Hints, analyses and opinions of engines for one connection.

On a server for others, the time of each is limited, and their number for each address.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import aclosing, nullcontext
from typing import TYPE_CHECKING

from gipfel.draw.picture import target_parts
from gipfel.games.core.position import Position
from gipfel.games.core.shown import change_view
from gipfel.locale import note, say
from gipfel.notation.errors import GipfelError
from gipfel.server.analyses.judging import GameJudge, KnownJudgements
from gipfel.server.contract import client_messages as messages
from gipfel.server.contract import server_messages as sent
from gipfel.server.engines.failures import EngineUnavailable, log_failure
from gipfel.server.security.limits import (
    CLIENT_ADDRESS,
    ENGINE_SECONDS,
    ENGINE_SECONDS_PER_POSITION,
    AddressLimits,
    duration_text,
)
from gipfel.server.socket.variations import Variation
from gipfel.server.tables.live_table import LiveTable

if TYPE_CHECKING:
    from gipfel.server.engines.service import Opinion, OpinionLine

LOG = logging.getLogger("gipfel.server")

HINT_SECONDS = 1.5
OPINION_SECONDS = 0.25
HINT_LINES = 1
PREPARES = note("The engine gets ready for this game. This takes some seconds, and only the first time.")


class AnalysisTasks:
    """Runs one engine request at a time for a connection; a new one ends the old one."""

    def __init__(
        self,
        live: LiveTable,
        send: Callable[[sent.ServerMessage], None],
        limits: AddressLimits | None = None,
        known: KnownJudgements | None = None,
    ) -> None:
        """`limits` is None on a local server. Without `known`, every position is searched anew."""
        self._live = live
        self._send = send
        self._known = known
        self._variation = Variation()
        self._limits = limits
        self._tasks: set[asyncio.Task[None]] = set()
        """The newest request, and older ones that are ending."""

    async def stop(self) -> None:
        """End the running request."""
        if ending := self._cancel_running():
            await asyncio.wait(ending)

    def hint(self, message: messages.Hint) -> None:
        """Raises GipfelError, as the others do."""
        seconds, position = self._checked_seconds(message.seconds) or HINT_SECONDS, self._live.position
        self._begin(lambda: self._hint(message, position, seconds), message)

    def analyse(self, message: messages.Analyse) -> None:
        if message.line:
            position = self._variation.reached(self._live.table.position_at(message.at or 0), message.line)
        elif message.at is None:
            position = self._live.position
        else:
            position = self._live.table.position_at(message.at)
        longest = None if self._limits is None else ENGINE_SECONDS
        seconds = self._checked_seconds(message.seconds) or longest
        self._begin(lambda: self._analyse(message, position, seconds), message)

    def opinion(self, message: messages.AskOpinion) -> None:
        seconds = self._checked_seconds(message.seconds, ENGINE_SECONDS_PER_POSITION) or OPINION_SECONDS
        self._begin(lambda: self._opinions(message, seconds), message)

    def _checked_seconds(self, seconds: float | None, most: float = ENGINE_SECONDS) -> float | None:
        """The seconds of a request. Raises GipfelError if there are too many."""
        if self._limits is not None and (seconds or 0) > most:
            raise GipfelError(
                say("Here engines think about that for at most {time}.", time=duration_text(most))
            )
        return seconds

    def _cancel_running(self) -> "Collection[asyncio.Task[None]]":
        """Cancel the running requests; returns those that have not ended."""
        for task in self._tasks:
            if not task.cancelling():  # not twice
                task.cancel()
        return [*self._tasks]

    def _begin(self, work: Callable[[], Awaitable[None]], message: messages.ClientMessage) -> None:
        # Cancelled here, as the new task may be cancelled itself before it starts.
        task = asyncio.create_task(self._do(work, message, self._cancel_running()))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _do(
        self,
        work: Callable[[], Awaitable[None]],
        message: messages.ClientMessage,
        before: "Collection[asyncio.Task[None]]",
    ) -> None:
        try:
            if before:
                await asyncio.wait(before)
            with nullcontext() if self._limits is None else self._limits.thinking(CLIENT_ADDRESS.get()):
                await work()
        except EngineUnavailable as problem:
            log_failure(self._live.id, problem)
            self._refuse(message, say("The engine cannot think at the moment; try again later."))
        except GipfelError as error:
            self._refuse(message, error.translated)
        except Exception:
            LOG.exception("table %s: %r", self._live.id, message)
            self._refuse(message, say("This cannot be done: something is wrong in the program."))

    def _on_preparing(self) -> None:
        """Say that the engine is not ready yet."""
        self._send({"type": "prepares", "text": say(PREPARES)})

    def _refuse(self, message: messages.ClientMessage, reason: str) -> None:
        self._send(sent.refusal(reason, message.id, self._live.table.number))

    async def _hint(self, message: messages.Hint, position: Position, seconds: float) -> None:
        if position.outcome is not None or self._live.table.outcome is not None:
            raise GipfelError(say("The game is over."))
        self._live.table.check_no_chance()
        last: Opinion | None = None
        engines = self._live.engines
        async with aclosing(engines.analyse(position, seconds, HINT_LINES, self._on_preparing)) as found:
            async for opinion in found:
                last = opinion
        if last is None or not last.lines or not last.lines[0].decisions:
            raise GipfelError(say("The engine has nothing to suggest here."))
        decision = position.decision(last.lines[0].decisions[0])
        self._send(
            {
                "type": "hint",
                "id": message.id,
                "decision": decision.text,
                "path": [target_parts(target) for target in decision.path],
                "text": last.text,
                "lines": [_line(line) for line in last.lines],
            }
        )

    async def _analyse(self, message: messages.Analyse, position: Position, seconds: float | None) -> None:
        at = self._live.table.number if message.at is None else message.at
        depth = 0
        lines: list[sent.Line] = []
        engines = self._live.engines
        lines_wanted = message.lines
        async with aclosing(engines.analyse(position, seconds, lines_wanted, self._on_preparing)) as found:
            async for opinion in found:
                depth = opinion.depth
                lines = [_line_with_changes(position, line) for line in opinion.lines]
                self._send_analysis(message, at, depth, lines, False)
        self._send_analysis(message, at, depth, lines, True)

    def _send_analysis(
        self, message: messages.ClientMessage, at: int, depth: int, lines: list[sent.Line], over: bool
    ) -> None:
        self._send(
            {"type": "analysis", "id": message.id, "at": at, "depth": depth, "lines": lines, "over": over}
        )

    async def _opinions(self, message: messages.AskOpinion, seconds: float) -> None:
        judge = GameJudge(self._live.table, self._live.engines, self._known, seconds)
        async for opinion in judge.opinions(message.id, self._on_preparing, message.known):
            self._send(opinion)


def _line_with_changes(position: Position, line: "OpinionLine") -> sent.Line:
    """A line, with what its first decision changes on the board."""
    found = _line(line)
    if line.decisions:
        found["changes"] = [change_view(change) for change in position.decision(line.decisions[0]).changes]
    return found


def _line(line: "OpinionLine") -> sent.Line:
    return {
        "text": line.text,
        "per_cent": round(line.per_cent, 1),
        "score": line.score,
        "decisions": [*line.decisions],
    }
