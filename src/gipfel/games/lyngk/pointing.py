"""LYNGK by pointing: the paths of targets that mean a decision, and what a decision moves."""

from gipfel.draw.target import Path, Target
from gipfel.games.core.game import Change
from gipfel.games.lyngk.rules import CLAIM, MOVE, NUMBER_OF_SPOTS, PASS, SPOTS, height, play
from gipfel.games.lyngk.words import COLOUR_NAMES
from gipfel.kernel.state import State

PASSING = Target("button", "pass")


def spot(number: int) -> Target:
    """The target for a spot given by its index."""
    return Target("spot", SPOTS.names[number])


def marker(colour: int) -> Target:
    """The target for the marker of a colour, which claims it."""
    return Target("tray", COLOUR_NAMES[colour])


def paths(state: State, code: int) -> tuple[Path, ...]:
    """From a stack to another one; or the marker of a colour; or the button to pass."""
    if code == PASS:
        return ((PASSING,),)
    if code >= CLAIM:
        return ((marker(code - CLAIM),),)
    start, goal = divmod(code, MOVE)
    return ((spot(start), spot(goal)),)


def changes(state: State, code: int) -> tuple[Change, ...]:
    """The stack that moves, and those that are captured by it or by a claim."""
    if code == PASS:
        return ()
    if code >= CLAIM:
        return captures(state, code)
    start, goal = divmod(code, MOVE)
    return (Change("move", spot(start), spot(goal)), *captures(state, code))


def captures(state: State, code: int) -> tuple[Change, ...]:
    """The stacks that leave the board with a decision."""
    after = [*state]
    play(after, code)
    moved = code // MOVE if code < CLAIM else None
    return tuple(
        Change("lift", spot(number), None)
        for number in range(NUMBER_OF_SPOTS)
        if number != moved and height(state, number) and not height(after, number)
    )
