"""Pointing at a position: what can be pointed at next, what that would lead to, and why something cannot be.

A position can have thousands of decisions and is pointed at several times, so the results are cached.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import cast

from gipfel.draw.picture import ghost, located
from gipfel.draw.picture_types import Ghost, PossibleTarget
from gipfel.draw.pictures import Board, drawn_board
from gipfel.draw.scene import Scene
from gipfel.draw.target import Path, Target
from gipfel.games.core.pointing import Pointing, point
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.shown import BESIDE, NO_WARNINGS, described
from gipfel.games.core.side import Side
from gipfel.locale import current_language, say
from gipfel.notation.errors import GipfelError
from gipfel.server.contract import server_messages as sent
from gipfel.server.views.effects import effect_of

MOST_GHOSTS = 12
"""If there are more ways to complete a decision, no previews are shown."""


class Pointer:
    """What can be pointed at in one position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._by_first: dict[Side, dict[Target, list[int]]] = {}
        self._scenes: dict[str, Scene] = {}

    @property
    def scene(self) -> Scene:
        """The scene of the position, with its texts in the current language."""
        language = current_language()
        if language not in self._scenes:
            self._scenes[language] = self.position.scene()
        return self._scenes[language]

    @cached_property
    def _board(self) -> Board:
        return drawn_board(self.scene)

    def _decisions(self, side: Side) -> dict[Target, list[int]]:
        """The decisions of a side, as numbers, by what can be pointed at first."""
        if side not in self._by_first:
            found: dict[Target, list[int]] = {}
            for decision in self.position.decisions(side):
                for target in dict.fromkeys(target for path in decision.paths for target in _first(path)):
                    found.setdefault(target, []).append(decision.code)
            self._by_first[side] = found
        return self._by_first[side]

    def first_targets(self, sides: Sequence[Side]) -> list[PossibleTarget]:
        """What can be pointed at first, by any of these sides."""
        found: dict[Target, None] = {}
        for paths in chain.from_iterable(map(self.position.all_paths, sides)):
            for path in paths:
                if path[0].toggle:
                    found.update(dict.fromkeys(_first(path)))
                else:
                    found[path[0]] = None
        known, warnings = self._board.targets.get, self.position.warnings
        return [
            self._located(target, warnings) if target in warnings else known(target) or self._located(target)
            for target in found
        ]

    def _located(self, target: Target, warnings: Mapping[Target, str] = NO_WARNINGS) -> PossibleTarget:
        """A target with its places; a button with what is written on it."""
        shown = self._board.located(target) or located(self.scene, target)
        return described(self.position, target, shown, warnings)

    def point(self, prefix: Path, sides: Sequence[Side], effect: bool = False) -> tuple[Side, sent.Pointed]:
        """What can be pointed at after a prefix, and the first of these sides that has such a decision.

        With `effect`, also what the decision would do.
        """
        side, found = self._found(prefix, sides)
        warnings = self.position.warnings
        return side, {
            "targets": [self._located(target, warnings) for target in found.targets],
            "decision": found.complete.text if found.complete else None,
            "count": len(found.decisions),
            "ghosts": self._ghosts(prefix, found),
            "effect": effect_of(self.scene, found.complete) if effect and found.complete else None,
        }

    def _found(self, prefix: Path, sides: Sequence[Side]) -> tuple[Side, Pointing]:
        for side in sides:
            found = point(self._narrowed(prefix, side), prefix, side)
            if found.decisions:
                return side, found
        return sides[0], Pointing((), (), None)

    def _narrowed(self, prefix: Path, side: Side) -> Position:
        """The position with only the decisions to which a prefix can lead.

        With all decisions if the prefix begins with a toggle, which may have been switched off again.
        """
        if not prefix or prefix[0].toggle:
            return self.position
        # `point` reads only the decisions of a position; this spares it thousands of them.
        some = tuple(Decision(self.position, code) for code in self._decisions(side).get(prefix[0], ()))
        return cast(Position, _SomeDecisions(some))

    def _ghosts(self, prefix: Path, found: Pointing) -> list[Ghost]:
        """Previews of the decisions that are completed by pointing at something beside the board."""
        beside = [target for target in found.targets if target.kind == BESIDE]
        if not prefix or not beside or len(found.decisions) > MOST_GHOSTS:
            return []
        ways = {path[-1]: made for made in found.decisions for path in made.paths if path[:-1] == prefix}
        after = ((target, ways[target]) for target in beside if target in ways)
        ghosts = (ghost(self.scene, self.position.play(made).scene(), target) for target, made in after)
        return [shown for shown in ghosts if shown is not None]


@dataclass(frozen=True, slots=True)
class _SomeDecisions:
    """Stands for a position that has only some of its decisions."""

    some: tuple[Decision, ...]

    def decisions(self, side: Side | None = None) -> tuple[Decision, ...]:
        return self.some


def _first(path: Path) -> Path:
    """The targets of a path that can be pointed at first: the first one, or all toggles it begins with."""
    if not path[0].toggle:
        return path[:1]
    toggles = next((i for i, target in enumerate(path) if not target.toggle), len(path))
    return path[:toggles]


def why_view(position: Position, prefix: Path, target: Target) -> sent.WhyAnswer:
    """Why nothing can be done at a target."""
    return {"type": "why", "text": _why(position, prefix, target)}


def _why(position: Position, prefix: Path, target: Target) -> str:
    if position.outcome is not None:
        return position.task
    if position.by_chance:
        return say("Chance decides now.")
    board = position.played
    if board is None:
        return position.task
    try:
        return board.game.why_not(board.state, prefix, target)
    except (GipfelError, LookupError, ValueError):
        # A client may send any target, also one that the game does not know.
        return say("Nothing can be done there.")


def contents_view(position: Position, target: Target) -> sent.Contents:
    """What lies at a target, from the top down."""
    try:
        lines = position.board.pile(target.name)
    except (LookupError, ValueError):
        lines = ()
    return {"type": "contents", "lines": [*lines]}
