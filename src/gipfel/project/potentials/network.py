"""What the network of GIPF with potentials sees: pieces and what they carry, what is in hand, links."""

from gipfel.board.bits import count
from gipfel.games.gipf.rules import BIT, GIPF, PIECES, RESERVE
from gipfel.kernel.link import kernel
from gipfel.kernel.network import INPUTS_AT, NetworkInputs
from gipfel.kernel.state import State
from gipfel.project.potentials.rules import (
    BOTH_TO_LOSE,
    BUDGET,
    BY,
    CELL,
    GIPF_LOSS,
    INERT,
    KINDS,
    LINK_MODE,
    NUMBER_OF_SPOTS,
    POOL,
    TAMSK,
    colour_of,
    extra_available,
    load_of,
)

PLAIN, GIPF_PIECE, LOADED_PIECE, POWERLESS = 0, 1, 2, 2 + KINDS
"""Kinds of pieces of a side: a piece without a potential, a GIPF-piece, one loaded with each potential, and
one whose potential can never be used."""
OWN_KINDS = POWERLESS + 1
RESERVES = 20
"""Reserves from this number on look the same."""
IN_HAND = 4
"""A side has 0, 1, 2, or more potentials of a kind in hand."""
CHALLENGES = 4
"""A side has 0, 1, 2, or more challenges left; without limit looks like none."""
OWN_OTHERS = RESERVES + KINDS * IN_HAND + CHALLENGES + 2
"""What else belongs to a side; the last two: an extra move is available, it is its turn."""
OTHERS_AT = 2 * OWN_KINDS * NUMBER_OF_SPOTS
IN_HAND_AT = RESERVES
CHALLENGES_AT = IN_HAND_AT + KINDS * IN_HAND
EXTRA_AT = CHALLENGES_AT + CHALLENGES
TURN_AT = EXTRA_AT + 1
LINK_MODES = 3
AGREED_AT = OTHERS_AT + 2 * OWN_OTHERS
"""What was agreed for both sides: how links work, and what loses the game."""
LOSSES = 4
AGREED = LINK_MODES + LOSSES


@kernel("int64(int64[::1], int64[::1])")
def inputs(state: State, room: State) -> int:
    """All pieces, what each side has besides, and what was agreed."""
    n = INPUTS_AT
    for spot in range(NUMBER_OF_SPOTS):
        cell = state[CELL + spot]
        if cell != 0:
            kind = OWN_KINDS * colour_of(cell) + kind_of_piece(state, cell, BIT[spot])
            room[n] = kind * NUMBER_OF_SPOTS + spot
            n += 1
    for side in range(2):
        n = inputs_of_side(state, side, room, n)
    room[n] = AGREED_AT + state[LINK_MODE]
    room[n + 1] = AGREED_AT + LINK_MODES + 2 * int(state[BOTH_TO_LOSE] != 0) + int(state[GIPF_LOSS] != 0)
    return n + 2 - INPUTS_AT


@kernel("int64(int64[::1], int64, int64)")
def kind_of_piece(state: State, cell: int, bit: int) -> int:
    """What a piece is, without its colour."""
    load = load_of(cell)
    if load != 0:
        return POWERLESS if cell & INERT != 0 else LOADED_PIECE + load - TAMSK
    return GIPF_PIECE if state[GIPF] & bit != 0 else PLAIN


@kernel("int64(int64[::1], int64, int64[::1], int64)")
def inputs_of_side(state: State, side: int, room: State, n: int) -> int:
    """What a side has besides its pieces; `n` is where to write, and where it ends is returned."""
    first = OTHERS_AT + OWN_OTHERS * side
    room[n] = first + min(state[RESERVE + side], RESERVES - 1)
    n += 1
    for kind in range(KINDS):
        room[n] = first + IN_HAND_AT + IN_HAND * kind + min(state[POOL + KINDS * side + kind], IN_HAND - 1)
        n += 1
    room[n] = first + CHALLENGES_AT + min(max(state[BUDGET + side], 0), CHALLENGES - 1)
    n += 1
    if extra_available(state, side) != 0:
        room[n] = first + EXTRA_AT
        n += 1
    if state[BY] == side:
        room[n] = first + TURN_AT
        n += 1
    return n


@kernel("int64(int64[::1])")
def bucket(state: State) -> int:
    """How full the board is."""
    return min(count(state[PIECES] | state[PIECES + 1]) // 6, 3)


INPUTS = NetworkInputs(
    points=NUMBER_OF_SPOTS,
    kinds=2 * OWN_KINDS,
    partners=(*range(OWN_KINDS, 2 * OWN_KINDS), *range(OWN_KINDS)),
    others=2 * OWN_OTHERS + AGREED,
    other_partners=(
        *range(OWN_OTHERS, 2 * OWN_OTHERS),
        *range(OWN_OTHERS),
        *range(2 * OWN_OTHERS, 2 * OWN_OTHERS + AGREED),
    ),
    most=NUMBER_OF_SPOTS + 2 * (KINDS + 4) + 2,
    inputs=inputs,
    bucket=bucket,
    buckets=4,
)
