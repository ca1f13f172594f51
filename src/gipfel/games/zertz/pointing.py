"""ZÈRTZ by pointing: the paths of targets that mean a decision, and what a decision moves."""

from gipfel.board.hexagon61 import BIT
from gipfel.draw.target import Path, Target
from gipfel.games.core.game import Change
from gipfel.games.zertz import rules
from gipfel.games.zertz.notation import COLOUR_NAMES, jump_ends, points_in, ring_name
from gipfel.games.zertz.rules import JUMP, NUMBER_OF_POINTS, OVER, PASS, REMOVE, RINGS
from gipfel.kernel.state import State

PASS_BUTTON = Target("button", "pass")


def spot_target(state: State, point: int) -> Target:
    """The target for a point, with or without ring or marble."""
    return Target("spot", ring_name(state, point))


def marble_target(colour: int) -> Target:
    """The target for the marbles of a colour that can be placed."""
    return Target("tray", COLOUR_NAMES[colour])


def paths(state: State, code: int) -> tuple[Path, ...]:
    """The one path of targets that means a decision."""
    if code == PASS:
        return ((PASS_BUTTON,),)
    if code >= JUMP:
        begin, end = jump_ends(code)
        return ((spot_target(state, begin), spot_target(state, end)),)
    spot = spot_target(state, code % NUMBER_OF_POINTS)
    return ((spot,),) if code >= REMOVE else ((marble_target(code // NUMBER_OF_POINTS), spot),)


def changes(state: State, code: int) -> tuple[Change, ...]:
    """What a decision moves: a marble, a ring, and every group that is captured by it."""
    if code == PASS:
        return ()
    if code >= JUMP:
        return _jump_changes(state, code)
    spot = spot_target(state, code % NUMBER_OF_POINTS)
    after = [*state]
    rules.play(after, code)
    gone = [spot_target(state, point) for point in points_in(state[RINGS] & ~after[RINGS])]
    lifted = tuple(Change("lift", target, None) for target in gone)
    if code >= REMOVE:
        return lifted
    return (Change("enter", marble_target(code // NUMBER_OF_POINTS), spot), *lifted)


def _jump_changes(state: State, code: int) -> tuple[Change, ...]:
    begin, end = (spot_target(state, point) for point in jump_ends(code))
    over = spot_target(state, BIT.index(OVER[code - JUMP]))
    return Change("move", begin, end), Change("lift", over, None)
