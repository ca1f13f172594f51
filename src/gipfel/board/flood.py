"""Sets of points as bits: neighbours and connected parts.

Each point has a bit, and a step in a direction is a shift. The three shifts are those of the axes N, NE and
SE; they are positive, and the opposite directions shift the other way. The layout has to leave bits unused
where a step would leave the board.
"""

from gipfel.kernel.link import kernel


@kernel("int64(int64, int64, int64, int64)")
def around(points: int, north: int, northeast: int, southeast: int) -> int:
    """All neighbours of the points. Unused bits may be among them, so mask the result."""
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
    """All points whose six neighbours are among the points; points at the edge never are."""
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
    """All points of `within` that are connected to `start`, which is a subset of it."""
    reached = start
    # Mostly all points are connected: then the last round, which would find nothing new, is saved.
    while reached != within:
        wider = reached | (around(reached, north, northeast, southeast) & within)
        if wider == reached:
            break
        reached = wider
    return reached
