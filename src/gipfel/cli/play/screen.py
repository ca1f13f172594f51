"""Positions as pictures in text, with colours if the terminal shows them."""

from collections.abc import Sequence
from dataclasses import replace

from gipfel.cli.streams import wants_colour
from gipfel.draw.scene import Mark, Scene
from gipfel.draw.text import text
from gipfel.games.core.position import Decision, Position


def picture(position: Position) -> str:
    """The board in text, and below it what to do now."""
    return text(position.scene(), colour=wants_colour())


def picture_in_play(position: Position, last: Sequence[Decision], names: bool, sentence: str) -> str:
    """The same without a title and with another sentence; the pieces the last decisions moved are marked."""
    scene = position.scene()
    marked = replace(scene.marked(*_marks(scene, last)), title="", sentence=sentence)
    return text(marked, colour=wants_colour(), names=names)


def _marks(scene: Scene, decisions: Sequence[Decision]) -> list[Mark]:
    """Marks where decisions have moved, put or turned pieces that are still there."""
    goals = [change.goal for decision in decisions for change in decision.changes]
    places = {scene.place(goal) for goal in goals if goal is not None}
    at = tuple(piece.at for piece in scene.pieces if piece.at in places)
    return [Mark("last", at)] if at else []
