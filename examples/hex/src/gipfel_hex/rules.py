"""Hex on 5 × 5: players place stones in turn; White joins column a to column e, Black joins row 1 to row 5.

Exactly one of them succeeds, so there are no draws. With the swap rule Black may answer White's first stone
by taking it over: it becomes Black's, mirrored at the long diagonal, where it is worth as much to Black.
"""

from gipfel.board import Board, Permutation, between
from gipfel.board.flood import flood
from gipfel.kernel.link import kernel
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import BLACK, HEADER, RESULT, SIDE, TURN, WHITE, WHITE_WINS, State

# --- Board ----------------------------------------------------------------------------------------

BOARD = Board(between((-2, 2), (-2, 2), (-4, 4)), lambda cell: f"{'abcde'[cell[0] + 2]}{cell[1] + 3}")
POINTS = len(BOARD)
ROOM = 6
"""Bits of a column: one stays empty, so that no step leads from one column to the next."""
BIT: list[int] = [1 << ROOM * (q + 2) + r + 2 for q, r in BOARD.cells]
MIRRORED: list[int] = [BOARD.at((r, q)) for q, r in BOARD.cells]
EDGES: list[int] = [
    sum(bit for bit, name in zip(BIT, BOARD.names, strict=True) if edge in name) for edge in "ae15"
]
"""Where White begins and ends, where Black begins and ends."""
SYMMETRIES: tuple[Permutation, ...] = BOARD.symmetries[:2]
"""The board as it is and turned by half; its mirrors would exchange the sides."""

# --- State and decisions --------------------------------------------------------------------------

STONES = HEADER  # two entries, White's stones and Black's
MAY_SWAP = HEADER + 2  # 1 until Black has acted, with the swap rule
SIZE = HEADER + 3
SWAP = POINTS  # 0 to 24 place a stone on that point


def start(swap: bool = False) -> State:
    """The state in which a game begins."""
    state = [0] * SIZE
    state[MAY_SWAP] = int(swap)
    return state


@kernel("int64(int64[::1], int64[::1])")
def decisions(state: State, out: State) -> int:
    """Every empty point, and perhaps the swap; nothing when the game is over."""
    n = 0
    if state[RESULT]:
        return n
    occupied = state[STONES] | state[STONES + 1]
    for point in range(POINTS):
        if occupied & BIT[point] == 0:
            out[n] = point
            n += 1
    if state[MAY_SWAP] and state[SIDE] == BLACK:
        out[n] = SWAP
        n += 1
    return n


@kernel("void(int64[::1], int64)")
def play(state: State, decision: int) -> None:
    """Place a stone or swap; each is a turn of its own."""
    side = state[SIDE]
    if decision == SWAP:
        swap(state)
    else:
        state[STONES + side] |= BIT[decision]
    if side == BLACK:
        state[MAY_SWAP] = 0
    if connected(state, side):
        state[RESULT] = WHITE_WINS + side
    state[SIDE] = WHITE + BLACK - side
    state[TURN] += 1


@kernel("void(int64[::1])")
def swap(state: State) -> None:
    """White's only stone becomes Black's, mirrored."""
    for point in range(POINTS):
        if state[STONES] == BIT[point]:
            state[STONES + 1] = BIT[MIRRORED[point]]
    state[STONES] = 0


@kernel("int64(int64[::1], int64)")
def connected(state: State, side: int) -> int:
    """1 if the stones of a side join its two edges."""
    stones = state[STONES + side]
    reached = flood(stones & EDGES[2 * side], stones, 1, ROOM, ROOM - 1)
    return 1 if reached & EDGES[2 * side + 1] else 0


RULES = Rules(
    title="Hex",
    size=SIZE,
    most=POINTS + 1,
    longest_turn=1,
    decisions=decisions,
    play=play,
    momentary=(SIDE,),
)


def transformed(state: State, symmetry: Permutation) -> State:
    """The state with every stone taken where a symmetry of the board takes it."""
    image = [*state]
    for entry in (STONES, STONES + 1):
        image[entry] = sum(BIT[symmetry[point]] for point in range(POINTS) if state[entry] & BIT[point])
    return image
