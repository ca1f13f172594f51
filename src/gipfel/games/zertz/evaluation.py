"""How good a position of ZÈRTZ is: what the players have captured, and how near that is to a winning set.

A marble counts by its colour, and counts far more when it leaves only one or two missing from a set. The
marbles on the board belong to nobody: they are worth something to the player who moves next, who may jump
over them or cut them off from the other rings.
"""

from gipfel.board.bits import count
from gipfel.board.hexagon61 import (
    BIT,
    around,
    north,
    northeast,
    northwest,
    south,
    southeast,
    southwest,
)
from gipfel.games.zertz.rules import (
    BLITZ,
    CAPTURED,
    JUMP,
    JUMPING,
    LAYOUT,
    MARBLES,
    NUMBER_OF_COLOURS,
    NUMBER_OF_POINTS,
    OVER,
    PASS,
    PHASE,
    POOL,
    REMOVAL,
    REMOVE,
    RINGS,
    START,
    jumpers,
    marbles_of,
    open_points,
)
from gipfel.kernel.evaluation import Evaluation
from gipfel.kernel.link import kernel
from gipfel.kernel.state import BLACK, SIDE, WHITE, State

FEATURES: dict[str, int] = {
    "white marbles": 868,
    "grey marbles": 482,
    "black marbles": 378,
    "white wins": 231,
    "grey wins": 164,
    "black wins": 1141,
    "two short": 25,
    "white to capture": 450,
    "grey to capture": 350,
    "black to capture": 200,
    "white to cut off": 900,
    "grey to cut off": 550,
    "black to cut off": 350,
    "rings to fill": 300,
}
NUMBER_OF_FEATURES = len(FEATURES)

WHITES, GREYS, BLACKS, WHITE_WINNING, GREY_WINNING, BLACK_WINNING, TWO_SHORT = range(7)
TO_CAPTURE = 7
TO_CUT_OFF = TO_CAPTURE + NUMBER_OF_COLOURS
TO_FILL = TO_CUT_OFF + NUMBER_OF_COLOURS


@kernel("void(int64[::1], int64[::1])")
def measure(state: State, values: State) -> None:
    """What player 1 has more than player 2."""
    for i in range(NUMBER_OF_FEATURES):
        values[i] = 0
    add_captured(state, WHITE, 1, values)
    add_captured(state, BLACK, -1, values)
    add_chances(state, 1 if state[SIDE] == WHITE else -1, values)


@kernel("void(int64[::1], int64, int64, int64[::1])")
def add_captured(state: State, side: int, sign: int, values: State) -> None:
    """The marbles a player has captured, and the sets that need one or two more of them."""
    more = 1 if state[LAYOUT] == BLITZ else 0
    own = CAPTURED + 3 * side
    white = state[own] + more
    grey = state[own + 1] + more
    black = state[own + 2] + more
    no_white = max(3 - white, 0)
    no_grey = max(3 - grey, 0)
    no_black = max(3 - black, 0)
    mixed = no_white + no_grey + no_black
    values[WHITES] += sign * white
    values[GREYS] += sign * grey
    values[BLACKS] += sign * black
    if (white == 3 or (mixed == 1 and no_white == 1)) and is_available(state, 0):
        values[WHITE_WINNING] += sign
    if (grey == 4 or (mixed == 1 and no_grey == 1)) and is_available(state, 1):
        values[GREY_WINNING] += sign
    if (black == 5 or (mixed == 1 and no_black == 1)) and is_available(state, 2):
        values[BLACK_WINNING] += sign
    values[TWO_SHORT] += sign * ((white == 2) + (grey == 3) + (black == 4) + (mixed == 2))


@kernel("boolean(int64[::1], int64)")
def is_available(state: State, colour: int) -> bool:
    """Is there a marble of a colour that nobody has captured?"""
    return state[POOL + colour] != 0 or state[MARBLES + colour] != 0


