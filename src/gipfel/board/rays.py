"""What a piece meets in the six directions of a board of columns: slides, jumps, first pieces.

Sets of spots are bits, as in `gipfel.board.pushing`. A piece is the set of its spot; a direction is an axis,
as the shift of one step, and up or down. Lines have eight spots at most, so three doublings are enough.
"""

from gipfel.board.flood import around
from gipfel.board.rows import NORTH, NORTHEAST, SOUTHEAST
from gipfel.kernel.link import kernel


@kernel("int64(int64, int64, int64)")
def run_up(start: int, through: int, axis: int) -> int:
    """A spot, and all spots of a set that follow without a gap."""
    start |= through & (start << axis)
    through &= through << axis
    start |= through & (start << (2 * axis))
    through &= through << (2 * axis)
    return start | (through & (start << (4 * axis)))


@kernel("int64(int64, int64, int64)")
def run_down(start: int, through: int, axis: int) -> int:
    """The same in the opposite direction."""
    start |= through & (start >> axis)
    through &= through >> axis
    start |= through & (start >> (2 * axis))
    through &= through >> (2 * axis)
    return start | (through & (start >> (4 * axis)))


@kernel("int64(int64, int64)")
def behind(start: int, through: int) -> int:
    """The first spots that do not belong to a set, in each direction, and perhaps bits outside the board."""
    found = (run_up(start, through, NORTH) << NORTH) | (run_down(start, through, NORTH) >> NORTH)
    found |= run_up(start, through, SOUTHEAST) << SOUTHEAST
    found |= run_down(start, through, SOUTHEAST) >> SOUTHEAST
    found |= run_up(start, through, NORTHEAST) << NORTHEAST
    found |= run_down(start, through, NORTHEAST) >> NORTHEAST
    return found & ~through


@kernel("int64(int64, int64)")
def slides(spot: int, empty: int) -> int:
    """The empty spots to which a piece can move in a straight line."""
    found = run_up(spot, empty, NORTH) | run_down(spot, empty, NORTH)
    found |= run_up(spot, empty, SOUTHEAST) | run_down(spot, empty, SOUTHEAST)
    found |= run_up(spot, empty, NORTHEAST) | run_down(spot, empty, NORTHEAST)
    return found & ~spot


@kernel("int64(int64, int64, int64)")
def jumps(spot: int, occupied: int, empty: int) -> int:
    """The first empty spots behind pieces that stand without a gap from the neighbouring spot on."""
    return behind(spot, occupied) & empty & ~around(spot, NORTH, NORTHEAST, SOUTHEAST)


@kernel("int64(int64, int64, int64)")
def first_pieces(spot: int, occupied: int, empty: int) -> int:
    """The first piece in each direction."""
    return behind(spot, empty) & occupied
