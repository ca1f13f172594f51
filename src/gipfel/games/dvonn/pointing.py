"""DVONN by pointing: the paths of targets that mean a decision, and what a decision moves."""

from gipfel.draw.target import Path, Target
from gipfel.games.core.game import Change
from gipfel.games.dvonn.notation import ends, name_of
from gipfel.games.dvonn.rules import MOVE, NUMBER, PASS, SPACES, occupied, play
from gipfel.kernel.state import State

PASSING = Target("button", "pass")


def spot(number: int) -> Target:
    """The target for the space that has a number."""
    return Target("spot", name_of(number))


def paths(state: State, code: int) -> tuple[Path, ...]:
    """The space to place on; or the stack and where it lands; or the button."""
    if code == PASS:
        return ((PASSING,),)
    if code < MOVE:
        return ((spot(code),),)
    origin, goal = ends(code)
    return ((spot(origin), spot(goal)),)


def changes(state: State, code: int) -> tuple[Change, ...]:
    """The piece that enters, or the stack that moves and those that lose contact by it."""
    if code == PASS:
        return ()
    if code < MOVE:
        return (Change("enter", None, spot(code)),)
    origin, goal = ends(code)
    lost = lost_by(state, code)
    lifted = [Target("spot", name) for name, n in zip(SPACES.names, NUMBER, strict=True) if lost >> n & 1]
    return (Change("move", spot(origin), spot(goal)), *(Change("lift", target, None) for target in lifted))


def lost_by(state: State, code: int) -> int:
    """The spaces whose stacks lose contact by a move, as bits; the moved stack may be among them."""
    after = [*state]
    play(after, code)
    origin, _ = ends(code)
    return occupied(state) & ~(1 << origin) & ~occupied(after)
