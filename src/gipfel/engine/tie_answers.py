"""Whether an engine accepts the offer to call a contest a tie."""

from collections.abc import Callable

from gipfel.games.core.position import Position
from gipfel.games.core.side import Side


def decided_answer(position: Position, side: Side) -> bool | None:
    """Does the engine on a side accept? It does if the tie serves it.

    None if the contest would be played again: then it depends on who stands better in the game (`answer`).
    """
    if position.tie_serves is not None:
        return position.tie_serves == side
    return True if position.contest is None or position.played is None else None


def answer(position: Position, side: Side, score: Callable[[Position], int]) -> bool:
    """Does the engine on a side accept? It plays again unless it stands better.

    `score` gives the score of a position of the game that is played, from White's point of view.
    """
    decided = decided_answer(position, side)
    contest, played = position.contest, position.played
    if decided is not None or contest is None or played is None:
        return bool(decided)
    own = played.side if contest.side == side else played.side.other
    return (score(played) if own == Side.WHITE else -score(played)) <= 0
