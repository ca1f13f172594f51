"""One scale of ratings for all levels of a game."""

from collections.abc import Mapping

from gipfel.arena.ratings import Rating, ratings
from gipfel.arena.statistics import Pairs
from gipfel.engine.players.specs import LEVELS


def rating_scale(steps: Mapping[int, Pairs]) -> dict[int, Rating]:
    """The ratings of the levels, from the pairs of each one against the one below; the lowest has 0.

    Levels above a step that was not measured have none, since nothing connects them with the lowest.
    """
    lowest, *others = LEVELS
    connected = [lowest]
    for level in others:
        if level not in steps or not steps[level].number:
            break
        connected.append(level)
    results = {(level - lowest, level - lowest - 1): steps[level] for level in connected[1:]}
    return dict(zip(connected, ratings(len(connected), results, anchor=0), strict=True))
