"""Pictures for pages, quickly: the board under the pieces is mostly the one of the last picture."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from gipfel.draw import picture as draw
from gipfel.draw.scene import Scene

Plain = dict[str, Any]

BOARDS = 500
"""So many boards are remembered; only ZÈRTZ has more than one."""


def picture(scene: Scene) -> Plain:
    """What `gipfel.draw.picture.picture` gives, with the board drawn once."""
    board = _board(_bare(scene))
    things = draw.picture(replace(scene, outline=(), lines=(), places=(), labels=()))
    box = _around(board["box"], things["box"])
    return {**things, **{name: board[name] for name in ("board", "coordinates", "places")}, "box": box}


def places(scene: Scene) -> dict[tuple[str, str], list[float]]:
    """Where the places of the board are, by kind and name."""
    return {(kind, name): at for (kind, name, *_), at in _places(_bare(scene))}


def _bare(scene: Scene) -> Scene:
    """The board alone."""
    return replace(scene, title="", pieces=(), trays=(), marks=(), sentence="", notes=())


@lru_cache(BOARDS)
def _board(bare: Scene) -> Plain:
    return draw.picture(bare)


def _places(bare: Scene) -> list[tuple[list[str], list[float]]]:
    return [(place["target"], place["at"]) for place in _board(bare)["places"]]


def _around(one: list[float], other: list[float]) -> list[float]:
    """The smallest box around two: left, top, width, height."""
    left, top = min(one[0], other[0]), min(one[1], other[1])
    right = max(one[0] + one[2], other[0] + other[2])
    bottom = max(one[1] + one[3], other[1] + other[3])
    return [left, top, round(right - left, 1), round(bottom - top, 1)]
