"""Decisions in contests without a game, where there is nothing to search."""

from random import Random

from gipfel.games.core.position import Decision, Position


def guess(position: Position, chance: Random) -> Decision:
    """Throw where chance decides, confirm a report, or choose at random: call a coin, report a result."""
    thrown = position.throw()
    if thrown is not None:
        return thrown
    usual = None if position.contest is None else position.contest.usual
    return Decision(position, chance.choice(position.codes) if usual is None else usual)
