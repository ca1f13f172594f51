"""ZÈRTZ as a picture: rings that stand free on the page, marbles on them, heaps of marbles beside."""

from dataclasses import replace

from gipfel.board.hexagon61 import BIT, POINTS
from gipfel.draw.boards import back_to_front, points_of
from gipfel.draw.scene import OWNERS, XY, Label, Mark, Piece, Place, Scene, Stock, Tray
from gipfel.draw.shape_registry import add_place, add_shape
from gipfel.draw.target import Target
from gipfel.games.core.side import is_to_act
from gipfel.games.zertz.notation import COLOUR_NAMES, PLAYERS, free_rings, points_in, ring_name
from gipfel.games.zertz.pointing import marble_target, spot_target
from gipfel.games.zertz.rules import (
    BLACK_SET,
    BLITZ,
    BOARDS,
    CAPTURED,
    GREY_SET,
    LAYOUT,
    MARBLES,
    MIXED_SET,
    PHASE,
    POOL,
    REMOVAL,
    RINGS,
    START,
    WHITE_SET,
    jumpers,
    marbles_of,
    supply_of,
)
from gipfel.kernel.state import BLACK, ONGOING, RESULT, WHITE, State
from gipfel.locale import note, say, say_many

add_shape("marble", "gipfel.games.zertz.marble")
add_place("ring", "gipfel.games.zertz.board_ring")

# --- What never changes -----------------------------------------------------------------------------

AT = points_of(POINTS)
"""Where each point of the hexagon of 61 is drawn."""
BACK_TO_FRONT = back_to_front(AT)
LABEL = 0.7
"""How far a label is above or below its ring."""
MARBLE_NAMES = (note("white marble"), note("grey marble"), note("black marble"))
COLOURS = (note("white"), note("grey"), note("black"))
"""Marbles, and marbles in the pool, by colour."""
SETS = (WHITE_SET, GREY_SET, BLACK_SET)


def _frame(layout: int) -> tuple[Label, ...]:
    """Empty labels that keep the picture as large as the whole board, however small that gets."""
    ends = [AT[POINTS.at(cell)] for cell in BOARDS[layout].cells]
    left, right = min(x for x, _ in ends), max(x for x, _ in ends)
    low, high = min(y for _, y in ends) - LABEL, max(y for _, y in ends) + LABEL
    return Label("", (left - 0.3, low)), Label("", (right + 0.3, high))


FRAMES = tuple(_frame(layout) for layout in range(len(BOARDS)))

# --- What a state adds --------------------------------------------------------------------------------


def scene(state: State, title: str, sentence: str) -> Scene:
    """What to draw; the free rings are marked when one of them has to go."""
    return Scene(
        game="zertz",
        title=title,
        places=_rings(state),
        pieces=_marbles(state),
        labels=(*_labels(state), *FRAMES[state[LAYOUT]]),
        trays=(_captured(state, BLACK), _pool(state), _captured(state, WHITE)),
        marks=_free(state),
        sentence=sentence,
    )


def _rings(state: State) -> tuple[Place, ...]:
    return tuple(Place(spot_target(state, point), AT[point], "ring") for point in points_in(state[RINGS]))


def _marbles(state: State) -> tuple[Piece, ...]:
    return tuple(
        _marble(colour, AT[point], spot_target(state, point))
        for point in BACK_TO_FRONT
        for colour in range(3)
        if state[MARBLES + colour] & BIT[point]
    )


def _marble(colour: int, at: XY = (0.0, 0.0), target: Target | None = None) -> Piece:
    name = COLOUR_NAMES[colour]
    return Piece(at, "marble", name, mark=name[0].upper(), target=target, name=say(MARBLE_NAMES[colour]))


def _labels(state: State) -> list[Label]:
    """The names of the outermost rings of each column: the others are counted from there."""
    columns: dict[float, list[int]] = {}
    for point in points_in(state[RINGS]):
        columns.setdefault(AT[point][0], []).append(point)
    labels = []
    for x, points in columns.items():
        lowest, highest = points[0], points[-1]
        labels.append(Label(ring_name(state, lowest), (x, AT[lowest][1] - LABEL)))
        if highest != lowest:
            labels.append(Label(ring_name(state, highest), (x, AT[highest][1] + LABEL)))
    return labels


def _free(state: State) -> tuple[Mark, ...]:
    if state[RESULT] != ONGOING or state[PHASE] != REMOVAL:
        return ()
    return (Mark("target", tuple(AT[point] for point in points_in(free_rings(state)))),)


# --- Beside the board ---------------------------------------------------------------------------------


def _pool(state: State) -> Tray:
    stocks = tuple(_stock(state, POOL, colour) for colour in range(3))
    return Tray("both", say("Pool"), stocks)


def _captured(state: State, side: int) -> Tray:
    """A player's captured marbles, and how many win."""
    heap = CAPTURED + 3 * side
    less = state[LAYOUT] == BLITZ
    stocks = tuple(
        replace(_stock(state, heap, colour), goal=SETS[colour] - less, goal_of_each=MIXED_SET - less)
        for colour in range(3)
    )
    return Tray(OWNERS[side], say(PLAYERS[side]), stocks, is_to_act(state, side))


def _stock(state: State, heap: int, colour: int) -> Stock:
    """The marbles of a colour in a heap; those that can be placed now can be pointed at."""
    placed_now = state[RESULT] == ONGOING and heap == supply_of(state) and _may_place(state)
    target = marble_target(colour) if placed_now and state[heap + colour] else None
    number = state[heap + colour]
    name = say(COLOURS[colour]) if heap == POOL else _captive(colour, number)
    return Stock(_marble(colour, target=target), number, name)


def _captive(colour: int, number: int) -> str:
    """The name of captured marbles of a colour after their number."""
    names = (
        say_many("white captured", "white captured", number),
        say_many("grey captured", "grey captured", number),
        say_many("black captured", "black captured", number),
    )
    return names[colour]


def _may_place(state: State) -> bool:
    marbles = marbles_of(state)
    return state[PHASE] == START and not jumpers(marbles, state[RINGS] & ~marbles)
