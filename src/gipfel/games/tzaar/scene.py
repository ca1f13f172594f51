"""TZAAR as a picture: the hexagon with its hole, the stacks, what each player still shows."""

from dataclasses import replace

from gipfel.board import OFF, distance
from gipfel.draw.boards import back_to_front, label_outside, line_ends, outline, points_of
from gipfel.draw.scene import OWNERS, XY, Piece, Place, Scene, Stock, Tray
from gipfel.draw.shape_registry import add_shape
from gipfel.draw.target import Target
from gipfel.games.core.side import is_to_act, side_name
from gipfel.games.tzaar.pointing import hand, spot
from gipfel.games.tzaar.rules import (
    CENTRE,
    CONTENT,
    NUMBER_OF_SPACES,
    PHASE,
    PIECES,
    PLACING,
    SHOWN,
    SPACES,
    TOTT,
    TYPE,
    TYPES,
    TZAAR,
    height,
    owner,
    pieces_of,
)
from gipfel.games.tzaar.words import TYPE_NAMES, in_hand
from gipfel.kernel.state import BLACK, SIDE, WHITE, State
from gipfel.locale import note, say, say_many

add_shape("stack", "gipfel.games.tzaar.stack")

PIECE_NAMES = (
    (note("white Tzaar"), note("white Tzarra"), note("white Tott")),
    (note("black Tzaar"), note("black Tzarra"), note("black Tott")),
)
"""By side and type."""
IN_HAND_TITLES = (note("White · in hand"), note("Black · in hand"))

# --- What never changes -----------------------------------------------------------------------------

MARGIN = 1.24
"""How far the corners of the board are from the outermost spaces."""
LABEL = 0.74
"""How far a label is from the space at the edge it belongs to: clear of a high stack."""

SPACE_AT = points_of(SPACES)
BACK_TO_FRONT = back_to_front(SPACE_AT)
HOLE = Piece(SPACES.xy(CENTRE), "hole", "board", target=Target("hole", "e5"))
OUTLINE = outline(SPACES, MARGIN)
LINE_ENDS = line_ends(SPACES)
PLACES = tuple(Place(spot(space), SPACE_AT[space], "spot") for space in range(NUMBER_OF_SPACES))
LABELS = tuple(
    label_outside(SPACES, space, LABEL) for space, cell in enumerate(SPACES.cells) if distance(cell) == 4
)

# --- What a state adds --------------------------------------------------------------------------------


def scene(state: State, title: str, sentence: str) -> Scene:
    """What to draw."""
    return Scene(
        game="tzaar",
        title=title,
        outline=OUTLINE,
        lines=LINE_ENDS,
        places=PLACES,
        pieces=(replace(HOLE, name=say("hole")), *_stacks(state)),
        labels=LABELS,
        trays=(_tray(state, BLACK), _tray(state, WHITE)),
        sentence=sentence,
    )


def _stacks(state: State) -> tuple[Piece, ...]:
    return tuple(_stack(state, space) for space in BACK_TO_FRONT if owner(state, space) != OFF)


def _stack(state: State, space: int) -> Piece:
    kind, high = state[CONTENT + space] & TYPE, height(state, space)
    return _piece(owner(state, space), kind, high, SPACE_AT[space], spot(space))


def _piece(side: int, kind: int, high: int = 1, at: XY = (0.0, 0.0), target: Target | None = None) -> Piece:
    label = str(high) if high > 1 else ""
    name = say(PIECE_NAMES[side][kind])
    return Piece(at, "stack", OWNERS[side], high, TYPE_NAMES[kind], label, target, name=name)


def _tray(state: State, side: int) -> Tray:
    """What a player has in hand while pieces are placed; later what each type shows, and the captures."""
    placing = state[PHASE] == PLACING
    stocks = [(_hand if placing else _shown)(state, side, kind) for kind in range(TYPES)]
    if not placing:
        captured = PIECES - pieces_of(state, 1 - side)
        name = say_many("captured", "captured", captured)
        stocks.append(Stock(_piece(1 - side, TOTT), captured, name))
    title = say(IN_HAND_TITLES[side]) if placing else side_name(side)
    return Tray(OWNERS[side], title, tuple(stocks), is_to_act(state, side))


def _hand(state: State, side: int, kind: int) -> Stock:
    """Pieces to place; the player to act can point at them."""
    piece = _piece(side, kind, target=hand(kind) if state[SIDE] == side else None)
    return _stock(piece, kind, in_hand(state, side, kind))


def _shown(state: State, side: int, kind: int) -> Stock:
    return _stock(_piece(side, kind), kind, state[SHOWN + TYPES * side + kind])


def _stock(piece: Piece, kind: int, number: int) -> Stock:
    return Stock(piece, number, _counted(kind, number))


def _counted(kind: int, number: int) -> str:
    """The name of pieces of a type after their number."""
    if kind == TZAAR:
        return say_many("Tzaar", "Tzaars", number)
    return say_many("Tott", "Totts", number) if kind == TOTT else say_many("Tzarra", "Tzarras", number)
