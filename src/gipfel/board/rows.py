"""Rows of four and more on a board of columns, as in `gipfel.board.pushing`: sets of spots are bits."""

from gipfel.board.bits import count
from gipfel.kernel.link import kernel
from gipfel.kernel.state import State

NORTH, SOUTHEAST, NORTHEAST = 1, 7, 8
"""The three axes, each as the shift of one step. Where a kernel looks along one of them, its name says so."""


@kernel("int64(int64)")
def four_on_any_axis(pieces: int) -> int:
    """The spots at which four of the pieces in line begin; 0 if there are none."""
    north = pieces & (pieces >> NORTH)
    found = north & (north >> (2 * NORTH))
    southeast = pieces & (pieces >> SOUTHEAST)
    found |= southeast & (southeast >> (2 * SOUTHEAST))
    northeast = pieces & (pieces >> NORTHEAST)
    return found | (northeast & (northeast >> (2 * NORTHEAST)))


@kernel("int64(int64, int64, int64, int64)")
def run_around_four(mine: int, occupied: int, line: int, shift: int) -> int:
    """The whole run of pieces around four of mine on a line, or 0."""
    mine &= line
    pairs = mine & (mine >> shift)
    run = pairs & (pairs >> (2 * shift))
    if run == 0:
        return 0
    occupied &= line
    while True:
        longer = (run | (run << shift) | (run >> shift)) & occupied
        if longer == run:
            return run
        run = longer


@kernel("int64(int64[::1], int64)")
def positions_in(line_bits: State, bits: int) -> int:
    """Which positions of a line, counted from its first spot, a set of spots covers."""
    positions = 0
    for i in range(len(line_bits)):
        if bits & line_bits[i] != 0:
            positions |= 1 << i
    return positions


@kernel("int64(int64[::1], int64)")
def bits_at(line_bits: State, positions: int) -> int:
    """The set of spots for positions of a line."""
    bits = 0
    for i in range(len(line_bits)):
        if (positions >> i) & 1 != 0:
            bits |= line_bits[i]
    return bits


# --- Rows to come ---------------------------------------------------------------------------------


@kernel("int64(int64, int64)")
def three_on_axis(pieces: int, axis: int) -> int:
    """The spots at which three of the pieces in line along an axis begin."""
    pairs = pieces & (pieces >> axis)
    return pairs & (pairs >> axis)


@kernel("int64(int64, int64, int64)")
def missing_on_axis(pieces: int, axis: int, spots: int) -> int:
    """The spots where one more piece makes four along an axis."""
    pairs = pieces & (pieces >> axis)
    triples = three_on_axis(pieces, axis)
    inner = ((pairs & (pieces >> (3 * axis))) << axis) | (pieces & (pairs >> (2 * axis)))
    return ((triples >> axis) | (triples << (3 * axis)) | (inner << axis)) & ~pieces & spots


@kernel("int64(int64, int64)")
def completing(pieces: int, spots: int) -> int:
    """The spots where one more piece makes four."""
    return (
        missing_on_axis(pieces, NORTH, spots)
        | missing_on_axis(pieces, SOUTHEAST, spots)
        | missing_on_axis(pieces, NORTHEAST, spots)
    )


@kernel("int64(int64, int64, int64)")
def beyond_on_axis(pieces: int, others: int, axis: int) -> int:
    """How many of the others stand at an end of three pieces along an axis."""
    triples = three_on_axis(pieces, axis)
    return count((triples >> axis) & others) + count((triples << (3 * axis)) & others)


@kernel("int64(int64, int64)")
def captures_in_sight(pieces: int, others: int) -> int:
    """How many pieces a row would capture that is made of three in line and one more."""
    return (
        beyond_on_axis(pieces, others, NORTH)
        + beyond_on_axis(pieces, others, SOUTHEAST)
        + beyond_on_axis(pieces, others, NORTHEAST)
    )
