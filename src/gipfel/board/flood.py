"""Bit sets of points: neighbours, and everything that hangs together.

One bit a point, laid out so that a step in a direction is a shift. The three shifts are those of the
axes N, NE and SE; all are positive, the opposite directions shift the other way. The layout has to
leave bits empty where a step would run over the edge.
"""

from gipfel.kernel.link import kernel


@kernel("int64(int64, int64, int64, int64)")
def around(points: int, north: int, northeast: int, southeast: int) -> int:
    """All neighbours of the points; bits that are no points may be among them, so mask the answer."""
    return (
        (points << north)
        | (points >> north)
        | (points << northeast)
        | (points >> northeast)
        | (points << southeast)
        | (points >> southeast)
    )


@kernel("int64(int64, int64, int64, int64)")
def surrounded(points: int, north: int, northeast: int, southeast: int) -> int:
    """Everything that has all its six neighbours among the points; at the edge nothing has."""
    return (
        (points << north)
        & (points >> north)
        & (points << northeast)
        & (points >> northeast)
        & (points << southeast)
        & (points >> southeast)
    )


@kernel("int64(int64, int64, int64, int64, int64)")
def flood(start: int, within: int, north: int, northeast: int, southeast: int) -> int:
    """All points of `within` that hang together with one of `start`, which is a part of it."""
    reached = start
    # Mostly everything hangs together: then the last round, which would find nothing new, is saved.
    while reached != within:
        wider = reached | (around(reached, north, northeast, southeast) & within)
        if wider == reached:
            break
        reached = wider
    return reached