@kernel("void(int64[::1], int64, int64[::1])")
def add_chances(state: State, sign: int, values: State) -> None:
    """What the board offers: jumps to the player who is next to begin a turn, ends to the side to act."""
    marbles = marbles_of(state)
    add_ends(state, marbles, sign, values)
    if state[PHASE] == REMOVAL:
        sign = -sign
    exposed = jumpable(marbles, state[RINGS] & ~marbles)
    for colour in range(NUMBER_OF_COLOURS):
        values[TO_CAPTURE + colour] = sign if state[MARBLES + colour] & exposed != 0 else 0


@kernel("void(int64[::1], int64, int64, int64[::1])")
def add_ends(state: State, marbles: int, sign: int, values: State) -> None:
    """Marbles that can be cut off by removing one ring, and vacant rings where a marble would be."""
    rings = state[RINGS]
    ends = ends_of(rings)
    if ends == 0:
        return
    beside = around(rings & ~marbles & open_points(rings))
    loose = ends & marbles & beside
    inner = ends_of(rings & ~(ends & marbles)) & marbles & ~ends
    if inner != 0:
        # Two marbles in a row: the outer one goes with the inner one.
        inner &= beside & around(ends & marbles)
        loose |= inner | (around(inner) & ends & marbles)
    for colour in range(NUMBER_OF_COLOURS):
        values[TO_CUT_OFF + colour] = sign * count(state[MARBLES + colour] & loose)
    if state[PHASE] == START:
        values[TO_FILL] = sign * count(ends & ~marbles & (beside | ~around(rings)))


@kernel("int64(int64)")
def ends_of(rings: int) -> int:
    """The rings with at most one neighbouring ring."""
    n = south(rings)
    ne = southwest(rings)
    se = northwest(rings)
    s = north(rings)
    sw = northeast(rings)
    nw = southeast(rings)
    first = n | ne
    twice = n & ne
    twice |= first & se
    first |= se
    twice |= first & s
    first |= s
    twice |= first & sw
    first |= sw
    return rings & ~(twice | (first & nw))


@kernel("int64(int64, int64)")
def jumpable(marbles: int, vacant: int) -> int:
    """The marbles that another one could jump over: it is on one side, and the other side is vacant."""
    return marbles & (
        (north(marbles) & south(vacant))
        | (south(marbles) & north(vacant))
        | (northeast(marbles) & southwest(vacant))
        | (southwest(marbles) & northeast(vacant))
        | (southeast(marbles) & northwest(vacant))
        | (northwest(marbles) & southeast(vacant))
    )


@kernel("int64(int64[::1])")
def follow_up(state: State) -> int:
    """1 where a marble has to jump."""
    if state[PHASE] != START:
        return 1 if state[PHASE] >= JUMPING else 0
    marbles = marbles_of(state)
    return 1 if jumpers(marbles, state[RINGS] & ~marbles) != 0 else 0


NEIGHBOURS: list[int] = [around(bit) for bit in BIT]
"""All points next to each point."""
VALUE: list[int] = [500, 350, 200]
"""What a search may hope for when a marble of a colour is captured."""


@kernel("int64(int64[::1], int64)")
def promise(state: State, decision: int) -> int:
    """Captures by colour; a marble beside another one is mostly a gift."""
    if decision < REMOVE:
        beside = NEIGHBOURS[decision % NUMBER_OF_POINTS] & marbles_of(state)
        return -VALUE[decision // NUMBER_OF_POINTS] if beside != 0 else 0
    if decision < JUMP or decision == PASS:
        return 0
    over = OVER[decision - JUMP]
    if state[MARBLES] & over != 0:
        return VALUE[0]
    return VALUE[1] if state[MARBLES + 1] & over != 0 else VALUE[2]


EVALUATION = Evaluation(
    features=FEATURES,
    measure=measure,
    worth=FEATURES["grey marbles"],
    follow_up=follow_up,
    promise=promise,
)
