"""Turns in notation, where a turn is its decisions one behind the other."""

from gipfel.games.core.position import Decision, Position
from gipfel.notation.errors import not_finished, over_before


def read_joined(position: Position, text: str, between: str) -> list[Decision]:
    """The decisions of a whole turn. Raises NotationError or IllegalDecision."""
    played, after = read_parts(position, text, between)
    if after.turn == position.turn:
        raise not_finished(text, after.legal_summary())
    return played


def read_parts(position: Position, text: str, between: str) -> tuple[list[Decision], Position]:
    """The decisions of a turn that need not be finished, and the position after them."""
    turn = position.turn
    played: list[Decision] = []
    for part in text.split(between):
        if position.turn != turn:
            raise over_before(text, repr(part.strip()))
        played.append(position.decision(part))
        position = position.play(played[-1])
    return played, position
