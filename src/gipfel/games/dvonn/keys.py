"""What a position of DVONN consists of, for the keys that its images share."""

from gipfel.games.core.position_keys import Layout, Numbers, at_places, set_bits
from gipfel.games.dvonn.rules import NUMBER, OWNED, PLACED, STACK
from gipfel.kernel.state import RESULT, SIDE

BITS = [1 << number for number in NUMBER]
COLUMNS = [STACK + number for number in NUMBER]


def facts(states: Numbers) -> tuple[Numbers, Numbers]:
    """The stacks: height, red pieces, owner."""
    white, black = (set_bits(states[:, OWNED + side], BITS) for side in range(2))
    return at_places(len(NUMBER), len(states)), 3 * states[:, COLUMNS] + white + 2 * black


LAYOUT = Layout(len(NUMBER), facts, fixed=(SIDE, RESULT, PLACED))


def keys(version: str) -> Layout:
    """Both versions have one layout."""
    return LAYOUT
