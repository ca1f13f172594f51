"""What engines think about a table for one page: hints, analyses, opinions on everything so far."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from gipfel.draw.picture import plain_target
from gipfel.engine.players import EngineFailure
from gipfel.games.position import Position
from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.server import messages as said
from gipfel.server.live import Live
from gipfel.server.views import Plain

if TYPE_CHECKING:
    from gipfel.server.engines import Opinion, OpinionLine

LOG = logging.getLogger("gipfel.server")

HINT_SECONDS = 1.5
OPINION_SECONDS = 0.25
HINT_LINES = 1


class Thoughts:
    """One thing at a time is thought about for a page; a new one ends the old one."""

    def __init__(self, live: Live, send: Callable[[Plain], None]) -> None:
        self._live = live
        self._send = send
        self._task: asyncio.Task[None] | None = None

    async def stop(self) -> None:
        """End whatever is thought about."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.wait({task})

    def hint(self, message: said.Hint) -> None:
        self._begin(self._hint(message, self._there()), message)

    def analyse(self, message: said.Analyse) -> None:
        position = self._there() if message.at is None else self._live.table.position_at(message.at)
        self._begin(self._analyse(message, position), message)

    def opinion(self, message: said.AskOpinion) -> None:
        self._begin(self._opinions(message), message)

    def _there(self) -> Position:
        return self._live.position

    def _begin(self, work: Coroutine[Any, Any, None], message: said.Said) -> None:
        before = self._task
        self._task = asyncio.create_task(self._do(work, message, before))

    async def _do(
        self, work: Coroutine[Any, Any, None], message: said.Said, before: "asyncio.Task[None] | None"
    ) -> None:
        try:
            if before is not None:
                before.cancel()
                await asyncio.wait({before})
            await work
        except GipfelError as error:
            self._refuse(message, str(error))
        except Exception:
            LOG.exception("table %s: %r", self._live.id, message)
            self._refuse(message, say("This cannot be done: something is wrong in the program."))
        finally:
            work.close()

    def _refuse(self, message: said.Said, reason: str) -> None:
        number = self._live.table.number
        self._send({"type": "refused", "id": message.id, "reason": reason, "number": number})

    async def _hint(self, message: said.Hint, position: Position) -> None:
        if position.outcome is not None or self._live.table.outcome is not None:
            raise GipfelError(say("The game is over."))
        if position.draw() is not None:
            raise GipfelError(say("Chance decides now."))
        last: Opinion | None = None
        engines = self._live.engines
        async with aclosing(engines.analyse(position, message.seconds or HINT_SECONDS, HINT_LINES)) as found:
            async for opinion in found:
                last = opinion
        if last is None or not last.lines or not last.lines[0].decisions:
            raise EngineFailure(say("The engine has nothing to suggest here."))
        decision = position.decision(last.lines[0].decisions[0])
        self._send(
            {
                "type": "hint",
                "id": message.id,
                "decision": decision.text,
                "path": [plain_target(target) for target in decision.path],
                "text": last.text,
                "lines": [_line(line) for line in last.lines],
            }
        )

    async def _analyse(self, message: said.Analyse, position: Position) -> None:
        at = self._live.table.number if message.at is None else message.at
        depth, lines = 0, []
        engines = self._live.engines
        async with aclosing(engines.analyse(position, message.seconds, message.lines)) as found:
            async for opinion in found:
                depth, lines = opinion.depth, [_line(line) for line in opinion.lines]
                self._tell(message, at, depth, lines, False)
        self._tell(message, at, depth, lines, True)

    def _tell(self, message: said.Said, at: int, depth: int, lines: list[Plain], over: bool) -> None:
        told = {"type": "analysis", "id": message.id, "at": at, "depth": depth, "lines": lines, "over": over}
        self._send(told)

    async def _opinions(self, message: said.AskOpinion) -> None:
        table = self._live.table
        for at in range(table.number + 1):
            opinion = await self._live.engines.opinion(
                table.position_at(at), message.seconds or OPINION_SECONDS
            )
            self._send(
                {
                    "type": "opinion",
                    "id": message.id,
                    "at": at,
                    "per_cent": round(opinion.per_cent, 1),
                    "over": at == table.number,
                }
            )


def _line(line: "OpinionLine") -> Plain:
    return {
        "text": line.text,
        "per_cent": round(line.per_cent, 1),
        "score": line.score,
        "decisions": [*line.decisions],
    }
