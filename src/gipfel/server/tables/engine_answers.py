"""What engines answer to offers: only a tie of a contest can be offered to them."""

from typing import TYPE_CHECKING

from gipfel.games.core.position import Position
from gipfel.games.core.side import Side

if TYPE_CHECKING:
    from gipfel.server.engines.service import EngineService

SECONDS = 0.25
"""How long an engine thinks about a tie after which the contest would be played again."""


async def accepts_tie(engines: "EngineService", position: Position, side: Side) -> bool:
    """Does an engine that plays a side accept a tie of the contest? Raises EngineUnavailable.

    It does if the tie serves it. If the contest would be played again, it does unless it stands better.
    """
    if position.tie_serves is not None:
        return position.tie_serves == side
    contest, played = position.contest, position.played
    if contest is None or played is None:
        return True
    own = played.side if contest.side == side else played.side.other
    score = (await engines.opinion(played, SECONDS)).score
    return (score if own == Side.WHITE else -score) <= 0
