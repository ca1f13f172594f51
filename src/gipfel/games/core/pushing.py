"""Games that push pieces in from the edge: how to point at a push, what it moves, what the board shows."""

from functools import cache
from itertools import pairwise

from gipfel.board.pushing import PushBoard
from gipfel.draw.boards import label_outside, outline
from gipfel.draw.scene import XY, Label, Place
from gipfel.draw.target import Path, Target
from gipfel.games.core.game import Change
from gipfel.notation.pushes import Pushes

MARGIN = 0.78
"""How far the corners of the board are from the outermost dots."""
LABEL = 0.38
"""How far a dot's label is from the dot."""

# --- Pointing -------------------------------------------------------------------------------------


@cache
def entry_paths(pushes: Pushes, entry: int, empty: bool) -> tuple[Path, ...]:
    """A dot and the spot next to it; an empty spot at the edge can be reached from any dot or by itself."""
    entries, dot = pushes.board.entries, pushes.board.entries[entry].dot
    name = pushes.spots.names[entries[entry].spot]
    towards = Target("spot", name)
    paths: list[Path] = [(Target("dot", dot), towards)]
    if empty:
        dots = [entries[other].dot for other in pushes.entries_at[name]]
        paths += [(Target("dot", other), towards) for other in dots if other != dot] + [(towards,)]
    return tuple(paths)


@cache
def push_changes(pushes: Pushes, entry: int, end: int) -> tuple[Change, ...]:
    """The new piece, and the pushed block, which reaches as far as a spot."""
    spots = pushes.entry_spots[entry]
    block = [Target("spot", pushes.spots.names[spot]) for spot in spots[: spots.index(end) + 1]]
    moves = [Change("move", a, b) for a, b in pairwise(block)]
    return (*moves, Change("enter", Target("dot", pushes.board.entries[entry].dot), block[0]))


# --- The board ------------------------------------------------------------------------------------


def outline_of(board: PushBoard) -> tuple[XY, ...]:
    """The edge of the board."""
    return outline(board.points, MARGIN)


def lines_of(board: PushBoard) -> tuple[tuple[XY, XY], ...]:
    """The lines from dot to dot: all lines of points but the sides, which are dots alone."""
    points = board.points
    ends = [(line[0], line[-1]) for line in points.lines if points.names[line[1]] not in board.dots]
    return tuple((points.xy(points.cells[a]), points.xy(points.cells[b])) for a, b in ends)


def places_of(board: PushBoard) -> tuple[Place, ...]:
    """The spots and the dots."""
    points = board.points
    kinds = ("dot" if name in board.dots else "spot" for name in points.names)
    return tuple(
        Place(Target(kind, name), points.xy(cell), kind)
        for kind, name, cell in zip(kinds, points.names, points.cells, strict=True)
    )


def labels_of(board: PushBoard) -> tuple[Label, ...]:
    """The name of each dot outside it."""
    return tuple(label_outside(board.points, board.points.index[dot], LABEL) for dot in board.dots)
