"""DVONN as a picture: the long hexagon with its spaces, the stacks, what is still to be placed, the score."""

from math import atan2

from gipfel.board import DIRECTIONS, OFF
from gipfel.draw.own_shapes import add_shape
from gipfel.draw.scene import XY, Label, Piece, Place, Scene, Stock, Tray
from gipfel.draw.target import Target
from gipfel.games.core.side import side_name
from gipfel.games.dvonn import rules
from gipfel.games.dvonn.rules import NUMBER, PIECES, PLACED, REDS, SPACES, Stack, stack_on
from gipfel.kernel.state import BLACK, ONGOING, RESULT, SIDE, WHITE, State
from gipfel.locale import note, say

add_shape("hollow", "gipfel.games.dvonn.hollow")

SIDES = ("white", "black")
COLOURS = ("white", "black", "red")
PIECE_NAMES = (note("white piece"), note("black piece"), note("red piece"))
STACK_NAMES = (note("white stack"), note("black stack"), note("red stack"))
NAMES_WITH_RED = (
    note("white stack with red inside (*)"),
    note("black stack with red inside (*)"),
    note("red stack with red inside (*)"),
)
"""What players call a piece and a stack, by colour."""

# --- What never changes -----------------------------------------------------------------------------

EDGE = 1.2
"""How far the corners of the board are from the spaces in its corners."""
LABEL = 0.78
"""How far a label is from the first space of its line."""

SPACE_AT: tuple[XY, ...] = tuple(SPACES.xy(cell) for cell in SPACES.cells)
BACK_TO_FRONT = sorted(range(len(SPACES)), key=lambda space: (-round(SPACE_AT[space][1], 3), SPACE_AT[space]))
"""Spaces in drawing order: a stack nearer to the viewer may hide the edge of one behind it."""

UP, RIGHT = 0, 2
"""The directions of diagonals and rows: a diagonal begins at its lower end, a row on the left."""


def _beyond(space: int, direction: int, distance: float) -> XY:
    """The point so far from a space in a direction."""
    (x, y), (dx, dy) = SPACE_AT[space], SPACES.xy(DIRECTIONS[direction])
    return x + distance * dx, y + distance * dy


def _outline() -> tuple[XY, ...]:
    """The spaces with three neighbours are in the corners; away from the middle one lies the corner."""
    corners = []
    for space, around in enumerate(SPACES.neighbours):
        towards = [d for d in range(6) if around[d] != OFF]
        if len(towards) == 3:
            middle = next(d for d in towards if {(d + 1) % 6, (d - 1) % 6} <= set(towards))
            corners.append(_beyond(space, (middle + 3) % 6, EDGE))
    return tuple(sorted(corners, key=lambda corner: atan2(*corner)))


def _labels() -> tuple[Label, ...]:
    """A letter below each diagonal, a number to the left of each row."""
    labels = []
    for space, (name, around) in enumerate(zip(SPACES.names, SPACES.neighbours, strict=True)):
        for direction, text in ((UP, name[0]), (RIGHT, name[1])):
            back = (direction + 3) % 6
            if around[back] == OFF:
                labels.append(Label(text, _beyond(space, back, LABEL)))
    return tuple(labels)


OUTLINE = _outline()
LABELS = _labels()
PLACES = tuple(
    Place(Target("spot", name), at, "space") for name, at in zip(SPACES.names, SPACE_AT, strict=True)
)

# --- What a state adds --------------------------------------------------------------------------------


def scene(state: State, title: str, sentence: str) -> Scene:
    """What to draw."""
    return Scene(
        game="dvonn",
        title=title,
        outline=OUTLINE,
        places=PLACES,
        pieces=_pieces(state),
        labels=LABELS,
        trays=(_tray(state, BLACK), _tray(state, WHITE)),
        sentence=sentence,
    )


def _pieces(state: State) -> tuple[Piece, ...]:
    pieces = []
    for space in BACK_TO_FRONT:
        stack = stack_on(state, NUMBER[space])
        if stack.height:
            pieces.append(_piece(stack, SPACE_AT[space], Target("spot", SPACES.names[space])))
    return tuple(pieces)


def _piece(stack: Stack, at: XY = (0.0, 0.0), target: Target | None = None) -> Piece:
    """A stack with its height written on it, and a star for each red piece inside."""
    colour = COLOURS.index("red") if stack.owner is None else stack.owner
    stars = "" if stack.owner is None else "*" * stack.reds
    return Piece(
        at,
        "hollow",
        COLOURS[colour],
        stack.height,
        mark=stars,
        label=f"{stack.height}{stars}" if stack.height > 1 else "",
        target=target,
        name=say(_name(stack, colour)),
    )


def _name(stack: Stack, colour: int) -> str:
    """Without the height, which is the label: the legend of a terminal names each kind once."""
    if stack.height == 1:
        return PIECE_NAMES[colour]
    return (NAMES_WITH_RED if stack.reds else STACK_NAMES)[colour]


def _tray(state: State, side: int) -> Tray:
    active = state[RESULT] == ONGOING and state[SIDE] == side
    return Tray(SIDES[side], side_name(side), _stocks(state, side), active)


def _stocks(state: State, side: int) -> tuple[Stock, ...]:
    """What a player has still to place, the red pieces first; afterwards the score."""
    own = _piece(Stack(side, 1, 0))
    if state[PLACED] == PIECES:
        return (Stock(own, rules.score(state, side), say("points")),)
    reds, others = _to_place(state[PLACED], side)
    red = (Stock(_piece(Stack(None, 1, 1)), reds, say("red to place")),) if reds else ()
    return (*red, Stock(own, others, say("to place")))


def _to_place(placed: int, side: int) -> tuple[int, int]:
    """The red pieces and the own ones that a player still has: the sides take turns (3.1)."""
    reds = sum(n % 2 == side for n in range(placed, REDS))
    own = sum(n % 2 == side for n in range(max(placed, REDS), PIECES))
    return reds, own
