"""What engines answer to offers: only a tie of a contest can be offered to them."""

from typing import TYPE_CHECKING

from gipfel.engine.tie_answers import answer, decided_answer
from gipfel.games.core.position import Position
from gipfel.games.core.side import Side

if TYPE_CHECKING:
    from gipfel.server.engines.service import EngineService

SECONDS = 0.25
"""How long an engine thinks about a tie after which the contest would be played again."""


async def accepts_tie(engines: "EngineService", position: Position, side: Side) -> bool:
    """Does an engine that plays a side accept a tie of the contest? Raises EngineUnavailable."""
    decided = decided_answer(position, side)
    if decided is not None or position.played is None:
        return bool(decided)
    score = (await engines.opinion(position.played, SECONDS)).score
    return answer(position, side, lambda _: score)
