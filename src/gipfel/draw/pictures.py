"""Pictures for pages, with a cache of boards: the board under the pieces rarely changes."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from gipfel.draw import picture as draw
from gipfel.draw import picture_types as types
from gipfel.draw.scene import Label, Mark, Place, Scene
from gipfel.draw.target import Target

BOARDS = 500
"""How many boards are cached; only ZÈRTZ has more than one."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board that has been drawn."""

    part: types.BoardPart
    """The part of a picture that shows it."""
    places: frozenset[tuple[str, str]]
    """The kinds and names of its places."""
    targets: dict[Target, types.PossibleTarget] = field(default_factory=dict)
    """A cache of its places as targets."""

    def located(self, target: Target) -> types.PossibleTarget | None:
        """A place of the board as a target; None if it is something else."""
        known = self.targets.get(target)
        if known is None and target[:2] in self.places:
            known = self.targets[target] = {"target": draw.target_parts(target)}
        return known


def picture(scene: Scene, marks: tuple[Mark, ...] = ()) -> types.Picture:
    """The same as `gipfel.draw.picture.picture`, with some more marks and a cached board."""
    board, things = drawn_board(scene).part, draw.without_board(scene, marks)
    return {**things, **board, "box": _around(board["box"], things["box"])}


Parts = tuple[Any, ...]
_known: dict[tuple[Any, ...], tuple[Parts, Board]] = {}
"""Boards by the ids of their parts, which are mostly the same objects: hashing the parts is slower."""


def drawn_board(scene: Scene) -> Board:
    """The board of a scene."""
    parts = (scene.outline, scene.lines, scene.places, scene.labels)
    key = (scene.game, *map(id, parts))
    known = _known.get(key)
    if known is None:
        if len(_known) >= BOARDS:
            _known.clear()
        # The parts are kept, too, so that no other object can get one of their ids.
        known = _known[key] = parts, _board(scene.game, *parts)
    return known[1]


@lru_cache(BOARDS)
def _board(
    game: str, outline: Parts, lines: Parts, places: tuple[Place, ...], labels: tuple[Label, ...]
) -> Board:
    part = draw.board(Scene(game, "", outline, lines, places, labels=labels))
    return Board(part, frozenset(place.target[:2] for place in places))


def _around(one: list[float], other: list[float]) -> list[float]:
    """The smallest box around two: left, top, width, height."""
    left, top = min(one[0], other[0]), min(one[1], other[1])
    right = max(one[0] + one[2], other[0] + other[2])
    bottom = max(one[1] + one[3], other[1] + other[3])
    return [left, top, round(right - left, 1), round(bottom - top, 1)]
