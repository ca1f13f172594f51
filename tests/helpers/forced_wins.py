"""What a forced win is, by definition; slow, to check what searches and proofs claim."""

from gipfel.games.core.position import Position


def wins_by_force(position: Position, side: int, decisions: int) -> bool:
    """Does a side win within this number of decisions, whatever the other one does?"""
    if position.outcome is not None:
        return position.outcome.winner == side
    if decisions == 0:
        return False
    after = (wins_by_force(position.play(code), side, decisions - 1) for code in position.codes)
    return any(after) if position.side == side else all(after)
