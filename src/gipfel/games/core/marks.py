"""Marks for a picture: what moved last, what can be pointed at."""

from gipfel.draw.scene import XY, Mark, Scene
from gipfel.draw.target import Path, Target
from gipfel.games.core.pointing import point
from gipfel.games.core.position import Decision, Position


def last_move(decision: Decision, after: Scene | None = None) -> tuple[Mark, ...]:
    """The paths of moved pieces, to be drawn over the position after the decision.

    `after`: a scene of the same board, if the caller has one: then the scene before is mostly not needed.
    """
    before: list[Scene] = []

    def place(target: Target) -> XY | None:
        if after is not None and (found := after.point_of(target)) is not None:
            return found
        if not before:
            before.append(decision.position.scene())
        return before[0].place(target)

    marks = []
    for change in decision.changes:
        ends = (place(end) for end in (change.origin, change.goal) if end)
        path = tuple(dict.fromkeys(end for end in ends if end))  # one place if a piece turns on the spot
        if path and change.kind != "flip":
            marks.append(Mark("last", path))
    return tuple(marks)


def targets(position: Position, prefix: Path = ()) -> Mark:
    """What can be pointed at next on the board."""
    scene = position.scene()
    places = (scene.place(target) for target in point(position, prefix).targets)
    return Mark("target", tuple(dict.fromkeys(place for place in places if place)))
