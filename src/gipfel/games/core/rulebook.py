"""Rulebooks: the rules of a game for players, and advice, illustrated with small boards.

Every text that players read is in `note("...")`, as a plain literal, so that it can be collected for
translation. A text consists of paragraphs separated by blank lines; lines that begin with `- ` are
items of a list, and `*word*` is emphasised. There is no other markup.

Buttons are named in the sections about pointing, where nothing else is emphasised: `*Leave it*`, as labelled.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from gipfel.draw.scene import XY, Mark, Scene
from gipfel.games.core.marks import last_move
from gipfel.games.core.position import Position
from gipfel.games.core.registry import about, check_name, game, game_type, part_of
from gipfel.notation.errors import GipfelError


class Topic(StrEnum):
    """What a section is about; the order is that of a rulebook."""

    AIM = "aim"
    SETUP = "setup"
    TURN = "turn"
    SPECIAL = "special"
    """What is special about the game: rows, captures, forced jumps."""
    END = "end"
    VERSIONS = "versions"
    POINTING = "pointing"


@dataclass(frozen=True, slots=True)
class Picture:
    """A small board: a position, decisions that are played on it, and places to mark."""

    position: str
    caption: str
    play: tuple[str, ...] = ()
    """Decisions, played one after another; the paths of moved pieces are marked."""
    targets: tuple[str, ...] = ()
    """Names of places to be ringed."""
    version: str = ""
    """The version the position is written for; the one that is shown if none is named."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a rulebook."""

    topic: Topic
    title: str
    text: str
    pictures: tuple[Picture, ...] = ()
    versions: tuple[str, ...] = ()
    """The versions it belongs to; none named means all."""


@dataclass(frozen=True, slots=True)
class Tip:
    """Advice how to play well, with a position in which it helps."""

    title: str
    text: str
    """The advice, and what it means in the position."""
    version: str
    """The version the position is written for."""
    position: str
    play: tuple[str, ...]
    """The decisions that follow the advice, one after another; the picture marks them with arrows."""
    targets: tuple[str, ...] = ()
    """Names of places to be ringed."""
    versions: tuple[str, ...] = ()
    """The versions it belongs to; none named means all."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of a game in all its versions, and advice."""

    summary: str
    """The game in a sentence or two."""
    sections: tuple[Section, ...]
    tips: tuple[Tip, ...] = ()

    def of(self, version: str) -> tuple[Section, ...]:
        """The sections of one version, in order."""
        return tuple(s for s in self.sections if not s.versions or version in s.versions)

    def tips_of(self, version: str) -> tuple[Tip, ...]:
        """The tips for one version, in order."""
        return tuple(tip for tip in self.tips if not tip.versions or version in tip.versions)


def rulebook(name: str) -> Rulebook:
    """The rulebook of a game; a short one made from its `about` if it has none. Raises UnknownGame."""
    check_name(name)
    book = getattr(part_of(name, "rulebook"), "RULEBOOK", None)
    return book if isinstance(book, Rulebook) else _substitute(name)


def _substitute(name: str) -> Rulebook:
    """The rulebook of a game that has none: its summary and its versions."""
    known = about(name)
    versions = ((version, known.versions.get(version)) for version in game_type(name).versions)
    sections = (
        Section(Topic.VERSIONS, words.title or words.name, words.summary, versions=(version,))
        for version, words in versions
        if words is not None and words.summary
    )
    return Rulebook(known.summary, tuple(sections))


# --- Pictures -------------------------------------------------------------------------------------


def illustration(name: str, version: str, picture: Picture) -> Scene:
    """The scene of a picture, with its marks, and without trays and sentences."""
    position = game(name, picture.version or version).position(picture.position)
    marks, after = _played(position, picture.play)
    return _board(after.scene(*marks), picture.targets)


def tip_illustration(name: str, tip: Tip) -> Scene:
    """The scene of a tip: the position as it is, with arrows for the decisions that are recommended."""
    position = game(name, tip.version).position(tip.position)
    marks, _ = _played(position, tip.play)
    return _board(position.scene(*marks), tip.targets)


def _played(position: Position, decisions: tuple[str, ...]) -> tuple[list[Mark], Position]:
    """The paths of all pieces that some decisions move, and the position after them."""
    marks: list[Mark] = []
    for text in decisions:
        decision = position.decision(text)
        marks += last_move(decision)
        position = position.play(decision)
    return marks, position


def _board(scene: Scene, targets: tuple[str, ...]) -> Scene:
    """A scene without trays and sentences, with rings round some places."""
    if targets:
        scene = scene.marked(Mark("target", tuple(_place(scene, target) for target in targets)))
    return replace(scene, trays=(), sentence="", notes=(), title="")


def _place(scene: Scene, name: str) -> XY:
    """The place of a target in a scene, by its name."""
    things = [(place.target, place.at) for place in scene.places]
    things += [(piece.target, piece.at) for piece in scene.pieces if piece.target is not None]
    for target, at in things:
        if target.name == name:
            return at
    raise GipfelError(f"there is no {name!r} in the picture")
