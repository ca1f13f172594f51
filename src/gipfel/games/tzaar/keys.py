"""What a position of TZAAR consists of, for the keys that its images share."""

from gipfel.games.core.position_keys import Layout, Numbers, at_places, set_bits
from gipfel.games.tzaar.rules import BIT, CONTENT, NUMBER_OF_SPACES, PHASE, SIGHT, STACKS
from gipfel.kernel.state import RESULT, SIDE


def facts(states: Numbers) -> tuple[Numbers, Numbers]:
    """The stacks: type, height, owner. Everything else follows from them."""
    black = set_bits(states[:, STACKS + 1], BIT)
    return at_places(NUMBER_OF_SPACES, len(states)), 2 * states[:, CONTENT:SIGHT] + black


LAYOUT = Layout(NUMBER_OF_SPACES, facts, fixed=(SIDE, RESULT, PHASE))


def keys(version: str) -> Layout:
    """All versions have one layout."""
    return LAYOUT
