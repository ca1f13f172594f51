"""Players place in turn; three of a colour in a line win, a full board is a draw."""

from gipfel.kernel.link import kernel
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import BLACK_WINS, DRAW, HEADER, RESULT, SIDE, TURN, WHITE_WINS, State

PLACED = HEADER
"""The places of White as bits; those of Black follow."""
PLACES = 9
FULL = 2**PLACES - 1
LINES = [0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100]


@kernel("int64(int64[::1], int64[::1])")
def decisions(state: State, out: State) -> int:
    """Every empty place, while nobody has won."""
    if state[RESULT] != 0:
        return 0
    n = 0
    for place in range(PLACES):
        if (state[PLACED] | state[PLACED + 1]) >> place & 1 == 0:
            out[n] = place
            n += 1
    return n


@kernel("void(int64[::1], int64)")
def play(state: State, decision: int) -> None:
    """Place a piece."""
    side = state[SIDE]
    state[PLACED + side] |= 1 << decision
    state[TURN] += 1
    state[SIDE] = 1 - side
    for i in range(len(LINES)):
        if state[PLACED + side] & LINES[i] == LINES[i]:
            state[RESULT] = WHITE_WINS if side == 0 else BLACK_WINS
    if state[RESULT] == 0 and state[PLACED] | state[PLACED + 1] == FULL:
        state[RESULT] = DRAW


def start() -> State:
    """An empty board."""
    return [0] * (PLACED + 2)


RULES = Rules(
    title="NOUGHTS",
    size=PLACED + 2,
    most=PLACES,
    longest_turn=1,
    decisions=decisions,
    play=play,
    momentary=(SIDE,),
)
