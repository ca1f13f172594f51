"""Fallbacks for the parts a game does not have: paths and changes that fit any game.

The path of a decision follows from its text: the places it names are pointed at in their order, as in
`e2-e4`. If that does not distinguish all decisions, a button with the text comes last.
"""

import re
from collections import Counter
from functools import lru_cache

from gipfel.draw.scene import Piece, Scene
from gipfel.draw.target import Path, Target
from gipfel.games.core.game import Change, Game
from gipfel.kernel.state import State

NAME = re.compile(r"[A-Za-z]+[0-9]+|[A-Za-z0-9]+")
CACHE_SIZE = 64
"""States in the cache: pointing needs the paths of all decisions of a position."""


def paths(game: Game, state: State, code: int) -> tuple[Path, ...]:
    """The path that means a decision."""
    return (_all_paths(game, tuple(state))[code],)


@lru_cache(CACHE_SIZE)
def _all_paths(game: Game, values: tuple[int, ...]) -> dict[int, Path]:
    """The path of every decision of a state; none is the beginning of another one."""
    state = [*values]
    targets = {place.target.name: place.target for place in game.scene(state).places}
    texts = {code: game.write_decision(state, code) for code in game.rules.codes(state)}
    named = {code: _named(text, targets) for code, text in texts.items()}
    prefixes = Counter(path[:length] for path in named.values() for length in range(len(path) + 1))
    return {
        code: path if path and prefixes[path] == 1 else (*path, Target("button", texts[code]))
        for code, path in named.items()
    }


def _named(text: str, targets: dict[str, Target]) -> Path:
    """The places that a text names, in their order."""
    return tuple(targets[name] for name in NAME.findall(text) if name in targets)


def changes(game: Game, state: State, code: int) -> tuple[Change, ...]:
    """The differences between the pictures before and after a decision.

    If exactly one piece has disappeared and an equal one has appeared, it has moved.
    """
    after = [*state]
    game.rules.play(after, code)
    before, now = _looks_by_target(game.scene([*state])), _looks_by_target(game.scene(after))
    gone = [target for target, looks in before.items() if now.get(target) != looks]
    come = [target for target, looks in now.items() if before.get(target) != looks]
    if len(gone) == len(come) == 1 and gone != come and before[gone[0]] == now[come[0]]:
        return (Change("move", gone[0], come[0]),)
    return (
        *(Change("lift", target, None) for target in gone),
        *(Change("enter", None, target) for target in come),
    )


def _looks_by_target(scene: Scene) -> dict[Target, list[tuple[object, ...]]]:
    """The looks of all pieces that can be pointed at, by their targets."""
    found: dict[Target, list[tuple[object, ...]]] = {}
    for piece in scene.pieces:
        if piece.target is not None:
            found.setdefault(piece.target, []).append(_looks(piece))
    return found


def _looks(piece: Piece) -> tuple[object, ...]:
    return piece.shape, piece.colour, piece.height, piece.mark, piece.label
