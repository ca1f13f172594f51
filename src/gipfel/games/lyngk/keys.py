"""What a position of LYNGK consists of, for the keys that its images share."""

from gipfel.games.core.position_keys import Layout, Numbers, at_places
from gipfel.games.lyngk.rules import CAPTURED, CLAIMS, LIMIT, NUMBER_OF_SPOTS, PHASE, SEEN, STACK, TAKES_FIVES
from gipfel.kernel.state import RESULT, SIDE


def facts(states: Numbers) -> tuple[Numbers, Numbers]:
    """The stacks, piece by piece. Everything else on the board follows from them."""
    return at_places(NUMBER_OF_SPOTS, len(states)), states[:, STACK:SEEN]


OTHERS = (PHASE, LIMIT, TAKES_FIVES, CLAIMS, CLAIMS + 1, CAPTURED, CAPTURED + 1)
LAYOUT = Layout(NUMBER_OF_SPOTS, facts, fixed=(SIDE, RESULT, *OTHERS))


def keys(version: str) -> Layout:
    """Both versions have one layout."""
    return LAYOUT
