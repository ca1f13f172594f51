"""What players read at a table: the texts of a scene, reasons, contests."""

from collections.abc import Iterator
from random import Random

import gipfel
from gipfel.draw.scene import Scene
from gipfel.draw.target import Target
from gipfel.games.core.pointing import point

OWN_REASONS = {
    "gipf": {"reserve empty", "last GIPF-piece lost"},
    "punct": {"no move"},
    "yinsh": {"markers used up", "no move"},
    "tzaar": {"no capture", "last Tott lost"},
    "zertz": {"set", "board", "no-move", "collusion"},
    "dvonn": {"score 12-8", "score 1-1"},
    "tamsk": {"stagnation"},
    "lyngk": {"captured 2-1", "stacks of 4 1-0", "six", "equal"},
    "project": set[str](),
}
"""Reasons for the end of a game that other games do not have."""


def texts_of(scene: Scene) -> Iterator[str]:
    yield from (scene.title, scene.sentence, *scene.notes)
    for tray in scene.trays:
        yield tray.title
        yield from (stock.name for stock in tray.stocks)
        yield from (str(stock.piece) for stock in tray.stocks)
    yield from (str(piece) for piece in scene.pieces)


def reasons_why_not(position: gipfel.Position) -> Iterator[str]:
    """What is said about pointing anywhere, first and second."""
    scene = position.scene()
    board = {place.target for place in scene.places} | {piece.target for piece in scene.pieces}
    board -= {None}
    trays = ("basic", "GIPF", "ZÈRTZ", "white", "grey", "T", "Tott", "glass", "red")
    others = {Target("tray", name) for name in trays}
    others |= {Target("button", name) for name in ("pass", "take", "leave", "steal", "decline", "timer")}
    others |= {Target("hole", "e5"), Target("turn", "1"), Target("spot", "z99"), Target("dot", "z99")}
    everywhere = sorted((t for t in board | others if t is not None), key=str)
    state = position.state
    paths = [decision.path for decision in position.decisions()[:2]]
    for prefix in {path[:cut] for path in paths for cut in range(len(path))}:
        legal = point(position, prefix).targets
        for target in everywhere[:: 3 if prefix else 1]:
            if target not in legal:
                yield position.game.why_not(state, prefix, target)


def contested(game: gipfel.Game) -> list[gipfel.Position]:
    """Positions of contests in a random game."""
    chance, position, found = Random(5), game.start(), []
    for _ in range(400):
        if position.outcome is not None or len(found) > 5:
            break
        if getattr(position, "contest", None) is not None:
            found.append(position)
        position = position.play(chance.choice(position.decisions()))
    return found
