"""DVONN as a picture: the long hexagon with its spaces, the stacks, what is still to be placed, the score."""

from gipfel.board import DIRECTIONS
from gipfel.draw.boards import back_to_front, letters, moved, numbers, outline, points_of
from gipfel.draw.scene import OWNERS, XY, Piece, Place, Scene, Stock, Tray
from gipfel.draw.shape_registry import add_shape
from gipfel.draw.target import Target
from gipfel.games.core.side import is_to_act, side_name
from gipfel.games.dvonn import rules
from gipfel.games.dvonn.rules import NUMBER, PIECES, PLACED, REDS, SPACES, Stack, stack_on
from gipfel.kernel.state import BLACK, WHITE, State
from gipfel.locale import note, say, say_many

add_shape("hollow", "gipfel.games.dvonn.hollow")

COLOURS = (*OWNERS, "red")
PIECE_NAMES = (note("white piece"), note("black piece"), note("red piece"))
STACK_NAMES = (note("white stack"), note("black stack"), note("red stack"))
NAMES_WITH_RED = (
    note("white stack with red inside (*)"),
    note("black stack with red inside (*)"),
    note("red stack with red inside (*)"),
)
"""What players call a piece and a stack, by colour."""

# --- What never changes -----------------------------------------------------------------------------

MARGIN = 1.2
"""How far the corners of the board are from the spaces in its corners."""
LABEL = 0.78
"""How far a label is from the first space of its line."""

SPACE_AT = points_of(SPACES)
BACK_TO_FRONT = back_to_front(SPACE_AT)

DOWN, LEFT = (moved((0.0, 0.0), SPACES.xy(DIRECTIONS[d]), LABEL) for d in (3, 5))
"""Where labels stand: a diagonal begins at its lower end, a row on the left."""

OUTLINE = outline(SPACES, MARGIN)
LABELS = (*letters(SPACES, DOWN), *numbers(SPACES, LEFT))
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
    return Tray(OWNERS[side], side_name(side), _stocks(state, side), is_to_act(state, side))


def _stocks(state: State, side: int) -> tuple[Stock, ...]:
    """What a player has still to place, the red pieces first; afterwards the score."""
    own = _piece(Stack(side, 1, 0))
    if state[PLACED] == PIECES:
        score = rules.score(state, side)
        return (Stock(own, score, say_many("point", "points", score)),)
    reds, others = _to_place(state[PLACED], side)
    stocks = [Stock(own, others, say("to place"))]
    if reds:
        name = say_many("red to place", "red to place", reds)
        stocks.insert(0, Stock(_piece(Stack(None, 1, 1)), reds, name))
    return tuple(stocks)


def _to_place(placed: int, side: int) -> tuple[int, int]:
    """The red pieces and the own ones that a player still has: the sides take turns (3.1)."""
    reds = sum(n % 2 == side for n in range(placed, REDS))
    own = sum(n % 2 == side for n in range(max(placed, REDS), PIECES))
    return reds, own
