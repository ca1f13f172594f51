"""Rules of which one kernel asks an integer for an attribute that Numba does not know."""

from dataclasses import replace

from gipfel.kernel.link import kernel
from gipfel.kernel.state import State
from tests.helpers.games.noughts.rules import RULES as COMPILED
from tests.helpers.games.noughts.rules import play as placed
from tests.helpers.games.noughts.rules import start as start


@kernel("void(int64[::1], int64)")
def play(state: State, decision: int) -> None:
    """Place a piece."""
    placed(state, decision * decision.denominator)


RULES = replace(COMPILED, play=play)
