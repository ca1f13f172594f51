"""Marks for a picture: what moved last, what can be pointed at."""

from gipfel.draw.scene import Mark
from gipfel.draw.target import Path
from gipfel.games.core.pointing import point
from gipfel.games.core.position import Decision, Position


def last_move(decision: Decision) -> tuple[Mark, ...]:
    """The paths of moved pieces, to be drawn over the position after the decision."""
    scene = decision.position.scene()
    marks = []
    for change in decision.changes:
        ends = (change.origin and scene.place(change.origin), change.goal and scene.place(change.goal))
        path = tuple(dict.fromkeys(end for end in ends if end))  # one place if a piece turns on the spot
        if path and change.kind != "flip":
            marks.append(Mark("last", path))
    return tuple(marks)


def targets(position: Position, prefix: Path = ()) -> Mark:
    """What can be pointed at next on the board."""
    scene = position.scene()
    places = (scene.place(target) for target in point(position, prefix).targets)
    return Mark("target", tuple(dict.fromkeys(place for place in places if place)))
