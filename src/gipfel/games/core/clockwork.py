"""Games with time: the kernels such a game adds to the three every game has, and what happens by itself."""

from dataclasses import dataclass

from gipfel.draw.target import Target
from gipfel.games.core.side import Side
from gipfel.kernel.rules import DecisionsKernel, OutcomeKernel, PlayKernel


@dataclass(frozen=True, slots=True)
class Clockwork:
    """How time runs in a game. A game's `play` is `act` followed by the reaction time."""

    time: int
    """Which entry of a state is the game time, in milliseconds."""
    act: PlayKernel
    """Play a decision of either side at the time of the state."""
    advance: PlayKernel
    """Let time pass until then, and happen what falls due."""
    deadline: OutcomeKernel
    """When something will happen by itself, or `never`."""
    others: DecisionsKernel
    """The decisions of the side that is not on turn."""
    other: int
    """All of those are at least this, all decisions of the side on turn are below."""
    never: int
    reaction: int
    """How long a decision takes where nobody looks at a clock: random play, perft, bots."""


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happens without anybody doing it."""

    ms: int
    """When."""
    kind: str
    """A word of the game's rule page: `lost`, `forfeit`, `late`, `pass`, `over`, ..."""
    side: Side | None
    """Whom it concerns, if not both."""
    target: Target | None
    """Where, if it has a place."""
    text: str
    """What, in one sentence."""
