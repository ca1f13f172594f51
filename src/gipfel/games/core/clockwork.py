"""Games with time: the kernels they add to the three of every game, and events that happen by themselves."""

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
    """Let time pass until a given time, with everything that falls due before."""
    deadline: OutcomeKernel
    """When something will happen by itself, or `never`."""
    others: DecisionsKernel
    """The decisions of the side that is not on turn."""
    other: int
    """The lowest number of such a decision; all decisions of the side on turn have lower numbers."""
    never: int
    """What `deadline` returns if nothing will happen."""
    reaction: int
    """How long a decision takes where no clock runs: in random play, perft and searches."""
    pace: int
    """About how long people take for a turn while time runs; it says how long a game takes."""


@dataclass(frozen=True, slots=True)
class AutomaticEvent:
    """An event that no player causes: a glass runs out, a turn is passed."""

    ms: int
    """When."""
    kind: str
    """A word of the game's rule page: `lost`, `forfeit`, `late`, `pass`, `over`, ..."""
    side: Side | None
    """The side it concerns; None if both."""
    target: Target | None
    """The place where it happens, if there is one."""
    text: str
    """What happens, in one sentence."""
