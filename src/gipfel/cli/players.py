"""Who can sit at the terminal."""

from enum import StrEnum
from random import Random

from gipfel.games.position import Decision, Position


class Player(StrEnum):
    """Who chooses the decisions of a side."""

    HUMAN = "human"
    RANDOM = "random"


def choose(position: Position, chance: Random) -> Decision:
    """What the random player does: any legal decision."""
    return chance.choice(position.decisions())


ADVICE = "any legal decision, chosen at random"
"""What `advise` is worth, in words for the person who asked."""


def advise(position: Position) -> Decision:
    """A decision to recommend; the same one as long as the position is the same."""
    return choose(position, Random(str(position)))
