"""ZÈRTZ for learning programs: observations and actions. Each layout has its own, over its own points.

All layouts lie inside the hexagon of 61 points, and the kernels serve all of them: tables say which points a
layout has, at 61 * layout + point, and which action a decision is there.
"""

from gipfel.board import OFF
from gipfel.board.hexagon61 import BIT, POINTS
from gipfel.games.core.encoding import ActionGroup, Channel, Encoding
from gipfel.games.core.game import Game
from gipfel.games.zertz.rules import (
    BOARDS,
    CAPTURED,
    JUMP,
    JUMPING,
    LANDING_POINT,
    LAYOUT,
    MARBLES,
    MARBLES_IN_POOL,
    NUMBER_OF_COLOURS,
    NUMBER_OF_POINTS,
    PASS,
    PHASE,
    POOL,
    REMOVAL,
    REMOVE,
    RINGS,
    marbles_of,
)
from gipfel.kernel.link import kernel
from gipfel.kernel.state import SIDE, State

COLOURS = ("white", "grey", "black")

# --- The points of each layout --------------------------------------------------------------------

NUMBERS = [[POINTS.at(cell) for cell in board.cells] for board in BOARDS]
"""For each layout and each of its points the number of this point in the hexagon of 61."""


def _filled(values: list[int], size: int, rest: int) -> list[int]:
    return [*values, *[rest] * (size - len(values))]


SIZE_OF: list[int] = [len(board) for board in BOARDS]
BIT_AT: list[int] = [
    bit for numbers in NUMBERS for bit in _filled([BIT[number] for number in numbers], NUMBER_OF_POINTS, 0)
]
"""The bit of each point of a layout."""
PLACE_OF: list[int] = [
    numbers.index(number) if number in numbers else 0
    for numbers in NUMBERS
    for number in range(NUMBER_OF_POINTS)
]
"""Which point of the layout a point of the hexagon is."""

# --- Observations ---------------------------------------------------------------------------------

PLANES = (
    Channel("vacant rings", "1 where a ring without a marble lies"),
    *(Channel(f"{colour} marbles", f"1 where a {colour} marble lies") for colour in COLOURS),
    Channel("jumping marble", "1 where the marble is that has jumped and must jump again"),
)
SCALARS = (
    Channel("removal", "1 if a marble was placed and a ring must be removed now"),
    *(
        Channel(f"{colour} in the pool", f"{colour} marbles that nobody has captured or placed", most)
        for colour, most in zip(COLOURS, MARBLES_IN_POOL, strict=True)
    ),
    *(
        Channel(f"{whose} {colour} marbles", f"{colour} marbles that {who} have captured", most)
        for whose, who in (("our", "we"), ("their", "they"))
        for colour, most in zip(COLOURS, MARBLES_IN_POOL, strict=True)
    ),
)
NUMBER_OF_PLANES = len(PLANES)


@kernel("void(int64[::1], int8[::1])")
def observe(state: State, out: State) -> None:
    """Rings, marbles, the marble that is jumping, and what pool and players have."""
    layout = state[LAYOUT]
    points = SIZE_OF[layout]
    first = NUMBER_OF_POINTS * layout
    vacant = state[RINGS] & ~marbles_of(state)
    white = state[MARBLES]
    grey = state[MARBLES + 1]
    black = state[MARBLES + 2]
    for point in range(points):
        bit = BIT_AT[first + point]
        out[point] = vacant & bit != 0
        out[points + point] = white & bit != 0
        out[2 * points + point] = grey & bit != 0
        out[3 * points + point] = black & bit != 0
        out[4 * points + point] = 0
    if state[PHASE] >= JUMPING:
        out[4 * points + PLACE_OF[first + state[PHASE] - JUMPING]] = 1
    at = NUMBER_OF_PLANES * points
    out[at] = state[PHASE] == REMOVAL
    us = CAPTURED + 3 * state[SIDE]
    them = CAPTURED + 3 - 3 * state[SIDE]
    for colour in range(NUMBER_OF_COLOURS):
        out[at + 1 + colour] = state[POOL + colour]
        out[at + 4 + colour] = state[us + colour]
        out[at + 7 + colour] = state[them + colour]


# --- Actions --------------------------------------------------------------------------------------

CODES = PASS + 1


def _codes(layout: int) -> list[int]:
    """The decisions of a layout in the order of its actions."""
    numbers = NUMBERS[layout]
    places = [NUMBER_OF_POINTS * colour + number for colour in range(NUMBER_OF_COLOURS) for number in numbers]
    removals = [REMOVE + number for number in numbers]
    jumps = [JUMP + way for number in numbers for way in _ways(layout, number)]
    return [*places, *removals, *jumps, PASS]


def _ways(layout: int, number: int) -> list[int]:
    """The jumps from a point that stay within a layout."""
    return [way for way in range(6 * number, 6 * number + 6) if LANDING_POINT[way] in NUMBERS[layout]]


CODES_OF = [_codes(layout) for layout in range(len(BOARDS))]
MOST_ACTIONS = max(map(len, CODES_OF))
DECISION_AT: list[int] = [code for codes in CODES_OF for code in _filled(codes, MOST_ACTIONS, OFF)]
ACTION_AT: list[int] = [
    known.get(code, OFF)
    for known in ({code: action for action, code in enumerate(codes)} for codes in CODES_OF)
    for code in range(CODES)
]


@kernel("int64(int64[::1], int64)")
def action_of(state: State, code: int) -> int:
    """Placements by colour and point, removals by point, jumps by the points of start and landing."""
    return ACTION_AT[CODES * state[LAYOUT] + code]


@kernel("int64(int64[::1], int64)")
def decision_of(state: State, action: int) -> int:
    """The decision of an action."""
    return DECISION_AT[MOST_ACTIONS * state[LAYOUT] + action]


def _actions(layout: int) -> tuple[ActionGroup, ...]:
    numbers = NUMBERS[layout]
    size = len(numbers)
    jumps = [
        (numbers.index(number), numbers.index(LANDING_POINT[way]))
        for number in numbers
        for way in _ways(layout, number)
    ]
    return (
        *(
            ActionGroup(f"place {colour}", size, f"place a {colour} marble on a ring", keys=range(size))
            for colour in COLOURS
        ),
        ActionGroup("remove", size, "remove a vacant ring from the edge", keys=range(size)),
        ActionGroup(
            "jump",
            len(jumps),
            "jump over a neighbour: for each point, in the order of the directions, each point to land on",
            keys=jumps,
        ),
        ActionGroup("pass", 1, "pass, when nothing else is possible"),
    )


def _encoding(layout: int) -> Encoding:
    return Encoding(
        board=BOARDS[layout],
        planes=PLANES,
        scalars=SCALARS,
        actions=_actions(layout),
        observe=observe,
        action_of=action_of,
        decision_of=decision_of,
        numbers=NUMBERS[layout],
    )


ENCODINGS = tuple(_encoding(layout) for layout in range(len(BOARDS)))


def encoding_for(game: Game) -> Encoding:
    """The encoding of the layout that a game is played on."""
    return ENCODINGS[game.start_state(None)[LAYOUT]]
