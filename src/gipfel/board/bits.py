"""Bit sets of points in kernels: one bit a point in one integer, bit 63 stays free."""

from gipfel.kernel.link import kernel


@kernel("int64(int64)")
def count(bits: int) -> int:
    """How many bits are set. LLVM knows this loop and makes a single instruction of it."""
    n = 0
    while bits != 0:
        bits &= bits - 1
        n += 1
    return n


@kernel("int64(int64)")
def gap(bits: int) -> int:
    """How many bits lie below the lowest one that is set.

    To walk through a set, step over gap after gap: that is faster than finding each lowest bit by a
    division and a table, and interpreted it counts every bit only once.
    """
    return count(~bits & (bits - 1))
