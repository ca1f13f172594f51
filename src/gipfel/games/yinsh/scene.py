"""YINSH as a picture: the board with its lines, rings and markers, what lies beside the board."""

from gipfel.draw.boards import (
    back_to_front,
    letters,
    line_ends,
    numbers,
    outline_without_corners,
    points_of,
)
from gipfel.draw.scene import OWNERS, Mark, Piece, Place, Scene, Stock, Tray
from gipfel.draw.target import Target
from gipfel.games.core.side import is_to_act, side_name
from gipfel.games.yinsh.notation import row_of
from gipfel.games.yinsh.rules import (
    A_RING,
    IN_HAND,
    MARKER,
    PHASE,
    POOL,
    REMOVED,
    ROW,
    RULES,
    SPACES,
    rings_of,
    standing,
)
from gipfel.kernel.state import BLACK, ONGOING, RESULT, WHITE, State
from gipfel.locale import note, say, say_many

NAMES = {
    "ring": (note("white ring"), note("black ring")),
    "marker": (note("white marker"), note("black marker")),
}
"""What players call a piece, by shape and side."""

# --- What never changes -------------------------------------------------------------------------------

MARGIN = 0.92
"""How far the edge of the board is from the outermost spaces."""
BELOW, LEFT = (0.0, -0.68), (-0.68, 0.22)
"""Where letters and numbers stand, seen from the end of a line: clear of a ring there, and a number so low
that a terminal puts it into the row of its space."""

SPACE_XY = points_of(SPACES)
BACK_TO_FRONT = back_to_front(SPACE_XY)

OUTLINE = outline_without_corners(SPACES, MARGIN, MARGIN)
LINE_ENDS = line_ends(SPACES)
PLACES = tuple(Place(Target("spot", name), SPACE_XY[i], "spot") for i, name in enumerate(SPACES.names))
LABELS = (*letters(SPACES, BELOW), *numbers(SPACES, LEFT))

# --- What a state adds --------------------------------------------------------------------------------


def scene(state: State, title: str, sentence: str) -> Scene:
    """What to draw; the rows that the player to act can take now are marked."""
    return Scene(
        game="yinsh",
        title=title,
        outline=OUTLINE,
        lines=LINE_ENDS,
        places=PLACES,
        pieces=_pieces(state),
        labels=LABELS,
        trays=(_tray(state, BLACK), _pool(state), _tray(state, WHITE)),
        marks=_rows(state),
        sentence=sentence,
    )


def _pieces(state: State) -> tuple[Piece, ...]:
    white_rings = rings_of(state, WHITE)
    pieces = []
    for space in BACK_TO_FRONT:
        here = standing(state, space)
        if here == A_RING:
            pieces.append(_piece("ring", WHITE if space in white_rings else BLACK, space))
        elif here:
            pieces.append(_piece("marker", MARKER.index(here), space))
    return tuple(pieces)


def _piece(shape: str, side: int, space: int) -> Piece:
    target = Target("spot", SPACES.names[space])
    return Piece(SPACE_XY[space], shape, OWNERS[side], target=target, name=say(NAMES[shape][side]))


def _beside(shape: str, side: int) -> Piece:
    return Piece((0.0, 0.0), shape, OWNERS[side], name=say(NAMES[shape][side]))


def _tray(state: State, side: int) -> Tray:
    """A player's rings: those still to place, while there are any, and those removed."""
    left, removed = state[IN_HAND + side], state[REMOVED + side]
    ring = _beside("ring", side)
    stocks = [Stock(ring, removed, say_many("ring removed", "rings removed", removed))]
    if left:
        stocks.insert(0, Stock(ring, left, say_many("ring to place", "rings to place", left)))
    return Tray(OWNERS[side], side_name(side), tuple(stocks), is_to_act(state, side))


def _pool(state: State) -> Tray:
    """The markers that belong to nobody."""
    pool = Stock(_beside("marker", WHITE), state[POOL], say("in the pool"))
    return Tray("both", say("Markers"), (pool,))


def _rows(state: State) -> tuple[Mark, ...]:
    """Rows to take; those that share a line are one band."""
    if state[RESULT] != ONGOING or state[PHASE] != ROW:
        return ()
    bands: dict[int, set[int]] = {}
    for code in RULES.codes(state):
        bands.setdefault(code >> 4, set()).update(row_of(code))
    return tuple(Mark("row", tuple(SPACE_XY[space] for space in sorted(band))) for band in bands.values())
