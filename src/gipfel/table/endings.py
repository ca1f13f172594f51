"""How games end other than on the board, and when a game that does not end is a draw."""

from gipfel.games.core.playthrough import MOST_TURNS
from gipfel.games.core.position import Position
from gipfel.games.core.side import Outcome, Side

MOST_DECISIONS = 30_000
"""Like MOST_TURNS, for a single turn that does not end because a contest in it does not."""
RESIGNATION = "resignation"
FAILURE = "engine failure"
AGREEMENT = "agreement"
TIME = "time"
SCORES: dict[str, Side | None] = {"1-0": Side.WHITE, "0-1": Side.BLACK, "1/2-1/2": None}


def draw_by_length(position: Position, number: int) -> Outcome | None:
    """A draw if a game is too long after `number` decisions and has no rule of its own against that.

    A player can lift this limit.
    """
    if position.game.clockwork is not None or position.game.repetitions:
        return None
    if position.turn >= MOST_TURNS:
        return Outcome(None, f"no end after {MOST_TURNS} turns")
    if number >= MOST_DECISIONS:
        return Outcome(None, f"no end after {MOST_DECISIONS} decisions")
    return None
