"""Themes of PÜNCT puzzles: bridges."""

from gipfel.games.punct.rules import Placed, pieces_at, pieces_on, play
from gipfel.kernel.state import State


def themes(state: State, code: int) -> tuple[str, ...]:
    """`bridge` if a piece comes to lie over a space with a gap below it."""
    after = [*state]
    play(after, code)
    before = {*pieces_on(state)}
    moved = [piece for piece in pieces_on(after) if piece not in before]
    return ("bridge",) if any(_is_bridge(after, piece) for piece in moved) else ()


def _is_bridge(state: State, piece: Placed) -> bool:
    """Is there a gap below one of the spaces of a piece?"""
    return any(_height_below(state, piece, space) < piece.level - 1 for space in piece.covered)


def _height_below(state: State, piece: Placed, space: int) -> int:
    """The level of the piece that lies next below on a space; 0 if none does."""
    return max((other.level for other in pieces_at(state, space) if other.level < piece.level), default=0)
