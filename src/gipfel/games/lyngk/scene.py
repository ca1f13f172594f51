"""LYNGK as a picture: the star with its spots, the towers, what each player has claimed and captured."""

from dataclasses import replace
from math import hypot

from gipfel.board import DIRECTIONS
from gipfel.draw.boards import back_to_front, label_towards, line_ends, moved, points_of
from gipfel.draw.scene import OWNERS, XY, Piece, Place, Scene, Stock, Tray
from gipfel.draw.shape_registry import add_place, add_shape
from gipfel.draw.target import Target
from gipfel.games.core.side import is_to_act
from gipfel.games.lyngk.pointing import marker, spot
from gipfel.games.lyngk.rules import (
    CAPTURED,
    COLOURS,
    FIVE,
    JOKER,
    LIMIT,
    NUMBER_OF_SPOTS,
    SPOTS,
    STACK,
    TOPPED,
    claims_of,
    owner,
    pieces_in,
)
from gipfel.games.lyngk.words import COLOUR_WORDS, LETTERS, PLAYERS
from gipfel.kernel.state import BLACK, WHITE, State
from gipfel.locale import note, say, say_many

add_shape("tower", "gipfel.games.lyngk.tower")
add_place(EMPTY := note("empty space"), "gipfel.games.lyngk.node")

PAINTS = ("white", "blue", "red", "green", "black", "grey")
"""The colours of pieces, jokers last, by their names in themes."""
STACK_NAMES = (
    note("ivory stack"),
    note("blue stack"),
    note("red stack"),
    note("green stack"),
    note("black stack"),
    COLOUR_WORDS[JOKER],
)
CAPTIVE = (2, 1, 3, 4, 0)
"""The tower that stands for captured stacks: all five colours, from the bottom to the top."""

# --- What never changes -----------------------------------------------------------------------------

TIP, NOTCH = 4.72, 4.0
"""How far the points of the star and its inner corners are from the middle."""
LABEL = 0.84
"""How far a label is from its spot: a tower of six and the ring of a target do not reach it."""

SPOT_AT = points_of(SPOTS)
BACK_TO_FRONT = back_to_front(SPOT_AT)
LINE_ENDS = line_ends(SPOTS)
PLACES = tuple(Place(spot(number), SPOT_AT[number], EMPTY) for number in range(NUMBER_OF_SPOTS))
LABELS = tuple(
    label_towards(SPOTS, number, direction, LABEL)
    for column in SPOTS.columns
    for number, direction in {column[-1]: (0.0, 1.0), column[0]: (0.0, -1.0)}.items()
)
"""Above and below the columns; a column of one spot has its name below."""


def _star() -> tuple[XY, ...]:
    """The edge of the board: an inner corner on each line through the middle, a point between two of them."""
    corners = []
    for direction, following in zip(DIRECTIONS, (*DIRECTIONS[1:], DIRECTIONS[0]), strict=True):
        ahead, beside = SPOTS.xy(direction), SPOTS.xy(following)
        between = moved(ahead, beside)
        corners += [_at(ahead, NOTCH), _at(between, TIP)]
    return tuple(corners)


def _at(towards: XY, far: float) -> XY:
    return moved((0.0, 0.0), towards, far / hypot(*towards))


OUTLINE = _star()

# --- What a state adds --------------------------------------------------------------------------------


def scene(state: State, title: str, sentence: str) -> Scene:
    """What to draw."""
    return Scene(
        game="lyngk",
        title=title,
        outline=OUTLINE,
        lines=LINE_ENDS,
        places=PLACES,
        pieces=tuple(_stack(state, number) for number in BACK_TO_FRONT if state[STACK + number]),
        labels=LABELS,
        trays=(_tray(state, BLACK), _neutral(state), _tray(state, WHITE)),
        sentence=sentence,
    )


def _stack(state: State, number: int) -> Piece:
    pieces = pieces_in(state[STACK + number])
    return _tower(pieces, owner(state, pieces[-1]), SPOT_AT[number], spot(number))


def _tower(
    pieces: list[int] | tuple[int, ...],
    side: int | None,
    at: XY = (0.0, 0.0),
    target: Target | None = None,
) -> Piece:
    """Pieces from the bottom to the top, and the side that has claimed the colour on top."""
    colour = pieces[-1]
    below = "".join(LETTERS[piece] for piece in reversed(pieces[:-1]))
    mark = "" if side is None else str(side + 1)
    return Piece(at, "tower", PAINTS[colour], len(pieces), mark, below, target, name=_name(colour, side))


def _name(colour: int, side: int | None) -> str:
    """What players call a stack with this colour on top."""
    name = say(STACK_NAMES[colour])
    return name if side is None else say("{stack} ({player})", stack=name, player=say(PLAYERS[side]))


# --- Beside the board ---------------------------------------------------------------------------------


def _neutral(state: State) -> Tray:
    """The markers of the colours that nobody has claimed; players point at them to claim one."""
    stocks = tuple(_topped(state, colour, None) for colour in range(COLOURS) if owner(state, colour) is None)
    return Tray("both", say("Neutral colours"), stocks)


def _tray(state: State, side: int) -> Tray:
    """The stacks a player has captured, which come first since they win, and the claimed colours."""
    stocks = [_captured(state, side)] if state[LIMIT] == FIVE else []
    stocks += (_topped(state, colour, side) for colour in claims_of(state, side))
    return Tray(OWNERS[side], say(PLAYERS[side]), tuple(stocks), is_to_act(state, side))


def _captured(state: State, side: int) -> Stock:
    """The tower has the name of its owner: which colour is on top means nothing."""
    number = state[CAPTURED + side]
    tower = replace(_tower(CAPTIVE, side), name=say(PLAYERS[side]))
    return Stock(tower, number, say_many("collected stack", "collected stacks", number))


def _topped(state: State, colour: int, side: int | None) -> Stock:
    """The marker of a colour, and how many stacks on the board it tops."""
    number = state[TOPPED + colour].bit_count()
    target = marker(colour) if side is None else None
    return Stock(_tower([colour], side, target=target), number, say(COLOUR_WORDS[colour]))
