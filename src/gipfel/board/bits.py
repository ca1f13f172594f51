"""Sets of points in kernels: one integer with one bit for each point; bit 63 stays free."""

from gipfel.kernel.link import kernel


@kernel("int64(int64)")
def count(bits: int) -> int:
    """How many bits are set. LLVM compiles this loop to a single instruction."""
    n = 0
    while bits != 0:
        bits &= bits - 1
        n += 1
    return n


@kernel("int64(int64)")
def gap(bits: int) -> int:
    """How many bits are below the lowest bit that is set.

    Iterate over a set by skipping one gap after the other: this is faster than finding each lowest bit by a
    division and a table, and interpreted it visits every bit only once.
    """
    return count(~bits & (bits - 1))
