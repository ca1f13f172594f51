"""PÜNCT by pointing: the paths of targets that mean a decision, and what a decision moves.

To add a piece: the piece in the tray, the space for its PÜNCT, the orientation. To move one: its PÜNCT,
the space to which that goes, the orientation. A position often has five thousand paths, so all targets are
created once.
"""

from gipfel.draw.target import Path, Target
from gipfel.games.core.game import Change
from gipfel.games.punct.rules import MOVE
from gipfel.games.punct.tables import BOARD, PER_SPACE, TYPES
from gipfel.kernel.state import State

TRAYS = tuple(Target("tray", letter) for letter in TYPES)
SPOTS = tuple(Target("spot", name) for name in BOARD.names)
TURNS = tuple(Target("turn", str(orientation)) for orientation in range(6))


def paths(state: State, code: int) -> tuple[Path, ...]:
    """The one path of targets that means a decision."""
    origin, number = divmod(code, MOVE)
    space, rest = divmod(number, PER_SPACE)
    first = SPOTS[origin - 1] if origin else TRAYS[rest // 6]
    return ((first, SPOTS[space], TURNS[rest % 6]),)


def changes(state: State, code: int) -> tuple[Change, ...]:
    """The piece that enters, or moves; one that turns on the spot moves to where it was."""
    first, goal, _ = paths(state, code)[0]
    return (Change("enter" if code < MOVE else "move", first, goal),)
