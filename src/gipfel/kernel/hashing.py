"""Mixing of bits, for games that hash their positions themselves."""

from gipfel.kernel.link import kernel

WORD = (1 << 62) - 1
"""Hashes stay below bit 62, so that no shift reaches the sign bit."""
FIRST, SECOND = 0x2C1B3C6D5A17E3B5, 0x297A2D39E6546A4F
"""Odd numbers without a pattern."""


@kernel("int64(int64)")
def mixed(value: int) -> int:
    """A hash of one number below bit 62; sums of such hashes are hashes of sets."""
    h = ((value ^ (value >> 31)) * FIRST) & WORD
    h = ((h ^ (h >> 29)) * SECOND) & WORD
    return h ^ (h >> 32)
